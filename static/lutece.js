// Lutèce: what its forms do beyond what a browser does of itself. What is allowed comes with the page.
import { all, byId, isTick, on } from "./common.js";
import { tellInput } from "./compose.js";
import { reportOf, waitingEvents } from "./reports.js";

const unfolded = new Set();

// − and + beside a number, from what an empty one stands for; below its least a number that may be empty is.
const step = (by, field) => {
  const least = field.required ? 0 : Math.max(1, field.min);
  const to = (+(field.value || field.placeholder) || 0) + by;
  field.value = to >= least ? Math.min(to, field.max) : field.required ? 0 : "";
  tellInput(field);
};

// Fields that the kind has not are not sent; a number of symbols that is not typed is what the kind has.
const fit = (part) => {
  const usual = part.querySelector("[data-usual]:checked")?.dataset.usual.split(" ") ?? [];
  for (const set of all("[data-field]", part)) set.disabled = !usual.includes(set.dataset.field);
  for (const set of all("[data-else]", part)) set.disabled = usual.includes(set.dataset.else);
  const said = part.querySelector("[name$='.resources']:checked:enabled")?.value;
  const symbols = JSON.parse(said ?? part.querySelector("[data-symbols]:checked")?.dataset.symbols ?? "{}");
  for (const field of all("[name*='.resources.']", part))
    field.placeholder = symbols[field.name.split(".").at(-1)] ?? "–";
};
// Neither whole nor not, where none is said.
const isWhole = (part) =>
  part.querySelector(".lu-none:not(:checked)") &&
  !part.querySelector(".lu-row-of[data-field=cost]:enabled:not(:has(:checked))");

// Where a card waits to lie, none is said, nor where its kind is taken off. A tile that has its kind shows no other.
// What makes a card whole, its cost, leads to the next tile; what changes it does not, nor an arrow key, which may go
// on.
const offer = (form) => {
  let next;
  const offered = waitingEvents().map(({ card, tile }) => card && tile);
  for (const part of all(".lu-new", form)) {
    const none = part.querySelector(".lu-none");
    const tile = part.querySelector("[name=at]");
    tile.disabled = offered.includes(tile.value);
    if (!none.checked && (tile.disabled || !form.elements[none.name].value)) {
      for (const said of all("[type=radio]:checked", part)) said.checked = said === tile;
      none.checked = true;
    }
    fit(part);
    const whole = isWhole(part);
    const byKeys = part.querySelector("[type=radio]:focus-visible");
    part.classList.toggle("chosen", !none.checked && !byKeys);
    if (whole && part.whole === false && !byKeys)
      next = form.querySelector(".lu-new:has(.lu-none:checked) [name=at]:enabled");
    part.whole = whole;
  }
  const at = next ?? form.querySelector("[name=at]:checked:enabled") ?? form.querySelector("[name=at]:enabled");
  form.inert = !at;
  if (at) at.checked = true;
  form.querySelector(".main").disabled = !form.querySelector(".lu-none:not(:checked)");
};

// So many action cards of each hand are laid, no more and no fewer: those that fill it up as far as others leave room.
// A bribe is for a card that is laid.
const lay = (form) => {
  const ticks = all("[type=checkbox]", form);
  const laid = [...new Set(ticks.map(({ name }) => name))].map((hand) => {
    const own = ticks.filter(({ name }) => name === hand);
    const chosen = own.filter(({ checked, dataset }) => checked && !("fills" in dataset)).length;
    const fill = own.filter(({ dataset }) => "fills" in dataset);
    fill.forEach((tick, at) => {
      tick.checked = chosen + at < form.dataset.most;
    });
    return own.filter(({ checked }) => checked).length;
  });
  for (const number of all("[type=number]", form))
    if (!number.closest(".lu-bid").querySelector(":checked")) number.value = "";
  form.querySelector(".lu-over").classList.toggle(
    "off",
    laid.every((many) => many <= form.dataset.most),
  );
  form.querySelector(".main").disabled =
    laid.some((many) => many !== +form.dataset.most) || !form.querySelector(":checked:not([data-fills])");
};

const bribe = (form) => {
  const laid = all("[type=number]", form).filter(({ value }) => value);
  const spent = laid.reduce((sum, { value, min }) => sum + (value - min) + 1, 0);
  for (const note of all("[data-spent]", form)) note.classList.toggle("off", +note.dataset.spent !== spent);
  form.querySelector(".main").disabled = spent < 1 || form.querySelector("[data-forbids]:not(.off)");
};

// What is unfolded or folded once is so on every tile and in the next round.
on("toggle", ({ target: { open, dataset } }) => {
  if (!dataset.unfolds) return;
  unfolded[open ? "add" : "delete"](dataset.unfolds);
  for (const part of all(`[data-unfolds=${dataset.unfolds}]`)) part.open = open;
});
on("click", ({ target }) => {
  const button = target.closest("[data-by]");
  if (button) step(+button.dataset.by, button.parentElement.querySelector("[type=number]"));
});
on("composed", ({ target: form }) => {
  for (const part of all("[data-unfolds]")) part.open ||= unfolded.has(part.dataset.unfolds);
  if (form.dataset.most) lay(form);
  else if (form.matches(".lu-bribes")) bribe(form);
  else if (form.matches(".lu-offer")) offer(form);
  else {
    all(".lu-adding").forEach(fit);
    renumber(form);
  }
});

// A new card has a number behind those in the lists.
const renumber = (form) => {
  const numbers = all(".lu-held input", form).map(({ value }) => /"id":"card-(\d+)"/.exec(value)?.[1] ?? 0);
  const least = Math.max(0, ...numbers) + 1;
  for (const kind of all("[data-kind]", form))
    kind.value = kind.value.replace(/\d+(?="}$)/, (number) => Math.max(number, least));
};

// In a count, a card that was entered becomes a tick of its own in the list.
const hold = (adding, card, said, face) => {
  const row = byId("held").content.cloneNode(true);
  const [tick, label] = all("input, span", row);
  tick.name = `report.${adding.dataset.list}`;
  tick.value = JSON.stringify([card]);
  tick.dataset.said = said;
  label.append(...face);
  adding.parentElement.querySelector(".lu-held").append(row);
  tellInput(tick);
};

// Whoever has said something hands the phone on, covered.
on("submit", ({ target }) => target.matches(".lu-of-seat") && byId("whose")?.reset());

on("submit", (event) => {
  const { target: form, submitter } = event;
  if (!submitter?.matches("[data-adds]")) return;
  event.preventDefault();
  const adding = submitter.closest("section, form").querySelector(".lu-adding");
  const chosen = all(":checked:enabled", adding).flatMap(({ dataset }) => dataset.said ?? []);
  const known = submitter.name && submitter.value;
  const kind = known ? submitter : adding.querySelector("[data-kind]:checked");
  if (!kind) return;
  const path = `${adding.dataset.list}.999`.split(".");
  const fields = [...new FormData(form)];
  const card = known ? JSON.parse(known)[0] : path.reduce((place, key) => place[key], reportOf(fields));
  const said = known ? submitter.dataset.said : chosen.join(" · ");
  if (kind.matches("[data-bears]")) adding.querySelector("select").add(new Option(said, JSON.stringify(card.id)));
  submitter.hidden = known;
  for (const field of all("input, select", adding))
    if (isTick(field)) field.checked = false;
    else field.value = "";
  hold(adding, card, said, known ? submitter.cloneNode(true).childNodes : [said]);
});
