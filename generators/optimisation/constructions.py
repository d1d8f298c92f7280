"""Constructions: build an object that has a stated property; any object that has it is right.

Kinds: ``prefix-sums`` and ``prefix-products`` (orders of 1 to n whose partial sums or products leave all different
remainders), ``pair-sums`` (numbers with given sums of pairs), ``tournament`` (everybody wins equally often),
``path-counts`` (a graph with so many paths), ``dominoes`` (an order in which top and bottom read the same), ``bezout``
(a combination that gives the greatest common divisor), ``labels`` (a graceful labelling of a tree), ``ruler`` (marks
with all different distances), ``between`` (k numbers between the two k), ``prime-sums`` (neighbours with prime sums),
``all-words`` (a ring of bits that holds every word once).

Every instance is made from an object that has the property, and part of that object is told, so that a task is not
known from its size alone. No object stands in the prompt.

Difficulty: `kinds` drawn from, and `size`. Proxy: numbers of the object, times the log2 of the choices for each.

Sources: RLVE-Gym (arXiv 2511.07317) for most kinds; E. L. Post 1946, C. D. Langford 1958, A. Rosa 1967, N. G. de Bruijn
1946.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, pairwise
from math import gcd, log2

from ..base import Json
from ..english import listed
from ..family import Family, Question
from ..kernels.optimum import Found, written
from ..limits import Whole

_PLACES = "Give the numbers in their order, separated by commas."
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "prefix-sums": (
        "Put the numbers from 1 to {n} in an order in which the sums of the first k numbers, for k = 1 to {n}, leave "
        "{n} different remainders on division by {n}. {known} {form}",
        "Find an order of 1, 2, ..., {n} such that no two of its partial sums (of the first number, the first two, "
        "and so on up to all {n}) have the same remainder modulo {n}. {known} {form}",
        "Arrange the integers 1 to {n} in a row. The sums of the first 1, 2, ..., {n} of them must be pairwise "
        "different modulo {n}. {known} {form}",
    ),
    "prefix-products": (
        "Put the numbers from 1 to {n} in an order in which the products of the first k numbers, for k = 1 to {n}, "
        "leave {n} different remainders on division by {n}. {known} {form}",
        "Find an order of 1, 2, ..., {n} such that no two of its partial products (of the first number, the first "
        "two, and so on up to all {n}) have the same remainder modulo {n}. {known} {form}",
        "Arrange the integers 1 to {n} in a row. The products of the first 1, 2, ..., {n} of them must be pairwise "
        "different modulo {n}. {known} {form}",
    ),
    "pair-sums": (
        "{n} different positive integers are added in pairs, each pair once. In rising order the sums are {sums}. "
        "Give such integers, separated by commas.",
        "Find {n} different positive integers whose sums of two (each two of them once) are {sums}, sorted. Give the "
        "integers, separated by commas.",
        "The sums of any two of {n} different positive integers are, from the smallest to the largest: {sums}. Which "
        "integers can they be? Give one possibility, with commas between the numbers.",
    ),
    "tournament": (
        "{n} players play everybody once, and no game is drawn. Everybody wins exactly {half} games. {known} Give a "
        "possible outcome: for player 1, player 2 and so on a line with the players that this player beats, "
        "separated by spaces.",
        "In a tournament of {n} players each two meet once, with a winner each time, and all have {half} wins in the "
        "end. {known} Write {n} lines: in line i the numbers of the players whom player i beats, with spaces between "
        "them.",
        "Decide all games of {n} players, each two of whom play one game, so that every player wins {half} times. "
        "{known} Answer with one line for each player, in their order, that lists those beaten by this player, "
        "separated by spaces.",
    ),
    "path-counts": (
        "Draw arrows between points 1 to {most}, each from a point with a smaller number to one with a larger number "
        "and no arrow twice, so that there are exactly {paths} different paths along the arrows from point 1 to "
        "point {most}. Give the arrows, one on a line, as two numbers with a space between them.",
        "Construct a directed graph on the vertices 1 to {most}, without repeated edges and with edges from smaller "
        "to larger numbers only, that has exactly {paths} paths from vertex 1 to vertex {most}. Write each edge on a "
        "line: its two vertices with a space between them.",
        "A one-way street leads from a place to another with a larger number; places are numbered 1 to {most}, and "
        "two places are joined by one street at most. Choose streets so that one can go from place 1 to place {most} "
        "in exactly {paths} ways. List the streets, each on a line: from, space, to.",
    ),
    "dominoes": (
        "Each of these {n} tiles has a word at the top and a word at the bottom:\n\n{tiles}\n\nPut all of them in a "
        "row so that the words at the top, read from left to right, spell the same as those at the bottom. Give the "
        "numbers of the tiles from left to right, separated by commas.",
        "{tiles}\n\nThese are {n} tiles, each with an upper and a lower word. Find an order of all of them in which "
        "the upper words together are the same text as the lower words together. Give the numbers in this order, "
        "separated by commas.",
        "Use every tile once:\n\n{tiles}\n\nIn which order do the tops and the bottoms, each joined to one text, "
        "become equal? Give the numbers of the tiles, separated by commas.",
    ),
    "bezout": (
        "Find integers x1 to x{n}, each from -{most} to {most}, with {sum} = {divisor}. Give them in this order, "
        "separated by commas.",
        "Solve {sum} = {divisor} in integers between -{most} and {most} (these two included). Give x1 to x{n}, "
        "separated by commas.",
        "Write {divisor} as {sum}, where all x are integers whose absolute values are at most {most}. Answer with "
        "x1, ..., x{n} in this order, separated by commas.",
    ),
    "labels": (
        "A tree has the vertices 1 to {n} and the edges {edges}. Write one of the numbers 0 to {last} at each "
        "vertex, every number once, so that the differences of the numbers at the two ends of an edge are all "
        "different. {known} Give the numbers at the vertices 1 to {n} in this order, separated by commas.",
        "Find a graceful labelling of the tree with the edges {edges}: the vertices 1 to {n} get the labels 0 to "
        "{last}, each once, and no two edges have the same difference of labels. {known} Give the labels of vertex "
        "1, vertex 2 and so on, separated by commas.",
        "Edges of a tree on the vertices 1 to {n}: {edges}. Put the numbers from 0 to {last} on the vertices, one on "
        "each, such that the {last} edges have {last} different differences. {known} Answer with the numbers of "
        "vertices 1 to {n}, separated by commas.",
    ),
    "ruler": (
        "A ruler has {n} marks at whole numbers from 0 to {length}, the ends 0 and {length} among them. The "
        "distances of any two marks are all different. {known} Where can the marks be? Give all {n} of them in "
        "rising order, separated by commas.",
        "Choose {n} integers from 0 to {length}, with 0 and {length} among them, so that no two pairs of them have "
        "the same difference. {known} Give the {n} integers in rising order, separated by commas.",
        "Find {n} positions on a line, integers with the smallest one 0 and the largest one {length}, no two pairs "
        "of which are equally far apart. {known} Give the positions from the smallest to the largest, separated by "
        "commas.",
    ),
    "between": (
        "Put two copies of each of the numbers 1 to {n} in a row so that there are exactly k other numbers between "
        "the two copies of k, for each k. {known} Give all {twice} numbers, separated by commas.",
        "Arrange 1, 1, 2, 2, ..., {n}, {n} in a row of {twice} places. Between the two copies of a number k there "
        "must be exactly k numbers. {known} Give the row, with commas between the numbers.",
        "In a row of {twice} numbers each of 1 to {n} stands twice, one number lies between the two 1s, two between "
        "the two 2s, and so on up to {n}. {known} Give such a row, separated by commas.",
    ),
    "prime-sums": (
        "Put the numbers from 1 to {n} in a row so that any two neighbours have a prime number as their sum. {known} "
        "{form}",
        "Find an order of 1, 2, ..., {n} in which the sum of every two adjacent numbers is prime. {known} {form}",
        "Arrange the integers 1 to {n}, each once, in such a way that adjacent ones always add up to a prime number. "
        "{known} {form}",
    ),
    "all-words": (
        "Write {n} bits in a ring so that each of the {n} words of {width} bits stands somewhere in it, as {width} "
        "bits that follow each other (the first bit comes again after the last one). {known} Give the {n} bits from "
        "the first to the last, separated by commas.",
        "Find a cyclic sequence of {n} zeros and ones in which every word of {width} bits occurs exactly once. "
        "{known} Give its {n} bits, separated by commas.",
        "A wheel has {n} fields with 0 or 1. Reading {width} neighbouring fields clockwise gives a different word "
        "from every start. {known} Give the fields clockwise from the first one, separated by commas.",
    ),
}

_STEPS = 500
"""Numbers that a search puts down before it gives up."""
Choices = Callable[[list[int]], Sequence[int]]


def _search(rng: random.Random, length: int, choices: Choices, start: Sequence[int] = ()) -> list[int] | None:
    """A list that is built number by number, each from `choices` in random order; None after too many steps."""

    def shuffled(built: list[int]) -> Iterator[int]:
        found = list(choices(built))
        rng.shuffle(found)
        return iter(found)

    built = list(start)
    waiting = [shuffled(built)]
    for _ in range(_STEPS):
        number = next(waiting[-1], None)
        if number is None:
            waiting.pop()
            if not waiting:
                return None
            built.pop()
            continue
        built.append(number)
        if len(built) == length:
            return built
        waiting.append(shuffled(built))
    return None


def _known(rng: random.Random, built: Sequence[int], share: float = 0.2) -> tuple[list[Json], str]:
    """Some places of an object, counted from 1, with what stands there; and the sentence that tells them."""
    count = max(1, round(share * len(built)))
    places = sorted(rng.sample(range(len(built)), count))
    told = listed([f"{built[place]} at position {place + 1}" for place in places])
    return [[place + 1, built[place]] for place in places], f"Positions are counted from 1; put {told}."


def _question(
    fields: Mapping[str, object], facts: Mapping[str, Json], found: Found, choices: float, line: str
) -> Question:
    numbers = sum(len(each) if isinstance(each, list) else 1 for each in found)
    return Question(
        fields,
        {**facts, "best": 1},
        written(found),
        [line],
        gold=None,
        canonical=dict(facts),
        guess_rate=0.001,
        difficulty=numbers * log2(max(choices, 2)),
    )


def _with_partials(
    rng: random.Random, n: int, order: list[int], step: Callable[[int, int], int], what: str
) -> Question:
    known, told = _known(rng, order)
    results = [value % n for value in accumulate(order, step)]
    fields = {"n": n, "known": told, "form": _PLACES}
    return _question(fields, {"n": n, "known": known}, order, n, f"partial {what} modulo {n}: {results}")


def _prefix_sums(rng: random.Random, *, size: int) -> Question | None:
    n = 6 + 2 * rng.randint((size + 1) // 2, size)

    def choices(built: list[int]) -> list[int]:
        sums = [value % n for value in accumulate(built, initial=0)]
        reached = set(sums[1:])
        return [x for x in range(1, n + 1) if x not in built and (sums[-1] + x) % n not in reached]

    order: list[int] | None
    if n <= 12:
        order = _search(rng, n, choices)
    else:  # n, 1, n - 2, 3, ... and its multiples by units
        unit = rng.choice([u for u in range(1, n) if gcd(u, n) == 1])
        order = [n, *(unit * (k if k % 2 else n - k) % n for k in range(1, n))]
    return None if order is None else _with_partials(rng, n, order, int.__add__, "sums")


def _prefix_products(rng: random.Random, *, size: int) -> Question | None:
    primes = [7, 11, 13, 17, 19, 23, 29]
    n = primes[min(rng.randint(size // 2, (size + 3) // 2), 6)]
    power = rng.choice([e for e in range(1, n - 1) if gcd(e, n - 1) == 1])
    products = [
        pow(k, power, n) for k in range(1, n)
    ]  # k^e: the quotient of two that follow each other never repeats
    order = [1, *(b * pow(a, -1, n) % n for a, b in pairwise(products)), n]
    return _with_partials(rng, n, order, int.__mul__, "products")


def _pair_sums(rng: random.Random, *, size: int) -> Question | None:
    n = 3 + (size + 1) // 2
    numbers = sorted(rng.sample(range(1, 10 + 6 * size), n))
    sums = sorted(a + b for a, b in combinations(numbers, 2))
    fields = {"n": n, "sums": ", ".join(map(str, sums))}
    first = f"the smallest two come to {sums[0]}, the largest two to {sums[-1]}"
    return _question(fields, {"n": n, "sums": sums}, numbers, numbers[-1], first)


def _tournament(rng: random.Random, *, size: int) -> Question | None:
    n = 7 + 2 * (size // 5)
    names = rng.sample(range(1, n + 1), n)
    beats: list[list[int]] = [[] for _ in range(n)]
    for at, name in enumerate(names):
        beats[name - 1] = [names[(at + step) % n] for step in range(1, n // 2 + 1)]
    for _ in range(3 * n):  # three players that beat each other in a circle may do so the other way round
        a, b, c = rng.sample(range(n), 3)
        if b + 1 in beats[a] and c + 1 in beats[b] and a + 1 in beats[c]:
            for winner, loser in ((a, b), (b, c), (c, a)):
                beats[winner].remove(loser + 1)
                beats[loser].append(winner + 1)
    found = [sorted(each) for each in beats]
    games = [[a + 1, b] for a in range(n) for b in found[a]]
    known = sorted(rng.sample(games, max(2, len(games) // 4)))
    told = ", ".join(f"{a}-{b}" for a, b in known)
    fields = {"n": n, "half": n // 2, "known": f"Of these games the results are known, winner first: {told}."}
    facts: dict[str, Json] = {"n": n, "known": [list(game) for game in known]}
    return _question(fields, facts, found, 2 ** (n // 4), f"everybody has {n // 2} wins")


def _path_counts(rng: random.Random, *, size: int) -> Question | None:
    paths = rng.randint(20 * size, 600 * size)
    bits = paths.bit_length()
    # Vertices 1 to bits: 2^(k-2) paths lead to vertex k > 1, and so each bit of the number is one edge to the end.
    most = bits + 2
    edges = [[a, b] for b in range(2, bits + 2) for a in range(1, b)]
    ways = {1: 1} | {k: 2 ** (k - 2) for k in range(2, bits + 2)}
    left = paths
    for vertex in range(bits + 1, 0, -1):
        if ways[vertex] <= left:
            left -= ways[vertex]
            edges.append([vertex, most])
    if left:
        return None
    fields = {"most": most, "paths": paths}
    powers = listed([ways[a] for a, b in edges if b == most])
    return _question(fields, {"most": most, "paths": paths}, edges, 2, f"paths over the last arrows: {powers}")


def _dominoes(rng: random.Random, *, size: int) -> Question | None:
    n = 3 + size
    text = "".join(rng.choice("ab") for _ in range(3 * n))
    tops, bottoms = (_cut(rng, text, n) for _ in range(2))
    if any(top == bottom for top, bottom in zip(tops, bottoms, strict=True)):
        return None
    order = rng.sample(range(n), n)
    tiles = [[tops[at], bottoms[at]] for at in order]
    found = [order.index(at) + 1 for at in range(n)]
    if len({tuple(tile) for tile in tiles}) < n or found == sorted(found):
        return None
    shown = "\n".join(f"{number}. {top} / {bottom}" for number, (top, bottom) in enumerate(tiles, 1))
    facts: dict[str, Json] = {"tiles": [list(tile) for tile in tiles]}
    return _question({"n": n, "tiles": shown}, facts, found, n, f"both read {text}")


def _cut(rng: random.Random, text: str, pieces: int) -> list[str]:
    places = [0, *sorted(rng.sample(range(1, len(text)), pieces - 1)), len(text)]
    return [text[a:b] for a, b in pairwise(places)]


def _bezout(rng: random.Random, *, size: int) -> Question | None:
    n = 2 + size // 3
    factor = rng.randint(1, 6)
    numbers = [factor * rng.randint(10, 20 * (size + 1)) for _ in range(n)]
    if len(set(numbers)) < n or any(a % b == 0 for a in numbers for b in numbers if a != b):
        return None
    found, divisor = [1] + [0] * (n - 1), numbers[0]
    for at in range(1, n):
        divisor, x, y = _extended(divisor, numbers[at])
        found = [x * each for each in found[:at]] + [y] + found[at + 1 :]
        for k in range(at):  # smaller ones: over and over b/g of one for a/g of another
            period = numbers[at] // gcd(numbers[k], numbers[at])
            times = round(found[k] / period)
            found[k] -= times * period
            found[at] += times * numbers[k] // gcd(numbers[k], numbers[at])
    most = max(10, max(map(abs, found)) + rng.randint(0, 3))
    if most > 400 or divisor in numbers or sum(a * x for a, x in zip(numbers, found, strict=True)) != divisor:
        return None
    terms = " + ".join(f"{number} * x{at}" for at, number in enumerate(numbers, 1))
    fields = {"n": n, "most": most, "sum": terms, "divisor": divisor}
    line = " + ".join(f"{a} * {f'({x})' if x < 0 else x}" for a, x in zip(numbers, found, strict=True))
    facts: dict[str, Json] = {"numbers": list(numbers), "most": most, "divisor": divisor}
    return _question(fields, facts, found, 2 * most + 1, f"{line} = {divisor}")


def _extended(a: int, b: int) -> tuple[int, int, int]:
    """g, x and y with ``a x + b y = g``, the greatest common divisor."""
    x, y, u, v = 1, 0, 0, 1
    while b:
        q = a // b
        a, b, x, u, y, v = b, a - q * b, u, x - q * u, v, y - q * v
    return a, x, y


def _labels(rng: random.Random, *, size: int) -> Question | None:
    n = 4 + size
    edges = [[rng.randint(max(1, v - 3), v - 1), v] for v in range(2, n + 1)]

    def choices(built: list[int]) -> list[int]:
        used = {abs(built[a - 1] - built[b - 1]) for a, b in edges if b <= len(built)}
        parent = next(a for a, b in edges if b == len(built) + 1) if built else 0
        return [x for x in range(n) if x not in built and (not built or abs(x - built[parent - 1]) not in used)]

    found = _search(rng, n, choices)
    if found is None:
        return None
    known, told = _known(rng, found, 0.15)
    told = told.replace("Positions are counted from 1; put ", "Put ").replace("position", "vertex")
    fields = {"n": n, "last": n - 1, "edges": ", ".join(f"{a}-{b}" for a, b in edges), "known": told}
    facts: dict[str, Json] = {"edges": [list(edge) for edge in edges], "known": known}
    differences = ", ".join(f"{a}-{b}: {abs(found[a - 1] - found[b - 1])}" for a, b in edges)
    return _question(fields, facts, found, n, f"differences: {differences}")


_SHORTEST = {4: 6, 5: 11, 6: 17, 7: 25, 8: 34, 9: 44}
"""Lengths of the shortest rulers with so many marks."""


def _ruler(rng: random.Random, *, size: int) -> Question | None:
    n = min(5 + size // 3, 9)
    length = _SHORTEST[n] + rng.randint(1, 10 * (n - 3))

    def choices(built: list[int]) -> list[int]:
        marks = [*built, length]
        used = {b - a for a, b in combinations(marks, 2)}
        return [
            x
            for x in range(built[-1] + 1, length)
            if len(used | {abs(x - mark) for mark in marks}) == len(used) + len(marks)
        ]

    inner = _search(rng, n - 1, choices, [0])
    if inner is None:
        return None
    found = [*inner, length]
    known = sorted(rng.sample(found[1:-1], 1 if n < 7 else 2))
    told = f"There is a mark at {listed(known)}." if len(known) == 1 else f"There are marks at {listed(known)}."
    fields = {"n": n, "length": length, "known": told}
    facts: dict[str, Json] = {"n": n, "length": length, "known": list(known)}
    distances = sorted(b - a for a, b in combinations(found, 2))
    return _question(fields, facts, found, length, f"distances: {distances}")


def _between(rng: random.Random, *, size: int) -> Question | None:
    n = rng.choice([n for n in (7, 8, 11, 12) if n <= 7 + size][-2:])
    row = [0] * (2 * n)

    steps = 0

    def place(k: int) -> bool:
        nonlocal steps
        steps += 1
        if not k or steps > _STEPS:
            return not k
        starts = [at for at in range(2 * n - k - 1) if not row[at] and not row[at + k + 1]]
        for at in rng.sample(starts, len(starts)):
            row[at] = row[at + k + 1] = k
            if place(k - 1):
                return True
            row[at] = row[at + k + 1] = 0
        return False

    if not place(n):
        return None
    known, told = _known(rng, row, 0.15)
    fields = {"n": n, "twice": 2 * n, "known": told}
    return _question(fields, {"n": n, "known": known}, row, n, f"the two {n} are {n + 1} places apart")


def _prime_sums(rng: random.Random, *, size: int) -> Question | None:
    n = 6 + 2 * size

    def choices(built: list[int]) -> list[int]:
        found = [x for x in range(1, n + 1) if x not in built and (not built or _prime(x + built[-1]))]
        rest = [x for x in range(1, n + 1) if x not in built]
        lonely = [x for x in rest if sum(_prime(x + y) for y in rest if y != x) == 0]
        return found if len(lonely) < 2 else [x for x in found if x in lonely]

    order = _search(rng, n, choices)
    if order is None:
        return None
    known, told = _known(rng, order)
    sums = [a + b for a, b in pairwise(order)]
    return _question(
        {"n": n, "known": told, "form": _PLACES}, {"n": n, "known": known}, order, n, f"sums: {sums}"
    )


def _prime(number: int) -> bool:
    return number > 1 and all(number % d for d in range(2, int(number**0.5) + 1))


def _all_words(rng: random.Random, *, size: int) -> Question | None:
    width = 4 + (size > 5)
    n = 2**width

    def choices(built: list[int]) -> list[int]:
        def fits(bit: int) -> bool:
            row = [*built, bit]
            if len(row) == n:
                row += row[: width - 1]
            words = [tuple(row[at : at + width]) for at in range(len(row) - width + 1)]
            return len(set(words)) == len(words)

        return [bit for bit in (0, 1) if fits(bit)]

    found = _search(rng, n, choices)
    if found is None:
        return None
    known, told = _known(rng, found, 0.3)
    fields = {"n": n, "width": width, "known": told}
    line = "words: " + " ".join("".join(map(str, (found + found)[at : at + width])) for at in range(n))
    return _question(fields, {"width": width, "known": known}, found, 2, line)


generate = Family(
    {
        "prefix-sums": _prefix_sums,
        "prefix-products": _prefix_products,
        "pair-sums": _pair_sums,
        "tournament": _tournament,
        "path-counts": _path_counts,
        "dominoes": _dominoes,
        "bezout": _bezout,
        "labels": _labels,
        "ruler": _ruler,
        "between": _between,
        "prime-sums": _prime_sums,
        "all-words": _all_words,
    },
    WORDINGS,
    {"size": Whole(1, 12, "how large the object is")},
    advice="change size",
)
