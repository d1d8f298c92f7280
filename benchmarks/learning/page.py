"""The tables of the proof as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from rlvr.agents.intervals import Estimate

from .pictures import Found
from .runs import ARMS, CONTROLS, FURTHER, REFERENCE
from .tasks import PROOFS, SLOW, SLOWER
from .verdict import Margin, beyond, frontier, margin, mean_pass, over_seeds, support, verdict

KS = (1, 4, 16, 64)
NAMES = {
    "warm-up": "the warm-up, before",
    "verifier": "**verifier**",
    "random": "random rewards",
    "format": "format only",
    "flipped": "flipped rewards",
    "supervised": "supervised, same compute",
    REFERENCE: "*upper reference: imitation of all levels*",
    **{name: f"{name.removesuffix(SLOW)}, steps of {SLOWER} the size" for name in FURTHER},
}


BEGIN, END = "<!-- tables: written by python -m benchmarks.learning -->", "<!-- end of tables -->"


def written_into(page: str, text: str) -> str:
    """The page with `text` between its two marks."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.split(END)[1]}"


def tables(found: Found) -> str:
    """What came out in a line for each task, then all tables, task by task."""
    lines = [_summary(name, found.get(name, {})) for name in PROOFS if name in found or len(found) > 1]
    return "\n\n".join(["\n".join(lines), *(_task(name, seeds) for name, seeds in found.items())])


def _summary(name: str, seeds: Mapping[int, Mapping[str, Any]]) -> str:
    having = {seed: runs for seed, runs in seeds.items() if "verifier" in runs}
    if not having:
        return f"- **{name}** ({PROOFS[name].kind}): not measured yet."
    attempts = _attempts(seeds)
    gain = margins_of(having, attempts, others=["warm-up"])["warm-up"].overall
    which = f"{PROOFS[name].kind}, seeds {', '.join(map(str, having))}"
    return (
        f"- **{name}** ({which}): {decided(seeds, attempts)}. Verifier minus its own warm-up: {signed(gain)}."
    )


def _attempts(seeds: Mapping[int, Mapping[str, Any]]) -> int:
    """Samples of each held-out task, the same in all runs."""
    (attempts,) = {run["attempts"] for runs in seeds.values() for run in runs.values()}
    return int(attempts)


def decided(seeds: Mapping[int, Mapping[str, Any]], attempts: int) -> str:
    """The verdict, from the controls that every seed of the verifier has; those that are asked for by name as well."""
    whole = sum("verifier" in runs for runs in seeds.values())
    counted = {name: each for name, each in margins_of(seeds, attempts).items() if len(each.seeds) == whole}
    missing = [arm for arm in CONTROLS if arm not in counted]
    said = verdict(counted)
    if not missing:
        return said
    left = f"no run of {', '.join(missing)} on every seed yet"
    return f"not decided: {left}" if all(each.apart for each in counted.values()) else f"{said}; {left}"


def margins_of(
    seeds: Mapping[int, Mapping[str, Any]],
    attempts: int,
    shown: int = 0,
    others: Sequence[str] = (*CONTROLS, *FURTHER),
) -> dict[str, Margin]:
    """The margin over each control, from the seeds that have both runs; a control without any is left out.

    Args:
        seeds: what was measured.
        attempts: samples of each task.
        shown: so many of the lowest levels are left out.
        others: what the verifier is compared with.
    """
    found = {}
    for control in others:
        both = [runs for runs in seeds.values() if "verifier" in runs and control in runs]
        if both:
            pairs = [[beyond(runs[name]["passed"], shown) for runs in both] for name in ("verifier", control)]
            found[control] = margin(pairs[0], pairs[1], attempts)
    return found


