"""Running the conformance suite on registry entries."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from itertools import islice

from ..generators.base import GenerationError
from ..spec import TaskSpec
from .probe import Probe, Property
from .properties import ALL

MAX_FINDINGS = 5
"""Findings reported for one property of one entry; the first few tell the story."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the suite found about one entry.

    Attributes:
        spec: the entry.
        findings: for each property that ran, in order, the things that are wrong; empty means that it holds.
        tasks_per_second: generation speed for each level.
    """

    spec: TaskSpec
    findings: dict[str, list[str]] = field(default_factory=dict)
    tasks_per_second: dict[int, float] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """True if every property holds."""
        return not any(self.findings.values())


def check(spec: TaskSpec, *, draws: int = 200, properties: tuple[Property, ...] = ALL) -> Report:
    """Run the properties on one entry, with `draws` tasks for each level. Nothing is raised.

    The suite runs in an empty folder of its own, so that an answer which runs as code and writes a file is
    caught by the file it leaves.
    """
    report = Report(spec)
    try:
        probe = Probe(spec, draws)
    except (GenerationError, ImportError, ValueError) as error:
        report.findings["generate"] = [str(error)]
        return report
    except Exception as error:
        report.findings["generate"] = [f"the generator raises {error!r:.300}"]
        return report
    report.tasks_per_second.update({level: 1 / seconds for level, seconds in probe.seconds.items()})
    for prop in properties:
        report.findings[prop.__name__] = list(islice(_found(prop, probe), MAX_FINDINGS))
    return report


def _found(prop: Property, probe: Probe) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="rlvr-check-") as folder, chdir(folder):
        try:
            yield from prop(probe)
        except Exception as error:
            yield f"raises {error!r:.300}"
        if left := os.listdir(folder):
            yield f"files were written while answers were scored: {left}"
