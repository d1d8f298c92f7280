"""Questions of pools: the same whether read or made, renamed as a whole, and in one split with all that is alike."""

from __future__ import annotations

import json
import pickle
import random
import re
from collections import Counter
from contextlib import closing
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rlvr
from rlvr.cli import worlds
from rlvr.cli.app import app
from rlvr.generators import kept_folder
from rlvr.generators.sql import pooled, text2sql_solver
from rlvr.generators.sql.codec import from_json, to_json
from rlvr.generators.sql.double_slips import MOST
from rlvr.generators.sql.edit_parts import merged
from rlvr.generators.sql.execute import QueryTrials, rows_of, same
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.packed_rows import pack, unpack
from rlvr.generators.sql.plan import Col, Const, Select, Source, With
from rlvr.generators.sql.pooled import posed
from rlvr.generators.sql.renaming import Names, OldNames, drawn_names, renamed_schema
from rlvr.generators.sql.render import plainly
from rlvr.generators.sql.schema import Database, Schema
from rlvr.spec import mark

IDS = ("text2sql", "sql-repair", "sql-explore")


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this test's own for what is kept."""
    monkeypatch.setenv(kept_folder.VARIABLE, str(tmp_path))
    return tmp_path


def tasks(id: str, level: int, params: dict[str, object] | None = None, count: int = 4) -> list[rlvr.Task]:
    return [rlvr.get(id).task(level, seed, params=params) for seed in range(count)]


