// What is said travels once: a report waits until it is answered, in its order, and is sent again until then.
import { all, announce, byId, isTick, on } from "./common.js";
import { compose, composed, composes, forms, isSame, stateOf, tellInput, uncompose } from "./compose.js";
import { isAsked, read, send, sent, unkept, waiting, write } from "./reports.js";

const LATE = 900;
const page = byId("live");
const counts = byId("count");
const line = byId("waiting");
const over = byId("over");
const dialog = byId("ask");
let about = null; // the report that a dialog stands open about
let missed = []; // what was refused since something was said: what waited together may be refused together

// All counts are forms of one id: theirs is the page.
const nameOf = (form) => (form === counts ? location.pathname : form.id);
// The form in which a report was composed, if it is still there and for the same player.
const formOf = ({ form, whose }) => forms().find((one) => nameOf(one) === form && one.dataset.whose === whose);

// The line of what waits lies over the page. A form whose report waits is left alone, unless it says something new
// each time.
const tell = () => {
  const reports = waiting();
  line.hidden = !reports.some(({ at }) => Date.now() - at > LATE);
  line.querySelector("span").hidden = !unkept;
  line.querySelector("b").textContent = reports.map(({ said }) => said).join("\n");
  for (const form of forms())
    if (!("joins" in form.dataset || form.querySelector("[data-new]")))
      form.inert = reports.some(({ form: of }) => of === nameOf(form));
  for (const way of all(".last :is(form, a)")) way.inert = reports.length > 0;
};

// What is said under a cover is not shown to who has the phone next.
const says = (form, button) => {
  const speaks = (control) =>
    control.dataset.said && control.type !== "submit" && (isTick(control) ? control.checked : control.value);
  const words = ({ type, value, selectedOptions, dataset: { said } }) => {
    const shown = type === "number" ? value : selectedOptions?.[0].text;
    return shown && shown !== said ? `${said} ${shown}` : said;
  };
  const { covered } = form.dataset;
  const parts = covered ? [covered] : [...form.elements].filter(speaks).map(words);
  const named = !("joins" in form.dataset) && (button?.dataset.said || button?.textContent.trim());
  return [form.dataset.said, ...parts, named].filter(Boolean).join(" · ");
};

const agreed = async (report, form, button) => {
  const own = button?.dataset.ask;
  const { ask, yes: says, answers } = (own ? button : form).dataset;
  if (!ask) return true;
  const asked = own ?? `${report.said}. ${ask}`;
  dialog.querySelector("p").textContent = asked;
  dialog.querySelector(".main").textContent = says;
  dialog.returnValue = "";
  about = { ...report, asked, answers };
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  about = null;
  report.fields.push(["answers", answers]);
  return dialog.returnValue === "yes";
};

// The board moves on while a question stands open: it says what has happened, or closes where it is asked no more.
const movedOn = () => {
  if (!about) return;
  if (formOf(about) && document.querySelector(`[data-answers="${about.answers}"]`))
    dialog.querySelector("p").textContent = `${byId("said")?.textContent.trim()} ${about.asked}`;
  else {
    announce("gone", [about.said]);
    dialog.close("");
  }
};

// The board may be another when a question is answered.
const say = async (form, button) => {
  const id = form.dataset.report || `${Date.now()}-${Math.random()}`;
  for (const control of all("[data-new]", form)) control.value = JSON.stringify(id);
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  fields.set("move_id", id);
  const before = read().map((each) => each.id);
  fields.set("after", before.join(" "));
  const isAnswer = form.dataset.report;
  const joins = "joins" in form.dataset && button.name;
  const report = {
    form: nameOf(form),
    joins,
    whose: form.dataset.whose,
    composed: composed(form),
    ...(isAnswer && read().find(isAsked)),
    action: form.getAttribute("action"),
    id,
    fields: [...fields],
    said: says(form, button),
    asked: 0,
  };
  if (!(await agreed(report, form, button))) return;
  const now = { ...report, at: Date.now() };
  if (isAnswer) answer(now, form);
  else add(now);
  if (joins) tellInput(form);
  else if (!counts) form.reset(); // the ticks of a count stay to be seen
  setTimeout(tell, LATE + 50);
  send();
};

// An answer stands in the place of what was asked about; its form says no more what was put back there.
const answer = (report, form) => {
  const there = !counts && formOf(report);
  if (there) uncompose(there, report.composed);
  form.closest(".question, .asked").inert = true;
  write([report, ...waiting()]);
};

const question = () => document.querySelector(".question");
// Looked at again: what was asked about is in its form.
const drop = () => {
  question()?.remove();
  settle([]);
};

// Where taps join, all of them until the next is sent are one report. What was put back and is said again is asked
// about no more.
const add = (report) => {
  if (read().some((one) => one.asked === "back" && one.form === report.form)) drop();
  const reports = read();
  write(reports.at(-1)?.id === sent?.id ? [...reports, report] : joined(reports, report));
};
const joined = (reports, report) => {
  const last = reports.at(-1);
  if (!report.joins || last?.form !== report.form) return [...reports, report];
  const taps = last.fields.filter(([name]) => name === report.joins);
  return [...reports.slice(0, -1), { ...report, fields: [...taps, ...report.fields] }];
};

const answered = (report) => write(read().filter(({ id }) => id !== report.id));
// What is asked about waits for its answer, and what was said after it waits, too.
const ask = ({ id }, asked) => write(read().map((each) => (each.id === id ? { ...each, asked } : each)));
const settle = (asked) => {
  write([...asked, ...waiting()]);
  send();
};
// The question stands again, about the table as it is now.
const askAgain = () => {
  const asked = read().filter(isAsked);
  settle(asked.map((report) => ({ ...report, asked: 0 })));
};

