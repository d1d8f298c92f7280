// The curves of a run, or of several, while they grow.

import { h, count, details, textBlock } from "../dom.js";
import { data } from "../data.js";
import { chart } from "../chart.js";

const EVERY = 2000, MOST = 8;
const ORDER = ["reward", "pass_rate", "evaluation", "rollout", "policy", "loss", "curriculum", "self_play", "speed", "time"];

class History {
  constructor(key) {
    Object.assign(this, { key, next: 0, steps: [], columns: new Map(), notes: [], config: null });
  }

  /** Read what is new; tells whether there was anything. */
  async grow() {
    let any = false, more = true;
    while (more) {
      const found = await data(`run/${encodeURIComponent(this.key)}/records.json`, { from: this.next });
      if (found.reset) Object.assign(this, { steps: [], columns: new Map(), notes: [] });
      const before = this.steps.length;
      for (const step of found.steps) this.steps.push(step);
      for (const [name, values] of Object.entries(found.columns)) {
        if (!this.columns.has(name)) this.columns.set(name, new Array(before).fill(null));
        const column = this.columns.get(name);
        for (const value of values) column.push(value);
      }
      for (const column of this.columns.values()) while (column.length < this.steps.length) column.push(null);
      this.notes.push(...found.notes);
      this.config = found.config ?? this.config;
      any ||= found.next !== this.next || found.reset;
      more = found.more && found.next !== this.next;
      this.next = found.next;
    }
    return any;
  }
}

export async function page([key], { query, setQuery, say, onLeave, stale }) {
  const others = (query.with ?? "").split(",").filter(Boolean);
  const histories = [key, ...others].slice(0, MOST).map((name) => new History(name));
  await Promise.all(histories.map((history) => history.grow()));
  const state = { with: others.join(","), smooth: query.smooth ?? "0", log: query.log ?? "", q: query.q ?? "" };
  const legend = h("ul", { class: "legend" }), charts = h("div", {}), notes = h("div", {}), failures = h("div", {});
  const field = (input, text) => h("label", {}, text, input);
  const changed = () => {
    Object.assign(state, { smooth: smooth.value, log: log.checked ? "1" : "", q: search.value });
    setQuery({ ...state, smooth: state.smooth === "0" ? "" : state.smooth });
    draw();
  };
  const smooth = h("input", { type: "range", min: 0, max: 0.98, step: 0.02, value: state.smooth, oninput: changed });
  const log = h("input", { type: "checkbox", checked: Boolean(state.log), onchange: changed });
  const search = h("input", { type: "search", value: state.q, oninput: changed, placeholder: "part of a name" });

  function draw() {
    legend.replaceChildren(...histories.map((history, n) => h("li", {}, h("span", { class: `swatch series-${n % 6}` }), `${history.key}: ${count(history.steps.at(-1) ?? 0)} steps`)));
    const names = [...new Set(histories.flatMap((history) => [...history.columns.keys()]))].filter((name) => name.includes(state.q));
    const groups = new Map();
    for (const name of names) {
      const group = name.split("/")[0];
      groups.set(group, [...(groups.get(group) ?? []), name]);
    }
    const rank = (group) => (ORDER.indexOf(group) + ORDER.length + 1) % (ORDER.length + 1) || (ORDER.includes(group) ? 0 : 99);
    const open = new Map([...charts.querySelectorAll("details")].map((each) => [each.dataset.group, each.open]));
    charts.replaceChildren(...[...groups].sort(([a], [b]) => rank(a) - rank(b)).map(([group, members], n) => {
      const made = details(`${group} (${members.length})`, () => h("div", { class: "charts" }, members.map((name) => h("figure", {},
        h("figcaption", {}, name), chart(name, histories.map((history, number) => ({ name: history.key, number, steps: history.steps, values: history.columns.get(name) ?? [] })),
          { smooth: Number(state.smooth), log: Boolean(state.log) })))), open.get(group) ?? n < 4);
      made.dataset.group = group;
      return made;
    }));
    if (!names.length) charts.replaceChildren(h("p", {}, histories[0].steps.length ? "No curve has such a name." : "No step is done yet; this page waits for the first."));
    const told = histories.flatMap((history) => history.notes.map(([step, text]) => `step ${step}${others.length ? ` of ${history.key}` : ""}: ${text}`));
    notes.replaceChildren(...(told.length ? [details(`Notes (${told.length})`, () => textBlock(told.join("\n"), "Notes"))] : []));
  }

  async function reasons() {
    try {
      const found = await data(`run/${encodeURIComponent(key)}/facets.json`);
      if (!found.count) return;
      const most = Math.max(1, ...found.reasons.map(([, number]) => number));
      failures.replaceChildren(h("h2", {}, "Verdicts"), h("p", { class: "soft" }, `${count(found.count)} trajectories`),
        h("ul", { class: "bars" }, found.reasons.map(([reason, number]) => h("li", {},
          h("a", { href: `#/run/${encodeURIComponent(key)}/t?reason=${encodeURIComponent(reason)}` }, reason || "none"),
          h("meter", { min: 0, max: most, value: number, "aria-label": reason || "none" }), ` ${count(number)}`))));
    } catch { /* a run without trajectories has no verdicts to show */ }
  }

  let watching = true;
  onLeave(() => (watching = false));
  (async () => {
    while (watching) {
      await new Promise((done) => setTimeout(done, EVERY));
      if (!watching || stale() || document.hidden) continue;
      try {
        const grown = await Promise.all(histories.map((history) => history.grow()));
        if (watching && grown.some(Boolean)) {
          draw();
          say(`step ${histories[0].steps.at(-1) ?? 0}`);
        }
      } catch (error) {
        say(error.message);
      }
    }
  })();
  draw();
  reasons();
  return [
    h("p", { class: "crumbs" }, h("a", { href: "#/runs" }, "Runs"), " / ", h("a", { href: `#/run/${encodeURIComponent(key)}/t` }, "Trajectories")),
    h("h1", {}, key),
    legend,
    others.length >= MOST ? h("p", { class: "problem" }, `${MOST} runs are drawn at most.`) : null,
    h("form", { class: "filters", onsubmit: (event) => event.preventDefault() }, field(search, "Curves"), field(smooth, "Smoothing"), field(log, "Logarithmic")),
    charts, failures, notes, histories[0].config ? details("Configuration", () => textBlock(JSON.stringify(histories[0].config, null, 2), "Configuration")) : null,
  ];
}
