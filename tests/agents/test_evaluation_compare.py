"""Comparisons of players with known skills, and what is written about them."""

import json
import random
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
import pytest

from rlvr.agents.evaluation.compare import compare, score_matrices, summarise, transfer
from rlvr.agents.evaluation.pages import write_comparison, write_report, write_transfer
from rlvr.agents.evaluation.passes import pass_at_k
from rlvr.agents.evaluation.report import EvaluationReport
from rlvr.agents.evaluation.samples import Sample
from rlvr.agents.evaluation.tables import Grid, comparison_grids

FAMILIES = {"rlvr/sudoku-v0": "grids", "rlvr/countdown-v0": "arithmetic", "rlvr/zebra-v0": "logic"}


def made(name: str, skill, *, seed: int = 0, masked: float = 0.0) -> EvaluationReport:
    """An evaluation of a player whose chance on task number t of a level is ``skill(family, level, t / tasks)``."""
    samples, tasks = 16, 30
    rows = []
    for env, family in FAMILIES.items():
        for level in (1, 2):
            for task in range(tasks):
                rng = random.Random(f"{name} {seed} {env} {level} {task}")
                chance = skill(family, level, task / tasks)
                for number in range(samples):
                    right, scored = rng.random() < chance, rng.random() >= masked
                    rows.append(
                        Sample(
                            f"{env}:{level}:{task}", env, family, level, 0, number, 0.1, scored, right and scored,
                            float(right) if scored else None, "correct" if right else "wrong", "r" if right else "w",
                            True, None, None, "terminated", False, 1, 9, ["text | with a bar"], "",
                        )
                    )  # fmt: skip
    config = {"envs": list(FAMILIES), "samples": samples, "split": "test", "seed": 0, "wordings": False}
    return EvaluationReport(name, {**config, "player": name, "settings": {}}, rows)


def steady(family: str, level: int, place: float) -> float:
    return 0.15


def sharp(family: str, level: int, place: float) -> float:
    return 0.8 if place < 0.5 else 0.0


def test_a_sharper_player_gains_at_one_and_loses_at_many() -> None:
    base, trained = made("base", steady), made("trained", sharp)
    found = compare(base, trained)
    total = found.total
    assert total.tasks == 180
    assert total.change.low > 0.15
    assert total.change_at[16].high < 0
    # 1 - 0.85^k = (1 - 0.2^k) / 2 at k = 4.26 or so.
    assert 3 < total.crossing.low < 4.26 < total.crossing.high < 6
    counted = {
        task: [sum(s.passed for s in report.samples if s.task == task) for report in (base, trained)]
        for task in {s.task for s in base.samples}
    }
    assert set(found.gained) == {task for task, (one, two) in counted.items() if two and not one}
    assert set(found.lost) == {task for task, (one, two) in counted.items() if one and not two}
    assert (total.ledger.gained, total.ledger.lost) == (len(found.gained), len(found.lost))
    assert total.sign.ahead == sum(two > one for one, two in counted.values())
    assert total.change.value == pytest.approx(np.mean([(two - one) / 16 for one, two in counted.values()]))
    assert total.base_at[4].value == pytest.approx(
        np.mean([pass_at_k(16, one, 4) for one, _ in counted.values()])
    )


def test_equal_players_do_not_differ() -> None:
    found = compare(made("a", steady), made("b", steady))
    assert found.total.change.low < 0 < found.total.change.high
    assert found.total.sign.p_value > 0.01
    same = compare(made("a", steady), made("a", steady))
    assert (same.total.change.value, same.total.sign.p_value) == (0.0, 1.0)
    assert same.gained == same.lost == []


def test_only_common_tasks_and_equal_numbers_of_samples_are_compared() -> None:
    base = made("base", steady)
    few = replace(base, samples=[s for s in base.samples if s.level == 1 and s.sample < 2], ks=(1,))
    found = compare(base, few)
    assert (found.total.tasks, found.left_out) == (90, 90)
    assert found.gained == found.lost == []  # the first two samples of both are the same
    with pytest.raises(ValueError, match="no task in common"):
        compare(replace(few, samples=few.samples[:2]), replace(base, samples=base.samples[-2:]))
    with pytest.raises(ValueError, match="all wordings"):
        compare(base, replace(few, config={**few.config, "wordings": True}))


def test_masked_samples_leave_curves_paired() -> None:
    base, trained = made("base", steady, masked=0.3), made("trained", steady, masked=0.3, seed=1)
    total = compare(base, trained).total
    for k, change in total.change_at.items():
        if k in (1, 2, 4):
            assert change.value == pytest.approx(total.trained_at[k].value - total.base_at[k].value)
            assert change.low < 0 < change.high


