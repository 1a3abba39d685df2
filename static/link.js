// A link to be passed on is copied, or sent as the phone sends things; also where the page may not use the clipboard.
document.documentElement.classList.toggle("sends", "share" in navigator);
addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-link]");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  if (button.dataset.link === "send") navigator.share({ url: field.value }).catch(() => {});
  else copy(field, button);
});

async function copy(field, button) {
  const said = button.parentElement.querySelector("[role=status]");
  said.textContent = "";
  const allowed = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  field.select();
  const copied = allowed || document.execCommand("copy");
  if (copied) button.focus();
  said.textContent = copied ? said.dataset.copied : said.dataset.failed;
}
