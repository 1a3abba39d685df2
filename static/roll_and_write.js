// Keys make a throw; a lit number is said, or lights where its arrow leads.
import { all, announce, byId, labelOf, on } from "./common.js";
import { tellInput } from "./compose.js";
import { eventsOf, waiting, waitingEvents } from "./reports.js";

const seatOf = ({ id }) => id.at(-1);
let finger = {}; // `touched`: the form that is said as soon as it can be; `looked`: the seat whose sheet is shown
const did = (what) => {
  finger = { ...finger, ...what };
};

history.scrollRestoration = "manual";
on("pointerdown", ({ target }) => did({ touched: target.form }));
on("keydown", () => did({ touched: null }));
on("submit", () => did({ touched: null, looked: null }));
on("change", ({ target: { name, value } }) => {
  if (name !== "sheet") return;
  did({ looked: value });
  see(value);
});
// A box of a sheet being copied says which numbers of its column are known with it, and which may stand beside it.
on("input", ({ target: { form, dataset, parentElement } }) => {
  if (dataset.beside === undefined) return;
  const field = form.elements[parentElement.parentElement.dataset.typed];
  field.placeholder = dataset.known ?? field.placeholder;
  if (!RegExp(`^\\s*${dataset.beside}\\s*$`).test(field.value)) field.value = "";
});
on("htmx:after:swap", () => see(document.querySelector("[name=sheet]:checked")?.value));
on("click", ({ target }) => {
  const { form, value, dataset } = target.closest("[data-takes], [data-puts], [data-tells]") ?? {};
  if (!form) return;
  const fields = all("select", form);
  const fits = (field) => !field.value && field.querySelector(`[value='${value}']`);
  did({ touched: form });
  if ("takes" in dataset) put(fields[dataset.takes], "");
  if ("puts" in dataset) put(fields.find(fits), value);
  if ("tells" in dataset) form.told[form.asked] = { kind: value, after: dataset.tells };
  tellInput(form);
});
on("formdata", ({ target: { told = {} }, formData }) => {
  for (const [asked, { kind }] of Object.entries(told))
    formData.append("report", JSON.stringify([{ ...JSON.parse(asked), kind }]));
});
on("composed", ({ target }) => queueMicrotask(() => (target.id === "paper" ? copy(target) : paint(target))));

// A sheet, and what belongs to it in the hand.
function see(seat) {
  for (const part of all("#table .of")) part.classList.toggle("shown", part.dataset.seat === seat);
}

function put(field, value) {
  if (!field) return;
  field.value = value;
  field.dataset.said = field.selectedOptions[0].text;
}

