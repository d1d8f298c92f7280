"""Says plans in English: one meaning, no name but those of the anchors, and the form of the answer.

Everything branches to the right ("the mentor of the person who founded the guild that ..."), times stand before the
verb that they belong to, and two conditions are joined by "and" only if the first one ends in a name, so that no part
can be taken to belong elsewhere. Two conditions of which none is short become sentences of their own.
"""

from __future__ import annotations

from random import Random

from .kinds import KINDS, called
from .lookup import date_text
from .phrases import MEASURES, NOUNS, OF, VAGUE, phrases_of
from .plan import (
    All,
    Ask,
    Both,
    Count,
    Exceeds,
    Except,
    Extreme,
    Larger,
    Moment,
    Named,
    Step,
    Term,
    Total,
    ValueOf,
    When,
    Where,
    Who,
    Year,
    Years,
)  # fmt: skip
from .relations import PHRASES
from .templates import sentence
from .world import Date, Quantity, World

ABOUT_STEPS = (
    "{time}{who} {does}?",
    "Name {it}.",
    "What is the name of {it}?",
    "Find out the name of {it}.",
    "I am looking for {it}. What is the name?",
)
ABOUT_ONE = ("Name {it}.", "What is the name of {it}?", "Find out the name of {it}.")
ABOUT_BEST = ("Among {all}, which one has the {most} {noun}?", "Of {all}, name the one with the {most} {noun}.")
ABOUT_EXCEPTION = (
    "Consider {all}. Exactly one of them is not among {others}. Which {kind} is it?",
    "Take {all} and leave out {others}. Only one {kind} is left. What is the name?",
    "One and only one of {all} is not counted among {others}. Which {kind} is the exception?",
)
ABOUT_MEETING = (
    "Two things are true of exactly one {kind}: this {kind} {does}, and this {kind} {too}. Which {kind} is it?",
    "A certain {kind} {does}. The same {kind} {too}. Only one {kind} fits both descriptions: which one?",
    "Two clues point to one {kind}. First, this {kind} {does}. Second, this {kind} {too}. Which {kind} is meant?",
)
ABOUT_ALL = ("Name all {them}.", "Give the names of all {them}.", "List all {them}.")
ABOUT_COUNT = (
    "What is the number of {them}?",
    "Count {all}. How many are there?",
    "Find out the number of {them}.",
)
ABOUT_DOING = (*ABOUT_COUNT, "How many {kinds} {do}?", "How many {kinds} are there that {do}?")
ABOUT_LEFT = (
    "Consider {all}. Leave out {others}. {rest}",
    "Take {all}, and from them strike out {others}. {rest}",
    "Of {all}, only those count here that are not among {others}. {rest}",
)
ABOUT_VALUE = ("What {was} {value}?", "Give {value}.", "Find out {value}.", "I need to know {value}.")
ABOUT_YEARS = (
    "How many years lie between the year of {first}, and the year of {second}? Subtract the one year from the other.",
    "Take the year of {first} and the year of {second}. By how much do these two years differ?",
    "Subtract the earlier from the later of these two years: the year of {first}, and the year of {second}.",
)
ABOUT_LARGER = (
    "Which of these two {kinds} has the {more} {noun}: {a}, or {b}?",
    "Compare two {kinds}: {a}; and {b}. Which of them has the {more} {noun}?",
    "Two {kinds} are to be compared: first, {a}; second, {b}. Which one has the {more} {noun}?",
)
ABOUT_EXCEEDING = (
    "Two {kinds} are to be compared: first, {a}; second, {b}. Has the first one the {more} {noun}?",
    "Compare two {kinds}: {a}; and {b}. Has the one given first the {more} {noun}?",
    "Has the first of these two {kinds} a {more} {noun} than the second: {a}, and {b}?",
)
ABOUT_TOTAL = (
    "Add up the {noun} of each of {all}. What is the sum?",
    "What do you get if you add up the {noun} of each of {all}?",
    "Consider {all}. What is the total if the {noun} of each is added up?",
)
EXAMPLE = Date(1204, 3, 17)
"""Of how a date may be written in an answer; it says nothing about any world."""


def question_text(rng: Random, world: World, ask: Ask) -> str:
    """A plan as a question, with the form of its answer behind it."""
    speaker = PlanWriter(rng, world)
    return f"{sentence(speaker.question(ask))} {speaker.form(ask)}"


