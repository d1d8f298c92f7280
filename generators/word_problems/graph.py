"""The graph behind a story: quantities, the facts that tie them together, and how each is worked out.

A fact is a JSON list ``[relation, x, ...]`` that is true of numbered quantities:

* ``["is", x, n]``, ``["rate", x, n, m]`` (x = n * m), ``["dozen", x, n]`` (x = 12 * n);
* ``["more", x, y, k]``, ``["fewer", x, y, k]``, ``["times", x, y, n]``, ``["part", x, y, p, q]`` (x is p/q of y),
  ``["percent", x, y, p]`` (x is p% of y), ``["percent more", x, y, p]``, ``["percent fewer", x, y, p]``,
  ``["linear", x, y, n, k]`` (x = n * y + k);
* ``["sum", x, [y, ...]]``, ``["minus", x, y, z]`` (x = y - z), ``["total", [x, ...], n]`` (the sum is n).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..base import fingerprint_of

Fact = list[Any]

LEAST = 2
"""No quantity is smaller: a story about 1 apple would need other grammar, and 0 is a trick."""

PARTS = {
    (1, 2): "half",
    (1, 3): "a third",
    (1, 4): "a quarter",
    (1, 5): "a fifth",
    (2, 3): "two thirds",
    (3, 4): "three quarters",
    (2, 5): "two fifths",
}
RISES = (10, 20, 25, 50, 75)
_UNARY = ("more", "fewer", "times", "part", "percent more", "percent fewer", "linear")
_WEIGHTS = (5, 5, 4, 4, 1, 1, 3)


class Graph:
    """Quantities in the order in which they can be worked out.

    Attributes:
        values: the value of each quantity.
        facts: the fact from which each quantity is worked out, in the same order.
        work: the computation of each as text; empty where the value is given.
        needs: the quantities that each is worked out from.
        slopes: by how much each grows when one of those grows by 1, all else being equal.
        keys: a hash of how each is worked out, for canonical forms; names and order do not matter to it.
    """

    def __init__(self, largest: int, backwards: float, percent: bool) -> None:
        self.largest = largest
        self.backwards = backwards
        self.percent = percent
        self.values: list[int] = []
        self.facts: list[Fact] = []
        self.work: list[str] = []
        self.needs: list[tuple[int, ...]] = []
        self.slopes: list[tuple[int | Fraction, ...]] = []
        self.keys: list[str] = []

    def add(
        self,
        value: int,
        fact: Fact,
        needs: Sequence[int],
        slopes: Sequence[int | Fraction],
        work: str,
        shape: list[Any],
    ) -> int:
        """Add a quantity, and return its number; `shape` is the fact without its quantities."""
        self.values.append(value)
        self.facts.append(fact)
        self.work.append(work)
        self.needs.append(tuple(needs))
        self.slopes.append(tuple(slopes))
        self.keys.append(fingerprint_of("story", [shape, [self.keys[n] for n in needs]]))
        return len(self.values) - 1

    def root(self, rng: random.Random, counted: bool) -> int:
        """Add a quantity that is given, at times as a product."""
        x, kind = len(self.values), rng.random()
        if counted and kind < 0.15:
            n, m = rng.randint(2, max(3, self.largest // 8)), rng.randint(2, 6)
            return self.add(n * m, ["rate", x, n, m], (), (), f"{n} * {m}", ["rate", n, m])
        if counted and kind < 0.22:
            n = rng.randint(2, max(2, self.largest // 24))
            return self.add(12 * n, ["dozen", x, n], (), (), f"{n} * 12", ["dozen", n])
        value = rng.randint(3, max(self.largest // 2, 8))
        return self.add(value, ["is", x, value], (), (), "", ["is", value])

    def unary(self, rng: random.Random, y: int) -> int | None:
        """Add a quantity that one fact ties to `y`; None if the numbers did not come out."""
        x, v = len(self.values), self.values[y]
        kind = rng.choices(_UNARY, _WEIGHTS)[0]
        if kind.startswith("percent") and not self.percent:
            kind = "more"
        back = rng.random() < self.backwards
        k = rng.randint(2, max(3, self.largest // 4))
        n = rng.randint(2, 6)
        numbers: list[int]
        slope: int | Fraction = 1
        if kind == "more":  # backwards: v = value + k
            value, numbers = (v - k, [k]) if back else (v + k, [k])
            work = f"{v} - {k}" if back else f"{v} + {k}"
        elif kind == "fewer":
            value, numbers = (v + k, [k]) if back else (v - k, [k])
            work = f"{v} + {k}" if back else f"{v} - {k}"
        elif kind == "times":
            value, numbers = (v // n if v % n == 0 else 0, [n]) if back else (v * n, [n])
            work = f"{v} / {n}" if back else f"{v} * {n}"
            slope = n
        elif kind == "part":
            p, q = rng.choice(list(PARTS))
            up, down = (q, p) if back else (p, q)
            slope = Fraction(p, q)
            value, numbers = (v // down * up if v % down == 0 else 0), [p, q]
            work = (
                f"{v} / {down} * {up}"
                if up > 1 and down > 1
                else f"{v} * {up}"
                if down == 1
                else f"{v} / {down}"
            )
        elif kind == "linear":
            value, numbers = n * v + k, [n, k]
            work = f"{v} * {n} + {k}"
            slope = n
            if back:
                value = (v - k) // n if (v - k) % n == 0 else 0
                work = f"({v} - {k}) / {n}"
        else:
            percent = rng.choice(RISES)
            share = 100 + percent if kind == "percent more" else 100 - percent
            up, down = (100, share) if back else (share, 100)
            slope = Fraction(share, 100)
            value, numbers = (v * up // down if v * up % down == 0 else 0), [percent]
            work = f"{v} * {up} / {down}"
        if not LEAST <= value <= self.largest or value == v:
            return None
        fact = [kind, y, x, *numbers] if back else [kind, x, y, *numbers]
        return self.add(
            value, fact, (y,), (1 / Fraction(slope) if back else slope,), work, [kind, back, numbers]
        )

    def binary(self, rng: random.Random, parents: Sequence[int]) -> int | None:
        """Add a quantity that one fact ties to two or three others; None if the numbers did not come out."""
        x = len(self.values)
        parents = sorted(parents, key=lambda parent: (self.keys[parent], parent))
        found = [self.values[parent] for parent in parents]
        kind = rng.choices(("sum", "minus", "total"), (5, 3, 3))[0]
        back = rng.random() < self.backwards
        if kind == "total":
            value = rng.randint(LEAST, max(self.largest // 3, 8))
            whole = value + sum(found)
            members = [*parents, x]
            rng.shuffle(members)
            work = f"{whole} - " + " - ".join(map(str, found))
            slopes = [-1] * len(parents)
            return self.add(value, ["total", members, whole], parents, slopes, work, ["total", whole])
        if kind == "sum" and not back:
            value, work = sum(found), " + ".join(map(str, found))
            fact: Fact = ["sum", x, list(parents)]
            slopes = [1] * len(parents)
        else:  # a difference: told as such, or as the sum that the greater one is
            great = max(range(len(found)), key=lambda i: found[i])
            if len(found) > 2:
                return None
            whole, other = parents[great], parents[1 - great]
            parents, found = [whole, other], [self.values[whole], self.values[other]]
            value, work, slopes = found[0] - found[1], f"{found[0]} - {found[1]}", [1, -1]
            fact = ["sum", whole, [x, other]] if kind == "sum" else ["minus", x, whole, other]
        if not LEAST <= value <= self.largest:
            return None
        return self.add(value, fact, parents, slopes, work, [kind, back])


def grow(rng: random.Random, graph: Graph, steps: int, counted: bool) -> int | None:
    """Add quantities, `steps` of them worked out from others, so that the last needs every one of them.

    Returns:
        The last quantity, or None if the numbers did not come out in a bounded number of tries.
    """
    waiting = [graph.root(rng, counted)]  # quantities that nothing needs yet
    done = 0
    for _ in range(12 * steps + 12):
        if done == steps:
            break
        left = steps - done
        merge_now = len(waiting) - 1 >= left
        if not merge_now and len(waiting) < left and rng.random() < 0.25:
            waiting.append(graph.root(rng, counted))
            continue
        if len(waiting) > 1 and (merge_now or rng.random() < 0.4):
            parents = rng.sample(waiting, 3 if len(waiting) > 2 and rng.random() < 0.3 else 2)
            made = graph.binary(rng, parents)
        elif len(graph.values) > 2 and rng.random() < 0.25:
            parents = [rng.choice(waiting)]
            others = [n for n in range(len(graph.values)) if n != parents[0]]
            parents.append(rng.choice(others))
            made = graph.binary(rng, parents)
        else:
            parents = [waiting[rng.randrange(len(waiting))]]
            made = graph.unary(rng, parents[0])
        if made is not None:
            waiting = [n for n in waiting if n not in parents] + [made]
            done += 1
    return waiting[0] if done == steps and len(waiting) == 1 else None


def all_needed(graph: Graph, last: int) -> bool:
    """Whether `last`, the newest quantity, changes with every fact: x = (y + 5) - y would not need y."""
    effect: list[int | Fraction] = [0] * (last + 1)
    effect[last] = 1
    for n in range(last, -1, -1):
        if not effect[n]:
            return False
        for parent, slope in zip(graph.needs[n], graph.slopes[n], strict=True):
            effect[parent] += effect[n] * slope
    return True