// A sheet being copied shows what was tapped on it before it is answered.
function copy(paper) {
  for (const tap of waitingEvents().flatMap(({ boxes = [] }) => boxes)) {
    const [colour, number, kind = "plain"] = tap.split("-");
    const face = byId("faces").content.querySelector(`.${kind}`);
    for (const box of all(number ? `[value^='["${colour}-${number}-']` : ".box.unknown", paper)) {
      box.className = face.className;
      box.innerHTML = face.innerHTML;
      box.setAttribute("aria-label", labelOf(face).replace("{}", box.dataset.said));
      box.value = box.value.replace(/-\w+"]$/, face.value.slice(2));
    }
  }
}

// A die more or less of a throw lights nothing yet.
function paint(composed) {
  const table = document.querySelector("#table.rw");
  if (!table) return;
  const { touched, looked } = finger;
  const said = waiting().map(read);
  const thrown = said.find(({ dice }) => dice);
  const { seat: thrower, dice } = thrown ?? table.dataset;
  const by = (seat) => said.find((one) => one !== thrown && one.seat === seat);
  for (const slot of all("[data-takes]")) show(slot, thrown);
  const rolling = composed === touched && touched.matches("[id^=throw]:invalid");
  for (const form of rolling ? [] : all("[id^=choose]"))
    light(form, seatOf(form) === thrower ? {} : by(thrower), dice.split(" "), by(seatOf(form)));
  const open = all(".deciding:not([hidden]) > form").map(seatOf);
  const free = open.filter((seat) => !by(seat));
  const seat = looked ?? free.find((one) => one >= thrower) ?? free[0] ?? table.dataset.shown;
  byId(`see-${seat}`).checked = true;
  see(seat);
  if (touched?.matches("[id^=throw]:valid, [data-state=ready]") && !touched.closest(".amending"))
    touched.requestSubmit(touched.querySelector(".say"));
}

// What a choice or a throw says, in the words of the page.
function read(report) {
  const { seat, number, colour, numbers, colours } = eventsOf(report).at(-1) ?? {};
  return { seat: `${seat}`, number: `${number}`, colour, dice: numbers && [...numbers, ...colours].join(" ") };
}

const chosen = ({ value }) => value && JSON.parse(value)[0];

function show(slot, thrown) {
  const { form, dataset } = slot;
  const value = thrown?.dice.split(" ")[dataset.takes] ?? chosen(all("select", form)[dataset.takes]);
  const face = `die ${value}`;
  if (slot.className === face) return;
  slot.className = face;
  const key = form.querySelector(`.key[class~="${value}"]`);
  slot.innerHTML = key?.innerHTML ?? "";
  slot.setAttribute("aria-label", key?.dataset.take ?? "");
}

function light(form, taken, dice, waits) {
  const sheet = byId(`col-${seatOf(form)}`);
  const gone = [dice.indexOf(taken?.number), dice.indexOf(taken?.colour)];
  const left = taken && !waits ? dice.filter((_die, at) => !gone.includes(at)) : [];
  if (form.closest("[data-early]")) sheet.dataset.dice = left.join(" ");
  const lit = sheet.dataset.dice.split(" ");
  for (const column of all("[data-of]", sheet)) {
    const { of } = column.dataset;
    for (const fit of all("[data-die]", column))
      fit.classList.toggle("lit", lit.includes(of) && lit.includes(fit.dataset.die));
  }
  form.parentElement.hidden = !sheet.dataset.dice;
  form.dataset.state = sheet.dataset.state = waits ? "waits" : follow(form, sheet);
}

// A chosen number, and each arrow after it, is a mark in the next box of a column, which says what comes then: an arrow
// leads on, and of what nobody knows it is asked.
function follow(form, sheet) {
  const radio = sheet.querySelector(":checked");
  form.told = (radio && form.told) ?? {};
  if (radio && !radio.closest(".lit")) {
    form.reset();
    radio.checked = false; // after a refusal it is what the form says at first
    announce("gone", [radio.dataset.said]);
    return "";
  }
  const columns = all("[data-of]", sheet).map((column) => ({ column, ahead: all("[data-after]", column).reverse() }));
  const mark = (where) => {
    where.written = where.ahead.shift();
    const { after, learns, asks } = where.written?.dataset ?? {};
    if (!learns) return after;
    form.asked = learns;
    form.querySelector("output").value = asks;
    return form.told[learns]?.after ?? after;
  };
  const first = columns.find(({ column }) => column.contains(radio));
  let after = radio?.closest("[data-after]") ? mark(first) : undefined;
  for (const of of all("select", form).map(chosen))
    if (of && after === "arrow") after = mark(columns.find(({ column }) => column.dataset.of === of));
  for (const where of columns) again(where, where === first ? radio : null, after === "arrow");
  return after ?? (radio ? "ready" : "");
}

// What an arrow would write stands in the next box of a column; what it wrote stays to be seen.
function again({ column, ahead, written }, radio, leads) {
  const button = column.querySelector("[data-puts]");
  if (!button) return;
  const next = leads && ahead[0];
  const place = next || written || ahead[0];
  if (button.parentNode !== place) place.append(button);
  button.querySelector("b").textContent = (radio ?? column).dataset.again;
  button.disabled = !next;
  button.hidden = !next && (!written || written.contains(radio));
}
