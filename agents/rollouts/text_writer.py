"""Actions from whoever writes whole texts, such as a remote server."""

from __future__ import annotations

from collections.abc import Sequence

from .episode import Episode, Written
from .text import TextBackend
from .writers import PendingAction


class TextWriter:
    """Over a backend without tokens: it reads the chat, and trajectories have no segments."""

    def __init__(self, backend: TextBackend) -> None:
        self._backend = backend

    def begin(self, episode: Episode) -> bool:
        """See `Writer.begin`; the backend knows whether there is room."""
        return True

    def observe(self, episode: Episode) -> bool:
        """See `Writer.observe`."""
        return True

    def ask(self, asks: Sequence[PendingAction]) -> None:
        """See `Writer.ask`."""
        for ask in asks:
            self._backend.submit(ask.key, ask.episode.messages(), ask.sampling, ask.seed)

    def poll(self) -> list[Written]:
        """See `Writer.poll`."""
        return [
            Written(reply.key, valid(reply.text), reply.stop, reply.tokens, error=reply.error)
            for reply in self._backend.poll()
        ]

    def abort(self, keys: Sequence[int]) -> None:
        """See `Writer.abort`."""
        self._backend.abort(keys)


def valid(text: str) -> str:
    """`text` with what is no Unicode character (half a surrogate pair) replaced, so that it can be stored."""
    return text.encode("utf-8", "replace").decode()
