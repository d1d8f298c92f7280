"""Checkpoints that a killed run can always go on from.

A checkpoint is a folder that appears whole or not at all: it is written under another name, flushed to the disk and
then renamed. Tensors go through `torch.distributed.checkpoint`: of those that are sharded every process writes its own
part, all at the same time, and reads what it needs later, whatever the number of processes is then. Nothing is ever
written into a finished checkpoint, and one that is to go is first renamed as well, so a run that is killed at any
moment leaves at least the newest finished one behind. Names begin with a number that only rises (``000007-step-120``):
the newest is the one with the highest, also after a run went back to an earlier step. Inside are weights
(`LanguageModel.save`), tensors (the trained weights in full precision, optimizers) as safetensors, and JSON: nothing in
a checkpoint can run code.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor
from torch.distributed.checkpoint import state_dict_loader, state_dict_saver
from torch.distributed.checkpoint.hf_storage import HuggingFaceStorageReader, HuggingFaceStorageWriter
from torch.distributed.checkpoint.metadata import TensorStorageMetadata

from ..version import __version__

FORMAT = 2
MODEL, TENSORS, STATE = "model", "tensors", "state.json"
_NAME = re.compile(r"(\d{6,})-step-(\d+)")
_HIDDEN = re.compile(r"\.(writing|removing)-\d{6,}-step-\d+")


@dataclass(frozen=True)
class Checkpoint:
    """All that a run goes on from, except for the weights, which lie beside it in the folder ``model``.

    Attributes:
        step: number of finished steps.
        facts: JSON: configuration, counters, the curriculum's state, states of `random.Random`, ...
        tensors: by name; sharded ones (`DTensor`) are written by all processes, each its part.
        score: how good the policy is, by which the best checkpoint is kept; None if that was not measured.
    """

    step: int
    facts: Mapping[str, Any] = field(default_factory=dict)
    tensors: Mapping[str, Tensor] = field(default_factory=dict)
    score: float | None = None


def save(
    folder: Path,
    checkpoint: Checkpoint,
    write_model: Callable[[Path], None] | None = None,
    keep: int = 2,
    *,
    together: bool = False,
) -> Path:
    """Write a checkpoint and remove those that are neither among the `keep` newest nor the best.

    One process at a time may write to `folder`, or all of a run together.

    Args:
        folder: where the checkpoints of a run lie, on a disk that all processes see; made if missing.
        checkpoint: the state; facts and score are those of the main process.
        write_model: writes the weights to the folder that it is given, such as `LanguageModel.save`.
        keep: at least 1.
        together: whether all processes of the run call this, each with its part of the tensors.

    Returns:
        The folder of the new checkpoint.

    Raises:
        ValueError: if `keep` is below 1.
    """
    if keep < 1:
        raise ValueError(f"keep={keep}: at least the newest checkpoint is kept, give 1 or more")
    main = not together or dist.get_rank() == 0
    if main:
        folder.mkdir(parents=True, exist_ok=True)
        _tidy(folder)
        number = max((_number(path) for path in finished(folder)), default=0) + 1
        draft = folder / f".writing-{number:06d}-step-{checkpoint.step}"
        draft.mkdir()
        (draft / TENSORS).mkdir()
        if write_model is not None:
            (draft / MODEL).mkdir()
    if together:
        dist.barrier()
        (draft,) = (path for path in folder.glob(".writing-*") if _HIDDEN.fullmatch(path.name))
    target = folder / draft.name.removeprefix(".writing-")
    if write_model is not None:
        write_model(draft / MODEL)
    if checkpoint.tensors:
        writer = HuggingFaceStorageWriter(str(draft / TENSORS), save_distributed=True)
        with _one_process_is_fine():
            state_dict_saver.save(dict(checkpoint.tensors), storage_writer=writer, no_dist=not together)
    if together:
        dist.barrier()
    if main:
        _finish(folder, draft, target, checkpoint, keep)
    if together:
        dist.barrier()
    return target


def _finish(folder: Path, draft: Path, target: Path, checkpoint: Checkpoint, keep: int) -> None:
    """All parts are written: the rest, and the name under which a run finds them."""
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


def read(path: Path) -> Checkpoint:
    """What a checkpoint says, without its tensors.

    Raises:
        ValueError: if it is of a format that this version does not know.
    """
    state = _state(path)
    if state.get("format") != FORMAT:
        raise ValueError(
            f"{path} has format {state.get('format')!r}, this is rlvr {__version__} and reads {FORMAT}: go on with "
            f"rlvr {state.get('version')}, which wrote it, or begin a new run from its weights (--model {path / MODEL})"
        )
    return Checkpoint(state["step"], state["facts"], {}, state["score"])


def shapes(path: Path) -> dict[str, tuple[int, ...]]:
    """Names and shapes of a checkpoint's tensors, whole."""
    return {name: tuple(each.size) for name, each in _metadata(path).items()}


def load(path: Path, into: Mapping[str, Tensor] | None = None, *, together: bool = False) -> Checkpoint:
    """Read the checkpoint at `path`; the weights for others are in its folder `MODEL`.

    Args:
        path: see `save`.
        into: tensors that are filled, sharded or not; None for whole tensors on the CPU.
        together: whether all processes of a run call this, each with its part of the same tensors.

    Raises:
        ValueError: if it is of a format that this version does not know, or lacks a tensor of `into`, or has one of
            another shape.
    """
    found = read(path)
    known = _metadata(path)
    if into is None:
        into = {name: torch.empty(each.size, dtype=each.properties.dtype) for name, each in known.items()}
    for name, tensor in into.items():
        if name not in known or tuple(known[name].size) != tuple(tensor.shape):
            held = f"there {tuple(known[name].size)}" if name in known else "not there"
            raise ValueError(f"{path} is of another model: {name} is {tuple(tensor.shape)} here and {held}")
    if into:
        with _one_process_is_fine():
            reader = HuggingFaceStorageReader(str(path / TENSORS))
            state_dict_loader.load({**into}, storage_reader=reader, no_dist=not together)
    return replace(found, tensors=into)


def _metadata(path: Path) -> dict[str, TensorStorageMetadata]:
    found = HuggingFaceStorageReader(str(path / TENSORS)).read_metadata().state_dict_metadata
    return {name: each for name, each in found.items() if isinstance(each, TensorStorageMetadata)}


@contextmanager
def _one_process_is_fine() -> Iterator[None]:
    """Without the remark of torch that there is one process only."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="torch.distributed is disabled")
        yield


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
