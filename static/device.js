// What this device does with pages: a link is copied, also where the page may not use the clipboard, or sent as the
// device sends things; what can be switched here; what its browser lacks, in its navigator or (isSecureContext) in its
// window, which is said instead of promised.
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
for (const line of all("[data-without]")) {
  const { without } = line.dataset;
  line.hidden = navigator[without] || window[without];
}
// When a window is turned, WebKit forgets some of what changes where parts are sized by what they stand in.
addEventListener("resize", () => (document.adoptedStyleSheets = [new CSSStyleSheet()]));
