"""Sent into the box as text, never imported here: runs a repository's test files, each in a process of its own.

The process that runs this text (the driver) imports nothing of the repository. For each run it unpacks the tree anew,
forks a process that has a pipe and nothing else to write to, reads what that process says, ends all that it started,
and removes the files. The driver alone can write to standard output; it cannot be looked into by the processes that it
forks. What a process says is still said by a process in which the repository's code runs.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import random
import secrets
import select
import shutil
import signal
import sys
import threading
import time
import types
import unittest
import zipfile
from pathlib import Path
from typing import Any, NoReturn

MOST_SAID = 8 * 2**20
MOST_TEXT = 6000
SUBREAPER, DUMPABLE = 36, 4

Json = Any


def main() -> None:
    """Do what ``plan.json`` says, and print one line: the nonce, a blank, and what came of each run as JSON."""
    scratch = os.getcwd()
    plan = json.loads(Path("plan.json").read_text())
    archive = Path("tree.zip").read_bytes()
    for name in ("plan.json", "tree.zip"):
        os.unlink(name)
    sys.path[:] = [entry for entry in sys.path if entry != scratch]
    libc = ctypes.CDLL(None)
    libc.prctl(SUBREAPER, 1, 0, 0, 0)
    libc.prctl(DUMPABLE, 0, 0, 0, 0)
    if plan["runner"] == "pytest":
        import pytest  # noqa: F401 - before the repository's files are there
    nonce = plan.pop("nonce")
    done = []
    for number, run in enumerate(plan["runs"]):
        folder = os.path.join(scratch, f"r{number}")
        unpack(archive, {**plan["changes"], **run["changes"]}, folder)
        changes = {**plan["changes"], **run["changes"]}
        done.append(one_run(plan, run, folder, libc))
        end_all()
        done[-1]["end"] = done[-1]["end"] and same(archive, changes, folder)
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{nonce} {json.dumps(done)}", flush=True)


def unpack(archive: bytes, changes: dict[str, str | None], folder: str) -> None:
    """Write the tree, with some files as they are to be."""
    os.makedirs(folder)
    with zipfile.ZipFile(io.BytesIO(archive)) as tree:
        for info in tree.infolist():
            if info.filename not in changes:
                put(os.path.join(folder, info.filename), tree.read(info))
    for name, text in changes.items():
        if text is not None:
            put(os.path.join(folder, name), text.encode("utf-8", "surrogatepass"))


def same(archive: bytes, changes: dict[str, str | None], folder: str) -> bool:
    """Whether the files of Python and of settings are still as they were: no run may put other tests in their place."""
    with zipfile.ZipFile(io.BytesIO(archive)) as tree:
        for info in tree.infolist():
            if info.filename in changes or not info.filename.endswith((".py", ".toml", ".ini", ".cfg")):
                continue
            try:
                path = os.path.join(folder, info.filename)
                if os.path.islink(path) or Path(path).read_bytes() != tree.read(info):
                    return False
            except OSError:
                return False
    for name, text in changes.items():
        with contextlib.suppress(OSError):
            if text is None or Path(folder, name).read_bytes() == text.encode("utf-8", "surrogatepass"):
                continue
        return False
    return True


def put(path: str, content: bytes) -> None:
    """Write a file."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def one_run(plan: dict[str, Json], run: dict[str, Json], folder: str, libc: ctypes.CDLL) -> dict[str, Json]:
    """Run one test file in a process of its own; what it said."""
    token = secrets.token_hex(16)
    reading, writing = os.pipe()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            become_tests(plan, run, folder, writing, token, libc)
        finally:
            os._exit(3)
    os.close(writing)
    said, over = listen(reading, started + plan["seconds"])
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)
    _, raw = os.waitpid(pid, 0)
    found = understood(said, token)
    found["end"] = found["end"] and not over and raw == 0
    return {**found, "over": over, "seconds": round(time.monotonic() - started, 3)}


