"""Reads a prompt whole: which kind of question it asks, and what stands in its slots.

A test writes what the sentences of a prompt mean. Words that may decide what is asked (*least*, *each*, *not*, *from*,
*rows*) are written down or stand in a slot, from which the oracle takes its rule; the other words may be left open:

    "Choose … columns so that … sum … costs … chosen places is {aim:least|greatest}."
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

Piece = str | tuple[str, ...]
Wording = str | Sequence[Piece]
_WEIGHTY = """
    no not never none nothing nobody neither nor without cannot unless except only otherwise
    all any each every everybody some both either several many much few another other others same different distinct
    equal alone exactly once twice half double one two three zero first last next previous second once again
    least most more fewer less fewest little greater greatest larger largest smaller smallest higher highest lower
    lowest longer longest shorter shortest cheapest best better worse nearest maximum minimum possible
    and or if then than when while until unless before after from to into onto off out up down over under above below
    left right top bottom upper inside outside beside between through across along forward back backward clockwise
    with by against must may need needs
    even odd positive negative increasing decreasing ascending descending square squared sum product difference
    quotient divided multiplied times plus minus included excluded inclusive row rows column columns
"""
_LIGHT_WORD = rf"(?!(?i:{'|'.join(sorted(set(_WEIGHTY.split())))})\b)[A-Za-z][A-Za-z'-]*\b"
_GAP = rf"[ ,]*(?:\b{_LIGHT_WORD}[ ,]*)*"
"""What ``…`` stands for: words that decide nothing, and commas; never the end of a sentence."""


def read(prompt: str, wordings: Mapping[str, Sequence[Wording]]) -> tuple[str, dict[str, Any]]:
    """The kind of question that a prompt asks, and what stands in the slots of its wording.

    Args:
        prompt: the text. The sentence about answer tags is left out.
        wordings: for each kind the wordings as a test writes them. A wording is a template of the whole text, or a
            sequence of pieces, most often sentences, which make up the text in any order, each once. A tuple among the
            pieces holds several templates, one of which has to be there. In a template, ``{n}`` is a whole number,
            ``{text:.+}`` any text that the regular expression matches, ``{:one|two}`` the same without a name, and
            ``…`` any words that decide nothing. What stands in a slot a second time must be the same.

    Raises:
        AssertionError: if the text has none of the wordings, or several.
    """
    text, found, left = prompt.rpartition("\n\n")[0], [], [prompt]
    for kind, among in wordings.items():
        for one in among:
            # A picture may begin with spaces, which a template of the whole text keeps.
            pieces: list[Piece] = [one] if isinstance(one, str) else list(one)
            for values in _readings(text if isinstance(one, str) else text.strip(), pieces, left):
                if (kind, values) not in found:
                    found.append((kind, values))
    assert found, f"no sentence reads: {min(left, key=len)}"
    assert len(found) == 1, (found, text)
    return found[0]


def _readings(text: str, pieces: list[Piece], left: list[str]) -> Iterator[dict[str, Any]]:
    """What stands in the slots of all pieces, for each way to read a text; what cannot be read goes to `left`."""
    if not pieces:
        if text:
            left.append(text)
        else:
            yield {}
        return
    fits = False
    for at, piece in enumerate(pieces):
        others = pieces[:at] + pieces[at + 1 :]
        for template in (piece,) if isinstance(piece, str) else piece:
            match = pattern(template).fullmatch(text) if not others else _begin(template).match(text)
            if match is None:
                continue
            fits, values = True, slots(match)
            for rest in _readings(text[match.end() :].strip(), others, left):
                if all(rest.get(name, value) == value for name, value in values.items()):
                    yield values | rest
    if not fits:
        left.append(text or f"(missing) {pieces}")


def slots(match: re.Match[str]) -> dict[str, Any]:
    """What stands in the slots of a template; whole numbers as such."""
    return {
        k: int(v) if re.fullmatch("-?[0-9]+", v) else v for k, v in match.groupdict().items() if v is not None
    }


@functools.cache
def _begin(template: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern(template).pattern})(?!\S)", re.DOTALL)


@functools.cache
def pattern(template: str) -> re.Pattern[str]:
    """The regular expression of a template of `read`."""
    parts, known = [], set[str]()
    for literal, name, expression, _ in Formatter().parse(template):
        parts.append(_GAP.join(map(re.escape, re.split(r"[ ,]*…[ ,]*", literal))))
        if name == "":
            parts.append(f"(?:{expression})")
        elif name is not None:
            parts.append(f"(?P={name})" if name in known else f"(?P<{name}>{expression or '-?[0-9]+'})")
            known.add(name)
    return re.compile("".join(parts), re.DOTALL)
