"""A search engine over a few documents: words, stems, stop words, ranking, snippets, completions."""

from __future__ import annotations

from ..domain import Domain
from .faults import FAULTS, HALVES
from .inputs import choose, inputs
from .project import TEMPLATES
from .solver import solve

TEXT_INDEX = Domain(
    "text index",
    "searching in documents",
    choose,
    ("stems", "stops", "snippets", "complete", "exclude"),
    {"all_wanted": "!exclude"},
    TEMPLATES,
    FAULTS,
    {"search": "", "frequencies": "", "longest": "", "snippet": "snippets", "complete": "complete"},
    inputs,
    solve,
    HALVES,
)
