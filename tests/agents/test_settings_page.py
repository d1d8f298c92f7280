"""docs/settings.md says what the configuration says, and a docstring that forgets a setting is found."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "settings.py"


def test_the_page_is_current() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_setting_is_there() -> None:
    from rlvr.agents.config import TrainConfig

    def names(values: dict, prefix: str = "") -> set[str]:  # type: ignore[type-arg]
        own = {f"{prefix}{key}" for key in values}
        sections = ("model", "sampling", "optimizer", "warm_up", "evaluation", "tasks")
        deeper = (names(values[key], f"{key}.") for key in sections if not prefix)
        return own.union(*deeper) - ({*sections, "algorithm"} if not prefix else set())

    text = SCRIPT.with_suffix(".md").read_text(encoding="utf-8")
    config = TrainConfig.from_mapping({"tasks": {"envs": ["sudoku"]}}).to_json()
    assert [name for name in names(config) if f"| `{name}` |" not in text] == []
    assert "| `algorithm.clip_high` |" in text


def test_a_docstring_that_leaves_a_field_out_is_refused() -> None:
    spec = importlib.util.spec_from_file_location("settings_page", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    @dataclass
    class Half:
        """Of a thing.

        Attributes:
            told: two lines
                of it.
        """

        told: int = 0
        forgotten: int = 0

    with pytest.raises(ValueError, match="differ in forgotten"):
        module.attributes(Half)
