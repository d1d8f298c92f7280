"""What writes tokens: the contract of every sampler, whatever runs the model.

An engine takes requests at any time and gives completions back as they are finished, so that environments can be
stepped while the model goes on with other episodes. There are engines over our own sampler
(`rlvr.agents.models.sampler`), over vLLM (`rlvr.agents.models.vllm`) and, for evaluation only, over any
OpenAI-compatible server (`rlvr.agents.models.openai`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from .trajectory import Stop

if TYPE_CHECKING:
    from .language_model import Weights


@dataclass(frozen=True, slots=True)
class Sampling:
    """How tokens are drawn.

    Attributes:
        max_tokens: most tokens of one completion, its end token included.
        temperature: 1.0 is the model itself, 0.0 takes the likeliest token.
        top_p: smallest set of likeliest tokens with at least this mass; 1.0 for all.
        top_k: only this many of the likeliest; 0 for all.
    """

    max_tokens: int = 1024
    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """A context to be continued.

    Attributes:
        key: the caller's number for it; not in use by a request that is still under way.
        tokens: the whole context, at least one id.
        sampling: how to draw.
        seed: with the context and the weights it decides what is drawn, whatever else is in the batch (up to
            rounding).
    """

    key: int
    tokens: Sequence[int]
    sampling: Sampling
    seed: int


@dataclass(frozen=True, slots=True)
class Completion:
    """What was drawn for a request.

    Attributes:
        key: the request's.
        tokens: ids, with the end token if one was drawn.
        log_probs: of each token, natural logarithm, under the distribution that it was drawn from (after
            temperature, top_p and top_k); under the model itself at temperature 0.
        versions: the engine's version when each token was drawn.
        stop: ``end``, ``length``, ``context`` (no room left in the engine) or ``aborted``.
        entropies: entropy in nats of the model's distribution at each token; None where an engine cannot tell.
        text: the completion as text where the engine has no tokens of its own (a remote server); else None.
    """

    key: int
    tokens: Sequence[int]
    log_probs: Sequence[float]
    versions: Sequence[int]
    stop: Stop
    entropies: Sequence[float] | None = None
    text: str | None = None


class Engine(Protocol):
    """A sampler with requests under way. Calls come from one thread."""

    @property
    def version(self) -> int:
        """The version of the weights that it draws with."""

    @property
    def pending(self) -> int:
        """Number of requests under way."""

    @property
    def max_context(self) -> int:
        """Most tokens of a context and its completion together."""

    def submit(self, requests: Sequence[Request]) -> None:
        """Take requests.

        Raises:
            ValueError: if a context is empty or leaves no room for a token.
        """

    def poll(self) -> list[Completion]:
        """Work for a moment and return what is finished; returns [] at once if nothing is pending."""

    def abort(self, keys: Sequence[int]) -> list[Completion]:
        """Give requests up; returns what they had written, with the stop ``aborted``. Unknown keys are ignored."""

    def load(self, weights: Weights, version: int) -> None:
        """Take new weights; requests under way go on with them.

        Args:
            weights: a state dict of the trained model, or its weights one after the other (`LanguageModel.stream`), so
                that no more than one has to be whole at a time. All of them are taken, in their order.
            version: the number of these weights.
        """

    def sleep(self) -> None:
        """Give memory back while the trainer works; `wake` or the next `submit` undoes it."""

    def wake(self) -> None:
        """Be ready to work again."""
