// What the scripts share: what storage refuses is undefined, and a setting that it lacks is on; reports that the outbox
// keeps, and the one that is on its way.
const attempt = (act) => {
  try {
    return act();
  } catch {}
};
const isOn = (setting) => attempt(() => localStorage.getItem(setting)) !== "off";
const on = (name, act) => document.addEventListener(name, act, true);
const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const byId = (id) => document.getElementById(id);
const all = (what, within = document) => [...within.querySelectorAll(what)];
const labelOf = (element) => element.getAttribute("aria-label");
const isTick = ({ type }) => /radio|checkbox/.test(type);
const root = new URL("../..", document.currentScript.src).pathname;
let waiting = () => [];
let sent;

// What fields say, as the server reads it (web/table/forms.py): a report by places, and its events. Which part comes
// last, and what goes along with nothing, matters to the server alone.
const READ = { report: JSON.parse, with: JSON.parse, number: Number, text: String };
const merged = (there, part) => {
  if (Object(part) !== part) return part;
  const place = there ?? (Array.isArray(part) ? [] : {});
  for (let [key, inner] of Object.entries(part)) {
    if (Array.isArray(part)) for (key = 0; key in place; ) key++;
    place[key] = merged(place[key], inner);
  }
  return place;
};
const reportOf = (fields) =>
  fields.reduce((report, [name, value]) => {
    const [kind, ...path] = name.split(".");
    if (!READ[kind] || !value.trim()) return report;
    return merged(
      report,
      path.reduceRight((inner, key) => ({ [key]: inner }), READ[kind](value)),
    );
  }, []);
const eventsOf = ({ fields }) => Object.values(reportOf(fields));

// Dates are those of this device (web/rendering/i18n.py).
document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=34560000;samesite=lax`;

// A button that works by a script, touched before that is there: touched again when all are.
{
  let early = [];
  on("click", (event) => {
    const button = early && event.target.closest("[type=button]");
    if (!button) return;
    event.stopImmediatePropagation();
    early.push(button);
  });
  on("DOMContentLoaded", () => {
    const touched = early;
    early = null;
    for (const button of touched) button.click();
    keepPages();
  });
}

// Popovers, for a browser that has none: what a button shows, any other click hides.
if (!("popover" in document.documentElement))
  on("click", ({ target }) => {
    for (const one of all("[popover]"))
      one.classList.toggle("shown", !one.contains(target) && target.closest(`[popovertarget="${one.id}"]`));
  });

// Pages are kept for when the network is away: this one, and those whose links are marked; nothing of a table that is
// gone.
async function keepPages() {
  const { serviceWorker } = navigator;
  const gone = document.body.dataset.gone?.split(" ") ?? [];
  delete document.body.dataset.gone;
  attempt(() => gone.forEach((url) => localStorage.removeItem(`waiting ${url}`)));
  if (!serviceWorker) return;
  await serviceWorker.register(`${root}sw.js`);
  const { active } = await serviceWorker.ready;
  active.postMessage({ gone, addresses: [location.href, ...all("a[data-keep]").map(String)] });
  const table = byId("live");
  if (table)
    on("htmx:after:swap", () => {
      const page = `<!doctype html>${document.documentElement.outerHTML}`;
      serviceWorker.controller?.postMessage({ address: table.dataset.url, page });
    });
}
