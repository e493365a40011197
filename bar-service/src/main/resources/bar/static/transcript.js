// Follows an element's transcript. Each connection starts with the last lines, which replace the lines shown before.
const log = document.getElementById("transcript");
const MAX_LINES = 500;
let lines = [];
log.scrollTop = log.scrollHeight;
const source = new EventSource(log.dataset.follow);
const notUpdating = document.getElementById("not-updating");
source.onopen = () => { lines = []; notUpdating.hidden = true; };
source.onerror = () => { notUpdating.hidden = false; };
source.onmessage = (event) => {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  lines.push(event.data);
  if (lines.length > MAX_LINES) lines.shift();
  log.textContent = lines.join("\n");
  if (atEnd) log.scrollTop = log.scrollHeight;
};
