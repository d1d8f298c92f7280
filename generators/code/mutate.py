"""One-edit mutations of a Python program: the mistakes that programmers make, each an edit of the text.

An edit replaces a stretch of the text that a node of the syntax tree names, so the rest keeps its formatting, and the
mutants are the same on every version of Python. Whether a mutant behaves differently is not known here: run it
(`rlvr.generators.code.execute`) and compare.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random

from .execute import parses
from .mutants_together import Parts, compile_together
from .mutation_operators import Edit, MutationOperators


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program with one mistake in it.

    Attributes:
        source: its text.
        kind: the name of the mistake, of `rlvr.generators.code.mutation_operators.KINDS`.
        subtlety: 1 for mistakes that show on nearly every input, 2 in between, 3 for those that hide in corner cases.
        place: the number of the edit among all of the program's; the same whatever names are chosen in it.
        line: the line of the original where the edit begins, from 1.
        before: the text that was replaced.
        after: what it was replaced by.
    """

    source: str
    kind: str
    subtlety: int
    place: int
    line: int
    before: str
    after: str


def mutants(source: str, rng: Random, limit: int) -> list[Mutant]:
    """At most `limit` different mutants, as many kinds among them as there are, ready to be run.

    Args:
        source: a program of this package; it is parsed here.
        rng: chooses which.
        limit: how many at most.
    """
    made = list(islice(one_by_one(source, rng), limit))
    ready(source, made)
    return made


def ready(source: str, listed: Sequence[Mutant]) -> None:
    """Compile mutants of one program together, as they are soon to be run."""
    compile_together(_parts(source), [(mutant.source, (mutant.place,)) for mutant in listed])


def one_by_one(source: str, rng: Random) -> Iterator[Mutant]:
    """All different mutants in the order in which `mutants` chooses them, each made when it is asked for.

    Args:
        source: a program of this package; it is parsed here.
        rng: chooses the order, before the first one is made.
    """
    _, edits = _edits(source)
    by_kind: dict[str, list[int]] = {}
    for place, edit in enumerate(edits):
        by_kind.setdefault(edit.kind, []).append(place)
    piles = [rng.sample(pile, len(pile)) for pile in by_kind.values()]
    rng.shuffle(piles)
    return _different(source, piles)


def _different(source: str, piles: list[list[int]]) -> Iterator[Mutant]:
    made, parts = {source}, _parts(source)
    while piles:
        for pile in piles:
            mutant = _made(parts, pile.pop())
            if mutant is not None and mutant.source not in made:
                made.add(mutant.source)
                yield mutant
        piles = [pile for pile in piles if pile]


def every_mutant(source: str) -> list[Mutant]:
    """All mutants of a program, in the order of their places in the text, without repetitions."""
    parts = _parts(source)
    made: dict[str, Mutant] = {}
    for place in range(len(parts.edits)):
        mutant = _made(parts, place)
        if mutant is not None and mutant.source != source:
            made.setdefault(mutant.source, mutant)
    return list(made.values())


def below_zero(source: str) -> list[str]:
    """The program with one number less in the place of a 0, or one less or more in the place of a negative one.

    Programmers rarely make such a mistake, so it is in no task; but whoever mends a program may leave it.
    """
    data, made = source.encode(), [source]
    lines = data.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        value = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
        if not isinstance(value, ast.Constant) or type(value.value) is not int:
            continue
        number = value.value if value is node else -value.value
        assert isinstance(node, ast.expr)
        assert node.end_col_offset is not None
        start, end = (
            sum(map(len, lines[: node.lineno - 1])) + at for at in (node.col_offset, node.end_col_offset)
        )
        for other in [-1] if number == 0 else [number - 1, number + 1] if number < 0 else []:
            text = apply(data, [Edit(start, end, str(other), "constant off by one")])
            if text not in made and parses(text):
                made.append(text)
    return made[1:]


@lru_cache(maxsize=512)
def _edits(source: str) -> tuple[bytes, tuple[Edit, ...]]:
    """The text as bytes, and all edits in the order of their places."""
    slips = MutationOperators(source)
    slips.visit(_tree(source))
    return slips.data, tuple(sorted(slips.edits, key=lambda edit: (edit.start, edit.end)))


@lru_cache(maxsize=64)
def _parts(source: str) -> Parts:
    return Parts(source, *_edits(source), _tree(source))


@lru_cache(maxsize=2)
def _tree(source: str) -> ast.Module:
    """The tree of a text, which nobody changes."""
    return ast.parse(source)


def _made(parts: Parts, place: int) -> Mutant | None:
    mutant = _mutant(parts.data, parts.edits, place)
    return mutant if parts.part(place) is not None or parses(mutant.source) else None


def _mutant(data: bytes, edits: Sequence[Edit], place: int) -> Mutant:
    edit = edits[place]
    text = apply(data, [edit])
    line = data.count(b"\n", 0, edit.start) + 1
    return Mutant(text, edit.kind, edit.subtlety, place, line, data[edit.start : edit.end].decode(), edit.text)


def several(
    source: str, rng: Random, count: int, among: Collection[int] | None = None
) -> tuple[str, list[Mutant]] | None:
    """A program with `count` mistakes on different lines, and the mutants with one each; None if there is no room.

    The mutants are in the order of their places, which are some of `among` if that is given.
    """
    data, edits = _edits(source)
    by_kind: dict[str, list[int]] = {}
    for place, edit in enumerate(edits):
        if among is None or place in among:
            by_kind.setdefault(edit.kind, []).append(place)
    if not by_kind:
        return None
    piles = [by_kind[kind] for kind in sorted(by_kind)]
    weights = [len(pile).bit_length() for pile in piles]  # frequent kinds more often, but not all of the time
    chosen: list[int] = []
    for _ in range(8 * count):
        at = rng.choice(rng.choices(piles, weights)[0])
        if not any(_near(data, edits[at], edits[other]) for other in chosen):
            chosen.append(at)
        if len(chosen) == count:
            break
    chosen.sort()
    if len(chosen) < count:
        return None
    text = with_mistakes(source, chosen)
    if _parts(source).together(chosen) is None and not parses(text):
        return None
    return text, [_mutant(data, edits, place) for place in chosen]


def with_mistakes(source: str, chosen: Sequence[int]) -> str:
    """The text of a program with the edits at these places, which are in order and not near each other."""
    data, edits = _edits(source)
    return apply(data, [edits[place] for place in chosen])


def kind_at(source: str, place: int) -> str:
    """The kind of the edit at this place."""
    return _edits(source)[1][place].kind


def mutant_at(source: str, place: int) -> Mutant:
    """The mutant with the edit at this place."""
    return _mutant(*_edits(source), place)


def ready_with_several(source: str, listed: Sequence[tuple[str, Sequence[int]]]) -> None:
    """Compile programs with several mistakes together, as they are soon to be run.

    Args:
        source: the right program.
        listed: each program with the places of its mistakes.
    """
    compile_together(_parts(source), listed)


def places(source: str) -> int:
    """How many edits the catalogue has for a program: what must be searched for a mistake."""
    return len(_edits(source)[1])


def apply(data: bytes, edits: list[Edit]) -> str:
    """The text after some edits, which are in order and do not overlap."""
    for edit in reversed(edits):
        data = data[: edit.start] + edit.text.encode() + data[edit.end :]
    return data.decode()


def _near(data: bytes, a: Edit, b: Edit) -> bool:
    """Whether two edits share a line."""
    first, second = sorted((a, b), key=lambda edit: edit.start)
    return second.start <= first.end or b"\n" not in data[first.end : second.start]
