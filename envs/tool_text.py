r"""The text of tool use: which calls an action makes, and tool output that can never act itself.

An action is in one of these forms.

* **Text**, as models of the Hermes and Qwen families write it: any words, with one or several blocks
  ``<tool_call>{"name": "read_file", "arguments": {"path": "a.py"}}</tool_call>``. Thought blocks are removed first
  (`rlvr.verifiers.extract.without_thoughts`), so a call that is only thought of is not made. The JSON decides
  where a block ends, so a file that is written may contain ``</tool_call>``. The closing tag of the last block may
  be missing, because it may have been a stop string.
* **Native**: the assistant message of an OpenAI-like server as one JSON text, ``{"role": "assistant", "content":
  ..., "tool_calls": [{"id": ..., "type": "function", "function": {"name": ..., "arguments": "..."}}]}``; arguments
  are a JSON text (as servers give them) or an object. `native_action` makes it from the message. Its ``content``
  is read as text is, and may hold the answer; what other fields hold (``reasoning_content``) is not looked at.
  Blocks in ``content`` count only if there are no native calls.

* **Tags**, for toolboxes that name some (`Toolbox.tags`) and only where an environment was made for them:
  ``<search>words</search>``, as models of the Search-R1 family write it. What stands in a tag is the one argument.

JSON is read strictly (`rlvr.payloads.strict_json`). What cannot be read is a `Problem`, in the place of its call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..generators.base import Json
from ..payloads.strict_json import end_of_object, read_json
from ..verifiers.extract import without_thoughts

_OPEN, _CLOSE = "<tool_call>", "</tool_call>"
_BLANK = re.compile(r"\s*")
_MAX_BLOCKS = 64
_FORM = 'write <tool_call>{"name": ..., "arguments": {...}}</tool_call>'


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call that can be read: whether there is such a tool is another question."""

    name: str
    arguments: dict[str, Json]
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A tool call that cannot be read.

    Attributes:
        message: why; it may quote the call.
        name: of the tool, where it can be read.
        id: of the call, where it has one.
        form: how to write it, in this module's own words; empty where the message says enough.
    """

    message: str
    name: str = ""
    id: str | None = None
    form: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What an action says.

    Attributes:
        calls: its tool calls, in their order.
        rest: the visible text without them, where an answer may stand; None if a thought never ends, and then
            there are no calls either.
    """

    calls: tuple[Call | Problem, ...]
    rest: str | None


Tags = Mapping[str, tuple[str, str]]
"""For each tag, the tool that it calls and the argument that its text is."""


def parse(action: str, tags: Tags | None = None) -> Parsed:
    """The calls of an action and the text around them. Any text is parsed; nothing is raised.

    Args:
        action: what the policy wrote.
        tags: the tags that are calls, for a policy that writes them; then nothing else is one.
    """
    if tags is not None:
        visible = without_thoughts(action)
        return Parsed((), None) if visible is None else _tagged(visible, tags)
    message = native_message(action)
    if isinstance(message, Problem):
        return Parsed((message,), "")
    if message is None:
        visible = without_thoughts(action)
        return Parsed((), None) if visible is None else _blocks(visible)
    content, native = message.get("content"), message.get("tool_calls")
    if isinstance(content, list):  # the parts of a message, of which the texts count
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(text for text in texts if isinstance(text, str))
    visible = without_thoughts(content if isinstance(content, str) else "")
    if visible is None:
        return Parsed((), None)
    parsed = _blocks(visible)
    if not native:
        return parsed
    if not isinstance(native, list):
        return Parsed((Problem("'tool_calls' must be a list"),), parsed.rest)
    return Parsed(tuple(map(_native_call, native[: _MAX_BLOCKS + 1])), parsed.rest)


def native_action(message: Mapping[str, Json]) -> str:
    """The action for a native tool call: the server's assistant message as one text.

    Args:
        message: with ``tool_calls`` and/or ``content`` as in the OpenAI chat format; other fields are dropped.
    """
    kept = {name: message[name] for name in ("content", "tool_calls") if message.get(name) is not None}
    return json.dumps({"role": "assistant", **kept}, ensure_ascii=False)


def call_text(name: str, arguments: Mapping[str, Json]) -> str:
    """A tool call as a policy writes it in text."""
    call = json.dumps({"name": name, "arguments": dict(arguments)}, ensure_ascii=False)
    return f"{_OPEN}\n{call}\n{_CLOSE}"


def tag_text(tag: str, argument: str) -> str:
    """A tool call as a policy writes it in a tag."""
    return f"<{tag}>{argument}</{tag}>"


def native_message(action: str) -> dict[str, Json] | Problem | None:
    """The assistant's message that an action is written as; None if it is plain text."""
    if not action.lstrip().startswith("{") or '"assistant"' not in action:
        return None
    try:
        message = read_json(action)
    except ValueError as error:
        return Problem(f"the message cannot be read: {error}") if '"tool_calls"' in action else None
    return message if isinstance(message, dict) and message.get("role") == "assistant" else None


