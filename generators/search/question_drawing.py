"""Draws questions about a world: of a kind and with a number of hops, good by every proof of `proofs`.

`plan_building` makes plans, `evaluate` finds their answers, `wording` says them, and the proofs throw out those that
have a second answer, a way around a hop, or a leak. Which kinds of questions there are stands in `plan_building`.

Difficulty: `hops`, from 1 to 6, and the kinds; with `search`, questions that this search answers at once are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import comb, log
from random import Random

from ..base import GenerationError, Json
from .evaluate import Answer, NoAnswer, Reader, answer
from .fact_pages import Pages
from .links import Links
from .lookup import date_text
from .plan import All, Ask, Count, Exceeds, Larger, ValueOf, Who, Years, anchors, hops_of, to_json
from .plan_building import LEAST, Builder, DeadEnd
from .proofs import Finds, Proofs, Rejected
from .rules import AMOUNTS
from .ways import Ways
from .wording import question_text
from .world import Date, Document, Fact, Quantity, World

__all__ = ["LEAST", "MOST_HOPS", "Question", "QuestionDrawer", "documents_by_fact", "draw_question"]

MOST_HOPS = 6
MOST_COMMON_COUNT = 0.3
"""About the share of the most common answer among counts, by measurement in worlds of all sizes."""
MOST_COMMON_YEARS = 0.03
"""The same for years between two dates."""
DAYS = 0.00002
"""The chance to guess a day of four hundred years, some of which have more dates than others."""
SUMS = 0.002
"""The chance to guess a sum."""
_TRIES = 600
_TRIES_OF_A_KIND = 75


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer and what the answer rests on.

    Attributes:
        ask: the plan.
        text: the question in English, with the form of the answer.
        answer: as text; the names of a list are separated by semicolons.
        kind: of the answer: entity, number, date, boolean or list.
        shape: of the question: a key of `builders.LEAST`.
        hops: how many look-ups of relations it takes.
        aliases: for each entity of the answer its other names.
        unit: of a number; empty for a count.
        needs: the ids of the facts without any of which the answer is another one or none.
        facts: all facts that were looked at on the way, for the solver.
        guess_rate: the chance that a blind answer of the right form is right.
    """

    ask: Ask
    text: str
    answer: str
    kind: str
    shape: str
    hops: int
    aliases: tuple[tuple[str, ...], ...]
    unit: str
    needs: tuple[str, ...]
    facts: tuple[str, ...]
    guess_rate: float

    def problem(self, world: World) -> dict[str, Json]:
        """What the solver needs: the plan, the facts around it, and the names."""
        facts = [world.facts[id] for id in self.facts]
        ids = [*anchors(self.ask)]
        for fact in facts:
            ids += [fact.subject, *([fact.value] if fact.value in world.entities else [])]  # type: ignore[list-item]
        return {
            "ask": to_json(self.ask),
            "today": str(world.today),
            "unit": self.unit,
            "facts": [_row(fact) for fact in facts],
            "symmetric": sorted({fact.relation for fact in facts if world.relations[fact.relation].symmetric}),
            "names": {id: [world.entities[id].name, *world.entities[id].aliases] for id in sorted(set(ids))},
        }

    def support(self, stated: Mapping[str, Sequence[str]]) -> list[list[str]]:
        """For each needed fact, the ids of the documents that state it.

        Args:
            stated: the documents of each fact; `documents_by_fact` makes it.
        """
        return [list(stated.get(fact, ())) for fact in self.needs]


def documents_by_fact(documents: Sequence[Document]) -> dict[str, list[str]]:
    """The ids of the documents that state a fact, by its id."""
    stated: dict[str, list[str]] = {}
    for document in documents:
        for fact in document.facts:
            stated.setdefault(fact, []).append(document.id)
    return stated


def draw_question(rng: Random, world: World, hops: int, kinds: Collection[str] | None = None) -> Question:
    """One question; `QuestionDrawer` is the way to draw several about one world."""
    return QuestionDrawer(world).draw(rng, hops, kinds)


