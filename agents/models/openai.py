"""Replies of any OpenAI-compatible server (``/chat/completions``), for evaluation: text in, text out.

What fails for good comes back as ``aborted``, which masks its episode: a server that is down says nothing about the
policy. A chat that has become too long for the model comes back as ``context``, which ends its episode.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..engine import Sampling
from ..rollouts.text import TextCompletion
from ..trajectory import Stop
from .remote import Endpoint, RefusedError, Remote

_STOPS: Mapping[Any, Stop] = {"stop": "end", "length": "length", "tool_calls": "end", None: "end"}


class OpenAIBackend:
    """A `rlvr.agents.rollouts.text.TextBackend` over an endpoint.

    Args:
        endpoint: where the model is.
        length_field: what the server calls the bound of the reply.
        send_seed: whether to send seeds, for servers that can repeat themselves.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        length_field: Literal["max_tokens", "max_completion_tokens"] = "max_completion_tokens",
        send_seed: bool = True,
    ) -> None:
        self._remote: Remote[tuple[str, Stop, int]] = Remote(endpoint, "/chat/completions", _read)
        self._length_field, self._send_seed = length_field, send_seed

    @property
    def pending(self) -> int:
        """Number of requests under way."""
        return self._remote.pending

    @property
    def used_tokens(self) -> int:
        """Tokens of prompts and replies so far, as the server counts them."""
        return self._remote.used_tokens

    def submit(self, key: int, messages: Sequence[Mapping[str, str]], sampling: Sampling, seed: int) -> None:
        """Take a chat to be continued; see `TextBackend`."""
        body: dict[str, Any] = {
            "model": self._remote.endpoint.model,
            "messages": [dict(message) for message in messages],
            self._length_field: sampling.max_tokens,
            "temperature": sampling.temperature,
        }
        if sampling.top_p < 1.0:
            body["top_p"] = sampling.top_p
        if sampling.top_k > 0:
            body["top_k"] = sampling.top_k
        if self._send_seed:
            body["seed"] = seed % 2**31
        self._remote.submit(key, body, seed)

    def poll(self) -> list[TextCompletion]:
        """What is finished, after a moment's wait for it; see `TextBackend`."""
        found = []
        for reply in self._remote.poll():
            if reply.value is None:
                stop: Stop = "context" if reply.context else "aborted"
                found.append(TextCompletion(reply.key, "", stop, error=reply.error))
            else:
                text, stop, tokens = reply.value
                found.append(TextCompletion(reply.key, text, stop, tokens))
        return found

    def abort(self, keys: Sequence[int]) -> list[TextCompletion]:
        """Give requests up; what they would have written is not known."""
        return [TextCompletion(key, "", "aborted", error="given up") for key in self._remote.abort(keys)]


def _read(reply: Any) -> tuple[str, Stop, int]:
    """Text, stop and tokens of a decoded reply."""
    choice = reply["choices"][0]
    reason = choice.get("finish_reason")
    if reason not in _STOPS:
        raise RefusedError(f"the reply ended with {reason!r}")
    text = choice["message"].get("content")
    if not isinstance(text, str | None):
        raise TypeError("the reply's content is no text")
    written = (reply.get("usage") or {}).get("completion_tokens", 0)
    return text or "", _STOPS[reason], int(written)
