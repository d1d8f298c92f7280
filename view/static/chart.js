// Curves: a few lines over steps, thinned to what the width can show.

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 420, HEIGHT = 150, LEFT = 46, BOTTOM = 20, TOP = 8, RIGHT = 8;
const BINS = 300;

function make(tag, attributes, text) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** The mean of what went before and now; 0 changes nothing, 0.99 nearly nothing is left of single steps. */
export function smoothed(values, share) {
  if (!share) return values;
  let mean = null;
  return values.map((value) => {
    if (value === null || value === undefined) return null;
    mean = mean === null ? value : mean * share + value * (1 - share);
    return mean;
  });
}

/** At most two points for each bin of steps: its least and its largest value. */
export function thinned(steps, values) {
  if (steps.length <= 2 * BINS) return steps.map((step, n) => [step, values[n]]).filter(([, value]) => value !== null && value !== undefined);
  const size = steps.length / BINS, points = [];
  for (let bin = 0; bin < BINS; bin++) {
    let low = -1, high = -1;
    for (let n = Math.floor(bin * size); n < Math.min(steps.length, Math.floor((bin + 1) * size)); n++) {
      const value = values[n];
      if (value === null || value === undefined) continue;
      if (low < 0 || value < values[low]) low = n;
      if (high < 0 || value > values[high]) high = n;
    }
    if (low < 0) continue;
    for (const n of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) points.push([steps[n], values[n]]);
  }
  return points;
}

const label = (value) => {
  const size = Math.abs(value);
  if (size && (size < 1e-3 || size >= 1e5)) return value.toExponential(1);
  return String(Number(value.toPrecision(3)));
};

/**
 * A chart as SVG. `lines`: [{name, steps, values, number}], where `number` chooses the colour; with `low` and `high` a
 * line has a band. `ticks`: pairs of place and text for the axis below, instead of its two ends. `unit`: what a step is.
 */
export function chart(title, lines, { smooth = 0, log = false, ticks = null, unit = "step", range = null } = {}) {
  const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "chart" });
  const drawn = lines.map((line) => ({ ...line, points: thinned(line.steps, smoothed(line.values, smooth)) })).filter((line) => line.points.length);
  const last = drawn.map((line) => `${line.name}: ${label(line.points.at(-1)[1])}`).join("; ");
  svg.append(make("title", {}, `${title}. Last: ${last || "nothing yet"}`));
  if (!drawn.length) {
    svg.append(make("text", { x: WIDTH / 2, y: HEIGHT / 2, "text-anchor": "middle", class: "axis" }, "nothing yet"));
    return svg;
  }
  const all = drawn.flatMap((line) => line.points);
  let x0 = Infinity, x1 = -Infinity, y0 = Infinity, y1 = -Infinity;
  const scale = (value) => (log ? Math.log10(Math.max(value, 1e-12)) : value);
  for (const [x, y] of all) {
    x0 = Math.min(x0, x); x1 = Math.max(x1, x);
    y0 = Math.min(y0, scale(y)); y1 = Math.max(y1, scale(y));
  }
  for (const line of drawn) {
    for (const value of [...(line.low ?? []), ...(line.high ?? [])]) {
      if (value === null || value === undefined) continue;
      y0 = Math.min(y0, scale(value)); y1 = Math.max(y1, scale(value));
    }
  }
  if (range) [y0, y1] = range;
  if (y0 === y1) { y0 -= 0.5 * Math.abs(y0) || 0.5; y1 += 0.5 * Math.abs(y1) || 0.5; }
  const px = (x) => LEFT + (x1 === x0 ? 0.5 : (x - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const py = (y) => TOP + (1 - (scale(y) - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);
  for (let n = 0; n <= 2; n++) {
    const value = y0 + ((y1 - y0) * n) / 2, y = TOP + (1 - n / 2) * (HEIGHT - TOP - BOTTOM);
    svg.append(make("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: "rule" }),
      make("text", { x: LEFT - 5, y: y + 4, "text-anchor": "end", class: "axis" }, label(log ? 10 ** value : value)));
  }
  if (ticks) for (const [x, text] of ticks) svg.append(make("text", { x: px(x), y: HEIGHT - 5, "text-anchor": x === x0 ? "start" : x === x1 ? "end" : "middle", class: "axis" }, text));
  else svg.append(make("text", { x: LEFT, y: HEIGHT - 5, class: "axis" }, x0), make("text", { x: WIDTH - RIGHT, y: HEIGHT - 5, "text-anchor": "end", class: "axis" }, x1));
  for (const line of drawn) {
    if (line.low && line.high) {
      const known = line.steps.map((_, n) => n).filter((n) => line.low[n] !== null && line.high[n] !== null);
      const up = known.map((n) => `${px(line.steps[n]).toFixed(1)} ${py(line.high[n]).toFixed(1)}`);
      const down = [...known].reverse().map((n) => `${px(line.steps[n]).toFixed(1)} ${py(line.low[n]).toFixed(1)}`);
      if (known.length > 1) svg.append(make("path", { d: `M${[...up, ...down].join("L")}Z`, class: `band series-${line.number % 6}` }));
      else for (const n of known) svg.append(make("line", { x1: px(line.steps[n]), x2: px(line.steps[n]), y1: py(line.low[n]), y2: py(line.high[n]), class: `line series-${line.number % 6}` }));
    }
    const d = line.points.map(([x, y], n) => `${n ? "L" : "M"}${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join("");
    svg.append(make("path", { d, class: `line series-${line.number % 6}` }));
    if (line.points.length === 1) svg.append(make("circle", { cx: px(line.points[0][0]), cy: py(line.points[0][1]), r: 3, class: `dot series-${line.number % 6}` }));
  }
  const rule = make("line", { y1: TOP, y2: HEIGHT - BOTTOM, class: "cursor" }), note = make("text", { y: TOP + 8, class: "axis strong" });
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const at = x0 + (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT) * (x1 - x0);
    const nearest = drawn.map((line) => line.points.reduce((a, b) => (Math.abs(b[0] - at) < Math.abs(a[0] - at) ? b : a)));
    const x = px(nearest[0][0]);
    rule.setAttribute("x1", x); rule.setAttribute("x2", x);
    note.textContent = `${unit} ${ticks ? (ticks.find(([x]) => x === nearest[0][0]) ?? nearest[0])[1] : nearest[0][0]}: ${nearest.map(([, y]) => label(y)).join(", ")}`;
    note.setAttribute("x", x > WIDTH / 2 ? x - 5 : x + 5);
    note.setAttribute("text-anchor", x > WIDTH / 2 ? "end" : "start");
    svg.append(rule, note);
  });
  svg.addEventListener("pointerleave", () => { rule.remove(); note.remove(); });
  return svg;
}

/** A small curve without axes. */
export function sparkline(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  const svg = make("svg", { viewBox: "0 0 80 20", class: "spark", role: "img" });
  svg.append(make("title", {}, known.length ? `from ${label(known[0])} to ${label(known.at(-1))}` : "nothing yet"));
  if (known.length < 2) return svg;
  const low = Math.min(...known), high = Math.max(...known) || 1;
  const d = known.map((value, n) => `${n ? "L" : "M"}${((n / (known.length - 1)) * 78 + 1).toFixed(1)} ${(18 - ((value - low) / (high - low || 1)) * 16).toFixed(1)}`).join("");
  svg.append(make("path", { d, class: "line series-0" }));
  return svg;
}
