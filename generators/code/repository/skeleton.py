"""A skeleton: a sound project that many tasks share, with an endless row of calls of its public functions.

A skeleton is made from its key alone: the domain, the features, and the number of a *variant*, which stands for names
and constants. What it knows is found once: results of calls, and which of them a fault changes. Its package and its
core folder have the same names always; a task gives them its own, on which no result depends.

Which calls of the row tell wrong repairs apart takes long to find out (`.choose_calls`), so their numbers are kept in
``chosen_calls.txt``, and so is which of them show a fault; the hidden ones themselves are kept in ``hidden_calls.bin``
(`.kept_calls`). ``python -m benchmarks.repository_calls`` writes both files; what is missing in them is found anew. All
other calls are drawn and run in each process.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from importlib.resources import files
from itertools import combinations
from math import comb
from operator import and_
from random import Random

from ...base import Json, derive_seed
from ...quick_random import QuickRandom
from .domain import Domain, Fault, Names, files_of, with_derived, with_fault
from .domains import BY_NAME
from .drawn_call import DrawnCall
from .kept_calls import kept
from .project import Project, as_text, packed
from .renaming import own_names, with_places

VARIANTS = (12, 3, 1, 2, 3, 12)
"""Names and constants that projects have, by the number of features: fewer where there are more sets of features."""
MODULE = "package.api"
"""Where a skeleton's public functions are."""
KEPT = (0, 1, 3, 4, 5)
"""Numbers of features whose skeletons are in the file: those of the levels."""
TOGETHER = {4: 2, 5: 3}
"""Of the levels with more than one fault: the faults by the number of features."""
_SIZES = (3, 2, 1, 3, 2, 3, 2, 3)
"""Of the calls of a function, in turns."""
SMALL_TURNS = 20
"""Small calls of each function among which public tests are."""
_MAX_TEXT = 1500
"""Characters of the arguments of one call, and of its result: small, so that a task stays a small row."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What shows a fault by itself.

    Attributes:
        hidden: of the hidden calls, as bits in their order.
        small: of the first small calls, as bits.
        examples: numbers of small calls, from which an issue takes one.
        unsure: of the hidden calls, as bits, those that tell it together with others from it alone: they are shown by
            some set of faults (`sets_of`) that it is in and by none of its faults alone, or the other way round.
    """

    hidden: int
    small: int
    examples: tuple[int, ...]
    unsure: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """Numbers of calls.

    Attributes:
        hidden: of calls in the long row that together tell wrong repairs apart.
        usable: of the first small calls, those that can be public tests, as bits.
        shown: by the place of a fault in its domain. A fault that cannot be had or that hardly shows is not there.
        separate: of the sets of so many of these faults as a task has (`sets_of`), as bits, those that together are
            shown by just the hidden calls that show one of them by itself.
    """

    hidden: tuple[int, ...]
    usable: int
    shown: Mapping[int, Shown]
    separate: int


