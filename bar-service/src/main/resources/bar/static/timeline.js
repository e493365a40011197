// Drags on the timeline: over free time to the booking form; on a bar of mine, or with arrow keys on it, to the page that asks to confirm the change.
const svgNs = "http://www.w3.org/2000/svg";
const EDGE = 8, CLICK = 4;
const frame = () => {
  const data = document.getElementById("timeline").dataset;
  return { from: +data.from, to: +data.to, raster: +data.raster, zone: data.zone, books: data.books === "true", nodes: data.nodes, mbps: data.mbps };
};
const percent = (time, f) => 100 * (time - f.from) / (f.to - f.from);
const snap = (time, f) => Math.round(time / f.raster) * f.raster;
const timeAt = (x, plane, f) => {
  const box = plane.getBoundingClientRect();
  return f.from + Math.min(1, Math.max(0, (x - box.left) / box.width)) * (f.to - f.from);
};
const say = (text) => { document.getElementById("timeline-status").textContent = text; };
const period = (start, end, f) => {
  const format = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: f.zone });
  return format.format(start) + " to " + format.format(end);
};
const go = (path, values) => location.assign(path + "?" + new URLSearchParams(values));
const iso = (time) => new Date(time).toISOString().replace(".000", "");
let drag = null, dropped = 0;

const place = (bar, start, end) => {
  const f = frame(), left = Math.max(0, percent(start, f)), right = Math.min(100, percent(end, f));
  const box = bar.querySelector("svg");
  box.setAttribute("x", left + "%");
  box.setAttribute("width", Math.max(.6, right - left) + "%");
  const moved = start !== +bar.dataset.start || end !== +bar.dataset.end;
  bar.classList.toggle("moved", moved);
  bar.pending = moved ? { start, end } : null;
  say(moved ? period(start, end, f) + ". Enter asks for the change, Escape undoes it." : "Unchanged.");
};
const reset = (bar) => place(bar, +bar.dataset.start, +bar.dataset.end);
const ask = (bar) => go("/timeline/change", { booking: bar.dataset.booking, start: iso(bar.pending.start), end: iso(bar.pending.end) });
// Moves both ends by steps of the raster, or the end alone; a bar whose start has passed keeps it.
const shift = (bar, startBy, endBy) => {
  const f = frame(), now = bar.pending ?? { start: +bar.dataset.start, end: +bar.dataset.end };
  const start = bar.dataset.move === "BOTH" ? now.start + startBy : now.start;
  const end = now.end + endBy;
  if (end - start >= Math.min(f.raster, +bar.dataset.end - +bar.dataset.start)) place(bar, start, end);
};

document.addEventListener("pointerdown", (event) => {
  const plane = event.target.closest?.("svg.plane");
  if (!plane || event.button !== 0) return;
  const f = frame(), bar = event.target.closest("a.bar"), x = event.clientX;
  if (bar) {
    if (!bar.classList.contains("movable")) return;
    const box = bar.querySelector("rect").getBoundingClientRect();
    const part = x > box.right - EDGE ? "end" : x < box.left + EDGE && bar.dataset.move === "BOTH" ? "start" : bar.dataset.move === "BOTH" ? "both" : "end";
    drag = { bar, plane, x, part, was: bar.pending ?? { start: +bar.dataset.start, end: +bar.dataset.end } };
  } else if (f.books) {
    drag = { plane, x, from: timeAt(x, plane, f) };
  }
});
document.addEventListener("pointermove", (event) => {
  if (!drag || Math.abs(event.clientX - drag.x) < CLICK && !drag.moved) return;
  drag.moved = true;
  const f = frame();
  if (drag.bar) {
    const by = snap(timeAt(event.clientX, drag.plane, f) - timeAt(drag.x, drag.plane, f), f);
    const start = drag.was.start + (drag.part === "end" ? 0 : by), end = drag.was.end + (drag.part === "start" ? 0 : by);
    if (end > start) place(drag.bar, start, end);
    return;
  }
  const ends = [drag.from, timeAt(event.clientX, drag.plane, f)].sort((a, b) => a - b);
  drag.start = Math.floor(ends[0] / f.raster) * f.raster;
  drag.end = Math.ceil(ends[1] / f.raster) * f.raster;
  if (!drag.shade) {
    drag.shade = drag.plane.appendChild(document.createElementNS(svgNs, "rect"));
    drag.shade.setAttribute("class", "selection");
    drag.shade.setAttribute("height", "100%");
  }
  drag.shade.setAttribute("x", percent(drag.start, f) + "%");
  drag.shade.setAttribute("width", percent(drag.end, f) - percent(drag.start, f) + "%");
  say(period(drag.start, drag.end, f));
});
const drop = (event) => {
  const done = drag;
  drag = null;
  if (!done?.moved || !done.plane.isConnected) return;
  event.preventDefault();
  dropped = Date.now();
  const f = frame();
  if (done.bar?.pending) ask(done.bar);
  else if (done.shade) go("/timeline/book", { resource: done.plane.dataset.resource, start: iso(done.start), end: iso(done.end), nodes: f.nodes, mbps: f.mbps });
};
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", () => {
  drag?.shade?.remove();
  if (drag?.bar && drag.moved) reset(drag.bar);
  drag = null;
});
// The click that ends a drag of a bar does not follow its link.
document.addEventListener("click", (event) => { if (Date.now() - dropped < 300 && event.target.closest?.("svg.plane")) event.preventDefault(); }, true);
document.addEventListener("dragstart", (event) => { if (event.target.closest?.("svg.plane")) event.preventDefault(); });
document.addEventListener("keydown", (event) => {
  const bar = event.target.closest?.("a.bar.movable");
  if (!bar) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) {
    const raster = frame().raster;
    shift(bar, event.shiftKey || bar.dataset.move === "END" ? 0 : by * raster, by * raster);
  } else if (event.key === "Enter" && bar.pending) {
    ask(bar);
  } else if (event.key === "Escape" && bar.pending) {
    reset(bar);
  } else {
    return;
  }
  event.preventDefault();
});
// A redraw would take away what is being dragged or moved by keys.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "timeline" && (drag || [...document.querySelectorAll("a.bar.moved")].length)) event.detail.shouldSwap = false;
});