def _tagged(visible: str, tags: Tags) -> Parsed:
    calls: list[Call | Problem] = []
    rest: list[str] = []
    position = 0
    opening = re.compile("<(" + "|".join(map(re.escape, tags)) + ")>")
    while (found := opening.search(visible, position)) is not None:
        if len(calls) == _MAX_BLOCKS:
            calls.append(Problem(f"more than {_MAX_BLOCKS} tool calls in one action; the others were not read"))
            return Parsed(tuple(calls), "\n".join(rest))
        rest.append(visible[position : found.start()])
        closing = f"</{found[1]}>"
        end = visible.find(closing, found.end())  # the last one may be missing: it may have been a stop string
        inside = visible[found.end() : end if end >= 0 else len(visible)].strip()
        tool, argument = tags[found[1]]
        calls.append(Call(tool, {argument: inside}))
        position = end + len(closing) if end >= 0 else len(visible)
    rest.append(visible[position:])
    return Parsed(tuple(calls), "\n".join(rest))


def _blocks(visible: str) -> Parsed:
    calls: list[Call | Problem] = []
    rest: list[str] = []
    position = 0
    while (start := visible.find(_OPEN, position)) >= 0:
        if len(calls) == _MAX_BLOCKS:  # each may be looked at to its end, so their number is bounded
            calls.append(Problem(f"more than {_MAX_BLOCKS} tool calls in one action; the others were not read"))
            return Parsed(tuple(calls), "\n".join(rest))
        rest.append(visible[position:start])
        call, position = _block(visible, start + len(_OPEN))
        calls.append(call)
    rest.append(visible[position:])
    return Parsed(tuple(calls), "\n".join(rest))


def _block(visible: str, start: int) -> tuple[Call | Problem, int]:
    """The call that stands at `start`, and where the text goes on."""
    begin = _end_of_blank(visible, start)
    end = end_of_object(visible, begin) if visible.startswith("{", begin) else None
    if end is not None:
        after = _end_of_blank(visible, end)
        if visible.startswith(_CLOSE, after):
            return _call(visible[begin:end]), after + len(_CLOSE)
        if after == len(visible):
            return _call(visible[begin:end]), after
    close = visible.find(_CLOSE, start)
    behind = len(visible) if close < 0 else close + len(_CLOSE)
    inside = visible[begin : len(visible) if close < 0 else close].strip()
    problem = _call(inside)  # most often this finds what is wrong with the JSON
    if isinstance(problem, Call):
        problem = Problem("a tool call must be one JSON object", form=_FORM)
    return problem, behind


def _end_of_blank(text: str, start: int) -> int:
    blank = _BLANK.match(text, start)
    return blank.end() if blank else start


def _call(text: str) -> Call | Problem:
    try:
        call = read_json(text)
    except ValueError as error:
        return Problem(f"the tool call cannot be read: {error}", form=_FORM)
    if not isinstance(call, dict):
        return Problem("a tool call must be one JSON object", form=_FORM)
    return _checked(
        call.get("name"), call.get("arguments", {}), sorted(call.keys() - {"name", "arguments", "id"})
    )


def _native_call(call: Json) -> Call | Problem:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict):
        return Problem("each of 'tool_calls' must be an object with a 'function'")
    name, arguments, identity = function.get("name"), function.get("arguments", {}), call.get("id")
    identity = identity if isinstance(identity, str) else None
    if isinstance(arguments, str):
        try:
            arguments = read_json(arguments or "{}")
        except ValueError as error:
            return Problem(
                f"the arguments cannot be read: {error}", name if isinstance(name, str) else "", identity
            )
    return _checked(name, arguments, [], identity)


def _checked(name: Json, arguments: Json, foreign: list[str], identity: str | None = None) -> Call | Problem:
    if not isinstance(name, str) or not name:
        return Problem("a tool call needs the 'name' of a tool", id=identity, form=_FORM)
    if not isinstance(arguments, dict):
        return Problem(f"the 'arguments' of {name} must be a JSON object", name, identity)
    if foreign:
        return Problem(f"a tool call has only 'name' and 'arguments', not {', '.join(foreign)}", name, identity)
    return Call(name, arguments, identity)


# Everything that some chat format, tool parser or answer extractor gives a meaning to. The sign that begins it
# is replaced, so that the words stay readable.
_TAGS = (
    r"answer|search|open|information|tool_calls?|tool_responses?|tool_outputs?|tools?|function_(?:calls?|results?)|invoke|parameters?|functions?"
    r"|think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|seed:think"
    r"|start_of_turn|end_of_turn|start_of_image|bos|eos|s"
)
_ACTIVE = re.compile(
    rf"<(?=\s?/?\s?(?:{_TAGS})\s?/?>)"
    r"|<(?=[|\uff5c])|<(?=</?SYS>>)|<(?=(?:function|parameter)=)"
    r"|\[(?=/?(?:THINK|INST|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\])"
    r"|\u25c1(?=/?think)|\\(?=f?boxed|fbox)",
    re.IGNORECASE,
)


def escaped(text: str) -> str:
    r"""`text` with the first sign of every active mark written as a character reference.

    Marks are the tags of answers, tool calls, tool responses and thoughts, role markers such as ``<|im_start|>``
    and ``[INST]``, and ``\boxed``. All other text stays as it is. This is a guard, not an encoding: what was
    written ``&lt;`` before looks the same after it.
    """
    return _ACTIVE.sub(lambda mark: f"&#{ord(mark.group())};" if mark.group() != "<" else "&lt;", text)


def shortened(text: str, limit: int) -> str:
    """`text`, or its beginning and end with a note between them that says how much is missing."""
    if len(text) <= limit:
        return text
    keep = max(limit - 60, 0)
    head, tail = text[: keep - keep // 2], text[len(text) - keep // 2 :]
    return f"{head}\n[... {len(text) - keep} characters left out ...]\n{tail}"
