"""Dynamic programming along a row and over a grid: choices with rests between them, paths around obstacles."""

from __future__ import annotations

from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .dynamic import PRIMES
from .stories import amount, bounds, by_level, few, maybe, pick, statement
from .writing import effort, program, sentences


def spaced_choice(rng: Random, level: int) -> Problem:
    """The best sum of chosen values of a row when chosen ones need a distance from each other."""
    items, what = rng.choice(
        [
            ("fields", "the harvest of each field along a road"),
            ("gigs", "the fee of a gig on each evening"),
            ("wells", "the yield of each well along a river"),
            ("days", "the wage of each day of a season"),
        ]
    )
    gap = pick(rng, level, ((1, 2), (1, rng.randint(2, 4)), (3, rng.randint(2, 6))))
    mode = pick(rng, level, ((1, "far"), (2, "run"), (3, "circle"), (4, "count")))
    if mode == "circle":
        gap = 2
    negative = maybe(rng, level, 2)
    entry = rng.choice(["best_choice", f"best_{items}", "largest_sum", f"pick_{items}"])
    n = by_level(level, 300, 40_000)
    walk = f"""
            best = [0]
            for place, value in enumerate({items}):
                best.append(max(best[-1], best[max(0, place - {gap - 1})] + value))
            return best[-1]
    """
    body = {
        "far": walk,
        "run": f"""
            resting = 0
            running = [0] * {gap}
            for value in {items}:
                before = max(resting, max(running))
                running = [resting + value] + [last + value for last in running[:-1]]
                if first:
                    running = [value] + [float("-inf")] * {gap - 1}
                resting = before
            return max(resting, max(running))
        """,
        "circle": f"""
            def along(row):
                skipped = taken = 0
                for value in row:
                    skipped, taken = max(skipped, taken), skipped + value
                return max(skipped, taken)

            if len({items}) < 2:
                return max([0] + {items})
            return max(along({items}[1:]), along({items}[:-1]))
        """,
        "count": f"""
            best = [(0, 0)]
            for place, value in enumerate({items}):
                total, negative = best[max(0, place - {gap - 1})]
                best.append(max(best[-1], (total + value, negative - 1)))
            return [best[-1][0], -best[-1][1]]
        """,
    }[mode]
    if mode == "run":
        body = f"""
            best = [0]
            sums = [0]
            for value in {items}:
                sums.append(sums[-1] + value)
                place = len(best)
                choice = best[-1]
                for length in range(1, min({gap}, place) + 1):
                    before = best[place - length - 1] if place > length else 0
                    choice = max(choice, before + sums[place] - sums[place - length])
                best.append(choice)
            return best[-1]
        """
    source = program(
        """
        def $entry($items):
            $body
        """,
        entry=entry,
        items=items,
        body=body,
    )
    rule = {
        "far": f"the places of any two chosen ones must differ by at least {gap}",
        "count": f"the places of any two chosen ones must differ by at least {gap}",
        "run": f"no more than {gap} neighbours in a row may be chosen",
        "circle": "no two neighbours may be chosen; the row is a circle, so its first and its last are neighbours too",
    }[mode]
    asked = (
        "Return `[total, count]`: the largest possible sum of the chosen values, and the smallest number of chosen "
        "values with which it can be reached. Choosing nothing gives `[0, 0]`."
        if mode == "count"
        else "Return the largest possible sum of the chosen values. Choosing nothing gives 0."
    )

    def brute(given: list[int]) -> Json:
        best, size = (0, 0), len(given)
        for mask in range(1 << size):
            chosen = [i for i in range(size) if mask >> i & 1]
            if mode == "run":
                fine = all(not all(i + d in chosen for d in range(gap + 1)) for i in chosen)
            elif mode == "circle":
                fine = size < 2 or not any((i + 1) % size in chosen for i in chosen)
            else:
                fine = all(b - a >= gap for a in chosen for b in chosen if a < b)
            if fine:
                best = max(best, (sum(given[i] for i in chosen), -len(chosen)))
        return [best[0], -best[1]] if mode == "count" else best[0]

    def inputs(rng: Random, size: int) -> list[Json]:
        low = -6 if negative else 0
        high = rng.choice([3, 12, 12])
        return [[rng.randint(low, high) for _ in range(few(rng, size, n))]]

    seed = rng.getrandbits(32)
    return Problem(
        name="spaced_choice",
        entry=entry,
        parameters=((items, "list[int]"),),
        returns="list[int]" if mode == "count" else "int",
        statement=statement(
            sentences(f"The list `{items}` holds {what}. Some of them are to be chosen: {rule}. {asked}"),
            bounds(f"0 <= len({items}) <= {n}", f"{'-10000' if negative else '0'} <= {items}[i] <= 10000"),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("ints", n, -3000 if negative else 0, 10_000, seed)],) if level > 3 else (),
        facts={"gap": gap, "mode": mode, "negative": negative},
        cost=effort(source, (gap > 2) + (mode != "far")),
    )


