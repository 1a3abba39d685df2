// What the verbs of `driver.py` ask of a page, the same in every engine; in the pocket, of the page in its frame.
(() => {
  const SOON = 600; // ms: what has come later than that is tapped (static/guard.js)
  const LEAST = 24; // px of what a finger hits
  const frame = document.querySelector("iframe#page");
  const page = frame?.contentDocument ?? document;
  const view = page.defaultView;
  const boxOf = (it) => [...it.getClientRects()].find(({ width, height }) => width && height);
  const touched = (it) => it.closest("label") ?? it;
  const isSeen = (it) => it.checkVisibility({ visibilityProperty: true }) && boxOf(it);
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const says = (it) =>
    plain([it.ariaLabel, it.innerText, it.value].filter((text) => typeof text === "string").join(" "));
  const seen = (what, words) =>
    [...page.querySelectorAll(what)].filter((it) => isSeen(touched(it)) && says(it).includes(words));

  const isThere = () => page.readyState === "complete" && !("left" in page.documentElement.dataset);
  const lead = (address) => {
    if (!frame) return false;
    page.documentElement.dataset.left = "";
    view.location.assign(address);
    return true;
  };
  const said = (what, words) => {
    const [it] = isThere() ? seen(what, words) : [];
    return it && (plain(it.innerText) || it.value || "there");
  };
  const texts = (what) => seen(what, "").map((it) => plain(it.innerText));
  const choose = (what, label) => {
    const list = page.querySelector(what);
    const option = [...(list?.options ?? [])].find(({ text }) => plain(text) === label);
    if (!option) return false;
    list.value = option.value;
    for (const type of ["input", "change"]) list.dispatchEvent(new view.Event(type, { bubbles: true }));
    return true;
  };
  const wider = () =>
    [...new Set([document, page])]
      .flatMap(({ documentElement: all }) => (all ? all.scrollWidth - all.clientWidth : [])) // or it has just gone
      .filter((beyond) => beyond > 0)
      .map((beyond) => `${beyond} px wider than the window`);

  // The page's clock is the walk's: between two taps it goes forward, and nobody waits.
  const rest = () => {
    if (!("ahead" in view)) {
      const { performance, Event } = view;
      const now = performance.now.bind(performance);
      const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
      performance.now = () => now() + view.ahead;
      Object.defineProperty(Event.prototype, "timeStamp", {
        get() {
          return get.call(this) + view.ahead;
        },
      });
      view.ahead = 0;
    }
    view.ahead += SOON;
  };
  // Where to press it once it has lain still for two frames; or what is in the way, and it is scrolled to.
  const frames = () => new Promise((drawn) => view.requestAnimationFrame(() => view.requestAnimationFrame(drawn)));
  const place = async (what, words) => {
    const [it] = isThere() ? seen(what, words) : [];
    if (!it) return null;
    const target = touched(it);
    const before = boxOf(target);
    await frames();
    const { left, top, width, height } = boxOf(target) ?? {};
    if (left !== before.left || top !== before.top) return { moves: `${top - before.top} px` };
    const [x, y] = [left + width / 2, top + height / 2];
    const over = page.elementFromPoint(x, y);
    if (it.disabled) return { disabled: it.outerHTML };
    if (!over || !(target.contains(over) || over.contains(it))) {
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      return { covered: over?.outerHTML ?? "out of the window" };
    }
    if (Math.min(width, height) < LEAST && view.getComputedStyle(target).display !== "inline")
      return { small: `${width} x ${height}` };
    rest();
    const { x: across, y: down } = frame?.getBoundingClientRect() ?? { x: 0, y: 0 };
    return { x: across + x, y: down + y, leads: it.closest("a[href^='#']")?.hash ?? "" };
  };
  // Some follow a link within the page only after a while.
  const isAt = (place) => view.location.hash.endsWith(place);
  const touch = (what, value) => {
    const it = isThere() && page.querySelector(what);
    if (it && value) it.value = value;
    it?.click?.();
    return Boolean(it);
  };
  const select = (what) => page.querySelector(what).select();
  const address = () => view.location.href.split("?")[0];
  const shown = () => `${view.location.href}\n${page.body.innerText}`;
  return { isThere, lead, said, texts, choose, wider, place, isAt, touch, select, address, shown };
})();
