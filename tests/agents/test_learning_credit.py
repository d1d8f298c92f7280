"""Credit below the trajectory: turns in equal states, tokens under a value head, penalties, lengths, weights."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from rlvr.agents.learning.aggregate import Total, token_weights
from rlvr.agents.learning.algorithm import Algorithm
from rlvr.agents.learning.batch import Outcomes
from rlvr.agents.learning.credit import assign
from rlvr.agents.learning.gae import gae, standardise, token_rewards
from rlvr.agents.learning.overlong import overlong_penalty
from rlvr.agents.learning.presets import preset
from rlvr.agents.learning.step_groups import returns_to_go, turn_advantages
from rlvr.agents.learning.value_head import ValueHead


def games(valid: tuple[bool, bool] = (True, True)) -> Outcomes:
    """Two trajectories on one task. The first goes through states 0, 1 and wins; the second through 0, 1, 2."""
    return Outcomes(
        rewards=torch.tensor([1.0, 0.0]),
        groups=torch.tensor([0, 0]),
        valid=torch.tensor(valid),
        turn_rewards=torch.tensor([0.0, 1.0, 0.0, 0.0, 0.0]),
        turn_trajectories=torch.tensor([0, 0, 1, 1, 1]),
        turn_states=torch.tensor([0, 1, 0, 1, 2]),
    )


def test_returns_to_go() -> None:
    rewards, owners = torch.tensor([1.0, 2.0, 4.0, 8.0, 16.0]), torch.tensor([0, 0, 0, 1, 1])
    # 1 + 1/2 (2 + 1/2 x 4) = 3; 2 + 2 = 4; 4; 8 + 8 = 16; 16
    assert returns_to_go(rewards, owners, 0.5).tolist() == [3.0, 4.0, 4.0, 16.0, 16.0]


def test_step_groups_by_hand() -> None:
    algorithm = Algorithm(credit="step_groups", scale="none", discount=0.5, step_weight=2.0)
    # Episodes: 1/2 and -1/2. Returns: 1/2, 1 and 0, 0, 0. State 0: mean 1/4, so 1/4 and -1/4; state 1: 1/2 and -1/2;
    # state 2 is alone: 0. Each twice, beside the episode's.
    want = [0.5 + 2 * 0.25, 0.5 + 2 * 0.5, -0.5 - 2 * 0.25, -0.5 - 2 * 0.5, -0.5]
    assert turn_advantages(games(), algorithm).tolist() == pytest.approx(want)


def test_step_groups_with_unique_states_are_grpo_and_masked_turns_are_zero() -> None:
    rows = games()
    unique = Outcomes(
        rows.rewards, rows.groups, rows.valid, rows.turn_rewards, rows.turn_trajectories, torch.arange(5)
    )
    got = turn_advantages(unique, preset("gigpo"))
    assert got.tolist() == pytest.approx([1.0, 1.0, -1.0, -1.0, -1.0], abs=1e-5)
    assert (
        turn_advantages(games((True, False)), preset("gigpo")).tolist() == [0.0] * 5
    )  # nobody to compare with


def test_gae_by_hand() -> None:
    rewards = torch.tensor([0.0, 0.0, 1.0, 2.0])
    values = torch.tensor([0.5, 0.25, 0.5, 1.0])
    owners = torch.tensor([0, 0, 0, 1])
    advantages, returns = gae(rewards, values, owners, discount=0.5, trace=0.5)
    # Last of the first: 1 - 0.5 = 0.5. Before: 0.5 x 0.5 - 0.25 + 0.25 x 0.5 = 0.125.
    # First: 0.5 x 0.25 - 0.5 + 0.25 x 0.125 = -0.34375. The second trajectory: 2 - 1 = 1.
    assert advantages.tolist() == pytest.approx([-0.34375, 0.125, 0.5, 1.0])
    assert returns.tolist() == pytest.approx([0.15625, 0.375, 1.0, 2.0])


def test_gae_limits_and_the_definition() -> None:
    """Lambda 1 is return minus value, lambda 0 one step; between them the sum of discounted one-step errors."""
    torch.manual_seed(0)
    rewards, values = torch.randn(7, dtype=torch.float64), torch.randn(7, dtype=torch.float64)
    owners = torch.zeros(7, dtype=torch.long)
    after = torch.cat([values[1:], torch.zeros(1, dtype=torch.float64)])
    for discount, trace in ((0.9, 1.0), (0.9, 0.0), (0.9, 0.8)):
        got = gae(rewards, values, owners, discount, trace)[0]
        errors = rewards + discount * after - values
        want = [sum((discount * trace) ** (j - i) * errors[j] for j in range(i, 7)) for i in range(7)]
        assert torch.allclose(got, torch.stack([torch.as_tensor(w) for w in want]))
    returns = returns_to_go(rewards, owners, 0.9)
    assert torch.allclose(gae(rewards, values, owners, 0.9, 1.0)[1], returns)


def test_token_rewards_stand_at_the_ends_of_turns() -> None:
    got = token_rewards(torch.tensor([1, 3]), torch.tensor([0.5, 2.0]), 5)
    assert got.tolist() == [0.0, 0.5, 0.0, 2.0, 0.0]


def test_assign_by_trajectory_and_by_turn() -> None:
    owners, turns = torch.tensor([0, 0, 0, 1, 1, 1, 1]), torch.tensor([0, 0, 1, 2, 3, 3, 4])
    credit = assign(games(), Algorithm(scale="none"), owners)
    assert credit.tokens.tolist() == [0.5, 0.5, 0.5, -0.5, -0.5, -0.5, -0.5]
    assert credit.magnitudes.tolist() == [0.5, 0.5]
    algorithm = Algorithm(credit="step_groups", scale="none", discount=0.5)
    credit = assign(games(), algorithm, owners, turns)
    assert credit.tokens.tolist() == pytest.approx([0.75, 0.75, 1.0, -0.75, -1.0, -1.0, -0.5])
    assert credit.magnitudes.tolist() == pytest.approx([2.5 / 3, 3.25 / 4])


def test_assign_under_a_value_head() -> None:
    """Rewards stand at the ends of turns; what shaping added (here 0.25 to the second) is paid at the very end."""
    rows = games()
    rows = Outcomes(rows.rewards + torch.tensor([0.0, 0.25]), *list(vars(rows).values())[1:])
    owners, turns = torch.tensor([0, 0, 0, 1, 1, 1, 1]), torch.tensor([0, 0, 1, 2, 3, 3, 4])
    algorithm = preset("ppo", centre="none", scale="none", trace=0.0, discount=0.5)
    values = torch.full((7,), 0.5)
    credit = assign(rows, algorithm, owners, turns, values)
    # One step: 0 + 0.5 x 0.5 - 0.5 = -0.25 inside; 1 - 0.5 and 0.25 - 0.5 at the ends.
    assert credit.tokens.tolist() == pytest.approx([-0.25, -0.25, 0.5, -0.25, -0.25, -0.25, -0.25])
    assert credit.returns is not None
    assert credit.returns.tolist() == pytest.approx([0.25, 0.25, 1.0, 0.25, 0.25, 0.25, 0.25])
    standard = assign(rows, preset("ppo"), owners, turns, values).tokens
    assert float(standard.mean()) == pytest.approx(0.0, abs=1e-6)
    assert float(standard.std(correction=0)) == pytest.approx(1.0, abs=1e-4)
    masked = assign(games((True, False)), preset("ppo"), owners, turns, values)
    assert masked.tokens[3:].tolist() == [0.0] * 4
    assert float(masked.tokens[:3].mean()) == pytest.approx(
        0.0, abs=1e-6
    )  # standardised without the masked ones


def test_what_a_masked_trajectory_was_paid_reaches_nothing() -> None:
    rows = games((True, False))
    rows = Outcomes(
        torch.tensor([1.0, float("nan")]),
        rows.groups,
        rows.valid,
        torch.tensor([0.0, 1.0, float("nan"), float("nan"), float("nan")]),
        rows.turn_trajectories,
        rows.turn_states,
    )
    owners, turns = torch.tensor([0, 0, 1, 1, 1]), torch.arange(5)
    values, penalties = torch.full((5,), 0.5), torch.full((5,), 0.1)
    for algorithm in (preset("ppo"), preset("gigpo"), preset("grpo"), preset("reinforce++")):
        credit = assign(rows, algorithm, owners, turns, values, penalties)
        assert credit.tokens.isfinite().all()
        assert credit.tokens[2:].tolist() == [0.0, 0.0, 0.0]
        assert credit.returns is None or credit.returns[2:].tolist() == [0.5] * 3


def test_penalties_are_taken_from_rewards() -> None:
    owners, turns = torch.tensor([0, 0, 1, 1]), torch.tensor([0, 1, 2, 3])
    penalties = torch.tensor([0.1, 0.1, 0.0, 0.2])
    rows = Outcomes(torch.tensor([1.0, 1.0]), torch.tensor([0, 1]), torch.ones(2, dtype=torch.bool))
    plain = Algorithm(centre="none", scale="none")
    assert assign(rows, plain, owners, penalties=penalties).tokens.tolist() == pytest.approx(
        [0.8, 0.8, 0.8, 0.8]
    )
    assert rows.rewards.tolist() == [1.0, 1.0]  # untouched
    rows = Outcomes(torch.tensor([1.0, 1.0]), torch.tensor([0, 1]), torch.ones(2, dtype=torch.bool))
    algorithm = preset("ppo", centre="none", scale="none", trace=1.0)
    got = assign(rows, algorithm, owners, turns, torch.zeros(4), penalties).tokens
    assert got.tolist() == pytest.approx([0.8, 0.9, 0.8, 0.8])  # what is still to come


def test_what_assign_needs_is_named() -> None:
    owners = torch.tensor([0, 1])
    with pytest.raises(ValueError, match="values"):
        assign(games(), preset("ppo"), owners)
    with pytest.raises(ValueError, match="turn of each token"):
        assign(games(), preset("gigpo"), owners)
    rows = Outcomes(torch.zeros(2), torch.zeros(2, dtype=torch.long), torch.ones(2, dtype=torch.bool))
    with pytest.raises(ValueError, match="turn_states"):
        assign(rows, preset("gigpo"), owners, owners)


def test_standardise() -> None:
    assert standardise(torch.full((5,), 0.1)).tolist() == [0.0] * 5
    assert standardise(torch.tensor([1.0, 3.0])).tolist() == pytest.approx([-1.0, 1.0], abs=1e-5)


def test_token_weights_by_hand() -> None:
    """Trajectories of 1, 3 and 4 tokens; the last one is masked."""
    lengths, valid = torch.tensor([1, 3, 4]), torch.tensor([True, True, False])
    used = torch.tensor([False, True, True])
    owners = torch.tensor([0, 1, 1, 1])
    everything = Total.of(lengths, valid, used, Algorithm())
    assert everything == Total(4, 2)
    assert Total.of(lengths, valid, used, Algorithm(counted="used")) == Total(3, 1)

    def weights(**switches: object) -> list[float]:
        return token_weights(owners, lengths, valid, Algorithm(**switches), everything).tolist()  # type: ignore[arg-type]

    assert weights(aggregation="token") == [0.25] * 4
    assert weights(aggregation="sequence") == pytest.approx([1 / 2, 1 / 6, 1 / 6, 1 / 6])
    assert weights(aggregation="fixed", fixed_length=10) == pytest.approx([1 / 20] * 4)
    assert everything + Total(2, 1) == Total(6, 3)
    masked = token_weights(torch.tensor([2, 2, 0]), lengths, valid, Algorithm(), everything)
    assert masked.tolist() == [0.0, 0.0, 0.25]


def test_overlong_penalty_by_hand() -> None:
    """A budget of 100 and a buffer of 20: nothing up to 80, half at 90, all of it from 100 on."""
    lengths = torch.tensor([0, 80, 90, 95, 100, 120])
    got = overlong_penalty(lengths, 100, preset("dapo"))
    assert got.tolist() == pytest.approx([0.0, 0.0, -0.5, -0.75, -1.0, -1.0])
    halved = overlong_penalty(lengths, 100, Algorithm(overlong=0.5, overlong_buffer=50))
    assert halved.tolist() == pytest.approx([0.0, -0.3, -0.4, -0.45, -0.5, -0.5])
    with pytest.raises(ValueError, match="more than the budget"):
        overlong_penalty(lengths, 10, Algorithm(overlong=0.5, overlong_buffer=50))


def test_value_head_starts_at_zero_learns_and_can_be_stored() -> None:
    torch.manual_seed(0)
    head = ValueHead(8)
    hidden = torch.randn(64, 8)
    assert head(hidden).shape == (64,)
    assert not head(hidden).any()
    target = hidden @ torch.arange(8.0) / 8 + 1
    optimizer = torch.optim.Adam(head.parameters(), 0.1)
    for _ in range(200):
        optimizer.zero_grad()
        nn.functional.mse_loss(head(hidden), target).backward()
        optimizer.step()
    assert float(nn.functional.mse_loss(head(hidden), target)) < 1e-3
    other = ValueHead(8)
    other.load_state_dict(head.state_dict())
    assert torch.equal(other(hidden), head(hidden))
    assert head(hidden.bfloat16()).dtype == torch.float32


def test_a_detached_value_head_leaves_the_body_alone() -> None:
    for detached in (True, False):
        hidden = torch.ones(3, 4, requires_grad=True)
        head = ValueHead(4, detached=detached)
        nn.init.ones_(head.linear.weight)
        head(hidden).sum().backward()
        assert (hidden.grad is None) == detached
