"""Tries steps out while a program is drawn, so that dull ones are replaced at once.

What simpler programs make of the same values goes along, so that a step that hides what an earlier one does is
replaced as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ...base import Json
from .inputs import Inputs
from .kinds import after
from .nearby_programs import fits, simpler_step
from .semantics import Names, Stage, expression, stage

SIZES = (2, 3, 3, 3, 4, 4)
MOST = 700
EMPTY = frozenset(("[]", "{}", "''", "0", "-1"))
"""Results that hold next to nothing, as `repr` writes them."""
ALONE = frozenset("count largest first_where count_entries count_nodes count_kinds".split())
"""Steps whose results may be alike more often."""
OFTEN = 2
"""For so many of the values, simpler steps must make something else."""
KEPT = 3
"""So many of these places of a simpler program are kept at most."""
ERRORS = (TypeError, ValueError, ZeroDivisionError, KeyError, IndexError, AttributeError)

Rival = tuple[str, list[tuple[int, Json]]]
"""A simpler program: the type of what it makes, and places where that is something else, with what it is."""


class Trial:
    """Values on their way through a program that is being drawn.

    Attributes:
        again: whether the program is to be drawn again without the steps that do not go.
    """

    again = False

    def __init__(self, rng: Random, name: str, kind: str) -> None:
        self.rng, self.draw = rng, Inputs([kind], [])
        self.values = [self.draw(rng, size)[0] for size in SIZES]
        self.names: list[Names] = [{name: value} for value in self.values]
        self.given = self.values
        self.rivals: list[Rival] = []
        self.before: list[tuple[list[Json], list[Rival]]] = []

    def add(self, name: str, kind: str) -> None:
        """Draw values for one more parameter."""
        for names, first, size in zip(self.names, self.given, SIZES, strict=True):
            if name not in names:
                names[name] = self.draw.other(self.rng, kind, size, first)

    def back(self) -> None:
        """Undo the step that was taken last."""
        self.values, self.rivals = self.before.pop()

    def name(self, name: str, node: Json) -> None:
        """Give a name to the value of an expression."""
        value = expression(node)
        for names in self.names:
            names[name] = value(names)

    def begin(self) -> bool:
        """Whether one more step is to be drawn and tried."""
        return True

    def goes(self, step: Json, kind: str, types: dict[str, str]) -> bool:
        """Whether a step leaves something that varies, is not empty and is needed; if so, it is taken.

        Args:
            step: the step.
            kind: the type that it is given.
            types: of the names in it.
        """
        made, results, seen = stage(step), [], set()
        twice, unchanged, empty = len(self.values) - (3 if step[0] in ALONE else 4), 2, 1  # so often at most
        then = after(step, kind, types)
        for value, names in zip(self.values, self.names, strict=True):
            try:
                result = made(value, names)
            except ValueError:
                return False  # the value is too large for it
            text = repr(result)
            results.append(result)
            twice -= text in seen
            seen.add(text)
            empty -= text in EMPTY
            unchanged -= then == kind and result == value
            if min(twice, unchanged, empty) < 0 or len(text) > MOST:
                return False
        rivals: list[Rival] = []
        for its, places in self.rivals:
            if its == kind or fits([step], its, types):
                places = _places(made, places, results, self.names)
                if len(places) < OFTEN:
                    return False
                rivals.append((then if its == kind else after(step, its, types), places))
        given = list(enumerate(self.values))
        for simpler in simpler_step(step, kind, types):
            places = _places(stage(simpler), given, results, self.names)
            if len(places) < OFTEN:
                return False
            rivals.append((after(simpler, kind, types), places))
        others = [pair for pair in given if pair[1] != results[pair[0]]]
        rivals.append((kind, others[:KEPT]))  # a program without the step
        self.before.append((self.values, self.rivals))
        self.values, self.rivals = results, rivals
        return True


def _places(
    made: Stage, values: Iterable[tuple[int, Json]], wanted: list[Json], names: list[Names]
) -> list[tuple[int, Json]]:
    """Where steps make something else of values, and what."""
    places: list[tuple[int, Json]] = []
    for place, value in values:
        try:
            result = made(value, names[place])
        except ERRORS:
            result = None
        if result != wanted[place]:
            places.append((place, result))
            if len(places) == KEPT:
                break
    return places


class StepChance:
    """Gives each step that is drawn a chance of its own."""

    def __init__(self, rng: Random) -> None:
        """Args: what draws the program; it begins anew with each step."""
        self._rng, self._seed = rng, rng.getrandbits(64)

    def next(self, *, passed: bool = False) -> None:
        """Go on to the next step, which may be passed over."""
        self._seed += 1
        if not passed:
            self._rng.seed(self._seed)


class Noting(Trial):
    """A trial that notes which steps go, so that the same program can be drawn again without it.

    Each step is drawn with chance of its own, so that those that do not go need not be drawn again.

    Attributes:
        said: a bit for each step that was drawn, the first one lowest, and a last bit of 1 above them.
    """

    again = True

    def __init__(self, chance: StepChance, rng: Random, name: str, kind: str) -> None:
        """Args: of the steps, what draws values, and the name and type of what is given."""
        super().__init__(rng, name, kind)
        self._chance, self.said = chance, 1

    def begin(self) -> bool:
        """See `Trial`."""
        self._chance.next()
        self.said += 1 << self.said.bit_length() - 1
        return True

    def goes(self, step: Json, kind: str, types: dict[str, str]) -> bool:
        """See `Trial`."""
        found = super().goes(step, kind, types)
        if found:
            self.said |= 1 << self.said.bit_length() - 2
        return found


class Told:
    """Says again what a trial said, without trying."""

    again = True

    def __init__(self, chance: StepChance, said: int) -> None:
        """Args: of the steps, and what `Noting` noted."""
        self._chance, self._said = chance, said

    @property
    def ended(self) -> bool:
        """Whether all was said again, and no more was asked."""
        return self._said == 1

    def add(self, name: str, kind: str) -> None:
        """Nothing: no values are needed."""

    def back(self) -> None:
        """Nothing: there is nothing to undo."""

    def name(self, name: str, node: Json) -> None:
        """Nothing: no values are needed."""

    def begin(self) -> bool:
        """What was said of the next step; no, if more are asked about than there were."""
        found = self._said > 1 and bool(self._said & 1)
        self._said >>= 1
        self._chance.next(passed=not found)
        return found

    def goes(self, step: Json, kind: str, types: dict[str, str]) -> bool:
        """Yes: no other step is drawn."""
        return True
