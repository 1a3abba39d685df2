// The shell: the one window that holds the worker, and shows the pages of Cairn in a frame. `pack.py` puts PYTHON before
// it: the files that only a phone with tables of its own needs, and how large they are as they come.
const STORAGE = /^(InvalidState|NoModificationAllowed|NotAllowed|QuotaExceeded|Security|Unknown)Error$/;
const MEGABYTE = 1e6;
const base = new URL(".", location).pathname;
const GUEST = "guest"; // in the address of a phone that has joined another
const PAGES = `cairn ${base} pages`; // as they were last seen (sw.js)
export const byId = (id) => document.getElementById(id);
const waiting = (table) => JSON.parse(localStorage.getItem(`waiting ${table}`)) ?? [];
const keep = (table, reports) => localStorage.setItem(`waiting ${table}`, JSON.stringify(reports));
const frame = byId("page");
export const words = wordsOf(JSON.parse(byId("words").textContent));
let worker;
let ready; // the milliseconds that each step of the start took
let begin;
const started = new Promise((resolve) => {
  begin = resolve;
});
let stale = false; // the frame shows a page as it was last seen
let touched; // of such a page
let shown = false; // the frame has had a page of Cairn
let lines; // to other phones: lines.js, which has come once all has
let lasting; // how long the browser keeps what it has
let hadOthers = !!sessionStorage.hadOthers; // other phones were at the table, before it came here or was loaded anew
let awake; // the lock that keeps the screen on

const joining = async (screen, ...given) => (await import("./joining.js"))[screen](...given);

for (const [name, says] of Object.entries(words)) byId(name)?.replaceChildren(says);
byId("again").onclick = () => location.reload();
byId("report").onclick = () => byId("reported").removeAttribute("hidden");
byId("scan_in").onclick = () => joining("invitation");
byId("alone").onclick = () => location.assign(base);
document.addEventListener("visibilitychange", stayAwake);
frame.onload = loaded;
// A page that is left may lie in the browser's memory, with its worker: the next would wait for the ledger.
addEventListener("pagehide", end);
addEventListener("hashchange", () => location.hash.startsWith("#join=") && location.reload());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
open().catch(failed);

async function open() {
  const why = lacking();
  if (why) return tell(why);
  tell(words.starting);
  await alone();
  await brought();
  lines = await import("./lines.js");
  lines.lines.addEventListener("change", showLines);
  lines.lines.addEventListener("told", pass);
  const asked = location.hash.slice(1);
  if (asked.startsWith("join=")) return visit(asked.slice("join=".length));
  if (asked === GUEST) return offerToReturn();
  const { prepare } = await import("./scan.js");
  prepare().catch(() => {}); // what does not come now may come at the first scan
  await broughtPython();
  const table = await caches.match(`${asked}/table.json`);
  // The page of the link did so (static/outbox.js), unless that was opened in another window; and it may be a while ago.
  if (table)
    keep(
      asked,
      waiting(asked).map((report) => ({ ...report, handed: Date.now() })),
    );
  await start();
  document.cookie = `pocket=${base};path=/;max-age=34560000;samesite=lax`; // what served this offers it without a network
  const page = asked.startsWith(base) ? asked : base;
  stale = !table && !!(await caches.match(page, { cacheName: PAGES }));
  if (stale) frame.src = page;
  await started;
  if (!frame.src) frame.src = table ? await goOn(asked, await table.text()) : page;
}

// A guest: another phone keeps the table, and answers instead of a worker.
async function visit(code) {
  const { page } = await joining("guest", code);
  navigator.locks.request(`cairn ready ${base}`, () => new Promise(() => {}));
  new BroadcastChannel(`cairn ${base}`).postMessage({ up: true });
  ready = {};
  frame.src = page.match(/^\/(?!\/).*?\bt\/[^/?]+/)?.[0] ?? base;
}

// A guest's page was loaded anew, which has cut its line.
function offerToReturn() {
  tell(words.cut);
  for (const name of ["scan_in", "alone"]) byId(name).hidden = false;
}

// The lines to other phones are not as they were.
function showLines() {
  inform();
  stayAwake();
  if (frame.contentDocument?.querySelector("[data-joined]")) frame.contentWindow.location.reload();
  const state = lines.state() ?? "open";
  if (state === "open") say("");
  else if (state === "silent") say(words.silent);
  else say(state === "out" ? words.line_out : words.cut, "rejoin", "invitation");
}

