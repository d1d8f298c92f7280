"""The answers of plans, found exhaustively in the facts of a world, and the facts that they rest on."""

from __future__ import annotations

from .lookup import day_of, holds_at
from .plan import (
    All,
    Ask,
    Both,
    Count,
    Exceeds,
    Except,
    Larger,
    Moment,
    Named,
    Step,
    Term,
    ValueOf,
    When,
    Where,
    Who,
    Year,
    Years,
)  # fmt: skip
from .world import Date, Fact, Quantity, World

Answer = tuple[str, ...] | bool | int | Quantity | Date
"""Ids of entities, yes or no, a number without a unit, a number with one, or a date."""


Steps = dict[int, tuple[tuple[str, ...], frozenset[str]]]
"""Entities and the ids of facts, by the `id` of a step."""


class NoAnswer(Exception):
    """A plan asks for something that is not there, not unique or not known; the message says which."""


class Reader:
    """Reads the facts of a world, and notes which ones.

    Attributes:
        world: what is true.
        without: the id of a fact that is left out; empty for none.
        seen: all facts that were looked at, by id, in order, whether they held at the time or not.
        used: those that held.
        steps: where the steps of a plan lead, if that is noted, by the `id` of each, with the facts that it rests on;
            the plan has to last as long.
        alone: the ids of facts that some step rests on alone, if that is noted: without one of them, this step leads
            nowhere, and then the plan has no answer. Steps to what is left out of a set do not count, since they may
            lead nowhere.
    """

    def __init__(
        self, world: World, without: str = "", steps: Steps | None = None, *, noting: bool = False
    ) -> None:
        """Begins to read.

        Args:
            world: what is true.
            without: the id of a fact to leave out; empty for none.
            steps: of another reader, who left out no fact; steps that do not rest on this one are not gone again.
            noting: whether to note steps.
        """
        self.world = world
        self.without = without
        self.noting = noting
        self.steps: Steps = {} if steps is None else steps
        self.held: list[str] = []  # ids of facts, each as often as it was used, if that is noted
        self.alone: set[str] = set()
        self.leaving_out = 0
        self.seen: dict[str, Fact] = {}
        self.used: dict[str, Fact] = {}

    def facts(self, entity: str, relation: str, inverse: bool, when: Date | Year) -> list[Fact]:
        """The facts of a relation that hold then, with an entity as their subject, or as their value.

        Raises:
            NoAnswer: one of them begins or ends on that very day.
        """
        world, without = self.world, self.without
        found = (world.by_value if inverse else world.by_subject).get((entity, relation), ())
        if world.relations[relation].symmetric:
            found += (world.by_subject if inverse else world.by_value).get((entity, relation), ())
        if not found:
            return []
        seen, used = self.seen, self.used
        held = []
        for fact in found:
            id = fact.id
            if id == without:
                continue
            seen[id] = fact
            if (fact.since is None and fact.until is None) or held_then(fact, when):
                used[id] = fact
                held.append(fact)
        if self.noting:
            self.held += [fact.id for fact in held]
        return held

    def note(self, step: Step, found: tuple[str, ...], begun: int) -> None:
        """Note where a step leads, which was begun when so many facts were `held`."""
        self.steps[id(step)] = found, frozenset(self.held[begun:])

    def value(self, entity: str, relation: str) -> Quantity | Date:
        """The one number or date of an entity."""
        found = [fact.value for fact in self.facts(entity, relation, False, self.world.today)]
        if len(found) != 1 or isinstance(found[0], str):
            raise NoAnswer(f"{len(found)} values of {relation} for {entity}")
        return found[0]


def held_then(fact: Fact, when: Date | Year) -> bool:
    """Whether a fact holds on a day, or at any time in a year.

    Raises:
        NoAnswer: it begins or ends on that very day.
    """
    since, until, year = fact.since, fact.until, when.year
    if isinstance(when, Date):
        day = year, when.month, when.day
        begun = since is None or (first := (since.year, since.month, since.day)) < day
        if not begun and first == day:
            raise NoAnswer("a change on that very day")
        if until is None:
            return begun
        last = until.year, until.month, until.day
        if last == day:
            raise NoAnswer("a change on that very day")
        return begun and day < last
    if since is not None and since.year > year:
        return False
    return until is None or until.year > year or (until.year == year and (until.month, until.day) > (1, 1))


def holds(fact: Fact, when: Date | Year) -> bool:
    """Whether a fact holds on a day, or at any time in a year."""
    if isinstance(when, Date):
        return holds_at(fact, when)
    begun = fact.since is None or fact.since.year <= when.year
    return begun and (fact.until is None or day_of(fact.until) > (when.year, 1, 1))


def evaluate(world: World, ask: Ask, *, without: str = "", steps: Steps | None = None) -> Answer | None:
    """The answer of a plan, or None if it has none or more than one.

    Args:
        world: what is true.
        ask: the plan.
        without: the id of a fact to leave out.
        steps: what is known of its steps; see `Reader`.
    """
    try:
        return answer(Reader(world, without, steps), ask)
    except NoAnswer:
        return None


