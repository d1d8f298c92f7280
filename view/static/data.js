// JSON from the server, or from the gzipped files of a static bundle.

const known = new Map();
const KEPT = 200;

async function parsed(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!zipped) return JSON.parse(new TextDecoder().decode(bytes));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

async function asked(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. Is rlvr view still running?");
  }
  if (response.ok) return parsed(response);
  let text = `${response.status}`;
  try {
    text = (await parsed(response)).error ?? text;
  } catch { /* an error page of a static host */ }
  const error = new Error(response.status === 404 && text === "404" ? "There is nothing here." : text);
  error.status = response.status;
  throw error;
}

/** A text as the name of a file of a bundle; `file_name` in view/saved.py is the same. */
const fileName = (text) => text.replace(/[^A-Za-z0-9.-]/gu, (each) => `_${each.codePointAt(0).toString(16)}_`);
let bundle = false;

/** The numbers of an evaluation; a bundle has all its tasks in one file. */
export async function evaluation(key, query) {
  if (!bundle) return data(`eval/${part(key)}/page.json`, query);
  const found = await data(`eval/${fileName(key)}/page.json`), from = Number(query.from) || 0;
  const tasks = found.tasks.filter((each) => ["env", "level", "solved"].every((name) => !query[name] || String(each[name]) === query[name]));
  return { ...found, tasks: tasks.slice(from, from + 100), count: tasks.length, from, next: from + 100 < tasks.length ? from + 100 : null };
}

/** One sample of an evaluation; a bundle has a wrong one and a right one of some tasks. */
export async function transcript(key, query) {
  if (!bundle) return data(`eval/${part(key)}/sample.json`, query);
  let samples;
  try {
    ({ samples } = await data(`eval/${fileName(key)}/task/${fileName(query.task)}.json`));
  } catch (error) {
    throw error.status === 404 ? new Error("The bundle has no transcript of this task; rlvr view shows all of them.") : error;
  }
  return samples.find((each) => query.sample !== undefined && String(each.sample) === query.sample && String(each.wording) === (query.wording ?? "0"))
    ?? samples.find((each) => each.group.some((one) => one.sample === each.sample && one.wording === each.wording && String(Number(one.passed)) === query.passed)) ?? samples[0];
}

/** Two evaluations or runs compared; a bundle has the comparisons that it was made with. */
export function comparison(base, other) {
  return bundle ? data(`compare/${fileName(base)}/${fileName(other)}.json`) : data("compare.json", { base, other });
}

/** What is at a path below `data/`. What never changes (tasks, pictures) is kept. */
export async function data(path, query = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const text = new URLSearchParams(pairs).toString();
  const address = `data/${path}${text ? `?${text}` : ""}`;
  const fixed = /^(task|picture|envs)/.test(path);
  if (fixed && known.has(address)) return known.get(address);
  const value = await asked(address);
  if (path === "envs.json") bundle = !value.served;
  if (fixed) {
    known.set(address, value);
    if (known.size > KEPT) known.delete([...known.keys()][1]);
  }
  return value;
}

export function act(path, body) {
  const token = document.querySelector('meta[name="token"]').content;
  return asked(`api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Token": token },
    body: JSON.stringify(body),
  });
}

export const part = (text) => encodeURIComponent(text);
