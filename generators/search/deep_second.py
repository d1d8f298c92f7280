"""A second, independent way to the answer of a deep search: each part by `second`, then joined by rules of its own."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from . import second


def accepts(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer is the right one by the plans and the facts in ``payload["problem"]``."""
    way, parts = payload["problem"]["way"], payload["problem"]["parts"]
    names: dict[str, list[str]] = {}
    found = []
    for part in parts:
        joins = second.Joins(part)
        names |= joins.names
        found.append(joins.solve(part["ask"]))
    if way == "letters":
        due = "".join(names[ids[0]][0][0] for ids in found)
        return answer.strip().casefold() == due.casefold()
    if way == "names":
        return second.reads_as(answer.strip(), [ids[0] for ids in found], names)
    if way == "sum":
        return second.reads_as(answer.strip(), sum(found), names)
    return second.reads_as(answer.strip(), sum(int(day[:4]) for day in found), names)
