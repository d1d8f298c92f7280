"""Weights in safetensors, read and written piece by piece: a process never holds more than what it keeps.

A model's parameter may be several tensors of the files, one behind the other along the first dimension (our decoder
keeps queries, keys and values as one matrix), and of a sharded parameter a rank keeps some rows only. So
`WeightFiles.fill` reads those rows and nothing else, and `write` takes weights as `LanguageModel.stream` gives them and
puts them into files of a bounded size.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor
from torch.distributed.tensor import DTensor, Shard

INDEX = "model.safetensors.index.json"
FILE_BYTES = 2**31
"""Most bytes of a file that is written, unless a single tensor has more."""


class WeightFiles:
    """The weights of a folder; open within a ``with``.

    Raises:
        FileNotFoundError: if there are no safetensors.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = sorted(folder.glob("model*.safetensors"))
        if not self._paths:
            raise FileNotFoundError(
                f"{folder} has no model*.safetensors; other formats of weights are not read"
            )
        self._stack = ExitStack()
        self._files: dict[str, Any] = {}

    def __enter__(self) -> Self:
        for path in self._paths:
            opened = self._stack.enter_context(safe_open(path, framework="pt"))
            self._files |= dict.fromkeys(opened.keys(), opened)
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    @property
    def names(self) -> set[str]:
        """Names of all tensors."""
        return set(self._files)

    def shape(self, name: str) -> tuple[int, ...]:
        """Shape of a tensor, or ValueError if there is none of this name."""
        if name not in self._files:
            raise ValueError(f"the weights have no {name}: they are of another model")
        return tuple(self._files[name].get_slice(name).get_shape())

    def rows(self, name: str, first: int, last: int) -> Tensor:
        """Some rows of a tensor, as they are in the file; other rows are not read."""
        if not self.shape(name):  # a single number
            tensor: Tensor = self._files[name].get_tensor(name)
            return tensor
        rows: Tensor = self._files[name].get_slice(name)[first:last]
        return rows

    @torch.no_grad()
    def fill(self, parameter: Tensor, names: Mapping[str, int]) -> None:
        """Read what this process has of a parameter.

        Args:
            parameter: whole, or sharded along its first dimension.
            names: the tensors that it is made of and the rows of each, in order.

        Raises:
            ValueError: if a name is missing or a shape differs.
        """
        own, begin = local(parameter)
        end, first = begin + (own.shape[0] if own.ndim else 1), 0
        for name, rows in names.items():
            expected = (rows, *parameter.shape[1:]) if parameter.ndim else ()
            if self.shape(name) != expected:
                raise ValueError(f"{name} has the shape {self.shape(name)}, this model's is {expected}")
            low, high = max(first, begin), min(first + rows, end)
            if low < high:
                place = own[low - begin : high - begin] if own.ndim else own
                place.copy_(self.rows(name, low - first, high - first))
            first += rows


def local(parameter: Tensor) -> tuple[Tensor, int]:
    """What this process holds of a parameter, and the number of its first row in the whole."""
    if not isinstance(parameter, DTensor):
        return parameter.detach(), 0
    own: Tensor = parameter.to_local().detach()
    (placement,), ranks = parameter.placements, parameter.device_mesh.size()
    if not isinstance(placement, Shard) or placement.dim != 0:
        raise ValueError(f"a weight is sharded as {placement}; only along its first dimension can it be read")
    each = -(-parameter.shape[0] // ranks)  # as `torch.chunk` cuts it
    begin = min(each * parameter.device_mesh.get_local_rank(), parameter.shape[0])
    if own.shape[0] != min(each, parameter.shape[0] - begin):
        raise ValueError("a weight is not sharded in equal parts")
    return own, begin


def write(
    weights: Iterable[tuple[str, Tensor]], folder: Path, *, keep: bool = True, limit: int = FILE_BYTES
) -> None:
    """Write weights as they come, with an index if there are several files.

    Args:
        weights: names and whole tensors.
        folder: exists.
        keep: False only goes through them, on ranks that help to gather.
        limit: most bytes of a file, unless a tensor alone has more.
    """
    files: list[Path] = []
    places: dict[str, int] = {}
    total = 0
    for number, part in enumerate(_portions(weights, keep, limit)):
        files.append(folder / f".part-{number}.safetensors")
        save_file(part, files[-1], metadata={"format": "pt"})
        places |= dict.fromkeys(part, number)
        total += sum(tensor.nbytes for tensor in part.values())
    if not keep:
        return
    for old in folder.glob("model*.safetensors"):
        old.unlink()
    (folder / INDEX).unlink(missing_ok=True)
    if len(files) == 1:
        files[0].replace(folder / "model.safetensors")
        return
    names = [f"model-{number + 1:05d}-of-{len(files):05d}.safetensors" for number in range(len(files))]
    for file, name in zip(files, names, strict=True):
        file.replace(folder / name)
    index = {
        "metadata": {"total_size": total},
        "weight_map": {name: names[place] for name, place in places.items()},
    }
    (folder / INDEX).write_text(json.dumps(index, indent=2) + "\n", encoding="utf-8")


def _portions(weights: Iterable[tuple[str, Tensor]], keep: bool, limit: int) -> Iterator[dict[str, Tensor]]:
    part: dict[str, Tensor] = {}
    size = 0
    for name, weight in weights:
        if not keep:
            continue
        if part and size + weight.nbytes > limit:
            yield part
            part, size = {}, 0
        part[name] = weight.detach().to("cpu", copy=True).contiguous()
        size += weight.nbytes
    if keep:
        yield part
