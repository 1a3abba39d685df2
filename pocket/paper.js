// A composed page in the browser: laid out as the press does it (printables/press.py), then printed by the browser.
addEventListener("load", async () => {
  await document.fonts.ready;
  layUnder();
  fit();
  print();
});

// The sheet that is drawn once lies under all that point to it, so many millimetres away.
function layUnder() {
  const stencil = document.querySelector(".stencil");
  if (!stencil) return;
  stencil.remove();
  const pages = [...document.querySelectorAll(".page")];
  JSON.parse(document.querySelector("[name=stencil]").content).forEach((places, at) => {
    for (const [right, down] of places) {
      const layer = stencil.firstElementChild.cloneNode(true);
      layer.style.transform = `translate(${right}mm, ${down}mm)`;
      pages[at].prepend(layer);
    }
  });
}

// The first of the layouts with which the summary ends above what lies below it, or else the last.
function fit() {
  const root = document.documentElement;
  const place = (id) => document.getElementById(id).getBoundingClientRect();
  for (const layout of root.dataset.layouts?.split(",") ?? []) {
    root.className = layout;
    if (document.getElementById("below") && place("summary").bottom <= place("below").top) return;
  }
}
