// Keys make a throw; a touch of a lit number says it, or lights where its arrow leads. The board brings what may be.
{
  const on = (name, act) => document.addEventListener(name, act);
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const told = new Map(); // what a form has been told of unknown boxes
  let touched = false;
  let looked = "";
  let painting = false;

  const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));
  const say = (form) => form.requestSubmit(form.querySelector("button:not([type])"));
  const dice = (form) => all("select[required]", form);
  const arrows = (form) => all(".arrows select", form);
  const written = (form) => [...form.elements].find(({ name, checked }) => name === "sends" && checked);

  const put = (field, value) => {
    field.value = value;
    field.dataset.said = value && field.selectedOptions[0].textContent.trim();
    changed(field);
  };

  on("pointerdown", ({ target }) => (touched = Boolean(target.closest(".fit"))));
  on("keydown", () => (touched = false));
  on("submit", () => (looked = ""));
  on("change", ({ target }) => {
    if (target.name !== "sheet") return;
    looked = target.value;
  });
  on("reset", ({ target }) => told.delete(target.id));
  on("click", ({ target }) => {
    const button = target.closest("button");
    const form = button?.form;
    if (!form) return;
    const { slot, to, kind } = button.dataset;
    if (slot) put(dice(form)[slot], "");
    if (button.closest(".keys")) throws(form, button.value);
    if (to) {
      touched = true;
      put(
        arrows(form).find(({ value }) => !value),
        to,
      );
    }
    if (kind) {
      touched = true;
      told.set(form.id, [...(told.get(form.id) ?? []), { ...form.asks, kind }]);
      changed(written(form));
    }
  });
  on("composed", ({ target }) => {
    if (painting) return;
    painting = true;
    queueMicrotask(() => {
      painting = false;
      paint();
      if (touched && target.dataset.state === "ready") say(target);
      touched = false;
    });
  });
  // What an unknown box has in it is said before what is written there.
  on("formdata", ({ target: { id }, formData }) => {
    const boxes = told.get(id) ?? [];
    if (!boxes.length) return;
    const fields = [...formData];
    for (const [name] of fields) formData.delete(name);
    const add = (at, ...field) => formData.append(...field.map((part) => part.replace(/(^|&)e\./g, `$1e[${at}].`)));
    for (const [at, { of, box, kind }] of boxes.entries())
      add(at, "sends", `e.type=learn&e.colour=${of}&e.box#=${box}&e.kind=${kind}`);
    for (const field of fields) add(boxes.length, ...field);
  });

  function throws(form, value) {
    const fields = dice(form);
    const free = fields.find((one) => !one.value && [...one.options].some((option) => option.value === value));
    if (!free) return;
    put(free, value);
    if (fields.every((one) => one.value)) say(form);
  }

  function paint() {
    const table = document.getElementById("table");
    if (!table) return;
    const said = (globalThis.waiting?.() ?? []).map(read);
    const thrown = said.findLast(({ type }) => type === "roll");
    const at = {
      thrower: thrown ? thrown.seat : table.dataset.thrower,
      dice: thrown ? thrown.dice : table.dataset.dice.split(" "),
      done: said.filter(({ type }) => type === "choose" || type === "refuse"),
    };
    for (const form of all("form[id^=throw]")) show(form, thrown?.dice);
    for (const form of all("form[id^=choose]")) light(form, at);
    for (const part of all(".throwing")) part.hidden = Boolean(thrown);
    const first = all(".deciding:not([hidden]) > form:not([data-waits])").sort((a, b) => turn(a) - turn(b))[0];
    const shown = looked || first?.id.split("-")[1] || table.querySelector(".scores [checked]").value;
    document.getElementById(`see-${shown}`).checked = true;
    function turn({ id }) {
      const seats = all(".score").length;
      return (id.split("-")[1] - at.thrower + seats) % seats;
    }
  }

  // A report that waits, as the last of its events.
  function read({ fields }) {
    const entries = fields
      .flatMap(([name, value]) => (name === "sends" ? [...new URLSearchParams(value)] : [[name, value]]))
      .map(([name, value]) => [name.replace(/^e(\[\d\])?\./, ""), value]);
    const { type, "seat#": seat, "number#": number, colour } = Object.fromEntries(entries);
    const dice = entries.filter(([name]) => name.endsWith("[]") || name === "numbers[]#").map(([, value]) => value);
    return { type, seat, number, colour, dice };
  }

  function show(form, thrown) {
    const values = thrown ?? dice(form).map(({ value }) => value);
    const { take } = form.querySelector(".entry").dataset;
    for (const slot of [...form.elements].filter((one) => one.dataset.slot)) {
      const value = values[slot.dataset.slot];
      const key = value && form.querySelector(`.keys [value="${value}"]`);
      slot.className = key ? key.className.replace("key", "die") : "die blank";
      slot.replaceChildren(...(key ? [...key.cloneNode(true).childNodes] : []));
      slot.disabled = !key || Boolean(thrown);
      slot.ariaLabel = key ? take.replace("#", key.ariaLabel ?? value) : slot.dataset.blank;
    }
    form.classList.toggle("is-full", values.every(Boolean));
  }

  function light(form, { thrower, dice, done }) {
    const seat = form.id.split("-")[1];
    const sheet = document.querySelector(`.drawn.of-${seat}`);
    const columns = Object.fromEntries(all(".lights", sheet).map((part) => [part.dataset.of, part]));
    const taken = done.find((one) => one.seat === thrower);
    const waits = done.some((one) => one.seat === seat);
    const panel = form.parentElement;
    const early = panel.dataset.early !== undefined && dice.length === 6 && (seat === thrower || taken) && !waits;
    const left = early ? without(dice, seat === thrower ? {} : taken) : [];
    if ((sheet.dataset.early ?? "") !== left.join()) {
      for (const label of all(".early", sheet)) label.remove();
      for (const of of new Set(left.slice(-3))) if (columns[of]) fits(form, columns[of], [...new Set(left)]);
      sheet.dataset.early = left.join();
    }
    if (panel.dataset.early !== undefined) panel.hidden = !early;
    for (const part of all(".made", sheet)) part.remove();
    form.dataset.state = sheet.dataset.state = waits ? "waits" : follow(form, columns);
  }

  function without(dice, { number, colour }) {
    const left = [...dice];
    for (const one of [number, colour]) if (left.includes(one)) left.splice(left.indexOf(one), 1);
    return left;
  }

  function fits(form, column, left) {
    const { box, digits, doubles, of, name } = column.dataset;
    for (const die of left) {
      const one = (at, shows, double) => {
        const label = document.createElement("label");
        label.className = "fit early";
        const radio = Object.assign(document.createElement("input"), { type: "radio", name: "sends" });
        radio.value = `e.number#=${die}&e.colour=${of}${double}`;
        radio.setAttribute("form", form.id);
        radio.dataset.said = radio.ariaLabel = `${name} ${shows}`;
        label.append(radio, shows);
        bubble(column, at).append(label);
      };
      if (doubles.includes(die)) one(0, "×2", digits.includes(die) ? "&e.double!=1" : "");
      if (digits.includes(die)) one(box, +die || 10, "");
    }
  }

  function bubble(column, box) {
    const there = column.querySelector(`.at-${box}`);
    if (there) return there;
    const made = document.createElement("span");
    made.className = `fits at-${box}`;
    column.append(made);
    return made;
  }

  // What was written leads on from box to box, as long as one has an arrow.
  function follow(form, columns) {
    const radio = written(form);
    if (!radio) {
      told.delete(form.id);
      return "";
    }
    const known = [...(told.get(form.id) ?? [])];
    const used = {};
    const shown = {};
    const mark = (of) => {
      const { box, ahead } = columns[of].dataset;
      const step = used[of] ?? 0;
      used[of] = step + 1;
      if (ahead[step] !== "u") return ahead[step];
      form.asks = { of, box: +box + step };
      return known.shift()?.kind[0] ?? "u";
    };
    const made = (of, tag) => {
      const { box, again } = columns[of].dataset;
      const part = document.createElement(tag);
      part.className = "fit made";
      part.textContent = shown[of] ?? again;
      bubble(columns[of], +box + (used[of] ?? 0)).append(part);
      return part;
    };
    const said = Object.fromEntries(new URLSearchParams(radio.value));
    const first = said["e.colour"];
    const doubles = radio.closest(".at-0");
    shown[first] = +said["e.number#"] || 10;
    let last = doubles ? "" : mark(first);
    for (const { value } of arrows(form)) {
      if (!value || last !== "a") break;
      made(value, "b");
      shown[value] ??= columns[value].dataset.again;
      last = mark(value);
    }
    if (last === "a")
      for (const [of, { dataset }] of Object.entries(columns))
        if ((used[of] ?? 0) < dataset.ahead.length) {
          const button = made(of, "button");
          button.type = "button";
          button.dataset.to = of;
          button.setAttribute("form", form.id);
          button.ariaLabel = `${dataset.name} ${button.textContent}`;
        }
    if (last === "u" && form.querySelector(".kinds")) {
      const ask = form.querySelector("[data-ask]");
      ask.textContent = ask.dataset.ask.replace("#", columns[form.asks.of].dataset.name).replace("0", form.asks.box);
      return "tell";
    }
    return last === "a" ? "arrow" : "ready";
  }
}
