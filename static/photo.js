// A photo is made smaller before it is sent, and sent as soon as it is chosen.
{
  const LONGEST = 2400;
  const reading = document.getElementById("reading");

  const small = async (photo) => {
    const picture = await createImageBitmap(photo);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    const sent = new DataTransfer();
    sent.items.add(new File([jpeg], "photo.jpg", { type: jpeg.type }));
    return sent.files;
  };

  on("change", async ({ target }) => {
    if (!target.files?.length) return;
    reading.textContent = reading.dataset.says;
    try {
      target.files = await small(target.files[0]);
    } catch {} // what this browser cannot show is sent as it is
    target.form.requestSubmit();
  });
  addEventListener("pageshow", () => (reading.textContent = ""));
}
