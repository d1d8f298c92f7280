"""One-edit mutations of a Python program: the slips that programmers make, each an edit of the text.

An edit replaces a stretch of the text that a node of the syntax tree names, so the rest keeps its formatting, and the
mutants are the same on every version of Python. Whether a mutant behaves differently is not known here: run it
(`rlvr.generators.code.execute`) and compare.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from .slips import Edit, Slips


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program with one slip in it.

    Attributes:
        source: its text.
        kind: the name of the slip, of `rlvr.generators.code.slips.KINDS`.
        subtlety: 1 for slips that show on nearly every input, 2 in between, 3 for those that hide in corner cases.
        line: the line of the original where the edit begins, from 1.
        before: the text that was replaced.
        after: what it was replaced by.
    """

    source: str
    kind: str
    subtlety: int
    line: int
    before: str
    after: str


def mutants(source: str, rng: Random, limit: int) -> list[Mutant]:
    """At most `limit` different mutants, as many kinds among them as there are.

    Args:
        source: a program of this package; it is parsed here.
        rng: chooses which.
        limit: how many at most.
    """
    data, edits = _edits(source)
    by_kind: dict[str, list[Edit]] = {}
    for edit in edits:
        by_kind.setdefault(edit.kind, []).append(edit)
    piles = [rng.sample(pile, len(pile)) for pile in by_kind.values()]
    rng.shuffle(piles)
    chosen: dict[str, Mutant] = {}
    while piles and len(chosen) < limit:
        for pile in piles:
            mutant = _made(data, pile.pop())
            if mutant is not None and mutant.source != source:
                chosen.setdefault(mutant.source, mutant)
        piles = [pile for pile in piles if pile]
    return list(chosen.values())[:limit]


def every_mutant(source: str) -> list[Mutant]:
    """All mutants of a program, in the order of their places in the text, without repetitions."""
    data, edits = _edits(source)
    made: dict[str, Mutant] = {}
    for edit in edits:
        mutant = _made(data, edit)
        if mutant is not None and mutant.source != source:
            made.setdefault(mutant.source, mutant)
    return list(made.values())


@lru_cache(maxsize=512)
def _edits(source: str) -> tuple[bytes, tuple[Edit, ...]]:
    """The text as bytes, and all edits in the order of their places."""
    slips = Slips(source)
    slips.visit(ast.parse(source))
    return slips.data, tuple(sorted(slips.edits, key=lambda edit: (edit.start, edit.end)))


def _made(data: bytes, edit: Edit) -> Mutant | None:
    text = apply(data, [edit])
    if not _parses(text):
        return None
    line = data.count(b"\n", 0, edit.start) + 1
    return Mutant(text, edit.kind, edit.subtlety, line, data[edit.start : edit.end].decode(), edit.text)


def several(source: str, rng: Random, count: int) -> Mutant | None:
    """A program with `count` slips on different lines, or None if there is no room for them.

    Its `kind` names all of them, joined by ``+``; its `line` is that of the first.
    """
    data, edits = _edits(source)
    kinds = sorted({edit.kind for edit in edits})
    chosen: list[Edit] = []
    for _ in range(8 * count):
        kind = rng.choice(kinds)
        edit = rng.choice([edit for edit in edits if edit.kind == kind])
        if not any(_near(data, edit, other) for other in chosen):
            chosen.append(edit)
        if len(chosen) == count:
            break
    chosen.sort(key=lambda edit: edit.start)
    text = apply(data, chosen)
    if len(chosen) < count or not _parses(text):
        return None
    first = chosen[0]
    return Mutant(
        text,
        "+".join(edit.kind for edit in chosen),
        max(edit.subtlety for edit in chosen),
        data.count(b"\n", 0, first.start) + 1,
        "\n".join(data[edit.start : edit.end].decode() for edit in chosen),
        "\n".join(edit.text for edit in chosen),
    )


def apply(data: bytes, edits: list[Edit]) -> str:
    """The text after some edits, which are in order and do not overlap."""
    for edit in reversed(edits):
        data = data[: edit.start] + edit.text.encode() + data[edit.end :]
    return data.decode()


def _near(data: bytes, a: Edit, b: Edit) -> bool:
    """Whether two edits share a line."""
    first, second = sorted((a, b), key=lambda edit: edit.start)
    return second.start <= first.end or b"\n" not in data[first.end : second.start]


def _parses(text: str) -> bool:
    try:
        compile(
            text, "<mutant>", "exec", dont_inherit=True
        )  # also finds what parsing alone does not: a lost loop
    except (SyntaxError, ValueError):
        return False
    return True
