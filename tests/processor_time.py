"""Where the processor time of a run goes: ``pytest --processor-time FILE`` writes it for each test and sums it up.

Processor time is that of the test's process and of the processes that it waited for. It hardly depends on what else the
machine does, unlike the time on the clock. What daemons do (containers, servers that go on) is not in it. A fixture
counts for the first test that needs it. FILE gets lines ``seconds<TAB>seconds on the clock<TAB>test``.
"""

from __future__ import annotations

import re
import resource
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

ENVIRONMENT = re.compile(r"rlvr/[\w-]+-v\d+")
SHOWN = 40
Measured = tuple[float, float]
KEY = "processor time"
elsewhere = 0.0
"""Seconds of processes that a test had made by a server and waited for; who had them made adds them."""


def spent() -> Measured:
    """Seconds of the processor of this process and of those that it has waited for, and of the clock."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = time.process_time() + children.ru_utime + children.ru_stime
    return own + elsewhere, time.monotonic()


class ProcessorTime:
    """Measures tests; under xdist each worker measures its own, and the first process writes and sums."""

    def __init__(self, path: Path | None) -> None:
        """`path` is where to write; None in a worker, whose reports travel to the first process."""
        self.path = path
        self.tests: dict[str, Measured] = {}
        self.start = spent()
        self.collected = 0.0
        if path is not None:
            path.write_text("", encoding="utf-8")

    def pytest_collection_finish(self) -> None:
        self.collected = spent()[0] - self.start[0]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None]:
        self.start = spent()
        yield

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            now = spent()
            report.user_properties.append((KEY, tuple(b - a for a, b in zip(self.start, now, strict=True))))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        found = dict(report.user_properties).get(KEY)
        if self.path is None or found is None:
            return
        seconds, clock = found
        self.tests[report.nodeid] = seconds, clock
        with self.path.open("a", encoding="utf-8") as lines:  # line by line, for a run that is cut off
            lines.write(f"{seconds:.3f}\t{clock:.3f}\t{report.nodeid}\n")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.path is None:
            return
        say = terminalreporter.write_line
        total = sum(seconds for seconds, _ in self.tests.values())
        say(f"processor time: {total:.0f} s in {len(self.tests)} tests; collection {self.collected:.1f} s")
        by_file, by_environment = Counter[str](), Counter[str]()
        for test, (seconds, _) in self.tests.items():
            by_file[test.partition("::")[0]] += seconds
            if named := ENVIRONMENT.search(test):
                by_environment[named[0]] += seconds
        for title, sums in (("files", by_file), ("environments, by the names of tests", by_environment)):
            say(f"{title}:")
            for name, seconds in sums.most_common(SHOWN):
                say(f"{seconds:8.1f} s  {name}")
