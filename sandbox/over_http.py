"""Sandboxes of other hosts over HTTP: ``rlvr sandbox serve`` there, ``RLVR_SANDBOX=http`` here.

A host serves its ordinary sandbox, containers or namespaces, to whoever has the token. Here, `Pool` does what it does
on one machine, and its workers are places on hosts: when a host fails or goes away, its jobs are tried once more on
another one, and then they are a `SandboxError`, never a result. Hosts must be of this version of the package and
alike. There is no TLS: where the network is not yours, use a tunnel or a proxy. Jobs and results cross as JSON.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import urlsplit

from ..version import __version__
from .base import Job, Result, Sandbox, SandboxError, SandboxUnavailable
from .plain import job_of, plain_job, plain_result, result_of
from .pool import HONEST, MAX_SLOTS, Pool, Runner
from .remote import BUILD_S, GRACE_S, START_S

TOKEN: Final = "RLVR_SANDBOX_TOKEN"
HOSTS: Final = "RLVR_SANDBOX_HOSTS"
SHORTEST_TOKEN: Final = 16
MOST_BYTES: Final = 32 << 20
"""Of a request or a reply: what a job carries, in base 64, and its program."""
MUST_MATCH: Final = ("sandbox", "image", "runtime", "languages")
IDLE_S: Final = 120.0
"""Seconds after which a connection that says nothing is closed."""
FAILED_S: Final = 10.0
"""Seconds for which a host that failed gets jobs only if all others failed, too."""
ASK_S: Final = 15.0
"""Seconds in which a host must say what it is."""


def check_token(token: str) -> str:
    """A token that is safe to use.

    Raises:
        ValueError: if it is short, or not ASCII.
    """
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable() or " " in token:
        raise ValueError(
            f"{TOKEN} must hold at least {SHORTEST_TOKEN} ASCII characters without spaces, the same on all hosts: "
            "python -c 'import secrets; print(secrets.token_urlsafe())' makes one"
        )
    return token


# ---- the host that runs programs -----------------------------------------------------------------------


class Server(ThreadingHTTPServer):
    """Serves one sandbox, until `shutdown`; each connection has a thread, and jobs wait for the sandbox's slots.

    Args:
        address: host and port; port 0 takes a free one.
        sandbox: what runs the jobs.
        slots: how many of them at one time.
        token: what clients must send.

    Raises:
        SandboxError: if the sandbox does not work.
        ValueError: if the token is not safe.
        OSError: if the address cannot be had.
    """

    daemon_threads = True

    def __init__(self, address: tuple[str, int], sandbox: Sandbox, slots: int, token: str) -> None:
        self.token = check_token(token).encode()
        self.sandbox = sandbox
        self.about = {
            "rlvr": __version__,
            "sandbox": getattr(sandbox, "name", type(sandbox).__name__),
            "image": getattr(sandbox, "image", ""),
            "runtime": sandbox.run(HONEST).runtime,
            "languages": sorted(sandbox.languages),
            "isolation": sandbox.isolation,
            "slots": slots,
        }
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    """``GET /about`` says what there is; ``POST /run`` runs a job."""

    server: Server
    protocol_version = "HTTP/1.1"
    timeout = IDLE_S

    def do_GET(self) -> None:
        """Say what runs programs here."""
        if self._may() and self._is("/about"):
            self._reply(200, ["ready", self.server.about])

    def do_POST(self) -> None:
        """Run a job. What it does is a result; what the machinery does to it is told as a failure."""
        if not (self._may() and self._is("/run")):
            return
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or int(length) > MOST_BYTES:
            self._reply(413, ["refused", f"a job is a JSON object of at most {MOST_BYTES} bytes"])
            return
        try:
            job = job_of(json.loads(self.rfile.read(int(length))))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            self._reply(422, ["refused", f"that is no job: {error!s:.300}"])
            return
        try:
            self._reply(200, ["result", plain_result(self.server.sandbox.run(job))])
        except SandboxError as error:
            self._reply(503, ["failed", str(error)])

    def log_message(self, format: str, *args: Any) -> None:
        """Jobs are not worth a line each."""

    def _may(self) -> bool:
        given = self.headers.get("Authorization", "").encode()
        if compare_digest(given, b"Bearer " + self.server.token):
            return True
        self._reply(401, ["refused", "the token is another one"])
        return False

    def _is(self, path: str) -> bool:
        if self.path == path:
            return True
        self._reply(404, ["refused", "there are GET /about and POST /run"])
        return False

    def _reply(self, status: int, value: Any) -> None:
        body = json.dumps(value).encode()
        if status != 200:
            self.close_connection = True  # what the client sends besides is not read
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        with suppress(OSError):  # the client is gone
            self.wfile.write(body)


# ---- the process that judges ---------------------------------------------------------------------------


def http_pool(
    hosts: Sequence[str] | None = None,
    *,
    token: str | None = None,
    languages: frozenset[str] = frozenset({"python"}),
    slots: int | None = None,
) -> HttpPool:
    """A sandbox that runs jobs on hosts that serve theirs; close it when you are done.

    Args:
        hosts: ``name:port`` or ``http://name:port`` of each; by default those of ``RLVR_SANDBOX_HOSTS``, with commas.
        token: by default that of ``RLVR_SANDBOX_TOKEN``.
        languages: what each host must be able to run.
        slots: jobs at one time on each host; by default as many as it says.

    Raises:
        SandboxUnavailable: if a host cannot be reached, or has another version of this package, or hosts differ in what
            they run programs with; the message names the host.
        ValueError: if no host is named, an address is none, or the token is not safe.
    """
    named = hosts if hosts is not None else os.environ.get(HOSTS, "").replace(",", " ").split()
    if not named:
        raise ValueError(f"no host is named: set {HOSTS} to such as 'one:8700,two:8700'")
    if slots is not None and slots < 1:
        raise ValueError(f"slots must be at least 1, not {slots}")
    return HttpPool(list(named), check_token(token or os.environ.get(TOKEN, "")), languages, slots)


@dataclass(slots=True, eq=False)
class _Host:
    name: str
    address: tuple[str, int]
    slots: int = 1
    about: Mapping[str, Any] = field(default_factory=dict)
    busy: int = 0
    rests_until: float = 0.0
    doubted: bool = False  # it failed, and may be another one by now


class HttpPool(Pool):
    """Made by `http_pool`."""

    def __init__(self, names: Sequence[str], token: str, languages: frozenset[str], slots: int | None) -> None:
        self._token = token
        self._hosts = [_Host(name, _address(name)) for name in names]
        for host in self._hosts:
            try:
                host.about = self._about(host)
            except SandboxUnavailable:
                raise
            except SandboxError as error:
                raise SandboxUnavailable(str(error)) from error
            if missing := sorted(languages - set(host.about["languages"])):
                raise SandboxUnavailable(f"the host {host.name} does not run {', '.join(missing)}")
            host.slots = min(slots or int(host.about["slots"]), MAX_SLOTS)
        first = self._hosts[0]
        for host in self._hosts[1:]:
            self._compare(host, first.about)
        super().__init__(
            self._place,
            name="http",
            isolation=first.about["isolation"],
            languages=first.about["languages"],
            image=first.about["image"],
            slots=sum(host.slots for host in self._hosts),
            spare=False,
        )

    def _place(self) -> Runner:
        """A place on the host that has the most room; hosts that failed just now come last."""
        with self._turn:
            now = time.monotonic()
            host = min(self._hosts, key=lambda h: (h.rests_until > now, h.busy / h.slots, random.random()))
            host.busy += 1
        return _Place(host, self)

    def _about(self, host: _Host) -> dict[str, Any]:
        """What a host runs programs with.

        Raises:
            SandboxError: if it cannot be reached.
            SandboxUnavailable: if it is not of this version, or refuses the token.
        """
        connection = http.client.HTTPConnection(*host.address, timeout=ASK_S)
        try:
            about: dict[str, Any] = self._ask(host, connection, "GET", "/about")
        finally:
            connection.close()
        if about.get("rlvr") != __version__:
            raise SandboxUnavailable(
                f"the host {host.name} has rlvr {about.get('rlvr')}, and this process {__version__}"
            )
        return about

    def _compare(self, host: _Host, first: Mapping[str, Any]) -> None:
        """Make sure that verdicts of a host are those of the first one."""
        for what in MUST_MATCH:
            if host.about.get(what) != first[what]:
                raise SandboxUnavailable(
                    f"the hosts would run programs in different ways: {what} is {first[what]!r} on "
                    f"{self._hosts[0].name} and {host.about.get(what)!r} on {host.name}; install the same on all of "
                    "them (docs/sandbox.md, 'Several hosts')"
                )

    def _ask(
        self, host: _Host, connection: http.client.HTTPConnection, method: str, path: str, body: bytes = b""
    ) -> Any:
        """The value of a reply.

        Raises:
            SandboxError: if there is none in time, or it is a failure.
            SandboxUnavailable: if the token is refused.
        """
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            connection.request(method, path, body or None, headers)
            reply = connection.getresponse()
            text = reply.read(MOST_BYTES + 1)
            kind, value = json.loads(text)
        except (OSError, http.client.HTTPException, ValueError, TypeError) as error:
            raise SandboxError(
                f"the sandbox of the host {host.name} does not answer: {error!s:.200}"
            ) from error
        if reply.status == 401:
            raise SandboxUnavailable(f"the host {host.name} refuses the token of {TOKEN}")
        if kind not in ("ready", "result"):
            raise SandboxError(f"the sandbox of the host {host.name} failed: {value!s:.300}")
        return value

    def _failed_at(self, host: _Host) -> None:
        with self._turn:
            host.rests_until, host.doubted = time.monotonic() + FAILED_S, True


class _Place:
    """A worker of the pool: a connection to a host, for one job at a time."""

    spent = False

    def __init__(self, host: _Host, pool: HttpPool) -> None:
        self.host, self._pool = host, pool
        self.jobs, self.born, self._open = 0, time.monotonic(), True
        self._used = 0.0
        self._connection = http.client.HTTPConnection(*host.address)

    def run(self, job: Job) -> Result:
        """Run a job there.

        Raises:
            SandboxError: if the host, the way to it or its sandbox fails. Never `WorkerLost`, which would be held
                against the program: the host's own pool judges that.
        """
        self.jobs += 1
        host, pool = self.host, self._pool
        try:
            if host.doubted:
                host.about = pool._about(host)
                pool._compare(host, pool._hosts[0].about)
                host.doubted = False
            if time.monotonic() > self._used + IDLE_S / 2:  # the other end may have closed it
                self._connection.close()
            self._connection.timeout = _longest(job)
            if self._connection.sock is not None:
                self._connection.sock.settimeout(self._connection.timeout)
            plain = pool._ask(host, self._connection, "POST", "/run", json.dumps(plain_job(job)).encode())
            self._used = time.monotonic()
            return result_of(plain)
        except SandboxUnavailable as error:  # of this host: others may go on
            pool._failed_at(host)
            self._connection.close()
            raise SandboxError(str(error)) from error
        except SandboxError:
            pool._failed_at(host)
            self._connection.close()
            raise
        except (TypeError, ValueError, KeyError) as error:
            pool._failed_at(host)
            raise SandboxError(f"the host {host.name} gave no result: {error!s:.200}") from error

    def close(self) -> None:
        """Leave it."""
        self._connection.close()
        with self._pool._turn:
            self.host.busy -= self._open
            self._open = False


def _longest(job: Job) -> float:
    """Seconds after which a host that has not answered is given up: what its own pool may take, with its retry."""
    return 4 * (START_S + BUILD_S + GRACE_S + job.limits.wall_s)


def _address(name: str) -> tuple[str, int]:
    """Host and port.

    Raises:
        ValueError: if there is none of them.
    """
    parts = urlsplit(name if "//" in name else f"http://{name}")
    try:
        port = parts.port
    except ValueError:
        port = None
    if parts.scheme != "http" or not parts.hostname or not port or parts.path.strip("/"):
        raise ValueError(f"{name!r} is no host: write NAME:PORT, such as one:8700")
    return parts.hostname, port
