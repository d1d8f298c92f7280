"""Fields of life that databases are about, and schemas drawn from them."""

from __future__ import annotations

import random

from ..schema import Schema
from . import (
    bank,
    clinic,
    concerts,
    farm,
    flights,
    freight,
    garage,
    hotel,
    league,
    library,
    museum,
    observatory,
    payroll,
    restaurant,
    school,
    sensors,
    shop,
    tracker,
)
from .parts import Domain, draw

DOMAINS: dict[str, Domain] = {
    module.DOMAIN.name: module.DOMAIN
    for module in (
        shop,
        clinic,
        flights,
        library,
        sensors,
        league,
        payroll,
        school,
        hotel,
        museum,
        farm,
        restaurant,
        freight,
        concerts,
        bank,
        tracker,
        garage,
        observatory,
    )
}
"""The domains by name."""


def draw_schema(rng: random.Random, tables: int | None = None, names: random.Random | None = None) -> Schema:
    """A schema of a domain drawn at random, with varied names, optional columns and tables.

    Args:
        rng: the source of randomness.
        tables: how many tables it has; None leaves that to the domain (3 or more). A domain that offers fewer is
            not drawn.
        names: if given, the schema that `rng` draws has other names of tables and columns, drawn from this one; all
            else is as without it.

    Raises:
        ValueError: if no domain offers so many tables.
    """
    fits = [domain for domain in DOMAINS.values() if tables is None or 1 <= tables <= len(domain.entities)]
    if not fits:
        raise ValueError(f"tables must be from 1 to {max(len(domain.entities) for domain in DOMAINS.values())}")
    return draw(rng, rng.choice(fits), tables, names)
