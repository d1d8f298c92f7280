"""The documents are true: their code runs, their pages match the registry, their links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rlvr

ROOT = Path(rlvr.__file__).parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "trainers").glob("*.md")),
]


def blocks(page: str, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def shell(script: str, folder: Path) -> str:
    """Run a shell snippet with the `rlvr` of this interpreter; it must succeed."""
    tools = folder / "bin"
    tools.mkdir(exist_ok=True)
    command = tools / "rlvr"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rlvr "$@"\n')
    command.chmod(0o755)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": f"{tools}:{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


SHOWN = ("1.0 correct", "1.0 correct", "True\nwrong", "(42, 2) ")
"""What the snippets of README.md print, in their order."""


@pytest.mark.parametrize(("snippet", "shown"), list(zip(blocks("README.md", "python"), SHOWN, strict=True)))
def test_the_snippets_of_the_readme_run(snippet: str, shown: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", snippet], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("sandbox", "42\n\n(3, 'ab')\ncpu_limit\n"),
        ("sql", "1.0 6.0\n"),
        ("search-worlds", "['d2', 'd1']\n"),
        ("rewards", "0.0 0.0 True\n"),
        ("trainers/README", "True 1.0\n"),
        ("datasets", "rlvr/countdown-v0 356\n"),
        ("difficulty", "rlvr/sudoku-v0:6:0\n"),
        (
            "curricula",
            "{'word-sorting:1': 0.04, 'word-sorting:2': 0.28, 'word-sorting:3': 0.04, "
            "'number-bases:1': 0.04, 'number-bases:2': 0.58, 'number-bases:3': 0.02}\n",
        ),
    ],
)
def test_the_snippet_of_a_page_runs(page: str, shown: str, tmp_path: Path) -> None:
    (snippet,) = blocks(f"docs/{page}.md", "python")
    done = subprocess.run(
        [sys.executable, "-c", snippet], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == shown, done.stderr


def test_the_dataset_commands_of_the_readme_run(tmp_path: Path) -> None:
    (commands,) = [block for block in blocks("README.md", "sh") if "rlvr generate" in block]
    shell(commands, tmp_path)
    assert len((tmp_path / "test.jsonl").read_text().splitlines()) == 200
    assert len((tmp_path / "train.jsonl").read_text().splitlines()) == 1000


def test_the_other_commands_of_the_readme_exist(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`rlvr ([a-z]+)", text)) | set(re.findall(r"^rlvr ([a-z]+)", text, re.MULTILINE))
    shown = shell("rlvr --help", tmp_path)
    known = (
        "audit code list show play check verify doctor generate mcp sandbox serve sql train eval trajectories tune "
        "view"
    )
    assert named == set(known.split())
    assert all(name in shown for name in named)


def test_a_task_is_added_by_following_the_page(tmp_path: Path) -> None:
    page = "docs/adding-a-task.md"
    (tmp_path / "bracket_tasks.py").write_text("\n\n".join(blocks(page, "python")))
    (tmp_path / "brackets.yaml").write_text(blocks(page, "yaml")[0])
    shown = shell(blocks(page, "sh")[0], tmp_path)
    assert "All 1 hold." in shown
    assert len((tmp_path / "brackets.jsonl").read_text().splitlines()) == 500


def test_every_field_of_the_registry_is_documented() -> None:
    text = (ROOT / "docs/adding-a-task.md").read_text(encoding="utf-8")
    from rlvr import registry_entry

    for name in (*registry_entry.REQUIRED, *registry_entry.OPTIONAL):
        assert f"`{name}`" in text, name


def test_the_pages_made_from_the_registry_are_current() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "environments.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_documents_name_files_that_exist() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    for name in re.findall(r"`([a-z_]+/[a-z_/]+\.(?:py|yaml))`", text):
        assert (ROOT / name).exists(), name
