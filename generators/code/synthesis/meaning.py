"""What a program does, straight from its tree: the second opinion on every reference.

Nothing here is shared with the Python texts: where there is another way to do a thing, it is done the other way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...base import Json
from .meaning_of_scalars import MEANING
from .meaning_of_steps import STEP_MEANING

Names = Mapping[str, Json]


def run(program: Json, args: list[Json]) -> Json:
    """The result of a program for the arguments of one call; they are left unchanged."""
    names: dict[str, Json] = {name: value for (name, *_), value in zip(program["params"], args, strict=True)}
    for name, expression in program["lets"]:
        names[name] = evaluate(expression, names)
    return through(program["steps"], args[0], names)


def evaluate(expression: Json, names: Names) -> Json:
    """The value of an expression."""
    head = expression[0]
    if head == "var":
        return names[expression[1]]
    if head in ("int", "text"):
        return expression[1]
    if head == "empty":
        return []
    if head == "if":
        return evaluate(expression[2 if evaluate(expression[1], names) else 3], names)
    if head == "and":
        return evaluate(expression[1], names) and evaluate(expression[2], names)
    if head == "or":
        return evaluate(expression[1], names) or evaluate(expression[2], names)
    if head == "not":
        return not evaluate(expression[1], names)
    return MEANING[head](*[evaluate(part, names) for part in expression[1:]])


def through(steps: Json, value: Json, names: Names) -> Json:
    """What steps make of a value."""
    for head, *arguments in steps:
        value = STEP_MEANING[head](value, *[_argument(argument, names) for argument in arguments])
    return value


def _argument(argument: Json, names: Names) -> Any:
    """A function for a function or for steps; the value of anything else."""
    if not isinstance(argument, list):
        return argument
    head, *rest = argument
    if head == "fn":
        bound, body = rest
        return lambda *values: evaluate(body, {**names, **dict(zip(bound, values, strict=True))})
    if head == "do":
        return lambda value: through(rest[0], value, names)
    return evaluate(argument, names)
