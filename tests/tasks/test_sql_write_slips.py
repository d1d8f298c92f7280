"""Of scripts with one slip that mean something else, nearly all are told from the right one."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from sql_script_slips import slips

import rlvr
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.question import NoFit
from rlvr.generators.sql.tiny_databases import tiny_database
from rlvr.generators.sql.writes import sql_write as tasks
from rlvr.generators.sql.writes.rows import state_of
from rlvr.generators.sql.writes.sql_write_solver import confirms
from rlvr.verifiers.sql.compare import same_bag
from rlvr.verifiers.sql.image import build
from rlvr.verifiers.sql.runner import QueryError
from rlvr.verifiers.sql.scripts import LIMITS, named_tables, run_script
from rlvr.verifiers.sql.write import affinity, verify

SPEC = rlvr.get("sql-write")
SEEDS = 4
MOST = 40
"""Slips of one task that are tried."""


def problem(level, seed):
    rng, params = random.Random(f"{level} {seed}"), SPEC.params(level)
    while True:
        try:
            return tasks.draw(rng, params["kinds"].split(), params["steps"], params["tables"])
        except NoFit:
            continue


def left(image, script):
    try:
        return run_script(image, script, replace(LIMITS, rows=5000))
    except QueryError:
        return None


def same_state(a, b):
    if a is None or b is None or a.keys() != b.keys():
        return a is b
    return all(
        [name.lower() for name in a[table][0]] == [name.lower() for name in b[table][0]]
        and same_bag(a[table][1], b[table][1])
        for table in a
    )


def test_slips_are_told():
    rng = random.Random(0)
    different = accepted = 0
    for level in SPEC.levels:
        for seed in range(SEEDS):
            drawn = problem(level, seed)
            payload, schema = tasks.payload_of(drawn), drawn.schema
            write = payload["write"]
            tried = slips(drawn.script, write["tables"])
            tried = rng.sample(tried, min(len(tried), MOST))
            passed = [script for script in tried if verify(payload, script).passed]
            different += len(tried) - len(passed)
            if not passed:
                continue
            # Those that pass may mean the same: then they do it on many other databases as well.
            others = [tasks.Guide(rng, schema, drawn.chain, drawn.rows).draw() for _ in range(25)]
            others += [state_of(schema, tiny_database(rng, schema, {}, 12)) for _ in range(6)]
            others += [state_of(schema, fill(rng, schema, 120)) for _ in range(3)]
            databases = [{name: grid.rows for name, grid in state.items()} for state in others]
            images = build(write["schema"], write["tables"], databases)
            due = [left(image, drawn.script) for image in images]
            for script in passed:
                if not all(
                    same_state(left(image, script), state) for image, state in zip(images, due, strict=True)
                ):
                    different += 1
                    accepted += 1
    assert different > 600
    assert accepted <= 0.02 * different, f"{accepted} of {different}"


def test_verifier_and_solver_agree_on_slips():
    rng = random.Random(1)
    for level in SPEC.levels:
        made = SPEC.task(level, 77)
        tried = slips(made.answer, made.payload["write"]["tables"])
        for script in rng.sample(tried, min(len(tried), 20)):
            assert verify(made.payload, script).passed == confirms(made.payload, script), script


def state_of_all(write, number, script):
    """What a script leaves of a database with all its tables, each run and read back by itself."""
    whole = write | {"databases": [write["databases"][number]]}
    (image,) = build(whole["schema"], whole["tables"], whole["databases"])
    try:
        return run_script(image, script, replace(LIMITS, rows=5000), reverse=number % 2 == 1)
    except QueryError:
        return None


OTHERWISE = [
    "BEGIN; {script} COMMIT;",
    "SAVEPOINT a; {script} RELEASE a;",
    "BEGIN; {script}",
    "{script} END;",
    "{script} DELETE FROM `{table}`;",
    '{script} UPDATE "{table}" SET {column} = {column};',
    "{script} DROP TABLE [{table}];",
    "ALTER TABLE {table} RENAME TO hh; ALTER TABLE hh RENAME TO {table}; {script}",
    "CREATE TABLE hh AS SELECT * FROM {table}; DROP TABLE {table}; ALTER TABLE hh RENAME TO {table}; {script}",
    "{script} SELECT 1 WHERE 0 AND EXISTS (SELECT 1 FROM {table});",
    "{script} SELECT count(*) FROM sqlite_master;",
    "{script} REPLACE INTO {table} SELECT * FROM {table};",
    "{script} REINDEX {table};",
    "CREATE INDEX ii ON {table} ({column}); {script}",
    "{script} CREATE TABLE IF NOT EXISTS {table} (a);",
    "{script} DELETE FROM {table} WHERE rowid = (SELECT max(rowid) FROM {table});",
]


@pytest.mark.parametrize("level", SPEC.levels)
def test_what_is_left_out_of_a_run_changes_no_verdict(level):
    """Tables that are not named are not there, later databases are run without asks, and are read back in part."""
    rng = random.Random(level)
    made = SPEC.task(level, 5)
    write = made.payload["write"]
    tried = slips(made.answer, write["tables"])
    scripts = [made.answer, *rng.sample(tried, min(len(tried), 12))]
    for form in OTHERWISE:
        table = rng.choice(list(write["tables"]))
        column = rng.choice(write["tables"][table])
        scripts.append(form.format(script=made.answer, table=table, column=column))
    due = [state_of_all(write, number, made.answer) for number in range(len(write["databases"]))]
    passed = 0
    for script in scripts:
        same = all(
            same_state(state_of_all(write, number, script), state) and typed_as_stated(write, number, script)
            for number, state in enumerate(due)
        )
        assert verify(made.payload, script).passed == same, script
        passed += same
    assert 3 <= passed < len(scripts)


def typed_as_stated(write, number, script):
    return all(
        affinity(dict(columns_of(write, number, script, table))[column]) == affinity(declared)
        for table, stated in write["types"].items()
        for column, declared in stated.items()
    )


def columns_of(write, number, script, table):
    """The columns of a table behind a script, with their types."""
    (image,) = build(write["schema"], write["tables"], [write["databases"][number]])
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(image)
        connection.executescript(script)
        return [(row[1], row[2]) for row in connection.execute(f"PRAGMA table_info({table})")]


def test_tables_are_named_in_any_way_that_sqlite_reads():
    tables = ["orders", "items", "Notes"]
    for script, named in (
        ("DELETE FROM orders", {"orders"}),
        ('delete from ORDERS where id in (select id from "Items")', {"orders", "items"}),
        ("DELETE FROM main.[orders]; DELETE FROM `notes`", {"orders", "Notes"}),
        ("DELETE FROM 'items'", {"items"}),
        ("ALTER TABLE orders RENAME TO x; UPDATE x SET id = 1", {"orders"}),
        ("UPDATE orders SET a = 1 -- not items", {"orders"}),
        ("UPDATE orders SET a = (SELECT count(*) FROM sqlite_schema)", {"orders", "items", "Notes"}),
        ("SELECT 1", {"orders", "items", "Notes"}),
    ):
        assert named_tables(script, tables) == named, script
    assert named_tables("DELETE FROM orders", [*tables, 'odd "name"']) == {*tables, 'odd "name"'}
