"""Cryptarithms: each letter stands for a digit of its own, and a calculation in letters must be true.

Kind ``sum``: two or three numbers and their sum; ``difference``: two numbers and their difference; ``product``: a
number times a number of one digit. Numbers are drawn and their digits renamed to letters; no number begins with 0.
Digits of letters are told where trials do not settle the rest, and a puzzle has exactly one solution.

Symmetries of the fingerprint: any renaming of the letters, and the order of the numbers that are added. It is exact.

Difficulty: `length` of the numbers (longer ones have more letters), the most letters that are `told`, and the `kinds`.

Source: the puzzles of Henry Dudeney (1924, SEND + MORE = MONEY).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations, product
from math import perm
from string import ascii_uppercase
from typing import NamedTuple

from ..base import Draft, GenerationError, Json
from ..kernels.clue import (
    AHEAD,
    Clue,
    Different,
    Meter,
    Puzzle,
    Relation,
    Rule,
    Step,
    Table,
    is_enough,
    solve,
    start,
)
from ..limits import Whole, Words, limited
from ..wording import phrase
from .clue_text import listed, worked

WORDINGS = (
    "In this calculation each letter stands for a digit from 0 to 9. Equal letters are equal digits, different "
    "letters are different digits, and no number begins with 0.\n\n{puzzle}\n\nWhich digit is each letter? Write the "
    "letters {letters} with their digits, in the form {example} (here for other letters).",
    "{puzzle}\n\nSolve this cryptarithm: replace every letter by a digit from 0 to 9 so that the calculation is true. "
    "The same letter is always the same digit, two different letters are never the same digit, and the first digit "
    "of a number is not 0. Give the digits of {letters} in the form {example} (here for other letters).",
    "Somebody has written letters for the digits, from 0 to 9, of a calculation: one letter for each digit that "
    "occurs, and never one letter for two digits. No number starts with a zero.\n\n{puzzle}\n\nFind the digits of the "
    "letters {letters}. Answer in the form {example} (here for other letters), with all of the letters.",
)
KINDS = ("sum", "difference", "product")
_LETTERS = tuple(letter for letter in ascii_uppercase if letter not in "IO")  # they look like digits
_TRIES = 4_000
_STEPS = 1_000
_HOPE = 0.3


class Column(NamedTuple):
    """The digits of one place: of the numbers that are added or multiplied, and of the result; "" is no digit."""

    terms: tuple[str, ...]
    result: str


@limited(
    length=Whole(2, 9, "digits of the longest number that is added, subtracted or multiplied"),
    told=Whole(0, 4, "the most letters whose digits may be told"),
    terms=Whole(2, 3, "the most numbers of a sum"),
    kinds=Words(KINDS, "the calculations"),
)
def generate(rng: random.Random, *, length: int, told: int, terms: int, kinds: str) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    for _ in range(_TRIES):
        kind = rng.choice(kinds.split())
        numbers = _numbers(rng, kind, length, rng.randint(2, terms))
        digits = sorted(set("".join(map(str, numbers))))
        known = min(told, len(digits) - 2)
        if perm(10 - known, len(digits) - known) > _HOPE * 10 ** len(str(max(numbers))):
            continue  # with so many ways to choose digits, more than one is right nearly always
        names = dict(zip(digits, rng.sample(_LETTERS, len(digits)), strict=True))
        words = ["".join(names[digit] for digit in str(number)) for number in numbers]
        letters, digit_of = sorted(names.values()), {name: int(digit) for digit, name in names.items()}
        values = [digit_of[letter] for letter in letters]
        puzzle = _puzzle(kind, words, letters)
        shown = rng.sample(range(len(letters)), known)
        for count in range(len(shown) + 1):
            clues = [_clue(puzzle, at, values[at]) for at in shown[:count]]
            if is_enough(puzzle, clues, values, _STEPS, AHEAD):
                return _draft(rng, kind, words, letters, values, sorted(shown[:count]))
    raise GenerationError(
        f"no cryptarithm of length {length} was found; take longer numbers, or tell more letters"
    )


def _numbers(rng: random.Random, kind: str, length: int, terms: int) -> list[int]:
    """The numbers of a true calculation, with the result last."""
    low, high = 10 ** (length - 1), 10**length - 1
    if kind == "product":
        number, factor = rng.randint(low, high), rng.randint(2, 9)
        return [number, factor, number * factor]
    short = 10 ** max(length - rng.randint(1, 2), 0)
    added = [rng.randint(low, high), *(rng.randint(short, high) for _ in range(terms - 1))]
    if kind == "sum":
        rng.shuffle(added)
        return [*added, sum(added)]
    return [sum(added[:2]), added[0], added[1]]


def _example(letters: Sequence[str]) -> str:
    """The form of an answer, with letters that the puzzle does not have: it tells nothing of the digits."""
    first, second = [letter for letter in _LETTERS if letter not in letters][:2]
    return f"{first} = 1, {second} = 2"


def _columns(kind: str, words: Sequence[str]) -> list[Column]:
    """The places of a calculation, the last one first. A difference is read as the sum that it comes from."""
    result, added = (words[0], words[1:]) if kind == "difference" else (words[-1], words[:-1])
    if kind == "product":
        added = [added[0]]
    places = []
    for at in range(1, len(result) + 1):
        terms = tuple(word[-at] if at <= len(word) else "" for word in added)
        places.append(Column((*terms, words[1]) if kind == "product" else terms, result[-at]))
    return places


@lru_cache(maxsize=512)
def _place(product_: bool, pattern: tuple[int, ...]) -> Relation:
    """The rows of a place: the carry that comes in, the one that goes out, then the different letters.

    The pattern has the numbers of the letters of the terms, -1 for none, and last that of the result.
    """
    count = max(pattern) + 1
    *terms, result = pattern
    rows = []
    for carry in range(9 if product_ else len(terms)):
        for digits in product(range(10), repeat=len(set(terms) - {-1})):
            values = dict(zip(dict.fromkeys(t for t in terms if t >= 0), digits, strict=True))
            numbers = [values[t] if t >= 0 else 0 for t in terms]
            total = carry + (numbers[0] * numbers[1] if product_ else sum(numbers))
            if values.setdefault(result, total % 10) == total % 10 and len(set(values.values())) == len(values):
                rows.append((carry, total // 10, *(values[at] for at in range(count))))
    return Relation(rows)


def _puzzle(kind: str, words: Sequence[str], letters: Sequence[str]) -> Puzzle:
    """First the letters, in the order of the alphabet; then the carries into the places and out of the last one."""
    places = _columns(kind, words)
    first = {word[0] for word in words if len(word) > 1}
    domains = [1022 if letter in first else 1023 for letter in letters]
    carries = range(len(letters), len(letters) + len(places) + 1)
    domains += [1, *[511] * (len(places) - 1), 1]
    rules: list[Rule] = []
    for at, (terms, result) in enumerate(places):
        names = list(dict.fromkeys(letter for letter in (*terms, result) if letter))
        pattern = tuple(names.index(letter) if letter else -1 for letter in (*terms, result))
        cells = [carries[at], carries[at + 1], *(letters.index(name) for name in names)]
        rules.append(Table(f"place {at + 1}", cells, _place(kind == "product", pattern)))
    rules.append(Different("different digits", range(len(letters)), 1023))
    return Puzzle.of(domains, rules, len(letters))


def _clue(puzzle: Puzzle, letter: int, digit: int) -> Clue:
    """That a letter is a digit, told at a place where it stands."""
    for number, rule in enumerate(puzzle.rules):
        if isinstance(rule, Table) and letter in rule.cells:
            return Clue(number, rule.relation.has[rule.cells.index(letter)][digit])
    raise ValueError("a letter that stands nowhere")


def _draft(
    rng: random.Random, kind: str, words: Sequence[str], letters: list[str], values: list[int], told: list[int]
) -> Draft:
    puzzle = _puzzle(kind, words, letters)
    log: list[Step] = []
    meter = Meter(10 * _STEPS)
    solve(puzzle, start(puzzle, [_clue(puzzle, at, values[at]) for at in told]), values, meter, AHEAD, log)

    def carry(cell: int, left: list[int]) -> str:
        at = cell - len(letters)
        return f"carry into place {at + 1} = {' or '.join(map(str, left))}"

    sign = {"sum": "+", "difference": "-", "product": "*"}[kind]
    shown = rng.choice((_line, _line, _column))(words, sign)
    if told:
        shown += f"\n\nAlready known: {listed(f'{letters[at]} = {values[at]}' for at in told)}"
    text = worked(puzzle, log, letters.__getitem__, given=told, aside=carry)
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            puzzle=shown,
            letters=f"{', '.join(letters[:-1])} and {letters[-1]}",
            example=_example(letters),
        ),
        payload={
            "kind": kind,
            "words": list(words),
            "letters": letters,
            "told": [[letters[at], values[at]] for at in told],
        },
        answer=", ".join(f"{letter} = {value}" for letter, value in zip(letters, values, strict=True)),
        trace=f"place 1 is the last one\n{text}",
        canonical=_canonical(kind, words, {letters[at]: values[at] for at in told}),
        guess_rate=1 / perm(10 - len(told), len(letters) - len(told)),
        difficulty=float(meter.used),
    )


def _line(words: Sequence[str], sign: str) -> str:
    return f"{f' {sign} '.join(words[:-1])} = {words[-1]}"


def _column(words: Sequence[str], sign: str) -> str:
    wide = max(map(len, words)) + 2
    lines = [word.rjust(wide) for word in words]
    for at in range(1, len(words) - 1):
        lines[at] = f"{sign} {words[at].rjust(wide - 2)}"
    return "\n".join([*lines[:-1], "-" * wide, lines[-1]])


def _canonical(kind: str, words: Sequence[str], told: dict[str, int]) -> Json:
    """The least image under any order of the numbers that are added, with the letters named as they come."""
    orders = permutations(words[:-1]) if kind == "sum" else [words[:-1]]
    if kind == "difference":
        orders = [[words[0], words[1]], [words[0], words[2]]]
    images = []
    for order in orders:
        last = next(iter(set(words[1:]) - {order[1]}), order[1]) if kind == "difference" else words[-1]
        names: dict[str, int] = {}
        text = [[names.setdefault(letter, len(names)) for letter in word] for word in (*order, last)]
        images.append([text, sorted([names[letter], value] for letter, value in told.items())])
    return [kind, min(images)]
