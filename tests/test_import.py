"""Importing the package is light, and each room loads only what it needs."""

from __future__ import annotations

import json
import subprocess
import sys

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
