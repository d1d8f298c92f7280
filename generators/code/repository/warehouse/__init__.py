"""A warehouse: lots of goods, oldest first, with reservations, kits, returns, reorders and figures."""

from __future__ import annotations

from ..domain import Domain
from .faults import FAULTS, HALVES
from .inputs import choose, inputs
from .project import TEMPLATES
from .solver import solve

WAREHOUSE = Domain(
    "warehouse",
    "keeping the stock of a warehouse",
    choose,
    ("ordering", "kits", "reserving", "returns", "movers"),
    {"settled": "ordering | kits", "unreserved": "!reserving"},
    TEMPLATES,
    FAULTS,
    {"stock": "", "refused": "", "value": "", "cost": "", "to_order": "ordering", "movers": "movers"},
    inputs,
    solve,
    HALVES,
)
