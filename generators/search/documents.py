"""Writes the corpus of a world: biographies, gazetteers, annals, letters, registers, and pages that say nothing.

Every fact is stated in as many documents as `per_fact` says. A document lists in `Document.facts` exactly what its
sentences state, and is dated after all that it states; it says its own date. Titles are names of entities or years.

Parameters: `per_fact` the least and most documents that state a fact, `facts` the same for the facts of a document,
`paraphrase` the level of `templates`, `noise` the share of documents without any fact, `bynames` how often an alias
stands where the name could, `recent` how many years back documents were written.
"""

from __future__ import annotations

from datetime import date
from random import Random

from .filler import filler
from .kinds import KINDS, called, pronoun
from .lookup import day_of, known_since
from .relations import PHRASES
from .templates import Teller, as_of, sentence
from .world import Date, Document, Fact, World


def write(
    rng: Random,
    world: World,
    *,
    per_fact: tuple[int, int] = (1, 2),
    paraphrase: int = 1,
    facts: tuple[int, int] = (2, 6),
    noise: float = 0.05,
    bynames: float = 0.0,
    chatter: float = 0.3,
    recent: int = 30,
) -> list[Document]:
    """The documents of a world, in an order that says nothing.

    Args:
        rng: the source of chance.
        world: what is true.
        per_fact: how many documents state a fact: the least and the most.
        paraphrase: how far sentences go from the plainest one: 0, 1 or 2.
        facts: about how many facts a document states: the least and the most.
        noise: the share of documents that state no fact.
        bynames: the share of places in which an alias stands for a name, where there is one.
        chatter: the chance of a sentence without facts after one with them.
        recent: the documents were written within so many years before today, or later where a fact demands it.

    Raises:
        ValueError: if a range is empty or a fact would be stated nowhere.
    """
    if not 1 <= per_fact[0] <= per_fact[1] or not 1 <= facts[0] <= facts[1]:
        raise ValueError("per_fact and facts must be ranges that begin at 1 or more")
    return _Writer(rng, world, per_fact, paraphrase, facts, noise, bynames, chatter, recent).documents()


