"""What two measurements of held-out tasks say of a change, on rates made by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rlvr.agents.held_out import HeldOut, change
from rlvr.agents.train import compared


def rates(*easy: float, hard: tuple[float, ...] = ()) -> HeldOut:
    return HeldOut({"sudoku:1": list(easy), **({"sudoku:2": list(hard)} if hard else {})}, 0)


def test_tasks_that_differ_much_and_all_rise_a_little_show_a_change() -> None:
    """The intervals of the two rates overlap nearly whole; that of their difference does not hold zero."""
    old = np.linspace(0, 0.9, 40)
    before, after = rates(*old), rates(*(old + np.tile([0.05, 0.1], 20)))
    found = change(before, after)
    assert found.value == pytest.approx(0.075)
    assert 0.05 < found.low < found.value < found.high < 0.1
    assert after.mean.low < before.mean.high
    assert compared(before, after).verdict().startswith("change +0.07 [+0.0")


def test_what_goes_up_and_down_shows_none() -> None:
    before = rates(*[0.5] * 20)
    after = rates(*[0.25, 0.8] * 10)
    found = change(before, after)
    assert found.low < 0 < found.value < found.high
    assert compared(before, after).verdict().startswith("no change shown (+0.02 [")


def test_a_few_tasks_that_change_alike_prove_little() -> None:
    assert change(rates(0.5, 0.5), rates(0.5, 0.5)).low < 0 < change(rates(0.5), rates(0.5)).high
    for sign in (1, -1):
        pair = (rates(*[0.0] * 4), rates(*[1.0] * 4))[::sign]
        found = change(*pair)
        assert found.value == pytest.approx(sign)
        assert found.high - found.low > 0.2


def test_each_arm_weighs_the_same() -> None:
    found = change(rates(*[0.5] * 30, hard=(0.0, 0.1)), rates(*[0.5] * 30, hard=(0.4, 0.5)))
    assert found.value == pytest.approx(0.2)


def test_lost_responses_are_no_pairs() -> None:
    """Without the first task of one of them, neighbours would be compared with one another."""
    old = [0.0, 1.0] * 15
    before = HeldOut({"sudoku:1": old}, 0)
    for after in (HeldOut({"sudoku:1": old[1:]}, 4), HeldOut({"sudoku:1": [*old[1:], 0.0]}, 4)):
        found = change(before, after)
        assert abs(found.value) < 0.05
        assert found.low < -0.2
        assert found.high > 0.2


def test_nothing_measured() -> None:
    assert math.isnan(change(rates(), rates(0.5)).value)
    assert compared(rates(), rates(0.5)).verdict() == "the change could not be measured"
