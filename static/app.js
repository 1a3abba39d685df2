const live = document.getElementById("live");
const on = (name, act) => document.addEventListener(name, act, true);
const isOff = (setting) => localStorage.getItem(setting) === "off";

if (live) {
  hear();
  show();
  keepTaps();
  tapOnce();
}
document.querySelectorAll("[data-setting]").forEach(offerSetting);
document.querySelectorAll("[data-without]").forEach(tellWhatIsMissing);

function seqOf(page) {
  return Number(page.querySelector("#table")?.dataset.seq ?? Infinity);
}

// Where the stream cannot be had, the page looks every few seconds.
function hear() {
  let stream = null;
  let news = 0;
  const look = () => htmx.trigger(live, "at");
  const open = () => {
    if (stream && stream.readyState !== EventSource.CLOSED) return;
    stream = new EventSource(`${live.dataset.url}/stream?seen=${seqOf(document)}`);
    stream.addEventListener("at", (event) => {
      news = Number(event.data);
      look();
    });
    stream.addEventListener("gone", () => location.reload());
  };
  on("visibilitychange", () => {
    if (document.hidden) {
      stream?.close();
      return;
    }
    look();
    open();
  });
  setInterval(() => {
    if (document.hidden) return;
    if (stream?.readyState !== EventSource.OPEN || news > seqOf(document)) look();
    open();
  }, 3000);
  open();
}

// Parts that the phone shows come back empty and stay. Of an answer overtaken on its way only the refusal is shown.
function show() {
  on("htmx:config:request", ({ detail: { ctx } }) => {
    const parts = [...document.querySelectorAll("[data-is]")];
    ctx.request.headers.Shown = parts.map((part) => part.dataset.is).join(" ");
  });
  on("htmx:before:response", (event) => {
    const { request, response } = event.detail.ctx;
    if (response.status === 422 && !isOff("signal")) signal();
    if (request.method !== "GET" || response.status !== 404) return;
    event.preventDefault();
    location.reload();
  });
  on("htmx:before:swap", (event) => {
    const {
      ctx: { request },
      tasks: [{ fragment }],
    } = event.detail;
    const same = [...fragment.querySelectorAll("[data-same]")];
    const shown = same.map((part) => document.getElementById(part.id));
    if (seqOf(fragment) >= seqOf(document) && shown.every((part) => request.headers.Shown.includes(part?.dataset.is))) {
      same.forEach((part, at) => part.replaceWith(shown[at].cloneNode(true)));
      return;
    }
    event.preventDefault();
    const refusal = fragment.querySelector(".refusal");
    const again = request.method === "GET" ? request.action : live.dataset.url;
    htmx
      .ajax("GET", again, { target: "#table", swap: "outerMorph" })
      .then(() => refusal && document.querySelector(".hand").prepend(refusal));
  });
}

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

// A double tap must not hit what its first half brought up.
function tapOnce() {
  let reported = false;
  on("click", (event) => {
    const reports = Boolean(event.target.closest("form[action$='/report'] button"));
    if (reports && reported && event.detail > 1) event.preventDefault();
    reported = reports;
  });
}

// A report that did not get through waits, and is sent until it is answered.
function keepTaps() {
  const place = `waiting ${live.dataset.url}`;
  const note = document.getElementById("waiting");
  const meant = document.getElementById("meant");
  const read = () => JSON.parse(localStorage.getItem(place) ?? "[]");
  const write = (taps) => {
    localStorage.setItem(place, JSON.stringify(taps));
    tell();
  };
  const tell = () => {
    const taps = read();
    note.hidden = taps.length === 0;
    note.querySelector("b").textContent = taps.map((tap) => tap.said).join(" · ");
  };
  const keep = (event) => {
    const { request, response, tap } = event.detail.ctx ?? {};
    if (request?.method !== "POST" || !request.action.endsWith("/report")) return;
    const lost = !response || response.status >= 500 || response.status === 429;
    if (lost) event.preventDefault();
    if (lost && !tap) {
      const { dataset, textContent } = request.submitter;
      write([
        ...read(),
        { action: request.action, body: String(request.body), said: dataset.said || textContent.trim() },
      ]);
    }
    if (lost || !tap) return;
    write(read().filter(({ body }) => body !== tap.body));
    meant.textContent = tap.said;
    meant.parentElement.hidden = response.status < 400;
  };
  const send = async () => {
    const [tap] = read();
    if (!tap || send.busy) return;
    send.busy = true;
    await htmx.ajax("POST", tap.action, { tap, target: "#table", swap: "outerMorph" });
    send.busy = false;
  };
  on("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.tap) ctx.request.body = new URLSearchParams(ctx.tap.body);
  });
  on("htmx:error", keep);
  on("htmx:before:response", keep);
  addEventListener("online", send);
  addEventListener("storage", tell);
  setInterval(send, 2000);
  tell();
}

function offerSetting(box) {
  box.closest("[hidden]")?.removeAttribute("hidden");
  box.checked = !isOff(box.dataset.setting);
  box.addEventListener("change", () => localStorage.setItem(box.dataset.setting, box.checked ? "on" : "off"));
}

// What a browser lacks, in its navigator or (isSecureContext) in its window, is said instead of promised.
function tellWhatIsMissing(line) {
  const api = line.dataset.without;
  line.hidden = Boolean(navigator[api] ?? window[api]);
}
