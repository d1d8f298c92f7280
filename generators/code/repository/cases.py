"""The hidden calls of a repository task: chosen so that they tell the sound project from plausible wrong repairs.

Wrong repairs are, besides each fault of the task left in: the other faults of the same file, the half repairs that a
domain lists, and mistakes of one edit (`rlvr.generators.code.mutate`) in the lines that have to be mended and around
them. Calls are drawn, and one is kept if it shows a wrong repair that no call before it shows. Wrong repairs that no
drawn call shows are taken for right ones.

A mistake in a function is tried by giving the function's code to the loaded project for some calls, not by loading the
project again, which would take most of the time.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from textwrap import dedent

from ...base import Json
from ..execute import load
from ..mutate import every_mutant
from .domain import Domain, Fault, Names, filled, with_fault
from .project import Metered, Project

_SIZES = (1, 2, 2, 2, 3, 3, 3, 3)
"""Of the calls of a function that are drawn before anything is known of them."""
_MAX_OUT = 1500
"""Characters of one hidden result, and of one call: small, so that a task stays a small row."""
_MAX_NEAR, _MAX_FAR = 120, 45
"""Mistakes in lines that have to be mended, and in others."""
_TRIES = 160
"""Calls that are drawn to show what no call has shown yet."""
_STALE = 35
"""Calls without any success after which mistakes that are left are taken for right ones."""

Call = Callable[[str, list[Json]], Json]
"""A project as it is called: function, arguments."""


def hidden_calls(
    rng: Random,
    domain: Domain,
    names: Names,
    has: frozenset[str],
    picked: list[Fault],
    sound: Mapping[str, str],
    faulty: Mapping[str, str],
) -> list[Json] | None:
    """Calls with the results of the sound project, or None if a fault hardly shows.

    Args:
        rng: draws the calls.
        domain: the kind of project.
        names: names and constants of the project.
        has: its features.
        picked: its faults.
        sound: its files without faults.
        faulty: its files with all of them.
    """
    module = f"{names['pkg']}.api"
    right, broken = Project(sound), Project(faulty)
    alone = [Project(with_fault(sound, fault, names, has)) for fault in picked]
    functions = [name for name, feature in domain.functions.items() if not feature or feature in has]
    cases: list[Json] = []
    seen = [0] * len(picked)

    def drawn(function: str, size: int) -> tuple[list[Json], Json] | None:
        args = domain.inputs(rng, names, has, function, size)
        out = right.call(module, function, args)
        return None if max(len(json.dumps(out)), len(json.dumps(args))) > _MAX_OUT else (args, out)

    def keep(function: str, args: list[Json], out: Json) -> None:
        for i, project in enumerate(alone):
            seen[i] += project.call(module, function, args) != out
        ok = broken.call(module, function, args) == out
        cases.append({"call": function, "args": args, "out": out, "ok": ok})

    for number, function in enumerate(functions):
        for size in _SIZES * (1 if number else 2):  # the first one is the one that does most
            found = drawn(function, size)
            if found is not None:
                keep(function, *found)
    for i, fault in enumerate(picked):
        for _ in range(150):
            if seen[i] >= 4:
                break
            found = drawn(fault.shows, rng.choice((2, 3)))
            if found is not None and alone[i].call(module, fault.shows, found[0]) != found[1]:
                keep(fault.shows, *found)
        if seen[i] < 3:
            return None

    def shown_by(call: Call, function: str, args: list[Json], out: Json) -> bool:
        return bool(call(function, args) != out)

    def unseen(calls: Iterator[Call]) -> list[Call]:
        return [
            call for call in calls if not any(shown_by(call, c["call"], c["args"], c["out"]) for c in cases)
        ]

    halves = unseen(_halves(domain, names, has, picked, sound))
    slips = unseen(_slips(rng, names, has, picked, sound))
    shows = [fault.shows for fault in picked]
    stale = 0
    for _ in range(_TRIES):
        if stale > _STALE:
            slips = []
        if not halves and not slips:
            break
        function = rng.choice(shows if rng.random() < 0.6 else functions)
        found = drawn(function, rng.choice((1, 2, 3, 3)))
        before = len(halves) + len(slips)
        if found is not None:
            halves = [call for call in halves if not shown_by(call, function, *found)]
            slips = [call for call in slips if not shown_by(call, function, *found)]
        stale += 1
        if found is not None and len(halves) + len(slips) < before:
            stale = 0
            keep(function, *found)
    # The machinery of the sound project never fails on hidden inputs, and one of them is right from the start.
    raises = any(isinstance(case["out"], dict) and "raises" in case["out"] for case in cases)
    return None if raises or not any(case["ok"] for case in cases) else cases


def _whole(module: str, files: Mapping[str, str]) -> Call:
    project = Metered(files)
    return lambda function, args: project.call(module, function, args)


def _halves(
    domain: Domain,
    names: Names,
    has: frozenset[str],
    picked: list[Fault],
    sound: Mapping[str, str],
) -> Iterator[Call]:
    """The sound project with another fault, or a half repair, in the files that have to be mended."""
    paths = {fault.path for fault in picked}
    for fault in (*domain.faults, *domain.halves):
        if fault.path in paths and fault not in picked and (not fault.feature or fault.feature in has):
            yield _whole(f"{names['pkg']}.api", with_fault(sound, fault, names, has))


def _slips(
    rng: Random, names: Names, has: frozenset[str], picked: list[Fault], sound: Mapping[str, str]
) -> Iterator[Call]:
    """The sound project with a mistake in it, again and again."""
    module = f"{names['pkg']}.api"
    project = Metered(sound)

    def slipped(place: str, name: str, source: str) -> Call:
        function, made = project.function(place, name), load(source)[name.rpartition(".")[2]]
        codes = (function.__code__, function.__defaults__), (made.__code__, made.__defaults__)

        def call(called: str, args: list[Json]) -> Json:
            function.__code__, function.__defaults__ = codes[1]
            try:
                return project.call(module, called, args)
            finally:
                function.__code__, function.__defaults__ = codes[0]

        return call

    near: list[tuple[Part, str]] = []
    far: list[tuple[Part, str]] = []
    for part in mended_parts(names, has, picked, sound):
        for mutant in every_mutant(part.text):
            (near if mutant.line in part.lines and len(near) < _MAX_NEAR else far).append((part, mutant.source))
    for part, text in near + rng.sample(far, min(len(far), _MAX_FAR)):
        yield slipped(part.path, part.name, text) if part.name else _whole(module, {**sound, part.path: text})


@dataclass(frozen=True, slots=True)
class Part:
    """A function that has to be mended.

    Attributes:
        path: its file.
        name: its name, ``Class.method`` for a method; "" if the part is a whole file.
        text: the sound text.
        lines: those of the text, from 1, that a fault has changed.
    """

    path: str
    name: str
    text: str
    lines: range


def mended_parts(
    names: Names, has: frozenset[str], picked: list[Fault], sound: Mapping[str, str]
) -> Iterator[Part]:
    """The functions that have to be mended, each once; a whole file for what stands in none."""
    done = set()
    for fault in picked:
        path = filled(fault.path, names, has)
        text, old = sound[path], filled(fault.old, names, has).strip("\n")
        first = text.count("\n", 0, text.index(old)) + 1
        last = first + old.count("\n")
        inside = [
            (name, node)
            for name, node in _functions(ast.parse(text))
            if node.lineno <= last and first <= (node.end_lineno or node.lineno)
        ]
        for name, node in inside:
            if (path, name) not in done:
                done.add((path, name))
                lines = text.split("\n")[node.lineno - 1 : node.end_lineno]
                changed = range(first - node.lineno + 1, last - node.lineno + 2)
                yield Part(path, name, dedent("\n".join(lines)) + "\n", changed)
        if not inside and (path, "") not in done:
            done.add((path, ""))
            yield Part(path, "", text, range(first, last + 1))


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner
