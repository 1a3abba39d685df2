// What the scripts share. What storage refuses is undefined, and a setting that it lacks is on.
export const attempt = (act) => {
  try {
    return act();
  } catch {}
};
export const isOn = (setting) => attempt(() => localStorage.getItem(setting)) !== "off";
export const on = (name, act) => document.addEventListener(name, act, true);
export const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
export const byId = (id) => document.getElementById(id);
export const all = (what, within = document) => [...within.querySelectorAll(what)];
export const labelOf = (element) => element.getAttribute("aria-label");
export const isTick = ({ type }) => /radio|checkbox/.test(type);
