"""A second stage of rollouts within the step, for prompts that the first stage found hard.

``dars`` (Yang et al. 2025, arXiv:2508.13755): more rollouts, merged into the group. A task's weight in the update is
the sum of its absolute advantages, N S(p), with S = 2 sqrt(p (1 - p)), or 2 p (1 - p) where advantages are not divided
by the deviation; p = 0 counts as 0.5/N. If p < 0.5 the group gets ceil((A - N S)/S) rollouts more, A being the largest
weight that N rollouts can have (``equal``), or 2 (1 - p) times that (``hardness``).

``ghpo`` (Liu et al. 2025, arXiv:2507.10628): if all rollouts of a prompt fail, they are played again with the first 25%
of the worked solution in the prompt, then with 50%, then with 75%, until one passes. What is learnt from is the last
group alone, with the hint in its prompt (see ``algorithm.hint_ratio`` for learning it on the prompt without).

``seele`` (Li et al. 2025, arXiv:2509.06923): rounds, each with the part of the worked solution that should
bring accuracy on this very problem to one half. After each round a three-parameter curve is fitted to what was seen of
the problem (`curricula.three_parameters`). The advantage is taken over the rollouts of all hinted rounds together. Here
the first stage has no hint and is not learnt from where hinted rounds follow; none follow where accuracy is enough.

The size of a group is chosen after some of its results are known, which biases its mean a little (optional stopping);
the papers accept that. The curriculum sees the first stage only, and records count hinted groups under a name of
their own, so that pass rates remain those of the policy unaided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

from .curricula.base import Arm
from .curricula.dars import Schedule, extra_samples
from .curricula.hintable import refuse_without_hints
from .curricula.three_parameters import fit
from .task_source import Prompt
from .trajectory import Group

Play = Callable[[list[Prompt]], list[Group]]
"""Plays prompts: a group for each, without trajectories if none could be scored."""


@dataclass(frozen=True)
class More:
    """Further rollouts of a prompt.

    Attributes:
        samples: how many.
        hint: the part of the worked solution that is given away.
        instead: whether they take the place of those before them.
        mixed: whether rollouts with other hints may follow into the same group.
    """

    samples: int
    hint: float = 0.0
    instead: bool = False
    mixed: bool = False


class SecondStage(Protocol):
    """Says what is played again.

    Attributes:
        rounds: how often it is asked.
    """

    rounds: int

    def more(self, number: int, prompt: Prompt, group: Group) -> More | None:
        """Further rollouts of a prompt in round `number`, from 0; None for none."""


class MoreRollouts:
    """DARS; see the module.

    Args:
        schedule: ``equal`` or ``hardness``.
        limit: rollouts of both stages together at the most; the paper's are 32 (``equal``) and 64 (``hardness``).
        normalised: whether advantages are divided by the group's deviation.
    """

    rounds = 1

    def __init__(
        self, *, schedule: Schedule = "equal", limit: int | None = None, normalised: bool = True
    ) -> None:
        if schedule not in ("equal", "hardness"):
            raise ValueError(f"second_stage_options: schedule must be 'equal' or 'hardness', not {schedule!r}")
        self.schedule: Schedule = schedule
        self.limit = limit if limit is not None else 32 if schedule == "equal" else 64
        self.normalised = normalised

    def more(self, number: int, prompt: Prompt, group: Group) -> More | None:
        """As many as the formula says, by the scored rollouts."""
        passed, scored = _passed(group)
        if not scored:
            return None
        extra = extra_samples(
            passed, scored, schedule=self.schedule, limit=self.limit, normalised=self.normalised
        )
        return More(extra, prompt.hint) if extra else None


class GrowingHints:
    """GHPO; see the module.

    Args:
        stages: fractions of the worked solution, rising.
    """

    def __init__(self, *, stages: Sequence[float] = (0.25, 0.5, 0.75)) -> None:
        rising = all(a < b for a, b in pairwise(stages))
        if not stages or not rising or not all(0 < stage < 1 for stage in stages):
            raise ValueError(
                f"second_stage_options: stages must rise between 0 and 1, not {', '.join(map(str, stages)) or 'none'}"
            )
        self.stages = tuple(stages)
        self.rounds = len(self.stages)

    def more(self, number: int, prompt: Prompt, group: Group) -> More | None:
        """The whole group again with the next hint, if nothing has passed; prompts that came with a hint are left."""
        passed, scored = _passed(group)
        if passed or not scored or prompt.hint:
            return None
        return More(prompt.samples, self.stages[number], instead=True)


class FittedHints:
    """SEELE; see the module.

    Args:
        rounds: with hints.
        target: accuracy to aim for.
        samples: rollouts of a round; by default as many as the prompt's first ones.
        most: the largest part of a solution that is given away.
    """

    def __init__(
        self, *, rounds: int = 3, target: float = 0.5, samples: int | None = None, most: float = 0.95
    ) -> None:
        if rounds < 1 or (samples is not None and samples < 2):
            raise ValueError("second_stage_options: rounds must be at least 1, and samples at least 2")
        if not 0 < target < 1 or not 0 < most < 1:
            raise ValueError("second_stage_options: target and most must be between 0 and 1")
        self.rounds, self.target, self.samples, self.most = rounds, target, samples, most
        self._unaided: dict[int, tuple[Prompt, int, int]] = {}

    def more(self, number: int, prompt: Prompt, group: Group) -> More | None:
        """A round with the hint of the curve; prompts that came with a hint are left."""
        if number == 0:
            self._unaided[id(prompt)] = (prompt, *_passed(group))
        owner, passed, scored = self._unaided.pop(id(prompt), (None, 0, 0))
        if owner is not prompt or not scored or prompt.hint or passed >= self.target * scored:
            return None
        if number + 1 < self.rounds:
            self._unaided[id(prompt)] = (prompt, passed, scored)
        points = [(0.0, passed, scored), *(_by_hint(group) if number > 0 else ())]
        hint = min(self.most, fit(points).hint(self.target))
        return More(self.samples or prompt.samples, hint, instead=number == 0, mixed=True)


def _by_hint(group: Group) -> list[tuple[float, int, int]]:
    """The hints of a group's rollouts, each with those that passed and those that could be scored."""
    found: dict[float, list[bool]] = {}
    for each in group.trajectories:
        if each.scored:
            found.setdefault(float(each.extra.get("hint", 0.0)), []).append(each.passed)
    return [(hint, sum(passed), len(passed)) for hint, passed in found.items()]


