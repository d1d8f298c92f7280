"""Tokens of a trajectory with their texts, and the search in messages of a run."""

from __future__ import annotations

import gzip
import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.agents.models.tokenizer import END, PhraseTokenizer
from rlvr.agents.policies import oracle, random_policy, run_text_policy
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.storage import step_path, write_trajectories
from rlvr.agents.trajectory import Segment, Trajectory
from rlvr.view import search as searching
from rlvr.view import tokens as shown_tokens
from rlvr.view.routes import Site
from rlvr.view.trajectories import Trajectories

HOSTILE = "<script>window.owned=1</script>\u202e\x1b[31m"


def drawn(codec: PhraseTokenizer, envs: tuple[str, ...], samples: int, seed: int = 0) -> list[Trajectory]:
    """Real episodes with the tokens that the codec has for their texts, and probabilities from a generator."""
    rng = random.Random(seed)
    found: list[Trajectory] = []
    for env in envs:
        task = next(rlvr.generate(env, level=2, seed=seed))
        for sample in range(samples):
            found += run_text_policy(oracle if sample % 2 else random_policy(rng), [EpisodeJob(task, sample)])
    for trajectory in found:
        segment = Segment()
        segment.read(codec.begin([{"role": "user", "content": trajectory.task.prompt}]))
        for turn in trajectory.turns:
            ids = codec.respond(turn.text)
            turn.segment, turn.start = 0, len(segment)
            segment.write(ids, [math.log(rng.uniform(0.001, 1)) for _ in ids], [3] * len(ids))
            turn.end = len(segment)
            if turn.observation:
                segment.read(codec.observe(turn.observation, ended=True))
        trajectory.segments = [segment]
        trajectory.extra |= {
            "used": trajectory.passed,
            "advantages": [rng.uniform(-1, 1) for _ in trajectory.turns],
        }
    return found


@pytest.fixture(scope="module")
def codec() -> PhraseTokenizer:
    return PhraseTokenizer.from_texts(
        next(rlvr.generate(env, level=2, seed=9)).prompt for env in ("sokoban", "countdown")
    )


@pytest.fixture(scope="module")
def rows(codec: PhraseTokenizer) -> list[Trajectory]:
    found = drawn(codec, ("sokoban", "countdown"), 4)
    found[6].turns[0].text = HOSTILE
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, codec: PhraseTokenizer, rows: list[Trajectory]) -> Path:
    run = tmp_path_factory.mktemp("runs") / "run"
    write_trajectories(step_path(run / "trajectories", 1), rows)
    codec.save(run / "tokenizer")
    return run


def test_tokens_come_in_the_models_order_with_their_texts(
    folder: Path, codec: PhraseTokenizer, rows: list[Trajectory]
) -> None:
    site = Site([folder.parent])
    for number, trajectory in enumerate(rows, start=1):
        found = site.get(["run", "run", "tokens", f"{number}.json"], {})
        (segment,) = trajectory.segments
        assert sum(run["count"] for run in found["runs"]) == len(segment)
        mine = [run for run in found["runs"] if run["turn"] is not None]
        assert [run["turn"] for run in mine] == list(range(len(trajectory.turns)))
        for run, turn in zip(mine, trajectory.turns, strict=True):
            assert run["ids"] == segment.tokens[turn.start : turn.end]
            wanted = [math.exp(value) for value in segment.log_probs[turn.start : turn.end]]
            assert run["probabilities"] == pytest.approx(wanted, rel=1e-3)
            assert run["texts"][-1] == codec.decode([END])
            if turn.text.isascii() and turn.text != HOSTILE:
                assert "".join(run["texts"][:-1]) == turn.text
        given = "".join(run["text"] for run in found["runs"] if run["turn"] is None)
        assert trajectory.task.prompt.splitlines()[0][:20] in given
        assert (found["used"], found["advantages"]) == (trajectory.passed, trajectory.extra["advantages"])
        assert (found["problem"], found["left_out"]) == ("", 0)


def test_turns_that_touch_and_tokens_outside_of_turns_are_told_apart() -> None:
    segment = {
        "tokens": list(range(10)),
        "drawn": [[2, 7], [9, 10]],
        "log_probs": [-0.1 * n for n in range(6)],
        "versions": [1] * 6,
    }
    turns = [{"segment": 0, "start": 2, "end": 4}, {"segment": 0, "start": 4, "end": 6}]
    row = {"extra": {}, "segments": [segment], "turns": turns}
    found = shown_tokens.tokens_of(row, Path("nowhere"))["runs"]
    assert [(run["turn"], run["count"]) for run in found] == [
        (None, 2), (0, 2), (1, 2), (-1, 1), (None, 2), (-1, 1),
    ]  # fmt: skip
    probabilities = [value for run in found if run["turn"] is not None for value in run["probabilities"]]
    assert probabilities == pytest.approx([math.exp(-0.1 * n) for n in range(6)], rel=1e-3)


