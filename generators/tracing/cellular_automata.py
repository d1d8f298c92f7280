"""Cellular automata: rows and boards of cells that change by a stated rule, all at once, step by step.

Kinds: ``row`` (a ring of cells, the new cell by the three above it), ``board`` (live and dead cells by the
number of live neighbours, as in the game of life but with other numbers too; the sides are joined), ``far`` (a
ring after thousands of steps, which is known once a state comes again), ``before`` (the only ring that leads
to a given one), ``repeats`` (after how many steps a ring is for the first time as it was before). A board
whose cells all die is not asked.

Difficulty: `cells` of a ring, the `side` of a board, `steps`. Proxy: cells worked out.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial

from ..base import Json
from ..english import counted, listed
from ..family import Family, Question
from ..in_order import in_order, typed
from ..kernels.machine import orbit
from ..limits import Whole

_RING = (
    "A ring of {cells} cells, each 0 or 1, changes in steps. The new value of a cell depends on its left "
    "neighbour, itself and its right neighbour, in this order:\n\n{rule}\n\nThe first cell is the right "
    "neighbour of the last one, and all cells change at once."
)
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "row": (
        f"{_RING} The ring begins as\n\n{{state}}\n\nGive its cells after {{steps}}.",
        f"{_RING}\n\nStart: {{state}}\n\nWhat is the ring after {{steps}}? Give its cells from the first "
        f"to the last.",
        f"Follow a cellular automaton for {{steps}} from {{state}} on. {_RING}\n\nGive the cells after the "
        f"last step.",
    ),
    "far": (
        f"{_RING} The ring begins as\n\n{{state}}\n\nGive its cells after {{steps}}. (A state that comes "
        f"again saves the work.)",
        f"{_RING}\n\nStart: {{state}}\n\nWhat is the ring after {{steps}}? Give its cells from the first "
        f"to the last.",
        f"Follow a cellular automaton for {{steps}} from {{state}} on. {_RING}\n\nGive the cells after the "
        f"last step.",
    ),
    "before": (
        f"{_RING} After one step the ring is\n\n{{state}}\n\nOnly one state leads to it. Give the cells of "
        f"that state.",
        f"{_RING}\n\nThere is exactly one ring that becomes {{state}} in one step. Find it and give its cells.",
        f"Go one step back from {{state}}; there is only one way. {_RING}\n\nGive the cells before the step.",
    ),
    "repeats": (
        f"{_RING} The ring begins as\n\n{{state}}\n\nAfter how many steps is it, for the first time, in a "
        f"state in which it has been before? Give a number.",
        f"{_RING}\n\nStart: {{state}}\n\nCount the steps until a state comes for the second time (the "
        f"start counts as a state). Give their number.",
        f"{_RING}\n\nFrom {{state}} on, how many steps does it take until the ring has a state that it had "
        f"before, be it the first or a later one? Give a number.",
    ),
    "board": (
        "On a board, 1 is a live and 0 a dead cell. In each step a dead cell with {born} live neighbours "
        "becomes alive, a live cell with {survives} live neighbours stays alive, and all other cells are "
        "dead afterwards. Neighbours are the eight cells around a cell; the left and right sides of the "
        "board are joined, and so are top and bottom.\n\n{state}\n\nGive the board after {steps}, line by "
        "line.",
        "{state}\n\nEvery cell of this board (1 live, 0 dead) has eight neighbours, because opposite sides "
        "are joined. All at once, dead cells with {born} live neighbours come alive, live ones with "
        "{survives} stay alive, and the rest is dead. Give the lines of the board after {steps}.",
        "A game like the game of life is played on a board with joined sides: a dead cell is born with "
        "{born} live neighbours of eight, a live cell survives with {survives}, otherwise cells die or "
        "stay dead. What does the board look like after {steps}? Give its lines.\n\n{state}",
    ),
}
DEAD_END = 200
BOARDS: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = (
    ((3,), (2, 3)),
    ((3, 6), (2, 3)),
    ((3,), (1, 2, 3)),
    ((3,), (2, 3, 4)),
    ((3, 4), (3, 4)),
    ((2, 5), (4,)),
    ((3, 6, 8), (2, 4, 5)),
)
"""Numbers of live neighbours with which cells are born, and with which they survive."""
_DULL_TEXT = (
    "0 8 15 32 40 51 64 85 96 128 136 160 168 170 192 204 224 234 235 238 239 240 248 249 250 251 252 253 "
    "254 255"
)
DULL = frozenset(map(int, _DULL_TEXT.split()))
"""Rules that end at once, or only shift or invert."""
LIVELY = tuple(n for n in range(256) if n not in DULL)
TRIES = 60
"""Rings that are drawn to find one that repeats itself after a given number of steps."""


def _made(kind: str, rng: random.Random, *, cells: int, side: int, steps: int) -> Question | None:
    if kind == "board":
        return _board(rng, side, max(steps // 3, 1))
    size = cells + rng.randint(-1, 1)
    if kind == "repeats":
        return _repeats(rng, size, rng.randint(steps, 3 * steps + 6))
    rule = rng.choice(LIVELY)
    state = rng.randrange(1, (1 << size) - 1)
    facts: dict[str, Json] = {"kind": kind, "cells": size, "rule": rule}
    after = partial(_stepped, rule=rule, size=size)
    if kind == "before":
        size = facts["cells"] = min(size, 14)
        after = partial(_stepped, rule=rule, size=size)
        end = rng.randrange(1, (1 << size) - 1)
        state = after(end)
        if state in (0, end) or _ways_back(_text(state, size), rule) != 1:
            return None
        facts["state"] = _text(state, size)
        lines = [
            f"left, self and right give: {_table(rule).replace(chr(10), ', ')}",
            f"check: {_text(end, size)} -> {_text(state, size)}",
        ]
        return _ring(facts, {}, _text(end, size), lines, 4 * size * max(steps, 2) / 2)
    found = orbit(state, after, DEAD_END if kind != "row" else steps)
    facts["state"] = _text(state, size)
    lines = [f"{n}: {_text(each, size)}" for n, each in enumerate(found.states[1:], 1)]
    if kind == "row":
        if len(found.states) != steps + 1 or found.states[-1] in (0, state, (1 << size) - 1):
            return None
        facts["steps"] = steps
        return _ring(
            facts, {"steps": counted(steps, "step")}, _text(found.states[-1], size), lines, size * steps
        )
    count = len(found.states)
    if found.again is None or not steps <= count <= 3 * steps:
        return None
    lines.append(f"{count}: as after {found.again}")
    times = facts["steps"] = rng.randint(1000, 9999)
    end = found.at(times)
    if end in (0, state, (1 << size) - 1) or found.period < 2:
        return None
    over = times - found.again
    turns, rest = divmod(over, found.period)
    lines.append(f"{times} - {found.again} = {over}; {over} = {turns} * {found.period} + {rest}")
    return _ring(facts, {"steps": f"{times:,} steps"}, _text(end, size), lines, size * count)


def _repeats(rng: random.Random, size: int, wanted: int) -> Question | None:
    """A ring that repeats itself after so many steps.

    The number is drawn before the ring, and numbers next to the length of the ring more seldom: of rings drawn freely,
    a third repeats itself after one step more than it has cells. So no formula of the length, and no constant, is right
    in much more than a tenth of the tasks.
    """
    if 0 <= wanted - size <= 3 and rng.random() < 0.35:
        return None
    for _ in range(TRIES):
        rule, state = rng.choice(LIVELY), rng.randrange(1, (1 << size) - 1)
        found = orbit(state, partial(_stepped, rule=rule, size=size), wanted)
        if found.again is not None and len(found.states) == wanted:
            break
    else:
        return None
    lines = [f"{n}: {_text(each, size)}" for n, each in enumerate(found.states[1:], 1)]
    lines.append(f"{wanted}: as after {found.again}")
    facts: dict[str, Json] = {"kind": "repeats", "cells": size, "rule": rule, "state": _text(state, size)}
    return _ring(facts, {}, str(wanted), lines, size * wanted)


def _ring(
    facts: dict[str, Json], fields: Mapping[str, object], answer: str, lines: list[str], work: float
) -> Question:
    size, number = facts["cells"], facts["kind"] == "repeats"
    return Question(
        {"cells": size, "rule": _table(facts["rule"]), "state": facts["state"], **fields},
        typed(facts, answer, units=["steps"]) if number else in_order(facts, list(answer), signs="01"),
        answer,
        lines,
        gold=None,
        canonical=facts,
        guess_rate=0.13 if number else 0.01,
        difficulty=float(work),
    )


def _stepped(state: int, *, rule: int, size: int) -> int:
    """The ring after one step; the first cell is the highest bit, and all cells are worked out at once."""
    every = (1 << size) - 1
    left = (state >> 1) | ((state & 1) << (size - 1))
    right = ((state << 1) & every) | (state >> (size - 1))
    after = 0
    for number in range(8):
        if rule >> number & 1:
            one = left if number & 4 else every ^ left
            two = state if number & 2 else every ^ state
            three = right if number & 1 else every ^ right
            after |= one & two & three
    return after


def _ways_back(state: str, rule: int) -> int:
    """How many rings become this one in one step: by the first two cells, and from pair to pair of neighbours."""
    total = 0
    for first, second in ((0, 0), (0, 1), (1, 0), (1, 1)):
        ways = {(first, second): 1}
        for place in range(1, len(state)):
            onward: dict[tuple[int, int], int] = {}
            for (left, self), number in ways.items():
                for right in (0, 1) if place < len(state) - 1 else (first,):
                    if rule >> (4 * left + 2 * self + right) & 1 == int(state[place]):
                        onward[self, right] = onward.get((self, right), 0) + number
            ways = onward
        # The last pair is the last cell and the first one, which has the second to its right.
        fits = {last for last in (0, 1) if rule >> (4 * last + 2 * first + second) & 1 == int(state[0])}
        total += sum(number for (last, _), number in ways.items() if last in fits)
    return total


def _text(state: int, size: int) -> str:
    return format(state, f"0{size}b")


def _table(rule: int) -> str:
    return "\n".join(f"{number:03b} -> {rule >> number & 1}" for number in range(7, -1, -1))


def _board(rng: random.Random, side: int, steps: int) -> Question | None:
    rows, columns = side, side + rng.randint(0, 2)
    born, survives = rng.choice(BOARDS)
    state = "\n".join("".join(rng.choice("00011") for _ in range(columns)) for _ in range(rows))
    found = orbit(state, partial(_next_board, born=born, survives=survives), steps)
    end = found.states[-1]
    if len(found.states) <= steps or not 3 <= end.count("1") <= rows * columns - 3:
        return None
    facts: dict[str, Json] = {"kind": "board", "state": state.split("\n"), "steps": steps}
    facts |= {"born": list(born), "survives": list(survives)}
    fields = {
        "born": listed(born, "or"),
        "survives": listed(survives, "or"),
        "state": state,
        "steps": counted(steps, "step"),
    }
    lines = [f"after {n}: {board.replace(chr(10), ' ')}" for n, board in enumerate(found.states[1:], 1)]
    signs = in_order(facts, list(end.replace("\n", "")), signs="01", width=columns)
    return Question(
        fields,
        signs,
        end,
        lines,
        gold=None,
        canonical=facts,
        guess_rate=0.001,
        difficulty=float(4 * rows * columns * steps),
    )


def _next_board(state: str, *, born: tuple[int, ...], survives: tuple[int, ...]) -> str:
    """The board after one step: neighbours are counted cell by cell."""
    rows = state.split("\n")
    high, wide = len(rows), len(rows[0])
    after = []
    for y in range(high):
        three = (rows[y - 1], rows[y], rows[(y + 1) % high])
        line = ""
        for x in range(wide):
            places = (x - 1, x, (x + 1) % wide)
            live = sum(row[place] == "1" for row in three for place in places)
            alive = rows[y][x] == "1"
            line += "1" if (live - 1 in survives if alive else live in born) else "0"
        after.append(line)
    return "\n".join(after)


generate = Family(
    {kind: partial(_made, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "cells": Whole(5, 60, "cells of a ring, give or take one"),
        "side": Whole(3, 20, "lines of a board"),
        "steps": Whole(1, 60, "steps of a ring; a board makes a third of them"),
    },
    kind_in_facts=False,
    advice="change 'steps' or 'cells'",
)
