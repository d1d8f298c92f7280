"""The names of a project as places in its templates, so that each task can have its own.

The same name becomes the same other one wherever it stands, no two become one, and none becomes a name that the project
has for something else (`.other_names`). So a project does under other names what it did, and so does a faulty one. What
stands in quotes stays as it is, but for code in the braces of an f-string, names in backticks, and the name that an
unfinished function gives. In the README and in issues only calls of public functions are renamed: other words in
backticks there are what data is made of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random

from .domain import Domain, Fault, Names, Template
from .domains import BY_NAME
from .other_names import other_names

_TOKEN = re.compile(
    r"""
    @\w+@ | NotImplementedError\("(?P<unfinished>\w+)"\)
    | (?P<quoted>\"{3}.*?\"{3} | (?P<filled>f?)\"(?:[^"\\\n]|\\.)*\" | \#[^\n]*)
    | (?P<name>[A-Za-z_]\w*)
    """,
    re.VERBOSE | re.DOTALL,
)
_BRACES = re.compile(r"\{[^{}]*\}")
_TICKS = re.compile(r"(?<=`)[A-Za-z_]\w*(?=`)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_CALLS = re.compile(r"(?<=`)(\w+)(?=\()([^`]*)(?=`)")
_SAID = re.compile(r"(?<=The function )\w+(?=,)|(?<=Calling )\w+(?= fails,)")
_FILE = re.compile(r"\w+(?=\.py$)")

Marked = Callable[[str], str]


@lru_cache(maxsize=16)
def with_places(name: str) -> Domain:
    """A domain whose texts have a place ``@:name@`` for each name of its projects that can be another one."""
    domain = BY_NAME[name]
    known = other_names(name)
    code, words = _code(known), _words(known, domain.functions)

    def path(text: str) -> str:
        return _FILE.sub(lambda found: _place(found[0], known), text)

    def template(given: Template) -> Template:
        text = code(given.text) if given.path.endswith(".py") else words(given.text)
        return replace(given, path=path(given.path), text=text)

    def fault(given: Fault) -> Fault:
        return replace(
            given,
            path=path(given.path),
            old=code(given.old),
            new=code(given.new),
            symptom=words(given.symptom),
        )

    return replace(
        domain,
        templates=tuple(map(template, domain.templates)),
        faults=tuple(map(fault, domain.faults)),
        halves=tuple(map(fault, domain.halves)),
    )


def drawn_names(domain: str, rng: Random) -> dict[str, str]:
    """What goes in the places of `with_places`: for each name the same or another one."""
    return {f":{name}": rng.choice(ways) for name, ways in other_names(domain).items()}


@lru_cache(maxsize=16)
def own_names(domain: str) -> Mapping[str, str]:
    """The same, with each name as it is."""
    return {f":{name}": name for name in other_names(domain)}


def renamed(names: Names, name: str) -> str:
    """What something is called in a project."""
    return str(names.get(f":{name}", name))


def original(names: Names, name: str) -> str:
    """The opposite of `renamed`."""
    return next((key[1:] for key, new in names.items() if new == name and key[0] == ":"), name)


def _place(name: str, known: Collection[str]) -> str:
    return f"@:{name}@" if name in known else name


def _code(known: Mapping[str, object]) -> Marked:
    def inside(found: re.Match[str]) -> str:
        return _WORD.sub(lambda word: _place(word[0], known), found[0])

    def token(found: re.Match[str]) -> str:
        if name := found["name"]:
            return _place(name, known)
        if unfinished := found["unfinished"]:
            return found[0].replace(unfinished, _place(unfinished, known))
        if found["quoted"] is None:
            return found[0]
        return (_BRACES if found["filled"] else _TICKS).sub(inside, found[0])

    return lambda text: _TOKEN.sub(token, text)


def _words(known: Mapping[str, object], functions: Collection[str]) -> Marked:
    def call(found: re.Match[str]) -> str:
        if found[1] not in functions:
            return found[0]
        return _WORD.sub(lambda word: _place(word[0], known), found[0])

    return lambda text: _CALLS.sub(call, _SAID.sub(lambda found: _place(found[0], known), text))
