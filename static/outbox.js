// What is said travels once: a report waits here until it is answered, in its order, and is sent again until then.
{
  const LATE = 900;
  const page = byId("live");
  const counts = byId("count");
  const line = byId("waiting");
  const over = byId("over");
  const ask = byId("ask");
  const yes = ask.querySelector(".main");
  const usual = yes.textContent;
  const place = `waiting ${page.dataset.url}`;
  const where = counts ? { target: "#refused", swap: "innerHTML" } : { target: "#table", swap: "outerMorph" };
  let unkept = null; // what storage does not take
  let reported = false;

  const kept = () => JSON.parse(localStorage.getItem(place)).filter(({ fields }) => fields.map);
  const read = () => unkept ?? attempt(kept) ?? [];
  const write = (reports) => {
    unkept = null;
    try {
      localStorage.setItem(place, JSON.stringify(reports));
    } catch {
      unkept = reports;
    }
    tell();
  };
  // All counts are forms of one id: theirs is the page.
  const nameOf = (form) => (form === counts ? location.pathname : form.id);
  waiting = read;

  // The line of what waits lies over the page. A form whose report waits is left alone, unless it says something new
  // each time.
  const tell = () => {
    const reports = read();
    line.hidden = !reports.some(({ at }) => Date.now() - at > LATE);
    line.querySelector("span").hidden = !unkept;
    line.querySelector("b").textContent = reports.map(({ said }) => said).join("\n");
    for (const form of forms())
      if (!form.querySelector("[data-new]")) form.inert = reports.some(({ form: of }) => of === nameOf(form));
  };

  const says = (form, button) => {
    const speaks = (control) =>
      control.dataset.said && control.type !== "submit" && (isTick(control) ? control.checked : control.value);
    const words = ({ type, value, selectedOptions, dataset: { said } }) => {
      const shown = type === "number" ? value : selectedOptions?.[0].text;
      return shown && shown !== said ? `${said} ${shown}` : said;
    };
    const parts = [...form.elements].filter(speaks).map(words);
    return [form.dataset.said, ...parts, button?.dataset.said || button?.textContent.trim()]
      .filter(Boolean)
      .join(" · ");
  };

  const agreed = async (form, button) => {
    const { whose } = button?.dataset.whose ? button.dataset : form.dataset;
    const asked = button?.dataset.ask ?? (whose && ask.dataset.whose.replace("{}", whose));
    if (!asked) return true;
    ask.querySelector("p").textContent = asked;
    yes.textContent = button?.dataset.yes ?? usual;
    ask.returnValue = "";
    ask.showModal();
    await new Promise((closed) => (ask.onclose = closed));
    return ask.returnValue === "yes";
  };

  // The board may be another when a question is answered.
  const say = async (form, button) => {
    const id = `${Date.now()}-${Math.random()}`;
    for (const control of all("[data-new]", form)) control.value = id;
    const fields = new FormData(form, button);
    fields.set("move_id", id);
    const report = {
      action: form.getAttribute("action"),
      form: nameOf(form),
      id,
      fields: [...fields],
      said: says(form, button),
      composed: composed(form),
    };
    if (!(await agreed(form, button))) return;
    write([...read(), { ...report, at: Date.now() }]);
    if (!counts) form.reset(); // the ticks of a count stay to be seen
    setTimeout(tell, LATE + 50);
    send();
  };

  const send = async () => {
    const [report] = read();
    if (!report || sent) return;
    sent = report;
    await htmx.ajax("POST", report.action, { report, ...where });
    sent = null;
    announce("answered");
    if (read()[0]?.id !== report.id) send();
  };

  // An answer: what was said on top of it has seen it, too.
  const answered = ({ report, response }, seq) => {
    const seen = ([name, value]) => [name, name === "seen" && seq > value ? String(seq) : value];
    const rest = read().filter(({ id }) => id !== report.id);
    write(response.status === 200 ? rest.map((each) => ({ ...each, fields: each.fields.map(seen) })) : rest);
  };

  // Refused: why, with what was meant, there to be changed.
  const putBack = ({ said, form, composed: states }) => {
    if (!line.isConnected) return; // the answer was a page of its own, which keeps what was typed
    const there = form && forms().find((one) => nameOf(one) === form);
    if (there && !composed(there).length) {
      compose(there, states);
      tellInput(there);
    }
    const meant = byId("meant").content.firstElementChild.cloneNode(true);
    meant.querySelector("b").textContent = said;
    document.querySelector(".refusal")?.append(meant);
  };

  on("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("[data-report]") || submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!form.inert) say(form, submitter);
  });
  // A double tap must not hit what its first half brought up.
  on("click", (event) => {
    const button = event.target.closest("form[data-report] button");
    const reports = button?.type === "submit";
    if (reports && reported && event.detail > 1) event.preventDefault();
    reported = reports;
    over.hidden = true;
  });
  on("input", () => {
    over.hidden = true;
  });
  on("gone", ({ detail }) => {
    over.querySelector("b").textContent = detail.join(" · ");
    over.querySelector("span").textContent = byId("said")?.textContent;
    over.hidden = false;
  });
  on("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.report) ctx.request.body = new URLSearchParams(ctx.report.fields);
  });
  on("htmx:before:response", (event) => {
    const { report, response } = event.detail.ctx;
    if (!report) return;
    if (response.status >= 500 || response.status === 429) event.preventDefault();
    else if (counts && response.status === 200) {
      event.preventDefault();
      answered(event.detail.ctx);
      location.assign(event.detail.ctx.hx.redirect ?? page.dataset.url);
    }
  });
  on("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    if (!ctx.report) return;
    const { fragment } = tasks[0];
    const seq = fragment.querySelector("#table")?.dataset.seq;
    answered(ctx, +seq);
    if (!counts || !seq) return;
    counts.elements.seen.value = seq;
    fragment.replaceChildren(...all(".refusal", fragment));
  });
  on("htmx:after:swap", ({ detail: { ctx } }) => {
    tell();
    if (ctx.report && ctx.response.status >= 400) putBack(ctx.report);
  });
  // What its sums forbid may be mended by the next tick, and they may be long in coming.
  counts?.addEventListener("input", () => {
    for (const button of all("button:disabled", counts)) button.disabled = false;
  });
  on("htmx:error", () => byId("late")?.removeAttribute("hidden"));
  on("refused", ({ detail }) => detail && putBack(detail));
  addEventListener("online", send);
  addEventListener("storage", tell);
  setInterval(send, 2000);
  addEventListener("load", () => {
    for (const { form, composed: states } of read()) if (form === location.pathname) compose(counts, states);
    tell();
  });
  send();
}
