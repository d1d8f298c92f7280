"""What a program does, straight from its tree: the second opinion on every reference.

Nothing here is shared with the Python texts: where there is another way to do a thing, it is done the other way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base import Json
from .semantics_of_functions import function
from .semantics_of_scalars import MEANING_OR_SLIP
from .semantics_of_steps import STEP_MEANING_OR_SLIP

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
    named, steps = naming(program), through(program["steps"])
    return lambda args: steps(args[0], named(args))


def naming(program: Json) -> Callable[[list[Json]], Names]:
    """What the names of a program stand for, by the arguments of a call."""
    params = [name for name, *_ in program["params"]]
    lets = [(name, expression(node)) for name, node in program["lets"]]

    def named(args: list[Json]) -> Names:
        names: Names = dict(zip(params, args, strict=True))
        for name, value in lets:
            names[name] = value(names)
        return names

    return named


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
    return _applied(MEANING_OR_SLIP[head], rest, parts)


def _applied(meaning: Callable[..., Json], nodes: Json, parts: list[Value]) -> Value:
    """An operation on its arguments; those that are names or constants, as most are, are not called."""
    if len(parts) == 1:
        if nodes[0][0] == "var":
            name = nodes[0][1]
            return lambda names: meaning(names[name])
        (only,) = parts
        return lambda names: meaning(only(names))
    if len(parts) == 2:
        one, other = nodes[0][0], nodes[1][0]
        left, right = nodes[0][-1], nodes[1][-1]  # of names and constants, what they are
        first, second = parts
        if other in ("int", "text"):
            if one == "var":
                return lambda names: meaning(names[left], right)
            return lambda names: meaning(first(names), right)
        if one == other == "var":
            return lambda names: meaning(names[left], names[right])
        return lambda names: meaning(first(names), second(names))
    return lambda names: meaning(*[part(names) for part in parts])


Stage = Callable[[Json, Names], Json]
"""A step, or several, made ready: what they make of a value, with the values of the names."""


def through(steps: Json) -> Stage:
    """Steps made ready: what they make of a value."""
    made = [stage(step) for step in steps]
    if len(made) == 1:
        return made[0]

    def result(value: Json, names: Names) -> Json:
        for each in made:
            value = each(value, names)
        return value

    return result


def stage(step: Json) -> Stage:
    """One step made ready."""
    head, *rest = step
    meaning = STEP_MEANING_OR_SLIP[head]
    if not rest:
        return lambda value, names: meaning(value)
    if len(rest) == 1:
        (argument,) = rest
        if not isinstance(argument, list):
            return lambda value, names: meaning(value, argument)
        only = _argument(argument)
        return lambda value, names: meaning(value, only(names))
    arguments = [_argument(argument) for argument in rest]
    return lambda value, names: meaning(value, *[argument(names) for argument in arguments])


def _argument(argument: Json) -> Callable[[Names], Any]:
    """A function for a function or for steps; the value of anything else."""
    if not isinstance(argument, list):
        return lambda names: argument
    head, *rest = argument
    if head == "fn":
        return function(*rest)
    if head == "do":
        steps = through(rest[0])
        return lambda names: lambda value: steps(value, names)
    return expression(argument)
