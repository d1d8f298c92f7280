// Pictures that can be clicked: the answer is written into the text box, or a move is played.

import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const CELL = /^\d+,\d+$/;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Let the spots of a picture act; `box` holds the answer, `play` plays a move. view/boards.py says what a board is. */
export function playable(svg, board, box, play) {
  const spots = [...svg.querySelectorAll("[data-spot]")].map((rect) => ({ rect, name: rect.dataset.spot }));
  svg.setAttribute("role", "group");
  if (board.kind === "fill") fill(spots, board, box);
  else if (board.kind === "write") write(spots, board, box);
  else moves(svg, spots, board, play);
}

function button(spot, label, click) {
  const { rect } = spot;
  rect.classList.add("spot");
  rect.setAttribute("role", "button");
  rect.setAttribute("tabindex", "0");
  rect.setAttribute("aria-label", label);
  rect.addEventListener("click", click);
  rect.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    click();
  });
}

function fill(spots, { cells, template, sets }, box) {
  const open = spots.filter(({ name }) => cells[name] && !cells[name].fixed);
  const before = Object.fromEntries(open.map(({ name }) => [name, cells[name].value]));
  const answer = () => sets ? open.filter(({ name }) => cells[name].value !== before[name]).map(({ name }) => `${sets[name]}=${cells[name].value || "-"}`).join(" ") : template.map((part) => (Array.isArray(part) ? cells[part[0]].value || "_" : part)).join("");
  for (const spot of open) {
    const cell = cells[spot.name], { rect } = spot, at = (name) => Number(rect.getAttribute(name));
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("class", "filled");
    text.setAttribute("x", at("x") + at("width") / 2);
    text.setAttribute("y", at("y") + at("height") * (CELL.test(spot.name) ? 0.5 : 1.2));
    rect.before(text);
    const put = (value) => {
      cell.value = value;
      const mark = !sets && cell.values.join() === "0,1" && value === "0" ? "" : value, shown = mark.length > 9 ? mark.slice(0, 8) + "…" : mark;
      text.textContent = shown;
      text.setAttribute("font-size", Math.min(at("height") * 0.55, at("width") / Math.max(shown.length, 1) * 1.5));
      rect.setAttribute("aria-label", `${place(spot.name)}: ${value || "empty"}`);
      box.value = answer();
    };
    const all = sets || cell.value === "" ? ["", ...cell.values] : cell.values;
    button(spot, "", () => put(all[(all.indexOf(cell.value) + 1) % all.length]));
    rect.addEventListener("keydown", (event) => {
      const value = cell.values.find((each) => each === event.key) ?? cell.values.filter((each) => each.toLowerCase().startsWith(event.key.toLowerCase()));
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (ARROWS[event.key]) nearest(open, spot, ARROWS[event.key])?.rect.focus();
      else if (event.key === "Delete" || event.key === "Backspace") put(all[0]);
      else if (typeof value === "string") put(value);
      else if (value.length && event.key !== " " && event.key.length === 1) put(value[(value.indexOf(cell.value) + 1) % value.length]);
      else return;
      event.preventDefault();
    });
    put(cell.value);
  }
}

const place = (name) => (CELL.test(name) ? name.split(",").map((n, i) => `${i ? "column" : "row"} ${Number(n) + 1}`).join(", ") : name);

/** The spot in a direction that is least far away, and least aside. */
function nearest(spots, from, [right, down]) {
  const middle = ({ rect }) => ["x", "y"].map((name, n) => Number(rect.getAttribute(name)) + Number(rect.getAttribute(n ? "height" : "width")) / 2);
  const [x, y] = middle(from);
  let best, least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = middle(spot).map((value, n) => value - [x, y][n]), along = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (along > 1 && along + 3 * aside < least) [best, least] = [spot, along + 3 * aside];
  }
  return best;
}

function write(spots, { join, words, more }, box) {
  const append = (text) => {
    box.value += (box.value && join && !box.value.endsWith("\n") ? join : "") + text;
    box.focus();
  };
  for (const spot of spots) if (words[spot.name] !== undefined) button(spot, `Write ${words[spot.name]}`, () => append(words[spot.name]));
  box.after(h("p", { class: "row" }, more.map((text) => h("button", { type: "button", onclick: () => append(text) }, text)),
    h("button", { type: "button", onclick: () => { box.value = ""; box.focus(); } }, "Clear")));
}

function moves(svg, spots, { moves: to, keys }, play) {
  for (const spot of spots) if (to[spot.name]) button(spot, `Move ${to[spot.name]}`, () => play(to[spot.name]));
  svg.setAttribute("tabindex", "0");
  svg.addEventListener("keydown", (event) => {
    if (!keys[event.key]) return;
    event.preventDefault();
    play(keys[event.key]);
  });
}
