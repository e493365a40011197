// Moves the map to the moment of the slider or the date field.
const form = document.getElementById("moment");
const at = document.getElementById("at");
const minutes = document.getElementById("minutes");
document.getElementById("slide").hidden = false;
let timer = null;
const load = () => {
  clearTimeout(timer);
  timer = setTimeout(() => htmx.trigger(form, "moment"), 150);
};
minutes.addEventListener("input", () => {
  const seconds = Number(minutes.dataset.start) + 60 * Number(minutes.value);
  at.value = new Date(seconds * 1000).toISOString().slice(0, 16);
  load();
});
at.addEventListener("change", () => { if (at.value) load(); });
// What is chosen stays chosen at another moment.
form.addEventListener("htmx:configRequest", (event) => {
  const here = new URLSearchParams(location.search);
  for (const name of ["link", "element", "site"]) {
    if (here.has(name)) event.detail.parameters[name] = here.get(name);
  }
});
