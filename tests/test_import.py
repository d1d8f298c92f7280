"""Importing the package is light, and each part loads only what it needs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import rlvr

HEAVY = [
    "torch",
    "sympy",
    "pyarrow",
    "pandas",
    "matplotlib",
    "rich",
    "typer",
    "docker",
    "vllm",
    "transformers",
    "networkx",
    "mpmath",
    "gymnasium",
    "numpy",
]


def loaded(code: str) -> set[str]:
    shown = "; import sys, json; print(json.dumps(sorted(sys.modules)))"
    made = subprocess.run([sys.executable, "-c", code + shown], capture_output=True, text=True, check=True)
    return set(json.loads(made.stdout.splitlines()[-1]))


def test_importing_loads_nothing_heavy_and_no_task() -> None:
    modules = loaded("import rlvr; assert rlvr.list()")
    assert not modules & set(HEAVY)
    ours = {name for name in modules if name.startswith("rlvr.")}
    assert not any(name.startswith("rlvr.generators.text") or name.startswith("rlvr.envs") for name in ours)


def test_importing_reads_no_entry_and_looks_for_no_plug_in() -> None:
    """Each of these takes long beside all the rest."""
    late = {"yaml", "importlib.metadata", "importlib.resources", "difflib"}
    assert not (loaded("import rlvr, rlvr.registry") - loaded("pass")) & late
    assert "rlvr/sudoku-v0" in rlvr.registry._files


def test_a_reward_worker_loads_no_generator() -> None:
    modules = loaded(
        "import rlvr, json; rlvr.get('word-sorting').verify_answer({'words': ['b', 'a'], 'descending': False}, 'a b')"
    )
    assert "rlvr.verifiers.text.word_sorting" in modules
    assert not any(name.startswith("rlvr.generators.text") for name in modules)
    assert not modules & set(HEAVY)


def test_generating_loads_no_verifier_and_no_environment() -> None:
    modules = loaded("import rlvr; next(rlvr.generate('word-sorting'))")
    assert "rlvr.generators.text.word_sorting" in modules
    assert not any(name.startswith(("rlvr.verifiers.text", "rlvr.envs")) for name in modules)


def test_the_math_verifier_loads_nothing_heavy() -> None:
    modules = loaded("from rlvr.verifiers import math; assert math.check('1/2', '0.5').passed")
    assert not modules & set(HEAVY)


@pytest.mark.parametrize(
    "imports",
    [
        "import rlvr, gymnasium as gym",
        "import gymnasium as gym, rlvr",
        "import rlvr; from gymnasium import envs",
    ],
)
def test_gymnasium_knows_the_environments_whichever_is_imported_first(imports: str) -> None:
    shown = "print(gymnasium.make('rlvr/word-sorting-v0').reset(seed=0)[1]['task'].id)"
    loader = "print(type(gymnasium.__spec__.loader).__name__, type(gymnasium.__loader__).__name__)"
    code = f"{imports}; import gymnasium; {loader}; {shown}"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.split() == ["SourceFileLoader", "SourceFileLoader", "rlvr/word-sorting-v0:1:0"]


def test_a_registry_file_is_known_to_gymnasium_too(tmp_path) -> None:
    code = (
        "import sys, rlvr; rlvr.register(sys.argv[1]); assert 'gymnasium' not in sys.modules; import gymnasium;"
        "assert 'broken/right-v0' in gymnasium.registry and 'rlvr/sudoku-v0' in gymnasium.registry"
    )
    file = tmp_path / "own.yaml"
    file.write_text(OWN, encoding="utf-8")
    subprocess.run([sys.executable, "-c", code, str(file)], check=True)


OWN = """
tasks:
  - id: broken/right-v0
    title: Word sorting again
    family: text
    description: The built-in task under another id.
    generator: rlvr.generators.text.word_sorting:generate
    verifier: rlvr.verifiers.text.word_sorting:verify
    proxy: none
    levels: {words: [3], letters: [3], descending: [false]}
"""
