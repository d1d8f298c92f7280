"""The child process in which a foreign reward is called. It is run by its path and needs nothing but Python itself.

So it works under any interpreter: the one that has the reward's libraries. Requests and replies are lines of JSON on
the standard input and output, which are moved aside before the reward is imported, so that what it prints harms
nothing. A request is answered in full or not at all; the other process kills this one if that takes too long.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .inside_signatures import Row, Score
    from .inside_targets import TARGETS
else:  # run by its path, this folder is where modules are found first
    from inside_targets import TARGETS


def as_json(value: Any) -> dict[str, Any]:
    """A pay as ``{"value": float}``, or as ``{"what": text}`` where it is no finite number."""
    if value is None or isinstance(value, str | bytes | Mapping):
        return {"what": f"{type(value).__name__} {value!r:.60}" if value is not None else "None"}
    try:
        number = float(value.item() if hasattr(value, "item") else value)
    except (TypeError, ValueError) as error:
        return {"what": f"{type(value).__name__} {value!r:.60} ({error})"}
    return {"value": number} if number - number == 0 else {"what": str(number)}


def limit_memory(extra: int) -> None:
    """From now on the process may hold so many bytes more than it does (where the system can enforce it)."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            held = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (held + extra, held + extra))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (2**30, 2**30))
    except (ImportError, OSError, ValueError):
        return  # no Linux: time is bounded, memory is not


def die_with_parent() -> None:
    """Where the system can do it, this process ends when the one that started it does."""
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None).prctl(1, 9)


def failure(error: BaseException) -> dict[str, Any]:
    """An exception as JSON, with the last place in the reward's own code."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != __file__]
    at = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    try:
        said = str(error)[:300]
    except Exception:
        said = ""
    return {"error": type(error).__name__, "said": said, "at": at}


def answer(score: Score, rows: Sequence[Row], request: Mapping[str, Any]) -> dict[str, Any]:
    """Call the reward once; an exception is an answer too."""
    found: dict[str, Any] = {}

    def call() -> None:
        started = time.process_time()
        try:
            items = request["items"]
            values = score([rows[at] for at, _ in items], [text for _, text in items])
            found["pays"] = [as_json(value) for value in values]
        except BaseException as error:  # an exit, too, is told
            found.update(failure(error))
        found["cpu"] = time.process_time() - started

    if request.get("thread"):
        other = threading.Thread(target=call)
        other.start()
        other.join()
    else:
        call()
    return found


def main() -> None:
    """Answer requests until there are none: ``load`` first, then ``score`` and ``fence``."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nothing, standard)
    die_with_parent()
    sys.path[:] = [path for path in sys.path if path != os.path.dirname(os.path.abspath(__file__))]
    score: Score | None = None
    rows: list[Row] = []
    for line in requests:
        request = json.loads(line)
        try:
            if request["do"] == "load":
                sys.path[:0] = request["paths"]
                score, signature, rows = TARGETS[request["kind"]](request)
                reply: dict[str, Any] = {"signature": signature, "rows": rows if request["own_rows"] else []}
            elif request["do"] == "fence":
                limit_memory(request["memory"])
                reply = {}
            else:
                assert score is not None
                reply = answer(score, rows, request)
        except BaseException as error:
            reply = failure(error)
        replies.write(json.dumps(reply).encode() + b"\n")
        replies.flush()


if __name__ == "__main__":
    main()
