"""Input prediction: find arguments for which a little program returns a given value.

The programs are those of output prediction whose results are integers, strings or lists of integers. Any arguments
within the stated bounds that give the value are right. An outcome is used only if random arguments seldom give it, and
if none of the lazy answers does: the shown value itself, zeros, the bounds, one letter repeated.

Symmetries: the names of variables and functions do not count.

Difficulty: as in output prediction: `stages` functions, each as involved as `hard` says, inputs of up to `length`
items, from `least` to `most` statements run. Proxy: statements run for the arguments that the problem was made from.

Source: the abduction task of Absolute Zero (arXiv 2505.03335) and CRUXEval's input prediction (Gu et al.
2024, arXiv:2401.03065); the programs are ours.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ....payloads.literals import same, write
from ...base import Draft, Json
from ...wording import phrase
from .build import SHARE, ProgramWithInputs
from .canonical import renamed
from .draw_problem import first_problem
from .program import Parameter, Program

WORDINGS = (
    "Here is a Python program.\n\n```python\n{source}```\n\nFind arguments with which `{entry}` returns {out}. "
    "{bounds} {form}",
    "```python\n{source}```\n\nThe code above was called as {call} and gave {out}. With which arguments? {bounds} "
    "Any arguments that give this value are right. {form}",
    "A call of `{entry}` returned {out}. Its code:\n\n```python\n{source}```\n\n{bounds} Give arguments that lead to "
    "this value. {form}",
)
_FORM = (
    "Write only the arguments, as Python literals, in order and with commas between them, just as they would stand "
    "between the parentheses of the call."
)
_ONE = (
    "Write only the argument, as a Python literal, just as it would stand between the parentheses of the call."
)
TRIALS = 200
"""Random inputs that tell how often blind arguments are right."""


def generate(rng: random.Random, *, stages: int, hard: int, length: int, least: int, most: int) -> Draft:
    """Make one program and one value that it can return; arguments and errors are those of `first_problem`."""
    return first_problem(
        rng, _draft, stages=stages, hard=hard, length=length, least=least, most=most, plain=True
    )


def _draft(rng: random.Random, made: ProgramWithInputs, least: int, most: int) -> Draft | None:
    program = made.program
    call = made.runner.caller(4 * most)
    blind: list[list[Json]] = []
    found: list[Any] = []
    for args, output, steps, share in zip(made.inputs, made.outputs, made.steps, made.share, strict=True):
        text, answer = write(output), ", ".join(map(write, args))
        if not least <= steps <= most or share < SHARE or answer in f"{program.source} {text}":
            continue
        blind = blind or [program.sample(rng) for _ in range(TRIALS)]
        hits = 0
        for at, tried in enumerate(blind):
            if at == len(found):
                found.append(call(tried))
            hits += same(found[at], output)
            if hits > 1:
                break
        if hits > 1 or any(same(call(lazy), output) for lazy in lazy_answers(program, output)):
            continue
        return Draft(
            prompt=asked(rng, program, text),
            payload=facts(program, output),
            answer=answer,
            trace=_trace(made, args, text, 4 * most),
            canonical=[
                renamed(program.source),
                [_bounds(parameter) for parameter in program.parameters],
                output,
            ],
            guess_rate=(hits + 1) / (TRIALS + 2),
            difficulty=float(steps),
        )
    return None


def asked(rng: random.Random, program: Program, out: str) -> str:
    """The question with which arguments the program returns the value whose literal is `out`."""
    names = ", ".join(parameter.name for parameter in program.parameters)
    bounds = ", and ".join(parameter.words() for parameter in program.parameters)
    return phrase(
        rng,
        WORDINGS,
        source=program.source,
        entry=program.entry,
        call=f"`{program.entry}({names})`",
        out=f"`{out}`",
        bounds=f"The bounds: {bounds}.",
        form=_FORM if len(program.parameters) > 1 else _ONE,
    )


def facts(program: Program, out: Json) -> dict[str, Json]:
    """What the verifier and the second check need."""
    return {
        "source": program.source,
        "entry": program.entry,
        "parameters": [parameter.to_json() for parameter in program.parameters],
        "out": out,
    }


def lazy_answers(program: Program, output: Any) -> Iterator[list[Json]]:
    """Arguments that someone might write without thought, among them the shown value itself."""
    for shown in (output, output[::-1] if isinstance(output, str | list) else -output):
        values = [_as_argument(parameter, shown) for parameter in program.parameters]
        if all(value is not None for value in values):
            yield values
    for kind in range(3):
        yield [_plain(parameter, kind) for parameter in program.parameters]


def _as_argument(parameter: Parameter, value: Any) -> Json:
    """`value` as a value of the parameter, or None where it cannot be one."""
    if parameter.kind == "int":
        return value if isinstance(value, int) and parameter.low <= value <= parameter.high else None
    if not isinstance(value, list if parameter.kind == "ints" else str):
        return None
    return value if parameter.shortest <= len(value) <= parameter.longest else None


def _plain(parameter: Parameter, kind: int) -> Json:
    """All low, all high, or all in the middle."""
    length = (parameter.shortest, parameter.longest, parameter.shortest)[kind]
    if parameter.kind == "text":
        return parameter.letters[(0, -1, 1)[kind]] * length
    value = (parameter.low, parameter.high, max(parameter.low, min(parameter.high, kind - 1)))[kind]
    return value if parameter.kind == "int" else [value] * length


def _bounds(parameter: Parameter) -> Json:
    row = parameter.to_json()
    del row["name"]
    return row


def _trace(made: ProgramWithInputs, args: list[Json], text: str, fuel: int) -> str | None:
    """A proof that the arguments are right: what the call does, statement by statement."""
    shown: list[str] = []
    made.runner.run(args, fuel, shown=shown)
    trace = f"These arguments give {text}, as a run statement by statement shows:\n" + "\n".join(shown)
    return trace if len(trace) <= 16_000 else None
