// A choice that goes with one choice of another field alone is shut beside any other.
import { all, on } from "./common.js";

const shut = () => {
  for (const option of all("[data-only]")) {
    const { field, only } = option.dataset;
    const list = option.parentElement;
    option.disabled = list.form.elements[field].value !== only;
    if (option.selected && option.disabled) list.selectedIndex = [...list.options].findIndex((one) => !one.disabled);
  }
};
on("change", shut);
shut();
