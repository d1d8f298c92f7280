"""Repository tasks: the names that each task has for itself, under which a project does what it did."""

from __future__ import annotations

import ast
import builtins
import keyword
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import rlvr
from rlvr.generators.code.repository.domain import Domain, files_of, filled, with_derived, with_fault
from rlvr.generators.code.repository.domains import DOMAINS
from rlvr.generators.code.repository.other_names import other_names
from rlvr.generators.code.repository.project import Metered
from rlvr.generators.code.repository.renaming import drawn_names, original, own_names, renamed, with_places
from rlvr.generators.code.repository.skeleton import Skeleton

SPEC = rlvr.get("repository")
OF_PYTHON = {
    *(name for kind in (str, list, dict, set, int, float, tuple, bytes, Exception) for name in dir(kind)),
    *dir(builtins),
    *keyword.kwlist,
    *keyword.softkwlist,
}
every_domain = pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)


def projects(domain: Domain, **names: str | int) -> Iterator[dict[str, str]]:
    """The files of a project with each set of features."""
    marked = with_places(domain.name)
    for mask in range(1 << len(domain.features)):
        chosen = [feature for at, feature in enumerate(domain.features) if mask >> at & 1]
        given = {**domain.choose(Random(mask)), **own_names(domain.name), **names}
        yield files_of(marked, given, with_derived(domain, chosen))


def words_of(files: dict[str, str]) -> tuple[set[str], set[str]]:
    """All names in the code of some files, and those of them that are given with a value in a call."""
    words, options = set(), set()
    for path, text in files.items():
        for node in ast.walk(ast.parse(text)) if path.endswith(".py") else ():
            options |= {node.arg} if isinstance(node, ast.keyword) and node.arg else set()
            for part in ("id", "attr", "arg", "name", "asname", "module"):
                words |= set((getattr(node, part, None) or "").split("."))
    return words, options


@every_domain
def test_other_names_are_free(domain: Any) -> None:
    table = other_names(domain.name)
    others = [way for name, ways in table.items() for way in ways if way != name]
    assert [name for name, count in Counter(others).items() if count > 1] == []
    assert all(ways[0] == name and len(ways) > 1 for name, ways in table.items())
    assert all(way.isidentifier() for way in others)
    assert OF_PYTHON.isdisjoint([*table, *others])
    seen: set[str] = set()
    for files in projects(domain, pkg="package", core="core"):
        words, options = words_of(files)
        assert words.isdisjoint(others)
        assert options.isdisjoint(table)
        seen |= words | {path.rsplit("/")[-1].removesuffix(".py") for path in files}
    assert set(table) <= seen


@every_domain
def test_with_its_own_names_a_project_is_as_it_was(domain: Any) -> None:
    marked, rng = with_places(domain.name), Random(5)
    for mask in range(1 << len(domain.features)):
        chosen = [feature for at, feature in enumerate(domain.features) if mask >> at & 1]
        names, has = domain.choose(rng), with_derived(domain, chosen)
        same = {**names, **own_names(domain.name)}
        assert files_of(marked, same, has) == files_of(domain, names, has)
        for old, new in zip(domain.faults, marked.faults, strict=True):
            assert filled(new.symptom, same, has) == filled(old.symptom, names, has)


def same_but_for_names(text: str, other: str, names: dict[str, str]) -> bool:
    """Whether code is another one with other names; documentation may differ."""
    trees = [ast.parse(text), ast.parse(other)]
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node):
                node.body = node.body[1:] or [ast.Pass()]
    for node in ast.walk(trees[0]):
        for part in ("id", "attr", "arg", "name", "asname", "module"):
            word = getattr(node, part, None)
            if isinstance(word, str):
                setattr(node, part, ".".join(names.get(f":{piece}", piece) for piece in word.split(".")))
    return ast.dump(trees[0]) == ast.dump(trees[1])


@every_domain
def test_renamed_code_is_the_code_with_each_name_put_in_the_place_of_another(domain: Any) -> None:
    for number, files in enumerate(projects(domain, pkg="package", core="core")):
        names = drawn_names(domain.name, Random(number))
        assert len(set(names.values())) == len(names)
        chosen = [feature for at, feature in enumerate(domain.features) if number >> at & 1]
        given = {**domain.choose(Random(number)), "pkg": "package", "core": "core", **names}
        others = files_of(with_places(domain.name), given, with_derived(domain, chosen))
        assert len(others) == len(files)
        for path, text in files.items():
            folder, _, name = path.rpartition("/")
            where = f"{folder}/{renamed(given, name.removesuffix('.py'))}.py" if folder else path
            assert not path.endswith(".py") or same_but_for_names(text, others[where], names), path


@every_domain
def test_renamed_projects_do_what_they_did_with_faults_and_without(domain: Any) -> None:
    shown = 0
    for number, mask in enumerate((31, 0, 21, 10, 31, 31)):
        base = Skeleton(domain, mask, 0)
        names = {**base.names, **drawn_names(domain.name, Random(number))}
        sound = files_of(base.domain, names, base.has)
        assert sound != base.sound
        for place in (None, *list(base.chosen.shown)[number % 3 :: 3]):
            old, new = base.sound, sound
            if place is not None:
                old = base.faulty([place])
                new = with_fault(sound, base.domain.faults[place], names, base.has)
            projects = Metered(old), Metered(new)
            for call in base.hidden[::2]:
                told = projects[0].told("package.api", call.function, call.arguments)
                assert told == projects[1].told("package.api", renamed(names, call.function), call.arguments)
                shown += told != call.text
    assert shown > 50


@every_domain
def test_every_fault_and_half_repair_fits_a_renamed_project(domain: Any) -> None:
    marked, has = with_places(domain.name), with_derived(domain, domain.features)
    for number in range(12):
        rng = Random(number)
        names = {**domain.choose(rng), **drawn_names(domain.name, rng)}
        sound = files_of(marked, names, has)
        for fault in (*marked.faults, *marked.halves):
            if not fault.feature or fault.feature in has:
                path = filled(fault.path, names, has)
                ast.parse(with_fault(sound, fault, names, has)[path])


@pytest.mark.parametrize("level", SPEC.levels)
def test_a_task_uses_its_names_everywhere(level: int) -> None:
    for seed in range(6):
        payload = SPEC.task(level, seed).payload
        names = payload["problem"]["names"]
        files: dict[str, str] = payload["files"]
        api = files[payload["module"].replace(".", "/") + ".py"]
        tests = next(text for path, text in files.items() if path.startswith("tests/test_"))
        public = {node.name for node in ast.parse(api).body if isinstance(node, ast.FunctionDef)}
        assert {case["call"] for case in payload["cases"]} <= public
        called = {node.attr for node in ast.walk(ast.parse(tests)) if isinstance(node, ast.Attribute)}
        assert called - {"TestCase", "assertEqual"} <= public
        domain = with_places(payload["problem"]["domain"])
        for name in (name for name in public if name[0] != "_"):
            assert original(names, name) in domain.functions, name
        for name in domain.functions:
            assert renamed(names, name) in public or not has_function(payload, domain, name)
        gone = {key[1:] for key, new in names.items() if key[0] == ":" and key[1:] != new}
        gone.discard(names["core"])  # a folder may be called like that
        for path, text in files.items():
            assert not path.endswith(".py") or words_of({path: text})[0].isdisjoint(gone), path


def has_function(payload: Any, domain: Domain, name: str) -> bool:
    feature = domain.functions[name]
    return not feature or feature in payload["problem"]["features"]
