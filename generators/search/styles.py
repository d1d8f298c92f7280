"""The styles of documents: what a biography, a gazetteer, annals, a letter, an inventory or a notebook looks like.

Each function takes the facts of one document and gives its title and its sentences, which state exactly these facts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from .filler import filler, mention
from .kinds import KINDS, called, pronoun
from .templates import FactWriter, sentence
from .world import Date, Entity, Fact

Written = tuple[str, list[str]]
"""A title and sentences."""

_LETTER_OPENINGS = (
    "My dear friend, you asked me for news and for what I have found in the archives.",
    "Honoured colleague, here is what I could find out for you.",
    "Dear cousin, forgive my long silence; here is something for your collection.",
    "Dear sister, the winter is long, and I have read a great deal.",
    "To my patient publisher: these are the corrections that you wanted.",
    "Dear brother, you are right to ask, so I have looked it all up.",
)
_LETTER_CLOSINGS = (
    "More when the roads are dry again.",
    "Burn this, or keep it, as you please.",
    "Greet the others from me.",
    "The messenger is waiting, so I must stop here.",
    "I remain your faithful reader.",
)
_NOISE_TITLES = (
    "Remarks on a visit: {}",
    "An evening in an inn, with a word on {}",
    "Thoughts about {}",
    "{} in passing",
)


def article(teller: FactWriter, facts: Sequence[Fact], part: int, chatter: float) -> Written:
    """A page about one entity, the subject of all sentences: a biography or an entry of a gazetteer."""
    rng = teller.rng
    entity = teller.world.entities[facts[0].subject]
    sentences = []
    if part == 0 and entity.aliases:
        sentences.append(known_as(rng, entity))
    if not teller.paraphrase or rng.random() < 0.5:
        places = teller.places
        facts = sorted(facts, key=lambda fact: (places[fact.relation], str(fact.since or "")))
    if teller.paraphrase and len(facts) > 1 and rng.random() < 0.08:
        sentences.append(teller.entry(facts))
    else:
        sentences.extend(_told(teller, entity, facts, chatter))
    return (entity.name if part == 0 else f"{entity.name}, {_part_name(part)}"), sentences


def _part_name(part: int) -> str:
    return ("continued", "further notes", "supplement")[part - 1] if part < 4 else f"supplement {part - 2}"


def _told(teller: FactWriter, entity: Entity, facts: Sequence[Fact], chatter: float) -> list[str]:
    rng = teller.rng
    sentences: list[str] = []
    clear = False
    at = 0
    while at < len(facts):
        fact = facts[at]
        if teller.paraphrase and at + 1 < len(facts) and rng.random() < 0.25:
            sentences.append(teller.joined(fact, facts[at + 1]))
            at += 2
            clear = False
        else:
            if clear and rng.random() < 0.5:
                sentences.append(sentence(f"{pronoun(entity)} {teller.predicate(fact)}."))
            else:
                sentences.append(teller.full(fact))
            # After a date or a number nothing else than the subject has been named.
            clear = not isinstance(fact.value, str)
            at += 1
        if rng.random() < chatter:
            sentences.append(filler(rng))
            clear = False
    return sentences


def known_as(rng: Random, entity: Entity) -> str:
    """A sentence that gives an entity's other name."""
    name, other = called(entity), called(entity, alias=0)
    forms = (
        "{0}, also known as {1}, is the subject of this page.",
        "{1} is another name for {0}.",
        "Those who read of {1} should know that this is {0}.",
        "In some documents {0} is called {1}.",
    )
    return sentence(rng.choice(forms).format(name, other))


def about(teller: FactWriter, facts: Sequence[Fact], chatter: float) -> Written:
    """Notes on the entity that is the value of all facts, with lists of those who share it."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.relation, []).append(fact)
    sentences = []
    for name, group in groups.items():
        relation = teller.world.relations[name]
        if len(group) > 1 and relation.inverse[1] and not relation.temporal and not relation.symmetric:
            sentences.append(teller.shared(group))
        else:
            sentences.extend(sentence(f"{teller.by_value(fact)}.") for fact in group)
        _chat(teller.rng, sentences, chatter)
    value = facts[0].value
    assert isinstance(value, str)
    name = called(teller.world.entities[value])
    return teller.rng.choice(("Notes on {}", "A notebook: {}", "What is known about {}")).format(
        name
    ), sentences


def annals(teller: FactWriter, facts: Sequence[Fact], chatter: float) -> Written:
    """What happened or began in one year, in the order of the days."""
    dated = sorted(facts, key=lambda fact: str(begun(fact)))
    first = begun(dated[0])
    assert first is not None
    sentences = [
        teller.rng.choice(
            ("These are the entries for the year {}.", "In the year {} much was written down.", "Year {}.")
        ).format(first.year)
    ]
    for fact in dated:
        sentences.append(teller.full(fact))
        _chat(teller.rng, sentences, chatter)
    return f"Annals of {teller.world.name}: the year {first.year}", sentences


def begun(fact: Fact) -> Date | None:
    """The day of which annals speak: that of a date, or the beginning of a span."""
    return fact.value if isinstance(fact.value, Date) else fact.since


def letter(teller: FactWriter, facts: Sequence[Fact], chatter: float) -> Written:
    """News of this and that, in no order."""
    rng = teller.rng
    sentences = [rng.choice(_LETTER_OPENINGS)]
    for fact in facts:
        sentences.append(teller.full(fact))
        _chat(rng, sentences, chatter)
    sentences.append(rng.choice(_LETTER_CLOSINGS))
    name = called(teller.world.entities[facts[0].subject])
    title = rng.choice(("A letter touching on {}", "A letter: {} and other matters", "Letter about {}"))
    return title.format(name), sentences


def register(teller: FactWriter, facts: Sequence[Fact], chatter: float) -> Written:
    """Entries of an inventory: what is known in one respect about several of a kind."""
    relation = teller.world.relations[facts[0].relation]
    several = KINDS[relation.domain].plural
    sentences = [
        teller.rng.choice(("Extract from the register of {}.", "Inventory of {}, one leaf.")).format(several)
    ]
    sentences.extend(teller.entry([fact]) for fact in facts)
    return f"Register of {several}: {relation.noun}", sentences


def noise(rng: Random, entity: Entity) -> Written:
    """A page that names an entity and says nothing about it."""
    name = called(entity)
    sentences = [filler(rng) for _ in range(rng.randint(2, 6))]
    sentences.insert(rng.randint(0, len(sentences)), mention(rng, name))
    return sentence(rng.choice(_NOISE_TITLES).format(name)), sentences


def _chat(rng: Random, sentences: list[str], chatter: float) -> None:
    if rng.random() < chatter:
        sentences.append(filler(rng))


Style = Callable[[FactWriter, Sequence[Fact], float], Written]

STYLES: dict[str, tuple[Style, str]] = {
    "about": (about, "Notebooks"),
    "annals": (annals, "Annals"),
    "letter": (letter, "Letters"),
    "register": (register, "Registers"),
}
"""The styles other than articles, with the names of their publications."""
