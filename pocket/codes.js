// Codes that two phones show each other: what differs from one description of a WebRTC session to the next, some 134
// letters. All the rest is the same for everybody, and is put back by the reader.
const KINDS = { host: 1, guest: 2 }; // whose code it is
const PLACES = 3;
const PLACE = /candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gi;
const refusal = (reason) => Object.assign(new Error(reason), { reason });

// The code of a description; a guest's begins with the sign of the host's that it answers `to`.
export function pack(whose, sdp, to = []) {
  const one = (pattern) => sdp.match(pattern)[1];
  const text = (given) => [given.length, ...[...given].map((letter) => letter.charCodeAt(0))];
  const places = [...sdp.matchAll(PLACE)].map(([, host, port]) => placed(host, +port)).filter(Boolean);
  if (!places.length) throw refusal("unreachable");
  const named = [...text(one(/ice-ufrag:(\S+)/)), ...text(one(/ice-pwd:(\S+)/)), ...sumOf(sdp)];
  const bytes = [KINDS[whose], ...to, ...named, ...places.slice(0, PLACES).flat()];
  const code = btoa(String.fromCharCode(...bytes));
  return code.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// An address that is shown, or the name that a browser hides it behind.
function placed(host, port) {
  const at = [port >> 8, port & 255];
  if (host.endsWith(".local")) return [0, ...bytesOf(host.slice(0, -6).replaceAll("-", "")), ...at];
  return /^[\d.]+$/.test(host) && [4, ...host.split(".").map(Number), ...at];
}

const bytesOf = (hex) => hex.match(/../g).map((pair) => Number.parseInt(pair, 16));
const sumOf = (sdp) => bytesOf(sdp.match(/sha-256 (\S+)/i)[1].replaceAll(":", ""));

// What an answer repeats of the code that it answers.
export const signOf = (sdp) => sumOf(sdp).slice(0, 4);

// The description in a code. A refusal has its `reason`: `malformed`, or `foreign` if it answers another code.
export function unpack(whose, code, to = []) {
  const bytes = read(code);
  const take = (count) => {
    if (bytes.length < count) throw refusal("malformed");
    return bytes.splice(0, count);
  };
  const text = () => {
    const said = String.fromCharCode(...take(take(1)[0]));
    if (!/^[\w+/]+$/.test(said)) throw refusal("malformed");
    return said;
  };
  const hex = (count) => take(count).map((byte) => byte.toString(16).padStart(2, "0"));
  if (take(1)[0] !== KINDS[whose]) throw refusal("malformed");
  if (`${take(to.length)}` !== `${to}`) throw refusal("foreign");
  const [name, word, print] = [text(), text(), hex(32).join(":").toUpperCase()];
  const places = [];
  while (bytes.length) {
    const hidden = !take(1)[0];
    const host = hidden
      ? `${hex(16)
          .join("")
          .replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}.local`
      : take(4).join(".");
    const [high, low] = take(2);
    places.push(`candidate:1 1 udp 2113937151 ${host} ${high * 256 + low} typ host`);
  }
  return described(name, word, print, places, whose === "host" ? "passive" : "active");
}

function read(code) {
  try {
    return [...atob(code.replaceAll("-", "+").replaceAll("_", "/"))].map((letter) => letter.charCodeAt(0));
  } catch {
    throw refusal("malformed");
  }
}

function described(name, word, print, places, setup) {
  const attributes = [
    ...places,
    `ice-ufrag:${name}`,
    `ice-pwd:${word}`,
    `fingerprint:sha-256 ${print}`,
    `setup:${setup}`,
    "mid:0",
    "sctp-port:5000",
  ];
  const session = ["v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0"];
  const media = ["m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0"];
  return [...session, ...media, ...attributes.map((each) => `a=${each}`), ""].join("\r\n");
}
