"""Composition: a chain of other registered tasks, of which the sum of all answers is asked.

How problems are linked: see `chains`. Any slip shows in the sum, unless errors happen to cancel.

Symmetries: those of the tasks, and the values that letters and remainders pass on are part of the problem.

Difficulty: `steps` problems, each at `level` of its own task (or its last level); `variants` problems to pick from;
`families`, the ids to draw from. Proxy: characters of the worked solution, in hundreds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from ..base import Draft
from ..limits import Whole, limited
from ..wording import phrase
from .chains import AXES, MAX_STEPS, draw_chain

WORDINGS = (
    "Solve these {count} problems in order; each after the first depends on the answer before it. "
    "{naming}\n\n{problems}\n\n{ask}",
    "Here is a chain of {count} problems. {naming}\n\n{problems}\n\nWork through all of them. {ask}",
    "{ask} {naming} The {count} problems build on each other:\n\n{problems}",
)
_FORM = "Give only that sum, as an integer, or, if it is not one, as a fraction in lowest terms such as -3/4."


@limited(steps=Whole(2, MAX_STEPS, "how many problems"), **AXES)
def generate(rng: random.Random, *, steps: int, level: int, variants: int, families: Sequence[str]) -> Draft:
    """Make one chain.

    Raises:
        ValueError: if an id is unknown or no number can be made of its answers.
        GenerationError: if no chain could be made in a bounded number of tries.
    """
    chain = draw_chain(rng, steps=steps, level=level, variants=variants, families=families)
    total = sum(chain.values, Fraction(0))
    names = " + ".join(f"A{n}" for n in range(1, steps + 1))
    values = " + ".join(map(str, chain.values)).replace("+ -", "- ")
    lines = [*chain.lines, f"{names} = {values} = {total}"]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            count=steps,
            naming=chain.naming,
            problems=chain.problems,
            ask=f"What is {names}? {_FORM}",
        ),
        payload={
            "problem": {"steps": chain.facts},
            "gold": {"text": str(total), "kind": "rational", "require": ["reduced"]},
        },
        answer=str(total),
        trace="\n".join(lines),
        canonical=chain.keys,
        guess_rate=chain.guess_rate,  # a sum of independent answers is spread at least as widely as any of them
        difficulty=sum(map(len, lines)) / 100,
    )
