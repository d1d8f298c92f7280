"""Many episodes at once: the model writes for some while the environments of others are stepped.

One loop in the caller's thread: start episodes while there is room, ask for actions, let the engine work for a moment,
take what environments gave. Where those are, and how slow ones are kept from holding the others up, is described in
`rlvr.agents.rollouts.environments`; what an episode's tokens are in `rlvr.agents.trajectory`.

**Failures are not zeros.** An environment that breaks ends its episode with `infra`; one that hangs, an episode that
takes too long and an engine that stalls end with `watchdog`. Such trajectories are not `scored`, their error is in
``extra["error"]``, and the run goes on, unless nothing else comes: if all episodes of a call fail, or there is
no sandbox to run programs in, that is an error of the set-up and is raised.

**Budgets.** A turn whose tokens ran out is an action all the same: the environment judges what there is, and the turn's
`stop` says ``length``. An episode without tokens, context or turns for another action ends with `budget`, judged as it
stands.
"""

from __future__ import annotations

import itertools
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import cast

from ...generators.base import derive_seed
from ..codec import Codec
from ..engine import Engine
from ..trajectory import Ending, Trajectory
from .config import RolloutConfig, RolloutStatistics
from .environments import Environments, LocalEnvironments, Said
from .episode import Episode, Written
from .jobs import EpisodeJob
from .pace import Pace
from .steps import Steps
from .text import TextBackend
from .text_writer import TextWriter
from .writers import PendingAction, TokenWriter, Writer

WAIT = 0.02
"""Seconds to wait for environments at a time while there is nothing else to do; then the watchdogs are asked."""

_KEYS = itertools.count()


class RolloutError(RuntimeError):
    """Not one episode could be scored: the set-up is broken, and there is nothing to learn from."""


class RolloutStopped(RuntimeError):
    """`Collector.stop` ended it."""


class Collector:
    """Plays episodes with a model.

    Args:
        engine: what draws tokens; or, without a codec, a backend that writes texts.
        codec: the chat format of the engine's model.
        config: budgets, watchdogs and order.

    Attributes:
        statistics: of the last call, up to date while it runs.
    """

    def __init__(self, engine: Engine | TextBackend, codec: Codec | None, config: RolloutConfig) -> None:
        self._writer: Writer = (
            TextWriter(cast(TextBackend, engine))
            if codec is None
            else TokenWriter(cast(Engine, engine), codec, keep_unhinted=config.keep_unhinted)
        )
        self.config = config
        self.statistics = RolloutStatistics()
        self._elsewhere: Environments | None = None
        self._pace = Pace()
        self._stopped = False

    def stop(self) -> None:
        """End the call that is under way in another thread, or is about to be: it raises `RolloutStopped`."""
        self._stopped = True

    def close(self) -> None:
        """End the processes of environments, if there are any; the next call, which may follow, starts new ones."""
        self._stopped = False
        if self._elsewhere is not None:
            self._elsewhere.close()
            self._elsewhere = None

    def collect(
        self, jobs: Iterable[EpisodeJob], *, seed: int, concurrent: int | None = None
    ) -> list[Trajectory]:
        """Play all jobs.

        Args:
            jobs: what to play; they are taken when there is room for another.
            seed: with task, sample and turn it decides what is drawn.
            concurrent: episodes under way at once, if fewer than the configuration says.

        Returns:
            One trajectory for each job, in their order.

        Raises:
            SandboxUnavailable: if programs have to be run and there is nothing to run them in.
            RolloutError: if no episode could be scored.
        """
        found = dict(self._run(jobs, seed, concurrent))
        return [found[number] for number in range(len(found))]

    def stream(self, jobs: Iterable[EpisodeJob], *, seed: int) -> Iterator[Trajectory]:
        """Play jobs, which are taken when there is room for another, and give trajectories as episodes end.

        Whoever stops listening closes the iterator, which gives up what is pending. See `collect`.
        """
        for _, trajectory in self._run(jobs, seed):
            yield trajectory

    def _run(
        self, jobs: Iterable[EpisodeJob], seed: int, concurrent: int | None = None
    ) -> Iterator[tuple[int, Trajectory]]:
        self.statistics = RolloutStatistics()
        config, environments = self.config, self._environments()
        if concurrent is not None:
            config = replace(config, concurrent=min(concurrent, config.concurrent))
        try:
            rollout = Rollout(self._writer, config, jobs, seed, self.statistics, environments)
            yield from rollout.run(lambda: self._stopped)
        finally:
            if environments is not self._elsewhere:
                environments.close()

    def _environments(self) -> Environments:
        """The processes of environments, which stay between calls; or threads, which end with the call."""
        config = self.config
        if not config.processes:
            return LocalEnvironments(Steps(config.workers, config.step_seconds, pace=self._pace))
        if self._elsewhere is None:
            from .processes import ProcessEnvironments

            made = ProcessEnvironments(
                config.processes, config.workers, config.step_seconds, config.processes_engine
            )
            weakref.finalize(self, made.close)
            self._elsewhere = made
        return self._elsewhere


