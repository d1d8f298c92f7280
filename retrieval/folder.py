"""A folder of arrays: written whole or not at all, reopened without reading it.

Each array is an ``.npy`` file that is mapped into memory when the folder is opened, and ``index.json`` names them with
their shapes, types and checksums, beside what the engine itself has to say. Opening compares names, shapes, types and
sizes, and the checksum of ``index.json``; the checksums of the arrays are compared on demand, since that reads
everything. There is no pickle: a folder from elsewhere is data.
"""

from __future__ import annotations

import json
import os
import shutil
import uuid
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

FORMAT = 1
_INDEX = "index.json"

Array = npt.NDArray[Any]


def write(
    folder: Path,
    engine: str,
    about: Mapping[str, Any],
    arrays: Mapping[str, Array],
    beside: Callable[[Path], None] | None = None,
) -> None:
    """Write arrays and what is said about them into an empty or new folder.

    Args:
        folder: where to.
        engine: whose index it is.
        about: what the engine has to say, as JSON.
        arrays: by name.
        beside: writes more files into the folder that it is given; hidden ones do not count as part of the index.

    Raises:
        ValueError: the folder is not empty, or is a file.
    """
    folder = Path(folder)
    with new_folder(folder) as made:
        if beside is not None:
            beside(made)
        others = {
            path.relative_to(made).as_posix(): {"bytes": path.stat().st_size, "checksum": _file_checksum(path)}
            for path in sorted(made.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }
        kept = {name: _write_array(made / f"{name}.npy", array) for name, array in arrays.items()}
        body = {"format": FORMAT, "engine": engine, "about": dict(about), "arrays": kept, "files": others}
        write_json(made / _INDEX, {"checksum": _checksum(body), **body})


def read(folder: Path, engine: str, *, verify: bool = False) -> tuple[dict[str, Any], dict[str, Array]]:
    """What `write` was given; the arrays are read-only maps of the files.

    Args:
        folder: where it was written.
        engine: the one that it must be of.
        verify: compare the checksums of all arrays, which reads all of the files.

    Raises:
        ValueError: there is no index of this engine and format, or it is damaged.
    """
    folder = Path(folder)
    body = describe(folder)
    if body["engine"] != engine:
        raise ValueError(f"{folder} is an index of the engine {body['engine']!r}, not {engine!r}")
    arrays = {name: _read_array(folder, name, entry, verify) for name, entry in body["arrays"].items()}
    for name, entry in body["files"].items():
        _check_file(folder / name, entry, verify)
    return body["about"], arrays


def describe(folder: Path) -> dict[str, Any]:
    """The contents of ``index.json``.

    Raises:
        ValueError: there is none, it is of another format, or it is damaged.
    """
    path = Path(folder) / _INDEX
    try:
        body = json.loads(path.read_bytes())
    except OSError:
        raise ValueError(f"{folder} is no saved index: it has no {_INDEX}") from None
    except (ValueError, RecursionError):
        raise ValueError(f"{path} is damaged: it is no JSON") from None
    if not isinstance(body, dict) or "format" not in body:
        raise ValueError(f"{path} does not describe an index")
    if body["format"] != FORMAT:
        raise ValueError(f"{folder} has format {body['format']!r}; this version reads {FORMAT}: index it again")
    if body.pop("checksum", None) != _checksum(body):
        raise ValueError(f"{path} is damaged: its checksum is another")
    return body


class new_folder:  # noqa: N801 - used like a function
    """A context with a folder beside the wanted one, which takes its name when the context ends without an error."""

    def __init__(self, folder: Path) -> None:
        self._folder = Path(folder).absolute()
        if self._folder.exists() and (not self._folder.is_dir() or any(self._folder.iterdir())):
            raise ValueError(f"{folder} is there already, and not an empty folder")
        self._made = self._folder.with_name(f".{self._folder.name}.{uuid.uuid4().hex}")

    def __enter__(self) -> Path:
        self._made.mkdir(parents=True)
        return self._made

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if kind is None:
                if self._folder.exists():
                    self._folder.rmdir()
                self._made.rename(self._folder)
        except OSError as failed:
            raise ValueError(f"cannot write {self._folder}: {failed.strerror}") from failed
        finally:
            shutil.rmtree(self._made, ignore_errors=True)


def write_json(path: Path, value: object) -> None:
    """Write JSON with sorted keys, and see that it is on the disk."""
    with path.open("w", encoding="utf-8") as file:
        json.dump(value, file, sort_keys=True, indent=1)
        file.flush()
        os.fsync(file.fileno())


def _write_array(path: Path, array: Array) -> dict[str, Any]:
    array = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    try:
        with path.open("wb") as file:
            np.save(file, array, allow_pickle=False)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:  # numpy's tells how many bytes were written, and not why
        raise ValueError(f"{path.name} cannot be written: {error.strerror or 'no space left'}") from error
    return {
        "type": array.dtype.str,
        "shape": list(array.shape),
        "bytes": path.stat().st_size,
        "checksum": zlib.crc32(_flat(array)),
    }


def _read_array(folder: Path, name: str, entry: Mapping[str, Any], verify: bool) -> Array:
    path = folder / f"{name}.npy"
    try:
        size = path.stat().st_size
        if size != entry["bytes"]:
            raise ValueError(f"{path} is damaged: {size} bytes, not {entry['bytes']}")
        # Nothing can be mapped of an empty array.
        mode = None if 0 in entry["shape"] else "r"
        array: Array = np.asarray(np.load(path, mmap_mode=mode, allow_pickle=False))  # type: ignore[arg-type]
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path} is damaged: {error}") from None
    if array.dtype.str != entry["type"] or list(array.shape) != entry["shape"]:
        raise ValueError(f"{path} is damaged: it holds another array")
    if verify and zlib.crc32(_flat(array)) != entry["checksum"]:
        raise ValueError(f"{path} is damaged: its checksum is another")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    array.flags.writeable = False
    return array


def _check_file(path: Path, entry: Mapping[str, Any], verify: bool) -> None:
    try:
        if path.stat().st_size != entry["bytes"]:
            raise ValueError(f"{path} is damaged: {path.stat().st_size} bytes, not {entry['bytes']}")
        if verify and _file_checksum(path) != entry["checksum"]:
            raise ValueError(f"{path} is damaged: its checksum is another")
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None


def _file_checksum(path: Path) -> int:
    checksum = 0
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            checksum = zlib.crc32(piece, checksum)
    return checksum


def _flat(array: Array) -> memoryview | bytes:
    return array.data.cast("B") if array.size else b""


def _checksum(body: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(body, sort_keys=True).encode())
