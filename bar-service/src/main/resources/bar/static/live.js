// Says "changed" on the page's body whenever the broker tells of a change; parts of the page that ask for it reload themselves.
const events = new EventSource("/api/v1/events");
let waiting = false;
const tell = () => {
  if (waiting) return;
  waiting = true;
  setTimeout(() => { waiting = false; htmx.trigger(document.body, "changed"); }, 100);
};
events.onopen = tell;
events.onmessage = tell;
for (const kind of ["co-allocation", "reservation"]) events.addEventListener(kind, tell);
// Where the session has ended a reload leads to the login and back here; a form keeps what is typed until it is sent.
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 401 && !document.querySelector("form.card")) location.reload();
});
