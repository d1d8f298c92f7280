"""The viewer's pages of what was saved: evaluations, comparisons, checks of verifiers, dataset files."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rlvr
from rlvr.agents.evaluation.compare import compare
from rlvr.agents.evaluation.players import PolicyPlayer
from rlvr.agents.evaluation.report import EvaluationReport, plain
from rlvr.agents.evaluation.run import EvaluationConfig, evaluate
from rlvr.agents.evaluation.samples import placed_samples, read_samples, sample_at
from rlvr.agents.policies import oracle, random_policy, run_text_policy
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.storage import step_path, write_trajectories
from rlvr.cli.app import app
from rlvr.export.generate import generate_file
from rlvr.export.plan import make_plan
from rlvr.view.export import export
from rlvr.view.find import find
from rlvr.view.routes import Site
from rlvr.view.saved import file_name

HOSTILE = "<script>window.owned=1</script>\u202e\x1b[31m"


def player(share: float) -> PolicyPlayer:
    """Right with a probability, else as the random player."""

    def make(rng: random.Random) -> Any:
        return oracle if rng.random() < share else random_policy(rng)

    return PolicyPlayer(make)


def saved(
    folder: Path, name: str, share: float, envs: tuple[str, ...] = ("countdown", "sokoban"), **more: Any
) -> Path:
    config = EvaluationConfig(envs, (1, 2), **{"tasks": 5, "samples": 4, **more})
    evaluate(player(share), config, name=name, out=folder / name, settings={"temperature": share})
    return folder / name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("saved")
    saved(place, "weak", 0.2)
    saved(place, "strong", 0.7)
    saved(place, "other-seed", 0.5, seed=1)
    return place


@pytest.fixture(scope="module")
def site(folder: Path) -> Site:
    return Site([folder])


# ---- what is found ----------------------------------------------------------------------------------------


def test_each_kind_is_found_and_work_folders_are_not_looked_into(tmp_path: Path) -> None:
    (tmp_path / "eval").mkdir()
    (tmp_path / "eval" / "samples.jsonl").write_text("")
    (tmp_path / "eval" / "config.json").write_text("{}")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "records.jsonl").write_text("")
    (tmp_path / "run" / "more.jsonl").write_text("")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "train.jsonl").write_text("")
    (tmp_path / "data" / "train.jsonl.manifest.json").write_text('{"version": 1, "rates": []}')
    (tmp_path / "train.jsonl.partial").mkdir()
    (tmp_path / "train.jsonl.partial" / "rows.jsonl").write_text("")
    (tmp_path / "check.json").write_text('{"version": "0", "reports": []}')
    (tmp_path / "other.json").write_text('{"something": "else"}')
    found = find([tmp_path])
    assert set(found.runs) == {"run"}
    assert set(found.evaluations) == {"eval"}
    assert set(found.datasets) == {"data~train.jsonl"}
    assert set(found.checks) == {"check.json"}


# ---- evaluations ------------------------------------------------------------------------------------------


def test_places_of_samples_lead_back_to_them(folder: Path) -> None:
    path = folder / "weak" / "samples.jsonl"
    placed = list(placed_samples(path))
    assert len(placed) == 2 * 2 * 5 * 4
    assert all(sample_at(path, place) == sample for place, sample in placed)


def test_the_numbers_are_those_of_the_evaluation(site: Site, folder: Path) -> None:
    found = site.get(["eval", "weak", "page.json"], {})
    report = EvaluationReport.load(folder / "weak")
    assert found["total"] == plain(report.total)
    assert found["arms"].keys() == report.to_json()["arms"].keys()
    assert found["count"] == len(report.problems) == 20
    assert found["complete"] is True


@pytest.mark.parametrize("solved", ["never", "sometimes", "always"])
def test_tasks_are_filtered(site: Site, folder: Path, solved: str) -> None:
    query = {"solved": solved, "env": "rlvr/countdown-v0", "level": "2"}
    found = site.get(["eval", "weak", "page.json"], query)
    rights: dict[str, list[bool]] = {}
    for sample in read_samples(folder / "weak")[1]:
        if sample.env == "rlvr/countdown-v0" and sample.level == 2:
            rights.setdefault(sample.task, []).append(sample.passed)
    kind = {(False, False): "never", (True, False): "sometimes", (True, True): "always"}
    wanted = {task for task, each in rights.items() if kind[any(each), all(each)] == solved}
    assert {row["task"] for row in found["tasks"]} == wanted
    assert all(row["right"] == sum(rights[row["task"]]) for row in found["tasks"])


def test_a_sample_has_its_chat_and_its_siblings(site: Site, folder: Path) -> None:
    sample = next(each for each in read_samples(folder / "strong")[1] if each.turns > 1)
    query = {"task": sample.task, "wording": "0", "sample": str(sample.sample)}
    found = site.get(["eval", "strong", "sample.json"], query)
    assert [turn["text"] for turn in found["turns"]] == sample.actions
    assert [turn["observation"] for turn in found["turns"]] == sample.observations
    assert found["prompt"] == rlvr.task(sample.task).prompt
    assert [each["sample"] for each in found["group"]] == [0, 1, 2, 3]
    assert found["verdict"]["reason"] == sample.reason
    assert found["svg"].startswith("<svg")


def test_the_first_right_or_wrong_sample_is_found(site: Site) -> None:
    rows = site.get(["eval", "weak", "page.json"], {"solved": "sometimes"})["tasks"]
    assert rows
    for passed in ("0", "1"):
        found = site.get(["eval", "weak", "sample.json"], {"task": rows[0]["task"], "passed": passed})
        assert (found["verdict"]["score"] == 1.0) is (passed == "1")


@pytest.mark.parametrize(
    ("parts", "query", "told"),
    [
        (["eval", "none", "page.json"], {}, "there is no evaluation"),
        (["eval", "weak", "page.json"], {"solved": "often"}, "never, sometimes, always"),
        (["eval", "weak", "page.json"], {"from": "-1"}, "no whole number"),
        (["eval", "weak", "sample.json"], {"task": "nothing"}, "has no task"),
        (["compare.json"], {"base": "weak", "other": "none"}, "there is no run"),
        (["dataset", "none", "page.json"], {}, "there is no dataset"),
    ],
)
def test_what_is_wrong_is_told(site: Site, parts: list[str], query: dict[str, str], told: str) -> None:
    with pytest.raises(LookupError, match=told):
        site.get(parts, query)


def test_an_evaluation_that_grows_is_read_again_and_a_broken_one_is_told(tmp_path: Path) -> None:
    place = saved(tmp_path, "grows", 0.5, envs=("countdown",), tasks=2)
    site = Site([tmp_path])
    path = place / "samples.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]) + lines[-1][:20])  # a process was killed while it wrote
    (line,) = site.get(["evals.json"], {})["evals"]
    assert (line["played"], line["complete"]) == (15, False)
    path.write_text("".join(lines))
    (line,) = site.get(["evals.json"], {})["evals"]
    assert (line["played"], line["complete"]) == (16, True)
    path.write_text("{broken}\n" + "".join(lines))
    (line,) = site.get(["evals.json"], {})["evals"]
    assert "line 1 is damaged" in line["problem"]
    assert site.get(["evals.json"], {})["boards"] == []


def test_a_board_holds_evaluations_of_the_same_problems(site: Site, folder: Path) -> None:
    boards = site.get(["evals.json"], {})["boards"]
    assert [{row["name"] for row in board["rows"]} for board in boards] == [{"weak", "strong"}, {"other-seed"}]
    assert [row["name"] for row in boards[0]["rows"]] == ["strong", "weak"]
    assert boards[0]["pin"] != boards[1]["pin"]


def test_what_lacks_samples_or_has_other_problems_has_no_place(tmp_path: Path) -> None:
    full = saved(tmp_path, "full", 0.1, envs=("countdown",), tasks=3)
    saved(tmp_path, "lacking", 1.0, envs=("countdown",), tasks=3)
    path = tmp_path / "lacking" / "samples.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    swapped = saved(tmp_path, "swapped", 1.0, envs=("countdown",), tasks=3)
    changed = (swapped / "samples.jsonl").read_text()
    first = json.loads((full / "samples.jsonl").read_text().splitlines()[0])["fingerprint"]
    (swapped / "samples.jsonl").write_text(changed.replace(first, "0" * len(first)))
    (board,) = Site([tmp_path]).get(["evals.json"], {})["boards"]
    ranked = {row["name"]: row["ranked"] for row in board["rows"]}
    assert ranked["lacking"] is False
    assert sorted(ranked.values()) == [False, False, True]
    assert board["rows"][0]["ranked"] is True


def test_curves_of_difficulty_have_every_evaluation_of_the_environment(site: Site, folder: Path) -> None:
    found = site.get(["curves", "rlvr~sokoban-v0.json"], {})
    assert {line["name"] for line in found["lines"]} == {"weak", "strong", "other-seed"}
    report = EvaluationReport.load(folder / "weak")
    (weak,) = (line for line in found["lines"] if line["name"] == "weak")
    for point in weak["points"]:
        measured = report.arms["rlvr/sokoban-v0", point["level"]].pass_at[1]
        assert (point["value"], point["low"], point["high"]) == (measured.value, measured.low, measured.high)


# ---- comparisons ------------------------------------------------------------------------------------------


def test_gained_and_lost_tasks_are_those_of_the_comparison(site: Site, folder: Path) -> None:
    found = site.get(["compare.json"], {"base": "weak", "other": "strong"})
    wanted = compare(EvaluationReport.load(folder / "weak"), EvaluationReport.load(folder / "strong"))
    assert [row[0] for row in found["tasks"]["gained"]] == wanted.gained
    assert [row[0] for row in found["tasks"]["lost"]] == wanted.lost
    ledger = wanted.total.ledger
    assert found["counts"] == {name: getattr(ledger, name) for name in ("gained", "lost", "kept", "never")}
    assert found["total"] == plain(wanted.total)
    assert found["differing"] == []


def test_evaluations_of_other_problems_are_not_compared(site: Site) -> None:
    with pytest.raises(LookupError, match="no task in common"):
        site.get(["compare.json"], {"base": "weak", "other": "other-seed"})


def test_two_runs_are_compared_by_their_tasks(tmp_path: Path) -> None:
    rng = random.Random(0)
    tasks = [next(rlvr.generate("countdown", level=1, seed=seed)) for seed in range(12)]
    solved: dict[str, set[str]] = {}
    for name, share, chosen in (("one", 0.3, tasks[:10]), ("two", 0.6, tasks[2:])):
        rows = []
        for task in chosen:
            for sample in range(2):
                policy = oracle if rng.random() < share else random_policy(rng)
                rows += run_text_policy(policy, [EpisodeJob(task, sample)])
        write_trajectories(step_path(tmp_path / name / "trajectories", 1), rows)
        solved[name] = {row.task.id for row in rows if row.passed}
    site = Site([tmp_path])
    found = site.get(["compare.json"], {"base": "one", "other": "two"})
    common = {task.id for task in tasks[2:10]}
    assert {row[0] for row in found["tasks"]["gained"]} == (solved["two"] - solved["one"]) & common
    assert {row[0] for row in found["tasks"]["lost"]} == (solved["one"] - solved["two"]) & common
    assert sum(found["counts"].values()) == 8
    assert found["left_out"] == 4


# ---- as files --------------------------------------------------------------------------------------------


def test_what_was_saved_is_in_a_bundle(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "site"
    export(place, ["countdown"], paths=[folder], compared=["weak:strong"])

    def stored(path: str) -> Any:
        return json.loads(gzip.decompress((place / "data" / path).read_bytes()))

    site = Site([folder])
    assert stored("envs.json")["pages"] == ["evals", "trust"]
    served = site.get(["evals.json"], {})
    assert stored("evals.json")["boards"] == served["boards"]
    assert stored("evals.json")["compared"] == [["weak", "strong"]]
    assert {line["key"] for line in stored("evals.json")["evals"]} == {"weak", "strong", "other-seed"}
    assert len(stored("trust.json")["rows"]) == len(rlvr.specs())
    compared = stored("compare/weak/strong.json")
    assert compared == site.get(["compare.json"], {"base": "weak", "other": "strong"})
    page = stored("eval/other-seed/page.json".replace("other-seed", file_name("other-seed")))
    assert page["count"] == len(page["tasks"]) == 20
    assert stored("curves/rlvr~sokoban-v0.json") == site.get(["curves", "rlvr~sokoban-v0.json"], {})
    for name in ("weak", "strong"):
        samples = EvaluationReport.load(folder / name).samples
        for task in {sample.task for sample in samples}:
            here = stored(f"eval/{name}/task/{file_name(task)}.json")["samples"]
            outcomes = {sample.passed for sample in samples if sample.task == task}
            assert {found["verdict"]["score"] == 1.0 for found in here} == outcomes
            assert [len(found["group"]) for found in here] == [len(here)] * len(here)
            assert here[0]["of"] == 4
    everything = b"".join(
        gzip.decompress(path.read_bytes())
        for path in (place / "data").rglob("*.json")
        if "task/" not in str(path)
    )
    assert str(folder).encode() not in everything
    with pytest.raises(LookupError, match="no two evaluations"):
        export(tmp_path / "more", ["countdown"], paths=[folder], compared=["weak:absent"])
    with pytest.raises(LookupError, match="no task in common"):
        export(tmp_path / "more", ["countdown"], paths=[folder], compared=["weak:other-seed"])
    assert not (tmp_path / "more").exists()


def test_the_command_names_what_can_be_compared(folder: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app, ["view", str(folder), "--export", str(tmp_path / "x"), "--env", "zebra", "--compare", "weak"]
    )
    assert done.exit_code != 0
    assert "BASE:OTHER" in str(done.exception) + done.output
    assert not (tmp_path / "x").exists()


def test_names_of_files_are_told_apart() -> None:
    texts = ["a/b", "a_b", "a~b", "a_2f_b", "a:b", "A.b-1", "ü"]
    assert len({file_name(text) for text in texts}) == len(texts)
    assert all(name.isascii() and not set(name) & set('/:~%#?\\"') for name in map(file_name, texts))


# ---- trust ------------------------------------------------------------------------------------------------


def test_trust_tells_what_checks_found(tmp_path: Path) -> None:
    for options in (["--json", "check.json"], ["--rates", "--json", "rates.json"]):
        done = CliRunner().invoke(
            app, ["check", "word-sorting", "--draws", "20", *options[:-1], str(tmp_path / options[-1])]
        )
        assert done.exit_code == 0, done.output
    old = {"version": "0.0.1", "draws": 20}
    failing = [{"id": "rlvr/zebra-v0", "passed": False, "findings": {"agrees": ["it does not"], "ends": []}}]
    (tmp_path / "old.json").write_text(json.dumps({**old, "reports": failing}))
    (tmp_path / "odd.json").write_text('{"version": 3, "reports": [1, {"id": []}], "rates": "x"}')
    found = Site([tmp_path]).get(["trust.json"], {})
    rows = {row["id"]: row for row in found["rows"]}
    assert set(rows) == {spec.id for spec in rlvr.specs()}
    sorting = rows["rlvr/word-sorting-v0"]
    assert sorting["conformance"]["failing"] == {}
    assert sorting["conformance"]["current"] is True
    assert sorting["conformance"]["of"] > 10
    assert sorting["rates"]["wrong"] > 1000
    assert len(sorting["rates"]["r0"]) == 3
    zebra = rows["rlvr/zebra-v0"]["conformance"]
    assert (zebra["failing"], zebra["current"], zebra["of"]) == ({"agrees": ["it does not"]}, False, 2)
    assert rows["rlvr/sudoku-v0"]["conformance"] is None


# ---- datasets ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("data")
    generate_file(make_plan(["sudoku", "countdown=2"], 60, levels=(1, 2)), place / "train.jsonl")
    return place


def test_a_dataset_has_its_counts_and_rows(data: Path) -> None:
    site = Site([data])
    (line,) = site.get(["datasets.json"], {})["datasets"]
    assert (line["key"], line["rows"]) == ("train.jsonl", 60)
    found = site.get(["dataset", "train.jsonl", "page.json"], {})
    assert found["done"]
    told = {(env, str(level)): number for env, level, number in found["counts"]}
    counts = found["manifest"]["counts"]
    assert told == {(env, level): number for env, levels in counts.items() for level, number in levels.items()}
    assert found["repeats"] == 0
    lines = (data / "train.jsonl").read_text().splitlines()
    assert [row["id"] for row in found["rows"]] == [json.loads(line)["id"] for line in lines[:50]]
    assert found["next"] == 50
    row = site.get(["dataset", "train.jsonl", "row", "57.json"], {})
    task = rlvr.task(json.loads(lines[57])["id"])
    assert (row["prompt"], row["answer"]) == (task.prompt, task.answer)
    assert row["svg"].startswith("<svg")


def test_rows_of_a_dataset_are_filtered(data: Path) -> None:
    site = Site([data])
    found = site.get(["dataset", "train.jsonl", "page.json"], {"env": "rlvr/countdown-v0", "level": "2"})
    rows = [json.loads(line) for line in (data / "train.jsonl").read_text().splitlines()]
    wanted = [row["id"] for row in rows if (row["env"], row["level"]) == ("rlvr/countdown-v0", 2)]
    assert [row["id"] for row in found["rows"]] == wanted
    both = site.get(["dataset", "train.jsonl", "page.json"], {"level": "1"})
    assert [row["id"] for row in both["rows"]] == [row["id"] for row in rows if row["level"] == 1]
    assert site.get(["dataset", "train.jsonl", "page.json"], {"level": "9"})["rows"] == []


def test_repeated_problems_are_counted(data: Path, tmp_path: Path) -> None:
    lines = (data / "train.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "twice.jsonl").write_text("".join([*lines, "\n", lines[7], lines[7], lines[3]]))
    found = Site([tmp_path]).get(["dataset", "twice.jsonl", "page.json"], {"from": "50"})
    assert found["repeats"] == 3
    assert [pair[1:] for pair in found["repeated"]] == [(7, 60), (7, 61), (3, 62)]
    assert found["rows"][-1]["id"] == json.loads(lines[3])["id"]


def test_rows_that_are_no_tasks_and_broken_files_are_told(tmp_path: Path) -> None:
    (tmp_path / "foreign.jsonl").write_text(
        json.dumps({"prompt": [{"role": "user", "content": HOSTILE}], "level": "x"}) + "\n"
    )
    (tmp_path / "broken.jsonl").write_text('{"id": "a"}\n{half\n')
    site = Site([tmp_path])
    row = site.get(["dataset", "foreign.jsonl", "row", "0.json"], {})
    assert row["prompt"] == HOSTILE
    assert "svg" not in row
    found = site.get(["dataset", "broken.jsonl", "page.json"], {})
    assert "broken.jsonl:2" in found["problem"]
    assert found["count"] == 1
    with pytest.raises(LookupError, match="has no row 1"):
        site.get(["dataset", "broken.jsonl", "row", "1.json"], {})


def test_parquet_is_shown_like_json_lines(data: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    plan = make_plan(["sudoku", "countdown=2"], 60, levels=(1, 2))
    generate_file(plan, tmp_path / "train.parquet")
    one = Site([data]).get(["dataset", "train.jsonl", "page.json"], {})
    two = Site([tmp_path]).get(["dataset", "train.parquet", "page.json"], {})
    assert (two["counts"], two["rows"]) == (one["counts"], one["rows"])
    assert (
        Site([tmp_path]).get(["dataset", "train.parquet", "row", "9.json"], {})["answer"]
        == Site([data]).get(["dataset", "train.jsonl", "row", "9.json"], {})["answer"]
    )