@pytest.mark.parametrize("level", [1, 5, 6])
@pytest.mark.parametrize("id", IDS)
def test_a_task_is_the_same_read_or_made(
    id: str, level: int, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tasks(id, level)
    files = [path for path in own_folder.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if path.name.endswith(".new")]
    times = {path: path.stat().st_mtime_ns for path in files}
    assert tasks(id, level) == made
    assert {path: path.stat().st_mtime_ns for path in own_folder.rglob("*") if path.is_file()} == times
    monkeypatch.setenv(kept_folder.VARIABLE, "")
    assert tasks(id, level) == made


@pytest.mark.parametrize("harm", [b"", b"\0\0", b"\0\0\0\5hello", None])
def test_a_damaged_file_is_made_anew(own_folder: Path, harm: bytes | None) -> None:
    made = tasks("sql-repair", 5)
    kept = {path: path.read_bytes() for path in own_folder.rglob("*") if path.is_file()}
    for path, data in kept.items():
        # Without a new text: a part in the middle, and one at the end, which is only read now and then.
        path.write_bytes(data[:-9] + b"something" if harm is None else harm)
    assert tasks("sql-repair", 5) == made
    assert {path: path.read_bytes() for path in own_folder.rglob("*") if path.is_file()} == kept


def test_a_file_in_the_place_of_another_one_is_made_anew(own_folder: Path) -> None:
    made = tasks("text2sql", 3, count=6)
    paths = sorted(path for path in own_folder.rglob("*") if path.is_file())
    kept = [path.read_bytes() for path in paths]
    for path, data in zip(paths, [*kept[1:], kept[0]], strict=True):
        path.write_bytes(data)
    assert tasks("text2sql", 3, count=6) == made
    assert [path.read_bytes() for path in paths] == kept


def test_a_folder_that_cannot_be_written_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tasks("text2sql", 2)
    file = tmp_path / "file"
    file.write_text("not a folder")
    monkeypatch.setenv(kept_folder.VARIABLE, str(file))
    assert tasks("text2sql", 2) == made


@pytest.mark.parametrize("shape", range(1, 8))
def test_what_is_renamed_gives_the_same_rows(shape: int) -> None:
    changed = 0
    for seed in range(6):
        rng = random.Random(seed)
        found = posed(rng, shape, 4, None, lambda one: one)
        old, names = found.schema, found.names
        database = fill(rng, old, 60)
        assert old == renamed_schema(found.seed, 4, None)
        assert names.schema == renamed_schema(found.seed, 4, names.seed)
        due = _rows(old, database, plainly(found.question.plan))
        assert _rows(names.schema, names.database(database), plainly(found.renamed.plan)) == due
        assert _rows(names.schema, names.database(database), found.query) == due
        assert from_json(to_json(found.renamed.plan)) == found.renamed.plan
        changed += names.schema.ddl() != old.ddl()
        gone = {name for name in names.tables if names.tables[name] != name}
        gone |= {name for name in names.columns if names.columns[name] != name}
        new = {*names.tables.values(), *names.columns.values()}
        words = set(re.findall(r"\w+", re.sub(r"'[^']*'", "", found.query)))
        assert not words & (gone - new)
    assert changed >= 4


def _rows(schema: Schema, database: Database, query: str) -> Counter[str]:
    with closing(QueryTrials(schema)) as trials:
        return bag(trials, database, query)


@pytest.mark.parametrize("shape", range(4, 8))
def test_the_question_names_the_columns_of_its_schema(shape: int) -> None:
    clauses = 0
    for seed in range(60):
        found = posed(random.Random(seed), shape, 5, None, lambda one: one)
        told = re.search(r" by (\w+), not by ([\w, ]+)\.", found.renamed.text)
        if told is not None:
            columns = {column.name for table in found.names.schema.tables for column in table.columns}
            assert {told[1], *re.split(r", | or ", told[2])} <= columns, found.renamed.text
            clauses += 1
        names = {*found.names.tables.values(), *found.names.columns.values()}
        old = {name for name in (*found.names.tables, *found.names.columns) if name not in names}
        words = re.findall(r"\w+", re.sub("'[^']*'", "", found.renamed.text))
        # A name that is a plain word may well be in a sentence.
        assert not [word for word in words if word in old and not word.islower()]
        assert not [word for word in words if word in old and "_" in word]
    assert clauses >= 1 or shape != 7


def test_columns_that_a_text_names_are_renamed() -> None:
    schema = renamed_schema(3, 3, None)
    names = Names(schema, 1, {}, {"payer_id": "payerNo", "a_id": "aNo", "b_id": "bNo", "name": "title"})
    text = "Give the name by name. Here, the x of a y are those that refer to it by payer_id, not by a_id or b_id. So."
    due = "Give the name by name. Here, the x of a y are those that refer to it by payerNo, not by aNo or bNo. So."
    assert names.text(text) == due
    assert Names(schema, None, {}, {}).text(text) == text


@pytest.mark.parametrize("shape", range(1, 8))
def test_a_plan_is_renamed_while_it_is_unpacked(shape: int) -> None:
    changed = 0
    for seed in range(8):
        found = posed(random.Random(seed), shape, 4, None, lambda one: one)
        plan = found.question.plan
        assert found.names.unpacked(to_json(plan)) == found.names.query(plan)
        assert found.renamed.plan == found.names.query(plan)
        changed += found.renamed.plan != plan
    assert changed >= 4


def test_databases_are_the_same_when_they_are_unpacked() -> None:
    many = [[number, f"{number}", number / 4, None if number % 3 else 'ß\n"\\'] for number in range(400)]
    databases: list[Database] = [
        {"t": [[1, 1.0, None, "1"], [1.0, 1, "a", "x"]], "u": [], "none": []},
        {"t": [], "u": [[0]], "none": []},
        {"t": many, "u": [[0], [0.0], [None]], "none": []},
    ]
    packed = json.loads(json.dumps(pack(databases)))
    assert repr(unpack(packed)) == repr(databases)
    assert [list(one) for one in unpack(packed, {"t": "a", "u": "b", "none": "c"})] == [["a", "b", "c"]] * 3
    first = unpack(packed)
    first[2]["t"][0][0] = "changed"
    assert repr(unpack(packed)) == repr(databases)
    assert first[2]["t"][1] == many[1]


def test_constants_are_not_renamed() -> None:
    schema = renamed_schema(3, 3, None)
    table = schema.tables[0]
    column = table.columns[1].name
    plan = With(
        (("part", Select(((column, Const(column)),), Source(table.name, table.name))),),
        Select((("x", Col("p", column)),), Source("p", "part")),
    )
    names = Names(schema, 1, {table.name: "other"}, {column: "new"})
    assert names.query(plan) == With(
        (("part", Select((("new", Const(column)),), Source("other", "other"))),),
        Select((("x", Col("p", "new")),), Source("p", "part")),
    )


def test_no_new_name_is_one_that_the_query_gives_to_something_else() -> None:
    schema = renamed_schema(3, 3, None)
    free = [
        drawn_names(random.Random(seed), OldNames.of(schema, Select((), Source("t"))), 3) for seed in range(40)
    ]
    taken = sorted({name for one in free for name in one.tables.values()} - {t.name for t in schema.tables})
    assert taken
    for name in taken[:5]:
        for plan in (
            Select((), Source(name.upper(), schema.tables[0].name)),
            Select(((name, Const(1)),), Source("t", schema.tables[0].name)),
            With(((name, Select((), Source("t"))),), Select((), Source("u", name))),
        ):
            for seed in range(40):
                names = drawn_names(random.Random(seed), OldNames.of(schema, plan), 3)
                assert name not in names.tables.values() or names.seed is None


@pytest.mark.parametrize("id", IDS)
def test_tasks_of_one_question_differ_and_are_in_one_split(id: str) -> None:
    same_question: dict[str, list[rlvr.Task]] = {}
    for task in tasks(id, 3, {"problems": 3}, 24):
        told = task.payload["sql"]["gold"] if "sql" in task.payload else task.payload["world"]["seed"]
        same_question.setdefault(str(told), []).append(task)
    several = [found for found in same_question.values() if len(found) > 1]
    assert len(several) >= 2
    for found in several:
        assert len({task.split for task in found}) == 1
        assert len({task.prompt for task in found}) == len(found)
    assert any(len({str(task.payload["problem"]["plan"]) for task in found}) > 1 for found in several)


def test_questions_that_differ_in_names_only_share_a_split() -> None:
    plans = []
    for number in range(40):
        found = posed(random.Random(5), 4, 4, None, lambda one: one)  # the same question, with other names
        old = OldNames.of(found.schema, found.question.plan)
        names = drawn_names(random.Random(number), old, found.seed)
        plans.append((names.schema, pooled.renamed(found.question, names)))
    assert len({str(question.plan) for _, question in plans}) >= 4
    assert len({str(pooled.shared(schema, question)) for schema, question in plans}) == 1
    others = [posed(random.Random(seed), 4, 4, None, lambda one: one).shared() for seed in range(60)]
    assert len(set(map(str, others))) >= 57


def test_a_wrong_query_does_not_name_a_column_after_the_right_one() -> None:
    told = 0
    for level in (1, 2, 4):
        for seed in range(40):
            payload = rlvr.get("sql-repair").task(level, seed).payload
            columns = {name for names in payload["sql"]["tables"].values() for name in names}
            for column, label in re.findall(r"(\w+) AS (\w+)", payload["wrong"]):
                assert column not in columns or label not in columns or column == label, payload["wrong"]
                told += column in columns
    assert told


def test_both_splits_have_questions_and_share_none() -> None:
    questions: dict[str, set[str]] = {"train": set(), "test": set()}
    spec = rlvr.get("text2sql")
    for seed in range(60):
        for split in ("train", "test"):
            task = spec.task(2, seed, split=split, params={"problems": 100})  # type: ignore[arg-type]
            questions[split].add(str([task.payload["sql"]["gold"], task.payload["sql"]["columns"]]))
    assert min(map(len, questions.values())) >= 2
    assert not questions["train"] & questions["test"]


@pytest.mark.parametrize("id", IDS)
def test_new_questions_are_made_where_there_is_no_pool(id: str) -> None:
    found = tasks(id, 4, {"problems": None}, 5)
    assert len({task.answer for task in found}) == 5
    for task in found:
        if "sql" in task.payload:
            assert text2sql_solver.confirms(task.payload, task.answer)
            if id != "sql-explore":
                assert rlvr.get(id).verify_response(task, mark(task.answer, task.marker)).passed


@pytest.mark.parametrize("problems", [0, -1, 1_000_001, 1.5, "many"])
def test_a_number_of_questions_that_cannot_be_is_refused(problems: object) -> None:
    with pytest.raises(ValueError, match=r"problems is 1 to|cannot be made"):
        rlvr.get("text2sql").task(1, 1, params={"problems": problems})


@pytest.mark.parametrize("shape", [5, 6, 7])
def test_each_of_two_mistakes_matters(shape: int) -> None:
    counts = []
    for seed in range(4):
        found = posed(random.Random(seed), shape, 5, None, lambda one: one)
        main, more = found._kept.main, found._kept.more
        judged = list(zip(found.databases, main["gold"], strict=True))[: more["tiny"]]
        trials = QueryTrials(found.schema)
        counts.append(len(found.double_slips))
        parts = {
            merged(found.question.plan, found.slips[one], found.slips[two]): (one, two)
            for one, two in combinations(found.slips, 2)
        }
        assert len(found.double_slips) <= MOST
        for text, plan in found.double_slips.items():
            assert text == plainly(plan)
            assert text not in more["edits"]
            told = [not same(due, rows_of(trials.filled(database), text)) for database, due in judged]
            assert any(told)
            results = [bag(trials, database, text) for database, _ in judged]
            for single in parts[plan]:
                assert [bag(trials, database, single) for database, _ in judged] != results
        trials.close()
    assert min(counts) >= 3


def bag(trials: QueryTrials, database: Database, query: str) -> Counter[str]:
    return Counter(map(repr, rows_of(trials.filled(database), query)))


def test_the_command_makes_what_tasks_want(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "_parts", lambda count: iter([range(2), range(2, 3)]))
    ids = ["text2sql", "sql-repair", "sql-explore"]
    built = CliRunner().invoke(app, ["worlds", "build", *ids, "--levels", "5", "--workers", "2"])
    assert built.exit_code == 0, built.output
    # One pool of questions for queries, one of mistakes in them, one of questions for values.
    assert "9 questions" in built.output
    files = {
        path.relative_to(own_folder): path.stat().st_mtime_ns
        for path in own_folder.rglob("*")
        if path.is_file()
    }
    assert len(files) == 9
    for id in ids:
        tasks(id, 5, {"problems": 3}, 6)
    after = {
        path.relative_to(own_folder): path.stat().st_mtime_ns
        for path in own_folder.rglob("*")
        if path.is_file()
    }
    assert after == files
    assert CliRunner().invoke(app, ["worlds", "clear"]).exit_code == 0
    assert not [path for path in own_folder.rglob("*") if path.is_file()]


def test_the_version_depends_on_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    version = pooled._version.__wrapped__
    first = version()
    assert first is not None
    monkeypatch.setattr("sqlite3.sqlite_version", "0.0")
    assert version() not in (first, None)


def test_what_makes_worlds_and_questions_can_go_to_other_processes() -> None:
    specs = [spec for spec in rlvr.specs() if spec.family in ("sql", "search")]
    jobs = [*worlds._world_jobs(specs, (1, 99)), *worlds._question_jobs(specs, (1, 99))]
    assert len(jobs) > 1000
    for make, _ in jobs:
        assert callable(pickle.loads(pickle.dumps(make)))
