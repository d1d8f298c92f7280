// One dataset file: what made it, how its levels are filled, repeated problems, rows, and the same file for a trainer.

import { h, count, copyButton, details, percent, table, textBlock } from "../dom.js";
import { data } from "../data.js";
import { picture } from "../picture.js";
import { size } from "./datasets.js";

export async function page([key], { query, go }) {
  const place = encodeURIComponent(key);
  if (query.row) return single(key, query.row);
  let found;
  try {
    found = await data(`dataset/${place}/page.json`, query);
  } catch (error) {
    return [h("h1", {}, key), h("p", { class: "problem", role: "alert" }, error.message), h("p", {}, h("a", { href: "#/datasets" }, "All datasets"))];
  }
  const at = (more) => `#/dataset/${place}?${new URLSearchParams(more)}`;
  const most = Math.max(1, ...found.counts.map(([, , number]) => number));
  const envs = [...new Set(found.counts.map(([env]) => env))];
  const manifest = found.manifest ?? {}, plan = manifest.plan ?? {};
  const left = [["draws", manifest.draws], ["repeated and left out", manifest.duplicates_left_out], ["not convertible and left out", manifest.not_convertible_left_out], ["made by version", manifest.rlvr]].filter(([, value]) => value !== undefined);
  const form = h("form", { class: "filters", onchange: () => form.requestSubmit(), onsubmit: (event) => {
    event.preventDefault();
    const pairs = ["env", "level"].map((name) => [name, form.elements[name].value.trim()]).filter(([, value]) => value);
    go(pairs.length ? at(pairs) : `#/dataset/${place}`);
  } }, h("label", {}, "Environment", h("select", { name: "env" }, [["", "all"], ...envs.map((env) => [env, env])].map(([value, text]) => h("option", { value, selected: (query.env ?? "") === value }, text)))),
  h("label", {}, "Level", h("input", { name: "level", size: 4, value: query.level ?? "" })), h("button", {}, "Apply"));
  const rows = found.rows.map((row) => [h("a", { href: at({ row: row.number }) }, count(row.number)), row.id || "–", row.level || "–", row.answer.length > 40 ? `${row.answer.slice(0, 40)}…` : row.answer || "–", row.begin.slice(0, 70)]);
  return [
    h("p", { class: "crumbs" }, h("a", { href: "#/datasets" }, "Datasets")),
    h("h1", {}, key),
    h("p", { class: "soft" }, found.file),
    found.problem ? h("p", { class: "problem" }, found.problem) : null,
    found.done ? null : h("p", { class: "soft" }, "The file is still being read; load the page again for the rest."),
    h("dl", { class: "facts" }, [["rows", `${count(found.rows.length ? found.counts.reduce((sum, [, , number]) => sum + number, 0) : 0)}${found.done ? "" : " so far"}`], ["size", size(found.bytes)], ["split", plan.split ?? "–"], ["repeated problems", found.repeats ? count(found.repeats) : "none"], ...left.map(([name, value]) => [name, String(value)])]
      .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    h("h2", {}, "Levels"),
    h("ul", { class: "bars" }, found.counts.map(([env, level, number]) => h("li", {}, h("a", { href: at({ env, level }) }, `${env.split("/").pop()} ${level}`), h("meter", { min: 0, max: most, value: number, "aria-label": `${env}, level ${level}` }), ` ${count(number)}`))),
    found.repeats ? details(`Repeated problems (${count(found.repeats)}, ${percent(found.repeats / Math.max(1, found.counts.reduce((sum, [, , number]) => sum + number, 0)))})`, () =>
      table(["task", "first at", "again at"], found.repeated.map(([id, first, again]) => [id, h("a", { href: at({ row: first }) }, count(first)), h("a", { href: at({ row: again }) }, count(again))]), { label: "Repeated problems" })) : null,
    h("h2", {}, "Rows"), form, h("p", { class: "soft" }, `${count(found.count)} rows`),
    rows.length ? table(["row", "task", "level", "answer", "prompt"], rows, { label: "Rows" }) : h("p", {}, "No row passes these filters. ", h("a", { href: `#/dataset/${place}` }, "Clear them")),
    h("p", { class: "row" }, found.from ? h("a", { class: "button", href: at({ ...query, from: Math.max(0, found.from - 50) }) }, "Page before") : null, found.next ? h("a", { class: "button", href: at({ ...query, from: found.next }) }, "Next page") : null),
    plan.envs || Object.keys(manifest.counts ?? {}).length ? details("The same for a trainer", () => exports(found, manifest)) : null,
    found.manifest ? details("Manifest", () => textBlock(JSON.stringify(found.manifest, null, 1), "Manifest")) : null,
  ];
}

/** Commands that make the same tasks in the forms of trainers. */
function exports(found, manifest) {
  const plan = manifest.plan ?? {};
  const arms = Object.entries(manifest.counts ?? {}).map(([env, levels]) => [env.split("/").pop().replace(/-v\d+$/, ""), Object.keys(levels).map(Number)]);
  const levels = [...new Set(arms.flatMap(([, each]) => each))].sort((a, b) => a - b);
  const name = found.file.split("/").pop().replace(/\.[a-z]+$/, "");
  const command = (format) => ["rlvr generate", arms.map(([env]) => env).join(" "), `--levels ${levels[0]}${levels.length > 1 ? `-${levels.at(-1)}` : ""}`, `-n ${manifest.rows}`, plan.split ? `--split ${plan.split}` : "", plan.seed === undefined ? "" : `--seed ${plan.seed}`,
    `--format ${format}`, `-o ${name}-${format}.jsonl`].filter(Boolean).join(" ");
  const lines = found.formats.map(command);
  return h("div", {}, h("p", { class: "soft" }, "A plan fixes its tasks, so these make rows of the same seed and levels in the schema of each trainer. Shares of environments and options that were given have to be given again."),
    textBlock(lines.join("\n"), "Commands"), copyButton(lines.join("\n"), "Copy the commands"));
}

async function single(key, number) {
  const place = encodeURIComponent(key);
  const found = await data(`dataset/${place}/row/${encodeURIComponent(number)}.json`);
  return [
    h("p", { class: "crumbs" }, h("a", { href: "#/datasets" }, "Datasets"), " / ", h("a", { href: `#/dataset/${place}` }, key)),
    h("h1", {}, `Row ${count(found.number)}`, found.id ? h("span", { class: "soft" }, ` ${found.id}`) : ""),
    h("p", { class: "row" }, found.number > 0 ? h("a", { class: "button", href: `#/dataset/${place}?row=${found.number - 1}` }, "← before") : null, h("a", { class: "button", href: `#/dataset/${place}?row=${found.number + 1}` }, "next →"), copyButton(found.row, "Copy the row")),
    h("div", { class: "two" }, found.svg ? h("figure", {}, picture(found.svg)) : h("p", { class: "soft" }, "The row holds no task that can be drawn here."),
      h("div", {}, details("Reference answer", () => textBlock(found.answer ?? "", "Reference answer")), found.trace ? details("Worked solution", () => textBlock(found.trace, "Worked solution")) : null)),
    h("h2", {}, "Prompt"), textBlock(found.prompt ?? "", "Prompt"),
    details("The row as the file has it", () => textBlock(found.row, "Row")),
  ];
}
