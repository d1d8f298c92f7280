"""Puzzles that are solved cell by cell: the same task as the one-response form, and the same verifier at the end.

A move sets cells (``r2c3=4``, or several of them) or empties them (``r2c3=-``), all of it or nothing. A move that is
the whole answer, as one response would give it, commits to it. The game ends when the grid is full, when a whole
answer is given or when the turns are used up, and the verifier of the one-response form judges the grid as it then is:
a grid that is full and wrong has lost.

What the player is told of a grid that is not full is the option ``feedback``: nothing (``none``), whether a rule is
broken (``binary``), or which (``reason``). Never is a cell compared with the solution, so no guess can be tried out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from ...generators.base import Json, Task, derive_seed
from ...verifiers.answers import plain
from ...verifiers.answers.signs import normal_signs
from ...verifiers.answers.word_lists import unnumbered
from ...verifiers.answers.wrapping import without_text_commands
from ...verifiers.base import Verdict, Verifier, wrong
from ...verifiers.filling import Board, Values
from ...verifiers.grids import (
    binario,
    boards,
    futoshiki,
    hitori,
    kakurasu,
    kenken,
    light_up,
    magic_square,
    nonogram,
    numbrix,
    queens,
    skyscrapers,
    star_battle,
    sudoku,
    survo,
    tents,
)
from ...verifiers.logic import zebra, zebra_board
from ..base import Feedback
from ..game import Game, Turn

SPARE_TURNS = 10
"""Turns beyond one for each empty cell."""
MOST_BROKEN = 3
"""Broken rules that are told at once."""
_EMPTY = ("-", "_", "empty", "clear")
BETWEEN = str.maketrans(dict.fromkeys(",;|&`*$()[]{}\"'", " "))
_BULLET = re.compile(r"^[ \t]*-[ \t]+(?=\w)", re.MULTILINE)
_WRITTEN = (
    (re.compile(r"\brow ?(\d{1,2}),? ?(?:and )?col(?:umn)? ?(\d{1,2})\b", re.IGNORECASE), r"r\1c\2"),
    (re.compile(r"\br_\{?(\d{1,2})\}?c_\{?(\d{1,2})\}?", re.IGNORECASE), r"r\1c\2"),
    (re.compile(r"\b(?:set|put|and|then)\b", re.IGNORECASE), " "),
)
"""Other ways to write a cell, and words between moves."""
_DONE = re.compile(r"(?:i am |i'm )?(?:done|finished)", re.IGNORECASE)
_MOST_WORDS = 12
"""Contents of a cell that are told one by one where another one was written; more of them are numbers in a row."""
_LONGEST = 48
"""Characters that one cell may take in a move."""

HOW_TO = (
    "You play this in turns. A move sets one or several cells, for example {example}; {clear} empties a cell. The "
    "cells are {cells}. After each move you see the grid. {told} A move that cannot be made changes nothing and "
    "costs a turn. The game ends when the grid is full, or when you give the whole solution in the form described "
    "above, and is won if that is the solution; nothing can be changed then.{done} There are {turns} turns.",
    "There are {turns} turns for this puzzle. In each of them write a move: cells with what you put into them, such "
    "as {example}, or {clear} to empty one. Cells are named thus: {cells}. The grid is shown to you after every "
    "move. {told} Whoever writes a move that cannot be made loses that turn, and nothing else happens. As soon as "
    "it is full it is judged, and so is a whole solution if you give one as described above: only the right one "
    "wins, and there is no second try.{done}",
    "How to play: your move is a list of cells and their new contents ({example}), where {clear} makes a cell empty "
    "again. Cells are named like this: {cells}. You then see the grid as it stands. {told} A turn with a move that "
    "is not possible is used up, and the grid stays as it was. You may also answer with the whole solution at once, "
    "as described above. A full grid or a whole solution ends the game, right or wrong; so do {turns} turns without "
    "one.{done}",
)
_TOLD: Mapping[Feedback, str] = {
    "none": "Nobody tells you whether it breaks a rule.",
    "binary": "You are also told whether it breaks a rule by now.",
    "reason": "You are also told which rules it breaks by now, if any.",
}


class FillCells(Game):
    """The game; a subclass names the board of a puzzle and its verifier. A state is what the player has filled in."""

    puzzle: ClassVar[tuple[Callable[[Mapping[str, Any]], Board], Verifier]]
    cells: ClassVar[str] = "r1c1 at the top left, r1c2 to its right, r2c1 below it, and so on"
    example: ClassVar[tuple[str, str]] = ("r2c3=1 r3c1=1", "r2c3=-")

    def board(self, payload: Mapping[str, Json]) -> Board:
        """The board of a task."""
        return self.puzzle[0](payload)

    def verify(self, payload: Mapping[str, Json], answer: str) -> Verdict:
        """The judgement of the one-response form."""
        return self.puzzle[1](payload, answer)

    def values(self, board: Board, state: Json) -> Values:
        """What the cells hold in a state."""
        filled = state["filled"]
        return [board.given.get(cell, filled.get(name)) for cell, name in enumerate(board.names)]

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing is filled in yet."""
        return {"filled": {}}

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Set the cells of one move, or take the whole answer."""
        board = self.board(payload)
        said = without_text_commands(plain(move)).strip()
        if board.spare is not None and _DONE.fullmatch(said):
            rest = {
                board.names[cell]: board.spare
                for cell, value in enumerate(self.values(board, state))
                if value is None
            }
            return self._after(payload, board, {"filled": {**state["filled"], **rest}})
        sets = read_sets(board, said)
        if sets is None:
            return self._whole(payload, board, state, move)
        cells = [cell for cell, _ in sets]
        problems = [problem for cell, word in sets if (problem := _problem(board, cell, word))]
        if len(set(cells)) < len(cells):
            problems.append("a cell comes twice in the move")
        if problems:
            return self._refused(board, state, f"That is not possible: {problems[0]}.")
        new = {board.names[cell]: board.value(cell, word) for cell, word in sets if cell not in board.given}
        filled = {name: value for name, value in {**state["filled"], **new}.items() if value is not None}
        return self._after(payload, board, {"filled": filled})

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """The verifier's judgement of a full grid or a whole answer; nothing short of that is worth anything."""
        if "answer" in state:
            return self.verify(payload, state["answer"])
        board = self.board(payload)
        values = self.values(board, state)
        if None in values:
            return wrong("The grid is not full.")
        return self.verify(payload, board.text([value for value in values if value is not None]))

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """One cell after the other, in their order."""
        board = self.board(payload)
        words = self._solution(board, answer)
        return [f"{board.names[cell]}={words[cell]}" for cell in words]

    def moves(self, task: Task) -> list[str]:
        """What each line of the worked solution settles, line after line."""
        board = self.board(task.payload)
        words = self._solution(board, task.answer)
        return [
            " ".join(f"{board.names[cell]}={words[cell]}" for cell in cells)
            for cells in settled_by_line(
                task, {self._mention(board, cell, words[cell]): cell for cell in words}
            )
        ]

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Anything into any empty cell."""
        board = self.board(payload)
        cell = rng.choice([cell for cell, value in enumerate(self.values(board, state)) if value is None])
        return f"{board.names[cell]}={rng.choice(board.choices(cell))}"

    def turns(self, payload: Mapping[str, Json]) -> int:
        """A few more than there are empty cells."""
        board = self.board(payload)
        return len(board.names) - len(board.given) + SPARE_TURNS

    def how_to_play(self, task: Task, feedback: Feedback, turns: int) -> str:
        """The moves, what is told after them, and how the game ends."""
        board = self.board(task.payload)
        cells, (example, clear) = self._words(board)
        wording = HOW_TO[derive_seed("how to play", task.level, task.seed) % len(HOW_TO)]
        done = (
            "" if board.spare is None else f" The move done puts {board.spare} into all cells that are empty."
        )
        return wording.format(
            example=example,
            clear=clear,
            cells=cells,
            told=_TOLD[feedback],
            done=done,
            turns=turns,
        )

    def remarks(self, payload: Mapping[str, Json], state: Json, feedback: Feedback) -> str:
        """Rules that are broken by now."""
        if feedback == "none":
            return ""
        board = self.board(payload)
        broken = board.broken(self.values(board, state))
        if not broken:
            return "No rule is broken so far."
        if feedback == "binary":
            return "A rule is broken."
        more = f" ({len(broken) - MOST_BROKEN} more)" * (len(broken) > MOST_BROKEN)
        return " ".join(broken[:MOST_BROKEN]) + more

    def _words(self, board: Board) -> tuple[str, tuple[str, str]]:
        """What the cells are called, and examples of moves."""
        return self.cells, self.example

    def _mention(self, board: Board, cell: int, word: str) -> str:
        """How worked solutions call what is settled when a cell is."""
        return board.names[cell]

    def _solution(self, board: Board, answer: str) -> dict[int, str]:
        """The words of the reference answer in the cells that are not given."""
        words = answer.split()
        return {cell: word for cell, word in enumerate(words) if cell not in board.given}

    def _whole(self, payload: Mapping[str, Json], board: Board, state: Json, move: str) -> Turn:
        verdict = self.verify(payload, move)
        if not verdict.parts:  # it was no whole grid, of which the verifier could judge the parts
            form = f"A move sets cells, such as {self._words(board)[1][0]}, or is the whole solution."
            return self._refused(board, state, f"{form} That is neither. {verdict.message}")
        return self._ended({**state, "answer": move}, verdict)

    def _after(self, payload: Mapping[str, Json], board: Board, state: Json) -> Turn:
        values = self.values(board, state)
        if None in values:
            return Turn(state, board.shown(values))
        return self._ended(state, self.verdict(payload, state))

    def _ended(self, state: Json, verdict: Verdict) -> Turn:
        return Turn(state, f"The game is over. {verdict.message}", over=True)

    def _refused(self, board: Board, state: Json, problem: str) -> Turn:
        return Turn(state, f"{problem} Nothing was changed.\n\n{board.shown(self.values(board, state))}")


def read_sets(board: Board, text: str) -> list[tuple[int, str]] | None:
    """The cells that a move names (-1 for none of that name), each with its new content; None for other texts."""
    text = normal_signs(text).replace("\u2192", "->")
    if not text.isascii() or len(text) > _LONGEST * len(board.names):
        return None
    one = re.compile(
        rf"({board.name_form})\s*(?:=|:|->|\bis\b|\bto\b)\s*([a-z]+|-?[0-9]{{1,2}}|[-_])(?![a-z0-9])", re.I
    )
    text = _BULLET.sub(" ", unnumbered(text))
    for written, usual in _WRITTEN:
        text = written.sub(usual, text)
    text = text.translate(BETWEEN)
    found = [(board.at.get("".join(match[1].lower().split()), -1), match[2]) for match in one.finditer(text)]
    return found if found and not one.sub(" ", text).strip(" \n\t.") else None


def _problem(board: Board, cell: int, word: str) -> str:
    """Why a cell cannot be given a new content; an empty text if it can."""
    if cell < 0:
        return "there is no cell of that name"
    name, value = board.names[cell], board.value(cell, word)
    if cell in board.given:
        return "" if value == board.given[cell] else f"{name} is given and stays"
    words = board.choices(cell)
    if word not in words and value is not None and board.put is not None:
        return f"{name} holds one of the numbers to put in, which are {', '.join(words)}, not {word}"
    if value is None and word.lower() not in _EMPTY:
        known = f"the numbers {words[0]} to {words[-1]}" if len(words) > _MOST_WORDS else ", ".join(words)
        return f"{name} holds one of {known}, not {word}"
    return ""


def settled_by_line(task: Task, cells: Mapping[str, int]) -> list[list[int]]:
    """The cells in the order in which a worked solution settles them: where it mentions them last.

    Args:
        task: the task.
        cells: the cells by how the worked solution calls them; those that it never mentions come at the end.
    """
    lines = (task.trace or "").rpartition(task.answer)[0].splitlines()
    last = dict.fromkeys(cells, len(lines))
    for number, line in enumerate(lines):
        for word in re.findall(r"\w+", line):
            if word in last:
                last[word] = number
    by_line: dict[int, list[int]] = {}
    for name, number in last.items():
        by_line.setdefault(number, []).append(cells[name])
    return [by_line[number] for number in sorted(by_line)]


class Sudoku(FillCells):
    """Sudoku."""

    puzzle = boards.sudoku, sudoku.verify


class Futoshiki(FillCells):
    """Futoshiki."""

    puzzle = boards.futoshiki, futoshiki.verify


class Skyscrapers(FillCells):
    """Skyscrapers."""

    puzzle = boards.skyscrapers, skyscrapers.verify


class Binario(FillCells):
    """Binario."""

    puzzle = boards.binario, binario.verify


class Kakurasu(FillCells):
    """Kakurasu."""

    puzzle = boards.kakurasu, kakurasu.verify


class Kenken(FillCells):
    """Kenken."""

    puzzle = boards.kenken, kenken.verify


class Tents(FillCells):
    """Tents."""

    puzzle = boards.tents, tents.verify


class Nonogram(FillCells):
    """Nonograms."""

    puzzle = boards.nonogram, nonogram.verify


class StarBattle(FillCells):
    """Star battles."""

    puzzle = boards.star_battle, star_battle.verify


class Hitori(FillCells):
    """Hitori."""

    puzzle = boards.hitori, hitori.verify


class LightUp(FillCells):
    """Light up."""

    puzzle = boards.light_up, light_up.verify


class Queens(FillCells):
    """Queens."""

    puzzle = boards.queens, queens.verify


class _ListedNumbers(FillCells):
    """Squares that are filled with each of some numbers once, which the examples of moves name."""

    def _words(self, board: Board) -> tuple[str, tuple[str, str]]:
        free = [cell for cell in range(len(board.names)) if cell not in board.given]
        given = {board.word(cell, value) for cell, value in board.given.items()}
        left = [word for word in board.choices(free[0]) if word not in given]
        sets = [f"{board.names[cell]}={word}" for cell, word in zip(free[:2], left[::-1], strict=False)]
        return self.cells, (" ".join(sets), f"{board.names[free[0]]}=-")


class Survo(_ListedNumbers):
    """Survo."""

    puzzle = boards.survo, survo.verify


class MagicSquare(_ListedNumbers):
    """Magic squares."""

    puzzle = boards.magic_square, magic_square.verify


class Numbrix(_ListedNumbers):
    """Numbrix and hidato."""

    puzzle = boards.numbrix, numbrix.verify


class Zebra(FillCells):
    """Zebra puzzles: the cells are those of the table of houses."""

    puzzle = zebra_board.zebra, zebra.verify

    def _words(self, board: Board) -> tuple[str, tuple[str, str]]:
        name = board.names[0]
        return f"{name}, and so on for all houses and kinds", (f"{name}={board.words[0][0]}", f"{name}=-")

    def _mention(self, board: Board, cell: int, word: str) -> str:
        return word

    def _solution(self, board: Board, answer: str) -> dict[int, str]:
        lines = [line.partition(":")[2].split(",") for line in answer.splitlines()]
        return dict(enumerate(word.strip() for line in lines for word in line))
