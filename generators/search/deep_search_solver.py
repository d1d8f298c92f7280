"""The solver of deep search: the solver of `search_qa` finds each part, and rules of its own join them."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from . import search_qa_solver


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer is the right one by the plans and the facts in ``payload["problem"]``."""
    way, parts = payload["problem"]["way"], payload["problem"]["parts"]
    names: dict[str, list[str]] = {}
    found = []
    for part in parts:
        joins = search_qa_solver.Joins(part)
        names |= joins.names
        found.append(joins.solve(part["ask"]))
    if way == "letters":
        due = "".join(names[ids[0]][0][0] for ids in found)
        return answer.strip().casefold() == due.casefold()
    if way == "names":
        return search_qa_solver.reads_as(answer.strip(), [ids[0] for ids in found], names)
    if way == "sum":
        return search_qa_solver.reads_as(answer.strip(), sum(found), names)
    return search_qa_solver.reads_as(answer.strip(), sum(int(day[:4]) for day in found), names)