class PlanWriter:
    """Says plans about one world."""

    def __init__(self, rng: Random, world: World) -> None:
        self.rng = rng
        self.world = world

    def _choose(self, templates: tuple[str, ...], **fields: str) -> str:
        return sentence(self.rng.choice(templates).format(**fields))

    # Questions.

    def question(self, ask: Ask) -> str:
        """The question alone."""
        match ask:
            case Who(term):
                return self._who(term)
            case All(Except(a, b)) | Count(Except(a, b)):
                rest = "How many are left?" if isinstance(ask, Count) else "Name all that are left."
                return self._choose(ABOUT_LEFT, all=self.several(a), others=self.several(b), rest=rest)
            case All(term):
                everybody = self.several(term)
                return self._choose(ABOUT_ALL, them=everybody.removeprefix("the "), all=everybody)
            case Count(term):
                everybody = self.several(term)
                if isinstance(term, Step):
                    do = self._does(term, plural=True)
                    fields = {"kinds": self._noun(term, 1), "do": do}
                    return self._choose(
                        ABOUT_DOING, them=everybody.removeprefix("the "), all=everybody, **fields
                    )
                return self._choose(ABOUT_COUNT, them=everybody.removeprefix("the "), all=everybody)
            case ValueOf(term, relation):
                was = PHRASES[relation].copula
                return self._choose(ABOUT_VALUE, was=was, value=self._value(ask))
            case Years(first, second):
                return self._choose(ABOUT_YEARS, first=self._value(first), second=self._value(second))
            case Larger(a, b, relation, largest):
                more = self._degree(relation, largest)
                return self._compare(ABOUT_LARGER, a, b, relation, more)
            case Exceeds(a, b, relation):
                return self._compare(ABOUT_EXCEEDING, a, b, relation, self._degree(relation, True))
            case Total(term, relation):
                return self._choose(ABOUT_TOTAL, noun=self._of(relation), all=self.several(term))

    def _compare(self, forms: tuple[str, ...], a: Term, b: Term, relation: str, more: str) -> str:
        return self._choose(
            forms,
            kinds=self._noun(a, 1),
            a=self.one(a),
            b=self.one(b),
            noun=self._measured(relation),
            more=more,
        )

    def _value(self, ask: ValueOf) -> str:
        return f"the {self._of(ask.relation)} of {self.one(ask.term)}"

    def _who(self, term: Term) -> str:
        kind = self._noun(term)
        match term:
            case Step() as step:
                who = "who" if kind == "person" else f"which {kind}"
                does = self._does(step, plural=False, timed=False)
                time = self.time(step.when).strip(" ,") if step.when is not None else ""
                forms = ABOUT_STEPS if does else ABOUT_STEPS[1:]
                return self._choose(
                    forms, time=f"{time}, " if time else "", who=who, does=does, it=self.one(step)
                )
            case Extreme(inner, relation, largest) if self.rng.random() < 0.5:
                fields = {"most": self._degree(relation, largest, most=True), "noun": self._measured(relation)}
                return self._choose(ABOUT_BEST, all=self.several(inner), **fields)
            case Both(Step() as a, Step() as b) if not self._short(a) or self.rng.random() < 0.4:
                return self._choose(
                    ABOUT_MEETING, kind=kind, does=self._does(a, plural=False), too=self._does(b, plural=False)
                )
            case Except(a, b):
                return self._choose(ABOUT_EXCEPTION, kind=kind, all=self.several(a), others=self.several(b))
            case _:
                return self._choose(ABOUT_ONE, it=self.one(term))

    def form(self, ask: Ask) -> str:
        """The sentence that says in which form the answer is due."""
        match ask:
            case Who(term) | Larger(term):
                return f"Answer with the name of the {self._noun(term)}."
            case All(term):
                return "Give all the names, separated by semicolons."
            case Count():
                return "Answer with a number."
            case Years():
                return "Answer with a number of years."
            case Exceeds():
                return "Answer yes or no."
            case ValueOf(_, relation) | Total(_, relation):
                if self.world.relations[relation].range == "date":
                    return f"Answer with a date, written like {date_text(EXAMPLE)}."
                return f"Answer with a number of {self.world.relations[relation].unit}."

    # Terms.

    def one(self, term: Term) -> str:
        """A term of one entity as a noun phrase with "the"."""
        match term:
            case Named(id):
                return called(self.world.entities[id])
            case Step() as step:
                return self._one_step(step)
            case Both(Step() as a, Step() as b):
                return f"the {self._noun(a)} {self._clause(a)} and {self._does(b, plural=False)}"
            case Where(inner, relation, more, limit):
                return f"the only {self._noun(inner)} {self._limit(relation, more, limit)} among {self.several(inner)}"
            case Extreme(inner, relation, largest):
                most = self._degree(relation, largest, most=True)
                noun = self._noun(inner)
                return f"the {noun} with the {most} {self._measured(relation)} among {self.several(inner)}"
            case _:
                raise ValueError(f"no words for {term}")

    def several(self, term: Term) -> str:
        """A term of several entities as a noun phrase with "the"."""
        match term:
            case Step() as step:
                relation = self.world.relations[step.relation]
                noun = relation.inverse[1]
                own = step.inverse and relation.inverse[0] in OF and not relation.temporal
                if own and self.rng.random() < 0.4:
                    return f"the {noun} of {self.one(step.term)}"
                return f"the {self._noun(step, 1)} {self._clause(step, plural=True)}"
            case Both(Step() as a, Step() as b):
                return f"the {self._noun(a, 1)} {self._clause(a, plural=True)} and {self._does(b, plural=True)}"
            case Where(inner, relation_name, more, limit):
                limits = self._limit(relation_name, more, limit)
                return f"the {self._noun(inner, 1)} {limits} among {self.several(inner)}"
            case _:
                return self.one(term)

    def _one_step(self, step: Step) -> str:
        relation = self.world.relations[step.relation]
        forms = []
        today = relation.temporal and step.when is None
        clause = self._clause(step)
        if clause:
            forms.append(f"the {self._noun(step)} {clause}")
        if step.when is None and not step.inverse and step.relation not in VAGUE and relation.functional:
            forms.append(f"the {'present ' if today else ''}{self._of(step.relation)} of {self.one(step.term)}")
        if step.inverse and not relation.temporal and relation.inverse[0] in OF:
            forms.append(f"the {relation.inverse[0]} of {self.one(step.term)}")
        return self.rng.choice(forms)

    def _clause(self, step: Step, *, plural: bool = False) -> str:
        """A relative clause for the entities of a step."""
        does = self._does(step, plural=plural)
        who = "who" if self.kind(step) == "person" else self.rng.choice(("that", "which"))
        return f"{who}{'' if does.startswith(',') else ' '}{does}" if does else ""

    def _does(self, step: Step, *, plural: bool, timed: bool = True) -> str:
        """A verb phrase for the entities of a step, its time first; empty if none ends in what it is about."""
        relation = self.world.relations[step.relation]
        inside = not isinstance(step.term, Named)
        of_value = not step.inverse
        if relation.symmetric:
            of_value = False
        today = step.when is None
        found = phrases_of(step.relation, of_value=of_value, today=today, inside=inside, plural=plural)
        if not found:
            return ""
        other = self.one(step.term)
        phrase = self.rng.choice(found).format(s=other, v=other)
        if relation.temporal and today:
            adverb = self.rng.choice(("now", "today", "at present"))
            verb, _, rest = phrase.partition(" ")
            return f"{verb} {adverb} {rest}" if verb in ("is", "are") else f"{adverb} {phrase}"
        return f"{self.time(step.when)}{phrase}" if timed else phrase

    def time(self, when: When) -> str:
        """A time before a verb."""
        match when:
            case Date():
                return f"on {date_text(when)} "
            case Year(year):
                return f"in the year {year} "
            case Moment(term, relation):
                if not isinstance(term, Named):
                    return f", on the {self._of(relation)} of {self.one(term)}, "
                happened = PHRASES[relation].subject[0].removesuffix(" on {v}")
                return f", on the day on which {self.one(term)} {happened}, "
            case None:
                return ""

    def _short(self, step: Step) -> bool:
        return isinstance(step.term, Named)

    # Words.

    def kind(self, term: Term) -> str:
        """The kind of the entities of a term."""
        match term:
            case Named(id):
                return self.world.entities[id].kind
            case Step(_, relation, inverse):
                found = self.world.relations[relation]
                return found.domain if inverse else found.range
            case Both(inner) | Except(inner) | Where(inner) | Extreme(inner):
                return self.kind(inner)

    def _noun(self, term: Term, plural: int = 0) -> str:
        spec = KINDS[self.kind(term)]
        return spec.plural if plural else spec.noun

    def _of(self, relation: str) -> str:
        return NOUNS.get(relation, self.world.relations[relation].noun)

    def _measured(self, relation: str) -> str:
        """The noun by which things are compared."""
        return MEASURES.get(relation, self._of(relation))

    def _degree(self, relation: str, largest: bool, *, most: bool = False) -> str:
        if self.world.relations[relation].range == "date":
            words = ("latest", "later") if largest else ("earliest", "earlier")
        else:
            words = ("greatest", "greater") if largest else ("smallest", "smaller")
        return words[not most]

    def _limit(self, relation: str, more: bool, limit: int | Date) -> str:
        noun = self._measured(relation)
        article = "an " if noun[0] in "aeiou" else "a "
        if isinstance(limit, Date):
            return f"with {article}{noun} {'later' if more else 'earlier'} than {date_text(limit)}"
        amount = Quantity(limit, self.world.relations[relation].unit)
        return f"with {article}{noun} of {'more' if more else 'less'} than {amount.amount:,} {amount.unit}"
