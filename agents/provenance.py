"""What made a run: versions of packages, the commit of this one, the machine. A line for each start of the run.

Two runs of one configuration under other versions are two runs; without this nobody could tell afterwards.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..version import __version__

PACKAGES = (
    "gymnasium",
    "numpy",
    "torch",
    "transformers",
    "tokenizers",
    "safetensors",
    "peft",
    "vllm",
    "pyarrow",
)
"""Packages whose version can change what a run does; those that are not installed are left out."""

SECONDS_FOR_GIT = 5.0


def provenance() -> dict[str, Any]:
    """Versions, commit and machine, as JSON.

    ``commit`` is that of the checkout that this package is imported from, and ``changed`` whether files of it differ
    from that commit; both are None in an installed package.
    """
    commit, changed = _commit(Path(__file__).parents[1])
    return {
        "rlvr": __version__,
        "commit": commit,
        "changed": changed,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: version for name in PACKAGES if (version := _version(name))},
        "device": _device(),
    }


def note_start(file: Path, step: int) -> None:
    """Add a line about a run that starts or goes on: `provenance`, the step it begins after, and the time in UTC."""
    file.parent.mkdir(parents=True, exist_ok=True)
    row = {"step": step, "time": datetime.now(UTC).isoformat(timespec="seconds"), **provenance()}
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _commit(folder: Path) -> tuple[str | None, bool | None]:
    if not (folder / ".git").exists():  # an installed package may lie in somebody else's repository
        return None, None
    try:
        commit = _git(folder, "rev-parse", "HEAD")
        return commit, bool(_git(folder, "status", "--porcelain", "--untracked-files=no"))
    except (OSError, subprocess.SubprocessError):
        return None, None


def _git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS_FOR_GIT)
    return done.stdout.strip()


def _device() -> str | None:
    """The name of the GPU, if torch is there and sees one."""
    torch = sys.modules.get("torch")
    return torch.cuda.get_device_name() if torch is not None and torch.cuda.is_available() else None
