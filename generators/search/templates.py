"""Sentences that state facts: plain, passive, from the noun, embedded, joined, as lists of those who share a value.

Every sentence names its subject and its value (or says "it", "he" or "she" where only one thing can be meant), and
states the times of a temporal fact, so that a reader of the sentence knows the fact. `paraphrase` says how far the
sentences go from the plain one: 0 only plain ones, 1 other verbs, passives, nouns and fronted times, 2 also embedded
and reported ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .kinds import called
from .lookup import date_text, quantity_text
from .relations import PHRASES
from .world import Date, Fact, World

_REPORTED = (
    "It is recorded that {}.",
    "The registers agree that {}.",
    "As the clerks have written down, {}.",
    "Nobody disputes that {}.",
    "Two seals confirm that {}.",
    "The older rolls show that {}.",
    "It deserves to be remembered that {}.",
    "Every schoolchild learns that {}.",
    "One thing is certain: {}.",
    "An entry in the margin states that {}.",
    "The witnesses swore that {}.",
)


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[0].upper() + text[1:]


def listed(items: Sequence[str]) -> str:
    """Items joined as in speech: "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


class FactWriter:
    """Says facts of one world.

    Args:
        rng: the source of chance.
        world: what is true.
        paraphrase: how far sentences go from the plain one: 0, 1 or 2.
        bynames: the share of places in which an alias stands for a name, where there is one.

    Attributes:
        places: of the relations, in the order in which the world has them.
    """

    def __init__(self, rng: Random, world: World, *, paraphrase: int, bynames: float = 0.0) -> None:
        self.rng = rng
        self.world = world
        self.paraphrase = paraphrase
        self.places = {name: place for place, name in enumerate(world.relations)}
        self._bynames = bynames
        self._called = {id: called(entity) for id, entity in world.entities.items()}
        self._others = {}
        if bynames:
            self._others = {
                id: called(entity, alias=0) for id, entity in world.entities.items() if entity.aliases
            }

    def name(self, id: str) -> str:
        """What an entity is called here."""
        if self._bynames and id in self._others and self.rng.random() < self._bynames:
            return self._others[id]
        return self._called[id]

    def value(self, fact: Fact) -> str:
        """A fact's value in words."""
        value = fact.value
        if isinstance(value, str):
            return self.name(value) if value in self._called else value
        return date_text(value) if isinstance(value, Date) else quantity_text(value)

    def when(self, fact: Fact) -> str:
        """The times of a fact: "since ...", "from ... until ...", or nothing."""
        if fact.since is None:
            return ""
        if fact.until is None:
            return "since " + date_text(fact.since)
        return f"from {date_text(fact.since)} until {date_text(fact.until)}"

    def predicate(self, fact: Fact, *, times: bool = True) -> str:
        """What follows the subject's name."""
        phrases = PHRASES[fact.relation]
        says = self._pick(phrases.subject_now if _still(fact) else phrases.subject)
        says = says.replace("{v}", self.value(fact))
        return f"{says} {self.when(fact)}" if times and fact.since is not None else says

    def of_value(self, fact: Fact, *, times: bool = True) -> str:
        """What follows the value's name."""
        phrases = PHRASES[fact.relation]
        told = self._pick(phrases.value_now if _still(fact) else phrases.value)
        told = told.replace("{s}", self.name(fact.subject))
        return f"{told} {self.when(fact)}" if times and fact.since is not None else told

    def plain(self, fact: Fact) -> str:
        """A clause from the subject: "X studied under Y"."""
        return f"{self.name(fact.subject)} {self.predicate(fact)}"

    def by_value(self, fact: Fact) -> str:
        """A clause from the value: "Y taught X"."""
        return f"{self.value(fact)} {self.of_value(fact)}"

    def by_noun(self, fact: Fact) -> str:
        """A clause from the noun: "the mentor of X was Y", or turned round."""
        relation = self.world.relations[fact.relation]
        copula = "has been" if _still(fact) else PHRASES[fact.relation].copula
        of = f"{relation.noun} of {self.name(fact.subject)}"
        when = f" {self.when(fact)}" if fact.since is not None else ""
        value = self.value(fact)
        draw = self.rng.random()
        if relation.symmetric and not relation.functional and draw < 0.5:
            return f"{value} {copula} among the {relation.inverse[1]} of {self.name(fact.subject)}"
        if not relation.functional:
            return f"one {of} {copula} {value}{when}"
        if draw < 0.4:
            return f"the {of} {copula} {value}{when}"
        if relation.range in ("number", "date"):
            forms = (
                "the {0} is given as {1}",
                "the records give the {0} as {1}",
                "the {0}, as noted in the books, {2} {1}",
            )
            return self.rng.choice(forms).format(of, value, copula)
        if draw < 0.6 and not when:
            return f"as the {of} the records name {value}"
        return f"{value} {copula} the {of}{when}"

    def by_time(self, fact: Fact) -> str:
        """A clause with its times in front: "from ... until ... X lived in Y", "on ... X was born"."""
        if isinstance(fact.value, Date):
            says = self._pick(PHRASES[fact.relation].subject)
            return f"on {self.value(fact)} {self.name(fact.subject)} {says.removesuffix(' on {v}')}"
        if self.rng.random() < 0.5:
            return f"{self.when(fact)} {self.value(fact)} {self.of_value(fact, times=False)}"
        return f"{self.when(fact)} {self.name(fact.subject)} {self.predicate(fact, times=False)}"

    def cleft(self, fact: Fact) -> str:
        """A clause that points at the value: "it was Y who taught X"."""
        return f"it {'is' if _still(fact) else 'was'} {self.value(fact)} who {self.of_value(fact)}"

    def clause(self, fact: Fact) -> str:
        """A clause that states a fact, of one of the forms above."""
        if not self.paraphrase:
            return self.plain(fact)
        relation = self.world.relations[fact.relation]
        draw = self.rng.random()
        if draw < 0.3:
            return self.plain(fact)
        if draw < 0.5 and (fact.since is not None or isinstance(fact.value, Date)):
            return self.by_time(fact)
        if draw < 0.75 and PHRASES[fact.relation].value:
            return self.cleft(fact) if relation.range == "person" and draw > 0.68 else self.by_value(fact)
        return self.by_noun(fact)

    def full(self, fact: Fact) -> str:
        """A sentence that states a fact."""
        clause = self.clause(fact)
        if self.paraphrase > 1 and self.rng.random() < 0.3:
            return self.rng.choice(_REPORTED).format(clause)
        return sentence(clause) + "."

    def joined(self, first: Fact, second: Fact) -> str:
        """A sentence that states two facts of one subject."""
        name = self.name(first.subject)
        who = "who" if self.world.entities[first.subject].kind == "person" else "which"
        draw = self.rng.random()
        if draw < 0.4:
            return sentence(f"{name}, {who} {self.predicate(first)}, {self.predicate(second)}.")
        if draw < 0.7:
            return sentence(f"{name} {self.predicate(first)} and {self.predicate(second)}.")
        return sentence(f"{self.clause(first)}, and {self.clause(second)}.")

    def shared(self, facts: Sequence[Fact]) -> str:
        """A sentence that states facts of one relation and value: "The pupils of X include A, B and C."."""
        relation = self.world.relations[facts[0].relation]
        names = listed([self.name(fact.subject) for fact in facts])
        group = f"the {relation.inverse[1]} of {self.value(facts[0])}"
        draw = self.rng.random()
        if draw < 0.4:
            return f"Among {group} {'are' if PHRASES[relation.name].copula == 'is' else 'were'} {names}."
        if draw < 0.7:
            return f"{sentence(group)} include {names}."
        return f"{sentence(names)} are counted among {group}."

    def entry(self, facts: Sequence[Fact]) -> str:
        """One subject's facts as a register lists them: "X: mentor, Y; birthplace, Z."."""
        relations = self.world.relations
        parts = [
            f"{relations[fact.relation].noun}, {self.value(fact)}"
            + (f", {self.when(fact)}" if fact.since else "")
            for fact in facts
        ]
        return sentence(f"{self.name(facts[0].subject)}: {'; '.join(parts)}.")

    def _pick(self, phrases: Sequence[str]) -> str:
        if not self.paraphrase or len(phrases) == 1:
            return phrases[0]
        return phrases[int(self.rng.random() * len(phrases))]


def written(rng: Random, source: str, date: Date) -> str:
    """The line that says where and when a page was written."""
    day = date_text(date)
    forms = ("From the {}, written on {}.", "This page of the {} was written on {}.", "{}, entry of {}.")
    return rng.choice(forms).format(source, day)


def _still(fact: Fact) -> bool:
    return fact.since is not None and fact.until is None
