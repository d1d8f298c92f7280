"""The notebooks as pages: run from top to bottom, with what they print and draw."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nbformat
from environment_pages import fenced
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def write(folder: Path) -> None:
    """Write a page for each notebook, and their index."""
    place = folder / "notebooks"
    place.mkdir()
    names = []
    for path in sorted(FOLDER.glob("*.ipynb")):
        (place / f"{path.stem}.md").write_text(page(executed(path, place), place, path.stem))
        names.append(path.stem)
    tree = "\n".join(["```{toctree}", ":maxdepth: 1", "", *names, "```"])
    (place / "index.md").write_text(
        f"# Notebooks\n\nThey are run each time this site is built. The files are in `docs/notebooks/`.\n\n{tree}\n"
    )


def executed(path: Path, folder: Path) -> Any:
    """A notebook, run in a fresh kernel that starts in a folder.

    Raises:
        nbclient.exceptions.CellExecutionError: if a cell fails.
    """
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=where).execute()
    return notebook


def page(notebook: Any, place: Path, name: str) -> str:
    """A notebook as Markdown; pictures are written beside it."""
    parts = []
    for n, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for k, output in enumerate(cell.get("outputs", [])):
            parts.append(_output(output, place, f"{name}-{n}-{k}"))
    return "\n\n".join(part for part in parts if part) + "\n"


def _output(output: Any, place: Path, name: str) -> str:
    if output.output_type == "stream":
        return fenced(output.text.rstrip("\n"))
    data = output.get("data", {})
    if "image/svg+xml" in data:
        (place / f"{name}.svg").write_text("".join(data["image/svg+xml"]), encoding="utf-8")
        return f"```{{image}} {name}.svg\n:class: picture\n:alt: Output of the cell above\n```"
    if "application/json" in data:
        return fenced(json.dumps(data["application/json"], indent=2))
    return fenced(re.sub(r"\x1b\[[0-9;]*m", "", "".join(data.get("text/plain", ""))))
