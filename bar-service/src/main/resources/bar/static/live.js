// Triggers "changed" on the page's body for each change event from the broker; page sections that listen for it reload.
let waiting = false;
const notify = () => {
  if (waiting) return;
  waiting = true;
  setTimeout(() => { waiting = false; htmx.trigger(document.body, "changed"); }, 100);
};
const follow = () => {
  const events = new EventSource("/api/v1/events");
  events.onopen = notify;
  for (const kind of ["co-allocation", "reservation"]) events.addEventListener(kind, notify);
  // The browser reconnects by itself, unless the broker refuses to resume (410) or does not answer properly: begin anew.
  events.onerror = () => { if (events.readyState === EventSource.CLOSED) setTimeout(follow, 10000); };
};
follow();
// If the session has expired, reload: the login page leads back here. A page with a form is not reloaded, so that its input is kept.
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 401 && !document.querySelector("form.card")) location.reload();
});
