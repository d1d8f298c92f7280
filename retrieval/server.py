r"""A retriever over HTTP, with the request that trainers of the Search-R1 kind send.

``POST /retrieve`` with ``{"queries": ["...", ...], "topk": 3, "return_scores": true}`` gives, for each query in its
order, the documents found, best first::

    {"result": [[{"document": {"id": "d7", "title": "Vorsk", "text": "...", "contents": "\"Vorsk\"\n..."},
                  "score": 12.5}, ...], ...]}

Without ``return_scores`` the documents stand there without the frame. ``topk`` may be left out. ``GET /health`` tells
that the server is there, and the number of documents.

Everything is bounded: the bytes of a request, its queries, documents of an answer, connections, and the time that a
client may take. Whatever is wrong is answered with a status and ``{"error": ...}``; queries are never logged. There is
no password: the server listens to its own machine unless told otherwise.
"""

from __future__ import annotations

import contextlib
import json
import socket
import socketserver
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from .base import Page, Retriever


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may ask.

    Attributes:
        body: bytes of a request.
        queries: of a request.
        topk: documents for a query.
        documents: of an answer: queries times topk.
        connections: open at the same time; more are turned away with 503.
        idle_s: seconds without a byte.
        body_s: seconds until a request has come whole.
    """

    body: int = 16 << 20
    queries: int = 20_000
    topk: int = 1000
    documents: int = 50_000
    connections: int = 256
    idle_s: float = 60.0
    body_s: float = 60.0


class BadRequest(Exception):
    """A request that cannot be answered, with the status and what to say."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A request, checked."""

    queries: list[str]
    topk: int
    return_scores: bool


def read_request(body: bytes, limits: Limits, topk: int) -> SearchRequest:
    """What a body asks for; `topk` if it does not say how many.

    Raises:
        BadRequest: it cannot be answered.
    """
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest(HTTPStatus.BAD_REQUEST, "the body is no JSON") from None
    if not isinstance(given, dict):
        raise BadRequest(HTTPStatus.BAD_REQUEST, 'the body is an object with "queries"')
    queries = given.get("queries")
    if not isinstance(queries, list) or not all(isinstance(query, str) for query in queries):
        raise BadRequest(HTTPStatus.BAD_REQUEST, '"queries" is a list of strings')
    wanted, scores = given.get("topk"), given.get("return_scores")
    wanted = topk if wanted is None else wanted
    if not isinstance(wanted, int) or isinstance(wanted, bool) or not 1 <= wanted <= limits.topk:
        raise BadRequest(HTTPStatus.BAD_REQUEST, f'"topk" is a whole number from 1 to {limits.topk}')
    if not isinstance(scores, bool | None):
        raise BadRequest(HTTPStatus.BAD_REQUEST, '"return_scores" is true or false')
    if len(queries) > limits.queries or len(queries) * wanted > limits.documents:
        raise BadRequest(
            HTTPStatus.BAD_REQUEST,
            f"at most {limits.queries} queries, and {limits.documents} documents, in a request",
        )
    return SearchRequest(queries, wanted, bool(scores))


def document(page: Page) -> dict[str, str]:
    """A document as such trainers read it: the first line of the contents is the title in quotes."""
    title = " ".join(page.title.split())
    return {"id": page.id, "title": title, "text": page.text, "contents": f'"{title}"\n{page.text}'}


def answer(retriever: Retriever, asked: SearchRequest) -> dict[str, Any]:
    """The answer to a request."""
    result: list[list[dict[str, Any]]] = []
    for hits in retriever.search_many(asked.queries, asked.topk):
        found = [(document(retriever.page(hit.id)), hit.score) for hit in hits]
        if asked.return_scores:
            result.append([{"document": page, "score": score} for page, score in found])
        else:
            result.append([page for page, _ in found])
    return {"result": result}


