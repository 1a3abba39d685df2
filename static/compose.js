// What is composed is the state of forms in the page: it outlasts a board drawn anew, and goes when touched again.
import { all, announce, attempt, byId, isTick, labelOf, on } from "./common.js";

export const composed = (form) => [...form.elements].filter((control) => touched(control) !== undefined).map(stateOf);

export const stateOf = (control) => {
  const { name, dataset, form, checked } = control;
  const label = labelOf(control);
  const value = isTick(control) ? control.value : null;
  const at = named(form, name, value).indexOf(control);
  const state = isTick(control) ? checked : control.value;
  return { name, value, at, state, said: dataset.said ?? label, label };
};

// Puts it back; what cannot be any more is returned by its name, all of it where the form is gone. `same`: neither can
// what is called something else by now.
export const compose = (form, states, same) => {
  const gone = states.filter(({ name, value, at, state, label }) => {
    const control = form && named(form, name, value)[at];
    if (!control || control.disabled || (same && labelOf(control) !== label)) return true;
    if (value === null) control.value = state;
    else control.checked = state;
    return false;
  });
  return gone.filter(({ state, said }) => state && said).map(({ said }) => said);
};

// Lets go what is still as in these states; nothing else in the form changes.
export const uncompose = (form, states) => {
  for (const state of states) {
    const control = named(form, state.name, state.value)[state.at];
    if (!control || !isSame(stateOf(control), state)) continue;
    for (const one of control.type === "radio" ? named(form, state.name, null) : [control])
      if (isTick(one)) one.checked = one.defaultChecked;
      else one.value = firstOf(one);
  }
  tellInput(form);
};

export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// The controls of a form that say the same: these have a value that stays.
const named = (form, name, value) =>
  [...form.elements].filter((one) => one.name === name && (value === null || one.value === value));

export const tellInput = (control) => control.dispatchEvent(new Event("input", { bubbles: true }));
// Which part of a form is open is not composed.
export const composes = ({ name, type, dataset }) =>
  name && !("opens" in dataset) && !/hidden|submit|button|reset|fieldset|output/.test(type);
export const forms = () => all("form[data-report]");

// What was composed while another player was on turn may be for the own turn to come; never the other way.
const mayTake = (form, whose) => !form.dataset.whose || form.dataset.whose === whose;
let held = null;
let kept = new Map();

const hold = ({ target }) => {
  const control = target.closest?.("label")?.control ?? target;
  const goes =
    control.matches?.("[type=radio]:checked:not([data-stays], [data-stays] *)") &&
    control.form?.matches("[data-report]");
  held = goes && control;
};
const changed = (form) => {
  form.dispatchEvent(new Event("composed", { bubbles: true }));
  for (const output of all("output[data-of], b[data-of]", form)) {
    const chosen = [...form.elements].filter(
      (control) => control.checked && control.name === output.dataset.of && !control.matches(":disabled"),
    );
    const said = chosen.map((control) => control.dataset.said ?? labelOf(control)).join(" · ");
    if (output.textContent !== said) output.textContent = said;
  }
};

const letGo = () => {
  held.checked = false;
  changed(held.form);
  held = null;
};

on("pointerdown", hold);
on("click", ({ target }) => target === held && letGo());
on("keydown", (event) => {
  if (event.key !== " ") return;
  hold(event);
  if (!held) return;
  event.preventDefault(); // the space bar clicks no radio that is checked
  letGo();
});
on("input", ({ target }) => {
  const form = target.form ?? target;
  if (form.matches?.("[data-report]")) changed(form);
});
on("reset", ({ target }) => setTimeout(changed, 0, target));
const keep = () => {
  for (const form of forms()) kept.set(form.id, { states: composed(form), whose: form.dataset.whose });
};
const putBack = () => {
  const now = forms();
  const later = new Map();
  const gone = [...kept].flatMap(([id, { states, whose }]) => {
    const form = byId(id);
    const waits = !form && whose && now.some((one) => one.dataset.whose === whose);
    if (waits) {
      later.set(id, { states, whose });
      return [];
    }
    const other = form?.dataset.whose !== whose; // the board keeps what is checked: put back is what may be
    if (form && other) form.reset();
    return compose(form && mayTake(form, whose) && form, states, other);
  });
  for (const form of now) if (!kept.get(form.id)?.states.length) form.reset(); // says what the new board does
  if (gone.length) announce("gone", gone);
  kept = later;
  now.forEach(changed);
};
on("htmx:before:swap", keep);
on("htmx:after:swap", putBack);
// Loaded anew, a table that is as it was shows what was composed on it.
const table = () => byId("table") && location.pathname + byId("table").dataset.seq;
on("visibilitychange", () => {
  keep();
  attempt(() => sessionStorage.setItem("composed", JSON.stringify([table(), [...kept]])));
});
addEventListener("load", () => {
  const [at, before] = attempt(() => JSON.parse(sessionStorage.getItem("composed"))) ?? [];
  if (at && at === table()) {
    kept = new Map(before);
    putBack();
  } else forms().forEach(changed);
});
// Where no report waits for the network, what was chosen does.
on("submit", (event) => {
  const away = !navigator.onLine && byId("away");
  if (!away) return;
  event.preventDefault();
  away.hidden = false;
});

// What a control says, if it is not what it said at first.
function touched(control) {
  const { checked, defaultChecked, value } = control;
  if (!composes(control)) return;
  if (isTick(control))
    return checked === defaultChecked || (!checked && control.closest("[data-stays]")) ? undefined : checked;
  return value === firstOf(control) ? undefined : value;
}

function firstOf(control) {
  const { options, defaultValue } = control;
  return options ? (control.querySelector("[selected]") ?? options[0])?.value : defaultValue;
}
