// Codes that two phones show each other: what differs from one description of a WebRTC session to the next. All the rest
// is the same for everybody, and is put back by the reader. The message of a refusal is its reason (`line_…` in words.py).
const PLACES = 3;
const PLACE = /candidate:\S+ 1 udp \d+ ([\d.]+|[\w-]+\.local) (\d+) typ host/gi;
const CODE = "~([^~\\s]*)~([\\w+/]+)~([\\w+/]+)~([\\w+/]{43}=)~([\\w.-]+:\\d+(?:~[\\w.-]+:\\d+)*)";

export const lettersOf = (bytes) => btoa(String.fromCharCode(...bytes));

function sumOf(sdp) {
  const pairs = sdp.match(/sha-256 (\S+)/i)[1].split(":");
  return lettersOf(pairs.map((pair) => Number.parseInt(pair, 16)));
}

// What an answer repeats of the code that it answers.
export const signOf = (sdp) => sumOf(sdp).slice(0, 6);

// The code of a description: whose it is, the sign of the host's that a guest's answers `to`, and where it is reached.
export function pack(whose, sdp, to = "") {
  const one = (pattern) => sdp.match(pattern)[1];
  const places = [...sdp.matchAll(PLACE)].map(([, host, port]) => `${host}:${port}`);
  if (!places.length) throw new Error("unreachable");
  const known = [one(/ice-ufrag:(\S+)/), one(/ice-pwd:(\S+)/), sumOf(sdp)];
  return [whose, to, ...known, ...places.slice(0, PLACES)].join("~");
}

// The code in a text and its parts: as it is, or in the address of an invitation.
export const codeIn = (whose, text) => text.trim().match(`(?:^|#join=)(${whose}${CODE})$`);

// The description in a code; `foreign` is one that answers another code.
export function unpack(whose, code, to = "") {
  const [, , sign, name, word, sum, places] = codeIn(whose, code) ?? [];
  if (!places) throw new Error(`no_${whose}`);
  if (sign !== to) throw new Error("foreign");
  const pairs = [...atob(sum)].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0"));
  const candidate = (place) => `candidate:1 1 udp 2113937151 ${place.replace(":", " ")} typ host`;
  const attributes = [
    ...places.split("~").map(candidate),
    `ice-ufrag:${name}`,
    `ice-pwd:${word}`,
    `fingerprint:sha-256 ${pairs.join(":").toUpperCase()}`,
    `setup:${whose === "host" ? "passive" : "active"}`,
    "mid:0",
    "sctp-port:5000",
  ];
  const session = ["v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0"];
  const media = ["m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0"];
  return [...session, ...media, ...attributes.map((each) => `a=${each}`), ""].join("\r\n");
}
