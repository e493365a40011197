// Asks, while the page is visible, whether an element has changed since the page was made; sections that listen for "refresh" then reload.
// What a segment knows is on every open page within two seconds.
const shown = document.querySelector("[data-digest]");
let known = shown === null ? null : shown.dataset.digest;
const ask = async () => {
  if (!document.hidden) {
    try {
      const reply = await fetch("/elements?digest", { headers: { Accept: "text/plain" } });
      if (reply.status === 401) location.reload();
      if (reply.ok) {
        const digest = await reply.text();
        if (digest !== known) htmx.trigger(document.body, "refresh");
        known = digest;
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
