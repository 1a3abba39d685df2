// What this device does with pages: a link is copied, also where the page may not use the clipboard, or sent as the
// device sends things; what can be switched here; what its browser lacks, in its navigator or (isSecureContext) in its
// window, which is said instead of promised.
import { all, attempt, byId, isOn, on } from "./common.js";

document.documentElement.classList.toggle("sends", "share" in navigator);
on("click", async ({ target }) => {
  const button = target.closest("[data-link]");
  if (!button) return;
  const [field, said] = all("input, [role=status]", button.parentElement);
  if (button.dataset.link === "send") return navigator.share({ url: field.value }).catch(() => {});
  said.textContent = "";
  field.select();
  let copied = true;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    copied = document.execCommand("copy");
  }
  if (copied) button.focus();
  said.textContent = said.dataset[copied ? "copied" : "failed"];
});

for (const box of all("[data-setting]")) {
  const { setting } = box.dataset;
  box.closest("[hidden]")?.removeAttribute("hidden");
  box.checked = isOn(setting);
  box.onchange = () => localStorage.setItem(setting, box.checked ? "on" : "off");
}
for (const line of all("[data-without]")) line.hidden = navigator[line.dataset.without] || window[line.dataset.without];
// When a window is turned, WebKit forgets some of what changes where parts are sized by what they stand in.
addEventListener("resize", () => {
  document.adoptedStyleSheets = [new CSSStyleSheet()];
});

// Dates are those of this device (web/rendering/i18n.py).
document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;max-age=34560000;samesite=lax`;

// Popovers, for a browser that has none: what a button shows, any other click hides.
if (!("popover" in document.documentElement))
  on("click", ({ target }) => {
    for (const one of all("[popover]"))
      one.classList.toggle("shown", !one.contains(target) && target.closest(`[popovertarget="${one.id}"]`));
  });

// Pages are kept for when the network is away: this one, and those whose links are marked; nothing of a table that is
// gone.
on("DOMContentLoaded", async () => {
  const { serviceWorker } = navigator;
  const gone = document.body.dataset.gone?.split(" ") ?? [];
  delete document.body.dataset.gone;
  for (const url of gone) attempt(() => localStorage.removeItem(`waiting ${url}`));
  if (!serviceWorker) return;
  await serviceWorker.register(new URL("../../sw.js", import.meta.url));
  const { active } = await serviceWorker.ready;
  active.postMessage({ gone, addresses: [location.href, ...all("a[data-keep]").map(String)] });
  const table = byId("live");
  if (table)
    on("htmx:after:swap", () => {
      const page = `<!doctype html>${document.documentElement.outerHTML}`;
      serviceWorker.controller?.postMessage({ address: table.dataset.url, page });
    });
});
