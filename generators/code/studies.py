"""What is known of a program before tasks are made of it: calls, and which of them its mistakes show on.

To find out which mistakes show on which calls takes a hundred times what the rest of a task takes, and depends on the
program alone. So it is done ahead, for some programs of each template, with all mistakes that there are, and kept in
files that belong to the package (``python -m benchmarks.studies`` writes it). A study that is not in the file, or
whose program has been changed since, is made when it is asked for. Tasks choose among what a study holds.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from ..base import Json
from .parts_file import parts_of
from .problem import Problem
from .renaming import Names, without_names
from .repair_sources import CLASSIC, problem_of
from .repair_table import SMALL
from .study_making import CLASSIC_SEVERAL, CLASSIC_SIZES, SEVERAL, SIZES, Found, digest_of, make

FILES = {0: "studies.bin", 2: "studies.bin", 3: "other_studies.bin", 4: "more_studies.bin"}
"""The files of small templates, level 0, and of the levels of classic algorithms; each stays below a megabyte."""
KIN_FILE = "kin.bin"
"""Which of the studied programs of a template are the same; to find out takes longer than a task."""
SMALL_SEEDS = 32
"""So many programs of each small template are studied."""
CLASSIC_SEEDS = {2: 8, 3: 12, 4: 28}
"""So many of each classic algorithm at the levels whose studies are kept in files: most where tasks have no others."""
OTHER_SEEDS = 4
"""So many at all other levels."""
LEVELS = range(1, 8)
"""All of their levels."""


class Wrong(NamedTuple):
    """A program with mistakes.

    Attributes:
        places: the numbers of its edits.
        fails: the calls on which it does something else than the right program, as a bit set.
        share: the share of the ordinary calls among which it does.
    """

    places: tuple[int, ...]
    fails: int
    share: float


class Study:
    """A problem, calls of it, and wrong programs.

    Attributes:
        seed: of the problem, for its template.
        program: what tasks on it share, at whatever level: they are in one split.
        problem: what is studied.
        calls: arguments: ordinary ones, then some on which rare mistakes show.
        wanted: what each must return.
        ordinary: how many calls are ordinary.
        busy: the calls that take at least as many steps as the middle one, as a bit set.
        wrong: for each number of mistakes programs that have so many.
        near: sets of calls: whoever makes a call of each of these meets every mistake that any call shows.
    """

    def __init__(self, name: str, seed: int, problem: Problem, found: Found) -> None:
        self.seed = seed
        self.program = shared_by(name, problem.source) or ["program", name, seed]
        self.problem = problem
        self.calls: list[list[Json]] = [args for args, _ in found["calls"]]
        self.wanted: list[Json] = [value for _, value in found["calls"]]
        self.ordinary: int = found["ordinary"]
        self.busy = int(found["busy"], 16)
        self.near = tuple(int(mask, 16) for mask in found["near"])
        self.wrong = {
            count + 1: tuple(self._wrong(places, int(mask, 16)) for places, mask in listed)
            for count, listed in enumerate(found["wrong"])
        }

    def _wrong(self, places: Sequence[int], fails: int) -> Wrong:
        ordinary = fails & (1 << self.ordinary) - 1
        return Wrong(tuple(places), fails, ordinary.bit_count() / self.ordinary)

    @cached_property
    def names(self) -> Names:
        """What may be renamed in the program and whatever is said of it."""
        return Names(self.problem)

    @cached_property
    def lengths(self) -> list[int]:
        """How many characters the arguments of each call have."""
        return [len(json.dumps(args)) for args in self.calls]

    @cached_property
    def results(self) -> list[str]:
        """What each call must return, as text."""
        return [json.dumps(value) for value in self.wanted]


def seeds(name: str, level: int) -> range:
    """The seeds of a template's studied programs; the level counts for classic algorithms only."""
    if name in SMALL:
        return range(SMALL_SEEDS)
    return range(CLASSIC_SEEDS.get(level, OTHER_SEEDS))


def shared_by(name: str, source: str) -> list[Json] | None:
    """What all tasks on a program share, in whatever environment and whatever its names are.

    Args:
        name: of its template.
        source: the right program.

    Returns:
        A value for `Draft.shared`; None if no study is about this program.
    """
    seed = _kin(name).get(digest_of(without_names(source)))
    return None if seed is None else ["program", name, seed]


@cache
def _kin(name: str) -> dict[str, int]:
    """What `kin` says of a template, from the file."""
    kept = parts_of(KIN_FILE).get(name)
    return kin(name) if kept is None else dict(json.loads(zlib.decompress(kept)))


def kin(name: str) -> dict[str, int]:
    """Digests of a template's studied programs, without names, and the first seed of each one's kin, worked out.

    All programs of one seed are kin, at whatever level, and those that are the same but for names.
    """
    found: dict[str, int] = {}
    for seed in range(max(SMALL_SEEDS, *CLASSIC_SEEDS.values())):
        levels = [level for level in ([0] if name in SMALL else LEVELS) if seed in seeds(name, level)]
        texts = {without_names(problem_of(name, seed, level).source) for level in levels}
        known = {found[text] for text in texts if text in found}
        least = min(known, default=seed)
        found.update({text: least for text, first in found.items() if first in known})
        found.update(dict.fromkeys(texts, least))
    return {digest_of(text): first for text, first in found.items()}


@lru_cache(maxsize=512)
def study(name: str, seed: int, level: int) -> Study:
    """What is known of a template's program.

    Args:
        name: of the template.
        seed: one of `seeds`.
        level: of a classic algorithm; without meaning for small templates.
    """
    problem = problem_of(name, seed, level)
    kept = stored().get(key(name, seed, level))
    found: Found | None = None if kept is None else json.loads(zlib.decompress(kept))
    if found is None or found["program"] != digest_of(problem.source):
        found = studied(name, seed, level)
    return Study(name, seed, problem, found)


def studied(name: str, seed: int, level: int) -> Found:
    """A study, made anew."""
    sizes, limits = (SIZES, SEVERAL) if name in SMALL else (CLASSIC_SIZES, CLASSIC_SEVERAL)
    return make(problem_of(name, seed, level), key(name, seed, level), sizes, limits)


def key(name: str, seed: int, level: int) -> str:
    """What a study is called."""
    return f"{name} {0 if name in SMALL else level} {seed}"


def stored_keys() -> Iterator[tuple[str, int, int]]:
    """The studies that are kept in the files: template, seed and level."""
    for name in SMALL:
        for seed in seeds(name, 0):
            yield name, seed, 0
    for name in CLASSIC:
        for level in CLASSIC_SEEDS:
            for seed in seeds(name, level):
                yield name, seed, level


def file_of(level: int) -> str:
    """The file in which a study is kept."""
    return FILES[level]


def packed(found: Found | dict[str, int]) -> bytes:
    """A study, or what `kin` says, as it stands in a file."""
    return zlib.compress(json.dumps(found, separators=(",", ":")).encode(), 9)


@cache
def stored() -> dict[str, bytes]:
    """The studies of the files by their keys."""
    return {key: part for file in dict.fromkeys(FILES.values()) for key, part in parts_of(file).items()}
