// The camera, and what finds codes in its pictures: the browser's own reader, or else one that then comes (sw.js).
const PAUSE = 100; // ms between two looks
const PICTURES = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };

export const camera = () => navigator.mediaDevices.getUserMedia({ video: PICTURES });

// The texts of all codes that are seen in this video.
export async function* codes(view, signal) {
  const read = await reader();
  while (!signal.aborted) {
    yield* await read(view);
    await new Promise((then) => setTimeout(then, PAUSE));
  }
}

async function reader() {
  const formats = (await window.BarcodeDetector?.getSupportedFormats()) ?? [];
  return formats.includes("qr_code") ? ownReader() : broughtReader();
}

function ownReader() {
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (view) => (await detector.detect(view)).map(({ rawValue }) => rawValue);
}

async function broughtReader() {
  const { default: zxing } = await import("./zxing.mjs");
  const locateFile = (name) => new URL(name, import.meta.url).href;
  await zxing.prepareZXingModule({ overrides: { locateFile }, fireImmediately: true });
  return async (view) => (await zxing.readBarcodes(pictureOf(view), { formats: ["QRCode"] })).map(({ text }) => text);
}

function pictureOf(view) {
  const { videoWidth: width, videoHeight: height } = view;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(view, 0, 0);
  return canvas.getImageData(0, 0, width, height);
}
