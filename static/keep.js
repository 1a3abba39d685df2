// A button that works by a script, touched before that is there: touched again when all are.
{
  const early = [];
  const hold = (event) => {
    const button = event.target.closest("[type=button]");
    if (!button) return;
    event.stopImmediatePropagation();
    early.push(button);
  };
  document.addEventListener("click", hold, true);
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", hold, true);
    for (const button of early) button.click();
  });
}
