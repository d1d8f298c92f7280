"""The page of `benchmarks.math_verify`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .math_graders import GRADERS
from .report import machine
from .timing import shown


def page(pairs: Sequence[Any], results: Mapping[str, Any], command: str) -> str:
    """The results as Markdown."""
    judged = results["judged"]
    known = machine()
    right = sum(pair.right for pair in pairs)
    lines = [
        "# Math verification",
        "",
        f"Written by `{command}` on a machine with {known['cores']} cores. "
        f"{len(pairs):,} pairs of a gold and a response of tests/maths/pairs, {right} right and {len(pairs) - right} "
        "wrong; they were written for this project, and its verifier was corrected by them, so its own errors here "
        "are a floor and not an estimate. "
        "Times are CPU time of one process, all in one run.",
        "",
        "## Accuracy and speed",
        "",
        "FN: right responses refused; FP: wrong ones accepted. The ratio compares CPU time over the pairs that are "
        "not hostile and that both finished; above 1, ours is that many times faster. A pair over 20 s on the clock "
        f"is a hang. Of the hostile pairs the peers got one in {results['every']}.",
        "",
        "| grader | version | FN | FNR | FP | FPR | precision | ratio | slowest | over 2 s | hangs | raised | import |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [_row(one, judged[0], pairs, results) for one in judged]
    lines += ["", "## By category", "", "False negatives / false positives, of right + wrong pairs.", ""]
    lines.append("| category | pairs | " + " | ".join(GRADERS[one.name].title for one in judged) + " |")
    lines.append("| --- | ---: |" + " ---: |" * len(judged))
    for category in dict.fromkeys(pair.category for pair in pairs):
        numbers = [number for number, pair in enumerate(pairs) if pair.category == category]
        good = sum(pairs[number].right for number in numbers)
        cells = [" / ".join(map(str, _errors(one, pairs, numbers))) for one in judged]
        lines.append(f"| {category} | {good} + {len(numbers) - good} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *_targets(results), ""])


def _errors(one: Any, pairs: Sequence[Any], numbers: Sequence[int]) -> tuple[int, int]:
    tried = [number for number in numbers if number in one.passed]
    missed = sum(pairs[number].right and not one.passed[number] for number in tried)
    return missed, sum(one.passed[number] and not pairs[number].right for number in tried)


def _row(one: Any, ours: Any, pairs: Sequence[Any], results: Mapping[str, Any]) -> str:
    numbers = range(len(pairs))
    missed, wrong = _errors(one, pairs, numbers)
    right = sum(pair.right for pair in pairs)
    both = [
        n
        for n in numbers
        if pairs[n].category != "hostile" and one.cpu[n] is not None and ours.cpu[n] is not None
    ]
    ratio = sum(one.cpu[n] for n in both) / max(sum(ours.cpu[n] for n in both), 1e-9)
    times = [spent for spent in one.cpu.values() if spent is not None]
    accepted = right - missed + wrong
    loading = results["imports"].get(GRADERS[one.name].module)
    cells = [
        GRADERS[one.name].title,
        results["versions"][one.name],
        f"{missed}",
        f"{missed / max(right, 1):.3f}",
        f"{wrong}",
        f"{wrong / max(len(one.passed) - right, 1):.3f}",
        f"{(right - missed) / accepted:.3f}" if accepted else "",
        shown(ratio),
        f"{max(times) * 1000:,.0f} ms",
        f"{sum(spent > 2 for spent in times)}",
        f"{sum(spent is None for spent in one.cpu.values())}",
        f"{one.raised.total()}",
        f"{loading['cpu_seconds']} s" if loading else "",
    ]
    return "| " + " | ".join(cells) + " |"


def _targets(results: Mapping[str, Any]) -> list[str]:
    rates, limits, loading = results["rates"], results["limits"], results["imports"]["rlvr.verifiers.math"]
    rows = [
        ("integers: 20,000/s", f"{shown(rates['integers'])}/s", rates["integers"] >= 20_000),
        ("choices: 20,000/s", f"{shown(rates['choices'])}/s", rates["choices"] >= 20_000),
        (
            "integers and choices, gold compiled: 20,000/s",
            f"{shown(rates['both, gold compiled'])}/s",
            rates["both, gold compiled"] >= 20_000,
        ),
        ("all pairs but the hostile ones: 1,000/s", f"{shown(rates['mix'])}/s", rates["mix"] >= 1_000),
        ("99th percentile of these: 20 ms", f"{limits['p99'] * 1000:.1f} ms", limits["p99"] <= 0.02),
        (
            "slowest hostile input, up to 1 MB: 100 ms",
            f"{limits['slowest'] * 1000:.1f} ms",
            limits["slowest"] <= 0.1,
        ),
        ("extra memory over these: 64 MiB", f"{limits['memory']:.1f} MiB", limits["memory"] <= 64),
        ("import: 0.15 s of CPU time", f"{loading['cpu_seconds']} s", loading["cpu_seconds"] <= 0.15),
    ]
    table = [f"| {goal} | {found} | {'yes' if met else '**no**'} |" for goal, found, met in rows]
    return ["## Targets", "", "| target | found | met |", "| --- | ---: | ---: |", *table]
