"""Tic-tac-toe and its kin: all best moves of a position, in five games of signs in a row.

Plain games on boards of many sizes; reverse, where a line loses; wild, where both may write either sign; notakto,
where both write crosses and a line loses; gravity, where signs fall to the bottom of a column. A search with a
table proves which moves are best: win before draw before loss. A quarter of the moves are best at most (in wild
games a third). Where the work is 30 or more, no move wins at once, and it does not do to leave the other player no
win at once (in wild games from 60 on).

Problems are the same if a turn or a reflection of the board makes them so.

Difficulty: the `kinds` of game, and the `work`, the positions that the search looks at. `strength` is that of the
opponent where the task is played (`tic_tac_toe_kin_moves`). Proxy: positions that the search looks at.

Sources: M. Gardner, Mathematical Puzzles and Diversions (1959), for wild and reverse games; T. Plambeck, G.
Whitehead (2012) for notakto.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..base import Draft, GenerationError
from ..english import listed
from ..kernels.duel import TooHard
from ..limits import Limit, Words, limited
from ..wording import phrase
from .duel_task import STRENGTH, WORK, blind, framed
from .tic_tac_toe_rules import KINDS, Position, Rules, Search, turned

_BOARD = "a board of {rows} rows and {columns} columns"
_LINE = "{length} equal signs in a line, next to each other in a row, a column or a diagonal"
_SQUARE = "Write a move as the letter of its column and the number of its row, such as B3."
RULES = {
    "plain": {
        "rule": f"Two players, X and O, move in turn on {_BOARD}; X began. Each move writes the player's own sign "
        f"into an empty square. Whoever first has {_LINE}, wins.",
        "form": _SQUARE,
    },
    "reverse": {
        "rule": f"Two players, X and O, move in turn on {_BOARD}; X began. Each move writes the player's own sign "
        f"into an empty square. Whoever first has {_LINE}, loses.",
        "form": _SQUARE,
    },
    "wild": {
        "rule": f"Two players move in turn on {_BOARD}. Each move writes an X or an O, whichever the player likes, "
        f"into an empty square. Whoever makes a line wins: {_LINE}, whoever wrote them.",
        "form": "Write a move as the sign, the letter of the column and the number of the row, such as XB3.",
    },
    "notakto": {
        "rule": f"Two players move in turn on {_BOARD}. Each move, whoever makes it, writes an X into an empty "
        f"square. Whoever makes a line loses: {_LINE}, whoever wrote them.",
        "form": _SQUARE,
    },
    "gravity": {
        "rule": f"Two players, X and O, move in turn on {_BOARD}; X began. Each move drops the player's own sign "
        f"into a column that is not "
        f"full, where it falls to the lowest empty square. Whoever first has {_LINE}, wins.",
        "form": "Write a move as the letter of the column, such as B.",
    },
}
FULL = "If the board is full and nobody has won, the game is drawn."
_ALL = "Give all best moves and no others, with commas between them, in any order."
WORDINGS = framed(
    (
        f"<rule> {FULL}\n\n{{board}}\n\nA dot is an empty square. {{turn}} A move is best if no other move leads to "
        f"a better "
        f"result with perfect play of both sides: a win is better than a draw, and a draw is better than a loss. "
        f"{_ALL} <form>",
        f"This is a position of a game (dots are empty squares):\n\n{{board}}\n\n<rule> {FULL} {{turn}} Both sides "
        f"play "
        f"perfectly from the next move on. Which moves give you the best result that can be had: a win, or else a "
        f"draw? {_ALL} <form>",
        f"Find the best moves in a game. <rule> {FULL}\n\nThe board, with dots for empty "
        f"squares:\n{{board}}\n\n{{turn}} The best moves "
        "are those after which you can force a win; where there are none, those after which you can force a draw. "
        f"{_ALL} <form>",
    ),
    RULES,
)
_BOARDS = {
    "plain": ((3, 3, 3), (3, 4, 3), (4, 4, 4), (4, 5, 4), (5, 4, 4), (5, 5, 4)),
    "reverse": ((3, 3, 3), (3, 4, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4)),
    "wild": ((3, 4, 3), (4, 4, 4), (4, 5, 4), (3, 5, 4), (5, 5, 4)),
    "notakto": ((3, 4, 3), (3, 5, 3), (4, 4, 3), (4, 4, 4), (4, 5, 3), (4, 5, 4), (5, 5, 4)),
    "gravity": ((4, 5, 4), (5, 5, 4), (4, 6, 4), (5, 6, 4), (4, 7, 4)),
}
"""Rows, columns and the length of a line."""
_DEEP_BOARDS = {"wild": ((3, 4, 3), (3, 4, 3), (3, 5, 3))}
"""Where the best moves are not just those after which the other player has no win at once: of wild positions with
lines of four hardly one in a hundred is of use."""
_TRIES = 600
_ONE_BOARD = 30
"""Tries until another board is taken."""
_ROOM = 16
"""Squares at least, from `QUIET` on: smaller boards have few such positions."""
FEWEST = 5
"""Moves that there are at least; of columns, one fewer."""
QUIET = 30
"""From this work on no move wins at once."""
_DEEP = {"wild": 60}
"""From this work on, else from `QUIET` on, the best moves are not just those after which the other player has no win
at once: who looks no further would be right. Small wild games have no such positions, and others so few that no
level has them."""
LIMITS: dict[str, Limit] = {
    "kinds": Words(KINDS, "the games to draw from"),
    "work": WORK,
    "strength": STRENGTH,
}


def fields(rules: Rules, position: Position) -> dict[str, str]:
    """What the wordings of a kind name."""
    board = rules.drawn(position)
    head = "  " + " ".join("ABCDEFG"[: rules.columns])
    rows = [f"{n} {' '.join(row)}" for n, row in enumerate(board, 1)]
    signs = "".join(board)
    own = "XO"[signs.count("X") > signs.count("O")]
    return {
        "rows": str(rules.rows),
        "columns": str(rules.columns),
        "length": str(rules.length),
        "board": "\n".join([head, *rows]),
        "turn": "It is your turn."
        if rules.kind in ("wild", "notakto")
        else f"You are {own}, and it is your turn.",
    }


@limited(**LIMITS)
def generate(rng: random.Random, *, kinds: str, work: int, strength: float) -> Draft:
    """Make one position, and prove which moves are best.

    Raises:
        GenerationError: if no position was found.
    """
    kind = rng.choice(kinds.split())
    empty = 3 + len(bin(work)) // 2
    fewest = FEWEST - (kind == "gravity")
    deep = work >= _DEEP.get(kind, QUIET)
    boards = _DEEP_BOARDS.get(kind, _BOARDS[kind]) if deep else _BOARDS[kind]
    if work >= QUIET and kind != "wild":
        boards = tuple(board for board in boards if board[0] * board[1] >= _ROOM)
    for attempt in range(_TRIES):
        if attempt % _ONE_BOARD == 0:
            rows, columns, length = rng.choice(boards)
            rules = Rules(kind, rows, columns, length)
        empty = max(4, min(empty, 16))
        position = rules.played(
            rng, max(rules.squares - empty, 0), quiet=work >= QUIET, fewest=min(fewest, empty)
        )
        after = dict(rules.moves(position)) if position else {}
        if not position or len(after) < fewest:
            empty += rng.random() < 0.3
            continue
        safe = _safe(rules, after) if deep else set(after)
        if deep and len(safe) < 2 and kind not in ("reverse", "notakto"):
            continue  # other moves lose, so these few are the best ones
        solved = Search(rules, 3 * work - 1, position)
        try:
            worths = _worths(solved, after, max(1, len(after) // (3 if kind == "wild" else 4)))
        except TooHard:
            empty -= rng.random() < 0.7
            continue
        if worths is None:
            continue
        most = max(worths.values())
        best = [name for name, worth in worths.items() if worth == most]
        if solved.looked < work:
            empty += rng.random() < 0.7
        elif len(best) <= max(1, len(after) // (3 if kind == "wild" else 4)) and (
            not deep or set(best) != safe
        ):
            break
    else:
        raise GenerationError(f"no position of {kind} takes {work} positions to solve; lower 'work'")
    board = rules.drawn(position)
    return Draft(
        prompt=phrase(rng, WORDINGS[kind], **fields(rules, position)),
        payload={
            "kind": kind,
            "board": board,
            "length": length,
            "best": best,
            "seed": rng.randrange(10**9),
            "strength": strength,
        },
        answer=", ".join(best),
        trace="\n".join(_lines(rules, solved, position, best, worths)),
        canonical=[kind, length, turned(kind, board)],
        guess_rate=blind(len(after), len(best)),
        difficulty=float(solved.looked),
    )


def _worths(solved: Search, after: dict[str, Position], most: int) -> dict[str, int] | None:
    """What each move is worth, by its name; None once more than `most` of them are found to win."""
    found = {}
    for name, each in after.items():
        found[name] = -solved.worth(each)
        most -= found[name] == 1
        if most < 0:
            return None
    return found


def _safe(rules: Rules, after: dict[str, Position]) -> set[str]:
    """The moves that neither end the game nor leave the other player a win at once."""
    return {name for name, each in after.items() if rules.over(each) is None and not rules.wins_at_once(each)}


def _lines(
    rules: Rules, solved: Search, position: Position, best: Sequence[str], worths: dict[str, int]
) -> list[str]:
    """What is wrong with each move that is not best, and what the best ones lead to."""
    lines = []
    for name, after in rules.moves(position):
        if name not in best and worths[name] == 0:
            lines.append(f"{name} only draws.")
        elif name not in best:
            answer = solved.winning(after) if rules.over(after) is None else None
            lines.append(f"{name} is answered by {answer}." if answer else f"{name} ends the game, lost.")
    return [
        *lines,
        f"{'A win' if max(worths.values()) == 1 else 'A draw'} can be forced after {listed(best, 'or')}.",
    ]