def listen(reading: int, deadline: float) -> tuple[bytes, bool]:
    """All that a process says until it ends its side, and whether it took too long or said too much."""
    said = bytearray()
    try:
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or len(said) > MOST_SAID:
                return bytes(said), True
            if select.select([reading], [], [], left)[0]:
                part = os.read(reading, 1 << 16)
                if not part:
                    return bytes(said), False
                said += part
    finally:
        os.close(reading)


def understood(said: bytes, token: str) -> dict[str, Json]:
    """The outcome of each test. One that is told of twice, or in no order that a run has, has failed."""
    tests: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    found: dict[str, Json] = {"end": False, "tests": {}, "texts": texts, "calls": [], "trouble": ""}
    for line in said.splitlines():
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if not isinstance(told, dict) or told.get("token") != token:
            continue
        if "test" in told:
            tests.setdefault(str(told["test"]), []).append(f"{told['when']} {told['outcome']}")
            if told.get("text"):
                texts[str(told["test"])] = str(told["text"])[:MOST_TEXT]
        elif "end" in told:
            found["end"] = True
        elif "calls" in told:
            found["calls"] = told["calls"]
        else:
            found["trouble"] += str(told.get("trouble"))[:MOST_TEXT]
    for test, steps in tests.items():
        if any(step.endswith("failed") for step in steps):
            found["tests"][test] = "failed"
        elif any(step.endswith("skipped") for step in steps):
            found["tests"][test] = "skipped"
        else:
            whole = steps in (["setup passed", "call passed", "teardown passed"], ["call passed"])
            found["tests"][test] = "passed" if whole else "failed"
    return found


def end_all() -> None:
    """End every process that comes from this one; those whose parents are gone have become its children."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        below = descendants()
        for pid in below:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not below:
            return
        time.sleep(0.002)
    os._exit(4)  # what cannot be ended would see the next run


def descendants() -> list[int]:
    """The living processes below this one."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError), open(f"/proc/{name}/stat") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
                if state != "Z":
                    parents[int(name)] = int(parent)
    found, layer = [], [os.getpid()]
    while layer:
        layer = [pid for pid, parent in parents.items() if parent in layer and pid not in found]
        found += layer
    return found


# ---- the process in which the repository's code runs -------------------------------------------------------


