"""``python -m benchmarks.error_rates``: how often the verifier of each environment errs, by near misses and by hand.

Two kinds of answers, in columns of their own because they find different faults:

* **made by machine**: mutations of right answers and the answers of other tasks, and for programs and queries one-edit
  faults in their own language (`rlvr.generators.code.mutate`, `benchmarks.sql_mutants`), as far as the solver
  shows that they are wrong; right ones are the reference in every form and what the solver proves;
* **written by hand**: the book of forms in tests/answers/corpus, outputs as reasoning models write them, right and
  wrong, written without sight of the verifiers; and for SQL the wrong queries in tests/fixtures/sql/mistakes.

``--markdown FILE`` writes the page, and the same as JSON beside it; an environment that is there already in
FILE.partial.jsonl is not measured again.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import rlvr
from rlvr.agents.intervals import wilson
from rlvr.conformance.rates import measure
from rlvr.generators.base import Task

from .sql_slips import still_asks

ROOT = Path(__file__).parent.parent
SLIPS = ROOT / "tests" / "fixtures" / "sql" / "slips"
LANGUAGE_MUTANTS = 10
"""One-edit faults of a program or a query that are tried for each task."""


def in_its_language(spec: rlvr.TaskSpec) -> Callable[[Task, Random], list[str]] | None:
    """What makes near misses of an environment's answers in the language that they are written in."""
    if spec.family == "sql":
        return _of_a_query
    return _of_a_program if spec.sandbox == "python" and spec.form == "code" else None


def _of_a_query(task: Task, rng: Random) -> list[str]:
    from .sql_mutants import mutants

    sql = task.payload.get("sql")
    if not isinstance(sql, dict):
        return []
    found = [text for _, text in mutants(task.answer, sql["tables"])]
    return rng.sample(found, min(LANGUAGE_MUTANTS, len(found)))


def _of_a_program(task: Task, rng: Random) -> list[str]:
    from rlvr.generators.code.mutate import mutants

    try:
        ast.parse(task.answer)
    except SyntaxError:
        return []
    return [mutant.source for mutant in mutants(task.answer, rng, LANGUAGE_MUTANTS)]


def by_hand(spec: rlvr.TaskSpec) -> dict[bool, tuple[int, int]]:
    """Answers written by hand: of right and of wrong ones, how many were scored and how many accepted."""
    sys.path[:0] = [str(ROOT / "tests" / "answers")]
    from measure import count

    found = count(spec.name, 9000)
    total = {right: (found.total[right], found.accepted[right]) for right in (True, False)}
    for path in sorted(SLIPS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if not row["task"].startswith(f"{spec.id}:"):
                continue
            task = rlvr.task(row["task"])
            if still_asks(task, row):  # else the task has changed since the mistake was written
                passed = spec.verify_answer(task.payload, row["query"]).passed
                seen, accepted = total[False]
                total[False] = (seen + 1, accepted + passed)
    return total


def rates(spec: rlvr.TaskSpec, draws: int) -> dict[str, Any]:
    """All that the page says of an environment."""
    start = time.monotonic()
    machine = measure(spec, draws, more=in_its_language(spec))
    hand = by_hand(spec)
    return {
        "id": spec.id,
        "wrong": machine.wrong,
        "r0": [machine.r0.value, machine.r0.low, machine.r0.high],
        "right": machine.right,
        "r1": [machine.r1.value, machine.r1.low, machine.r1.high],
        "hand": {str(right): list(pair) for right, pair in hand.items()},
        "seconds": time.monotonic() - start,
    }


def line(row: dict[str, Any]) -> str:
    """A row of the table."""

    def share(value: float, low: float, high: float) -> str:
        return f"{value:.2%} [{low:.2%}, {high:.2%}]"

    def of_pair(seen: int, count: int) -> str:
        found = wilson([1.0] * count + [0.0] * (seen - count)) if seen else None
        return f"{count:,}/{seen:,} {share(found.value, found.low, found.high)}" if found else "none"

    wrong_seen, wrong_accepted = row["hand"]["False"]
    right_seen, right_accepted = row["hand"]["True"]
    return (
        f"| {row['id']} | {row['wrong']:,} | {share(*row['r0'])} | {row['right']:,} | {share(*row['r1'])} "
        f"| {of_pair(wrong_seen, wrong_accepted)} | {of_pair(right_seen, right_seen - right_accepted)} |"
    )


HEAD = """# Error rates

Written by `python -m benchmarks.error_rates --draws {draws} --markdown docs/results/error-rates.md`.

**Made by machine**: wrong answers are mutations of right ones, the answers of other tasks, and one-edit faults of
programs and queries, as far as the solver shows that they are wrong; right answers are the reference in every
surface form, and mutations that the solver confirms. 95% intervals (Wilson) with the task as the unit,
because the answers of one task are not independent.

**Written by hand**: forms of answers as reasoning models write them (tests/answers), and for SQL wrong queries written
from the question alone (tests/fixtures/sql/slips); intervals with the answer as the unit. The forms were known when the
readers of answers were written, so they are no held-out sample: docs/results/second-look.md has those.

A trainer that knows r0 and r1 can use (reward - r0) / (1 - r0 - r1). The same numbers as JSON
stand beside this page: [error-rates.json](error-rates.json).

| environment | wrong | accepted (r0) | right | refused (r1) | by hand, wrong: accepted | by hand, right: refused |
|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Measure and print, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*")
    parser.add_argument(
        "--draws", type=int, default=40, help="tasks of each level; an eighth where programs run"
    )
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    specs = [rlvr.get(name) for name in options.ids] if options.ids else rlvr.specs()
    partial = options.markdown.with_suffix(".partial.jsonl") if options.markdown else None
    done: dict[str, dict[str, Any]] = {}
    if partial is not None and partial.exists():
        done = {row["id"]: row for row in map(json.loads, partial.read_text(encoding="utf-8").splitlines())}
    for spec in specs:
        if spec.id not in done:
            slow = spec.sandbox or spec.family in ("sql", "search")
            done[spec.id] = rates(spec, max(options.draws // 8, 2) if slow else options.draws)
            if partial is not None:
                with partial.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(done[spec.id]) + "\n")
        print(line(done[spec.id]), flush=True)
    if options.markdown is not None:
        rows = "\n".join(line(done[spec.id]) for spec in specs)
        options.markdown.write_text(HEAD.format(draws=options.draws) + rows + "\n", encoding="utf-8")
        found = {"draws": options.draws, "rates": [done[spec.id] for spec in specs]}
        beside = options.markdown.with_suffix(".json")
        beside.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
