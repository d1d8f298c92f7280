"""What the samples of one player say: rates with intervals for each level, each environment, and all together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isinf, isnan, nan, prod
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...generators.base import derive_seed
from ..intervals import Estimate, estimates, stratified_means, wilson
from .passes import above_chance, chance_at_k, majority_at_k, pass_at_k
from .samples import Sample, read_samples

K = TypeVar("K")


@dataclass(frozen=True)
class Problem:
    """All samples of one task.

    Attributes:
        task: its id.
        env: its environment.
        family: of the environment.
        level: its level.
        guess_rate: chance of a blind answer.
        wordings: the scored samples of each wording, by its number, in the order of their numbers.
        masked: samples whose machinery failed.
    """

    task: str
    env: str
    family: str
    level: int
    guess_rate: float
    wordings: Mapping[int, Sequence[Sample]]
    masked: int

    @property
    def arm(self) -> str:
        """Environment and level."""
        return f"{self.env}:{self.level}"

    @property
    def samples(self) -> list[Sample]:
        """All scored ones."""
        return [sample for samples in self.wordings.values() for sample in samples]

    def pass_at(self, k: int, right: Callable[[Sample], bool] = lambda sample: sample.passed) -> float:
        """Mean over wordings of pass@k, of samples counted by `right`; NaN if no wording has `k` scored ones."""
        rates = [
            pass_at_k(len(samples), sum(map(right, samples)), k)
            for samples in self.wordings.values()
            if len(samples) >= k
        ]
        return float(np.mean(rates)) if rates else nan

    def majority_at(self, k: int) -> float:
        """Mean over wordings of maj@k; NaN where there is nothing to vote on."""
        rates = [
            majority_at_k(
                [sample.answer for sample in samples],
                [sample.passed for sample in samples],
                k,
                seed=derive_seed("majority", self.task, number, k),
            )
            for number, samples in self.wordings.items()
            if len(samples) >= k and all(sample.votes for sample in samples)
        ]
        return float(np.mean(rates)) if rates else nan

    def certified_at(self, k: int) -> float:
        """Pass@k of answers that are right and shown to be; NaN in families without certificates."""
        return nan if self._bare else self.pass_at(k, lambda sample: bool(sample.shown))

    def answered_at(self, k: int) -> float:
        """Pass@k of answers that are right, shown or not; NaN in families without certificates."""
        return nan if self._bare else self.pass_at(k, lambda sample: bool(sample.answer_right))

    @property
    def above_chance(self) -> float:
        """Pass@1 without luck."""
        return above_chance(self.pass_at(1), self.guess_rate)

    @property
    def rates(self) -> list[float]:
        """Pass rate in each wording that has samples."""
        return [float(np.mean([s.passed for s in samples])) for samples in self.wordings.values() if samples]

    @property
    def _bare(self) -> bool:
        return any(sample.shown is None for sample in self.samples)


@dataclass(frozen=True)
class Measures:
    """What a set of problems says; each arm weighs the same.

    Attributes:
        tasks: problems with at least one scored sample.
        samples: scored samples.
        masked: samples whose machinery failed; they count nowhere else.
        pass_at: pass@k.
        majority_at: maj@k, where answers can be voted on; else empty.
        answered_at: in families with certificates, pass@k of right answers, shown or not; else empty.
        certified_at: there, pass@k of right answers that are shown to be; else empty.
        chance_at: pass@k of blind answers.
        above_chance: pass@1 without luck, (p - g)/(1 - g).
        worst_wording: mean over problems of the pass rate in the problem's worst wording; with few samples it is low
            by chance alone. NaN if wordings were not varied.
        every_wording: chance of being right in all wordings of a problem, a sample in each; free of that bias.
        by_wording: pass@1 in the wording of each number.
        cut: share of samples that ran out of tokens, turns or context.
        turns: mean number of actions.
        tokens: mean number of tokens drawn.
    """

    tasks: int
    samples: int
    masked: int
    pass_at: dict[int, Estimate]
    majority_at: dict[int, Estimate]
    answered_at: dict[int, Estimate]
    certified_at: dict[int, Estimate]
    chance_at: dict[int, float]
    above_chance: Estimate
    worst_wording: Estimate
    every_wording: Estimate
    by_wording: dict[int, Estimate]
    cut: float
    turns: float
    tokens: float


@dataclass(frozen=True)
class EvaluationReport:
    """The samples of one player and what they say.

    Attributes:
        name: of the player.
        config: what was measured and how, as it is saved.
        samples: all of them, masked ones too.
        notes: what was not as asked for.
        ks: numbers of draws to report, 1 always among them; by default powers of two up to the number of samples.
    """

    name: str
    config: Mapping[str, Any]
    samples: Sequence[Sample]
    notes: Sequence[str] = ()
    ks: tuple[int, ...] = field(default=())

    def __post_init__(self) -> None:
        most = int(self.config["samples"])
        if not self.ks:
            object.__setattr__(self, "ks", powers_of_two(most))
        check_ks(self.ks, most)
        if self.ks[0] != 1:
            object.__setattr__(self, "ks", (1, *self.ks))
        # Whatever order samples came in, the same ones give the same numbers, redrawn tasks included.
        places = {env: place for place, env in enumerate(self.config["envs"])}
        ordered = sorted(self.samples, key=lambda s: (places[s.env], s.level, *s.key))
        object.__setattr__(self, "samples", ordered)

    @classmethod
    def load(cls, folder: Path, ks: Sequence[int] = ()) -> EvaluationReport:
        """The report of a saved evaluation, complete or not.

        Raises:
            ValueError: if the folder holds none, or a k is above its number of samples.
        """
        config, samples = read_samples(folder)
        return cls(str(config["player"]), config, samples, (), tuple(ks))

    @cached_property
    def problems(self) -> list[Problem]:
        """The samples by task, in the order in which tasks first come."""
        by_task: dict[str, list[Sample]] = {}
        for sample in self.samples:
            by_task.setdefault(sample.task, []).append(sample)
        return [_problem(samples) for samples in by_task.values()]

    @cached_property
    def arms(self) -> dict[tuple[str, int], Measures]:
        """What is measured of each (environment, level)."""
        return self._by(lambda problem: (problem.env, problem.level))

    @cached_property
    def envs(self) -> dict[str, Measures]:
        """Of each environment, its levels weighing the same."""
        return self._by(lambda problem: problem.env)

    @cached_property
    def total(self) -> Measures:
        """Of everything, each (environment, level) weighing the same."""
        return measure(self.problems, self.ks)

    def to_json(self) -> dict[str, Any]:
        """All numbers as one JSON object: null where there is nothing to tell."""
        return {
            "name": self.name,
            "config": dict(self.config),
            "notes": list(self.notes),
            "total": plain(self.total),
            "envs": {env: plain(found) for env, found in self.envs.items()},
            "arms": {f"{env}:{level}": plain(found) for (env, level), found in self.arms.items()},
        }

    def _by(self, key: Callable[[Problem], K]) -> dict[K, Measures]:
        groups: dict[K, list[Problem]] = {}
        for problem in self.problems:
            groups.setdefault(key(problem), []).append(problem)
        return {name: measure(problems, self.ks) for name, problems in groups.items()}


def powers_of_two(most: int) -> tuple[int, ...]:
    """1, 2, 4, ... up to `most`."""
    return tuple(1 << power for power in range(most.bit_length()))


def check_ks(ks: Sequence[int], samples: int) -> None:
    """Complain of numbers of draws that so many samples cannot give.

    Raises:
        ValueError: with what to do.
    """
    if list(ks) != sorted(set(ks)) or not ks or ks[0] < 1:
        raise ValueError(f"k must be rising whole numbers from 1, not {', '.join(map(str, ks)) or 'none'}")
    if ks[-1] > samples:
        raise ValueError(
            f"pass@{ks[-1]} needs {ks[-1]} samples of each task, there are {samples}: take more samples"
        )


def measure(problems: Sequence[Problem], ks: Sequence[int]) -> Measures:
    """What these problems say."""
    numbers = sorted({number for problem in problems for number in problem.wordings})
    varied = len(numbers) > 1
    columns: dict[tuple[str, int], list[float]] = {}
    for k in ks:
        columns["pass", k] = [problem.pass_at(k) for problem in problems]
        columns["majority", k] = [problem.majority_at(k) for problem in problems]
        columns["answered", k] = [problem.answered_at(k) for problem in problems]
        columns["certified", k] = [problem.certified_at(k) for problem in problems]
    columns["above", 1] = [problem.above_chance for problem in problems]
    columns["worst", 1] = [min(problem.rates, default=nan) if varied else nan for problem in problems]
    columns["every", 1] = [prod(problem.rates) if varied and problem.rates else nan for problem in problems]
    for number in numbers if varied else ():
        columns["wording", number] = [_rate(problem.wordings.get(number, ())) for problem in problems]
    arms = [problem.arm for problem in problems]
    found = dict(zip(columns, estimates(_stacked(columns), arms), strict=True))
    if len({problem.pass_at(1) for problem in problems if problem.samples}) == 1:
        found["above", 1] = _above_chance(problems, arms, found["above", 1].value)
    chances = [[chance_at_k(problem.guess_rate, k) for k in ks] for problem in problems]
    samples = [sample for problem in problems for sample in problem.samples]

    def curve(name: str) -> dict[int, Estimate]:
        return {k: found[name, k] for kind, k in found if kind == name and not isnan(found[name, k].value)}

    return Measures(
        tasks=sum(bool(problem.samples) for problem in problems),
        samples=len(samples),
        masked=sum(problem.masked for problem in problems),
        pass_at=curve("pass"),
        majority_at=curve("majority"),
        answered_at=curve("answered"),
        certified_at=curve("certified"),
        chance_at={k: e.value for k, e in zip(ks, estimates(chances, arms, draws=1), strict=True)},
        above_chance=found["above", 1],
        worst_wording=found["worst", 1],
        every_wording=found["every", 1],
        by_wording=curve("wording"),
        cut=_mean([sample.cut for sample in samples]),
        turns=_mean([sample.turns for sample in samples]),
        tokens=_mean([sample.tokens for sample in samples]),
    )


def _above_chance(problems: Sequence[Problem], arms: Sequence[str], value: float) -> Estimate:
    """For problems that all have one pass rate: what Wilson's interval of that rate is without luck."""
    rate = wilson([problem.pass_at(1) for problem in problems if problem.samples])

    def without_luck(end: float) -> float:
        return float(stratified_means([above_chance(end, problem.guess_rate) for problem in problems], arms)[0])

    return Estimate(value, without_luck(rate.low), without_luck(rate.high))


def plain(value: Any) -> Any:
    """A value as JSON: estimates as objects, NaN as null, infinity as a word, numbers of draws as keys."""
    if isinstance(value, Estimate):
        return {"value": plain(value.value), "low": plain(value.low), "high": plain(value.high)}
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, float):
        return None if isnan(value) else "infinite" if isinf(value) else value
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value


def _problem(samples: Sequence[Sample]) -> Problem:
    first = samples[0]
    wordings: dict[int, list[Sample]] = {}
    for sample in sorted(samples, key=lambda sample: (sample.wording, sample.sample)):
        known = wordings.setdefault(sample.wording, [])
        if sample.scored:
            known.append(sample)
    masked = sum(not sample.scored for sample in samples)
    return Problem(first.task, first.env, first.family, first.level, first.guess_rate, wordings, masked)


def _stacked(columns: Mapping[tuple[str, int], Sequence[float]]) -> NDArray[np.float64]:
    return np.array(list(columns.values()), dtype=np.float64).T


def _rate(samples: Sequence[Sample]) -> float:
    return _mean([sample.passed for sample in samples])


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else nan
