"""Ways to join the answers of several questions into one answer that cannot be known without all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .evaluate import Reader, answer
from .kinds import KINDS
from .question_drawing import Question
from .world import Date, World

_PLAIN_NAMES = ("{}", "{} {}")


@dataclass(frozen=True, slots=True)
class Join:
    """A way to join answers.

    Attributes:
        answer: the kind of the answers that it joins.
        kinds: the kinds of questions that have such answers.
        asked: sentences that ask for it.
        fits: whether a question can be a part, beside the kind of its answer.
    """

    answer: str
    kinds: tuple[str, ...]
    asked: tuple[str, ...]
    fits: Callable[[World, Question], bool] = lambda world, question: True


@dataclass(frozen=True, slots=True)
class Joined:
    """An answer made of several, with what a verifier needs; see `asking.Question`."""

    gold: str
    kind: str
    aliases: list[list[str]]
    unit: str
    guess_rate: float


def _plainly_named(world: World, question: Question) -> bool:
    """Whether the name of the answer is its only one and begins with an invented word."""
    found = answer(Reader(world), question.ask)
    if not isinstance(found, tuple) or any(question.aliases):
        return False
    return all(form in _PLAIN_NAMES for form in KINDS[world.entities[found[0]].kind].forms)


_ABOUT_ENTITIES = ("bridge", "temporal", "superlative", "negation", "intersection")
_ABOUT_DATES = ("bridge", "temporal", "superlative")

JOINS: dict[str, Join] = {
    "names": Join(
        "entity",
        _ABOUT_ENTITIES,
        (
            "Give the answers to all of the questions, which are names, separated by semicolons, in any order.",
            "The final answer is the list of all the names that answer them, in any order and separated by semicolons.",
        ),
    ),
    "letters": Join(
        "entity",
        _ABOUT_ENTITIES,
        (
            "Every answer is a name. Take the first letter of each name, in the order of the questions, and give the "
            "word that these letters make, without spaces (a 'the' before a name does not belong to it).",
            "Write down the first letters of the names that answer the questions, in their order, as one word; where "
            "'the' stands before a name, it is no part of it. That word is the final answer.",
        ),
        _plainly_named,
    ),
    "sum": Join(
        "number",
        ("bridge", "count", "aggregation", "dates"),
        (
            "Every answer is a number. Add up all of these numbers, whatever they count or measure, and give the sum.",
            "The final answer is the sum of the numbers that answer the questions, whatever their units are.",
        ),
        lambda world, question: question.answer.isdigit(),
    ),
    "years": Join(
        "date",
        _ABOUT_DATES,
        (
            "Every answer is a date. Take the year of each of these dates, add up these years as numbers, and give "
            "the sum.",
            "The final answer is the sum of the years in which the dates that answer the questions lie (two dates of "
            "one year count twice).",
        ),
    ),
}


def joined(way: str, questions: Sequence[Question], dates: Sequence[Date] = ()) -> Joined | None:
    """The one answer that the answers of the questions make, or None if they make no good one."""
    answers = [question.answer for question in questions]
    if way == "names":
        aliases = [list(names) for question in questions for names in question.aliases]
        return Joined("; ".join(answers), "list", aliases, "", 0.0)
    if way == "letters":
        return Joined("".join(name[0] for name in answers).upper(), "entity", [], "", 0.02)
    if way == "sum":
        return Joined(str(sum(map(int, answers))), "number", [], "", 0.001)
    return Joined(str(sum(day.year for day in dates)), "number", [], "", 0.001)
