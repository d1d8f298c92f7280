"""Programs that are known to be worth writing: by which numbers they are drawn, and what was found out about each.

Nearly half of all programs that are drawn are refused, most of them after long trials. So for the higher levels numbers
are kept whose programs pass all of them, in files that belong to the package (``python -m
benchmarks.synthesis_programs`` writes these). A record holds what the trials said, so that the same program and calls
are drawn again without them, and digests of the program and of its results. Where these are others than the record
says, because the code has been changed since, the record is not used. Reference and meaning are compared in each task.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

from ...base import Json
from ...quick_random import QuickRandom
from .cases import MORE_EDGES, Pool, pool, pool_again
from .draw import NAMES, Drawing, is_enough
from .trial import Noting, StepChance, Told

Shape = tuple[int, int, int]
"""Library, depth of expressions, and number of steps at most."""

FILES: dict[Shape, str] = {
    (4, 2, 4): "known_4.bin",
    (5, 3, 5): "known_5.bin",
    (6, 4, 7): "known_6.bin",
    (7, 4, 8): "known_7.bin",
}
"""The files of the levels that have one."""
SHARE = 0.8
"""The share of tasks whose programs are known; the others have any program that there is."""
_NUMBER, _DIGEST, _SAID = 3, 2, 11
_SIZE = _NUMBER + 2 * _DIGEST + _SAID


class Record(NamedTuple):
    """What is known of a program.

    Attributes:
        number: by which it is drawn.
        program: a digest of it.
        results: a digest of what it gives.
        said: what the trials of its steps said, see `Noting`.
        edges: which calls about bounds it has, see `Pool`.
    """

    number: int
    program: bytes
    results: bytes
    said: int
    edges: int

    def packed(self) -> bytes | None:
        """The record as it stands in a file; None if more was said than there is room for."""
        told = self.said << len(MORE_EDGES) | self.edges
        if told.bit_length() > 8 * _SAID:
            return None
        return self.number.to_bytes(_NUMBER, "big") + self.program + self.results + told.to_bytes(_SAID, "big")


def unpacked(data: bytes) -> Record:
    """The inverse of `Record.packed`."""
    told = int.from_bytes(data[-_SAID:], "big")
    program = data[_NUMBER : _NUMBER + _DIGEST]
    return Record(
        int.from_bytes(data[:_NUMBER], "big"),
        program,
        data[_NUMBER + _DIGEST : -_SAID],
        told >> len(MORE_EDGES),
        told & (1 << len(MORE_EDGES)) - 1,
    )


def records(shape: Shape) -> tuple[Record, ...]:
    """All records of a shape."""
    data = _file(shape)
    return tuple(unpacked(data[at : at + _SIZE]) for at in range(0, len(data), _SIZE))


def drawn(rng: Random, shape: Shape) -> tuple[Json, Pool] | None:
    """A known program with calls, under a name of its own; None where another one is to be drawn."""
    data = _file(shape)
    if not data or rng.random() >= SHARE:
        return None
    at = _SIZE * rng.randrange(len(data) // _SIZE)
    name = rng.random()
    found = again(shape, unpacked(data[at : at + _SIZE]))
    if found is None:
        return None
    kind = found.program["params"][0][1]
    return renamed(found.program, NAMES[kind][int(name * len(NAMES[kind]))]), found


def again(shape: Shape, record: Record) -> Pool | None:
    """The program of a record and its calls, without trials; None if it is another one than it was."""
    library, depth, steps = shape
    rng = _source(shape, record.number)
    told = Told(StepChance(rng), record.said)
    program = Drawing(rng, library=library, depth=depth, trial=lambda *_: told).program(steps)
    if not told.ended or digest(program) != record.program:
        return None
    found = pool_again(_source(shape, record.number, " calls"), program, record.edges)
    return found if found is not None and digest(found.texts) == record.results else None


def found_out(shape: Shape, number: int) -> tuple[Record, Pool] | None:
    """The record of a number and the calls of its program; None if it is not worth writing."""
    library, depth, steps = shape
    rng, aside = _source(shape, number), _source(shape, number, " tried")
    chance, made = StepChance(rng), []

    def trial(name: str, kind: str) -> Noting:
        made.append(noting := Noting(chance, aside, name, kind))
        return noting

    drawing = Drawing(rng, library=library, depth=depth, trial=trial)
    program = drawing.program(steps)
    if not is_enough(program, drawing, steps):
        return None
    found = pool(_source(shape, number, " calls"), program, thorough=True)
    if found is None:
        return None
    return Record(number, digest(program), digest(found.texts), made[0].said, found.edges), found


def digest(value: Json) -> bytes:
    """A short digest of a program or of results."""
    return hashlib.blake2b(repr(value).encode(), digest_size=_DIGEST).digest()


def renamed(program: Json, new: str) -> Json:
    """The program with another name for its first value."""
    old = program["params"][0][0]

    def other(node: Json) -> Json:
        if not isinstance(node, list):
            return node
        return ["var", new] if node == ["var", old] else [other(part) for part in node]

    (_, kind), *rest = program["params"]
    return {"params": [[new, kind], *rest], "lets": other(program["lets"]), "steps": other(program["steps"])}


def _source(shape: Shape, number: int, what: str = "") -> Random:
    return QuickRandom(f"{shape} {number}{what}")


@cache
def _file(shape: Shape) -> bytes:
    name = FILES.get(shape)
    return b"" if name is None else (files(__package__ or __name__) / name).read_bytes()
