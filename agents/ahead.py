"""The rollouts of a step: played now, or while the step before is learnt from.

What is played is decided before it begins: the prompts, the seeds and the weights. So it does not matter to what comes
of it when it is waited for, and a checkpoint may keep it (`Ahead.to_json`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .rollouts.jobs import RolloutStatistics
from .rollouts.rows import from_row, to_row
from .task_source import Prompt
from .trajectory import Group, Trajectory


@dataclass
class Played:
    """What this process has played of some prompts.

    Attributes:
        places: which of the prompts, in order.
        groups: their rollouts; without trajectories if none could be scored.
        statistics: what it took.
        error: why none could be scored.
    """

    places: list[int]
    groups: list[Group]
    statistics: RolloutStatistics = field(default_factory=RolloutStatistics)
    error: Exception | None = None


class Ahead:
    """The rollouts of a step that is learnt from later, under way in a thread.

    Args:
        prompts: of the step, of all processes.
        source: state of the source of tasks before they were asked for.
        play: plays those of this process.
    """

    def __init__(
        self, prompts: Sequence[Prompt], source: Mapping[str, Any], play: Callable[[], Played]
    ) -> None:
        self.prompts, self.source = prompts, source
        self._played: Played | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._play, args=(play,), name="rlvr-ahead", daemon=True)
        self._thread.start()

    def wait(self) -> Played:
        """What was played, once it has been.

        Raises:
            Exception: that which ended it.
        """
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._played is not None
        return self._played

    def give_up(self, seconds: float) -> None:
        """Wait for its end, whatever it is, but no longer than this."""
        self._thread.join(seconds)

    def to_json(self) -> dict[str, Any]:
        """What was played, as `played_of` reads it; waits for it."""
        played = self.wait()
        return {
            "places": played.places,
            "groups": [[to_row(each) for each in group.trajectories] for group in played.groups],
            "error": None if played.error is None else str(played.error),
        }

    def _play(self, play: Callable[[], Played]) -> None:
        try:
            self._played = play()
        except BaseException as error:
            self._error = error


def played_of(told: Sequence[Mapping[str, Any]], prompts: Sequence[Prompt], rank: int, size: int) -> Played:
    """The part of this process of what `Ahead.to_json` gave on each process, which may have been others in number."""
    rows = {place: row for part in told for place, row in zip(part["places"], part["groups"], strict=True)}
    places: Iterable[int] = told[rank]["places"] if len(told) == size else sorted(rows)[rank::size]
    own = list(places)
    failed = [part["error"] for part in told if part["error"] is not None]
    return Played(
        own,
        [
            Group(prompts[place].task, [from_row(row) for row in rows[place]], prompts[place].arm)
            for place in own
        ],
        error=RuntimeError(failed[0]) if failed and not any(rows[place] for place in own) else None,
    )


def age_of(trajectories: Iterable[Trajectory], version: int) -> tuple[int, int]:
    """By how many updates drawn tokens are older than a version, added up; and their number."""
    ages = [
        version - drawn_by
        for each in trajectories
        for segment in each.segments
        for drawn_by in segment.versions
        if drawn_by >= 0
    ]
    return sum(ages), len(ages)
