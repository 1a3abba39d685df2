// The worker: Python with the whole application, and the ledger, which is kept before a request is answered.
import { loadPyodide } from "./pyodide.mjs";
import { openStore } from "./store.js";

const LEDGER = "/ledger/cairn.db";
const CHANGES = 24; // where a SQLite file counts its changes
const base = new URL("..", import.meta.url).pathname;
// Python's memory with everything imported, the same at each start: kept with the files of this version (pack.py says
// which), so that only the first start imports.
const KEPT = `cairn ${base} ${VERSION}`;
const MEMORY = `${base}pocket/memory`;
// WebKit tidies up while Python reads a file and has let go of its lock, which ends it: here nothing is tidied up later.
globalThis.FinalizationRegistry = class {
  register() {}
  unregister() {}
};
const channel = new BroadcastChannel(`cairn ${base}`);
const taken = new Set();
const times = {};
export let python; // a test asks it
let bridge;
let store;
let kept = {};
let said;
let turn;

// Only one worker may have the ledger; who waits for this lock learns that it has died. The shell says how long the
// ledger is kept, and which guests are there, as often as that changes.
addEventListener("message", ({ data }) => {
  if (!said) navigator.locks.request(`cairn worker ${base}`, live);
  said = data;
  if (bridge) bridge.keep(...said);
});

async function live() {
  postMessage({ alive: true });
  try {
    await start();
  } catch (wrong) {
    return fail(wrong);
  }
  turn = Promise.resolve();
  channel.onmessage = ({ data: { ask } }) => {
    if (ask) turn = turn.then(() => answer(ask));
  };
  navigator.locks.request(`cairn ready ${base}`, () => new Promise(() => {}));
  channel.postMessage({ up: true });
  postMessage({ ready: times, missing: store.missing });
  return new Promise(() => {});
}

async function start() {
  let since = performance.now();
  const lap = (step) => {
    times[step] = performance.now() - since;
    since = performance.now();
  };
  const listed = fetch(`${base}pocket/cairn.json`).then((answer) => answer.json());
  const packed = fetch(`${base}pocket/cairn.pack`).then((answer) => answer.blob());
  const memory = await (await caches.match(MEMORY, { cacheName: KEPT }))?.arrayBuffer();
  lap("memory");
  python = await loadPyodide(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true });
  lap("pyodide");
  python.FS.mkdir("/cairn");
  const packages = [{ metadata: await listed, blob: await packed }];
  python.FS.mount(python.FS.filesystems.WORKERFS, { packages }, "/cairn");
  lap("unpack");
  python.runPython("import sys; sys.path[:0] = ['/cairn', '/cairn/packages']; import pocket.bridge");
  lap("imports");
  if (!memory) await (await caches.open(KEPT)).put(MEMORY, new Response(python.makeMemorySnapshot())).catch(() => {});
  lap("remember");
  store = await openStore();
  python.FS.mkdir("/ledger");
  python.FS.writeFile(LEDGER, store.ledger ?? python.FS.readFile("/cairn/empty.db"));
  ({ bridge } = python.pyimport("pocket.bridge"));
  bridge.open(base.slice(0, -1), store.state);
  bridge.keep(...said);
  await keep();
  lap("ledger");
}

async function answer({ id, method, url, headers, body, phone = "" }) {
  if (taken.has(id)) return;
  taken.add(id);
  channel.postMessage({ taken: id });
  try {
    const given = [python.toPy(headers), python.toPy(body)];
    const answered = bridge.answer(phone, method, url, ...given);
    const [status, shown, sent, events] = answered.toJs();
    for (const each of [...given, answered]) each.destroy();
    await keep();
    channel.postMessage({ answer: { id, status, headers: shown, body: sent }, events });
  } catch (wrong) {
    fail(wrong);
  }
}

// What has changed since it was last kept.
async function keep() {
  const ledger = python.FS.readFile(LEDGER);
  const now = { state: bridge.state(), changes: new DataView(ledger.buffer).getUint32(CHANGES) };
  if (now.state === kept.state && now.changes === kept.changes) return;
  await store.save(now.state, ledger);
  kept = now;
}

// Nothing more is answered: what Python has in mind may not be what is kept.
async function fail(wrong) {
  channel.close();
  await (await caches.open(KEPT)).delete(MEMORY); // in case that it was this
  postMessage({ failed: { name: wrong.name, message: `${wrong}`, stack: wrong.stack } });
}
