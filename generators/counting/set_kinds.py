"""Kinds of counting-sequences: subsets, sequences of subsets, chains of divisions and towers."""

from __future__ import annotations

import random
from math import comb, factorial, gcd, perm, prod

from ..kernels.count import Facts, Kind, row, running, total


def _products(rng: random.Random, size: int) -> Facts:
    n = rng.randint(4 + size // 4, 5 + size // 2)
    numbers = rng.sample(range(1, 10 + size), n)
    return {"numbers": sorted(numbers), "k": rng.randint(2, min(n - 1, 2 + size // 2))}


def _products_counted(numbers: list[int], k: int) -> tuple[int, list[str]]:
    table, lines = [1] + [0] * k, []
    for x in numbers:
        table = [table[0], *(table[j] + x * table[j - 1] for j in range(1, k + 1))]
        lines.append(row(f"with numbers up to {x}, sums of products of 0, ..., {k} of them", table))
    value = factorial(k) * table[k]
    return value, [*lines, f"each in {k}! orders: {k}! * {table[k]} = {value}"]


def _halving(rng: random.Random, size: int) -> Facts:
    return {"n": rng.randint(10 + 5 * size, 30 + 18 * size), "d": rng.randint(2, 3)}


def _halving_counted(n: int, d: int) -> tuple[int, list[str]]:
    sums = [0]
    chains = [0]
    for i in range(1, n // d + 1):
        chains.append(1 + sums[i // d])
        sums.append(sums[-1] + chains[-1])
    value = 1 + sums[n // d]
    return value, [
        row(f"chains that begin with 1, ..., {n // d}", chains[1:]),
        row("sums of these", sums[1:]),
        f"1 + {sums[-1]} = {value}",
    ]


def _free(rng: random.Random, size: int) -> Facts | None:
    a, b = rng.randint(2, 4), rng.randint(3, 7)
    low = 8 + size
    return {"n": rng.randint(low, low + 4 + size), "a": a, "b": b} if a < b and gcd(a, b) == 1 else None


def _free_counted(n: int, a: int, b: int) -> tuple[int, list[str]]:
    """Numbers fall into tables u * a^i * b^j, whose chosen cells are never neighbours."""
    lines, factors = [], []
    groups: dict[tuple[int, ...], list[int]] = {}
    for u in range(1, n + 1):
        if u % a and u % b:
            lengths, start = [], u
            while start <= n:
                lengths.append(next(j for j in range(n) if start * b ** (j + 1) > n) + 1)
                start *= a
            groups.setdefault(tuple(lengths), []).append(u)
    for shape, units in groups.items():
        states = {0: 1}
        for length in shape:
            masks = [m for m in range(1 << length) if not m & m >> 1]
            states = {m: sum(ways for old, ways in states.items() if not old & m) for m in masks}
        ways = sum(states.values())
        factors.append((ways, len(units)))
        lines.append(
            f"tables with lines of {' '.join(map(str, shape))} numbers, from {' '.join(map(str, units))}: {ways} "
            f"subsets each"
        )
    value = prod(ways**count for ways, count in factors)
    lines += running([ways for ways, count in factors for _ in range(count)])
    return value, [*lines, f"{' * '.join(f'{ways}^{count}' for ways, count in factors)} = {value}"]


def _ones(rng: random.Random, size: int) -> Facts:
    n, m = rng.randint(3 + size // 2, 5 + size), rng.randint(2 + size // 2, 4 + size)
    return {"n": n, "m": m, "k": rng.randint(2, 3 + size // 3)}


def _ones_counted(n: int, m: int, k: int) -> tuple[int, list[str]]:
    parts = [comb(n + m, j) for j in range(m + k, n + m + 1)]
    lines = [
        f"turn the digits of T round: then S and T together have at least {m} + {k} ones, and any such {n + m} "
        f"digits will do"
    ]
    lines += [f"C({n + m}, {j}) = {part}" for j, part in enumerate(parts, m + k)]
    return sum(parts), [*lines, total(parts)]


def _sizes(rng: random.Random, size: int) -> Facts:
    k = rng.randint(3, 5 + size // 3)
    return {"n": rng.randint(6 + size, 10 + 2 * size), "k": k, "r": rng.randrange(k)}


def _sizes_counted(n: int, k: int, r: int) -> tuple[int, list[str]]:
    table, lines = [1] + [0] * (k - 1), []
    for elements in range(1, n + 1):
        table = [table[i] + table[i - 1] for i in range(k)]
        lines.append(
            row(f"subsets of {elements} elements by the remainder 0, ..., {k - 1} of their size", table)
        )
    return table[r], [*lines, f"with the remainder {r}: {table[r]}"]


def _tower(rng: random.Random, size: int) -> Facts:
    white, black = (rng.randint(4 + size, 14 + 2 * size) for _ in range(2))
    return {"start": rng.randint(1, 2 + size), "white": white, "black": black}


def _tower_shown(start: int, white: int, black: int) -> dict[str, object]:
    return {"layers": f"{start}, {start + 1}, {start + 2}, ..."}


def _tower_counted(start: int, white: int, black: int) -> tuple[int, list[str]]:
    sizes = [start]
    while sum(sizes) + sizes[-1] + 1 <= white + black:
        sizes.append(sizes[-1] + 1)
    blocks = sum(sizes)
    low, high = max(0, blocks - black), min(white, blocks)
    table = [1]
    lines = [
        f"{len(sizes)} layers: {' + '.join(map(str, sizes))} = {blocks}",
        f"of {white} + {black} = {white + black}",
    ]
    for i in sizes:
        table = [
            (table[s] if s < len(table) else 0) + (table[s - i] if s >= i else 0) for s in range(len(table) + i)
        ]
        lines.append(row(f"ways to 0, 1, 2, ... white blocks in layers of {start} to {i}", table))
    parts = table[low : high + 1]
    return sum(parts), [*lines, total(parts, f"from {low} to {high} white blocks")]


def _even(rng: random.Random, size: int) -> Facts:
    n = rng.randint(2 + (size > 2), 3 + size // 2)
    return {"n": n, "m": rng.randint(3 + (size > 4), 3 + size // 3), "odd": rng.choice((0, *range(2, n + 1)))}


def _even_shown(n: int, m: int, odd: int) -> dict[str, object]:
    elements = f"every element of {{1, ..., {n}}} lies in an even number of the sets (possibly in none)"
    if odd:
        elements = (
            f"the element {odd} lies in an odd number of the sets, and every other element of {{1, ..., {n}}} in "
            f"an "
            f"even number of them (possibly in none)"
        )
    return {"rule": elements}


def _even_counted(n: int, m: int, odd: int) -> tuple[int, list[str]]:
    sets = 2**n - 1
    lines = [
        f"non-empty subsets: 2^{n} - 1 = {sets}",
        "f(j): sequences of j different sets, all elements even",
        "f(0): 1",
        "f(1): 0",
    ]
    f = [1, 0]
    for j in range(2, m + 1):
        f.append(perm(sets, j - 1) - f[j - 1] - (j - 1) * (sets - j + 2) * f[j - 2])
        lines += running(range(sets, sets - j + 1, -1))
        lines.append(
            f"f({j}): P({sets}, {j - 1}) - {f[j - 1]} - {j - 1} * ({sets} - {j - 2}) * {f[j - 2]} = {f[j]}"
        )
    if not odd:
        return f[m], lines
    value = (perm(sets, m) - f[m]) // sets
    return value, [
        *lines,
        f"the other sequences, equally many for each set of odd elements: (P({sets}, {m}) - {f[m]}) / {sets} = "
        f"{value}",
    ]


def _digits(rng: random.Random, size: int) -> Facts:
    k = rng.randint(3, 3 + size // 5)
    return {"k": k, "w": rng.randint(2 * k + 1, 2 * k + 1 + size + k), "first": rng.randint(1, 3)}


def _digits_shown(k: int, w: int, first: int) -> dict[str, object]:
    return {"base": 2**k}


def _digits_counted(k: int, w: int, first: int) -> tuple[int, list[str]]:
    base, parts, lines = 2**k, [], []
    for length in range(2, base):
        highest = base if k * length <= w else 2 ** max(w - k * (length - 1), 0)
        for top in range(first, min(highest, base - length + 1)):
            parts.append(comb(base - 1 - top, length - 1))
            lines.append(
                f"{length} digits, the first is {top}: C({base - 1 - top}, {length - 1}) = {parts[-1]}"
            )
    return sum(parts), [*lines, total(parts)]


KINDS = {
    "products": Kind(
        (
            "For every sequence of {k} different numbers from the list {numbers}, multiply its numbers. What is "
            "the sum of "
            "all these products? The order matters: the same numbers in another order are another sequence. {ask}",
            "Choose {k} different numbers of {numbers} one after the other and take their product. Add up the "
            "products over "
            "all ordered choices. {ask}",
            "Let S be the sum of x1 * ... * x{k} over all ordered {k}-tuples of pairwise different elements of "
            "the set "
            "{{{numbers}}}. Find S. {ask}",
        ),
        _products,
        _products_counted,
    ),
    "halving-chains": Kind(
        (
            "A chain begins with {n}, and each next number is a positive integer that is at most 1/{d} of the "
            "number before "
            "it. How many chains are there? The chain of {n} alone counts too, and a chain may stop anywhere. "
            "{ask}",
            "Count the sequences of positive integers whose first number is {n} and in which {d} times any number "
            "is at most "
            "the number right before it. They may have any length from 1 on. {ask}",
            "Starting from the sequence that holds only {n}, you may again and again append a positive integer x "
            "with {d} * "
            "x <= the last number. How many different sequences can come about, the first one included? {ask}",
        ),
        _halving,
        _halving_counted,
    ),
    "multiples-free": Kind(
        (
            "How many subsets of {{1, 2, ..., {n}}} have this property: if x is in the subset, then neither {a} * "
            "x nor {b} * x "
            "is? The empty set counts too. {ask}",
            "Choose any of the numbers from 1 to {n}, perhaps none, so that no chosen number is exactly {a} times "
            "or exactly "
            "{b} times another chosen number. In how many ways can this be done? {ask}",
            "Of the integers 1, ..., {n}, a set is to be formed in which no element divided by another one gives "
            "{a} or {b}. Count "
            "the possible sets, the empty set included. {ask}",
        ),
        _free,
        _free_counted,
    ),
    "more-ones": Kind(
        (
            "How many pairs (S, T) of strings of zeros and ones, S of length {n} and T of length {m}, are such "
            "that S has at "
            "least {k} more ones than T? {ask}",
            "Ann tosses a coin {n} times and Ben tosses one {m} times, and both write down their sequences of "
            "heads and tails. "
            "For how many pairs of sequences does Ann have at least {k} more heads than Ben? {ask}",
            "S runs through the binary words of length {n}, T through those of length {m}. Count the pairs (S, T) "
            "with ones(S) "
            ">= ones(T) + {k}. {ask}",
        ),
        _ones,
        _ones_counted,
    ),
    "sizes-modulo": Kind(
        (
            "How many subsets of a set with {n} elements have a number of elements that leaves the remainder {r} "
            "when divided "
            "by {k}? (The empty set has 0 elements.) {ask}",
            "What is the sum of the binomial coefficients C({n}, j) over all j from 0 to {n} with j mod {k} = "
            "{r}? {ask}",
            "From {n} different books any number may be taken, also none or all, so long as their number, divided "
            "by {k}, "
            "leaves the remainder {r}. Count the possible selections. {ask}",
        ),
        _sizes,
        _sizes_counted,
    ),
    "towers": Kind(
        (
            "A tower has layers of {layers} blocks from top to bottom, and all blocks of a layer have one colour. "
            "There "
            "are {white} white and {black} black blocks, which need not all be used. How many different towers of "
            "the "
            "greatest possible number of layers can be built? {ask}",
            "With at most {white} white and at most {black} black blocks, a tower is built whose layers, from the "
            "top, have {layers} blocks, each layer of one colour. It is to have as many layers as possible. Count "
            "the ways to "
            "colour its layers. {ask}",
            "Let N be the largest number of layers of {layers} blocks (one layer of each size, beginning with "
            "{start}), every "
            "layer of one colour, that can be made of {white} white and {black} black blocks. In how many ways can "
            "these N layers be given their colours? Blocks may be left over. {ask}",
        ),
        _tower,
        _tower_counted,
        _tower_shown,
    ),
    "set-parities": Kind(
        (
            "How many sequences of {m} different non-empty subsets of {{1, ..., {n}}} are there such that {rule}? "
            "The order of "
            "the sets matters. {ask}",
            "A piece of music is a sequence of {m} chords that are all different. The chords are non-empty sets "
            "of notes, subsets "
            "of {{1, ..., {n}}}, and {rule}. Count the pieces; two pieces with the same chords in different orders "
            "are different. {ask}",
            "Sets T1, ..., T{m} are chosen, non-empty subsets of {{1, ..., {n}}} and pairwise different, so that "
            "{rule}. In how "
            "many ways can the sequence T1, ..., T{m} be chosen? {ask}",
        ),
        _even,
        _even_counted,
        _even_shown,
    ),
    "rising-digits": Kind(
        (
            "How many positive integers have at most {w} binary digits and, written in base {base}, at least two "
            "digits that "
            "strictly increase from left to right, the first (leftmost) of them being at least {first}? {ask}",
            "Numbers are written in base {base}, without leading zeros. Count the numbers below 2^{w} whose "
            "digits (two or "
            "more) get strictly larger from left to right and whose leftmost digit is {first} or more. {ask}",
            "Count the integers x with 0 < x < 2^{w} for which the base-{base} representation has at least 2 "
            "digits, begins "
            "with a digit of at least {first}, and has every digit greater than the digit to its left. {ask}",
        ),
        _digits,
        _digits_counted,
        _digits_shown,
    ),
}
