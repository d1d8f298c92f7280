"""The goals set for speed, whether this run meets them, and, where it does not, what stands in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .compare import Compared, family_means, geometric_mean
from .environments import Episodes
from .floors import Floors
from .timing import Timing, rounded, shown

PARTS = ("generation", "response", "answer")


@dataclass(frozen=True, slots=True)
class Target:
    """One goal: what was aimed at, what was found, whether that meets it, and why not if it does not."""

    goal: str
    found: str
    met: bool
    why: str = ""


def means(compared: Sequence[Compared]) -> dict[str, float]:
    """Geometric means over families of how many times faster ours is."""
    return {part: rounded(geometric_mean(family_means(compared, part).values())) for part in PARTS if compared}


def targets(compared: Sequence[Compared], episodes: Mapping[str, Episodes], floors: Floors) -> list[Target]:
    """The goals that a run can judge."""
    return [
        *_speed_targets(compared, floors),
        *_sudoku_target(compared),
        *_environment_targets(episodes, floors),
    ]


def _speed_targets(compared: Sequence[Compared], floors: Floors) -> list[Target]:
    mean = means(compared)
    return [
        Target(
            f"{goal}: {least} times as fast, geometric mean of families",
            f"{shown(mean[part])} times",
            mean[part] >= least,
            _why(compared, part, floor, least),
        )
        for goal, part, floor, least in (
            ("making tasks", "generation", floors.task, 10),
            ("scoring responses", "response", floors.response, 5),
        )
        if compared
    ]


def _why(compared: Sequence[Compared], part: str, floor: Timing, least: int) -> str:
    """Which families could not meet the goal even with a generator or verifier that does nothing."""
    costs: dict[str, list[float]] = {}
    for one in compared:
        costs.setdefault(one.pair.task, []).append(one.theirs[part].typical)
    cost = {task: geometric_mean(seconds) for task, seconds in costs.items()}
    cheap = sorted(task for task, seconds in cost.items() if seconds < least * floor.typical)
    others = [ratio for task, ratio in family_means(compared, part).items() if task not in cheap]
    if not cheap:
        return ""
    fastest, slowest = min(cost[task] for task in cheap) * 1e6, max(cost[task] for task in cheap) * 1e6
    text = (
        f"in {len(cheap)} of {len(cost)} families ({', '.join(cheap)}) the peer takes {shown(fastest, 2)} to "
        f"{shown(slowest, 2)} µs in all. Here {shown(floor.typical * 1e6, 2)} µs are spent before a "
        f"{'generator' if part == 'generation' else 'verifier'} does anything (see fixed costs), so {least} times "
        "as fast is out of reach there."
    )
    if others:
        text += f" The others are {shown(min(others), 2)} to {shown(max(others), 2)} times as fast"
        text += f", {shown(geometric_mean(others), 2)} times on the geometric mean."
    return text


def _sudoku_target(compared: Sequence[Compared]) -> list[Target]:
    rates = [
        one.ours["generation"].rate
        for one in compared
        if one.pair.task == "sudoku" and one.pair.params.get("blanks") == 45
    ]
    return [
        Target("unique 9x9 sudoku with 45 blanks: 300/s on one core", f"{shown(rate)}/s", rate >= 300)
        for rate in rates
    ]


def _environment_targets(episodes: Mapping[str, Episodes], floors: Floors) -> list[Target]:
    overhead = floors.episode.typical * 1e6
    found = [
        Target(
            "reset and step, without making and verifying: under 50 µs", f"{shown(overhead)} µs", overhead < 50
        )
    ]
    single = {
        name: one.first_step_seconds * 1e6 for name, one in episodes.items() if one.verification is not None
    }
    if single:
        slowest = max(single, key=lambda name: single[name])
        cost, level = single[slowest], episodes[slowest].level
        verification = episodes[slowest].verification
        assert verification is not None  # only single-turn environments are looked at
        found.append(
            Target(
                "reset and step, verification included, in the slowest single-turn environment: under 50 µs",
                f"{shown(cost)} µs ({slowest}, level {level})",
                cost < 50,
                f"verifying a wrong answer takes {shown(verification.typical * 1e6, 2)} µs of it.",
            )
        )
    return found
