"use strict";
// What a reader does with a page: filters, sorts, clicks and types; what comes of it is written behind the page.
const told = {};
const visible = () => all.filter((finding) => !finding.hidden && finding.offsetParent !== null);
const choose = (control, value) => { control.value = value; control.dispatchEvent(new Event("input")); };
const press = (key, target = document.body) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const numberOf = (element) => Number(element.closest("details.finding").dataset.number);

told.all = visible().length;
told.shown = shown.textContent;
choose(search, all[all.length - 1].dataset.title);
told.searched = visible().map((finding) => Number(finding.dataset.number));
choose(search, "no such text anywhere");
told.nothing = visible().length;
choose(search, "");
choose(which, "confirmed");
told.confirmed = visible().map((finding) => Number(finding.dataset.number));
choose(which, "all");
choose(order, "title");
told.titles = [...document.querySelectorAll("details.finding")].map((finding) => finding.dataset.title);
choose(order, "number");
told.numbers = [...document.querySelectorAll("details.finding")].map((finding) => Number(finding.dataset.number));

press("j");
told.first = numberOf(document.activeElement);
press("j");
told.next = numberOf(document.activeElement);
press("k");
told.previous = numberOf(document.activeElement);
const finding = document.activeElement.closest("details");
const wasOpen = finding.open;
document.activeElement.click();
told.toggled = finding.open !== wasOpen;
press("/");
told.searching = document.activeElement === search;
press("Escape", search);
told.left = document.activeElement !== search;
told.reachable = [...document.querySelectorAll("input, select, summary, a")].every((element) => element.tabIndex >= 0);
told.drawn = [...document.querySelectorAll("figure.graph svg")].map((svg) => svg.getBoundingClientRect().height > 0 && svg.querySelectorAll("rect").length);
told.width = innerWidth;
told.overflow = document.documentElement.scrollWidth > innerWidth;

finding.open = true;
for (const source of document.querySelectorAll("details.source, details:not(.finding)")) source.open = false;
const link = finding.querySelector("a[href^='#']");
link.click();
setTimeout(() => {
  const target = document.getElementById(location.hash.slice(1));
  told.target = target !== null && target.offsetParent !== null;
  const line = document.createElement("pre");
  line.id = "told";
  line.textContent = JSON.stringify(told);
  document.body.append(line);
}, 50);
