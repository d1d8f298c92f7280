// How far each verifier can be trusted, and how hard environments are for whom.

import { h, count, details, percent, table, textBlock } from "../dom.js";
import { data } from "../data.js";
import { chart } from "../chart.js";
import { interval } from "../numbers.js";
import { leaderboards } from "./evaluations.js";

const triple = (values) => (values ? { value: values[0], low: values[1], high: values[2] } : null);
const named = (env) => env.split("/").pop().replace(/-v\d+$/, "");
const SORTS = { "": "measured first", family: "family", conformance: "what fails first", r0: "wrong answers accepted", r1: "right answers refused", floor: "blind guesses" };

export async function page(_, { query, setQuery, say, stale }) {
  const [found, evals] = await Promise.all([data("trust.json"), data("evals.json")]);
  const state = { q: query.q ?? "", sort: query.sort ?? "", env: query.env ?? "" };
  const list = h("div", {}), curves = h("div", {});
  const search = h("input", { type: "search", value: state.q, placeholder: "name or family", oninput: () => changed({ q: search.value }) });
  const sort = h("select", { onchange: () => changed({ sort: sort.value }) }, Object.entries(SORTS).map(([value, text]) => h("option", { value, selected: value === state.sort }, text)));
  const played = [...new Set(evals.evals.flatMap((each) => Object.keys(each.levels_of ?? {})))].sort();
  const env = h("select", { onchange: () => { changed({ env: env.value }); draw(); } }, h("option", { value: "" }, "choose"), played.map((id) => h("option", { value: id, selected: id === state.env }, id)));

  function changed(more) {
    Object.assign(state, more);
    setQuery(state);
    fill();
  }

  const highest = (row) => Math.max(0, ...row.floors);
  const KEYS = { "": (row) => (row.conformance ? 2 : 0) + (row.rates ? 1 : 0), conformance: (row) => (row.conformance ? Object.keys(row.conformance.failing).length : -1), r0: (row) => row.rates?.r0?.[0] ?? -1, r1: (row) => row.rates?.r1?.[0] ?? -1, floor: highest };

  function fill() {
    const rows = found.rows.filter((row) => `${row.id} ${row.family}`.includes(state.q.toLowerCase()));
    if (KEYS[state.sort]) rows.sort((a, b) => KEYS[state.sort](b) - KEYS[state.sort](a));
    list.replaceChildren(h("p", { class: "soft" }, `${rows.length} of ${found.rows.length} environments`), table(
      ["environment", "family", "conformance", "wrong accepted (r0)", "right refused (r1)", "second check", "blind guess, at least", "levels", "of few problems"],
      rows.map((row) => [h("a", { href: `#/env/${row.slug}` }, row.name), row.family, held(row.conformance), rate(row.rates, "r0", "wrong"), rate(row.rates, "r1", "right"), row.solver ? "a solver" : "one right answer",
        row.floors.length ? percent(highest(row)) : "–", row.levels, row.small.join(", ") || "–"]), { label: "Trust" }));
    say(`${rows.length} environments`);
  }

  async function draw() {
    if (!state.env) return curves.replaceChildren();
    const told = await data(`curves/${encodeURIComponent(state.env.replace("/", "~"))}.json`);
    if (stale()) return;
    const line = (each, number, field) => ({ name: each.name, number, steps: each.points.map((point) => point.level), values: each.points.map((point) => point[field]),
      ...(field === "value" ? { low: each.points.map((point) => point.low), high: each.points.map((point) => point.high) } : {}) });
    const levels = [...new Set(told.lines.flatMap((each) => each.points.map((point) => point.level)))].sort((a, b) => a - b);
    const ticks = levels.map((level) => [level, String(level)]);
    const written = told.lines.some((each) => each.points.some((point) => point.tokens));
    curves.replaceChildren(h("div", { class: "charts" },
      h("figure", {}, h("figcaption", {}, "pass@1 by level, with 95% intervals over tasks"), chart(`pass@1 of ${state.env} by level`, told.lines.map((each, n) => line(each, n, "value")), { ticks, unit: "level", range: [0, 1] })),
      written ? h("figure", {}, h("figcaption", {}, "tokens of an episode by level"), chart(`tokens of ${state.env} by level`, told.lines.map((each, n) => line(each, n, "tokens")), { ticks, unit: "level" })) : null),
    h("ul", { class: "legend" }, told.lines.map((each, n) => h("li", {}, h("span", { class: `swatch series-${n % 6}` }), h("a", { href: `#/eval/${encodeURIComponent(each.key)}` }, each.name), ` (${each.split})`))));
  }

  fill();
  await draw();
  const problems = found.files.filter((each) => each.problem);
  return [
    h("h1", {}, "Trust"),
    h("p", { class: "lead" }, "What was measured of each verifier. Nothing is measured by this page: it shows what files of checks in the given folders say, the newest of each environment, and what the registry states."),
    problems.length ? h("p", { class: "problem" }, problems.map((each) => `${each.file}: ${each.problem}`).join("; ")) : null,
    found.files.length ? h("p", { class: "soft" }, `Files of checks: ${found.files.map((each) => each.key).join(", ")}`)
      : h("div", { class: "hint" }, "No file of checks was found. These commands write some:\nrlvr check --json runs/check.json\nrlvr check --rates --json runs/rates.json"),
    h("p", { class: "soft lead" }, `Splits are by content: one in ${found.test_share} of all problem contents is of the test split, whatever the seed, so no problem is in both. The conformance suite checks it for every environment.`),
    h("form", { class: "filters", onsubmit: (event) => event.preventDefault() }, h("label", {}, "Search", search), h("label", {}, "Sorted by", sort)),
    list,
    h("h2", {}, "Difficulty"),
    played.length ? h("form", { class: "filters", onsubmit: (event) => event.preventDefault() }, h("label", {}, "Environment", env)) : h("div", { class: "hint" }, "Curves need saved evaluations. Players without skill and with all knowledge are the two ends:\nrlvr eval sudoku --policy random --out runs/random\nrlvr eval sudoku --policy oracle --out runs/oracle"),
    curves,
    ...leaderboards(evals.boards, named),
  ];
}

function held(conformance) {
  if (!conformance) return h("span", { class: "soft" }, "not measured");
  const failing = Object.entries(conformance.failing);
  const mark = failing.length ? h("span", { class: "badge red" }, `✗ ${failing.length} of ${conformance.of} fail`) : h("span", { class: "badge green" }, `✓ all ${conformance.of} hold`);
  const old = conformance.current ? "" : h("span", { class: "badge amber" }, "other version");
  return failing.length ? h("div", {}, mark, old, details("What fails", () => textBlock(failing.map(([name, told]) => `${name}: ${[told].flat().join("; ")}`).join("\n"), "What fails"))) : h("span", {}, mark, " ", old);
}

function rate(rates, name, number) {
  if (!rates || !rates[name]) return h("span", { class: "soft" }, "not measured");
  return h("span", {}, interval(triple(rates[name])), h("span", { class: "soft" }, ` of ${count(rates[number])}`), rates.current ? "" : h("span", { class: "badge amber" }, "other version"));
}
