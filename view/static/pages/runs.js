// The runs in the folders that were given.

import { h, percent, table } from "../dom.js";
import { data } from "../data.js";
import { sparkline } from "../chart.js";

export async function page(_, { go }) {
  const found = await data("runs.json");
  if (!found.runs.length) {
    return [h("h1", {}, "Runs"), h("p", {}, found.paths.length ? `No run in ${found.paths.join(", ")}.` : "No folder was given."),
      h("p", {}, "A run is a folder with ", h("code", {}, "records.jsonl"), " or a folder of trajectories. Start with ", h("code", {}, "rlvr view runs"), ".")];
  }
  const chosen = new Set();
  const compare = h("button", { type: "button", disabled: true, onclick: () => {
    const [first, ...others] = [...chosen];
    go(`#/run/${encodeURIComponent(first)}?with=${encodeURIComponent(others.join(","))}`);
  } }, "Compare the curves of the chosen ones");
  const tasks = h("button", { type: "button", disabled: true, onclick: () => go(`#/compare?${new URLSearchParams({ base: [...chosen][0], other: [...chosen][1] })}`) }, "Compare the tasks of the two chosen ones");
  const rows = found.runs.map((run) => [
    run.records ? h("input", { type: "checkbox", "aria-label": `Choose ${run.key}`, onchange: (event) => {
      if (event.target.checked) chosen.add(run.key); else chosen.delete(run.key);
      compare.disabled = chosen.size < 2 || chosen.size > 8;
      tasks.disabled = chosen.size !== 2;
    } }) : "",
    h("a", { href: run.records ? `#/run/${encodeURIComponent(run.key)}` : `#/run/${encodeURIComponent(run.key)}/t` }, run.key),
    run.running ? h("span", { class: "badge green" }, "● running") : "ended",
    run.of ? `${run.steps} of ${run.of}` : String(run.steps || "–"),
    percent(run.pass_rate), sparkline(run.sparkline), run.model ?? "–", (run.envs ?? []).join(", ") || "–",
    run.trajectories ? h("a", { href: `#/run/${encodeURIComponent(run.key)}/t` }, "trajectories") : "–",
  ]);
  return [h("h1", {}, "Runs"), h("p", { class: "soft" }, found.paths.join(", ")),
    table(["choose", "run", "state", "steps", "right", "curve", "model", "environments", "episodes"], rows, { label: "Runs" }), h("p", { class: "row" }, compare, tasks)];
}
