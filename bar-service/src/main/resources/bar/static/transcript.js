// Follows an element's transcript: each connection begins with its last lines, and what was shown before makes room for them.
const log = document.getElementById("transcript");
const KEPT = 500;
let lines = [];
log.scrollTop = log.scrollHeight;
const source = new EventSource(log.dataset.follow);
const unheard = document.getElementById("unheard");
source.onopen = () => { lines = []; unheard.hidden = true; };
source.onerror = () => { unheard.hidden = false; };
source.onmessage = (event) => {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  lines.push(event.data);
  if (lines.length > KEPT) lines.shift();
  log.textContent = lines.join("\n");
  if (atEnd) log.scrollTop = log.scrollHeight;
};
