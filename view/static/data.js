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

/** What is at a path below `data/`. What never changes (tasks, pictures) is kept. */
export async function data(path, query = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const text = new URLSearchParams(pairs).toString();
  const address = `data/${path}${text ? `?${text}` : ""}`;
  const fixed = /^(task|picture|envs)/.test(path);
  if (fixed && known.has(address)) return known.get(address);
  const value = await asked(address);
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
