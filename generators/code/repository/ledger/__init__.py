"""A bank ledger: operations on accounts, with rules, fees, interest, transfers, frozen accounts and reports."""

from __future__ import annotations

from ..domain import Domain
from .faults import FAULTS, HALVES
from .inputs import choose, inputs
from .project import TEMPLATES
from .solver import solve

LEDGER = Domain(
    "ledger",
    "the accounts of a small bank",
    choose,
    ("fees", "reports", "transfers", "interest", "freezing"),
    {"both": "freezing & transfers", "shares": "fees | interest", "free_of_charge": "!fees"},
    TEMPLATES,
    FAULTS,
    {"balances": "", "refused": "", "statement": "", "richest": "reports", "lowest_balance": "reports"},
    inputs,
    solve,
    HALVES,
)
