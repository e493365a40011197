// Keeps the open pages up to date. All tabs of a browser share one event stream: this file is both the shared worker that
// reads it and the script of each page. Where there are no shared workers (Android), the visible tab reads the stream itself.
// The stream is open only while a tab is visible, and resumes with the last event's id, so that no change is missed.

/** Reads the stream while wanted; tells "changed" or "expired" (the session). */
const eventStream = (tell) => {
  let lastId = "";
  let reading = null;
  const read = async (signal) => {
    const headers = lastId ? {"Last-Event-ID": lastId} : {};
    const answer = await fetch("/api/v1/events", {headers, signal, cache: "no-store"});
    if (answer.status === 401) return tell("expired");
    if (answer.status === 410 || answer.status === 422 || answer.status === 400) lastId = ""; // events are lost: begin anew
    if (!answer.ok) throw new Error(answer.status);
    if (!lastId) tell("changed"); // something may have changed since the page was made
    const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = "", part; !(part = await lines.read()).done; ) {
      const complete = (rest + part.value).split("\n");
      rest = complete.pop();
      const ids = complete.filter((line) => line.startsWith("id:"));
      if (ids.length) lastId = ids.at(-1).slice(3).trim();
      if (complete.some((line) => line.startsWith("event:"))) tell("changed");
    }
  };
  const run = async (signal) => {
    for (; !signal.aborted; await new Promise((resume) => setTimeout(resume, 2000))) {
      try {
        await read(signal);
      } catch { /* no answer: again in a while */ }
    }
  };
  return (wanted) => {
    if (wanted && !reading) {
      reading = new AbortController();
      run(reading.signal);
    } else if (!wanted && reading) {
      reading.abort();
      reading = null;
    }
  };
};

if (self.SharedWorkerGlobalScope && self instanceof SharedWorkerGlobalScope) {
  const tabs = new Set();
  const visible = new Set();
  const want = eventStream((what) => tabs.forEach((tab) => tab.postMessage(what)));
  const addTab = (tab) => {
    if (visible.size > 0 && !tabs.has(tab)) tab.postMessage("changed"); // perhaps between the making of its page and now
    tabs.add(tab);
  };
  self.onconnect = ({ports: [tab]}) => {
    tab.onmessage = ({data}) => {
      if (data === "gone") tabs.delete(tab);
      else addTab(tab);
      if (data === "visible") visible.add(tab);
      else visible.delete(tab);
      want(visible.size > 0);
    };
  };
} else {
  let stale = false; // changed while hidden or pressed
  let waiting = false;
  let typed = false;
  // A running GET replaces a part of the page, and htmx drops other requests for that part meanwhile: a change that comes in this time would be
  // lost.
  const reloads = new Set();
  const isReloading = () => {
    const count = reloads.size;
    for (const request of reloads) {
      // An aborted request is unsent again.
      if ([XMLHttpRequest.DONE, XMLHttpRequest.UNSENT].includes(request.readyState)) reloads.delete(request);
    }
    return count > 0; // also once after the last one, whose answer is put in place then
  };
  const load = () => {
    if (isReloading()) {
      setTimeout(load, 100);
      return;
    }
    waiting = false;
    if (document.hidden) stale = true;
    else htmx.trigger(document.body, "changed");
  };
  const reload = () => {
    if (waiting) return;
    if (document.hidden) {
      stale = true;
      return;
    }
    stale = false;
    waiting = true;
    setTimeout(load, Number(document.querySelector("[data-pause]")?.dataset.pause ?? 100));
  };
  document.addEventListener("htmx:beforeSend", ({detail}) => {
    if (detail.requestConfig.verb === "get") reloads.add(detail.xhr);
  });
  // A click whose link or button is replaced between press and release would be lost.
  let pressed = false;
  const followPointer = ({buttons}) => {
    pressed = buttons !== 0;
    if (stale && !pressed) reload();
  };
  for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) addEventListener(type, followPointer, true);
  document.addEventListener("htmx:beforeSwap", ({detail}) => {
    if (pressed && detail.requestConfig.verb === "get") {
      detail.shouldSwap = false;
      stale = true;
    }
  });
  // The login page leads back here. What was typed is kept: the form, when it is sent, leads to the login and back.
  const logIn = () => { if (!typed && !document.hidden) location.reload(); };
  const tell = (what) => (what === "expired" ? logIn() : reload());

  const script = document.currentScript.src;
  const loggedIn = document.querySelector("form.account") !== null;
  let say = () => {};
  if (loggedIn && self.SharedWorker) {
    const worker = new SharedWorker(script, "touchpaper");
    worker.port.onmessage = ({data}) => tell(data);
    say = (what) => worker.port.postMessage(what);
  } else if (loggedIn) {
    const want = eventStream(tell);
    say = (what) => want(what === "visible");
  }
  const sayVisibility = () => {
    say(document.hidden ? "hidden" : "visible");
    if (stale) reload();
  };
  sayVisibility();
  reload();
  document.addEventListener("visibilitychange", sayVisibility);
  addEventListener("pagehide", () => say("gone"));
  addEventListener("pageshow", (event) => { if (event.persisted) sayVisibility(); });
  document.addEventListener("input", (event) => { typed ||= event.target.form?.method === "post"; });
  document.addEventListener("htmx:responseError", (event) => { if (event.detail.xhr.status === 401) logIn(); });

  // htmx keeps the focus of what has an id. In a list, the same link or button is focused again after a reload.
  const focusable = "a[href], button, summary, select, input, [tabindex]";
  const keyOf = (element) => {
    const place = element.getAttribute("href") ?? `${element.form?.getAttribute("action")} ${element.name} ${element.value}`;
    return `${element.localName} ${place} ${element.hasAttribute("href") ? "" : element.textContent.trim()}`;
  };
  const alike = (key) => [...document.querySelectorAll(focusable)].filter((element) => !element.id && keyOf(element) === key);
  let focused = null;
  document.addEventListener("htmx:beforeSwap", ({detail}) => {
    const active = document.activeElement;
    focused = null;
    if (active && !active.id && active.matches(focusable) && detail.target.contains(active)) {
      const key = keyOf(active);
      focused = {key, index: alike(key).indexOf(active)};
    }
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (focused && [null, document.body].includes(document.activeElement)) {
      const found = alike(focused.key);
      (found[focused.index] ?? found[0])?.focus({preventScroll: true});
    }
    focused = null;
  });

  // Times are shown in this zone, unless another is chosen at the top of the page.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) document.cookie = `browser-zone=${encodeURIComponent(zone)};path=/;max-age=31536000;samesite=lax`;
}