class SearchServer(ThreadingHTTPServer):
    """The server; `serve_forever` runs it here, `start` in a thread of its own, and `close` ends it.

    Closing lets requests that have come be answered, and ends connections that wait.

    Args:
        retriever: what is searched; its searches are called from several threads.
        host: the address to listen to.
        port: 0 takes a free one, see `url`.
        topk: documents for a query that does not say how many.
        limits: what one client may ask.

    Raises:
        OSError: the address cannot be listened to.
    """

    # A program that forgets to close the server must still be able to end.
    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self,
        retriever: Retriever,
        *,
        host: str = "127.0.0.1",
        port: int = 8000,
        topk: int = 3,
        limits: Limits | None = None,
    ) -> None:
        self.retriever, self.topk, self.limits = retriever, topk, limits or Limits()
        self._free = threading.BoundedSemaphore(self.limits.connections)
        self._open: set[socket.socket] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._serving = False
        self.closing = False
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), _Handler)

    @property
    def url(self) -> str:
        """Where to send requests to."""
        host, port = self.server_name, self.server_port
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/retrieve"

    def start(self) -> Self:
        """Serve in a thread of its own."""
        self._serving = True
        self._thread = threading.Thread(target=self.serve_forever, name="rlvr-search", daemon=True)
        self._thread.start()
        return self

    def serve_forever(self, poll_interval: float = 0.05) -> None:
        """Serve until another thread calls `close`."""
        self._serving = True
        super().serve_forever(poll_interval)

    def server_bind(self) -> None:
        """Bind without asking a name server what this machine is called, which can take long."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def close(self) -> None:
        """Take no more requests, answer those that have come, and end. Not from the thread that serves."""
        self.closing = True
        if self._serving:
            self.shutdown()
        if self._thread is not None:
            self._thread.join()
        self.server_close()
        with self._changed:
            for connection in self._open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RD)
            self._changed.wait_for(lambda: not self._open, self.limits.body_s)

    def __exit__(self, *_: object) -> None:
        self.close()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Give a connection its thread, or turn it away."""
        if not self._free.acquire(blocking=False):
            with contextlib.suppress(OSError):
                request.settimeout(1.0)
                request.sendall(
                    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                )
            self.shutdown_request(request)
            return
        with self._changed:
            self._open.add(request)
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no more threads
            self._ended(request)
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection until it ends."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._ended(request)

    def _ended(self, request: Any) -> None:
        with self._changed:
            self._open.discard(request)
            self._changed.notify_all()
        self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error; anything else is told by its kind."""
        error = sys.exception()
        if not isinstance(error, OSError):
            print(f"rlvr search: {type(error).__name__}", file=sys.stderr)


# Bytes of a refused request that are read, so that its client comes to read the answer.
_DRAINED = 64 << 20


class _Handler(BaseHTTPRequestHandler):
    server: SearchServer
    protocol_version = "HTTP/1.1"
    server_version = "rlvr-search"
    sys_version = ""
    # Answers are written at once, and a small one must not wait for the acknowledgement of the one before.
    disable_nagle_algorithm = True
    wbufsize = -1

    def setup(self) -> None:
        super().setup()
        self.connection.settimeout(self.server.limits.idle_s)

    def do_POST(self) -> None:
        try:
            if self.path.rstrip("/") != "/retrieve":
                raise BadRequest(HTTPStatus.NOT_FOUND, "POST /retrieve, or GET /health")
            asked = read_request(self._body(), self.server.limits, self.server.topk)
        except BadRequest as error:
            self._refuse(error.status, str(error))
            return
        try:
            found = answer(self.server.retriever, asked)
        except Exception as error:
            # Where, and not what it says, since that may hold the query.
            frame = traceback.extract_tb(error.__traceback__)[-1]
            print(f"rlvr search: {type(error).__name__} at {frame.filename}:{frame.lineno}", file=sys.stderr)
            self._send(
                HTTPStatus.INTERNAL_SERVER_ERROR, {"error": "the search failed; the server's output says where"}
            )
            return
        self._send(HTTPStatus.OK, found)

    def do_GET(self) -> None:
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            self.close_connection = True
        if self.path.rstrip("/") == "/health":
            self._send(HTTPStatus.OK, {"status": "ok", "documents": len(self.server.retriever)})
        else:
            self._send(HTTPStatus.NOT_FOUND, {"error": "POST /retrieve, or GET /health"})

    def _body(self) -> bytes:
        length, *more = self.headers.get_all("Content-Length") or [""]
        if more or "Transfer-Encoding" in self.headers or not (length.isascii() and length.isdigit()):
            raise BadRequest(HTTPStatus.LENGTH_REQUIRED, "a request needs one Content-Length")
        limit = self.server.limits.body
        if len(length) > 12 or int(length) > limit:
            raise BadRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request has at most {limit} bytes")
        due, left, parts = time.monotonic() + self.server.limits.body_s, int(length), []
        while left:
            try:
                part = self.rfile.read1(min(left, 1 << 16))
            except TimeoutError:
                part = b""
            if not part or time.monotonic() > due:
                raise BadRequest(HTTPStatus.REQUEST_TIMEOUT, "the request did not come whole in time")
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        """Say what is wrong and end the connection: what is left of the body must not be read as the next request."""
        self.close_connection = True
        self._send(status, {"error": message})
        # A connection that is closed while bytes are coming is reset, and then the client never reads the answer.
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            limits = self.server.limits
            self.connection.settimeout(min(5.0, limits.idle_s))
            due, left = time.monotonic() + min(30.0, limits.body_s), _DRAINED
            while left > 0 and time.monotonic() < due and (part := self.connection.recv(1 << 16)):
                left -= len(part)

    def _send(self, status: HTTPStatus, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        if self.server.closing:
            self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the base class refuses: as JSON, like everything else."""
        self.close_connection = True
        if not hasattr(self, "request_version") or self.request_version == "HTTP/0.9":
            self.request_version = "HTTP/1.0"
        self._send(HTTPStatus(code), {"error": message or HTTPStatus(code).phrase})

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged: requests hold what a model wrote."""
