"""``rlvr doctor``: what is installed, what is ready, and how to get what is missing."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform

from rich.markup import escape
from rich.table import Table

from .. import __version__, specs
from ..sandbox.survey import survey
from .console import console

_LIBRARIES = {
    "gymnasium": "core",
    "numpy": "core",
    "pyarrow": "core: parquet datasets",
    "sympy": "core: symbolic checks",
    "torch": "training: pip install 'rlvr-gym[train]'",
    "matplotlib": "plots: pip install 'rlvr-gym[train]'",
    "vllm": "fast sampling on a GPU: pip install vllm",
    "docker": "containers for code environments: pip install 'rlvr-gym[docker]'",
}


def doctor() -> None:
    """Tell what is installed here and what is ready: libraries, GPU, vLLM, where code runs."""
    table = Table(title=f"rlvr {__version__}, Python {platform.python_version()}, {platform.platform()}")
    table.title_justify = "left"
    for column in ("part", "state", "note"):
        table.add_column(column)
    table.add_row("environments", f"[green]{len(specs())}[/]", "in the registry")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    table.add_row("processor", f"{cores} cores", platform.machine())
    for name, purpose in _LIBRARIES.items():
        try:
            table.add_row(name, f"[green]{importlib.metadata.version(name)}[/]", escape(purpose))
        except importlib.metadata.PackageNotFoundError:
            table.add_row(name, "[yellow]not installed[/]", escape(purpose))
    table.add_row("GPU", *_gpu())
    for finding in survey():
        colour = "green" if finding.ready else "yellow"
        table.add_row(finding.part, f"[{colour}]{finding.state}[/]", escape(finding.note))
    console.print(table)


def _gpu() -> tuple[str, str]:
    if importlib.util.find_spec("torch") is not None:
        import torch

        if torch.cuda.is_available():
            properties = torch.cuda.get_device_properties(0)
            memory = properties.total_memory / 2**30
            return "[green]ready[/]", f"{torch.cuda.device_count()} x {properties.name}, {memory:.0f} GiB"
        return "[yellow]none[/]", "torch sees no CUDA device; training runs on the CPU"
    return "[yellow]unknown[/]", "torch is not installed"