// Above the page, with the way to a screen of joining.
function say(says, label = "", screen = "") {
  byId("line").hidden = !says;
  byId("line_says").textContent = says;
  byId("line_way").hidden = !screen;
  byId("line_way").textContent = words[label] ?? "";
  byId("line_way").onclick = () => joining(screen);
}

// To the worker: how long this browser keeps what it has, and the guests.
function inform() {
  worker?.postMessage([lasting, lines.guests().join(" ")]);
}

// What a stream of the application would say (static/live.js).
function pass({ detail: [type, data] }) {
  frame.contentDocument?.dispatchEvent(new MessageEvent(type, { data }));
}

// A phone whose screen goes dark answers no guest. A lock ends by itself where the page is hidden.
function stayAwake() {
  awake?.then((lock) => lock?.release());
  const isWanted = !document.hidden && lines?.guests().length;
  awake = isWanted ? navigator.wakeLock?.request("screen").catch(() => {}) : undefined;
}

// What this browser has not, in words.
function lacking() {
  if (!isSecureContext) return words.insecure;
  if (!("WebAssembly" in window)) return words.lockdown;
  const needed = navigator.serviceWorker && navigator.locks && window.BroadcastChannel && window.DecompressionStream;
  return needed ? "" : words.old;
}

// A table that was served: its file is imported, this phone keeps it, and what waits to be sent goes with it.
async function goOn(table, text) {
  const groups = new DOMParser().parseFromString(await (await fetch(`${base}groups`)).text(), "text/html");
  const csrf_token = groups.querySelector("[name=csrf_token]").value;
  const post = (url, fields) => fetch(url, { method: "POST", body: new URLSearchParams({ csrf_token, ...fields }) });
  const { url, redirected } = await post(`${base}groups/bring`, { text });
  if (!redirected) {
    alert(words.foreign);
    return base;
  }
  await post(`${url}/sit`, { seat: "all" });
  const { pathname } = new URL(url);
  const moved = ({ action, fields, ...rest }) => ({
    ...rest,
    action: action.replace(table, pathname),
    fields: fields.filter(([name]) => name !== "csrf_token"),
    handed: undefined,
  });
  keep(pathname, waiting(table).map(moved));
  localStorage.removeItem(`waiting ${table}`);
  const page = await (await caches.match(table, { ignoreVary: true }))?.text();
  hadOthers = /class="score[^"]* mine"/.test(page); // who keeps score for all has no own
  return url;
}

function wordsOf(said) {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in said) ?? "en";
  document.documentElement.lang = spoken;
  return said[spoken];
}

function tell(says) {
  byId("told").hidden = !says;
  byId("says").textContent = says;
}

// What every phone needs of this version, or of the one before it, which is used until no window has it any more.
async function brought() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("sw.js");
  const coming = registration.installing;
  if (!registration.active)
    await new Promise((resolve, reject) => {
      coming.onstatechange = () => {
        if (coming.state === "activated") resolve();
        if (coming.state === "redundant") reject(new DOMException(words.unfetched, "NetworkError"));
      };
    });
  if (!serviceWorker.controller)
    await new Promise((resolve) => {
      serviceWorker.oncontrollerchange = resolve;
      registration.active.postMessage("claim"); // it claims by itself only what is open when it comes
    });
  serviceWorker.oncontrollerchange = () => location.reload(); // a newer version, before there was Python (sw.js)
}

// The service worker keeps what it is asked for.
async function broughtPython() {
  const all = Object.values(PYTHON).reduce((sum, size) => sum + size);
  let come = 0;
  for (const [path, size] of Object.entries(PYTHON)) {
    if (!(await caches.match(base + path))) show(come, all);
    const file = await fetch(path).catch(() => {
      throw new DOMException(words.unfetched, "NetworkError");
    });
    await file.body.cancel();
    come += size;
  }
  byId("come").hidden = true;
  byId("scan_in").hidden = true;
  tell(words.starting);
}

function show(come, all) {
  const inMegabytes = (bytes) => (bytes / MEGABYTE).toLocaleString(undefined, { maximumFractionDigits: 1 });
  tell(words.fetching.replace("{come}", inMegabytes(come)).replace("{all}", inMegabytes(all)));
  byId("come").hidden = false;
  byId("scan_in").hidden = false;
  byId("come").value = come / all;
}

