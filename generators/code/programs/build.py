"""Makes programs from families, and keeps those in which everything matters.

A program is a chain of stages, each a function of a family; what one gives the next one takes. It is kept if it
returns on every sampled input within its steps, if its results vary, and if every statement matters: switched off
(or, for a condition, forced either way), the result changes for some sampled input.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from ....payloads.literals import same, write
from ...base import Json
from . import advanced_families as advanced
from . import list_families as lists
from . import number_families as numbers
from . import text_families as texts
from .pieces import CodeWriter, Stage, indented
from .program import Kind, Parameter, Program
from .run import Failed, Instrumented, instrument

Family = Callable[[CodeWriter], Stage]

_NUMBERS: tuple[Family, ...] = (numbers.digits, numbers.chase, numbers.recurrence, numbers.descent)
_LISTS: tuple[Family, ...] = (
    *(lists.accumulator, lists.choosing, lists.two_ends, lists.stack, lists.passes),
    *(lists.groups, lists.halves, lists.walk_back, lists.zipped),
)
_TEXTS: tuple[Family, ...] = (texts.machine, texts.rewriting, texts.runs, texts.places, texts.walk)
_ADVANCED: tuple[Family, ...] = (
    *(advanced.closures, advanced.makers, advanced.generators),
    *(advanced.shared, advanced.catching, advanced.jumps),
)
_FIRST: tuple[Family, ...] = (
    numbers.straight,
    numbers.straight,
    numbers.chase,
    lists.accumulator,
    lists.choosing,
    texts.rewriting,
    texts.runs,
)

SAMPLES = 10
SHARE = 0.7
"""The call of a problem reaches at least this share of the statements."""
MAX_OUTPUT = 90
MAX_INTEGER = 10**6


@dataclass(frozen=True, slots=True)
class ProgramWithInputs:
    """A kept program, sampled inputs, and what they give."""

    program: Program
    runner: Instrumented
    inputs: tuple[list[Json], ...]
    outputs: tuple[Any, ...]
    steps: tuple[int, ...]
    share: tuple[float, ...]  # of the statements, how many each input reaches


def make(
    rng: Random,
    *,
    stages: int,
    hard: int,
    length: int,
    fuel: int,
    plain: bool = False,
    least: int = 0,
    most: int | None = None,
) -> ProgramWithInputs | None:
    """One try to make a program.

    Args:
        rng: the task's random source.
        stages: how many functions are chained.
        hard: how involved they are, 0 to 3; from 2 on, families with closures, generators and the like come in.
        length: the largest number of items or characters of an input.
        fuel: the largest number of statements that a sampled input may run.
        plain: whether results must be integers, strings, or lists of integers.
        least: on some sampled input, at least so many statements are to run, and enough of them.
        most: and at most so many; None for `fuel`.
    """
    program = _chain(rng, stages, hard, length)
    if program is None:
        return None
    tree = ast.parse(program.source)
    if _unread(tree):
        return None
    runner = instrument(program.source, program.entry, tree)
    inputs, outputs, steps, share, reached = [], [], [], [], []
    for _ in range(SAMPLES):
        args = program.sample(rng)
        value = runner.run(args, fuel)
        if isinstance(value, Failed) or not _fits(value, plain):
            return None
        inputs.append(args)
        outputs.append(value)
        steps.append(runner.steps)
        share.append(len(runner.used) / runner.statements)
        reached.append(runner.used)
    if len({write(value) for value in outputs}) < 0.7 * SAMPLES:
        return None
    most = fuel if most is None else most
    if not any(least <= count <= most and part >= SHARE for count, part in zip(steps, share, strict=True)):
        return None
    if not _all_matters(runner, inputs, outputs, reached, fuel):
        return None
    return ProgramWithInputs(program, runner, tuple(inputs), tuple(outputs), tuple(steps), tuple(share))


_LEAVES = {int, str, type(None), ast.Constant}.union(
    *(kind.__subclasses__() for kind in (ast.operator, ast.unaryop, ast.cmpop, ast.boolop, ast.expr_context))
)
"""What can stand in a node of a syntax tree and holds no name of a variable that is read or bound."""


def _unread(tree: ast.Module) -> bool:
    """Whether a function has a variable that nothing reads; the counter of a loop over a range need not be."""
    functions: list[
        tuple[set[str], set[str], set[str]]
    ] = []  # of each: what it is given and binds, counts by, reads

    def visit(node: ast.AST, around: tuple[int, ...]) -> None:
        if isinstance(node, ast.Name):
            for at in around:
                functions[at][2 if isinstance(node.ctx, ast.Load) else 0].add(node.id)
            return
        if isinstance(node, ast.FunctionDef):
            functions.append(({argument.arg for argument in node.args.args}, set(), set()))
            around = (*around, len(functions) - 1)
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name) and _is_range(node.iter):
            for at in around:
                functions[at][1].add(node.target.id)
        for part in node.__dict__.values():
            if type(part) is list:
                for inner in part:
                    if type(inner) not in _LEAVES:
                        visit(inner, around)
            elif type(part) not in _LEAVES:
                visit(part, around)

    visit(tree, ())
    return any(known - counters - read for known, counters, read in functions)


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def _fits(value: Any, plain: bool) -> bool:
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, int):
        return abs(value) <= MAX_INTEGER
    if plain and isinstance(value, dict | tuple):
        return False
    items = list(value.values()) if isinstance(value, dict) else list(value)
    if plain and isinstance(value, list) and any(not isinstance(item, int) for item in items):
        return False
    return len(items) > 0 and len(write(value)) <= MAX_OUTPUT and _small(value)


def _small(value: Any) -> bool:
    if isinstance(value, int):
        return abs(value) <= MAX_INTEGER
    if isinstance(value, str):
        return True
    return all(map(_small, value.values() if isinstance(value, dict) else value))


def _all_matters(
    runner: Instrumented,
    inputs: list[list[Json]],
    outputs: list[Any],
    reached: list[frozenset[int]],
    fuel: int,
) -> bool:
    """Whether each statement, switched off, changes a result; conditions, which often do not, are tried first."""
    for number in sorted(range(runner.statements), key=lambda number: number not in runner.tests):
        if number in runner.fixed:
            continue
        for force in (False, True) if number in runner.tests else (False,):
            if force and runner.lines[number].startswith("while"):
                continue
            for args, output, used in zip(inputs, outputs, reached, strict=True):
                if number not in used:
                    continue  # nothing changes
                changed = runner.run(args, fuel + fuel // 2, number, force)
                if isinstance(changed, Failed) or not same(changed, output):
                    break
            else:
                return False
    return True


def _chain(rng: Random, stages: int, hard: int, length: int) -> Program | None:
    functions: set[str] = set()
    made: list[Stage] = []
    kind = ""
    for _ in range(stages):
        pool = _pool(kind, hard, stages)
        if not pool:
            return None
        stage = rng.choice(pool)(CodeWriter(rng, hard, set(functions)))
        if stage.family in [other.family for other in made]:
            return None
        functions |= {line.split("(")[0][4:] for line in stage.lines if line.startswith("def ")}
        made.append(stage)
        kind = stage.result
    scribe = CodeWriter(rng, hard, functions)
    kinds = [kind for _, kind in made[0].parameters]
    if stages == 1:
        names = [name for name, _ in made[0].parameters]
        text, entry = list(made[0].lines), made[0].name
    else:
        entry = scribe.name("function")
        names = [scribe.name({"int": "size", "ints": "list", "text": "text"}[kind]) for kind in kinds]
        text = []
        for stage in made:
            text += [*stage.lines, "", ""]
        body, given = [], ", ".join(names)
        for number, stage in enumerate(made):
            last = number == stages - 1
            result = scribe.name("index" if stage.result == "int" else "made")
            extra = f", {scribe.small(3, 9)}" if number and len(stage.parameters) == 2 else ""
            call = f"{stage.name}({given}{extra})"
            body.append(f"return {call}" if last else f"{result} = {call}")
            given = _glue(scribe, result, stage.result, names[0], kinds[0])
        text += [f"def {entry}({', '.join(names)}):", *indented(body)]
    parameters = tuple(
        _parameter(rng, name, kind, hard, length) for name, kind in zip(names, kinds, strict=True)
    )
    return Program("\n".join(text) + "\n", entry, parameters, tuple(stage.family for stage in made))


def _glue(scribe: CodeWriter, value: str, kind: str, first: str, first_kind: str) -> str:
    """What the next stage is given: the value, or something made of it."""
    if kind == "ints":
        forms = [value, value, f"{value}[::-1]", f"{value}[1:]"]
        return scribe.pick(*forms, f"{value} + {first}") if first_kind == "ints" else scribe.pick(*forms)
    if kind == "int":
        return scribe.pick(value, value, f"{value} + {scribe.small(2, 9)}")
    return scribe.pick(value, f"{value}[::-1]")


def _pool(kind: str, hard: int, stages: int) -> tuple[Family, ...]:
    if not kind:
        if hard == 0 and stages == 1:
            return _FIRST
        everything = _NUMBERS + _LISTS + _TEXTS
        return everything + _ADVANCED if hard >= 2 else everything
    if kind == "int":
        return _NUMBERS
    if kind == "ints":
        return _LISTS + _ADVANCED if hard >= 2 else _LISTS
    return _TEXTS if kind == "text" else ()


def _parameter(rng: Random, name: str, kind: str, hard: int, length: int) -> Parameter:
    chosen: Kind = "int" if kind == "int" else "ints" if kind == "ints" else "text"
    if chosen == "int":
        return Parameter(name, chosen, 1, rng.choice((50, 99, 200, 500)))
    if chosen == "ints":
        low, high = rng.choice(
            ((0, 9), (1, 12), (1, 20)) if hard == 0 else ((0, 9), (1, 20), (-9, 9), (-5, 15), (0, 30))
        )
        return Parameter(name, chosen, low, high, max(2, length - 3), length)
    return Parameter(name, chosen, shortest=max(3, length - 2), longest=length + 2, letters="abcd")
