// Pages are kept for when the network is away: this one, and those whose links are marked; nothing of a table that is
// gone. What storage refuses is undefined.
const attempt = (act) => {
  try {
    return act();
  } catch {}
};
const gone = document.body.dataset.gone?.split(" ") ?? [];
delete document.body.dataset.gone;
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
    addEventListener("htmx:after:swap", () => {
      const page = `<!doctype html>${document.documentElement.outerHTML}`;
      serviceWorker.controller?.postMessage({ address: new URL(table.dataset.url, location).href, page });
    });
}
