"""Conditions on one column: what fits it, with constants from its values, in the plan and in words.

`phrases` draws with this; shapes use `phrases`.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from typing import Literal

from ..base import Json
from .plan import Between, Cmp, Col, Const, Func, InList, IsNull, Like, Or, Pred
from .question import NoFit
from .schema import Column

KINDS = tuple(
    (
        "equal differs compare between in not_in like not_like length flag year month day missing known missing_or"
    ).split()
)
"""The kinds of conditions. The last one, "is missing or ...", only reads well alone."""

MONTHS = tuple("January February March April May June July August September October November December".split())
NUMBERS = ("integer", "money", "real")
TIMES = ("date", "datetime")

Test = Callable[[Json], bool]
"""Whether a value meets a condition."""
Made = tuple[Pred, str, Test]
"""A condition in the plan, its verb, and what tests it."""


def listing(items: Sequence[str], word: str = "and") -> str:
    """``a``, ``a and b`` or ``a, b and c``."""
    if len(items) < 2:
        return items[0] if items else ""
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def value(column: Column, constant: Json) -> str:
    """A constant as a question writes it, in the form in which the database holds it."""
    if isinstance(constant, str):
        return plain(constant) if column.kind in TIMES else quoted(constant)
    if column.kind == "money" and isinstance(constant, (int, float)):
        return f"{constant:.2f}"
    return plain(constant)


def plain(constant: Json) -> str:
    """A number without a needless fraction, or a text as it is."""
    if isinstance(constant, float) and constant == int(constant):
        return str(int(constant))
    return str(constant)


def quoted(text: str) -> str:
    """A text in single quotes, or in double ones if it has a single one inside."""
    return f'"{text}"' if "'" in text else f"'{text}'"


def fitting_kinds(column: Column) -> list[str]:
    """The kinds that fit a column, the usual ones several times."""
    found: list[str] = []
    if column.kind == "boolean":
        found = ["flag"] if column.only and column.never else []
        if not whether(column):
            return found
    elif column.kind == "text":
        if column.values:
            found = ["equal", "equal", "differs", "in", "not_in", "like"]
        else:
            found = ["like", "like", "not_like", "length", *([] if column.unique else ["equal"])]
    elif column.kind in NUMBERS:
        found = ["compare", "compare", "between"]
        if column.kind == "integer":
            found += ["equal", "differs", "in"]
    elif column.kind in TIMES:
        found = ["compare", "compare", "between", "year", "month"]
        if column.kind == "datetime":
            found.append("day")
    if column.nullable and found:
        found += ["missing", "known"]
        if column.kind != "boolean":
            found.append("missing_or")
    return found


def whether(column: Column) -> str:
    """A flag as what it tells: ``whether they are insured``; "" if its words do not allow it."""
    found = re.fullmatch(r"(?:that|who|which) (?!an? |no |the )(.+)", column.only)
    return f"whether they {found[1]}" if found else ""


def make(rng: random.Random, column: Column, kind: str, col: Col, values: list[Json]) -> Made | None:
    """One condition of a kind with constants from the values, or None if they do not offer it."""
    there = [each for each in values if each is not None]
    if not there:
        return None
    if kind in ("missing", "known") and column.kind == "boolean":
        negated = kind == "known"
        verb = f"for which it is {'' if negated else 'not '}known {whether(column)}"
        return IsNull(col, negated), verb, lambda v: (v is not None) == negated
    if kind == "missing":
        return IsNull(col), "is missing", lambda v: v is None
    if kind == "known":
        return IsNull(col, True), rng.choice(("is not missing", "is known")), lambda v: v is not None
    if kind == "missing_or":
        made = make(rng, column, rng.choice(_alone(column)), col, values)
        if made is None:
            return None
        pred, verb, test = made
        return Or((IsNull(col), pred)), f"is missing or {verb}", lambda v: v is None or test(v)
    if kind == "flag":
        wanted = rng.randrange(2)
        words = column.only if wanted else column.never
        if words.startswith(("from ", "of ", "with ", "without ", "in ", "on ")):
            words = f"that are {words}"  # so that it can be joined with others by "and"
        return Cmp("=", col, Const(wanted)), words, lambda v: v == wanted
    if kind in ("equal", "differs"):
        return _equal(rng, column, col, there, kind == "differs")
    if kind in ("in", "not_in"):
        return _in(rng, column, col, there, kind == "not_in")
    if kind in ("like", "not_like"):
        return _like(rng, col, there, kind == "not_like")
    if kind == "length":
        bound = len(str(rng.choice(there)))
        verb = f"has more than {bound} characters"
        return (
            Cmp(">", Func("length", (col,)), Const(bound)),
            verb,
            lambda v: v is not None and len(str(v)) > bound,
        )
    if kind == "between":
        return _between(rng, column, col, there)
    if kind == "compare":
        return _compare(rng, column, col, there)
    return _calendar(rng, kind, col, [str(each) for each in there])


def _alone(column: Column) -> list[str]:
    """The kinds that read well behind "is missing or"."""
    return [kind for kind in fitting_kinds(column) if kind in ("equal", "compare", "like", "year")] or [
        "compare"
    ]


def _equal(rng: random.Random, column: Column, col: Col, there: list[Json], negated: bool) -> Made:
    constant = rng.choice(there)
    if negated:
        verb = f"{rng.choice(('is not', 'differs from'))} {value(column, constant)}"
        return Cmp("<>", col, Const(constant)), verb, lambda v: v is not None and v != constant
    return Cmp("=", col, Const(constant)), f"is {value(column, constant)}", lambda v: v == constant


def _in(rng: random.Random, column: Column, col: Col, there: list[Json], negated: bool) -> Made | None:
    pool = list(dict.fromkeys(there))
    size = rng.randint(2, 4)
    if len(pool) <= size:
        return None
    chosen = rng.sample(pool, size)
    words = [value(column, each) for each in chosen]
    if negated:
        verb = f"is neither {words[0]} nor {words[1]}" if size == 2 else f"is none of {listing(words)}"
        return InList(col, tuple(chosen), True), verb, lambda v: v is not None and v not in chosen
    verb = f"is either {words[0]} or {words[1]}" if size == 2 else f"is one of {listing(words)}"
    return InList(col, tuple(chosen)), verb, lambda v: v in chosen


_PLACES: tuple[Literal["starts", "ends", "contains"], ...] = (
    "starts",
    "starts",
    "contains",
    "contains",
    "ends",
)
_OPERATORS: tuple[Literal["<", "<=", ">", ">="], ...] = ("<", "<=", ">", ">=")


def _like(rng: random.Random, col: Col, there: list[Json], negated: bool) -> Made | None:
    text = str(rng.choice(there))
    how = rng.choice(_PLACES)
    if how == "starts":
        part = text[: rng.randint(1, 2)]
    elif how == "ends":
        part = text[-rng.randint(1, 2) :]
    else:
        start = rng.randrange(max(1, len(text) - 1))
        part = text[start : start + rng.randint(2, 3)]
    if not (part.isascii() and part.isalnum()):
        return None
    low = part.lower()
    tests: dict[str, Test] = {
        "starts": lambda v: v is not None and str(v).lower().startswith(low),
        "ends": lambda v: v is not None and str(v).lower().endswith(low),
        "contains": lambda v: v is not None and low in str(v).lower(),
    }
    holds = tests[how]
    verbs = {"starts": ("starts", "start"), "ends": ("ends", "end"), "contains": ("contains", "contain")}[how]
    with_word = "" if how == "contains" else " with"
    if negated:
        verb = f"does not {verbs[1]}{with_word} {quoted(part)}"
        return Like(col, how, part, True), verb, lambda v: v is not None and not holds(v)
    return Like(col, how, part), f"{verbs[0]}{with_word} {quoted(part)}", holds


def _ordered(there: list[Json]) -> list[Json]:
    """Different values of one kind in order."""
    return sorted(set(there), key=lambda v: (v if isinstance(v, (int, float)) else 0, str(v)))


def _between(rng: random.Random, column: Column, col: Col, there: list[Json]) -> Made | None:
    pool = _ordered(there)
    if len(pool) < 4:
        return None
    places = sorted(rng.sample(range(len(pool)), 2))
    low, high = pool[places[0]], pool[places[1]]
    verb = f"is between {value(column, low)} and {value(column, high)}"
    if rng.random() < 0.3:
        verb += " (both included)"
    return (
        Between(col, Const(low), Const(high)),
        verb,
        lambda v: v is not None and not _less(v, low) and not _less(high, v),
    )


def _less(one: Json, two: Json) -> bool:
    """Order of two numbers or of two texts."""
    if isinstance(one, (int, float)) and isinstance(two, (int, float)):
        return one < two
    return str(one) < str(two)


_THAN: dict[str, tuple[str, ...]] = {
    "<": ("less than", "below"),
    "<=": ("at most", "no more than"),
    ">": ("more than", "above", "greater than"),
    ">=": ("at least", "no less than"),
}
_WHEN: dict[str, tuple[str, ...]] = {
    "<": ("before", "earlier than"),
    "<=": ("no later than",),
    ">": ("after", "later than"),
    ">=": ("no earlier than",),
}


def comparison(rng: random.Random, op: str, kind: str = "integer") -> str:
    """The words between "is" and a bound: ``at least``, ``no later than`` for dates and times."""
    return rng.choice((_WHEN if kind in TIMES else _THAN)[op])


def _compare(rng: random.Random, column: Column, col: Col, there: list[Json]) -> Made | None:
    pool = _ordered(there)
    if len(pool) < 2:
        return None
    bound = pool[rng.randrange(len(pool))]
    op = rng.choice(_OPERATORS)
    tests: dict[str, Test] = {
        "<": lambda v: v is not None and _less(v, bound),
        "<=": lambda v: v is not None and not _less(bound, v),
        ">": lambda v: v is not None and _less(bound, v),
        ">=": lambda v: v is not None and not _less(v, bound),
    }
    verb = f"is {comparison(rng, op, column.kind)} {value(column, bound)}"
    return Cmp(op, col, Const(bound)), verb, tests[op]


def _calendar(rng: random.Random, kind: str, col: Col, there: list[str]) -> Made:
    """A condition on the year, the month or the day."""
    chosen = rng.choice(there)
    if kind == "year":
        year = chosen[:4]
        verb = f"is in the year {year}"
        return (
            Cmp("=", Func("year", (col,)), Const(int(year))),
            verb,
            lambda v: v is not None and str(v)[:4] == year,
        )
    if kind == "month":
        month = chosen[5:7]
        verb = f"is in the month of {MONTHS[int(month) - 1]} of any year"
        found = Cmp("=", Func("month", (col,)), Const(int(month)))
        return found, verb, lambda v: v is not None and str(v)[5:7] == month
    day = chosen[:10]
    found = Cmp("=", Func("date_of", (col,)), Const(day))
    return found, f"is on the day {day}", lambda v: v is not None and str(v)[:10] == day


def quantile(values: Sequence[Json], share: float) -> Json:
    """A value of the known ones at about a share of their order, such as 0.5 for the median."""
    pool = sorted((each for each in values if each is not None), key=lambda v: (_number(v), str(v)))
    if not pool:
        raise NoFit("nothing is known")
    return pool[min(len(pool) - 1, math.floor(share * len(pool)))]


def _number(v: Json) -> float:
    return float(v) if isinstance(v, (int, float)) else 0.0
