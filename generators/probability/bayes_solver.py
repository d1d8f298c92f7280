"""Posterior probabilities again: one observation at a time, the chances being made to add up to 1 after each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..solving import confirming

Problem = Mapping[str, Any]
Chances = list[Fraction]


def _after(chances: Chances, likelihoods: Sequence[Fraction]) -> Chances:
    """Chances of the causes after one observation that has these likelihoods."""
    new = [a * b for a, b in zip(chances, likelihoods, strict=True)]
    total = sum(new, Fraction(0))
    return [x / total for x in new]


def _table(problem: Problem) -> Fraction:
    people = [
        (i, j) for i, line in enumerate(problem["counts"]) for j, count in enumerate(line) for _ in range(count)
    ]
    row, column = problem["row"], problem["column"]
    kept = [(i, j) for i, j in people if (i == row if problem["by_row"] else j == column)]
    return Fraction(kept.count((row, column)), len(kept))


def _test(problem: Problem) -> Fraction:
    """In odds: every result multiplies the odds by its likelihood ratio."""
    base, hit, alarm = (Fraction(problem[name]) for name in ("base", "hit", "alarm"))
    odds = base / (1 - base)
    for positive in problem["results"]:
        odds *= hit / alarm if positive else (1 - hit) / (1 - alarm)
    return odds / (1 + odds) if problem["sick"] else 1 / (1 + odds)


def _machine(problem: Problem) -> Fraction:
    chances = [Fraction(s) for s in problem["shares"]]
    rates = [Fraction(r) for r in problem["rates"]]
    for i in range(problem["n"]):
        chances = _after(chances, [r if i < problem["faulty"] else 1 - r for r in rates])
    return chances[problem["goal"]]


def _urn(problem: Problem) -> Fraction:
    chances = [Fraction(p) for p in problem["priors"]]
    urns = [list(urn) for urn in problem["urns"]]
    for colour in problem["seen"]:
        chances = _after(chances, [Fraction(urn[colour], sum(urn)) for urn in urns])
        if not problem["back"]:
            for urn in urns:
                urn[colour] -= 1
    if problem["goal"] >= 0:
        return chances[problem["goal"]]
    parts = [p * Fraction(urn[problem["next"]], sum(urn)) for p, urn in zip(chances, urns, strict=True)]
    return sum(parts, Fraction(0))


def _coin(problem: Problem) -> Fraction:
    total = sum(problem["numbers"])
    chances = [Fraction(c, total) for c in problem["numbers"]]
    heads = [Fraction(p) for p in problem["chances"]]
    for i in range(problem["n"]):
        chances = _after(chances, heads if i < problem["heads"] else [1 - p for p in heads])
    if problem["goal"] >= 0:
        return chances[problem["goal"]]
    return sum((a * p for a, p in zip(chances, heads, strict=True)), Fraction(0))


def _signs(problem: Problem) -> Fraction:
    chances = [Fraction(p) for p in problem["priors"]]
    for row, seen in zip(problem["table"], problem["have"], strict=True):
        chances = _after(chances, [Fraction(p) if seen else 1 - Fraction(p) for p in row])
    return chances[problem["goal"]]


def _witness(problem: Problem) -> Fraction:
    side = problem["side"]
    chances = [Fraction(1, side)] * side
    for truth, claim in zip(map(Fraction, problem["truths"]), problem["claims"], strict=True):
        lie = (1 - truth) / (side - 1)
        chances = _after(chances, [truth if number == claim else lie for number in range(1, side + 1)])
    face: int = problem["face"]
    return chances[face - 1]


_UPDATED: dict[str, Callable[[Problem], Fraction]] = {
    "table": _table,
    "test": _test,
    "machine": _machine,
    "urn": _urn,
    "coin": _coin,
    "signs": _signs,
    "witness": _witness,
}


def solve(problem: Problem) -> Fraction:
    """The value."""
    return _UPDATED[problem["kind"]](problem)


confirms = confirming(solve)
