"""The rules of Sokoban, and the check of a whole list of moves.

A state is the text of the room, in the usual symbols: ``#`` wall, ``-`` floor, ``.`` goal, ``$`` box, ``*`` box on
a goal, ``@`` player, ``+`` player on a goal. All rows are equally long and the edge is wall.

A list of moves is right if every move is possible, and the last one puts the last box on a goal. Moves beyond the
end are refused: a list that goes on is not a solution but a search. Illegal moves are never skipped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..answers import plain
from ..answers.word_lists import unnumbered
from ..answers.wrapping import without_text_commands
from ..base import Reason, Verdict, correct, illegal, unparsable, wrong

FORM = "Write moves as U, D, L or R (up, down, left, right) with spaces between them."

_WORDS = {"up": "u", "down": "d", "left": "l", "right": "r"}
_NAMES = {"u": "up", "d": "down", "l": "left", "r": "right"}
_SEPARATORS = str.maketrans(dict.fromkeys(",;|()[]{}'\"*`-\u2013\u2192\u00a0", " "))
_LABEL = re.compile(r"\s*(?:(?:my|the) )?(?:moves?|answer|solution|plan)(?: is |: ?| ?= ?)", re.IGNORECASE)
_TWICE = re.compile(r"\b([udlr]|up|down|left|right)[ \t]*\(([udlr]|up|down|left|right)\)", re.IGNORECASE)
"""A move and, in parentheses, the same move in other words: it is made once."""
_BETWEEN = ("and", "then")
_WHERE = {"u": "above you", "d": "below you", "l": "to your left", "r": "to your right"}
# What is left of a square when the player or a box goes, and what it becomes when one comes.
_LEFT = {"@": "-", "+": "."}
_PLAYER_ON = {"-": "@", "$": "@", ".": "+", "*": "+"}
_BOX_ON = {"-": "$", ".": "*"}


@dataclass(frozen=True, slots=True)
class Played:
    """What a list of moves led to.

    Attributes:
        board: the room after the moves that were played.
        count: how many moves were played: all up to the first that is impossible, or up to the win.
        problem: why the next move is impossible, or an empty text.
    """

    board: str
    count: int
    problem: str = ""


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, a list of moves: letters or words in any case, separated by spaces, commas or nothing.

    Parts: ``on_goals``, the share of the boxes to be moved that the possible moves bring to goals.
    """
    start: str = payload["board"]
    moves, problem = read_moves(answer, payload["max_turns"])
    if moves is None:
        return problem
    played = play_moves(start, moves)
    on_goals = progress(start, played.board)
    if played.problem:
        return illegal(f"Move {played.count + 1} is not possible: {played.problem}.", on_goals=on_goals)
    if played.count < len(moves):
        return illegal("The list of moves goes on after the room is solved.", on_goals=on_goals)
    if on_goals < 1.0:
        left = played.board.count("$")
        return wrong(f"After these moves {left} of the boxes are not on goals.", on_goals=on_goals)
    return correct(on_goals=1.0)


def accepted_forms(answer: str) -> list[str]:
    """Other ways to write the moves `answer` that are accepted."""
    letters = answer.split()
    words = [_NAMES[letter.lower()] for letter in letters]
    return [
        "".join(letters),
        answer.lower(),
        ", ".join(letters),
        "\n".join(letters),
        " ".join(words),
        ", ".join(words).upper(),
        repr(words),
        f"Moves: {'; '.join(letters)}.",
    ]


def read_moves(text: str, most: int) -> tuple[str | None, Verdict]:
    """The moves that are the whole of `text`, as letters of ``udlr``; or None and what is wrong with it."""
    too_many = illegal(f"At most {most} moves can be given at once.")
    if len(text) > 16 * most + 64:
        return None, unparsable(f"{FORM} {too_many.message}")
    said = without_text_commands(plain(text))
    label = _LABEL.match(said)
    said = unnumbered(said[label.end() if label else 0 :], colons=True)
    said = _TWICE.sub(lambda match: match[1] if match[1][0].lower() == match[2][0].lower() else "?", said)
    said = said.replace("->", " ").translate(_SEPARATORS).strip().removesuffix(".")
    if not said or not said.isascii():
        return None, unparsable(FORM)
    words = said.lower().split()
    moves = "".join(_WORDS.get(word, word) for n, word in enumerate(words) if not n or word not in _BETWEEN)
    if moves.strip("udlr"):
        return None, unparsable(FORM)
    return (moves, correct()) if len(moves) <= most else (None, too_many)


def play_moves(board: str, moves: str) -> Played:
    """Play `moves` in order, as far as they are possible and the room is not solved."""
    cells = list(board)
    width = board.index("\n") + 1
    steps = {"u": -width, "d": width, "l": -1, "r": 1}
    at = max(board.find("@"), board.find("+"))
    loose = board.count("$")
    for count, move in enumerate(moves):
        if not loose:
            return Played("".join(cells), count)
        step = steps[move]
        to = at + step
        cell = cells[to]
        if cell == "#":
            return Played("".join(cells), count, f"there is a wall {_WHERE[move]}")
        if cell in "$*":
            behind = cells[to + step]
            if behind not in _BOX_ON:
                thing = "a wall" if behind == "#" else "another box"
                return Played("".join(cells), count, f"the box {_WHERE[move]} has {thing} behind it")
            cells[to + step] = _BOX_ON[behind]
            loose += (behind == "-") - (cell == "$")
        cells[at] = _LEFT[cells[at]]
        cells[to] = _PLAYER_ON[cell]
        at = to
    return Played("".join(cells), len(moves))


def solved(board: str) -> bool:
    """Whether every box is on a goal."""
    return "$" not in board


def progress(start: str, board: str) -> float:
    """The share of the boxes off the goals in `start` that `board` has brought to goals: in [0, 1], 1 if solved.

    It is 0 at the start, and not less when boxes are pushed off their goals.
    """
    loose = start.count("$")
    return max(loose - board.count("$"), 0) / loose


def judgement(payload: Mapping[str, Any], board: str) -> Verdict:
    """The verdict on a state: right if the room is solved, else the progress since the start."""
    share = progress(payload["board"], board)
    if solved(board):
        return correct(on_goals=1.0)
    return Verdict(share, Reason.WRONG, "Some boxes are not on goals yet.", {"on_goals": share})


def possible_moves(board: str) -> Sequence[str]:
    """The moves that can be played in a state."""
    return [move for move in "udlr" if not play_moves(board, move).problem]
