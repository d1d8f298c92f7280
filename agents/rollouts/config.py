"""How episodes are played, and what it took."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ...pools.pool import Engine, check_engine
from ..engine import Sampling


@dataclass(frozen=True)
class RolloutConfig:
    """How episodes are played.

    Attributes:
        sampling: how tokens are drawn; its `max_tokens` bounds one turn.
        max_turns: turns of an episode, besides the environment's own cap, which the prompt states; None for
            no other cap.
        max_episode_tokens: tokens that the policy may draw in an episode, over all turns; None for no cap but the
            engine's context.
        concurrent: episodes under way at once.
        lockstep: a round at a time: the model goes on when every environment has been stepped, and requests come
            in the order of the jobs, so that a run repeats bit for bit whatever threads do. Without it, whoever is
            ready goes on, so that the engine never waits for a slow environment.
        workers: slow environments that are stepped at once, each in a thread of its own.
        processes: processes that environments are in; 0 for that of the rollout. See `rlvr.agents.rollouts.processes`.
        processes_engine: where they are: ``local``, or ``ray`` for actors on the hosts of a Ray cluster.
        step_seconds: longest time of one step or reset; an environment that takes longer is given up, and its episode
            masked. None waits for ever.
        episode_seconds: longest time of an episode from its start. None for any.
        keep_unhinted: note the first context without the hint in ``extra["unhinted"]`` of hinted episodes, as tokens.
        stall_seconds: how long the engine may work without finishing anything before all that is pending is given
            up. It must be well above the time of the longest completion. None waits for ever.
    """

    sampling: Sampling = field(default_factory=Sampling)
    max_turns: int | None = None
    max_episode_tokens: int | None = None
    concurrent: int = 1024
    lockstep: bool = False
    workers: int = 64
    processes: int = 0
    processes_engine: Engine = "local"
    step_seconds: float | None = 300.0
    episode_seconds: float | None = None
    stall_seconds: float | None = 1800.0
    keep_unhinted: bool = False

    def __post_init__(self) -> None:
        for name in ("max_turns", "max_episode_tokens", "concurrent", "workers"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        check_engine(self.processes_engine)
        if self.processes < 0:
            raise ValueError(f"processes must be at least 0, not {self.processes}")
        for name in ("step_seconds", "episode_seconds", "stall_seconds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be above 0, not {value}; None for no limit")
        if self.sampling.max_tokens < 1:
            raise ValueError(f"sampling.max_tokens must be at least 1, not {self.sampling.max_tokens}")


@dataclass(slots=True)
class RolloutStatistics:
    """What playing episodes took.

    Attributes:
        episodes: episodes that ended.
        turns: actions that environments were given.
        tokens: tokens that the policy drew.
        cut: episodes that ran out of tokens, turns or context.
        masked: episodes that could not be scored.
        seconds: wall-clock time of it all.
        engine_seconds: of that, spent in calls of the engine.
        environment_seconds: of that, spent waiting for environments: for quick ones while they are stepped, for slow
            ones only while the engine had nothing to do.
        step_seconds: time that environments took, added up over all of them.
        errors: what went wrong with masked episodes, and how often.
    """

    episodes: int = 0
    turns: int = 0
    tokens: int = 0
    cut: int = 0
    masked: int = 0
    seconds: float = 0.0
    engine_seconds: float = 0.0
    environment_seconds: float = 0.0
    step_seconds: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)
