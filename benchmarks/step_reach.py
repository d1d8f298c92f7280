"""``python -m benchmarks.step_reach``: which files of the package one training step runs, and how long they are.

What somebody has to read who wants to know what a step does. A tiny model is trained from nothing on one environment;
the second step is traced. No clock is read: the numbers are the same on every machine.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console

import rlvr
from rlvr.agents import from_scratch
from rlvr.agents.config import TrainConfig
from rlvr.agents.set_up import set_up

ROOT = Path(rlvr.__file__).resolve().parent


@contextmanager
def traced() -> Iterator[dict[str, set[int]]]:
    """The lines of the package that run meanwhile, by file, in threads that begin meanwhile as well."""
    lines: dict[str, set[int]] = {}

    def call(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        name = frame.f_code.co_filename
        file = Path(name).resolve()
        if name.startswith("<") or not file.is_relative_to(ROOT):  # "<frozen ...>" and "<string>" are no files
            return None
        if name == __file__:
            return None
        seen = lines.setdefault(str(file.relative_to(ROOT)), set())

        def line(inner: FrameType, event: str, _: Any) -> Callable[..., Any]:
            seen.add(inner.f_lineno)
            return line

        return line

    threading.settrace(call)
    sys.settrace(call)
    try:
        yield lines
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]


def reach(env: str, *settings: str) -> dict[str, tuple[int, int]]:
    """For each file that a step on an environment runs: its lines, and how many of them run."""
    from_scratch.TEXTS = 200
    with tempfile.TemporaryDirectory() as folder:
        usual = [
            f"tasks.envs=[{env}]",
            "tasks.levels=[1,1]",
            "tasks.reward={name: random}",  # a model that knows nothing would earn nothing, and learn nothing
            "model={device: cpu, width: 32, layers: 1, heads: 2, key_heads: 1, hidden: 64, context: 640}",
            "steps=3",
            "prompts=4",
            "samples=4",
            "sampling.max_tokens=20",
            f"out={folder}/run",
        ]
        run = set_up(TrainConfig.load(None, [*usual, *settings]), console=Console(quiet=True))
        run.begin()
        run.trainer.step()
        with traced() as lines:
            run.trainer.step()
        run.trainer.close()
        run.monitors.end()
    return {
        file: (len((ROOT / file).read_text(encoding="utf-8").splitlines()), len(ran))
        for file, ran in sorted(lines.items())
        if ran
    }


def total(found: dict[str, tuple[int, int]]) -> str:
    """Files, lines and lines that run, in words."""
    length, ran = (sum(each[i] for each in found.values()) for i in (0, 1))
    return f"{len(found)} files, {length:,} lines, of which {ran:,} run"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.step_reach", description=__doc__)
    parser.add_argument("--env", default="linear-systems")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="settings")
    chosen = parser.parse_args(arguments)
    found = reach(chosen.env, *chosen.settings)
    for file, (length, ran) in found.items():
        print(f"{file:50} {length:5} {ran:5}")
    print(f"agents: {total({file: each for file, each in found.items() if file.startswith('agents/')})}")
    print(f"all: {total(found)}")


if __name__ == "__main__":
    main()