def answer(reader: Reader, ask: Ask) -> Answer:
    """The answer of a plan.

    Raises:
        NoAnswer: if there is none, or more than one.
    """
    # A `match` would take several times as long here and in `members`.
    if isinstance(ask, Who):
        return (only(reader, ask.term),)
    if isinstance(ask, ValueOf):
        return reader.value(only(reader, ask.term), ask.relation)
    if isinstance(ask, All):
        return some(reader, ask.term)
    if isinstance(ask, Count):
        return len(some(reader, ask.term))
    if isinstance(ask, Years):
        return abs(_year(reader, ask.second) - _year(reader, ask.first))
    if isinstance(ask, Larger):
        ids = only(reader, ask.a), only(reader, ask.b)
        return (ids[0] if _first_is_larger(reader, ids, ask.relation) == ask.largest else ids[1],)
    if isinstance(ask, Exceeds):
        return _first_is_larger(reader, (only(reader, ask.a), only(reader, ask.b)), ask.relation)
    return _sum([reader.value(id, ask.relation) for id in some(reader, ask.term)])


def _first_is_larger(reader: Reader, ids: tuple[str, str], relation: str) -> bool:
    first, second = (magnitude(reader.value(id, relation)) for id in ids)
    if first == second:
        raise NoAnswer("a tie")
    return first > second


def _year(reader: Reader, ask: ValueOf) -> int:
    value = reader.value(only(reader, ask.term), ask.relation)
    if not isinstance(value, Date):
        raise NoAnswer(f"{ask.relation} is no date")
    return value.year


def _sum(values: list[Quantity | Date]) -> Quantity:
    amounts = [value for value in values if isinstance(value, Quantity)]
    if len(amounts) < len(values):
        raise NoAnswer("dates have no sum")
    # Tenths are added as whole numbers, so that the sum is exact.
    tenths = sum(round(value.amount * 10) for value in amounts)
    exact = tenths // 10 if tenths % 10 == 0 else tenths / 10
    return Quantity(exact, amounts[0].unit)


def magnitude(value: Quantity | Date) -> tuple[float, ...]:
    """What values of one relation are compared by."""
    return day_of(value) if isinstance(value, Date) else (value.amount,)


def only(reader: Reader, term: Term) -> str:
    """The one entity of a term.

    Raises:
        NoAnswer: if there is none, or more than one.
    """
    found = members(reader, term)
    if len(found) != 1:
        raise NoAnswer(f"{len(found)} instead of one")
    return found[0]


def some(reader: Reader, term: Term) -> tuple[str, ...]:
    """The entities of a term, of which there must be some."""
    found = members(reader, term)
    if not found:
        raise NoAnswer("nobody")
    return found


def members(reader: Reader, term: Term) -> tuple[str, ...]:
    """The entities of a term, in the order in which they are found."""
    if isinstance(term, Step):
        return _step(reader, term)
    if isinstance(term, Named):
        return (term.id,)
    if isinstance(term, Both):
        others = members(reader, term.b)
        return tuple([id for id in members(reader, term.a) if id in others])
    if isinstance(term, Except):
        return _remaining(reader, term)
    relation, found = term.relation, members(reader, term.term)
    if isinstance(term, Where):
        bound = magnitude(term.limit if isinstance(term.limit, Date) else Quantity(term.limit))
        values = [(magnitude(reader.value(id, relation)), id) for id in found]
        return tuple([id for value, id in values if (value > bound if term.more else value < bound)])
    if not found:
        raise NoAnswer("nobody")
    ranked = sorted([(magnitude(reader.value(id, relation)), id) for id in found], reverse=term.largest)
    if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
        raise NoAnswer("a tie")
    return (ranked[0][1],)


def _remaining(reader: Reader, term: Except) -> tuple[str, ...]:
    """The entities of a set that are not in the one that is left out."""
    step = term.b
    reader.leaving_out += 1
    left_out = members(reader, step)
    reader.leaving_out -= 1
    found = members(reader, term.a)
    day = _time(reader, step.when)
    for id in found:
        if not _steps(reader, (id,), step.relation, not step.inverse, day):
            raise NoAnswer(f"nothing is known of {step.relation} for {id}")
    return tuple([id for id in found if id not in left_out])


def _step(reader: Reader, step: Step) -> tuple[str, ...]:
    """The entities of a step, which may be noted already."""
    known = reader.steps.get(id(step))
    if known is not None and reader.without not in known[1]:
        return known[0]
    if not reader.noting:
        return _steps(reader, members(reader, step.term), step.relation, step.inverse, _time(reader, step.when))
    held = reader.held
    begun = len(held)
    found = members(reader, step.term)
    when = _time(reader, step.when)
    own = len(held)
    found = _steps(reader, found, step.relation, step.inverse, when)
    if len(held) == own + 1 and not reader.leaving_out:
        reader.alone.add(held[own])
    reader.note(step, found, begun)
    return found


def _steps(
    reader: Reader, found: tuple[str, ...], relation: str, inverse: bool, when: Date | Year
) -> tuple[str, ...]:
    reached: dict[str, None] = {}
    for id in found:
        for fact in reader.facts(id, relation, inverse, when):
            other = fact.value if fact.subject == id else fact.subject
            if isinstance(other, str):
                reached[other] = None
    return tuple(reached)


def _time(reader: Reader, when: When) -> Date | Year:
    if when is None:
        return reader.world.today
    if isinstance(when, Moment):
        value = reader.value(only(reader, when.term), when.relation)
        if not isinstance(value, Date):
            raise NoAnswer(f"{when.relation} is no date")
        return value
    return when
