"""The registry: reading, validation with line and fix, names, third parties."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import gymnasium
import pytest

import rlvr
from rlvr import registry
from rlvr.generators.base import GenerationError
from rlvr.registry import RegistryError, UnknownEnvironment

ENTRY = """
  - id: mine/echo-v0
    title: Echo
    family: text
    description: Say it again.
    generator: my_tasks:generate
    verifier: my_tasks:verify
    proxy: letters
    levels:
      length: [1, 2, 3, 4, 5]
"""


def read(tmp_path: Path, text: str) -> list[rlvr.TaskSpec]:
    path = tmp_path / "my.yaml"
    path.write_text(text, encoding="utf-8")
    return registry.read(path)


def test_an_entry_is_read(tmp_path: Path) -> None:
    (spec,) = read(tmp_path, "tasks:" + ENTRY)
    assert (spec.id, spec.name, list(spec.levels)) == ("mine/echo-v0", "echo", [1, 2, 3, 4, 5])
    assert spec.params(2) == {"length": 2}


def test_a_file_in_the_levels_is_beside_the_registry_file(tmp_path: Path) -> None:
    (spec,) = read(tmp_path, "tasks:" + ENTRY.replace("[1, 2, 3, 4, 5]", '["./mine/a.jsonl", ".b"]'))
    assert spec.axes["length"] == (str(tmp_path / "mine" / "a.jsonl"), ".b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tasks: [", r"my.yaml:2: not valid YAML"),
        ("nothing: 1", r"my.yaml:1: a registry file is a mapping with a list called 'tasks'"),
        ("tasks:\n  - 5", r"each task is a mapping, not 5"),
        (
            "tasks:" + ENTRY.replace("generator", "genrator"),
            r"my.yaml:2: mine/echo-v0: unknown field 'genrator'; did you mean 'generator'",
        ),
        ("tasks:" + ENTRY.replace("    proxy: letters\n", ""), r"my.yaml:2: .*the field 'proxy' is missing"),
        ("tasks:" + ENTRY.replace("mine/echo-v0", "Echo"), r"an id looks like 'namespace/name-v0'"),
        ("tasks:" + ENTRY.replace("my_tasks:verify", "my_tasks.verify"), r"'verifier' must be 'module:name'"),
        ("tasks:" + ENTRY.replace("my_tasks:verify", ".my_tasks:verify"), r"must name an absolute module"),
        (
            "tasks:" + ENTRY.replace("[1, 2, 3, 4, 5]", "5"),
            r"'length' must be a list with one value for each level",
        ),
        ("tasks:" + ENTRY + "      width: [1]\n", r"length has 5, width has 1"),
        ("tasks:" + ENTRY.replace("levels:\n      length: [1, 2, 3, 4, 5]", "levels: 3"), r"'levels' must map"),
        ("tasks:" + ENTRY + "    answer: shout\n", r"'answer' must be 'tag' or 'boxed', not 'shout'"),
        ("tasks:" + ENTRY + "    max_turns: 0\n", r"'max_turns' must be a whole number of at least 1"),
        ("tasks:" + ENTRY + "    sources: text\n", r"'sources' must be a list of texts"),
        (
            "tasks:" + ENTRY + "    floors: [0.5, 2, 0, 0, 0]\n",
            r"'floors' must be a list of 5 rates from 0 to 1",
        ),
        ("tasks:" + ENTRY + "    floors: [0.5]\n", r"'floors' must be a list of 5 rates from 0 to 1"),
        ("tasks:" + ENTRY + "    bounds: [1, 2]\n", r"'bounds' must map some of least, most, chars to a list"),
        (
            "tasks:" + ENTRY + "    bounds: {top: [1, 2, 3, 4, 5]}\n",
            r"'bounds' must map some of least, most, chars",
        ),
        ("tasks:" + ENTRY + "    bounds: {most: [1, 2]}\n", r"'bounds': 'most' must be a list of 5 numbers"),
        (
            "tasks:" + ENTRY + "    bounds: {least: [1, 2, 3, 4, 9], most: [1, 2, 3, 4, 5]}\n",
            r"'bounds': at level 5 the least difficulty, 9, is above the most",
        ),
        ("tasks:" + ENTRY + "    small_levels: [6]\n", r"'small_levels' must be a list of levels from 1 to 5"),
        ("tasks:" + ENTRY + ENTRY, r"my.yaml:12: mine/echo-v0 is defined twice"),
        ("tasks:" + ENTRY + "    title: Again\n", r"'title' is given twice"),
        ("tasks:" + ENTRY.replace("title: Echo", "title: ''"), r"'title' must be a text"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_fix(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RegistryError, match=message):
        read(tmp_path, text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match=r"nowhere\.yaml: cannot be read: No such file"):
        registry.read(tmp_path / "nowhere.yaml")


def test_names_find_their_entries() -> None:
    assert rlvr.get("word-sorting") is rlvr.get("rlvr/word-sorting-v0") is rlvr.get("rlvr/word-sorting")
    with pytest.raises(
        UnknownEnvironment,
        match=r"unknown environment 'rlvr/word-sortng-v0'; did you mean 'rlvr/word-sorting-v0'\?",
    ):
        rlvr.get("rlvr/word-sortng-v0")
    with pytest.raises(UnknownEnvironment, match="`rlvr list` shows all"):
        rlvr.get("qqqqqqqq")
    with pytest.raises(ValueError, match="unknown family 'cooking'"):
        rlvr.specs("cooking")


def test_every_id_is_registered_with_gymnasium(all_ids: list[str]) -> None:
    assert set(all_ids) <= set(gymnasium.registry)
    env = gymnasium.make("rlvr:rlvr/word-sorting-v0", level=2)
    assert env.reset(seed=0)[1]["task"].level == 2


def test_an_id_of_another_file_cannot_be_taken(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    path.write_text("tasks:" + ENTRY.replace("mine/echo-v0", "rlvr/word-sorting-v0"), encoding="utf-8")
    with pytest.raises(RegistryError, match="already defined in"):
        rlvr.register(path)


THIRD_PARTY = """
import random
from rlvr import Draft
from rlvr.verifiers.base import correct, wrong
WORDINGS = ("Say {w} again.", "Repeat {w}, please.", "What did I say? {w}!")
def generate(rng, *, length):
    word = "".join(rng.choice("abcdefgh") for _ in range(length))
    return Draft(rng.choice(WORDINGS).format(w=word), {"word": word}, word, difficulty=length)
