r"""What introduces an answer whose lead-in comes from a closed list: "So the completed grid is:", "Final answer:".

`plain` takes off sentences about any noun, and refuses the words of denial that it knows. Around an answer of many
lines anything else could be said as well ("The invalid grid is:", "The answer that I ruled out is:"). Here a lead-in
is made of a few words, each of which affirms; one other word, and the text stays as it is, which no reader takes.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .objects import opened
from .wrapping import MAX_CHARS, MAX_LAYERS, plain

GRID_NOUNS = (
    *("grid", "square", "board", "field", "table", "matrix", "solution grid", "answer grid"),
    *("rows", "lines", "numbers", "heights", "mines", "tents", "bulbs", "queens", "chessboard", "magic square"),
)
LETTER_NOUNS = (
    "digits",
    "letters",
    "values",
    "assignment",
    "mapping",
    "digits of the letters",
    "letters and digits",
)

_SO = r"(?:(?:so|thus|hence|therefore|then|finally|ok|okay|done)[,:.!]?\s+(?:we have |we get )?)?"
_GOOD = r"(?:(?:final|correct|right|full|complete|completed|filled|filled-in|solved|finished|unique)\s+)"
_SIZE = r"(?:\d{1,2}\s?[x\u00d7]\s?\d{1,2}\s+)?"
_PUZZLE = (
    r"(?:(?:sudoku|futoshiki|skyscrapers?|binario|binary|kakurasu|kenken|calcudoku|tents|minesweeper|cryptarithm"
    r"|hitori|light-?up|akari|queens|survo|numbrix|hidato|magic[ -]square)"
    r"(?:\s+(?:puzzle|field|grid))?|puzzle|calculation)"
)
_OF = (
    rf"(?:\s+(?:to|of|for)\s+(?:the|this)\s+{_SIZE}(?:(?:whole|completed|solved)\s+)?"
    rf"(?:{_PUZZLE}|grid|square|field))?"
)
_IS = r"(?:\s+(?:is|are)(?:\s+(?:as\s+follows|this|thus|therefore))?)"
_EM = r"[*_]{0,3}"
_END = rf"(?:{_EM}\s*:{_EM}|{_EM}[ \t]*\n|\s)"
_TAIL = re.compile(
    r"\s+(?:is|are)\s+(?:the|my)\s+(?:(?:final|correct|completed|solved)\s+){0,2}(?:answer|solution|grid)$",
    re.IGNORECASE,
)
_LONGEST = 200


@lru_cache(maxsize=8)
def _leads(nouns: tuple[str, ...]) -> re.Pattern[str]:
    what = rf"(?:answer|(?:{_PUZZLE}\s+)?solution|result|{'|'.join(nouns)})"
    # The puzzle is what was asked; only a solved one is an answer.
    named = rf"(?:(?:the|my)\s+)?(?:{_GOOD}{{0,3}}{_SIZE}{what}|{_GOOD}{{1,3}}{_SIZE}{_PUZZLE}){_OF}"
    return re.compile(
        rf"#{{0,4}}\s*{_EM}{_SO}(?:(?:here|this)(?:\s+is|\s+are|'s)\s+{named}{_END}"
        rf"|{named}(?:{_IS}{_END}|{_EM}\s*=|{_EM}\s*:{_EM}|{_EM}[ \t]*\n))\s*",
        re.IGNORECASE,
    )


def introduced(text: str, nouns: tuple[str, ...]) -> str:
    """The value that an answer states, without its wrapping and without a lead-in from the closed list.

    Args:
        text: what stood in the marker.
        nouns: what the answer may be called besides answer, solution and result, such as ``GRID_NOUNS``.
    """
    if len(text) > MAX_CHARS:
        return text  # no value is so long
    for _ in range(MAX_LAYERS):
        before = text
        text = plain(text, said=False)
        if text[-1:].isalpha() and (tail := _TAIL.search(text[-60:])):
            text = text[: len(text) - len(text[-60:]) + tail.start()]
        said = opened(text)
        if said[:1].isalpha() or said[:1] in tuple("*_#"):
            match = _leads(nouns).match(said[:_LONGEST])
            if match is not None and match.end() < len(said):
                lead, text = match.group(), said[match.end() :]
                if lead.count("**") % 2 and text.count("**") == 1:
                    text = text.replace("**", "", 1)
        if text == before:
            break
    return text
