"""Checks an order of courses against the rules, or a circle of courses that need each other.

The payload holds ``courses``, ``rules`` (pairs: the first before the second) and, where one order is asked for, that
``order``. Else any order of all courses in which every rule holds is right, and so is any circle that the rules have; a
set of rules never has both, so the verifier need not know which was expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ..answers.word_lists import words_of
from ..base import Verdict, correct, illegal, unparsable, wrong


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, a list of courses.

    Parts of an order of all courses: ``rules``, the share of the rules that hold in it.
    """
    names = {name.lower(): name for name in payload["courses"]}
    words = words_of(answer, most=2 * len(names) + 2, arrows=True)
    if words and len(words) > 2 and words[-2] == "and":
        del words[-2]
    if not words or not all(word in names for word in words):
        return unparsable("Give courses in order, separated by commas, and nothing else.")
    given = [names[word] for word in words]
    rules = [(a, b) for a, b in payload["rules"]]
    every = sorted(given) == sorted(names.values())
    if every:
        place = {name: at for at, name in enumerate(given)}
        share = sum(place[a] < place[b] for a, b in rules) / len(rules)
        if "order" in payload:
            if given == payload["order"]:
                return correct(rules=1.0)
            return wrong("Another order is asked for.", rules=share)
        if share == 1.0:
            return correct(rules=1.0)
    elif "order" in payload:
        return illegal("Every course has to stand in the list exactly once.")
    circle = given[:-1] if len(given) > 2 and given[0] == given[-1] else given
    if len(set(circle)) == len(circle) > 1 and all(
        pair in set(rules) for pair in pairwise([*circle, circle[0]])
    ):
        return correct()
    if every:
        return wrong("The list breaks a rule, and is no circle of rules.", rules=share)
    return illegal("The list is neither an order of all courses, each once, nor a circle of rules.")


def accepted_forms(answer: str) -> list[str]:
    """Other forms of the same list that must be accepted."""
    items = answer.split(", ")
    return [
        " -> ".join(items),
        ",".join(items),
        "\n".join(items),
        "\n".join(f"{n}. {item}" for n, item in enumerate(items, 1)),
        f"[{answer}]",
        answer.lower(),
        f"**{answer}**",
        f"{answer}.",
    ]
