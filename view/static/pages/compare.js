// Two evaluations or two runs: what changed, which tasks were gained and lost, and both transcripts of a task.

import { h, count, details, table } from "../dom.js";
import { comparison, data, transcript } from "../data.js";
import { chart } from "../chart.js";
import { change, interval, overTries, ticksOf } from "../numbers.js";
import { picture } from "../picture.js";
import { aside } from "./evaluation.js";
import { episode, judged } from "./episode.js";

const KINDS = { gained: "Only the second solves", lost: "Only the first solves", kept: "Both solve", never: "Neither solves" };

export async function page(_, { query, setQuery, say, stale }) {
  const { base, other } = query;
  let found;
  try {
    found = await comparison(base, other);
  } catch (error) {
    return [h("h1", {}, "Comparison"), h("p", { class: "problem", role: "alert" }, error.message), h("p", {}, h("a", { href: "#/evals" }, "Evaluations"), " · ", h("a", { href: "#/runs" }, "Runs"))];
  }
  const evaluated = found.kind === "evaluations";
  const state = { base, other, kind: query.kind ?? (found.counts.gained ? "gained" : found.counts.lost ? "lost" : "kept"), task: query.task ?? "" };
  const list = h("div", { class: "tasks" }), transcripts = h("section", { "aria-label": "Both transcripts" });

  function fill() {
    const rows = found.tasks[state.kind].map(([task, env, level, right, of, otherRight, otherOf]) => [
      h("button", { type: "button", "aria-pressed": String(task === state.task), onclick: () => choose(task) }, task), env, level, `${right} of ${of}`, `${otherRight} of ${otherOf}`]);
    const more = found.counts[state.kind] - rows.length;
    list.replaceChildren(rows.length ? table(["task: press for both transcripts", "environment", "level", found.base, found.other], rows, { label: KINDS[state.kind] }) : h("p", {}, "There is none."),
      more > 0 ? h("p", { class: "soft" }, `${count(more)} more are not listed.`) : "");
  }

  const kinds = h("div", { class: "row", role: "group", "aria-label": "Which tasks" }, Object.entries(KINDS).map(([kind, text]) => h("button", { type: "button", "data-kind": kind, "aria-pressed": String(kind === state.kind), onclick: () => {
    state.kind = kind;
    setQuery(state);
    for (const each of kinds.children) each.setAttribute("aria-pressed", String(each.dataset.kind === kind));
    fill();
    say(`${count(found.counts[kind])} tasks`);
  } }, `${text}: ${count(found.counts[kind])}`)));

  async function choose(task) {
    state.task = task;
    setQuery(state);
    fill();
    await show();
    transcripts.querySelector("h2")?.focus();
  }

  async function show() {
    if (!state.task) return transcripts.replaceChildren();
    const sides = await Promise.all([[base, "a", state.kind === "lost" ? "1" : "0"], [other, "b", state.kind === "lost" ? "0" : "1"]].map(async ([key, prefix, passed]) => {
      try {
        return evaluated ? ofEvaluation(key, state.task, prefix, passed) : await ofRun(key, state.task, prefix, passed);
      } catch (error) {
        return h("p", { class: "problem" }, error.message);
      }
    }));
    if (stale()) return;
    transcripts.replaceChildren(h("h2", { tabindex: "-1" }, state.task), h("div", { class: "columns" }, ...(await Promise.all(sides))));
  }

  fill();
  await show();
  return [
    h("p", { class: "crumbs" }, evaluated ? h("a", { href: "#/evals" }, "Evaluations") : h("a", { href: "#/runs" }, "Runs")),
    h("h1", {}, `${found.other} against ${found.base}`),
    found.differing.length ? h("p", { class: "problem" }, `They were not asked the same; they differ in ${found.differing.join(", ")}. Only common tasks are compared.`) : null,
    found.left_out ? h("p", { class: "soft" }, `${count(found.left_out)} tasks are left out: only one of the two has scored samples of them.`) : null,
    ...(evaluated ? numbers(found) : [h("p", { class: "soft" }, "A run solves a task if one of its samples did, at any step. Runs are no fair test of each other; evaluations are.")]),
    h("h2", {}, "Tasks"), kinds, list, transcripts,
  ];
}

function numbers(found) {
  const { total } = found;
  const lines = [overTries(found.base, 0, total.base_at), overTries(found.other, 1, total.trained_at)];
  const row = (name, each) => [name, count(each.tasks), interval(each.base_at["1"]), interval(each.trained_at["1"]), change(each.change), `${each.ledger.gained} / ${each.ledger.lost}`];
  const gains = found.gains.filter((each) => each.tasks);
  return [
    h("div", { class: "two" }, h("figure", {}, h("figcaption", {}, "Right with k tries; bands are 95% intervals over tasks"), chart("Right with k tries", lines, { ticks: ticksOf(lines), unit: "k =", range: [0, 1] }),
      h("ul", { class: "legend" }, lines.map((line) => h("li", {}, h("span", { class: `swatch series-${line.number}` }), line.name)))),
    table(["of", "tasks", found.base, found.other, "change, points", "gained / lost"], [row(h("strong", {}, "all"), total), ...Object.entries(found.envs).map(([env, each]) => row(env, each))], { label: "Changes" })),
    gains.length ? details("By how often the first solved a task", () => table(["first solved", "tasks", "first", "second", "change, points"],
      gains.map((each) => [each.name, count(each.tasks), interval(each.base), interval(each.trained), change(each.change)]), { label: "Change by difficulty" })) : null,
  ];
}

async function ofEvaluation(key, task, prefix, passed) {
  const found = await transcript(key, { task, passed });
  return h("div", {}, h("h3", {}, `${found.name}, sample ${found.sample}`), prefix === "a" && found.svg ? h("figure", {}, picture(found.svg)) : null,
    h("p", {}, h("a", { href: `#/eval/${encodeURIComponent(key)}?${new URLSearchParams({ task })}` }, `All ${found.of ?? found.group.length} samples`)), aside(found), ...episode(found, prefix));
}

async function ofRun(key, task, prefix, passed) {
  const run = `run/${encodeURIComponent(key)}`;
  const wanted = await data(`${run}/trajectories.json`, { task, passed });
  const rows = wanted.rows.length ? wanted.rows : (await data(`${run}/trajectories.json`, { task })).rows;
  if (!rows.length) return h("p", {}, `${key} has no episode of it.`);
  const found = await data(`${run}/trajectory/${rows[0].number}.json`);
  return h("div", {}, h("h3", {}, `${key}, step ${found.step}, sample ${found.sample}`), h("p", {}, h("a", { href: `#/${run}/t/${found.number}` }, "The whole page of it")), judged(found), ...episode(found, prefix));
}
