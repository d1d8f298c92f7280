"""The warehouse in one function: every piece is by itself, with its price, in a list per item."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any


def solve(names: Mapping[str, Any], features: frozenset[str], function: str, args: list[Any]) -> Any:
    """What a public function returns."""
    shelves: dict[str, list[int]] = {}
    bought: dict[str, int] = {}
    out: list[tuple[str, int]] = []
    kept: Counter[tuple[str, str]] = Counter()
    kits = {names[kit]: _parts(names[f"{kit}_text"]) for kit in ("kit_a", "kit_b")}

    def free(item: str) -> int:
        return len(shelves.get(item, [])) - sum(n for (_, other), n in kept.items() if other == item)

    def take(item: str, count: int) -> None:
        out.extend((item, shelves[item].pop(0)) for _ in range(count))

    def move(kind: str, *rest: Any) -> str | None:
        if kind == "in":
            item, count, price = rest
            if count <= 0 or price < 0:
                return "count" if count <= 0 else "price"
            shelves.setdefault(item, []).extend([price] * count)
            bought[item] = price
        elif kind == "out" or (kind == "reserve" and "reserving" in features):
            item, count = rest[-2:]
            if count <= 0 or free(item) < count:
                return "count" if count <= 0 else "stock"
            if kind == "out":
                take(item, count)
            else:
                kept[rest[0], item] += count
        elif kind == "back" and "returns" in features:
            item, count = rest
            if count <= 0 or item not in bought:
                return "count" if count <= 0 else "unknown"
            shelves[item] += [bought[item]] * count
        elif kind == "kit" and "kits" in features and rest[0] in kits:
            parts = [part for part in kits[rest[0]] for _ in range(rest[1])]
            if rest[1] <= 0:
                return "count"
            if any(free(part) < parts.count(part) for part in set(parts)):
                return "stock"
            for part in parts:
                take(part, 1)
        elif kind in ("collect", "cancel") and "reserving" in features:
            count = kept.pop((rest[0], rest[1]), 0)
            if not count:
                return "nothing"
            if kind == "collect":
                take(rest[1], count)
        else:
            return "unknown"
        return None

    told = [[number, move(*movement)] for number, movement in enumerate(args[0], 1)]
    if function == "refused":
        return [pair for pair in told if pair[1] is not None]
    if function == "stock":
        return {item: len(pieces) for item, pieces in shelves.items() if pieces}
    if function == "value":
        return sum(map(sum, shelves.values()))
    if function == "cost":
        return sum(price for _, price in out)
    if function == "movers":
        gone = Counter(item for item, _ in out)
        return [item for _, item in sorted((-count, item) for item, count in gone.items())][: args[1]]
    wanted = []
    for item in sorted(bought):
        missing = names["target"] - free(item)
        if free(item) < names["minimum"]:
            wanted.append([item, missing + -missing % names["pack"]])
    return wanted


def _parts(text: str) -> list[str]:
    return [part for count, part in re.findall(r"(\d+) (\w+)", text) for _ in range(int(count))]
