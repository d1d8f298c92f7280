"""Reinforcement learning lifts held-out pass rates, and random rewards do not: answers and a game, three seeds each.

Minutes each, so the long tier alone runs it; test_training_learns.py shows in seconds that what is paid is learnt.

The settings are those of ``python -m benchmarks.proof``, whose figures for all seeds and controls are in
docs/results/learning.json. Here each environment has one control, to save time.
"""

import pytest

from benchmarks.proof import KINDS, prove

SEEDS = range(3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_rewards_lift_held_out_pass_rates_and_noise_does_not(kind: str, seed: int) -> None:
    found = prove(kind, seed, ("verifier", "random") if seed == 0 else ("verifier",))
    before, after = found["before"], found["after"]
    assert after["verifier"]["low"] > before["high"], found
    if seed == 0:
        assert after["random"]["value"] <= before["high"], found
