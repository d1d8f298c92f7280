"""The reference answer of a row, in the form in which the verifier of searched answers takes it.

``answer`` is a text, a number, true or false; or a list, whose items are all asked for (an item may be a list of its
names). ``answers`` are several right forms of one answer. The kind is the row's, else what the answer looks like:
yes or no, a number with or without a unit, a date in ISO form or in words, a list where it is a JSON list, else a name.
A bare year is a date if the question asks for a year. What was taken for what is for the report to tell.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ..spec import mark
from ..verifiers.extract import extract
from ..verifiers.search.answers import KINDS, Gold
from ..verifiers.search.lists import gold_items
from ..verifiers.search.short_answer import verify
from ..verifiers.search.values import read_date, unit_forms, unit_of
from .questions import InvalidQuestion

Json = Any

_YEAR = re.compile(r"[0-9]{3,4}")
_ASKS_YEAR = re.compile(r"(?:\w+ )?(?:what|which) year\b|(?:\w+ )?when\b", re.IGNORECASE)
_UNSPACED = re.compile(r"[\u2e80-\uffff]")
"""Letters of scripts that put no spaces between words."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The answer to a question.

    Attributes:
        search: its part of ``payload["search"]``: gold, kind, aliases and unit.
        form: the sentence of the prompt that says what the answer looks like.
        inferred: whether the kind was.
        remarks: what was decided that may be wrong.
    """

    search: dict[str, Json]
    form: str
    inferred: bool
    remarks: tuple[str, ...]


def reference(row: Mapping[str, Json], question: str) -> Reference:
    """Read the answer of a row.

    Raises:
        NotAQuestion: there is none that can be used; the message says why.
    """
    kind, unit = row.get("kind"), row.get("unit")
    if kind is not None and kind not in KINDS:
        raise InvalidQuestion(f"'kind' is one of {', '.join(KINDS)}, not {str(kind)[:40]!r}")
    if unit is not None and not isinstance(unit, str):
        raise InvalidQuestion("'unit' is a text")
    remarks: list[str] = []
    groups = _groups(row, kind)
    try:
        if isinstance(row.get("answer"), list) or kind == "list":
            search = _list(groups, kind, unit or "")
        else:
            chosen = kind or _inferred(groups[0], unit or "", question, remarks)
            search = _one(groups[0], chosen, unit or "")
        verify({"search": search}, search["gold"])  # reads the reference, which may fail
    except ValueError as error:
        raise InvalidQuestion(f"the answer cannot be used: {error}") from error
    gold = search["gold"]
    if search["kind"] == "number" and kind is None and not unit:
        found = search["unit"]
        if found and len(unit_forms(found)) < 3:  # no unit that everybody knows
            remarks.append(f'taken for a number of "{found}"; say "kind": "entity" if it is a name')
    said = extract(mark(gold, "tag")).text
    if said is None:
        raise InvalidQuestion(f"the answer {gold[:60]!r} cannot be marked as an answer")
    verdict = verify({"search": search}, said)
    if not verdict.passed:
        raise InvalidQuestion(f"the answer {gold[:60]!r} does not pass its own check: {verdict.message}")
    if search["kind"] == "number":
        groups = [[*groups[0], gold]]
    if search["kind"] != "boolean" and all(any(_stands(n, question) for n in group) for group in groups):
        raise InvalidQuestion(f"the answer {gold[:60]!r} stands in the question")
    return Reference(search, _form(search), kind is None, tuple(remarks))


def _groups(row: Mapping[str, Json], kind: str | None) -> list[list[str]]:
    """The items of the answer with their names; one item where it is no list."""
    answer, others = row.get("answer"), row.get("answers")
    if others is not None and not isinstance(others, list):
        raise InvalidQuestion("'answers' is a list of right forms of one answer")
    if isinstance(answer, list) or kind == "list":
        if others:
            raise InvalidQuestion("the items of a list stand in 'answer', not in 'answers'")
        if not isinstance(answer, list):
            answer = gold_items(_text(answer))
        groups = [_names(item if isinstance(item, list) else [item]) for item in answer]
    else:
        groups = [_names([*([] if answer is None else [answer]), *(others or [])])]
    if not groups or not all(groups):
        raise InvalidQuestion("there is no answer, or an empty one")
    return groups


def _names(values: Sequence[Json]) -> list[str]:
    names = [_text(value) for value in values]
    if not all(names):
        raise InvalidQuestion("there is no answer, or an empty one")
    return list(dict.fromkeys(names))


def _text(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        return format(Decimal(repr(value)), "f")
    if value is None or isinstance(value, str):
        return (value or "").strip()
    raise InvalidQuestion(f"an answer is a text, a number, true or false, not {str(value)[:40]}")


def _inferred(names: Sequence[str], unit: str, question: str, remarks: list[str]) -> str:
    """The kind of one answer, inferred from all its forms."""
    first = names[0]
    if ";" in first:
        remarks.append(
            "taken for one name, though it holds a semicolon; several items are given as a JSON list"
        )
        return "entity"
    kind = "number" if unit else Gold(first).kind
    if kind == "number" and not unit and _YEAR.fullmatch(first) and _ASKS_YEAR.match(question):
        kind = "date"
    if kind != "entity" and not all(Gold(first, kind, (), unit).check(name).passed for name in names):
        remarks.append(f"taken for a name, since not all of its forms are one {kind}")
        return "entity"
    return kind


def _one(names: Sequence[str], kind: str, unit: str) -> dict[str, Json]:
    gold, others = names[0], list(names[1:])
    if unit and kind != "number":
        raise ValueError(f"it has a unit, but is no number but of the kind {kind}")
    if kind != "entity":
        made = Gold(gold, kind, (), unit)
        odd = [name for name in others if not made.check(name).passed]
        if odd:
            raise ValueError(f"{odd[0][:60]!r} is not the same {kind} as {gold[:60]!r}")
        others = []
    if kind == "number":
        unit = unit or unit_of(gold)
        bare = gold.replace(unit_of(gold), "", 1).strip()
        if Gold(gold, kind, (), unit).check(bare).passed:
            gold = bare  # what an answer may leave out is no part of the reference
    return {"gold": gold, "kind": kind, "aliases": [others] if others else [], "unit": unit}


def _list(groups: Sequence[Sequence[str]], kind: str | None, unit: str) -> dict[str, Json]:
    if kind not in (None, "list"):
        raise ValueError(f"it is a list, but its kind is {kind}")
    items = [group[0] for group in groups]
    gold = "; ".join(items)
    if len(items) == 1 and gold_items(gold) != items:
        gold += ";"  # else its commas would separate
    if gold_items(gold) != items:
        raise ValueError("an item of a list holds no semicolon, and no comma at its ends")
    aliases = [list(group[1:]) for group in groups]
    return {"gold": gold, "kind": "list", "aliases": aliases if any(aliases) else [], "unit": unit}


def _stands(name: str, question: str) -> bool:
    """Whether a question holds a name, as words."""
    name, question = (" ".join(text.casefold().split()) for text in (name, question))
    if _UNSPACED.search(name):
        return name in question
    # A number is no part of a longer one.
    return re.search(rf"(?<!\w)(?<![0-9][.,]){re.escape(name)}(?!\w|[.,][0-9])", question) is not None


def _form(search: Mapping[str, Json]) -> str:
    kind, unit = search["kind"], search["unit"]
    if kind == "boolean":
        return "Answer with yes or no."
    if kind == "number":
        return f"Give one number, in {unit}." if unit else "Give one number."
    if kind == "list":
        return "Name all items that are asked for, and nothing else, separated by semicolons."
    if kind == "date":
        _, month, day = read_date(search["gold"]) or (0, 0, 0)
        return "Give the date." if day else "Give the month and the year." if month else "Give the year."
    return "Give a name or a short phrase, and nothing else."
