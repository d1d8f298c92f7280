"""What a property looks at: an entry of the registry and some of its tasks, and the verdicts of answers to them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ..generators.base import Task
from ..spec import TaskSpec
from ..verifiers.base import Reason, Verdict
from ..verifiers.extract import Mode

FEWEST = 2
THOROUGH = 100
"""Draws from which on nothing is spared."""
RUNS_COST = 8


@dataclass
class Probe:
    """An entry and some of its tasks: `draws` for each level, with the seeds 0, 1, 2, ...

    With less than a hundred, properties that look at a few of them look at fewer, but at `FEWEST` at least; where an
    answer is a program that must run, at some levels only and at one task of a level.
    """

    spec: TaskSpec
    draws: int = 200
    tasks: dict[int, list[Task]] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)
    _runs: dict[tuple[str, str], Verdict] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for level in self.spec.levels:
            self.spec.task(level, 0)  # imports are not generation
            start = time.process_time()
            self.tasks[level] = [self.spec.task(level, seed) for seed in range(self.draws)]
            # The processor's clock may stand still while very little is made.
            self.seconds[level] = max(time.process_time() - start, 1e-6) / self.draws

    def of_hundred(self, count: int) -> int:
        """As many of the draws as `count` is of a hundred, and `count` if there are more."""
        return max(min(count, FEWEST), -(-count * min(self.draws, 100) // 100))

    def shown_levels(self, count: int) -> Sequence[int]:
        """The levels that a property looks at: all, or `count` of them where programs run and draws are few."""
        levels = self.spec.levels
        if not self.spec.sandbox or self.draws >= THOROUGH or len(levels) <= count:
            return levels
        apart = (len(levels) - 1) // max(count - 1, 1)
        return tuple(levels[-1 - at * apart] for at in reversed(range(count)))

    def some(self, count: int) -> Iterator[Task]:
        """`count` tasks of a hundred, of every level."""
        for tasks in self.tasks.values():
            yield from tasks[: self.of_hundred(count)]

    def all(self) -> Iterator[Task]:
        """Every task that was drawn."""
        for tasks in self.tasks.values():
            yield from tasks

    def scored(self, count: int) -> Iterator[Task]:
        """`count` tasks of a hundred, of every level; an eighth where scoring an answer means to run a program.

        Of few draws of programs, one of every level, another of each.
        """
        if self.spec.sandbox and self.draws < THOROUGH:
            yield from (tasks[at % self.draws] for at, tasks in enumerate(self.tasks.values()))
        else:
            yield from self.some(-(-count // RUNS_COST) if self.spec.sandbox else count)

    def answer(self, task: Task, answer: str) -> Verdict:
        """The verdict of an answer; one program runs once for all responses that hold it."""
        if not self.spec.sandbox:
            return settled(lambda: self.spec.verify_answer(task.payload, answer))
        at = task.id, answer
        if at not in self._runs:
            self._runs[at] = settled(lambda: self.spec.verify_answer(task.payload, answer))
        return self._runs[at]

    def response(self, task: Task, response: str, mode: Mode = "strict") -> Verdict:
        """The verdict of a response."""
        if not self.spec.sandbox:
            return settled(lambda: self.spec.verify_response(task, response, mode))
        found = self.spec.extract(response, task.marker, mode, task.payload)
        return found.failure() if found.text is None else self.answer(task, found.text)

    def others(self, task: Task) -> list[str]:
        """Answers of other tasks of the same level that are not right for this one."""
        answers = dict.fromkeys(other.answer for other in self.tasks[task.level][:20])
        return [a for a in answers if not self.spec.verify_answer(task.payload, a).passed][:5]


Property = Callable[[Probe], Iterator[str]]


def settled(ask: Callable[[], Verdict]) -> Verdict:
    """A verdict, asked for again if time or our machinery decided it: the machine may have paused."""
    verdict = ask()
    return ask() if verdict.reason in (Reason.TIMEOUT, Reason.INFRA) else verdict


def short(verdict: Verdict) -> str:
    """A verdict in one line: reason, score and the beginning of its message."""
    return f"{verdict.reason} ({verdict.score}): {verdict.message[:120]}"


def likely(trials: int, rate: float, deviations: float, spare: float) -> float:
    """So many of `trials` may come out at a rate, with room for so many standard deviations and a few more."""
    return trials * rate + deviations * math.sqrt(trials * rate) + spare
