"""An analyser of log lines: reading, levels, searching, repeated lines, bursts of errors, sessions, alerts."""

from __future__ import annotations

from ..domain import Domain
from .faults import FAULTS, HALVES
from .inputs import choose, inputs
from .project import TEMPLATES
from .solver import solve

EVENTS = Domain(
    "events",
    "reading log files",
    choose,
    ("bursts", "sessions", "ranking", "repeats", "alerts"),
    {"several": "bursts | alerts", "plain": "!repeats"},
    TEMPLATES,
    FAULTS,
    {
        "counts": "",
        "find": "",
        "broken": "",
        "bursts": "bursts",
        "sessions": "sessions",
        "loudest": "ranking",
        "alerts": "alerts",
    },
    inputs,
    solve,
    HALVES,
)
