"""What a mutant is put to: whether it changes tasks or verdicts, and whether tests and conformance notice it.

Each function is for a process of its own. One that judges returns an empty text if nothing was noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest

import rlvr
from rlvr.answer_mutations import mutants as near
from rlvr.conformance import check
from rlvr.conformance.properties import ALL
from rlvr.generators.base import rng_for

TASKS = 25
"""Tasks of each level that are compared."""
JUDGED = 6
"""Tasks of each level of which verdicts are compared."""
IGNORED = {"deterministic", "speed"}
"""Properties that start an interpreter of their own, which does not know of the mutant, or measure time."""
OF_VERIFIERS = {"hostile_answers"}
"""What takes longest, and can hardly tell more than the others of a mutant of a generator; it is left out there."""
TOLD = ("prompt", "payload", "answer", "trace", "fingerprint")


def tasks(name: str) -> Iterator[str]:
    """A digest of each task that is compared, those of all levels in turn."""
    spec = rlvr.get(name)
    for seed in range(TASKS):
        for level in spec.levels:
            row = spec.task(level, seed).to_json()
            yield _digest(json.dumps({name: row[name] for name in TOLD}, sort_keys=True))


def verdicts(name: str) -> Iterator[str]:
    """A digest of the verdicts of each task's answers, right and nearly right."""
    spec = rlvr.get(name)
    for seed in range(JUDGED):
        for level in spec.levels:
            task = spec.task(level, seed)
            rng = rng_for(f"verdicts {level} {seed}")
            answers = [task.answer, f" {task.answer}.", f"**{task.answer}**", "", *near(task.answer, rng, 25)]
            judged = (spec.verify_answer(task.payload, answer) for answer in answers)
            yield _digest(" ".join(f"{verdict.score} {verdict.reason}" for verdict in judged))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def differs(found: Iterator[str], base: Sequence[str]) -> str:
    """Where digests differ from those of the code as it is."""
    return next(
        (f"number {i}" for i, (one, other) in enumerate(zip(found, base, strict=True)) if one != other), ""
    )


def modules_loaded(test: Path, name: str) -> str:
    """The modules that tests and conformance load, a line for each; not the tests themselves."""
    passes(test, "quick", {})
    conforms(name, 2, ".verifiers.")
    tests = test.parents[1]
    return "\n".join(
        module
        for module, loaded in sys.modules.items()
        # Promises fix the settings of their draws when they are imported, after the tests' own set-up.
        if module not in ("__main__", "__mp_main__", "rlvr.conformance.promises")
        and (file := getattr(loaded, "__file__", None))
        and tests not in Path(file).parents
    )


class _Plugin:
    """Runs first what noticed most mutants, draws no simpler examples of what fails, and keeps what failed."""

    def __init__(self, kills: Mapping[str, int]) -> None:
        self.kills, self.failed = kills, ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: (-self.kills.get(item.nodeid, 0), "oracle" not in item.name))
        for item in items:
            function: Any = getattr(item, "function", None)
            own = getattr(function, "_hypothesis_internal_use_settings", None)
            if own is not None:
                function._hypothesis_internal_use_settings = hypothesis.settings(
                    own,
                    database=None,
                    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
                    report_multiple_bugs=False,
                )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def passes(test: Path, tier: str, kills: Mapping[str, int]) -> str:
    """The first test of a file that fails, in a tier of tests/tiers.py."""
    os.environ["RLVR_TIER"] = tier
    plugin = _Plugin(kills)
    options = ["-x", "-q", "--tb=no", "-p", "no:xdist", "-p", "no:cacheprovider"]
    code = pytest.main([*options, str(test)], plugins=[plugin])
    return "" if code == 0 else plugin.failed or f"pytest ends with {int(code)}"


def conforms(name: str, draws: int, module: str) -> str:
    """What conformance finds, where a module has a fault."""
    left_out = IGNORED if ".verifiers." in module else IGNORED | OF_VERIFIERS
    properties = tuple(prop for prop in ALL if prop.__name__ not in left_out)
    report = check(rlvr.get(name), draws=draws, properties=properties)
    return "; ".join(finding for findings in report.findings.values() for finding in findings)