class QuestionDrawer:
    """Draws questions about one world.

    Args:
        world: what is true.
        documents: the corpus; with it, no question of two or more hops is answered by a single document, and every
            needed fact is stated somewhere.
        search: finds the ids of the best documents for a query; with it, no question is answered by what it finds
            for the question as it stands.
        most: the greatest guess rate of answers that are an entity, a number or a date.
        pages: the corpus, if it is made ready for proofs already.
        ways: what leads where in the world, if that is known already.
        links: the same for single steps to entities, if that is known already.
        finds: the same search as `search`, if it can tell in less time whether it finds some places; see `Proofs`.
    """

    def __init__(
        self,
        world: World,
        documents: Sequence[Document] | None = None,
        search: Callable[[str, int], Sequence[str]] | None = None,
        *,
        most: float = 0.05,
        pages: Pages | None = None,
        ways: Ways | None = None,
        links: Links | None = None,
        finds: Finds | None = None,
    ) -> None:
        self.world = world
        self.most = most
        if pages is None and documents is not None:
            pages = Pages(world, documents)
        self.proofs = Proofs(world, pages, search, finds)
        self.builder = Builder(world, most, ways, links)

    def draw(
        self,
        rng: Random,
        hops: int,
        kinds: Collection[str] | None = None,
        answers: Collection[str] | None = None,
    ) -> Question:
        """A question with exactly so many hops, of one of the kinds, with one of the kinds of answers (None: any).

        Raises:
            ValueError: for hops or kinds that cannot be.
            GenerationError: if none is found in a bounded number of tries; the world is too small for it.
        """
        able = [kind for kind in LEAST if (kinds is None or kind in kinds) and LEAST[kind] <= hops]
        unknown = sorted(set(kinds or ()) - set(LEAST))
        if unknown or not able or not 1 <= hops <= MOST_HOPS:
            raise ValueError(f"no question of {hops} hops of the kinds {', '.join(unknown or kinds or ())}")
        shape = ""
        for tried in range(_TRIES):
            if tried % _TRIES_OF_A_KIND == 0:
                shape = rng.choice(able)
            try:
                return self.finished(rng, self.builder.build(rng, shape, hops, answers), shape, hops, answers)
            except (DeadEnd, Rejected, NoAnswer):
                continue
        raise GenerationError(
            f"no question of {hops} hops of the kinds {', '.join(able)}; make the world larger"
        )

    def finished(
        self, rng: Random, ask: Ask, shape: str, hops: int, answers: Collection[str] | None = None
    ) -> Question:
        """The question of a plan, with all proofs.

        Raises:
            DeadEnd: it has other hops than said, or its answer is too easily guessed, too short or too long, or not of
                the kinds that are wanted.
            Rejected: a proof fails; the message says which.
            NoAnswer: it has no answer, or more than one.
        """
        if hops_of(ask) != hops:
            raise DeadEnd
        reader = Reader(self.world, noting=True)
        found = answer(reader, ask)
        if answers is not None and _kind(ask, found) not in answers:
            raise DeadEnd
        if isinstance(ask, All) and isinstance(found, tuple) and not 2 <= len(found) <= 6:
            raise DeadEnd
        if isinstance(ask, Count) and isinstance(found, int) and not 2 <= found <= 12:
            raise DeadEnd
        if isinstance(ask, Years) and found == 0:
            raise DeadEnd
        rate = self.guess_rate(ask, found)
        if isinstance(ask, (Who, All, ValueOf)) and rate > self.most:
            raise DeadEnd
        text = question_text(rng, self.world, ask)
        needs = self.proofs.needs(ask, found, reader)
        self.proofs.check(ask, text, found, needs)
        kind, gold, aliases, unit = self._gold(ask, found)
        return Question(ask, text, gold, kind, shape, hops, aliases, unit, needs, tuple(reader.seen), rate)

    def _gold(self, ask: Ask, found: Answer) -> tuple[str, str, tuple[tuple[str, ...], ...], str]:
        kind = _kind(ask, found)
        if isinstance(found, bool):
            return kind, "yes" if found else "no", (), ""
        if isinstance(found, int):
            return kind, str(found), (), "years" if isinstance(ask, Years) else ""
        if isinstance(found, Quantity):
            return kind, str(found.amount), (), found.unit
        if isinstance(found, Date):
            return kind, date_text(found), (), ""
        entities = [self.world.entities[id] for id in found]
        return kind, "; ".join(e.name for e in entities), tuple(e.aliases for e in entities), ""

    def guess_rate(self, ask: Ask, found: Answer) -> float:
        """The chance that a blind answer of the right form is right: see each kind of answer."""
        if isinstance(ask, (Larger, Exceeds)):
            return 0.5
        if isinstance(ask, Count):
            return MOST_COMMON_COUNT
        if isinstance(ask, Years):
            return MOST_COMMON_YEARS
        if isinstance(found, tuple):
            count = len(self.builder.by_kind[self.world.entities[found[0]].kind])
            return round(1 / comb(count, min(len(found), count)), 9)
        if isinstance(found, Date):
            return DAYS
        if isinstance(ask, ValueOf):
            # Numbers are spread evenly over their magnitudes, so that the least ones are the best guesses.
            low, high, places = AMOUNTS[ask.relation]
            step = 0.1 if places else 1.0
            return round(log((low + 1.5 * step) / (low + 0.5 * step)) / log(high / low), 6)
        return SUMS


def _kind(ask: Ask, found: Answer) -> str:
    """The kind of an answer."""
    if isinstance(found, bool):
        return "boolean"
    if isinstance(found, (int, Quantity)):
        return "number"
    if isinstance(found, Date):
        return "date"
    return "list" if isinstance(ask, All) else "entity"


def _row(fact: Fact) -> Json:
    value: Json = fact.value
    if isinstance(value, Date):
        value = {"date": str(value)}
    elif isinstance(value, Quantity):
        value = {"amount": value.amount, "unit": value.unit}
    since, until = (None if day is None else str(day) for day in (fact.since, fact.until))
    return [fact.subject, fact.relation, value, since, until]
