"""The scripts of docs/trainers/: what a page shows is what is run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import rlvr

ROOT = Path(rlvr.__file__).parent


def script(name: str, number: int = -1) -> str:
    """One of the Python blocks of a page; by default the last one, which runs as it stands."""
    page = (ROOT / "docs" / "trainers" / f"{name}.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)[number]


def run(name: str, folder: Path) -> str:
    """What the script of a page prints, run in a folder of its own."""
    path = folder / f"{name}_page.py"
    path.write_text(script(name), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-P", path.name],
        cwd=folder,
        env={**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