SECOND_STAGES: dict[str, type[MoreRollouts] | type[GrowingHints] | type[FittedHints]] = {
    "dars": MoreRollouts,
    "ghpo": GrowingHints,
    "seele": FittedHints,
}


def make_second_stage(name: str, arms: Sequence[Arm], options: Mapping[str, Any]) -> SecondStage | None:
    """The second stage of a run; None for the name "".

    Raises:
        ValueError: if there is no such stage or option, or hints are needed and an environment has none.
    """
    if not name:
        if options:
            raise ValueError("second_stage_options are given, but no second_stage")
        return None
    if name not in SECOND_STAGES:
        raise ValueError(f"there is no second_stage {name!r}; there are {', '.join(SECOND_STAGES)}")
    if name in ("ghpo", "seele"):
        refuse_without_hints(f"second_stage={name}", arms)
    try:
        return SECOND_STAGES[name](**options)
    except TypeError as error:
        raise ValueError(f"second_stage_options of {name}: {error}") from None


def play_second_stage(
    stage: SecondStage, prompts: Sequence[Prompt], groups: Sequence[Group], play: Play
) -> tuple[list[Group], list[Group]]:
    """Play what the stage asks for.

    Args:
        stage: says what is played again.
        prompts: of the first stage.
        groups: what was played of each.
        play: plays further prompts.

    Returns:
        A group to learn from for each prompt; and those whose place another has taken. The groups given stay as they
        are.
    """
    found, replaced = list(groups), []
    for number in range(stage.rounds):
        asked = [
            (place, more)
            for place, prompt in enumerate(prompts)
            if prompt.draw is not None and (more := stage.more(number, prompt, found[place])) is not None
        ]
        if not asked:
            break
        played = play([_again(prompts[place], found[place], more) for place, more in asked])
        for (place, more), group in zip(asked, played, strict=True):
            before = found[place]
            if not group.trajectories:
                continue  # nothing could be scored: what is known stays
            if more.instead:
                replaced.append(before)
                arm = f"{prompts[place].arm}:hint{'s' if more.mixed else round(100 * more.hint)}"
                found[place] = Group(group.task, group.trajectories, arm)
            else:
                found[place] = Group(before.task, [*before.trajectories, *group.trajectories], before.arm)
    return found, replaced


def _again(prompt: Prompt, group: Group, more: More) -> Prompt:
    assert prompt.draw is not None
    first = 0 if more.instead else len(group.trajectories)
    return replace(prompt, samples=more.samples, first=first, draw=replace(prompt.draw, hint=more.hint))


def _passed(group: Group) -> tuple[int, int]:
    """Rollouts that are right, and those that could be scored."""
    scored = [each for each in group.trajectories if each.scored]
    return sum(each.passed for each in scored), len(scored)