// Refused: why, with what was meant, there to be changed.
const putBack = (report) => {
  if (!line.isConnected) return; // the answer was a page of its own, which keeps what was typed
  const { said, composed: states } = report;
  const there = !counts && formOf(report); // what a count has stays
  const asked = question();
  const isMeant = (one) => states.some((other) => isSame(one, other));
  if (there && states.length && composed(there).every(isMeant)) {
    compose(there, states);
    tellInput(there);
    if (asked) ask(report, "back");
  }
  if (asked) announce("asked");
  if (asked || (there && "joins" in there.dataset)) return; // the answer says which of its taps
  missed.push(said);
  for (const each of missed) {
    const meant = byId("meant").content.firstElementChild.cloneNode(true);
    meant.querySelector("b").textContent = each;
    document.querySelector(".refusal")?.append(meant);
  }
};

on("submit", (event) => {
  const { target: form, submitter } = event;
  const { away, home } = form.dataset;
  missed = [];
  if (away) {
    event.preventDefault();
    document.cookie = `${away}=;path=/;max-age=0`; // for where there is no network
    fetch(form.action, { method: "POST", body: new FormData(form), keepalive: true }).catch(() => {});
    location.assign(home);
  }
  if (form.closest(".question") && !line.isConnected)
    write(waiting()); // a page of its own is sent as any other
  else if (form.matches("[data-report]") && !submitter?.hasAttribute("formaction")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!form.inert) say(form, submitter);
  }
});
const putAway = () => over.setAttribute("hidden", "");
on("click", putAway);
on("input", putAway);
on("gone", ({ detail }) => {
  over.querySelector("b").textContent = detail.join(" · ");
  over.querySelector("span").textContent = byId("said")?.textContent;
  over.hidden = false;
});
on("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.report) ctx.request.body = new URLSearchParams(ctx.report.fields);
});
on("htmx:before:response", (event) => {
  const { report, response, hx } = event.detail.ctx;
  byId("kept").hidden = true;
  if (!report) return;
  if (response.status >= 500 || response.status === 429) event.preventDefault();
  else if (counts && response.status === 200) {
    event.preventDefault();
    answered(report);
    location.replace(hx.redirect ?? page.dataset.url);
  }
});
on("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  if (!ctx.report) return;
  const { fragment } = tasks[0];
  const seq = fragment.querySelector("#table")?.dataset.seq;
  if (fragment.querySelector(".question")) ask(ctx.report, counts ? "back" : "open");
  else answered(ctx.report);
  if (!counts || !seq) return;
  counts.elements.seen.value = seq;
  fragment.replaceChildren(...all(".refusal", fragment));
});
on("htmx:after:swap", ({ detail: { ctx } }) => {
  tell();
  movedOn();
  if (ctx.report && ctx.response.status >= 400) putBack(ctx.report);
  if (line.isConnected && read().some(isAsked) && !question()) askAgain();
});
// Loaded anew, with a network or without, a count is as it was, with what scripts have added to it.
const grown = () => all("[data-grows]", counts);
const remember = () => {
  const count = [...counts.elements].filter(composes).map(stateOf);
  const { pathname, search, hash } = location;
  const state = { htmx: true, count, grown: grown().map(({ innerHTML }) => innerHTML) };
  history.replaceState(state, "", pathname + (counts.dataset.draft ?? search) + hash);
};
const recall = ({ count = [], grown: lists = [] }) => {
  for (const [at, list] of grown().entries()) list.innerHTML = lists[at] ?? list.innerHTML;
  tellInput(counts);
  compose(counts, count);
};
if (counts) {
  if (history.state?.count) recall(history.state);
  counts.addEventListener("input", remember);
  addEventListener("hashchange", remember);
  // A link within the page is a step of its history; htmx takes that for a way back, and would load the page anew.
  addEventListener("popstate", (event) => event.stopImmediatePropagation(), true);
}
// What its sums forbid may be mended by the next tick, and they may be long in coming. What was asked is asked anew.
counts?.addEventListener("input", () => {
  for (const button of all("button:disabled", counts)) button.disabled = false;
  byId("refused").replaceChildren();
  if (read().some(isAsked)) drop();
});
on("click", ({ target }) => {
  if (target.matches("[data-look]")) drop();
  if (target.hash === `#${page.dataset.url}`) write(read().map((report) => ({ ...report, handed: Date.now() })));
});
on("htmx:error", () => byId("kept").removeAttribute("hidden"));
on("refused", ({ detail }) => detail && putBack(detail));
// What waits on such a page is not for it alone: the table that one goes back to plays with it. What is sent by a page
// that is left has no order: taps that join are one.
addEventListener("pagehide", () => {
  if (!page.dataset.part) return;
  write(read().reduce(joined, []));
  for (const { action, fields } of read()) navigator.sendBeacon(action, new URLSearchParams(fields));
});
addEventListener("online", send);
on("reports", tell);
addEventListener("storage", tell);
setInterval(send, 2000);
addEventListener("load", () => {
  for (const { form, composed: states } of read()) if (form === location.pathname) compose(counts, states);
  // What was put back is added up, as soon as htmx has begun, which may be after this.
  if (counts && composed(counts).length) setTimeout(() => dispatchEvent(new Event("online")));
  tell();
});
askAgain();
