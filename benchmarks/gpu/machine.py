"""What the checks share: options, the device, timing, a place for results, and a verdict at the end."""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from rlvr.agents.device import compute_on

NO_GPU = 3
"""Exit status where there is no GPU and no ``--tiny``: nothing was checked, which is not a failure of the code."""


class Checks:
    """The results of one script.

    Attributes:
        tiny: sizes for a CPU and seconds; the code is the same.
        device: where the checks run.
        out: folder of the results.
    """

    def __init__(self, name: str, about: str, arguments: list[str] | None, *more: tuple[str, Any]) -> None:
        """Read the command line; ends with `NO_GPU` where there is no GPU.

        Args:
            name: of the script and of its file of results.
            about: one sentence.
            arguments: those of the command line; None for the process's own.
            more: further options, (name, default) pairs.
        """
        parser = argparse.ArgumentParser(prog=f"python -m benchmarks.gpu.{name}", description=about)
        parser.add_argument("--out", type=Path, default=Path("gpu-results"), help="folder of the results")
        parser.add_argument(
            "--tiny", action="store_true", help="on the CPU, in seconds: whether all of it runs"
        )
        for option, default in more:
            parser.add_argument(f"--{option}", type=type(default), default=default)
        self.options = parser.parse_args(arguments)
        self.name, self.tiny, self.out = name, self.options.tiny, self.options.out
        if not self.tiny and not torch.cuda.is_available():
            print(
                f"{name}: no GPU is visible to torch; run it on one, or on a CPU with --tiny", file=sys.stderr
            )
            raise SystemExit(NO_GPU)
        self.device = torch.device("cpu" if self.tiny else "cuda")
        compute_on(self.device)
        self.out.mkdir(parents=True, exist_ok=True)
        self.began = time.perf_counter()
        self.results: dict[str, Any] = {"machine": _machine(self.device), "tiny": self.tiny, "checks": []}

    def note(self, name: str, value: Any) -> None:
        """Keep a result and show it."""
        self.results[name] = value
        shown = f"{value:.6g}" if isinstance(value, float) else value
        print(f"[{time.perf_counter() - self.began:6.1f} s] {name}: {shown}", flush=True)
        self._write()

    def check(self, name: str, value: float, bound: float) -> None:
        """Ask for ``value <= bound``; a failure is shown and ends the script with status 1 at its end."""
        passed = value <= bound  # false for NaN
        self.results["checks"].append({"name": name, "value": value, "bound": bound, "passed": passed})
        word = "ok  " if passed else "FAIL"
        print(
            f"[{time.perf_counter() - self.began:6.1f} s] {word} {name}: {value:.4g} <= {bound:.4g}", flush=True
        )
        self._write()

    def finish(self) -> int:
        """Write the results and give the exit status."""
        failed = [check["name"] for check in self.results["checks"] if not check["passed"]]
        self.results["seconds"] = time.perf_counter() - self.began
        self._write()
        print(f"{self.name}: {'FAILED: ' + ', '.join(failed) if failed else 'all checks passed'}", flush=True)
        return 1 if failed else 0

    def _write(self) -> None:
        text = json.dumps(self.results, indent=1) + "\n"
        (self.out / f"{self.name}.json").write_text(text, encoding="utf-8")


def seconds(work: Callable[[], Any], device: torch.device, repeats: int = 5, warm: int = 2) -> float:
    """The median time of `work`, after `warm` runs that do not count."""
    times = []
    for number in range(warm + repeats):
        settle(device)
        start = time.perf_counter()
        work()
        settle(device)
        if number >= warm:
            times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def settle(device: torch.device) -> None:
    """Wait until the device has done all that it was told."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def _machine(device: torch.device) -> dict[str, str]:
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else platform.processor() or "CPU"
    return {"device": name, "torch": torch.__version__, "python": platform.python_version()}
