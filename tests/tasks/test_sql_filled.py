"""Databases that are filled for a verdict, or kept for the next one, give what a private copy of an image gives."""

from __future__ import annotations

import contextlib
import copy
import re
import sqlite3
import threading
from random import Random

import pytest
from test_sql_runner import NO_READS, TOO_MUCH

import rlvr
from rlvr.generators.sql.codec import from_json, schema_from_json
from rlvr.generators.sql.edits import edits
from rlvr.generators.sql.render import to_sql
from rlvr.verifiers.base import Reason
from rlvr.verifiers.sql import filled, query
from rlvr.verifiers.sql.filled import FilledDatabases, KeptDatabases, databases_of
from rlvr.verifiers.sql.image import bare, build, images_of
from rlvr.verifiers.sql.runner import Limits, QueryError, Result, check_read, run_checked

SPEC = rlvr.get("text2sql")
LIMITS = Limits(rows=80, steps=20_000)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    filled.forget()


def told(run, number: int, text: str) -> Result | str:
    """What a query gives, or the kind of its error."""
    try:
        found = run(number, text, LIMITS)
    except QueryError as error:
        return type(error).__name__
    return Result(found.columns, found.rows, 0, found.more)


def by_image(sql):
    images = images_of(sql, varied=True)
    return lambda number, text, limits: run_checked(
        images[number], text, limits, cut=True, reverse=number % 3 == 1
    )


def queries(task, rng: Random) -> list[str]:
    """The reference, mistakes of one edit, the tables as they are stored, and what fails."""
    facts = task.payload["problem"]
    plan, schema = from_json(facts["plan"]), schema_from_json(facts["schema"])
    wrong = sorted({to_sql(one) for one in edits(plan, schema, rng)})
    tables = list(task.payload["sql"]["tables"])
    return [
        task.answer,
        *rng.sample(wrong, min(len(wrong), 9)),
        *(f"SELECT * FROM {name}" for name in tables),
        f"SELECT count(*) FROM {tables[-1]}",
        f"SELECT (SELECT max(rowid) FROM {tables[0]}), count(*) FROM {tables[-1]} a, {tables[0].upper()} b",
        f"SELECT count(*) FROM {tables[-1]} NATURAL JOIN {tables[0]}",
        "SELECT name, rootpage FROM sqlite_master",
        "SELECT 1 WHERE 0",
        "SELECT nothing FROM nowhere",
        f"DELETE FROM {tables[0]}",
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
    ]


@pytest.mark.parametrize("level", [2, 6])
def test_both_ways_give_what_an_image_gives(level: int) -> None:
    rng = Random(level)
    task = SPEC.task(level, level)
    sql = task.payload["sql"]
    plain, kept = by_image(sql), KeptDatabases(sql)
    asked = queries(task, rng)
    with FilledDatabases(sql) as one_by_one:
        for text in [*asked, *rng.sample(asked, 5)]:
            for number in range(len(sql["databases"])):
                due = told(plain, number, text)
                assert told(one_by_one.run, number, text) == due, (text, number)
                assert told(kept.run, number, text) == due, (text, number)
    kept.close()


@pytest.mark.parametrize("text", [*NO_READS.values(), *list(TOO_MUCH.values())[::3]])
def test_what_is_refused_changes_nothing(text: str) -> None:
    task = SPEC.task(2, 1)
    for _ in range(3):  # filled, kept, and kept from before
        verdict = SPEC.verify_answer(task.payload, text)
        assert not verdict.passed
        assert verdict.reason in (
            Reason.ILLEGAL,
            Reason.WRONG,
            Reason.TIMEOUT,
            Reason.UNPARSABLE,
            Reason.TOO_LONG,
        )
        assert SPEC.verify_answer(task.payload, task.answer).passed


def test_kept_databases_refuse_changes_by_themselves() -> None:
    """The second fence behind the authorizer, alone."""
    task = SPEC.task(2, 1)
    kept = KeptDatabases(task.payload["sql"])
    kept.run(0, task.answer, LIMITS)
    connection = kept._opened[0]
    before = connection.serialize()
    name, columns = next(iter(task.payload["sql"]["tables"].items()))
    connection.set_authorizer(None)
    for text in (
        f"DELETE FROM {name}",
        f"WITH x AS (SELECT 1) DELETE FROM {name} RETURNING *",
        f"UPDATE {name} SET rowid = rowid + 1000",
        f"INSERT INTO {name} SELECT * FROM {name}",
        f"DROP TABLE {name}",
        "CREATE TABLE z AS SELECT 1 AS one",
        "CREATE TEMP TABLE z AS SELECT 1 AS one",
        f"CREATE INDEX z ON {name} ({columns[0]})",
    ):
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute(text).fetchall()
        assert connection.serialize() == before, text
    kept.close()


def test_steps_are_counted_the_same_whatever_was_asked_before() -> None:
    task = SPEC.task(4, 2)
    kept, fresh = KeptDatabases(task.payload["sql"]), KeptDatabases(task.payload["sql"])
    for _ in range(7):
        again = [kept.run(number, task.answer, Limits()).steps for number in range(4)]
        with contextlib.suppress(QueryError):
            kept.run(0, "SELECT nothing", Limits())
    assert again == [fresh.run(number, task.answer, Limits()).steps for number in range(4)]
    kept.close()
    fresh.close()


def test_databases_are_kept_from_the_second_answer_on_and_closed_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(filled, "_MOST_KEPT", 3)
    tasks = [SPEC.task(1, seed) for seed in range(5)]
    sql, kinds = tasks[0].payload["sql"], []
    for _ in range(3):
        with databases_of(sql) as databases:
            kinds.append(type(databases))
    assert kinds == [FilledDatabases, KeptDatabases, KeptDatabases]
    with databases_of(sql) as databases, databases_of(sql) as others:  # which are taken
        assert [type(databases), type(others)] == [KeptDatabases, FilledDatabases]
    for task in tasks:
        for _ in range(3):
            assert SPEC.verify_answer(task.payload, task.answer).passed
    assert len(filled._KEPT) == filled._MOST_KEPT
    assert not filled._TAKEN


