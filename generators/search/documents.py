"""Writes the corpus of a world: biographies, gazetteers, annals, letters, registers, notes, and pages about nothing.

Every fact is stated in as many documents as `per_fact` says, each time by another sentence. A document lists in
`Document.facts` exactly what its sentences state; it says when it was written, and that is after all that it states
could be known. What is open in it ("since ...") still holds today. Titles are names of entities, or years.
"""

from __future__ import annotations

from datetime import date
from random import Random

from .lookup import day_of, known_since
from .relations import PHRASES
from .styles import STYLES, Written, article, known_as, noise
from .templates import FactWriter, written
from .world import Date, Document, Fact, World, ordinal_date


def write(
    rng: Random,
    world: World,
    *,
    per_fact: tuple[int, int] = (1, 2),
    paraphrase: int = 1,
    facts: tuple[int, int] = (3, 7),
    noise: float = 0.05,
    bynames: float = 0.0,
    chatter: float = 0.3,
    recent: int = 30,
) -> list[Document]:
    """The documents of a world, in an order that says nothing.

    Args:
        rng: the source of chance.
        world: what is true.
        per_fact: how many documents state a fact: the least and the most, at most 3.
        paraphrase: how far sentences go from the plainest one: 0, 1 or 2.
        facts: about how many facts a document states: the least and the most.
        noise: the share of documents that state no fact, below 1.
        bynames: the share of places in which an alias stands for a name, where there is one. The documents that state
            an alias (`styles.known_as`) are then needed as well.
        chatter: the chance of a sentence without facts after one with them.
        recent: the documents were written within so many years before today, or later where a fact demands it.

    Raises:
        ValueError: if a range is empty, or a fact would be stated nowhere.
    """
    if not 1 <= per_fact[0] <= per_fact[1] <= 3 or not 1 <= facts[0] <= facts[1]:
        raise ValueError("per_fact must be a range in 1 to 3, and facts a range that begins at 1 or more")
    if not 0 <= noise < 1:
        raise ValueError(f"the share of noise must be at least 0 and below 1, not {noise}")
    teller = FactWriter(rng, world, paraphrase=paraphrase, bynames=bynames)
    return _Writer(teller, per_fact, facts, chatter, recent).documents(noise)


def numbered(rng: Random, documents: list[Document]) -> list[Document]:
    """The documents in a new order, with new ids by their places."""
    shuffled = list(documents)
    rng.shuffle(shuffled)
    width = max(4, len(str(len(shuffled))))
    return [
        Document(
            f"d{i:0{width}}", old.title, old.text, old.facts, old.claims, old.source, old.date, old.injected
        )
        for i, old in enumerate(shuffled, 1)
    ]


class _Writer:
    """Deals facts out to documents."""

    def __init__(
        self, teller: FactWriter, per_fact: tuple[int, int], sizes: tuple[int, int], chatter: float, recent: int
    ) -> None:
        self.teller, self.rng, self.world = teller, teller.rng, teller.world
        self.per_fact, self.sizes, self.chatter = per_fact, sizes, chatter
        self.today = date(*day_of(self.world.today)).toordinal()
        self.days = recent * 365
        self.pages: list[Document] = []
        self.known: dict[str, int] = {}

    def documents(self, share: float) -> list[Document]:
        """All documents; a share of them states nothing."""
        own, others = self._spread()
        introduced = set()
        for subject, group in own.items():
            kind = self.world.entities[subject].kind
            source = "Biographies" if kind == "person" else "Gazetteer"
            introduced.add(subject)
            for part, chunk in enumerate(self._chunks(group)):
                self._page(article(self.teller, chunk, part, self.chatter), chunk, source)
        for (style, _), group in others.items():
            write_style, source = STYLES[style]
            for chunk in self._chunks(group):
                self._page(write_style(self.teller, chunk, self.chatter), chunk, source)
        for entity in self.world.entities.values():
            if entity.aliases and entity.id not in introduced:
                self._page((entity.name, [known_as(self.rng, entity)]), [], "Gazetteer")
        ids = list(self.world.entities)
        for _ in range(round(len(self.pages) * share / (1 - share))):
            self._page(noise(self.rng, self.world.entities[self.rng.choice(ids)]), [], "Miscellany")
        return numbered(self.rng, self.pages)

    def _spread(self) -> tuple[dict[str, list[Fact]], dict[tuple[str, str], list[Fact]]]:
        """Which facts go into articles about their subjects, and which into documents of other styles."""
        rng = self.rng
        low, high = self.per_fact
        own: dict[str, list[Fact]] = {}
        others: dict[tuple[str, str], list[Fact]] = {}
        letters: dict[str, Fact] = {}
        for fact in self.world.facts.values():
            times = rng.randint(low, high)
            styles = _styles(fact)
            if rng.random() < 0.85 or times > len(styles):
                own.setdefault(fact.subject, []).append(fact)
                times -= 1
            if not times:
                continue
            # One of a sample is what a choice is, which takes a third of the time.
            for key in [rng.choice(styles)] if times == 1 else rng.sample(styles, times):
                if key[0] == "letter":
                    letters[fact.id] = fact
                else:
                    others.setdefault(key, []).append(fact)
        # A page with one or two facts about this and that is rather part of a letter.
        for key in [key for key, group in others.items() if len(group) < (3 if key[0] == "register" else 2)]:
            if not any(fact.id in letters for fact in others[key]):
                letters.update((fact.id, fact) for fact in others.pop(key))
        others["letter", ""] = list(letters.values())
        return own, others

    def _chunks(self, group: list[Fact]) -> list[list[Fact]]:
        """The facts shuffled and in parts of about the same size."""
        group = list(group)
        if len(group) > 1:
            self.rng.shuffle(group)
        chunks = []
        low, high = self.sizes
        while group:
            parts = max(1, -(-len(group) // high))
            size = min(len(group), self.rng.randint(low, high) if parts > 3 else -(-len(group) // parts))
            chunks.append(group[:size])
            del group[:size]
        return chunks

    def _known_since(self, facts: list[Fact]) -> int:
        """The ordinal of the first day on which all of some facts could be written down; 0 for none."""
        known = self.known
        latest = 0
        for fact in facts:
            day = known.get(fact.id)
            if day is None:
                first = known_since(self.world, fact)
                day = known[fact.id] = date(first.year, first.month, first.day).toordinal()
            if day > latest:
                latest = day
        return latest

    def _page(self, text: Written, facts: list[Fact], source: str) -> None:
        title, sentences = text
        rng = self.rng
        known = self._known_since(facts)
        stamp = ordinal_date(min(self.today, max(known, self.today - int(rng.random() * self.days))))
        full_source = f"{source} of {self.world.name}"
        sentences.append(written(rng, full_source, stamp))
        stated = tuple([fact.id for fact in facts])
        self.pages.append(Document("", title, " ".join(sentences), stated, (), full_source, stamp))


def _styles(fact: Fact) -> list[tuple[str, str]]:
    """The styles other than an article that can state a fact, with what they put together."""
    styles = [("letter", ""), ("register", fact.relation)]
    value = fact.value
    year = value if isinstance(value, Date) else fact.since
    if year is not None:
        styles.append(("annals", str(year.year)))
    if isinstance(value, str) and PHRASES[fact.relation].value:
        styles.append(("about", value))
    return styles
