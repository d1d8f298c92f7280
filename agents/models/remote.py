"""Many requests to a server of JSON at once, each tried again when the server is busy or broken, with growing pauses.

Only the standard library is needed. What a reply means is the business of the caller, who hands in a function that
reads it.
"""

from __future__ import annotations

import http.client
import json
import os
import queue
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

_MOMENT = 0.02
"""Seconds that `poll` waits."""
_LARGEST = 64 * 1024 * 1024
"""Bytes of a reply; more than this is no reply."""

T = TypeVar("T")


@dataclass(frozen=True)
class Endpoint:
    """Where a model is served, and how patient to be.

    Attributes:
        model: its name there.
        url: up to ``/v1``.
        key_variable: name of the environment variable with the key; no key is sent if there is none.
        concurrent: requests at once.
        seconds: a try that takes longer has failed.
        tries: most tries of a request.
        pause: seconds before the second try, doubled for each further one, up to `longest_pause`; a server's own
            ``Retry-After`` goes first.
        longest_pause: see `pause`.
        token_budget: most tokens of prompts and replies together, as the server counts them; requests that would
            begin after they are used up are given up. None for no limit.
        extra: more fields of every request, such as ``{"chat_template_kwargs": {"enable_thinking": False}}``.
    """

    model: str
    url: str = "https://api.openai.com/v1"
    key_variable: str = "OPENAI_API_KEY"
    concurrent: int = 64
    seconds: float = 600.0
    tries: int = 6
    pause: float = 1.0
    longest_pause: float = 60.0
    token_budget: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.url.startswith(("http://", "https://")):
            raise ValueError(f"url={self.url!r} must begin with http:// or https://")
        for name in ("concurrent", "tries"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.seconds <= 0 or self.pause < 0 or self.longest_pause < 0:
            raise ValueError("seconds must be above 0, pause and longest_pause at least 0")


class BusyError(Exception):
    """A try failed; `wait` is the pause that the server asks for, in seconds."""

    def __init__(self, text: str, wait: float | None = None) -> None:
        super().__init__(text)
        self.wait = wait


class RefusedError(Exception):
    """No try will succeed."""

    @property
    def context(self) -> bool:
        """Whether the text was too long for the model."""
        text = str(self).lower()
        return any(
            sign in text for sign in ("context_length_exceeded", "maximum context length", "max_model_len")
        )


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    """What came of a request.

    Attributes:
        key: the request's.
        value: what was read; None if it failed.
        error: why it failed; "" if it did not.
        context: it failed because the text was too long for the model.
    """

    key: int
    value: T | None
    error: str = ""
    context: bool = False


@dataclass(frozen=True, eq=False)
class _Asked:
    key: int
    body: bytes
    seed: int
    given_up: threading.Event = field(default_factory=threading.Event)


class Remote(Generic[T]):
    """Requests under way at an endpoint. Calls come from one thread.

    Args:
        endpoint: where.
        path: behind the endpoint's address.
        read: makes what the caller wants of a decoded reply; raises `RefusedError` if there is nothing to be had, and
            any other error if it has not the form of a reply, which is tried again.

    Attributes:
        used_tokens: tokens of prompts and replies so far.
    """

    def __init__(self, endpoint: Endpoint, path: str, read: Callable[[Any], T]) -> None:
        self.endpoint, self._url, self._read = endpoint, endpoint.url.rstrip("/") + path, read
        self.used_tokens = 0
        self._asked: queue.SimpleQueue[_Asked] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[_Asked, Reply[T], int]] = queue.SimpleQueue()
        self._pending: dict[int, _Asked] = {}
        self._workers = 0

    @property
    def pending(self) -> int:
        """Number of requests under way."""
        return len(self._pending)

    def submit(self, key: int, body: Mapping[str, Any], seed: int) -> None:
        """Post a body; `key` must not be in use, and `seed` decides the pauses between tries.

        Raises:
            ValueError: if the key is in use by a request that is under way.
        """
        if key in self._pending:
            raise ValueError(f"the key {key} is in use by a request that is under way")
        asked = _Asked(key, json.dumps({**body, **self.endpoint.extra}).encode(), seed)
        self._pending[key] = asked
        if self._workers < min(self.endpoint.concurrent, len(self._pending)):
            self._workers += 1
            # Daemons, so that a server that hangs does not keep the process from ending.
            threading.Thread(target=self._work, daemon=True, name="rlvr-remote").start()
        self._asked.put(asked)

    def poll(self) -> list[Reply[T]]:
        """What is finished, after a moment's wait for it; [] at once if nothing is pending."""
        found: list[Reply[T]] = []
        while self._pending:
            try:
                asked, reply, tokens = self._answers.get(timeout=0.0 if found else _MOMENT)
            except queue.Empty:
                break
            self.used_tokens += tokens
            if self._pending.get(reply.key) is asked:  # else it came after it was given up
                del self._pending[reply.key]
                found.append(reply)
        return found

    def abort(self, keys: Sequence[int]) -> list[int]:
        """Give requests up; returns the keys of those that were under way."""
        given_up = [self._pending.pop(key) for key in keys if key in self._pending]
        for asked in given_up:
            asked.given_up.set()
        return [asked.key for asked in given_up]

    def _work(self) -> None:
        while True:
            asked = self._asked.get()
            try:
                reply, tokens = self._answer(asked)
            except Exception as error:  # a worker that dies would leave its request pending for ever
                reply, tokens = Reply(asked.key, None, f"{type(error).__name__}: {error}"), 0
            self._answers.put((asked, reply, tokens))

    def _answer(self, asked: _Asked) -> tuple[Reply[T], int]:
        """The reply to a request after as many tries as it takes, and its tokens for the budget."""
        endpoint, rng = self.endpoint, Random(asked.seed)
        reason = "given up"
        for attempt in range(endpoint.tries):
            budget = endpoint.token_budget
            if budget is not None and self.used_tokens >= budget:
                return Reply(asked.key, None, f"the budget of {budget} tokens is used up"), 0
            if asked.given_up.is_set():
                break
            try:
                decoded = post(self._url, asked.body, endpoint)
                return Reply(asked.key, self._read_or_busy(decoded)), _tokens(decoded)
            except RefusedError as error:
                return Reply(asked.key, None, str(error), error.context), 0
            except BusyError as error:
                reason = str(error)
                # Between half and all of it, so that those that were refused together do not come back together.
                wait = min(endpoint.pause * 2**attempt, endpoint.longest_pause) * (0.5 + rng.random() / 2)
                wait = wait if error.wait is None else min(error.wait, endpoint.longest_pause)
            if attempt + 1 < endpoint.tries:
                asked.given_up.wait(wait)
        return Reply(asked.key, None, f"{endpoint.tries} tries, the last: {reason}"), 0

    def _read_or_busy(self, decoded: Any) -> T:
        try:
            return self._read(decoded)
        except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
            raise BusyError(f"not a reply: {json.dumps(decoded)[:200]}") from error


