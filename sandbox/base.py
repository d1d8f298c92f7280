"""What it means to run code that nobody trusts: a `Job` goes in, a `Result` comes out, and nothing else passes.

A job has no place for a task's id, its seed, an expected output or a verdict: what is not in the box cannot be
stolen or forged there. Whoever wants to judge a program compares its results out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal, Protocol, Self, final, runtime_checkable

from .languages import LANGUAGES

Json = Any
"""A JSON value: None, bool, int, float, str, or lists and text-keyed dicts of them."""

Isolation = Literal["container", "namespace", "none"]

MAX_FILES: Final = 256
MAX_FILE_BYTES: Final = 4 * 2**20
"""Files of a job, all together, in either direction."""


class SandboxError(RuntimeError):
    """The machinery failed, not the program: there is no result, and no score may be made of this."""


class WorkerLost(SandboxError):
    """A worker went away, or broke the protocol, while it had a job."""


class SandboxUnavailable(SandboxError):
    """There is nothing to run code in, or nothing with this language; the message names the fixes."""


class SandboxMisconfigured(SandboxUnavailable):
    """The box was started and does not hold what was asked of it (a flag that the engine ignored)."""


class Status(StrEnum):
    """How a job ended. Everything but the machinery's own failure, which is an exception."""

    OK = "ok"
    NONZERO_EXIT = "nonzero_exit"
    SIGNAL = "signal"
    CPU_LIMIT = "cpu_limit"
    WALL_LIMIT = "wall_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    COMPILE_ERROR = "compile_error"
    LOST = "lost"  # its box went down under it, twice, while an honest program ran in both


@final
class Missing:
    """The type of `MISSING`: a call that returned nothing that can be read."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may use.

    Attributes:
        cpu_s: seconds of processor time of each process, and of the first one together with all that it waited
            for. What processes take that nobody waits for is bounded by `wall_s` and by the box.
        wall_s: seconds from start to end, compiling not counted; pauses of the whole machine do not count
            either, up to 15 s of them.
        idle_s: seconds in which the job neither computes nor reads or writes: it holds a slot for nothing, so its time
            counts as used up. Not kept by ``unsafe-local``.
        memory_mb: MiB of address space of each process (for languages that allow it); the box has a cap of
            its own on the memory of all of them together.
        processes: processes and threads at one time.
        file_mb: MiB of one file.
        open_files: open files of one process.
        stdout_kb: KiB of standard output; a job that writes more is ended.
        stderr_kb: KiB of standard error that are kept; more is dropped, up to 4,096 times as much, which ends the job.
    """

    cpu_s: float = 2.0
    wall_s: float = 6.0
    idle_s: float = 3.0
    memory_mb: int = 256
    processes: int = 32
    file_mb: int = 16
    open_files: int = 64
    stdout_kb: int = 256
    stderr_kb: int = 16

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not 0 < getattr(self, name) <= 1 << 20:
                raise ValueError(f"the limit {name} must be above 0, not {getattr(self, name)!r}")


