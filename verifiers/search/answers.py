"""A reference answer, read once, to judge many committed answers by it.

An answer is the short text that a response commits to (see `rlvr.verifiers.extract`). It is right if it is the
reference, as a whole, by the rules of its kind: an *entity* by `names`, a *number*, a *date* or a *boolean* by
`values`, a *list* by `lists`. Nothing is searched for in it: candidates in a row, "X or Y", "not X" and sentences are
nobody's X. Only what introduces it may stand before it ("The answer is X", "The person is X", "It was X"; see
`rlvr.verifiers.answers.wrapping`), and a stop behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from ..answers import wrapping
from ..base import MAX_ANSWER_CHARS, Reason, Verdict, correct, unparsable, wrong
from . import lists
from .names import Names, plain, unwrapped
from .values import read_boolean, read_date, read_number, unit_forms, unit_of

KINDS = ("entity", "number", "date", "boolean", "list")

Aliases = Sequence[str | Sequence[str]]
"""Other names: of the entity; or, for each item of a list, a sequence of its other names."""

_THAT = re.compile(r"^that\s+(?=\S)", re.IGNORECASE)
_TWICE = re.compile(
    r"([^()]{1,200})\s+\((?:also (?:known as|called) |aka |a\.k\.a\. |i\.e\.,? )?([^()]{1,200})\)[.]?"
)
_HEDGE = re.compile(r"\b(?:or|either|maybe|perhaps|possibly|probably|likely)\b|[?/]", re.IGNORECASE)

_WRONG = wrong()
_EMPTY = Verdict(0.0, Reason.NO_ANSWER, "No answer was given.")
_LONG = Verdict(0.0, Reason.TOO_LONG, "The answer is too long.")
_HEDGED = Verdict(0.0, Reason.AMBIGUOUS, "Commit to one answer, and give nothing else.")


class _Matcher(Protocol):
    def matches(self, text: str) -> bool | None:
        """Whether a text is the reference; None if it cannot be read as an answer of the kind."""
        ...


class _Entity:
    form = "Give the name, and nothing else."

    def __init__(self, names: Iterable[str]) -> None:
        self.names = Names([names])

    def matches(self, text: str) -> bool | None:
        if self.names.find(text) is not None:
            return True
        both = _TWICE.fullmatch(text.strip())  # "Anna Vorsk (the Mason)": a name and another name of the same
        return both is not None and None not in (self.names.find(both[1]), self.names.find(both[2]))


class _Number:
    def __init__(self, text: str, unit: str) -> None:
        unit = unit or unit_of(text)
        self.units = unit_forms(unit)
        self.form = f"Give one number, in {unit}." if unit else "Give one number."
        value = read_number(text, self.units)
        if value is None:
            raise ValueError(f"{text!r} is no number")
        self.value = value

    def matches(self, text: str) -> bool | None:
        value = read_number(text, self.units)
        return None if value is None else value == self.value


class _Date:
    form = "Give a date, such as 3 May 812 or 0812-05-03."

    def __init__(self, text: str) -> None:
        value = read_date(text)
        if value is None:
            raise ValueError(f"{text!r} is no date")
        self.value = value
        if not value[1]:
            self.form = "Give a year."

    def matches(self, text: str) -> bool | None:
        value = read_date(text)
        return None if value is None else value == self.value


class _Boolean:
    form = "Answer yes or no."

    def __init__(self, text: str) -> None:
        value = read_boolean(text)
        if value is None:
            raise ValueError(f"{text!r} is neither yes nor no")
        self.value = value

    def matches(self, text: str) -> bool | None:
        value = read_boolean(text)
        return None if value is None else value == self.value


class _List:
    form = "Give the items, separated by semicolons, and nothing else."

    def __init__(self, text: str, aliases: Aliases, unit: str) -> None:
        items = lists.gold_items(text)
        if len(aliases) > len(items):
            raise ValueError(f"there are {len(aliases)} groups of aliases for {len(items)} items")
        groups = [[item, *_strings(aliases[i : i + 1])] for i, item in enumerate(items)]
        self.count, self.widest = len(items), 1
        self.others: list[tuple[int, _Number | _Date]] = []
        names: list[list[str]] = []
        for index, group in enumerate(groups):
            kind = _kind_of(group[0])
            if kind == "number":
                self.others.append((index, _Number(group[0], unit)))
            elif kind == "date":
                self.others.append((index, _Date(group[0])))
                self.widest = max(self.widest, 2)
            self.widest = max(self.widest, *(1 + lists.separators(name) for name in group))
            names.append(group if kind in ("entity", "boolean") else [])
        self.names = Names(names)
        values = [other.value for _, other in self.others]
        if not items or len(set(values)) < len(values):
            raise ValueError(f"{text!r} is no list of different items")
        if not self.matches(text):
            raise ValueError(f"{text!r} cannot be read as a list of its own items")

    def find(self, text: str) -> int | None:
        index = self.names.find(text)
        if index is None and self.others:
            index = next((index for index, other in self.others if other.matches(text)), None)
        return index

    def matches(self, text: str) -> bool | None:
        return any(
            lists.covers(lists.Pieces(reading), self.count, self.find, self.widest)
            for reading in lists.readings(text)
        )

    def parts(self, text: str) -> dict[str, float]:
        *_, reading = lists.readings(text)
        precision, recall = lists.overlap(lists.Pieces(reading), self.count, self.find, self.widest)
        return {"precision": precision, "recall": recall}


class Gold:
    """A reference answer.

    Args:
        text: the answer.
        kind: one of `KINDS`; None infers it from `text`.
        aliases: see `Aliases`.
        unit: of a number, or of all numbers of a list; by default what stands behind the number in `text`.

    Raises:
        ValueError: if `text` cannot be read as `kind`.
    """

    def __init__(self, text: str, kind: str | None = None, aliases: Aliases = (), unit: str = "") -> None:
        self.text = text
        self.kind = kind or _inferred(text, aliases)
        self._list = _List(text, aliases, unit) if self.kind == "list" else None
        self._matcher: _Matcher
        if self._list is not None:
            self._matcher, self._form = self._list, self._list.form
        elif self.kind == "entity":
            self._matcher, self._form = _Entity((text, *_strings(aliases))), _Entity.form
        elif self.kind == "number":
            number = _Number(text, unit)
            self._matcher, self._form = number, number.form
        elif self.kind == "date":
            date = _Date(text)
            self._matcher, self._form = date, date.form
        elif self.kind == "boolean":
            self._matcher, self._form = _Boolean(text), _Boolean.form
        else:
            raise ValueError(f"there is no kind {kind!r}; there are {', '.join(KINDS)}")

    def check(self, response: str) -> Verdict:
        """The verdict on a committed answer; never raises because of it."""
        if len(response) > MAX_ANSWER_CHARS:
            return _LONG
        matched: bool | None = None
        answer = response
        # First as it stands, because a name may begin like a sentence; then without what introduces it.
        layers = (
            response,
            *wrapping.layers(response, stops=False, words=True),
            *wrapping.layers(response, words=True),
        )
        for answer in dict.fromkeys(form for said in layers for form in (said, _THAT.sub("", said))):
            found = self._matcher.matches(answer)
            if found:
                return correct()
            matched = matched if found is None else found
        if not unwrapped(plain(answer)):
            return _EMPTY
        if _HEDGE.search(answer):
            return _HEDGED
        if matched is None:
            return unparsable(self._form)
        if self._list is None:
            return _WRONG
        return Verdict(0.0, Reason.WRONG, _WRONG.message, self._list.parts(answer))


@lru_cache(maxsize=4096)
def compiled(text: str, kind: str | None, aliases: tuple[str | tuple[str, ...], ...], unit: str) -> Gold:
    """`Gold`, kept for the next answer."""
    return Gold(text, kind, aliases, unit)


def hashable(aliases: Aliases) -> tuple[str | tuple[str, ...], ...]:
    """Aliases as `compiled` needs them."""
    if isinstance(aliases, str):
        return (aliases,)  # else each of its letters would be a name
    return tuple([alias if isinstance(alias, str) else tuple(alias) for alias in aliases])


def _strings(aliases: Aliases) -> list[str]:
    return [name for own in aliases for name in ((own,) if isinstance(own, str) else own)]


def _kind_of(text: str) -> str:
    """The kind of one value, inferred from its form."""
    if read_boolean(text) is not None:
        return "boolean"
    date = read_date(text)
    if date is not None and date[1]:
        return "date"
    unit = unit_of(text)
    if unit.count(" ") > 1 or not (unit.islower() or len(unit) <= 2):
        unit = ""  # more of a name than of a unit
    return "entity" if read_number(text, unit_forms(unit)) is None else "number"


def _inferred(text: str, aliases: Aliases) -> str:
    if ";" in text or sum(not isinstance(own, str) for own in aliases) > 1:
        return "list"
    return _kind_of(text)
