"""All domains of repository tasks."""

from __future__ import annotations

from .calculator import CALCULATOR
from .domain import Domain
from .events import EVENTS
from .ledger import LEDGER
from .rooms import ROOMS
from .text_index import TEXT_INDEX
from .warehouse import WAREHOUSE

DOMAINS: tuple[Domain, ...] = (LEDGER, TEXT_INDEX, ROOMS, CALCULATOR, EVENTS, WAREHOUSE)
BY_NAME = {domain.name: domain for domain in DOMAINS}
