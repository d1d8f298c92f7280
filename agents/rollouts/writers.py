"""Where actions come from: tokens of an engine, or texts of a backend (`rlvr.agents.rollouts.text_writer`).

A writer is what the collector asks. The one for engines keeps the segments of trajectories, and is the only place where
drawn tokens become text and texts of environments become tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..codec import Codec
from ..engine import Completion, Engine, Request, Sampling
from ..trajectory import Segment
from .episode import Episode, Written


@dataclass(frozen=True, slots=True)
class PendingAction:
    """An episode that waits for an action.

    Attributes:
        key: number of the request.
        episode: the episode.
        sampling: how to draw.
        seed: what to draw with.
    """

    key: int
    episode: Episode
    sampling: Sampling
    seed: int


class Writer(Protocol):
    """Writes the actions of many episodes at once."""

    def begin(self, episode: Episode) -> bool:
        """Read what the environment says at the start; false if there is no room for it and an action."""

    def observe(self, episode: Episode) -> bool:
        """Read what the environment said to the last action; false if there is no room for it and another."""

    def ask(self, asks: Sequence[PendingAction]) -> None:
        """Begin to write."""

    def poll(self) -> list[Written]:
        """Work for a moment and return the actions that are finished."""

    def abort(self, keys: Sequence[int]) -> None:
        """Give up; nothing comes back."""


class TokenWriter:
    """Token in, token out: over an engine and the chat format of its model.

    Each turn only adds to the context, so an episode is one segment. What does not fit into the context any more is not
    read: no segment is longer than the model can be trained on.
    """

    def __init__(self, engine: Engine, codec: Codec, *, keep_unhinted: bool = False) -> None:
        self._engine = engine
        self._codec = codec
        self._keep_unhinted = keep_unhinted
        self._asked: dict[int, Episode] = {}

    def begin(self, episode: Episode) -> bool:
        """See `Writer.begin`."""
        tokens = self._codec.begin(episode.messages())
        if len(tokens) >= self._engine.max_context:
            return False
        segment = Segment()
        segment.read(tokens)
        episode.trajectory.segments.append(segment)
        if self._keep_unhinted and episode.job.hint:
            episode.trajectory.extra["unhinted"] = self._codec.begin(episode.messages(hint=False))
        return True

    def observe(self, episode: Episode) -> bool:
        """See `Writer.observe`."""
        segment = episode.trajectory.segments[-1]
        ended = segment.policy[-1] and segment.tokens[-1] in self._codec.end_ids
        tokens = self._codec.observe(episode.observation, ended=ended)
        if len(segment) + len(tokens) >= self._engine.max_context:
            return False
        segment.read(tokens)
        return True

    def ask(self, asks: Sequence[PendingAction]) -> None:
        """See `Writer.ask`."""
        self._asked.update((ask.key, ask.episode) for ask in asks)
        requests = []
        for ask in asks:
            context = list(ask.episode.trajectory.segments[-1].tokens)
            requests.append(Request(ask.key, context, ask.sampling, ask.seed))
        self._engine.submit(requests)

    def poll(self) -> list[Written]:
        """See `Writer.poll`."""
        return [self._written(found) for found in self._engine.poll() if found.key in self._asked]

    def abort(self, keys: Sequence[int]) -> None:
        """See `Writer.abort`; half an action is no action, so its tokens are dropped."""
        self._engine.abort(keys)
        for key in keys:
            self._asked.pop(key, None)

    def _written(self, completion: Completion) -> Written:
        episode = self._asked.pop(completion.key)
        if completion.stop == "aborted":
            return Written(completion.key, "", "aborted", error="the engine gave up")
        place = len(episode.trajectory.segments) - 1
        segment = episode.trajectory.segments[place]
        start = len(segment)
        segment.write(completion.tokens, completion.log_probs, completion.versions)
        text, drawn = self._codec.action(completion.tokens), len(completion.tokens)
        return Written(completion.key, text, completion.stop, drawn, place, start, len(segment))
