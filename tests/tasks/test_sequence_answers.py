"""Names, numbers and units beside the items of an answer: those that fit are read, those that contradict are not."""

from __future__ import annotations

import pytest

from rlvr.verifiers.text.sequence import verify

WORDS = {"sequence": {"items": ["aidan", "tobias", "mia"]}}
VERDICTS = {"sequence": {"items": ["T", "F", "U"], "signs": "TFU"}}
MAP = {"gold": {"text": "(7, 1)", "kind": "tuple", "names": ["row", "column"], "others": ["x", "y"]}}
FIELD = {"gold": {"text": "(7, -1)", "kind": "tuple", "names": ["x", "y"], "others": ["row", "column"]}}
TALLY = {"gold": {"text": "21, 9", "kind": "list", "names": ["red", "blue"], "others": ["white", "cube"]}}
COUNT = {
    "gold": {
        "text": "17",
        "kind": "integer",
        "units": ["white objects", "objects"],
        "others": ["black", "cube"],
    }
}


@pytest.mark.parametrize(
    ("payload", "answer"),
    [
        (WORDS, "1. Aidan\n2. Tobias\n3. Mia"),
        (WORDS, "1. Aidan, 2. Tobias, 3. Mia"),
        (WORDS, "1) Aidan\n2) Tobias\n3) Mia"),
        (VERDICTS, "1. T\n2. F\n3. U"),
        (VERDICTS, "1. T, 2. F, 3. U"),
        (VERDICTS, "1) T 2) F 3) U"),
        (VERDICTS, "1: T\n2: F\n3: U"),
        (VERDICTS, "True, False, Unknown"),
        (VERDICTS, "1. **True**\n2. **False**\n3. **Unknown**"),
        (MAP, "row 7, column 1"),
        (MAP, "row = 7, column = 1"),
        (MAP, "(row, column) = (7, 1)"),
        (MAP, "(7, 1)"),
        (FIELD, "x = 7, y = -1"),
        (FIELD, "(x, y) = (7, -1)"),
        (TALLY, "red: 21, blue: 9"),
        (TALLY, "- **red**: 21\n- **blue**: 9"),
        (TALLY, "21, 9"),
        (COUNT, "17 objects"),
        (COUNT, "17 white objects"),
        (COUNT, "white objects = 17"),
    ],
)
def test_what_fits_the_question_is_read(payload, answer):
    assert verify(payload, answer).passed


@pytest.mark.parametrize(
    ("payload", "answer"),
    [
        (WORDS, "3. Aidan\n2. Tobias\n1. Mia"),
        (WORDS, "5. Aidan, 4. Tobias, 3. Mia"),
        (VERDICTS, "3. T\n2. F\n1. U"),
        (VERDICTS, "1. T\n2. F U"),
        (VERDICTS, "True, False"),
        (MAP, "x = 7, y = 1"),
        (MAP, "(x, y) = (7, 1)"),
        (MAP, "row 1, column 7"),
        (MAP, "column 7, row 1"),
        (MAP, "row 7, row 1"),
        (FIELD, "row 7, column -1"),
        (FIELD, "y = 7, x = -1"),
        (TALLY, "21 or 9"),
        (TALLY, "red: 9, blue: 21"),
        (TALLY, "blue: 21, red: 9"),
        (TALLY, "red: 21, white: 9"),
        (COUNT, "black objects = 17"),
        (COUNT, "less than = 17"),
        (COUNT, "17 cubes"),
        (COUNT, "The number of black objects is 17."),
        (COUNT, "17 or 18"),
    ],
)
def test_what_contradicts_the_question_is_not(payload, answer):
    assert verify(payload, answer).score == 0
