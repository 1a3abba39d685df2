// A photo is made smaller before it is sent, and sent as soon as it is chosen.
{
  const LONGEST = 2400;
  const form = document.getElementById("photo");
  const reading = document.getElementById("reading");
  const progress = document.getElementById("underway");

  const small = async (photo) => {
    const picture = await createImageBitmap(photo);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = picture.width * scale;
    canvas.height = picture.height * scale;
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise((made) => canvas.toBlob(made, "image/jpeg", 0.9));
    const sent = new DataTransfer();
    sent.items.add(new File([jpeg], "photo.jpg", { type: jpeg.type }));
    return sent.files;
  };

  form.addEventListener("change", async ({ target }) => {
    if (!target.files.length) return;
    progress.hidden = false;
    try {
      target.files = await small(target.files[0]);
    } catch {} // what this browser cannot show is sent as it is
    form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    progress.hidden = false;
    reading.textContent = reading.dataset.says;
  });
  addEventListener("pageshow", () => {
    progress.hidden = true;
    reading.textContent = "";
  });
}
