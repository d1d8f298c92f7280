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
from .lookup import date_text, value_text
from .relations import PHRASES
from .world import Date, Fact, World

_REPORTED = (
    "It is recorded that {}.",
    "The registers agree that {}.",
    "As the clerks have written down, {}.",
    "Nobody disputes that {}.",
    "By all accounts, {}.",
    "Two seals confirm that {}.",
    "The older rolls show that {}.",
    "It deserves to be remembered that {}.",
)


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[0].upper() + text[1:]


def listed(items: Sequence[str]) -> str:
    """Items joined as in speech: "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


class Teller:
    """Says facts of one world.

    Args:
        rng: the source of chance.
        world: what is true.
        paraphrase: how far sentences go from the plain one: 0, 1 or 2.
        bynames: the share of places in which an alias stands for a name, where there is one.
    """

    def __init__(self, rng: Random, world: World, *, paraphrase: int, bynames: float = 0.0) -> None:
        self.rng = rng
        self.world = world
        self.paraphrase = paraphrase
        self._bynames = bynames
        self._called = {id: called(entity) for id, entity in world.entities.items()}
        self._others = {id: called(entity, alias=0) for id, entity in world.entities.items() if entity.aliases}

    def name(self, id: str) -> str:
        """What an entity is called here."""
        if self._bynames and id in self._others and self.rng.random() < self._bynames:
            return self._others[id]
        return self._called[id]

    def value(self, fact: Fact) -> str:
        """A fact's value in words."""
        value = fact.value
        return self.name(value) if isinstance(value, str) and value in self._called else value_text(self.world, value)

    def when(self, fact: Fact) -> str:
        """The times of a fact: "since ...", "from ... until ...", or nothing."""
        if fact.since is None:
            return ""
        if fact.until is None:
            return "since " + date_text(fact.since)
        return f"from {date_text(fact.since)} until {date_text(fact.until)}"

    def _pick(self, phrases: Sequence[str]) -> str:
        if not self.paraphrase or len(phrases) == 1:
            return phrases[0]
        return phrases[int(self.rng.random() * len(phrases))]

    def predicate(self, fact: Fact, *, times: bool = True) -> str:
        """What follows the subject's name."""
        phrases = PHRASES[fact.relation]
        open_span = fact.since is not None and fact.until is None
        says = self._pick(phrases.subject_now if open_span else phrases.subject).format(v=self.value(fact))
        return f"{says} {self.when(fact)}" if times and fact.since is not None else says

    def of_value(self, fact: Fact, *, times: bool = True) -> str:
        """What follows the value's name."""
        phrases = PHRASES[fact.relation]
        open_span = fact.since is not None and fact.until is None
        told = self._pick(phrases.value_now if open_span else phrases.value).format(s=self.name(fact.subject))
        return f"{told} {self.when(fact)}" if times and fact.since is not None else told

    def plain(self, fact: Fact) -> str:
        """The subject's name and what is said of it, as a clause."""
        return f"{self.name(fact.subject)} {self.predicate(fact)}"

    def by_noun(self, fact: Fact) -> str:
        """A clause of the form "the mentor of X was Y"."""
        noun = self.world.relations[fact.relation].noun
        copula = PHRASES[fact.relation].copula
        if fact.since is not None and fact.until is None:
            copula = "has been"
        when = f" {self.when(fact)}" if fact.since is not None else ""
        return f"the {noun} of {self.name(fact.subject)} {copula} {self.value(fact)}{when}"

    def clause(self, fact: Fact) -> str:
        """A clause that states a fact, of one of several forms."""
        if not self.paraphrase:
            return self.plain(fact)
        draw = self.rng.random()
        if draw < 0.4:
            return self.plain(fact)
        if draw < 0.6 and fact.since is not None:
            return f"{self.when(fact)} {self.name(fact.subject)} {self.predicate(fact, times=False)}"
        if draw < 0.75 and PHRASES[fact.relation].value:
            return f"{self.value(fact)} {self.of_value(fact)}"
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
        if self.rng.random() < 0.5:
            return sentence(f"{name}, {who} {self.predicate(first)}, {self.predicate(second)}.")
        return sentence(f"{name} {self.predicate(first)} and {self.predicate(second)}.")

    def shared(self, facts: Sequence[Fact]) -> str:
        """A sentence that states facts of one relation and value: "The pupils of X include A, B and C."."""
        relation = self.world.relations[facts[0].relation]
        names = listed([self.name(fact.subject) for fact in facts])
        noun = relation.inverse[1]
        forms = ("Among the {} of {} {} {}.", "The {} of {} include {}.")
        if self.rng.random() < 0.5:
            verb = "are" if PHRASES[relation.name].copula == "is" else "were"
            return forms[0].format(noun, self.value(facts[0]), verb, names)
        return forms[1].format(noun, self.value(facts[0]), names)

    def entry(self, facts: Sequence[Fact]) -> str:
        """One subject's facts as a register lists them: "X: mentor, Y; birthplace, Z."."""
        nouns = self.world.relations
        parts = [
            f"{nouns[fact.relation].noun}, {self.value(fact)}" + (f", {self.when(fact)}" if fact.since else "")
            for fact in facts
        ]
        return sentence(f"{self.name(facts[0].subject)}: {'; '.join(parts)}.")


def as_of(date: Date) -> str:
    """The line that says when a page was written."""
    return f"Written on {date_text(date)}."
