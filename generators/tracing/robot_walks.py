"""Robot walks: a robot turns and moves as it is told; say where it stands in the end.

Kinds: ``open`` (an endless field), ``torus`` (a field whose sides are joined), ``map`` (a drawn map with walls
that stop it), ``visited`` (how many different squares it stood on), ``patrol`` (the same short program
hundreds of times on a field whose sides are joined). It is the position that is asked for, not whether it is
back, which would be yes or no.

Difficulty: `commands` of the program (a quarter of them for a patrol), `longest` move, the `side` of fields
and maps. Proxy: turns made and squares walked, in a patrol until the robot stands as at the start.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial

from ..base import Json
from ..english import counted
from ..family import Family, Question
from ..in_order import typed
from ..kernels.machine import orbit
from ..limits import Whole

_FIELD = (
    "A robot stands at (0, 0) on an endless field of squares and faces north. In a position (x, y), x "
    "counts squares to the east and y squares to the north."
)
_JOINED = (
    "A robot stands at (0, 0) on a field of squares and faces north. In a position (x, y), x counts "
    "squares to the east from 0 to {last_x}, and y squares to the north from 0 to {last_y}. The sides are "
    "joined: who leaves the field on one side comes in on the opposite side."
)
_WHERE = "Where does it stand at the end? Give the position as (x, y)."
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "open": (
        f"{_FIELD}\n\nIt is told: {{commands}}\n\n{_WHERE}",
        f"{_WHERE}\n\n{_FIELD} These are its commands: {{commands}}",
        f"{_FIELD} Follow these commands one by one: {{commands}}\n{_WHERE}",
    ),
    "torus": (
        f"{_JOINED}\n\nIt is told: {{commands}}\n\n{_WHERE}",
        f"{_WHERE}\n\n{_JOINED} These are its commands: {{commands}}",
        f"{_JOINED} Follow these commands one by one: {{commands}}\n{_WHERE}",
    ),
    "map": (
        "On this map, # is a wall, . is a free square, and S is the square on which a robot stands, facing "
        "north (up).\n\n```\n{map}\n```\n\nIt is told: {commands}\n\nIt goes square by square, and stops "
        "at once before a wall and before the edge of the map; the rest of that command is lost. Where "
        "does it stand at the end? Give the position as (row, column), counted from 1 at the top left.",
        "A robot starts on the square S of the map and faces north, which is up. Where does it stand when "
        "it has done all that it is told? Give (row, column); the square at the top left is (1, "
        "1).\n\n```\n{map}\n```\n\nThe signs # are walls. If a wall or the edge of the map is in its way, "
        "it stays before it and goes on with the next command.\n\nCommands: {commands}",
        "```\n{map}\n```\n\nThis is a map with walls (#) and free squares (.). A robot on S faces north, "
        "towards the top line, and is told: {commands}\n\nA wall or the edge stops it: it stands still "
        "before it until the next command. Give its last position as (row, column), both counted from 1, "
        "from the top and from the left.",
    ),
    "visited": (
        f"{_FIELD}\n\nIt is told: {{commands}}\n\nOn how many different squares did it stand, the first "
        f"and the last included? It walks square by square. Give a number.",
        f"{_FIELD} It walks square by square and follows these commands: {{commands}}\nHow many different "
        f"squares did it touch, with the squares at the start and at the end? Give a number.",
        f"Count the different squares that a robot stands on, from the first to the last, as it walks "
        f"square by square. {_FIELD} Its commands: {{commands}}\nGive a number.",
    ),
    "patrol": (
        f"{_JOINED}\n\nIts program is: {{commands}}\n\nIt runs the whole program {{times}} times in a row, "
        f"each time from where it stands and faces. {_WHERE}",
        f"{_WHERE}\n\n{_JOINED} It runs the following program {{times}} times in a row, and begins each "
        f"time from where it then stands and faces: {{commands}}",
        f"{_JOINED} A program is run {{times}} times, each time from where the robot then stands and "
        f"faces: {{commands}}\n{_WHERE}",
    ),
}
HEADINGS = ("north", "east", "south", "west")
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_TURNS = {1: "Turn right.", 2: "Turn around.", 3: "Turn left."}
_GOES = {0: "Go forward", 1: "Go sideways to your right", 2: "Go backwards", 3: "Go sideways to your left"}
SHORTEST_PATROL, LONGEST_PATROL = 3, 12

Command = list[Json]
"""``["turn", quarters to the right]`` or ``["go", quarters from where it faces, squares]``."""
Pose = tuple[int, int, int]
"""x, y and where it faces; on a map, y counts lines from the bottom one."""


def _made(kind: str, rng: random.Random, *, commands: int, longest: int, side: int) -> Question | None:
    program = _program(rng, max(commands // 4, 3) if kind == "patrol" else commands, longest)
    text = " ".join(map(_said, program))
    work = sum(command[-1] if command[0] == "go" else 1 for command in program)
    facts: dict[str, Json] = {"kind": kind, "commands": program}
    fields: dict[str, object] = {"commands": text}
    start: Pose = (0, 0, 0)
    wide = high = 0
    walls: set[tuple[int, int]] = set()
    if kind in ("torus", "patrol"):
        wide, high = rng.randint(max(side - 2, 3), side), rng.randint(max(side - 2, 3), side)
        facts |= {"wide": wide, "high": high}
        fields |= {"last_x": wide - 1, "last_y": high - 1}
    elif kind == "map":
        drawn, walls, start = _map(rng, side)
        facts["map"] = drawn
        fields["map"] = "\n".join(drawn)
    size = side if kind == "map" else 0
    moves = [
        partial(_after, command=command, wide=wide, high=high, walls=walls, size=size) for command in program
    ]
    paths = [[start]]
    for move in moves:
        paths.append(move(paths[-1][-1]))
    lines = [f"{n}. {_where(kind, path[-1], size)}" for n, path in enumerate(paths[1:], 1)]
    end = paths[-1][-1]
    if kind == "patrol":

        def once(pose: Pose) -> Pose:
            for move in moves:
                pose = move(pose)[-1]
            return pose

        turns = orbit(start, once, 500)
        if not SHORTEST_PATROL <= turns.period <= LONGEST_PATROL:
            return None
        times = rng.randint(100, 999)
        facts["times"] = fields["times"] = times
        lines = [f"after {n}: {_where(kind, pose, size)}" for n, pose in enumerate(turns.states[1:], 1)]
        lines += [f"after {turns.period}: as at the start"]
        lines += [f"{times} = {times // turns.period} * {turns.period} + {times % turns.period}"]
        end = turns.at(times)
        work *= turns.period
    if kind == "visited":
        squares = {pose[:2] for path in paths for pose in path}
        answer = str(len(squares))
        walked = len([pose for path in paths[1:] for pose in path[1:]])
        lines.append(f"{walked + 1} squares, {walked + 1 - len(squares)} of them met before: {len(squares)}")
    else:
        if end[:2] == start[:2]:
            return None
        answer = _position(end, size)
    return Question(
        fields,
        _gold(kind, facts, answer),
        answer,
        lines,
        gold=None,
        canonical=facts,
        guess_rate=0.05,
        difficulty=float(work),
    )


_POSITION = ("x", "y")
_SQUARE = ("row", "column")


def _gold(kind: str, facts: dict[str, Json], answer: str) -> dict[str, Json]:
    """The facts with the reference, and the names that its parts may and may not have."""
    if kind == "visited":
        return typed(facts, answer, units=["squares"])
    names, others = (_SQUARE, _POSITION) if kind == "map" else (_POSITION, _SQUARE)
    return typed(facts, answer, "tuple", names=names, others=others)


def _program(rng: random.Random, length: int, longest: int) -> list[Command]:
    """Commands of which no two turns follow each other, with a move at the end."""
    program: list[Command] = []
    for place in range(length):
        turned = bool(program) and program[-1][0] == "turn"
        if place == length - 1 or turned or rng.random() < 0.4:
            program.append(["go", rng.choice((0, 0, 0, 1, 2, 3)), rng.randint(1, longest)])
        else:
            program.append(["turn", rng.choice((1, 1, 2, 3, 3))])
    return program


def _after(
    pose: Pose, *, command: Command, wide: int, high: int, walls: set[tuple[int, int]], size: int
) -> list[Pose]:
    """The poses from one command to the next, that at its start included."""
    x, y, facing = pose
    if command[0] == "turn":
        return [pose, (x, y, (facing + command[1]) % 4)]
    dx, dy = _STEPS[(facing + command[1]) % 4]
    poses = [pose]
    for _ in range(command[2]):
        x2, y2 = x + dx, y + dy
        if wide:
            x2, y2 = x2 % wide, y2 % high
        if size and ((x2, y2) in walls or not (0 <= x2 < size and 0 <= y2 < size)):
            break
        x, y = x2, y2
        poses.append((x, y, facing))
    return poses


def _map(rng: random.Random, side: int) -> tuple[list[str], set[tuple[int, int]], Pose]:
    squares = [(x, y) for x in range(side) for y in range(side)]
    walls = set(rng.sample(squares, side * side // 5))
    free = [square for square in squares if square not in walls]
    start = rng.choice(free)
    drawn = [
        "".join("S" if (x, y) == start else "#" if (x, y) in walls else "." for x in range(side))
        for y in reversed(range(side))
    ]
    return drawn, walls, (*start, 0)


def _said(command: Command) -> str:
    if command[0] == "turn":
        return _TURNS[command[1]]
    return f"{_GOES[command[1]]} {counted(command[2], 'square')}."


def _position(pose: Pose, size: int) -> str:
    x, y, _ = pose
    return f"({size - y}, {x + 1})" if size else f"({x}, {y})"


def _where(kind: str, pose: Pose, size: int) -> str:
    return f"{_position(pose, size)}, facing {HEADINGS[pose[2]]}"


generate = Family(
    {kind: partial(_made, kind) for kind in WORDINGS},
    WORDINGS,
    {
        "commands": Whole(3, 300, "how many commands the program has; a patrol has a quarter of them"),
        "longest": Whole(1, 50, "the most squares of one move"),
        "side": Whole(4, 30, "the side of maps, and the longest side of fields whose sides are joined"),
    },
    kind_in_facts=False,
    advice="raise 'commands' or change 'side'",
)
