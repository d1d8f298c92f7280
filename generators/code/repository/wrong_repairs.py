"""Plausible wrong repairs of a skeleton: what somebody might make of a project that is to be mended.

They are every fault left in, the half repairs that a domain lists, and all mistakes of one edit
(`rlvr.generators.code.mutate`) in the functions in which a fault can stand.

A mistake in a function is tried by giving the function's code to the loaded project for some calls, not by loading the
project again, and only for calls that come to the function: these two would take most of the time.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from textwrap import dedent

from .domain import Fault, Names, filled, with_fault
from .drawn_call import DrawnCall
from .project import Metered
from .skeleton import Skeleton
from .slips import Loaded, slip_of, slips_of

Wrong = Callable[[DrawnCall], bool]
"""A wrong repair: tells whether a call shows it."""


def listed(skeleton: Skeleton, loaded: Loaded) -> Iterator[Wrong]:
    """The sound project with each fault that it can have, and with each half repair of one."""
    paths = {fault.path for fault in skeleton.domain.faults if skeleton.possible(fault)}
    for fault in (*skeleton.domain.faults, *skeleton.domain.halves):
        if fault.path in paths and (not fault.feature or fault.feature in skeleton.has):
            yield _wrong(skeleton, loaded, fault)


def _wrong(skeleton: Skeleton, loaded: Loaded, fault: Fault) -> Wrong:
    sound = skeleton.sound
    files = with_fault(sound, fault, skeleton.names, skeleton.has)
    parts = list(mended_parts(skeleton.names, skeleton.has, [fault], sound))
    text = _changed(parts[0], sound, files) if len(parts) == 1 else ""
    if not text:
        return _whole(files)
    function = loaded.function(parts[0].path, parts[0].name)
    return partial(function.shows, slip_of(text, parts[0].name))


def slips(skeleton: Skeleton, loaded: Loaded) -> Iterator[Wrong]:
    """The sound project with a mistake in what a fault can change, again and again."""
    possible = [fault for fault in skeleton.domain.faults if skeleton.possible(fault)]
    for part in mended_parts(skeleton.names, skeleton.has, possible, skeleton.sound):
        made = slips_of(part.text, part.name)
        for at in range(len(made.lines)):
            if part.name:
                yield partial(loaded.function(part.path, part.name).shows, made.code(at))
            else:
                yield _whole({**skeleton.sound, part.path: made.text(at)})


def _whole(files: Mapping[str, str]) -> Wrong:
    project = Metered(files)
    return lambda call: call.shows(project)


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
    names: Names, has: frozenset[str], picked: Sequence[Fault], sound: Mapping[str, str]
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
