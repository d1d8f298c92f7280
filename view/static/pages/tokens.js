// The tokens of an episode, shaded by what is known of them. Shades are classes with a line below, never colour alone.

import { h, count, percent, short, textBlock } from "../dom.js";
import { data } from "../data.js";

export const SHADES = [["", "chat", "c"], ["probability", "probability", "p"], ["mask", "learnt from", "m"], ["advantage", "advantage", "a"]];
const STEPS = [[0.01, "below 1%"], [0.1, "1% to 10%"], [0.5, "10% to 50%"], [0.9, "50% to 90%"], [Infinity, "90% and more"]];
const LEGENDS = {
  probability: STEPS.map(([, text], n) => [`p${n}`, text]),
  mask: [["m-used", "drawn and learnt from"], ["m-unused", "drawn, not learnt from"], ["m-unknown", "drawn; the run did not note whether it was learnt from"], ["m-given", "given to the model"]],
  advantage: [["a-high", "positive, more than half of the largest"], ["a-low", "positive"], ["a-none", "zero"], ["b-low", "negative"], ["b-high", "negative, more than half of the largest"], ["a-unknown", "not noted"]],
};

const byProbability = (value) => (value === null ? "" : `p${STEPS.findIndex(([end]) => value < end)}`);
const byMask = (used) => (used === true ? "m-used" : used === false ? "m-unused" : "m-unknown");

function byAdvantage(advantages, turn) {
  const value = advantages?.[turn];
  if (typeof value !== "number") return "a-unknown";
  if (!value) return "a-none";
  const largest = Math.max(...advantages.map((each) => Math.abs(each) || 0));
  return `${value > 0 ? "a" : "b"}-${Math.abs(value) > largest / 2 ? "high" : "low"}`;
}

export function legend(shade) {
  return h("ul", { class: "legend shades", "aria-label": "Legend" }, LEGENDS[shade].map(([name, text]) => h("li", {}, h("span", { class: `tok ${name}` }, "abc"), ` ${text}`)));
}

/** The chat with whole turns shaded: for tokens without texts. */
export function shadeTurns(chat, found, shade) {
  found.turns.forEach((turn, n) => {
    const block = chat.querySelector(`#m${n}`);
    if (!block) return;
    const name = shade === "probability" ? byProbability(turn.probability) : shade === "mask" ? byMask(found.extra.used) : byAdvantage(found.advantages, n);
    if (name) block.classList.add("tok", name);
  });
}

/** The tokens as the model saw them, and a line that tells of one: by pointing at it, or with the arrow keys. */
export async function tokens(run, number, shade) {
  const found = await data(`run/${run}/tokens/${number}.json`);
  const drawn = found.runs.filter((each) => each.turn !== null);
  if (!found.runs.some((each) => (each.texts ?? each.text ?? null) !== null)) return { problem: found.problem };
  const told = h("p", { class: "told", role: "status" }, "Point at a token, or use the arrow keys, to read about it.");
  const spans = [];
  const blocks = found.runs.map((each) => {
    if (each.turn === null) {
      return h("article", { class: "message environment" }, h("header", {}, h("span", { class: "role" }, "given"), h("span", { class: "soft" }, `${count(each.count)} tokens`)),
        shade === "mask" ? h("div", { class: "given" }, textBlock(each.text, "Given text")) : textBlock(each.text, "Given text"));
    }
    const block = h("pre", { class: "text tokens", tabindex: 0, role: "group", "aria-label": `Tokens of turn ${each.turn + 1}; arrow keys move` });
    each.texts.forEach((text, n) => {
      const name = shade === "probability" ? byProbability(each.probabilities[n]) : shade === "mask" ? byMask(found.used) : byAdvantage(found.advantages, each.turn);
      const span = h("span", { class: `tok ${name}` }, text === "" ? "·" : text);
      spans.push([span, each, n]);
      block.append(span);
    });
    return h("article", { class: "message policy" }, h("header", {}, h("span", { class: "role" }, "policy"), h("span", { class: "soft" }, [each.turn < 0 ? "outside of turns" : `turn ${each.turn + 1}`, `${count(each.count)} tokens`,
      typeof found.advantages?.[each.turn] === "number" ? `advantage ${short(found.advantages[each.turn])}` : ""].filter(Boolean).join(" · "))), block);
  });
  const places = new Map(spans.map(([span], n) => [span, n]));
  let here = -1;
  const tell = (n) => {
    if (here >= 0) spans[here][0].removeAttribute("aria-current");
    here = n;
    const [span, each, inner] = spans[n];
    span.setAttribute("aria-current", "true");
    told.replaceChildren(...h("p", {}, `Token ${n + 1} of ${spans.length}: `, h("code", {}, JSON.stringify(each.texts[inner])), `, id ${each.ids[inner]}, probability ${percent(each.probabilities[inner])}, weights ${each.versions[inner]}`,
      typeof found.advantages?.[each.turn] === "number" ? `, advantage of its turn ${short(found.advantages[each.turn])}` : "", found.used === undefined || found.used === null ? "" : found.used ? ", learnt from" : ", not learnt from").childNodes);
  };
  const body = h("div", {
    onpointerover: (event) => places.has(event.target) && tell(places.get(event.target)),
    onclick: (event) => places.has(event.target) && tell(places.get(event.target)),
    onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const block = event.target.closest(".tokens");
      if (!step || !block) return;
      event.preventDefault();
      let next = here < 0 || spans[here][0].parentNode !== block ? places.get(step > 0 ? block.firstChild : block.lastChild) : here + step;
      next = Math.max(0, Math.min(spans.length - 1, next));
      if (spans[next][0].parentNode !== block) spans[next][0].parentNode.focus();
      tell(next);
      spans[next][0].scrollIntoView({ block: "nearest" });
    },
  }, blocks, found.left_out ? h("p", { class: "soft" }, `${count(found.left_out)} more tokens; the raw JSON has them.`) : null,
  drawn.length ? null : h("p", { class: "soft" }, "The policy drew no token."));
  return { element: h("div", {}, body, told) };
}
