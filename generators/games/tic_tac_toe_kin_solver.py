"""The solver of `tic-tac-toe-kin`: all positions that can be reached, and their results from the last ones back.

It looks at the whole board as a text, and has rules of its own; no search is cut short.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from ..base import Json
from ..readers import bare

_MOVE = re.compile(r"[XO]?[A-G][1-7]|[A-G]")


def _after(kind: str, width: int, signs: str) -> Iterator[tuple[str, str]]:
    """Names of moves, and the boards after them."""
    own = "X" if signs.count("X") == signs.count("O") or kind == "notakto" else "O"
    for at, sign in enumerate(signs):
        if sign != "." or (kind == "gravity" and signs[at + width : at + width + 1] == "."):
            continue
        name = chr(ord("A") + at % width) + ("" if kind == "gravity" else str(at // width + 1))
        for each in "XO" if kind == "wild" else own:
            yield (each + name if kind == "wild" else name), signs[:at] + each + signs[at + 1 :]


def _has_line(width: int, length: int, signs: str) -> bool:
    """Whether a sign stands so often in a line.

    Squares of a line are 1 apart in rows, the width in columns, and one more or less than the width in diagonals.
    """
    for step, slant in ((1, 1), (width, 0), (width + 1, 1), (width - 1, -1)):
        for at in range(len(signs) - step * (length - 1)):
            end = at % width + slant * (length - 1)
            if (
                signs[at] != "."
                and 0 <= end < width
                and len(set(signs[at : at + step * length : step][:length])) == 1
            ):
                return True
    return False


@lru_cache(maxsize=256)
def _best(text: str) -> frozenset[str]:
    kind, board, length = json.loads(text)
    width, start = len(board[0]), "".join(board)
    ended = -1 if kind in ("plain", "wild", "gravity") else 1
    layers: list[dict[str, list[str]]] = []
    layer = {start}
    result: dict[str, int] = {}
    while layer:
        ahead: dict[str, list[str]] = {}
        for signs in layer:
            if _has_line(width, length, signs):
                result[signs] = ended
            elif "." not in signs:
                result[signs] = 0
            else:
                ahead[signs] = [after for _, after in _after(kind, width, signs)]
        layers.append(ahead)
        layer = {after for each in ahead.values() for after in each}
    for ahead in reversed(layers):
        for signs, afters in ahead.items():
            result[signs] = -min(result[after] for after in afters)
    return frozenset(name for name, after in _after(kind, width, start) if -result[after] == result[start])


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer lists the best moves, each once."""
    words = bare(answer).upper().replace(",", " ").replace(";", " ").split()
    if not words or len(set(words)) < len(words) or not all(map(_MOVE.fullmatch, words)):
        return False
    return set(words) == _best(json.dumps([payload["kind"], payload["board"], payload["length"]]))
