"""Propositional entailment a second time: case by case, as a list of who comes, and statement by statement.

The maker has all cases in one number. Here cases are built person by person, and a statement is worked out by
recursion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ..base import Json
from ..in_order import confirming_any


def solve(problem: Mapping[str, Json]) -> list[str] | None:
    """The verdict on each conclusion, or the only counterexample; None if there is not exactly one."""
    if problem["kind"] == "counter":
        against = [case for case in _cases(problem) if not _holds(problem["conclusion"], case)]
        return ["FT"[came] for came in against[0]] if len(against) == 1 else None
    cases = list(_cases(problem))
    verdicts = []
    for conclusion in problem["conclusions"]:
        values = {_holds(conclusion, case) for case in cases}
        verdicts.append("U" if len(values) > 1 else "T" if True in values else "F")
    return verdicts


def _cases(problem: Mapping[str, Json]) -> Iterator[Sequence[bool]]:
    for case in product((False, True), repeat=len(problem["people"])):
        if all(_holds(premise, case) for premise in problem["premises"]):
            yield case


def _holds(statement: Json, coming: Sequence[bool]) -> bool:
    match statement:
        case ["var", person]:
            return bool(coming[person])
        case ["not", part]:
            return not _holds(part, coming)
        case ["and", one, two]:
            return _holds(one, coming) and _holds(two, coming)
        case ["or", one, two]:
            return _holds(one, coming) or _holds(two, coming)
        case ["if", one, two]:
            return _holds(two, coming) or not _holds(one, coming)
        case ["iff", one, two]:
            return _holds(one, coming) is _holds(two, coming)
        case ["xor", one, two]:
            return _holds(one, coming) is not _holds(two, coming)
    raise ValueError(f"unknown statement: {statement!r}")


confirms = confirming_any(solve)
