"""How many right and wrong forms are accepted, by environment: ``measure.py [--forms] [--faults N] [ID ...]``."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field

from corpus import BOOK, Form, boxed, responses

import rlvr
from rlvr.generators.base import Task

FEW = {
    "code": ((1, 4, 7), 1),
    "output-prediction": ((1, 2, 3, 4, 5, 6, 7), 2),
    "input-prediction": ((1, 2, 3, 4, 5, 6, 7), 1),
    "sql": ((1, 2, 3, 4, 5, 6, 7), 1),
    "search-qa": ((1, 2, 3, 4), 2),
    "deep-search": ((1, 2, 3, 4), 2),
}
"""Levels, and seeds of each, of families or environments whose tasks take long to make or to score.

Others have all levels and two seeds.
"""


@dataclass
class Count:
    """What was accepted of the forms of one environment, over its draws."""

    forms: dict[bool, set[str]] = field(default_factory=lambda: {True: set(), False: set()})
    total: Counter[bool] = field(default_factory=Counter)
    accepted: Counter[bool] = field(default_factory=Counter)
    unscored: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of right responses that were accepted."""
        return self.accepted[True] / max(self.total[True], 1)


def draws(id: str, first: int) -> list[tuple[int, int]]:
    """(level, seed) of the tasks drawn for an environment."""
    spec = rlvr.get(id)
    levels, seeds = FEW.get(spec.name, FEW.get(spec.family, (tuple(spec.levels), 2)))
    return [(level, first + i) for level in levels if level in spec.levels for i in range(seeds)]


def count(id: str, first: int = 500) -> Count:
    """Score every form on the draws of an environment; faults say form, task, response and reason."""
    result = Count()
    for level, seed in draws(id, first):
        task = next(iter(rlvr.generate(id, 1, level=level, seed=seed)))
        for form, response in responses(id, task):
            score(result, task, form, response)
        if seed == first and "boxed" in rlvr.get(id).markers and rlvr.get(id).family not in ("code", "sql"):
            task = next(iter(rlvr.generate(id, 1, level=level, seed=seed, marker="boxed")))
            for form, response in boxed(id, task):
                score(result, task, form, response)
    return result


def score(result: Count, task: Task, form: Form, response: str | tuple[str, ...]) -> None:
    """Score one response and count it."""
    verdict = rlvr.verify(task, response)
    result.forms[form.right].add(form.name)
    result.total[form.right] += 1
    passed = verdict.scored and verdict.score == 1.0
    result.accepted[form.right] += passed
    result.unscored += not verdict.scored
    if not verdict.scored or passed != form.right:
        what = "NOT SCORED" if not verdict.scored else "REFUSED" if form.right else "PAID"
        result.faults.append(
            f"{what} {form.name!r} {task.id} ({verdict.reason}): "
            f"{str(response)[-300:]!r} for {task.answer[:150]!r}"
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=500, help="the first seed that is drawn")
    parser.add_argument("--faults", type=int, default=0, help="print so many faults of an environment")
    parser.add_argument("--forms", action="store_true", help="one line a form that is at fault")
    options = parser.parse_args()
    short = [rlvr.get(id).name for id in rlvr.list()]
    sums: Counter[str] = Counter()
    print(
        "| environment | right forms | right accepted | wrong forms | wrong accepted |\n|---|---|---|---|---|"
    )
    for id in options.ids or [id for id in short if id in BOOK]:
        found = count(id, options.seed)
        ok, all_ = found.accepted[True], found.total[True]
        bad, all_bad = found.accepted[False], found.total[False]
        sums.update(ok=ok, right=all_, bad=bad, wrong=all_bad)
        print(
            f"| {id} | {len(found.forms[True])} | {ok}/{all_} ({100 * found.share:.1f} %) "
            f"| {len(found.forms[False])} | {bad}/{all_bad} |"
            + (f" not scored: {found.unscored}" if found.unscored else ""),
            flush=True,
        )
        if options.forms:
            names = Counter(" ".join(fault.split("'")[0:2]) for fault in found.faults)
            for name, times in sorted(names.items()):
                print(f"    {times:3} {name}")
        for fault in found.faults[: options.faults]:
            print("   ", fault)
    right, wrong = max(sums["right"], 1), max(sums["wrong"], 1)
    print(
        f"| all | | {sums['ok']}/{sums['right']} ({100 * sums['ok'] / right:.1f} %) "
        f"| | {sums['bad']}/{sums['wrong']} ({100 * sums['bad'] / wrong:.2f} %) |"
    )


if __name__ == "__main__":
    main()