// One window has Cairn. Another waits until that is closed, or takes it over: then that one waits.
async function alone() {
  const held = (options) =>
    new Promise((resolve, reject) =>
      navigator.locks
        .request(`cairn window ${base}`, options, (lock) => {
          resolve(lock !== null);
          return lock && new Promise(() => {});
        })
        .catch((wrong) => (wrong.name === "AbortError" ? location.reload() : reject(wrong))),
    );
  if (await held({ ifAvailable: true })) return;
  if (location.hash.startsWith("#join=")) return held({ steal: true }); // it was scanned just now
  tell(words.elsewhere);
  byId("here").hidden = false;
  const taken = new Promise((resolve) => byId("here").addEventListener("click", resolve)).then(() =>
    held({ steal: true }),
  );
  await Promise.race([held({}), taken]);
  byId("here").hidden = true;
}

async function start() {
  const mine = new Worker("pocket/worker.js", { type: "module" });
  worker = mine;
  const died = () => worker === mine && (ready ? start() : failed(new Error("The worker ended.")));
  mine.onerror = ({ message }) => failed(new Error(message));
  mine.onmessage = ({ data }) => {
    if (data.alive) {
      navigator.locks.request(`cairn worker ${base}`, died);
      if (!shown) tell(words.starting);
    }
    if (data.missing !== undefined) tellMissing(data.missing);
    if (data.ready) isReady(data.ready);
    if (data.failed) failed(data.failed);
  };
  lasting = durability(await navigator.storage?.persisted?.());
  inform();
}

// How long the browser keeps what it has: Safari, unless it is an app, forgets it after a week without a visit.
function durability(persisted) {
  const webkit = /AppleWebKit(?!.*Chrom)/.test(navigator.userAgent);
  if (webkit && !matchMedia("(display-mode: standalone)").matches) return "a-week";
  return persisted ? "persistent" : "best-effort";
}

// A newer image was damaged: the older, whole one was taken (store.js).
function tellMissing(since) {
  const time = new Date(since).toLocaleString(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });
  alert(words.missing.replace("{time}", time));
}

function isReady(times) {
  ready = times;
  begin();
  if (stale && shown) renew();
}

function renew() {
  stale = false;
  if (touched) touched.click();
  else frame.contentWindow.location.reload();
}

// The host answers instead of the application once the data of this site are deleted, and may refuse to stand in a frame;
// it answers with this shell where the service worker has died.
async function loaded() {
  const page = frame.contentDocument;
  if (!frame.src || page?.URL === "about:blank") return; // Firefox brings back by itself what was in it at a reload
  const gone = !page || page.documentElement.dataset.version || !(await navigator.serviceWorker.getRegistration());
  if (gone) return shown ? location.reload() : failed(new Error("The frame has no page of Cairn."));
  const { pathname, search } = frame.contentWindow.location;
  shown = true;
  if (lines.state()) await caches.delete(PAGES); // they are the host's
  tell("");
  document.title = page.title;
  if (!lines.state()) say(hadOthers ? words.others : "", "let_in", "host");
  hadOthers &&= stale;
  sessionStorage.removeItem("hadOthers");
  history.replaceState(null, "", `#${lines.state() ? GUEST : pathname + search}`);
  page.addEventListener("click", stale ? holds : keeps, true);
  if (!stale) document.documentElement.dataset.ready = JSON.stringify(ready);
  else if (ready) renew();
}

// What is touched before Python is there is touched again when it is.
function holds(event) {
  if (!stale) return;
  touched = event.target.closest("a, button") ?? touched;
  event.preventDefault();
  if (touched) tell(words.starting);
}

// The browser may ask the person whether it may keep the games; the page has said so.
async function keeps({ target }) {
  const button = target.closest("[data-joining], [data-out], [data-declined]");
  const { joining: screen, out, declined } = button?.dataset ?? {};
  if (screen) joining(screen);
  if (out) lines.putOut(out);
  if (!declined) return;
  if (await navigator.storage?.persist?.()) {
    lasting = "persistent";
    inform();
    frame.contentWindow.location.reload();
  } else button.parentElement.textContent = declined;
}

// What the worker had not kept yet was not answered.
function end() {
  if (lines?.guests().length) sessionStorage.hadOthers = "yes";
  worker?.terminate();
  worker = undefined;
  lines?.close();
}

function failed({ name, stack, message }) {
  end();
  const lost = name === "NetworkError" ? words.unfetched : shown ? words.failed : words.unstarted;
  tell(STORAGE.test(name) ? words.full : lost);
  byId("come").hidden = true;
  byId("ways").hidden = false;
  byId("reported").textContent =
    `${message}\n${stack}\n\n${document.documentElement.dataset.version}\n${navigator.userAgent}`;
}