@dataclass(frozen=True, slots=True)
class Job:
    """A program to run, with all that it may see.

    Attributes:
        code: the source text of the program.
        language: an entry of `rlvr.sandbox.languages`: ``python``, ``bash``, ``c``, ``cpp``, ``javascript``, ...
        stdin: bytes on its standard input.
        entry: call mode, Python only: the function to call. Its return values come back as JSON values.
        calls: the arguments of each call, JSON values; the calls are made one after the other in one process.
        files: files put into the working folder first, by relative name.
        args: arguments of its command line, behind the program's own name.
        collect: whether the files in the working folder come back in the result.
        limits: what it may use.
        compile_only: compile the program and run nothing; `Result.compiled` is what the compiler made.
        compiled: what the compiler made of this code in an earlier job, to be run instead of compiling it again.

    Raises:
        ValueError: if a file's name leads out of the folder, there are too many or too large files, or something is
            to be compiled in a language that is not.
    """

    code: str
    language: str = "python"
    stdin: bytes = b""
    entry: str | None = None
    calls: tuple[tuple[Json, ...], ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    collect: bool = False
    limits: Limits = Limits()
    compile_only: bool = False
    compiled: bytes = b""
    args: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        language = LANGUAGES.get(self.language)
        if (self.compile_only or self.compiled) and (language is None or not language.build):
            raise ValueError(f"programs in {self.language} are not compiled")
        if len(self.compiled) > MAX_FILE_BYTES:
            raise ValueError(f"a job carries at most {MAX_FILE_BYTES >> 20} MiB")
        if self.calls and self.entry is None:
            raise ValueError("calls need an entry: the name of the function to call")
        if self.entry is not None and (self.language != "python" or not self.entry.isidentifier()):
            raise ValueError(f"call mode is for a Python function, not {self.entry!r} in {self.language}")
        if any("\0" in argument for argument in self.args):
            raise ValueError("an argument holds no NUL character")
        check_files(self.files)


def check_files(files: Mapping[str, bytes]) -> None:
    """Refuse names that are not plain relative paths, and more files than a job may carry.

    Raises:
        ValueError: with the name and what is wrong with it.
    """
    if len(files) > MAX_FILES or sum(map(len, files.values())) > MAX_FILE_BYTES:
        raise ValueError(f"a job carries at most {MAX_FILES} files and {MAX_FILE_BYTES >> 20} MiB")
    for name in files:
        parts = name.split("/")
        if not name or "\0" in name or len(name) > 255 or any(part in ("", ".", "..") for part in parts):
            raise ValueError(f"{name!r:.80} is no relative file name")


@dataclass(frozen=True, slots=True)
class Result:
    """What came out of a job. All of it was in the program's reach: treat it as hostile text.

    Attributes:
        status: how it ended.
        exit_code: exit status, or None if a signal ended it.
        signal: number of the signal that ended it, or None.
        stdout: standard output, cut at the limit.
        stderr: the beginning of standard error, cut at the limit.
        values: call mode: for each call its return value, or `MISSING` where there is none.
        errors: call mode: for each call the text of its exception, or None.
        files: the files of the working folder afterwards, if the job asked for them.
        compiled: what the compiler made, if the job asked for it; empty if it made nothing, or too much to carry.
        wall_s: seconds that it took.
        cpu_s: processor seconds of it and what it started.
        peak_memory_kb: largest resident size of one of its processes, in KiB.
        backend: which sandbox ran it.
        isolation: how strong that is: ``container``, ``namespace`` or ``none``.
        attempts: how often it was started; above 1 after a failure of the machinery.
        runtime: what ran or compiled it, with its version: ``"Python 3.11.2"``; empty if that is not known.
    """

    status: Status
    exit_code: int | None = None
    signal: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    values: tuple[Json | Missing, ...] = ()
    errors: tuple[str | None, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    compiled: bytes = b""
    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_memory_kb: int = 0
    backend: str = ""
    isolation: Isolation = "none"
    attempts: int = 1
    runtime: str = ""

    @property
    def text(self) -> str:
        """Standard output as text; bytes that are no UTF-8 become replacement characters."""
        return self.stdout.decode("utf-8", "replace")


@runtime_checkable
class Sandbox(Protocol):
    """A place to run jobs. Thread-safe; close it, or use it in a ``with`` statement."""

    @property
    def isolation(self) -> Isolation:
        """How strong it is."""

    @property
    def languages(self) -> frozenset[str]:
        """The languages that it can run."""

    def run(self, job: Job) -> Result:
        """Run a job and wait for its end.

        Raises:
            SandboxError: if the machinery failed, on a fresh worker too.
            SandboxUnavailable: if it has no such language, or cannot be started at all.
        """

    def run_many(self, jobs: Iterable[Job]) -> Sequence[Result | SandboxError]:
        """Run jobs in parallel. One result for each, in their order; a failed one is its error, not raised."""

    def close(self) -> None:
        """End all workers. Calling it again does nothing."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...
