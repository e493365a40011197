// Triggers "changed" on the page's body for each change event from the broker; page sections that listen for it reload.
const events = new EventSource("/api/v1/events");
let waiting = false;
const notify = () => {
  if (waiting) return;
  waiting = true;
  setTimeout(() => { waiting = false; htmx.trigger(document.body, "changed"); }, 100);
};
events.onopen = notify;
events.onmessage = notify;
for (const kind of ["co-allocation", "reservation"]) events.addEventListener(kind, notify);
// If the session has expired, reload: the login page leads back here. A page with a form is not reloaded, so that its input is kept.
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 401 && !document.querySelector("form.card")) location.reload();
});
