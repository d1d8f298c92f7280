"""What is worked out ahead for programs of classic algorithms: discriminating calls, and results of large calls.

To run a reference on large inputs, and to find the calls on which its mutants show, takes ten times what the rest of
a task takes, and depends on the program alone. So it is done ahead, for `SEEDS` programs of each template and level
that has large calls, and kept in a file that belongs to the package (``python -m benchmarks.prepared_programs``
writes it). What is not in the file, or whose program has been changed since, is worked out when it is asked for.

Calls are kept as numbers: a program's n-th spare call is drawn from a source of chance of its own.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from random import Random

# Large calls are drawn with it: imported with the first task, so that no later one waits a tenth of a second for it.
import numpy  # noqa: F401

from ...payloads.recipes import argument
from ..base import Json
from ..quick_random import QuickRandom
from .algorithms.table import TEMPLATES, TIERS
from .execute import Outcome, packed, run_calls
from .native_run import results
from .parts_file import parts_of
from .problem import Problem
from .reference import differ, fuel_for, right, some_mutants

FILE = "prepared_programs.bin"
SEEDS = 128
"""So many programs of each template and level."""
STORED_TIERS = {4: "12", 5: "34", 6: "45", 7: "45"}
"""For each level with large calls the tiers whose programs are in the file: those that its tasks are drawn from."""
SPARE = (0, 1, 2, 3, 3, 4, 4, 5) * 6
"""The sizes of the calls among which discriminating ones are looked for."""
MUTANTS = 20
MOST_CALL_CHARS = 3000
MOST_RESULT_CHARS = 80
"""Results of large calls that are longer are not kept in the file."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is known of a program.

    Attributes:
        problem: its problem.
        calls: size and arguments of calls such that each mutant that was tried, and fails some spare call, fails one
            of these.
        large: what the problem's large calls return.
    """

    problem: Problem
    calls: list[tuple[int, list[Json]]]
    large: list[Json]


@lru_cache(maxsize=256)
def prepared(name: str, seed: int, level: int) -> Prepared:
    """What is known of a template's program.

    Args:
        name: of the template.
        seed: from 0 to `SEEDS` - 1.
        level: of the template, 1 to 7.
    """
    problem = TEMPLATES[name](Random(seed), level)
    listed = rows(key(name, level))
    kept = listed[seed] if seed < len(listed) else None
    _, numbers, large = kept if kept is not None and is_of(kept, problem, seed) else row(problem, seed)
    calls = [(SPARE[at], args) for at, args in zip(numbers, spare_calls(problem, seed, numbers), strict=True)]
    return Prepared(problem, calls, large_results(problem) if large is None else large)


def spare_calls(problem: Problem, seed: int, numbers: Iterable[int]) -> list[list[Json]]:
    """The arguments of some spare calls of the program of a seed."""
    return [problem.inputs(QuickRandom(len(SPARE) * seed + at), SPARE[at]) for at in numbers]


def large_results(problem: Problem) -> list[Json]:
    """What the reference returns for the large calls."""
    calls = [[argument(value) for value in args] for args in problem.large]
    return results(problem.source, problem.entry, calls)


def discriminating(problem: Problem, seed: int) -> list[int]:
    """The numbers of spare calls that some mutants fail; each mutant that fails any spare call fails one of these.

    Small calls are tried first.
    """
    calls: dict[str, int] = {}
    drawn = spare_calls(problem, seed, range(len(SPARE)))
    for at in sorted(range(len(SPARE)), key=lambda at: SPARE[at]):
        text = json.dumps(drawn[at])
        if len(text) <= MOST_CALL_CHARS:
            calls.setdefault(text, at)
    listed = list(calls.values())
    ready = dict(zip(listed, packed([drawn[at] for at in listed]), strict=True))
    tried = some_mutants(
        Random(problem.source), problem, MUTANTS
    )  # before the reference is run: one compilation
    wanted = dict(zip(listed, right(problem, list(ready.values())), strict=True))
    fuel = fuel_for(list(wanted.values()))
    found: list[int] = []
    for mutant in tried:
        order = [*found, *(at for at in listed if at not in found)]

        def fails(got: list[Outcome], order: Sequence[int] = order) -> bool:
            return differ(got[-1], wanted[order[len(got) - 1]])

        got = run_calls(mutant.source, problem.entry, [ready[at] for at in order], fuel=fuel, stop=fails)
        if fails(got) and len(got) > len(found):
            found.append(order[len(got) - 1])
    return sorted(found)


def row(problem: Problem, seed: int) -> list[Json]:
    """What the file holds of a program, worked out: digest, numbers of calls, results of large calls or None."""
    numbers, large = discriminating(problem, seed), large_results(problem)
    short = all(len(json.dumps(value)) <= MOST_RESULT_CHARS for value in large)
    return [_digest(problem, seed, numbers), numbers, large if short else None]


def is_of(kept: list[Json], problem: Problem, seed: int) -> bool:
    """Whether a row is about this program: the program, its large calls and its spare calls are what they were."""
    return bool(kept[0] == _digest(problem, seed, kept[1]))


def _digest(problem: Problem, seed: int, numbers: list[int]) -> int:
    text = json.dumps([problem.source, problem.large, spare_calls(problem, seed, numbers)])
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")


def key(name: str, level: int) -> str:
    """What the programs of a template and a level are called in the file."""
    return f"{name} {level}"


def stored_keys() -> Iterator[tuple[str, int]]:
    """The templates and levels of the file."""
    for level, tiers in STORED_TIERS.items():
        for name in TEMPLATES:
            if str(TIERS[name]) in tiers:
                yield name, level


def part(listed: Sequence[list[Json]]) -> bytes:
    """The rows of a template and a level as they stand in the file."""
    return zlib.compress(json.dumps(listed, separators=(",", ":")).encode(), 9)


@lru_cache(maxsize=256)
def rows(its: str) -> list[list[Json]]:
    """The rows of the file for a key, one for each seed."""
    kept = stored().get(its)
    return [] if kept is None else list(json.loads(zlib.decompress(kept)))


@cache
def stored() -> dict[str, bytes]:
    """The parts of the file by their keys."""
    return parts_of(FILE)
