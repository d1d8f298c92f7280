"""Sequences: continue a sequence whose kind of rule is stated, so that exactly one continuation is right.

The prompt says which rules are allowed (a polynomial of bounded degree, a linear recurrence of a given order with or
without a constant, one with the index in it, interleaved polynomials, differences that repeat), and enough terms are
shown that all rules of that kind which fit them continue alike: the system for the rule's unknowns has full rank, or
every period that fits gives the same next terms. This is checked for each sequence.

Symmetries: none; the terms and the kind of rule are the problem.

Difficulty: one of the `kinds`, of the `order` (degree, order, number of interleaved sequences, longest period) given,
with numbers up to `largest`; `ask` terms are asked for. Proxy: numbers in the worked solution.
"""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..base import Json
from ..family import INTEGER, LIST, Family, Question
from ..limits import Whole
from .polynomials import nonzero
from .rational_systems import solve

WORDINGS = (
    "A sequence begins with\n{terms}\n{rule} {question}",
    "{terms}, ...\n\n{rule} {question}",
    "The first {count} terms of a sequence are {terms}. {rule} {question}",
)
MAX_TERM = 10**9
_NUMBER = re.compile(r"[0-9]+")


def _question(
    terms: list[int], following: list[int], rule: str, facts: dict[str, Any], lines: list[str]
) -> Question | None:
    """The question for the terms that follow, unless the terms tell too little or grow too large."""
    if len(set(terms)) <= 2 or max(map(abs, terms + following)) > MAX_TERM:
        return None
    ask = len(following)
    if ask == 1:
        question = "What is the next term? Give an integer."
    else:
        question = f"What are the next {ask} terms? Give {ask} integers in order, separated by commas."
    return Question(
        {"terms": ", ".join(map(str, terms)), "rule": rule, "question": question, "count": len(terms)},
        {"terms": terms, "ask": ask, **facts},
        ", ".join(map(str, following)),
        lines,
        INTEGER if ask == 1 else LIST,
        canonical=[terms, ask, facts],
        guess_rate=0.02 if ask == 1 else 0.001,
        difficulty=len(_NUMBER.findall("\n".join(lines))),
    )


def _ordinal(n: int) -> str:
    return ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")[n]


def _differences(terms: list[int], degree: int) -> list[list[int]]:
    """The terms, their differences, the differences of those, ... down to the degree."""
    rows = [terms]
    for _ in range(degree):
        rows.append([b - a for a, b in zip(rows[-1], rows[-1][1:], strict=False)])
    return rows


