"""The rollouts of a step: played now, or while the step before is learnt from.

What is played is decided before it begins: the prompts, the seeds and the weights. So it does not matter to what comes
of it when it is waited for, and a checkpoint may keep it (`Ahead.pack`).
"""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from .distributed import World
from .rollouts.config import RolloutStatistics
from .rollouts.rows import from_row, to_row
from .task_source import Prompt
from .trajectory import Group


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

    def pack(self, world: World) -> Tensor:
        """What all processes have played, as the bytes of a packed JSON text, for a checkpoint. Waits for it."""
        played = self.wait()
        mine = {
            "places": played.places,
            "groups": [[to_row(each) for each in group.trajectories] for group in played.groups],
            "error": None if played.error is None else str(played.error),
        }
        text = json.dumps(world.gather(mine)).encode()
        return torch.frombuffer(bytearray(zlib.compress(text, 1)), dtype=torch.uint8)

    def _play(self, play: Callable[[], Played]) -> None:
        try:
            self._played = play()
        except BaseException as error:
            self._error = error


def unpack(state: Tensor, prompts: Sequence[Prompt], world: World) -> Played:
    """The part of this process of what `Ahead.pack` gave; the processes may have been others in number."""
    parts: list[dict[str, Any]] = json.loads(zlib.decompress(state.numpy().tobytes()))
    rows = {place: row for part in parts for place, row in zip(part["places"], part["groups"], strict=True)}
    mine: Iterable[int] = (
        parts[world.rank]["places"] if len(parts) == world.size else sorted(rows)[world.rank :: world.size]
    )
    places = list(mine)
    failed = [part["error"] for part in parts if part["error"] is not None]
    return Played(
        places,
        [
            Group(prompts[place].task, [from_row(row) for row in rows[place]], prompts[place].arm)
            for place in places
        ],
        error=RuntimeError(failed[0]) if failed and not any(rows[place] for place in places) else None,
    )


def mean_age(groups: Iterable[Group], version: int, world: World) -> float:
    """By how many updates the drawn tokens of all processes are older than a version, on average."""
    ages = [
        version - drawn_by
        for group in groups
        for each in group.trajectories
        for segment in each.segments
        for drawn_by in segment.versions
        if drawn_by >= 0
    ]
    gathered = world.gather([sum(ages), len(ages)])
    return float(sum(total for total, _ in gathered) / max(1, sum(count for _, count in gathered)))
