// Pages of a table that was open can be read without network, marked so.
const KEPT = "cairn-1";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !/\/\/[^/]+\/(t|w|r|static)\//.test(request.url)) return;
  if (request.headers.has("HX-Request") || request.url.includes("/stream")) return;
  event.respondWith(answer(request));
});

async function tidy() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await clients.claim();
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) kept.put(request, fresh.clone());
    return fresh;
  } catch (lost) {
    const old = await kept.match(request);
    if (!old) throw lost;
    if (request.mode !== "navigate") return old;
    const page = (await old.text()).replace('id="kept" hidden', 'id="kept"');
    return new Response(page, { headers: old.headers });
  }
}
