"""Orders with prerequisites: take courses one by one, each after those that it needs; or show a circle of them.

Kinds: ``any`` (any order that respects all rules or, where there is none, courses that need each other in a circle: a
certificate either way), ``least`` (the order that comes first in the dictionary) and ``earliest`` (the first course of
the alphabet as early as possible, then the second one, and so on).

Difficulty: `courses`, `rules` between them, and `circles`, the share of tasks of ``any`` with a circle. Proxy:
courses and rules.

Source: A. B. Kahn, Topological sorting of large networks, 1962.
"""

from __future__ import annotations

import random
from functools import partial
from math import factorial

from ..base import Json
from ..family import Family, Question, attempts
from ..limits import Real, Whole
from ..refine import canonical_graph

_FORM = "Separate the courses by commas."
WORDINGS = {
    "any": (
        "{n} courses are taken one after the other: {courses}. These rules hold:\n\n{rules}\n\nGive an order of "
        "all courses "
        "that breaks no rule. If there is none, give instead courses that form a circle: each of them has to come "
        "before the next one in your list, and the last one before the first, by the rules as they stand. {form}",
        "{rules}\n\nThe courses are {courses}. Either list all {n} of them in an order in which every rule holds, "
        "or, if the "
        "rules contradict each other, list some courses of which each must directly precede the next by one of "
        "the rules, and the "
        "last must precede the first. {form}",
        "A plan for the courses {courses} has to respect this:\n\n{rules}\n\nWrite down any plan that works, with "
        "every course "
        "once. Should that be impossible, write down a circle of courses, each one required before the next by a "
        "line above and the last one before the first. {form}",
    ),
    "least": (
        "{n} courses are taken one after the other: {courses}. These rules hold:\n\n{rules}\n\nOf all orders that "
        "break no rule, "
        "give the one that comes first alphabetically: its first course is as early in the alphabet as possible, "
        "then its "
        "second course, and so on. {form}",
        "{rules}\n\nPut the courses {courses} into an order in which these rules hold. Several orders do; give "
        "the one whose first "
        "course is alphabetically least, among those the one with the alphabetically least second course, and so "
        "on. "
        "{form}",
        "A student always takes the alphabetically first course of those that may be taken, and never takes one "
        "twice. The courses "
        "are {courses}, and the rules are:\n\n{rules}\n\nIn which order are they taken? {form}",
    ),
    "earliest": (
        "{n} courses are taken one after the other: {courses}. These rules hold:\n\n{rules}\n\nGive the order in "
        "which {first} comes "
        "as early as the rules allow; among such orders {second} comes as early as possible, then {third}, and so "
        "on through "
        "the alphabet. {form}",
        "{rules}\n\nThe courses {courses} are to be put in order. It matters most that {first} is taken early, "
        "next that {second} "
        "is, then {third}, and so on alphabetically; each course counts infinitely more than all that follow it "
        "in the "
        "alphabet. Give the best order that breaks no rule. {form}",
        "Some courses depend on others:\n\n{rules}\n\nFind the order of {courses} that breaks no rule and puts "
        "{first} at the "
        "earliest possible place, then (without making that worse) {second}, then {third}, and so on for all "
        "courses in "
        "alphabetical order. {form}",
    ),
}
COURSES = (
    *("Algebra", "Botany", "Chemistry", "Drawing", "Economics", "French", "Geometry", "History", "Italian"),
    *("Japanese", "Korean", "Latin", "Music", "Norwegian", "Optics", "Physics", "Quechua", "Russian"),
    *("Statistics", "Theatre", "Ukrainian", "Vietnamese", "Welsh", "Xhosa", "Yoruba", "Zoology"),
)
Rules = list[tuple[int, int]]
"""Pairs of courses, by their places in the alphabet: the first comes before the second."""


def _drawn(rng: random.Random, courses: int, rules: int) -> Rules:
    order = rng.sample(range(courses), courses)
    pairs = [(order[i], order[j]) for j in range(courses) for i in range(max(0, j - 6), j)]
    return rng.sample(pairs, min(rules, len(pairs)))