def test_without_a_tokenizer_ids_and_probabilities_stay(
    tmp_path: Path, codec: PhraseTokenizer, rows: list[Trajectory]
) -> None:
    write_trajectories(step_path(tmp_path / "run" / "trajectories", 1), rows[:1])
    site = Site([tmp_path])

    def found() -> Any:
        return site.get(["run", "run", "tokens", "1.json"], {})

    assert "no folder tokenizer/" in found()["problem"]
    assert all(run["texts"] is None for run in found()["runs"] if run["turn"] is not None)
    (tmp_path / "run" / "tokenizer").mkdir()
    assert "holds no tokenizer.json" in found()["problem"]
    (tmp_path / "run" / "tokenizer" / "tokenizer.json").write_text('{"version": "x"')
    assert found()["problem"]
    codec.save(tmp_path / "run" / "tokenizer")
    assert found()["problem"] == ""


def test_the_files_of_other_tokenizers_give_the_same_texts(
    tmp_path: Path, codec: PhraseTokenizer, folder: Path
) -> None:
    pytest.importorskip("tokenizers")
    (tmp_path / "tokenizer").mkdir()
    (tmp_path / "tokenizer" / "tokenizer.json").write_bytes(
        (folder / "tokenizer" / "tokenizer.json").read_bytes()
    )
    ids = codec.encode("Push every box onto a goal: 12 + 3 = 15.")
    by_library = shown_tokens.texts_of(tmp_path)(ids)
    assert by_library == shown_tokens.texts_of(folder)(ids)
    assert "".join(by_library) == "Push every box onto a goal: 12 + 3 = 15."
    assert shown_tokens.texts_of(folder)([10**9, -1]) == ["<|1000000000|>", "<|-1|>"]
    assert len(shown_tokens.texts_of(tmp_path)([10**6, *ids])) == len(ids) + 1


def test_what_was_played_without_tokens_says_so(tmp_path: Path) -> None:
    task = next(rlvr.generate("countdown", level=1, seed=1))
    write_trajectories(
        step_path(tmp_path / "run" / "trajectories", 1), run_text_policy(oracle, [EpisodeJob(task, 0)])
    )
    found = Site([tmp_path]).get(["run", "run", "tokens", "1.json"], {})
    assert (found["runs"], "has no tokens" in found["problem"]) == ([], True)


# ---- search ----------------------------------------------------------------------------------------------


def all_hits(stored: Trajectories, **query: str) -> list[dict[str, Any]]:
    """Hits of all calls."""
    hits: list[dict[str, Any]] = []
    after, scanned = "", 0
    while True:
        found = searching.search(stored, {**query, "after": after})
        hits += found["hits"]
        scanned += found["scanned"]
        assert len(found["hits"]) <= searching.HITS
        if found["next"] is None:
            return hits
        after = str(found["next"])


def places(rows: list[Trajectory], text: str, names: tuple[str, ...]) -> dict[int, int]:
    """How often each trajectory has a text, by plain Python over what was written."""
    lower = text.lower()
    counts = {
        number: sum(getattr(turn, name).lower().count(lower) for turn in row.turns for name in names)
        for number, row in enumerate(rows, start=1)
    }
    return {number: count for number, count in counts.items() if count}


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory, codec: PhraseTokenizer) -> tuple[list[Trajectory], Path]:
    rows = drawn(codec, ("sokoban", "countdown", "zebra"), 24)
    rows[50].turns[0].text = HOSTILE + ' said "Ünïcode é"\nagain\\n\U0001f600'
    folder = tmp_path_factory.mktemp("many")
    write_trajectories(step_path(folder, 1), rows[:40])
    write_trajectories(step_path(folder, 2, ".jsonl"), rows[40:])
    return rows, folder


