// Pages that were read can be read again without network, marked so.
const KEPT = "cairn-2";
const MOST = 200;
const KEEPS = /^\/((print)?(#|$)|(t|w|r|rules|count|static)\/(?!.*\/stream))/;
const keeps = (address) => KEEPS.test(address.slice(origin.length));

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("message", (event) => event.waitUntil(take(event.data)));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || request.headers.has("HX-Request") || !keeps(request.url)) return;
  event.respondWith(answer(event));
});

async function tidy() {
  // Cairn in the pocket, taken along from here, keeps its own.
  for (const name of await caches.keys()) if (/^cairn-/.test(name) && name !== KEPT) await caches.delete(name);
  await clients.claim();
}

async function answer(event) {
  const { request } = event;
  try {
    const fresh = await fetch(request);
    if (fresh.status === 200) event.waitUntil(keep(request.url, fresh.clone()));
    return fresh;
  } catch (lost) {
    const old = await find(request.url);
    if (!old) throw lost;
    if (request.mode !== "navigate") return old;
    return new Response((await old.text()).replace('id="kept" hidden', 'id="kept"'), old);
  }
}

// From a page: how it looks now, or addresses to be kept, and those whose table is gone.
async function take({ address, page, addresses = [], gone = [] }) {
  if (gone.length) await forget(gone);
  if (page) await keep(address, new Response(new Blob([page], { type: "text/html" })));
  for (const wanted of addresses.filter(keeps)) await add(wanted);
}

// Every page of theirs, and the first page, which names them.
async function forget(gone) {
  const kept = await caches.open(KEPT);
  for (const request of await kept.keys()) {
    const { pathname } = new URL(request.url);
    if (["/", ...gone].includes(pathname.split(/[/.]/, 3).join("/"))) await kept.delete(request);
  }
}

// With what it is made of; not what is kept already.
async function add(address) {
  if (await find(address)) return;
  const fresh = await fetch(address);
  if (!fresh.ok || fresh.redirected) return;
  await keep(address, fresh.clone());
  for (const [, part] of (await fresh.text()).matchAll(/(?:href|src)="(\/static\/[^"#]+)/g))
    await add(new URL(part, address).href);
}

// One of each address, whatever language or cookie it was for. A count that was begun is its page and what the phone
// itself has of it.
async function find(address) {
  const match = (wanted) => caches.match(wanted, { ignoreVary: true });
  return (await match(address)) ?? match(address.replace("?draft=1", ""));
}

// What was put last is kept longest. Beside the page of a table lies its file, with which Cairn in the pocket, taken
// along from here, can go on.
async function keep(address, page) {
  const kept = await caches.open(KEPT);
  await kept.delete(address, { ignoreVary: true });
  await kept.put(address, page);
  for (const old of (await kept.keys()).slice(0, -MOST)) await kept.delete(old);
  if (!/\/t\/[^/]+$/.test(address) || !(await caches.match("/along/index.html"))) return;
  const file = `${address}/table.json`;
  await kept.delete(file);
  await add(file);
}
