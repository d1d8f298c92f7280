"""A booking system for meeting rooms: times of day, overlaps, room choice, free gaps, agendas, repeats, summaries."""

from __future__ import annotations

from ..domain import Domain
from .faults import FAULTS, HALVES
from .inputs import choose, inputs
from .project import TEMPLATES
from .solver import solve

ROOMS = Domain(
    "rooms",
    "booking meeting rooms",
    choose,
    ("gaps", "totals", "repeats", "pauses", "peak"),
    {
        "single": "!repeats",
        "dense": "!pauses",
        "both": "gaps & pauses",
        "measured": "gaps | totals",
        "gaps_of_days": "gaps & repeats",
        "totals_of_days": "totals & repeats",
        "peak_of_days": "peak & repeats",
    },
    TEMPLATES,
    FAULTS,
    {"rooms": "", "agenda": "", "gaps": "gaps", "minutes": "totals", "busiest": "peak"},
    inputs,
    solve,
    HALVES,
)
