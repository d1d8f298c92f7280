"""Horizon: a chain of other registered tasks, of which all answers are asked, in order.

How problems are linked: see `chains`. A level is a length: the problems stay as hard as they are, so accuracy by length
set against the product of the accuracies of single problems (level 1) shows what length alone costs.

Symmetries: those of the tasks, and the values that letters and remainders pass on are part of the problem.

Difficulty: `steps` problems, 1 to 16; the others as in `composition`. Proxy: characters of the worked solution, in
hundreds. Source: R-Horizon (arXiv:2510.08189), whose chains a language model rewrites and which are paid for all
answers or for the last one; here generators know their own numbers, so that nothing is rewritten.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..base import Draft
from ..limits import Whole, limited
from ..wording import phrase
from .chains import AXES, MAX_STEPS, draw_chain

WORDINGS = (
    "Problems in a row, {count} of them; any after the first depends on the answer before it. "
    "{naming}\n\n{problems}\n\n{ask}",
    "Here is a chain of problems ({count}). {naming}\n\n{problems}\n\n{ask}",
    "{ask} {naming} Number of problems: {count}. Each after the first builds on the one before it:\n\n{problems}",
)


@limited(steps=Whole(1, MAX_STEPS, "how many problems"), **AXES)
def generate(rng: random.Random, *, steps: int, level: int, variants: int, families: Sequence[str]) -> Draft:
    """Make one chain.

    Raises:
        ValueError: if an id is unknown or no number can be made of its answers.
        GenerationError: if no chain could be made in a bounded number of tries.
    """
    chain = draw_chain(rng, steps=steps, level=level, variants=variants, families=families)
    form = "A1 = 7" if steps == 1 else "A1 = 7, A2 = -3/4" + (", and so on" if steps > 2 else "")
    what = f"all {steps} answers" if steps > 2 else "both answers" if steps == 2 else "its answer"
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            count=steps,
            naming=chain.naming,
            problems=chain.problems,
            ask=f"Give {what} in the form {form}: integers, or exact fractions.",
        ),
        payload={"problem": {"steps": chain.facts}},
        answer=", ".join(f"A{n} = {value}" for n, value in enumerate(chain.values, 1)),
        trace="\n".join(chain.lines),
        canonical=chain.keys,
        guess_rate=chain.guess_rate,
        difficulty=sum(map(len, chain.lines)) / 100,
    )
