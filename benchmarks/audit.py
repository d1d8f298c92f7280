"""``python -m benchmarks.audit --python PYTHON --work FOLDER``: audit two public libraries and write the table.

PYTHON has ``reasoning-gym==0.1.25`` and ``math-verify==0.9.0`` (the extra ``bench``). FOLDER keeps one JSON file for
each target, so that a run that was stopped goes on. Every fault's first example is then tried again by its own snippet
in a plain process of PYTHON,, with nothing of ours. The table is docs/results/audit.md; ``--table`` writes it alone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rlvr.auditing import Report, Settings, TargetError, audit, read_target
from rlvr.auditing.rows import rows_of_environment
from rlvr.auditing.texts import CANARY

from .audit_page import page

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "results" / "audit.md"
SECONDS = 5.0
ROWS = 20
MATH_VERIFY = ROOT / "examples" / "math_verify_rewards.py"
TASKS = {
    "response": ("gcd-lcm", "fractions", "inequalities"),
    "latex": ("inequalities",),
    "raw": ("gcd-lcm",),
}


def targets(python: str) -> Iterator[tuple[str, str, str]]:
    """Name, target and environment of everything that is audited."""
    code = "import json; from reasoning_gym.factory import DATASETS; print(json.dumps(sorted(DATASETS)))"
    shown = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout
    for name in json.loads(shown):
        if name != "composite":  # it is made of others
            yield name, f"reasoning-gym:{name}", ""
    for way, tasks in TASKS.items():
        for task in tasks:
            yield f"math-verify-{way}-{task}", f"{MATH_VERIFY}:{way}", task


def one(text: str, task: str, python: str) -> dict[str, Any]:
    """Audit one target; a target that cannot be audited has an ``error``."""
    began = time.monotonic()
    settings = Settings(SECONDS, rows=ROWS) if not task else Settings(SECONDS, rows=ROWS, least=0.0, most=1.0)
    rows = rows_of_environment(task, ROWS, 2) if task else []
    try:
        report: Report = audit(read_target(text, python=python), rows, settings)
    except TargetError as error:
        return {"target": text, "error": str(error)}
    found = report.to_json()
    for finding in found["findings"]:
        if finding["weight"] == "fault":
            finding["seen_by_hand"] = by_hand(finding, python)
    return {**found, "task": task, "seconds": time.monotonic() - began}


def by_hand(finding: dict[str, Any], python: str) -> bool | None:
    """Whether the first example's snippet shows the same in a plain process; None where two calls are compared."""
    example, kind = finding["examples"][0], finding["kind"]
    if kind in ("unsteady", "batch", "thread", "state"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        try:
            made = subprocess.run(
                [python, "-c", example["snippet"]],
                cwd=folder,
                env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"PYTHONHASHSEED": "0"},
                capture_output=True,
                text=True,
                timeout=30 + 4 * SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return kind == "hangs" or Path(folder, CANARY).exists()
        if kind == "executes":
            return Path(folder, CANARY).exists()
        if kind == "raises":
            return made.returncode != 0 and example["came"].split(":")[0] in made.stderr
        if kind in ("dies", "memory"):
            return made.returncode != 0
        paid = made.stdout.split()[-1:] or [""]
        return kind != "hangs" and paid[0] in ("True", "1", "1.0", example["came"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--work", type=Path, default=Path("build/audit"))
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    for name, text, task in () if arguments.table else targets(arguments.python):
        file = arguments.work / f"{name}.json"
        if file.exists() or (arguments.only and name not in arguments.only):
            continue
        found = one(text, task, arguments.python)
        file.write_text(json.dumps(found, indent=1), encoding="utf-8")
        faults = [f["kind"] for f in found.get("findings", ()) if f["weight"] == "fault"]
        print(f"{name}: {found.get('error', faults)} {found.get('seconds', 0):.0f} s", flush=True)
    found = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(arguments.work.glob("*.json"))
    }
    command = "python -m benchmarks.audit --python PYTHON --work FOLDER"
    PAGE.write_text(page(found, command, ROWS, SECONDS), encoding="utf-8")


if __name__ == "__main__":
    main()