def test_runs_are_summarised_by_arm() -> None:
    methods = {
        "base": [made("base", steady, seed=seed) for seed in range(3)],
        "trained": [made("trained", sharp, seed=seed) for seed in range(4)],
    }
    matrices = score_matrices(methods)
    assert (matrices["base"].shape, matrices["trained"].shape) == ((3, 6), (4, 6))
    found = summarise(methods)
    assert found["base"].improvement is None
    assert found["trained"].improvement is not None
    assert found["trained"].improvement.value == 1.0
    assert found["base"].interquartile_mean.high < found["trained"].interquartile_mean.low
    fewer = replace(methods["base"][0], samples=[s for s in methods["base"][0].samples if s.level == 1])
    assert score_matrices({"base": methods["base"], "other": [fewer]})["base"].shape == (3, 3)
    other = replace(fewer, samples=[s for s in methods["base"][0].samples if s.level == 2])
    with pytest.raises(ValueError, match="in common"):
        summarise({"base": [fewer], "other": [other]})


def test_transfer_is_the_gain_on_each_family() -> None:
    base = made("base", steady)
    helped = made("grids", lambda family, level, place: 0.6 if family == "grids" else 0.15)
    matrix = transfer(base, {"grids": helped})
    row = matrix["grids"]
    assert list(row) == ["grids", "arithmetic", "logic"]
    assert row["grids"].low > 0.35
    assert row["arithmetic"].low < 0 < row["arithmetic"].high
    alone = compare(
        replace(base, samples=[s for s in base.samples if s.family == "grids"]),
        replace(helped, samples=[s for s in helped.samples if s.family == "grids"]),
    )
    assert row["grids"] == alone.total.change


def test_everything_is_written(tmp_path: Path) -> None:
    base, trained = made("base", steady), made("trained", sharp)
    found = compare(base, trained)
    methods = summarise({"base": [base], "trained": [trained]})
    files = write_comparison(found, {"base": base, "trained": trained}, methods, tmp_path / "c")
    assert {path.name for path in files} == {
        "comparison.json", "report.md", "report.html", "pass-at-k.png", "levels.png", "ledger.png", "profiles.png",
    }  # fmt: skip
    assert all(path.stat().st_size > 200 for path in files)
    told = json.loads((tmp_path / "c" / "comparison.json").read_text())
    assert told["total"]["ledger"]["lost"] == found.total.ledger.lost
    assert told["total"]["crossing"]["value"] == pytest.approx(found.total.crossing.value)
    page = (tmp_path / "c" / "report.md").read_text()
    assert "![ledger](plots/ledger.png)" in page
    assert len(write_transfer(transfer(base, {"x": trained}), tmp_path / "t")) == 4
    assert len(write_report(base, tmp_path / "r")) == 6


def test_infinite_crossings_and_missing_numbers_are_json(tmp_path: Path) -> None:
    base, better = made("base", steady), made("better", lambda *_: 0.5)
    found = compare(base, better)
    assert found.total.crossing.value == inf
    write_comparison(found, {"base": base, "better": better}, {}, tmp_path)
    told = json.loads((tmp_path / "comparison.json").read_text())
    assert told["total"]["crossing"]["value"] == "infinite"


def test_gain_by_initial_difficulty_is_not_made_up_by_luck() -> None:
    """Players of one skill: bins of tasks by luck of one half show no gain in the other half."""

    def spread(family: str, level: int, place: float) -> float:
        return place

    gains = compare(made("base", spread), made("trained", spread)).gains
    assert sum(gain.tasks for gain in gains) == 180
    assert [gain.base.value for gain in gains] == sorted(gain.base.value for gain in gains)
    for gain in gains:
        assert gain.change.low <= 0.0 <= gain.change.high, gain
    # Sorted and compared by the same samples, the hardest would seem to gain.
    hard = compare(made("base", lambda *_: 0.3), made("trained", lambda *_: 0.3)).gains[0]
    assert hard.base.value > 0.15


def test_gain_is_found_where_it_is() -> None:
    def better_at_hard(family: str, level: int, place: float) -> float:
        return max(place, 0.5)

    gains = {
        g.name: g for g in compare(made("base", lambda f, n, place: place), made("new", better_at_hard)).gains
    }
    assert gains["never"].change.low > 0.2
    assert abs(gains["always"].change.value) < 0.15
    assert "never" in comparison_grids(compare(made("base", steady), made("new", better_at_hard)))[2].markdown()


def test_names_cannot_break_pages() -> None:
    grid = Grid("a <b>", ("x|y", "z"), [("<script>", "[bold]1 [0, 2]")])
    assert "<script>" not in grid.html()
    assert "x\\|y" in grid.markdown()
    from rich.console import Console

    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(grid.rich())
    assert "[bold]1" in console.export_text()
    crossed = comparison_grids(compare(made("a", steady), made("b", steady)))[0]
    console.print(crossed.rich())
    assert "[" in console.export_text()