def verify(payload, answer):
    return correct() if answer.strip().lower() == payload["word"] else wrong()
"""


def test_a_third_party_file_makes_full_members(tmp_path: Path) -> None:
    (tmp_path / "my_tasks.py").write_text(THIRD_PARTY, encoding="utf-8")
    (tmp_path / "my.yaml").write_text("tasks:" + ENTRY, encoding="utf-8")
    code = (
        "import gymnasium as gym, rlvr; rlvr.register('my.yaml'); assert 'mine/echo-v0' in rlvr.list();"
        "env = gym.make('mine/echo-v0', level=3); o, i = env.reset(seed=1); t = i['task'];"
        "assert env.step(f'<answer>{t.answer}</answer>')[1] == 1.0; assert rlvr.task(t.id) == t; print('fine')"
    )
    made = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert made.stdout.strip() == "fine", made.stderr


def test_a_plug_in_adds_its_file_and_a_broken_one_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "my_tasks.py").write_text(
        THIRD_PARTY + "\nREGISTRY = __file__.replace('my_tasks.py', 'my.yaml')\n"
    )
    (tmp_path / "my.yaml").write_text("tasks:" + ENTRY, encoding="utf-8")
    info = tmp_path / "my_plugin-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-plugin\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[rlvr.tasks]\nmine = my_tasks:REGISTRY\nbroken = no_such_module:X\n"
    )
    code = "import rlvr; print(rlvr.get('echo').id)"
    made = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert made.stdout.strip() == "mine/echo-v0", made.stderr
    assert "plug-in 'broken'" in made.stderr


BOUNDED = """tasks:
  - id: mine/bounded-v0
    title: Bounded
    family: text
    description: Reverse a word.
    generator: broken_tasks:overlapping
    verifier: broken_tasks:verify_sound
    proxy: letters
    bounds:
      least: [2, 8, 9, null, 999]
      most:  [7, null, 27, 10, null]
      chars: [7, 8, 9, 10, 11]
    floors: [0.3, 0, 0, 0, 0]
    levels:
      length: [7, 8, 9, 10, 11]
"""


def test_draws_are_held_to_the_bounds_of_their_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "fixtures"))
    (spec,) = read(tmp_path, BOUNDED)
    made = {level: {spec.task(level, seed).difficulty for seed in range(40)} for level in range(1, 5)}
    assert made == {1: {7.0}, 2: {8.0, 24.0}, 3: {9.0, 27.0}, 4: {1.0, 10.0}}
    assert spec.task(1, 0) == spec.task(1, 0)
    with pytest.raises(GenerationError, match="none of 400 problems has a difficulty from 999 to inf"):
        spec.task(5, 0)
    assert spec.task(
        5, 0, params={"length": 6}
    ).answer  # whoever sets a parameter is not held to the level's bounds
    assert (spec.task(1, 0).guess_rate, spec.task(2, 0).guess_rate) == (0.3, 0.0)


def test_an_answer_that_is_too_long_is_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "fixtures"))
    (spec,) = read(tmp_path, BOUNDED.replace("chars: [7, ", "chars: [6, "))
    with pytest.raises(GenerationError, match="an answer of 6 characters at most"):
        spec.task(1, 0)
    assert spec.task(2, 0).answer
