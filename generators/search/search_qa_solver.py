"""The solver of search: a second, independent way to the answer, by joins over a plain list of facts.

It shares nothing with `evaluate` and `plan`: the plan is read as JSON, the facts are rows of the payload, and a term is
not walked from its anchors but asked of every entity of the rows: does it belong? Answers are read by rules of their
own, which are stricter than a verifier's need to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..base import Json

_MONTHS = "january february march april may june july august september october november december".split()


class _Undefined(Exception):
    """There is no answer, or more than one."""


class Joins:
    """The rows of a problem, and the terms asked of them.

    Args:
        problem: what `Question.problem` makes.
    """

    def __init__(self, problem: Mapping[str, Json]) -> None:
        self.today: str = problem["today"]
        self.names: dict[str, list[str]] = problem["names"]
        self.rows: dict[str, list[tuple[str, Any, str | None, str | None]]] = {}
        for subject, relation, value, since, until in problem["facts"]:
            rows = self.rows.setdefault(relation, [])
            rows.append((subject, value, since, until))
            if relation in problem["symmetric"]:
                rows.append((value, subject, since, until))

    def all_of(self, term: Json) -> list[str]:
        """All entities that belong to a term."""
        return [id for id in self.names if self.belongs(id, term)]

    def one_of(self, term: Json) -> str:
        """The one entity that belongs to a term."""
        found = self.all_of(term)
        if len(found) != 1:
            raise _Undefined
        return found[0]

    def belongs(self, id: str, term: Json) -> bool:
        """Whether an entity belongs to a term."""
        kind = term[0]
        if kind == "named":
            return bool(term[1] == id)
        if kind == "step":
            _, inner, relation, inverse, when = term
            first, last = self.days(when)
            return any(
                self.belongs(other, inner)
                for here, other in self.pairs(relation, inverse, first, last)
                if here == id
            )
        if kind == "both":
            return self.belongs(id, term[1]) and self.belongs(id, term[2])
        if kind == "except":
            return self.belongs(id, term[1]) and not self.belongs(id, term[2])
        if not self.belongs(id, term[1]):
            return False
        if kind == "where":
            _, _, relation, more, limit = term
            if isinstance(limit, list):
                bound: Any = f"{limit[1]:04}-{limit[2]:02}-{limit[3]:02}"
            else:
                bound = limit
            value = self.value(id, relation)
            return bool(value > bound if more else value < bound)
        if kind == "extreme":
            _, inner, relation, largest = term
            own = self.value(id, relation)
            others = [self.value(other, relation) for other in self.all_of(inner) if other != id]
            return all(own > other if largest else own < other for other in others)
        raise _Undefined

    def pairs(self, relation: str, inverse: bool, first: str, last: str) -> Iterator[tuple[str, str]]:
        """The entity reached and the one that it is reached from, for the rows that hold between two days."""
        for subject, value, since, until in self.rows.get(relation, ()):
            if (since or "") <= last and (until or "9999") > first:
                yield (subject, value) if inverse else (value, subject)

    def days(self, when: Json) -> tuple[str, str]:
        """The first and the last day of a time."""
        if when is None:
            return self.today, self.today
        if when[0] == "year":
            return f"{when[1]:04}-01-01", f"{when[1]:04}-12-31"
        if when[0] == "date":
            day = f"{when[1]:04}-{when[2]:02}-{when[3]:02}"
        else:
            day = self.value(self.one_of(when[1]), when[2])
        return day, day

    def value(self, id: str, relation: str) -> Any:
        """The number, or the date as a text that sorts, of an entity."""
        found = [row[1] for row in self.rows.get(relation, ()) if row[0] == id]
        if len(found) != 1:
            raise _Undefined
        value = found[0]
        return value["date"] if "date" in value else value["amount"]

    def solve(self, ask: Json) -> Any:
        """The answer: a list of ids, a truth value, a number, or a date as a text."""
        kind = ask[0]
        if kind == "who":
            return [self.one_of(ask[1])]
        if kind == "all":
            return self.all_of(ask[1])
        if kind == "count":
            return len(self.all_of(ask[1]))
        if kind == "valueof":
            return self.value(self.one_of(ask[1]), ask[2])
        if kind == "years":
            first, second = (int(self.solve(part)[:4]) for part in ask[1:])
            return abs(first - second)
        if kind == "total":
            amounts = [self.value(id, ask[2]) for id in self.all_of(ask[1])]
            return round(sum(amounts), 1)
        ids = [self.one_of(term) for term in ask[1:3]]
        values = [self.value(id, ask[3]) for id in ids]
        if values[0] == values[1]:
            raise _Undefined
        if kind == "exceeds":
            return values[0] > values[1]
        return [ids[values.index(max(values) if ask[4] else min(values))]]


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer is the right one by the plan and the facts in ``payload["problem"]``."""
    joins = Joins(payload["problem"])
    try:
        due = joins.solve(payload["problem"]["ask"])
    except _Undefined:
        return False
    return reads_as(answer.strip(), due, joins.names, payload["problem"].get("unit", ""))


def reads_as(answer: str, due: Any, names: Mapping[str, list[str]], unit: str = "") -> bool:
    """Whether a text is an answer: ids by their names, a truth value, a day, or a number with or without its unit."""
    if isinstance(due, bool):
        return answer.casefold() in (("yes", "true") if due else ("no", "false"))
    if isinstance(due, list):
        parts = [_plain(part) for part in answer.split(";")]
        ids = [id for part in parts for id, known in names.items() if part in map(_plain, known)]
        return len(ids) == len(parts) and sorted(set(ids)) == sorted(due)
    if isinstance(due, str):
        return _day(answer) == due
    number = re.fullmatch(r"(-?[0-9][0-9,]*(?:\.[0-9]+)?)(?: (.+))?", answer)
    if number is None or (number[2] and number[2] != unit):
        return False
    return bool(abs(float(number[1].replace(",", "")) - due) < 0.05)


def _plain(name: str) -> str:
    return name.strip().casefold().removeprefix("the ")


def _day(answer: str) -> str:
    """A date as a text that sorts; empty if it is none."""
    month = f"(?P<m>{'|'.join(_MONTHS)})"
    day, year = "(?P<d>[0-9]{1,2})", "(?P<y>[0-9]{3,4})"
    for form in (f"{day} {month},? {year}", f"{month} {day},? {year}", f"{year},? {month} {day}"):
        match = re.fullmatch(form, answer.casefold())
        if match:
            return f"{int(match['y']):04}-{_MONTHS.index(match['m']) + 1:02}-{int(match['d']):02}"
    match = re.fullmatch(r"([0-9]{3,4})-([0-9]{1,2})-([0-9]{1,2})", answer)
    return f"{int(match[1]):04}-{int(match[2]):02}-{int(match[3]):02}" if match else ""


_reads_as = reads_as
"""The name that `deep_search_solver` knows it by."""
