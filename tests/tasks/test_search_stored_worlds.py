"""Worlds on disk are the worlds that were made, and whatever happens to the files, tasks stay the same."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

import rlvr
from rlvr.cli.app import app
from rlvr.cli.worlds import recipes_of
from rlvr.generators import kept_folder
from rlvr.generators.search import corpus as corpora
from rlvr.generators.search import stored_worlds
from rlvr.generators.search.corpus import Corpus, StoredCorpus, build, remade
from rlvr.generators.search.recipes import key_of
from rlvr.generators.search.setting import shared_recipes
from rlvr.generators.search.ways import ways_of
from rlvr.generators.search.world_arrays import arrays_of
from rlvr.retrieval import one_file

RECIPE = {
    "seed": 3, "size": 150, "twins": 0.2, "aliases": 0.3, "paraphrase": 2, "bynames": 0.3, "noise": 0.1, "stale": 0.2,
    "contradictions": 0.2, "rumours": 0.1, "injections": 0.3,
}  # fmt: skip


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for worlds, and no world in memory."""
    monkeypatch.setenv(kept_folder.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(corpora, "_CORPORA", type(corpora._CORPORA)())
    return tmp_path / "cache"


def forget() -> None:
    corpora._CORPORA.clear()


def file_of(recipe: dict) -> Path:
    path = stored_worlds.path_of(key_of(recipe))
    assert path is not None
    return path


@pytest.mark.parametrize("recipe", [RECIPE, {"seed": 0, "size": 20}], ids=["large", "small"])
def test_a_stored_world_is_the_world_that_was_made(recipe: dict) -> None:
    made, opened = Corpus(recipe), remade(recipe)
    assert isinstance(opened, StoredCorpus)
    world, again = made.world, opened.world
    assert (again.name, again.today, again.relations) == (world.name, world.today, world.relations)
    assert list(again.entities.items()) == list(world.entities.items())
    assert list(again.facts.items()) == list(world.facts.items())
    assert list(again.facts) == list(world.facts)
    assert all(
        type(again.facts[id].value) is type(fact.value) and repr(again.facts[id]) == repr(fact)
        for id, fact in world.facts.items()
    )
    for name in ("by_subject", "by_value"):
        mine, theirs = getattr(again, name), getattr(world, name)
        assert dict(mine) == dict(theirs)
        assert len(mine) == len(theirs)
        assert mine.get(("p1", "nothing"), ()) == ()
        assert ("nobody", "mentor") not in mine
        with pytest.raises(KeyError):
            mine["p1", "nothing"]
    for absent in ("f0", "f01", "f", "fx", f"f{len(world.facts) + 1}", "g1", ""):
        assert absent not in again.facts


def test_a_stored_world_has_the_same_lists_pages_and_index() -> None:
    made, opened = Corpus(RECIPE), remade(RECIPE)
    mine, theirs = opened._ways, ways_of(made.world)
    for name in ("into", "out", "values", "groups_of"):
        table = getattr(theirs, name)
        assert {id: list(getattr(mine, name)[id]) for id in getattr(mine, name)} == {
            id: list(found) for id, found in table.items()
        }
        assert getattr(mine, name).get("nobody", ()) == ()
    for name in ("dated", "days", "spans", "valued", "groups", "grouped"):
        assert list(getattr(mine, name)) == list(getattr(theirs, name))
        assert len(getattr(mine, name)) == len(getattr(theirs, name))
    assert mine.by_kind == theirs.by_kind
    assert opened.size == made.size == len(opened.documents)
    assert list(opened._pages.ids) == [page.id for page in made.documents]
    assert opened.documents == made.documents
    assert opened.seal == made.seal
    assert {fact: list(ids) for fact, ids in opened.stated.items()} == dict(made.stated)
    for id in made.world.entities:
        assert opened._pages.naming(id) == made._pages.naming(id)
    for entity in list(made.world.entities.values())[::7]:
        query = f"who was the mentor of {entity.name} in the registers"
        assert opened.index.search(query, 8) == made.index.search(query, 8)
        found = opened.found(entity.name, 3)
        assert [opened.index.page(id) for id in found] == [made.index.page(id) for id in found]


@pytest.mark.parametrize(
    ("name", "level", "params"),
    [("search-qa", 2, {}), ("search-qa", 4, {"size": 200}), ("deep-search", 2, {"size": 200, "parts": 2})],
)
def test_tasks_are_the_same_with_and_without_a_disk(
    name: str, level: int, params: dict, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = rlvr.get(name)
    params = {**params, "worlds": 2}

    def tasks() -> list[str]:
        forget()
        return [json.dumps(spec.task(level, seed, params=params).to_json()) for seed in range(4)]

    first, second = tasks(), tasks()  # made and written, and opened
    files = list(cache.rglob("*.world"))
    monkeypatch.setenv(kept_folder.VARIABLE, "")
    third = tasks()
    assert first == second == third
    assert list(cache.rglob("*.world")) == files
    assert 1 <= len(files) <= 2


def test_worlds_of_one_task_are_not_written(cache: Path) -> None:
    for seed in range(3):
        rlvr.get("search-qa").task(1, seed, params={"worlds": 0})
    assert not list(cache.rglob("*.world"))


def test_few_worlds_of_single_tasks_are_kept_in_memory() -> None:
    shared = remade({"seed": 3, "size": 20})
    own = [{"seed": corpora.MOST_SHARED + number, "size": 20} for number in range(corpora._KEPT_OWN + 5)]
    made = [remade(recipe) for recipe in own]
    assert len(corpora._CORPORA) == corpora._KEPT_OWN + 1
    assert remade({"seed": 3, "size": 20}) is shared
    assert remade(own[-1]) is made[-1]
    assert remade(own[5]) is made[5]
    assert remade(own[4]) is not made[4]


def test_a_damaged_file_is_made_anew() -> None:
    seal = remade(RECIPE).seal
    path = file_of(RECIPE)
    whole = path.read_bytes()
    spoiled = bytearray(whole)
    spoiled[-len(whole) // 3] ^= 1
    for bad in (b"", b"rlvr", whole[:-1], whole + b"x", bytes(spoiled), b"\xff" * len(whole)):
        path.write_bytes(bad)
        stored_worlds._VERIFIED.clear()
        forget()
        assert remade(RECIPE).seal == seal
        assert path.read_bytes() == whole


def test_a_file_of_another_form_is_made_anew() -> None:
    about, arrays = arrays_of(Corpus(RECIPE).world, Corpus(RECIPE).documents, Corpus(RECIPE).index)
    path = file_of(RECIPE)
    path.parent.mkdir(parents=True)
    del arrays["since"]
    one_file.write(path, {**about, "seal": "0"}, arrays)
    assert remade(RECIPE).seal == Corpus(RECIPE).seal
    assert "since" in one_file.read(path)[1]


def test_files_of_other_code_are_never_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remade(RECIPE)
    forget()
    monkeypatch.setattr(stored_worlds, "_version", lambda: "another")
    assert not file_of(RECIPE).exists()
    assert isinstance(remade(RECIPE), StoredCorpus)
    assert len(list(cache.rglob("*.world"))) == 2
    monkeypatch.setattr(stored_worlds, "_version", lambda: None)
    forget()
    assert type(remade(RECIPE)) is Corpus


def reached(*first: Path) -> dict[Path, set[str]]:
    """All files that some files reach by their import statements, wherever these stand, with the names imported."""
    found: dict[Path, set[str]] = {}
    left = [(path, "") for path in first]
    while left:
        path, name = left.pop()
        known = path in found
        found.setdefault(path, set()).add(name)
        if known:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert not any(alias.name.split(".")[0] in {"rlvr", "importlib"} for alias in node.names)
            if isinstance(node, ast.ImportFrom) and node.level:
                folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
                for alias in node.names:
                    places = [folder / "__init__.py", folder.with_suffix(".py"), folder / f"{alias.name}.py"]
                    left += [(place, alias.name) for place in places if place.is_file()]
    return found


def test_worlds_are_made_by_no_other_code_than_what_their_folder_is_named_by() -> None:
    here = Path(stored_worlds.__file__).parent
    known = set(stored_worlds.making_files())
    found = reached(here / "recipes.py", here / "stored_worlds.py")
    others = {path: names for path, names in found.items() if path not in known}
    # The name of a type, and packages that hold nothing of their own.
    assert others.pop(here.parent / "base.py") == {"Json"}
    others.pop(here.parent / "kept_folder.py")  # it says where worlds lie, and not what they are
    assert all(path.name == "__init__.py" and not path.read_text().count("import ") for path in others)
    assert {here / "make.py", here / "traps.py", here / "fact_pages.py"} <= found.keys()
    for folder, names in stored_worlds.NOT_MAKING.items():
        parent = here if folder == "search" else here.parents[1] / folder
        assert all((parent / f"{name}.py").is_file() for name in names)


def test_questions_do_not_count_as_code_that_makes_worlds() -> None:
    names = {path.name for path in stored_worlds.making_files() if path.parent.name == "search"}
    assert not names & {"question_drawing.py", "wording.py", "deep_search_solver.py", "proofs.py"}
    assert {"recipes.py", "make.py", "documents.py", "traps.py", "world_arrays.py", "stored_worlds.py"} <= names


def test_a_folder_that_cannot_be_written_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal = Corpus(RECIPE).seal
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "below", Path("/proc/nothing"), Path("/dev/null")):
        monkeypatch.setenv(kept_folder.VARIABLE, str(place))
        forget()
        assert remade(RECIPE).seal == seal
        assert not build(RECIPE)


def test_processes_that_start_together_get_the_same_worlds(cache: Path) -> None:
    made = "spec.task(3, seed, params={'worlds': 1}).fingerprint for seed in range(3)"
    program = f"import rlvr; spec = rlvr.get('search-qa'); print([{made}])"
    path = os.pathsep.join(dict.fromkeys([str(Path(rlvr.__file__).parents[1]), *sys.path]))
    environment = {**os.environ, "PYTHONPATH": path}
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment)
        for _ in range(2)
    ]
    told = [one.communicate(timeout=120)[0] for one in running]
    assert told[0] == told[1] != b""
    files = [path for path in cache.rglob("*") if path.is_file()]
    assert [path.suffix for path in files] == [".world"]