def post(url: str, body: bytes, endpoint: Endpoint) -> Any:
    """The decoded reply to one try.

    Raises:
        BusyError: if another try may help.
        RefusedError: if none would.
    """
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get(endpoint.key_variable):
        headers["Authorization"] = f"Bearer {key}"
    request = urllib.request.Request(url, body, headers, method="POST")
    deadline = time.monotonic() + endpoint.seconds
    try:
        with urllib.request.urlopen(request, timeout=endpoint.seconds) as response:
            text = _all_of(response, deadline)
            return json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        text = error.read(2000)
        message = f"HTTP {error.code}: {text.decode('utf-8', 'replace')}"
        if error.code in (408, 409, 425, 429) or error.code >= 500:
            raise BusyError(message, _seconds(error.headers.get("Retry-After"))) from error
        raise RefusedError(message) from error
    except (OSError, http.client.HTTPException, ValueError) as error:  # no way there, a hang, no JSON
        raise BusyError(f"{type(error).__name__}: {error}") from error


def _all_of(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """The body, unless it drips too slowly or has no end."""
    parts: list[bytes] = []
    size = 0
    while part := response.read1(65536):
        parts.append(part)
        size += len(part)
        if size > _LARGEST or time.monotonic() > deadline:
            raise OSError("the reply is too long or too slow")
    return b"".join(parts)


def _tokens(decoded: Any) -> int:
    """Tokens of prompt and reply as the server counts them; 0 if it does not."""
    usage = decoded.get("usage") if isinstance(decoded, dict) else None
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) else 0


def _seconds(header: str | None) -> float | None:
    """A ``Retry-After`` in seconds; one with a date is not heeded."""
    try:
        return max(0.0, float(header)) if header else None
    except ValueError:
        return None
