// A photo is made smaller before it is sent, and sent as soon as it is chosen.
import { byId } from "./common.js";

const LONGEST = 2400; // px
const reading = byId("reading");

const shrink = async (input) => {
  const picture = await createImageBitmap(input.files[0]);
  const scale = LONGEST / Math.max(LONGEST, picture.width, picture.height);
  const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  const sent = new DataTransfer();
  sent.items.add(new File([jpeg], "photo.jpg", jpeg));
  input.files = sent.files;
};

addEventListener("change", async ({ target }) => {
  if (!target.files?.length) return;
  reading.textContent = reading.dataset.says;
  await shrink(target).catch(() => {}); // what this browser cannot show is sent as it is
  target.form.requestSubmit();
});
addEventListener("pageshow", () => reading.replaceChildren());
