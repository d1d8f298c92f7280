"""The person at the terminal as a policy: what may be typed, and the action that becomes of it.

An answer needs no marker. Where there are tools, a line begins with the name of one, or with the word ``answer``; so
nothing is taken for an answer that was not meant as one. What is missing in a call is asked for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from rich.markup import escape

from ..envs.base import HintsOff, TextEnv
from ..envs.hints import NoHints
from ..envs.tool import Toolbox, ToolEnv
from ..envs.tool_schema import Tool, problem_with
from ..envs.tool_text import call_text
from ..generators.base import Json
from ..spec import mark
from .console import console

ANSWER = "answer"
_OWN = ("<answer>", "\\boxed{", "<tool_call>")
"""What a line has that is an action as it stands."""
_FRACTIONS = (0.25, 0.5, 0.75, 0.99)
_NAMED = re.compile(r'\s*(\w+)=("[^"]*"|\S*)(?:\s+|$)')
_NAMED_LAST = re.compile(r"(?:^|\s)(\w+)=(\S+)$")


class GivenUp(Exception):
    """The player asked to stop."""


class Unclear(ValueError):
    """A line is no action; the message says what may be written, and nothing was played."""


def human(env: TextEnv, observation: str) -> str:
    """Ask the person at the terminal for the next action; what may be written is shown before the first one.

    Raises:
        GivenUp: at ``:quit``.
        EOFError: the input ended.
    """
    if all(message["role"] != "assistant" for message in env.messages):
        console.print(f"[dim]{escape(help_text(env))}[/]", highlight=False)
    while True:
        line = console.input("[cyan]> [/]")
        if _is_command(env, line):
            continue
        try:
            action = _with_tools(env, line) if isinstance(env, ToolEnv) else _answer(env, line)
        except Unclear as error:
            console.print(f"[yellow]{escape(str(error))}[/]", highlight=False)
            continue
        if action is not None:
            return action


def help_text(env: TextEnv) -> str:
    """What a person may write in an environment."""
    rest = "hint shows the first part of the way, :help this, :quit gives up."
    if isinstance(env, ToolEnv):
        lines = [f"  {usage(tool)}\n      {tool.description}" for tool in env.toolbox.tools.values()]
        return "\n".join(
            [
                f"You have {env.turn_limit} turns and {env.call_limit} calls of these tools, one in each line:",
                *lines,
                f"  {ANSWER} TEXT\n      Give the final answer; it ends the episode.",
                f"What is left out is asked for, so a text may have several lines. :{rest}",
            ]
        )
    ends = {"dot": "a line that is only a dot ends it", "empty": "an empty line ends it"}.get(_lines(env), "")
    what = f"the {env.task_spec.noun}, without a marker" + (f"; {ends}" if ends else "")
    return f"Write {what}. :{rest}"


def usage(tool: Tool) -> str:
    """How a call of a tool is typed: ``search [k=3] QUERY``."""
    required: list[str] = tool.parameters["required"]
    optional = [
        f"[{name}={json.dumps(schema.get('default'))}]"
        for name, schema in tool.parameters["properties"].items()
        if name not in required
    ]
    return " ".join([tool.name, *optional, *(name.upper() for name in required)])


def call_of(tool: Tool, text: str) -> dict[str, Json]:
    """The arguments that a person wrote behind the name of a tool; those that are missing are not in it.

    A JSON object is taken as it is. Else ``name=value`` may stand first (a number or yes and no also last), and the
    rest of the line is the first argument that is needed and not there yet.

    Raises:
        Unclear: if something is left over or does not fit; the message says how the call is written.
    """
    properties: Mapping[str, Json] = tool.parameters["properties"]
    if text.startswith("{"):
        try:
            given = json.loads(text)
        except ValueError:
            given = None
        if isinstance(given, dict) and given.keys() <= properties.keys():
            return given
    found: dict[str, Json] = {}
    while (named := _NAMED.match(text)) and named[1] in properties and named[1] not in found:
        found[named[1]] = _value(tool, named[1], named[2].strip('"'))
        text = text[named.end() :]
    while (named := _NAMED_LAST.search(text)) and properties.get(named[1], {}).get("type") not in (
        None,
        "string",
    ):
        found[named[1]] = _value(tool, named[1], named[2])
        text = text[: named.start()]
    missing = [name for name in tool.parameters["required"] if name not in found]
    text = text.strip()
    if text and not missing:
        raise Unclear(f"{text!r:.60} is left over; write: {usage(tool)}")
    if text:
        found[missing[0]] = _value(tool, missing[0], text)
    return found


def _with_tools(env: ToolEnv, line: str) -> str | None:
    if any(own in line for own in _OWN) or (env.tools == "tags" and line.lstrip().startswith("<")):
        return line
    name, text = [*line.strip().split(None, 1), "", ""][:2]
    if name.rstrip(":").lower() == ANSWER:
        return mark(text or _asked("the final answer"), env.task.marker)
    tool = env.toolbox.tools.get(name)
    if tool is None:
        if not name:
            return None
        tools = ", ".join(env.toolbox.tools)
        raise Unclear(
            f"A line begins with a tool ({tools}) or with {ANSWER}; :help explains more. Nothing was done."
        )
    arguments = call_of(tool, text)
    for missing in [each for each in tool.parameters["required"] if each not in arguments]:
        arguments[missing] = _value(tool, missing, _asked(_what(tool, missing)))
    problem = problem_with(tool, arguments)
    if problem is not None:
        raise Unclear(f"{problem}. Nothing was done.")
    return _written(env, name, arguments)


def _written(env: ToolEnv, name: str, arguments: Mapping[str, Json]) -> str:
    tags: Mapping[str, tuple[str, str]] = env.toolbox.tags if env.tools == "tags" else Toolbox.tags
    for tag, (tool, argument) in tags.items():
        if tool == name:
            return f"<{tag}>{arguments.get(argument, '')}</{tag}>"
    return call_text(name, arguments)


def _value(tool: Tool, name: str, text: str) -> Json:
    """A text as the value of an argument: texts as they are, anything else as JSON, with yes and no."""
    kind = tool.parameters["properties"][name]["type"]
    if kind == "string":
        return text
    if kind == "boolean" and text.lower() in ("yes", "no"):
        return text.lower() == "yes"
    try:
        return json.loads(text)
    except ValueError:
        raise Unclear(f"{name} of {tool.name} is a JSON {kind}, not {text!r:.60}. Nothing was done.") from None


def _what(tool: Tool, name: str) -> str:
    """An argument in words, for who is asked for it."""
    description = tool.parameters["properties"][name].get("description", "").rstrip(".")
    return f"{name} of {tool.name}" + (f": {description}" if description else "")


def _asked(what: str) -> str:
    """A text of any number of lines."""
    console.print(f"[dim]{escape(what)}; a line that is only a dot ends it:[/]", highlight=False)
    lines: list[str] = []
    while (line := console.input("[cyan]. [/]")).strip() != ".":
        if line.strip() == ":quit":
            raise GivenUp
        lines.append(line)
    return "\n".join(lines)


def _answer(env: TextEnv, line: str) -> str | None:
    lines, ends = [line], _lines(env)
    if ends == "empty" and not line.strip():
        return None  # an empty line before the answer
    while ends:
        line = console.input("[cyan]> [/]")
        if line.strip() == ("." if ends == "dot" else ""):
            break
        if not _is_command(env, line):
            lines.append(line)
    text = "\n".join(lines)
    return text if any(own in text for own in _OWN) else mark(text, env.task.marker)


def _lines(env: TextEnv) -> str:
    """What ends an answer: ``dot`` where empty lines are part of it, ``empty``, or nothing where it is one line."""
    if env.task_spec.form == "code":
        return "dot"
    return "empty" if "\n" in env.task.answer and env.task_spec.env == "single" else ""


def _is_command(env: TextEnv, line: str) -> bool:
    """Obey a line that is a command of the terminal and not for the environment."""
    match line.strip():
        case ":quit":
            raise GivenUp
        case ":help":
            console.print(f"[dim]{escape(help_text(env))}[/]", highlight=False)
        case ":hint":
            try:
                console.print(f"[dim]{escape(_next_hint(env)) or 'There is nothing more to say.'}[/]")
            except (HintsOff, NoHints) as error:
                console.print(f"[yellow]{escape(str(error))}[/]")
        case _:
            return False
    return True


def _next_hint(env: TextEnv) -> str:
    """A hint that is longer than those given in this episode; none if the next would be the answer."""
    given = sum(message["content"].startswith("Hint: ") for message in env.messages)
    return next((hint for fraction in _FRACTIONS[given:] if (hint := env.hint(fraction))), "")
