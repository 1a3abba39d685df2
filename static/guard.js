// A finger says one thing once: what has just come under it is not what it meant, and a second tap on the same card or
// tick is the first one. Keys, and what helps to read, tap nothing: their clicks have no count.
{
  const SOON = 500; // ms
  const TWICE = 350; // ms between two taps of one
  const NEAR = 30; // px
  const CONTROLS = "a, button, label, input, select, summary";
  const leaves = "tapped"; // where the last tap was that may have led to another page
  let views = []; // what lay where before something changed: at a tap, a swap, and the page before
  let last = attempt(() => JSON.parse(sessionStorage.getItem(leaves)));
  let swapped = performance.now();
  let follows; // the click on its control that a label sends after its own

  const keyOf = (element) => {
    const control = element.control ?? element;
    const { name, type, value, href } = control;
    const says = href ?? (/radio|checkbox/.test(type) || name ? value : control.textContent.trim());
    return [control.closest("[id]")?.id, name, /text|number/.test(type) || says].join(" ");
  };
  const isNear = ({ left, right, top, bottom }, { x, y }, px) =>
    x >= left - px && x <= right + px && y >= top - px && y <= bottom + px;
  const isAt = (tap, { x, y }) => tap && Math.hypot(tap.x - x, tap.y - y) < NEAR;

  const shown = (element) => {
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return hit?.closest(CONTROLS) === element;
  };
  const look = (time, near) => {
    const boxes = all(CONTROLS).map((element) => ({ element, box: element.getBoundingClientRect() }));
    const found = boxes.filter(({ element, box }) => (!near || isNear(box, near, NEAR)) && shown(element));
    views = views.filter((view) => time - view.time < SOON);
    const keyed = found.map(({ element, box }) => ({ box, key: keyOf(element) }));
    views.push({ time, tap: near ?? last, anywhere: !near, found: keyed });
  };

  const isNew = ({ time, tap, anywhere, found }, now) => {
    const under = found.filter(({ box }) => isNear(box, now, 0));
    const meant = !isAt(tap, now) && !(anywhere && under.length);
    return now.time - time < SOON && !meant && under.every(({ key }) => key !== now.key);
  };
  const isSecond = (now) => {
    if (!isAt(last, now)) return false;
    const again = now.ticks && now.key === last.key && now.time - last.time < TWICE;
    return again || (now.reports && last.reports && now.time - Math.max(last.time, swapped) < SOON);
  };

  on("click", (event) => {
    const { target, detail, timeStamp: time, clientX: x, clientY: y } = event;
    const element = detail && target !== follows && target.closest(CONTROLS);
    follows = null;
    if (!element) return;
    const control = element.closest("label")?.control ?? element;
    const reports = control.type === "submit" && control.matches("[data-report] *");
    const now = { time, x, y, key: keyOf(control), ticks: /radio|checkbox/.test(control.type), reports };
    if (isSecond(now) || views.some((view) => isNew(view, now))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (target !== control) follows = control;
    look(time, now);
    last = now;
    attempt(() => sessionStorage.setItem(leaves, JSON.stringify({ x, y })));
  });
  // What an own tap brings is waited for: who taps elsewhere means what is there.
  on("htmx:before:swap", ({ detail: { ctx } }) => {
    swapped = performance.now();
    look(swapped, ctx.report && last);
  });
  if (last) views.push({ time: swapped, tap: last, found: [] });
  attempt(() => sessionStorage.removeItem(leaves));
}
