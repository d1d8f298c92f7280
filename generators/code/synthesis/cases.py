"""The calls that a program is judged by, and whether they judge it well.

A pool of calls of all sizes is drawn and run; all of it is used. A program that gives nearly always the same, or that
a simpler program equals on nearly all of the pool, is refused, and so is one of whose mistakes many are told by no
call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from marshal import loads
from random import Random
from typing import Any, NamedTuple

from ...base import GenerationError, Json
from ..execute import equal, packed_call, run_calls
from ..native_run import as_json, returned
from .edge_slips import edge_slips, rare_slips
from .inputs import Inputs, mentioned
from .nearby_programs import nearby, simpler
from .semantics import Names, Stage, naming, ready, stage, through
from .trial import EMPTY, ERRORS

SIZES = (2, 3, 2, 4, 3, 2, 3, 1, 2, 3, 0, 0, 0, 0, 1, 1, 2, 4, 5, 0, 1, 2, 3, 3, 4, 4, 5)
EDGES = (1, 2, 3, 1, 2, 1, 2, 3, 1, 2)
"""The sizes of more calls, with numbers about bounds that programs have; only those are kept that tell mistakes."""
MORE_EDGES = (*EDGES, 1, 2, 3, 4, 1, 2, 3, 2, 3, 4, 1, 2, 3, 5)
"""The same where programs are tried thoroughly."""
PUBLIC = 3
FUEL = 4000
SLIPS = 40
MOST_OUT = 500
SCREEN = 7
"""After so many calls it is looked whether it is worth going on."""
MIX = 19
"""After so many it is looked whether they tell enough."""
LEAST = 3
"""On so many of the ordinary calls, a simpler program must give something else."""
MOST_UNTOLD = 0.05
"""A program of whose mistakes more are told by no call has parts that do nothing."""
NEARLY = 2
"""So many more are left to the calls about bounds."""
MANY_UNTOLD = 0.15
"""So many may be left after the mix."""
MOST_SHOWN = 220
_DIVISORS = "for d in range("
"""What all references have that try one divisor after the other."""


_TWICE = re.compile(r"\b([A-Za-z]{2,}) \1\b")
"""A text with such a thing looks like a slip in an example."""


Fails = Callable[[int], bool]
"""Tells of a call whether a mistake shows on it."""


class Calls(NamedTuple):
    """Calls of a program, all different, without results; see `Pool`."""

    sizes: list[int]
    calls: list[list[Json]]
    packed: list[bytes]


class Pool:
    """Calls of a program.

    Attributes:
        program: what is called.
        sizes: of the calls.
        calls: arguments.
        packed: the same as `run_calls` takes them.
        results: what the program gives.
        texts: the same as `repr` writes them.
        names: for each call, what its names stand for; where results are `given`, only after `follow`.
        values: for each call, what the first step is given, and what each step leaves; so, too.
        edges: which of the calls about bounds are among them, a bit for each that was tried.
    """

    def __init__(self, program: Json) -> None:
        self.program = program
        self.sizes: list[int] = []
        self.calls: list[list[Json]] = []
        self.packed: list[bytes] = []
        self.results: list[Json] = []
        self.texts: list[str] = []
        self.names: list[Names] = []
        self.values: list[list[Json]] = []
        self.edges = 0

    @cached_property
    def stages(self) -> list[Stage]:
        """The steps, made ready."""
        return [stage(step) for step in self.program["steps"]]

    @cached_property
    def _named(self) -> Callable[[list[Json]], Names]:
        return naming(self.program)

    @classmethod
    def given(cls, program: Json, drawn: Calls, results: list[Json]) -> Pool:
        """Calls whose results are known."""
        found = cls(program)
        found.sizes, found.calls, found.packed = drawn.sizes, drawn.calls, drawn.packed
        found.results, found.texts = results, list(map(repr, results))
        return found

    def add(self, size: int, args: list[Json]) -> None:
        """Make one more call, if it is new.

        Raises:
            ValueError: if a number is too large.
        """
        if (packed := packed_call(args)) in self.packed:
            return
        names, values = self._followed(args)
        self.sizes.append(size)
        self.calls.append(args)
        self.packed.append(packed)
        self.results.append(values[-1])
        self.texts.append(repr(values[-1]))
        self.names.append(names)
        self.values.append(values)

    def follow(self) -> None:
        """Find out what each step leaves of calls whose results are given."""
        for args in self.calls[len(self.values) :]:
            names, values = self._followed(args)
            self.names.append(names)
            self.values.append(values)

    def _followed(self, args: list[Json]) -> tuple[Names, list[Json]]:
        names, values = self._named(args), [args[0]]
        for each in self.stages:
            values.append(each(values[-1], names))
        return names, values

    def drop_last(self) -> None:
        """Take back the call that was made last."""
        for listed in (self.sizes, self.calls, self.packed, self.results, self.texts, self.names, self.values):
            listed.pop()


def pool(rng: Random, program: Json, *, thorough: bool = False) -> Pool | None:
    """Calls and what the program gives for them; None if it is not worth writing, or gives too much.

    Args:
        rng: draws the calls.
        program: what is called.
        thorough: whether all mistakes are tried, and more calls, which takes its time. The calls are then drawn in such
            a way that `pool_again` draws them as well.
    """
    chance = CallChance(rng) if thorough else None
    draw, found = inputs_of(program), Pool(program)
    for at, size in enumerate(SIZES):
        if at == SCREEN and not _varied(found):
            return None
        if at == MIX:
            slips = list(nearby(program))
            tried, begun = len(slips) if thorough else min(SLIPS, len(slips)), len(found.calls)
            fails = (failing_calls(slip, found) for slip in (slips if thorough else rng.sample(slips, tried)))
            untold = _untold(fails, range(begun), MANY_UNTOLD * tried)
            if len(untold) > MANY_UNTOLD * tried:
                return None
        try:
            found.add(size, draw(rng, size))
        except ValueError:
            return None
        if len(found.texts[-1]) > MOST_OUT:
            return None
    if not _varied(found) or len(shown(found)) < PUBLIC:
        return None
    most = MOST_UNTOLD * tried
    untold = _untold(untold, range(begun, len(found.calls)), most + NEARLY)
    if len(untold) > most + NEARLY or not _needed(found):
        return None
    bounds = [*edge_slips(program), *(rare_slips(program) if thorough else ())]
    untold = _with_more(rng, found, untold, [failing_calls(slip, found) for slip in bounds], chance)
    return found if len(untold) <= most else None


def _with_more(
    rng: Random, found: Pool, untold: list[Fails], edges: list[Fails], chance: CallChance | None
) -> list[Fails]:
    """Add calls about the bounds of the program that tell mistakes; gives those of `untold` that are left."""
    draw = inputs_of(found.program).about_bounds()
    for place, size in enumerate(EDGES if chance is None else MORE_EDGES):
        if not untold and not edges:
            break
        if chance is not None:
            chance.of(place)
        before = len(found.calls)
        try:
            found.add(size, draw(rng, size))
        except ValueError:
            continue
        if len(found.calls) == before:
            continue
        left, bounds = ([fails for fails in some if not fails(before)] for some in (untold, edges))
        if len(left) + len(bounds) < len(untold) + len(edges) and len(found.texts[-1]) <= MOST_OUT:
            untold, edges = left, bounds
            found.edges |= 1 << place
        else:
            found.drop_last()
    return untold


class CallChance:
    """Gives each call about a bound a chance of its own, so that those that tell nothing need not be drawn again."""

    def __init__(self, rng: Random) -> None:
        """Args: what draws the calls; it begins anew with each one about a bound."""
        self._rng, self._seed = rng, rng.getrandbits(64)

    def of(self, place: int) -> None:
        """Go on to a call by its number."""
        self._rng.seed(self._seed + place)


def calls_again(rng: Random, program: Json, edges: int) -> Calls:
    """The calls that `pool` found for a program that was tried thoroughly.

    Args:
        rng: draws the calls.
        program: what is called.
        edges: which calls about bounds there are.
    """
    chance, draw, found = CallChance(rng), inputs_of(program), Calls([], [], [])
    about_bounds = draw.about_bounds()

    def add(size: int, args: list[Json]) -> None:
        if (packed := packed_call(args)) not in found.packed:
            found.sizes.append(size)
            found.calls.append(args)
            found.packed.append(packed)

    for size in SIZES:
        add(size, draw(rng, size))
    for place in range(edges.bit_length()):
        if edges >> place & 1:
            chance.of(place)
            add(MORE_EDGES[place], about_bounds(rng, MORE_EDGES[place]))
    return found


def pool_again(program: Json, drawn: Calls) -> Pool | None:
    """Such calls with what the program means there; None if a number is too large, so that it is another program."""
    found = Pool(program)
    try:
        for size, args in zip(drawn.sizes, drawn.calls, strict=True):
            found.add(size, args)
    except ValueError:
        return None
    return found


def agree(found: Pool, source: str, entry: str) -> bool:
    """Whether the reference gives the results of the pool, and soon enough.

    Only what looks for divisors takes longer for larger numbers; anything else is soon done.
    """
    if _DIVISORS not in source:
        try:
            outs = called(found, source, entry)
            if list(map(repr, outs)) == found.texts:  # nearly always, and soon seen
                return True
            outs = as_json(outs)
        except Exception as error:
            raise GenerationError(f"the reference fails: {error!r}\n{source}") from error
        if not all(map(equal, outs, found.results)):
            raise GenerationError(f"reference and meaning differ: {outs} {found.results}\n{source}")
        return True
    outcomes = run_calls(source, entry, found.packed, fuel=FUEL)
    for args, wanted, outcome in zip(found.calls, found.results, outcomes, strict=True):
        if not outcome.exhausted and (outcome.error or not equal(outcome.value, wanted)):
            raise GenerationError(f"reference and meaning differ on {args!r}: {outcome} {wanted!r}\n{source}")
    return not any(outcome.exhausted for outcome in outcomes)


def called(drawn: Calls | Pool, source: str, entry: str) -> list[Any]:
    """What a reference returns for calls; it must be known to end soon."""
    return returned(source, entry, map(loads, drawn.packed))


def inputs_of(program: Json) -> Inputs:
    """Where the calls of a program come from."""
    kinds = [kind for _, kind in program["params"]]
    return Inputs(kinds, mentioned([program["lets"], program["steps"]]))


def _varied(found: Pool) -> bool:
    """Whether results vary, are rarely empty, and are not what was given."""
    ordinary = [i for i, size in enumerate(found.sizes) if size >= 2]
    texts = [found.texts[i] for i in ordinary]
    common = max(map(texts.count, texts))
    empty = sum(text in EMPTY for text in texts)
    if common > (0.4 if len(texts) > SCREEN else 0.5) * len(texts) or empty > 0.3 * len(texts):
        return False
    return sum(equal(found.results[i], found.calls[i][0]) for i in ordinary) <= 0.3 * len(ordinary)


def _needed(found: Pool) -> bool:
    """Whether no simpler program gives nearly the same."""
    ordinary = [i for i, size in enumerate(found.sizes) if size >= 2]
    return all(_differs(variant, found, ordinary, LEAST) for variant in simpler(found.program))


def _differs(variant: Json, found: Pool, places: list[int], often: int) -> bool:
    """Whether a variant gives something else for at least `often` of the calls."""
    fails = failing_calls(variant, found)
    for i in places:
        if fails(i):
            often -= 1
            if often == 0:
                return True
    return False


def failing_calls(variant: Json, found: Pool) -> Fails:
    """Tells of a call whether a variant of the program gives something else there, or cannot be run at all.

    Steps that both have at the beginning are not done again; and where a value is as it was before the steps that both
    have at the end, so is the result.
    """
    found.follow()
    steps, whole = variant["steps"], found.program["steps"]
    if variant["lets"] is not found.program["lets"]:
        run = ready(variant)
        return lambda i: _fails(lambda: run(found.calls[i]), found.results[i])
    most = min(len(steps), len(whole))
    first = next((i for i in range(most) if steps[i] is not whole[i]), most)
    last = next((i for i in range(most - first) if steps[-1 - i] is not whole[-1 - i]), most - first)
    changed, join = through(steps[first : len(steps) - last]), len(whole) - last
    rest = found.stages[join:]

    def fails(i: int) -> bool:
        names, before = found.names[i], found.values[i]
        try:
            made, wanted = changed(before[first], names), before[join]
            if not rest:
                return not equal(made, wanted)
            if made == wanted and repr(made) == repr(wanted):  # in the order of entries, too
                return False
            for each in rest:
                made = each(made, names)
            return not equal(made, found.results[i])
        except ERRORS:
            return True

    return fails


def _fails(value: Callable[[], Json], wanted: Json) -> bool:
    try:
        return not equal(value(), wanted)
    except ERRORS:
        return True


def _untold(slips: Iterable[Fails], calls: Iterable[int], most: float) -> list[Fails]:
    """The mistakes that none of the calls tell; no more of them than one above `most`."""
    order, left = list(calls), []
    for fails in slips:
        for place, i in enumerate(order):
            if fails(i):
                if place:  # it tells more than those before, so it is tried first from now on
                    order.insert(0, order.pop(place))
                break
        else:
            left.append(fails)
            if len(left) > most:
                break
    return left


def in_order(found: Pool) -> list[int]:
    """Places of the calls as a problem has them: those to show, and the others from small to large."""
    public = shown(found)
    rest = [i for i in range(len(found.calls)) if i not in public]
    return public + sorted(rest, key=lambda i: (found.sizes[i], i))


def shown(found: Pool) -> list[int]:
    """Small calls with different results, not empty ones if that can be."""
    small = [
        i
        for i, (size, args) in enumerate(zip(found.sizes, found.calls, strict=True))
        if size in (1, 2, 3)
        and len(text := repr(args)) + len(found.texts[i]) <= MOST_SHOWN - 4
        and not _TWICE.search(text)
    ]
    small.sort(key=lambda i: (found.results[i] in ([], {}, "", 0, -1), found.sizes[i] == 3, i))
    first: dict[str, int] = {}
    for i in small:
        first.setdefault(found.texts[i], i)
    return list(first.values())[:PUBLIC]
