"""Rotation puzzles: numbers in a grid; a move turns a whole row or column round, or a block of two by two.

Kinds of moves: ``shift`` (a row goes left or right by one square, a column up or down, and what is pushed out comes
in at the other end), ``twist`` (the four numbers of a block go one place on, clockwise or not), ``both``. A walk
from the goal makes the start; a search from both ends finds a shortest plan.

Symmetries: none are declared.

Difficulty: `rows`, `columns`, the `turns` that a grid has (from which one is drawn), and the `moves` of a shortest
plan. Proxy: bits of the choice of so many moves.

Source: the sliding rows of "nine" and "sixteen" puzzles, and Simon Tatham's Sixteen and Twiddle.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from math import log2

from ..base import Draft, GenerationError, Json
from ..kernels.plan import TooHard, away, meeting
from ..limits import Whole, Words, limited
from .framing import KINDS, Problem, confirming_plan, draft, wordings

Grid = tuple[int, ...]
Turn = tuple[str, tuple[int, ...]]
"""A name, and for each place the place from which its number comes."""

_SHIFT = (
    "Row 1 is the top one and column 1 the left one. A row can be shifted left or right, and a column up or down, by "
    "one square: "
    "what is pushed out at one end comes in at the other."
)
_TWIST = (
    "A block is four squares, two by two. Blocks overlap and are numbered from the top left, row by row: {blocks}. "
    "The numbers of a "
    "block can be turned one place clockwise or counterclockwise."
)
WORDINGS = wordings(
    "Numbers stand in a grid:\n\n{start}\n\n{turns} Each of these is one move.\n\nWanted is this "
    "grid:\n\n{goal}\n\n{ask} Write the moves in "
    "order, separated by commas, in the form of {example}.",
    "Turn the first grid into the second one by moves.\n\nFirst:\n{start}\n\nSecond:\n{goal}\n\n{turns} {ask} Answer "
    "with the list of your "
    "moves, with commas between them; they look like {example}.",
    "Here are two grids.\n\nA:\n{start}\n\nB:\n{goal}\n\nChange A into B by moves. {turns} {ask} Give the moves in "
    "the order in which they are made, with commas "
    "between them. Write them like {example}.",
    shortest=(
        "Find a plan with as few moves as possible.",
        "Use the fewest moves possible.",
        "Only a shortest plan counts.",
    ),
    within=(
        "Find a plan with at most {most} moves.",
        "Use {most} moves or fewer.",
        "You have {most} moves at most.",
    ),
)
_TRIES = 300
_MOST = 6_000


@cache
def turns_of(rows: int, columns: int, kind: str) -> tuple[Turn, ...]:
    """All moves of a grid."""
    places = [[r * columns + c for c in range(columns)] for r in range(rows)]
    cycles: list[tuple[str, str, list[int]]] = []
    if kind != "twist":
        cycles += [(f"row {r + 1} right", f"row {r + 1} left", places[r]) for r in range(rows)]
        cycles += [
            (f"column {c + 1} down", f"column {c + 1} up", [row[c] for row in places]) for c in range(columns)
        ]
    if kind != "shift":
        for r in range(rows - 1):
            for c in range(columns - 1):
                name = f"block {r * (columns - 1) + c + 1}"
                ring = [places[r][c], places[r][c + 1], places[r + 1][c + 1], places[r + 1][c]]
                cycles.append((f"{name} clockwise", f"{name} counterclockwise", ring))
    found = []
    for ahead, back, ring in cycles:
        for name, after in ((ahead, ring[1:] + ring[:1]), (back, ring[-1:] + ring[:-1])):
            comes = list(range(rows * columns))
            for place, to in zip(ring, after, strict=True):
                comes[to] = place
            found.append((name, tuple(comes)))
    return tuple(found)


def _moves(state: Grid, *, turns: Sequence[Turn]) -> list[tuple[str, Grid]]:
    return [(name, tuple([state[place] for place in comes])) for name, comes in turns]


def _inverse(turns: Sequence[Turn]) -> list[Turn]:
    return [(name, tuple(sorted(range(len(comes)), key=comes.__getitem__))) for name, comes in turns]


@limited(
    rows=Whole(2, 5, "rows of the grid"),
    columns=Whole(3, 5, "columns of the grid"),
    turns=Words(("shift", "twist", "both"), "the moves of the grid: rows and columns, blocks, both"),
    moves=Whole(1, 9, "the moves of a shortest plan"),
    kinds=KINDS,
)
def generate(rng: random.Random, *, rows: int, columns: int, turns: str, moves: int, kinds: str) -> Draft:
    """Make two grids, and find a shortest plan from one to the other.

    Raises:
        GenerationError: if no grids are so far from each other.
    """
    kind = rng.choice(turns.split())
    every = turns_of(rows, columns, kind)
    steps, back = partial(_moves, turns=every), partial(_moves, turns=_inverse(every))
    for _ in range(_TRIES):
        numbers = list(range(1, rows * columns + 1))
        rng.shuffle(numbers)
        goal = tuple(numbers)
        try:
            plan = meeting(away(rng, goal, back, moves), goal, steps, back, most=_MOST)
        except TooHard:
            continue
        if plan is not None and plan.cost == moves:
            break
    else:
        raise GenerationError(
            f"no {rows}x{columns} grid found that needs {moves} moves; take fewer moves or a larger grid"
        )

    def drawn(state: Grid, gap: str = "\n") -> str:
        wide = len(str(rows * columns))
        return gap.join(
            " ".join(f"{n:>{wide}}" for n in state[r * columns : (r + 1) * columns]) for r in range(rows)
        )

    def listed(state: Grid) -> list[list[int]]:
        return [list(state[r * columns : (r + 1) * columns]) for r in range(rows)]

    count = (rows - 1) * (columns - 1)
    blocks = (
        "block 1 has the top left corner of the grid, block 2 is one square to its right, "
        f"and block {count} has the bottom right corner"
    )
    said = {"shift": _SHIFT, "twist": _TWIST.format(blocks=blocks)}
    example = f'"{rng.choice(every)[0]}"'
    return draft(
        rng,
        kinds,
        WORDINGS,
        plan,
        steps,
        facts={"start": listed(plan.states[0]), "goal": listed(goal), "turns": kind},
        fields={
            "start": drawn(plan.states[0]),
            "goal": drawn(goal),
            "turns": said.get(kind) or " ".join(said.values()),
            "example": example,
        },
        told=lambda state: drawn(state, " / "),
        canonical=[kind, listed(plan.states[0]), listed(goal)],
        difficulty=moves * log2(len(every)),
        guess=len(every) ** -moves,
    )


def _problem(payload: Mapping[str, Json]) -> Problem[Grid]:
    start, goal = (tuple(n for row in payload[key] for n in row) for key in ("start", "goal"))
    turns = turns_of(len(payload["start"]), len(payload["start"][0]), payload["turns"])
    return start, partial(_moves, turns=turns), goal.__eq__


def _read(text: str) -> list[str] | None:
    moves = [" ".join(part.split()) for part in re.split("[,;\n]", text) if part.strip()]
    return (
        moves if all(re.fullmatch("(?:row|column|block) [0-9]{1,2} [a-z]+", move) for move in moves) else None
    )


confirms = confirming_plan(_problem, _read)
