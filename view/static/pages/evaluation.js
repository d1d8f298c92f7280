// One saved evaluation: rates with intervals, pass@k, its tasks, and the samples of a task.

import { h, count, details, percent, table, textBlock, copyButton, short } from "../dom.js";
import { evaluation, transcript } from "../data.js";
import { chart } from "../chart.js";
import { interval, overTries, ticksOf } from "../numbers.js";
import { picture } from "../picture.js";
import { episode, judged } from "./episode.js";

const SOLVED = [["", "all"], ["never", "never solved"], ["sometimes", "sometimes"], ["always", "always"]];

export async function page([key], { query, go }) {
  const place = encodeURIComponent(key);
  if (query.task) return sample(key, query, go);
  let found;
  try {
    found = await evaluation(key, query);
  } catch (error) {
    return [h("h1", {}, key), h("p", { class: "problem", role: "alert" }, error.message), h("p", {}, h("a", { href: "#/evals" }, "All evaluations"))];
  }
  const { total, config } = found, ks = Object.keys(total.pass_at).map(Number).sort((a, b) => a - b), most = ks.at(-1);
  const row = (title, each) => [title, count(each.tasks), interval(each.pass_at["1"]), percent(each.chance_at["1"]), interval(each.above_chance),
    ...(most > 1 ? [interval(each.pass_at[most])] : []), percent(each.cut), short(each.turns, 3), count(Math.round(each.tokens)), each.masked || "–"];
  const head = ["of", "tasks", "pass@1 with 95% interval", "by luck", "above chance", ...(most > 1 ? [`pass@${most}`] : []), "cut", "turns", "tokens", "masked"];
  const arms = Object.entries(found.arms).map(([arm, each]) => {
    const [, env, level] = arm.match(/^(.*):(\d+)$/);
    return row(h("a", { href: `#/eval/${place}?${new URLSearchParams({ env, level })}` }, `${env}, level ${level}`), each);
  });
  const lines = [overTries("pass@k", 0, total.pass_at), ...(Object.keys(total.majority_at).length ? [overTries("majority of k", 1, total.majority_at)] : []), overTries("luck", 2, total.chance_at)];
  const envs = [...new Set(Object.keys(found.envs))];
  const select = (name, label, options) => h("label", {}, label, h("select", { name }, options.map(([value, text]) => h("option", { value, selected: (query[name] ?? "") === value }, text))));
  const form = h("form", { class: "filters", onchange: () => form.requestSubmit(), onsubmit: (event) => {
    event.preventDefault();
    const pairs = ["env", "level", "solved"].map((name) => [name, form.elements[name].value.trim()]).filter(([, value]) => value);
    go(`#/eval/${place}${pairs.length ? `?${new URLSearchParams(pairs)}` : ""}`);
  } }, select("env", "Environment", [["", "all"], ...envs.map((env) => [env, env])]), h("label", {}, "Level", h("input", { name: "level", size: 4, value: query.level ?? "" })),
  select("solved", "Solved", SOLVED), h("button", {}, "Apply"));
  const tasks = found.tasks.map((each) => [h("a", { href: `#/eval/${place}?${new URLSearchParams({ task: each.task })}` }, each.task), each.env, each.level, `${each.right} of ${each.of}`, each.solved || "not scored", each.masked || "–"]);
  const pages = (from) => `#/eval/${place}?${new URLSearchParams({ ...query, from })}`;
  return [
    h("p", { class: "crumbs" }, h("a", { href: "#/evals" }, "Evaluations")),
    h("h1", {}, found.name),
    found.complete ? null : h("p", { class: "problem" }, "Samples are missing: this evaluation goes on, or was broken off. The same command goes on with it."),
    h("p", { class: "soft" }, `${config.split} split, seed ${config.seed}, ${config.samples} samples of each task, problems pinned by `, h("code", {}, found.pin)),
    h("div", { class: "two" }, h("figure", {}, h("figcaption", {}, "Right with k tries; bands are 95% intervals over tasks"),
      chart("Right with k tries", lines, { ticks: ticksOf(lines), unit: "k =", range: [0, 1] }),
      h("ul", { class: "legend" }, lines.map((line) => h("li", {}, h("span", { class: `swatch series-${line.number}` }), line.name)))),
    Object.keys(config.settings ?? {}).length ? h("div", {}, h("h2", {}, "Settings"), textBlock(JSON.stringify(config.settings, null, 1), "Settings of the player")) : null),
    h("h2", {}, "By environment and level"),
    table(head, [row(h("strong", {}, "all"), total), ...(envs.length > 1 ? Object.entries(found.envs).map(([env, each]) => row(env, each)) : []), ...arms], { label: "Rates" }),
    h("h2", {}, "Tasks"), form, h("p", { class: "soft" }, `${count(found.count)} tasks`),
    tasks.length ? table(["task", "environment", "level", "right", "solved", "masked"], tasks, { label: "Tasks" }) : h("p", {}, "No task passes these filters. ", h("a", { href: `#/eval/${place}` }, "Clear them")),
    h("p", { class: "row" }, found.from ? h("a", { class: "button", href: pages(0) }, "First page") : null, found.next ? h("a", { class: "button", href: pages(found.next) }, "Next page") : null),
  ];
}

async function sample(key, query, go) {
  const place = encodeURIComponent(key);
  const found = await transcript(key, query);
  const link = (each) => `#/eval/${place}?${new URLSearchParams({ task: found.id, wording: each.wording, sample: each.sample })}`;
  const here = (each) => each.wording === found.wording && each.sample === found.sample;
  return [
    h("p", { class: "crumbs" }, h("a", { href: "#/evals" }, "Evaluations"), " / ", h("a", { href: `#/eval/${place}` }, found.name)),
    h("h1", {}, found.id),
    h("nav", { class: "group", "aria-label": "Samples of the task" }, h("span", { class: "soft" }, "Samples: "), found.group.map((each) => h("a", {
      class: `dot ${each.passed ? "right" : "wrong"}`, href: link(each), "aria-current": here(each) ? "true" : null, title: `wording ${each.wording}, sample ${each.sample}` },
    `${!each.scored ? "–" : each.passed ? "✓" : "✗"}${each.wording ? `${each.wording}.` : ""}${each.sample}`))),
    h("div", { class: "two" }, found.svg ? h("figure", {}, picture(found.svg)) : h("p", { class: "soft" }, "This task cannot be made here: its environment is not registered."), aside(found)),
    found.of > found.group.length ? h("p", { class: "soft" }, `These pages are files and hold ${found.group.length} of the ${count(found.of)} samples.`) : null,
    ...episode(found),
  ];
}

/** Verdict, facts and reference of a sample. */
export function aside(found) {
  const facts = [["level", found.level], ["sample", found.sample], ["wording", found.wording || null], ["ending", found.ending], ["tokens", found.tokens ? count(found.tokens) : null], ["reward", short(found.reward)]];
  return h("div", {}, found.error ? h("p", { class: "problem" }, `The machinery failed, so this is not scored: ${found.error}`) : null, judged(found),
    h("dl", { class: "facts" }, facts.filter(([, value]) => value !== null).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value))))),
    found.answered ? details("Committed answer", () => textBlock(found.answered, "Committed answer"), true) : null,
    found.answer ? details("Reference answer", () => textBlock(found.answer, "Reference answer")) : null,
    copyButton(`rlvr.task(${JSON.stringify(found.id)})`, "Copy the task"));
}
