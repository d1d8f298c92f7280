"""Boolean circuits a second time: one row after the other, and from the output backwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from ..base import Json
from ..in_order import confirming_any


def solve(problem: Mapping[str, Json]) -> list[str] | None:
    """The bits, or the letters T and F, that are asked for; None if not exactly one input fits."""
    if problem["kind"] == "leaves":
        return ["FT"[_worth(tree)] for tree in problem["trees"]]
    gates, inputs = problem["gates"], problem["inputs"]
    if problem["kind"] == "outputs":
        return [str(_output(gates, row)) for row in problem["rows"]]
    every = product((0, 1), repeat=inputs)
    if problem["kind"] == "satisfy":
        found = [row for row in every if _output(gates, row)]
    else:
        other = list(gates)
        other[problem["place"]] = problem["other"]
        found = [row for row in every if _output(gates, row) != _output(other, row)]
    return list(map(str, found[0])) if len(found) == 1 else None


def _output(gates: list[Json], row: Sequence[int]) -> int:
    """The output for one input: only gates that it depends on are looked at."""
    known = dict(enumerate(row))
    waiting = [len(row) + len(gates) - 1]
    while waiting:
        at = waiting[-1]
        if at in known:
            waiting.pop()
            continue
        name, *sides = gates[at - len(row)]
        missing = [side for side in sides if side not in known]
        if missing:
            waiting += missing
            continue
        ones = sum(known[side] for side in sides)
        known[at] = {
            "not": 1 - ones,
            "and": ones // 2,
            "or": min(ones, 1),
            "xor": ones % 2,
            "nand": 1 - ones // 2,
            "nor": 1 - min(ones, 1),
        }[name]
    return known[len(row) + len(gates) - 1]


def _worth(tree: Json) -> int:
    """1 for a true tree, 0 for a false one, by arithmetic on them."""
    sort, *rest = tree
    if sort in ("and", "or", "xor", "not"):
        values = [_worth(side) for side in rest]
        total = sum(values)
        return int({"and": total // 2, "or": min(total, 1), "xor": total % 2, "not": 1 - values[0]}[sort])
    if sort == "divides":
        return int(rest[1] // rest[0] * rest[0] == rest[1])
    if sort == "even":
        return int(1 - (rest[0] & 1))
    a, b, c = rest
    over = sum([a] * b) - c
    return int({"equal": over == 0, "more": over > 0, "less": over < 0}[sort])


confirms = confirming_any(solve)
