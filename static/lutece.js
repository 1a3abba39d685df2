// Lutèce: what its forms do beyond what a browser does of itself. What is allowed comes with the page.
{
  const all = (place, what) => [...place.querySelectorAll(what)];
  const say = (control) => control.dispatchEvent(new Event("input", { bubbles: true }));
  const last = {};

  // − and + beside a number; below its least a number that may be empty is.
  const step = (by, field) => {
    const least = field.required ? 0 : Math.max(1, field.min);
    const to = (field.value ? +field.value : least - 1) + by;
    field.value = to >= least ? Math.min(to, field.max) : field.required ? 0 : "";
    say(field);
  };

  // Fields that the kind has not are not sent. A tile that somebody has filled: the next of its deck.
  const card = (form) => {
    const tile = form.querySelector(".lu-at :checked");
    const kind = form.querySelector("[data-kind]:checked");
    const before = kind && last[form.id];
    last[form.id] = tile?.value;
    for (const slot of all(document, ".lu-slot")) slot.classList.toggle("chosen", slot.id === `on-${tile?.value}`);
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
    const values = now.map(({ value }) => value);
    const kept = (last[form.id] ?? []).filter((value) => values.includes(value));
    last[form.id] = [...new Set([...kept, ...values])].slice(-2);
    for (const tick of now) tick.checked = last[form.id].includes(tick.value);
    form.querySelector(".main").disabled = now.length < 2;
  };

  const bribe = (form) => {
    const laid = all(form, "[type=number]").filter(({ value }) => value);
    const spent = laid.reduce((sum, { value, min }) => sum + (value - min) + 1, 0);
    for (const note of all(form, "[data-spent]")) note.classList.toggle("off", +note.dataset.spent !== spent);
    form.querySelector(".main").disabled = spent < 1 || form.querySelector("[data-forbids]:not(.off)");
  };

  on("click", ({ target }) => {
    const button = target.closest("[data-by]");
    if (button) step(+button.dataset.by, button.parentElement.querySelector("[type=number]"));
  });
  on("composed", ({ target: form }) => {
    if (form.matches(".lu-lay")) lay(form);
    else if (form.matches(".lu-bribes")) bribe(form);
    else if (form.id === "count") all(form, ".lu-adding").forEach(card);
    else if (form.querySelector("[data-kind]")) card(form);
  });

  // In a count, a card that was entered becomes a tick of its own in the list.
  const fieldsOf = (button, root) => {
    const controls = button.name ? [[button.name, button.value]] : [...new FormData(button.form)];
    return controls
      .flatMap(([name, value]) => (name.startsWith("sends") ? [...new URLSearchParams(value)] : [[name, value]]))
      .filter(([name, value]) => name.startsWith(`${root}cards[new]`) && value !== "!")
      .map(([name, value]) => [name.replace("[new]", "[*]"), value]);
  };

  const hold = (adding, card, said, face) => {
    const row = document.getElementById("held").content.cloneNode(true);
    const [tick, label] = all(row, "input, span");
    tick.value = card;
    tick.dataset.said = said;
    label.append(...face);
    adding.parentElement.querySelector(".lu-held").append(row);
    say(tick);
  };

  const empty = (adding) => {
    for (const field of all(adding, "input, select"))
      if (field.type === "radio") field.checked = false;
      else field.value = "";
  };

  on("submit", (event) => {
    const { target: form, submitter } = event;
    if (submitter?.dataset.adds === undefined) return;
    event.preventDefault();
    const adding = submitter.closest("section, form").querySelector(".lu-adding");
    const { root } = adding.dataset;
    const chosen = all(adding, ":checked:enabled").flatMap(({ dataset }) => dataset.said ?? []);
    const known = submitter.name;
    const kind = known ? submitter : adding.querySelector("[data-kind]:checked");
    if (!kind) return;
    const card = new URLSearchParams(fieldsOf(submitter, root));
    const said = known ? submitter.dataset.said : chosen.join(" · ");
    if (kind.dataset.bears !== undefined)
      adding.querySelector("select").add(new Option(said, card.get(`${root}cards[*].id`)));
    submitter.hidden = known;
    empty(adding);
    if (!known)
      for (const next of all(form, "[data-kind]")) next.value = next.value.replace(/\d+$/, (last) => +last + 1);
    hold(adding, card, said, known ? submitter.cloneNode(true).childNodes : [said]);
  });
}
