// Without a stream the table polls, slower when nobody looks at it.
const live = document.getElementById("live");

if (live) {
  let streaming = false;
  document.addEventListener("htmx:sse:after:connection", () => { streaming = true; });
  for (const lost of ["htmx:sse:error", "htmx:sse:close"]) document.addEventListener(lost, () => { streaming = false; });
  const look = () => {
    if (!streaming && !document.hidden) htmx.trigger(live, "at");
    setTimeout(look, document.hidden ? 30000 : 3000);
  };
  setTimeout(look, 3000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) htmx.trigger(live, "at"); });
}
