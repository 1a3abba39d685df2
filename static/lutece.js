// Lutèce: what its forms do beyond what a browser does of itself. What is allowed comes with the page.
{
  const on = (name, act) => document.addEventListener(name, act);
  const all = (place, what) => [...place.querySelectorAll(what)];
  const say = (control) => control.dispatchEvent(new Event("input", { bubbles: true }));
  const last = {};

  // − and + beside a number; below its least a number that may be empty is.
  const step = (by, field) => {
    const least = field.required ? 0 : Math.max(1, field.min);
    const to = (field.value === "" ? least - 1 : Number(field.value)) + by;
    field.value = to >= least ? Math.min(to, field.max) : field.required ? 0 : "";
    say(field);
  };

  // Fields that the kind has not are not sent. A tile that somebody has filled: the next of its deck.
  const card = (form) => {
    const tile = form.querySelector(".lu-at :checked");
    const kind = form.querySelector("[data-kind]:checked");
    const before = kind && last[form.id];
    last[form.id] = tile?.value;
    for (const set of all(form, "fieldset[data-deck]")) set.disabled = tile && set.dataset.deck !== tile.dataset.deck;
    for (const set of all(form, "[data-field]"))
      set.disabled = kind ? !`${kind.dataset.usual} under`.includes(set.dataset.field) : form.matches("#count *");
    if (!before || document.getElementById(`tile-${before}`)) return;
    document.dispatchEvent(new CustomEvent("gone", { detail: [before] }));
    const next = form.querySelector(`.lu-at [data-deck=${kind.closest("fieldset").dataset.deck}]`);
    if (!next || next.checked) return;
    next.checked = true;
    say(next);
  };

  // Two action cards: the third lets the first go.
  const lay = (form) => {
    const now = all(form, ":checked");
    const order = (last[form.id] ?? []).map((value) => now.find((tick) => tick.value === value)).filter(Boolean);
    const ticked = [...new Set([...order, ...now])];
    while (ticked.length > 2) ticked.shift().checked = false;
    last[form.id] = ticked.map(({ value }) => value);
    form.querySelector(".main").disabled = ticked.length < 2;
  };

  const bribe = (form) => {
    const laid = all(form, "[type=number]").filter(({ value }) => value);
    const spent = laid.reduce((sum, { value, min }) => sum + Number(value) - min + 1, 0);
    for (const note of all(form, "[data-spent]")) note.classList.toggle("off", +note.dataset.spent !== spent);
    form.querySelector(".main").disabled = spent < 1 || form.querySelector("[data-forbids]:not(.off)");
  };

  on("click", ({ target }) => {
    const button = target.closest("[data-by]");
    if (button) step(Number(button.dataset.by), button.parentElement.querySelector("[type=number]"));
  });
  on("composed", ({ target: form }) => {
    if (form.matches(".lu-lay")) lay(form);
    else if (form.matches(".lu-bribes")) bribe(form);
    else if (form.id === "count") all(form, ".lu-adding").forEach(card);
    else if (form.querySelector("[data-kind]")) card(form);
  });
}
