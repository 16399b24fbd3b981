"use strict";
const lists = [...document.querySelectorAll(".findings")];
const all = lists.flatMap((list) => [...list.querySelectorAll("details.finding")]);
const search = document.getElementById("search");
const which = document.getElementById("which");
const order = document.getElementById("order");
const shown = document.getElementById("shown");

function update() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const finding of all) {
    const text = finding.textContent.toLowerCase();
    const fits = which.value === "all" || finding.dataset.status === which.value || finding.dataset.said === which.value;
    finding.hidden = !(fits && words.every((word) => text.includes(word)));
  }
  const key = order.value;
  const value = (finding) => key === "number" ? Number(finding.dataset.number) : finding.dataset[key];
  const compare = (a, b) => value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : Number(a.dataset.number) - Number(b.dataset.number);
  for (const list of lists) for (const finding of [...list.children].sort(compare)) list.append(finding);
  shown.textContent = `${all.filter((finding) => !finding.hidden).length} of ${all.length} shown`;
}

function move(step) {
  const visible = [...document.querySelectorAll(".findings > details.finding:not([hidden]) > summary")];
  const at = visible.indexOf(document.activeElement);
  const next = visible[Math.min(Math.max(at + step, 0), visible.length - 1)];
  if (next) { next.focus(); next.scrollIntoView({ block: "nearest" }); }
}

function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  const around = target && target.closest("details");
  if (around) around.open = true;
}

for (const control of [search, which, order]) control.addEventListener("input", update);
addEventListener("hashchange", openTarget);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === search || event.target.tagName === "SELECT") {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if (event.key === "/") search.focus();
  else return;
  event.preventDefault();
});
update();
openTarget();
