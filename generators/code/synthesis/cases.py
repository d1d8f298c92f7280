"""The calls that a program is judged by: chosen so that what is near it is told from it.

A pool of calls is drawn and run. A program that gives nearly always the same, or that a simpler program equals on
nearly all of the pool, is refused, and so is one of whose mistakes many are told by no call. The hidden calls are a
fixed mix of sizes and, for each mistake in the program or in its reference that passes the mix, a call of the pool that
fails it, where there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from random import Random

from ...base import GenerationError, Json
from ..execute import Outcome, equal, packed, run_calls
from ..mutate import mutants
from .inputs import Inputs, mentioned
from .nearby_programs import nearby, simpler
from .semantics import Names, naming, ready, stage, through
from .trial import EMPTY

SIZES = (2, 3, 2, 4, 3, 2, 3, 1, 2, 3, 0, 0, 0, 0, 1, 1, 2, 4, 5, *(0, 1, 2, 3, 3, 4, 4, 5) * 3)
MIX = 19
"""The first so many calls of the pool are the mix."""
PUBLIC = 3
FUEL = 4000
MUTANTS = 8
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
    """

    def __init__(self, program: Json) -> None:
        self.program = program
        self.sizes: list[int] = []
        self.calls: list[list[Json]] = []
        self.results: list[Json] = []
        self.texts: list[str] = []
        self.names: list[Names] = []
        self.values: list[list[Json]] = []
        self._named, self._stages = naming(program), [stage(step) for step in program["steps"]]

    def add(self, size: int, args: list[Json]) -> Json:
        """Make one more call; its result.

        Raises:
            ValueError: if a number is too large.
        """
        names, values = self._named(args), [args[0]]
        for each in self._stages:
            values.append(each(values[-1], names))
        self.sizes.append(size)
        self.calls.append(args)
        self.results.append(values[-1])
        self.texts.append(repr(values[-1]))
        self.names.append(names)
        self.values.append(values)
        return values[-1]


def pool(rng: Random, program: Json) -> Pool | None:
    """Calls and what the program gives for them; None if it is not worth it, or gives too much."""
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
    return found if _varied(found) and _needed(found) else None


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
    changed, rest = through(steps[first : len(steps) - last]), through(whole[len(whole) - last :])

    def value(i: int) -> Json:
        names, before = found.names[i], found.values[i]
        made = changed(before[first], names)
        wanted = before[len(whole) - last]
        if made == wanted and repr(made) == repr(wanted):  # in the order of entries, too
            return found.results[i]
        return rest(made, names)

    return lambda i: _fails(lambda: value(i), found.results[i])


def _fails(value: Callable[[], Json], wanted: Json) -> bool:
    try:
        return not equal(value(), wanted)
    except (TypeError, ValueError, ZeroDivisionError, KeyError, IndexError, AttributeError):
        return True


def chosen(rng: Random, program: Json, source: str, entry: str, found: Pool) -> list[int] | None:
    """Places of the calls to use, those to show first.

    None if there are not enough to show, or if too many mistakes are told by none.
    """
    public = _public(found)
    if len(public) < PUBLIC:
        return None
    mix = [i for i in range(MIX) if i not in public]
    spare = [i for i in range(len(found.calls)) if i not in public and i not in mix]
    slips = list(nearby(program))
    discriminating = list(mix)
    tried = min(SLIPS, len(slips))
    untold = 0
    for slip in rng.sample(slips, tried):
        fails = failing_calls(slip, found)
        failing = next((i for i in chain(discriminating, spare) if fails(i)), None)
        if failing is not None and failing not in discriminating:
            discriminating.insert(0, failing)  # it tells much, so it is tried first from now on
            spare.remove(failing)
        untold += failing is None
        if untold > MOST_UNTOLD * tried:
            return None
    ready_calls = packed(found.calls)
    for mutant in mutants(source, rng, MUTANTS):
        order = [*discriminating, *spare]

        def lost(outcomes: list[Outcome], order: list[int] = order) -> bool:
            last = outcomes[-1]
            return not last.ok or not equal(last.value, found.results[order[len(outcomes) - 1]])

        outcomes = run_calls(mutant.source, entry, [ready_calls[i] for i in order], fuel=FUEL, stop=lost)
        failing = order[len(outcomes) - 1]
        if lost(outcomes) and outcomes[0].ok and failing not in discriminating:
            discriminating.append(failing)
            spare.remove(failing)
    return public + sorted(discriminating, key=lambda i: (found.sizes[i], i))


def _public(found: Pool) -> list[int]:
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
