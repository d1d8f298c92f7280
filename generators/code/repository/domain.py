"""What a domain of repository tasks is: the templates of its files, its faults, its inputs, and its independent model.

A template's text holds ``@name@`` where a chosen name or constant goes. A line that ends in ``#? feature``, and the
lines between ``#+ feature`` and ``#-``, are only there if the project has the feature. A fault is an edit of one
file; it is described in the words of somebody who uses the project and has not read it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ...base import Json

Names = Mapping[str, str | int]
"""What goes in the place of each ``@name@``."""

_PLACE = re.compile(r"@(:?\w+)@")
_FEATURE = re.compile(r"(?:#\?|^#\+) (\w+)\n", re.MULTILINE)
_LINE = re.compile(r"^(.*?)[ ]*#\? (\w+)\n", re.MULTILINE)
_BLOCK = re.compile(r"^#\+ (\w+)\n(.*?)^#-\n", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Template:
    """One file: its path, its text, and the feature it belongs to ("" for the core)."""

    path: str
    text: str
    feature: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in one file.

    Attributes:
        path: the file, as in its template.
        old: text that stands once in it.
        new: the wrong text that takes its place.
        symptom: what a user of the project sees, in one or two sentences; several ways to say it, with ``|`` between.
        shows: the public function that shows it.
        hops: modules between the public function and the mistake.
        feature: the feature it needs, or "".
    """

    path: str
    old: str
    new: str
    symptom: str
    shows: str
    hops: int
    feature: str = ""


@dataclass(frozen=True, slots=True)
class Domain:
    """One kind of project.

    Attributes:
        name: the name of the domain.
        what: what the project is, for the prompt: "a small bank ledger".
        choose: draws the names and constants of a project; among them ``pkg``, the package.
        features: what a project may have beyond its core.
        derived: features that follow from others: by name, ``"a & b"``, ``"a | b"`` or ``"!a"``.
        templates: its files, but for the tests.
        faults: the mistakes that can be put in.
        functions: its public functions (all in ``@pkg@/api.py``) and the feature each needs, or "".
        inputs: ``inputs(rng, names, features, function, size) -> args``: the arguments of a call. Size 1 is small
            enough for an issue, 3 is large.
        model: ``model(names, features, function, args) -> out``: what a public function returns, by another way.
        halves: wrong repairs that somebody in a hurry makes; only their `path`, `old`, `new` and `feature` matter.
    """

    name: str
    what: str
    choose: Callable[[Random], dict[str, str | int]]
    features: tuple[str, ...]
    derived: Mapping[str, str]
    templates: tuple[Template, ...]
    faults: tuple[Fault, ...]
    functions: Mapping[str, str]
    inputs: Callable[[Random, Names, frozenset[str], str, int], list[Json]]
    solve: Callable[[Names, frozenset[str], str, list[Json]], Json]
    halves: tuple[Fault, ...] = ()


def with_derived(domain: Domain, features: Iterable[str]) -> frozenset[str]:
    """Some features of a domain, and those that follow from them."""
    found = set(features)
    for name, rule in domain.derived.items():
        held = [
            part in found if part[0] != "!" else part[1:] not in found for part in re.split(r" [&|] ", rule)
        ]
        if any(held) if "|" in rule else all(held):
            found.add(name)
    return frozenset(found)


def filled(text: str, names: Names, features: frozenset[str]) -> str:
    """A template's text with the names put in, and without the lines of features that are not there."""
    pieces = list(_pieces(text, features & _asked(text)))
    pieces[1::2] = [str(names[name]) for name in pieces[1::2]]
    return "".join(pieces)


@lru_cache(maxsize=2048)
def _asked(text: str) -> frozenset[str]:
    """The features that a template's text asks for: what has the same of them has the same pieces."""
    return frozenset(_FEATURE.findall(text))


@lru_cache(maxsize=8192)
def _pieces(text: str, features: frozenset[str]) -> tuple[str, ...]:
    """What is left of a template's text with some features, and the names between, in turns."""
    text = _BLOCK.sub(lambda block: block.group(2) if block.group(1) in features else "", text)
    kept = _LINE.sub(lambda line: f"{line.group(1)}\n" if line.group(2) in features else "", text)
    kept = re.sub(r"\n{4,}", "\n\n\n", kept)  # where parts are left out, their blank lines stay
    return tuple(_PLACE.split(kept))


def files_of(domain: Domain, names: Names, features: frozenset[str]) -> dict[str, str]:
    """The files of a sound project, without its tests."""
    files = {
        filled(template.path, names, features): filled(template.text, names, features).strip("\n") + "\n"
        for template in domain.templates
        if not template.feature or template.feature in features
    }
    for path in list(files):
        parts = path.split("/")[:-1]
        for depth in range(1, len(parts) + 1):
            files.setdefault("/".join([*parts[:depth], "__init__.py"]), "")
    return dict(sorted(files.items()))


def with_fault(
    files: Mapping[str, str], fault: Fault, names: Names, features: frozenset[str]
) -> dict[str, str]:
    """The files with a fault put in.

    Raises:
        ValueError: if the text that it changes does not stand exactly once in its file.
    """
    path = filled(fault.path, names, features)
    old, new = (filled(text, names, features) for text in (fault.old, fault.new))
    if files[path].count(old) != 1:
        raise ValueError(f"{path}: {old!r} stands {files[path].count(old)} times")
    return {**files, path: files[path].replace(old, new)}
