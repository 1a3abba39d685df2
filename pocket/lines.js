// Lines from phone to phone (docs/decisions/0036): the phone that keeps the table, the host, holds a data channel of
// WebRTC to each guest. What the pages of a guest ask for goes to the host's worker, and the answers come back. Neither
// end believes the other.
import { pack, signOf, unpack } from "./codes.js";

const VERSION = document.documentElement.dataset.version;
const base = new URL(".", location).pathname;
const air = new BroadcastChannel(`cairn ${base}`);
const MOST = 8; // guests
const LIFE = 300_000; // ms that a code is good for
const OPENS = 20_000; // ms in which a line opens once both codes are known
const BEAT = 3_000; // ms
const SILENT = 10_000; // ms in which nothing is heard
const OVER = 40_000; // ms; a line that recovers by itself does so within some 30 s
const PIECE = 16_000; // bytes; browsers bound what goes at once
const LARGEST = { host: 300_000, guest: 20_000_000 }; // bytes of a body that each takes
const AT_ONCE = 16; // requests of a guest
const RATE = 0.04; // pieces in a ms that a host hears of a guest, beyond so many; more are refused, and still more end it
const BURST = 150;
const FLOOD = 1_000;
const EVENTS = ["at", "next", "gone", "visibilitychange"]; // for the page of a guest (static/live.js)
const GIVES_UP = /Firefox/.test(navigator.userAgent); // 5 s after a line was begun
const OWN_SCRIPTS = "script-src 'self'; object-src 'self'; base-uri 'none'; frame-ancestors 'self'";

// "change": guests came, went or fell silent, or so did the line of this guest; "told": an event for the page, its name
// and data.
export const lines = new EventTarget();
const changed = () => lines.dispatchEvent(new Event("change"));
const told = (detail) => lines.dispatchEvent(new CustomEvent("told", { detail }));
const refusal = (reason) => Object.assign(new Error(reason), { reason });

class Line {
  // `hear` is given each message; what is none, or too much, or what `hear` throws at, ends this line alone.
  constructor(whose, hear, over) {
    this.peer = new RTCPeerConnection();
    this.channel = this.peer.createDataChannel("cairn", { negotiated: true, id: 0 });
    this.channel.binaryType = "arraybuffer";
    this.room = BURST;
    this.over = over;
    this.entered = new Promise((resolve, reject) => {
      this.enter = resolve;
      this.refuse = (reason) => reject(refusal(reason));
    });
    this.entered.catch(() => {}); // nobody may wait for it yet
    const read = reader(LARGEST[whose]);
    this.channel.onmessage = ({ data }) => this.take(read, data, hear);
    this.channel.onopen = () => {
      this.heard = Date.now();
      this.beats = setInterval(() => this.beat(), BEAT);
      this.opened?.();
    };
    this.channel.onclose = () => this.end();
    this.peer.onconnectionstatechange = () => this.peer.connectionState === "failed" && this.end();
  }

  async describe() {
    await this.peer.setLocalDescription();
    while (this.peer.iceGatheringState !== "complete")
      await new Promise((changes) => {
        this.peer.onicegatheringstatechange = changes;
      });
    return this.peer.localDescription.sdp;
  }

  take(read, data, hear) {
    const now = Date.now();
    this.room = Math.min(BURST, this.room + (now - this.heard) * RATE - 1);
    this.heard = now;
    try {
      const message = !this.isOver && read(data);
      if (message) hear(this, message);
    } catch {
      this.end();
    }
  }

  // A message is a head of JSON, and a body in pieces.
  say({ body = new Uint8Array(), ...head }) {
    try {
      this.channel.send(JSON.stringify({ ...head, size: body.length }));
      for (let at = 0; at < body.length; at += PIECE) this.channel.send(body.subarray(at, at + PIECE));
    } catch {
      this.end(); // it takes no more
    }
  }

  beat() {
    const quiet = Date.now() - this.heard;
    if (quiet > OVER) return this.end();
    this.say({});
    if (quiet > SILENT === !!this.silent) return;
    this.silent = quiet > SILENT;
    changed();
  }