class Skeleton:
    """See the top of this module.

    Args:
        domain: the kind of project.
        mask: its features, as bits in the order of the domain.
        variant: below the number that `VARIANTS` has for so many features.
    """

    def __init__(self, domain: Domain, mask: int, variant: int) -> None:
        self.domain, self.key = (
            with_places(domain.name),
            f"{domain.name.replace(' ', '_')} {mask} {variant}",
        )
        chosen = [feature for at, feature in enumerate(domain.features) if mask >> at & 1]
        self.has = with_derived(domain, chosen)
        self.names: Names = {
            **domain.choose(QuickRandom(derive_seed(self.key))),
            "pkg": "package",
            "core": "core",
            **own_names(domain.name),
        }
        self.together = TOGETHER.get(len(chosen), 1)
        self.sound = files_of(domain, self.names, self.has)
        self.functions = [
            name for name, feature in domain.functions.items() if not feature or feature in self.has
        ]
        self._rng = QuickRandom(0)
        self._small: dict[int, DrawnCall | None] = {}

    @cached_property
    def project(self) -> Project:
        """The sound project."""
        return Project(self.sound)

    @cached_property
    def chosen(self) -> Chosen:
        """The numbers of its calls."""
        kept = _table().get(self.key)
        if kept is not None:
            return read(kept)
        from .choose_calls import choose  # looks for calls, which takes seconds

        return choose(self)

    def unsure(self, picked: Sequence[int]) -> int:
        """The hidden calls, as bits, of which it is not known that faults in different files show as each alone does.

        The others are shown by the faults together if and only if one of them alone is.
        """
        if len(picked) == 1:
            return 0
        if len(picked) != self.together:
            return -1
        shown = self.chosen.shown
        places = sorted(list(shown).index(place) for place in picked)
        if self.chosen.separate >> sum(comb(at, size) for size, at in enumerate(places, 1)) & 1:
            return 0
        return reduce(and_, (shown[place].unsure for place in picked))

    @cached_property
    def hidden(self) -> list[DrawnCall]:
        """The calls that together tell wrong repairs apart."""
        if kept(self.key) is None:
            return self.hidden_anew()
        return list(map(drawn_call, self.cases()))

    def hidden_anew(self) -> list[DrawnCall]:
        """The same, drawn and run here and now."""
        return [call for number in self.chosen.hidden if (call := self.call(number)) is not None]

    def cases(self) -> list[dict[str, Json]]:
        """The same as hidden tests, without whether they are right from the beginning: new ones for each task."""
        found = kept(self.key)
        if found is None:
            return [{"call": call.function, "args": call.args, "out": call.out} for call in self.hidden]
        count = len(self.functions)
        return [
            {"call": self.functions[number % count], "args": args, "out": out}
            for number, (args, out) in zip(self.chosen.hidden, found, strict=True)
        ]

    def call(self, number: int) -> DrawnCall | None:
        """A call of the long row, in which public functions take turns; None if it is too long."""
        turn, at = divmod(number, len(self.functions))
        self._rng.seed(derive_seed(self.key, number))
        return self.drawn(self._rng, self.functions[at], _SIZES[turn % len(_SIZES)])

    def small(self, number: int) -> DrawnCall | None:
        """A call of another row, of those that fit into an issue or a public test."""
        if number not in self._small:
            self._rng.seed(derive_seed(self.key, "small", number))
            self._small[number] = self.drawn(self._rng, self.functions[number % len(self.functions)], 1)
        return self._small[number]

    def drawn(self, rng: Random, function: str, size: int) -> DrawnCall | None:
        """A call with what the sound project gives; None if it is too long or the machinery fails on it."""
        args = self.domain.inputs(rng, self.names, self.has, function, size)
        arguments = packed(args)
        # Text is at most three times as long as what is packed.
        if 3 * len(arguments) > _MAX_TEXT and len(json.dumps(args)) > _MAX_TEXT:
            return None
        text = self.project.told(MODULE, function, arguments)
        if len(text) > _MAX_TEXT or text.startswith('{"raises": '):
            return None
        return DrawnCall(MODULE, function, arguments, text)

    def faulty(self, picked: list[int]) -> dict[str, str]:
        """The files with faults in them, which are named by their places in the domain."""
        found: dict[str, str] = self.sound
        for place in picked:
            found = with_fault(found, self.domain.faults[place], self.names, self.has)
        return found

    def possible(self, fault: Fault) -> bool:
        """Whether the project has what a fault changes and the function that shows it."""
        return (not fault.feature or fault.feature in self.has) and fault.shows in self.functions


def drawn_call(case: Mapping[str, Json]) -> DrawnCall:
    """One of `Skeleton.cases` as a call."""
    return DrawnCall(MODULE, case["call"], packed(case["args"]), as_text(case["out"]))


@lru_cache(maxsize=512)
def skeleton(name: str, mask: int, variant: int) -> Skeleton:
    """The skeleton with a key, the same for many tasks."""
    return Skeleton(BY_NAME[name], mask, variant)


def skeletons() -> Iterator[Skeleton]:
    """Those in ``chosen_calls.txt``, in order."""
    for name in sorted(BY_NAME):
        for mask in range(1 << len(BY_NAME[name].features)):
            count = mask.bit_count()
            for variant in range(VARIANTS[count] if count in KEPT else 0):
                yield Skeleton(BY_NAME[name], mask, variant)


def sets_of(places: Iterable[int], size: int) -> list[tuple[int, ...]]:
    """All sets of so many places, in the order of the bits of `Chosen.separate`."""
    known = list(places)
    numbers = sorted(combinations(range(len(known)), size), key=lambda chosen: chosen[::-1])
    return [tuple(known[at] for at in chosen) for chosen in numbers]


def written(chosen: Chosen) -> str:
    """What stands behind a key in the file: hidden calls, usable small ones, separate sets, what shows each fault."""
    parts = [",".join(map(str, chosen.hidden)), f"{chosen.usable:x}", f"{chosen.separate:x}"]
    for place, shown in chosen.shown.items():
        examples = ",".join(map(str, shown.examples))
        parts.append(f"{place}:{shown.hidden:x}:{shown.small:x}:{examples}:{shown.unsure:x}")
    return " ".join(parts)


def read(text: str) -> Chosen:
    """The opposite of `written`."""
    hidden, usable, separate, *rest = text.split(" ")
    shown = {}
    for part in rest:
        place, bits, small, examples, unsure = part.split(":")
        shown[int(place)] = Shown(int(bits, 16), int(small, 16), _numbers(examples), int(unsure, 16))
    return Chosen(_numbers(hidden), int(usable, 16), shown, int(separate, 16))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    text = (files(__package__ or __name__) / "chosen_calls.txt").read_text(encoding="utf-8")
    found = {}
    for line in text.splitlines():
        name, mask, variant, rest = line.split(" ", 3)
        found[f"{name} {mask} {variant}"] = rest
    return found
