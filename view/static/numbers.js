// Numbers with their intervals, as texts and as lines of a chart.

import { h, percent } from "./dom.js";

/** A rate with its interval. */
export function interval(rate) {
  if (!rate || rate.value === null || rate.value === undefined) return "–";
  return h("span", { class: "rate" }, percent(rate.value), h("span", { class: "soft" }, ` [${percent(rate.low)}, ${percent(rate.high)}]`));
}

/** A change of a rate in points, with its interval. */
export function change(rate) {
  if (!rate || rate.value === null) return "–";
  const text = (value) => `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}`;
  return `${text(rate.value)} [${text(rate.low)}, ${text(rate.high)}]`;
}

/** A curve over numbers of tries, `{1: rate, 2: rate, ...}`, as a line whose steps are powers of two. */
export function overTries(name, number, curve) {
  const ks = Object.keys(curve).map(Number).sort((a, b) => a - b);
  const part = (field) => ks.map((k) => (typeof curve[k] === "number" ? curve[k] : curve[k][field]));
  const banded = ks.some((k) => typeof curve[k] !== "number");
  return { name, number, ks, steps: ks.map(Math.log2), values: part("value"), ...(banded ? { low: part("low"), high: part("high") } : {}) };
}

/** The marks below such curves. */
export function ticksOf(lines) {
  return [...new Set(lines.flatMap((line) => line.ks))].sort((a, b) => a - b).map((k) => [Math.log2(k), String(k)]);
}
