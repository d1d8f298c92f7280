"""Graph colourings a second time: the nodes of each colour are gathered, and no edge may lie within one such class."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base import Json

_SEPARATOR = re.compile(r"->|[:=,;|]")


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer, node and colour in turn, is a proper colouring of all nodes."""
    words = _SEPARATOR.sub(" ", answer.lower()).split() if answer.isascii() else []
    if len(words) != 2 * len(payload["nodes"]) or sorted(words[::2]) != sorted(payload["nodes"]):
        return False
    classes: dict[str, set[str]] = {colour: set() for colour in payload["colours"]}
    for node, colour in zip(words[::2], words[1::2], strict=True):
        if colour not in classes:
            return False
        classes[colour].add(node)
    return not any(members.issuperset(edge) for members in classes.values() for edge in payload["edges"])
