/* What a page does while it is read: new matter as it happens, clocks, menus, forms that are sent once. All else works
   without it. Knows no words of any language: they come in data attributes. Texts come as HTML that the server made safe.
   Others hear "dikast:placed" on document for every element put in place, and may put in place themselves. */
(() => {
"use strict";
const $ = (id) => document.getElementById(id);
const live = $("live");

/* One sentence at a time to those who listen. */
function say(sentence) {
  if (sentence && $("say")) $("say").textContent = sentence;
}

/* New matter: each element joins its container once, or takes the place of the one with its id. */
const unseen = new Set();
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) { unseen.delete(entry.target); watcher.unobserve(entry.target); }
  const bar = $("fresh"), first = unseen.values().next().value;
  if (!bar) return;
  bar.hidden = !first;
  if (!first) return;
  const kind = new Intl.PluralRules(document.documentElement.lang).select(unseen.size);
  bar.textContent = (live.dataset["new" + kind[0].toUpperCase() + kind.slice(1)] || live.dataset.newOther).replace("{n}", unseen.size);
  bar.href = "#" + first.id;
});
function markChanges(old, now) {
  const before = old.querySelectorAll("b,[data-figure]"), after = now.querySelectorAll("b,[data-figure]");
  after.forEach((figure, at) => {
    if (!before[at] || before[at].textContent === figure.textContent) return;
    figure.classList.add("changed");
    setTimeout(() => figure.classList.remove("changed"), 2000);
  });
}
function keepState(old, now) {
  for (const part of old.querySelectorAll("details[open][id]")) {
    const again = now.querySelector("#" + CSS.escape(part.id));
    if (again) again.open = true;
  }
  for (const typed of old.querySelectorAll("textarea[id]")) {
    const again = now.querySelector("#" + CSS.escape(typed.id));
    if (again && typed.value !== typed.defaultValue) again.value = typed.value;
  }
}
function place(html) {
  const made = new DOMParser().parseFromString(html, "text/html").body;
  const focused = document.activeElement && document.activeElement.id;
  let spoken = "", turned = false;
  for (const element of [...made.children]) {
    spoken = spoken || element.dataset.say || "";
    turned = turned || "turn" in element.dataset;
    const old = element.id && $(element.id), into = element.dataset.into && document.querySelector(element.dataset.into);
    if (into) {
      if (old) continue;
      into.append(element);
      unseen.add(element);
      watcher.observe(element);
    } else if (old && !old.isEqualNode(element)) {
      markChanges(old, element);
      keepState(old, element);
      if (unseen.delete(old)) { unseen.add(element); watcher.observe(element); }
      old.replaceWith(element);
    } else continue;
    if (window.htmx) window.htmx.process(element);
    start(element);
  }
  if (focused && document.activeElement === document.body && $(focused)) $(focused).focus({ preventScroll: true });
  say(spoken);
  if (turned) document.dispatchEvent(new Event("dikast:turn"));
}

/* The stream of events, reopened from the last one seen whenever it breaks. */
function listen() {
  const address = new URL(live.dataset.stream, location.href);
  let seen = Number(address.searchParams.get("after") || 0), wait = 1000;
  let source = null, notice = 0;
  const lost = (is) => {
    clearTimeout(notice);
    const line = $("connection");
    if (!line || line.hidden === !is) return;
    line.hidden = !is;
    say(is ? line.textContent : line.dataset.back);
  };
  const open = () => {
    if (source) source.close();
    address.searchParams.set("after", seen);
    source = new EventSource(address);
    source.onopen = () => { wait = 1000; lost(false); };
    source.onmessage = (event) => {
      const number = Number(event.lastEventId);
      if (number && number <= seen) return;
      if (number) seen = number;
      place(event.data);
    };
    source.addEventListener("end", () => { source.close(); removeEventListener("online", open); });
    source.onerror = () => {
      clearTimeout(notice);
      notice = setTimeout(lost, 1500, true);
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 30000);
    };
  };
  addEventListener("offline", () => lost(true));
  addEventListener("online", open);
  open();
}

function start(root) {
  startClocks(root);
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
  document.dispatchEvent(new CustomEvent("dikast:placed", { detail: root }));
}

/* Clocks run from the seconds that the server said were left, so that a wrong clock of the device does no harm. */
const clocks = new Map();
function startClocks(root) {
  const found = root.matches("time[data-left]") ? [root] : root.querySelectorAll("time[data-left]");
  for (const clock of found) if (!clocks.has(clock)) clocks.set(clock, { end: Date.now() + clock.dataset.left * 1000, warned: clock.dataset.left <= 300 });
}
function tick() {
  for (const [clock, state] of clocks) {
    if (!clock.isConnected) { clocks.delete(clock); continue; }
    const left = Math.ceil((state.end - Date.now()) / 1000), words = clock.dataset, pad = String(left % 60).padStart(2, "0");
    const text = left <= 0 ? words.over : left <= 300 ? words.seconds : left < 3600 ? words.minutes : left < 172800 ? words.hours : words.days;
    const hours = left >= 172800 ? Math.floor(left / 3600) % 24 : Math.floor(left / 3600), minutes = Math.floor(left / 60);
    const said = text.replace("{d}", Math.floor(left / 86400)).replace("{h}", hours).replace("{m}", left < 3600 ? minutes : minutes % 60)
      .replace("{c}", minutes + ":" + pad);
    if (clock.textContent !== said) clock.textContent = said;
    clock.classList.toggle("soon", left <= 300);
    if (left <= 300 && left > 0 && !state.warned) { state.warned = true; say(words.warn); }
  }
}

/* A form is sent once; its buttons wake again if no page follows. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
  setTimeout(() => rest(form, true));
  setTimeout(() => rest(form, false), 8000);
});
function rest(form, still) {
  for (const button of form.querySelectorAll("button")) button.disabled = still;
  if (!still) delete form.dataset.sent;
}
addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => rest(form, false)));

/* A button that copies a field's value; without a script it is not there. It says so only when it did, and what cannot be
   copied stays selected. A second click while it still says so must not take that for the button's own words. */
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]"), field = button && $(button.dataset.copy);
  if (!field || button.textContent === button.dataset.copied) return;
  const words = button.textContent;
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { if (!document.execCommand("copy")) return; }
  button.focus();
  button.textContent = button.dataset.copied;
  say(button.dataset.copied);
  setTimeout(() => { button.textContent = words; }, 2000);
});

/* The header's menus close by Escape and by a click elsewhere. */
const MENUS = "details.choice[open],details.menu[open]";
document.addEventListener("click", (event) => document.querySelectorAll(MENUS).forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; }));
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(MENUS);
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

document.addEventListener("htmx:load", (event) => start(event.detail.elt));
start(document.body);
setInterval(tick, 1000);
if (live) listen();
window.dikast = { place };
})();
