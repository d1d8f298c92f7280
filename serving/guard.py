"""What stands before every route: who asks, how often, and how large a body may be."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import Refused
from .limits import Settings, is_loopback
from .metrics import Metrics

OPEN = frozenset({"/health", "/openapi.json"})
"""Paths that need no token."""
MOST_CLIENTS = 10_000
"""Clients whose rates are kept."""
LONGEST_TOKEN = 4096


class Tokens:
    """Names by token, compared as hashes in a time that depends neither on the token nor on which one fits."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        self._known = [(_hash(token.encode()), name) for token, name in tokens.items()]

    def name(self, header: bytes) -> str | None:
        """Whose token a header holds; None if nobody's."""
        scheme, _, token = header.partition(b" ")
        given = _hash(token.strip()[:LONGEST_TOKEN])
        found = None
        for known, name in self._known:
            if hmac.compare_digest(known, given):
                found = name
        return found if scheme.lower() == b"bearer" else None


def _hash(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()


class Rates:
    """A bucket of tokens for each client: `rate` a second, as many at once.

    Args:
        rate: requests a second.
    """

    def __init__(self, rate: float) -> None:
        self.rate, self.size = rate, max(rate, 1.0)
        self._full: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, now: float) -> float:
        """Seconds to wait until the next request is allowed; 0.0 if this one is."""
        left, seen = self._full.pop(client, (self.size, now))
        left = min(self.size, left + (now - seen) * self.rate)
        wait = 0.0 if left >= 1.0 else (1.0 - left) / self.rate
        self._full[client] = (left - 1.0 if not wait else left, now)
        if len(self._full) > MOST_CLIENTS:
            self._full.popitem(last=False)
        return wait


class Guard:
    """The middleware. It leaves the client's name in ``scope["state"]["client"]``.

    Args:
        app: what is guarded.
        settings: of the server.
        metrics: where requests are counted.
    """

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app, self.settings, self.metrics = app, settings, metrics
        self.tokens = Tokens(settings.tokens)
        self.rates = Rates(settings.limits.rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            headers = dict(scope["headers"])
            scope.setdefault("state", {})["client"] = self._client(scope, headers)
            body = await self._body(scope, headers, receive)
            await self.app(scope, body, sent)
        except Refused as error:
            await _refuse(error, sent)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            self.metrics.request(scope["method"], route, status, time.perf_counter() - began)

    def _client(self, scope: Scope, headers: Mapping[bytes, bytes]) -> str:
        address = scope["client"][0] if scope.get("client") else "local"
        if self.settings.tokens:
            name = self.tokens.name(headers.get(b"authorization", b""))
            if name is None and scope["path"] not in OPEN:
                self._rated(f"?{address}")
                raise Refused(401, "give a bearer token: 'Authorization: Bearer TOKEN'")
            client = name or address
        else:
            # A page in a browser of this machine may have any name resolve to this address.
            host = headers.get(b"host", b"").decode("latin-1").lower()
            name = host[: host.find("]") + 1] if host.startswith("[") else host.rpartition(":")[0] or host
            if not is_loopback(name):
                raise Refused(421, "without tokens this server answers only to 127.0.0.1, [::1] and localhost")
            client = address
        self._rated(client)
        return client

    def _rated(self, client: str) -> None:
        wait = self.rates.take(client, time.monotonic())
        if wait:
            raise Refused(429, f"more than {self.settings.limits.rate:g} requests a second", retry=wait)

    async def _body(self, scope: Scope, headers: Mapping[bytes, bytes], receive: Receive) -> Receive:
        """The body, read whole before a route begins."""
        limits = self.settings.limits
        problem = Refused(413, f"a body has at most {limits.body} bytes")
        length = headers.get(b"content-length", b"")
        if length.isdigit() and int(length[:20]) > limits.body:
            raise problem
        if scope["method"] in ("GET", "HEAD", "DELETE") and not length and b"transfer-encoding" not in headers:
            return receive
        parts: list[bytes] = []
        size = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(limits.body_s):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise Refused(400, "the request ended before its body")
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > limits.body:
                        raise problem
                    if not message.get("more_body", False):
                        break
                return _replay(b"".join(parts), receive)
        raise Refused(408, f"the body took longer than {limits.body_s:g} s")


def _replay(body: bytes, receive: Receive) -> Receive:
    """A receiver that gives the body, and then what comes."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


async def _refuse(error: Refused, send: Send) -> None:
    body = json.dumps(error.body()).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *((name.lower().encode(), value.encode()) for name, value in error.headers.items()),
    ]
    if error.status in (408, 413, 400):
        headers.append((b"connection", b"close"))  # the rest of the body is not read
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
