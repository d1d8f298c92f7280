"""The calls that a program is judged by, and whether they judge it well.

A pool of calls of all sizes is drawn and run; all of it is used. A program that gives nearly always the same, or that
a simpler program equals on nearly all of the pool, is refused, and so is one of whose mistakes many are told by no
call.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...base import GenerationError, Json
from ..execute import equal, run_calls
from .inputs import Inputs, mentioned
from .nearby_programs import nearby, simpler
from .semantics import Names, naming, ready, stage, through
from .trial import EMPTY, ERRORS

SIZES = (2, 3, 2, 4, 3, 2, 3, 1, 2, 3, 0, 0, 0, 0, 1, 1, 2, 4, 5, *(0, 1, 2, 3, 3, 4, 4, 5) * 2)
PUBLIC = 3
FUEL = 4000
SLIPS = 40
MOST_OUT = 500
SCREEN = 7
"""After so many calls it is looked whether it is worth going on."""
LEAST = 3
"""On so many of the ordinary calls, a simpler program must give something else."""
MOST_UNTOLD = 0.05
"""A program of whose mistakes more are told by no call has parts that do nothing."""
MOST_SHOWN = 220


class Pool:
    """Calls of a program.

    Attributes:
        program: what is called.
        sizes: of the calls.
        calls: arguments.
        results: what the program gives.
        texts: the same as `repr` writes them.
        names: for each call, what its names stand for.
        values: for each call, what the first step is given, and what each step leaves.
        stages: the steps, made ready.
    """

    def __init__(self, program: Json) -> None:
        self.program = program
        self.sizes: list[int] = []
        self.calls: list[list[Json]] = []
        self.results: list[Json] = []
        self.texts: list[str] = []
        self.names: list[Names] = []
        self.values: list[list[Json]] = []
        self.stages = [stage(step) for step in program["steps"]]
        self._named = naming(program)

    def add(self, size: int, args: list[Json]) -> Json:
        """Make one more call; its result.

        Raises:
            ValueError: if a number is too large.
        """
        names, values = self._named(args), [args[0]]
        for each in self.stages:
            values.append(each(values[-1], names))
        self.sizes.append(size)
        self.calls.append(args)
        self.results.append(values[-1])
        self.texts.append(repr(values[-1]))
        self.names.append(names)
        self.values.append(values)
        return values[-1]


def pool(rng: Random, program: Json) -> Pool | None:
    """Calls and what the program gives for them; None if it is not worth writing, or gives too much."""
    draw, found, seen = inputs_of(program), Pool(program), set()
    for at, size in enumerate(SIZES):
        if at == SCREEN and not _varied(found):
            return None
        args = draw(rng, size)
        if (text := repr(args)) not in seen:
            seen.add(text)
            try:
                found.add(size, args)
            except ValueError:
                return None
            if len(found.texts[-1]) > MOST_OUT:
                return None
    fine = _varied(found) and len(shown(found)) == PUBLIC and _told(rng, found) and _needed(found)
    return found if fine else None


def agree(found: Pool, source: str, entry: str) -> bool:
    """Whether the reference gives the results of the pool, and soon enough."""
    outcomes = run_calls(source, entry, found.calls, fuel=FUEL)
    for args, wanted, outcome in zip(found.calls, found.results, outcomes, strict=True):
        if not outcome.exhausted and (outcome.error or not equal(outcome.value, wanted)):
            raise GenerationError(f"reference and meaning differ on {args!r}: {outcome} {wanted!r}\n{source}")
    return not any(outcome.exhausted for outcome in outcomes)


def inputs_of(program: Json) -> Inputs:
    """Where the calls of a program come from."""
    return Inputs([kind for _, kind in program["params"]], mentioned([program["lets"], program["steps"]]))


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


def failing_calls(variant: Json, found: Pool) -> Callable[[int], bool]:
    """Tells of a call whether a variant of the program gives something else there, or cannot be run at all.

    Steps that both have at the beginning are not done again; and where a value is as it was before the steps that both
    have at the end, so is the result.
    """
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


def _told(rng: Random, found: Pool) -> bool:
    """Whether nearly all mistakes in the program, of a sample, are told by some call."""
    slips = list(nearby(found.program))
    tried = min(SLIPS, len(slips))
    order, untold = list(range(len(found.calls))), 0
    for slip in rng.sample(slips, tried):
        fails = failing_calls(slip, found)
        for place, i in enumerate(order):
            if fails(i):
                if place:  # it tells more than those before, so it is tried first from now on
                    order.insert(0, order.pop(place))
                break
        else:
            untold += 1
            if untold > MOST_UNTOLD * tried:
                return False
    return True


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
        if size in (1, 2, 3) and len(repr(args)) + len(found.texts[i]) <= MOST_SHOWN - 4
    ]
    small.sort(key=lambda i: (found.results[i] in ([], {}, "", 0, -1), found.sizes[i] == 3, i))
    first: dict[str, int] = {}
    for i in small:
        first.setdefault(found.texts[i], i)
    return list(first.values())[:PUBLIC]