class Rollout:
    """One call of a collector: the episodes under way; arguments are those of `Collector` and its `collect`."""

    def __init__(
        self,
        writer: Writer,
        config: RolloutConfig,
        jobs: Iterable[EpisodeJob],
        seed: int,
        statistics: RolloutStatistics,
        environments: Environments,
    ) -> None:
        self._writer, self._config, self._seed, self._statistics = writer, config, seed, statistics
        self._jobs = enumerate(jobs)
        self._more = True
        self._environments = environments
        self._ready: list[Episode] = []
        self._asked: dict[int, Episode] = {}
        self._stepping: dict[int, Episode] = {}
        self._ended: list[tuple[int, Trajectory]] = []
        self._played: Counter[str] = Counter()
        self._idle = 0.0  # seconds in which whoever takes the trajectories did something else
        self._next_watch = 0.0
        self._heard_at = 0.0  # when the engine last finished or began something

    def run(self, stopped: Callable[[], bool] = lambda: False) -> Iterator[tuple[int, Trajectory]]:
        """Play; gives the number of each job with its trajectory, as episodes end.

        Args:
            stopped: asked again and again whether to end at once.

        Raises:
            RolloutStopped: if it says so.
        """
        began = self._now()
        try:
            while self._more or self._ready or self._asked or self._stepping:
                if stopped():
                    raise RolloutStopped("the rollout was stopped")
                self._fill()
                self._ask()
                self._listen()
                self._settle()
                self._watch()
                self._statistics.seconds = self._now() - began
                ended, self._ended = self._ended, []
                given = time.monotonic()
                yield from ended
                self._idle += time.monotonic() - given
        finally:
            self._writer.abort(list(self._asked))
            for handle in self._stepping:
                self._environments.leave(handle)
            for episode in (*self._ready, *self._asked.values()):
                self._environments.leave(episode.handle)
        statistics = self._statistics
        if statistics.episodes and statistics.errors.total() == statistics.episodes:
            error, count = statistics.errors.most_common(1)[0]
            raise RolloutError(
                f"none of {statistics.episodes} episodes could be scored; {count} times: {error}"
            )

    # ---- the parts of a turn, in order ---------------------------------------------------------------

    def _fill(self) -> None:
        """Start episodes while there is room."""
        while self._more and self._active < self._config.concurrent:
            number, job = next(self._jobs, (-1, None))
            if job is None:
                self._more = False
                return
            episode = Episode.of(number, job, began=self._now(), seed=self._seed_of(job), handle=next(_KEYS))
            self._stepping[episode.handle] = episode
            episode.env = self._environments.reset(episode.handle, job)

    def _ask(self) -> None:
        """Hand contexts to the engine; in lockstep only once nobody is on the way."""
        if not self._ready or (self._config.lockstep and (self._asked or self._stepping)):
            return
        ready, self._ready = sorted(self._ready, key=lambda episode: episode.number), []
        asks = [self._ask_for(episode) for episode in ready]
        if not self._asked:
            self._heard_at = self._now()
        self._asked.update((ask.key, ask.episode) for ask in asks)
        began = time.perf_counter()
        self._writer.ask(asks)
        self._statistics.engine_seconds += time.perf_counter() - began

    def _listen(self) -> None:
        """Let the engine work, and hand what it wrote to environments."""
        if not self._asked:
            return
        began = time.perf_counter()
        found = self._writer.poll()
        self._statistics.engine_seconds += time.perf_counter() - began
        if found:
            self._heard_at = self._now()
        for written in found:
            if written.key in self._asked:  # else it came after it was given up
                self._heard(self._asked.pop(written.key), written)
        limit = self._config.stall_seconds
        if limit is not None and self._asked and self._now() - self._heard_at > limit:
            asked, self._asked = self._asked, {}
            self._writer.abort(list(asked))
            for episode in asked.values():
                self._end(episode, "watchdog", f"the engine finished nothing for {limit} s")

    def _settle(self) -> None:
        """Take what environments gave; waits for them if the engine has nothing to do."""
        idle = bool(self._stepping) and not self._asked and (self._config.lockstep or not self._ready)
        began = time.perf_counter()
        found = self._environments.finished(WAIT if idle else 0.0)
        self._statistics.environment_seconds += time.perf_counter() - began
        for answer in found:
            if answer.raised is not None:
                raise answer.raised
            episode = self._stepping.pop(answer.handle)
            self._statistics.step_seconds += answer.seconds
            if answer.said is None:
                self._end(episode, "watchdog" if answer.hung else "infra", answer.error)
            else:
                self._said(episode, answer.said, answer.seconds)

    def _watch(self) -> None:
        """End episodes that take too long."""
        limit, now = self._config.episode_seconds, self._now()
        if limit is None or now < self._next_watch:
            return
        self._next_watch = now + WAIT
        for under_way in (self._asked, self._stepping):
            for key in [key for key, episode in under_way.items() if now - episode.began > limit]:
                if under_way is self._asked:
                    self._writer.abort([key])
                self._end(under_way.pop(key), "watchdog", f"the episode took longer than {limit} s")

    # ---- what happens to one episode -----------------------------------------------------------------

    def _ask_for(self, episode: Episode) -> PendingAction:
        budget, sampling = self._config.max_episode_tokens, self._config.sampling
        if budget is not None and budget - episode.drawn < sampling.max_tokens:
            sampling = replace(sampling, max_tokens=budget - episode.drawn)
        seed = derive_seed(episode.seed, len(episode.trajectory.turns))
        return PendingAction(next(_KEYS), episode, sampling, seed)

    def _seed_of(self, job: EpisodeJob) -> int:
        """The seed of an episode; only the same job again depends on what else is played."""
        situation = job.situation
        self._played[situation] += 1
        return derive_seed(self._seed, job.task.id, job.sample, job.repeat + self._played[situation])

    def _heard(self, episode: Episode, written: Written) -> None:
        self._statistics.tokens += written.tokens
        episode.drawn += written.tokens
        if written.stop == "aborted":
            self._end(episode, "infra", written.error)
        elif written.stop == "context" and not written.tokens and not written.text:
            self._end(episode, "budget")  # there was no room for a single token
        else:
            episode.action = written
            self._stepping[episode.handle] = episode
            self._environments.step(episode.handle, written.text)

    def _said(self, episode: Episode, said: Said, seconds: float) -> None:
        if not episode.begun:
            episode.start(said)
            ending, room = None, self._writer.begin(episode)
        else:
            ending = episode.stepped(said, seconds)
            self._statistics.turns += 1
            room = ending is None and not self._spent(episode) and self._writer.observe(episode)
        if room:
            self._ready.append(episode)
        else:
            self._end(episode, ending or "budget")

    def _spent(self, episode: Episode) -> bool:
        turns, tokens = self._config.max_turns, self._config.max_episode_tokens
        many = turns is not None and len(episode.trajectory.turns) >= turns
        return many or (tokens is not None and episode.drawn >= tokens)

    def _end(self, episode: Episode, ending: Ending, error: str = "") -> None:
        self._environments.leave(episode.handle)
        trajectory = episode.end(ending, error)
        if episode.drawn and not trajectory.segments:  # tokens that are not ours to keep are counted
            trajectory.extra["tokens"] = episode.drawn
        statistics = self._statistics
        statistics.episodes += 1
        statistics.cut += trajectory.cut
        if not trajectory.scored:
            statistics.masked += 1
            statistics.errors[str(trajectory.extra.get("error", ""))] += 1
        self._ended.append((episode.number, trajectory))

    def _now(self) -> float:
        return time.monotonic() - self._idle

    @property
    def _active(self) -> int:
        return len(self._ready) + len(self._asked) + len(self._stepping)
