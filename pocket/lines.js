// Lines from phone to phone (docs/decisions/0036): the phone that keeps the table, the host, holds a data channel of
// WebRTC to each guest. What the pages of a guest ask for goes to the host's worker, and the answers come back. Neither
// end believes the other. The message of a refusal is its reason (`line_…` in words.py).
import { lettersOf, pack, signOf, unpack } from "./codes.js";

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
const EVENTS = ["at", "next", "gone"]; // for the page of a guest (static/live.js)
const GIVES_UP = /Firefox/.test(navigator.userAgent); // 5 s after a line was begun
const OWN_SCRIPTS = "script-src 'self'; object-src 'self'; base-uri 'none'; frame-ancestors 'self'";

// "change": guests came or went, or the line of this guest fell silent or ended; "told": an event for the page, its name
// and data.
export const lines = new EventTarget();
const changed = () => lines.dispatchEvent(new Event("change"));
const told = (detail) => lines.dispatchEvent(new CustomEvent("told", { detail }));

class Line {
  asks = 0; // requests that are not answered
  room = BURST;
  isSilent = false;

  // `hear` is given each message; what is none, or too much, or what `hear` throws at, ends this line alone.
  constructor(whose, hear, over) {
    this.peer = new RTCPeerConnection();
    this.channel = this.peer.createDataChannel("cairn", { negotiated: true, id: 0 });
    this.channel.binaryType = "arraybuffer";
    this.over = over;
    this.entered = new Promise((resolve, reject) => {
      this.enter = resolve;
      this.refuse = (reason) => reject(new Error(reason));
    });
    this.entered.catch(() => {}); // nobody may wait for it yet
    const read = reader(LARGEST[whose]);
    this.channel.onmessage = ({ data }) => this.take(read, data, hear);
    this.channel.onopen = () => {
      this.heard = Date.now();
      this.beats = setInterval(() => this.beat(), BEAT);
    };
    this.channel.onclose = () => this.end();
    this.peer.onconnectionstatechange = () => this.peer.connectionState === "failed" && this.end();
  }

