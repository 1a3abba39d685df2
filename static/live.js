// The table as it is now: news of it, and what comes with an answer.
{
  const live = document.getElementById("live");
  const seqOf = (page) => +(page.querySelector("#table")?.dataset.seq ?? Infinity);
  let stream;
  let news = 0;

  const ask = (address, values) =>
    htmx.ajax("GET", address, { source: live, target: "#table", swap: "outerMorph", values });
  // Not while an own report is on its way: its answer brings all there is.
  const look = () => {
    if (!sent && live.isConnected) ask(live.dataset.look, { seen: seqOf(document) });
  };
  const open = () => {
    if (stream?.readyState <= EventSource.OPEN) return;
    stream = new EventSource(`${live.dataset.url}/stream?seen=${seqOf(document)}`);
    stream.addEventListener("at", (event) => {
      news = +event.data;
      if (news > seqOf(document)) look();
    });
    stream.addEventListener("gone", () => location.reload());
  };
  on("answered", () => {
    if (news > seqOf(document)) look();
  });
  on("visibilitychange", () => {
    if (document.hidden) {
      stream?.close();
      return;
    }
    look();
    open();
  });
  // Where the stream cannot be had, the page looks every few seconds.
  setInterval(() => {
    if (document.hidden) return;
    if (stream?.readyState !== EventSource.OPEN || news > seqOf(document)) look();
    open();
  }, 3000);
  open();

  // Parts that the phone shows come back empty and stay. Of an answer overtaken on its way only the refusal is shown.
  on("htmx:config:request", ({ detail: { ctx } }) => {
    const parts = all("[data-is]");
    ctx.request.headers.Shown = parts.map((part) => part.dataset.is).join(" ");
  });
  on("htmx:before:response", ({ detail: { ctx } }) => {
    if (ctx.response.status === 422 && attempt(() => localStorage.getItem("signal")) !== "off") signal();
  });
  on("htmx:before:swap", (event) => {
    const {
      ctx: { request, report },
      tasks: [{ fragment }],
    } = event.detail;
    // A look that was on its way with a report must not wipe what that one's answer says.
    if (request.action.includes("seen=") && seqOf(fragment) <= seqOf(document)) {
      event.preventDefault();
      return;
    }
    const same = all("[data-same]", fragment);
    const shown = same.map((part) => document.getElementById(part.id));
    if (seqOf(fragment) >= seqOf(document) && shown.every((part) => request.headers.Shown.includes(part?.dataset.is))) {
      same.forEach((part, at) => part.replaceWith(shown[at].cloneNode(true)));
      return;
    }
    event.preventDefault();
    const refusal = fragment.querySelector(".refusal");
    const again = request.method === "GET" ? request.action : live.dataset.url;
    ask(again).then(() => {
      if (!refusal) return;
      document.querySelector(".hand").prepend(refusal);
      document.dispatchEvent(new CustomEvent("refused", { detail: report }));
    });
  });

  // A refusal is felt and heard.
  function signal() {
    navigator.vibrate?.(80);
    const audio = new AudioContext();
    const tone = new OscillatorNode(audio);
    tone.connect(new GainNode(audio, { gain: 0.1 })).connect(audio.destination);
    tone.onended = () => audio.close();
    tone.start();
    tone.stop(0.1);
  }
}
