"""A small server for one person on this machine: the front end's files, JSON at ``/data``, actions at ``/api``."""

from __future__ import annotations

import gzip
import json
import socket
import sys
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from ..generators.base import GenerationError
from ..sandbox.base import SandboxError
from .files import front_end, type_of
from .routes import Site
from .security import HEADERS, Guard
from .values import finite

PORT = 7870
MAX_BODY = 1 << 20
_IDLE = 30.0
"""Seconds after which a connection on which nothing comes is closed."""
_ZIPPED_FROM = 1_500


class Server(ThreadingHTTPServer):
    """The server, on the loopback interface.

    Args:
        paths: folders in which runs are looked for.
        port: where to listen; 0 for any free port.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, paths: Sequence[Path], port: int = PORT) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.site = Site(paths)
        self.guard = Guard(self.port)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        return f"http://127.0.0.1:{self.port}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away is no error."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)

    def start(self) -> threading.Thread:
        """Serve in a thread of its own; `shutdown` ends it."""
        thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        return thread


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "rlvr", ""
    timeout = _IDLE
    wbufsize = (
        1 << 16
    )  # head and body leave in one packet; without it every answer waits for an acknowledgement
    server: Server

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)

    def do_GET(self) -> None:
        """Files and data."""
        self._answer(acts=False)

    def do_HEAD(self) -> None:
        """As GET, without a body."""
        self._answer(acts=False)

    def do_POST(self) -> None:
        """Actions."""
        self._answer(acts=True)

    def _answer(self, *, acts: bool) -> None:
        body = self._body() if acts else b""
        if body is None:
            return
        if refusal := self.server.guard.refusal(self.headers, acts=acts):  # type: ignore[arg-type]
            self._json({"error": refusal}, 403)
            return
        split = urlsplit(self.path)
        parts = [unquote(part) for part in split.path.split("/")[1:]]
        try:
            if acts:
                if parts[0] != "api":
                    raise LookupError("there is nothing here")
                self._json(self.server.site.post(parts[1:], json.loads(body)))
            elif parts[0] == "data":
                self._json(self.server.site.get(parts[1:], dict(parse_qsl(split.query))))
            else:
                self._file("/".join(parts) or "index.html")
        except LookupError as error:
            self._json({"error": str(error.args[0]) if error.args else "there is nothing here"}, 404)
        except (SandboxError, GenerationError) as error:
            self._json({"error": str(error)}, 503)
        except (ValueError, RecursionError) as error:
            self._json({"error": f"the request cannot be read: {error}"}, 400)

    def _body(self) -> bytes | None:
        try:
            length = int(self.headers.get("Content-Length", "0"))
        except ValueError:
            length = -1
        if not 0 <= length <= MAX_BODY or self.headers.get("Transfer-Encoding"):
            self.close_connection = True
            self._json({"error": f"a request has at most {MAX_BODY} bytes"}, 413)
            return None
        return self.rfile.read(length)

    def _file(self, path: str) -> None:
        found = front_end().get(path)
        if found is None:
            raise LookupError("there is nothing here")
        if path == "index.html":
            found = found.replace(
                b'name="token" content=""', f'name="token" content="{self.server.guard.token}"'.encode()
            )
        self._send(found, type_of(path), 200)

    def _json(self, value: Any, status: int = 200) -> None:
        text = json.dumps(finite(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        self._send(text.encode("utf-8", "replace"), "application/json; charset=utf-8", status)

    def _send(self, body: bytes, kind: str, status: int) -> None:
        zipped = len(body) >= _ZIPPED_FROM and "gzip" in self.headers.get("Accept-Encoding", "")
        if zipped:
            body = gzip.compress(body, 3, mtime=0)
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if zipped:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal belongs to whoever started it."""