  end(reason = "unreachable") {
    if (this.isOver) return;
    this.isOver = reason;
    clearInterval(this.beats);
    this.peer.close();
    this.refuse(reason);
    this.over(this);
  }
}

// What makes a message of its pieces; throws at what is none, or larger than that.
function reader(most) {
  let message;
  let come;
  return (data) => {
    if (!message) {
      message = JSON.parse(data);
      if (!(message.size <= most)) throw new Error("too large");
      message.body = new Uint8Array(message.size);
      come = 0;
    } else {
      const bytes = new Uint8Array(new DataView(data).buffer); // letters are none
      message.body.set(bytes, come);
      come += bytes.length;
    }
    if (come < message.body.length) return;
    const whole = message;
    message = undefined;
    return whole;
  };
}

// --- the host ---

const held = new Map(); // the line to each guest who is there, by the guest's id
const out = new Set(); // the ids of guests who were put out
const inHand = new Map(); // by its id for the worker: what that was asked, and for which line

// Every guest that is there: since when (ms since 1970), and whether its line is silent.
export const guests = () => [...held.values()].map(({ id, since, silent }) => ({ id, since, silent: !!silent }));

export function putOut(id) {
  out.add(id);
  const line = held.get(id);
  if (line) turnAway(line, "out");
}

// A code for one guest, for five minutes, and what admits the one whose answer that is. A refusal has its `reason`.
export async function invite() {
  if (held.size >= MOST) throw refusal("full");
  const line = new Line("host", hearGuest, leave);
  const sdp = await line.describe();
  const code = pack("host", sdp);
  const forgotten = setTimeout(() => line.end(), LIFE);
  let used = false;
  const admit = async (answer) => {
    if (used) throw refusal("used");
    if (line.isOver) throw refusal("old");
    const description = { type: "answer", sdp: unpack("guest", answer, signOf(sdp)) };
    used = true;
    clearTimeout(forgotten);
    await line.peer.setRemoteDescription(description);
    setTimeout(() => line.id || line.end(), OPENS);
    return line.entered;
  };
  return { code, admit };
}

function hearGuest(line, { hello, ask, body }) {
  if (line.room < -FLOOD) throw new Error("too much");
  if (hello && !line.greeted) return greet(line, hello);
  if (!ask || line.leaves) return;
  const given = { ...asked(line, ask), id: crypto.randomUUID(), body, phone: line.id };
  const others = [...inHand.values()].filter((one) => one.line === line).length;
  if (line.room < 0 || others >= AT_ONCE) return line.say({ answer: { id: ask.id, status: 429 } });
  inHand.set(given.id, { line, asked: ask.id, ask: given });
  air.postMessage({ ask: given });
}