class _Writer:
    def __init__(
        self,
        rng: Random,
        world: World,
        per_fact: tuple[int, int],
        paraphrase: int,
        facts: tuple[int, int],
        noise: float,
        bynames: float,
        chatter: float,
        recent: int,
    ) -> None:
        self.rng = rng
        self.world = world
        self.teller = Teller(rng, world, paraphrase=paraphrase, bynames=bynames)
        self.per_fact, self.sizes = per_fact, facts
        self.noise, self.chatter = noise, chatter
        self.today = date(*day_of(world.today)).toordinal()
        self.days = int(recent * 365)
        self.pages: list[tuple[str, str, tuple[str, ...], str, Date]] = []

    def documents(self) -> list[Document]:
        """All documents, with ids by their place in the order."""
        own, others = self._spread()
        for group in own.values():
            for part, chunk in enumerate(self._chunks(group)):
                self._article(chunk, part)
        for (style, _key), group in others.items():
            for chunk in self._chunks(group):
                getattr(self, "_" + style)(chunk)
        count = round(len(self.pages) * self.noise / (1 - self.noise))
        names = list(self.world.entities.values())
        for _ in range(count):
            entity = self.rng.choice(names)
            text = " ".join(filler(self.rng) for _ in range(self.rng.randint(3, 7)))
            self._page(f"Remarks on a visit: {called(entity)}", [text], [], "Miscellany")
        self.rng.shuffle(self.pages)
        width = max(4, len(str(len(self.pages))))
        return [
            Document(f"d{i:0{width}}", title, text, facts, (), source, day)
            for i, (title, text, facts, source, day) in enumerate(self.pages, 1)
        ]

    def _spread(self) -> tuple[dict[str, list[Fact]], dict[tuple[str, str], list[Fact]]]:
        """Which facts go into articles about their subjects, and which into documents of other styles."""
        rng = self.rng
        own: dict[str, list[Fact]] = {}
        others: dict[tuple[str, str], list[Fact]] = {}
        low, high = self.per_fact
        for fact in self.world.facts.values():
            times = rng.randint(low, high)
            if rng.random() < 0.85:
                own.setdefault(fact.subject, []).append(fact)
                times -= 1
            styles = self._styles(fact)
            for style, key in rng.sample(styles, min(times, len(styles))):
                others.setdefault((style, key), []).append(fact)
        return own, others

    def _styles(self, fact: Fact) -> list[tuple[str, str]]:
        styles = [("letter", f"{fact.relation[0]}{hash_free(fact.id) % 999}"), ("register", fact.relation)]
        year = fact.value if isinstance(fact.value, Date) else fact.since
        if year is not None:
            styles.append(("annals", str(year.year)))
        if isinstance(fact.value, str) and PHRASES[fact.relation].value:
            styles.append(("about", fact.value))
        return styles

    def _chunks(self, group: list[Fact]) -> list[list[Fact]]:
        rng = self.rng
        rng.shuffle(group)
        chunks = []
        at = 0
        while at < len(group):
            size = rng.randint(*self.sizes)
            chunks.append(group[at : at + size])
            at += size
        return chunks

    def _page(self, title: str, sentences: list[str], facts: list[Fact], source: str) -> None:
        known = max((date(*day_of(known_since(self.world, fact))).toordinal() for fact in facts), default=0)
        day = max(known, self.today - int(self.rng.random() * self.days))
        written = date.fromordinal(min(day, self.today))
        stamp = Date(written.year, written.month, written.day)
        lines = [*sentences, as_of(stamp)]
        self.pages.append(
            (title, " ".join(lines), tuple(fact.id for fact in facts), f"{source} of {self.world.name}", stamp)
        )

    def _maybe_chat(self, sentences: list[str]) -> None:
        if self.rng.random() < self.chatter:
            sentences.append(filler(self.rng))

    def _article(self, facts: list[Fact], part: int) -> None:
        """About one entity, the subject of all sentences."""
        entity = self.world.entities[facts[0].subject]
        spec = KINDS[entity.kind]
        sentences = []
        if entity.aliases and part == 0:
            other = called(entity, alias=0)
            sentences.append(sentence(f"{called(entity)}, also known as {other}, is the subject of this page."))
        it_is_clear = False
        at = 0
        while at < len(facts):
            fact = facts[at]
            if self.teller.paraphrase and at + 1 < len(facts) and self.rng.random() < 0.25:
                sentences.append(self.teller.joined(fact, facts[at + 1]))
                at += 2
                it_is_clear = False
                continue
            if it_is_clear and self.rng.random() < 0.5:
                sentences.append(sentence(f"{pronoun(entity)} {self.teller.predicate(fact)}."))
            else:
                sentences.append(self.teller.full(fact))
            it_is_clear = not isinstance(fact.value, str)
            before = len(sentences)
            self._maybe_chat(sentences)
            it_is_clear = it_is_clear and len(sentences) == before
            at += 1
        title = entity.name if part == 0 else f"{entity.name} ({('further notes', 'more')[part % 2]})"
        self._page(title, sentences, facts, "Biographies" if spec.noun == "person" else "Gazetteer")

    def _about(self, facts: list[Fact]) -> None:
        """About the entity that is the value of all facts."""
        groups: dict[str, list[Fact]] = {}
        for fact in facts:
            groups.setdefault(fact.relation, []).append(fact)
        sentences = []
        for relation, group in groups.items():
            found = self.world.relations[relation]
            if len(group) > 1 and found.inverse[1] and not found.temporal and not found.symmetric:
                sentences.append(self.teller.shared(group))
            else:
                sentences.extend(
                    sentence(f"{self.teller.value(fact)} {self.teller.of_value(fact)}.") for fact in group
                )
            self._maybe_chat(sentences)
        value = facts[0].value
        assert isinstance(value, str)
        self._page(f"Notes on {called(self.world.entities[value])}", sentences, facts, "Notebooks")

    def _annals(self, facts: list[Fact]) -> None:
        """What began in one year."""
        first = facts[0]
        year = first.value if isinstance(first.value, Date) else first.since
        assert year is not None
        sentences = [f"These are the entries for the year {year.year}."]
        for fact in facts:
            sentences.append(self.teller.full(fact))
            self._maybe_chat(sentences)
        self._page(f"Annals of {self.world.name}: the year {year.year}", sentences, facts, "Annals")

    def _letter(self, facts: list[Fact]) -> None:
        """This and that to a friend."""
        sentences = ["My dear friend, you asked me for news and for what I have found in the archives."]
        for fact in facts:
            sentences.append(self.teller.full(fact))
            self._maybe_chat(sentences)
        sentences.append("More when the roads are dry again.")
        self._page(f"A letter touching on {called(self.world.entities[facts[0].subject])}", sentences, facts, "Letters")

    def _register(self, facts: list[Fact]) -> None:
        """Entries about one relation, or a few, in the manner of an inventory."""
        relation = self.world.relations[facts[0].relation]
        sentences = [f"Extract from the register of {KINDS[relation.domain].plural}."]
        sentences.extend(self.teller.entry([fact]) for fact in facts)
        self._page(f"Register of {KINDS[relation.domain].plural}: {relation.noun}", sentences, facts, "Registers")


def hash_free(id: str) -> int:
    """The number in an id, for grouping without any hash."""
    return int(id[1:]) * 7919
