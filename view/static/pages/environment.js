// One environment: a task of a level and a seed, with its answer hidden until it is asked for.

import { h, details, textBlock, copyButton, table, short } from "../dom.js";
import { act, data } from "../data.js";
import { picture } from "../picture.js";

export async function page([slug], { envs, query, setQuery, say, keys, stale }) {
  const env = envs.envs.find((each) => each.slug === slug);
  if (!env) throw new Error(`There is no environment ${slug.replace("~", "/")}.`);
  const wanted = Number(query.level ?? env.middle);
  const level = env.levels.includes(wanted) ? wanted : env.levels.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
  const state = { level, seed: Math.max(0, Math.trunc(Number(query.seed ?? 0)) || 0) };
  if (envs.seeds) state.seed %= envs.seeds;
  const note = wanted === level ? null : h("p", { class: "problem" }, `There is no level ${wanted}; this is level ${level}.`);
  const body = h("div", { class: "task" });
  const axes = h("div", {});
  const shownLevel = h("output", {}, level);

  const slider = h("input", { type: "range", min: env.levels[0], max: env.levels.at(-1), value: level, "aria-label": "Level",
    oninput: () => { state.level = Number(slider.value); shownLevel.value = slider.value; later(); } });
  const seed = h("input", { type: "number", min: 0, step: 1, value: state.seed, inputmode: "numeric", "aria-label": "Seed",
    oninput: () => { state.seed = Math.max(0, Math.trunc(Number(seed.value)) || 0); if (envs.seeds) state.seed %= envs.seeds; later(); } });
  const step = (by) => () => {
    state.seed = Math.max(0, state.seed + by);
    if (envs.seeds) state.seed = (state.seed + envs.seeds) % envs.seeds;
    seed.value = state.seed;
    later();
  };
  let timer = 0, asked = 0;
  const later = () => { clearTimeout(timer); timer = setTimeout(load, 120); };
  keys({ j: step(1), k: step(-1) });

  async function load() {
    const mine = ++asked;
    setQuery(state);
    body.setAttribute("aria-busy", "true");
    try {
      const task = await data(`task/${encodeURIComponent(slug)}/${state.level}-${state.seed}.json`);
      if (mine !== asked || stale()) return;
      body.replaceChildren(...show(task, env, envs.served));
      axes.replaceChildren(axesTable(env, state.level));
      say(`level ${state.level}, seed ${state.seed}`);
    } catch (error) {
      body.replaceChildren(h("p", { class: "problem", role: "alert" }, error.message));
    }
    body.removeAttribute("aria-busy");
  }

  await load();
  const turns = env.kind === "single" ? "one response" : `several turns, ${env.turns} at most unless the task says`;
  return [
    h("p", { class: "crumbs" }, h("a", { href: "#/" }, "Gallery"), " / ", h("a", { href: `#/?family=${env.family}` }, env.family)),
    h("h1", {}, env.title), h("p", { class: "lead" }, env.description), note,
    h("form", { class: "filters", onsubmit: (event) => event.preventDefault() },
      h("label", {}, "Level ", shownLevel, slider),
      h("label", {}, "Seed", seed), h("button", { type: "button", onclick: step(-1) }, "Last"), h("button", { type: "button", onclick: step(1) }, "Next"),
      envs.served ? h("a", { class: "button", href: `#/play/${encodeURIComponent(slug)}?level=${level}`,
        onclick: (event) => { event.currentTarget.href = `#/play/${encodeURIComponent(slug)}?level=${state.level}&seed=${state.seed}`; } }, "Play") : null),
    body,
    h("h2", {}, "Levels"), axes,
    h("p", {}, `Difficulty is measured as: ${env.proxy}. An episode is ${turns}.`, env.sandbox ? ` Scoring runs programs (${env.sandbox}) in a sandbox.` : ""),
    h("p", {}, h("a", { href: "#/trust" }, "Trust"), ": whether its properties hold, error rates, and pass rates by level, as far as they were measured here."),
    env.sources.length ? h("p", {}, `Also in: ${env.sources.join("; ")}.`) : null,
  ];
}

function show(task, env, served) {
  const code = `import rlvr\n\nenv = rlvr.make("${task.env}", level=${task.level})\nprompt, info = env.reset(seed=${task.seed})`;
  return [
    h("div", { class: "two" }, h("figure", {}, picture(task.svg)),
      h("div", {}, h("h2", {}, "Prompt"), textBlock(task.prompt, "Prompt"))),
    h("dl", { class: "facts" },
      ...facts({ task: task.id, "blind guess": short(task.guess_rate, 2), difficulty: short(task.difficulty), split: task.split, fingerprint: task.fingerprint.slice(0, 12) })),
    served && env.kind === "single" ? attempt(task) : null,
    details("Reference answer", () => textBlock(task.answer, "Reference answer")),
    task.trace ? details("Worked solution", () => textBlock(task.trace, "Worked solution")) : null,
    task.wordings.length ? details(`Other wordings (${task.wordings.length})`, () => h("div", {}, task.wordings.map((text, n) => textBlock(text, `Wording ${n + 2}`)))) : null,
    details("As code", () => h("div", {}, textBlock(code, "Code"), copyButton(code))),
  ].filter(Boolean);
}

function attempt(task) {
  const text = h("textarea", { rows: 2, "aria-label": "Your answer", placeholder: "Your answer" });
  const verdict = h("p", { role: "status" });
  const check = async () => {
    try {
      const found = await act("verify", { env: task.env.replace("/", "~"), level: task.level, seed: task.seed, text: text.value });
      verdict.replaceChildren(h("span", { class: `badge ${found.score === 1 ? "green" : "red"}` }, `${found.score === 1 ? "✓" : "✗"} ${found.reason}`), ` score ${short(found.score)}. ${found.message ?? ""}`);
    } catch (error) {
      verdict.replaceChildren(h("span", { class: "problem" }, error.message));
    }
  };
  return h("form", { class: "attempt", onsubmit: (event) => { event.preventDefault(); check(); } }, text, h("button", {}, "Check"), verdict);
}

function facts(pairs) {
  return Object.entries(pairs).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)));
}

function axesTable(env, level) {
  const made = table(["parameter", ...env.levels.map(String)], Object.entries(env.axes).map(([name, values]) => [name, ...values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)))]), { label: "Parameters by level" });
  const column = env.levels.indexOf(level) + 1;
  made.querySelectorAll("tr").forEach((row) => row.children[column]?.classList.add("here"));
  return made;
}