def test_a_payload_that_was_changed_is_another_one() -> None:
    task = SPEC.task(1, 5)
    for _ in range(3):
        assert SPEC.verify_answer(task.payload, task.answer).passed
    changed = copy.deepcopy(dict(task.payload))
    for database in changed["sql"]["databases"]:
        for rows in database.values():
            rows.clear()
    for _ in range(3):
        assert not SPEC.verify_answer(changed, task.answer).passed
        assert SPEC.verify_answer(task.payload, task.answer).passed


def test_a_database_that_cannot_be_built_is_nobodys_fault() -> None:
    task = SPEC.task(1, 6)
    for spoil in (
        lambda sql: sql["databases"][0].update(nowhere=[[1]]),
        lambda sql: next(rows for rows in sql["databases"][0].values() if rows)[0].append(1),
        lambda sql: sql["schema"].append("CREATE TABLE broken ("),
        lambda sql: sql.update(databases=7),
    ):
        changed = copy.deepcopy(dict(task.payload))
        spoil(changed["sql"])
        for _ in range(3):
            assert SPEC.verify_answer(changed, task.answer).reason is Reason.INFRA


def test_threads_get_the_same_verdicts() -> None:
    tasks = [SPEC.task(level, 3) for level in (1, 2, 3)]
    wrong = []

    def judge(seed: int) -> None:
        rng = Random(seed)
        for _ in range(20):
            task = rng.choice(tasks)
            right = rng.random() < 0.5
            text = (
                task.answer if right else rng.choice(("SELECT 1", "SELECT nothing", f"{task.answer} LIMIT 0"))
            )
            if SPEC.verify_answer(task.payload, text).passed != right:
                wrong.append(text)

    threads = [threading.Thread(target=judge, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert not filled._TAKEN


def test_large_databases_are_images() -> None:
    task = SPEC.task(1, 2)
    large = copy.deepcopy(dict(task.payload))
    sql = large["sql"]
    sql["schema"] = [*sql["schema"], "CREATE TABLE heap (n INTEGER)"]
    sql["tables"] = {**sql["tables"], "heap": ["n"]}
    for database in sql["databases"]:
        database["heap"] = [[n] for n in range(filled.MOST_ROWS)]
    assert not filled.is_small(sql)
    assert filled.is_small(task.payload["sql"])
    for _ in range(2):
        assert query.verify(large, task.answer).passed
        assert not query.verify(large, "SELECT n FROM heap").passed


def test_an_empty_image_is_that_of_the_schema() -> None:
    sql = SPEC.task(3, 1).payload["sql"]
    (made,) = build(sql["schema"], sql["tables"], [{}])
    text = "SELECT name, sql FROM sqlite_master ORDER BY name"
    check_read(text, Limits())
    assert (
        run_checked(made, text, Limits()).rows == run_checked(bare(tuple(sql["schema"])), text, Limits()).rows
    )


def joined_by_names(answer: str) -> str | None:
    """A query with its joins on columns of one name written with USING, if there are such."""
    on = r"JOIN (\w+)( AS \w+)? ON (\w+)\.(\w+) = (\w+)\.\4(?=\n|$)"
    other = re.sub(on, lambda join: f"JOIN {join[1]}{join[2] or ''} USING ({join[4]})", answer)
    return None if other == answer else other


@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_a_first_answer_and_a_second_one_are_judged_alike(level: int) -> None:
    seen = 0
    for seed in range(40):
        task = rlvr.get("text2sql").task(level, seed)
        doubled = f"SELECT * FROM ({task.answer}) NATURAL JOIN (SELECT 1 AS one UNION ALL SELECT 2)"
        for text in filter(None, (joined_by_names(task.answer), doubled)):
            filled.forget()
            verdicts = [rlvr.get(task.env).verify_answer(task.payload, text) for _ in range(3)]
            assert len({verdict.reason for verdict in verdicts}) == 1, text
            seen += text != doubled
    assert seen >= 3 or level == 1


@pytest.mark.parametrize("name", ["a", "Ab", "ÄB", "x y", 'say "x"', "it's", "a`b", "c]d", "\u0130"])
def test_rows_of_a_table_are_there_however_it_is_named(name: str) -> None:
    quoted = name.replace('"', '""')
    schema = [f'CREATE TABLE "{quoted}" (k INTEGER, v INTEGER)', "CREATE TABLE other (k INTEGER, w INTEGER)"]
    database = {name: [[1, 2], [1, 3]], "other": [[1, 5]]}
    sql = {"schema": schema, "tables": {name: ["k", "v"], "other": ["k", "w"]}, "databases": [database] * 6}
    forms = [f'"{quoted}"', f'"{quoted.upper() if name.isascii() else quoted}"']
    if "`" not in name:
        forms.append(f"`{name}`")
    if "]" not in name:
        forms.append(f"[{name}]")
    for form in forms:
        with filled.FilledDatabases(sql) as databases:
            for number in range(6):
                for text in (
                    f"SELECT SUM(v) FROM {form}",
                    f"SELECT COUNT(*) FROM other LEFT JOIN {form} USING (k)",
                    f"SELECT COUNT(*) + 3 FROM {form} NATURAL JOIN other",
                ):
                    due = 2 if "LEFT" in text else 5
                    assert [list(row) for row in databases.run(number, text, LIMITS).rows] == [[due]], (
                        number,
                        text,
                    )
