"""A bank ledger: names and constants of a project, and what its functions are called with."""

from __future__ import annotations

from random import Random

from ....base import Json
from ..domain import Names


def choose(rng: Random) -> dict[str, str | int]:
    """Names and constants of a project."""
    return {
        "pkg": rng.choice(
            ["bankbook", "ledgerline", "coinbox", "moneyjar", "tally", "cashbook", "tillbook", "purse"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "overdraft": rng.randrange(50, 1000, 50),
        "largest": rng.randrange(5000, 20_000, 500),
        "free": rng.randrange(100, 600, 50),
        "fee": rng.randint(11, 60),
        "least": rng.randint(4, 15),
        "credit": rng.randint(2, 25),
        "debit": rng.randint(30, 90),
    }


def inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    """Arguments of a call of a public function."""
    people = rng.sample(["ann", "bob", "cem", "dana", "eve", "finn", "gus", "hana"], 1 + size)
    overdraft, largest, free = int(names["overdraft"]), int(names["largest"]), int(names["free"])
    kinds = ["deposit", "withdraw", "withdraw", "deposit"]
    kinds += ["transfer"] * 2 * ("transfers" in features) + ["month end"] * ("interest" in features)
    kinds += ["freeze", "release", "withdraw"] * ("freezing" in features)
    held = dict.fromkeys(people, 0)
    operations: list[Json] = []
    for _ in range(rng.randint(1 + size, 3 + 4 * size)):
        kind, account = rng.choice(kinds), rng.choice(people)
        amount = rng.choice([rng.randint(1, 900), rng.randint(1, 3000), free, free + 1, overdraft, 500, 500])
        if rng.random() < 0.15:
            amount = rng.choice([0, -5, largest, largest, largest + 1])
        if kind in ("withdraw", "transfer") and rng.random() < 0.25:
            amount = held[account] + overdraft + rng.choice([0, 0, 1, -1])
        if rng.random() < 0.04:
            kind = rng.choice(["close", "Deposit"])
        if kind == "month end":
            operations.append([kind])
        elif kind in ("freeze", "release"):
            operations.append([kind, account])
        elif kind == "transfer":
            operations.append([kind, account, amount, rng.choice(people)])
        else:
            operations.append([kind, account, amount])
            held[account] += amount if kind == "deposit" else -amount * (kind == "withdraw")
    if function == "richest":
        return [operations, rng.randint(1, len(people))]
    if function in ("statement", "lowest_balance"):
        return [operations, rng.choice(people)]
    return [operations]
