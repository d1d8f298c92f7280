// The shell: which page is at which address, focus and scrolling, theme and keys.

import { h } from "./dom.js";
import { data } from "./data.js";
import { usePalette } from "./picture.js";
import * as gallery from "./pages/gallery.js";
import * as environment from "./pages/environment.js";
import * as play from "./pages/play.js";
import * as runs from "./pages/runs.js";
import * as run from "./pages/run.js";
import * as trajectories from "./pages/trajectories.js";
import * as trajectory from "./pages/trajectory.js";
import * as search from "./pages/search.js";
import * as evaluations from "./pages/evaluations.js";
import * as evaluation from "./pages/evaluation.js";
import * as compare from "./pages/compare.js";
import * as datasets from "./pages/datasets.js";
import * as dataset from "./pages/dataset.js";
import * as trust from "./pages/trust.js";

const ROUTES = [
  [/^\/$/, gallery],
  [/^\/env\/([^/]+)$/, environment],
  [/^\/play\/([^/]+)$/, play],
  [/^\/runs$/, runs],
  [/^\/run\/([^/]+)$/, run],
  [/^\/run\/([^/]+)\/t$/, trajectories],
  [/^\/run\/([^/]+)\/t\/(\d+)$/, trajectory],
  [/^\/run\/([^/]+)\/search$/, search],
  [/^\/evals$/, evaluations],
  [/^\/eval\/([^/]+)$/, evaluation],
  [/^\/compare$/, compare],
  [/^\/datasets$/, datasets],
  [/^\/dataset\/([^/]+)$/, dataset],
  [/^\/trust$/, trust],
];

const main = document.getElementById("main"), status = document.getElementById("status");
const places = new Map();
let leaving = () => {}, clicked = false, shown = "", turn = 0, keys = {};

export function address() {
  const text = location.hash.slice(1) || "/";
  const [path, query = ""] = text.split("?");
  return { path, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Write the state of a page into its address, without a new entry in the history. */
function setQuery(query) {
  const pairs = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false);
  const text = new URLSearchParams(pairs).toString();
  history.replaceState(null, "", `#${address().path}${text ? `?${text}` : ""}`);
  shown = location.hash;
}

async function show() {
  const mine = ++turn;
  remember();
  leaving();
  leaving = () => {};
  keys = {};
  const { path, query } = address();
  const found = ROUTES.map(([pattern, page]) => [path.match(pattern), page]).find(([match]) => match);
  const back = !clicked;
  clicked = false;
  shown = location.hash;
  let content;
  try {
    const envs = await data("envs.json");
    usePalette(envs.palette);
    navigation(envs, path);
    if (!found) throw new Error("There is no page at this address.");
    const tools = {
      envs, query, setQuery, say,
      onLeave: (act) => (leaving = act),
      keys: (more) => (keys = more),
      stale: () => mine !== turn,
      go: (hash) => { clicked = true; location.hash = hash; },
    };
    content = await found[1].page(found[0].slice(1).map(decodeURIComponent), tools);
  } catch (error) {
    content = [h("h1", {}, "Not found"), h("p", { class: "problem", role: "alert" }, error.message), h("p", {}, h("a", { href: "#/" }, "To the gallery"))];
    if (!(error.status || error instanceof Error)) throw error;
    console.warn(error);
  }
  if (mine !== turn) return;
  main.replaceChildren(...[content].flat().filter(Boolean));
  const title = main.querySelector("h1");
  document.title = title ? `${title.textContent} · rlvr` : "rlvr";
  settle(title, back);
}

function settle(title, back) {
  const place = back ? places.get(location.hash) : null;
  if (title) title.tabIndex = -1;
  if (place) {
    scrollTo(0, place.scroll);
    const links = [...main.querySelectorAll("a, button, input, select, summary")];
    const target = links.find((link) => place.href && link.getAttribute("href") === place.href) ?? links[place.number];
    (target ?? title)?.focus({ preventScroll: true });
  } else {
    scrollTo(0, 0);
    title?.focus({ preventScroll: true });
  }
}

/** Keep where the reader was on the page that is being left. */
function remember() {
  if (!shown && shown !== "") return;
  const active = document.activeElement;
  if (!main.contains(active) || active.tagName === "H1") {
    if (!places.has(shown)) places.set(shown, { scroll: scrollY, number: -1 });
    return;
  }
  const links = [...main.querySelectorAll("a, button, input, select, summary")];
  places.set(shown, { scroll: lastScroll, href: active.getAttribute("href"), number: links.indexOf(active) });
}

let lastScroll = 0;
addEventListener("scroll", () => { lastScroll = scrollY; }, { passive: true });

function say(text) {
  status.textContent = text;
}

function navigation({ served, pages = [] }, path) {
  const entries = [["#/", "Gallery"], ...[["#/runs", "Runs"], ["#/evals", "Evaluations"], ["#/datasets", "Datasets"], ["#/trust", "Trust"]].filter(([href]) => served || pages.includes(href.slice(2)))];
  const here = entries.find(([href]) => href.length > 2 && path.startsWith(href.slice(1).replace(/s$/, "")))?.[0] ?? (path === "/compare" ? "#/evals" : "#/");
  document.getElementById("nav").replaceChildren(
    ...entries.map(([href, name]) => h("a", { href, "aria-current": href === here ? "page" : null }, name)));
}

// ---- theme and keys ------------------------------------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)");

function chosen() {
  try { return localStorage.getItem("theme"); } catch { return null; }
}

function paint() {
  document.documentElement.dataset.theme = chosen() ?? (dark.matches ? "dark" : "light");
}

function turnTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  try { localStorage.setItem("theme", next); } catch { /* private windows may have no storage */ }
  document.documentElement.dataset.theme = next;
  say(`${next} theme`);
}

dark.addEventListener("change", paint);
paint();
document.getElementById("theme").addEventListener("click", turnTheme);
document.getElementById("help").addEventListener("click", () => document.getElementById("keys").showModal());

addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const acts = {
    "/": () => main.querySelector("input, select")?.focus(),
    g: () => { clicked = true; location.hash = "#/"; },
    r: () => { clicked = true; location.hash = "#/runs"; },
    e: () => { clicked = true; location.hash = "#/evals"; },
    t: turnTheme,
    "?": () => document.getElementById("keys").showModal(),
    ...keys,
  };
  if (acts[event.key]) {
    event.preventDefault();
    acts[event.key]();
  }
});

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("a[href^='#']")) clicked = true;
}, true);
addEventListener("hashchange", () => { if (location.hash !== shown) show(); else clicked = false; });
history.scrollRestoration = "manual";
show();
