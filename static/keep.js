// What the scripts share: what storage refuses is undefined; reports that the outbox keeps, and the one that is on its
// way.
const attempt = (act) => {
  try {
    return act();
  } catch {}
};
const on = (name, act) => document.addEventListener(name, act, true);
const all = (what, within = document) => [...within.querySelectorAll(what)];
let waiting = () => [];
let sent = null;

// Pages are kept for when the network is away: this one, and those whose links are marked; nothing of a table that is
// gone.
const gone = document.body.dataset.gone?.split(" ") ?? [];
delete document.body.dataset.gone;
attempt(() => gone.forEach((url) => localStorage.removeItem(`waiting ${url}`)));
if (navigator.serviceWorker) keepPages();

async function keepPages() {
  const { serviceWorker } = navigator;
  await serviceWorker.register("/sw.js");
  const { active } = await serviceWorker.ready;
  const marked = all("a[data-keep]").map(({ href }) => href);
  active.postMessage({ gone, addresses: [location.href, ...marked] });
  const table = document.getElementById("live");
  if (table)
    addEventListener("htmx:after:swap", () => {
      const page = `<!doctype html>${document.documentElement.outerHTML}`;
      serviceWorker.controller?.postMessage({ address: new URL(table.dataset.url, location).href, page });
    });
}
