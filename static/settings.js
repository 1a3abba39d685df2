// What can be switched on this device, and what its browser lacks for it.
const offer = (box) => {
  box.closest("[hidden]")?.removeAttribute("hidden");
  box.checked = isOn(box.dataset.setting);
  box.onchange = () => localStorage.setItem(box.dataset.setting, box.checked ? "on" : "off");
};

// What a browser lacks, in its navigator or (isSecureContext) in its window, is said instead of promised.
const tell = (line) => {
  const api = line.dataset.without;
  line.hidden = navigator[api] || window[api];
};

all("[data-setting]").forEach(offer);
all("[data-without]").forEach(tell);
