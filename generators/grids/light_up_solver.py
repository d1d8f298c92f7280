"""Light up a second time: lines are cut at walls into runs, whose bulbs are counted."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer puts bulbs so that all rules are kept."""
    n, room = payload["size"], "".join(payload["rows"])
    cells = square(answer, n, one_digit=True)
    if cells is None or max(cells) > 1:
        return False
    if any(bulb and sign != "." for bulb, sign in zip(cells, room, strict=True)):
        return False
    lit = [False] * (n * n)
    for line in [*(range(i * n, i * n + n) for i in range(n)), *(range(i, n * n, n) for i in range(n))]:
        for wall, run in groupby(line, key=lambda cell: room[cell] != "."):
            held = list(run)
            bulbs = sum(cells[cell] for cell in held)
            if not wall and bulbs > 1:
                return False
            for cell in held:
                lit[cell] = lit[cell] or bulbs == 1 or wall
    framed = [[0] * (n + 2), *([0, *cells[i : i + n], 0] for i in range(0, n * n, n)), [0] * (n + 2)]
    return all(lit) and all(
        int(sign) == framed[r][c + 1] + framed[r + 2][c + 1] + framed[r + 1][c] + framed[r + 1][c + 2]
        for at, sign in enumerate(room)
        if sign.isdigit()
        for r, c in [divmod(at, n)]
    )
