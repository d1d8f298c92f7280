"""Programs that are known to be worth writing: by which numbers they are drawn, and what was found out about each.

Nearly half of all programs that are drawn are refused, most of them after long trials. So for the higher levels numbers
are kept whose programs pass all of them, in files that belong to the package (``python -m
benchmarks.synthesis_programs`` writes these). A record holds what the trials said, so that the same program and calls
are drawn again without them, and digests of the program and of what it means on the calls. The reference must give just
that in each task; else its results are held against the meaning, as they are in all other tasks. A record that no
longer fits, because the code has been changed since, is not used.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import cache
from importlib.resources import files
from random import Random
from struct import calcsize, unpack
from typing import NamedTuple

from ...base import Json
from ...quick_random import QuickRandom
from ..native_run import as_json
from .cases import MORE_EDGES, Calls, Pool, agree, called, calls_again, pool, pool_again
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
_NUMBER, _PROGRAM, _RESULTS, _SAID = 3, 2, 5, 11
_FORM = f"{_NUMBER}s{_PROGRAM}s{_RESULTS}s{_SAID}s"
_SIZE = calcsize(_FORM)


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
    number, program, results, said = unpack(_FORM, data)
    told = int.from_bytes(said, "big")
    edges = told & (1 << len(MORE_EDGES)) - 1
    return Record(int.from_bytes(number, "big"), program, results, told >> len(MORE_EDGES), edges)


def records(shape: Shape) -> tuple[Record, ...]:
    """All records of a shape."""
    data = _file(shape)
    return tuple(unpacked(data[at : at + _SIZE]) for at in range(0, len(data), _SIZE))


class Known:
    """A known program, under a name of its own, and its calls.

    Attributes:
        program: the program.
        calls: without results.
    """

    def __init__(self, program: Json, calls: Calls, results: bytes) -> None:
        """Args: the program, its calls, and the digest of what it gives."""
        self.program = program
        self.calls = calls
        self._results = results

    def judged(self, source: str, entry: str) -> Pool | None:
        """The calls with their results, if a reference gives what the program means; None if it is another program."""
        with suppress(Exception):  # whatever is wrong with a reference is told below
            results = as_json(called(self.calls, source, entry))
            if digest_of_results(results) == self._results:
                return Pool.given(self.program, self.calls, results)
        found = pool_again(self.program, self.calls)
        if found is None or digest_of_results(found.results) != self._results:
            return None
        return found if agree(found, source, entry) else None


def drawn(rng: Random, shape: Shape) -> Known | None:
    """A known program; None where another one is to be drawn."""
    data = _file(shape)
    if not data or rng.random() >= SHARE:
        return None
    at = _SIZE * rng.randrange(len(data) // _SIZE)
    name = rng.random()
    return again(shape, unpacked(data[at : at + _SIZE]), name)


def again(shape: Shape, record: Record, name: float = 0.0) -> Known | None:
    """The program of a record, drawn without trials; None if it is another one than it was.

    Args:
        shape: of the program.
        record: what is known of it.
        name: which name its first value has, from 0 to 1.
    """
    library, depth, steps = shape
    rng = _source(shape, record.number)
    told = Told(StepChance(rng), record.said)
    program = Drawing(rng, library=library, depth=depth, trial=lambda *_: told).program(steps)
    if not told.ended or digest(program) != record.program:
        return None
    calls = calls_again(_source(shape, record.number, " calls"), program, record.edges)
    names = NAMES[program["params"][0][1]]
    return Known(renamed(program, names[int(name * len(names))]), calls, record.results)


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
    said = made[0].said
    return Record(number, digest(program), digest_of_results(found.results), said, found.edges), found


def digest(program: Json) -> bytes:
    """A short digest of a program."""
    return hashlib.blake2b(repr(program).encode(), digest_size=_PROGRAM).digest()


def digest_of_results(results: list[Json]) -> bytes:
    """A digest of results, whatever the order of the entries of dictionaries."""
    text = json.dumps(results, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=_RESULTS).digest()


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