def _taken(courses: int, rules: Rules, log: list[list[int]]) -> list[int]:
    """Always the first of the courses that are ready; `log` gets those that were ready each time."""
    order: list[int] = []
    while len(order) < courses:
        ready = [c for c in range(courses) if c not in order and all(a in order for a, b in rules if b == c)]
        if not ready:
            break
        log.append(ready)
        order.append(ready[0])
    return order


def _path(rules: Rules, start: int, length: int, rng: random.Random) -> list[int]:
    path = [start]
    while len(path) < length and (after := [b for a, b in rules if a == path[-1]]):
        path.append(rng.choice(after))
    return path


def _question(kind: str, rng: random.Random, *, courses: int, rules: int, circles: float) -> Question | None:
    names = sorted(rng.sample(COURSES, courses))
    contradicts = kind == "any" and rng.random() < circles
    for _ in attempts():
        pairs = _drawn(rng, courses, rules)
        circle = _path(pairs, rng.randrange(courses), 3 + courses // 4, rng) if contradicts else []
        if len(circle) > 2 or not contradicts:
            break
    if circle:
        pairs = [*pairs, (circle[-1], circle[0])]
    rng.shuffle(pairs)
    log: list[list[int]] = []
    if kind == "earliest":  # the other way round: the last course is the greatest that nothing has to follow
        mirrored = [(courses - 1 - b, courses - 1 - a) for a, b in pairs]
        order = [courses - 1 - c for c in reversed(_taken(courses, mirrored, log))]
    else:
        order = _taken(courses, pairs, log)
    if kind != "any" and (
        order == sorted(order) or (order == _taken(courses, pairs, []) and kind == "earliest")
    ):
        return None
    turned = kind == "earliest"
    lines = []
    for ready in log:
        told = ", ".join(names[courses - 1 - c if turned else c] for c in ready)
        chosen = names[courses - 1 - ready[0] if turned else ready[0]]
        lines.append(f"may be {'last of the rest' if turned else 'next'}: {told}; take {chosen}")
    if circle:
        told = " before ".join(names[c] for c in [*circle, circle[0]])
        lines.append(f"of the others each waits for another one, {told}")
    answer = ", ".join(names[c] for c in circle or order)
    shown = names[:]
    rng.shuffle(shown)
    told_rules = [[names[a], names[b]] for a, b in pairs]
    facts: dict[str, Json] = {"kind": kind, "courses": names, "rules": told_rules}
    if kind != "any":
        facts["order"] = [names[c] for c in order]
    form: Json = [courses, sorted(map(list, pairs))]
    if kind == "any":
        form = canonical_graph(courses, [(a, b, 0) for a, b in pairs], [0] * courses, directed=True)
    return Question(
        {
            "n": courses,
            "courses": ", ".join(shown),
            "rules": "\n".join(f"{a} before {b}" for a, b in told_rules),
            "form": _FORM,
            **dict(zip(("first", "second", "third"), names, strict=False)),
        },
        facts,
        answer,
        lines,
        gold=None,
        canonical=form,
        guess_rate=0.001 if circle or kind != "any" else _chance(courses, pairs),
        difficulty=float(courses + len(pairs)),
    )


def _chance(courses: int, rules: Rules) -> float:
    """The share of all orders that respect the rules, exact for few courses."""
    if courses > 9:
        return 0.001
    needs = [sum(1 << a for a, b in rules if b == c) for c in range(courses)]
    ways = [1] + [0] * ((1 << courses) - 1)
    for done in range(1, 1 << courses):
        for c in range(courses):
            if done >> c & 1 and not needs[c] & ~(done ^ 1 << c):
                ways[done] += ways[done ^ 1 << c]
    return ways[-1] / factorial(courses)


generate = Family(
    {kind: partial(_question, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "courses": Whole(4, len(COURSES), "how many courses"),
        "rules": Whole(
            3, 90, "how many rules, one more where there is a circle; fewer if there are not so many pairs"
        ),
        "circles": Real(0, 1, "the share of the tasks of kind 'any' whose rules contradict each other"),
    },
    kind_in_facts=False,
    canonical=lambda kind, question: [kind, question.canonical],
    advice="give more rules",
)
