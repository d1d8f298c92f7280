"""Checkpoints that a killed run can always go on from.

A checkpoint is a folder that appears whole or not at all: it is written under another name, flushed to the disk and
then renamed. Nothing is ever written into a finished one, and one that is to go is first renamed as well, so a run
that is killed at any moment leaves at least the newest finished checkpoint behind. Names begin with a number that
only rises (``000007-step-120``): the newest is the one with the highest, also after a run went back to an earlier
step. Inside are weights (`LanguageModel.save`), tensors (optimizers, generators; read with ``weights_only``) and
JSON: nothing in a checkpoint can run code.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from ..version import __version__

FORMAT = 1
MODEL, TENSORS, STATE = "model", "tensors.pt", "state.json"
_NAME = re.compile(r"(\d{6,})-step-(\d+)")
_HIDDEN = re.compile(r"\.(writing|removing)-\d{6,}-step-\d+")


@dataclass(frozen=True)
class Checkpoint:
    """All that a run goes on from, except for the weights, which lie beside it in the folder ``model``.

    Attributes:
        step: number of finished steps.
        facts: JSON: configuration, counters, the curriculum's state, states of `random.Random`, ...
        tensors: dicts and lists of tensors and plain values, such as `Optimizer.state_dict` gives.
        score: how good the policy is, by which the best checkpoint is kept; None if that was not measured.
    """

    step: int
    facts: Mapping[str, Any] = field(default_factory=dict)
    tensors: Mapping[str, Any] = field(default_factory=dict)
    score: float | None = None


def save(
    folder: Path, checkpoint: Checkpoint, write_model: Callable[[Path], None] | None = None, keep: int = 2
) -> Path:
    """Write a checkpoint and remove those that are neither among the `keep` newest nor the best.

    One process at a time may write to `folder`.

    Args:
        folder: where the checkpoints of a run lie; made if missing.
        checkpoint: the state.
        write_model: writes the weights to the folder that it is given, such as `LanguageModel.save`.
        keep: at least 1.

    Returns:
        The folder of the new checkpoint.

    Raises:
        ValueError: if `keep` is below 1.
    """
    if keep < 1:
        raise ValueError(f"keep={keep}: at least the newest checkpoint is kept, give 1 or more")
    folder.mkdir(parents=True, exist_ok=True)
    _tidy(folder)
    number = max((_number(path) for path in finished(folder)), default=0) + 1
    target = folder / f"{number:06d}-step-{checkpoint.step}"
    draft = folder / f".writing-{target.name}"
    draft.mkdir()
    if write_model is not None:
        (draft / MODEL).mkdir()
        write_model(draft / MODEL)
    torch.save(dict(checkpoint.tensors), draft / TENSORS)
    state = {
        "format": FORMAT,
        "version": __version__,
        "step": checkpoint.step,
        "score": checkpoint.score,
        "facts": dict(checkpoint.facts),
    }
    (draft / STATE).write_text(json.dumps(state, indent=1), encoding="utf-8")
    # The order is the point: all that is inside reaches the disk before the name does.
    for parent, _, files in os.walk(draft):
        for name in files:
            _flush(Path(parent) / name)
        _flush(Path(parent))
    draft.rename(target)
    _flush(folder)
    kept = {*finished(folder)[-keep:], best(folder)}
    for path in finished(folder):
        if path not in kept:
            path.rename(path.with_name(f".removing-{path.name}"))
    _tidy(folder)
    return target


def load(path: Path) -> Checkpoint:
    """Read the checkpoint at `path`, tensors on the CPU; the weights are in its folder `MODEL`.

    Raises:
        ValueError: if it is of a format that this version does not know.
    """
    state = _state(path)
    if state.get("format") != FORMAT:
        raise ValueError(
            f"{path} has format {state.get('format')!r}, this is rlvr {__version__} and reads {FORMAT}: "
            f"use the version that wrote it, {state.get('version')}"
        )
    tensors = torch.load(path / TENSORS, map_location="cpu", weights_only=True)
    return Checkpoint(state["step"], state["facts"], tensors, state["score"])


def finished(folder: Path) -> list[Path]:
    """All finished checkpoints, oldest first; [] if there is no such folder."""
    if not folder.is_dir():
        return []
    return sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), key=_number)


def latest(folder: Path) -> Path | None:
    """The newest checkpoint, or None."""
    return max(finished(folder), key=_number, default=None)


def best(folder: Path) -> Path | None:
    """The checkpoint with the highest score (the earliest of equals), or None if none was measured."""
    scored = [(path, score) for path in finished(folder) if (score := _state(path)["score"]) is not None]
    return max(scored, key=lambda pair: pair[1], default=(None, 0.0))[0]


def _number(path: Path) -> int:
    return int(path.name.split("-")[0])


def _state(path: Path) -> dict[str, Any]:
    state: dict[str, Any] = json.loads((path / STATE).read_text(encoding="utf-8"))
    return state


def _tidy(folder: Path) -> None:
    """Remove what is half written or half removed."""
    for path in folder.iterdir():
        if _HIDDEN.fullmatch(path.name):
            shutil.rmtree(path)


def _flush(path: Path) -> None:
    """Have a file or a folder's list of names on the disk when this returns."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
