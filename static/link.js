// A link to be passed on is copied, or sent as the phone sends things; also where the page may not use the clipboard.
document.documentElement.classList.toggle("sends", "share" in navigator);
on("click", ({ target }) => {
  const button = target.closest("[data-link]");
  if (!button) return;
  const [field] = all("input", button.parentElement);
  if (button.dataset.link === "send") navigator.share({ url: field.value }).catch(() => {});
  else copy(field, button);
});

async function copy(field, button) {
  const [said] = all("[role=status]", button.parentElement);
  said.textContent = "";
  field.select();
  let copied = true;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    copied = document.execCommand("copy");
  }
  if (copied) button.focus();
  said.textContent = copied ? said.dataset.copied : said.dataset.failed;
}
