// All environments as cards with pictures.

import { h } from "../dom.js";
import { data } from "../data.js";
import { picture } from "../picture.js";

const KINDS = { single: "one response", game: "a game", tools: "tools" };
const LEVELS = { low: "lowest level", middle: "middle level", high: "highest level" };

export function levelOf(env, which) {
  return which === "low" ? env.levels[0] : which === "high" ? env.levels.at(-1) : env.middle;
}

export async function page(_, { envs, query, setQuery, say, onLeave }) {
  const state = { q: "", family: "", kind: "", sandbox: "", level: "middle", sort: "", ...query };
  const families = [...new Set(envs.envs.map((env) => env.family))];
  const list = h("ul", { class: "cards" });
  const counted = h("p", { class: "soft" });
  let watcher = null;

  const field = (name, label, options) => h("label", {}, label, options
    ? h("select", { name, onchange: changed }, options.map(([value, text]) => h("option", { value, selected: state[name] === value }, text)))
    : h("input", { name, type: "search", value: state[name], oninput: changed, placeholder: "name, paper, words" }));
  const form = h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
    field("q", "Search"),
    field("family", "Family", [["", "all"], ...families.map((name) => [name, name])]),
    field("kind", "Turns", [["", "any"], ...Object.entries(KINDS)]),
    field("sandbox", "Runs programs", [["", "either"], ["no", "no"], ["yes", "yes"]]),
    field("level", "Level shown", Object.entries(LEVELS)),
    field("sort", "Sorted by", [["", "family"], ["name", "name"], ["levels", "number of levels"]]));

  function changed(event) {
    state[event.target.name] = event.target.value;
    setQuery({ ...state, level: state.level === "middle" ? "" : state.level });
    fill();
  }

  function fill() {
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (env) => {
      const text = `${env.id} ${env.title} ${env.description} ${env.family} ${env.sources.join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word)) && (!state.family || env.family === state.family)
        && (!state.kind || env.kind === state.kind) && (!state.sandbox || (state.sandbox === "yes") === Boolean(env.sandbox));
    };
    const found = envs.envs.filter(fits);
    if (state.sort === "name") found.sort((a, b) => a.name.localeCompare(b.name));
    if (state.sort === "levels") found.sort((a, b) => b.levels.length - a.levels.length);
    watcher?.disconnect();
    watcher = new IntersectionObserver((entries) => {
      for (const entry of entries.filter((each) => each.isIntersecting)) {
        watcher.unobserve(entry.target);
        load(entry.target);
      }
    }, { rootMargin: "300px" });
    list.replaceChildren(...found.map((env) => card(env, state.level)));
    list.querySelectorAll(".frame").forEach((frame) => watcher.observe(frame));
    const text = `${found.length} of ${envs.envs.length} environments`;
    counted.replaceChildren(text);
    if (!found.length) counted.replaceChildren("No environment fits. ", h("button", { type: "button", onclick: clear }, "Clear the filters"));
    say(text);
  }

  function clear() {
    Object.assign(state, { q: "", family: "", kind: "", sandbox: "" });
    for (const input of form.elements) if (input.name in state) input.value = state[input.name];
    setQuery({ ...state, level: state.level === "middle" ? "" : state.level });
    fill();
  }

  onLeave(() => watcher?.disconnect());
  fill();
  say("");
  return [h("h1", {}, "Environments"), form, counted, list];
}

function card(env, which) {
  const level = levelOf(env, which);
  const frame = h("div", { class: "frame", "data-path": `picture/${env.slug}/${level}-0.json` });
  return h("li", {}, h("a", { class: "card", href: `#/env/${encodeURIComponent(env.slug)}?level=${level}` }, frame,
    h("span", { class: "title" }, env.title), h("span", { class: "soft" }, `${env.name} · ${env.levels.length} levels`),
    h("span", { class: "tags" }, h("span", { class: "badge" }, env.family),
      env.kind === "single" ? null : h("span", { class: "badge violet" }, KINDS[env.kind]),
      env.sandbox ? h("span", { class: "badge amber" }, env.sandbox) : null)));
}

async function load(frame) {
  try {
    frame.replaceChildren(picture((await data(frame.dataset.path)).svg));
  } catch (error) {
    frame.replaceChildren(h("span", { class: "soft" }, error.message));
  }
}
