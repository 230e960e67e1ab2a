/* The composer while someone writes: lengths, drafts, the points an act can name. Knows no words of any language, and
   needs live.js for putting the server's answers in place. A post goes to the floor without it all the same. */
(() => {
"use strict";
/* Lengths as dikast.core.lengths counts them; what the server counts on saving stands. */
const UNSPACED = "\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3040-\\u30FF\\u31F0-\\u31FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}";
const INSIDE = "[\\p{L}\\p{N}_\\u00AD\\u200C\\u200D]|['\\u2019.](?=[\\p{L}\\p{N}_])|(?<=\\p{Nd}),(?=\\p{Nd})";
const WORD = new RegExp(`[${UNSPACED}]|[\\p{L}\\p{N}](?:(?![${UNSPACED}])(?:${INSIDE}))*`, "gu");
const words = (text) => (text.replace(/\p{M}/gu, "").match(WORD) || []).length;
function graphemes(text) {
  if (/^[\x00-\x7f]*$/.test(text)) return text.replace(/\r\n/g, "\n").length;
  if (!Intl.Segmenter || text.length > 200000) return [...text.replace(/\p{M}/gu, "")].length;
  let count = 0;
  for (const _ of new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text)) count += 1;
  return count;
}
function count(text) {
  for (const [id, number] of [["count-words", words(text)], ["count-graphemes", graphemes(text.trim())]]) {
    const line = document.getElementById(id);
    if (!line) continue;
    line.querySelector(".number").textContent = number;
    line.classList.toggle("under", number < line.dataset.least);
    line.classList.toggle("over", number > line.dataset.most);
  }
}

/* Drafts: kept on the device with every key, at the server when typing rests; offered back if the server has less. */
const started = new WeakSet();
function startDraft(form) {
  if (started.has(form)) return;
  started.add(form);
  const text = form.elements.text, key = "dikast:draft:" + form.dataset.draftKey, all = key.slice(0, key.lastIndexOf("/") + 1);
  const device = (act) => { try { return act(localStorage); } catch { return null; } };
  const fields = () => JSON.stringify([...new FormData(form)].filter(([name]) => ["act", "target", "text"].includes(name)));
  let saved = fields(), timer = 0;
  device((kept) => Object.keys(kept).filter((name) => name.startsWith(all) && name !== key).forEach((name) => kept.removeItem(name)));
  const kept = device((store) => JSON.parse(store.getItem(key)));
  const offer = form.querySelector("#draft-offer");
  if (kept && kept.text.trim() && kept.text !== text.value && kept.at > form.dataset.savedAt) offer.hidden = false;
  else device((store) => store.removeItem(key));
  async function save(leaving) {
    clearTimeout(timer);
    const now = fields(), address = form.dataset.draftUrl;
    if (now === saved || !address || form.dataset.sent || !form.isConnected) return;
    const body = new FormData(form);
    if (leaving === true) { navigator.sendBeacon(address, body); return; }
    const answer = await fetch(address, { method: "POST", body, credentials: "same-origin" }).catch(() => null);
    if (!answer || answer.status >= 500) timer = setTimeout(save, 5000);
    if (!answer || !answer.ok) return;
    const html = await answer.text();
    saved = now;
    if (fields() !== now || form.dataset.sent) return;
    window.dikast.place(html);
    device((store) => store.removeItem(key));
  }
  form.addEventListener("input", (event) => {
    if (event.target.name === "act") servePoints(form, true);
    count(text.value);
    device((store) => store.setItem(key, JSON.stringify({ text: text.value, at: Date.now() })));
    clearTimeout(timer);
    timer = setTimeout(save, 800);
  });
  offer.addEventListener("click", (event) => {
    const choice = event.target.dataset.offer;
    if (!choice) return;
    offer.hidden = true;
    if (choice === "take") text.value = kept.text;
    text.dispatchEvent(new Event("input", { bubbles: true }));
    text.focus();
  });
  document.addEventListener("visibilitychange", () => save(document.visibilityState === "hidden"));
  addEventListener("pagehide", () => save(true));
  servePoints(form, false);
  count(text.value);
}
/* Only the points that the chosen act can name. */
function servePoints(form, changed) {
  const act = new FormData(form).get("act"), select = form.elements.target;
  if (!select) return;
  for (const group of select.querySelectorAll("optgroup")) group.hidden = group.disabled = !group.dataset.acts.split(" ").includes(act);
  if (changed && select.selectedOptions[0].closest("optgroup[hidden]")) select.value = "";
}

function start(root) {
  const form = root.matches("form[data-draft-key]") ? root : root.querySelector("form[data-draft-key]");
  if (form) startDraft(form);
}
document.addEventListener("dikast:placed", (event) => start(event.detail));
start(document.body);
const refusal = document.querySelector(".refused");
if (refusal) refusal.focus();
})();
