// What the browser keeps: one image of a state, a text, and of the ledger. A save that was cut off leaves the one before,
// and so does an image that is not as it was saved.
const HEAD = 44; // bytes: the number of the save, the length of the state, when it was, a sum of all the rest
const SUM = [12, 44];
const OLD_HEAD = 8; // until November 2026 it had neither a time nor a sum

export async function openStore() {
  const place = (await files()) ?? (await records());
  return new Store(place, await whole(await place.load()));
}

class Store {
  constructor(place, { image, missing }) {
    const [number, length, seconds] = image.length ? new Uint32Array(image.slice(0, SUM[0]).buffer) : [0, 0, 0];
    const head = isOld(image) ? OLD_HEAD : HEAD;
    this.place = place;
    this.number = number;
    this.state = new TextDecoder().decode(image.subarray(head, head + length));
    this.ledger = image.length ? image.subarray(head + length) : undefined;
    this.missing = missing ? seconds * 1000 : undefined; // all that was recorded since then, in ms since 1970
  }

  async save(state, ledger) {
    const text = new TextEncoder().encode(state);
    const image = new Uint8Array(HEAD + text.length + ledger.length);
    const head = new Uint32Array([this.number + 1, text.length, Date.now() / 1000]);
    image.set(new Uint8Array(head.buffer));
    image.set(text, HEAD);
    image.set(ledger, HEAD + text.length);
    image.set(await sumOf(image), SUM[0]);
    await this.place.save(image, this.number + 1);
    this.number += 1;
  }
}

// The newest image that is whole, and whether a newer one is not.
async function whole(images) {
  const newestFirst = images.filter(({ length }) => length).sort((one, other) => numberOf(other) - numberOf(one));
  if (!newestFirst.length) return { image: new Uint8Array() };
  for (const image of newestFirst) {
    if (!(await isWhole(image))) continue;
    const before = numberOf(image) - 1;
    return { image, missing: images.some((other) => other !== image && numberOf(other) !== before) };
  }
  throw new Error("What this browser kept is damaged.");
}

async function isWhole(image) {
  if (isOld(image)) return true;
  const bare = image.slice().fill(0, ...SUM);
  return `${await sumOf(bare)}` === `${image.subarray(...SUM)}`;
}

function isOld(image) {
  return new TextDecoder().decode(image.subarray(OLD_HEAD, OLD_HEAD + 6)) === '{"key"';
}

async function sumOf(image) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", image));
}

function numberOf(image) {
  return image.length < 4 ? 0 : new Uint32Array(image.slice(0, 4).buffer)[0];
}

// The origin private file system; undefined where the browser has none, or gives none to a private window.
async function files() {
  if (!globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle) return;
  const folder = await navigator.storage?.getDirectory().catch(() => undefined);
  if (!folder) return;
  const open = async (name) => (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  return new Files([await open("even.image"), await open("odd.image")]);
}

// Two files in turn: one without its number was not written to its end.
class Files {
  constructor(pair) {
    this.pair = pair;
  }

  load() {
    const images = this.pair.map((file) => {
      const size = file.getSize();
      if (size < 0) throw new DOMException("forgotten", "InvalidStateError"); // a private window of Chromium, in time
      const image = new Uint8Array(size);
      file.read(image, { at: 0 });
      return image;
    });
    return images.filter((image) => numberOf(image) || !image.length);
  }

  save(image, number) {
    const file = this.pair[number % 2];
    write(file, new Uint8Array(HEAD), 0);
    file.truncate(image.length);
    write(file, image.subarray(HEAD), HEAD);
    write(file, image.subarray(0, HEAD), 0);
  }
}

// Throws where the device has no room for all of it.
function write(file, bytes, at) {
  if (file.write(bytes, { at }) < bytes.byteLength) throw new DOMException("no room", "QuotaExceededError");
  file.flush();
}

// IndexedDB, whose transactions are whole.
async function records() {
  const opening = indexedDB.open("cairn", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("images");
  const database = await ended(opening, "success");
  return {
    load: () => ended(database.transaction("images").objectStore("images").getAll(IDBKeyRange.bound(0, 1)), "success"),
    save(image, number) {
      const writing = database.transaction("images", "readwrite", { durability: "strict" });
      writing.objectStore("images").put(image, number % 2);
      return ended(writing, "complete");
    },
  };
}

function ended(asked, well) {
  return new Promise((resolve, reject) => {
    asked.addEventListener(well, () => resolve(asked.result));
    for (const badly of ["error", "abort"]) asked.addEventListener(badly, () => reject(asked.error));
  });
}
