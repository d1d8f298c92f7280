"""The folder of a run: whether this run may write to it, and files that are there whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import checkpoints
from .config import TrainConfig


def write_json(file: Path, value: Any) -> None:
    """Write a file that is there whole or not at all, whenever the run is killed."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.writing")
    draft.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
    draft.replace(file)


def check_folder(folder: Path, config: TrainConfig, resume: bool) -> None:
    """See whether this run may write to the folder.

    Raises:
        ValueError: if it holds a run and `resume` was not asked for; or another run, or none, and it was.
    """
    file = folder / "config.json"
    if not file.exists():
        if resume:
            raise ValueError(f"{folder} holds no run to resume")
        return
    if not resume:
        if checkpoints.latest(folder / "checkpoints") is None:
            return  # it died before there was anything to go on from
        raise ValueError(f"{folder} holds a run: give --resume to go on with it, or another --out")
    # What is not in the file was added to the settings since, and is as it was by default.
    held = TrainConfig.from_mapping(json.loads(file.read_text(encoding="utf-8")))
    differing = dict(_differing(config.to_json(), held.to_json()))
    # A longer run is the same run, as long as no step size depends on its length.
    if differing and not (list(differing) == ["steps"] and config.optimizer.steps == 0):
        changes = "; ".join(f"{name} was {was!r}, is {now!r}" for name, (was, now) in sorted(differing.items()))
        raise ValueError(f"{folder} holds a run with other settings: {changes}")


def _differing(wanted: Any, held: Any, where: str = "") -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Names of the settings that are not the same, with what they were and what they are."""
    if isinstance(wanted, dict) and isinstance(held, dict):
        for key in sorted(wanted.keys() | held.keys()):
            yield from _differing(wanted.get(key), held.get(key), f"{where}.{key}" if where else key)
    elif wanted != held:
        yield where, (held, wanted)
