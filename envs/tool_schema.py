"""From a typed Python method to a tool: its JSON schema for models, and the check of what they send.

A tool is declared once. Its parameters' types become the schema, its docstring (Google style) the description, a
default makes a parameter optional. The types there are: ``str``, ``int``, ``float``, ``bool``, ``Literal`` of
texts, ``list[...]`` and ``dict[str, ...]`` of these.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from ..generators.base import Json

Method = TypeVar("Method", bound=Callable[..., Any])

_GIVEN = ("self", "payload", "state")
"""Parameters that the environment fills in; models see the others."""

_PARAMETER = re.compile(r"\s*(\w+):\s*(.*)")
_PLAIN: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}
_WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool.

    Attributes:
        name: what calls it.
        description: what it does, for models.
        parameters: JSON schema of its arguments, an object.
    """

    name: str
    description: str
    parameters: dict[str, Json]

    def schema(self) -> dict[str, Json]:
        """The tool in the ``tools`` format of OpenAI-like servers and chat templates."""
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.description, "parameters": self.parameters},
        }


def tool(method: Method) -> Method:
    """Mark a method of a `Toolbox` as a tool that the policy may call."""
    method.__dict__["_tool"] = declared(method)
    return method


def tools_of(owner: type) -> dict[str, Tool]:
    """The tools that a class declares or inherits, in the order of their declaration."""
    found: dict[str, Tool] = {}
    for base in reversed(owner.__mro__):
        found.update(
            {n: m.__dict__["_tool"] for n, m in vars(base).items() if "_tool" in getattr(m, "__dict__", ())}
        )
    return found


def declared(function: Callable[..., Any]) -> Tool:
    """The tool that a function's signature and docstring declare.

    Raises:
        TypeError: if a parameter has no type, or one that a model cannot send.
    """
    name = function.__name__
    text = inspect.getdoc(function) or ""
    hints = hints_of(function)
    described = _described(text)
    properties: dict[str, Json] = {}
    required: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in _GIVEN:
            continue
        if parameter.name not in hints:
            raise TypeError(f"the parameter {parameter.name!r} of the tool {name} has no type")
        schema = _schema(hints[parameter.name], f"{name}.{parameter.name}")
        if parameter.name in described:
            schema["description"] = described[parameter.name]
        if parameter.default is inspect.Parameter.empty:
            required.append(parameter.name)
        else:
            schema["default"] = parameter.default
        properties[parameter.name] = schema
    summary = " ".join(re.split(r"\n\s*(?:Args|Returns|Raises):", text)[0].split())
    if not summary:
        raise TypeError(f"the tool {name} has no docstring: models would not know what it does")
    parameters = {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    return Tool(name, summary, parameters)


def problem_with(tool: Tool, arguments: Mapping[str, Json]) -> str | None:
    """What is wrong with the arguments of a call, in a sentence; None if nothing is. Types are exact."""
    properties = tool.parameters["properties"]
    for name in arguments:
        if name not in properties:
            there = ", ".join(properties) or "none"
            return f"{tool.name} has no argument {name!r:.60}; it has: {there}"
    for name in tool.parameters["required"]:
        if name not in arguments:
            return f"{tool.name} needs the argument {name!r}"
    for name, value in arguments.items():
        problem = _mismatch(properties[name], value)
        if problem is not None:
            return f"the argument {name!r} of {tool.name} {problem}"
    return None


def random_arguments(tool: Tool, rng: Random) -> dict[str, Json]:
    """Arguments that fit a tool's schema, chosen without any skill."""
    parameters = tool.parameters
    return {
        name: _random_value(schema, rng)
        for name, schema in parameters["properties"].items()
        if name in parameters["required"] or rng.random() < 0.3
    }


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of a tool's own parameters."""
    # A tool's first parameters may have types that only exist for type checkers; they are not asked for.
    wanted = {name: hint for name, hint in function.__annotations__.items() if name not in (*_GIVEN, "return")}
    namespace = getattr(function, "__globals__", {})
    return get_type_hints(
        type("Declared", (), {"__annotations__": wanted}), globalns=namespace, localns=namespace
    )


def _described(text: str) -> dict[str, str]:
    """The descriptions of the parameters in the ``Args:`` part of a docstring."""
    _, _, part = text.partition("Args:\n")
    found: dict[str, str] = {}
    name = ""
    for line in part.split("\n"):
        if line.strip() and not line.startswith(" "):
            break
        entry = _PARAMETER.match(line)
        if entry and len(line) - len(line.lstrip()) == 4:
            name = entry.group(1)
            found[name] = entry.group(2).strip()
        elif name:
            found[name] = f"{found[name]} {line.strip()}".strip()
    return found


def _schema(kind: Any, where: str) -> dict[str, Json]:
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal and all(isinstance(part, str) for part in parts):
        return {"type": "string", "enum": list(parts)}
    if origin is list:
        return {"type": "array", "items": _schema(parts[0], where)}
    if origin is dict and parts[0] is str:
        return {"type": "object", "additionalProperties": _schema(parts[1], where)}
    raise TypeError(f"{where}: {kind!r} is no type that a model can send")


def _mismatch(schema: Mapping[str, Json], value: Json) -> str | None:
    kind = schema["type"]
    fits = {
        "string": isinstance(value, str),
        "integer": type(value) is int,
        "number": type(value) in (int, float),
        "boolean": isinstance(value, bool),
        "array": isinstance(value, list),
        "object": isinstance(value, dict),
    }[kind]
    if not fits:
        return f"must be {_WORDS[kind]}, not {value!r:.60}"
    if "enum" in schema and value not in schema["enum"]:
        return f"must be one of {', '.join(schema['enum'])}, not {value!r:.60}"
    parts = value if kind == "array" else value.values() if kind == "object" else ()
    inner = schema.get("items" if kind == "array" else "additionalProperties", {})
    problems = (_mismatch(inner, part) for part in parts)
    found = next((problem for problem in problems if problem), None)
    return None if found is None else f"has a part that {found}"


def _random_value(schema: Mapping[str, Json], rng: Random) -> Json:
    match schema["type"]:
        case "string":
            return rng.choice(schema.get("enum") or ["a", "main", "README.md", "x = 1", "."])
        case "integer":
            return rng.randint(0, 20)
        case "number":
            return rng.randint(0, 100) / 4
        case "boolean":
            return rng.random() < 0.5
        case "array":
            return [_random_value(schema["items"], rng) for _ in range(rng.randint(0, 2))]
    return {"a": _random_value(schema["additionalProperties"], rng)}
