"""Laws that every kind of answer keeps: reflexive, symmetric, blind to spelling, awake to meaning.

RLVR_TIER=long makes ten thousand answers of each kind instead of 250.
"""

from __future__ import annotations

from random import Random

import pytest
from all_makers import MAKERS
from dress import DRESSES, SPOILS
from tiers import by_tier

from rlvr.verifiers import math as vm

COUNT = by_tier(50, 250, 10_000)
# Where a right and a wrong answer together may say the right one again: a wider inequality or a larger set takes
# in the narrower one.
UNITED = {"inequality", "interval", "set"}
OR = {"or", "either", "or, in the box", "two boxes", "two boxes, turned"}


# Kinds whose golds look like those of another kind: (1, 2) is a point as well.
STATED = {"interval": "interval"}


def passed(gold: str, response: str, kind: str) -> bool:
    return vm.check(gold, response, kind=STATED.get(kind)).passed


@pytest.mark.parametrize("kind", MAKERS)
def test_the_laws(kind: str) -> None:
    failed: list[str] = []

    def demand(holds: bool, law: str, gold: str, response: str) -> None:
        if not holds:
            failed.append(f"{law}: gold {gold!a}, response {response!a}")

    for number in range(COUNT):
        source = Random(f"{kind} {number}")
        case = MAKERS[kind](source)
        gold, right, wrong = case.gold, source.choice(case.same), source.choice(case.other)
        demand(passed(gold, gold, kind), "reflexive", gold, gold)
        demand(passed(gold, right, kind), "another spelling", gold, right)
        demand(
            passed(gold, rf"\boxed{{{right}}}", kind), "another spelling in a box", gold, rf"\boxed{{{right}}}"
        )
        demand(not passed(gold, wrong, kind), "another answer", gold, wrong)
        name, dress = source.choice(list(DRESSES.items()))
        text = dress(gold, case.other[0])
        demand(passed(gold, text, kind), f"dressed, {name}", gold, text)
        text = dress(wrong, case.other[0])
        demand(not passed(gold, text, kind), f"another answer dressed, {name}", gold, text)
        name, spoil = source.choice(list(SPOILS.items()))
        if not (kind in UNITED and name in OR):
            text = spoil(gold, case.other[0])
            demand(not passed(gold, text, kind), f"spoilt, {name}", gold, text)
        demand(symmetric(gold, right, True, kind), "symmetric", right, gold)
        demand(symmetric(gold, wrong, False, kind), "symmetric", wrong, gold)
    assert not failed, f"{len(failed)} failures:\n" + "\n".join(failed[:60])


def symmetric(gold: str, response: str, same: bool, kind: str) -> bool:
    """Whether the verdict is the same with the sides changed; a text that is no gold may be refused."""
    try:
        return passed(response, gold, kind) == same
    except ValueError:
        return not same


def test_there_are_enough_ways_to_keep_and_to_change_the_meaning() -> None:
    assert len(DRESSES) >= 20
    assert len(SPOILS) >= 20
    for kind, maker in MAKERS.items():
        case = maker(Random(1))
        assert len(case.same) + len(DRESSES) >= 20, kind
        assert len(case.other) >= 20, kind
