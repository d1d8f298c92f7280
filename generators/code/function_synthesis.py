"""Function synthesis: write a Python function from a statement that says exactly what it does.

A program is drawn from a typed language (`rlvr.generators.code.synthesis`): steps over lists, texts, dictionaries and
trees, with expressions inside. The English statement, the reference, the inputs and the meaning all come from that
one tree. The reference and the meaning, worked out by other means, must agree. A program is refused if its results
hardly vary, a simpler program does nearly the same, or the hidden calls miss mistakes in it. At the higher levels four
of five tasks take a program that is known to pass (`synthesis/known.py`), under a name and in words of their own.

Symmetries: the name of what is given does not count, nor do the wording and the calls.

Difficulty: `library` opens more operations and more kinds of input, up to trees; `depth` is about how deep
expressions go; `steps` is how many steps there are at most. Proxy: operations in the program, and two for each value
given or named besides the first.
"""

from __future__ import annotations

from random import Random

from ..base import Draft, Json
from ..wording import phrase
from .synthesis.cases import PUBLIC, in_order
from .synthesis.problems import draw

WORDINGS = (
    "Write a Python function\n\n{signature}\n\n{statement}\n\nExamples:\n\n{examples}\n\n{rules}",
    "{statement}\n\nImplement this as a Python function: `{signature}`\n\n{examples}\n\n{rules}",
    "Here is what a function in Python is to do.\n\n{statement}\n\nIts signature is `{signature}`\n\nSome calls with "
    "their results:\n\n{examples}\n\n{rules}",
)
_RULES = (
    "The code is for Python 3.11, and only its standard library may be used. The function must not keep "
    "state from one call to the next: all tests call it in the same process. Answer with the whole Python code.",
    "You may use the standard library of Python 3.11 and nothing else. Tests call the function many times in one "
    "process, so it must not remember anything between calls. Answer with the whole Python code.",
)
MAX_STEPS = 8


def generate(rng: Random, *, library: int, depth: int, steps: int) -> Draft:
    """Make one problem.

    Args:
        rng: the task's random source.
        library: which operations and inputs there are, 1 to 7.
        depth: how deep expressions go, 1 to 4.
        steps: how many steps there are at most, 1 to 8.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no discriminating program is found.
    """
    if not (1 <= library <= 7 and 1 <= depth <= 4 and 1 <= steps <= MAX_STEPS):
        raise ValueError(
            f"need library from 1 to 7, depth from 1 to 4 and steps from 1 to {MAX_STEPS}; got {library}, {depth}, "
            f"{steps}"
        )
    program, problem, found = draw(rng, library=library, depth=depth, steps=steps)
    cases: list[Json] = [{"args": found.calls[i], "out": found.results[i]} for i in in_order(found)]
    shown = [
        f"{problem.entry}({', '.join(map(repr, case['args']))}) == {case['out']!r}" for case in cases[:PUBLIC]
    ]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            signature=problem.signature,
            statement=problem.statement,
            examples="\n".join(shown),
            rules=rng.choice(_RULES),
        ),
        payload={
            "code": {
                "entry": problem.entry,
                "cases": cases,
                "public": PUBLIC,
                "compare": "exact",
                "cpu_s": 2.0,
                "memory_mb": 256,
            },
            "problem": {"program": program},
        },
        answer=problem.source.strip(),
        canonical=problem.facts["program"],
        difficulty=problem.cost,
    )
