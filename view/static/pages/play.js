// An episode, step by step.

import { h, textBlock, copyButton, short } from "../dom.js";
import { act } from "../data.js";
import { picture } from "../picture.js";
import { playable } from "../board.js";
import { message } from "./chat.js";

const HOW = {
  fill: "Click a cell for its next value, or go to it by the keyboard and press a key: a value, the arrows, Delete.",
  write: "Click what the answer is made of, piece by piece.",
  play: "Click where to go or what to open; arrow keys move on a picture that you walk on.",
};

export async function page([slug], { envs, query, say }) {
  const env = envs.envs.find((each) => each.slug === slug);
  if (!env) throw new Error(`There is no environment ${slug.replace("~", "/")}.`);
  if (!envs.served) return [h("h1", {}, `Play: ${env.title}`), h("p", {}, "These pages are files. To play, run ", h("code", {}, "rlvr view"), " on your machine.")];
  const level = Number(query.level ?? env.middle), seed = Number(query.seed ?? 0);
  let episode = await act("play", { env: slug, level, seed });
  let drafted = null;
  const body = h("div", { class: "play" });

  async function send(request) {
    try {
      episode = await act("play", { key: episode.key, ...request });
    } catch (error) {
      episode = { ...episode, problem: error.message };
    }
    fill();
    say(episode.over ? `Over: ${episode.verdict?.reason ?? ""}` : `Turn ${episode.turn}`);
    (body.querySelector(episode.over ? ".verdict" : episode.board?.kind === "play" ? ".picture" : "textarea") ?? body).focus();
  }

  function fill() {
    // What was filled in stays when an attempt was wrong.
    if (episode.board?.kind === "fill" && !episode.board.sets && drafted) episode.board = drafted;
    const told = episode.verdict, drawn = picture(episode.svg), board = drafted = episode.board;
    body.replaceChildren(...[
      h("div", { class: "two" },
        h("figure", {}, drawn, board ? h("p", { class: "soft" }, HOW[board.kind]) : null),
        h("div", {},
          h("p", { class: "soft" }, `Turn ${episode.turn} of at most ${episode.limit} · paid ${short(episode.paid)} · ${episode.id}`),
          episode.problem ? h("p", { class: "problem", role: "alert" }, episode.problem) : null,
          told ? h("div", { class: "verdict", tabindex: "-1" }, h("span", { class: `badge ${told.score === 1 ? "green" : episode.over ? "red" : ""}` }, `${told.score === 1 ? "✓" : episode.over ? "✗" : "·"} ${told.reason}`), ` score ${short(told.score)}. ${told.message ?? ""}`) : null,
          episode.over ? ended() : controls())),
      h("h2", {}, "Chat"), ...episode.messages.map((each, n) => message(each.role, each.content, n)),
      h("h2", {}, "The same episode as code"), textBlock(episode.code, "Code"), copyButton(() => episode.code),
    ].filter(Boolean));
    if (board) playable(drawn, board, body.querySelector("form textarea"), (move) => send({ act: wrapped(move) }));
  }

  const wrapped = (text) => (text.includes("<answer>") || text.includes("\\boxed{") ? text : episode.marker === "tag" ? `<answer>${text}</answer>` : `\\boxed{${text}}`);

  function ended() {
    return h("div", {}, h("h3", {}, "Reference answer"), textBlock(episode.answer ?? "", "Reference answer"),
      h("p", {}, h("button", { type: "button", onclick: again(0) }, "Again"), " ", h("button", { type: "button", onclick: again(1) }, "Next seed")));
  }

  const again = (by) => async () => { location.hash = `#/play/${encodeURIComponent(slug)}?level=${level}&seed=${seed + by}`; if (!by) { drafted = null; episode = await act("play", { env: slug, level, seed }); fill(); } };

  function controls() {
    const answer = h("textarea", { rows: 4, "aria-label": "Answer or move", placeholder: env.kind === "tools" ? "Final answer" : env.kind === "game" ? "Move" : "Answer",
      onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(); } });
    const form = h("form", { onsubmit: (event) => { event.preventDefault(); send({ act: wrapped(answer.value) }); } }, answer,
      h("p", { class: "row" }, h("button", { class: "primary" }, env.kind === "game" ? "Play the move" : "Give the answer"), h("span", { class: "soft" }, "Ctrl-Enter; the marker is added"),
        ...[0.3, 0.6].map((part) => h("button", { type: "button", onclick: () => send({ hint: part }) }, `Hint ${part * 100}%`))));
    return h("div", {}, episode.hint ? h("p", { class: "hint" }, episode.hint) : null, form, ...episode.tools.map(toolForm));
  }

  function toolForm(schema) {
    const called = schema.function ?? schema, properties = called.parameters?.properties ?? {}, required = called.parameters?.required ?? [];
    const fields = Object.entries(properties).map(([name, about]) => {
      const long = about.type === "string" && /text|content|code|command|query|patch|sql/i.test(name);
      return h("label", {}, name, required.includes(name) ? "" : " (may be left out)",
        about.type === "boolean" ? h("input", { type: "checkbox", name, "data-type": "boolean" })
          : long ? h("textarea", { name, rows: 2, "data-type": "string" })
            : h("input", { name, type: about.type === "integer" ? "number" : "text", "data-type": about.type }));
    });
    const form = h("form", { class: "tool", onsubmit: (event) => {
      event.preventDefault();
      const values = {};
      for (const input of form.querySelectorAll("[name]")) {
        const type = input.dataset.type;
        if (type === "boolean") { if (input.checked) values[input.name] = true; }
        else if (input.value !== "" || required.includes(input.name)) values[input.name] = type === "integer" ? Number(input.value) : input.value;
      }
      send({ act: `<tool_call>${JSON.stringify({ name: called.name, arguments: values })}</tool_call>` });
    } }, h("h2", {}, called.name), h("p", { class: "soft" }, (called.description ?? "").split("\n")[0]), fields, h("button", {}, `Call ${called.name}`));
    return form;
  }

  fill();
  return [h("p", { class: "crumbs" }, h("a", { href: "#/" }, "Gallery"), " / ", h("a", { href: `#/env/${encodeURIComponent(slug)}?level=${level}&seed=${seed}` }, env.title)),
    h("h1", {}, `Play: ${env.title}`), body];
}
