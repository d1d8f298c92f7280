"""``rlvr doctor``: what is installed, what is ready, and how to get what is missing."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import shutil
import socket
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from .. import __version__, specs
from .console import console

_LIBRARIES = {
    "gymnasium": "core",
    "numpy": "core",
    "pyarrow": "core: parquet datasets",
    "sympy": "core: symbolic checks",
    "torch": "training: pip install 'rlvr-gym[train]'",
    "matplotlib": "plots: pip install 'rlvr-gym[train]'",
    "vllm": "fast sampling on a GPU: pip install vllm",
    "docker": "the Docker client for code environments: pip install docker",
}


def doctor() -> None:
    """Tell what is installed here and what is ready: libraries, Docker, GPU, vLLM."""
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
    table.add_row("Docker engine", *_docker())
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


def _docker() -> tuple[str, str]:
    host = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    path = host.removeprefix("unix://")
    if host.startswith("unix://") and Path(path).exists():
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(2.0)
                connection.connect(path)
                connection.sendall(b"GET /_ping HTTP/1.0\r\n\r\n")
                if b" 200 " in connection.recv(64):
                    return "[green]ready[/]", "code environments can use it"
        except OSError as error:
            return "[yellow]not answering[/]", escape(f"{path}: {error.strerror or error}")
    if shutil.which("docker"):
        return "[yellow]not running[/]", "the client is here; start the engine (dockerd)"
    return "[yellow]not installed[/]", "needed for code environments only"
