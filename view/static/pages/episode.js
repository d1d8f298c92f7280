// An episode as messages, and its verdict: what pages of trajectories, samples and comparisons share.

import { h, count, outcome, percent, short, table } from "../dom.js";
import { message } from "./chat.js";

/** The verdict with its parts. */
export function judged(found) {
  const verdict = found.verdict;
  if (!verdict) return h("p", {}, outcome(false, false));
  const parts = Object.entries(verdict.parts ?? {});
  return h("div", {}, h("p", {}, outcome(verdict.score === 1, verdict.score !== null), ` ${verdict.reason}, score ${short(verdict.score)}. `, verdict.message ?? ""),
    parts.length ? table(["part of the verdict", "value"], parts.map(([name, value]) => [name, short(value)]), { label: "Parts of the verdict" }) : null);
}

/** The messages of an episode; `prefix` keeps the names of two on one page apart. */
export function episode(found, prefix = "") {
  const opening = found.opening.length ? found.opening : [{ role: "user", content: found.prompt }];
  const messages = opening.map((each, n) => message(each.role, each.content, `${prefix}o${n}`));
  if (!found.turns.length) messages.push(h("p", { class: "soft" }, "There is no action: the prompt left no room, or the episode failed before the first."));
  found.turns.forEach((turn, n) => {
    const extra = h("span", { class: "soft" }, [`turn ${n + 1}`, turn.tokens ? `${count(turn.tokens)} tokens` : "", turn.probability === null ? "" : `mean probability ${percent(turn.probability)}`,
      found.advantages?.[n] === undefined ? "" : `advantage ${short(found.advantages[n])}`, turn.reward ? `reward ${short(turn.reward)}` : "", turn.stop === "end" ? "" : `stopped: ${turn.stop}`,
      turn.seconds ? `${short(turn.seconds, 2)} s` : "", turn.version === null ? "" : `weights ${turn.version}`].filter(Boolean).join(" · "));
    messages.push(message("assistant", turn.text, `${prefix}${n}`, extra));
    if (turn.observation) messages.push(message("user", turn.observation, `${prefix}n${n}`));
  });
  if (found.left_out) messages.push(h("p", { class: "soft" }, `${found.left_out} more turns; the raw JSON has them.`));
  return messages;
}
