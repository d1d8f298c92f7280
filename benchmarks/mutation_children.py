"""Work in forked processes that have everything loaded, and one module of which a mutant takes the place.

A fork has what its parent has imported; so a trial of a mutant starts in milliseconds. What was imported by way of the
mutated module is forgotten in the fork and imported again.
"""

from __future__ import annotations

import gc
import importlib
import importlib.abc
import importlib.util
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NoReturn

from .mutation_modules import file_of, knowing

ON_THE_CLOCK = 6
"""A process may take this many times its processor time on the clock: the machine may have other work."""


@dataclass(frozen=True)
class Outcome:
    """What came of work in a process of its own.

    Attributes:
        ended: whether it came to an end; work that takes too long or takes its process down does not.
        said: what it returned; ``failed: ...`` if it raised.
        seconds: of the processor, or on the clock if that is less.
    """

    ended: bool
    said: str
    seconds: float


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes one module from a mutant instead of from its file."""

    def __init__(self, module: str, code: CodeType) -> None:
        self.module, self.code = module, code

    def plant(self) -> None:
        """Forget the module and all that know of it, so that they are imported anew."""
        for name in knowing(self.module):
            sys.modules.pop(name, None)
            package, _, last = name.rpartition(".")
            if package in sys.modules:  # or `from package import last` would find the old one
                vars(sys.modules[package]).pop(last, None)
        sys.meta_path.insert(0, self)

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        """The mutant, if it is asked for."""
        if fullname != self.module:
            return None
        return importlib.util.spec_from_file_location(fullname, file_of(fullname), loader=self)

    def create_module(self, spec: Any) -> None:
        """The usual module object."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the mutant."""
        exec(self.code, module.__dict__)


def in_child(work: Callable[[], str], seconds: float, planted: Planted | None = None) -> Outcome:
    """What `work` returns in a forked process, which has so many seconds of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder, "said")
        gc.freeze()  # what is there is not searched for garbage, so its pages stay shared
        started = time.monotonic()
        child = os.fork()
        if child == 0:
            _say(work, said, seconds, planted)
        _, _, used = os.wait4(child, 0)
        with suppress(ProcessLookupError):  # what it may have started
            os.killpg(child, signal.SIGKILL)
        took = min(used.ru_utime + used.ru_stime, time.monotonic() - started)
        return Outcome(said.exists(), said.read_text(encoding="utf-8") if said.exists() else "", took)


def _say(work: Callable[[], str], file: Path, seconds: float, planted: Planted | None) -> NoReturn:
    """Write what `work` returns, and end this process; a signal ends it when the time is up."""
    os.setsid()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, ON_THE_CLOCK * seconds)
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    try:
        if planted is not None:
            planted.plant()
        text = work()
    except BaseException as error:
        text = f"failed: {error!r:.300}"
    file.with_suffix(".part").write_text(text, encoding="utf-8")
    file.with_suffix(".part").rename(file)
    os._exit(0)


def load(names: list[str]) -> None:
    """Import modules by name, as far as that is possible."""
    for name in names:
        with suppress(Exception):
            importlib.import_module(name)
