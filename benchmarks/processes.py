"""What can only be measured in fresh processes: import time, and the memory and speed of dataset files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from rlvr import TaskSpec

from .timing import rounded

MIX = ("word-sorting", "arithmetic", "cipher")
_ROOT = Path(__file__).resolve().parents[1]
_IMPORT = """
import time
wall, cpu = time.perf_counter(), time.process_time()
import {module}
print(time.perf_counter() - wall, time.process_time() - cpu)
"""


def measure_imports(modules: Sequence[str], times: int) -> dict[str, dict[str, float]]:
    """Seconds that ``import MODULE`` takes in a fresh interpreter: medians, measured in turns."""
    found: dict[str, list[tuple[float, float]]] = {module: [] for module in modules}
    for _ in range(times + 1):
        for module in modules:
            # -P: the checkout's folders must not be taken for libraries of the same name.
            command = [sys.executable, "-P", "-c", _IMPORT.format(module=module)]
            wall, cpu = _output(command).split()
            found[module].append((float(wall), float(cpu)))
    return {
        module: {  # the first import filled the disk cache and is left out
            "wall_seconds": rounded(median(wall for wall, _ in seen[1:])),
            "cpu_seconds": rounded(median(cpu for _, cpu in seen[1:])),
        }
        for module, seen in found.items()
    }


def measure_files(specs: Sequence[TaskSpec], counts: tuple[int, int]) -> dict[str, Any]:
    """A dataset file of few and of many rows, and of many rows by two workers; each in a fresh process.

    The rows are a mix of cheap tasks, so that writing, deduplicating and the memory they take are what is seen.
    """
    chosen = [spec for spec in specs if spec.name in MIX] or list(specs)[:1]
    level = min(2, *(spec.levels[-1] for spec in chosen))
    request = {"names": [spec.id for spec in chosen], "levels": [level, level]}
    few, many = counts
    runs = {"few": (few, 1), "many": (many, 1), "many, two workers": (many, 2)}
    return {"names": [spec.name for spec in chosen], "level": level} | {
        name: _rows({**request, "count": count, "workers": workers}) for name, (count, workers) in runs.items()
    }


def _rows(request: dict[str, Any]) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.child", json.dumps(request)]
    found: dict[str, float] = json.loads(_output(command).splitlines()[-1])
    found["rows_per_second"] = found["rows"] / found["wall_seconds"]
    found["workers"] = request["workers"]
    return {name: rounded(value, 6 if name == "rows" else 3) for name, value in found.items()}


def _output(command: list[str]) -> str:
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:3])} failed:\n{done.stderr}")
    return done.stdout
