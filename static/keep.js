// Pages are kept for when the network is away: this one, and those whose links are marked; nothing of a table that is
// gone. What storage refuses is undefined. `attempt` and `on` serve all scripts.
const attempt = (act) => {
  try {
    return act();
  } catch {}
};
const on = (name, act) => document.addEventListener(name, act, true);
const gone = document.body.dataset.gone?.split(" ") ?? [];
document.body.removeAttribute("data-gone");
attempt(() => gone.forEach((url) => localStorage.removeItem(`waiting ${url}`)));
if (navigator.serviceWorker) keepPages();

async function keepPages() {
  const { serviceWorker } = navigator;
  await serviceWorker.register("/sw.js");
  const { active } = await serviceWorker.ready;
  const marked = [...document.querySelectorAll("a[data-keep]")].map(({ href }) => href);
  active.postMessage({ gone, addresses: [location.href, ...marked] });
  const table = document.getElementById("live");
  if (table)
    on("htmx:after:swap", () => {
      const page = `<!doctype html>${document.documentElement.outerHTML}`;
      serviceWorker.controller?.postMessage({ address: new URL(table.dataset.url, location).href, page });
    });
}
