// Asks, while the page is visible, whether an element has changed since the page was made; sections that listen for "refresh" then reload.
// What a segment knows is on every open page within two seconds.
const shown = document.querySelector("[data-digest]");
let known = shown === null ? null : shown.dataset.digest;
let sent = null;
document.addEventListener("htmx:beforeSend", ({detail}) => {
  if (detail.requestConfig.triggeringEvent?.type === "refresh") sent = detail.xhr;
});
// Tells whether the sections were reloaded: a request may be dropped while another one runs, and may fail.
const refresh = async () => {
  sent = null;
  htmx.trigger(document.body, "refresh");
  const request = sent;
  if (!request) return false;
  if (request.readyState !== XMLHttpRequest.DONE) {
    await new Promise((resume) => request.addEventListener("loadend", resume));
  }
  return request.status === 200;
};
const ask = async () => {
  if (!document.hidden) {
    try {
      const reply = await fetch("/elements?digest", { headers: { Accept: "text/plain" } });
      if (reply.status === 401) location.reload();
      if (reply.ok) {
        const digest = await reply.text();
        if (digest !== known && await refresh()) known = digest;
      }
    } catch { /* asked again soon */ }
  }
  setTimeout(ask, 1000);
};
if (shown !== null) setTimeout(ask, 1000);
// A section that was unfolded stays so when the page reloads it.
const unfolded = new Set();
document.addEventListener("toggle", (event) => {
  if (event.target.id) unfolded[event.target.open ? "add" : "delete"](event.target.id);
}, true);
document.addEventListener("htmx:afterSwap", () => {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
});
