"""Random processes: exact chances and expected values of processes on trees, rows of seats, divisors and intervals.

Kinds: ``cutting`` (a vertex of a rooted tree is taken away with all below it, until nothing is left), ``walk`` (steps
of a walk on a tree), ``ranges`` (the largest or smallest of numbers from ranges of their own), ``order`` (cards are
drawn by weight, and some have to come before others), ``divisors`` (a number becomes one of its divisors), ``seats``
(people without tickets take seats first), ``cinema`` (nobody sits down beside anybody), ``chargers`` (current on a tree
whose edges may fail), ``intervals`` (the largest of the smallest numbers of some stretches of a row).

Symmetries: none; the numbers as stated are the problem.

Difficulty: `size`, the vertices, seats or numbers. Proxy: digits written in the worked solution.

Sources of the processes: Luogu and other contests, as RLVE-Gym (arXiv 2511.07317) collects them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod

from ..base import Json
from ..english import counted, listed
from ..family import Family, Question
from ..limits import Whole
from .exact import ADVICE, AS_EXACT_VALUE, AS_PROBABILITY, exact_value, probability, summed

WORDINGS: Mapping[str, tuple[str, ...]] = {
    "cutting": (
        "A tree has the vertices 1 to {n}, its root is vertex 1, and its edges are {edges}. In each round one of the "
        "vertices that are left is chosen at random, all with the same chance, and taken away with everything below "
        "it. This goes on until nothing is left. What is the expected number of rounds? {form}",
        "Take the tree with root 1 and the edges {edges} (vertices 1 to {n}). Again and again, a uniformly random "
        "vertex among those that remain is removed, together with all of its descendants, until the tree is empty. "
        "Find the expected number of removals. {form}",
        "Edges of a tree on the vertices 1 to {n}: {edges}. Vertex 1 is the root. One removes a random remaining "
        "vertex (each equally likely) and all that hangs below it, as often as there is a vertex left. How many "
        "removals are there on average (expected value)? {form}",
    ),
    "walk": (
        "A tree has the edges {edges}. Somebody walks on it at random: each step leads along one of the edges of the "
        "vertex that has been reached, all with the same chance. What is the expected number of steps from vertex "
        "{a} until vertex {b} is reached for the first time? {form}",
        "On the tree with the edges {edges}, a random walk starts at vertex {a} and in each step goes to a uniformly "
        "random neighbour. Find the expected number of steps until it first reaches vertex {b}. {form}",
        "Edges of a tree: {edges}. A token stands at vertex {a}. In each step it moves to a neighbouring vertex, "
        "each neighbour being equally likely. How many steps does it take on average (expected value) until it is at "
        "vertex {b} for the first time? {form}",
    ),
    "ranges": (
        "{n} numbers are drawn independently: {ranges}. Each integer of its range has the same chance. What is the "
        "expected value of the {which} of these numbers? {form}",
        "Draw {n} independent random integers, each uniformly from a range of its own: {ranges}. Find the expected "
        "value of the {which} one. {form}",
        "{n} independent random integers are uniform on these ranges: {ranges}. What is the {which} of them on average "
        "(expected value)? {form}",
    ),
    "order": (
        "A bag has {n} cards with the numbers 1 to {n} and these weights: {weights}. All cards are drawn, one after "
        "the other; each time the chance of a card that is left is its weight divided by the weight of all that are "
        "left. What is the probability that {conditions}? {form}",
        "Cards 1 to {n} have the weights {weights}. They are drawn without replacement until none is left, each draw "
        "taking a remaining card with a probability proportional to its weight. Find the probability that "
        "{conditions}. {form}",
        "{n} cards are numbered 1 to {n}. Their weights: {weights}. Again and again a card is drawn from those that "
        "remain, with chances proportional to their weights. How likely is it that {conditions}? {form}",
    ),
    "divisors": (
        "Start with the number {n}. In each step the number is replaced by one of its positive divisors, all with "
        "the same chance (1 and the number itself among them). What is the expected value of the number after "
        "{steps}? {form}",
        "A number is {n} at first. {steps_start} it is replaced by a uniformly random positive divisor of itself, "
        "which may be 1 or the number. Find the expected value in the end. {form}",
        "Write {n} on a board. Then do this {times}: choose one of the positive divisors of the number on the board, "
        "each equally likely, and write it in the place of the number. What stands there on average (expected "
        "value)? {form}",
    ),
    "seats": (
        "A plane has {n} seats and {n} passengers, who come in one after the other; passenger i has a ticket for "
        "seat i. But {first} lost it: whoever has no ticket takes one of the free seats, all with the same chance. "
        "Every other passenger takes the seat of the ticket if it is free, and else a random free seat, too. What is "
        "the probability that passenger {k} sits in seat {k}? {form}",
        "{n} people board a plane of {n} seats in the order 1 to {n}; seat i belongs to person i. Of them, {first} "
        "did not know this and chose uniformly among the free seats. Everybody else sits down in the own seat or, if "
        "it is taken, in a uniformly random free one. Find the probability that person {k} gets seat {k}. {form}",
        "In a theatre with the seats 1 to {n}, the guests 1 to {n} arrive in this order, and guest i should sit in "
        "seat i. However, {first} sat down without a look at the number, on a random free seat, each being equally "
        "likely (it may be the right one). All others take their own seats, but a random free seat where the own one "
        "is taken. How likely is it that guest {k} has seat {k}? {form}",
    ),
    "cinema": (
        "A row has {n} seats, numbered 1 to {n}. {taken} People come one after the other. Each sits down on a free "
        "seat that has no taken seat directly beside it, all such seats having the same chance, until there is no "
        "such seat. What is the expected number of people who sit down in addition? {form}",
        "In a row of {n} seats (1 to {n}), nobody wants to sit directly beside anybody. {taken} Each person who "
        "comes in takes a uniformly random seat among those that are free and have no taken neighbour; whoever finds "
        "none goes away. Find the expected number of people who find a seat in addition, if enough people come. {form}",
        "Seats 1 to {n} form a row. {taken} As long as there is a free seat whose neighbours are free as well, "
        "somebody sits down on one of these seats, each being equally likely. How many people sit down on average "
        "(expected value) in addition? {form}",
    ),
    "chargers": (
        "Lamps 1 to {n} are joined by wires: {edges}, each with the chance that it works. Besides, each lamp has a "
        "battery that works with a chance of its own: {chances}. All of these work or fail independently. A lamp is "
        "on if a working battery is joined to it by working wires, or its own battery works. What is the expected "
        "number of lamps that are on? {form}",
        "There are {n} lamps. Their batteries work with the probabilities {chances}, and the wires between them with "
        "those in brackets: {edges}; all independently. A lamp burns if its own battery works or a path of working "
        "wires leads to a lamp whose battery works. Find the expected number of lamps that burn. {form}",
        "{n} lamps have batteries, which work with these probabilities: {chances}. Wires between them, each with the "
        "probability that it works: {edges}. Everything is independent, and current flows along wires that work, in "
        "both directions. How many lamps get current from at least one battery that works, on average (expected "
        "value)? {form}",
    ),
    "intervals": (
        "A row of {n} numbers is drawn independently and uniformly from the integers 1 to {top}. For each of these "
        "stretches of positions (both ends included), the smallest number in it is taken: {stretches}. What is the "
        "expected value of the largest of the numbers taken? {form}",
        "Positions 1 to {n} get independent random integers, each uniform from 1 to {top}. Of each stretch "
        "{stretches} (both ends included) one takes the minimum, and of these minima the maximum. Find its expected "
        "value. {form}",
        "Let X1 to X{n} be independent and uniform on the integers from 1 to {top}. For the stretches of positions "
        "{stretches}, both ends included, write down the smallest X of each. What is the largest number written "
        "down on average (expected value)? {form}",
    ),
}

LARGEST = 1_000_000
"""Of the numbers that become divisors."""

Edge = tuple[int, int]


def _tree(rng: random.Random, n: int) -> list[Edge]:
    """A random tree: each vertex has a parent with a smaller number, one of the last four or any."""
    return [(rng.randint(max(1, v - 4) if rng.random() < 0.6 else 1, v - 1), v) for v in range(2, n + 1)]


def _lists(pairs: Sequence[Edge]) -> list[Json]:
    return [list(pair) for pair in pairs]


def _written(edges: Sequence[Edge]) -> str:
    return ", ".join(f"{a}-{b}" for a, b in edges)


def _renamed(rng: random.Random, n: int, edges: Sequence[Edge]) -> list[Edge]:
    """The edges with other names of all vertices but the first, in random order."""
    names = [0, 1, *rng.sample(range(2, n + 1), n - 1)]
    renamed = [tuple(sorted((names[a], names[b]))) for a, b in edges]
    return [(a, b) for a, b in sorted(renamed)]


def _below(n: int, edges: Sequence[Edge], root: int = 1) -> tuple[dict[int, int], list[int]]:
    """The parent of each vertex, and all vertices, parents first."""
    parent, order = {root: 0}, [root]
    for vertex in order:
        for a, b in edges:
            for one, other in ((a, b), (b, a)):
                if one == vertex and other not in parent:
                    parent[other] = vertex
                    order.append(other)
    assert len(order) == n
    return parent, order


def _form(rng: random.Random) -> str:
    return rng.choice(AS_EXACT_VALUE)


def _cutting(rng: random.Random, *, size: int) -> Question | None:
    n = min(size + 2, 11)
    edges = _renamed(rng, n, _tree(rng, n))
    parent, order = _below(n, edges)
    depth = {0: 0}
    for vertex in order:
        depth[vertex] = depth[parent[vertex]] + 1
    terms = [f"1/{depth[v]}" if depth[v] > 1 else "1" for v in order]
    value = sum(Fraction(1, depth[v]) for v in order)
    lines = [
        "a vertex is chosen if it comes before all vertices above it",
        *(f"vertex {v} and those above it: {depth[v]}" for v in order),
        f"{summed(terms)} = {value}",
    ]
    return exact_value(
        {"n": n, "edges": _written(edges), "form": _form(rng)}, {"n": n, "edges": _lists(edges)}, value, lines
    )


def _walk(rng: random.Random, *, size: int) -> Question | None:
    n = size + 2
    edges = _renamed(rng, n, _tree(rng, n))
    a, b = rng.sample(range(1, n + 1), 2)
    parent, order = _below(n, edges, b)
    behind = dict.fromkeys(order, 1)
    for vertex in reversed(order[1:]):
        behind[parent[vertex]] += behind[vertex]
    steps, at, lines = [], a, []
    while at != b:
        steps.append(2 * behind[at] - 1)
        lines.append(f"from {at} to {parent[at]}: 2 * {behind[at]} - 1 = {steps[-1]}")
        at = parent[at]
    if len(steps) < 2:
        return None
    value = sum(steps)
    fields = {"edges": _written(edges), "a": a, "b": b, "form": _form(rng)}
    facts = {"n": n, "edges": _lists(edges), "a": a, "b": b}
    return exact_value(fields, facts, value, [*lines, f"{summed(steps)} = {value}"])


def _ranges(rng: random.Random, *, size: int) -> Question | None:
    n = 2 + size // 3
    ranges = []
    for _ in range(n):
        low = rng.randint(1, size)
        ranges.append((low, low + rng.randint(1, size)))
    most = rng.random() < 0.5
    lines, terms = [], []
    first, last = (max if most else min)(a for a, _ in ranges), (max if most else min)(b for _, b in ranges)
    for k in range(first + 1, last + 1):  # the chance that it is k or more
        shares = [Fraction(max(b - max(k, a) + 1, 0), b - a + 1) for a, b in ranges]
        chance = 1 - prod(1 - share for share in shares) if most else prod(shares, start=Fraction(1))
        lines.append(f"at least {k}: {chance}")
        terms.append(chance)
    if len(terms) < 2:
        return None
    value = first + sum(terms)
    fields = {
        "n": n,
        "ranges": ", ".join(f"one from {a} to {b}" for a, b in ranges),
        "which": "largest" if most else "smallest",
        "form": _form(rng),
    }
    facts = {"ranges": _lists(ranges), "largest": most}
    return exact_value(fields, facts, value, [*lines, f"{summed([first, *terms])} = {value}"])


def _order(rng: random.Random, *, size: int) -> Question | None:
    n = min(size, 9)
    weights = [rng.randint(1, 9) for _ in range(n)]
    edges = _renamed(rng, n, _tree(rng, n))
    if rng.random() < 0.6:  # not all cards have to come behind another
        edges = sorted(rng.sample(edges, rng.randint(2, n - 1)))
    parents = {}
    parent, order = _below(n, [*edges, *_missing(n, edges)])
    for vertex in order[1:]:
        if tuple(sorted((vertex, parent[vertex]))) in edges:
            parents[vertex] = parent[vertex]
    below = {v: weights[v - 1] for v in order}
    for vertex in reversed(order):
        if vertex in parents:
            below[parents[vertex]] += below[vertex]
    factors = [Fraction(weights[v - 1], below[v]) for v in sorted(set(parents.values()))]
    value = prod(factors, start=Fraction(1))
    pairs = sorted((above, vertex) for vertex, above in parents.items())
    lines = [
        f"{v} before all that must follow it: {weights[v - 1]}/{below[v]}"
        for v in sorted(set(parents.values()))
    ]
    lines.append(f"{' * '.join(f'({each})' for each in factors)} = {value}")
    fields = {
        "n": n,
        "weights": ", ".join(f"{weight} (card {v})" for v, weight in enumerate(weights, 1)),
        "conditions": listed([f"card {a} comes before card {b}" for a, b in pairs]),
        "form": rng.choice(AS_PROBABILITY),
    }
    return probability(fields, {"weights": weights, "before": _lists(pairs)}, value, lines)


def _missing(n: int, edges: Sequence[Edge]) -> list[Edge]:
    """Edges from vertex 1 to one vertex of each part that it does not reach."""
    added: list[Edge] = []
    reached = {1}
    while len(reached) < n:
        grown = reached | {v for edge in edges if set(edge) & reached for v in edge}
        if grown == reached:
            added.append((1, min(set(range(1, n + 1)) - reached)))
            grown = reached | {added[-1][1]}
        reached = grown
    return added


def _divisors(rng: random.Random, *, size: int) -> Question | None:
    primes = sorted(rng.sample((2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31), 2 + size // 5))
    powers = {p: rng.choice((1, 1, 2, 2, 3)) for p in primes}
    n, steps = prod(p**e for p, e in powers.items()), 1 + size // 4
    if not 6 <= n <= LARGEST:
        return None
    value, lines = Fraction(1), []
    for p, most in powers.items():
        chances = [Fraction(int(e == most)) for e in range(most + 1)]
        for _ in range(steps):
            chances = [
                sum((chances[f] / (f + 1) for f in range(e, most + 1)), Fraction(0)) for e in range(most + 1)
            ]
        part = sum(chance * p**e for e, chance in enumerate(chances))
        if most:
            lines.append(
                f"powers of {p}: {summed([f'{p}^{e} * ({c})' for e, c in enumerate(chances)])} = {part}"
            )
        value *= part
    fields = {
        "n": n,
        "steps": counted(steps, "step"),
        "steps_start": {1: "Once", 2: "Twice"}.get(steps, f"{steps} times"),
        "times": {1: "once", 2: "twice"}.get(steps, f"{steps} times"),
        "form": _form(rng),
    }
    return exact_value(fields, {"n": n, "steps": steps}, value, lines)


def _seats(rng: random.Random, *, size: int) -> Question | None:
    n = rng.randint(size + 1, size + 14)
    lost = rng.randint(1, min(3, n - 2))
    k = rng.randint(2, n)
    if k <= lost:
        # a seat is free for its owner if none of those before chose it
        value = Fraction(1, n)
        lines = [f"each of the first {lost} has every seat with the same chance: 1/{n}"]
    else:
        value = Fraction(n - k + 1, n - k + 1 + lost)
        alike = n - k + 1 + lost
        seats = f"1 to {lost} and {k} to {n}" if lost > 1 else f"1 and {k} to {n}"
        lines = [
            f"when passenger {k} comes, {lost} of the {alike} seats {seats} are taken, all with the same chance",
            f"({alike} - {lost})/{alike} = {value}",
        ]
    first = f"the first {('one', 'two', 'three')[lost - 1]}"
    fields = {"n": n, "k": k, "first": first, "form": rng.choice(AS_PROBABILITY)}
    return probability(fields, {"n": n, "lost": lost, "k": k}, value, lines)


def _cinema(rng: random.Random, *, size: int) -> Question | None:
    n = rng.randint(size + 6, size + 16)
    taken = sorted(rng.sample(range(1, n + 1), rng.randint(min(2, n // 4), n // 4)))
    if any(b - a == 1 for a, b in pairwise(taken)):
        return None
    free, gaps = [True] * (n + 2), list[int]()
    free[0] = free[n + 1] = False
    for seat in taken:
        free[seat - 1] = free[seat] = free[seat + 1] = False
    run = 0
    for seat in range(1, n + 2):
        if free[seat]:
            run += 1
        elif run:
            gaps.append(run)
            run = 0
    if not gaps or max(gaps) < 3:
        return None
    expected = [Fraction(0)]
    for length in range(1, max(gaps) + 1):
        total = Fraction(0)
        for seat in range(1, length + 1):
            total += expected[max(seat - 2, 0)] + expected[max(length - seat - 1, 0)]
        expected.append(1 + total / length)
    value = sum(expected[gap] for gap in gaps)
    lines = [f"stretches of seats to choose from: {listed(gaps)}"]
    lines += [f"for {length} seats: {expected[length]}" for length in range(1, max(gaps) + 1)]
    lines.append(f"{summed([expected[gap] for gap in gaps])} = {value}")
    seats = f"Seat {taken[0]} is" if len(taken) == 1 else f"Seats {listed(taken)} are"
    fields = {"n": n, "taken": f"{seats} taken already.", "form": _form(rng)}
    return exact_value(fields, {"n": n, "taken": taken}, value, lines)


def _chance(rng: random.Random) -> Fraction:
    bottom = rng.choice((2, 3, 4, 5))
    return Fraction(rng.randint(1, bottom - 1), bottom)


def _chargers(rng: random.Random, *, size: int) -> Question | None:
    n = max(2, min(2 + size // 2, 8))
    edges = _renamed(rng, n, _tree(rng, n))
    works = {edge: _chance(rng) for edge in edges}
    own = {v: _chance(rng) for v in range(1, n + 1)}
    lines, terms = [], list[Fraction]()
    for root in range(1, n + 1):  # of each lamp: that no battery reaches it
        parent, order = _below(n, edges, root)
        dark = {v: 1 - own[v] for v in order}
        for vertex in reversed(order[1:]):
            wire = works[min(vertex, parent[vertex]), max(vertex, parent[vertex])]
            dark[parent[vertex]] *= 1 - wire + wire * dark[vertex]
        lines.append(f"lamp {root} is dark: {dark[root]}")
        terms.append(1 - dark[root])
    value = sum(terms, Fraction(0))
    fields = {
        "n": n,
        "edges": ", ".join(f"{a}-{b} ({works[a, b]})" for a, b in edges),
        "chances": ", ".join(f"{own[v]} (lamp {v})" for v in own),
        "form": _form(rng),
    }
    facts = {"own": [str(own[v]) for v in sorted(own)], "wires": [[a, b, str(works[a, b])] for a, b in edges]}
    return exact_value(fields, facts, value, [*lines, f"{summed(terms)} = {value}"])


def _intervals(rng: random.Random, *, size: int) -> Question | None:
    n, top = min(2 + size, 10), rng.randint(2, 3 + size // 3)
    stretches: set[Edge] = set()
    for _ in range(2 + size // 3):
        low, high = sorted(rng.sample(range(1, n + 1), 2))
        stretches.add((low, high))
    kept = sorted(stretches)
    if len(kept) < 2:
        return None
    lines, terms = [], []
    for k in range(2, top + 1):  # the chance that every stretch has a number below k
        below = Fraction(k - 1, top)
        # By the last position with a number below k, where all stretches before it have one.
        last = [Fraction(0)] * (n + 1)
        last[0] = Fraction(1)
        for position in range(1, n + 1):
            for before in range(position):
                if not any(before < a and b < position for a, b in kept):
                    last[position] += last[before] * (1 - below) ** (position - before - 1) * below
        ends = (before for before in range(n + 1) if not any(before < a for a, _ in kept))
        none = sum((last[before] * (1 - below) ** (n - before) for before in ends), Fraction(0))
        lines.append(f"at least {k}: 1 - {none} = {1 - none}")
        terms.append(1 - none)
    value = 1 + sum(terms, Fraction(0))
    fields = {
        "n": n,
        "top": top,
        "stretches": ", ".join(f"{a} to {b}" for a, b in kept),
        "form": _form(rng),
    }
    facts = {"n": n, "top": top, "stretches": _lists(kept)}
    return exact_value(fields, facts, value, [*lines, f"{summed([1, *terms])} = {value}"])


generate = Family(
    {
        "cutting": _cutting,
        "walk": _walk,
        "ranges": _ranges,
        "order": _order,
        "divisors": _divisors,
        "seats": _seats,
        "cinema": _cinema,
        "chargers": _chargers,
        "intervals": _intervals,
    },
    WORDINGS,
    {"size": Whole(3, 14, "vertices, seats or numbers, about")},
    advice=ADVICE,
)
