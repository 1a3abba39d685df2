// What a page cannot do by itself: hear of news, keep a tap while the network is away, keep the screen awake.
const live = document.getElementById("live");
const settings = window.localStorage;

if (live) {
  hear(live);
  keepTaps(live);
  tapOnce();
  stayAwake();
}
document.querySelectorAll("[data-setting]").forEach(offerSetting);
if ("serviceWorker" in navigator && window.isSecureContext) keepPages();

// News: a stream that carries only a seq; where it cannot be had, the page looks every few seconds.
function hear(live) {
  let stream = null;
  let news = 0;
  const shown = () => Number(document.getElementById("table")?.dataset.seq ?? 0);
  const look = () => htmx.trigger(live, "at");
  const open = () => {
    if (stream && stream.readyState !== EventSource.CLOSED) return;
    stream = new EventSource(`${live.dataset.url}/stream?seen=${shown()}`);
    stream.addEventListener("at", (event) => {
      news = Number(event.data);
      look();
    });
    stream.addEventListener("gone", () => location.reload());
  };
  document.addEventListener("htmx:before:response", (event) => {
    const { request, response } = event.detail.ctx;
    if (request.method !== "GET" || response.status !== 404) return;
    event.preventDefault();
    location.reload();
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { request, text } = event.detail.ctx;
    if (!isOlder(text)) return;
    event.preventDefault();
    if (request.method === "GET") htmx.ajax("GET", request.action, { target: "#table", swap: "outerMorph" });
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { stream?.close(); return; }
    look();
    open();
  });
  setInterval(() => {
    if (document.hidden) return;
    if (stream?.readyState !== EventSource.OPEN || news > shown()) look();
    open();
  }, 3000);
  open();
}

// An answer overtaken on its way.
function isOlder(html) {
  const seq = html.match(/id="table"[^>]*? data-seq="(\d+)"/);
  return seq && Number(seq[1]) < Number(document.getElementById("table")?.dataset.seq);
}

// A double tap must not hit what its first half has brought up.
function tapOnce() {
  let reported = false;
  document.addEventListener("click", (event) => {
    const reports = Boolean(event.target.closest("form[action$='/report'] button"));
    if (reports && reported && event.detail > 1) event.preventDefault();
    reported = reports;
  }, true);
}

// Taps: a report that did not get through waits here with its move id, and is sent until it is answered.
function keepTaps(live) {
  const place = `waiting ${live.dataset.url}`;
  const note = document.getElementById("waiting");
  const read = () => JSON.parse(settings.getItem(place) ?? "[]");
  const write = (taps) => {
    settings.setItem(place, JSON.stringify(taps));
    tell();
  };
  const tell = () => {
    const taps = read();
    note.hidden = taps.length === 0;
    note.querySelector("b").textContent = taps.map((tap) => tap.said).join(" · ");
  };
  const keep = (event) => {
    const { ctx } = event.detail;
    const lost = !ctx.response || ctx.response.status >= 502;
    if (!lost || ctx.request.method !== "POST" || !ctx.request.action.endsWith("/report")) return;
    event.preventDefault();
    const fields = [...new URLSearchParams(ctx.request.body)];
    const said = ctx.sourceElement.dataset?.said || ctx.sourceElement.textContent.trim();
    write([...read(), { action: ctx.request.action, fields, said }]);
  };
  const send = async () => {
    const [tap] = read();
    if (!tap || send.busy) return;
    send.busy = true;
    try {
      const answer = await fetch(tap.action, {
        method: "POST", body: new URLSearchParams(tap.fields), headers: { "HX-Request": "true" },
      });
      if (answer.status < 500 && answer.status !== 429) {
        write(read().filter((other) => id(other) !== id(tap)));
        await show(answer, tap);
      }
    } catch { /* still away */ } finally { send.busy = false; }
  };
  const id = (tap) => new URLSearchParams(tap.fields).get("move_id");
  const show = async (answer, tap) => {
    const html = await answer.text();
    const page = new DOMParser().parseFromString(html, "text/html");
    const table = page.getElementById("table");
    if (table && !isOlder(html)) document.getElementById("table").replaceWith(table);
    else if (!table) document.querySelector("main").replaceWith(page.querySelector("main"));
    htmx.process(document.querySelector("main"));
    if (!table) return;
    if (!answer.ok) document.getElementById("meant").textContent = tap.said;
    document.getElementById("meant").parentElement.hidden = answer.ok;
  };
  document.addEventListener("htmx:error", keep);
  document.addEventListener("htmx:before:response", keep);
  window.addEventListener("online", send);
  window.addEventListener("storage", tell);
  setInterval(send, 2000);
  tell();
}

// The screen stays on at a table, unless this device was told otherwise.
function stayAwake() {
  const ask = () => {
    if (!document.hidden && settings.getItem("awake") !== "off") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

// Pages of a table stay readable without the network; the first one was here before the worker, so it is added.
async function keepPages() {
  await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const parts = loaded.filter((name) => new URL(name).pathname.startsWith("/static/"));
  const kept = await caches.open("cairn-1");
  await kept.addAll([location.href, ...new Set(parts)]);
  if (live) document.addEventListener("htmx:after:swap", () => {
    const page = `<!doctype html>${document.documentElement.outerHTML}`;
    kept.put(live.dataset.url, new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  });
}

// A switch that this device remembers; it is on until it was put off.
function offerSetting(box) {
  box.closest("[hidden]")?.removeAttribute("hidden");
  box.checked = settings.getItem(box.dataset.setting) !== "off";
  box.addEventListener("change", () => settings.setItem(box.dataset.setting, box.checked ? "on" : "off"));
}
