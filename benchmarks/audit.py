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
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rlvr.auditing import Report, Settings, TargetError, audit, read_target
from rlvr.auditing.findings import TITLES
from rlvr.auditing.rows import rows_of_environment
from rlvr.auditing.texts import CANARY

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "results" / "audit.md"
SECONDS = 5.0
ROWS = 20
MATH_VERIFY = ROOT / "examples" / "math_verify_rewards.py"
TASKS = {
    "response": ("gcd-lcm", "fractions", "polynomial-equations", "inequalities"),
    "raw": ("gcd-lcm", "inequalities"),
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
                env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
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


def table(found: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The lines of a table of targets."""
    yield "| target | faults | shown by | to be read | best fixed text |"
    yield "|---|---|---|---|---|"
    for name, report in found.items():
        if "error" in report:
            yield f"| {name} | not audited | {_cell(report['error'])} | | |"
            continue
        faults = [f for f in report["findings"] if f["weight"] == "fault"]
        read = Counter(f["kind"] for f in report["findings"] if f["weight"] == "read")
        shown = "<br>".join(
            f"{_code(f['examples'][0]['python'])} → {_cell(f['examples'][0]['came'])}" for f in faults
        )
        best, share = report["best_constant"] or ("", 0.0)
        constant = f"{_code(repr(best))} {share:.0%}" if share >= 0.005 else ""
        kinds = "<br>".join(f["kind"] for f in faults) or "none"
        yield f"| {name} | {kinds} | {shown} | {', '.join(read)} | {constant} |"


def page(found: dict[str, dict[str, Any]], command: str) -> str:
    """The whole page."""
    peers = {"reasoning-gym 0.1.25": False, "Math-Verify 0.9.0": True}
    lines = [
        "# Audit of two public reward libraries",
        "",
        f"Made by `{command}`: {ROWS} problems a target, {SECONDS:g} s a call",
        "(a hang is confirmed with twice as much), 2 GiB of memory. A *fault* was seen again in a fresh process; the",
        "first example of each was then tried by its own snippet in a plain Python process, with nothing of ours.",
        "What each name means stands in [the guide](../audit.md). No fault is no proof that there is none.",
    ]
    for title, of_math in peers.items():
        part = {k: v for k, v in found.items() if k.startswith("math-verify") == of_math}
        kinds = Counter(
            kind
            for report in part.values()
            for kind in {f["kind"] for f in report.get("findings", ()) if f["weight"] == "fault"}
        )
        hands = [
            f.get("seen_by_hand")
            for r in part.values()
            for f in r.get("findings", ())
            if f["weight"] == "fault"
        ]
        clean = sum(1 for r in part.values() if r.get("passed"))
        lines += [
            "",
            f"## {title}",
            "",
            f"{len(part)} targets, {clean} without a fault. Targets with a fault, by kind:",
            "",
        ]
        lines += ["| fault | targets | which |", "|---|---|---|"]
        for kind, count in kinds.most_common():
            which = [
                n
                for n, r in part.items()
                if any(f["kind"] == kind and f["weight"] == "fault" for f in r.get("findings", ()))
            ]
            lines.append(f"| {kind}: {TITLES[kind]} | {count} | {', '.join(which)} |")
        lines += [
            "",
            f"{hands.count(True)} of {len(hands) - hands.count(None)} faults were seen again by hand.",
            "",
        ]
        lines += table(part)
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    text = text if len(text) <= 90 else f"{text[:89]}…"
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def _code(text: str) -> str:
    text = text if len(text) <= 60 else f"{text[:59]}…"
    return "`" + text.replace("|", "\\|").replace("`", "'").replace("\n", "\\n") + "`"


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
    PAGE.write_text(page(found, "python -m benchmarks.audit --python PYTHON --work FOLDER"), encoding="utf-8")


if __name__ == "__main__":
    main()
