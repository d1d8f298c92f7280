"""Parquet files, where pyarrow is installed: it is an extra, as it is larger than everything else together."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from .errors import DatasetError

INSTALL = 'pip install "rlvr-gym[parquet]"'


def has_parquet() -> bool:
    """Whether parquet files can be read and written here; nothing is imported."""
    return find_spec("pyarrow") is not None


def require_parquet(name: object) -> None:
    """Say early what is missing, before any work is done.

    Raises:
        DatasetError: if `name` is to be a parquet file and pyarrow is not installed.
    """
    if not has_parquet():
        raise DatasetError(
            f"{name}: parquet files need pyarrow: {INSTALL} (or give a name that ends in .jsonl)"
        )


def arrow(name: object) -> tuple[Any, Any]:
    """The modules ``pyarrow`` and ``pyarrow.parquet``, imported when they are first needed.

    Raises:
        DatasetError: if pyarrow is not installed; the message names the file and says how to install it.
    """
    require_parquet(name)
    import pyarrow as pa
    import pyarrow.parquet as pq

    return pa, pq
