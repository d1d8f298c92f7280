"""Sliding tiles: tiles in a tray with one gap; a tile beside the gap slides into it, until the tray is as wanted.

The plan is written as the numbers of the tiles, so no direction can be misread. A walk from the goal makes the
start, so each can be solved; A* with Manhattan distances and linear conflicts finds a shortest plan. The tray that
is wanted is the usual one (numbers in order, gap last) or any other.

Symmetries: none are declared; a tray that is turned has other tile numbers at its corners.

Difficulty: `rows` and `columns` of the tray, the fewest `moves` that a plan must need (up to three more, as the walk
ends), and whether the wanted tray is `mixed`. Proxy: moves of a shortest plan.

Source: Noyes Chapman's fifteen puzzle (1880).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache, lru_cache, partial
from itertools import combinations

from ..base import Draft, GenerationError, Json
from ..kernels.plan import Moves, TooHard, away, shortest
from ..limits import Flag, Whole, limited
from .framing import KINDS, Problem, confirming_plan, draft, wordings

Tray = tuple[int, ...]

WORDINGS = wordings(
    "Numbered tiles lie in a tray with one gap (_). A tile that is beside the gap, to its left or right, above or "
    "below "
    "it, can slide into it; that is one move.\n\nNow:\n{start}\n\nWanted:\n{goal}\n\n{ask} Write the numbers of the "
    "tiles "
    "in the order in which they slide, with commas between them.",
    "This is a sliding puzzle; _ is the empty square:\n\n{start}\n\nIn one move, a tile next to the empty square (not "
    "diagonally) slides into it. {ask} At the end it must look like this:\n\n{goal}\n\nAnswer with the numbers of the "
    "tiles that "
    "you slide, in order, separated by commas.",
    "Turn the first tray into the second one.\n\nFirst:\n{start}\n\nSecond:\n{goal}\n\nThe underscore is a hole. A "
    "move "
    "slides one tile that shares a side with the hole into the hole. {ask} Give the tile of each move by its number, "
    "in "
    "order, with commas between them.",
    shortest=(
        "Find a plan with as few moves as possible.",
        "Use the fewest moves possible.",
        "Make no more moves than are needed at least: only a shortest plan counts.",
    ),
    within=(
        "Find a plan with at most {most} moves.",
        "Use {most} moves or fewer.",
        "You have {most} moves at most.",
    ),
)
SPREAD = 3
_TRIES = 400
_MOST = 1_500
_KNOWN = 8_000
"""Costs of a line that are kept."""


@cache
def _beside(rows: int, columns: int) -> list[tuple[int, ...]]:
    """For each place the places beside it: above, left, right, below."""
    return [
        tuple(
            y * columns + x
            for y, x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
            if 0 <= y < rows and 0 <= x < columns
        )
        for r in range(rows)
        for c in range(columns)
    ]


def _moves(state: Tray, *, rows: int, columns: int) -> list[tuple[str, Tray]]:
    gap = state.index(0)
    found = []
    for place in _beside(rows, columns)[gap]:
        tray = list(state)
        tray[gap], tray[place] = tray[place], 0
        found.append((str(state[place]), tuple(tray)))
    return found


class _Estimate:
    """Steps that tiles are away from their places, and two more for each that must let another one pass in its line."""

    def __init__(self, goal: Tray, columns: int) -> None:
        self.home = {tile: divmod(place, columns) for place, tile in enumerate(goal)}
        rows = [(slice(r * columns, (r + 1) * columns), 0, r) for r in range(len(goal) // columns)]
        self.lines: list[tuple[slice, dict[Tray, int], int, int]] = [
            (cut, {}, axis, at)
            for cut, axis, at in rows + [(slice(c, None, columns), 1, c) for c in range(columns)]
        ]

    def __call__(self, tray: Tray) -> int:
        total = 0
        for cut, known, axis, at in self.lines:
            line = tray[cut]
            cost = known.get(line)
            if cost is None:
                if len(known) >= _KNOWN:
                    known.clear()
                cost = known[line] = self._line(line, axis, at)
            total += cost
        return total

    def _line(self, line: Tray, axis: int, at: int) -> int:
        """Steps of the tiles of a row (axis 0) across it, or of a column across it, and its conflicts."""
        homes = [self.home[tile] for tile in line if tile]
        ordered = [home[1 - axis] for home in homes if home[axis] == at]
        spare = 2 * (len(ordered) - _longest_rise(ordered)) if len(ordered) > 1 else 0
        return sum(abs(home[axis] - at) for home in homes) + spare


@lru_cache(maxsize=4)
def _estimate(goal: Tray, columns: int) -> _Estimate:
    """Trays are mostly to be as usual, and then what is known of a line is of use for other tasks, too."""
    return _Estimate(goal, columns)


def _longest_rise(numbers: list[int]) -> int:
    """The most numbers that stand in rising order: the rest must leave the line."""
    return next(
        n for n in range(len(numbers), -1, -1) if any(list(c) == sorted(c) for c in combinations(numbers, n))
    )


@limited(
    rows=Whole(2, 5, "rows of the tray"),
    columns=Whole(2, 5, "columns of the tray"),
    moves=Whole(1, 60, "the fewest moves that a shortest plan must need; it needs at most three more"),
    mixed=Flag("whether the wanted tray is any, and not that with the numbers in order"),
    kinds=KINDS,
)
def generate(rng: random.Random, *, rows: int, columns: int, moves: int, mixed: bool, kinds: str) -> Draft:
    """Make one tray, and find a shortest plan.

    Raises:
        GenerationError: if no tray is so far away.
    """
    steps = partial(_moves, rows=rows, columns=columns)
    for attempt in range(_TRIES):
        tiles = [*range(1, rows * columns), 0]
        if mixed:
            rng.shuffle(tiles)
        goal = tuple(tiles)
        start = away(rng, goal, steps, moves + rng.randrange(2 + attempt // 4 * 2 + moves // 3))
        estimate = _estimate(goal, columns)
        if estimate(start) < 0.55 * moves:
            continue  # most likely nearer than it should be
        try:
            plan = shortest(start, steps, goal.__eq__, most=_MOST, estimate=estimate)
        except TooHard:
            continue
        if plan is not None and moves <= plan.cost <= moves + SPREAD:
            break
    else:
        raise GenerationError(
            f"no tray of {rows}x{columns} found that needs {moves} moves; lower moves, or take a larger tray"
        )

    def drawn(tray: Tray, gap: str = "\n") -> str:
        wide = len(str(rows * columns - 1))
        cells = [f"{tile or '_':>{wide}}" for tile in tray]
        return gap.join(" ".join(cells[r * columns : (r + 1) * columns]) for r in range(rows))

    def listed(tray: Tray) -> list[list[int]]:
        return [list(tray[r * columns : (r + 1) * columns]) for r in range(rows)]

    return draft(
        rng,
        kinds,
        WORDINGS,
        plan,
        steps,
        facts={"start": listed(start), "goal": listed(goal)},
        fields={"start": drawn(start), "goal": drawn(goal)},
        told=lambda tray: drawn(tray, " / "),
        canonical=[listed(start), listed(goal)],
        difficulty=float(plan.cost),
    )


def _problem(payload: Mapping[str, Json]) -> Problem[Tray]:
    start, goal = (tuple(tile for row in payload[key] for tile in row) for key in ("start", "goal"))
    steps: Moves[Tray] = partial(_moves, rows=len(payload["start"]), columns=len(payload["start"][0]))
    return start, steps, goal.__eq__


def _read(text: str) -> list[str] | None:
    words = text.replace(",", " ").replace(";", " ").split()
    return words if all(word.isdecimal() and word.isascii() for word in words) else None


confirms = confirming_plan(_problem, _read)
