"""A second set of pairs, a line each: ``reference | response``, with ``\\n`` for a line break in whole outputs.

The first set (maths/pairs/) was written from the specification by somebody who had not seen the engine; this one was
written
beside it, to hold what was thought of on the way.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rlvr.verifiers import math

FOLDER = Path(__file__).parent / "fixtures" / "math"
BREAKS = ("\\n#", "\\n4", "\\n1", "\\n$", "\\n*", "\\n\\[", "\\nS")


def pairs(name: str) -> list[tuple[str, str]]:
    found = []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        gold, bar, response = (line + " ").partition(" | ")
        if not bar:
            gold, response = line.removesuffix(" |"), ""
        response = response.removesuffix(" ")
        # "\neq" is LaTeX; a line break is followed by one of a few things in these texts.
        response = response.replace("\\n\\n", "\n\n")
        for found_break in BREAKS:
            response = response.replace(found_break, "\n" + found_break[2:])
        found.append((gold, response))
    return found


@pytest.mark.parametrize(("gold", "response"), pairs("right.txt"))
def test_right(gold: str, response: str) -> None:
    assert math.check(gold, response).passed


@pytest.mark.parametrize(("gold", "response"), pairs("wrong.txt"))
def test_wrong(gold: str, response: str) -> None:
    verdict = math.check(gold, response)
    assert verdict.score == 0.0, "a wrong answer passes, or the verifier has failed (no score)"


@pytest.mark.parametrize(
    ("gold", "response"),
    [
        ("x^2+y^2=1", "1 = x^2> + y^2"),  # a chain where an equation is asked for
        ("10", "1e9991°"),  # a number with more digits than CPython prints
        ("3", "1/0"),
        ("3", "0/0"),
    ],
)
def test_the_verifier_itself_does_not_fail(gold: str, response: str) -> None:
    """What once made it fail: a failure of ours is no score at all, so it is looked for by name."""
    assert math.check(gold, response).scored
    assert math.compile(gold, require=["evaluated"]).check(response).scored
