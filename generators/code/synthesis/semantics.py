"""What a program does, straight from its tree: the second opinion on every reference.

Nothing here is shared with the Python texts: where there is another way to do a thing, it is done the other way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base import Json
from .semantics_of_scalars import MEANING
from .semantics_of_steps import STEP_MEANING

Names = dict[str, Json]
Value = Callable[[Names], Json]
"""An expression, made ready: gives its value for the values of the names."""
Ready = Callable[[list[Json]], Json]
"""A program, made ready: gives its result for the arguments of a call."""


def run(program: Json, args: list[Json]) -> Json:
    """The result of a program for the arguments of one call; they are left unchanged."""
    return ready(program)(args)


def ready(program: Json) -> Ready:
    """A program made ready for many calls: the tree is gone through once, and not again in each call."""
    params = [name for name, *_ in program["params"]]
    lets = [(name, expression(node)) for name, node in program["lets"]]
    steps = through(program["steps"])

    def result(args: list[Json]) -> Json:
        names: Names = dict(zip(params, args, strict=True))
        for name, value in lets:
            names[name] = value(names)
        return steps(args[0], names)

    return result


def expression(node: Json) -> Value:
    """An expression made ready."""
    head, *rest = node
    if head == "var":
        name = rest[0]
        return lambda names: names[name]
    if head in ("int", "text"):
        return lambda names: rest[0]
    if head == "empty":
        return lambda names: []
    parts = [expression(part) for part in rest]
    if head == "if":
        test, one, other = parts
        return lambda names: one(names) if test(names) else other(names)
    if head == "and":
        return lambda names: parts[0](names) and parts[1](names)
    if head == "or":
        return lambda names: parts[0](names) or parts[1](names)
    if head == "not":
        return lambda names: not parts[0](names)
    meaning = MEANING[head]
    if len(parts) == 1:
        (only,) = parts
        return lambda names: meaning(only(names))
    if len(parts) == 2:
        first, second = parts
        return lambda names: meaning(first(names), second(names))
    return lambda names: meaning(*[part(names) for part in parts])


def through(steps: Json) -> Callable[[Json, Names], Json]:
    """Steps made ready: what they make of a value."""
    made = [(STEP_MEANING[head], [_argument(argument) for argument in rest]) for head, *rest in steps]

    def result(value: Json, names: Names) -> Json:
        for meaning, arguments in made:
            value = meaning(value, *[argument(names) for argument in arguments])
        return value

    return result


def _argument(argument: Json) -> Callable[[Names], Any]:
    """A function for a function or for steps; the value of anything else."""
    if not isinstance(argument, list):
        return lambda names: argument
    head, *rest = argument
    if head == "fn":
        bound, node = rest
        body = expression(node)
        return lambda names: _function(bound, body, names)
    if head == "do":
        steps = through(rest[0])
        return lambda names: lambda value: steps(value, names)
    return expression(argument)


def _function(bound: list[str], body: Value, names: Names) -> Callable[..., Json]:
    inner = dict(names)  # its own, so that what it binds is not seen outside

    def function(*values: Json) -> Json:
        inner.update(zip(bound, values, strict=True))
        return body(inner)

    return function
