"""Boards to cross: ways through walls at the least cost."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ...english import counted
from ..problem import Problem
from .stories import bounds, by_level, maybe, pick, statement
from .writing import effort, program, sentences


def fewest_walls(rng: Random, level: int) -> Problem:
    """Cross a board at the least cost, where some steps are free: 0-1 search with a twist."""
    board, wall, free = rng.choice(
        [("castle", "#", "."), ("jungle", "T", "_"), ("glacier", "X", "-"), ("bunker", "%", "o")]
    )
    twist = pick(rng, level, ((1, "walls"), (2, "turns"), (3, "wind"), (5, "limit")))
    diagonal = twist == "walls" and maybe(rng, level, 3)
    limit = rng.randint(1, 3)
    windy = rng.choice([("right", 0), ("left", 1), ("down", 2), ("up", 3)])
    entry = rng.choice(
        {
            "walls": ["fewest_walls", "walls_to_break", "break_through"],
            "turns": ["fewest_turns", "straightest_way", "turns_needed"],
            "wind": ["hard_steps", "against_the_wind", "least_effort"],
            "limit": ["shortest_way", "steps_needed", "with_breaks"],
        }[twist]
    )
    side = by_level(level, 20, 100)
    moves = "((0, 1), (0, -1), (1, 0), (-1, 0)" + (", (1, 1), (1, -1), (-1, 1), (-1, -1))" if diagonal else ")")
    if twist in ("walls", "wind"):
        cost = (
            f'1 if {board}[r][c] == "{wall}" else 0' if twist == "walls" else f"0 if turn == {windy[1]} else 1"
        )
        source = program(
            """
            from collections import deque


            def $entry($board):
                height = len($board)
                width = len($board[0])
                best = {(0, 0): 0}
                queue = deque([(0, 0, 0)])
                while queue:
                    cost, row, column = queue.popleft()
                    if (row, column) == (height - 1, width - 1):
                        return cost
                    if cost > best[row, column]:
                        continue
                    for $each in $moves:
                        r = row + down
                        c = column + right
                        if not (0 <= r < height and 0 <= c < width)$closed:
                            continue
                        extra = $cost
                        if cost + extra < best.get((r, c), height * width):
                            best[r, c] = cost + extra
                            if extra:
                                queue.append((cost + 1, r, c))
                            else:
                                queue.appendleft((cost, r, c))
                return -1
            """,
            entry=entry,
            board=board,
            cost=cost,
            closed=f' or {board}[r][c] == "{wall}"' if twist == "wind" else "",
            each="turn, (down, right)" if twist == "wind" else "down, right",
            moves=f"enumerate({moves})" if twist == "wind" else moves,
        )
    elif twist == "turns":
        source = program(
            """
            from collections import deque


            def $entry($board):
                height = len($board)
                width = len($board[0])
                if height == 1 and width == 1:
                    return 0
                moves = $moves
                best = {(0, 0, turn): 0 for turn in range(4)}
                queue = deque((0, 0, 0, turn) for turn in range(4))
                while queue:
                    cost, row, column, turn = queue.popleft()
                    if (row, column) == (height - 1, width - 1):
                        return cost
                    if cost > best[row, column, turn]:
                        continue
                    for other in range(4):
                        if other != turn and cost + 1 < best.get((row, column, other), height * width):
                            best[row, column, other] = cost + 1
                            queue.append((cost + 1, row, column, other))
                    r = row + moves[turn][0]
                    c = column + moves[turn][1]
                    if 0 <= r < height and 0 <= c < width and $board[r][c] != "$wall":
                        if cost < best.get((r, c, turn), height * width):
                            best[r, c, turn] = cost
                            queue.appendleft((cost, r, c, turn))
                return -1
            """,
            entry=entry,
            board=board,
            moves=moves,
            wall=wall,
        )
    else:
        source = program(
            """
            from collections import deque


            def $entry($board):
                height = len($board)
                width = len($board[0])
                seen = {(0, 0, 0)}
                queue = deque([(0, 0, 0, 0)])
                while queue:
                    steps, row, column, broken = queue.popleft()
                    if (row, column) == (height - 1, width - 1):
                        return steps
                    for down, right in $moves:
                        r = row + down
                        c = column + right
                        if not (0 <= r < height and 0 <= c < width):
                            continue
                        state = (r, c, broken + 1 if $board[r][c] == "$wall" else broken)
                        if state[2] <= $limit and state not in seen:
                            seen.add(state)
                            queue.append((steps + 1, *state))
                return -1
            """,
            entry=entry,
            board=board,
            moves=moves,
            wall=wall,
            limit=limit,
        )
    around = "to one of the eight cells around" if diagonal else "to a cell that shares a side"
    task = {
        "walls": f"A walk starts in the upper left cell, ends in the lower right one, and each step goes "
        f"{around}. It may go through cells "
        f"`{wall}`, but each of those has to be broken first. Return the smallest number of cells that have "
        f"to be broken.",
        "turns": f"A walk starts in the upper left cell, ends in the lower right one, and each step goes "
        f"{around} and is not `{wall}`. A turn is a "
        "step in another direction than the step before (turning back is one turn as well). Return the "
        "smallest number of turns of a walk, "
        "and -1 if there is no walk.",
        "wind": f"A walk starts in the upper left cell, ends in the lower right one, and each step goes "
        f"{around} and is not `{wall}`. The wind blows so "
        f"that steps {windy[0]} are free; any other step costs 1. Return the smallest cost of a walk, and -1 "
        f"if there is none.",
        "limit": f"A walk starts in the upper left cell, ends in the lower right one, and each step goes "
        f"{around}. It may go through at most "
        f"{counted(limit, 'cell')} `{wall}` (a cell counts each time it is entered). Return the smallest number of "
        f"steps of a walk, and -1 if there is none.",
    }[twist]

    def brute(given: list[str]) -> Json:
        height, width = len(given), len(given[0])
        steps = [(0, 1), (0, -1), (1, 0), (-1, 0), *([(1, 1), (1, -1), (-1, 1), (-1, -1)] if diagonal else [])]
        # All states are relaxed again and again until nothing changes.
        best: dict[tuple[int, int, int], int] = {(0, 0, -1 if twist == "turns" else 0): 0}
        changed = True
        while changed:
            changed = False
            for (row, column, state), cost in sorted(best.items()):
                for at, (down, right) in enumerate(steps):
                    r, c = row + down, column + right
                    if not (0 <= r < height and 0 <= c < width):
                        continue
                    blocked = given[r][c] == wall
                    new, extra = state, int(blocked)
                    if twist == "turns":
                        new, extra = at, int(state not in (-1, at))
                    elif twist == "wind":
                        extra = int(at != windy[1])
                    elif twist == "limit":
                        new, extra = state + blocked, 1
                    if (blocked and twist in ("turns", "wind")) or (twist == "limit" and new > limit):
                        continue
                    if cost + extra < best.get((r, c, new), 10**9):
                        best[r, c, new] = cost + extra
                        changed = True
        return min([cost for (r, c, _), cost in best.items() if (r, c) == (height - 1, width - 1)], default=-1)

    def inputs(rng: Random, size: int) -> list[Json]:
        most = (2, 3, 4, 5, 8, 12)[size]
        share = rng.choice([0.2, 0.35, 0.5] if twist in ("turns", "wind") else [0.4, 0.6, 0.8])
        height, width = rng.randint(1, most), rng.randint(1, most)
        cells = [[wall if rng.random() < share else free for _ in range(width)] for _ in range(height)]
        cells[0][0] = cells[-1][-1] = free
        return [["".join(row) for row in cells]]

    seed = rng.getrandbits(32)
    letters = free * 4 + wall if twist in ("turns", "wind") else free + wall * 2
    return Problem(
        name="fewest_walls",
        entry=entry,
        parameters=((board, "list[str]"),),
        returns="int",
        statement=statement(
            sentences(
                f"A {board} is given by its rows, texts of equal length; each cell is `{free}` or "
                f"`{wall}`. {task}"
            ),
            bounds(
                f"1 <= len({board}) <= {side}",
                f"1 <= len({board}[i]) <= {side}, the same for all rows",
                f"the upper left and the lower right cell are `{free}`",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("walled", 60, 70, letters, free, seed)],) if level > 3 else (),
        facts={
            "twist": twist,
            "diagonal": diagonal,
            "number": limit if twist == "limit" else windy[0] if twist == "wind" else 0,
        },
        cost=effort(source, diagonal + 2 * (twist != "walls")),
    )


TEMPLATES = ((5, fewest_walls),)
