// Follows an element's transcript while the page is visible and not paused. Each connection starts with the last lines.
const log = document.getElementById("transcript");
const notUpdating = document.getElementById("not-updating");
const filter = document.getElementById("transcript-filter");
const pause = document.getElementById("transcript-pause");
const MAX_LINES = 500;
let lines = log.textContent.split("\n");
let source = null;
const show = () => {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  const wanted = filter.value.toLowerCase();
  log.textContent = lines.filter((line) => line.toLowerCase().includes(wanted)).join("\n");
  if (atEnd) log.scrollTop = log.scrollHeight;
};
const connect = () => {
  source = new EventSource(log.dataset.follow);
  source.onopen = () => { lines = []; notUpdating.hidden = true; };
  source.onerror = () => { notUpdating.hidden = false; };
  source.onmessage = (event) => {
    lines.push(event.data);
    if (lines.length > MAX_LINES) lines.shift();
    show();
  };
};
const update = () => {
  const wanted = !document.hidden && pause.getAttribute("aria-pressed") === "false";
  if (wanted && source === null) connect();
  if (!wanted && source !== null) {
    source.close();
    source = null;
  }
};
pause.addEventListener("click", () => {
  const paused = pause.getAttribute("aria-pressed") === "false";
  pause.setAttribute("aria-pressed", String(paused));
  update();
});
filter.addEventListener("input", show);
document.addEventListener("visibilitychange", update);
document.getElementById("transcript-controls").hidden = false;
log.scrollTop = log.scrollHeight;
update();
