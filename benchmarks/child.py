"""What is measured in a process of its own: ``python -m benchmarks.child REQUEST``, a JSON object.

The result is one JSON object on the last line of the standard output.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from pathlib import Path

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]


def make_rows(names: list[str], levels: tuple[int, int], count: int, workers: int) -> dict[str, float]:
    """Write a dataset file with `rlvr.export`, throw it away, and tell how long it took and the peak memory."""
    from rlvr.export.generate import generate_file
    from rlvr.export.plan import make_plan

    plan = make_plan(names, count, levels=levels, fewer=True)
    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = time.perf_counter(), time.process_time()
        manifest = generate_file(plan, Path(folder) / "rows.jsonl", workers=workers)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {
        "rows": manifest["rows"],
        "megabytes": manifest["bytes"] / 1e6,
        "duplicates_left_out": manifest["duplicates_left_out"],
        "wall_seconds": wall,
        "cpu_seconds": cpu,
        "worker_cpu_seconds": workers_cpu(),
        "peak_mib": peak_memory(),
    }


def workers_cpu() -> float:
    """CPU seconds of the processes that this one started and that have ended."""
    if resource is None:
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def peak_memory() -> float:
    """The most memory this process ever held, in MiB; 0.0 where it cannot be told.

    Linux's VmHWM is asked first: ``ru_maxrss`` of a new process also counts the process that started it.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        status = ""
    if match := re.search(r"VmHWM:\s+([0-9]+) kB", status):
        return int(match.group(1)) / 1024
    if resource is None:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> None:
    request = json.loads(sys.argv[1])
    levels = (request["levels"][0], request["levels"][1])
    print(json.dumps(make_rows(request["names"], levels, request["count"], request["workers"])))


if __name__ == "__main__":
    main()
