// The trajectories of a run, page by page, with filters on any column.

import { h, count, outcome, percent, short, table } from "../dom.js";
import { data } from "../data.js";

const SORTS = [["", "order of writing"], ["-number", "newest first"], ["-tokens", "most tokens"], ["tokens", "fewest tokens"], ["-turns", "most turns"], ["-score", "best score"], ["score", "worst score"], ["-reward", "largest reward"]];
const FIELDS = ["env", "level", "reason", "passed", "step", "tokens", "turns", "score", "ending", "task", "sort"];

export async function page([key], { query, say, go }) {
  const run = encodeURIComponent(key);
  let facets, page;
  try {
    [page, facets] = await Promise.all([data(`run/${run}/trajectories.json`, query), data(`run/${run}/facets.json`)]);
  } catch (error) {
    return [h("h1", {}, `Trajectories of ${key}`), h("p", { class: "problem", role: "alert" }, error.message), h("p", {}, h("a", { href: `#/run/${run}/t` }, "Without filters"))];
  }
  const envs = [...new Set(facets.envs.map(([env]) => env))];
  const select = (name, label, options) => h("label", {}, label, h("select", { name }, options.map(([value, text]) => h("option", { value, selected: (query[name] ?? "") === value }, text))));
  const input = (name, label, hint) => h("label", {}, label, h("input", { name, value: query[name] ?? "", placeholder: hint, size: 8 }));
  const form = h("form", { class: "filters", role: "search", onchange: () => form.requestSubmit(), onsubmit: (event) => {
    event.preventDefault();
    const pairs = FIELDS.map((name) => [name, form.elements[name].value.trim()]).filter(([, value]) => value);
    go(`#/run/${run}/t${pairs.length ? `?${new URLSearchParams(pairs)}` : ""}`);
  } },
  select("env", "Environment", [["", "all"], ...envs.map((env) => [env, env])]), input("level", "Level", "2 or 1-3"),
  select("reason", "Reason", [["", "all"], ...facets.reasons.map(([reason, number]) => [reason, `${reason || "none"} (${count(number)})`])]),
  select("passed", "Right", [["", "either"], ["1", "right"], ["0", "wrong"]]),
  input("step", "Step", "3-9"), input("tokens", "Tokens", "100-"), input("turns", "Turns", "2-"), input("score", "Score", "0.5-"),
  select("ending", "Ending", ["", "terminated", "truncated", "budget", "watchdog", "infra"].map((name) => [name, name || "all"])),
  input("task", "Task", "its id"), select("sort", "Sorted by", SORTS), h("button", {}, "Apply"));
  const rows = page.rows.map((row) => [
    h("a", { href: `#/run/${run}/t/${row.number}` }, `${row.number}`), outcome(row.passed, row.scored), row.reason || "–", row.env, row.level,
    row.step, row.sample, short(row.score), short(row.reward), row.turns, count(row.tokens), row.ending, row.task.split(":").slice(2).join(":"),
  ]);
  say(`${rows.length} rows`);
  const next = page.next ? h("a", { class: "button", href: `#/run/${run}/t?${new URLSearchParams({ ...query, after: page.next })}` }, "Next page") : null;
  return [
    h("p", { class: "crumbs" }, h("a", { href: "#/runs" }, "Runs"), " / ", h("a", { href: `#/run/${run}` }, key)),
    h("h1", {}, `Trajectories of ${key}`),
    page.problem ? h("p", { class: "problem" }, page.problem) : null,
    page.refreshing ? h("p", { class: "soft" }, "The index is being brought up to date; there will be more.") : null,
    form,
    h("p", {}, h("a", { href: `#/run/${run}/search?${new URLSearchParams(Object.entries(query).filter(([name]) => name !== "after" && name !== "sort"))}` }, "Search in the messages of these")),
    rows.length ? table(["number", "verdict", "reason", "environment", "level", "step", "sample", "score", "reward", "turns", "tokens", "ending", "seed"], rows, { label: "Trajectories" })
      : h("p", {}, "No trajectory passes these filters. ", h("a", { href: `#/run/${run}/t` }, "Clear them")),
    h("p", { class: "row" }, query.after ? h("a", { class: "button", href: `#/run/${run}/t?${new URLSearchParams(Object.entries(query).filter(([name]) => name !== "after"))}` }, "First page") : null, next),
    h("h2", {}, "By environment and level"),
    table(["environment", "level", "trajectories", "right"], facets.envs.map(([env, level, number, right]) => [
      h("a", { href: `#/run/${run}/t?${new URLSearchParams({ env, level })}` }, env), level, count(number), percent(right / number)]), { label: "Counts" }),
  ];
}