def test_the_command_makes_all_worlds_and_removes_them(cache: Path) -> None:
    assert len(recipes_of([rlvr.get("search-qa")], (3, 4))) == 50
    assert len(recipes_of([rlvr.get("search-qa"), rlvr.get("sudoku")], (1, 1))) == 600
    assert not recipes_of([rlvr.get("sudoku")], (1, 1))
    assert not shared_recipes(120, 0, {})
    runner = CliRunner()
    none = runner.invoke(app, ["worlds", "build", "sudoku"])
    assert none.exit_code == 2
    for recipe in recipes_of([rlvr.get("search-qa")], (2, 2))[:2]:
        assert build(recipe)
    (cache / "worlds" / "old").mkdir()
    removed = runner.invoke(app, ["worlds", "clear", "--old"])
    assert removed.exit_code == 0
    assert len(list(cache.rglob("*.world"))) == 2
    assert runner.invoke(app, ["worlds", "clear"]).exit_code == 0
    assert not list(cache.rglob("*.world"))


def test_the_command_builds_in_processes(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import rlvr.cli.worlds as command

    few = [{"seed": seed, "size": 30} for seed in range(3)]
    monkeypatch.setattr(command, "recipes_of", lambda specs, levels: few)
    monkeypatch.setattr(command, "_question_jobs", lambda specs, levels: [])
    built = CliRunner().invoke(app, ["worlds", "build", "--workers", "1"])
    assert built.exit_code == 0, built.output
    assert "3 worlds" in built.output
    assert len(list(cache.rglob("*.world"))) == 3
    monkeypatch.setenv(kept_folder.VARIABLE, "")
    assert CliRunner().invoke(app, ["worlds", "build"]).exit_code == 2


def test_one_file_gives_back_what_was_written(tmp_path: Path) -> None:
    rng = Random(1)
    arrays = {
        "empty": np.zeros((0, 3), np.int32),
        "bytes": np.frombuffer(rng.randbytes(1001), np.uint8),
        "numbers": np.array([rng.random() for _ in range(77)]).reshape(7, 11),
        "big": np.array([1, 2**40], ">i8"),
    }
    one_file.write(tmp_path / "a", {"told": ["so", 1]}, arrays)
    about, read = one_file.read(tmp_path / "a", verify=True)
    assert about == {"told": ["so", 1]}
    assert read.keys() == arrays.keys()
    for name, array in arrays.items():
        assert np.array_equal(read[name], array)
        assert read[name].shape == array.shape
        assert not read[name].flags.writeable or not read[name].size
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    with pytest.raises(OSError, match="a"):
        one_file.write(tmp_path / "no" / "a", {}, arrays)