def grid_paths(rng: Random, level: int) -> Problem:
    """Ways, or the best way, through a grid with forbidden cells."""
    field, blocked, free = rng.choice(
        [("garden", "#", "."), ("maze", "X", "_"), ("marsh", "~", "-"), ("floor", "*", " ".replace(" ", "o"))]
    )
    diagonal = maybe(rng, level, 2)
    wanted = pick(rng, level, ((1, "ways"), (2, "coins"), (3, "turns")))
    if wanted == "turns":
        diagonal = False
    modulus = rng.choice(PRIMES) if level > 2 and wanted != "coins" else 0
    turns = rng.randint(1, 4)
    entry = rng.choice(
        {
            "ways": ["count_paths", "paths", f"ways_through_{field}"],
            "coins": ["most_coins", "best_walk", "richest_path"],
            "turns": ["paths_with_turns", "count_straight", "few_turns"],
        }[wanted]
    )
    side = by_level(level, 20, 200)
    mod = f" % {modulus}" if modulus else ""
    if wanted == "coins":
        source = program(
            """
            def $entry($field):
                best = [[-1] * (len($field[0]) + 1) for _ in range(len($field) + 1)]
                for row, line in enumerate($field):
                    for column, cell in enumerate(line):
                        if cell == "$blocked":
                            continue
                        before = max($befores)
                        if row == 0 and column == 0:
                            before = 0
                        if before >= 0:
                            best[row][column] = before + (int(cell) if cell.isdigit() else 0)
                return best[len($field) - 1][len($field[0]) - 1]
            """,
            entry=entry,
            field=field,
            blocked=blocked,
            befores="best[row - 1][column], best[row][column - 1]"
            + (", best[row - 1][column - 1]" if diagonal else ""),
        )
    elif wanted == "ways":
        source = program(
            """
            def $entry($field):
                ways = [[0] * (len($field[0]) + 1) for _ in range(len($field) + 1)]
                for row, line in enumerate($field):
                    for column, cell in enumerate(line):
                        if cell == "$blocked":
                            continue
                        if row == 0 and column == 0:
                            ways[row][column] = 1
                        else:
                            total = $befores
                            ways[row][column] = total$mod
                return ways[len($field) - 1][len($field[0]) - 1]
            """,
            entry=entry,
            field=field,
            blocked=blocked,
            mod=mod,
            befores="ways[row - 1][column] + ways[row][column - 1]"
            + (" + ways[row - 1][column - 1]" if diagonal else ""),
        )
    else:
        source = program(
            """
            def $entry($field):
                height = len($field)
                width = len($field[0])
                # down[column][turns] and across[turns]: paths whose last step went that way
                down = [[0] * $kept for _ in range(width)]
                if height == 1 and width == 1:
                    return int($field[0][0] != "$blocked")
                for row in range(height):
                    across = [0] * $kept
                    for column in range(width):
                        if $field[row][column] == "$blocked":
                            across = [0] * $kept
                            down[column] = [0] * $kept
                            continue
                        if row == 0 and column == 0:
                            into_down = [1$zeros]
                            into_across = [1$zeros]
                        else:
                            above = down[column]
                            into_down = [above[k] + (across[k - 1] if k else 0) for k in range($kept)]
                            into_across = [across[k] + (above[k - 1] if k else 0) for k in range($kept)]
                        if row == height - 1 and column == width - 1:
                            return sum(down[column]) + sum(across)
                        down[column] = into_down
                        across = into_across
                return 0
            """,
            entry=entry,
            field=field,
            blocked=blocked,
            turns=turns,
            kept=turns + 1,
            zeros=", 0" * turns,
        )
        source = source.replace(
            "sum(down[column]) + sum(across)",
            f"(sum(down[column]) + sum(across)){mod}" if modulus else "sum(down[column]) + sum(across)",
        )
    way = "one cell to the right, one cell down" + (
        ", or one cell diagonally (right and down at once)" if diagonal else ""
    )
    way = way if diagonal else "one cell to the right or one cell down"
    asked = {
        "ways": "Return the number of different paths"
        + (f", modulo {modulus}" if modulus else "")
        + "; it is 0 if there is none.",
        "coins": "A digit in a cell is the number of coins there. Return the largest number of coins on a "
        "path, those on "
        "its first and last cell included, and -1 if there is no path.",
        "turns": f"A path turns where a step to the right follows a step down, or the other way round. "
        f"Return the number of "
        f"different paths with at most {amount(turns, 'turn')}"
        + (f", modulo {modulus}" if modulus else "")
        + "; a single cell that is free is one path without turns.",
    }[wanted]

    def brute(grid: list[str]) -> Json:
        height, width = len(grid), len(grid[0])
        moves = [(1, 0), (0, 1), *([(1, 1)] if diagonal else [])]
        found: list[int] = []

        def walk(row: int, column: int, coins: int, last: int, turned: int) -> None:
            if row >= height or column >= width or grid[row][column] == blocked:
                return
            cell = grid[row][column]
            coins += int(cell) if cell.isdigit() else 0
            if row == height - 1 and column == width - 1:
                found.append(coins)
                return
            for at, (down, right) in enumerate(moves):
                now = turned + (last >= 0 and last != at)
                if wanted != "turns" or now <= turns:
                    walk(row + down, column + right, coins, at, now)

        walk(0, 0, 0, -1, 0)
        if wanted == "coins":
            return max(found, default=-1)
        return len(found) % modulus if modulus else len(found)

    def cells(rng: Random, height: int, width: int, share: float) -> list[str]:
        def cell() -> str:
            if rng.random() < share:
                return blocked
            return rng.choice(free + "123459") if wanted == "coins" else free

        grid = ["".join(cell() for _ in range(width)) for _ in range(height)]
        if rng.random() < 0.85:  # mostly free ends: most grids are to have a path
            grid[0] = free + grid[0][1:]
            grid[-1] = grid[-1][:-1] + free
        return grid

    def inputs(rng: Random, size: int) -> list[Json]:
        most = (2, 3, 4, 5, 9, 16)[size]
        return [cells(rng, rng.randint(1, most), rng.randint(1, most), rng.choice([0.0, 0.1, 0.25]))]

    seed = rng.getrandbits(32)
    letters = free * 30 + blocked if wanted != "coins" else free + "123456789" * 3 + blocked
    return Problem(
        name="grid_paths",
        entry=entry,
        parameters=((field, "list[str]"),),
        returns="int",
        statement=statement(
            sentences(
                f"""
                A {field} is given by its rows, texts of equal length; `{
                    blocked
                }` is a cell that cannot be entered{
                    "" if wanted == "coins" else f", `{free}` one that can"
                }. A path begins in the upper left cell, ends in the lower right one, and each step goes {
                    way
                }. Both
                ends must be free as well. {asked}
                """
            ),
            bounds(
                f"1 <= len({field}) <= {side}",
                f"1 <= len({field}[i]) <= {side}, the same for all rows",
                f"every cell is `{blocked}`, `{free}`{' or a digit' if wanted == 'coins' else ''}".replace(
                    "`, `", "` or `" if wanted != "coins" else "`, `"
                ),
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("grid", 120, 80 if wanted == "turns" else 200, letters, seed)],) if level > 3 else (),
        facts={
            "wanted": wanted,
            "diagonal": diagonal,
            "modulus": modulus,
            "turns": turns if wanted == "turns" else 0,
        },
        cost=effort(source, diagonal + (modulus > 0) + (wanted != "ways")),
    )


TEMPLATES = ((2, spaced_choice), (3, grid_paths))
