"""A calculator for whole numbers: lexer, parser, evaluation, variables, functions, postfix notation, measures."""

from __future__ import annotations

from ..domain import Domain
from .faults import FAULTS, HALVES
from .inputs import choose, inputs
from .project import TEMPLATES
from .solver import solve

CALCULATOR = Domain(
    "calculator",
    "calculating with whole numbers",
    choose,
    ("variables", "functions", "postfix", "answers", "measures"),
    {
        "both": "variables & answers",
        "words": "variables | answers | functions",
        "plain_words": "words & !functions",
        "written_calls": "functions & postfix",
    },
    TEMPLATES,
    FAULTS,
    {"calculate": "", "operators": "", "depth": "measures", "postfix": "postfix"},
    inputs,
    solve,
    HALVES,
)
