// The camera, and what finds codes in its pictures: the browser's own reader, or else one that is brought (sw.js).
const SCRIPT = new URL("zxing.mjs", import.meta.url).href;
const WASM = new URL("zxing_reader.wasm", import.meta.url).href;
const PAUSE = 100; // ms between two looks
const PICTURES = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };

export const camera = () => navigator.mediaDevices.getUserMedia({ video: PICTURES });

// The texts of all codes in this video, look after look.
export async function* looks(view) {
  const read = (await hasOwn()) ? ownReader() : await broughtReader();
  for (;;) {
    yield await read(view);
    await new Promise((then) => setTimeout(then, PAUSE));
  }
}

// What a later look needs, so that there need be no network then.
export async function prepare() {
  if (await hasOwn()) return;
  for (const file of [SCRIPT, WASM]) await fetch(file);
}

const hasOwn = async () => (await window.BarcodeDetector?.getSupportedFormats())?.includes("qr_code");

function ownReader() {
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (view) => (await detector.detect(view)).map(({ rawValue }) => rawValue);
}

async function broughtReader() {
  const { default: zxing } = await import(SCRIPT);
  await zxing.prepareZXingModule({ overrides: { locateFile: () => WASM }, fireImmediately: true });
  return async (view) => (await zxing.readBarcodes(pictureOf(view), { formats: ["QRCode"] })).map(({ text }) => text);
}

function pictureOf(view) {
  const { videoWidth: width, videoHeight: height } = view;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(view, 0, 0);
  return canvas.getImageData(0, 0, width, height);
}
