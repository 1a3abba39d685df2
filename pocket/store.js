// What the browser keeps: one image of a state, a text, and of the ledger. A save that was cut off leaves the one before.
const HEAD = 8; // bytes: the number of the save, and the length of the state

export async function openStore() {
  const place = (await files()) ?? (await records());
  return new Store(place, await place.load());
}

class Store {
  constructor(place, image) {
    const [number, length] = image.length ? new Uint32Array(image.slice(0, HEAD).buffer) : [0, 0];
    this.place = place;
    this.number = number;
    this.state = new TextDecoder().decode(image.subarray(HEAD, HEAD + length));
    this.ledger = image.length ? image.subarray(HEAD + length) : undefined;
  }

  async save(state, ledger) {
    const text = new TextEncoder().encode(state);
    const image = new Uint8Array(HEAD + text.length + ledger.length);
    image.set(new Uint8Array(new Uint32Array([this.number + 1, text.length]).buffer));
    image.set(text, HEAD);
    image.set(ledger, HEAD + text.length);
    await this.place.save(image, this.number + 1);
    this.number += 1;
  }
}

// The origin private file system; undefined where the browser has none, or gives none to a private window.
async function files() {
  if (!globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle) return;
  const folder = await navigator.storage?.getDirectory().catch(() => undefined);
  if (!folder) return;
  const open = async (name) => (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  return new Files([await open("even.image"), await open("odd.image")]);
}

// Two files in turn, of which the newer counts: a file without its number was not written to its end.
class Files {
  constructor(pair) {
    this.pair = pair;
  }

  load() {
    const [even, odd] = this.pair.map(numberOf);
    const newer = this.pair[even > odd ? 0 : 1];
    const image = new Uint8Array(numberOf(newer) && newer.getSize());
    newer.read(image, { at: 0 });
    return image;
  }

  save(image, number) {
    const file = this.pair[number % 2];
    write(file, new Uint8Array(HEAD), 0);
    file.truncate(image.length);
    write(file, image.subarray(HEAD), HEAD);
    write(file, image.subarray(0, HEAD), 0);
  }
}

function numberOf(file) {
  const number = new Uint32Array(1);
  file.read(number, { at: 0 });
  return number[0];
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
    load: async () =>
      (await ended(database.transaction("images").objectStore("images").get("newest"), "success")) ?? new Uint8Array(),
    save(image) {
      const writing = database.transaction("images", "readwrite", { durability: "strict" });
      writing.objectStore("images").put(image, "newest");
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
