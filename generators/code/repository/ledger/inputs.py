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


def _scene(rng: Random, names: Names, features: frozenset[str], people: list[str]) -> list[Json]:
    """Some operations that end at a bound: of the overdraft, a fee, a rounding, an order, a freeze."""
    who, other = people[0], people[-1] if len(people) > 1 else "zoe"
    overdraft, largest, free = int(names["overdraft"]), int(names["largest"]), int(names["free"])
    near = rng.choice([0, 0, 1, -1])
    held = rng.randint(1, min(largest, 3000))
    start: list[Json] = [["deposit", who, held]]
    kinds = (
        ["debt", "odd"] + ["fee", "fee"] * ("fees" in features) + ["month", "month"] * ("interest" in features)
    )
    kinds += ["send", "send"] * ("transfers" in features) + ["frozen"] * ("freezing" in features)
    kind = rng.choice(kinds)

    def charged(amount: int) -> int:
        if "fees" not in features or amount <= free:
            return 0
        return max((amount * int(names["fee"]) + 500) // 1000, int(names["least"]))

    def close_to_half(rate: int, low: int) -> int:
        """An amount of which the share is about half a cent off a whole number of cents."""
        wanted = [at for at in range(low, low + 900) if at * rate % 1000 in (499, 500, 501, 0, 999)]
        return rng.choice(wanted or [low])

    if kind == "debt":
        amount = held + overdraft
        while amount + charged(amount) > held + overdraft:
            amount -= 1
        return [*(start * rng.choice([0, 1, 1])), ["withdraw", who, amount + near], ["withdraw", who, 1]]
    if kind == "odd":
        amounts = [0, -1, 1, largest, largest + 1, largest - 1, free, overdraft, overdraft + 1]
        kinds = ["deposit", "withdraw", "deposit", "withdraw", "lend"]
        return [[rng.choice(kinds), rng.choice(people), rng.choice(amounts)] for _ in range(3)]
    if kind == "fee":
        edge = int(names["least"]) * 1000 // int(names["fee"])
        amount = rng.choice([free + near, close_to_half(int(names["fee"]), max(free + 1, edge)), edge + near])
        return [["deposit", who, largest], ["withdraw", who, max(amount, 1)], ["withdraw", who, free]]
    if kind == "month":
        if rng.random() < 0.5:
            amount = rng.choice([close_to_half(int(names["credit"]), rng.randint(1, 900)), rng.randint(1, 40)])
            return [["deposit", who, amount], ["deposit", other, rng.randint(1, 900)], ["month end"]]
        owed = min(close_to_half(int(names["debit"]), rng.randint(1, 40)), overdraft)
        part = min(owed, free)
        more: list[Json] = [["withdraw", who, owed - part]] if owed > part else []
        return [["withdraw", who, part], *more, ["deposit", other, rng.randint(1, 900)], ["month end"]]
    if kind == "send":
        amount = rng.choice([held + overdraft + near, held, 0, -1, 1, overdraft + near])
        first, second = rng.choice([(who, other), (who, other), (other, who), (who, who)])
        return [*(start * rng.choice([0, 1, 1])), ["transfer", first, amount, second], ["withdraw", first, 1]]
    ends: list[Json] = [["withdraw", who, 1], ["withdraw", who, 0], ["deposit", who, 5], ["release", who]]
    ends += [["withdraw", other, 1], ["freeze", who], ["withdraw", who, 2], ["release", other]]
    if "transfers" in features:
        ends += [["transfer", who, rng.choice([1, 0]), other], ["transfer", other, 1, who]]
        ends += [["transfer", who, 1, who]]
    return [*start, ["freeze", who], *rng.sample(ends, 4)]


def inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    """Arguments of a call of a public function."""
    people = rng.sample(["ann", "bob", "cem", "dana", "eve", "finn", "gus", "anna"], 1 + size)
    overdraft, largest, free = int(names["overdraft"]), int(names["largest"]), int(names["free"])
    kinds = ["deposit", "withdraw", "withdraw", "deposit"]
    kinds += ["transfer"] * 2 * ("transfers" in features) + ["month end"] * ("interest" in features)
    kinds += ["freeze", "release", "withdraw"] * ("freezing" in features)
    held = dict.fromkeys(people, 0)
    operations: list[Json] = _scene(rng, names, features, people) if rng.random() < 0.5 else []
    for _ in range(rng.randint(1 + size, 3 + 4 * size) if not operations or rng.random() < 0.4 else 0):
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
        return [operations, rng.choice([*people, people[0], people[0]])]
    return [operations]
