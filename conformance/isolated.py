"""Running a property in a process of its own, so that a verifier that hangs or eats memory is a finding.

What the suite checks may be somebody's unfinished code; ``9**9**9`` in a verifier that evaluates its answers
must not take the suite down with it.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .probe import Probe

SECONDS_WITHOUT_A_SIGN = 40.0
MEMORY_BYTES = 6 * 2**30

Event = tuple[str, str]
"""``("at", what)`` as a sign of life before something is tried, or ``("wrong", finding)``."""


def isolated(work: Callable[[Probe], Iterator[Event]], probe: Probe) -> Iterator[str]:
    """The findings of `work`, run in a child process that is killed if it gives no sign of life for too long."""
    # A forked child has the parent's modules; where there is no fork, they are imported again.
    context: Any = multiprocessing.get_context("fork" if sys.platform.startswith("linux") else "spawn")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_run, args=(work, probe, sender), daemon=True)
    child.start()
    sender.close()
    at = "the beginning"
    try:
        while receiver.poll(SECONDS_WITHOUT_A_SIGN):
            kind, text = receiver.recv()
            if kind == "end":
                return
            if kind == "at":
                at = text
            else:
                yield text
        yield f"hangs for over {SECONDS_WITHOUT_A_SIGN:.0f} s on {at}"
    except EOFError:
        child.join(1)
        yield f"the process died (exit code {child.exitcode}) on {at}"
    finally:
        child.kill()
        child.join()
        receiver.close()


def _run(work: Callable[[Probe], Iterator[Event]], probe: Probe, sender: Connection) -> None:
    gc.freeze()  # what the parent had is not searched for garbage, so its pages stay shared
    _limit_memory()
    try:
        for event in work(probe):
            sender.send(event)
    except Exception as error:
        sender.send(("wrong", f"raises {error!r:.300}"))
    sender.send(("end", ""))


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on this platform; the suite then has no fence for memory
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
