"""Comparing what a program gave with what is right: on exact types, outside of where the program ran."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from .checks import CHECKS

Json = Any


def same_value(how: Json, arguments: list[Json], value: Json, expected: Json) -> bool:
    """Whether a returned JSON value is right.

    Args:
        how: ``exact`` (type and value: True is not 1, 3.0 is not 3), ``unordered`` (a list whose order does not
            matter), ``{"floats": tolerance}`` (absolute and relative, integers also accepted where floats are
            due), or ``{"check": name, ...facts}`` for a function of `CHECKS`.
        arguments: what the function was called with.
        value: what it returned.
        expected: the reference's value; a check need not look at it.

    Raises:
        ValueError: if there is no such way to compare.
    """
    if how == "exact":
        return identical(value, expected)
    if how == "unordered":
        return isinstance(value, list) and isinstance(expected, list) and _same_bag(value, expected)
    if isinstance(how, Mapping) and "floats" in how:
        return close(value, expected, float(how["floats"]))
    if isinstance(how, Mapping) and how.get("check") in CHECKS:
        return CHECKS[how["check"]](arguments, value, {**how, "expected": expected})
    raise ValueError(f"unknown way to compare: {how!r}")


def same_text(how: Json, text: str, expected: str, given: str = "") -> bool:
    """Whether printed text is right.

    Args:
        how: ``exact``, ``lines`` (white space at line ends and empty lines at the end do not matter),
            ``tokens`` (only the words between white space matter), ``{"floats": tolerance}`` (tokens, with
            numbers close to each other), or ``{"check": name, ...facts}`` for a function of `CHECKS`.
        text: what was printed.
        expected: what the reference prints; a check need not look at it.
        given: what the program had on its standard input: the one argument of a check.

    Raises:
        ValueError: if there is no such way to compare.
    """
    if how == "exact":
        return text == expected
    if how == "lines":
        return _lines(text) == _lines(expected)
    if how == "tokens":
        return text.split() == expected.split()
    if isinstance(how, Mapping) and "floats" in how:
        words, due = text.split(), expected.split()
        tolerance = float(how["floats"])
        return len(words) == len(due) and all(
            a == b or _near(a, b, tolerance) for a, b in zip(words, due, strict=True)
        )
    if isinstance(how, Mapping) and how.get("check") in CHECKS:
        return CHECKS[how["check"]]([given], text, {**how, "expected": expected})
    raise ValueError(f"unknown way to compare: {how!r}")


def identical(value: Json, expected: Json) -> bool:
    """Equality of JSON values by type and value, all the way down."""
    if type(value) is not type(expected):
        return False
    if isinstance(value, list):
        return len(value) == len(expected) and all(map(identical, value, expected))
    if isinstance(value, dict):
        return value.keys() == expected.keys() and all(identical(value[k], expected[k]) for k in value)
    return bool(value == expected)


def close(value: Json, expected: Json, tolerance: float) -> bool:
    """Like `identical`, but where a float is due a number within the tolerance will do."""
    if isinstance(expected, float):
        if type(value) not in (int, float):
            return False
        try:
            return math.isclose(value, expected, rel_tol=tolerance, abs_tol=tolerance)
        except OverflowError:  # an integer too large for a float
            return False
    if type(value) is not type(expected):
        return False
    if isinstance(value, list):
        return len(value) == len(expected) and all(
            close(a, b, tolerance) for a, b in zip(value, expected, strict=True)
        )
    if isinstance(value, dict):
        return value.keys() == expected.keys() and all(close(value[k], expected[k], tolerance) for k in value)
    return bool(value == expected)


def _same_bag(value: list[Json], expected: list[Json]) -> bool:
    return len(value) == len(expected) and sorted(map(_key, value)) == sorted(map(_key, expected))


def _key(value: Json) -> str:
    """A text that is equal for identical values only: types are told apart by how they are written."""
    if isinstance(value, list):
        return "[" + ",".join(map(_key, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key!r}:{_key(value[key])}" for key in sorted(value)) + "}"
    return f"{type(value).__name__}:{value!r}"


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().split("\n")]


def _near(given: str, due: str, tolerance: float) -> bool:
    try:
        return math.isclose(float(given), float(due), rel_tol=tolerance, abs_tol=tolerance)
    except ValueError:
        return False