  async describe() {
    const all = new Promise((resolve) => {
      this.peer.onicecandidate = ({ candidate }) => candidate || resolve();
    });
    await this.peer.setLocalDescription();
    await all;
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
    if (quiet > SILENT === this.isSilent) return;
    this.isSilent = quiet > SILENT;
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
  return (data) => {
    if (message) {
      message.body.set(new Uint8Array(new DataView(data).buffer), message.come); // letters are none
      message.come += data.byteLength;
    } else {
      message = { ...JSON.parse(data), come: 0 };
      if (!(message.size <= most)) throw new Error("too large");
      message.body = new Uint8Array(message.size);
    }
    if (message.come < message.body.length) return;
    const whole = message;
    message = undefined;
    return whole;
  };
}

// --- the host ---

const held = new Map(); // the line to each guest who is there, by the guest's id

export const guests = () => [...held.keys()];

// Who is put out may come again by a new code: nobody is in whose code the host has not looked at.
export const putOut = (id) => held.has(id) && turnAway(held.get(id), "out");

// A code for one guest, for five minutes, and what admits the one whose answer that is.
export async function invite() {
  if (held.size >= MOST) throw new Error("full");
  const line = new Line("host", hearGuest, leave);
  const sdp = await line.describe();
  const code = pack("host", sdp);
  const endsUnlessIn = () => line.id || line.end();
  setTimeout(endsUnlessIn, LIFE);
  const admit = async (answer) => {
    if (line.peer.signalingState !== "have-local-offer") throw new Error("old"); // or used before
    await line.peer.setRemoteDescription({ type: "answer", sdp: unpack("guest", answer, signOf(sdp)) });
    setTimeout(endsUnlessIn, OPENS);
    return line.entered;
  };
  return { code, admit };
}

function hearGuest(line, { hello, ask, body }) {
  if (line.room < -FLOOD) throw new Error("too much");
  if (hello) line.greeted ??= greet(line, hello);
  if (!ask || line.isTurnedAway) return;
  const given = asked(line, ask);
  if (line.room < 0 || line.asks >= AT_ONCE) return line.say({ answer: { id: ask.id, status: 429 } });
  line.asks += 1;
  air.postMessage({ ask: { ...given, body } });
}

// A guest's own id is its secret; here it is known by the sum of it.
async function greet(line, { secret, version }) {
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${secret}`));
  const id = lettersOf(new Uint8Array(sum)).slice(0, 12);
  const reason = version !== VERSION ? "version" : held.size >= MOST && !held.has(id) && "full";
  if (reason) return turnAway(line, reason);
  line.say({ welcome: { page: location.hash.slice(1) } });
  const before = held.get(id);
  line.id = id;
  held.set(id, line);
  before?.end();
  line.enter();
  changed();
}

// The guest ends the line; what it asks until then is not answered.
function turnAway(line, refused) {
  line.say({ refused });
  line.refuse(refused);
  line.isTurnedAway = true;
  setTimeout(() => line.end(), 1000);
}

// What a guest asks for, at the address of this phone and as a browser would let it; throws where it would not, and at
// who has not said hello.
function asked({ id: phone }, { id, method, url, headers }) {
  const { pathname, search } = new URL(url);
  if (!phone || !pathname.startsWith(base)) throw new Error("nothing that is here");
  const here = location.origin + pathname + search;
  const given = new Headers(headers);
  given.set("Referer", here);
  return { id: `${phone} ${id}`, phone, method: new Request(here, { method }).method, url: here, headers: [...given] };
}

function pass({ id, status, headers, body }) {
  const [phone, its] = id.split(" ");
  const line = held.get(phone);
  if (!line) return;
  line.asks -= 1;
  line.say({ answer: { id: its, status, headers }, body });
}

// A new worker: what the one before had in hand is asked again (sw.js).
function begun() {
  for (const line of held.values()) {
    line.asks = 0;
    line.say({ up: true });
  }
  told(["visibilitychange"]);
}

function leave(line) {
  if (held.get(line.id) === line) held.delete(line.id);
  changed();
}

// --- a guest ---

let host; // the line to it

// This guest's own code, and a promise of the page that the host shows, once the line is open. Where there is a `begin`,
// that is for when the host has read this code.
export async function join(code) {
  const line = new Line("guest", hearHost, lose);
  const sdp = unpack("host", code);
  const answer = pack("guest", await line.describe(), signOf(sdp));
  localStorage.guest ??= crypto.randomUUID();
  const hello = { secret: localStorage.guest, version: VERSION };
  line.channel.addEventListener("open", () => line.say({ hello }));
  const begin = () => line.peer.setRemoteDescription({ type: "answer", sdp });
  setTimeout(() => line === host || line.end(), LIFE);
  if (!GIVES_UP) await begin();
  return { answer, opened: line.entered, begin: GIVES_UP && begin };
}

// Where the line of this guest stands: `open`, `silent`, or why it is over; undefined where it never was.
export const state = () => host && (host.isOver ?? (host.isSilent ? "silent" : "open"));

function hearHost(line, { welcome, refused, answer, event, up, body }) {
  if (refused) return line.end(refused);
  if (welcome) {
    host = line;
    line.enter(welcome);
    changed();
  }
  if (event && EVENTS.includes(event[0])) told(event);
  if (answer) air.postMessage({ answer: { ...safe(answer), body } });
  if (!up) return;
  air.postMessage({ up });
  told(["visibilitychange"]);
}

// Scripts are this phone's own, whatever the host sends.
function safe({ id, status, headers = [] }) {
  const bounded = new Headers(headers);
  bounded.append("Content-Security-Policy", OWN_SCRIPTS);
  bounded.set("X-Content-Type-Options", "nosniff");
  const isScript = /script|wasm/i.test(bounded.get("Content-Type"));
  return { id, status: isScript ? 0 : status, headers: [...bounded] };
}

function ask({ body, ...asked }) {
  air.postMessage({ taken: asked.id });
  if (host.isOver) air.postMessage({ answer: { id: asked.id } });
  else host.say({ ask: asked, body });
}

// What is on its way gets no answer any more.
function lose(line) {
  if (line !== host) return;
  air.postMessage({ up: true });
  changed();
}

// --- what goes between this page, its service worker and its worker ---

air.onmessage = ({ data: { ask: asked, answer, up, events = [] } }) => {
  if (asked && host) ask(asked);
  if (answer) pass(answer);
  if (up && !host) begun();
  for (const [phone, ...event] of events) {
    if (phone) held.get(phone)?.say({ event });
    else told(event);
  }
};

// This page is left, or answers nobody any more.
export function close() {
  for (const line of [...held.values(), host]) line?.end();
}
