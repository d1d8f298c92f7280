"""Running the server: it listens, and when it is asked to end it first finishes what is under way."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from .app import create_app
from .limits import Settings, check_address

MARGIN_S = 5.0
"""Seconds after the grace in which replies are still sent."""


class Server(uvicorn.Server):
    """Uvicorn's server, whose work under way gets its grace and then a reply.

    Args:
        config: of uvicorn.
        give_up: ends all work with a reply that says so.
        grace: seconds until then.
    """

    def __init__(self, config: uvicorn.Config, give_up: Callable[[str], None], grace: float) -> None:
        super().__init__(config)
        self._give_up, self._grace = give_up, grace

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nothing more, finish what is under way, end."""
        ending = asyncio.get_running_loop().call_later(
            self._grace, self._give_up, "the server closed before there was a result"
        )
        try:
            await super().shutdown(sockets)
        finally:
            ending.cancel()


def make_server(host: str, port: int, settings: Settings, *, log_level: str = "info") -> Server:
    """The server of an address.

    Raises:
        ValueError: if others could reach it without a token.
    """
    check_address(host, settings.tokens)
    app = create_app(settings)
    grace = settings.limits.grace_s
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level=log_level,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=int(grace + MARGIN_S),
        timeout_keep_alive=75,
        ws="none",
    )
    return Server(config, app.state.service.pool.give_up, grace)
