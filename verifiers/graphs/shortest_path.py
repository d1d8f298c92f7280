"""Checks a shortest path: it follows edges from the start to the goal, and its weights add up to the least sum.

The nodes may be separated by arrows, dashes, commas, spaces or line breaks, in any case of letters. The least
sum stands in the payload, so any path that reaches it is right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ..answers import normal_signs, plain
from ..answers.wrapping import without_text_commands
from ..base import Verdict, correct, illegal, unparsable, wrong

_FORM = "Give the nodes of one path in order, separated by ' -> '."
# One separator between two names: an arrow or a sign, with or without spaces, or spaces alone.
_BETWEEN = re.compile(r"\s*(?:-{0,2}>|=>|[-,;|])\s*|\s+")
_LATEX_ARROWS = ("\\longrightarrow", "\\rightarrow", "\\Rightarrow", "\\to ", "\\to")
_LABEL = re.compile(r"(?:(?:shortest )?path|route)\s*[:=]\s*", re.IGNORECASE)
_ARROWS = str.maketrans(
    {
        "→": ">",
        "⟶": ">",
        "➔": ">",
        "➜": ">",
        "➡": ">",
        "⟹": ">",
        "›": ">",
        "`": " ",
        "⇒": ">",
        "—": "-",
        '"': " ",
        "'": " ",
    }
)


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, the nodes of a path.

    Parts of a wrong path that does lead from the start to the goal: ``cost_ratio``, the least sum of weights
    divided by that of the path.
    """
    edges: Mapping[str, Mapping[str, int]] = payload["edges"]
    text = without_text_commands(plain(answer))
    for command in _LATEX_ARROWS:
        text = text.replace(command, ">")
    text = normal_signs(text.replace("$", " ")).translate(_ARROWS).strip().strip("[](){}.").strip()
    if label := _LABEL.match(text):
        text = text[label.end() :].strip()
    if not text or not text.isascii():
        return unparsable(_FORM)
    walk = _BETWEEN.split(text.lower())
    if not all(node in edges for node in walk):
        return unparsable(f"{_FORM} Use only nodes of the graph.")
    if len(walk) > len(edges):
        return illegal("A shortest path does not visit a node twice.")
    if walk[0] != payload["start"] or walk[-1] != payload["goal"]:
        return illegal("The path must begin at the start and end at the goal.")
    total = 0
    for here, there in pairwise(walk):
        weight = edges[here].get(there)
        if weight is None:
            return illegal(f"There is no edge from {here.upper()} to {there.upper()}.")
        total += weight
    if total == payload["cost"]:
        return correct(cost_ratio=1.0)
    return wrong(
        "The path follows edges to the goal, but there is a shorter one.", cost_ratio=payload["cost"] / total
    )


def accepted_forms(answer: str) -> list[str]:
    """Other forms of the same path that must be accepted."""
    nodes = answer.split(" -> ")
    return [
        " ".join(nodes),
        ", ".join(nodes),
        ",".join(nodes),
        "->".join(nodes),
        " → ".join(nodes),
        " - ".join(nodes),
        "\n".join(nodes),
        "[" + ", ".join(f'"{node}"' for node in nodes) + "]",
        answer.lower(),
        f"{answer.upper()}.",
    ]
