"""Lead-ins from a closed list: what denies or doubts in front of a right answer is never passed over."""

from __future__ import annotations

import pytest

import rlvr
from rlvr.verifiers.answers.cells import read_square
from rlvr.verifiers.base import Reason

GRID = "1 2 3\n2 3 1\n3 1 2"
ROWS = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
LETTERS = "A = 1, B = 3, C = 4"
CRYPTARITHM = {"kind": "sum", "words": ["AB", "A", "AC"], "letters": ["A", "B", "C"], "told": []}
LEADS = (
    *("The answer is", "The answer is:", "Answer:", "My answer:", "Final answer:", "**Final Answer:**"),
    *("So the solution is", "So, the solution is:", "Thus, the final answer is:", "Solution:", "Result:"),
    *(
        "Here is my solution:",
        "The solution to the puzzle is:",
        "This is the solution:",
        "The unique solution is",
    ),
    *("The solution is as follows:", "The correct answer is:", "## Solution\n"),
)
OF_GRIDS = (
    *("Here is the completed grid:", "Here is the solved grid:", "Here's the final grid:", "Grid:", "Rows:"),
    *(
        "The completed 4x4 grid is:",
        "Completed puzzle:",
        "The solved sudoku is:",
        "The grid is",
        "### Final grid:",
    ),
    *("The solution grid is:", "The minesweeper solution:", "So the mines are:", "The heights are:"),
)
OF_LETTERS = ("The digits are:", "The letters are:", "The digits of the letters are", "The assignment is:")
DENIALS = (
    *("The answer I ruled out is:", "The common mistake is:", "The solution would be", "Input:", "Inverse:"),
    *(
        "It is a lie that the answer is",
        "The solution violates the rules:",
        "The wrong answer is",
        "False solution:",
    ),
    *("The answer is not", "The answer isn't", "The answer might be", "Nobody says that the answer is", "Not:"),
    *(
        "The solution of the other puzzle is:",
        "My first answer:",
        "An attempt:",
        "The opposite of the answer is:",
    ),
)
DENIALS_OF_GRIDS = (
    *("The invalid grid is:", "The grid that breaks the rules is:", "Possible grid:", "The initial grid is:"),
    *("The answer with 0 and 1 exchanged is:", "The rows in reverse order are:", "The puzzle is:", "Puzzle:"),
    *(
        "The transposed grid:",
        "Not the grid:",
        "The reversed rows are:",
        "The unsolved puzzle is:",
        "The clues are:",
    ),
)
DENIALS_OF_LETTERS = ("The digits in reverse order are:", "The impossible digits are:", "Other values:")


@pytest.mark.parametrize("gap", [" ", "\n", "\n\n"])
def test_grids(gap: str) -> None:
    for lead in (*LEADS, *OF_GRIDS):
        assert read_square(lead + gap + GRID, 3) == ROWS, lead
    for lead in (*DENIALS, *DENIALS_OF_GRIDS):
        assert read_square(lead + gap + GRID, 3) is None, lead
        assert read_square(f"The answer is: {lead}{gap}{GRID}", 3) is None, lead


@pytest.mark.parametrize("gap", [" ", "\n", "\n\n"])
def test_letters(gap: str) -> None:
    verify = rlvr.get("cryptarithm").verifier_function
    for lead in (*LEADS, *OF_LETTERS):
        assert verify(CRYPTARITHM, lead + gap + LETTERS).passed, lead
    for lead in (*DENIALS, *DENIALS_OF_LETTERS):
        assert verify(CRYPTARITHM, lead + gap + LETTERS).reason is Reason.UNPARSABLE, lead


def test_behind_the_answer() -> None:
    assert read_square(f"{GRID}\nis the answer", 3) == ROWS
    for tail in ("is wrong", "is not the answer", "is the answer?", "is what I ruled out", "or not"):
        assert read_square(f"{GRID}\n{tail}", 3) is None


def test_fences_and_emphasis_around_the_lead() -> None:
    for text in (f"Completed grid:\n```\n{GRID}\n```", f"**Solution:**\n\n{GRID}", f"**Solution:\n{GRID}**"):
        assert read_square(text, 3) == ROWS, text
