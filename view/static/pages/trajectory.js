// One episode: its chat, its verdict, the others of its group.

import { h, count, details, short, textBlock, copyButton } from "../dom.js";
import { data } from "../data.js";
import { picture } from "../picture.js";
import { episode, judged } from "./episode.js";
import { SHADES, legend, shadeTurns, tokens } from "./tokens.js";

export async function page([key, number], { query, setQuery, go, keys, say, stale }) {
  const run = encodeURIComponent(key);
  const found = await data(`run/${run}/trajectory/${number}.json`);
  const link = (other) => `#/run/${run}/t/${other}${state.shade ? `?shade=${state.shade}` : ""}`;
  const state = { with: query.with ?? "", turn: query.turn ?? "", shade: SHADES.some(([name]) => name === query.shade) ? query.shade : "", find: query.find ?? "" };
  keys({
    j: () => found.after && go(link(found.after)),
    k: () => found.before && go(link(found.before)),
    ...Object.fromEntries(SHADES.map(([name, , letter]) => [letter, () => shaded(name)])),
  });
  const verdict = found.verdict, scored = verdict ? verdict.score !== null : false;
  const side = h("div", { class: "beside" });
  const chat = h("div", {});

  const group = found.group.length > 1 ? h("nav", { class: "group", "aria-label": "Others of the group" },
    h("span", { class: "soft" }, `Group of ${found.group.length}: `),
    found.group.map((each) => h("a", { class: `dot ${each.passed ? "right" : "wrong"}`, href: link(each.number), "aria-current": each.number === found.number ? "true" : null,
      title: `sample ${each.sample}: ${each.reason}, ${each.tokens} tokens` }, `${each.passed ? "✓" : "✗"}${each.sample}`)),
    h("label", {}, " beside it: ", h("select", { onchange: (event) => { state.with = event.target.value; setQuery(state); beside(); } },
      h("option", { value: "" }, "none"), found.group.filter((each) => each.number !== found.number).map((each) =>
        h("option", { value: each.number, selected: String(each.number) === state.with }, `sample ${each.sample} (${each.reason})`))))) : null;

  async function beside() {
    if (!state.with) return side.replaceChildren();
    try {
      const other = await data(`run/${run}/trajectory/${encodeURIComponent(state.with)}.json`);
      if (!stale()) side.replaceChildren(h("h2", {}, `Sample ${other.sample}`), judged(other), ...episode(other, "b"));
    } catch (error) {
      side.replaceChildren(h("p", { class: "problem" }, error.message));
    }
  }

  const note = h("div", {});
  const buttons = SHADES.map(([name, title, letter]) => h("button", { type: "button", "data-shade": name || "none", title: `key ${letter}`, onclick: () => shaded(name) }, title));

  /** Show the chat, or the tokens with a shade. */
  async function shaded(name, chosen = true) {
    state.shade = name;
    if (chosen) setQuery(state);
    buttons.forEach((button, n) => button.setAttribute("aria-pressed", String(SHADES[n][0] === name)));
    let shown = episode(found), notes = [];
    if (name) {
      let made;
      try {
        made = await tokens(run, number, name);
      } catch (error) {
        made = { problem: error.message };
      }
      if (state.shade !== name || stale()) return;
      if (made.element) shown = [made.element];
      notes = [legend(name), made.problem ? h("p", { class: "hint" }, `${made.problem} Whole turns are shaded.`) : null].filter(Boolean);
      chat.replaceChildren(...shown);
      if (!made.element) shadeTurns(chat, found, name);
      say(`shaded by ${name}`);
    } else {
      chat.replaceChildren(...shown);
    }
    note.replaceChildren(...notes);
    if (search.value) sift();
  }

  const search = h("input", { type: "search", value: state.find, placeholder: "in the messages", "aria-label": "Search in the messages", oninput: () => {
    state.find = search.value;
    setQuery(state);
    sift();
  } });

  function sift() {
    const text = search.value.toLowerCase();
    let hits = 0;
    for (const each of chat.querySelectorAll(".message")) {
      const hit = !text || each.textContent.toLowerCase().includes(text);
      each.hidden = !hit;
      hits += hit ? 1 : 0;
    }
    say(`${hits} messages`);
  }

  const figure = h("figure", {}, picture(found.svg));
  states(run, number, figure, state, setQuery, stale);
  await Promise.all([beside(), shaded(state.shade, false)]);
  const model = found.extra.model ? String(found.extra.model) : null;
  const facts = [["step", found.step], ["sample", found.sample], ["reward", short(found.reward)], ["ending", found.ending],
    ["turns", found.turns.length + found.left_out], ["tokens", count(found.turns.reduce((sum, turn) => sum + turn.tokens, 0))],
    ["return", found.extra.return === undefined ? null : short(found.extra.return)], ["learnt from", found.extra.used === undefined ? null : found.extra.used ? "yes" : "no"],
    ["arm", found.extra.arm], ["model", model], ["file", found.file]].filter(([, value]) => value !== null && value !== undefined && value !== "");
  return [
    h("p", { class: "crumbs" }, h("a", { href: "#/runs" }, "Runs"), " / ", h("a", { href: `#/run/${run}` }, key), " / ", h("a", { href: `#/run/${run}/t` }, "Trajectories")),
    h("h1", {}, `${found.id} `, h("span", { class: "soft" }, `number ${found.number}`)),
    h("p", { class: "row" }, found.before ? h("a", { class: "button", href: link(found.before) }, "← last (k)") : null, found.after ? h("a", { class: "button", href: link(found.after) }, "next (j) →") : null,
      copyButton(`rlvr.task(${JSON.stringify(found.id)})`, "Copy the task"), h("a", { class: "button", href: `data/run/${run}/raw/${number}.json`, download: `${key}-${number}.json` }, "Raw JSON")),
    found.extra.error ? h("p", { class: "problem" }, `The machinery failed, so this is not scored: ${found.extra.error}`) : null,
    group,
    h("div", { class: "two" }, figure, h("div", {}, judged(found),
      h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value))))),
      details("Reference answer", () => textBlock(found.answer, "Reference answer")),
      Object.keys(found.env_options).length ? details("Options of the environment", () => textBlock(JSON.stringify(found.env_options, null, 2), "Options")) : null)),
    h("div", { class: "row", role: "group", "aria-label": "Shade tokens by" }, h("span", { class: "soft" }, "Tokens shaded by"), buttons, search),
    note,
    h("div", { class: state.with ? "columns" : "" }, chat, side),
    scored || verdict ? null : h("p", { class: "soft" }, "There is no verdict."),
  ];
}

/** A slider over the states of a game, where there are some. */
async function states(run, number, figure, state, setQuery, stale) {
  let svgs = [];
  try {
    svgs = (await data(`run/${run}/states/${number}.json`)).svgs;
  } catch { return; }
  if (svgs.length < 2 || stale()) return;
  const at = Math.min(svgs.length - 1, state.turn === "" ? svgs.length - 1 : Number(state.turn) || 0);
  const told = h("output", {}, `after ${at} turns`);
  const slider = h("input", { type: "range", min: 0, max: svgs.length - 1, value: at, oninput: () => {
    state.turn = slider.value;
    setQuery(state);
    told.value = `after ${slider.value} turns`;
    figure.firstElementChild.replaceWith(picture(svgs[slider.value]));
  } });
  figure.firstElementChild.replaceWith(picture(svgs[at]));
  figure.append(h("figcaption", {}, h("label", {}, "State ", told, slider)));
}
