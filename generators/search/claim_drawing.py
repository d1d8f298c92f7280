"""Draws claims for claim check: true or false ones, of each shape, about facts of a world."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from .claims import NEI, Atom, Claim, Label, true
from .passages import ASKED, day_within, lasted, other_value, similar
from .relations import RELATIONS
from .world import Date, Fact, Quantity, Value, World

_ASKED = frozenset(ASKED)
_Test = Callable[[Fact], bool]


class DeadEnd(Exception):
    """A world or a claim that does not do."""


class Drawer:
    """Draws claims about a world."""

    def __init__(self, rng: random.Random, world: World, temporal: float) -> None:
        self.rng, self.world, self.temporal = rng, world, temporal
        self._asked = {
            name: [fact for fact in facts if lasted(fact, world)]
            for name, facts in world.by_relation.items()
            if name in _ASKED
        }

    def claim(self, shape: str, label: Label) -> Claim:
        """A claim of a shape that is true or false, as the label needs it."""
        rng = self.rng
        right = label == "supported" or (label == NEI and rng.random() < 0.5)
        if shape == "compare":
            return self._compare(right)
        if shape == "bridge":
            return self._bridge(right)
        if shape == "both":
            return self._both(right)
        first = self._fact(lambda f: shape != "bound" or not isinstance(f.value, str))
        test = self._bound(first, right) if shape == "bound" else self._equal(first, right)
        return Claim("value", (test,), day=self._day(first))

    def _fact(self, fits: _Test) -> Fact:
        """A fact of a relation drawn first, so that rare ones come, too."""
        rng = self.rng
        found = {}
        for name, facts in self._asked.items():
            fitting = [fact for fact in facts if fits(fact)]
            if fitting:
                found[name] = fitting
        wanted = rng.random() < self.temporal
        names = [name for name in found if RELATIONS[name].temporal == wanted] or list(found)
        if not names:
            raise DeadEnd
        return rng.choice(found[rng.choice(names)])

    def _day(self, *facts: Fact) -> Date | None:
        for fact in facts:
            if fact.since is not None:
                return day_within(self.rng, fact, self.world)
        return None

    def _bridge(self, right: bool) -> Claim:
        """A claim about what another fact names; only one of both facts has times."""
        by_relation = self.world.by_relation
        starts = {fact.subject for name in self._asked for fact in by_relation[name]}
        via = self._fact(lambda f: isinstance(f.value, str) and f.value in starts and f.value != f.subject)
        last = self._fact(
            lambda f: (
                f.subject == via.value and f.value != via.subject and (via.since is None or f.since is None)
            )
        )
        bound = not isinstance(last.value, str) and self.rng.random() < 0.5
        atom = self._bound(last, right) if bound else self._equal(last, right)
        return Claim("bridge", (atom,), via, day=self._day(via, last))

    def _both(self, right: bool) -> Claim:
        first = self._fact(lambda f: True)
        second = self._fact(
            lambda f: (
                f.subject == first.subject
                and f.relation != first.relation
                and (f.since is None or first.since is None)
            )
        )
        wrong = self.rng.randrange(2)
        atoms = tuple(self._equal(fact, right or place != wrong) for place, fact in enumerate((first, second)))
        return Claim("both", atoms, day=self._day(first, second))

    def _compare(self, right: bool) -> Claim:
        first = self._fact(lambda f: not isinstance(f.value, str))
        second = self._fact(
            lambda f: f.relation == first.relation and f.subject != first.subject and f.value != first.value
        )
        claim = Claim("compare", others=(first, second))
        return claim if true(claim) == right else Claim("compare", others=(second, first))

    def _equal(self, fact: Fact, right: bool) -> Atom:
        return Atom(fact, "is", fact.value if right else self._false(fact))

    def _false(self, fact: Fact) -> Value:
        """Another value: often one of another time, or that of somebody with a similar name."""
        rng, world = self.rng, self.world
        if isinstance(fact.value, str):
            before = [
                other.value
                for other in world.of_subject(fact.subject, fact.relation)
                if other.value != fact.value
            ]
            if before and rng.random() < 0.6:
                return rng.choice(before)
        value = other_value(rng, world, fact)
        if value is None or value == fact.value:
            raise DeadEnd
        if isinstance(value, str) and rng.random() < 0.5:
            known = {f.value for f in world.of_subject(fact.subject, fact.relation)} | {fact.subject}
            close = [id for id in similar(world, str(fact.value))[:2] if id not in known]
            value = close[0] if close else value
        return value

    def _bound(self, fact: Fact, right: bool) -> Atom:
        rng = self.rng
        if isinstance(fact.value, Date):
            years = rng.randint(1, 30)
            return Atom(fact, "before", Date(fact.value.year + (years if right else -years), 1, 1))
        assert isinstance(fact.value, Quantity)
        amount = int(fact.value.amount * (rng.uniform(0.6, 0.95) if right else rng.uniform(1.05, 1.5)))
        if not right and amount <= fact.value.amount:
            amount = int(fact.value.amount) + rng.randint(1, 3)
        if amount < 1:
            raise DeadEnd
        return Atom(fact, "more", replace(fact.value, amount=amount))
