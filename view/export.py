"""The viewer as files for any web host: the same front end, over the same JSON, in gzipped files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..export.errors import DatasetError
from .files import front_end
from .gallery import environments, middle, slug, spec_of, task_json, task_of
from .saved import Saved
from .security import POLICY
from .values import finite

SEEDS = 3


def export(
    folder: Path,
    names: list[str] | None = None,
    told: Callable[[str], None] = lambda text: None,
    paths: Sequence[Path] = (),
    compared: Sequence[str] = (),
) -> int:
    """Write the gallery and, with `paths`, what was saved there: evaluations, leaderboards, trust, comparisons.

    The JSON files are gzipped under their plain names (``.json``): a host need not know that, the page looks at their
    first bytes.

    Args:
        folder: a new or empty folder.
        names: ids of environments; None for all.
        told: is called with the id of each environment as its tasks are made.
        paths: folders with evaluations and files of checks; see `rlvr.view.saved`.
        compared: pairs of evaluations, as ``BASE:OTHER``.

    Returns:
        The bytes that were written.

    Raises:
        DatasetError: if the folder has something in it.
        LookupError: if there is no such evaluation, or two have no task in common.
    """
    if folder.exists() and any(folder.iterdir()):
        raise DatasetError(f"{folder} is not empty; give a new folder")
    saved = Saved(paths, compared) if paths or compared else None
    written = 0

    def write(path: str, data: bytes) -> None:
        nonlocal written
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        written += len(data)

    def write_json(path: str, value: Any) -> None:
        text = json.dumps(finite(value), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        write(path, gzip.compress(text, 9, mtime=0))

    for path, data in front_end().items():
        if path == "index.html":  # no server will send the policy in its headers
            meta = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'.encode()
            data = data.replace(b"<!-- policy -->", meta)
        write(path, data)
    listed = environments(served=False, seeds=SEEDS)
    if names is not None:
        wanted = {spec_of(slug(name)).id for name in names}
        listed["envs"] = [entry for entry in listed["envs"] if entry["id"] in wanted]
    listed["pages"] = [] if saved is None else ["evals", "trust"]
    write_json("data/envs.json", listed)
    for path, value in [] if saved is None else saved.files():
        write_json(f"data/{path}", value)
    for entry in listed["envs"]:
        told(entry["id"])
        name = entry["slug"]
        for level in entry["levels"]:
            for seed in range(SEEDS):
                write_json(f"data/task/{name}/{level}-{seed}.json", task_json(task_of(name, level, seed)))
        first = task_json(task_of(name, middle(spec_of(name)), 0), wordings=False)
        for level in {entry["levels"][0], entry["middle"], entry["levels"][-1]}:
            made = first if level == entry["middle"] else task_json(task_of(name, level, 0), wordings=False)
            write_json(f"data/picture/{name}/{level}-0.json", {"svg": made["svg"]})
    (folder / ".nojekyll").touch()  # GitHub's pages leave out folders otherwise
    return written
