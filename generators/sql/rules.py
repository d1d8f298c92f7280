"""What a question leaves unsaid, as rules for the prompt: columns, order, duplicates, missing values and the like.

The rules are the same for all questions; those that cannot matter for a query are left out. Nothing here tells what
the query is: a rule is shown where the question itself names its subject (an average, a date, "starts with").
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

from ..base import Json
from .analyse import is_ordered
from .plan import Agg, Arith, Between, Cmp, Const, Func, InList, Like, Order, Query, Select, Window
from .question import Question
from .schema import Schema
from .scope import Scope, walk

_COLUMNS = (
    "Give exactly the columns that the question asks for, in the order in which it names them. Their headers do not "
    "matter.",
    "The result has the columns that are asked for, in the order in which the question names them, and no others; what "
    "they are called does not matter.",
)
_DUPLICATES = (
    "Equal rows of the result are all kept, unless the question wants each one once or different ones.",
    "Do not remove duplicate rows from the result unless the question wants each once or different ones.",
)
_MISSING = (
    "A condition on a missing value (NULL) is not met, unless the question asks for missing values.",
    "Where a value is missing (NULL), a condition on it does not hold, unless the question is about missing values.",
)
_ORDERED = (
    "Missing values come first in rising order and last in falling order; rows that tie in the order that is asked "
    "for may come in any order.",
    "Sorted upwards, missing values are at the top; sorted downwards, at the end. Rows that tie may come in either "
    "order.",
)
_UNORDERED = (
    "The rows of the result may come in any order.",
    "The order of the rows is free.",
)


_TEXTS_IN_ORDER = (
    "Texts are put in order character by character by their codes, as SQLite does without COLLATE: capital letters "
    "come before small ones.",
    "Alphabetical order, and smaller or greater between texts, is by the codes of the characters, one after the other "
    "(SQLite's own order): all capital letters come before all small ones.",
)


def rules(
    rng: random.Random,
    question: Question,
    of: Literal["table", "count", "value"] = "table",
    *,
    texts_in_order: bool = False,
) -> str:
    """The rules that matter for a question, one a line.

    Args:
        rng: chooses the words.
        question: the question.
        of: what is asked of the result: the whole table, the count of its rows, or its only value.
        texts_in_order: whether the order of texts matters; see `orders_texts`.
    """
    plan, words = question.plan, question.text.lower()
    nodes = list(walk(plan))
    texts = [rng.choice(_MISSING)]
    if of != "value":
        texts.insert(0, rng.choice(_DUPLICATES))
    if of == "table":
        texts[:0] = [rng.choice(_COLUMNS), rng.choice(_ORDERED if is_ordered(plan) else _UNORDERED)]
    there = set(map(type, nodes))
    texts += [
        text
        for kinds, applies, text in _SOMETIMES
        if not there.isdisjoint(kinds) and any(applies(node) for node in nodes if type(node) in kinds)
    ]
    texts += [text for pattern, text in _WORDED if pattern.search(words)]
    if texts_in_order:
        texts.append(rng.choice(_TEXTS_IN_ORDER))
    mark = rng.choice(("- ", "* "))
    return "\n".join(mark + text for text in texts)


def orders_texts(plan: Query, schema: Schema) -> bool:
    """Whether what a query gives depends on which of two texts comes first."""
    scope = Scope(plan, schema)
    for node in walk(plan):
        match node:
            case Order(value=value) | Between(value=value) | Cmp(op="<" | "<=" | ">" | ">=", left=value):
                if scope.kind(value) == "text":
                    return True
            case Agg(name="min" | "max") | Window(name="min" | "max"):
                if scope.kind(node) == "text":
                    return True
    return False


def _aggregates(node: Any) -> bool:
    return isinstance(node, Agg) or (isinstance(node, Window) and node.name in _AGGREGATES)


def _compares_text(node: Any) -> bool:
    values: Sequence[Json] = node.choices if isinstance(node, InList) else ()
    if isinstance(node, Cmp) and node.op in ("=", "<>"):
        values = [side.value for side in (node.left, node.right) if isinstance(side, Const)]
    return any(isinstance(value, str) and not _DATE.match(value) for value in values)


DATES_ARE_TEXT = "Dates are text in the form YYYY-MM-DD, times in the form YYYY-MM-DD HH:MM:SS."
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WORDED = (
    (re.compile(r"\bbetween\b"), '"Between a and b" includes both a and b.'),
    (
        re.compile(r"\b(dates?|days?|months?|years?|times?|[0-9]{4}-[0-9]{2})\b"),
        DATES_ARE_TEXT,
    ),
)
_AGGREGATES = ("sum", "avg", "count", "min", "max")
_SOMETIMES: tuple[tuple[tuple[type[Any], ...], Callable[[Any], bool], str], ...] = (
    (
        (Agg, Window),
        _aggregates,
        "Totals, averages, smallest and largest values skip missing values and are NULL where there is none; averages "
        "are not rounded. The number of things counts their rows.",
    ),
    (
        (Select,),
        lambda node: bool(node.group),
        "Groups come from the rows that are there: a group without any row is not in the result, unless the question "
        "says so. Missing values form a group of their own.",
    ),
    (
        (InList, Cmp),
        _compares_text,
        "Texts are equal only if they are so letter by letter, capital letters included.",
    ),
    ((Like,), lambda node: True, '"Starts with", "ends with" and "contains" ignore capital letters.'),
    (
        (Arith,),
        lambda node: node.op == "/",
        "A quotient keeps its decimals; dividing by zero gives NULL.",
    ),
    (
        (Func,),
        lambda node: node.name == "days",
        "Days between two dates are counted as the later date minus the earlier one, so neighbouring days are 1 apart.",
    ),
)
