// A search in the messages of a run. The server looks for a moment at a time; the page asks on until it has a page of hits.

import { h, count, outcome } from "../dom.js";
import { data } from "../data.js";

const ENOUGH = 20, SHOWN_FILTERS = ["env", "level", "reason", "passed", "step", "tokens", "turns", "score", "ending", "task"];

export async function page([key], { query, say, stale, go }) {
  const run = encodeURIComponent(key);
  const list = h("ol", { class: "hits" }), told = h("p", { class: "soft" }), problem = h("p", { class: "problem", role: "alert", hidden: true });
  const filters = Object.fromEntries(SHOWN_FILTERS.filter((name) => query[name]).map((name) => [name, query[name]]));
  const field = h("input", { type: "search", name: "q", value: query.q ?? "", maxlength: 200, size: 30, required: true });
  const where = h("select", { name: "in" }, [["", "actions and observations"], ["actions", "what the policy wrote"], ["observations", "what the environment said"]].map(([value, text]) =>
    h("option", { value, selected: (query.in ?? "") === value }, text)));
  const more = h("button", { type: "button", hidden: true, onclick: () => look() }, "More");
  const stop = h("button", { type: "button", hidden: true, onclick: () => { asking = 0; } }, "Stop");
  let next = query.after ?? "", scanned = 0, skipped = 0, hits = 0, asking = 0;

  async function look() {
    const mine = (asking = Date.now() + Math.random()), wanted = hits + ENOUGH;
    more.hidden = true;
    stop.hidden = false;
    let left = 0;
    try {
      do {
        const found = await data(`run/${run}/search.json`, { ...filters, q: query.q, in: query.in ?? "", after: next });
        if (stale()) return;
        scanned += found.scanned;
        skipped += found.skipped;
        left = found.left;
        next = found.next === null ? "" : String(found.next);
        hits += found.hits.length;
        list.append(...found.hits.map(hit));
        told.textContent = `${count(hits)} trajectories found in ${count(scanned)} that were looked at, ${count(left)} to go.${skipped ? ` ${count(skipped)} could not be read.` : ""}`;
      } while (next && hits < wanted && asking === mine);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
    stop.hidden = true;
    more.hidden = !next;
    say(told.textContent);
  }

  const hit = (found) => h("li", {}, h("p", { class: "row" },
    h("a", { href: `#/run/${run}/t/${found.number}?${new URLSearchParams({ find: found.match })}` }, `${found.number}: ${found.task}`), outcome(found.passed, found.scored),
    h("span", { class: "soft" }, `step ${found.step} · sample ${found.sample} · turn ${found.turn + 1}, ${found.where} · ${count(found.count)} ${found.count === 1 ? "place" : "places"}`)),
  h("pre", { class: "text" }, found.before, h("mark", {}, found.match), found.behind));

  const form = h("form", { class: "filters", role: "search", onsubmit: (event) => {
    event.preventDefault();
    go(`#/run/${run}/search?${new URLSearchParams({ ...filters, q: field.value, ...(where.value ? { in: where.value } : {}) })}`);
  } }, h("label", {}, "Text", field), h("label", {}, "In", where), h("button", { class: "primary" }, "Search"));
  if (query.q) look();
  return [
    h("p", { class: "crumbs" }, h("a", { href: "#/runs" }, "Runs"), " / ", h("a", { href: `#/run/${run}` }, key), " / ", h("a", { href: `#/run/${run}/t` }, "Trajectories")),
    h("h1", {}, `Search in ${key}`),
    Object.keys(filters).length ? h("p", { class: "soft" }, `Only trajectories with ${Object.entries(filters).map(([name, value]) => `${name} = ${value}`).join(", ")}. `, h("a", { href: `#/run/${run}/search?${new URLSearchParams(query.q ? { q: query.q } : {})}` }, "All")) : null,
    form, problem, told, list, h("p", { class: "row" }, more, stop),
  ];
}
