// The shell: the one window that holds the worker, and shows the pages of Cairn in a frame.
const NEEDED =
  "serviceWorker" in navigator &&
  "locks" in navigator &&
  "BroadcastChannel" in window &&
  "DecompressionStream" in window;
const STORAGE = ["QuotaExceededError", "SecurityError", "NoModificationAllowedError", "InvalidStateError"];
const MEGABYTE = 1e6;
const base = new URL(".", location).pathname;
const byId = (id) => document.getElementById(id);
const frame = byId("page");
const words = wordsOf(JSON.parse(byId("words").textContent));
let worker;
let ready; // the milliseconds that each step of the start took
let early = false; // the frame shows a page as it was last seen, of which nothing was touched

byId("again").textContent = words.again;
byId("show").textContent = words.report;
byId("again").onclick = () => location.reload();
byId("show").onclick = () => (byId("report").hidden = false);
frame.onload = loaded;
open().catch(failed);

async function open() {
  if (!isSecureContext) return tell(words.insecure);
  if (!NEEDED) return tell(words.old);
  tell(words.starting);
  await brought();
  await alone();
  const asked = location.hash.slice(1);
  const table = await caches.match(`${asked}/table.json`);
  if (table) handOver(asked);
  else frame.src = asked.startsWith(base) ? asked : base;
  const persisted = await navigator.storage.persist();
  start(persisted);
  document.cookie = `pocket=${base};path=/;max-age=34560000;samesite=lax`; // what served this offers it without a network
  if (table) frame.src = await goOn(asked, await table.text());
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
  return url;
}

// The page of the link did so (static/outbox.js), unless that was opened in another window; and it may be a while ago.
function handOver(table) {
  const handed = (report) => ({ ...report, handed: Date.now() });
  keep(table, waiting(table).map(handed));
}

function waiting(table) {
  return JSON.parse(localStorage.getItem(`waiting ${table}`)) ?? [];
}

function keep(table, reports) {
  localStorage.setItem(`waiting ${table}`, JSON.stringify(reports));
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

// All of this version, or of the one before it, which is used until no window has it any more.
async function brought() {
  const { serviceWorker } = navigator;
  new BroadcastChannel(`cairn ${base}`).onmessage = ({ data: { come, all } }) => come && show(come, all);
  const registration = await serviceWorker.register("sw.js");
  const coming = registration.installing;
  if (!registration.active)
    await new Promise((resolve, reject) => {
      coming.onstatechange = () => {
        if (coming.state === "activated") resolve();
        if (coming.state === "redundant") reject(new DOMException(words.unfetched, "NetworkError"));
      };
    });
  if (!serviceWorker.controller) await new Promise((resolve) => (serviceWorker.oncontrollerchange = resolve));
  byId("come").hidden = true;
  tell(words.starting);
}

function show(come, all) {
  if (navigator.serviceWorker.controller) return;
  const inMegabytes = (bytes) => (bytes / MEGABYTE).toLocaleString(undefined, { maximumFractionDigits: 1 });
  tell(words.fetching.replace("{come}", inMegabytes(come)).replace("{all}", inMegabytes(all)));
  byId("come").hidden = false;
  byId("come").value = come / all;
}

// One window has Cairn; another waits until that is closed.
async function alone() {
  const held = (options) =>
    new Promise((resolve) =>
      navigator.locks.request(`cairn window ${base}`, options, (lock) => {
        resolve(lock !== null);
        return lock && new Promise(() => {});
      }),
    );
  if (await held({ ifAvailable: true })) return;
  tell(words.elsewhere);
  await held({});
  tell(words.starting);
}

function start(persisted) {
  const mine = (worker = new Worker("pocket/worker.js", { type: "module" }));
  const died = () => worker === mine && (ready ? start(persisted) : failed(new Error("The worker ended.")));
  mine.onerror = ({ message }) => failed(new Error(message));
  mine.onmessage = ({ data }) => {
    if (data.alive) navigator.locks.request(`cairn worker ${base}`, died);
    if (data.ready) isReady(data.ready);
    if (data.failed) failed({ name: data.failed, stack: data.report });
  };
  mine.postMessage({ persisted });
}

function isReady(times) {
  ready = times;
  if (early) frame.contentWindow.location.reload();
}

function loaded() {
  const { location: at, document: page } = frame.contentWindow;
  if (!at.pathname.startsWith(base)) return;
  tell("");
  document.title = page.title;
  history.replaceState(null, "", `#${at.pathname}${at.search}`);
  early = !ready;
  if (ready) document.documentElement.dataset.ready = JSON.stringify(ready);
  page.addEventListener("click", () => (early = false), true);
}

// The worker is ended: what it had not kept yet was not answered.
function failed({ name, stack }) {
  worker?.terminate();
  worker = undefined;
  tell(STORAGE.includes(name) ? words.full : name === "NetworkError" ? words.unfetched : words.failed);
  byId("come").hidden = true;
  byId("ways").hidden = false;
  byId("report").textContent = `${stack}\n\n${document.documentElement.dataset.version}\n${navigator.userAgent}`;
}