def _drawn_polynomial(rng: random.Random, degree: int, largest: int, count: int) -> list[int]:
    """Values at 1, 2, 3, ... of a polynomial with integer values, from its differences at the beginning."""
    edge = [nonzero(rng, largest)] + [nonzero(rng, max(2, largest // (2 + i))) for i in range(degree)]
    terms = []
    for _ in range(count):
        terms.append(edge[0])
        edge = [a + b for a, b in zip(edge, [*edge[1:], 0], strict=True)]
    return terms


def _continued(rows: list[list[int]], ask: int, name: str = "") -> tuple[list[int], list[str]]:
    """Terms that continue a table whose last row is constant, and the lines that show them."""
    ends = [row[-1] for row in rows]
    lines = [
        f"{name}{'differences' if i else 'terms'}{f' {i}' if len(rows) > 2 and i else ''}: {', '.join(map(str, row))}"
        for i, row in enumerate(rows)
    ]
    found = []
    for _ in range(ask):
        for i in range(len(ends) - 2, -1, -1):
            ends[i] += ends[i + 1]
        found.append(ends[0])
        lines.append(f"{name}next, from the last differences up: {', '.join(map(str, reversed(ends)))}")
    return found, lines


def _polynomial(rng: random.Random, *, order: int, largest: int, ask: int) -> Question | None:
    degree = rng.randint(1, order)
    count = order + 1 + rng.randint(1, 2)
    everything = _drawn_polynomial(rng, degree, largest, count + ask)
    terms, following = everything[:count], everything[count:]
    rows = _differences(terms, degree)
    found, lines = _continued(rows, ask)
    assert found == following
    bound = f"a polynomial in n of degree at most {order}" if order > 1 else "a linear function of n"
    rule = f"The n-th term is {bound}."
    # degree at most `order` with more than `order` values: Lagrange's theorem, one polynomial
    return _question(terms, following, rule, {"degree": order}, lines)


def _equations(terms: list[int], order: int, constant: bool, index: bool) -> tuple[list[list[int]], list[int]]:
    """One equation for the rule's unknowns from every term that has `order` terms before it; n counts from 1."""
    rows, right = [], []
    for n in range(order, len(terms)):
        row = [terms[n - k] for k in range(1, order + 1)]
        rows.append(row + ([n + 1] if index else []) + ([1] if constant else []))
        right.append(terms[n])
    return rows, right


def _linear(
    rng: random.Random, order: int, largest: int, ask: int, *, constant: bool, index: bool
) -> Question | None:
    unknowns = order + constant + index
    count = order + unknowns + rng.randint(0, 1) + (order < 3)
    size = 3 if order > 1 else 5
    coefficients = [rng.randint(-size, size) for _ in range(order - 1)] + [nonzero(rng, size)]
    if order == 1 and coefficients[0] == 1:
        return None
    q = nonzero(rng, max(3, largest // 3)) if index else 0
    r = nonzero(rng, largest) if constant else 0
    terms = [nonzero(rng, largest) for _ in range(order)]
    for n in range(order + 1, count + ask + 1):
        terms.append(sum(c * terms[-k] for k, c in enumerate(coefficients, 1)) + q * n + r)
    shown, following = terms[:count], terms[count:]
    unknown_values = coefficients + ([q] if index else []) + ([r] if constant else [])
    rows, right = _equations(shown, order, constant, index)
    # full rank: the terms shown (the first equations alone) leave one rule of this kind, and so one continuation
    if solve(rows[:unknowns], right[:unknowns]) != list(map(Fraction, unknown_values)):
        return None
    names = "pqrstuvw"[:unknowns]
    before = ["the term before it", *(f"the term {k} places before it" for k in range(2, order + 1))]
    parts = [f"{name} times {what}" for name, what in zip(names, before, strict=False)]
    if index:
        parts.append(f"{names[order]} times n")
    if constant:
        parts.append(names[-1])
    which = f"the {_ordinal(order + 1)}"
    plural = len(names) > 1
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if plural else names
    rule = (
        f"Each term from {which} on is {' plus '.join(parts)}, where {listed} "
        + ("are fixed numbers" if plural else "is a fixed number")
        + (" and n is the number of the term (the first term has n = 1)." if index else ".")
    )
    lines = []
    for row, value in list(zip(rows, right, strict=True))[:unknowns]:
        lines.append(f"{_form(row, names)} = {value}")
    lines.append(", ".join(f"{name} = {v}" for name, v in zip(names, unknown_values, strict=True)))
    whole = list(shown)
    for step in range(ask):
        n = count + 1 + step
        factors = [whole[-k] for k in range(1, order + 1)] + ([n] if index else []) + ([1] if constant else [])
        products = " + ".join(
            f"{_wrapped(v)}*{_wrapped(f)}" for v, f in zip(unknown_values, factors, strict=True)
        )
        whole.append(following[step])
        lines.append(f"{products} = {following[step]}")
    facts = {"order": order, "constant": constant, "index": index}
    return _question(shown, following, rule, facts, lines)


def _wrapped(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _form(row: list[int], names: str) -> str:
    return " + ".join(f"{_wrapped(a)}*{name}" for a, name in zip(row, names, strict=True))


def _affine(rng: random.Random, *, order: int, largest: int, ask: int) -> Question | None:
    return _linear(rng, 1, largest, ask, constant=True, index=False)


def _recurrence(rng: random.Random, *, order: int, largest: int, ask: int) -> Question | None:
    return _linear(rng, max(2, order), largest, ask, constant=False, index=False)


def _with_constant(rng: random.Random, *, order: int, largest: int, ask: int) -> Question | None:
    return _linear(rng, max(2, order), largest, ask, constant=True, index=False)


def _with_index(rng: random.Random, *, order: int, largest: int, ask: int) -> Question | None:
    return _linear(rng, max(1, order - 1), largest, ask, constant=True, index=True)


def _interleaved(rng: random.Random, *, order: int, largest: int, ask: int) -> Question | None:
    strands = rng.randint(2, max(2, order))
    degree = rng.randint(1, 2 if order > 1 else 1)
    count = strands * (degree + 1) + rng.randint(1, strands)
    drawn = [_drawn_polynomial(rng, rng.randint(1, degree), largest, count) for _ in range(strands)]
    everything = [drawn[n % strands][n // strands] for n in range(count + ask)]
    terms, following = everything[:count], everything[count:]
    what = (
        "arithmetic progressions"
        if degree == 1
        else "sequences, each a polynomial of degree at most 2 in its own index"
    )
    number = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}[strands]
    rule = (
        f"It is made of {number} interleaved {what}: taking every {_ordinal(strands)} term, from the first, the second"
        f"{', ... or the ' + _ordinal(strands) if strands > 2 else ''} on, gives one of them."
    ).replace("the second, ... or the third on", "the second or the third on")
    if strands == 2:
        rule = (
            f"It is made of two interleaved {what}: the terms at odd places form one of them "
            "and those at even places the other."
        )
    lines: list[str] = []
    for place in range(strands):
        asked = len(range(count, count + ask)[(place - count) % strands :: strands])
        if asked:
            rows = _differences(terms[place::strands], min(degree, len(terms[place::strands]) - 1))
            found, part = _continued(rows, asked, f"strand {place + 1}: ")
            if found != following[(place - count) % strands :: strands]:
                raise AssertionError("a strand is not continued by its own polynomial")
            lines += part
    # every strand shows at least degree + 1 terms: one polynomial each
    return _question(terms, following, rule, {"strands": strands, "degree": degree}, lines)


def _periodic(rng: random.Random, *, order: int, largest: int, ask: int) -> Question | None:
    longest = max(3, order + 1)
    period = rng.randint(2, longest)
    cycle = [nonzero(rng, largest) for _ in range(period)]
    count = 1 + longest + rng.randint(period // 2 + 1, longest)
    terms = [rng.randint(-largest, largest)]
    for n in range(count - 1 + ask):
        terms.append(terms[-1] + cycle[n % period])
    shown, following = terms[:count], terms[count:]
    steps = [b - a for a, b in pairwise(shown)]
    fitting = _periods(steps, longest)
    for t in fitting:  # all periods that fit must continue alike
        steps_on = list(steps)
        for _ in range(ask):
            steps_on.append(steps_on[-t])
        if [shown[-1] + sum(steps_on[len(steps) : len(steps) + k]) for k in range(1, ask + 1)] != following:
            return None
    rule = (
        f"The differences between neighbouring terms repeat over and over in a fixed cycle of at most {longest} "
        "numbers, from the very first difference on."
    )
    shortest = fitting[0]
    lines = [
        f"differences: {', '.join(map(str, steps))}",
        f"they repeat after {shortest} numbers: {', '.join(map(str, steps[:shortest]))}",
    ]
    at = shown[-1]
    for value in following:
        lines.append(f"{at} + {_wrapped(value - at)} = {value}")
        at = value
    return _question(shown, following, rule, {"longest": longest}, lines)


def _periods(steps: list[int], longest: int) -> list[int]:
    return [t for t in range(1, longest + 1) if all(a == b for a, b in zip(steps, steps[t:], strict=False))]


def _canonical(kind: str, question: Question) -> Json:
    return [kind, *question.canonical]


generate = Family(
    {
        "polynomial": _polynomial,
        "affine": _affine,
        "recurrence": _recurrence,
        "constant": _with_constant,
        "index": _with_index,
        "interleaved": _interleaved,
        "periodic": _periodic,
    },
    WORDINGS,
    {
        "order": Whole(1, 6, "the largest degree, order, number of interleaved sequences or period"),
        "largest": Whole(3, 200, "the largest number to begin with"),
        "ask": Whole(1, 5, "how many terms are asked for"),
    },
    canonical=_canonical,
    advice="lower 'order' or change 'largest'",
)