def _task(name: str, seeds: Mapping[int, Mapping[str, Any]]) -> str:
    proof = PROOFS[name]
    attempts = _attempts(seeds)
    margins = margins_of(seeds, attempts)
    ks = [k for k in KS if k <= attempts]
    title = f"### {name}: {proof.kind}, levels {proof.levels[0]} to {proof.levels[-1]} ({proof.unit})"
    shown = (
        f"The warm-up showed levels {proof.levels[0]} to {proof.levels[proof.shown - 1]}. "
        f"**Verdict: {decided(seeds, attempts)}.**"
    )
    heads = [
        "after training by",
        "frontier, a seed each",
        *(f"pass@{k}" for k in ks),
        "pass@1, not shown",
        "greedy",
        "newly solved / lost",
    ]
    rows = [_row(heads), _row(["---"] * len(heads))]
    for run in ("warm-up", *ARMS, *FURTHER, REFERENCE):
        having = [runs for runs in seeds.values() if run in runs]
        if having:
            rows.append(_row(_cells(run, having, attempts, ks, proof.shown)))
    heads = [
        "verifier minus",
        "pass@1, each seed (interval over tasks)",
        "over seeds",
        "apart",
        "levels not shown only",
    ]
    lines = [_row(heads), _row(["---"] * len(heads))]
    further = margins_of(seeds, attempts, proof.shown)
    for control, each in margins.items():
        seed_texts = ", ".join(signed(one) for one in each.seeds)
        apart = "yes" if each.apart else "**no**"
        told = f"{signed(further[control].overall)}, {'apart' if further[control].apart else 'not apart'}"
        lines.append(_row([NAMES[control], seed_texts, signed(each.overall), apart, told]))
    lines += [_beside(each, seeds, attempts, proof.shown) for each in ("warm-up", REFERENCE)]
    return "\n".join([title, "", shown, "", *rows, "", *lines])


def _beside(run: str, seeds: Mapping[int, Mapping[str, Any]], attempts: int, shown: int) -> str:
    """The row of a run that is no control and decides nothing: the warm-up, and imitation of all levels."""
    found = [margins_of(seeds, attempts, least, [run]).get(run) for least in (0, shown)]
    over_all, further = found
    if over_all is None or further is None:
        return _row([NAMES[run], *["–"] * 4])
    seed_texts = ", ".join(signed(one) for one in over_all.seeds)
    return _row([NAMES[run], seed_texts, signed(over_all.overall), "–", signed(further.overall)])


def _cells(
    run: str, having: Sequence[Mapping[str, Any]], attempts: int, ks: Sequence[int], shown: int
) -> list[str]:
    passed = [runs[run]["passed"] for runs in having]
    fronts = [frontier(each, attempts) for each in passed]
    cells = [NAMES[run], ", ".join(level(each) for each in fronts)]
    measured = [(passed, k) for k in ks] + [([beyond(each, shown) for each in passed], 1)]
    for part, k in measured:
        means = [mean_pass(each, attempts, k) for each in part]
        cells.append(str(means[0]) if len(means) == 1 else _spread([each.value for each in means]))
    cells.append(_greedy(run, having))
    if run == "warm-up":
        return [*cells, "–"]
    books = [support(runs["warm-up"]["passed"], runs[run]["passed"]) for runs in having]
    total = sum(book.kept + book.gained + book.lost + book.never for book in books)
    gained, lost = sum(book.gained for book in books), sum(book.lost for book in books)
    return [*cells, f"{gained} / {lost} of {total}"]


def _greedy(run: str, having: Sequence[Mapping[str, Any]]) -> str:
    """The pass rate of the likeliest tokens over all levels; "–" where it was not measured."""
    known = [mean_pass(runs[run]["greedy"], 1, 1) for runs in having if "greedy" in runs[run]]
    if len(known) < len(having):
        return "–"
    return str(known[0]) if len(known) == 1 else _spread([each.value for each in known])


def _spread(values: Sequence[float]) -> str:
    """A mean over seeds with Student's interval, cut to what a rate can be."""
    each = over_seeds(values)
    return str(Estimate(each.value, max(0.0, each.low), min(1.0, each.high)))


def level(each: Estimate) -> str:
    """A frontier with its interval, as whole levels; 0 is told as none."""
    low, value, high = ("none" if part == 0 else f"{part:.0f}" for part in (each.low, each.value, each.high))
    return f"{value} [{low}, {high}]"


def signed(each: Estimate) -> str:
    """A difference with its interval; a single seed has none over seeds."""
    if isnan(each.low):
        return f"{each.value:+.2f} (one seed: no interval)"
    return f"{each.value:+.2f} [{each.low:+.2f}, {each.high:+.2f}]"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
