r"""Tool use: episodes in which the policy calls tools until it commits to a final answer.

What the tools are is a small class in `envs/tools/`, a `Toolbox`; `ToolEnv` is the same for all of them.

**An action** is the policy's own text: one or several tool calls, or a final answer in the task's marker. The forms
of a call (``<tool_call>{...}</tool_call>`` in text, or the native message of a server) are in
`rlvr.envs.tool_text`. Only what the policy wrote, outside its thoughts, is read. A tool call and an answer in
one action are refused, and nothing of it is run: an answer given before its calls have come back is a guess, and
an answer inside text that a call was meant to carry must not end an episode. An answer inside the JSON of a
call (a file that is written) is no answer.

**An observation** has one ``<tool_response>`` for each call, in their order, and a line with what is left of the
budgets. What a tool says is shortened in its middle and every mark that could act (answers, calls, thoughts, roles) is
escaped, so that it cannot act even where a trainer reads the whole chat again.

**Failures.** A call that cannot be read, an unknown tool, wrong arguments and a tool that refuses are observations;
they cost a turn and a call. A failure of the machinery (`SandboxError`, or a tool that breaks) ends the episode:
truncated, with the verdict ``infra`` and so without a score, and with ``info["sandbox_error"]``.

**State.** An episode's state is one JSON value that the toolbox defines, such as a file tree ``{path: text}``. A tool
is a function of payload, state and arguments; what needs a sandbox is a job that takes the files in and
gives the files out, and no box is held between two calls. So an episode costs nothing while a model thinks, and
clone, restore, replay and state keys work as for every other environment.

**Native tool calling**: make the environment with ``tools="native"``, give `ToolEnv.tool_schemas` to the chat
template or the server, and step with ``native_action(message)``. ``env.messages`` is the chat, with ``tool_calls`` and
messages of the role ``tool``; after a step, ``info["tool_results"]`` lists ``{"id", "name", "content"}`` of each call.
"""

from __future__ import annotations

import json
import warnings
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Literal, Self

from ..generators.base import Json, Task
from ..sandbox.base import SandboxError
from ..spec import TaskSpec, mark, resolve
from ..verifiers.base import Reason, Verdict, infra
from .base import Episode, Outcome, TextEnv
from .chat import Message, message_of, native_calls
from .single_turn import scrambled
from .tool_schema import Tool, problem_with, random_arguments, tool, tools_of
from .tool_text import Call, Problem, call_text, escaped, native_action, parse, shortened, tag_text

__all__ = ["Call", "ToolEnv", "ToolError", "Toolbox", "Used", "native_action", "tool", "tools_text"]


_MARKERS = ("tag", "boxed", "hashes", "phrase")
"""What commits an answer; in lenient extraction a text without any of them is chatter here."""


class ToolError(Exception):
    """A tool cannot do what was asked; the message is what the policy reads."""


@dataclass(frozen=True, slots=True)
class Used:
    """What a tool that changes the state returns: the new state, and what the policy reads."""

    state: Json
    observation: str


