"""What the functions mean that steps are given: expressions of the one or two values that a function is called with.

They are called far more often than anything else in a program. So what a function is called with goes straight to the
operations, and is not put into names first. What the other names stand for is looked up in a box.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base import Json
from .semantics_of_scalars import MEANING_OR_SLIP

Names = dict[str, Json]
Box = list[Names]
"""Holds what the names stand for that a function does not bind, while it is used."""
Function = Callable[..., Any]
_CONSTANT = ("int", "text")


def function(bound: list[str], node: Json) -> Callable[[Names], Function]:
    """The function of an expression, made ready: what it is where names stand for something.

    It is to be used before it is asked for again.

    Args:
        bound: the names of what it is called with.
        node: the expression.
    """
    box: Box = [{}]
    made = _WAYS[len(bound)](bound, node, box)

    def ready(names: Names) -> Function:
        box[0] = names
        return made

    return ready


def _of_one(bound: list[str], node: Json, box: Box) -> Function:
    head, *rest = node
    if head == "var":
        name = rest[0]
        return (lambda x: x) if name == bound[0] else lambda x: box[0][name]
    if head in _CONSTANT:
        constant = rest[0]
        return lambda x: constant
    if head == "empty":
        return lambda x: []
    parts = [_of_one(bound, part, box) for part in rest]
    if head == "if":
        test, one, other = parts
        return lambda x: one(x) if test(x) else other(x)
    if head == "not":
        (only,) = parts
        return lambda x: not only(x)
    if head in ("and", "or"):
        first, second = parts
        return (lambda x: first(x) and second(x)) if head == "and" else lambda x: first(x) or second(x)
    meaning, plain = MEANING_OR_SLIP[head], rest[0] == ["var", bound[0]]
    if len(parts) == 1:
        (only,) = parts
        return meaning if plain else lambda x: meaning(only(x))
    if all(part[0] in _CONSTANT for part in rest[1:]):
        first, constants = parts[0], [part[1] for part in rest[1:]]
        if len(constants) > 1:
            return lambda x: meaning(first(x), *constants)
        (right,) = constants
        return (lambda x: meaning(x, right)) if plain else lambda x: meaning(first(x), right)
    if len(parts) == 2:
        first, second = parts
        return lambda x: meaning(first(x), second(x))
    return lambda x: meaning(*[part(x) for part in parts])


def _of_two(bound: list[str], node: Json, box: Box) -> Function:
    head, *rest = node
    if head == "var":
        name = rest[0]
        if name == bound[1]:
            return lambda x, y: y
        return (lambda x, y: x) if name == bound[0] else lambda x, y: box[0][name]
    names = _names(node)
    uses = [name for name in bound if name in names]
    if len(uses) < 2:  # an operation on one of them alone
        alone = _of_one(uses or bound[:1], node, box)
        return (lambda x, y: alone(y)) if uses == bound[1:] else lambda x, y: alone(x)
    parts = [_of_two(bound, part, box) for part in rest]
    if head == "if":
        test, one, other = parts
        return lambda x, y: one(x, y) if test(x, y) else other(x, y)
    if head == "not":
        (only,) = parts
        return lambda x, y: not only(x, y)
    if head in ("and", "or"):
        first, second = parts
        if head == "and":
            return lambda x, y: first(x, y) and second(x, y)
        return lambda x, y: first(x, y) or second(x, y)
    meaning = MEANING_OR_SLIP[head]
    if len(parts) == 1:
        (only,) = parts
        return lambda x, y: meaning(only(x, y))
    if len(parts) == 2:
        first, second = parts
        if rest == [["var", name] for name in bound]:
            return meaning
        if rest[1][0] in _CONSTANT:
            right = rest[1][1]
            return lambda x, y: meaning(first(x, y), right)
        return lambda x, y: meaning(first(x, y), second(x, y))
    return lambda x, y: meaning(*[part(x, y) for part in parts])


def _of_three(bound: list[str], node: Json, box: Box) -> Function:
    *two, third = bound
    made = _of_two(two, node, box)

    def of_three(x: Json, y: Json, z: Json) -> Json:
        box[0] = {**box[0], third: z}
        return made(x, y)

    return of_three


_WAYS = {1: _of_one, 2: _of_two, 3: _of_three}


def _names(node: Json) -> set[str]:
    """The names in an expression."""
    head, *rest = node
    if head == "var":
        return set(rest)
    found: set[str] = set()
    if head not in _CONSTANT:
        for part in rest:
            found |= _names(part)
    return found
