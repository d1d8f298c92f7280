"""The process that does the work: it is started by `rlvr.pools.local` and can be killed at any time.

It reads pieces of work as lines of JSON from a socket and writes lists of outcomes. When the socket closes, it ends,
also in the middle of an item.
"""

from __future__ import annotations

import faulthandler
import json
import os
import queue
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from .. import registry
from ..generators.base import Json
from ..spec import resolve
from .pieces import Outcome

HOLD = 0.01
"""Seconds for which outcomes are held back, so that many go at once."""
AFTER = 30.0
"""Seconds after its limit that an item may hold the interpreter until the process ends by itself: who should have
killed it is gone."""


def main(descriptor: int, origins: list[str]) -> None:
    """Work until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it ends it
    os.dup2(2, 1)  # what a task prints is no outcome
    known = registry.origins()
    for origin in origins:
        if origin not in known:
            registry.register(origin)
    connection = socket.socket(fileno=descriptor)
    pieces: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(connection, pieces), daemon=True).start()
    _write(connection, [])
    while True:
        _do(connection, pieces.get())


def _read(connection: socket.socket, pieces: queue.SimpleQueue[dict[str, Any]]) -> None:
    try:
        with connection.makefile("rb") as lines:
            for line in lines:
                pieces.put(json.loads(line))
    finally:
        os._exit(0)


def _write(connection: socket.socket, outcomes: list[Outcome]) -> None:
    try:
        connection.sendall(json.dumps(outcomes, separators=(",", ":")).encode() + b"\n")
    except OSError:
        os._exit(0)


def _do(connection: socket.socket, piece: Mapping[str, Any]) -> None:
    """Do a piece; `careful` tells of each item by itself, so that it is known which one ended the process."""
    work: Callable[[Json, Json], Json] = resolve(piece["work"])
    found: list[Outcome] = []
    sent, armed = time.monotonic(), 0.0
    for item in piece["items"]:
        now = time.monotonic()
        if (
            now > armed + 1.0
        ):  # a thread of C watches, which needs no interpreter lock; starting it takes a while
            armed = now
            faulthandler.dump_traceback_later(piece["seconds"] + AFTER, exit=True, file=sys.stderr)
        if found and (piece["careful"] or now > sent + HOLD):
            _write(connection, found)
            found, sent = [], now
        found.append(_outcome(work, piece["common"], item))
    _write(connection, found)
    faulthandler.cancel_dump_traceback_later()


def _outcome(work: Callable[[Json, Json], Json], common: Json, item: Json) -> Outcome:
    try:
        return ["made", work(common, item)]
    except KeyError as error:  # its text is that of its repr
        return ["raised", type(error).__name__, str(error.args[0]) if error.args else ""]
    except Exception as error:
        return ["raised", type(error).__name__, str(error)]
