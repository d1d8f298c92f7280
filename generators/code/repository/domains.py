"""All domains of repository tasks."""

from __future__ import annotations

from .domain import Domain
from .ledger import LEDGER

DOMAINS: tuple[Domain, ...] = (LEDGER,)
BY_NAME = {domain.name: domain for domain in DOMAINS}
