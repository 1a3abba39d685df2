// Lutèce: in a count, a card that was entered becomes a tick of its own in the list.
{
  const all = (place, what) => [...place.querySelectorAll(what)];
  const form = document.getElementById("count");

  const fieldsOf = (button, root) => {
    const controls = button.name ? [[button.name, button.value]] : [...new FormData(form)];
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
    tick.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const empty = (adding) => {
    for (const field of all(adding, "input, select"))
      if (field.type === "radio") field.checked = false;
      else field.value = "";
  };

  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    if (submitter.dataset.adds === undefined) return;
    event.preventDefault();
    const adding = submitter.closest("section, form").querySelector(".lu-adding");
    const { root } = adding.dataset;
    const chosen = all(adding, ":checked:enabled").flatMap(({ dataset }) => dataset.said ?? []);
    const known = Boolean(submitter.name);
    const kind = known ? submitter : adding.querySelector("[data-kind]:checked");
    if (!kind) return;
    const card = new URLSearchParams(fieldsOf(submitter, root));
    const said = known ? submitter.dataset.said : chosen.join(" · ");
    if (kind.dataset.bears !== undefined)
      adding.querySelector("select").add(new Option(said, card.get(`${root}cards[*].id`)));
    submitter.hidden = known;
    empty(adding);
    if (!known)
      for (const next of all(form, "[data-kind]")) next.value = next.value.replace(/\d+$/, (last) => Number(last) + 1);
    hold(adding, card, said, known ? submitter.cloneNode(true).childNodes : [said]);
  });
}
