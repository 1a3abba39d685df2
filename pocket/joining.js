// How a phone joins the table of another: each shows a code, which the other looks at, or has pasted.
import { generate } from "./lean-qr.mjs";
import { invite, join } from "./lines.js";
import { camera, codes } from "./scan.js";

const INVITATION = /#join=([\w-]+)$/;
const ANSWER = /^([\w-]+)$/;
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];
const base = new URL(".", location).pathname;
const byId = (id) => document.getElementById(id);
const dialog = byId("joining");
const view = byId("view");
let words;
let stream; // of the camera, while the dialog is open: some browsers hide addresses in codes without it
let choose = () => {}; // is told what was read or pasted, or of a tap on the button; nothing once the dialog is closed
let looking = new AbortController();

const chosen = () =>
  new Promise((resolve) => {
    choose = resolve;
  });

byId("act").onclick = () => choose({ tapped: true });
byId("leave").onclick = () => dialog.close();
byId("copy").onclick = async () => {
  await navigator.clipboard.writeText(byId("code").dataset.text);
  byId("copy").textContent = words.copied;
};
byId("paste").onsubmit = (event) => {
  event.preventDefault();
  choose({ text: byId("text").value.trim() });
  byId("paste").reset();
};
dialog.onclose = () => {
  looking.abort();
  letGo();
  choose({});
};

// The phone that keeps the table, for one guest after the other.
export async function host(said) {
  begin(said, said.let_in, said.done);
  try {
    let says = (await mayFilm()) ? words.host_shows : words.hidden;
    while (dialog.open) says = await letIn(says);
  } catch (wrong) {
    stop(wrong);
  }
}

// The camera is asked for before the first code is made, so that this has the true address of the phone.
async function mayFilm() {
  step("ask", words.camera, words.allow);
  if (!(await isGranted()) && !(await chosen()).tapped) return false;
  return film().then(
    () => true,
    () => false,
  );
}

async function isGranted() {
  const { state } = (await navigator.permissions?.query({ name: "camera" }).catch(() => {})) ?? {};
  return state === "granted";
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
  byId("by_hand").parentElement.open = false;
  let says = before;
  while (dialog.open) {
    const answer = await heard(`${location.origin}${base}#join=${code}`, says);
    if (!answer) break;
    step("wait", words.opening);
    const reason = await admit(answer).then(
      () => "",
      ({ reason = "unreachable" }) => reason,
    );
    if (!reason) return words.admitted;
    says = words[`line_${reason}`];
    if (reason !== "malformed" && reason !== "foreign") break;
  }
  return says;
}

// The answer to the code that is shown. The button goes from showing to looking, and back.
async function heard(shown, says) {
  for (let looks = false; ; looks = !looks) {
    if (looks) look(words.host_looks, ANSWER, words.back);
    else show(shown, says, words.scan);
    const { text, tapped } = await chosen();
    looking.abort();
    if (!tapped) return text;
  }
}

// The guest with an invitation; what the host says of itself once the line is open. Who leaves opens Cairn alone.
export async function guest(said, code) {
  begin(said, said.join, said.alone);
  byId("paste").hidden = true;
  try {
    const { answer, opened, begin: go } = await join(code);
    show(answer, words.guest_shows, go && words.seen);
    let welcome = await Promise.race([opened, chosen()]);
    if (welcome.tapped) {
      step("wait", words.opening);
      await go();
      welcome = await Promise.race([opened, chosen()]);
    }
    if (!dialog.open) return open("");
    dialog.close();
    return welcome;
  } catch (wrong) {
    stop(wrong, words.scan_in);
    if ((await chosen()).tapped) await invitation(said);
    return open("");
  }
}

// From inside Cairn: this phone looks at the code of the one that keeps the table.
export async function invitation(said) {
  begin(said, said.join, said.back);
  byId("paste").hidden = false;
  look(words.guest_looks, INVITATION);
  const { text } = await chosen();
  if (text) await open(`join=${text.replace(/.*#join=/, "")}`);
}

function open(hash) {
  location.hash = hash;
  location.reload();
  return new Promise(() => {});
}

function begin(said, title, leave) {
  words = said;
  byId("joining-title").textContent = title;
  byId("leave").textContent = leave;
  for (const name of ["by_hand", "theirs", "use"]) byId(name).textContent = words[name];
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
  byId("copy").textContent = words.copy;
  generate(text).toCanvas(byId("code"), { on: BLACK, off: WHITE });
  step("show", says, act);
}

// Until a code that fits is seen, or something else is chosen.
async function look(says, fits, act) {
  step("look", says, act);
  looking = new AbortController();
  const { signal } = looking;
  try {
    await film();
    for await (const text of codes(view, signal)) {
      const found = text.match(fits);
      if (found && !signal.aborted) return choose({ text: found[1] });
      byId("wrong").textContent = words.line_malformed;
    }
  } catch {
    byId("wrong").textContent = stream ? words.unread : words.unseen;
  }
}

function stop(wrong, act) {
  const reason = window.RTCPeerConnection ? wrong.reason : "none";
  if (!reason) throw wrong;
  step("stopped", words[`line_${reason}`], act);
}
