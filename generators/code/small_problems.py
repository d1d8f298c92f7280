"""Small functions with exactly stated domains, for repair and test writing: what they share.

A template makes a `Small`: a `Problem` and the domain of each argument (`rlvr.payloads.domains`). All inputs of
the domains are allowed, so a statement settles all of them. Names, constants and variants are drawn, so that programs
of one template rarely agree in their text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from ..base import Json
from .algorithms.writing import program, sentences
from .problem import Problem

Domain = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Small:
    """A problem and the domains of its arguments."""

    problem: Problem
    domains: tuple[Domain, ...]


def integer(low: int, high: int) -> Domain:
    """The domain of whole numbers from `low` to `high`."""
    return {"type": "int", "low": low, "high": high}


def text(letters: str, least: int, most: int) -> Domain:
    """The domain of strings of some characters."""
    return {"type": "text", "letters": letters, "least": least, "most": most}


def listed(of: Domain, least: int, most: int, rising: bool = False) -> Domain:
    """The domain of lists, in ascending order if `rising`."""
    made: Domain = {"type": "list", "of": of, "least": least, "most": most}
    return {**made, "order": "rising"} if rising else made


def small(
    name: str,
    entry: str,
    parameters: Sequence[tuple[str, Domain]],
    statement: str,
    source: str,
    brute: Callable[..., Json],
    facts: dict[str, Json],
    returns: str = "int",
    inputs: Callable[[Random, int], list[Json]] | None = None,
    **fields: object,
) -> Small:
    """Put a problem together; ``$field`` in statement and source is filled in from `fields`.

    `inputs` is for functions that do nothing of interest on most values of their domains.
    """
    names = {f"p{i}": parameter for i, (parameter, _) in enumerate(parameters)}
    domains = tuple(domain for _, domain in parameters)

    def any_inputs(rng: Random, size: int) -> list[Json]:
        return [argument(domain, rng, size) for domain in domains]

    code = program(source, entry=entry, **names, **fields)
    made = Problem(
        name=name,
        entry=entry,
        parameters=tuple((parameter, python_type(domain)) for parameter, domain in parameters),
        returns=returns,
        statement=sentences(statement, **names, **fields),
        source=code,
        inputs=inputs or any_inputs,
        brute=brute,
        facts=facts,
        cost=float(len(code.splitlines())),
    )
    return Small(made, domains)


def python_type(domain: Domain) -> str:
    """The Python type of a domain's values."""
    if domain["type"] == "list":
        return f"list[{python_type(domain['of'])}]"
    return {"int": "int", "text": "str"}[domain["type"]]


def argument(domain: Domain, rng: Random, size: int) -> Json:
    """The value of an argument: as `drawn`, but numbers from size 2 on are often from the whole domain."""
    if domain["type"] == "int" and size > 1 and rng.random() < 0.6:
        low, high = domain["low"], domain["high"]
        if high - low > 1000:  # as many of few digits as of many
            high = min(high, low + 10 ** rng.randint(1, len(str(high - low)) - 1))
        return rng.randint(low, high)
    return drawn(domain, rng, size)


def drawn(domain: Domain, rng: Random, size: int) -> Json:
    """A value: corner cases for size 0, few and often near items for 1 to 3, up to the whole domain for 4 and 5."""
    if domain["type"] == "int":
        low, high = domain["low"], domain["high"]
        middle = min(max(low, 0), high)
        if size == 0 or rng.random() < 0.15:
            return rng.choice((low, high, middle, min(middle + 1, high)))
        reach = (2, 3, 6, 10)[size - 1] if 0 < size < 5 else high - low
        return rng.randint(max(low, middle - reach), min(high, middle + reach))
    least, most = domain["least"], domain["most"]
    top = most if size > 4 else min(most, max(least, (1, 3, 5, 7, 12)[size]))
    count = rng.choice((least, min(least + 1, most))) if size == 0 else rng.randint(least, top)
    if domain["type"] == "text":
        letters = rng.sample(domain["letters"], rng.randint(1, len(domain["letters"])))
        return "".join(rng.choice(letters) for _ in range(count))
    items: list[Json] = []
    near, wide = rng.random() < 0.4, size > 1 and rng.random() < 0.5
    inner = 5 if wide else max(1, size) if domain["of"]["type"] == "int" else size
    for _ in range(count):
        if items and near and rng.random() < 0.6:
            items.append(rng.choice((items[-1], rng.choice(items))))
        else:
            items.append(drawn(domain["of"], rng, inner))
    return sorted(items) if domain.get("order") == "rising" else items
