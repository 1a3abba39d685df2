// Keeps what Cairn is made of, by version, and hands what its pages ask for to the worker that has Python, or to the
// phone that keeps the table. `pack.py` puts VERSION, POLICY and FILES before it: by its path, the sum of a file, its
// size as it comes, its type, and the part that it belongs to, if not every phone needs it.
const BASE = new URL(registration.scope).pathname;
const KEPT = `cairn ${BASE} ${VERSION}`;
const PAGES = `cairn ${BASE} pages`; // as they were last seen, for the time before Python is ready
const SHOWN_EARLY = /^(rules\/.*)?$/;
const channel = new BroadcastChannel(`cairn ${BASE}`);
const pending = new Map();

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(settle()));
addEventListener("message", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin === origin && url.pathname.startsWith(BASE)) event.respondWith(respond(event, url));
});

// What every phone needs, and the parts that this one has had of another version: all of it, or that one stays. Where
// there was no whole Python, nothing is mixed if this one takes over at once.
async function install() {
  const had = { python: await hasHad("python"), reader: await hasHad("reader") };
  const wanted = Object.keys(FILES).filter((path) => !FILES[path].part || had[FILES[path].part]);
  await Promise.all(wanted.map(keep));
  if (!had.python && !(await isReady())) await skipWaiting();
}

// The last file of a part comes when all others have.
function hasHad(part) {
  return caches.match(BASE + Object.keys(FILES).findLast((path) => FILES[path].part === part));
}

async function keep(path) {
  const cache = await caches.open(KEPT);
  await cache.put(BASE + path, (await known(path, FILES[path])) ?? (await fresh(path, FILES[path])));
}

// The same file of another version.
async function known(path, { sum }) {
  const found = await caches.match(BASE + path);
  return found?.headers.get("Sum") === sum ? found : undefined;
}

async function fresh(path, { sum, packed, type }) {
  const come = await fetch(BASE + path + (packed ? ".z" : ""), { cache: "no-cache", integrity: `sha256-${sum}` });
  if (!come.ok) throw new Error(`${come.status} ${path}`);
  const body = packed ? come.body.pipeThrough(new DecompressionStream("gzip")) : come.body;
  return new Response(body, { headers: { "Content-Type": type, "Content-Security-Policy": POLICY, Sum: sum } });
}

async function settle() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(`cairn ${BASE} `));
  for (const name of ours) if (![KEPT, PAGES].includes(name)) await caches.delete(name);
  await clients.claim();
}

// The shell is the document of a window, and shows the pages in a frame; what is to be printed has a window of its own.
// Pages name the version of their files (web/http/answers.py); here all is of one.
async function respond({ request }, { pathname, search }) {
  const path = pathname.slice(BASE.length).replace(/^static\/[0-9a-f]{8}\//, "static/");
  const whole = request.destination === "document" && !/\.html$/.test(path);
  if (whole && path && !(path in FILES)) return Response.redirect(`${BASE}#${pathname}${search}`);
  if (whole || path in FILES) return file(path || "index.html");
  if (request.mode !== "navigate" || !SHOWN_EARLY.test(path)) return ask(request);
  const early = (await isReady()) ? undefined : await caches.match(request.url, { cacheName: PAGES });
  return early ?? seen(request);
}

// From where it was published, if it is not here yet: a part that is needed for the first time, or what the person has
// deleted while a window was open.
async function file(path) {
  const kept = () => caches.match(BASE + path, { cacheName: KEPT });
  return (await kept()) ?? keep(path).then(kept);
}

async function isReady() {
  return (await navigator.locks.query()).held.some(({ name }) => name === `cairn ready ${BASE}`);
}

async function seen(request) {
  const page = await ask(request);
  const keep = async () => (await caches.open(PAGES)).put(request.url, page.clone());
  if (page.status === 200) await keep().catch(() => {});
  return page;
}

async function ask(request) {
  const { method, url, referrer, mode } = request;
  const headers = [...request.headers, ["Accept-Language", navigator.languages.join()], ["Referer", referrer]];
  const body = new Uint8Array(await request.arrayBuffer());
  const asked = { id: crypto.randomUUID(), method, url, headers, body };
  return new Promise((resolve) => {
    pending.set(asked.id, { asked, resolve, isPage: mode === "navigate" });
    channel.postMessage({ ask: asked });
  });
}

channel.onmessage = ({ data: { taken, answer, up } }) => {
  if (pending.has(taken)) pending.get(taken).taken = true;
  if (answer) settled(answer);
  if (up) for (const each of pending.values()) again(each);
};

// To a new worker. What the one before had in hand when it died was perhaps done: pages say then that no answer came.
function again({ asked, taken }) {
  if (taken && asked.method !== "GET") settled({ id: asked.id });
  else channel.postMessage({ ask: asked });
}

// Where no answer comes, a page stays as it is, and what it fetches fails.
function settled({ id, status, headers, body }) {
  const { resolve, isPage } = pending.get(id) ?? {};
  pending.delete(id);
  if (status) resolve?.(new Response([204, 304].includes(status) ? null : body, { status, headers }));
  else resolve?.(isPage ? new Response(null, { status: 204 }) : Response.error());
}
