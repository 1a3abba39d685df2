import { all, labelOf, on } from "./common.js";

// What may not be done with the card that is chosen, and why: the board brings it, for whoever is on turn.
on("composed", ({ target: form }) => {
  const panel = form.querySelector(".chosen");
  const card = form.querySelector(".cell :checked");
  if (!panel || !card) return;
  const row = card.closest(".cells").dataset;
  const { seat } = JSON.parse(form.elements["with.0"].value);
  // A wager that lies somewhere stands for one that does not.
  const free = card.closest(".laid, .pile") && form.querySelector(`:is(.unseen, .known) [value='${card.value}']`);
  const { another } = panel.querySelector("[data-another]").dataset;
  card.dataset.said = free ? another.replace("{}", labelOf(free)) : labelOf(card);
  panel.querySelector("output.card").textContent = card.dataset.said;
  const said = new Set();
  const shut = panel.querySelector("[data-shut]");
  shut.textContent = "";
  for (const way of all(".way", panel)) {
    const what = way.dataset.way;
    const why = card.dataset[what + seat] ?? card.dataset[what] ?? card.dataset.why ?? "";
    const hint = why && what === "lay" ? row[`hint${seat}`] : "";
    way.disabled = why;
    way.querySelector("output").textContent = said.has(why) ? "" : [why, hint].filter(Boolean).join(" ");
    said.add(why);
    for (const pile of all("[data-closes]", way)) {
      pile.disabled = card.closest(`.suit.${pile.dataset.closes}`);
      if (pile.disabled && !why) shut.textContent = way.dataset.closed;
    }
  }
});

// The arrows go from card to card, up and down too; Enter chooses as the space bar does, and says nothing.
on("keydown", (event) => {
  const { target, key } = event;
  if (!target.matches?.(".cell > [type=radio]")) return;
  const rows = { ArrowUp: -1, ArrowDown: 1, Enter: 0 }[key];
  if (rows === undefined) return;
  event.preventDefault();
  const cards = [...target.form.elements[target.name]];
  const columns = getComputedStyle(target.closest(".cells")).gridTemplateColumns.split(" ").length;
  const card = cards[cards.indexOf(target) + rows * columns];
  card?.focus();
  card?.click();
});
