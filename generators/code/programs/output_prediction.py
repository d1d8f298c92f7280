"""Output prediction: say what a little program returns.

The programs are made by `rlvr.generators.code.programs.build`: chains of functions from some two dozen families, in
which every statement matters. The call shown is one whose run reaches most statements.

Symmetries: the names of variables and functions do not count.

Difficulty: `stages` functions one after the other, each as involved as `hard` says (2 and 3 bring in recursion in two
branches, closures, generators, shared lists, caught exceptions); inputs of up to `length` items; from `least` to
`most` statements run. Proxy: statements run.

Source: the deduction task of Absolute Zero (arXiv 2505.03335) and CRUXEval's output prediction (Gu et al.
2024, arXiv:2401.03065); the programs are ours.
"""

from __future__ import annotations

import random

from ....payloads.literals import same, write
from ...base import Draft
from ...wording import phrase
from .build import SHARE, ProgramWithInputs
from .canonical import renamed
from .draw_problem import first_problem

WORDINGS = (
    "What does the call `{call}` return?\n\n```python\n{source}```\n\n{form}",
    "Here is a Python program.\n\n```python\n{source}```\n\nGive the value of `{call}`. {form}",
    "Run this Python code in your head:\n\n```python\n{source}```\n\nThen say what `{call}` evaluates to. {form}",
    "Consider this code (Python 3):\n\n```python\n{source}```\n\nWhich value does `{call}` produce? {form}",
)
_FORM = (
    "Write the value as a Python literal: strings in quotes, lists in square brackets, tuples in parentheses, "
    "dicts in braces."
)
MAX_TRACE = 16_000
TRIALS = 40
"""Other random inputs that tell how often the same result comes out."""


def generate(rng: random.Random, *, stages: int, hard: int, length: int, least: int, most: int) -> Draft:
    """Make one program and one call; arguments and errors are those of `first_problem`."""
    return first_problem(
        rng, _draft, stages=stages, hard=hard, length=length, least=least, most=most, plain=False
    )


def _draft(rng: random.Random, made: ProgramWithInputs, least: int, most: int) -> Draft | None:
    program = made.program
    for args, output, steps, share in zip(made.inputs, made.outputs, made.steps, made.share, strict=True):
        text = write(output)
        listed = ", ".join(map(write, args))
        if not least <= steps <= most or share < SHARE or text in map(write, args) or text in listed:
            continue
        call = made.runner.caller(4 * most)
        hits = sum(same(call(program.sample(rng)), output) for _ in range(TRIALS))
        if hits > 2:
            continue
        shown: list[str] = []
        made.runner.run(args, 2 * most, shown=shown)
        trace = "Statements in the order in which they run:\n" + "\n".join(shown)
        return Draft(
            prompt=asked(rng, program.source, f"{program.entry}({listed})"),
            payload={"out": text, "problem": {"source": program.source, "entry": program.entry, "args": args}},
            answer=text,
            trace=trace if len(trace) <= MAX_TRACE else None,
            canonical=[renamed(program.source), args],
            guess_rate=(hits + 1) / (TRIALS + 2),
            difficulty=float(steps),
        )
    return None


def asked(rng: random.Random, source: str, call: str) -> str:
    """The question what a call returns; `source` ends with a line break."""
    return phrase(rng, WORDINGS, call=call, source=source, form=_FORM)
