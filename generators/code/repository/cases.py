"""The hidden calls of a repository task: chosen so that they tell the sound project from plausible wrong repairs.

Wrong repairs are, besides each fault of the task left in: the other faults of the same file, the half repairs that a
domain lists, and mistakes of one edit (`rlvr.generators.code.mutate`) in the lines that have to be mended and around
them. Calls are drawn, and one is kept if it shows a wrong repair that no call before it shows. Wrong repairs that no
drawn call shows are taken for right ones.

A mistake in a function is tried by giving the function's code to the loaded project for some calls, not by loading the
project again, and only for calls that come to the function: these two would take most of the time.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from textwrap import dedent

from ...base import Json
from .domain import Domain, Fault, Names, filled, with_fault
from .drawn_call import DrawnCall
from .project import Metered, Project, packed
from .slips import Loaded, slip_of, slips_of

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

Wrong = Callable[[DrawnCall], bool]
"""A wrong repair: tells whether a call shows it."""


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
    calls: list[DrawnCall] = []
    seen = [0] * len(picked)

    def drawn(function: str, size: int) -> DrawnCall | None:
        args = domain.inputs(rng, names, has, function, size)
        arguments = packed(args)
        text = right.told(module, function, arguments)
        if max(len(text), len(json.dumps(args))) > _MAX_OUT:
            return None
        return DrawnCall(module, function, args, arguments, json.loads(text), text)

    def keep(call: DrawnCall) -> None:
        for i, project in enumerate(alone):
            seen[i] += call.shows(project)
        calls.append(call)
        cases.append({"call": call.function, "args": call.args, "out": call.out, "ok": not call.shows(broken)})

    for number, function in enumerate(functions):
        for size in _SIZES * (1 if number else 2):  # the first one is the one that does most
            found = drawn(function, size)
            if found is not None:
                keep(found)
    for i, fault in enumerate(picked):
        for _ in range(150):
            if seen[i] >= 4:
                break
            found = drawn(fault.shows, rng.choice((2, 3)))
            if found is not None and found.shows(alone[i]):
                keep(found)
        if seen[i] < 3:
            return None

    loaded = Loaded(sound, module)
    halves = list(_halves(loaded, domain, names, has, picked, sound, calls))
    slips = list(_slips(rng, loaded, names, has, picked, sound, calls))
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
            halves = [wrong for wrong in halves if not wrong(found)]
            slips = [wrong for wrong in slips if not wrong(found)]
        stale += 1
        if found is not None and len(halves) + len(slips) < before:
            stale = 0
            keep(found)
    # The machinery of the sound project never fails on hidden inputs, and one of them is right from the start.
    raises = any(isinstance(case["out"], dict) and "raises" in case["out"] for case in cases)
    return None if raises or not any(case["ok"] for case in cases) else cases


def _whole(files: Mapping[str, str]) -> Wrong:
    project = Metered(files)
    return lambda call: call.shows(project)


def _halves(
    loaded: Loaded,
    domain: Domain,
    names: Names,
    has: frozenset[str],
    picked: list[Fault],
    sound: Mapping[str, str],
    calls: list[DrawnCall],
) -> Iterator[Wrong]:
    """The sound project with another fault, or a half repair, in the files that have to be mended: not shown yet."""
    paths = {fault.path for fault in picked}
    for fault in (*domain.faults, *domain.halves):
        if fault.path in paths and fault not in picked and (not fault.feature or fault.feature in has):
            files = with_fault(sound, fault, names, has)
            parts = list(mended_parts(names, has, [fault], sound))
            text = _changed(parts[0], sound, files) if len(parts) == 1 else ""
            if text:
                function, slip = loaded.function(parts[0].path, parts[0].name), slip_of(text, parts[0].name)
                if not function.shown_by(slip, calls):
                    yield partial(function.shows, slip)
            else:
                wrong = _whole(files)
                if not any(map(wrong, calls)):
                    yield wrong


def _changed(part: Part, sound: Mapping[str, str], files: Mapping[str, str]) -> str:
    """The text of a function in other files than the sound ones; "" if something else of its file is changed, too."""
    texts = sound[part.path], files[part.path]
    places = [[each for each in _functions(text) if each[0] == part.name] for text in texts]
    if not part.name or any(len(found) != 1 for found in places):
        return ""
    (((_, start, end),), ((_, first, last),)) = places
    old, new = (text.split("\n") for text in texts)
    if old[: start - 1] + new[first - 1 : last] + old[end:] != new:
        return ""
    return dedent("\n".join(new[first - 1 : last])) + "\n"


def _slips(
    rng: Random,
    loaded: Loaded,
    names: Names,
    has: frozenset[str],
    picked: list[Fault],
    sound: Mapping[str, str],
    calls: list[DrawnCall],
) -> Iterator[Wrong]:
    """The sound project with a mistake in it, again and again: what no call has shown yet."""
    parts = list(mended_parts(names, has, picked, sound))
    near: list[tuple[Part, int]] = []
    far: list[tuple[Part, int]] = []
    for part in parts:
        for at, line in enumerate(slips_of(part.text, part.name).lines):
            (near if line in part.lines and len(near) < _MAX_NEAR else far).append((part, at))
    for part, at in near + rng.sample(far, min(len(far), _MAX_FAR)):
        slips = slips_of(part.text, part.name)
        if part.name:
            function, slip = loaded.function(part.path, part.name), slips.code(at)
            shown = function.shown_by(slip, calls)
            wrong: Wrong = partial(function.shows, slip)
        else:
            wrong = _whole({**sound, part.path: slips.text(at)})
            shown = any(map(wrong, calls))
        if not shown:
            yield wrong


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
        inside = [each for each in _functions(text) if each[1] <= last and first <= each[2]]
        for name, start, end in inside:
            if (path, name) not in done:
                done.add((path, name))
                lines = text.split("\n")[start - 1 : end]
                changed = range(first - start + 1, last - start + 2)
                yield Part(path, name, dedent("\n".join(lines)) + "\n", changed)
        if not inside and (path, "") not in done:
            done.add((path, ""))
            yield Part(path, "", text, range(first, last + 1))


@lru_cache(maxsize=256)
def _functions(text: str) -> tuple[tuple[str, int, int], ...]:
    """The functions and methods of a file, each with its first and its last line."""
    found: list[tuple[str, ast.FunctionDef]] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            found.append((node.name, node))
        elif isinstance(node, ast.ClassDef):
            inner = (each for each in node.body if isinstance(each, ast.FunctionDef))
            found += [(f"{node.name}.{each.name}", each) for each in inner]
    return tuple((name, node.lineno, node.end_lineno or node.lineno) for name, node in found)
