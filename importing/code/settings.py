"""What an import of problems may be told, and a problem's tests as the verifier takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ...verifiers.code.program import CPU_S, MEMORY_MB
from .problem import Problem

Json = Any

PROGRAM_WAYS = ("tokens", "lines", "exact")
FUNCTION_WAYS = ("values", "exact", "unordered")


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices for all problems of a file; what a row says itself goes first.

    Attributes:
        languages: what problems without a language ask for; of several, each task draws one.
        compare: how outputs are compared; None: ``tokens`` for programs, ``values`` for functions.
        judge: a special judge for the problems that have none; programs only.
        cpu_s: seconds of processor time of a case of a program, or of all calls of a function.
        memory_mb: MiB of memory.
        unproven: whether problems without a reference that passes are left out or kept.
        mutants: at most so many mutants of a reference are tried.
        suggestions: at most so many inputs are tried on mutants that survive.
        solutions: at most so many references of a language are tried until one passes.
        most_tests: further tests of a problem are left out.
        seed: of the choice of mutants and inputs.
        image: the image with packages that programs run in, judges too, ``NAME-DIGEST``; "": the usual box.
    """

    languages: Sequence[str] = ()
    compare: Json = None
    judge: Mapping[str, Json] | None = None
    cpu_s: float = 2 * CPU_S
    memory_mb: int = MEMORY_MB
    unproven: Literal["drop", "keep"] = "drop"
    mutants: int = 20
    suggestions: int = 16
    solutions: int = 3
    most_tests: int = 64
    seed: int = 0
    image: str = ""


def code_of(problem: Problem, settings: Settings, cases: Sequence[Json]) -> dict[str, Json]:
    """The tests of a problem as `rlvr.verifiers.code.imported` takes them; the language is not among them."""
    code: dict[str, Json] = {
        "cases": list(cases),
        "public": min(problem.public, len(cases)),
        "cpu_s": problem.cpu_s or settings.cpu_s,
        "memory_mb": max(32, problem.memory_mb or settings.memory_mb),
    }
    if problem.kind == "program":
        code["compare"] = _way(problem.compare, settings.compare, PROGRAM_WAYS)
        judge = problem.judge or settings.judge
    else:
        code["entry"] = problem.entry
        code["prelude"] = problem.prelude
        judge = problem.judge
    if problem.kind == "function":
        code["compare"] = _way(problem.compare, settings.compare, FUNCTION_WAYS)
    elif problem.kind == "tests":
        code["tests"] = problem.tests
        judge = None
    if judge is not None:
        code["judge"] = dict(judge)
    if settings.image:
        code["image"] = settings.image
        if judge is not None:
            code["judge"]["image"] = settings.image
    return code


def _way(own: Json, wanted: Json, ways: Sequence[str]) -> Json:
    """The row's way to compare, else the wanted one, where it is one for such a problem; else the usual one."""
    return next((how for how in (own, wanted) if isinstance(how, Mapping) or how in ways), ways[0])
