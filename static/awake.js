// The screen stays awake at a table until the game is over, and while one counts: by a wake lock or, where the browser
// keeps that for https, by a silent video.
import { isOn, on } from "./common.js";

let video;
let lock;
let awake = false;

const wake = () => {
  const wanted = !document.hidden && isOn("awake") && !document.querySelector(".winner");
  if (wanted === awake) return;
  awake = wanted;
  if (navigator.wakeLock) {
    lock = wanted ? navigator.wakeLock.request("screen").catch(() => {}) : lock.then((held) => held?.release());
  } else if (wanted) {
    video ??= show();
    video.play().catch(() => {
      awake = false;
      addEventListener("click", wake, { once: true });
    });
  } else {
    video?.pause();
  }
};

// Chromium heeds a muted video that fills a fifth of the screen, Firefox one with a track of sound, Safari one that
// is not muted and does not loop; as "ambient" sound it leaves the phone's music alone.
const show = () => {
  const made = document.createElement("video");
  made.className = "awake";
  made.playsInline = made.disableRemotePlayback = true;
  made.loop = made.muted = !navigator.audioSession;
  if (navigator.audioSession) {
    navigator.audioSession.type = "ambient";
    made.ontimeupdate = () => {
      if (made.currentTime > 2) made.currentTime = 0;
    };
  }
  const plays = made.canPlayType('video/mp4; codecs="avc1.42000A, mp4a.40.2"');
  made.src = new URL(`awake.${plays ? "mp4" : "webm"}`, import.meta.url);
  return document.body.appendChild(made);
};

on("visibilitychange", wake);
on("htmx:after:swap", wake);
addEventListener("storage", wake);
wake();
