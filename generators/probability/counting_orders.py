"""Counting orders: letters of a word, people in a row or a circle, numerals, strings that avoid a pattern."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import comb, factorial, perm, prod
from typing import Any

from ..english import listed
from ..family import Maker, Question, attempts
from .exact import integer_value, summed, times

_EVENLY = "Every letter is used exactly once, and equal letters cannot be told apart."
WORDINGS = {
    "anagrams": (
        "How many different arrangements do the letters of {word} have? " + _EVENLY + " {form}",
        "Count the distinct strings that can be made by reordering all the letters of {word}. The string "
        "{word} itself counts, and two copies of the same letter are interchangeable. {form}",
        "Letter tiles spell {word}. In how many visibly different orders can all of these tiles be laid in a "
        "row, the order shown included? {form}",
    ),
    "apart": (
        "How many different arrangements of all the letters of {word} have no two copies of {letter} next to "
        "each "
        "other? " + _EVENLY + " {form}",
        "The letters of {word} are reordered in a row. Count the distinct strings, made of all the letters, "
        "in which no {letter} stands directly beside another {letter}. {form}",
        "Tiles with the letters of {word} are laid in a row so that between any two tiles with {letter} there "
        "is at least one tile with another letter. How many different rows are there, if tiles with the same "
        "letter look the same and all tiles are used? {form}",
    ),
    "block": (
        "In how many different arrangements of all the letters of {word} do the vowels (A, E, I, O, U) stand "
        "all next "
        "to each other, in any order? " + _EVENLY + " {form}",
        "Count the distinct strings that use all the letters of {word} and in which the vowels (A, E, I, O, "
        "U) form one unbroken block. Equal letters are interchangeable. {form}",
        "Tiles with the letters of {word} are laid in a row. No consonant may come between two vowels (the "
        "vowels are A, E, I, O, U). How many different rows of all tiles are there, if tiles with the same "
        "letter look the same? {form}",
    ),
    "row": (
        "In how many ways can {who} sit in a row of {n} seats if {rules}? The people are all different. {form}",
        "{who}, all of them different people, line up side by side, facing the camera. The conditions: "
        "{rules}. How many line-ups, from left to right, meet them? {form}",
        "Count the orders, from left to right, in which {who} can be placed along one side of a long table "
        "with exactly {n} chairs, provided that {rules}. Exchanging two people gives another order. {form}",
    ),
    "circle": (
        "In how many ways can {who} sit at a round table with {n} chairs if {rules}? The people are all "
        "different. Seatings that differ only by a rotation count as one; mirror images count as different. "
        "{form}",
        "{who}, all of them different people, form a ring, facing its centre. Two rings are the same if "
        "everybody has the same left neighbour and the same right neighbour. How many rings are there in "
        "which {rules}? {form}",
        "Count the circular orders of {who} in which {rules}. Exchanging two people gives another order; "
        "turning the whole circle gives the same order, reflecting it in general does not. {form}",
    ),
    "numerals": (
        "How many {k}-digit integers can be written with digits from {digits} such that no digit is used "
        "twice and the number is {kind}? The first digit must not be 0. {form}",
        "Using each of the digits {digits} at most once, form integers with exactly {k} digits (no leading "
        "zero). How many of them are {kind}? {form}",
        "A code is {article} {kind} integer of {k} different digits, all of them taken from {digits}; it does "
        "not start with 0. How many codes are possible? {form}",
    ),
    "strings": (
        "How many strings of length {n} over the letters {letters} {rule} as a block of consecutive letters? "
        "Letters may be repeated, and not every letter has to occur. {form}",
        "A machine prints {n} letters in a row, each of them one of {letters}. Count the printouts that {rule} "
        "in neighbouring positions. {form}",
        "Each of {n} positions in a row is filled with one of the letters {letters}. In how many of all the "
        "ways to do so does the resulting string {verb} {pattern} as a substring (in neighbouring positions)? "
        "{form}",
    ),
}
_NAMES = (
    "Ann",
    "Ben",
    "Cara",
    "Dan",
    "Eva",
    "Finn",
    "Gina",
    "Hugo",
    "Iris",
    "Jack",
    "Kim",
    "Leo",
    "Mia",
    "Noah",
)
_COUNTRIES = ("Peru", "Chad", "Fiji", "Oman", "Mali", "Nepal", "Kenya", "Chile", "Malta", "Ghana")
_VOWELS = "AEIOU"
_CONSONANTS = "BCDFGHKLMNPRSTVWZ"


def _ways(counts: Sequence[int], label: str) -> tuple[int, str]:
    """Arrangements of letters that occur so often each, and the line that computes them."""
    n = sum(counts)
    repeats = [count for count in sorted(counts, reverse=True) if count > 1]
    ways = factorial(n) // prod(map(factorial, counts))
    text = f"{n}!"
    if repeats:
        below = times([f"{count}!" for count in repeats])
        text = f"{n}! / ({below}) = {factorial(n)} / {prod(map(factorial, repeats))}"
    return ways, f"{label}: {text} = {ways}"


def _shown(rng: random.Random, letters: list[str]) -> str:
    rng.shuffle(letters)
    return "".join(letters)


def _tally(word: str) -> str:
    return "letters: " + ", ".join(f"{letter} {count}" for letter, count in sorted(Counter(word).items()))


def anagrams(rng: random.Random, *, size: int) -> Question:
    """Arrangements of all letters of a word."""
    length = rng.randint(size + 3, size + 6)
    pool = rng.sample(_VOWELS, 2) + rng.sample(_CONSONANTS, rng.randint(2, 2 + size // 2))
    for _ in attempts():
        word = "".join(rng.choice(pool) for _ in range(length))
        counts = Counter(word)
        if 1 < len(counts) < length:
            break
    ways, line = _ways(list(counts.values()), "arrangements")
    return integer_value({"word": word}, {"word": word}, ways, [_tally(word), line], sorted(word))


def apart(rng: random.Random, *, size: int) -> Question:
    """Arrangements in which no two copies of one letter are neighbours."""
    copies = rng.randint(2, min(4, 2 + size // 3))
    others = rng.randint(max(copies, size), size + 3)
    letter, *pool = rng.sample(_VOWELS + _CONSONANTS, rng.randint(3, 4 + size // 2))
    word = _shown(rng, [letter] * copies + [rng.choice(pool) for _ in range(others)])
    rest = Counter(word)
    del rest[letter]
    ways, line = _ways(list(rest.values()), "arrangements of the other letters")
    gaps = comb(others + 1, copies)
    return integer_value(
        {"word": word, "letter": letter},
        {"word": word, "letter": letter},
        ways * gaps,
        [
            _tally(word),
            line,
            f"places for the {copies} {letter} among {others + 1} gaps: C({others + 1}, {copies}) = {gaps}",
            f"together: {ways} * {gaps} = {ways * gaps}",
        ],
        [letter, sorted(word)],
    )


def block(rng: random.Random, *, size: int) -> Question:
    """Arrangements in which the vowels form one block."""
    vowels = [rng.choice(_VOWELS) for _ in range(rng.randint(2, 2 + size // 2))]
    consonants = [rng.choice(_CONSONANTS[: 6 + size]) for _ in range(rng.randint(2 + size // 2, 3 + size // 2))]
    word = _shown(rng, vowels + consonants)
    outer, outer_line = _ways([1, *Counter(consonants).values()], "the block and the consonants")
    inner, inner_line = _ways(list(Counter(vowels).values()), "inside the block")
    return integer_value(
        {"word": word},
        {"word": word},
        outer * inner,
        [_tally(word), outer_line, inner_line, f"together: {outer} * {inner} = {outer * inner}"],
        sorted(word),
    )


def row(rng: random.Random, *, size: int) -> Question:
    """People in a row: blocks, a group kept apart, some in a fixed order."""
    return _seated(rng, size, ring=False)


def circle(rng: random.Random, *, size: int) -> Question:
    """People in a ring: blocks and a group kept apart."""
    return _seated(rng, size, ring=True)


def _seated(rng: random.Random, size: int, ring: bool) -> Question:
    """Groups that sit together, one that is kept apart, and others, some of whom may have to come in order."""
    top = 3 + size // 3
    blocks = sorted(rng.randint(2, top) for _ in range(rng.choice((0, 1, 1, 2) if size < 4 else (1, 2, 2, 3))))
    others = rng.randint(2, 5 + min(size, 6) // 2)
    ordered = 0 if ring else rng.choice((0, 2, 3))
    others = max(others, ordered)
    items = len(blocks) + others
    loose = rng.choice(
        [c for c in (0, 2, 3, 4)[: 2 + size // 2] if c <= items and (c or blocks or ordered)] or [2]
    )
    countries = rng.sample(_COUNTRIES, 4)
    names = rng.sample(_NAMES, ordered)
    groups: list[list[Any]] = [*[["together", b] for b in blocks], *([["apart", loose]] if loose else [])]
    who = [f"{count} from {country}" for (_, count), country in zip(groups, countries, strict=False)]
    rules = [_rule(rule, count, country) for (rule, count), country in zip(groups, countries, strict=False)]
    if ordered:
        rules.append(
            f"{listed(names)} appear in this order from left to right, with or without others in between"
        )
    rest = [f"{others} others" + (f", {listed(names)} among them" if 0 < ordered < others else "")]
    if ordered == others:
        rest = [listed(names)]
    n = sum(blocks) + loose + others
    lines = [f"items, each block as one: {len(blocks)} + {others} = {items}"]
    if ring:
        parts: list[int] = [factorial(items - 1)]
        lines.append(f"items in a ring: ({items} - 1)! = {parts[0]}")
    elif ordered:
        parts = [factorial(items) // factorial(ordered)]
        lines.append(f"items in a row, {ordered} of them in one order: {items}! / {ordered}! = {parts[0]}")
    else:
        parts = [factorial(items)]
        lines.append(f"items in a row: {items}! = {parts[0]}")
    if loose:
        gaps = items if ring else items + 1
        parts.append(perm(gaps, loose))
        lines.append(f"those kept apart, into {gaps} gaps: P({gaps}, {loose}) = {parts[-1]}")
    for count in blocks:
        parts.append(factorial(count))
        lines.append(f"inside a block: {count}! = {parts[-1]}")
    value = prod(parts)
    lines.append(f"together: {times(parts)} = {value}")
    return integer_value(
        {"who": f"{n} people ({listed(who + rest)})", "n": n, "rules": listed(rules)},
        {
            "ring": ring,
            "groups": [*groups, *([["order", ordered]] if ordered else [])],
            "others": others - ordered,
        },
        value,
        lines,
    )


def _rule(rule: str, count: int, country: str) -> str:
    if rule == "together":
        return f"the {count} from {country} are in neighbouring places, in any order among themselves"
    verb = "the 2 from {} are not" if count == 2 else f"no two of the {count} from {{}} are"
    return f"{verb.format(country)} next to each other"


_KINDS = {"even": "02468", "odd": "13579", "divisible by 5": "05"}


def numerals(rng: random.Random, *, size: int) -> Question:
    """Integers of different digits from a given set, with a condition on the last digit."""
    k = rng.randint(min(2 + size // 3, 5), min(3 + size // 2, 5))
    for _ in attempts():
        digits = sorted(rng.sample("0123456789", rng.randint(k + 1, min(k + 3, 8))))
        kind = rng.choice(("even", "odd", "divisible by 5"))
        last = [d for d in digits if d in _KINDS[kind]]
        if last and len(last) < len(digits):
            break
    lines, parts = [], []
    for d in last:
        first = len(digits) - 1 - ("0" in digits and d != "0")
        ways = first * perm(len(digits) - 2, k - 2)
        lines.append(f"last digit {d}: {first} * P({len(digits) - 2}, {k - 2}) = {ways}")
        parts.append(ways)
    if len(parts) > 1:
        lines.append(f"together: {summed(parts)} = {sum(parts)}")
    return integer_value(
        {"k": k, "digits": listed(digits), "kind": kind, "article": "a" if kind.startswith("d") else "an"},
        {"k": k, "digits": "".join(digits), "last": _KINDS[kind]},
        sum(parts),
        lines,
    )


def strings(rng: random.Random, *, size: int) -> Question:
    """Strings over a few letters that avoid, or contain, a pattern: by the automaton that reads the pattern."""
    letters = "ABCD"[: rng.randint(2, 3 + (size > 5))]
    pattern = "".join(rng.choice(letters) for _ in range(rng.randint(2 + (size > 3), 3 + (size > 4))))
    n = rng.randint(len(pattern) + 1 + size // 3, 5 + size + size // 3)
    m = len(pattern)
    moves = [
        [max(j for j in range(s + 2) if (pattern[:s] + letter).endswith(pattern[:j])) for letter in letters]
        for s in range(m)
    ]
    lines = [
        f"state = how many letters of {pattern} the end of the string matches",
        *(
            f"state {s}: " + ", ".join(f"{a} to {t}" for a, t in zip(letters, moves[s], strict=True))
            for s in range(m)
        ),
    ]
    counts = [1] + [0] * (m - 1)
    for length in range(1, n + 1):
        new = [0] * (m + 1)
        for s, count in enumerate(counts):
            for target in moves[s]:
                new[target] += count
        counts = new[:m]
        lines.append(f"length {length}, by state: {', '.join(map(str, counts))}")
    good = sum(counts)
    lines.append(f"without {pattern}: {summed(counts)} = {good}")
    avoid = rng.random() < 0.7
    if not avoid:
        total = len(letters) ** n
        lines.append(f"with it: {len(letters)}^{n} - {good} = {total - good}")
        good = total - good
    return integer_value(
        {
            "n": n,
            "letters": listed(list(letters)),
            "rule": f"do not contain {pattern}" if avoid else f"contain {pattern} at least once",
            "verb": "not contain" if avoid else "contain",
            "pattern": pattern,
        },
        {"n": n, "letters": letters, "pattern": pattern, "avoid": avoid},
        good,
        lines,
    )


MAKERS: dict[str, Maker] = {
    "anagrams": anagrams,
    "apart": apart,
    "block": block,
    "row": row,
    "circle": circle,
    "numerals": numerals,
    "strings": strings,
}
