"""Environments from documents of one's own: what is kept, left out and judged; moving the files; play; the command."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import oracle, play
from rlvr.conformance import check
from rlvr.importing import Report, import_search

ENV = "mine/corpus-test-v0"
BASE = [sys.executable, "-m", "rlvr"]
DOCUMENTS = [
    {
        "id": 1,
        "title": "Vorsk",
        "text": "Vorsk lies on the Ilmar. It was founded on 3 May 812. " + "Rain falls. " * 60,
    },
    {
        "id": "ilmar",
        "title": "Ilmar",
        "text": "The Ilmar rises on Tolm and is 140 km long. " + "Fish swim. " * 60,
    },
    {"id": "tolm", "title": "Tolm", "text": "Tolm, or the Old Hill, was never climbed."},
]
# An answer with what it becomes, what is right for it, and what is wrong.
ANSWERS: list[tuple[dict[str, Any], str, list[str], list[str]]] = [
    ({"answer": "Tolm"}, "entity", ["tolm.", "**Tolm**"], ["Old Hill", "Tolm or Vorsk", "not Tolm"]),
    ({"answers": ["Tolm", "Old Hill"]}, "entity", ["Tolm", "the old hill"], ["Hill", "Tolm, Vorsk"]),
    ({"answer": "140 km"}, "number", ["140", "140 kilometres", "140.0 km"], ["14", "-140", "140 miles"]),
    ({"answer": 140, "unit": "km"}, "number", ["140 km", "140"], ["140 m", "1400"]),
    ({"answer": 2.50}, "number", ["2.5", "2.50"], ["25", "2"]),
    ({"answers": ["12", "twelve"]}, "number", ["12", "twelve"], ["13"]),
    ({"answer": "0812-05-03"}, "date", ["3 May 812", "May 3rd, 812"], ["812", "3 May 813"]),
    ({"answer": "the third of May 812"}, "date", ["0812-05-03"], ["May 812"]),
    ({"answer": True}, "boolean", ["yes", "True"], ["no", "yes and no"]),
    ({"answer": "No"}, "boolean", ["no"], ["yes", "nothing"]),
    ({"answer": ["Vorsk", ["Tolm", "Old Hill"]]}, "list", ["Vorsk, Old Hill", "Tolm; Vorsk"],
     ["Vorsk", "Vorsk, Tolm, Ilmar"]),
    ({"answer": ["Fell, Jan"]}, "list", ["Fell, Jan"], ["Fell"]),
    ({"answer": "Vorsk; Tolm", "kind": "list"}, "list", ["Tolm and Vorsk"], ["Tolm"]),
    ({"answers": ["812", "May 812"]}, "entity", ["812", "May 812"], ["813"]),
    ({"answer": "12 men", "kind": "entity"}, "entity", ["12 men"], ["12"]),
    ({"answer": "C{2}"}, "entity", ["c{2}"], ["C2"]),
]  # fmt: skip
BAD: list[tuple[Any, str]] = [
    ({"question": " ", "answer": "x"}, "no 'question'"),
    ({"answer": "x"}, "no 'question'"),
    (["x"], "not a JSON object"),
    ({"question": "a?"}, "no answer"),
    ({"question": "a?", "answer": "  "}, "no answer"),
    ({"question": "a?", "answers": ["x", ""]}, "no answer"),
    ({"question": "a?", "answer": []}, "no answer"),
    ({"question": "a?", "answer": {"x": 1}}, "a text, a number"),
    ({"question": "a?", "answer": "."}, "cannot be used"),
    ({"question": "a?", "answer": "tall", "kind": "number"}, "no number"),
    ({"question": "a?", "answer": "x", "kind": "essay"}, "'kind' is one of"),
    ({"question": "a?", "answers": ["12", "13"], "kind": "number"}, "not the same number"),
    ({"question": "a?", "answer": "Tolm", "unit": "km"}, "cannot be used"),
    ({"question": "a?", "answer": ["x", "x"]}, "cannot be used"),
    ({"question": "a?", "answer": ["x; y", "z"]}, "semicolon"),
    ({"question": "a?", "answers": ["x"], "kind": "list"}, "stand in 'answer'"),
    ({"question": "a?", "answer": "x<answer>y"}, "check"),
    ({"question": "a?", "answer": "long " * 1000}, "marked"),
    ({"question": "Is the old Hill high?", "answers": ["Tolm", "the Old Hill"]}, "stands in the question"),
    ({"question": "Which is older, Tolm or Vorsk?", "answer": "vorsk"}, "stands in the question"),
    ({"question": "Which of Tolm, Vorsk and Ilmar?", "answer": ["Vorsk", "Tolm"]}, "stands in the question"),
    ({"question": "东京在哪里", "answer": "东京"}, "stands in the question"),
    ({"question": "How long are the 7 canals?", "answer": "7 km"}, "stands in the question"),
    ({"question": "a \ud800?", "answer": "x"}, "surrogate"),
    ({"question": "a?", "answer": float("nan")}, "a text, a number"),
    ({"question": "a?", "answer": "x", "support": ["nowhere"]}, "no document 'nowhere'"),
    ({"question": "a?", "answer": "x", "support": [["tolm", "nowhere"]]}, "no document 'nowhere'"),
    ({"question": "a?", "answer": "x", "support": "tolm"}, "list of ids"),
    ({"question": "a?", "answer": "x", "support": [[]]}, "ids of documents"),
    ({"question": "a?", "answer": "x", "split": "dev"}, "'split'"),
    ({"question": "a?", "answer": "x", "hops": 0}, "'hops'"),
    ({"question": "a?", "answer": "x", "level": True}, "'level'"),
    ({"question": "Question  0", "answer": "Tolm"}, "row 1 asks the same"),
    ({"question": "question 0?", "answer": "Vorsk"}, "another answer"),
]  # fmt: skip


def lines(path: Path, rows: list[Any]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def tasks_of(registry: Path) -> list[dict[str, Any]]:
    """All stored tasks, in the order of the rows of the file."""
    found = [
        json.loads(line)
        for file in sorted(registry.with_suffix("").glob("level-*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    return sorted(found, key=lambda one: one["row"])


def imported(folder: Path, rows: list[Any], **options: Any) -> Report:
    corpus = lines(folder / "docs.jsonl", DOCUMENTS)
    return import_search(corpus, lines(folder / "asked.jsonl", rows), folder / "mine.yaml", **options)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    rows: list[Any] = [{"question": f"Question {n}?", **row} for n, (row, *_) in enumerate(ANSWERS)]
    for n, row in enumerate(rows):
        row |= {"hops": 1 + n % 2, "support": [[1, "ilmar"], "ilmar"] if n % 2 else ["tolm"]}
    made = imported(tmp_path_factory.mktemp("own"), rows + [row for row, _ in BAD], env_id=ENV)
    assert made.registry is not None
    rlvr.register(made.registry)
    return made


def test_bad_rows_are_left_out_and_told(report: Report) -> None:
    assert report.kept == len(ANSWERS) == sum(report.levels), report.text()
    told = {found.row - len(ANSWERS): found.text for found in report.dropped}
    assert len(told) == len(BAD)
    for number, (row, word) in enumerate(BAD, 1):
        assert word in told[number], (row, told[number])


def test_answers_are_judged_by_their_kind(report: Report) -> None:
    assert report.registry is not None
    spec = rlvr.get(ENV)
    for task, (row, kind, right, wrong) in zip(tasks_of(report.registry), ANSWERS, strict=True):
        assert task["search"]["kind"] == kind, row
        for answer in (task["search"]["gold"], *right):
            assert spec.verify_answer(task, answer).passed, (row, answer)
        for answer in wrong:
            assert not spec.verify_answer(task, answer).passed, (row, answer)
    (note,) = [note for note in report.notes if "looks" in note]
    assert re.search(r"date 2 \(row 7, 8\)", note)
    assert [found.row for found in report.weak if "not all of its forms" in found.text] == [14]


def test_a_bare_year_is_a_date_if_a_year_is_asked_for(tmp_path: Path) -> None:
    rows = [{"question": q, "answer": "812"} for q in ("In which year was it?", "When was it?", "How many?")]
    imported(tmp_path, rows)
    tasks = tasks_of(tmp_path / "mine.yaml")
    assert [task["search"]["kind"] for task in tasks] == ["date", "date", "number"]
    assert "year" in tasks[0]["form"]


def test_unknown_units_are_told(tmp_path: Path) -> None:
    rows = [{"question": f"Is it {len(a)}.3 or 1,3{len(a)}?", "answer": a} for a in ("3 musketeers", "3 km")]
    assert [found.row for found in imported(tmp_path, rows).weak] == [1]


def test_it_is_played_like_any_other(report: Report) -> None:
    for level in (1, 2):
        env = gymnasium.make(ENV, level=level).unwrapped
        record = play(env, oracle, seed=level)  # type: ignore[arg-type]
        assert record.rewards[-1] == 1.0
        assert len(record.actions) == 2  # it opens what it needs, and answers
    env = rlvr.make(ENV, level=2)
    env.reset(seed=1)
    call = {"name": "search", "arguments": {"query": "where does the Ilmar rise", "k": 1}}
    shown = env.step(f"<tool_call>{json.dumps(call)}</tool_call>")[0]
    assert "[ilmar]" in shown
    assert "Tolm" in shown


def test_signals_pay_for_support_and_are_off_without(report: Report, tmp_path: Path) -> None:
    look = '<tool_call>{"name": "open", "arguments": {"document": "%s"}}</tool_call>'
    paid = rlvr.make(ENV, level=2, reward="dense", params={"signals": {"coverage": 1.0}})
    paid.reset(seed=3)
    rewards = [paid.step(look % id)[1] for id in ("tolm", "ilmar", "ilmar")]
    assert rewards[0] == 0.0 < rewards[1]
    assert rewards[2] == 0.0
    bare = imported(tmp_path, [{"question": "Where?", "answer": "Vorsk"}], env_id="mine/corpus-bare-v0")
    assert any("no support" in note for note in bare.notes)
    rlvr.register(tmp_path / "mine.yaml")
    env = rlvr.make("mine/corpus-bare-v0", reward="dense", params={"signals": {"coverage": 1.0}})
    env.reset(seed=1)
    assert env.step(look % "tolm")[1] == 0.0
    record = play(env, oracle, seed=2)
    assert record.rewards == [1.0]


def test_the_conformance_suite_holds(tmp_path: Path) -> None:
    # No yes or no: one of the suite's hostile answers is "True", which is right for a yes.
    kinds = ("Place {}", "{}7 km", "181{}-05-17", ["Osk", "Reen {}"], "Wend")
    rows = [
        {
            "question": f"Question {hops}, {number}?",
            "answer": json.loads(json.dumps(kind).replace("{}", str(hops))),
            "hops": hops,
            "support": ["tolm", "ilmar"],
        }
        for hops in range(1, 6)
        for number, kind in enumerate(kinds)
    ]
    imported(tmp_path, rows, env_id="mine/corpus-check-v0")
    (spec,) = rlvr.register(tmp_path / "mine.yaml")
    found = check(spec, draws=20)
    assert found.passed, {name: texts for name, texts in found.findings.items() if texts}


def test_files_can_be_moved_and_come_out_the_same(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    rows = [{"question": f"Where is {n}?", "answer": f"Place {n}", "support": ["tolm"]} for n in range(12)]
    imported(tmp_path / "a", rows, env_id="mine/corpus-moved-v0")
    before = {p.name: p.read_bytes() for p in (tmp_path / "a" / "mine").rglob("*") if p.is_file()}
    imported(tmp_path / "a", rows, env_id="mine/corpus-moved-v0")
    after = {p.name: p.read_bytes() for p in (tmp_path / "a" / "mine").rglob("*") if p.is_file()}
    assert after == before
    (tmp_path / "b").mkdir()
    for name in ("mine", "mine.yaml"):
        shutil.move(tmp_path / "a" / name, tmp_path / "b" / name)
    shutil.rmtree(tmp_path / "a")
    (spec,) = rlvr.register(tmp_path / "b" / "mine.yaml")
    path = Path(spec.task(1, 0).payload["search"]["corpus"]["path"])
    assert path.parent == tmp_path / "b" / "mine"
    assert play(rlvr.make(spec.id), oracle, seed=0).rewards[-1] == 1.0


def test_levels_and_splits_are_the_users_own(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"question": f"Where is {n}?", "answer": f"Place {n}", "level": 7 if n % 3 else 2} for n in range(9)
    ]
    rows[0]["split"] = "test"
    del rows[2]["level"]
    report = imported(tmp_path, rows, env_id="mine/corpus-levels-v0")
    assert list(report.levels) == [4, 5]
    assert "levels: 1 is level 2, 2 is level 7" in report.notes
    assert [found.row for found in report.weak if "no 'level'" in found.text] == [3]
    assert len([found for found in report.weak if "stands in no document" in found.text]) == 9
    (spec,) = rlvr.register(tmp_path / "mine.yaml")
    tests = {spec.task(1, seed, split="test").payload["problem"]["row"] for seed in range(20)}
    assert tests == {1}
    rest = {spec.task(1, seed, split="train").payload["problem"]["row"] for seed in range(60)}
    assert rest == {3, 4, 7}


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=40, unique=True))
def test_the_split_depends_on_the_content_alone(numbers: list[int]) -> None:
    from rlvr.importing.answers import reference
    from rlvr.importing.search import SearchQuestion, _tested

    part = [
        SearchQuestion(row, f"Where is {n}?", reference({"answer": "x"}, ""), (), "", None, None)
        for row, n in enumerate(numbers)
    ]
    tested = _tested(part)
    assert 0 < len(tested) < len(part)
    assert tested == _tested(part[::-1])


def test_what_is_no_import_is_not_replaced(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.txt").write_text("Tolm is high.")
    rows = lines(tmp_path / "asked.jsonl", [{"question": "What is high?", "answer": "Tolm"}])
    with pytest.raises(ValueError, match="would be replaced"):
        import_search(docs, rows, tmp_path / "docs.yaml")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "precious").write_text("x")
    with pytest.raises(ValueError, match="not from an import"):
        import_search(docs, rows, tmp_path / "mine.yaml")
    with pytest.raises(ValueError, match="an id is such as"):
        import_search(docs, rows, tmp_path / "new.yaml", env_id="Mine")
    with pytest.raises(ValueError, match="ends in"):
        import_search(docs, rows, tmp_path / "new")
    assert (docs / "a.txt").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["asked.jsonl", "docs", "mine"]


def test_the_command(tmp_path: Path) -> None:
    corpus = lines(tmp_path / "My Docs.jsonl", DOCUMENTS)
    asked = [{"question": "What is high [b]?", "answer": "Tolm"}, {"question": "x?", "answer": ""}]
    rows = lines(tmp_path / "q.jsonl", asked)
    command = [*BASE, "search", "import", str(corpus), str(rows), "--out", str(tmp_path / "mine.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "mine/my-docs-v0: 1 kept, 1 left out" in done.stdout
    assert "left out, row 2: there is no answer" in done.stdout
    shown = subprocess.run(
        [*BASE, "--registry", str(tmp_path / "mine.yaml"), "show", "mine/my-docs-v0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.returncode == 0, shown.stderr
    assert "What is high [b]?" in shown.stdout
    lines(rows, asked[1:])
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1
    lines(corpus, [{"id": "x"}])
    broken = subprocess.run(command, capture_output=True, text=True, check=False)
    assert broken.returncode == 2
    assert "text or contents" in broken.stderr


def test_the_example(tmp_path: Path) -> None:
    example = Path(rlvr.__file__).parent / "examples" / "own_corpus.py"
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    table = done.stdout.split("\n\n")[-1].splitlines()[1:]
    assert len(table) == 2
    for line in table:
        _, _, right, blind = line.split()
        assert float(right) == 1.0
        assert float(blind) < 0.5


def long_document(fact: str) -> str:
    """About 24,000 characters with a fact in the middle."""
    filler = "Rain falls on the old road, and the mills go round and round all year. " * 170
    return f"{filler}\n\n{fact}\n\n{filler}"


def test_a_fact_in_the_middle_of_a_long_document_can_be_reached(tmp_path: Path) -> None:
    corpus = tmp_path / "pages"
    corpus.mkdir()
    (corpus / "chronicle.md").write_text(
        "# Chronicle\n" + long_document("The gate of Sarn is kept by Dorvane Ilk.")
    )
    (corpus / "short.md").write_text("# Short\nNothing is said of gates.")
    row = {"question": "Who keeps the gate of Sarn?", "answer": "Dorvane Ilk", "support": ["chronicle.md"]}
    report = import_search(
        corpus, lines(tmp_path / "q.jsonl", [row]), tmp_path / "long.yaml", env_id="mine/long-v0"
    )
    assert report.weak == []
    rlvr.register(tmp_path / "long.yaml")
    env = rlvr.make("mine/long-v0")
    env.reset(seed=0)

    def said(name: str, **arguments: Any) -> str:
        return env.step(f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>")[0]

    shown = said("search", query="Who keeps the gate of Sarn?")
    found = re.search(
        r"\[chronicle\.md, page (\d+) of (\d+)\] \(Title: Chronicle\) \.\.\. [^[]*Dorvane Ilk", shown
    )
    assert found, shown
    assert "[short.md] (Title: Short) # Short\nNothing is said of gates.\n" in shown
    assert "Dorvane Ilk" not in said("open", document="chronicle.md")
    opened = said("open", document="chronicle.md", page=int(found[1]))
    assert "The gate of Sarn is kept by Dorvane Ilk." in opened
    assert f"(page {found[1]} of {found[2]})" in opened
    assert "characters left out" not in opened
    assert f"has {found[2]} pages, and no page 99" in said("open", document="chronicle.md", page=99)
    assert "has 1 page, and no page 2" in said("open", document="short.md", page=2)


def test_answers_that_no_document_shows_are_told_and_left_out_on_demand(tmp_path: Path) -> None:
    rows = [
        {"question": "Where is it?", "answers": ["Nowhere", "Tolm"], "support": ["tolm"]},
        {"question": "What lies there?", "answer": "Vorsk", "support": ["tolm"]},
        {"question": "What rises?", "answer": "Karrow"},
        {"question": "Which are they?", "answer": ["Vorsk", "Karrow"]},
        {"question": "How long is it?", "answer": 999},
    ]
    report = imported(tmp_path, rows, env_id="mine/shown-v0")
    assert (report.kept, [found.row for found in report.weak]) == (5, [2, 3, 4])
    assert report.weak[0].text == "'Vorsk', which it asks for, stands in none of its supporting documents"
    assert report.weak[2].text == "'Karrow', which it asks for, stands in no document"
    assert any("1 of 5 answers are numbers" in note for note in report.notes)
    report = imported(tmp_path, rows, env_id="mine/shown-v0", unsupported="drop")
    assert (report.kept, [found.row for found in report.dropped]) == (2, [2, 3, 4])
    with pytest.raises(ValueError, match="'keep' or 'drop'"):
        imported(tmp_path, rows, unsupported="maybe")
    out = tmp_path / "cli.yaml"
    command = ["search", "import", str(tmp_path / "docs.jsonl"), str(tmp_path / "asked.jsonl"), "-o", str(out)]
    done = subprocess.run(
        [*BASE, *command, "--unsupported", "drop"], capture_output=True, text=True, check=True
    )
    assert "2 kept, 3 left out" in done.stdout
