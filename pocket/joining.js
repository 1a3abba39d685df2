// How a phone joins the table of another: each shows a code, which the other looks at, or has pasted.
import { codeIn } from "./codes.js";
import { generate } from "./lean-qr.mjs";
import { invite, join } from "./lines.js";
import { camera, looks } from "./scan.js";
import { byId, words } from "./shell.js";

const dialog = byId("joining");
const view = byId("view");
const asText = byId("as_text");
let stream; // of the camera, while the dialog is open: some browsers hide addresses in codes without it
let choose = () => {}; // is told what was read or pasted, or of a tap on the button; nothing once the dialog is closed

const chosen = () =>
  new Promise((resolve) => {
    choose = resolve;
  });

byId("act").onclick = () => choose({ tapped: true });
byId("copy").onclick = async () => {
  await navigator.clipboard.writeText(byId("code").dataset.text);
  byId("joining-says").textContent = words.copied;
};
byId("paste").onsubmit = (event) => {
  event.preventDefault();
  take(byId("text").value);
};
dialog.onclose = () => {
  letGo();
  choose({});
};

function take(text) {
  const [, code] = codeIn(dialog.dataset.theirs, text) ?? [];
  if (code) choose({ text: code });
  else byId("wrong").textContent = words[`line_no_${dialog.dataset.theirs}`];
}

// The phone that keeps the table, for one guest after the other.
export async function host() {
  begin(words.let_in, words.cancel, "guest");
  try {
    await mayFilm();
    let says = stream ? words.host_shows : words.hidden;
    asText.open = !stream;
    while (dialog.open) says = await letIn(says);
  } catch (wrong) {
    stop(wrong);
  }
}

// The camera is asked for before the first code is made, so that this has the true address of the phone.
async function mayFilm() {
  step("ask", words.camera, words.allow);
  const { state } = (await navigator.permissions?.query({ name: "camera" }).catch(() => {})) ?? {};
  if (state !== "granted" && !(await chosen()).tapped) return;
  await film().catch(() => {});
}

function letGo() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = undefined;
}

async function film() {
  if (!stream?.active) stream = await camera();
  if (!dialog.open) return letGo();
  view.srcObject = stream;
  await view.play();
}

// One guest. What the host is told before the next.
async function letIn(before) {
  const { code, admit } = await invite();
  let says = before;
  for (;;) {
    const answer = await heard(new URL(`.#join=${code}`, location).href, says);
    if (!answer) return;
    step("wait", words.opening);
    try {
      await admit(answer);
      byId("leave").textContent = words.done;
      byId("paste").reset();
      return words.admitted;
    } catch ({ message }) {
      says = words[`line_${message}`] ?? words.line_unreachable;
      if (message !== "foreign") return says;
    }
  }
}

// The answer to the code that is shown. The button goes from showing to looking, and back.
async function heard(shown, says) {
  for (let taps = 0; ; taps += 1) {
    if (taps % 2) look(words.host_looks, words.back);
    else show(shown, taps ? words.host_shows : says, stream && words.scan);
    const { text, tapped } = await chosen();
    if (!tapped) return text;
  }
}

// The guest with an invitation; what the host says of itself once the line is open. Who leaves opens Cairn alone.
export async function guest(code) {
  begin(words.join, words.alone, "host");
  try {
    const { answer, opened, begin: go } = await join(code);
    const next = () => Promise.race([opened, chosen()]);
    show(answer, words.guest_shows, go && words.seen);
    let welcome = await next();
    if (welcome.tapped) {
      step("wait", words.opening);
      await go();
      welcome = await next();
    }
    if (!dialog.open) return open("");
    dialog.close();
    return welcome;
  } catch (wrong) {
    stop(wrong, words.scan_in);
    if ((await chosen()).tapped) await invitation();
    return open("");
  }
}

// From inside Cairn: this phone looks at the code of the one that keeps the table.
export async function invitation() {
  begin(words.join, words.back, "host");
  look(words.guest_looks);
  const { text } = await chosen();
  if (text) await open(`join=${text}`);
}

function open(hash) {
  location.hash = hash;
  location.reload();
  return new Promise(() => {});
}

function begin(title, leave, whose) {
  dialog.dataset.theirs = whose;
  asText.open = false;
  byId("joining-title").textContent = title;
  byId("leave").textContent = leave;
  if (!dialog.open) dialog.showModal();
}

function step(name, says, act = "") {
  dialog.dataset.step = name;
  byId("joining-says").textContent = says;
  byId("wrong").textContent = "";
  byId("act").textContent = act;
  byId("act").hidden = !act;
}

function show(text, says, act) {
  byId("code").dataset.text = text;
  generate(text).toCanvas(byId("code"));
  step("show", says, act);
}

// Until a code is seen, or something else is chosen.
async function look(says, act) {
  step("look", says, act);
  try {
    await film();
    for await (const texts of looks(view)) {
      if (!dialog.open || dialog.dataset.step !== "look") return;
      texts.forEach(take);
    }
  } catch {
    asText.open = true;
    byId("wrong").textContent = stream ? words.unread : words.unseen;
  }
}

function stop(wrong, act) {
  const says = window.RTCPeerConnection ? words[`line_${wrong.message}`] : words.line_none;
  if (!says) throw wrong;
  step("stopped", says, act);
}
