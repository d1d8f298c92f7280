"""Problems from programs: the statement around the steps, and the values that other environments take."""

from __future__ import annotations

from functools import cache
from random import Random

from ....payloads.recipes import many_objects
from ...base import GenerationError, Json
from ..problem import Problem
from . import known
from .cases import Pool, agree, inputs_of, pool
from .draw import Drawing, is_enough, result
from .english import English
from .inputs import HIGH, LOW
from .language import annotation, family, noun, operations
from .python_text import source
from .semantics import ready

LEVELS = ((1, 1, 3), (2, 2, 3), (3, 2, 3), (4, 2, 4), (5, 3, 5), (6, 4, 7), (7, 4, 8))
"""Library, depth of expressions and number of steps of each level, for `problem`."""

TRIES = 400
_VERBS = "process convert reduce evaluate digest transform analyse inspect".split()
_INTEGERS = f"integers from {LOW} to {HIGH}"
_LETTERS = "texts of English letters, some of them perhaps empty"
_GIVEN = {
    "list[int]": f"a list of {_INTEGERS}",
    "list[str]": f"a list of {_LETTERS}",
    "str": "a text of English letters, spaces and the marks , . ! ?",
    "int": "an integer from 0 to 9999",
    "list[pair]": f"a list of pairs [text, number] with texts of English letters and {_INTEGERS}",
    "list[list[int]]": f"a list of inner lists of {_INTEGERS}",
    "dict[str, int]": f"a dictionary with texts (perhaps also the empty one) as keys and {_INTEGERS} as values",
    "dict[str, list[int]]": f"a dictionary with texts (perhaps also the empty one) as keys and lists of "
    f"{_INTEGERS} as values",
    "tree": f"a tree with {_INTEGERS} as values",
}
_EMPTY = {"list": "may be empty", "dict": "may be empty", "str": "may be empty"}


@many_objects()
def draw(rng: Random, *, library: int, depth: int, steps: int) -> tuple[Json, Problem, Pool]:
    """A program that is worth writing, as a problem, and calls of it.

    Raises:
        GenerationError: if none was found in many tries.
    """
    one = known.drawn(rng, (library, depth, steps))
    if one is not None:
        made = as_problem(rng, one.program)
        judged = one.judged(made.source, made.entry)
        if judged is not None:
            return one.program, made, judged
    for _ in range(TRIES):
        drawing = Drawing(rng, library=library, depth=depth)
        program = drawing.program(steps)
        if not is_enough(program, drawing, steps):
            continue
        found = pool(rng, program)
        if found is None:
            continue
        made = as_problem(rng, program)
        if agree(found, made.source, made.entry):
            return program, made, found
    raise GenerationError(f"no discriminating program with library {library}, depth {depth} and {steps} steps")


def problem(rng: Random, level: int) -> Problem:
    """A problem of a level from 1 to 7."""
    library, depth, steps = LEVELS[level - 1]
    return draw(rng, library=library, depth=depth, steps=steps)[1]


def as_problem(rng: Random, program: Json) -> Problem:
    """The problem of writing a program."""
    returns = result(program)
    name = program["params"][0][0]
    entry = f"{rng.choice(_VERBS)}_{name}"

    def brute(*args: Json) -> Json:
        return ready(program)(list(args))

    ready_inputs = cache(lambda: inputs_of(program))  # most tasks have their calls already

    return Problem(
        name="synthesis",
        entry=entry,
        parameters=tuple((name, annotation(kind)) for name, kind in program["params"]),
        returns=annotation(returns),
        statement=statement(rng, program, returns),
        source=source(program, entry, returns),
        inputs=lambda rng, size: ready_inputs()(rng, size),
        brute=brute,
        facts={"program": canonical(program)},
        cost=float(cost(program)),
    )


def cost(program: Json) -> int:
    """Operations of a program, and two more for each value that is given or named besides the first."""
    extra = len(program["params"]) - 1 + len(program["lets"])
    return sum(map(operations, program["steps"])) + sum(map(operations, program["lets"])) + 2 * extra


def canonical(program: Json) -> Json:
    """The program without the name that its first value has."""
    name = program["params"][0][0]

    def plain(node: Json) -> Json:
        if node == ["var", name]:
            return ["var", "given"]
        return [plain(part) for part in node] if isinstance(node, list) else node

    kinds = [kind for _, kind in program["params"]]
    return [kinds, plain(program["lets"]), plain(program["steps"])]


def statement(rng: Random, program: Json, returns: str) -> str:
    """The whole problem in English."""
    name, kind = program["params"][0]
    types = dict(program["params"])
    writer = English(types)
    given = (
        "You are given "
        + ", and ".join(f"`{other}`, {_given(its, first=other == name)}" for other, its in program["params"])
        + "."
    )
    paragraphs = [given]
    for let, expression in program["lets"]:
        paragraphs[0] += f" Let {let} be {writer.expression(expression, types)[0]}."
        writer.types[let] = "int"
    lines = writer.steps(program["steps"], kind)
    plain = [line for line in lines if isinstance(line, str)]
    last = f"Return the {noun(returns)} that results."
    if len(lines) == 1:
        paragraphs.append(f"Begin with `{name}`. {plain[0]} {last}")
    elif len(lines) == len(plain) and len(lines) <= 3 and rng.random() < 0.5:
        words = [*("First, ", "Then ", "After that, ")[: len(plain) - 1], "Finally, "]
        told = " ".join(word + line[0].lower() + line[1:] for word, line in zip(words, plain, strict=True))
        paragraphs.append(
            f"Begin with `{name}`, and let each step work on what the step before it gave. {told} {last}"
        )
    else:
        paragraphs.append(
            f"Begin with `{name}`, and do these steps in order, each on what the step before it gave:\n\n"
            + _numbered(lines)
            + f"\n\n{last}"
        )
    notes = [*writer.notes]
    if family(returns) == "dict":
        notes.append("The order of the entries in the dictionary that is returned does not matter.")
    if notes:
        paragraphs.append("Notes:\n" + "\n".join(f"- {note}" for note in notes))
    return "\n\n".join(paragraphs)


def _given(kind: str, *, first: bool) -> str:
    text = "an integer from 2 to 9" if kind == "int" and not first else _GIVEN[kind]
    return text + (f" (it {_EMPTY[family(kind)]})" if family(kind) in _EMPTY else "")


def _numbered(lines: list[str | list[str]]) -> str:
    told: list[str] = []
    number = 0
    for line in lines:
        if isinstance(line, str):
            number += 1
            told.append(f"{number}. {line}")
        else:
            told += [f"   {letter}. {part}" for letter, part in zip("abcdef", line, strict=False)]
    return "\n".join(told)
