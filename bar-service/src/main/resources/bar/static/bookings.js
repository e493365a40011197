// Makes the booking pages smoother; each of them works without it.
// A link with data-dialog opens its page's question in a dialog.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-dialog]");
  const dialog = document.getElementById("confirm");
  if (link && dialog && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    try {
      const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
      const question = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("question");
      if (!answer.ok || !question) throw new Error("no question");
      question.classList.remove("card");
      dialog.replaceChildren(question);
      dialog.showModal();
    } catch {
      location.href = link.href;
    }
    return;
  }
  if (dialog && dialog.open && (event.target === dialog || event.target.closest("a[data-close]"))) {
    event.preventDefault();
    dialog.close();
  }
  const copy = event.target.closest("button[data-copy]");
  if (copy) {
    await navigator.clipboard.writeText(copy.dataset.copy);
    copy.textContent = "Copied";
  }
});
const showCopy = () => {
  if (navigator.clipboard) document.querySelectorAll("button[data-copy]").forEach((button) => { button.hidden = false; });
};
// The server's clock counts: a bar continues from the value that the server gave.
const tick = () => {
  for (const bar of document.querySelectorAll("progress[data-start]")) {
    bar.dataset.since ??= String(Date.now() / 1000 - bar.value);
    bar.value = Date.now() / 1000 - Number(bar.dataset.since);
    bar.setAttribute("aria-label", Math.floor(100 * bar.position) + " % of the booked time has passed");
  }
};
showCopy();
tick();
setInterval(tick, 1000);
document.addEventListener("htmx:afterSwap", () => { showCopy(); tick(); });
