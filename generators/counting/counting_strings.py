"""Counting in strings and rows: palindromes, opposites, means and sums of windows, common parts, prefix-free sets.

A window or substring is a contiguous piece, told apart by its place unless the text says otherwise. The value is exact;
where it is large, only a remainder is asked for.

Difficulty: `kinds` drawn from; `size`, by which all lengths and numbers in a question grow; `modulus`, above which a
remainder is asked for. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import gcd, prod
from string import ascii_lowercase

from ..base import Json
from ..kernels.count import Facts, Kind, counting_family, row, total


def _renamed(texts: Iterable[str]) -> list[str]:
    """With a, b, c, ... in the order in which letters first come up."""
    names: dict[str, str] = {}
    return ["".join(names.setdefault(x, ascii_lowercase[len(names)]) for x in text) for text in texts]


def _letters(rng: random.Random, length: int, kinds: int, sticky: float = 0.0) -> str:
    text = [rng.choice(ascii_lowercase[:kinds])]
    while len(text) < length:
        text.append(rng.choice(text[-2:]) if rng.random() < sticky else rng.choice(ascii_lowercase[:kinds]))
    return "".join(text)


def _cut(rng: random.Random, size: int) -> Facts:
    return {"text": _letters(rng, rng.randint(7 + size, 9 + 2 * size), rng.randint(2, 3), 0.4)}


def _palindrome_cuts(text: str) -> tuple[int, list[str]]:
    """By the last piece: it ends at each letter in turn."""
    ways, lines = [1], []
    for end in range(1, len(text) + 1):
        starts = [i for i in range(end) if text[i:end] == text[i:end][::-1]]
        ways.append(sum(ways[i] for i in starts))
        shown = " + ".join(str(ways[i]) for i in starts)
        lines.append(f"the first {end} letters, last piece {' '.join(text[i:end] for i in starts)}: {shown}")
        if len(starts) > 1:
            lines[-1] += f" = {ways[-1]}"
    return ways[-1], [*lines, f"all letters: {ways[-1]}"]


def _bits(rng: random.Random, size: int) -> Facts:
    text, turn = rng.choice("01"), rng.uniform(0.5, 0.9)
    for _ in range(rng.randint(12 + 3 * size, 20 + 5 * size)):
        text += text[-1] if rng.random() > turn else "10"[int(text[-1])]
    return {"text": text}


def _opposites(text: str) -> tuple[int, list[str]]:
    """Around each gap between two signs: so many pairs, from the inside out, differ."""
    reach = []
    for gap in range(1, len(text)):
        k = 0
        while k < min(gap, len(text) - gap) and text[gap - 1 - k] != text[gap + k]:
            k += 1
        reach.append(k)
    return sum(reach), [row("around the gaps from left to right, pairs that differ", reach), total(reach)]


def _turned_bits(text: str) -> Json:
    other = text.translate(str.maketrans("01", "10"))
    return min(text, text[::-1], other, other[::-1])


def _measured(rng: random.Random, size: int) -> Facts:
    numbers = [rng.randint(1, 9 + size) for _ in range(rng.randint(7 + size, 9 + 2 * size))]
    return {"numbers": numbers, "k": rng.randint(3, 6 + size // 2)}


def _means(numbers: list[int], k: int) -> tuple[int, list[str]]:
    """Windows whose numbers, each less the bound, have a sum of at least 0: two running sums in order."""
    sums = [0, *accumulate(x - k for x in numbers)]
    earlier = [sum(a <= b for a in sums[:i]) for i, b in enumerate(sums)]
    return sum(earlier), [
        row(f"running sums of the numbers less {k}, beginning with 0", sums),
        row("for each of them, earlier ones that are not greater", earlier),
        total(earlier),
    ]


def _repeated(rng: random.Random, size: int) -> Facts:
    numbers = [rng.randint(1, 9) for _ in range(rng.randint(3 + size // 4, 5 + 2 * size // 3))]
    return {"numbers": numbers, "times": rng.randint(3, 4 + 2 * size), "k": rng.randint(9, 2 * sum(numbers))}


def _repeated_sums(numbers: list[int], times: int, k: int) -> tuple[int, list[str]]:
    """By where a window begins: how long it may be if the row never ended, and what is left of the row."""
    n, lines, parts = len(numbers), [], []
    for start in range(n):
        longest = left = 0
        while left + numbers[(start + longest) % n] <= k:
            left += numbers[(start + longest) % n]
            longest += 1
        rests = [n * (times - copy) - start for copy in range(times)]
        whole = sum(rest >= longest for rest in rests)
        short = [rest for rest in rests if rest < longest]
        parts.append(whole * longest + sum(short))
        shown = " + ".join([f"{whole} * {longest}", *map(str, short)])
        lines.append(
            f"beginning at place {start + 1} of a copy, longest {longest}, cut off by the end in the last "
            f"{len(short)} copies: {shown} = {parts[-1]}"
        )
    return sum(parts), [*lines, total(parts)]


def _ruled(rng: random.Random, size: int) -> Facts | None:
    n = rng.randint(36 + 8 * size, 50 + 20 * size)
    a, b, p = rng.randint(2, n - 1), rng.randrange(n), rng.randint(n // 3, 2 * n // 3)
    if gcd(a, n) > 1:
        return None
    at = rng.randrange(n - 6)
    signs = ["0" if (a * i + b) % n < p else "1" for i in range(at, at + rng.randint(2, 3 + size // 4))]
    return {"n": n, "a": a, "b": b, "p": p, "pattern": "".join(signs)}


def _rule_pattern(n: int, a: int, b: int, p: int, pattern: str) -> tuple[int, list[str]]:
    """The string, written down in parts, and where the pattern begins in each."""
    signs = "".join("0" if (a * i + b) % n < p else "1" for i in range(n))
    lines, parts = [], []
    for start in range(0, n, 40):
        end = min(start + 40, n)
        parts.append(sum(signs.startswith(pattern, i) for i in range(start, end)))
        lines.append(f"signs {start} to {end - 1}: {signs[start:end]}, beginnings of {pattern}: {parts[-1]}")
    return sum(parts), [*lines, total(parts)]


def _items(rng: random.Random, size: int) -> Facts:
    top = rng.randint(16, 18 + size)
    return {"values": [rng.randint(1, top) for _ in range(rng.randint(14 + size, 18 + 2 * size))]}


def _quadruples(values: list[int]) -> tuple[int, list[str]]:
    """By the difference of the last two and their values."""
    times, lines, parts = Counter(values), [row("the values in order", sorted(values))], []
    for t in range(1, max(values)):
        for c in sorted(times):
            if d := times[c + t]:
                pairs = [times[b - 2 * t] * times[b] for b in range(2 * t + 1, c - 6 * t)]
                if ways := sum(pairs):
                    parts.append(ways * times[c] * d)
                    lines.append(
                        f"the last two are {c} and {c + t}, first pairs {' + '.join(str(x) for x in pairs if x)}: "
                        f"{times[c]} * {d} * {ways} = {parts[-1]}"
                    )
    return sum(parts), [*lines, total(parts)]


def _two_texts(rng: random.Random, size: int) -> Facts:
    kinds = rng.randint(2, 4)
    first, second = (_letters(rng, rng.randint(6 + size // 2, 8 + size), kinds, 0.4) for _ in range(2))
    return {"first": first, "second": second}


def _shared(first: str, second: str) -> tuple[int, list[str]]:
    """How far back two places agree: so many equal pieces end there."""
    before, lines, parts = [0] * (len(second) + 1), [], []
    for i, letter in enumerate(first, 1):
        before = [0, *(before[j] + 1 if other == letter else 0 for j, other in enumerate(second))]
        parts.append(sum(before))
        lines.append(row(f"letter {i} of the first text, {letter}, agrees back so far", before[1:]))
    return sum(parts), [*lines, total(parts)]


def _three_texts(rng: random.Random, size: int) -> Facts:
    kinds = rng.randint(2, 4)
    return {"texts": [_letters(rng, rng.randint(6 + size // 2, 8 + size // 2), kinds) for _ in range(3)]}


def _common(texts: list[str]) -> tuple[int, list[str]]:
    """Letter by letter: each common subsequence is found at its earliest places."""
    states, parts, lines = Counter({(0,) * len(texts): 1}), [], []
    while states:
        after: Counter[tuple[int, ...]] = Counter()
        for places, ways in states.items():
            for letter in sorted(set(texts[0])):
                new = tuple(text.find(letter, at) + 1 for text, at in zip(texts, places, strict=True))
                if all(new):
                    after[new] += ways
        states = after
        if states:
            parts.append(states.total())
            shown = ", ".join(f"{' '.join(map(str, at))}: {ways}" for at, ways in sorted(states.items()))
            lines.append(f"with {len(parts)} letters, by the earliest places of the last one: {shown}")
    return sum(parts), [*lines, total(parts)]


def _words(rng: random.Random, size: int) -> Facts:
    words: dict[str, None] = {}
    wanted = rng.randint(5 + size // 2, 6 + size)
    signs = "012"[: rng.randint(2, 3)]
    while len(words) < wanted:
        base = rng.choice(list(words)) if words and rng.random() < 0.5 else ""
        words[base + "".join(rng.choices(signs, k=rng.randint(1, 3)))] = None
    return {"words": rng.sample(list(words), wanted)}


def _prefix_free(words: list[str]) -> tuple[int, list[str]]:
    """A word alone, or any sets of what goes on from it; the longest words first."""
    ways: dict[str, int] = {}
    lines = []
    above = {w: max((v for v in words if v != w and w.startswith(v)), key=len, default="") for w in words}
    for word in [*sorted(words, key=lambda w: (-len(w), w)), ""]:
        below = [ways[w] for w in sorted(words) if above[w] == word]
        ways[word] = prod(below) + bool(word)
        name = f"{word} and what begins with it" if word else "all"
        if below:
            end = " + 1" if word else ""
            lines.append(f"sets from {name}: {' * '.join(map(str, below))}{end}")
            if len(below) > 1 or end:
                lines[-1] += f" = {ways[word]}"
        else:
            lines.append(f"sets from {word}, with which no other begins: {ways[word]}")
    return ways[""] - 1, [*lines, f"without the empty set: {ways['']} - 1 = {ways[''] - 1}"]


def _one_text(rng: random.Random, size: int) -> Facts:
    return {"text": _letters(rng, rng.randint(7 + size, 9 + 2 * size), rng.randint(2, 4), 0.6)}


def _different(text: str) -> tuple[int, list[str]]:
    """Endings in alphabetical order: the beginnings that the one before does not share are new."""
    lines, parts, before = ["endings in alphabetical order, less what is shared with the one before"], [], ""
    for ending in sorted(text[i:] for i in range(len(text))):
        same = 0
        while same < min(len(before), len(ending)) and before[same] == ending[same]:
            same += 1
        parts.append(len(ending) - same)
        lines.append(f"{ending}: {len(ending)} - {same} = {parts[-1]}")
        before = ending
    return sum(parts), [*lines, total(parts)]


def _either_way(*texts: str) -> Json:
    return min(_renamed(texts), _renamed(text[::-1] for text in texts))


def _listed(words: Sequence[str]) -> dict[str, object]:
    return {"listed": ", ".join(words), "n": len(words)}


KINDS = {
    "palindrome-cuts": Kind(
        (
            "A palindrome reads the same forwards and backwards; a single letter is one. In how many ways can the word "
            "{text} be cut into pieces, one piece or more, so that every piece is a palindrome? {ask}",
            "Count the partitions of the string {text} into non-empty palindromic substrings. Partitions are told "
            "apart by where they cut, and any number of substrings is allowed, also one. {ask}",
            "Letters hang in a row: {text}. Between neighbours one may cut or not. How many choices of cuts, none at "
            "all included, leave only pieces that are equal to their own reversals? {ask}",
        ),
        _cut,
        _palindrome_cuts,
        canonical=lambda text: _either_way(text),
    ),
    "opposites": Kind(
        (
            "Call a non-empty binary string opposite if reading it backwards gives the string with all zeros and ones "
            "exchanged, as in 0011. Equal substrings at different places count separately. How many contiguous "
            "substrings of {text} are opposite? {ask}",
            "{text}\n\nCount the contiguous pieces of this binary string, told apart by their places, that have an "
            "even number of signs, at least two, and in which the first sign differs from the last one, the second "
            "from the second last one, and so on. {ask}",
            "A row of lamps, 1 on and 0 off: {text}. A run of neighbouring lamps, one lamp or more, is special if its "
            "mirror image is what one sees after switching each of its lamps over. How many runs, told apart by where "
            "they begin and end, are special? {ask}",
        ),
        _bits,
        _opposites,
        canonical=_turned_bits,
    ),
    "means": Kind(
        (
            "Contiguous pieces of a sequence are told apart by their places. How many non-empty contiguous pieces of "
            "the sequence {numbers} have a mean of at least {k}? {ask}",
            "On successive days a shop sold these numbers of books: {numbers}. Count the periods of one or more days "
            "in a row in which it sold {k} or more a day on average. {ask}",
            "Consider the array {numbers}. For how many pairs of places i <= j is the average of the entries from "
            "place i to place j, both included, greater than or equal to {k}? {ask}",
        ),
        _measured,
        _means,
        canonical=lambda numbers, k: [k, min(numbers, numbers[::-1])],
    ),
    "repeated-sums": Kind(
        (
            "The sequence {numbers} is written {times} times, one copy after the other. How many non-empty contiguous "
            "pieces of the long sequence, told apart by their places, have a sum of at most {k}? {ask}",
            "An array B consists of {times} copies of the array {numbers} in a row. Count the pairs of places i <= j "
            "of B for which the entries from place i to place j, both included, add up to {k} or less. {ask}",
            "A street has {times} blocks, and in each block the houses have, in this order, so many windows: "
            "{numbers}. Somebody has {k} curtains, one a window, and wants all windows of some neighbouring houses to "
            "get one, of one house or of more; neighbours may belong to two blocks. How many choices of houses do the "
            "curtains suffice for? {ask}",
        ),
        _repeated,
        _repeated_sums,
        canonical=lambda numbers, times, k: [times, k, min(numbers, numbers[::-1])],
    ),
    "rule-pattern": Kind(
        (
            "A binary string has the signs C[0], C[1], ..., C[{last}], where C[i] is 0 if ({a} * i + {b}) mod {n} is "
            "less than {p}, and 1 otherwise. How often does {pattern} occur in it as a contiguous substring, if "
            "occurrences may overlap? {ask}",
            "For i = 0, 1, ..., {last} write down a 0 if {a} * i + {b} leaves a remainder below {p} on division by "
            "{n}, and a 1 if not. In how many places of the resulting string of length {n} can one read {pattern}, "
            "overlaps allowed? {ask}",
            "A pointer on a dial with the marks 0 to {n1} stands at {b} and goes {a} marks on each second, beginning "
            "again with 0 after {n1}. A lamp is off while the pointer is at a mark below {p} and on otherwise. The "
            "lamp is looked at {n} times, at the start and after 1, 2, ..., {last} seconds, and 0 is noted for off "
            "and 1 for on. How often does {pattern} stand in the notes, one sign right after the other, overlapping "
            "places included? {ask}",
        ),
        _ruled,
        _rule_pattern,
        lambda n, a, b, p, pattern: {"last": n - 1, "n1": n - 1},
    ),
    "magic-quadruples": Kind(
        (
            "{n} items have the values {values}; items of equal value are different items. A quadruple of different "
            "items A, B, C, D with values a < b < c < d is magic if b - a = 2(d - c) and b - a < (c - b)/3. How many "
            "magic quadruples are there? {ask}",
            "Count the choices of places p, q, r, s in the list {values} for which the numbers there satisfy x_p < "
            "x_q < x_r < x_s, x_q - x_p = 2(x_s - x_r) and 3(x_q - x_p) < x_r - x_q. {ask}",
            "On a straight road stand {n} lamps, at the kilometres {values}; lamps at the same kilometre are "
            "different lamps. Someone picks four lamps, each further along the road than the one before. The first "
            "gap has twice the length of the last one, and the gap in the middle is more than three times as long as "
            "the first one. How many picks fit? {ask}",
        ),
        _items,
        _quadruples,
        lambda values: {"n": len(values)},
        lambda values: sorted(values),
    ),
    "shared-substrings": Kind(
        (
            "S = {first}\nT = {second}\n\nA pair consists of a non-empty contiguous substring of S and one of T, each "
            "given by where it begins and ends. In how many pairs are the two substrings equal as strings? {ask}",
            "Count the ways to mark a contiguous piece, of one letter or more, in each of the words {first} and "
            "{second} so that the two pieces read the same. Equal pieces at different places are different markings. "
            "{ask}",
            "For the strings S = {first} and T = {second}, count the tuples (i, j, k, l) with 0 <= i < j <= {m} and "
            "0 <= k < l <= {n} for which S[i:j] = T[k:l], in Python's notation of slices. {ask}",
        ),
        _two_texts,
        _shared,
        lambda first, second: {"m": len(first), "n": len(second)},
        lambda first, second: min(_either_way(first, second), _either_way(second, first)),
    ),
    "common-subsequences": Kind(
        (
            "A subsequence of a string is what is left when any of its letters, perhaps none, are deleted. How many "
            "different non-empty strings are subsequences of each of {listed}? {ask}",
            "Three strings are given: {listed}. Count the distinct non-empty strings that one can get from each of "
            "the three by leaving letters out without changing the order of the others. {ask}",
            "{listed}\n\nA word counts once here, however often it can be read. How many words of one letter or more "
            "can be read from left to right, with gaps or without, in all three of these rows of letters? {ask}",
        ),
        _three_texts,
        _common,
        lambda texts: _listed(texts),
        lambda texts: min(_renamed(sorted(texts)), _renamed(sorted(text[::-1] for text in texts))),
    ),
    "prefix-free-sets": Kind(
        (
            "How many non-empty sets of these {n} words have no word that is the beginning of another word of the set: "
            "{listed}? {ask}",
            "{listed}\n\nA code is a non-empty subset of these {n} strings in which no string is a prefix of another "
            "one. Count the codes. {ask}",
            "Someone picks some of these {n} names for files, at least one: {listed}. No picked name may be the first "
            "part of another picked name. How many choices are there? {ask}",
        ),
        _words,
        _prefix_free,
        lambda words: _listed(words),
        lambda words: _renamed(sorted(words)),
    ),
    "different-substrings": Kind(
        (
            "How many different non-empty strings are contiguous substrings of {text}? {ask}",
            "Count the distinct words, of one letter or more, that stand somewhere in {text} without gaps; each "
            "counts once, however often it comes up. {ask}",
            "All contiguous non-empty pieces of the string {text} are written on cards, and of equal cards only one "
            "is kept. How many cards are kept? {ask}",
        ),
        _one_text,
        _different,
        canonical=lambda text: _either_way(text),
    ),
}
WORDINGS = {name: kind.wordings for name, kind in KINDS.items()}
generate = counting_family(KINDS, least=16)