// A guest's own id is its secret; here it is known by the sum of it.
async function greet(line, { secret, version }) {
  line.greeted = true;
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${secret}`)));
  const id = [...sum.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const reason = out.has(id) ? "out" : version !== VERSION ? "version" : held.size >= MOST && !held.has(id) && "full";
  if (reason) return turnAway(line, reason);
  line.say({ welcome: { page: location.hash.slice(1) } });
  const before = held.get(id);
  Object.assign(line, { id, since: Date.now() });
  held.set(id, line);
  before?.end();
  line.enter();
  changed();
}

// The guest ends the line; what it asks until then is not answered.
function turnAway(line, refused) {
  line.say({ refused });
  line.refuse(refused);
  line.leaves = true;
  setTimeout(() => line.end(), 1000);
}

// What a guest asks for, as a browser would let it; throws where it would not, and at who has not said hello.
function asked(line, { id, method, url, headers }) {
  const { href } = new URL(url, location.origin);
  const isHere = href.startsWith(location.origin + base);
  if (!line.id || typeof id !== "string" || !isHere) throw new Error("nothing that is here");
  const given = new Headers(headers);
  if (given.get("Referer")?.startsWith("/")) given.set("Referer", location.origin + given.get("Referer"));
  return { method: new Request(href, { method }).method, url: href, headers: [...given] };
}

function leave(line) {
  for (const [id, one] of inHand) if (one.line === line) inHand.delete(id);
  if (held.get(line.id) === line) held.delete(line.id);
  changed();
}

// --- a guest ---

let host; // the line to it
const waiting = new Map(); // by its id: what the pages of this guest asked for, and is not answered

// This guest's own code, and a promise of the page that the host shows, once the line is open. Where there is a `begin`,
// that is for when the host has read this code.
export async function join(code) {
  const line = new Line("guest", hearHost, lose);
  line.opened = () => line.say({ hello: { secret: secret(), version: VERSION } });
  const sdp = unpack("host", code);
  const answer = pack("guest", await line.describe(), signOf(sdp));
  const begin = () => line.peer.setRemoteDescription({ type: "answer", sdp });
  setTimeout(() => line === host || line.end("old"), LIFE);
  if (!GIVES_UP) await begin();
  return { answer, opened: line.entered, begin: GIVES_UP ? begin : undefined };
}

// Where the line of this guest stands: `open`, `silent`, or why it is over; undefined where it never was.
export const state = () => host && (host.isOver ?? (host.silent ? "silent" : "open"));

function secret() {
  const own = localStorage.getItem("guest") ?? crypto.randomUUID();
  localStorage.setItem("guest", own);
  return own;
}

function hearHost(line, { welcome, refused, answer, event, body }) {
  if (refused) return line.end(refused);
  if (welcome) begin(line, welcome);
  if (event && EVENTS.includes(event[0])) told(event);
  if (answer && waiting.delete(answer.id)) air.postMessage({ answer: { ...safe(answer), body } });
}

function begin(line, welcome) {
  host = line;
  line.enter(welcome);
  changed();
}

// Scripts are this phone's own, whatever the host sends.
function safe({ id, status, headers = [] }) {
  const isScript = /script|wasm/i.test(new Headers(headers).get("Content-Type"));
  const bounds = [
    ["Content-Security-Policy", OWN_SCRIPTS],
    ["X-Content-Type-Options", "nosniff"],
  ];
  return { id, status: isScript ? 0 : status, headers: [...headers, ...bounds] };
}

// What is asked without a line ends, so that the page says it and the outbox repeats it; only a whole page waits.
function ask(asked) {
  air.postMessage({ taken: asked.id });
  waiting.set(asked.id, asked);
  if (host.isOver) return fail(asked);
  const { id, method, url, body } = asked;
  const headers = asked.headers.map(([name, value]) => [name, value.replace(location.origin, "")]);
  host.say({ ask: { id, method, url: url.replace(location.origin, ""), headers }, body });
}

function lose(line) {
  if (line !== host) return;
  for (const asked of waiting.values()) fail(asked);
  changed();
}

function fail({ id, headers }) {
  if (!headers.some(([name]) => name.toLowerCase() === "hx-request")) return;
  waiting.delete(id);
  air.postMessage({ answer: { id, status: 0 } });
}

// --- what goes between this page, its service worker and its worker ---

air.onmessage = ({ data: { ask: asked, taken, answer, up, events = [] } }) => {
  if (asked && host) ask(asked);
  if (inHand.has(taken)) inHand.get(taken).taken = true;
  if (answer) pass(answer);
  if (up && !host) begun();
  for (const [phone, ...event] of events) notify(phone, event);
};

// A new worker: what the one before had in hand is said again as the service worker does it, and pages ask for news.
function begun() {
  for (const { taken, ask } of inHand.values()) {
    if (taken && ask.method !== "GET") pass({ id: ask.id, status: 0 });
    else air.postMessage({ ask });
  }
  for (const phone of ["", ...held.keys()]) notify(phone, ["visibilitychange"]);
}

function notify(phone, event) {
  if (phone) held.get(phone)?.say({ event });
  else told(event);
}

function pass({ id, status, headers, body }) {
  const { line, asked } = inHand.get(id) ?? {};
  inHand.delete(id);
  line?.say({ answer: { id: asked, status, headers }, body });
}

// This page is left, or answers nobody any more.
export function close() {
  for (const line of [...held.values(), host]) line?.end();
}
