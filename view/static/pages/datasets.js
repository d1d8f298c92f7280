// The dataset files in the folders that were given.

import { h, count, table } from "../dom.js";
import { data } from "../data.js";

export const size = (bytes) => (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

export async function page() {
  const found = await data("datasets.json");
  if (!found.datasets.length) {
    return [h("h1", {}, "Datasets"), h("p", {}, found.paths.length ? `No dataset in ${found.paths.join(", ")}.` : "No folder was given."),
      h("p", {}, "A dataset is a file that ", h("code", {}, "rlvr generate sudoku -n 1000 -o data/train.jsonl"), " writes; see it with ", h("code", {}, "rlvr view data"), ".")];
  }
  const rows = found.datasets.map((each) => [h("a", { href: `#/dataset/${encodeURIComponent(each.key)}` }, each.key), each.rows === null ? "–" : count(each.rows), size(each.bytes), each.split ?? "–", each.format ?? "–", each.envs.join(", ") || "–"]);
  return [h("h1", {}, "Datasets"), h("p", { class: "soft" }, found.paths.join(", ")), table(["file", "rows", "size", "split", "format", "environments"], rows, { label: "Datasets" })];
}
