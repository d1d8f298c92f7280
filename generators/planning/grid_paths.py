"""Grid paths: the cheapest walk from S to G on a map of walls, with one kind of hindrance or help.

Kinds of maps: ``plain`` (walls alone), ``costs`` (entering a square costs what stands on it), ``portals`` (who steps
on one of two equal letters stands on the other one), ``keys`` (doors that open with a key that lies elsewhere),
``arrows`` (squares that can only be left one way). The walk itself is the answer, not its length. A map is kept only
if whoever takes no notice of its kind goes wrong.

A maze is carved by a random walk, and some of its walls are taken out, so that there are several ways. Uniform-cost
search finds a cheapest one.

Symmetries: none are declared.

Difficulty: the `size` of the map (odd), the share of inner walls that are `open`, and the `maps`, from which one is
drawn. Proxy: squares that the search expands.

Source: shortest paths with resources; the games are folklore.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial

from ..base import Draft, GenerationError, Json
from ..kernels.plan import Plan, replay, shortest
from ..limits import Real, Whole, Words, limited
from .framing import KINDS, Problem, confirming_plan, draft, wordings

State = tuple[int, str]
"""A square (its number, row by row) and the keys in hand."""

WORDINGS = wordings(
    "Find a way from S to G on this map:\n\n```\n{map}\n```\n\n# is a wall and . is free. A step goes one square up "
    "(U), down (D), left (L) or "
    "right (R). {rule} {ask} Give the steps in order, separated by commas.",
    "```\n{map}\n```\n\nYou stand on S and want to get to G. You step up (U), down (D), left (L) or right (R), from "
    "square to square; # are "
    "walls, and dots are free squares. {rule} {ask} Write the walk as letters with commas between them, in order.",
    "Walk from S to G.\n\n```\n{map}\n```\n\nEach step takes you one square up, down, left or right, and never into a "
    "wall (#); a dot is a free "
    "square. {rule} {ask} Answer with all steps, from the first to the last, as U, D, L and R with commas between "
    "them.",
    shortest=(
        "Find a walk that costs as little as possible.",
        "Only a cheapest walk counts.",
        "The walk must cost as little as any can.",
    ),
    within=(
        "Find a walk that costs at most {most}.",
        "The walk may cost {most} at most.",
        "It must not cost more than {most}.",
    ),
)
RULES = {
    "plain": "Each step costs 1.",
    "costs": "A step onto a square with a number costs that number; every other step costs 1.",
    "portals": "Letters are portals: when you step on one, you stand at once on the other square with the same "
    "letter. Each step "
    "costs 1, and going through a portal costs nothing beyond the step.",
    "keys": "A capital letter is a locked door; it can be entered only when you have stepped on the key before, which "
    "is the same "
    "letter in lower case. A key stays with you. Each step costs 1.",
    "arrows": "The squares ^, v, < and > can be entered from any side, but left only up, down, left or right, as the "
    "arrow points. "
    "Each step costs 1.",
}
_TRIES = 300
_ONE_MAZE = 4
"""Tries until another maze is made."""
_MOST = 20_000


def _maze(rng: random.Random, size: int, share: float) -> list[str]:
    """The squares of a maze with a wall around it, row by row."""
    squares = ["#"] * size**2
    stack = [size + 1]
    squares[size + 1] = "."
    while stack:
        at = stack[-1]
        r, c = divmod(at, size)
        ways = [
            step
            for step, inside in ((-size, r > 1), (size, r < size - 2), (-1, c > 1), (1, c < size - 2))
            if inside and squares[at + 2 * step] == "#"
        ]
        if not ways:
            stack.pop()
            continue
        step = rng.choice(ways)
        squares[at + step] = squares[at + 2 * step] = "."
        stack.append(at + 2 * step)
    for r in range(1, size - 1):
        for c in range(1, size - 1):
            if (r + c) % 2 and rng.random() < share:
                squares[r * size + c] = "."
    return squares


def _moves(state: State, *, squares: Sequence[str], size: int, plain: bool = False) -> list[tuple[str, State]]:
    at, keys = state
    found = []
    for name, step, arrow in (("U", -size, "^"), ("D", size, "v"), ("L", -1, "<"), ("R", 1, ">")):
        sign = squares[at + step]
        if sign == "#":
            continue
        to, have = at + step, keys
        if not plain:
            if squares[at] in "^v<>" and squares[at] != arrow:
                continue
            if sign in "AB" and sign.lower() not in keys:
                continue
            if sign in "ab" and sign not in keys:
                have = "".join(sorted(keys + sign))
            if sign in "xyz":
                first = squares.index(sign)
                to = squares.index(sign, first + 1) if to == first else first
        found.append((name, (to, have)))
    return found


def _cost(squares: Sequence[str], after: State) -> int:
    """What the step that led to a state costs."""
    sign = squares[after[0]]
    return int(sign) if sign.isdecimal() else 1


def _furnish(rng: random.Random, squares: list[str], kind: str, size: int) -> list[str]:
    """The map with what its kind puts on it, at random."""
    free = [at for at, sign in enumerate(squares) if sign == "."]
    rng.shuffle(free)
    squares = list(squares)
    if kind == "costs":
        for at in free[: len(free) * 2 // 3]:
            squares[at] = str(rng.randint(2, 9))
    elif kind == "portals":
        for letter in "xyz"[: 1 + size // 7]:
            squares[free.pop()] = squares[free.pop()] = letter
    elif kind == "keys":
        for letter in "ab"[: 1 + size // 11]:
            squares[free.pop()] = letter
            squares[free.pop()] = letter.upper()
            if size > 7:
                squares[free.pop()] = letter.upper()
    elif kind == "arrows":
        for at in free[: len(free) // 5]:
            squares[at] = rng.choice("^v<>")
    return squares


@limited(
    size=Whole(5, 31, "rows and columns of the map, with the walls around; odd"),
    open=Real(0.0, 1.0, "the share of inner walls that are taken out"),
    maps=Words(tuple(RULES), "what else is on the map"),
    kinds=KINDS,
)
def generate(rng: random.Random, *, size: int, open: float, maps: str, kinds: str) -> Draft:
    """Make one map, and find a cheapest walk.

    Raises:
        ValueError: if `size` is even.
        GenerationError: if no map was found on which its kind matters.
    """
    if size % 2 == 0:
        raise ValueError(f"size must be odd, not {size}")
    kind = rng.choice(maps.split())
    for attempt in range(_TRIES):
        if attempt % _ONE_MAZE == 0:
            maze = _maze(rng, size, open)
        found = _opening(rng, maze, size, kind)
        if found is not None:
            break
    else:
        raise GenerationError(
            f"no map of {size}x{size} found for {kind!r}; take a larger size or less open ones"
        )
    squares, plan = found
    moves = partial(_moves, squares=squares, size=size)
    rows = ["".join(squares[r * size : (r + 1) * size]) for r in range(size)]

    def told(state: State) -> str:
        keys = f", with {' and '.join(state[1])}" if state[1] else ""
        return f"row {state[0] // size + 1} column {state[0] % size + 1}{keys}"

    return draft(
        rng,
        kinds,
        WORDINGS,
        plan,
        moves,
        facts={"map": rows},
        fields={"map": "\n".join(rows), "rule": RULES[kind]},
        told=told,
        canonical=rows,
        difficulty=float(plan.expanded),
        guess=0.25 ** len(plan.moves),
    )


def _opening(
    rng: random.Random, squares: list[str], size: int, kind: str
) -> tuple[list[str], Plan[State]] | None:
    """A map of a maze with a cheapest walk; None where there is none, or where its kind does not matter."""
    maze = list(squares)
    free = [at for at, sign in enumerate(maze) if sign == "."]
    start, goal = rng.sample(free, 2)
    maze[start], maze[goal] = "S", "G"
    squares = _furnish(rng, maze, kind, size)

    def solved(state: State) -> bool:
        return state[0] == goal

    moves = partial(_moves, squares=squares, size=size)
    plan = shortest((start, ""), moves, solved, most=_MOST, cost=lambda _, after: _cost(squares, after))
    if plan is None or len(plan.moves) <= size or len(set(plan.moves)) < 3:
        return None
    if kind != "plain":
        naive = shortest(
            (start, ""), partial(_moves, squares=squares, size=size, plain=True), solved, most=_MOST
        )
        states = replay((start, ""), moves, naive.moves) if naive is not None else []
        walked = naive is not None and len(states) == len(naive.moves) + 1 and solved(states[-1])
        if walked and sum(_cost(squares, state) for state in states[1:]) == plan.cost:
            return None
    return squares, plan


def _problem(payload: Mapping[str, Json]) -> Problem[State]:
    squares, size = "".join(payload["map"]), len(payload["map"][0])
    goal = squares.index("G")
    return (squares.index("S"), ""), partial(_moves, squares=squares, size=size), lambda state: state[0] == goal


def _read(text: str) -> list[str] | None:
    words = text.replace(",", " ").replace(";", " ").upper().split()
    return [*"".join(words)] if set("".join(words)) <= set("UDLR") else None


def _price(payload: Mapping[str, Json], states: Sequence[State]) -> int:
    squares = "".join(payload["map"])
    return sum(_cost(squares, state) for state in states[1:])


confirms = confirming_plan(_problem, _read, _price)
