"""What writes whole texts: the contract of a backend without tokens of its own, such as a remote server.

Its episodes can be judged and compared, not trained on: their trajectories have no segments. For a backend that gives
tokens and their log-probabilities see `rlvr.agents.engine.Engine`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..engine import Sampling
from ..trajectory import Stop


@dataclass(frozen=True, slots=True)
class TextCompletion:
    """What was written for a request.

    Attributes:
        key: the request's.
        text: the reply as the environment gets it: what the backend tells of thoughts aside, nothing is left out.
        stop: ``end``, ``length``, ``context`` or ``aborted`` (the backend gave up; then `error` says why).
        tokens: how many tokens were drawn, thoughts included; 0 if the backend does not tell.
        error: why a reply is missing; "" if there is one.
    """

    key: int
    text: str
    stop: Stop = "end"
    tokens: int = 0
    error: str = ""


class TextBackend(Protocol):
    """A source of replies with requests under way. Calls come from one thread."""

    @property
    def pending(self) -> int:
        """Number of requests under way."""

    def submit(self, key: int, messages: Sequence[Mapping[str, str]], sampling: Sampling, seed: int) -> None:
        """Take a chat to be continued.

        Args:
            key: the caller's number for it; not in use by a request that is still under way.
            messages: the chat so far, each with a ``role`` and a ``content``; the last one is the user's, and no two
                neighbours have one role.
            sampling: how to draw; `Sampling.max_tokens` bounds the reply.
            seed: for backends that can repeat themselves.
        """

    def poll(self) -> list[TextCompletion]:
        """What is finished; if nothing is yet, waits for it for a moment (some hundredths of a second).

        Returns [] at once if nothing is pending. A request that failed for good comes back with the stop ``aborted``.
        """

    def abort(self, keys: Sequence[int]) -> list[TextCompletion]:
        """Give requests up; returns what they had written, if that is known. Unknown keys are ignored."""
