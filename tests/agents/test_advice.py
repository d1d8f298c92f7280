"""Advice comes after three steps that ask for it, once, and names the setting that mends it."""

from __future__ import annotations

import pytest

from rlvr.agents.monitors.advice import Advice

FINE = {
    "policy/gradient_norm": 0.1,
    "reward/mean": 0.5,
    "rollout/turns": 1.0,
    "rollout/used": 0.5,
    "rollout/cut": 0.1,
    "rollout/masked": 0.0,
}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rollout/turns": 0.0, "rollout/cut": 1.0}, "sampling.max_context"),
        ({"rollout/cut": 0.9}, "--max-tokens"),
        ({"rollout/used": 0.0}, "--samples"),
        ({"rollout/masked": 0.8}, "rlvr doctor"),
    ],
)
def test_each_sign_has_its_advice(change: dict[str, float], told: str) -> None:
    advice = Advice()
    said = [advice.after(FINE | change) for _ in range(6)]
    assert [len(each) for each in said] == [0, 0, 1, 0, 0, 0]
    assert told in said[2][0]


def test_a_step_in_which_nothing_was_kept() -> None:
    advice = Advice()
    said = [advice.after({"policy/gradient_norm": 0.0}) for _ in range(3)]
    assert "nothing is learnt" in said[2][0]


def test_single_bad_steps_and_good_runs_get_none() -> None:
    advice = Advice()
    for step in range(20):
        bad = {"rollout/used": 0.0} if step % 3 else {}
        assert advice.after(FINE | bad) == []
