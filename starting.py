"""Ctrl-C while the command starts: it ends at once, with status 130 and without a traceback.

Python's own handler raises KeyboardInterrupt wherever the program is; in the middle of importing a package, which takes
a second or two, nobody could catch it. This is only done in the process of the command itself, never in a program that
imports this package, and ends when the command begins to run (`interruptible`).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
"""The status of a command that Ctrl-C has ended: 128 and the number of the signal."""


def is_command() -> bool:
    """Whether this process is the command, ``rlvr`` or ``python -m rlvr``, and none of its worker processes."""
    first = sys.argv[0] if getattr(sys, "argv", None) else ""
    processes = sys.modules.get("multiprocessing.process")
    if processes is not None and processes.parent_process() is not None:
        return False
    if os.path.basename(first) == "__main__.py":  # once the package is imported, and in workers
        return os.path.dirname(os.path.abspath(first)) == os.path.dirname(os.path.abspath(__file__))
    if first == "-m":  # so it is until the package is imported
        words = sys.orig_argv
        return "-m" in words and words[words.index("-m") + 1 :][:1] == [__package__]
    return os.path.basename(first).removesuffix(".exe") == __package__


def quiet() -> None:
    """From now on, Ctrl-C ends the process at once; unless it means something else already."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        try:
            signal.signal(signal.SIGINT, _end)
        except ValueError:  # not the main thread
            return


@contextmanager
def interruptible() -> Iterator[None]:
    """Within, Ctrl-C is a KeyboardInterrupt as usual; before and after, it ends the command at once."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if is_command():
            quiet()


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)
