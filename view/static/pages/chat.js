// Messages of a chat: text, tool calls with their arguments, what the tools said.

import { h, textBlock } from "../dom.js";

const CALL = /<tool_call>\s*([\s\S]*?)\s*<\/tool_call>/g;

/** A message as an element. */
export function message(role, text, number, extra = []) {
  const name = { user: "environment", assistant: "policy", system: "system" }[role] ?? role;
  return h("article", { class: `message ${role === "assistant" ? "policy" : "environment"}`, id: `m${number}` },
    h("header", {}, h("span", { class: "role" }, name), extra), pieces(text));
}

function pieces(text) {
  const found = [];
  let place = 0;
  for (const match of text.matchAll(CALL)) {
    const call = read(match[1]);
    if (!call) continue;
    if (text.slice(place, match.index).trim()) found.push(textBlock(text.slice(place, match.index).trim(), "Text"));
    found.push(called(call));
    place = match.index + match[0].length;
  }
  if (place === 0 || text.slice(place).trim()) found.push(textBlock(place ? text.slice(place).trim() : text, "Text"));
  return found;
}

function read(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" && typeof value.name === "string" ? value : null;
  } catch {
    return null;
  }
}

function called(call) {
  const given = Object.entries(call.arguments ?? {});
  return h("div", { class: "call" }, h("strong", {}, `${call.name}`),
    h("dl", {}, given.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, textBlock(typeof value === "string" ? value : JSON.stringify(value), name))))));
}
