"""The bank ledger in one function: every account is the list of its entries, and balances are their sums."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any


def solve(names: Mapping[str, Any], features: frozenset[str], function: str, args: list[Any]) -> Any:
    """What a public function returns."""
    history: dict[str, list[list[Any]]] = {}
    refused: list[list[Any]] = []
    frozen: dict[str, bool] = {}

    def total(account: str) -> int:
        return sum(amount for _, amount in history.get(account, []))

    def share(amount: int, rate: str) -> int:
        exact = Decimal(amount) * Decimal(names[rate]) / Decimal(1000)
        return int(exact.quantize(Decimal(1), ROUND_HALF_UP))

    def enter(account: str, kind: str, amount: int) -> None:
        history.setdefault(account, []).append([kind, amount])

    def reason_to_refuse(kind: str, rest: list[Any], fee: int) -> str | None:
        if kind == "deposit":
            return "amount" if rest[1] < 1 else "too large" if rest[1] > names["largest"] else None
        if kind == "withdraw" or (kind == "transfer" and "transfers" in features):
            partners = [rest[0], *rest[2:]]
            if len(partners) == 2 and partners[0] == partners[1]:
                return "same account"
            if any(frozen.get(partner) for partner in partners):
                return "frozen"
            if rest[1] < 1:
                return "amount"
            return None if total(rest[0]) + names["overdraft"] >= rest[1] + fee else "funds"
        known = {"freeze": "freezing", "release": "freezing", "month end": "interest"}
        return None if known.get(kind) in features else "unknown"

    for number, (kind, *rest) in enumerate(args[0]):
        fee = 0
        if kind == "withdraw" and "fees" in features and rest[1] > names["free"]:
            fee = max(names["least"], share(rest[1], "fee"))
        reason = reason_to_refuse(kind, rest, fee)
        if reason:
            refused.append([number + 1, reason])
        elif kind == "deposit":
            enter(rest[0], "deposit", rest[1])
        elif kind == "withdraw":
            enter(rest[0], "withdrawal", -rest[1])
            if fee:
                enter(rest[0], "fee", -fee)
        elif kind == "transfer":
            enter(rest[0], "sent", -rest[1])
            enter(rest[2], "received", rest[1])
        elif kind == "month end":
            for account in list(history):
                gain = share(total(account), "credit" if total(account) >= 0 else "debit")
                if gain:
                    enter(account, "interest", gain)
        else:
            frozen[rest[0]] = kind == "freeze"

    if function == "balances":
        return {account: total(account) for account in history}
    if function == "refused":
        return refused
    if function == "richest":
        names_in_order = sorted(history)
        names_in_order.sort(key=total, reverse=True)
        return names_in_order[: args[1]]
    lines = history.get(args[1], [])
    after = [sum(amount for _, amount in lines[: i + 1]) for i in range(len(lines))]
    if function == "lowest_balance":
        return min(after, default=0)
    return [[kind, amount, balance] for (kind, amount), balance in zip(lines, after, strict=True)]
