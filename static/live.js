// The table as it is now: news of it, and what comes with an answer.
import { all, announce, byId, isOn, on } from "./common.js";
import { sent } from "./reports.js";

const live = byId("live");
const seqOf = (page) => +(page.querySelector("#table")?.dataset.seq ?? Infinity);
const parts = {};
const alone = "alone" in live.dataset; // nobody else's phone can be at this table
let stream;
let heard; // when the stream last said anything
let news = 0;

const ask = (values) =>
  htmx.ajax("GET", live.dataset.look, { source: live, target: "#table", swap: "outerMorph", values });
// Not while an own report is on its way: its answer brings all there is.
const look = () => {
  if (!sent && live.isConnected) ask({ seen: seqOf(document) });
};
const open = () => {
  if (alone || stream?.readyState <= EventSource.OPEN) return;
  stream = new EventSource(`${live.dataset.url}/stream?seen=${seqOf(document)}`);
  heard = Date.now();
  stream.addEventListener("here", () => {
    heard = Date.now();
  });
  stream.addEventListener("at", (event) => {
    news = +event.data;
    if (news > seqOf(document)) look();
  });
  stream.addEventListener("next", () => ask());
  stream.addEventListener("gone", () => location.replace(`${live.dataset.url}?was`));
};
on("answered", () => {
  if (news > seqOf(document)) look();
});
on("visibilitychange", () => {
  if (document.hidden) stream?.close();
  else {
    look();
    open();
  }
});
// Where the stream cannot be had, or has died without a word, the page looks every few seconds.
setInterval(() => {
  if (alone || document.hidden) return;
  if (Date.now() - heard > 40_000) stream?.close(); // one that lives says so every 15 s
  if (stream?.readyState !== EventSource.OPEN || news > seqOf(document)) look();
  open();
}, 3000);
open();

// Of a part that the phone has, only its place comes: it is filled with the part as the page shows it, or as it came,
// if it has left the page since. Of an answer overtaken on its way only the refusal is shown.
const keep = (page) => {
  for (const part of all("[data-is]", page)) parts[part.id] = part.cloneNode(true);
};
keep(document);
on("htmx:config:request", ({ detail: { ctx } }) => {
  const shown = Object.values(parts).map((part) => part.dataset.is);
  ctx.request.headers.Shown = shown.join(" ");
});
on("htmx:before:response", ({ detail: { ctx } }) => {
  if (ctx.response.status === 422 && isOn("signal")) signal();
});
on("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  const { request, report } = ctx;
  const { fragment } = tasks[0];
  // A look that was on its way with a report must not wipe what that one's answer says.
  if (request.action.includes("seen=") && seqOf(fragment) <= seqOf(document)) {
    event.preventDefault();
    return;
  }
  const shown = ({ id }) => document.querySelector(`[data-is="${parts[id].dataset.is}"]`) ?? parts[id];
  const isKept = ({ id }) => request.headers.Shown.includes(parts[id]?.dataset.is);
  const places = all("wbr", fragment);
  if (seqOf(fragment) >= seqOf(document) && places.every(isKept)) {
    keep(fragment);
    for (const place of places) place.replaceWith(shown(place).cloneNode(true));
    return;
  }
  event.preventDefault();
  const refusal = fragment.querySelector(".refusal");
  ask().then(() => {
    if (!refusal) return;
    document.querySelector(".hand").prepend(refusal);
    announce("refused", report);
  });
});

// The own turn is felt as it comes.
let own = document.querySelector(".acting.mine");
on("htmx:after:swap", () => {
  const before = own;
  own = document.querySelector(".acting.mine");
  if (own && !before && isOn("turn")) navigator.vibrate?.(40);
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
