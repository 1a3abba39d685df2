// What is wrong with the page as it stands on its screen: a list of sentences, each with the part, its words and where
// it lies. `asked` has what this screen promises beside what every one does:
// - `inSight`: at a table, what is asked for stands on the screen before anybody scrolls;
// - `still`: the page has no more than the screen shows;
// - `large`: so many px a finger needs; 24 where many stand together.
(asked) => {
  for (const one of document.getAnimations())
    if (one.timeline === document.timeline && Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish();
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const CLIPS = ["hidden", "clip"];
  const style = (it) => getComputedStyle(it);
  // What no scrolling changes is looked up once an element.
  const once =
    (look, known = new Map()) =>
    (it) => {
      if (!known.has(it)) known.set(it, look(it));
      return known.get(it);
    };
  const box = (it) => it.getBoundingClientRect();
  const found = [];
  const seenBy = new Map();

  const isShown = (it) => {
    if (!it.checkVisibility({ visibilityProperty: true })) return false;
    const { width, height } = box(it);
    return width > 1 && height > 1 && !isUnseen(it);
  };
  // Read aloud only: it, or what it lies in, has a size of one pixel.
  const isUnseen = (it) => {
    if (!it || it === document.body) return false;
    if (!seenBy.has(it)) {
      const { position, clipPath, opacity } = style(it);
      const isAway = (position === "absolute" && it.offsetWidth <= 1) || clipPath === "inset(50%)" || opacity === "0";
      seenBy.set(it, isAway || isUnseen(it.parentElement));
    }
    return seenBy.get(it);
  };
  const named = (it) => {
    const kind =
      typeof it.className === "string" && it.className.trim() ? `.${it.className.trim().split(/\s+/).join(".")}` : "";
    const within = it.parentElement?.closest("[id]");
    const name = it.name ? `[name=${it.name}]` : "";
    return `${within && !it.id ? `#${within.id} ` : ""}${it.localName}${it.id ? `#${it.id}` : ""}${kind}${name}`;
  };
  const at = ({ left, top, right, bottom }) => `[${[left, top, right, bottom].map(Math.round)}]`;
  const wrong = (what, it, where, words = it.textContent) =>
    found.push(`${what}: ${named(it)} “${(words ?? "").trim().replace(/\s+/g, " ").slice(0, 50)}” ${at(where)}`);
  const ancestors = (it) => {
    const all = [];
    for (let one = it.parentElement; one; one = one.parentElement) all.push(one);
    return all;
  };
  const inner = (it) => {
    if (it === document.documentElement) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const { left, top, right, bottom } = box(it);
    return { left, top, right, bottom };
  };

  // Nothing is wider than the screen.
  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) {
    const sticksOut = (it) => box(it).right > innerWidth + 1 && isShown(it);
    const isCaught = (it) =>
      ancestors(it).some((one) => one !== document.body && one.parentElement && style(one).overflowX !== "visible");
    const widest = [...document.body.querySelectorAll("*")].filter((it) => sticksOut(it) && !isCaught(it));
    const deepest = widest.filter((it) => ![...it.children].some((child) => widest.includes(child)));
    found.push(`${beyond} px wider than the screen`);
    for (const it of deepest.slice(0, 3)) wrong("wider than the screen", it, box(it));
  }

  // No words are cut, but where an ellipsis says so.
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const it = text.parentElement;
    if (!text.data.trim() || it.closest("script, style, template, option, title, desc, textarea") || !isShown(it))
      continue;
    const range = new Range();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width && height);
    if (boxes.length) texts.push({ it, text, boxes });
  }
  const isEllipsis = once((it) => style(it).textOverflow === "ellipsis" || style(it).webkitLineClamp !== "none");
  const hasPaper = once((it) => {
    const { backgroundColor, borderLeftWidth, borderLeftStyle, display } = style(it);
    const isSolid = !/rgba\(.*, 0\)|transparent/.test(backgroundColor);
    return (
      !["inline", "contents"].includes(display) &&
      (isSolid || (borderLeftStyle !== "none" && borderLeftWidth !== "0px"))
    );
  });
  const outside = ({ left, right, top, bottom }, frame, x, y) => {
    const spare = (bottom - top) * 0.25; // letters are lower than their line
    return (
      (x && (left < frame.left - 2 || right > frame.right + 2)) ||
      (y && (top + spare < frame.top || bottom - spare > frame.bottom))
    );
  };
  for (const { it, text, boxes } of texts) {
    const way = [it, ...ancestors(it)];
    if (way.some(isEllipsis)) continue;
    const page = { left: -scrollX, top: -scrollY, right: Infinity, bottom: Infinity };
    if (/^\s*[−-]?\d+\s*$/.test(text.data) && boxes.length > 1) wrong("a number breaks", it, boxes[0], text.data);
    const isScrolled = way.some((one) => one !== document.documentElement && (one.scrollTop || one.scrollLeft));
    const out = !isScrolled && boxes.find((one) => outside(one, page, true, true));
    if (out) {
      wrong("out of the page", it, out, text.data);
      continue;
    }
    let frame, cut;
    for (const one of way) {
      const { overflowX, overflowY } = style(one);
      const [x, y] = [overflowX, overflowY];
      frame = inner(one);
      if (!cut && (CLIPS.includes(x) || CLIPS.includes(y)))
        cut = boxes.find((each) => outside(each, frame, CLIPS.includes(x), CLIPS.includes(y)));
      if (cut) break;
      if (x === "auto" || x === "scroll" || y === "auto" || y === "scroll") break; // one scrolls to it
      if (style(one).position === "fixed") break;
    }
    if (cut) wrong("cut", it, cut, text.data);
    const paper = way.find((one) => hasPaper(one) || style(one).overflowX !== "visible");
    const over =
      !cut &&
      paper &&
      hasPaper(paper) &&
      paper !== document.body &&
      boxes.find((one) => outside(one, box(paper), true, false));
    if (over) wrong(`over the edge of ${named(paper)} ${at(box(paper))}`, it, over, text.data);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const list of document.querySelectorAll("select")) {
    if (!isShown(list)) continue;
    const { fontStyle, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight, whiteSpace } = style(list);
    pen.font = [fontStyle, fontWeight, fontSize, fontFamily].join(" ");
    const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const wraps = whiteSpace === "normal";
    const isLong = ({ text }) =>
      (wraps ? text.split(/\s+/) : [text]).some((part) => pen.measureText(part).width > room + 1);
    const long = [...list.options].find(isLong);
    if (long) wrong("cut", list, box(list), long.text);
  }

  // Nothing lies over a control or over words, once they are scrolled to.
  const places = ({ left, top, right, bottom }) => {
    const [l, r, t, b] = [
      Math.max(left, 0),
      Math.min(right, innerWidth),
      Math.max(top, 0),
      Math.min(bottom, innerHeight),
    ];
    const [x, y, w, h] = [(l + r) / 2, (t + b) / 2, r - l, b - t];
    return h > innerHeight * 0.6
      ? [[x, y]]
      : [
          [x, y],
          [l + 0.25 * w, y],
          [r - 0.25 * w, y],
          [x, t + 0.25 * h],
          [x, b - 0.25 * h],
        ];
  };
  const isIn = ({ left, top, right, bottom }) => {
    const [high, wide] = [Math.min(bottom - top, innerHeight * 0.6), Math.min(right - left, innerWidth)];
    return (
      Math.min(bottom, innerHeight) - Math.max(top, 0) >= high - 1 &&
      Math.min(right, innerWidth) - Math.max(left, 0) >= wide - 1
    );
  };
  const targetOf = (it) => it.closest("label") ?? (isShown(it) ? it : (it.labels?.[0] ?? it));
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((it) => !it.disabled && !it.closest("[inert]"))
    .map(targetOf)
    .filter((it) => isShown(it) && style(it).pointerEvents !== "none");
  const all = [...new Set(controls)];
  const targets = all.filter((it) => it.tabIndex >= 0 || it.localName === "label"); // the log leads where others lead
  // What lies over the page by intent: what was refused, and what somebody opened.
  const isMeant = (over, it) => {
    const sheet = over.closest("#refusal, details[open], [popover], dialog");
    return Boolean(sheet) && !sheet.contains(it);
  };
  const isHit = (it, [x, y]) => {
    const over = document.elementFromPoint(x, y);
    return Boolean(over) && (it.contains(over) || targetOf(over) === it || isMeant(over, it));
  };
  const isOpaque = (it) => {
    const { backgroundColor, backgroundImage, opacity } = style(it);
    const alpha = backgroundColor.match(/rgba\(.*, ([\d.]+)\)/)?.[1] ?? (backgroundColor === "transparent" ? 0 : 1);
    return opacity > 0.5 && (alpha > 0.5 || backgroundImage.startsWith("url") || it.localName === "img");
  };
  // What lies over the middle of these words, if anything does that one cannot see through.
  const coverOf = (it, words, { left, right, top, bottom }) => {
    for (const over of document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)) {
      if (over === it || over.contains(it) || it.contains(over)) return null;
      if (over.textContent.includes(words)) return null; // it says the same
      if (isMeant(over, it)) return null;
      if (isOpaque(over)) return over;
    }
    return document.body;
  };
  const firstBox = (it) => [...it.getClientRects()].find(({ width, height }) => width > 1 && height > 1) ?? box(it);
  // Where a control is touched: all of it where it has an edge, else its words.
  const touchedAt = (it) => {
    if (hasPaper(it) || !it.textContent.trim()) return firstBox(it);
    const range = new Range();
    range.selectNodeContents(it);
    return [...range.getClientRects()].find(({ width, height }) => width > 1 && height > 1) ?? firstBox(it);
  };
  const isTouched = (it) => isIn(touchedAt(it)) && places(touchedAt(it)).every((place) => isHit(it, place));
  const within = (one, frame) => {
    if (!frame) return one;
    const other = box(frame);
    const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
    return { left, right, top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom) };
  };
  const isRead = ({ it, text }) => {
    const range = new Range();
    range.selectNodeContents(text);
    const [line] = [...range.getClientRects()].filter(({ width, height }) => width && height);
    const first = line && within(line, [it, ...ancestors(it)].find(isEllipsis));
    return !first || first.right <= first.left || (isIn(first) && !coverOf(it, text.data.trim(), first));
  };
  const home = [...document.querySelectorAll("*")]
    .filter((it) => it.scrollTop || it.scrollLeft)
    .map((it) => [it, it.scrollTop, it.scrollLeft]);
  const asSeen = { prompts: [], mains: [] };
  if (asked.inSight) {
    asSeen.prompts = texts.filter(({ it }) => it.closest(".prompt"));
    asSeen.mains = targets.filter((it) => it.matches(".hand .main"));
    for (const one of asSeen.prompts.filter((one) => !isRead(one)))
      wrong("asked for out of sight", one.it, one.boxes[0], one.text.data);
    for (const it of asSeen.mains.filter((one) => !isTouched(one))) wrong("main button out of sight", it, box(it));
  }
  const scrolledTo = (it, height) => {
    it.style.scrollMarginTop = `${height * innerHeight}px`;
    it.scrollIntoView({ block: "start", inline: "center", behavior: "instant" });
    it.style.scrollMarginTop = "";
  };
  // Whatever is not free yet is scrolled to, and all that has come with it is looked at too.
  const free = (all, isFree, reach, tell) => {
    let left = all.filter((one) => !isFree(one));
    while (left.length) {
      const [one] = left;
      for (const height of [0.5, 0.8, 0.05, 0.15, 0.3]) {
        scrolledTo(reach(one), height);
        left = left.filter((each) => !isFree(each));
        if (left[0] !== one) break;
      }
      if (left[0] === one) tell(left.shift());
    }
  };
  free(
    targets,
    isTouched,
    (it) => it,
    (it) => {
      const [x, y] = places(touchedAt(it)).find((place) => !isHit(it, place)) ?? [0, 0];
      const over = document.elementFromPoint(x, y);
      wrong(`covered by ${over ? named(over) : "nothing"} at ${Math.round(x)}, ${Math.round(y)}`, it, firstBox(it));
    },
  );
  free(
    texts.filter(({ it }) => !it.closest(".last")),
    isRead,
    ({ it }) => it,
    ({ it, text, boxes }) => {
      const range = new Range();
      range.selectNodeContents(text);
      const where = [...range.getClientRects()].find(({ width }) => width) ?? boxes[0];
      wrong(`covered by ${named(coverOf(it, text.data.trim(), where) ?? it)}`, it, where, text.data);
    },
  );
  for (const it of document.querySelectorAll("*"))
    if (it.scrollTop || it.scrollLeft) it.scrollTo({ top: 0, left: 0, behavior: "instant" });
  for (const [it, top, left] of home) it.scrollTo({ top, left, behavior: "instant" });

  // A finger hits it; a link within a sentence is as high as its line.
  if (asked.large) {
    const boxes = all.map(box);
    const isNear = (one, other) =>
      one !== other &&
      one.left < other.right + 32 &&
      other.left < one.right + 32 &&
      one.top < other.bottom + 32 &&
      other.top < one.bottom + 32;
    const least = (it) => {
      const own = boxes[all.indexOf(it)];
      const isOneOfSome = /radio|checkbox/.test(it.control?.type ?? it.type);
      return isOneOfSome || boxes.filter((other) => isNear(own, other)).length >= 3 ? 24 : asked.large;
    };
    for (const it of targets) {
      const { width, height } = box(it);
      if (style(it).display !== "inline" && Math.min(width, height) < least(it) - 0.5)
        wrong(`smaller than ${least(it)} px`, it, box(it));
    }
  }

  if (asked.still && document.documentElement.scrollHeight > innerHeight)
    found.push(`${document.documentElement.scrollHeight - innerHeight} px higher than the screen`);
  return found;
};
