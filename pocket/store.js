// What the browser keeps: one image of the state and the ledger, in blocks, of which a save changes all or none.
const BLOCK = 4096;
const STATE = 4 * BLOCK; // bytes at the beginning of the image that hold the state, a text

export async function openStore() {
  const place = await ((await files()) ?? blocks());
  return new Store(place, await place.load());
}

class Store {
  constructor(place, image) {
    this.place = place;
    this.image = image;
  }

  get state() {
    return new TextDecoder().decode(this.image.slice(0, STATE)).replace(/\0+$/, "");
  }

  get ledger() {
    return this.image.length ? this.image.subarray(STATE) : undefined;
  }

  async save(state, ledger) {
    const next = new Uint8Array(STATE + ledger.length);
    if (new TextEncoder().encodeInto(state, next.subarray(0, STATE)).read < state.length) throw new Error("state");
    next.set(ledger, STATE);
    await this.place.save(changed(this.image, next), next.length);
    this.image = next;
  }
}

// The blocks of the one that are not in the other, by their numbers.
function changed(before, next) {
  const found = [];
  for (let at = 0; at < next.length; at += BLOCK) {
    const block = next.subarray(at, at + BLOCK);
    const old = before.subarray(at, at + BLOCK);
    if (block.length !== old.length || block.some((byte, index) => byte !== old[index]))
      found.push([at / BLOCK, block]);
  }
  return found;
}

// The origin private file system; undefined where the browser has none, or gives none to a private window.
async function files() {
  if (!globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle) return;
  const folder = await navigator.storage.getDirectory().catch(() => undefined);
  if (!folder) return;
  const open = async (name) => (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  return new Files(await open("cairn.image"), await open("cairn.changes"));
}

// A save is written down beside the image, whole, and only then done: one that was cut off is forgotten, or done again.
class Files {
  constructor(image, changes) {
    this.image = image;
    this.changes = changes;
  }

  load() {
    const [number, size] = this.#promised();
    if (number) this.#apply(number, size);
    const image = new Uint8Array(this.image.getSize());
    this.image.read(image, { at: 0 });
    return image;
  }

  save(blocks, size) {
    const written = new Uint8Array(blocks.length * 2 * BLOCK);
    blocks.forEach(([index, block], place) => {
      new DataView(written.buffer).setUint32(place * 2 * BLOCK, index);
      written.set(block, (place * 2 + 1) * BLOCK);
    });
    write(this.changes, written, BLOCK);
    this.#promise(blocks.length, size);
    this.#apply(blocks.length, size);
  }

  // The number of blocks that are written down, and the size of the image with them.
  #promised() {
    const head = new Uint32Array(2);
    this.changes.read(head, { at: 0 });
    return head;
  }

  #promise(...head) {
    write(this.changes, new Uint32Array(head), 0);
  }

  #apply(number, size) {
    const written = new Uint8Array(number * 2 * BLOCK);
    this.changes.read(written, { at: BLOCK });
    for (let at = 0; at < written.length; at += 2 * BLOCK)
      this.image.write(written.subarray(at + BLOCK, at + 2 * BLOCK), {
        at: new DataView(written.buffer).getUint32(at) * BLOCK,
      });
    this.image.truncate(size);
    this.image.flush();
    this.#promise(0, 0);
  }
}

// Throws where the device has no room for all of it.
function write(file, bytes, at) {
  if (file.write(bytes, { at }) < bytes.byteLength) throw new DOMException("no room", "QuotaExceededError");
  file.flush();
}

// IndexedDB, whose transactions are whole.
async function blocks() {
  const opening = indexedDB.open("cairn", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("blocks");
  return new Blocks(await ended(opening, "success"));
}

class Blocks {
  constructor(database) {
    this.database = database;
  }

  async load() {
    const store = this.database.transaction("blocks").objectStore("blocks");
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()].map((one) => ended(one, "success")));
    const kept = new Map(keys.map((key, place) => [key, values[place]]));
    const image = new Uint8Array(kept.get("size") ?? 0);
    kept.delete("size");
    for (const [index, block] of kept) if (index * BLOCK < image.length) image.set(block, index * BLOCK);
    return image;
  }

  save(blocks, size) {
    const writing = this.database.transaction("blocks", "readwrite", { durability: "strict" });
    const store = writing.objectStore("blocks");
    for (const [index, block] of blocks) store.put(block.slice(), index);
    store.put(size, "size");
    return ended(writing, "complete");
  }
}

function ended(asked, well) {
  return new Promise((resolve, reject) => {
    asked.addEventListener(well, () => resolve(asked.result));
    for (const badly of ["error", "abort"]) asked.addEventListener(badly, () => reject(asked.error));
  });
}
