// A finger says one thing once: what has just come under it is not what it meant, and a second tap on the same card,
// tick or arrow (`again`) is the first one. Keys, and what helps to read, tap nothing: their clicks have no count.
{
  const on = (name, act) => document.addEventListener(name, act, true);
  const attempt = (act) => {
    try {
      return act();
    } catch {}
  };
  const isTick = ({ type }) => /radio|checkbox/.test(type);
  const SOON = 500; // ms
  const TWICE = 400; // ms between two taps of one, of which the slowest are 350 apart
  const NEAR = 30; // px
  const STEPS = [-NEAR, -10, 10, NEAR]; // no control is narrower than a step
  const CONTROLS = "a, button, label, input, select, summary";
  const leaves = "tapped"; // the last tap, which may have led to this page
  const here = attempt(() => JSON.parse(sessionStorage.getItem(leaves)));
  let last = here && { ...here, time: performance.now(), near: [] };
  let fresh = []; // what has taken the place of something else, and when
  let follows; // the click on its control that a label sends after its own

  const keyOf = (element) => {
    const control = element.control ?? element;
    const { name, type, value, href, dataset } = control;
    const says = href ?? (isTick(control) || name ? value : control.textContent.trim());
    const stays = "turns" in dataset || /text|number/.test(type) || control.localName === "summary";
    return [control.closest("[id]")?.id, name, stays ? dataset.said : says].join(" ");
  };
  const isIn = ({ left, right, top, bottom }, { x, y }) => x >= left && x <= right && y >= top && y <= bottom;
  const middle = ({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  const hit = ({ x, y }) => document.elementFromPoint(x, y)?.closest(CONTROLS);
  const boxOf = (element) => element.getBoundingClientRect();
  const seen = (element) => ({ box: boxOf(element), key: keyOf(element) });
  const isSeen = (element) =>
    !element.popoverTargetElement && boxOf(element).width && hit(middle(boxOf(element))) === element;
  const look = () => [...document.querySelectorAll(CONTROLS)].filter(isSeen).map(seen);
  // To look at all there is takes longer than a touch may.
  const around = ({ x, y }) => {
    const near = [];
    for (const dx of STEPS)
      for (const dy of STEPS) {
        const point = { x: x + dx, y: y + dy };
        const element = !near.some(({ box }) => isIn(box, point)) && hit(point);
        if (element) near.push(seen(element));
      }
    return near;
  };

  const above = (element) => (element ? element.scrollTop + above(element.parentElement) : 0);
  const isAgain = (tap) => {
    if (!last || Math.hypot(last.x - tap.x, last.y - tap.y) > NEAR) return;
    if (tap.ticks && tap.key === last.key && tap.time - last.time < TWICE) return true;
    // A tick scrolls nothing: a finger did, and means what it finds.
    const scrolled = last.ticks && boxOf(last.control).width && above(last.control) !== last.above;
    const isNew = !scrolled && !last.near.some(({ box, key }) => isIn(box, tap) && key === tap.key);
    return tap.time - (last.answered ?? last.time) < SOON && (isNew || (tap.reports && last.reports));
  };
  const isFresh = (tap) => fresh.some(({ time, keys }) => tap.time - time < SOON && keys.includes(tap.key));
  const replaced = (before) =>
    look()
      .filter(({ box, key }) => {
        const under = before.filter((one) => isIn(one.box, middle(box)));
        return under.length && under.every((one) => one.key !== key);
      })
      .map(({ key }) => key);

  on("click", (event) => {
    const { target, detail, timeStamp: time, clientX: x, clientY: y } = event;
    const element = detail && target !== follows && target.closest(CONTROLS);
    follows = null;
    if (!element) return;
    const control = element.closest("label")?.control ?? element;
    const reports = control.type === "submit" && control.form?.method === "post" && !("turns" in control.dataset);
    const ticks = isTick(control) || control.matches(".again, summary");
    const tap = { time, x, y, key: keyOf(control), ticks, reports };
    if (isAgain(tap) || isFresh(tap)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (target !== control) follows = control;
    last = { ...tap, control, above: above(control), near: around(tap) };
    attempt(() => sessionStorage.setItem(leaves, JSON.stringify({ x, y })));
  });
  // What an own tap brings is waited for: who taps elsewhere means what is there.
  let before;
  on("htmx:before:swap", ({ detail: { ctx } }) => {
    if (ctx.report) last &&= { ...last, answered: performance.now() };
    else before = look();
  });
  on("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.report) return;
    const time = performance.now();
    fresh = [...fresh.filter((one) => time - one.time < SOON), { time, keys: replaced(before) }];
  });
  attempt(() => sessionStorage.removeItem(leaves));
}