def become_tests(
    plan: dict[str, Json], run: dict[str, Json], folder: str, writing: int, token: str, libc: ctypes.CDLL
) -> NoReturn:
    """Run the tests of one file and tell of each over the pipe. Never returns."""
    os.setsid()
    os.dup2(writing, 3)
    os.closerange(4, 1024)
    null = os.open(os.devnull, os.O_RDWR)
    for end in (0, 1, 2):
        os.dup2(null, end)
    os.close(null)
    libc.prctl(SUBREAPER, 0, 0, 0, 0)
    libc.prctl(DUMPABLE, 1, 0, 0, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    random.seed()  # the same numbers in each run would hide that a test hangs on chance
    os.chdir(folder)
    os.environ["HOME"] = folder
    sys.path[:0] = [os.path.join(folder, path) if path else folder for path in plan["paths"]]
    if plan["packages"]:
        os.environ["PYTHONPATH"] = os.pathsep.join([*sys.path[: len(plan["paths"])], plan["packages"]])
    else:
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[: len(plan["paths"])])
    pipe = open(3, "w", buffering=1, encoding="ascii")  # noqa: SIM115 - the process ends with it
    calls: set[tuple[str, int]] = set()

    def tell(**said: Json) -> None:
        pipe.write(json.dumps({"token": token, **said}) + "\n")

    def noticed(frame: types.FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(folder):
            line = 0 if code.co_name == "<module>" else code.co_firstlineno
            calls.add((os.path.relpath(code.co_filename, folder), line))

    if plan["trace"]:
        sys.setprofile(noticed)
        threading.setprofile(noticed)
    run_file = with_pytest if plan["runner"] == "pytest" else with_unittest
    run_file(run["file"], run["only"], folder, tell)
    sys.setprofile(None)
    if plan["trace"]:
        tell(calls=sorted(calls))
    tell(end=True)
    os._exit(0)


def with_pytest(file: str, only: list[str] | None, folder: str, tell: Any) -> None:
    """Run a file by pytest, with the repository's settings but for the options that they add."""
    import pytest

    wanted = None if only is None else set(only)

    class Reporter:
        def pytest_collection_modifyitems(self, items: list[Any]) -> None:
            if wanted is not None:
                items[:] = [item for item in items if item.nodeid in wanted]

        def pytest_collectreport(self, report: Any) -> None:
            if report.failed:
                tell(trouble=shown(str(report.longrepr), folder))

        def pytest_runtest_logreport(self, report: Any) -> None:
            if hasattr(report, "context") and not report.failed:
                return  # a part of a test, told of besides the whole
            outcome = "skipped" if hasattr(report, "wasxfail") and not report.passed else report.outcome
            text = shown(str(report.longrepr), folder) if report.failed else ""
            tell(test=report.nodeid, when=report.when, outcome=outcome, text=text)

    options = ["-p", "no:cacheprovider", "-o", "addopts=", "--tb=short", "-q", "--rootdir", folder]
    code = pytest.main([*options, "-c", settings(folder), file], plugins=[Reporter()])
    if code not in (0, 1, 2, 5):
        tell(trouble=f"pytest ended with {int(code)}")


def settings(folder: str) -> str:
    """The file with pytest's settings, as pytest looks for it, but never above the repository."""
    marks = {
        "pytest.ini": "",
        ".pytest.ini": "",
        "pyproject.toml": "[tool.pytest",
        "tox.ini": "[pytest]",
        "setup.cfg": "[tool:pytest]",
    }
    for name, mark in marks.items():
        path = os.path.join(folder, name)
        if os.path.exists(path) and mark in Path(path).read_text("utf-8", "replace"):
            return path
    put(os.path.join(folder, "pytest.ini"), b"[pytest]\n")
    return os.path.join(folder, "pytest.ini")


def with_unittest(file: str, only: list[str] | None, folder: str, tell: Any) -> None:
    """Run a file by unittest."""
    wanted = None if only is None else set(only)

    class Reporter(unittest.TestResult):
        def say(self, test: Any, outcome: str, error: Any = None) -> None:
            text = "" if error is None else shown(self._exc_info_to_string(error, test), folder)  # type: ignore[attr-defined]
            tell(test=f"{file}::{test.id()}", when="call", outcome=outcome, text=text)

        def addSuccess(self, test: Any) -> None:
            self.say(test, "passed")

        def addFailure(self, test: Any, err: Any) -> None:
            self.say(test, "failed", err)

        def addError(self, test: Any, err: Any) -> None:
            self.say(test, "failed", err)

        def addSkip(self, test: Any, reason: str) -> None:
            self.say(test, "skipped")

        def addExpectedFailure(self, test: Any, err: Any) -> None:
            self.say(test, "skipped")

        def addUnexpectedSuccess(self, test: Any) -> None:
            self.say(test, "failed")

        def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
            if err is not None:
                self.say(test, "failed", err)

    above, name = os.path.split(file)
    start = os.path.join(folder, above) if above else folder
    top = start
    while top != folder and os.path.exists(os.path.join(top, "__init__.py")):
        top = os.path.dirname(top)
    suite = unittest.TestLoader().discover(start, pattern=name, top_level_dir=top)
    chosen = unittest.TestSuite(
        test for test in flat(suite) if wanted is None or f"{file}::{test.id()}" in wanted
    )
    chosen.run(Reporter())


def flat(suite: Any) -> list[Any]:
    """The tests of a suite, in order."""
    found = []
    for one in suite:
        found += flat(one) if isinstance(one, unittest.TestSuite) else [one]
    return found


def shown(text: str, folder: str) -> str:
    """A test's trouble without this folder's name."""
    return text.replace(f"{folder}/", "").replace(folder, ".")[-MOST_TEXT:]


if __name__ == "__main__":
    main()
