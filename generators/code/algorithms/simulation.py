"""Simulations: a walking robot, and cells in a row."""

from __future__ import annotations

from random import Random
from textwrap import indent

from ...base import Json
from ..problem import Problem
from .stories import LARGE_FROM, by_level, pick
from .writing import effort, program, sentences, text_of


def robot_walk(rng: Random, level: int) -> Problem:
    """A robot in a room with walls, whose commands are repeated so often that it runs in a circle."""
    ahead, left, right, turn = rng.sample("FWLRTBXGAQ", 4)
    edge = pick(rng, level, [(1, "stay"), (2, "wrap"), (3, "bounce")])
    blocked = level > 1
    often = level > 2
    most_rounds = by_level(level, 50, 10**12) if often else 1
    weights = (rng.randint(2, 9), rng.randint(10, 60))
    entry = rng.choice(["walk", "final_place", "run_robot", "trace_robot"])
    inside = "x >= 0 and x < width and y >= 0 and y < height"
    free = "(x, y) not in walls"
    move = {
        "stay": f"x = robot[0] + dx\ny = robot[1] + dy\nif {inside}{' and ' + free if blocked else ''}:\n    "
        f"robot = x, y",
        "wrap": "x = (robot[0] + dx) % width\ny = (robot[1] + dy) % height\n" + (f"if {free}:\n    robot = x, "
        f"y" if blocked else "robot = x, y"),
        "bounce": f"x = robot[0] + dx\ny = robot[1] + dy\nif {inside}{' and ' + free if blocked else ''}:\n    "
        f"robot = x, y\nelse:\n    dx, dy = -dx, -dy",
    }[edge]  # fmt: skip
    round_of = (
        f"for command in commands:\n    if command == {left!r}:\n        dx, dy = -dy, dx\n    elif command == "
        f"{right!r}:\n"
        f"        dx, dy = dy, -dx\n    elif command == {turn!r}:\n        dx, dy = -dx, -dy\n    else:\n"
        + indent(move, " " * 8)
    )
    circle = (
        "seen = {}\ndone = 0\nwhile done < rounds:\n    state = robot, dx, dy\n    if state in seen:\n        "
        "period = done - seen[state]\n"
        "        rounds = done + (rounds - done) % period\n        seen = {}\n        continue\n    "
        "seen[state] = done\n    done += 1\n" + indent(round_of, "    ")
    )
    source = program(
        """
        def $entry($parameters):
            $walls
            robot = 0, 0
            dx = 1
            dy = 0
            $walk
            return $one * robot[0] + $two * robot[1]
        """,
        entry=entry, parameters="width, height, " + ("walls, " if blocked else "") + "commands" + (", rounds"
        if often else ""),
        walls="walls = {(x, y) for x, y in walls}" if blocked else "", walk=circle if often else round_of,
        one=weights[0], two=weights[1],
    )  # fmt: skip
    statement = sentences(
        """
        $story moves on a floor of `width` times `height` cells (x, y) with 0 <= x < `width` and 0 <= y <
        `height`; y grows to the north. It starts at
        (0, 0) and looks east, where x grows. $walls `commands` is a text of letters: `$ahead` is a step to the
        next cell in the
        direction in which it looks, `$left` a quarter turn to the left, `$right` a quarter turn to the right
        and `$turn` a half turn. $edge

        $often Return $one times x plus $two times y of its last cell. `width` and `height` are from 1 to 12,
        and `commands` has from 0 to 60 letters.
        """,
        story=rng.choice(["A cleaning robot", "A toy tank", "A lawn mower"]), ahead=ahead, left=left,
        right=right, turn=turn, one=weights[0], two=weights[1],
        walls="`walls` lists cells `[x, y]` of the floor that it cannot enter (perhaps none, perhaps some "
        "twice; (0, 0) is never among them)." if blocked else "",
        edge={
            "stay": f"A step that would leave the floor{' or enter a wall' if blocked else ''} is left out; "
            f"the direction stays as it is.",
            "wrap": "A step over the edge of the floor leads to the cell at the opposite edge of the same row "
            "or column."
            + (" A step into a wall is left out; the direction stays as it is." if blocked else ""),
            "bounce": f"Instead of a step that would leave the floor{' or enter a wall' if blocked else ''}, "
            f"it makes a half turn and stays where it is.",
        }[edge],
        often=f"All commands are worked off `rounds` times, one round directly after the other, without going "
        f"back to the start in between. `rounds` is from 0 to "
        f"{most_rounds}." if often else "",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        top = (2, 3, 5, 7, 5, 6 if often else 12)[size]
        width, height = rng.randint(1, top), rng.randint(1, top)
        cells = [[x, y] for x in range(width) for y in range(height) if (x, y) != (0, 0)]
        walls = [rng.choice(cells) for _ in range(rng.randint(0, len(cells) // 3))] if cells else []
        commands = text_of(
            rng,
            ahead * 5 + left + right + turn,
            rng.randint(0 if size == 0 else 2, (3, 6, 10, 16, 20, 24 if often else 60)[size]),
        )
        if often and rng.random() < 0.15:  # it comes back to where it began
            commands = ahead * rng.randint(1, 2) + rng.choice([left, right])
            walls = walls[:1]
        rounds = rng.randint(0 if size == 0 else 1, (2, 3, 9, 40, most_rounds, most_rounds)[size])
        return [width, height, *([walls] if blocked else []), commands, *([rounds] if often else [])]

    def brute(width: int, height: int, *rest: Json) -> int:
        walls = [tuple(cell) for cell in rest[0]] if blocked else []
        commands = rest[1 if blocked else 0] * (rest[-1] if often else 1)
        position, look = 0j, 1 + 0j
        for command in commands:
            if command != ahead:
                look *= {left: 1j, right: -1j, turn: -1}[command]
                continue
            goal = position + look
            if edge == "wrap":
                goal = complex(goal.real % width, goal.imag % height)
            outside = not (0 <= goal.real < width and 0 <= goal.imag < height)
            if not outside and (int(goal.real), int(goal.imag)) not in walls:
                position = goal
            elif edge == "bounce":
                look = -look
        return weights[0] * int(position.real) + weights[1] * int(position.imag)

    facts = {
        "letters": ahead + left + right + turn,
        "edge": edge,
        "blocked": blocked,
        "often": most_rounds,
        "weights": list(weights),
    }
    parameters = [
        ("width", "int"),
        ("height", "int"),
        *([("walls", "list[list[int]]")] if blocked else []),
        ("commands", "str"),
    ]
    return Problem(
        "robot_walk", entry, (*parameters, *([("rounds", "int")] if often else [])), "int", statement, source,
        inputs, brute,
        facts=facts, cost=effort(source, blocked + often + (edge != "stay")),
    )  # fmt: skip


def row_of_cells(rng: Random, level: int) -> Problem:
    """A row or ring of cells that live by a made-up rule, for many generations."""
    table = [rng.randint(0, 1) for _ in range(4 if level < 3 else 8)]
    if sum(table) in (0, len(table)):
        table[rng.randrange(len(table))] ^= 1
    alive, dead = rng.choice([("#", "."), ("1", "0"), ("x", "-"), ("O", "_")])
    ring, far = level > 1 and rng.random() < 0.5, level >= LARGE_FROM
    own = level > 2
    wanted = pick(rng, level, [(1, "text"), (1, "count"), (3, "total")])
    wanted = "count" if far and wanted == "total" else wanted
    price = rng.randint(2, 30)
    most, width = by_level(level, 60, 10**15), by_level(level, 40, 10)
    entry, name = (
        rng.choice(["evolve", "generations", "grow", "develop"]),
        rng.choice(["cells", "row", "lights"]),
    )
    rule = "".join(map(str, table))
    left = "now[i - 1]" if ring else "(now[i - 1] if i else 0)"
    right = f"now[(i + 1) % len({name})]" if ring else f"(now[i + 1] if i + 1 < len({name}) else 0)"
    index = f"4 * {left} + 2 * now[i] + {right}" if own else f"2 * {left} + {right}"
    source = program(
        """
        RULE = $rule


        def $entry($name, steps):
            now = [int(cell == $alive) for cell in $name]
            $start
            $loop
                $look
                $add
                now = [RULE[$index] for i in range(len($name))]
            return $result
        """,
        rule=repr(table), entry=entry, name=name, alive=repr(alive), index=index,
        start="seen = {}\ndone = 0" if far else ("total = 0" if wanted == "total" else ""),
        loop="while done < steps:" if far else "for _ in range(steps):",
        look="if tuple(now) in seen:\n    steps = done + (steps - done) % (done - seen[tuple(now)])\n    seen "
        "= {}\n    continue\nseen[tuple(now)] = done\ndone += 1"
        if far else "",
        add="total += sum(now)" if wanted == "total" else "",
        result={"text": f'"".join({alive!r} if cell else {dead!r} for cell in now)',
        "count": f"{price} * sum(now)", "total": f"{price} * (total + sum(now))"}[wanted],
    )  # fmt: skip
    patterns = []
    for code, value in enumerate(table):
        bits = f"{code:03b}" if own else f"{code:02b}"
        shown = (bits if own else bits[0] + "?" + bits[1]).replace("1", "L").replace("0", "D")
        patterns.append(f"`{shown.replace('L', alive).replace('D', dead)}` gives `{alive if value else dead}`")
    statement = sentences(
        """
        `$name` is a text of `$alive` (alive) and `$dead` (not alive), one character for each cell in a $shape.
        In each step, all cells change at the
        same moment. The new state of a cell depends on $on before the step: $patterns. $border

        Return $wanted after `steps` steps$also. `$name` has from 1 to $width cells, and `steps` is from 0 to
        $most.
        """,
        name=name, alive=alive, dead=dead,
        shape="ring, so that the first and the last are neighbours" if ring else "row", width=width, most=most,
        on="its left neighbour, itself and its right neighbour" if own else "its left and its right neighbour "
        "only (its own state, shown as ?, does not matter)",
        patterns="; ".join(patterns),
        border="If there is just one cell, it is its own neighbour on both sides." if ring
        else f"Beyond both ends everything is `{dead}` for ever.",
        wanted={"text": "the text", "count": f"{price} times the number of cells alive",
        "total": f"{price} times the total number of cells alive"}[wanted],
        also=", with the starting state and the state after each step counted (a cell that is alive in several "
        "of these states counts each time)"
        if wanted == "total" else "",
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        cells = text_of(rng, alive + dead, rng.randint(1, min(width, (2, 4, 7, 10, 30, 40)[size])))
        return [cells, rng.randint(0, (1, 2, 6, 20, most, most)[size])]

    def brute(cells: str, steps: int) -> Json:
        now, total = cells, cells.count(alive)
        for _ in range(steps):
            wide = now[-1] + now + now[0] if ring else dead + now + dead
            codes = [wide[i : i + 3] if own else wide[i] + wide[i + 2] for i in range(len(now))]
            now = "".join(
                alive if table[int(code.replace(alive, "1").replace(dead, "0"), 2)] else dead for code in codes
            )
            total += now.count(alive)
        return {"text": now, "count": price * now.count(alive), "total": price * total}[wanted]

    facts = {
        "rule": rule,
        "ring": ring,
        "wanted": wanted,
        "price": 0 if wanted == "text" else price,
        "signs": alive,
    }
    return Problem(
        "row_of_cells", entry, ((name, "str"), ("steps", "int")), "str" if wanted == "text" else "int",
        statement, source, inputs, brute,
        facts=facts, cost=effort(source, ring + own + 2 * far),
    )  # fmt: skip


TEMPLATES = ((3, robot_walk), (3, row_of_cells))
