"""Write docs/coverage.md: how many tasks of other collections the environments cover, and which one covers which.

``python docs/coverage.py``; with ``--check`` nothing is written, and the exit status says whether the page is true.

The claims are the ``sources`` of the registry: ``reasoning-gym: gcd, lcm`` says that the environment makes these tasks,
and ``gcd (small numbers)`` that it makes them in part. The denominators are the names in docs/peer-tasks.yaml. A source
that names a collection from there must name its tasks as they stand there; other sources are free text and not counted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

import rlvr

HERE = Path(__file__).parent
PAGE, NAMES = HERE / "coverage.md", HERE / "peer-tasks.yaml"
_NAME = re.compile(r"\s*([^,(]+?)\s*(?:\(([^)]*)\)\s*)?(?:,|$)")


class Claim(NamedTuple):
    """That an environment makes a task of a collection; in part, if there is a remark."""

    spec: rlvr.TaskSpec
    peer: str
    task: str
    remark: str


def peer_tasks() -> Mapping[str, list[str]]:
    """The names of each collection's tasks."""
    return {peer: names.split() for peer, names in yaml.safe_load(NAMES.read_text(encoding="utf-8")).items()}


def claims(specs: Iterable[rlvr.TaskSpec] | None = None) -> list[Claim]:
    """What the sources claim of the known collections."""
    known = peer_tasks()
    found = []
    for spec in rlvr.specs() if specs is None else specs:
        for source in spec.sources:
            peer, _, names = source.partition(": ")
            if peer in known:
                found += [
                    Claim(spec, peer, name, remark) for name, remark in _NAME.findall(names) if name.strip()
                ]
    return found


def unknown(specs: Iterable[rlvr.TaskSpec] | None = None) -> list[str]:
    """Claims of tasks that the collections do not have, and of collections under another name."""
    known = peer_tasks()
    short = {re.split(r"[- ]", peer)[0].lower(): peer for peer in known}
    specs = list(rlvr.specs() if specs is None else specs)
    names = [
        (spec.id, source.partition(": ")[0]) for spec in specs for source in spec.sources if ": " in source
    ]
    return [
        f"{id} claims tasks of {name}, which docs/peer-tasks.yaml calls {short[name.lower()]}"
        for id, name in names
        if name not in known and name.lower() in short
    ] + [
        f"{c.spec.id} claims {c.peer}: {c.task}, which docs/peer-tasks.yaml does not have"
        for c in claims(specs)
        if c.task not in known[c.peer]
    ]


def page() -> str:
    """The whole page."""
    known = peer_tasks()
    covered: dict[tuple[str, str], list[Claim]] = {}
    for claim in claims():
        covered.setdefault((claim.peer, claim.task), []).append(claim)

    def counts(peer: str) -> tuple[int, int]:
        by_task = [covered[peer, task] for task in known[peer] if (peer, task) in covered]
        whole = sum(any(not c.remark for c in found) for found in by_task)
        return whole, len(by_task) - whole

    lines = [
        "# Coverage",
        "",
        "Made by `python docs/coverage.py` from the `sources` of the registry and the names in",
        "`docs/peer-tasks.yaml`; do not edit by hand. *In part* means that a part of the task's forms is",
        "made, or a nearby question. A claim is a judgement by reading both tasks; it says nothing of quality.",
        "",
        "| collection | tasks | covered | | in part | |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    total = [0, 0, 0]
    for peer, names in known.items():
        whole, part = counts(peer)
        total = [total[0] + len(names), total[1] + whole, total[2] + part]
        lines.append(
            f"| {peer} | {len(names)} | {whole} | {whole / len(names):.0%} | {part} | {part / len(names):.0%} |"
        )
    lines.append(
        f"| all | {total[0]} | {total[1]} | {total[1] / total[0]:.0%} | {total[2]} | {total[2] / total[0]:.0%} |"
    )
    lines += ["", "Of InternBootcamp, which has more than a thousand tasks, the named ones are counted."]
    for peer, names in known.items():
        lines += ["", f"## {peer}", "", "| task | environment |", "|---|---|"]
        for task in names:
            if found := covered.get((peer, task)):
                cells = [f"{c.spec.name}{f' ({c.remark})' if c.remark else ''}" for c in found]
                lines.append(f"| {task} | {', '.join(cells)} |")
        if left := [task for task in names if (peer, task) not in covered]:
            lines += ["", f"Not covered: {', '.join(left)}."]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page, or check it; returns the exit status."""
    for problem in (problems := unknown()):
        print(problem, file=sys.stderr)
    if problems:
        return 1
    if "--check" in sys.argv:
        return int(not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
