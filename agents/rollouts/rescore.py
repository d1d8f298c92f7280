"""Scoring stored trajectories again: each is replayed in a fresh environment and compared with what was stored."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ...envs.batch import verify_many
from ...envs.replay import replay
from ...verifiers.base import Reason, Verdict
from ..trajectory import Trajectory
from .storage import read_trajectories

_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Rescored:
    """A stored trajectory and what its actions are worth today.

    Attributes:
        trajectory: as it was stored; only those that were scored are scored again.
        now: the verdict of a replay.
    """

    trajectory: Trajectory
    now: Verdict

    @property
    def differs(self) -> bool:
        """Whether score or reason are others than those stored; false if the replay could not be scored."""
        then = self.trajectory.verdict
        return self.now.scored and (
            then is None or (then.score, then.reason) != (self.now.score, self.now.reason)
        )


def rescore(path: str | Path) -> Iterator[Rescored]:
    """Replay every scored trajectory of a file or folder, in order; programs run in parallel.

    Raises:
        SandboxUnavailable: if programs have to be run and there is nothing to run them in.
    """
    scored = (trajectory for trajectory in read_trajectories(path) if trajectory.scored)
    while some := list(islice(scored, _AT_ONCE)):
        for trajectory, now in zip(some, _verdicts(some), strict=True):
            yield Rescored(trajectory, now)


def _verdicts(trajectories: Sequence[Trajectory]) -> list[Verdict]:
    """The verdicts of replays; those with the same options are replayed together."""
    by_options: dict[str, list[int]] = defaultdict(list)
    for number, trajectory in enumerate(trajectories):
        by_options[json.dumps(trajectory.env_options, sort_keys=True)].append(number)
    found: dict[int, Verdict] = {}
    for numbers in by_options.values():
        alike = [trajectories[number] for number in numbers]
        options = dict(alike[0].env_options)
        mode = options.pop("extraction", "strict")
        try:
            verdicts = verify_many([(each.task, each.actions) for each in alike], mode=mode, **options)
        except ValueError:  # one of them goes on after its end: then each on its own
            verdicts = [_alone(each) for each in alike]
        found.update(zip(numbers, verdicts, strict=True))
    return [found[number] for number in range(len(trajectories))]


def _alone(trajectory: Trajectory) -> Verdict:
    try:
        return replay(trajectory.task, trajectory.actions, **trajectory.env_options)
    except ValueError as error:
        return Verdict(0.0, Reason.ILLEGAL, str(error))
