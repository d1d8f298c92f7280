// Saved evaluations and the leaderboards that they make.

import { h, count, percent, table } from "../dom.js";
import { data } from "../data.js";
import { interval } from "../numbers.js";

const name = (env) => env.split("/").pop().replace(/-v\d+$/, "");

export async function page(_, { go }) {
  const found = await data("evals.json");
  if (!found.evals.length) {
    return [h("h1", {}, "Evaluations"), h("p", {}, found.paths.length ? `No evaluation in ${found.paths.join(", ")}.` : "No folder was given."),
      h("p", {}, "An evaluation is a folder that ", h("code", {}, "rlvr eval sudoku --policy random --out runs/random"), " writes.")];
  }
  const chosen = [];
  const compare = h("button", { type: "button", disabled: true, onclick: () => go(`#/compare?${new URLSearchParams({ base: chosen[0], other: chosen[1] })}`) },
    "Compare the two chosen ones, the first as the base");
  const choice = (each) => each.problem || found.compared ? "" : h("input", { type: "checkbox", "aria-label": `Choose ${each.key}`, onchange: (event) => {
    if (event.target.checked) chosen.push(each.key); else chosen.splice(chosen.indexOf(each.key), 1);
    compare.disabled = chosen.length !== 2;
  } });
  const rows = found.evals.map((each) => [choice(each), each.problem ? each.key : h("a", { href: `#/eval/${encodeURIComponent(each.key)}` }, each.key),
    ...(each.problem ? [each.problem, "", "", "", "", "", "", ""] : [each.name, interval(each.pass_at_1), percent(each.chance), each.split, count(each.tasks), each.samples, each.masked || "–", each.envs.map(name).join(", ")])]);
  return [h("h1", {}, "Evaluations"), h("p", { class: "soft" }, found.paths.join(", ")),
    table(["choose", "evaluation", "player", "pass@1 with 95% interval", "by luck", "split", "tasks", "samples each", "masked", "environments"], rows, { label: "Evaluations" }),
    found.compared ? h("ul", {}, found.compared.map(([base, other]) => h("li", {}, h("a", { href: `#/compare?${new URLSearchParams({ base, other })}` }, `${other} against ${base}`)))) : h("p", {}, compare), ...leaderboards(found.boards, name)];
}

/** Leaderboards: one for each set of problems. */
export function leaderboards(boards, named) {
  if (!boards.length) return [];
  return [h("h2", {}, "Leaderboards"),
    h("p", { class: "soft lead" }, "Evaluations of the same problems of the test split. A board is pinned by a hash of the problems' contents: whoever has the same hash was asked the same."),
    ...boards.map((board) => {
      const ks = [...new Set(board.rows.flatMap((row) => Object.keys(row.pass_at)))].map(Number).filter((k) => k > 1).sort((a, b) => a - b);
      const most = ks.at(-1);
      let place = 0;
      const rows = board.rows.map((row) => [row.ranked ? String(++place) : "–", h("a", { href: `#/eval/${encodeURIComponent(row.key)}` }, row.name), interval(row.pass_at_1), interval(row.above_chance),
        ...(most ? [interval(row.pass_at[most])] : []), count(Math.round(row.tokens)), row.masked || "–", row.ranked ? "" : `not complete, or other problems: ${count(row.tasks)} tasks, ${count(row.played)} samples`]);
      const levels = board.levels ? `levels ${board.levels.join("-")}` : "all levels";
      return h("section", {}, h("h3", {}, `${board.envs.map(named).join(", ")}, ${levels}`),
        h("p", { class: "soft" }, `${count(board.tasks)} problems, seed ${board.seed}${board.wordings ? ", all wordings" : ""}, pinned by `, h("code", {}, board.pin)),
        table(["place", "player", "pass@1", "above chance", ...(most ? [`pass@${most}`] : []), "tokens", "masked", "remark"], rows, { label: "Leaderboard" }));
    })];
}
