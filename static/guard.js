// A finger says one thing once: what has just come under it is not what it meant, and a second tap on the same card or
// tick is the first one. Keys, and what helps to read, tap nothing: their clicks have no count.
{
  const SOON = 500; // ms
  const TWICE = 350; // ms between two taps of one
  const NEAR = 30; // px
  const CONTROLS = "a, button, label, input, select, summary";
  const leaves = "tapped"; // the last tap, which may have led to this page
  const here = attempt(() => JSON.parse(sessionStorage.getItem(leaves)));
  let last = here && { ...here, time: performance.now(), near: [] };
  let views = []; // what stood where before somebody else changed it
  let follows; // the click on its control that a label sends after its own

  const keyOf = (element) => {
    const control = element.control ?? element;
    const { name, type, value, href, dataset } = control;
    const says = href ?? (/radio|checkbox/.test(type) || name ? value : control.textContent.trim());
    const stays = "turns" in dataset || /text|number/.test(type);
    return [control.closest("[id]")?.id, name, stays ? dataset.said : says].join(" ");
  };
  const isIn = ({ left, right, top, bottom }, { x, y }, px = 0) =>
    x >= left - px && x <= right + px && y >= top - px && y <= bottom + px;
  const isSeen = (element, { left, right, top, bottom }) => {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit?.closest(CONTROLS) === element;
  };
  const look = (near) =>
    all(CONTROLS)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => (!near || isIn(box, near, NEAR)) && isSeen(element, box))
      .map(({ element, box }) => ({ box, key: keyOf(element) }));

  const isAgain = (tap) => {
    if (!last || Math.hypot(last.x - tap.x, last.y - tap.y) > NEAR) return false;
    if (tap.ticks && tap.key === last.key && tap.time - last.time < TWICE) return true;
    const isNew = !last.near.some(({ box, key }) => isIn(box, tap) && key === tap.key);
    return tap.time - (last.answered ?? last.time) < SOON && (isNew || (tap.reports && last.reports));
  };
  const isReplaced = (tap) =>
    views.some(({ time, found }) => {
      const under = found.filter(({ box }) => isIn(box, tap));
      return tap.time - time < SOON && under.length && under.every(({ key }) => key !== tap.key);
    });

  on("click", (event) => {
    const { target, detail, timeStamp: time, clientX: x, clientY: y } = event;
    const element = detail && target !== follows && target.closest(CONTROLS);
    follows = null;
    if (!element) return;
    const control = element.closest("label")?.control ?? element;
    const reports = control.type === "submit" && control.matches("[data-report] :not([data-turns])");
    const tap = { time, x, y, key: keyOf(control), ticks: /radio|checkbox/.test(control.type), reports };
    if (isAgain(tap) || isReplaced(tap)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (target !== control) follows = control;
    last = { ...tap, near: look(tap) };
    attempt(() => sessionStorage.setItem(leaves, JSON.stringify({ x, y })));
  });
  // What an own tap brings is waited for: who taps elsewhere means what is there.
  on("htmx:before:swap", ({ detail: { ctx } }) => {
    const time = performance.now();
    if (ctx.report) last = last && { ...last, answered: time };
    else views = [...views.filter((view) => time - view.time < SOON), { time, found: look() }];
  });
  attempt(() => sessionStorage.removeItem(leaves));
}
