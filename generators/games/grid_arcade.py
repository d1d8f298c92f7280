"""Arcade games on a grid without chance: the moves that earn the most points in a short game.

Four games: 2048 with new tiles that are told ahead (`merge`), a snake that eats apples of different worth (`snake`),
falling pieces as in Tetris, with a worth for each row (`drop`), and groups of equal tiles that are taken away, as in
SameGame (`groups`). All that will happen is in the prompt, so a whole game can be planned; the most points are found by
dynamic programming over all positions.

A task is drawn again if any play without thought does as well (what pays most at once, a fixed order of preference for
the moves, two moves in turns, going for the nearest apple), or if moves by chance do so more than one time in 25.

Difficulty: the `kinds` of game, how long it is (`moves`) and how large the grid is (`size`). Proxy: moves that the
search tries.

Sources: G. Cirulli, 2048 (2014); A. Pajitnov, Tetris (1985); K. Moribe, SameGame (1985).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Final

from ..base import Draft, GenerationError, Json, canonical_json
from ..kernels.duel import TooHard
from ..kernels.policy import NEVER, Policies
from ..limits import Limit, Whole, Words, limited
from ..wording import phrase
from .arcade_rules import PIECES, PLAYS, Play, Position
from .policy_task import optimum

LIMITS: dict[str, Limit] = {
    "kinds": Words(tuple(PLAYS), "the games to draw from"),
    "moves": Whole(
        4, 10, "how long games are: moves of `merge`; others have more or fewer, for about equal work"
    ),
    "size": Whole(3, 6, "how large grids are: rows of `groups`; those of others go by it"),
}
RULES = {
    "merge": (
        "This is a game with numbered tiles on a board; . is an empty cell. A move slides all tiles as far as they "
        "go to one side: L (left), R (right), U (up) or D (down). Two equal tiles that meet on the way become one "
        "tile with their sum, and you get that sum as points. Pairs are formed from the side to which the tiles "
        "slide, and a tile that was just made does not merge again in the same move: slid to the left, 2 2 2 "
        "becomes 4 2, and 4 2 2 becomes 4 4. A move that changes nothing is not possible. After each move but the "
        "last one a new tile appears in an empty cell. For this, the empty cells are counted row by row, from the "
        "top left; after the last one, counting goes on with the first. New tiles: {new}."
    ),
    "snake": (
        "This is a game with a snake in a grid. H is the head of the snake; its other parts are b, c, d and so on, "
        "in this order from the head. A digit is an apple that is worth so many points, and . is an empty cell. "
        "With each move the head goes one cell to L (left), R (right), U (up) or D (down), and each other part "
        "goes to where the part before it was. If the head comes to an apple, you get its points, the apple is "
        "gone, and the snake grows: a new last part is put where the last part was before this move. The head must "
        "not leave the grid, and it must not go to a cell of the snake; only the cell of the last part is allowed, "
        "since that part moves away. No new apples appear."
    ),
    "drop": (
        "This is a game of falling pieces. In the field below, # is a filled cell and . an empty one; the number "
        "beside each row is what the row is worth. The pieces fall in the order of their list, where / stands "
        "between the rows of a piece, which are written from the top. A move says where a piece goes, as a number "
        "and a letter, such as 2E: the number is the column of the leftmost cells of the turned piece, counted "
        "from 1 at the left, and the letter tells how the piece is turned clockwise before: N not at all, E by a "
        "quarter, S by a half, W by three quarters. The piece then falls straight down from above the field until "
        "it lies on the ground or on a filled cell. No part of it may stay above the top row. If rows are full "
        "then, you get the sum of what these rows are worth, times the number of these rows. The full rows "
        "disappear, and what is above them moves down, with empty rows at the top; the numbers beside the rows "
        "stay where they are."
    ),
    "groups": (
        "This is a game with tiles of different letters. Equal tiles that touch each other by a side, directly or "
        "through others of the same letter, are a group. A move takes away a whole group of two or more tiles; it "
        "is named by any tile of the group, with the column's letter and the row's number as they are beside the "
        "board, such as B3. A group of n tiles gives n times n points. Then the tiles that are above gaps fall "
        "down, and where a whole column is empty, the columns to its right move left and close the gap; . is then "
        "an empty cell. The next move is named by where tiles are then."
    ),
}
FRAMES = (
    "{rules}\n\n{board}\n\nThe game ends after {moves} moves, or earlier if no move is possible. <goal>",
    "{board}\n\n{rules} There are {moves} moves; the game ends before that only if no move is possible. <goal>",
    "You play a game of {moves} moves; it is over earlier if no move is possible.\n\n{rules}\n\nThis is how it "
    "begins:\n\n{board}\n\n<goal>",
)
"""How a game is told, in either form."""
_GOALS = (
    "Which moves earn the most points in all? Give all moves of the game in order, separated by commas. If several "
    "lists earn as many, any of them is right.",
    "Find the moves that give the largest possible sum of points, and list them from the first to the last with "
    "commas between them. Where several lists are equally good, give any.",
    "Plan the whole game so that your points add up to as many as possible. Write its moves in order with commas; "
    "any best list is right.",
)
WORDINGS = tuple(frame.replace("<goal>", goal) for frame, goal in zip(FRAMES, _GOALS, strict=True))
LETTERS: Final = "KMPRSTVXZ"
_TRIES: Final = 300
_MOST: Final = 250_000


@limited(**LIMITS)
def generate(rng: random.Random, *, kinds: str, moves: int, size: int) -> Draft:
    """Make one game."""
    facts, draft = drawn(rng, kinds, moves, size)
    return Draft(prompt=phrase(rng, WORDINGS, **fields(facts)), **draft)


def drawn(rng: random.Random, kinds: str, moves: int, size: int) -> tuple[dict[str, Json], dict[str, Json]]:
    """A game, and all of its draft but the prompt."""
    kind = rng.choice(kinds.split())
    for _ in range(_TRIES):
        facts = {"kind": kind, **_DRAWN[kind](rng, moves, size)}
        play = PLAYS[kind](facts)
        policies = Policies(play, _MOST)
        start = play.start()
        try:
            policies.worth(start)
            steps = policies.steps
            found = optimum(policies, [start], 0, tried(play, start))
        except TooHard:
            continue
        if found is not None and found.best > found.low:
            break
    else:
        raise GenerationError(f"no game of {kind} needs thought; change 'moves' or 'size'")
    return facts, {
        "payload": {**facts, "best": found.best, "low": found.low, "slack": 0},
        "answer": ", ".join(found.moves),
        "trace": "\n".join(_lines(play, start, found.moves)),
        "canonical": _canonical(facts),
        "guess_rate": found.lucky[0],
        "difficulty": float(steps),
    }


def _merge(rng: random.Random, moves: int, size: int) -> dict[str, Json]:
    side = 3 if size <= 4 else 4
    filled = rng.randint(side * side // 2, side * side - 3)
    values = [rng.choice((2, 2, 2, 4, 4, 8, 16)) for _ in range(filled)] + [0] * (side * side - filled)
    rng.shuffle(values)
    tiles = [[rng.choice((2, 2, 4)), rng.randint(1, side + 2)] for _ in range(moves - 1)]
    return {
        "moves": moves,
        "board": [values[n : n + side] for n in range(0, side * side, side)],
        "tiles": tiles,
    }


def _snake(rng: random.Random, moves: int, size: int) -> dict[str, Json]:
    side, cells = size + 1, [(rng.randint(0, size), rng.randint(0, size))]
    while len(cells) < size + 1:
        r, c = cells[-1]
        near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        free = [each for each in near if each not in cells and min(each) >= 0 and max(each) < side]
        cells = [*cells, rng.choice(free)] if free else cells[:1]
    empty = [(r, c) for r in range(side) for c in range(side) if (r, c) not in cells]
    places = sorted(rng.sample(empty, min(size + 1, 5)))
    worth = rng.sample(range(1, 10), len(places))
    apples = [[r, c, points] for (r, c), points in zip(places, worth, strict=True)]
    return {"moves": moves + 2, "size": [side, side], "snake": [list(cell) for cell in cells], "apples": apples}


def _drop(rng: random.Random, moves: int, size: int) -> dict[str, Json]:
    wide, high = size + 1, size + 3
    rows = ["." * wide] * high
    for n in range(high - rng.randint(2, 4), high):
        gaps = rng.sample(range(wide), rng.choice((1, 2, 2, 3)))
        rows[n] = "".join("." if c in gaps else "#" for c in range(wide))
    pieces = [rng.choice(PIECES) for _ in range((moves + 1) // 2)]
    return {"moves": len(pieces), "field": rows, "worth": [rng.randint(1, 9) for _ in rows], "pieces": pieces}


def _groups(rng: random.Random, moves: int, size: int) -> dict[str, Json]:
    letters = rng.sample(LETTERS, 3)
    board = ["".join(rng.choice(letters) for _ in range(size + 1)) for _ in range(max(size, 4))]
    return {"moves": moves - 1, "board": board}


_DRAWN: Final = {"merge": _merge, "snake": _snake, "drop": _drop, "groups": _groups}


Choice = Callable[[Position, Sequence[str]], str]
"""Which move is made, from a position and its moves."""


def tried(play: Play, start: Position) -> Iterator[list[str]]:
    """Lists of moves that take no thought: by what pays at once, by fixed preferences, by the nearest apple."""

    def pays(here: Position, move: str) -> int:
        return play.step(here, move)[0]

    def most(here: Position, moves: Sequence[str]) -> str:
        return max(moves, key=partial(pays, here))

    def least(here: Position, moves: Sequence[str]) -> str:
        return min(moves, key=lambda move: pays(here, move) or NEVER)

    def preferred(names: Sequence[str]) -> Choice:
        return lambda _, moves: min(moves, key=names.index)

    def in_turns(names: Sequence[str]) -> Choice:
        return lambda here, moves: names[here[0] % 2] if names[here[0] % 2] in moves else moves[0]

    choices: list[Choice] = [lambda _, moves: moves[0], most, least]
    choices += [partial(_from_the_end, choice) for choice in choices]
    if play.facts["kind"] == "snake":
        choices += [partial(_nearer, play, by_worth) for by_worth in (False, True)]
    if play.facts["kind"] in ("merge", "snake"):
        choices += [preferred(names) for names in permutations("LRUD")]
        choices += [in_turns(names) for names in permutations("LRUD", 2)]
    for choice in choices:
        made, here = [], start
        while moves := play.moves(here):
            made.append(choice(here, moves))
            here = play.step(here, made[-1])[2]
        yield made


def _from_the_end(choice: Choice, here: Position, moves: Sequence[str]) -> str:
    """A choice among the moves in the other order."""
    return choice(here, moves[::-1])


def _nearer(play: Play, by_worth: bool, here: Position, moves: Sequence[str]) -> str:
    """The step that comes nearest to the nearest apple that is left, or to the one of the most worth."""
    left = [apple for n, apple in enumerate(play.facts["apples"]) if here[2] >> n & 1]
    wide = play.facts["size"][1]

    def far(move: str) -> int:
        points, _, after = play.step(here, move)
        goals = [max(left, key=lambda apple: apple[2])] if by_worth and left else left
        if points or len(after) == 1:
            return -points
        r, c = divmod(after[1][0], wide)
        return min((abs(r - y) + abs(c - x) for y, x, _ in goals), default=0)

    return min(moves, key=far)


def _canonical(facts: Mapping[str, Json]) -> Json:
    """Boards of `groups` with their letters in the order in which they come; all else as it is."""
    if facts["kind"] != "groups":
        return canonical_json(facts)
    letters = dict.fromkeys("".join(facts["board"]))
    signs = {ord(letter): str(number) for number, letter in enumerate(letters)}
    return [facts["kind"], facts["moves"], [row.translate(signs) for row in facts["board"]]]


def _lines(play: Play, here: Position, moves: list[str]) -> Iterator[str]:
    """The moves one by one, with their points, and the sum."""
    total = 0
    for number, move in enumerate(moves, 1):
        points, _, here = play.step(here, move)
        total += points
        yield f"{number}. {move}: {points} points, in all {total}"
    yield f"No other list gives more than {total}."


def fields(facts: Mapping[str, Json]) -> dict[str, str]:
    """What the wordings name."""
    tiles = enumerate(facts.get("tiles", ()), 1)
    new = "; ".join(f"after move {n} a {tile} in empty cell {place}" for n, (tile, place) in tiles)
    return {"rules": RULES[facts["kind"]].format(new=new), "board": board(facts), "moves": str(facts["moves"])}


def board(facts: Mapping[str, Json]) -> str:
    """The first position as it is shown."""
    kind = facts["kind"]
    if kind == "merge":
        return "\n".join(" ".join(f"{tile or '.':>2}" for tile in row) for row in facts["board"])
    if kind == "drop":
        pieces = [f"piece {n}: {piece.replace('/', ' / ')}" for n, piece in enumerate(facts["pieces"], 1)]
        rows = [f"{row}  {worth}" for row, worth in zip(facts["field"], facts["worth"], strict=True)]
        return "\n".join([*pieces, "", *rows])
    if kind == "groups":
        head = "  " + " ".join("ABCDEFGHI"[: len(facts["board"][0])])
        return "\n".join([head, *(f"{n} {' '.join(row)}" for n, row in enumerate(facts["board"], 1))])
    rows, columns = facts["size"]
    signs = {(r, c): str(points) for r, c, points in facts["apples"]}
    signs |= {(r, c): sign for (r, c), sign in zip(facts["snake"], "Hbcdefghijk", strict=False)}
    return "\n".join(" ".join(signs.get((r, c), ".") for c in range(columns)) for r in range(rows))
