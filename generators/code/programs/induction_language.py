"""The small language of induction problems: chains of operations on a list of integers or on a string.

An operation is an English sentence and a Python expression in ``it``; constants are filled in when a menu is drawn.
A chain applies one after the other; an operation that gives a number can only be the last. A program is a chain, or
two chains and a condition on the input that chooses between them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Literal

World = Literal["ints", "text"]


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation with its constant filled in.

    Attributes:
        name: its name in the tables below.
        constant: its constant: a number, a letter, two letters, or "" for none.
        english: what it does.
        python: the expression, in ``it``.
        last: whether it gives a number, so that it can only be the last of a chain.
    """

    name: str
    constant: str
    english: str
    python: str
    last: bool = False

    @property
    def apply(self) -> Callable[[Any], Any]:
        """The operation as a function."""
        return compiled(self.python)


Row = tuple[str, str, str, str]  # name, constants to draw from, English, Python

_INTS: tuple[Row, ...] = (
    ("reverse", "", "reverse the list", "it[::-1]"),
    ("ascending", "", "sort the list in ascending order", "sorted(it)"),
    ("descending", "", "sort the list in descending order", "sorted(it, reverse=True)"),
    ("drop first", "", "remove the first item", "it[1:]"),
    ("drop last", "", "remove the last item", "it[:-1]"),
    ("take", "3 4 5", "keep only the first {k} items", "it[:{k}]"),
    ("even places", "", "keep only the items at positions 0, 2, 4, ... (the first position is 0)", "it[::2]"),
    ("odd places", "", "keep only the items at positions 1, 3, 5, ... (the first position is 0)", "it[1::2]"),
    ("evens", "", "keep only the even items", "[x for x in it if x % 2 == 0]"),
    ("odds", "", "keep only the odd items", "[x for x in it if x % 2 == 1]"),
    ("above", "0 2 4 6", "keep only the items greater than {k}", "[x for x in it if x > {k}]"),
    ("below", "5 8 10", "keep only the items less than {k}", "[x for x in it if x < {k}]"),
    ("add", "1 2 3 4 5 7", "add {k} to each item", "[x + {k} for x in it]"),
    ("times", "2 3 4", "multiply each item by {k}", "[x * {k} for x in it]"),
    ("negate", "", "change the sign of each item", "[-x for x in it]"),
    ("absolute", "", "replace each item by its absolute value", "[abs(x) for x in it]"),
    ("square", "", "square each item", "[x * x for x in it]"),
    (
        "halve",
        "2 3",
        "divide each item by {k}, rounding down (towards minus infinity)",
        "[x // {k} for x in it]",
    ),
    (
        "remainder",
        "3 4 5 7",
        "replace each item by its remainder on division by {k}, which is at least 0",
        "[x % {k} for x in it]",
    ),
    (
        "sums",
        "",
        "replace each item by the sum of the items up to and including it",
        "[sum(it[: i + 1]) for i in range(len(it))]",
    ),
    (
        "differences",
        "",
        "replace the list by the differences of neighbours (each item minus the one before it)",
        "[b - a for a, b in zip(it, it[1:])]",
    ),
    (
        "pairs",
        "",
        "replace the list by the sums of neighbours (each item plus the one before it)",
        "[a + b for a, b in zip(it, it[1:])]",
    ),
    (
        "highest",
        "",
        "replace each item by the largest of the items up to and including it",
        "[max(it[: i + 1]) for i in range(len(it))]",
    ),
    ("rotate", "", "move the first item to the end (nothing changes if there is none)", "it[1:] + it[:1]"),
    ("unique", "", "remove each item that is equal to an earlier one", "list(dict.fromkeys(it))"),
    (
        "places",
        "",
        "add to each item its position (the first position is 0)",
        "[x + i for i, x in enumerate(it)]",
    ),
    (
        "by place",
        "",
        "multiply each item by its position (the first position is 0)",
        "[x * i for i, x in enumerate(it)]",
    ),
    (
        "counts",
        "",
        "replace each item by the number of times it occurs in the list",
        "[it.count(x) for x in it]",
    ),
    ("cap", "5 8 10", "replace each item greater than {k} by {k}", "[min(x, {k}) for x in it]"),
    ("mirror", "", "append a reversed copy of the list to it", "it + it[::-1]"),
)
_INTS_LAST: tuple[Row, ...] = (
    ("sum", "", "give the sum of the items (0 for an empty list)", "sum(it)"),
    ("length", "", "give the number of items", "len(it)"),
    ("largest", "", "give the largest item (0 for an empty list)", "max(it, default=0)"),
    ("smallest", "", "give the smallest item (0 for an empty list)", "min(it, default=0)"),
    ("distinct", "", "give the number of different items", "len(set(it))"),
    (
        "alternating",
        "",
        "give the sum of the items at positions 0, 2, 4, ... minus the sum of the others",
        "sum(it[::2]) - sum(it[1::2])",
    ),
)
_TEXT: tuple[Row, ...] = (
    ("reverse", "", "reverse the string", "it[::-1]"),
    ("ascending", "", "sort the letters alphabetically", "''.join(sorted(it))"),
    ("drop first", "", "remove the first letter", "it[1:]"),
    ("drop last", "", "remove the last letter", "it[:-1]"),
    ("take", "3 4 5", "keep only the first {k} letters", "it[:{k}]"),
    ("even places", "", "keep only the letters at positions 0, 2, 4, ... (the first position is 0)", "it[::2]"),
    ("odd places", "", "keep only the letters at positions 1, 3, 5, ... (the first position is 0)", "it[1::2]"),
    ("rotate", "", "move the first letter to the end (nothing changes if there is none)", "it[1:] + it[:1]"),
    ("double", "", "write each letter twice", "''.join(x * 2 for x in it)"),
    ("twice", "", "write the whole string twice", "it * 2"),
    ("mirror", "", "append a reversed copy of the string to it", "it + it[::-1]"),
    ("unique", "", "remove each letter that is equal to an earlier one", "''.join(dict.fromkeys(it))"),
    (
        "runs",
        "",
        "remove each letter that is equal to the one just before it",
        "''.join(b for a, b in zip('-' + it, it) if a != b)",
    ),
    ("remove", "a b c d", "remove every {k}", "it.replace('{k}', '')"),
    (
        "swap",
        "ab ac bd cd ae",
        "replace every {p} by {q} and every {q} by {p}",
        "it.translate(str.maketrans('{p}{q}', '{q}{p}'))",
    ),
    ("replace", "ab bc ca dc ea", "replace every {p} by {q}", "it.replace('{p}', '{q}')"),
    ("wrap", "a b e", "put the letter {k} before the string", "'{k}' + it"),
    (
        "repeat last",
        "",
        "append a copy of the last letter (nothing changes if the string is empty)",
        "it + it[-1:]",
    ),
    (
        "repeat first",
        "",
        "append a copy of the first letter (nothing changes if the string is empty)",
        "it + it[:1]",
    ),
)
_TEXT_LAST: tuple[Row, ...] = (
    ("length", "", "give the number of letters", "len(it)"),
    ("count", "a b c", "give the number of letters {k}", "it.count('{k}')"),
    ("distinct", "", "give the number of different letters", "len(set(it))"),
    (
        "changes",
        "",
        "give the number of letters that differ from the one just before them",
        "sum(a != b for a, b in zip(it, it[1:]))",
    ),
)
SHORTENING = frozenset("evens odds above below unique runs remove".split())
"""The names of operations that leave as many items as fit; how long other results are depends on lengths alone."""
IDEMPOTENT = SHORTENING | frozenset("ascending descending take absolute remainder highest cap replace".split())
"""The names of operations that change nothing when they are done once more."""
ITEM_BY_ITEM = frozenset("add times negate absolute square halve remainder cap swap replace".split())
BY_PLACE = frozenset("reverse rotate take mirror twice".split()) | {
    "drop first", "drop last", "even places", "odd places", "repeat first", "repeat last"
}  # fmt: skip
"""Operations that do the same to each item, and those that move items by their places alone: these do not interfere."""
_SELDOM_ALONE = {("ints", "take", "5"), ("ints", "unique", ""), ("text", "take", "5")}
"""Operations that leave most inputs as they are, so that hardly any inputs show one of them alone."""
_CONDITIONS: dict[World, tuple[Row, ...]] = {
    "ints": (
        ("even length", "", "the list has an even number of items", "len(it) % 2 == 0"),
        ("falling", "", "the first item is greater than the last", "it[0] > it[-1]"),
        ("even sum", "", "the sum of the items is even", "sum(it) % 2 == 0"),
        ("even first", "", "the first item is even", "it[0] % 2 == 0"),
        ("large", "10 12 14", "the largest item is greater than {k}", "max(it) > {k}"),
        ("repeats", "", "some item occurs more than once", "len(set(it)) < len(it)"),
    ),
    "text": (
        ("even length", "", "the string has an even number of letters", "len(it) % 2 == 0"),
        ("falling", "", "the first letter comes after the last one in the alphabet", "it[0] > it[-1]"),
        ("holds", "a b c", "the letter {k} occurs in the string", "'{k}' in it"),
        ("few", "3", "fewer than four different letters occur in the string", "len(set(it)) <= {k}"),
    ),
}


