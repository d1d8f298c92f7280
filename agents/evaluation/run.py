"""An evaluation: a player on the test split, several samples a task, without hints; failures are masked, never zeros.

Samples are written as they come. A killed evaluation goes on where it was: the same call with the same folder plays
what is missing, and the numbers are those of a run without a break, since what is drawn for a sample depends on the
seed, the task and the number of the sample alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ... import registry
from ...generators.base import Split
from ..rollouts.collector import RolloutError
from ..rollouts.jobs import EpisodeJob
from ..trajectory import Trajectory
from .report import EvaluationReport
from .samples import Key, Sample, SampleFile
from .tasks import Question, draw_tasks


class Player(Protocol):
    """Plays episodes: a `rlvr.agents.rollouts.collector.Collector`, or a `PolicyPlayer`."""

    def stream(self, jobs: Iterable[EpisodeJob], *, seed: int) -> Iterator[Trajectory]:
        """Trajectories of the jobs, as episodes end."""


@dataclass(frozen=True)
class EvaluationConfig:
    """What is measured.

    Attributes:
        envs: ids or short names.
        levels: lowest and highest level; None for all.
        tasks: distinct problems of each environment and level.
        samples: responses to each, in each wording.
        split: of which split; ``train`` tells what was learned by heart.
        seed: decides the problems, and with them what is drawn.
        wordings: ask each problem in all its wordings.
        env_options: options of the environments. Hints are off, whatever they say.
        difficulty: instead of `levels`, lowest and highest on the scale of docs/difficulty.md. A level beyond the table
            is numbered on: 8 is the first one beyond 7.
    """

    envs: tuple[str, ...]
    levels: tuple[int, int] | None = None
    tasks: int = 64
    samples: int = 4
    split: Split = "test"
    seed: int = 0
    wordings: bool = False
    env_options: Mapping[str, Any] = field(default_factory=dict)
    difficulty: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        for name in ("tasks", "samples"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.split not in ("train", "test"):
            raise ValueError(f"split must be 'train' or 'test', not {self.split!r}")
        if self.env_options.get("hints"):
            raise ValueError("hints are off in an evaluation; leave hints out of env_options")


def evaluate(
    player: Player,
    config: EvaluationConfig,
    *,
    name: str,
    settings: Mapping[str, Any] | None = None,
    out: Path | None = None,
    retry_masked: bool = False,
    on_sample: Callable[[Sample, int, int], None] | None = None,
) -> EvaluationReport:
    """Play all samples, or those that are missing, and report.

    Args:
        player: who plays.
        config: what is measured.
        name: of the player, for tables.
        settings: whatever else decides what the player writes (model, temperature, budgets); JSON.
        out: the folder to keep the samples in; None keeps them in memory only.
        retry_masked: play samples again that were masked in an earlier call.
        on_sample: called with each new sample, the number of samples there are by now, and that of all.

    Raises:
        UnknownEnvironment: if there is no such environment.
        ValueError: if the configuration is wrong, or the folder cannot be used.
        SandboxUnavailable: if programs have to be run and there is nothing to run them in.
    """
    questions, notes = draw_tasks(
        config.envs,
        config.levels,
        config.tasks,
        split=config.split,
        seed=config.seed,
        wordings=config.wordings,
        difficulty=config.difficulty,
    )
    identity: dict[str, Any] = {
        **asdict(config),
        "levels": None if config.levels is None else list(config.levels),
        "envs": [registry.get(env).id for env in config.envs],
        "env_options": dict(config.env_options),
        "player": name,
        "settings": dict(settings or {}),
        "version": 1,
    }
    if config.difficulty is None:  # as it was before there was one: saved evaluations go on
        del identity["difficulty"]
    else:
        identity["difficulty"] = list(config.difficulty)
    file = SampleFile(out, identity) if out is not None else None
    with file.writing() if file is not None else nullcontext() as writer:
        found: dict[Key, Sample] = file.read() if file is not None else {}
        done = {key for key, sample in found.items() if sample.scored or not retry_masked}
        total = len(questions) * config.samples
        try:
            for sample in _played(player, questions, config, done):
                if writer is not None:
                    writer.add(sample)
                found[sample.key] = sample
                if on_sample is not None:
                    on_sample(sample, len(found), total)
        except RolloutError as error:  # every sample of this call was masked: the report says so
            notes.append(str(error))
    order = [(question.task.id, question.wording) for question in questions]
    samples = [
        found[(*key, number)] for key in order for number in range(config.samples) if (*key, number) in found
    ]
    return EvaluationReport(name, identity, samples, notes)


def _played(
    player: Player, questions: Iterable[Question], config: EvaluationConfig, done: set[Key]
) -> Iterator[Sample]:
    """The samples that are not yet done; each wording of a task has samples, and so random numbers, of its own."""
    options = {**config.env_options, "hints": False}
    jobs = [
        EpisodeJob(question.task, question.wording * config.samples + number, options)
        for question in questions
        for number in range(config.samples)
        if (question.task.id, question.wording, number) not in done
    ]
    for trajectory in player.stream(jobs, seed=config.seed):
        wording, number = divmod(trajectory.sample, config.samples)
        yield Sample.of(trajectory, wording, number)