class Toolbox(ABC):
    """Some tools and the rules of their task, as pure functions of a payload and a state, which is a JSON value.

    A tool is a method ``name(self, payload, state, ...)`` with the decorator `tool`. It returns what the
    policy reads, or `Used` with a new state as well; it must not change the given state in place. It raises
    `ToolError` if it cannot do what was asked. An instance holds no state.

    Attributes:
        tags: the tags by which models of the Search-R1 family call tools, each with the tool and its one argument;
            empty if there are none.
        max_calls: tool calls in an episode, unless the payload has its own ``max_calls``.
        max_calls_in_action: tool calls in one action; further ones are not made.
        max_output_chars: characters that are shown of what one call says.
    """

    tools: ClassVar[Mapping[str, Tool]] = {}
    tags: ClassVar[Mapping[str, tuple[str, str]]] = {}
    max_calls: ClassVar[int] = 60
    max_calls_in_action: ClassVar[int] = 8
    max_output_chars: ClassVar[int] = 6000

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.tools = tools_of(cls)

    @abstractmethod
    def start(self, payload: Mapping[str, Json]) -> Json:
        """The state before the first call."""

    @abstractmethod
    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """The judgement of an episode that ends with the final answer `answer` in the given state.

        Raises:
            SandboxError: if the machinery fails; that is no judgement.
        """

    def unfinished(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """The judgement of an episode that ends without a final answer; a passing one counts."""
        return Verdict(0.0, Reason.TRUNCATED, "The episode ended before there was a final answer.")

    def progress(self, payload: Mapping[str, Json], state: Json) -> Verdict | None:
        """What an episode is worth that stands here and goes on, for ``reward="dense"``; None if that is not shown.

        It must not pass, and it must be worth what `finish` and `unfinished` give for the same state without the
        right answer, so that the rewards of an episode add up to a function of its end.
        """
        return None

    @abstractmethod
    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """The tool calls of a perfect player, for each turn before the last one, given the reference answer."""

    def hints(self, payload: Mapping[str, Json]) -> Sequence[str] | None:
        """The way to the answer in steps that do not tell it, one sentence each; None if there are none to tell."""
        return None

    def final(self, payload: Mapping[str, Json], answer: str) -> str:
        """The final answer of the perfect player; unless the toolbox says otherwise, the reference answer."""
        return answer

    def random_call(self, payload: Mapping[str, Json], state: Json, rng: Random) -> Call:
        """A valid call chosen without any skill; a toolbox may know better arguments than the types do."""
        chosen = rng.choice(list(self.tools.values()))
        return Call(chosen.name, random_arguments(chosen, rng))


class ToolEnv(TextEnv):
    """An episode is a conversation with tools, which a final answer ends.

    Args:
        spec: the registry entry; its `env` names the `Toolbox` class.
        tools: ``text`` describes the tools in the prompt; ``native`` leaves that to the chat template, which gets
            `tool_schemas`. Actions of both forms are understood in either case. ``tags`` is for models of the
            Search-R1 family, where the toolbox has tags: ``<search>words</search>``, answered in
            ``<information>``; then only tags are calls. Budgets are shown in every mode.
        max_calls: tool calls in an episode; by default what the task or the toolbox says.
        max_calls_in_action: tool calls in one action; by default what the toolbox says.
        max_output_chars: characters that are shown of what one call says; by default what the toolbox says.
        attempts: must be 1; an episode has one final answer.
        options: see `TextEnv`. In ``lenient`` extraction, a text without any marker is no answer here.
    """

    not_options: ClassVar[tuple[str, ...]] = ("attempts",)

    def __init__(
        self,
        spec: TaskSpec,
        *,
        tools: Literal["text", "native", "tags"] = "text",
        max_calls: int | None = None,
        max_calls_in_action: int | None = None,
        max_output_chars: int | None = None,
        attempts: int = 1,
        **options: Any,
    ) -> None:
        if attempts != 1:
            raise ValueError(f"{spec.id} has tools: it takes max_turns, not attempts")
        if tools not in ("text", "native", "tags"):
            raise ValueError(f"tools must be 'text', 'native' or 'tags', not {tools!r}")
        for name, limit in (
            ("max_calls", max_calls),
            ("max_calls_in_action", max_calls_in_action),
            ("max_output_chars", max_output_chars),
        ):
            if limit is not None and limit < 1:
                raise ValueError(f"{name} must be at least 1, not {limit}")
        super().__init__(spec, **options)
        self.toolbox: Toolbox = resolve(spec.env)()
        if tools == "tags" and not self.toolbox.tags:
            raise ValueError(f"{spec.id} has no tags: tools must be 'text' or 'native'")
        self.tools = tools
        self.max_calls = max_calls
        self.max_calls_in_action = max_calls_in_action or self.toolbox.max_calls_in_action
        self.max_output_chars = max_output_chars or self.toolbox.max_output_chars
        self._results: list[dict[str, str | None]] = []

    # ---- what trainers ask ---------------------------------------------------------------------------

    def tool_schemas(self) -> list[dict[str, Json]]:
        """The tools in the OpenAI ``tools`` format."""
        return [tool.schema() for tool in self.toolbox.tools.values()]

    @property
    def call_limit(self) -> int:
        """The cap on tool calls of the current episode."""
        return self.max_calls or int(self.task.payload.get("max_calls", self.toolbox.max_calls))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin an episode; see `TextEnv.reset`. The prompt has the budgets, and the tools unless they are native."""
        self._results = []
        return super().reset(seed=seed, options=options)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Play one action; see `TextEnv.step` and the top of this module."""
        self._results = []
        return super().step(action)

    def restore(self, saved: Self) -> None:
        """Go to the state of `saved`; see `TextEnv.restore`."""
        super().restore(saved)
        self._results = list(saved._results)

    # ---- an action -----------------------------------------------------------------------------------

    def _prompt(self, episode: Episode) -> str:
        parts = [episode.task.prompt, self._budgets()]
        if self.tools != "native":
            parts.append(tools_text(self.toolbox) if self.tools == "text" else tags_text(self.toolbox))
        return "\n\n".join(parts)

    def _said(self, episode: Episode, action: str, observation: str) -> list[Message]:
        """See `TextEnv._said`. Each native call is answered by a message of the role ``tool``."""
        message = message_of(action) if self.tools != "tags" else {"role": "assistant", "content": action}
        calls = native_calls(message, f"call_{episode.turn}")
        if not calls:
            plain = message if isinstance(message.get("content"), str) and "tool_calls" not in message else None
            return [
                plain or {"role": "assistant", "content": action},
                *super()._said(episode, "", observation)[1:],
            ]
        contents = [result["content"] or "" for result in self._results] or [observation] * len(calls)
        contents += ["error: not run"] * (len(calls) - len(contents))
        if self._results:
            contents[-1] += f"\n\n{self._left(episode)}"
        return [
            {**message, "content": message.get("content") or "", "tool_calls": calls},
            *(
                {
                    "role": "tool",
                    "tool_call_id": call["id"],
                    "name": call["function"]["name"],
                    "content": content,
                }
                for call, content in zip(calls, contents, strict=True)
            ),
        ]

    def _begin(self, task: Task) -> Json:
        return {"calls": 0, "box": self.toolbox.start(task.payload)}

    def _act(self, episode: Episode, action: str) -> Outcome:
        parsed = parse(action, self.toolbox.tags if self.tools == "tags" else None)
        if parsed.rest is None:
            return self._observed(episode, "Nothing was done: the thought was never closed.")
        found = self.task_spec.extract(parsed.rest, episode.task.marker, self.extraction, episode.task.payload)
        too_long = found.reason is Reason.TOO_LONG and self.extraction == "strict"
        committed = too_long or (found.text is not None and found.marker in _MARKERS)
        if committed and parsed.calls:
            return self._observed(
                episode, "Nothing was done: give either tool calls or a final answer, not both."
            )
        try:
            if parsed.calls:
                return self._calls(episode, parsed.calls)
            if found.text is None and committed:
                return self._observed(episode, found.failure().message)
            if found.text is None or not committed:
                return self._observed(episode, "There was no tool call and no final answer. Give one of them.")
            return self._judged(episode, found.text)
        except Exception as error:
            return Outcome("", self._broken(error), cut=True)

    def _calls(self, episode: Episode, calls: Sequence[Call | Problem]) -> Outcome:
        count, box = episode.state["calls"], episode.state["box"]
        results: list[dict[str, str | None]] = []
        for number, call in enumerate(calls):
            form = ""
            if number >= self.max_calls_in_action:
                said = f"error: not run, an action has at most {self.max_calls_in_action} tool calls"
            elif count >= self.call_limit:
                said = "error: not run, no tool calls are left; give the final answer"
            else:
                count += 1
                used = self._use(episode.task.payload, box, call)
                box, said = used.state, used.observation
                if isinstance(call, Problem) and call.form:
                    form = f"; {call.form}"  # it is to be copied, so its signs are shown as they are
            content = self._shown(said, len(calls)) + form
            results.append({"id": call.id, "name": call.name, "content": content})
        episode.state = {"calls": count, "box": box}
        self._results = results
        around = "information" if self.tools == "tags" else "tool_response"
        contents = self._observed(
            episode, "\n".join(f"<{around}>\n{r['content']}\n</{around}>" for r in results)
        )
        return replace(contents, verdict=self.toolbox.progress(episode.task.payload, box))

    def _use(self, payload: Mapping[str, Json], box: Json, call: Call | Problem) -> Used:
        if isinstance(call, Problem):
            return Used(box, f"error: {call.message}")
        known = self.toolbox.tools.get(call.name)
        if known is None:
            names = ", ".join(self.toolbox.tools)
            return Used(box, f"error: there is no tool {call.name!r:.60}; there are {names}")
        problem = problem_with(known, call.arguments)
        if problem is not None:
            return Used(box, f"error: {problem}")
        try:
            used = getattr(self.toolbox, call.name)(payload, box, **call.arguments)
        except ToolError as error:
            return Used(box, f"error: {error}")
        return used if isinstance(used, Used) else Used(box, used)

    def _shown(self, text: str, calls: int) -> str:
        """What the policy sees of a tool's output. It is cut before it is escaped: a cut can make no mark."""
        room = self.max_observation_chars // (2 * min(calls, self.max_calls_in_action + 1))
        return escaped(shortened(text, min(self.max_output_chars, room)))

    def _budgets(self) -> str:
        """What an episode may use, for the prompt."""
        return (
            f"You have at most {self.turn_limit} turns and {self.call_limit} tool calls, with at most "
            f"{self.max_calls_in_action} tool calls in one turn; the final answer takes a turn too."
        )

    def _observed(self, episode: Episode, text: str) -> Outcome:
        return Outcome(f"{text}\n\n{self._left(episode)}")

    def _left(self, episode: Episode) -> str:
        turns = self.turn_limit - episode.turn
        return f"Turns left: {turns}. Tool calls left: {self.call_limit - episode.state['calls']}."

    def _judged(self, episode: Episode, answer: str) -> Outcome:
        verdict = self.toolbox.finish(episode.task.payload, episode.state["box"], answer)
        if not verdict.scored:
            return Outcome(verdict.message, verdict, cut=True)
        result = "Correct." if verdict.passed else "Wrong."
        said = {"none": "", "reason": verdict.message}.get(self.feedback, result)
        return Outcome(said, verdict, over=True)

    def _standing(self, episode: Episode) -> Verdict:
        try:
            return self.toolbox.unfinished(episode.task.payload, episode.state["box"])
        except Exception as error:
            return self._broken(error)

    def _broken(self, error: Exception) -> Verdict:
        """The verdict when the machinery failed. A broken tool is reported, but stops no training run."""
        if not isinstance(error, SandboxError):
            warnings.warn(f"{self.task_spec.id}: a tool or its judge is broken: {error!r:.300}", stacklevel=2)
        return infra(f"{type(error).__name__}: {error}")

    def _refused(self, episode: Episode, verdict: Verdict) -> Outcome:
        return self._observed(episode, verdict.message)

    def _info(self, episode: Episode) -> dict[str, Any]:
        info = super()._info(episode)
        info["tool_results"] = list(self._results)
        info["tool_calls"] = episode.state["calls"]
        if episode.verdict is not None and not episode.verdict.scored:
            info["sandbox_error"] = episode.verdict.message
        return info

    def hint_steps(self, task: Task) -> Sequence[str] | None:
        """See `TextEnv.hint_steps`: what the toolbox gives."""
        return self.toolbox.hints(task.payload)

    # ---- policies without a model --------------------------------------------------------------------

    def oracle_action(self) -> str:
        """The calls of the toolbox's plan for this turn, and after them the final answer."""
        task, turn = self.task, self._running().turn
        plan = self.toolbox.plan(task.payload, task.answer)
        if turn < len(plan):
            return "\n".join(map(self._written, plan[turn]))
        return mark(self.toolbox.final(task.payload, task.answer), task.marker)

    def random_action(self, rng: Random) -> str:
        """A valid tool call, or now and then a final answer without sense."""
        episode = self._running()
        if rng.random() < 0.1:
            return mark(scrambled(episode.task.answer, rng), episode.task.marker)
        call = self.toolbox.random_call(episode.task.payload, episode.state["box"], rng)
        return self._written(call)

    def _written(self, call: Call) -> str:
        """A call in the form that the prompt asks for."""
        if self.tools == "tags":
            for tag, (tool, argument) in self.toolbox.tags.items():
                if tool == call.name:
                    return tag_text(tag, str(call.arguments.get(argument, "")))
        return call_text(call.name, call.arguments)


def tags_text(toolbox: Toolbox) -> str:
    """The tools and how to call them, for the prompt of a model that writes its calls as tags."""
    listed = "\n".join(
        f"<{tag}>{argument}</{tag}>: {toolbox.tools[tool].description}"
        for tag, (tool, argument) in toolbox.tags.items()
    )
    return (
        f"You have these tools; to call one, write its tag:\n{listed}\n"
        "What it says comes between <information> and </information> before your next turn. Give the final answer, in "
        "the form described above, in a turn of its own without tool calls."
    )


def tools_text(toolbox: Toolbox) -> str:
    """The tools and how to call them, for the prompt of a model that writes its calls as text."""
    listed = "\n".join(json.dumps(tool.schema(), ensure_ascii=False) for tool in toolbox.tools.values())
    return (
        "You have these tools, each described by a JSON schema:\n"
        f"<tools>\n{listed}\n</tools>\n"
        "To call a tool, write a JSON object with its name and its arguments inside <tool_call> tags:\n"
        '<tool_call>\n{"name": "tool-name", "arguments": {"argument": "value"}}\n</tool_call>\n'
        "You may make several calls at once; each is answered in a <tool_response> before your next turn. "
        "Give the final answer, in the form described above, in a turn of its own without tool calls."
    )
