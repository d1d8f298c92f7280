"""All domains of repository tasks."""

from __future__ import annotations

from .domain import Domain
from .ledger import LEDGER
from .text_index import TEXT_INDEX

DOMAINS: tuple[Domain, ...] = (LEDGER, TEXT_INDEX)
BY_NAME = {domain.name: domain for domain in DOMAINS}
