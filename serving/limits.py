"""What the server allows, and where it may listen."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Limits:
    """What clients may ask. A client is the name of a token; without tokens, an address.

    Attributes:
        body: bytes of a request.
        body_s: seconds until a request has come whole.
        batch: verifications, tasks or draws of one request.
        sessions: episodes that are open at the same time.
        client_sessions: the same, of one client.
        idle_s: seconds without a request after which an episode is closed.
        rate: requests a second of one client; as many may come at once.
        waiting: pieces of work of one client that wait for a worker process or are in one.
        budget_s: seconds that one task, one verdict or one step may take.
        grace_s: seconds that a shutdown waits for work under way.
        curricula: that are kept.
        ahead: tasks that all streams may hold together.
        arms: of one curriculum.
    """

    body: int = 16 << 20
    body_s: float = 30.0
    batch: int = 4096
    sessions: int = 4096
    client_sessions: int = 1024
    idle_s: float = 900.0
    rate: float = 5000.0
    waiting: int = 20_000
    budget_s: float = 60.0
    grace_s: float = 30.0
    curricula: int = 256
    ahead: int = 16_384
    arms: int = 2000

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, not {getattr(self, name)!r}")


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's set-up.

    Attributes:
        tokens: name of a client by bearer token; without any, everybody on this machine may ask.
        answers: whether clients may ask for reference answers, payloads, worked solutions and hints.
        trust_rows: whether rows are scored as they are sent; else a row must be that of its id.
        workers: processes that work at once; by default one for each processor core.
        state: folder in which curricula and open episodes outlive the server; None keeps them in memory.
        limits: see `Limits`.
    """

    tokens: Mapping[str, str] = field(default_factory=dict)
    answers: bool = False
    trust_rows: bool = False
    workers: int | None = None
    state: Path | None = None
    limits: Limits = field(default_factory=Limits)

    @property
    def processes(self) -> int:
        """Worker processes that work at once."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return self.workers or cores or 2


@lru_cache(256)
def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_address(host: str, tokens: Mapping[str, str]) -> None:
    """Refuse to be open to others without a token.

    Raises:
        ValueError: if an address that others reach would be served without a token.
    """
    if not tokens and not is_loopback(host):
        raise ValueError(
            f"{host!r} can be reached from other machines: give a token (RLVR_SERVE_TOKEN, or --tokens FILE), "
            "or listen to 127.0.0.1"
        )


SHORTEST_TOKEN = 16


def read_tokens(text: str) -> dict[str, str]:
    """Names by token, of lines ``NAME TOKEN`` or ``TOKEN``; ``#`` begins a comment line.

    Raises:
        ValueError: if a line is something else, or a token is too short to be safe or comes twice.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        name, token = words if len(words) == 2 else (f"client{number}", words[0])
        if len(words) > 2:
            raise ValueError(f"line {number} of the tokens: write NAME TOKEN")
        if len(token) < SHORTEST_TOKEN or not token.isascii():
            raise ValueError(
                f"line {number} of the tokens: a token has at least {SHORTEST_TOKEN} ASCII characters"
            )
        if token in found:
            raise ValueError(f"line {number} of the tokens: it comes twice")
        found[token] = name
    return found
