// Elements from values. Text is only ever set as text: nothing that a model wrote becomes markup.

const ACTS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
const RUNS = /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff])/;

/** An element. Attributes: `class`, `on…` functions, `data-…` and so on; null leaves one out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(4)) {
    if (child === null || child === undefined || child === false) continue;
    if (child instanceof Node) element.append(child);
    else element.append(...visible(String(child)));
  }
}

/** Text as nodes: characters that control a terminal or the direction of writing are shown as marks. */
export function visible(text) {
  if (!ACTS.test(text)) return [document.createTextNode(text)];
  return text.split(RUNS).filter(Boolean).map((piece) => {
    if (piece.length > 1 || !ACTS.test(piece)) return document.createTextNode(piece);
    const code = piece.charCodeAt(0);
    const mark = document.createElement("span");
    mark.className = "control";
    mark.title = "U+" + code.toString(16).toUpperCase().padStart(4, "0");
    mark.textContent = code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
    return mark;
  });
}

const LONG = 12000;

/** A text as it stands, its lines kept; a very long one is opened by a button. */
export function textBlock(text, label) {
  const block = h("pre", { class: "text", tabindex: "0", role: "group", "aria-label": label });
  append(block, [text.length > LONG ? text.slice(0, LONG) : text]);
  if (text.length <= LONG) return block;
  const more = h("button", {
    type: "button",
    onclick: () => {
      block.replaceChildren(...visible(text));
      more.remove();
    },
  }, `Show all ${text.length.toLocaleString("en")} characters`);
  return h("div", {}, block, more);
}

/** Something that opens when it is asked for. */
export function details(title, content, open = false) {
  const made = h("details", { open }, h("summary", {}, title));
  let filled = false;
  const fill = () => {
    if (filled || !made.open) return;
    filled = true;
    made.append(typeof content === "function" ? content() : content);
  };
  made.addEventListener("toggle", fill);
  fill();
  return made;
}

export function copyButton(text, title = "Copy") {
  const button = h("button", {
    type: "button",
    onclick: async () => {
      await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = title), 1200);
    },
  }, title);
  return button;
}

export function table(head, rows, attributes = {}) {
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": attributes.label || "Table" },
    h("table", {}, h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell)))))));
}

export const percent = (value) => (value === null || value === undefined ? "–" : `${(100 * value).toFixed(1)}%`);
export const count = (value) => (value ?? 0).toLocaleString("en");
export const short = (value, digits = 4) =>
  value === null || value === undefined ? "–" : Math.abs(value) >= 1e5 || (value && Math.abs(value) < 1e-3)
    ? value.toExponential(2) : String(Number(value.toPrecision(digits)));

/** Right or wrong as a word and a sign: colour alone tells nothing to some. */
export function outcome(passed, scored = true) {
  if (!scored) return h("span", { class: "badge amber" }, "– not scored");
  return passed ? h("span", { class: "badge green" }, "✓ right") : h("span", { class: "badge red" }, "✗ wrong");
}
