"""A server for tests, on a free port of this machine, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from rlvr.serving.limits import Limits, Settings
from rlvr.serving.server import Server, make_server

START_S = 120.0


class Served:
    """A running server and a client of it."""

    def __init__(self, server: Server, thread: threading.Thread) -> None:
        self.server, self.thread = server, thread
        port = server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.service: Any = server.config.app.state.service  # type: ignore[union-attr]
        self.client = httpx.Client(base_url=self.url, timeout=60)

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        """What a request gives; it must have this status."""
        return self._told(self.client.post(path, json=body), status)

    def get(self, path: str, status: int = 200) -> Any:
        return self._told(self.client.get(path), status)

    def delete(self, path: str, status: int = 200) -> Any:
        return self._told(self.client.delete(path), status)

    @staticmethod
    def _told(response: httpx.Response, status: int) -> Any:
        assert response.status_code == status, response.text
        body = response.json()
        if status >= 400:
            assert set(body) == {"error"}
            assert set(body["error"]) == {"code", "message"}
            return body["error"]["message"]
        return body

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(START_S)
        assert not self.thread.is_alive()


@contextmanager
def serving(limits: dict[str, Any] | None = None, **settings: Any) -> Iterator[Served]:
    """A server, until the block ends."""
    made = make_server(
        "127.0.0.1",
        0,
        Settings(limits=Limits(**(limits or {})), **{"workers": 2, **settings}),
        log_level="warning",
    )
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    ends = time.monotonic() + START_S
    while not made.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < ends, "the server did not start in time"
        time.sleep(0.01)
    served = Served(made, thread)
    try:
        yield served
    finally:
        served.client.close()
        served.stop()
