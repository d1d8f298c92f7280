"""Claims about a world: what they say, which facts decide them, and which documents show it.

A claim has one or two *atoms*: something about the value of a relation. The subject of an atom is named, or it is the
value of another relation (a bridge). A comparison sets the values of two subjects against each other.

Documents count for a fact with times only for the days that they cover: from its beginning to its end, or to the day
on which the document was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from ..base import Json
from .kinds import KINDS, called
from .lookup import date_text, day_of, quantity_text, value_text
from .passages import noun
from .relations import PHRASES, RELATIONS
from .templates import sentence
from .world import Date, Fact, Quantity, Value, World

Label = Literal["supported", "refuted", "not enough information"]
NEI: Label = "not enough information"


@dataclass(frozen=True, slots=True)
class Atom:
    """Something about a value.

    Attributes:
        fact: the true fact about which it is.
        test: ``is`` the value, ``more`` than a quantity, or ``before`` the year of a date.
        value: what the claim says.
    """

    fact: Fact
    test: Literal["is", "more", "before"]
    value: Value

    def true(self) -> bool:
        """Whether it is so."""
        real = self.fact.value
        if self.test == "is":
            return real == self.value
        if isinstance(real, Quantity) and isinstance(self.value, Quantity):
            return real.amount > self.value.amount
        assert isinstance(real, Date)
        assert isinstance(self.value, Date)
        return real.year < self.value.year


@dataclass(frozen=True, slots=True)
class Claim:
    """What is to be judged.

    Attributes:
        shape: value (one atom), bridge, both (two atoms) or compare.
        atoms: one or two.
        via: the fact whose value is the subject of the atom of a bridge.
        others: the two facts of a comparison: the first has more, or is earlier.
        day: of which facts with times are told.
    """

    shape: Literal["value", "bridge", "both", "compare"]
    atoms: tuple[Atom, ...] = ()
    via: Fact | None = None
    others: tuple[Fact, ...] = ()
    day: Date | None = None

    def facts(self) -> tuple[Fact, ...]:
        """The facts that decide it."""
        return (*((self.via,) if self.via else ()), *(atom.fact for atom in self.atoms), *self.others)

    def hops(self) -> int:
        """How many facts must be looked up at most."""
        return len(self.facts())


def states(fact: Fact, wanted: Fact, day: Date | None, written: Date) -> bool:
    """Whether a document of the day `written` that states `fact` shows `wanted` for the day of the claim."""
    if (fact.subject, fact.relation, fact.value) != (wanted.subject, wanted.relation, wanted.value):
        return False
    if day is None or fact.since is None:
        return True
    end = day_of(fact.until) > day_of(day) if fact.until is not None else day_of(written) >= day_of(day)
    return day_of(fact.since) <= day_of(day) and end


def judged(claim: Claim, showing: Mapping[str, Sequence[str]]) -> tuple[Label, list[list[str]]]:
    """The label of a claim and all minimal sets of documents that show it.

    Args:
        claim: with the true facts that it is about.
        showing: for the id of each of these facts, the documents that show it.
    """
    if claim.shape == "both":
        wrong = [[id] for atom in claim.atoms if not atom.true() for id in showing[atom.fact.id]]
        if wrong:
            return "refuted", _least(wrong)
        if any(not atom.true() for atom in claim.atoms):
            return NEI, []
    sets = _least([list(ids) for ids in product(*(showing[fact.id] for fact in claim.facts()))])
    if not sets:
        return NEI, []
    return ("supported" if true(claim) else "refuted"), sets


def true(claim: Claim) -> bool:
    """Whether a claim is true in the world."""
    if claim.shape == "compare":
        first, second = (fact.value for fact in claim.others)
        if isinstance(first, Quantity) and isinstance(second, Quantity):
            return first.amount > second.amount
        assert isinstance(first, Date)
        assert isinstance(second, Date)
        return day_of(first) < day_of(second)
    return all(atom.true() for atom in claim.atoms)


def _least(sets: Sequence[Sequence[str]]) -> list[list[str]]:
    """The sets that hold no other one of them."""
    found = {frozenset(ids) for ids in sets}
    return sorted(sorted(ids) for ids in found if not any(other < ids for other in found))


# Words.


def claim_text(world: World, claim: Claim) -> str:
    """A claim as a sentence."""
    when = f"on {date_text(claim.day)} " if claim.day is not None else ""
    if claim.shape == "compare":
        first = claim.others[0]
        copula = PHRASES[first.relation].copula
        more = "earlier" if isinstance(first.value, Date) else "greater"
        names = [called(world.entities[fact.subject]) for fact in claim.others]
        return sentence(f"the {noun(first.relation)} of {names[0]} {copula} {more} than that of {names[1]}.")
    if claim.via is not None:
        atom, relation = claim.atoms[0], RELATIONS[claim.via.relation]
        inner = f"the {noun(relation.name)} of {called(world.entities[claim.via.subject])}"
        kind = KINDS[relation.range].noun
        if relation.temporal:
            inner = f"the {kind} {'who' if kind == 'person' else 'that'} {when}was {inner}"
        before = when if RELATIONS[atom.fact.relation].temporal else ""
        return sentence(before + _said(world, atom, inner) + ".")
    parts = []
    for atom in claim.atoms:
        before = when if RELATIONS[atom.fact.relation].temporal else ""
        parts.append(before + _said(world, atom, called(world.entities[atom.fact.subject])))
    return sentence(", and ".join(parts) + ".")


def _said(world: World, atom: Atom, subject: str) -> str:
    relation = RELATIONS[atom.fact.relation]
    copula = PHRASES[relation.name].copula
    value = value_text(world, atom.value)
    if isinstance(atom.value, Quantity):
        bare = atom.value.unit in noun(relation.name)  # "the number of leaves is 120"
        value = quantity_text(Quantity(atom.value.amount) if bare else atom.value)
    if atom.test == "more":
        value = f"more than {value}"
    if atom.test == "before":
        assert isinstance(atom.value, Date)
        value = f"before the year {atom.value.year}"
    return f"the {noun(relation.name)} of {subject} {copula} {value}"


def uniqueness(claim: Claim) -> list[str]:
    """What has only one value, as sentences: without it another value would refute nothing."""
    names = dict.fromkeys(fact.relation for fact in claim.facts())
    told = []
    for name in names:
        relation = RELATIONS[name]
        kind = KINDS[relation.domain].noun
        once = " at a time" if relation.temporal else ""
        told.append(f"{_article(kind)} {kind} has no more than one {noun(name)}{once}.")
    return told


def _article(word: str) -> str:
    return "An" if word[0] in "aeiou" else "A"


def as_json(claim: Claim) -> Json:
    """A claim for the solver: it names no true value but what the claim says."""
    return {
        "shape": claim.shape,
        "via": None if claim.via is None else [claim.via.subject, claim.via.relation],
        "atoms": [
            [
                atom.fact.subject if claim.via is None else None,
                atom.fact.relation,
                atom.test,
                _plain(atom.value),
            ]
            for atom in claim.atoms
        ],
        "others": [[fact.subject, fact.relation] for fact in claim.others],
        "day": None if claim.day is None else str(claim.day),
    }


def _plain(value: Value) -> Json:
    return value.amount if isinstance(value, Quantity) else str(value)
