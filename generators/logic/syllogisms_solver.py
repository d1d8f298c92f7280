"""Syllogisms a second time: by passing from term to term, without regions.

A universal statement is an implication between two properties, and its contraposition. From what one thing is,
all that it must be or not be is reached through implications; if a property and its opposite are reached,
there is no such thing. Implications of two properties are satisfiable together (by a thing that has none), so
nothing else can stand in the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..base import Json
from ..in_order import confirming_any

Property = tuple[int, bool]
"""A term, and whether the thing has it."""


def solve(problem: Mapping[str, Json]) -> list[str]:
    """The verdict on each conclusion."""
    premises = problem["premises"]
    onward: dict[Property, set[Property]] = {}
    for form, a, b in premises:
        if form in ("all", "no"):
            onward.setdefault((a, True), set()).add((b, form == "all"))
            onward.setdefault((b, form != "all"), set()).add((a, False))
    some = [each for each in premises if each[0] in ("some", "other")]
    things: list[set[Property]] = [{(a, True), (b, form == "some")} for form, a, b in some]
    if problem["existence"]:
        things += [{(term, True)} for term in range(problem["terms"])]
    return [
        _verdict(form, {(a, True), (b, form in ("some", "no"))}, things, onward)
        for form, a, b in problem["conclusions"]
    ]


def _verdict(
    form: str, wanted: set[Property], things: Iterable[set[Property]], onward: Mapping[Property, set[Property]]
) -> str:
    """Particular statements say that there is a thing with these properties, universal ones that there is none."""
    positive, negative = ("T", "F") if form in ("some", "other") else ("F", "T")
    if not _possible(wanted, onward):
        return negative
    for thing in things:
        if all(not _possible(thing | {(term, not has)}, onward) for term, has in wanted):
            return positive
    return "U"


def _possible(thing: set[Property], onward: Mapping[Property, set[Property]]) -> bool:
    """Whether a thing may have all these properties."""
    reached, waiting = set(thing), list(thing)
    while waiting:
        for found in onward.get(waiting.pop(), set()) - reached:
            reached.add(found)
            waiting.append(found)
    return not any((term, not has) in reached for term, has in reached)


confirms = confirming_any(solve)
