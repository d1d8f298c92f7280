"""Checks a colouring of a graph: every node once, allowed colours only, and different colours along every edge.

The answer is read as node, colour, node, colour, ...; colons, equal signs, arrows, commas, brackets around it
and line breaks only separate, so that lists, lines and JSON objects all read the same. Any proper colouring is
right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..answers.word_lists import words_of
from ..base import Verdict, correct, illegal, unparsable, wrong

_FORM = "Give every node once with its colour, as 'node: colour', separated by commas."


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, a colour for every node.

    Parts of a complete colouring: ``proper``, the share of edges whose ends have different colours.
    """
    nodes: list[str] = payload["nodes"]
    found = words_of(answer, most=2 * len(nodes))
    if found is None or len(found) != 2 * len(nodes):
        return unparsable(_FORM)
    colour_of = dict(zip(found[::2], found[1::2], strict=True))
    if not all(node in colour_of for node in nodes):  # there are as many pairs as nodes
        return illegal("Name every node of the graph exactly once, and nothing else.")
    allowed = payload["colours"]
    if not all(colour in allowed for colour in colour_of.values()):
        return illegal("Use only the colours that are allowed.")
    clashes = sum([colour_of[u] == colour_of[v] for u, v in payload["edges"]])
    if not clashes:
        return correct(proper=1.0)
    return wrong("Some edge joins two nodes of the same colour.", proper=1 - clashes / len(payload["edges"]))


def accepted_forms(answer: str) -> list[str]:
    """Other forms of the same colouring that must be accepted."""
    pairs = [tuple(piece.split(": ")) for piece in answer.split(", ")]
    return [
        answer.replace(", ", "\n"),
        answer.replace(": ", "="),
        answer.replace(": ", " = ").replace(", ", "; "),
        answer.replace(": ", " -> "),
        answer.replace(": ", " "),
        answer.replace(": ", ":").replace(", ", " "),
        answer.upper(),
        f"{answer}.",
        "{" + ", ".join(f'"{node}": "{colour}"' for node, colour in pairs) + "}",
        "\n".join(f"- {node}: {colour}" for node, colour in reversed(pairs)),
    ]
