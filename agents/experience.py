"""The trajectories of a step as what can be learnt from: sequences of tokens, and flat vectors over the drawn ones.

``R`` trajectories, ``K`` turns and ``N`` drawn tokens lie on this process; those of all processes together are the
step. What compares trajectories (means of groups, deviations of the batch) has to see the whole step, so processes
tell each other numbers, and never texts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from .distributed import World
from .learning.algorithm import Algorithm
from .learning.batch import Outcomes
from .learning.overlong import overlong_penalties
from .rollouts.config import RolloutConfig
from .trajectory import Group, Segment, Trajectory
from .unhinted import with_prompt


@dataclass(frozen=True)
class Row:
    """One sequence that is learnt from: a segment of a trajectory, with the place of its drawn tokens.

    Attributes:
        segment: its tokens.
        trajectory: number of its trajectory on this process.
        start: place of its first drawn token in the flat vectors.
        end: place behind its last.
    """

    segment: Segment
    trajectory: int
    start: int
    end: int


@dataclass(frozen=True)
class Experience:
    """What this process has to learn from in a step.

    Attributes:
        rows: sequences with at least one drawn token, of trajectories that are valid.
        returns: shaped return of each trajectory, ``[R]``.
        valid: false for trajectories that are masked, ``[R]``.
        lengths: drawn tokens of each trajectory, ``[R]``; 0 for masked ones.
        trajectories: the trajectory of each drawn token, ``[N]``.
        turns: the turn of each drawn token, ``[N]``.
        sampled: log-probability of each drawn token as its engine gave it, ``[N]``.
        gathered: what other processes need to know of the trajectories, JSON: of each its return, whether it is valid,
            its group, its kind, and of each of its turns the reward and the state.
    """

    rows: list[Row]
    returns: Tensor
    valid: Tensor
    lengths: Tensor
    trajectories: Tensor
    turns: Tensor
    sampled: Tensor
    gathered: list[list[Any]]


def is_valid(trajectory: Trajectory, algorithm: Algorithm) -> bool:
    """Whether a trajectory is learnt from.

    It is masked if it could not be scored, if it drew nothing, or if it ran out of tokens or turns and the algorithm
    masks those.
    """
    return trajectory.scored and trajectory.length > 0 and not (algorithm.mask_cut and trajectory.cut)


def experience(
    groups: Sequence[Group],
    returns: Sequence[Sequence[float]],
    algorithm: Algorithm,
    rollouts: RolloutConfig,
) -> Experience:
    """Lay out the groups of this process.

    Args:
        groups: all rollouts of some tasks.
        returns: the return of each trajectory of each group.
        algorithm: its `mask_cut`, `overlong` and `hint_ratio`.
        rollouts: their budgets, for `overlong`.

    Raises:
        ValueError: if a return is not a finite number.
    """
    trajectories = [each for group in groups for each in group.trajectories]
    valid = [is_valid(each, algorithm) for each in trajectories]
    values = torch.tensor([value for group in returns for value in group], dtype=torch.float32)
    if not bool(values.isfinite().all()):
        raise ValueError(f"a reward is not a finite number: {values[~values.isfinite()][0]}")
    drawn = torch.tensor([each.length for each in trajectories], dtype=torch.long)
    if algorithm.overlong:
        longest = [max((turn.end - turn.start for turn in each.turns), default=0) for each in trajectories]
        budgets = rollouts.sampling.max_tokens, rollouts.max_episode_tokens
        values = values + overlong_penalties(torch.tensor(longest), drawn, budgets, algorithm)
    rows: list[Row] = []
    owners: list[int] = []
    turns: list[int] = []
    sampled: list[float] = []
    first_turn = 0
    for number, trajectory in enumerate(trajectories):
        for index, segment in enumerate(trajectory.segments if valid[number] else ()):
            start = len(sampled)
            sampled += [p for p, drawn_ in zip(segment.log_probs, segment.policy, strict=True) if drawn_]
            played = [(i, turn) for i, turn in enumerate(trajectory.turns, first_turn) if turn.segment == index]
            turns += [i for i, turn in played for _ in range(turn.start, turn.end)]
            owners += [number] * (len(sampled) - start)
            if len(sampled) > start:
                prompt = trajectory.extra.get("unhinted") if algorithm.hint_ratio and index == 0 else None
                learnt = segment if prompt is None else with_prompt(segment, prompt)
                rows.append(Row(learnt, number, start, len(sampled)))
        first_turn += len(trajectory.turns)
    if len(turns) != len(sampled):
        raise ValueError(f"{len(sampled)} tokens were drawn, but the turns hold {len(turns)} of them")
    mask = torch.tensor(valid, dtype=torch.bool)
    of_groups = [(number, kind_of(group)) for number, group in enumerate(groups) for _ in group.trajectories]
    gathered = [
        [value, ok, *of_group, [[turn.reward, turn.state_key] for turn in each.turns]]
        for value, ok, of_group, each in zip(values.tolist(), valid, of_groups, trajectories, strict=True)
    ]
    return Experience(
        rows,
        values,
        mask,
        torch.where(mask, drawn, 0),
        torch.tensor(owners, dtype=torch.long),
        torch.tensor(turns, dtype=torch.long),
        torch.tensor(sampled, dtype=torch.float32),
        gathered,
    )


def kind_of(group: Group) -> str:
    """What kind of task a group plays, whatever its level: the environment, and what it is for in the step.

    Proposals and the tasks made of them are kinds of their own (Absolute Zero, Zhao et al. 2025, arXiv:2505.03335, has
    a baseline for each role and type of task).
    """
    proposed = group.task.payload.get("kind", "") if group.task.env.startswith("rlvr/propose-") else ""
    return f"{group.arm.partition(':')[0]} {group.task.env} {proposed}"


def left_out(played: Sequence[Group], groups: Sequence[Group], algorithm: Algorithm) -> list[Segment]:
    """What the policy drew besides what it learns from.

    Args:
        played: all groups of a step.
        groups: those that `experience` laid out; dynamic sampling leaves others aside.
        algorithm: its `mask_cut`.
    """
    kept = {id(group) for group in groups}
    return [
        segment
        for group in played
        for each in group.trajectories
        if id(group) not in kept or not is_valid(each, algorithm)
        for segment in each.segments
        if any(segment.policy)
    ]


def rows_of(segments: Sequence[Segment]) -> list[Row]:
    """Segments with drawn tokens as rows, with flat vectors of their own."""
    rows: list[Row] = []
    for number, segment in enumerate(segments):
        start = rows[-1].end if rows else 0
        rows.append(Row(segment, number, start, start + sum(segment.policy)))
    return rows


def gathered_step(learnt: Experience, world: World) -> tuple[Outcomes, int, int]:
    """The outcomes of all processes as one, with numbers of groups, trajectories and states that are distinct.

    Beside them, the numbers that the first trajectory and the first turn of this process have there.
    """
    parts = world.gather(learnt.gathered)
    rows = [(rank, *row) for rank, part in enumerate(parts) for row in part]
    turns = [
        (number, reward, (rank, group, state))
        for number, (rank, _, _, group, _, played) in enumerate(rows)
        for reward, state in played
    ]
    outcomes = Outcomes(
        rewards=torch.tensor([value for _, value, *_ in rows], dtype=torch.float32),
        groups=_numbered((rank, group) for rank, _, _, group, *_ in rows),
        valid=torch.tensor([valid for _, _, valid, *_ in rows], dtype=torch.bool),
        turn_rewards=torch.tensor([reward for _, reward, _ in turns], dtype=torch.float32),
        turn_trajectories=torch.tensor([number for number, _, _ in turns], dtype=torch.long),
        turn_states=_numbered(state for _, _, state in turns),
        kinds=_numbered(kind for *_, kind, _ in rows),
    )
    before = [row for part in parts[: world.rank] for row in part]
    return outcomes, len(before), sum(len(played) for *_, played in before)


def _numbered(keys: Iterable[Hashable]) -> Tensor:
    """A number for each key, from 0 in the order in which they come; equal ones for equal keys."""
    numbers: dict[Hashable, int] = {}
    return torch.tensor([numbers.setdefault(key, len(numbers)) for key in keys], dtype=torch.long)
