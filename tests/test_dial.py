"""One dial: beyond the table, difficulties of all entries, tasks of a difficulty, kinds, and the staircase."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from math import exp, log
from pathlib import Path
from statistics import fmean

import pytest
from typer.testing import CliRunner

import rlvr
from rlvr.agents.curricula import Staircase
from rlvr.beyond import FURTHER, further
from rlvr.cli.app import app
from rlvr.dial import Dial, extent, measured_of, rungs, within
from rlvr.export.plan import make_plan
from rlvr.generators.limits import Real, Whole
from rlvr.registry_entry import RegistryError, spec_of
from rlvr.yaml_lines import LINE

ROOT = Path(rlvr.__file__).parent
NUMBERS = json.loads((ROOT / "dial.json").read_text(encoding="utf-8"))


# ---- beyond the table ----------------------------------------------------------------------------------


def test_numbers_go_on_by_their_last_step_or_ratio_within_limits_and_the_rest_stays() -> None:
    axes = {"a": (1, 2, 4), "b": (10, 100), "c": ("x", "y"), "d": (0.8, 0.9), "e": (5, 3), "f": (False, True)}
    limits = {"a": Whole(1, 7), "d": Real(0, 1)}
    found = further(axes, {}, limits)
    assert found == (
        {"a": 6, "b": 1000, "c": "y", "d": 1.0, "e": 1, "f": True},
        {"a": 7, "b": 10_000, "c": "y", "d": 1.0, "e": 0, "f": True},
        {"a": 7, "b": 100_000, "c": "y", "d": 1.0, "e": 0, "f": True},
    )
    assert further({"a": (1, 2)}, {"a": (5, 9)}, {}) == (
        {"a": 5},
        {"a": 9},
    )  # the last value stays: the entry ends
    assert further({"a": (1, 2)}, {"a": "same"}, {}) == ()


@pytest.mark.parametrize(
    ("beyond", "message"),
    [
        ({"b": [3]}, "there is no parameter 'b'"),
        ({"a": 3}, "'a' must be a list of the next values, or 'same'"),
        ({"a": []}, "'a' must be a list of the next values"),
        (False, "or be a text that says why"),
    ],
)
def test_a_wrong_beyond_is_told(beyond: object, message: str) -> None:
    entry = {
        **dict.fromkeys(("title", "family", "description", "proxy"), "x"),
        **{"id": "a/b-v0", "generator": "m:f", "verifier": "m:f", LINE: 3},
        "levels": {"a": [1, 2], LINE: 4},
    }
    assert spec_of(entry, Path("r.yaml"), "r.yaml", relative=False).beyond == {}
    with pytest.raises(RegistryError, match=message):
        spec_of({**entry, "beyond": beyond}, Path("r.yaml"), "r.yaml", relative=False)
    with pytest.raises(RegistryError, match="'operations' must be one of count"):
        spec_of({**entry, "operations": "seconds"}, Path("r.yaml"), "r.yaml", relative=False)


@pytest.mark.parametrize("spec", rlvr.specs(), ids=lambda spec: spec.name)
def test_every_entry_goes_on_or_says_why_not(spec: rlvr.TaskSpec) -> None:
    """Three levels further where the entry can: tasks are made, replayed from their id, and judged rightly."""
    if not spec.further:
        assert isinstance(spec.beyond, str), (
            f"{spec.id}: all parameters are at their limits; say so in 'beyond'"
        )
    for steps, params in enumerate(spec.further, 1):
        assert params.keys() == spec.axes.keys()
        task = spec.task(spec.levels[-1], 10 + steps, params=params)
        assert rlvr.task(task.id) == task
        assert spec.verify_answer(task.payload, task.answer).passed
        assert spec.confirms is None or spec.confirms(task.payload, task.answer)
    for level in (0, spec.levels[-1] + 1):
        with pytest.raises(ValueError, match="has levels 1 to"):
            spec.params(level)


def test_levels_beyond_are_held_to_the_least_difficulty_of_the_last() -> None:
    spec = rlvr.get("counting")
    least = spec.bounds[-1].least
    tasks = [spec.task(spec.levels[-1], seed, params=spec.further[0]) for seed in range(30)]
    assert min(task.difficulty for task in tasks) >= least
    loose = {**spec.further[0], "size": spec.further[0]["size"] + 1}  # no level: as the user says
    assert min(spec.task(spec.levels[-1], seed, params=loose).difficulty for seed in range(30)) < least


# ---- the scale -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", rlvr.specs(), ids=lambda spec: spec.name)
def test_every_entry_was_measured_as_it_is_now(spec: rlvr.TaskSpec) -> None:
    fix = "run: python docs/difficulty.py --missing"
    assert spec.id in NUMBERS, fix
    assert NUMBERS[spec.id]["of"] == measured_of(spec), fix
    found = rungs(spec)
    assert bool(found) != spec.operations.startswith("none: ")
    if found:
        assert len(found) == len(spec.levels) + len(spec.further), fix
        assert found[len(spec.levels) - 1].d > found[0].d
        beyond = [found[len(spec.levels) - 1], *(rung for rung in found if rung.beyond)]
        assert all(b.d > a.d - a.error - b.error for a, b in pairwise(beyond))
        # Another form of the same tasks is measured on other draws.
        rises = beyond[-1].d > beyond[0].d or len(beyond) == 1 or spec.plays
        assert rises, "the levels beyond the table are no harder: say otherwise in 'beyond'"
        falls = [b.d < a.d - a.error - b.error for a, b in pairwise(found)]
        assert not any(falls)


def test_numbers_and_pages_are_what_the_scripts_say() -> None:
    for script in ("difficulty.py", "coverage.py"):
        done = subprocess.run(
            [sys.executable, ROOT / "docs" / script, "--check"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{done.stderr}run `make docs`"


@pytest.mark.parametrize("name", ["dates", "countdown", "gcd-lcm"])
def test_measuring_again_gives_the_same_numbers(name: str, tmp_path: Path) -> None:
    import importlib.util

    found = importlib.util.spec_from_file_location("difficulty_script", ROOT / "docs" / "difficulty.py")
    assert found is not None
    assert found.loader is not None
    script = importlib.util.module_from_spec(found)
    found.loader.exec_module(script)
    assert script.measured(rlvr.get(name)) == NUMBERS[rlvr.get(name).id]["levels"]


@pytest.mark.parametrize("d", [1.3, 2.0, 3.3])
def test_tasks_of_a_difficulty_have_it_on_average(d: float) -> None:
    spec = rlvr.get("arithmetic")
    dial = Dial(spec, d)
    mix = dial.mix(d)
    assert sum(rung.d * share for rung, share in mix) == pytest.approx(d)
    drawn = [dial.rung(seed).d for seed in range(2000)]
    assert fmean(drawn) == pytest.approx(d, abs=0.03)
    assert {rung.d for rung, _ in mix} == set(drawn)


def test_what_cannot_be_reached_is_told_with_the_range() -> None:
    low, high = extent(rungs(rlvr.get("sudoku")))
    for make in (rlvr.make, lambda name, difficulty: rlvr.generate(name, difficulty=difficulty)):
        with pytest.raises(ValueError, match=rf"from {low:.2f} to {high:.2f}, not 9"):
            make("sudoku", difficulty=9)
    with pytest.raises(ValueError, match=r"has no measured difficulty .the lines of a program"):
        rlvr.make("algorithms", difficulty=1)
    with pytest.raises(ValueError, match=r"a number such as 2\.5 or a pair"):
        rlvr.make("sudoku", difficulty=(3, 2))
    with pytest.raises(ValueError, match="give a difficulty, or a level"):
        rlvr.make("sudoku", difficulty=2, level=3)


def test_an_environment_draws_from_its_difficulty_and_takes_another_for_an_episode() -> None:
    import gymnasium

    env = gymnasium.make("rlvr/word-sorting-v0", difficulty=(1.0, 2.5))
    ds = {rung.level: rung.d for rung in rungs(rlvr.get("word-sorting")) if not rung.beyond}
    levels = set()
    for seed in range(40):
        prompt, info = env.reset(seed=seed)
        again, _ = env.reset(seed=seed)
        assert prompt == again == rlvr.task(info["task"].id).prompt
        levels.add(info["task"].level)
    assert len(levels) >= 3
    hardest = rungs(rlvr.get("word-sorting"))[-1]
    _, info = env.reset(seed=1, options={"difficulty": hardest.d})
    assert info["task"].params == dict(hardest.params)
    _, info = env.reset(seed=1, options={"level": 1})
    assert (info["task"].level, info["task"].params) == (1, {})
    with pytest.raises(ValueError, match="goes with neither"):
        env.reset(options={"level": 1, "difficulty": 1.0})
    assert ds[1] < ds[max(ds)]


def test_a_dataset_of_a_difficulty(tmp_path: Path) -> None:
    target = tmp_path / "hard.jsonl"
    words = ["generate", "arithmetic", "word-sorting", "--difficulty", "2.2-3.5", "-n", "30", "-o", str(target)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    wanted = {
        (spec.id, rung.level, json.dumps(dict(rung.params), sort_keys=True))
        for spec in map(rlvr.get, ("arithmetic", "word-sorting"))
        for rung in rungs(spec)
        if 2.2 <= rung.d <= 3.5
    }
    found = {
        (task.env, task.level, json.dumps(dict(task.params), sort_keys=True))
        for task in (rlvr.task(row["id"]) for row in rows)
    }
    assert found == wanted
    assert any(params != "{}" for *_, params in found)
    manifest = json.loads((tmp_path / "hard.jsonl.manifest.json").read_text())
    assert "7+1" in manifest["counts"]["rlvr/arithmetic-v0"]
    between = make_plan(["sudoku"], 10, difficulty=2.0)
    assert [arm.level for arm in between.arms] == [4, 5]
    assert [rung.level for rung, _ in within(rlvr.get("sudoku"), (1.9, 2.1))] == [4, 5]


# ---- kinds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", [spec for spec in rlvr.specs() if spec.kinds], ids=lambda spec: spec.name)
def test_every_kind_can_be_asked_for(spec: rlvr.TaskSpec) -> None:
    page = (ROOT / "docs" / "environments" / f"{spec.family}.md").read_text(encoding="utf-8")
    assert f"- Kinds of question, {len(spec.kinds)}, for the option `kinds`: {', '.join(spec.kinds)}." in page
    drawn = {word for value in spec.axes["kinds"] for word in (value or "").split()}
    assert drawn <= set(spec.kinds)
    for kind in spec.kinds:
        drawn_at = [n for n in spec.levels if kind in (spec.params(n)["kinds"] or "").split()]
        made = next(tasks_of_kind(spec, kind, drawn_at or [*spec.levels][-3:]), None)
        assert made is not None, kind
        assert spec.verify_answer(made.payload, made.answer).passed


def tasks_of_kind(spec: rlvr.TaskSpec, kind: str, levels: list[int]) -> Iterator[rlvr.Task]:
    """Tasks of one kind; with another beside it where it only changes others, as a conjugate does."""
    for kinds in (kind, f"{spec.kinds[0]} {kind}"):
        for level in levels:
            for seed in (7, 8, 9):
                with suppress(rlvr.GenerationError, ValueError):
                    yield from rlvr.generate(spec.id, level=level, kinds=kinds, seed=seed)


def test_kinds_are_options_and_are_counted() -> None:
    env = rlvr.make("dice", level=3, kinds=["coins", "sum"])
    kinds = {env.reset(seed=seed)[1]["task"].payload["problem"]["kind"] for seed in range(30)}
    assert kinds == {"coins", "sum"}
    with pytest.raises(ValueError, match="has no kind 'cards'; it has single, sum"):
        rlvr.make("dice", kinds="cards")
    with pytest.raises(ValueError, match="has one kind of question only"):
        rlvr.make("sudoku", kinds="x")
    several = [spec for spec in rlvr.specs() if spec.kinds]
    shown = CliRunner().invoke(app, ["list", "--kinds"], env={"COLUMNS": "200"}).stdout
    assert (
        f"{sum(len(spec.kinds) for spec in several)} kinds of question in {len(several)} environments" in shown
    )
    one = CliRunner().invoke(app, ["list", "--kind", "coin", "--json"]).stdout
    assert {row["id"]: row["kinds"] for row in json.loads(one)}["rlvr/dice-v0"] == ["coins"]
    hard = CliRunner().invoke(app, ["list", "--difficulty", "3.5-4", "--json"]).stdout
    assert "7+1" not in json.loads(hard)[0]["difficulty"]
    assert {row["id"] for row in json.loads(hard)} > {"rlvr/arithmetic-v0", "rlvr/sudoku-v0"}


# ---- the staircase -------------------------------------------------------------------------------------


def climb(stairs: Staircase, skill: float, steps: int, rng: random.Random) -> list[float]:
    """A policy whose success is logistic in the difficulty, half at its skill."""
    visited = []
    for _ in range(steps):
        rate = 1 / (1 + exp(4 * (stairs.ask() - skill)))
        visited.append(stairs.tell([float(rng.random() < rate) for _ in range(8)]))
    return visited


@pytest.mark.parametrize("target", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("start", [0.0, 6.0])
def test_the_staircase_finds_a_policy_from_both_sides(target: float, start: float) -> None:
    goal = 3 + log(1 / target - 1) / 4
    for seed in range(10):
        visited = climb(Staircase(0, 6, target=target, start=start), 3.0, 100, random.Random(seed))
        assert min(abs(d - goal) for d in visited[:25]) < 0.25
        assert fmean(visited[50:]) == pytest.approx(goal, abs=0.1)


def test_the_staircase_follows_a_policy_that_becomes_worse_and_better() -> None:
    for seed in range(10):
        rng, stairs = random.Random(seed), Staircase(0, 6)
        climb(stairs, 4.0, 60, rng)
        assert fmean(climb(stairs, 2.0, 80, rng)[40:]) == pytest.approx(2.0, abs=0.1)
        twin = Staircase(0, 6)
        twin.load(json.loads(json.dumps(stairs.state())))
        assert twin.tell([1, 0, None, 1]) == stairs.tell([1, 0, None, 1])
        assert fmean(climb(stairs, 5.0, 80, rng)[40:]) == pytest.approx(5.0, abs=0.1)


def test_the_staircase_stays_within_its_ends_and_refuses_nonsense() -> None:
    stairs = Staircase.of("word-sorting", longest=5.0)
    assert stairs.ask() == stairs.low
    assert (stairs.tell([1.0] * 20), stairs.tell([None])) == (stairs.high, stairs.high)
    assert stairs.tell([0.0] * 40) == stairs.low
    with pytest.raises(ValueError, match="rewards are from 0 to 1"):
        stairs.tell([2.0])
    with pytest.raises(ValueError, match="0 < target < 1"):
        Staircase(0, 1, target=1.0)
    with pytest.raises(ValueError, match="has no measured difficulty"):
        Staircase.of("algorithms")


def test_the_staircase_needs_no_torch() -> None:
    script = "import sys, rlvr.agents.curricula as c; c.Staircase.of('sudoku'); print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_three_levels_further_is_what_most_entries_have() -> None:
    counts = [len(spec.further) for spec in rlvr.specs()]
    assert max(counts) == FURTHER
    assert sum(count > 0 for count in counts) > len(counts) * 2 / 3