@pytest.mark.parametrize(
    "text", ["u", "UP", "+", "answer", HOSTILE, 'said "Ü', "é", "again\\n", "é\"\nagain", "\U0001f600", ".*", "absent"]
)  # fmt: skip
def test_every_place_is_found_and_nothing_else(many: tuple[list[Trajectory], Path], text: str) -> None:
    rows, folder = many
    stored = Trajectories(folder)
    stored.keep_up(60)
    for where, names in searching.PLACES.items():
        hits = all_hits(stored, q=text, **{"in": where})
        assert {hit["number"]: hit["count"] for hit in hits} == places(rows, text, names)
        for hit in hits:
            turn = rows[hit["number"] - 1].turns[hit["turn"]]
            said = turn.text if hit["where"] == "action" else turn.observation
            assert hit["before"] + hit["match"] + hit["behind"] in said
            assert hit["match"].lower() == text.lower()
            assert len(hit["before"]) <= searching.AROUND


def test_a_search_goes_on_behind_its_hits_however_short_a_call(
    many: tuple[list[Trajectory], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, folder = many
    stored = Trajectories(folder)
    stored.keep_up(60)
    whole = all_hits(stored, q="e")
    assert len(whole) > searching.HITS
    assert [hit["number"] for hit in whole] == sorted({hit["number"] for hit in whole})
    monkeypatch.setattr(searching, "SECONDS", -1.0)  # a call looks at one row
    assert all_hits(stored, q="e") == whole
    first = searching.search(stored, {"q": "e"})
    assert (first["scanned"], first["left"]) == (1, len(rows) - 1)


def test_filters_narrow_a_search(many: tuple[list[Trajectory], Path]) -> None:
    rows, folder = many
    stored = Trajectories(folder)
    stored.keep_up(60)
    hits = all_hits(stored, q="a", env="rlvr/zebra-v0", passed="0")
    wanted = places(rows, "a", ("text", "observation"))
    assert {hit["number"] for hit in hits} == {
        number
        for number in wanted
        if rows[number - 1].task.env == "rlvr/zebra-v0" and not rows[number - 1].passed
    }
    assert hits
    for query in (
        {"q": ""},
        {"q": "x" * 201},
        {"q": "x", "in": "y"},
        {"q": "x", "after": "-1"},
        {"q": "x", "zz": "1"},
    ):
        with pytest.raises(LookupError):
            searching.search(stored, query)


def test_rows_that_cannot_be_read_are_counted_and_the_rest_is_searched(
    tmp_path: Path, codec: PhraseTokenizer
) -> None:
    rows = drawn(codec, ("countdown",), 40)
    path = step_path(tmp_path, 1)
    write_trajectories(path, rows)
    stored = Trajectories(tmp_path)
    stored.keep_up(60)
    whole = path.read_bytes()
    second = whole.index(b"\x1f\x8b", 10)
    damaged = bytearray(whole)
    damaged[second + 30 : second + 60] = bytes(30)  # in the second block of sixteen rows
    path.write_bytes(bytes(damaged))
    found = searching.search(stored, {"q": "absent from all"})
    assert (found["scanned"], found["next"]) == (40, None)
    assert 1 <= found["skipped"] <= 16
    path.write_bytes(whole)


def test_parquet_is_searched_and_shown_too(tmp_path: Path, codec: PhraseTokenizer) -> None:
    pytest.importorskip("pyarrow")
    rows = drawn(codec, ("countdown",), 6)
    write_trajectories(step_path(tmp_path, 1, ".parquet"), rows)
    stored = Trajectories(tmp_path)
    stored.keep_up(60)
    hits = all_hits(stored, q="=")
    assert {hit["number"]: hit["count"] for hit in hits} == places(rows, "=", ("text", "observation"))
    assert stored.read(2)["id"] == rows[1].task.id
    assert stored.tokens(2)["advantages"] == pytest.approx(rows[1].extra["advantages"])


def test_a_row_longer_than_the_bound_is_passed_over(
    tmp_path: Path, codec: PhraseTokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = drawn(codec, ("countdown",), 3)
    rows[0].turns[0].text = "needle"
    rows[1].turns[0].text = "x" * 200_000
    write_trajectories(step_path(tmp_path, 1), rows)
    with gzip.open(step_path(tmp_path, 1)) as file:
        assert [len(json.loads(line)["turns"][0]["text"]) > 1000 for line in file] == [False, True, False]
    stored = Trajectories(tmp_path)
    stored.keep_up(60)
    monkeypatch.setattr(searching, "_LONGEST_LINE", 100_000)
    found = searching.search(stored, {"q": "needle"})
    assert [hit["number"] for hit in found["hits"]] == [1]
    assert (found["scanned"], found["skipped"]) == (3, 2)  # rows behind it in its block are not reached
