"""The gate of answers: what reasoning models write is accepted if it is right and follows the prompt, and only then.

The forms are in `corpus`; ``python measure.py`` prints the same counts as a table.
"""

from __future__ import annotations

import pytest
from corpus import BOOK
from measure import FEW, count
from tiers import by_tier

import rlvr

FEW["code"] = (by_tier((1, 7), (1, 7), (1, 4, 7)), 1)  # levels and seeds: programs take long to run
LEAST_ACCEPTED = 0.97
NAMES = [rlvr.get(id).name for id in rlvr.list()]


def test_every_environment_is_in_the_corpus() -> None:
    assert set(BOOK) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_right_answers_are_accepted_and_wrong_ones_are_not(name: str) -> None:
    found = count(name)
    report = "\n".join(found.faults[:60])
    assert len(found.forms[True]) >= 14, "too few right forms fit the tasks that were drawn"
    assert len(found.forms[False]) >= 10, "too few wrong forms fit the tasks that were drawn"
    assert not found.unscored, f"{found.unscored} responses have no score:\n{report}"
    assert found.accepted[False] == 0, f"{found.accepted[False]} wrong responses were paid:\n{report}"
    assert found.share >= LEAST_ACCEPTED, f"{found.share:.1%} of {found.total[True]} were accepted:\n{report}"
