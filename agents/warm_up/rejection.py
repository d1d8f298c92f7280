"""Rejection-sampling fine-tuning (expert iteration): sample, keep what the verifier finds right, learn it, again.

Sources: STaR (Zelikman et al. 2022, arXiv:2203.14465), ReST-EM (Singh et al. 2023, arXiv:2312.06585). What is kept is
the tokens that were drawn. A task that is solved often must not crowd out one that is solved rarely: the same text is
kept once, and at most so many of a task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...generators.base import Task, derive_seed
from ..codec import Codec
from ..engine import Engine
from ..language_model import LanguageModel
from ..rollouts.collector import Collector
from ..rollouts.config import RolloutConfig
from ..rollouts.jobs import EpisodeJob
from ..trajectory import Segment, Trajectory
from .supervised import SupervisedConfig, fine_tune


@dataclass(frozen=True)
class RejectionConfig:
    """How expert iteration goes.

    Attributes:
        rounds: of sampling and learning.
        samples: rollouts of each task in a round.
        keep: most right rollouts of a task that are learnt.
        restart: each round learns from the first weights again, with what all rounds kept (STaR, ReST-EM), instead of
            going on with what this round kept.
        rollout: how episodes are played.
        supervised: how what was kept is learnt.
    """

    rounds: int = 3
    samples: int = 8
    keep: int = 4
    restart: bool = False
    rollout: RolloutConfig = field(default_factory=RolloutConfig)
    supervised: SupervisedConfig = field(default_factory=SupervisedConfig)

    def __post_init__(self) -> None:
        for name in ("rounds", "samples", "keep"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")


@dataclass(frozen=True)
class Round:
    """What happened in one round.

    Attributes:
        round: counted from 0.
        pass_rate: of the rollouts that could be scored, before learning.
        solved: share of the tasks that were solved at least once.
        kept: rollouts that were learnt.
        loss: nats a token at the last step; None if nothing was kept, and so nothing learnt.
    """

    round: int
    pass_rate: float
    solved: float
    kept: int
    loss: float | None


def expert_iteration(
    model: LanguageModel,
    engine: Engine,
    codec: Codec,
    tasks: Callable[[int], Sequence[Task]],
    config: RejectionConfig,
    seed: int,
) -> Iterator[Round]:
    """Train `model` on its own right answers, round by round; at the end the engine has the last weights.

    Args:
        model: the policy.
        engine: what samples; it gets the model's weights before each round.
        codec: the chat format of the model.
        tasks: the tasks of a round, by its number; fresh ones each time, if they are to be had.
        config: see `RejectionConfig`.
        seed: of everything random.
    """
    collector = Collector(engine, codec, config.rollout)
    first = (
        {name: value.detach().clone() for name, value in model.state_dict().items()} if config.restart else {}
    )
    pool: list[Trajectory] = []
    for number in range(config.rounds):
        engine.load(model.stream(), engine.version + 1)
        jobs = [EpisodeJob(task, sample) for task in tasks(number) for sample in range(config.samples)]
        found = [t for t in collector.collect(jobs, seed=derive_seed("rejection", seed, number)) if t.scored]
        engine.sleep()
        pool = keep_right([*pool, *found] if config.restart else found, config.keep)
        examples = [segment for trajectory in pool for segment in learnable(trajectory)]
        loss = None
        if examples:
            if config.restart:
                model.load_state_dict(first)
            for step in fine_tune(model, examples, config.supervised, derive_seed("learn", seed, number)):
                loss = step.loss
        solved = {t.task.id for t in found if t.passed}
        yield Round(
            round=number,
            pass_rate=sum(t.passed for t in found) / max(len(found), 1),
            solved=len(solved) / max(len({job.task.id for job in jobs}), 1),
            kept=len(pool),
            loss=loss,
        )
    engine.load(model.stream(), engine.version + 1)


def keep_right(trajectories: Iterable[Trajectory], keep: int) -> list[Trajectory]:
    """Up to `keep` different right trajectories of each task, those that came first, in their order.

    Left out are those that did not end by themselves: text without an end teaches not to end.
    """
    kept: dict[str, dict[tuple[str, ...], Trajectory]] = {}
    for trajectory in trajectories:
        ended = bool(trajectory.turns) and all(turn.stop == "end" for turn in trajectory.turns)
        if trajectory.scored and trajectory.passed and ended:
            of_task = kept.setdefault(trajectory.task.id, {})
            if len(of_task) < keep:
                of_task.setdefault(tuple(trajectory.actions), trajectory)
    return [trajectory for of_task in kept.values() for trajectory in of_task.values()]


def learnable(trajectory: Trajectory) -> list[Segment]:
    """The segments in which the policy drew anything."""
    return [segment for segment in trajectory.segments if any(segment.policy)]
