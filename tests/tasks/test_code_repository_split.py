"""Repository tasks: no test task is about a project that a training task is about, whatever it is called and set to."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

import rlvr
from rlvr.generators.base import fingerprint_of, split_of
from rlvr.generators.code.repository.domain import Domain, files_of, with_derived
from rlvr.generators.code.repository.domains import BY_NAME, DOMAINS
from rlvr.generators.code.repository.skeleton import KEPT, skeletons
from rlvr.generators.code.repository.split import shared, split_of_kind

SPEC = rlvr.get("repository")


class Masked(ast.NodeTransformer):
    """Takes names, docstrings, numbers and texts away, and how long a list of settings is."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("id", "attr", "name", "asname", "arg", "module"):
            if isinstance(getattr(node, field, None), str):
                setattr(node, field, "name")
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            del body[0]
        if isinstance(node, ast.Constant) and not isinstance(node.value, bool | None):
            node.value = type(node.value).__name__
        if isinstance(node, ast.List) and len({ast.dump(item) for item in node.elts}) == 1:
            del node.elts[1:]
        return node


def code_of(files: dict[str, str]) -> str:
    """All code of a project but its tests, masked."""
    code = [text for path, text in files.items() if path.endswith(".py") and not path.startswith("tests/")]
    return "\n".join(sorted(ast.dump(Masked().visit(ast.parse(text))) for text in code))


def masks(count: int) -> list[int]:
    return [mask for mask in range(32) if mask.bit_count() == count]


def distinct(tasks: Iterable[rlvr.Task], split: str) -> int:
    """How many different sound projects some tasks of a split are about, with what they are set to."""
    return len({json.dumps(sound(task), sort_keys=True) for task in tasks if task.split == split})


def sound(task: rlvr.Task) -> dict[str, str]:
    return {**task.payload["files"], **json.loads(task.answer)}


def test_projects_that_are_the_same_but_for_names_and_settings_are_in_one_split_over_all_levels() -> None:
    tasks = [SPEC.task(level, seed) for level in SPEC.levels for seed in range(50)]
    splits: dict[str, set[str]] = {}
    for task in tasks:
        splits.setdefault(code_of(sound(task)), set()).add(task.split)
    assert [found for found in splits.values() if len(found) > 1] == []
    assert len(splits) < len(tasks) / 2  # so that there were many to compare
    assert distinct(tasks, "test") >= 20
    assert distinct(tasks, "train") >= 200


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_the_code_of_a_project_is_one_for_each_set_of_features_and_another_for_another(domain: Domain) -> None:
    found: dict[str, int] = {}
    for mask in range(1 << len(domain.features)):
        chosen = [feature for at, feature in enumerate(domain.features) if mask >> at & 1]
        has = with_derived(domain, chosen)
        codes = {code_of(files_of(domain, domain.choose(Random(seed)), has)) for seed in range(8)}
        assert len(codes) == 1, has
        assert found.setdefault(codes.pop(), mask) == mask, has


@pytest.mark.parametrize("count", range(6))
def test_each_number_of_features_has_kinds_of_projects_in_both_splits(count: int) -> None:
    kinds = [(name, mask) for name in BY_NAME for mask in masks(count)]
    tests = [kind for kind in kinds if split_of_kind(*kind) == "test"]
    assert len(tests) == max(1, len(kinds) // 10)
    assert len({name for name, _ in tests}) == len(tests)  # each of another domain
    for kind in kinds:
        assert split_of(fingerprint_of("shared", shared(*kind))) == split_of_kind(*kind)
    assert len({json.dumps(shared(*kind)) for kind in kinds}) == len(kinds)


def test_tests_are_of_all_domains() -> None:
    tests = Counter(name for name in BY_NAME for mask in range(32) if split_of_kind(name, mask) == "test")
    assert tests.keys() == BY_NAME.keys()


def test_tests_are_about_several_projects_whatever_the_number_of_features() -> None:
    found: dict[tuple[int, str], set[str]] = {}
    for base in skeletons():
        _, mask, _ = base.key.split(" ")
        split = split_of_kind(base.domain.name, int(mask))
        code = [text for path, text in base.sound.items() if path.endswith(".py")]
        found.setdefault((int(mask).bit_count(), split), set()).add("\n".join(code))
    least = {(count, split): 7 if split == "test" else 24 for count in KEPT for split in ("train", "test")}
    assert found.keys() == least.keys()
    assert {kind: len(codes) for kind, codes in found.items() if len(codes) < least[kind]} == {}
    assert sum(len(codes) for (_, split), codes in found.items() if split == "test") >= 48


@pytest.mark.parametrize("level", [2, 7])
def test_what_is_shared_says_no_more_than_which_kind_of_project_it_is(level: int) -> None:
    found: dict[str, set[tuple[str, str]]] = {}
    for seed in range(60):
        draft = SPEC.draft(Random(seed), level)
        problem = draft.payload["problem"]
        name, mask = draft.shared[1:3]
        assert name == problem["domain"]
        domain = BY_NAME[name]
        chosen = [feature for at, feature in enumerate(domain.features) if mask >> at & 1]
        assert sorted(with_derived(domain, chosen)) == problem["features"]
        assert draft.shared == shared(name, mask)
        split = split_of(SPEC.fingerprint(draft))
        assert split == split_of_kind(name, mask)
        found.setdefault(f"{name} {mask}", set()).add((split, problem["names"]["pkg"]))
    assert any(len(tasks) > 1 for tasks in found.values())
    assert {split for tasks in found.values() for split, _ in tasks} == {"train", "test"}
