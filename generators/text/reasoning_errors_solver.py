"""Reasoning errors a second time: each stated step is judged by what must hold of it, by other means than the maker's.

Stacks are texts, words are compared with the sorted list of all, numbers are checked by the inverse operation, things
are followed one by one, rows are permutations, and bits are one number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..base import Json
from ..in_order import confirming_any

_OPENS = {")": "(", "]": "[", "}": "{", ">": "<"}


def _stack(start: Any, old: Any, step: Any, new: Any) -> bool:
    before, after, sign = "".join(old), "".join(new), step[0]
    return bool(before == after + _OPENS[sign] if sign in _OPENS else after == before + sign)


def _merge(start: Any, old: Any, step: Any, new: Any) -> bool:
    one, two = start[:2]
    # The first mistake is looked for, so what was taken before is the beginning of the sorted list of all.
    due = sorted([*one, *two])[sum(old)]
    taken = step[0] if new[0] > old[0] else step[1]
    return bool(taken == due and step == [one[old[0]], two[old[1]]])


def _number(start: Any, old: Any, step: Any, new: Any) -> bool:
    (before,), (after,), (sign, by) = old, new, step
    if sign == "mod":
        return bool(0 <= after < by and (before - after) % by == 0)
    if sign == "*":
        return bool(divmod(after, by) == (before, 0))
    return bool(before == (after - by if sign == "+" else after + by))


def _holders(start: Any, old: Any, step: Any, new: Any) -> bool:
    before, after = ({thing: name for name, thing in each} for each in (old, new))
    a, b = step
    moved = {a: b, b: a}
    return bool(after == {thing: moved.get(name, name) for thing, name in before.items()})


def _row(start: Any, old: Any, step: Any, new: Any) -> bool:
    n = len(old)
    places = list(range(n))
    said = step[0]
    if said == "to the front":
        places.insert(0, places.pop(old.index(step[1])))
    elif said.startswith("the first one goes"):
        places.append(places.pop(0))
    elif said.startswith("the last one goes"):
        places.insert(0, places.pop())
    elif said.startswith("all turn"):
        places.reverse()
    else:
        first_two, last_two = said.startswith("the first two"), said.startswith("the last two")
        a, b = (0, 1) if first_two else (n - 2, n - 1) if last_two else (0, n - 1)
        places[a], places[b] = places[b], places[a]
    return bool([old[place] for place in places] == new)


def _bits(start: Any, old: Any, step: Any, new: Any) -> bool:
    n = len(old)
    before, after = (int("".join(map(str, bits)), 2) for bits in (old, new))
    every = (1 << n) - 1
    if step[0] == "left":
        due = (before << step[1] | before >> n - step[1]) & every
    elif step[0] == "swap":
        a, b = (1 << n - place for place in step[1:])
        due = before ^ (a | b) if bool(before & a) != bool(before & b) else before
    else:
        due = before ^ ((1 << step[1] - step[0] + 1) - 1 << n - step[1])
    return bool(after == due)


_HOLDS: Mapping[str, Callable[[Any, Any, Any, Any], bool]] = {
    "brackets": _stack,
    "merge": _merge,
    "arithmetic": _number,
    "exchange": _holders,
    "queue": _row,
    "bits": _bits,
}


def solve(problem: Mapping[str, Json]) -> int:
    """The number of the first wrong step, 0 if there is none."""
    kind, start = problem["kind"], problem["start"]
    old = start[2:] if kind == "merge" else start
    for n, (step, new) in enumerate(problem["steps"], 1):
        if not _HOLDS[kind](start, old, step, new):
            return n
        old = new
    return 0


confirms = confirming_any(solve)