def draw_menu(rng: Random, world: World, size: int) -> list[Operation]:
    """Operations of one world, of different names, about one in six of them giving a number."""
    lasting = max(1, size // 6)
    body, ends = (_INTS, _INTS_LAST) if world == "ints" else (_TEXT, _TEXT_LAST)
    size = min(size, len(body) + lasting)
    rows = [(row, False) for row in rng.sample(body, size - lasting)] + [
        (row, True) for row in rng.sample(ends, lasting)
    ]
    return [_filled(rng, row, last) for row, last in rows]


def draw_even_menu(rng: Random, world: World, size: int) -> list[Operation]:
    """Operations that give no number, each of which can be the whole program.

    They are of different names as long as there are others.
    """
    known = [
        operation
        for operation in every_operation(world)
        if (world, operation.name, operation.constant) not in _SELDOM_ALONE
    ]
    rng.shuffle(known)
    named = {operation.name: operation for operation in known}
    others = [operation for operation in known if named[operation.name] is not operation]
    chosen = list(named.values()) + others
    return rng.sample(chosen[: len(named)], size) if size <= len(named) else chosen[:size]


def draw_conditions(rng: Random, world: World, size: int) -> list[Operation]:
    """Conditions on the input."""
    return [_filled(rng, row, False) for row in rng.sample(_CONDITIONS[world], size)]


def every_operation(world: World) -> list[Operation]:
    """All operations of a world that give no number, with each of their constants."""
    return _with_all_constants(_INTS if world == "ints" else _TEXT)


def every_condition(world: World) -> list[Operation]:
    """All conditions on an input, with each of their constants."""
    return _with_all_constants(_CONDITIONS[world])


def _with_all_constants(rows: tuple[Row, ...]) -> list[Operation]:
    return [_with(row, k, False) for row in rows for k in row[1].split() or [""]]


def _filled(rng: Random, row: Row, last: bool) -> Operation:
    return _with(row, rng.choice(row[1].split()) if row[1] else "", last)


def _with(row: Row, k: str, last: bool) -> Operation:
    name, _, english, python = row
    fields = {"k": k, "p": k[:1], "q": k[1:]}
    return Operation(name, k, english.format(**fields), python.format(**fields), last)


@lru_cache(maxsize=4096)
def compiled(python: str) -> Callable[[Any], Any]:
    """An expression in ``it`` as a function: one of the tables above, or one of these with a slip."""
    made: Callable[[Any], Any] = eval(f"lambda it: {python}")  # never anything that a model wrote
    return made


def sample(rng: Random, world: World) -> Any:
    """A random input; `INPUTS` says which there are."""
    size = rng.randint(3, 8)
    if world == "ints":
        return [rng.randint(-5, 15) for _ in range(size)]
    return "".join(rng.choice("abcde") for _ in range(size))


def seldom(rng: Random, world: World) -> Any:
    """An input of the same kind as `sample` seldom gives: of few different items, near each other."""
    size = rng.randint(3, 8)
    if world == "ints":
        low = rng.randint(-5, 13)
        return [rng.randint(low, min(low + 4, 15)) for _ in range(size)]
    letters = rng.sample("abcde", 2)
    return "".join(rng.choice(letters) for _ in range(size))


INPUTS: dict[World, str] = {
    "ints": "a list of 3 to 8 integers, each from -5 to 15",
    "text": 'a string of 3 to 8 letters, each one of "a", "b", "c", "d" and "e"',
}
