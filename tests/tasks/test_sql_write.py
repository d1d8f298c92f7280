"""Scripts that change databases: three ways to the same state, what a state is, and the tasks."""

from __future__ import annotations

import json
import os
import random
import sqlite3
from contextlib import closing, suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.sql.domains import draw_schema
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.question import NoFit
from rlvr.generators.sql.tiny_databases import tiny_database
from rlvr.generators.sql.writes import sql_write as tasks
from rlvr.generators.sql.writes.catalogue import KINDS
from rlvr.generators.sql.writes.chain import carry_out, draw_chain, mistakes, plan_of
from rlvr.generators.sql.writes.change import Scene
from rlvr.generators.sql.writes.databases import Guide, Trial
from rlvr.generators.sql.writes.filters import literal
from rlvr.generators.sql.writes.rows import copied, same, state_of
from rlvr.generators.sql.writes.sql_write_solver import confirms
from rlvr.verifiers.base import Reason
from rlvr.verifiers.sql.write import affinity, verify

SPEC = rlvr.get("sql-write")
SEEDS = st.integers(0, 10**9)


def drawn(kind, seed):
    return tasks.generate(random.Random(f"{kind} {seed}"), kinds=kind, steps=1, tables=4, shown=2)


def plain_state(write, number, script):
    """What a script leaves, by a plain connection without any limits."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(";".join(write["schema"]))
    for table, rows in write["databases"][number].items():
        marks = ",".join("?" * len(write["tables"][table]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
    connection.executescript(script)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    state = {}
    for name in names:
        cursor = connection.execute(f"SELECT * FROM {name}")
        state[name] = ([part[0] for part in cursor.description], bag(cursor))
    connection.close()
    return state


def bag(rows):
    return sorted(repr([float(v) if isinstance(v, (int, float)) else v for v in row]) for row in rows)


def stored_state(write, number):
    final = write["final"][number]
    state = {}
    for name in final["tables"]:
        changed = final["changed"].get(name)
        columns = changed["columns"] if changed else write["tables"][name]
        state[name] = (columns, bag(changed["rows"] if changed else write["databases"][number][name]))
    return state


@pytest.mark.parametrize("kind", KINDS)
def test_the_script_and_the_rows_agree(kind):
    for seed in range(2):
        made = drawn(kind, seed)
        write = made.payload["write"]
        assert len(write["databases"]) >= 10
        for number in range(len(write["databases"])):
            assert plain_state(write, number, made.answer) == stored_state(write, number)
        assert verify(made.payload, made.answer).passed
        assert confirms(made.payload, made.answer)


@pytest.mark.parametrize("level", SPEC.levels)
def test_the_databases_that_are_kept_tell_what_all_drawn_ones_tell(level, monkeypatch):
    """Of the mistakes that are looked at, none passes because some databases are left out."""
    drawn = {}

    def noted(*given):
        drawn["tiny"], drawn["needed"] = choose(*given)
        drawn["chain"] = given[1]
        return drawn["tiny"], drawn["needed"]

    choose = tasks.choose
    monkeypatch.setattr(tasks, "choose", noted)
    for seed in range(3):
        made = SPEC.task(level, seed)
        kept = made.payload["write"]["databases"]
        assert 10 <= len(kept) <= 20
        tiny, needed = drawn["tiny"], drawn["needed"]
        assert kept[:needed] == [plain_rows(trial.before) for trial in tiny[:needed]]
        for slip in mistakes(drawn["chain"]):
            if any(trial.tells(slip) for trial in tiny):
                assert any(trial.tells(slip) for trial in tiny if plain_rows(trial.before) in kept)


def plain_rows(state):
    return {name: grid.rows for name, grid in state.items()}


def mistaken(chain, mistake):
    """All changes with one mistake."""
    plan, (at, facts) = plan_of(chain), mistake
    return [*plan[:at], *([] if facts is None else [(plan[at][0], facts)]), *plan[at + 1 :]]


def chain_of(level, seed, **other):
    """Drawn changes with their schema and realistic rows."""
    rng, params = random.Random(f"chain {level} {seed}"), SPEC.params(level) | other
    while True:
        schema = draw_schema(rng, params["tables"])
        rows = fill(rng, schema, 36)
        scene = Scene(rng, schema, state_of(schema, rows), words=True)
        with suppress(NoFit):
            return rng, schema, rows, draw_chain(scene, params["kinds"].split(), params["steps"])


@pytest.mark.parametrize("level", SPEC.levels)
def test_a_mistake_is_tried_from_its_change_on_as_if_all_were_made(level):
    """With tables that no change names shared between states, and nothing changed that is used again."""
    told = untold = 0
    for seed in range(6):
        rng, schema, rows, chain = chain_of(level, seed)
        guide = Guide(rng, schema, chain, rows)
        for trial in [Trial(guide.draw(), chain) for _ in range(3)]:
            rows = copied(trial.before)
            due = carry_out(plan_of(chain), rows)
            assert trial.after == due
            for slip in mistakes(chain):
                try:
                    differs = not same(carry_out(mistaken(chain, slip), rows), due)
                except (KeyError, ValueError, TypeError, IndexError):
                    differs = True
                assert trial.tells(slip) == differs
                told, untold = told + differs, untold + (not differs)
            assert trial.before == rows
            assert carry_out(plan_of(chain), trial.before) == due == trial.after
    assert told > 20
    assert untold > 5


def test_mistakes_that_are_left_out_cannot_show():
    """By the schema: where a reference always leads to a row, it does not matter what is to be where there is none."""
    left_out = 0
    for level, seed in [(3, seed) for seed in range(40)] + [(5, seed) for seed in range(20)]:
        rng, schema, _, chain = chain_of(level, seed, kinds="update_from_parent add_from_parent rename_table")
        looked_at = list(mistakes(chain))
        for at, step in enumerate(chain.steps):
            for facts in KINDS[step.kind].edits(step.facts, step.schema):
                if (at, facts) in looked_at:
                    continue
                left_out += 1
                for database in [fill(rng, schema, 60), *(tiny_database(rng, schema, {}) for _ in range(5))]:
                    trial = Trial(state_of(schema, database), chain)
                    assert not trial.tells((at, facts))
    assert left_out >= 10


@pytest.mark.parametrize("level", SPEC.levels)
def test_databases_that_are_cut_from_strips_hold_what_the_schema_declares(level):
    for seed in range(6):
        rng, schema, rows, chain = chain_of(level, seed)
        strips = Guide(rng, schema, chain, rows).strips
        made = [strips.database() for _ in range(8)]
        for database in made:
            with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
                connection.execute("PRAGMA foreign_keys = ON")
                for statement in schema.ddl():
                    connection.execute(statement)
                for table in schema.tables:
                    marks = ", ".join("?" * len(table.columns))
                    connection.executemany(f"INSERT INTO {table.name} VALUES ({marks})", database[table.name])
        named = {name for step in chain.steps for name in step.names}
        for table in schema.tables:
            if table.name in named and len(table.columns) > 3:
                assert len({repr(database[table.name]) for database in made}) >= 6


@settings(max_examples=12)
@given(st.sampled_from((5, 6, 7)), SEEDS)
def test_chains_agree(level, seed):
    made = SPEC.task(level, seed)
    write = made.payload["write"]
    for number in range(len(write["databases"])):
        assert plain_state(write, number, made.answer) == stored_state(write, number)
    assert verify(made.payload, made.answer).passed
    assert confirms(made.payload, made.answer)
    assert len(json.dumps(made.payload)) < 96 * 1024


def test_every_kind_belongs_to_a_level():
    used = {kind for level in SPEC.levels for kind in SPEC.params(level)["kinds"].split()}
    assert used == set(KINDS)
    assert len(KINDS) >= 20


@pytest.mark.parametrize("kind", KINDS)
def test_all_new_names_and_constants_are_in_the_prompt(kind):
    for seed in range(3):
        made = drawn(kind, seed)
        facts = made.payload["problem"]["steps"][0]["facts"]
        for name in ("new", "rest", "column" if kind.startswith("add_") else "new"):
            if name in facts:
                assert f"`{facts[name]}`" in made.prompt
        for where in ("where", "other_where", "first_where"):
            for part in (facts.get(where) or {"parts": []})["parts"]:
                value = part.get("value")
                for one in value if isinstance(value, list) else [value]:
                    shown = f"{one:.12g}" if isinstance(one, float) else str(one)
                    assert one is None or shown in made.prompt
        for bound in facts.get("bounds", []):
            assert (f"{bound:.12g}" if isinstance(bound, float) else str(bound)) in made.prompt


@settings(max_examples=30)
@given(st.sampled_from(SPEC.levels), SEEDS)
def test_nothing_but_some_rows_stays_the_same(level, seed):
    """On most databases something changes, and a script that does nothing is never right."""
    made = SPEC.task(level, seed)
    write = made.payload["write"]
    quiet = sum(
        not final["changed"] and sorted(final["tables"]) == sorted(write["tables"]) for final in write["final"]
    )
    assert quiet <= len(write["final"]) // 3
    assert verify(made.payload, "SELECT 1").reason is Reason.WRONG


def test_a_lookup_table_lists_all_values():
    """Not "each value that occurs once", which may be read as the values that only one row has."""
    for seed in range(6):
        prompt = drawn("split_lookup", seed).prompt
        assert "occurs once" not in prompt
        assert "every value that occurs, each of them once" in prompt or "the different values of" in prompt


def test_copying_what_the_prompt_shows_is_not_enough():
    """A script made for other rows by their keys is wrong on the hidden ones."""
    for seed in range(12):
        payload = drawn("update_set" if seed % 2 else "delete_where", seed).payload
        write = payload["write"]
        name = payload["problem"]["steps"][0]["facts"]["table"]
        key = write["tables"][name][0]
        final = write["final"][0]["changed"].get(name)
        before = write["databases"][0][name]
        after = final["rows"] if final else before
        # What makes the first database right, row by row.
        script = f"DELETE FROM {name} WHERE {key} IN ({', '.join(str(row[0]) for row in before)});"
        if after:
            script += (
                f"INSERT INTO {name} VALUES {', '.join('(' + ', '.join(map(literal, r)) + ')' for r in after)};"
            )
        assert plain_state(write, 0, script) == stored_state(write, 0)
        assert not verify(payload, script).passed


# ---- what a state is --------------------------------------------------------------------------------

BEFORE = {"t": [[1, "a", 1.5], [2, "b", None], [3, "c", 3.0]], "u": [[1, 1], [2, 9]]}
AFTER = {"t": [[1, "a", 1.5], [2, "b", None]], "u": [[1, 1], [2, 9]], "z": [[3, "c"]]}
PAYLOAD = {
    "write": {
        "schema": [
            "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, v REAL)",
            "CREATE TABLE u (id INTEGER, t INTEGER)",
        ],
        "tables": {"t": ["id", "name", "v"], "u": ["id", "t"]},
        "databases": [BEFORE, {"t": [[5, "x", 2.0]], "u": []}],
        "final": [
            {
                "tables": ["t", "u", "z"],
                "changed": {
                    "t": {"columns": ["id", "name", "v"], "rows": AFTER["t"]},
                    "z": {"columns": ["id", "name"], "rows": AFTER["z"]},
                },
            },
            {"tables": ["t", "u", "z"], "changed": {"z": {"columns": ["id", "name"], "rows": []}}},
        ],
        "types": {"z": {"id": "INTEGER", "name": "TEXT"}},
    }
}
MAKE = "CREATE TABLE z (id INTEGER, name TEXT);"
FILL = "INSERT INTO z SELECT id, name FROM t WHERE v > 2;"
DELETE = "DELETE FROM t WHERE v > 2;"

RIGHT = {
    "plain": MAKE + FILL + DELETE,
    "without the last semicolon": (MAKE + FILL + DELETE)[:-1],
    "comments": f"-- make; it\n{MAKE}/* fill; it */{FILL}\n{DELETE} -- done",
    "in a transaction": f"BEGIN; {MAKE}{FILL}{DELETE} COMMIT;",
    "with a savepoint": f"SAVEPOINT s; {MAKE}{FILL}{DELETE} RELEASE s;",
    "undone and done": f"BEGIN; DELETE FROM u; ROLLBACK; {MAKE}{FILL}{DELETE}",
    "by a helper table": f"CREATE TABLE h AS SELECT * FROM t WHERE v > 2; {MAKE} INSERT INTO z SELECT "
    f"id, name FROM h; "
    "DELETE FROM t WHERE id IN (SELECT id FROM h); DROP TABLE h;",
    "a new table under the old name": f"{MAKE}{FILL} CREATE TABLE n (id, name, v); INSERT INTO n "
    f"SELECT * FROM t "
    "WHERE v <= 2 OR v IS NULL; DROP TABLE t; ALTER TABLE n RENAME TO t;",
    "other case of names": "create table Z (ID INT, Name VARCHAR(9)); insert into Z select Id, NAME "
    "from T where V > 2;" + DELETE,
    "quoted names": 'CREATE TABLE "z" ("id" BIGINT, [name] CHAR); ' + FILL + DELETE,
    "keys, defaults and indexes": "CREATE TABLE z (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT "
    "NOT NULL DEFAULT 'x' "
    f"CHECK (length(name) > 0)) ; {FILL}{DELETE} CREATE UNIQUE INDEX i ON z (name); CREATE INDEX j ON t (v);",
    "strict and without rowid": "CREATE TABLE z (id INTEGER PRIMARY KEY, name TEXT) STRICT, WITHOUT ROWID;"
    + FILL
    + DELETE,
    "with RETURNING": MAKE + FILL + "DELETE FROM t WHERE v > 2 RETURNING id, name;",
    "upsert": MAKE
    + FILL
    + FILL.replace("z ", "z(id, name) ")
    + "DELETE FROM z WHERE rowid > (SELECT count(*) FROM t "
    f"WHERE v > 2); INSERT INTO t VALUES (1, 'q', 0) ON CONFLICT (id) DO UPDATE SET v = 1.5; {DELETE}"
    "DELETE FROM t WHERE name = 'q';",
    "columns renamed": f"CREATE TABLE z (a INTEGER, b TEXT); ALTER TABLE z RENAME a TO id; ALTER "
    f"TABLE z RENAME b TO name;{FILL}" + DELETE,
    "a column added and dropped": f"{MAKE}{FILL}{DELETE} ALTER TABLE u ADD COLUMN w INTEGER DEFAULT "
    f"3; ALTER TABLE u DROP "
    "COLUMN w; ALTER TABLE t RENAME TO t2; ALTER TABLE t2 RENAME TO t;",
    "a checked column added and dropped": MAKE
    + FILL
    + DELETE
    + "ALTER TABLE u ADD COLUMN c INTEGER CHECK (c > 0); "
    "ALTER TABLE u ADD COLUMN d INTEGER NOT NULL DEFAULT 0; ALTER TABLE u DROP COLUMN c; ALTER TABLE u DROP COLUMN d;",
    "numbers as text in a column of numbers": MAKE
    + "INSERT INTO z SELECT '0' || id, name FROM t WHERE v > 2;"
    + DELETE,
}
WRONG = {
    "a step forgotten": MAKE + FILL,
    "nothing filled": MAKE + DELETE,
    "twice": MAKE + FILL + FILL + DELETE,
    "bound": (MAKE + FILL + DELETE).replace("> 2", ">= 2"),
    "missing value": (MAKE + FILL + DELETE).replace("v > 2", "NOT (v <= 2) OR v IS NULL"),
    "another table left": MAKE + FILL + DELETE + "CREATE TABLE h (a);",
    "another row of another table": MAKE + FILL + DELETE + "INSERT INTO u VALUES (7, 7);",
    "table lost": MAKE + FILL + DELETE + "DROP TABLE u;",
    "column lost": MAKE + FILL + DELETE + "ALTER TABLE u DROP COLUMN t;",
    "column more": MAKE + FILL + DELETE + "ALTER TABLE u ADD COLUMN w;",
    "column named otherwise": MAKE + FILL + DELETE + "ALTER TABLE u RENAME t TO tt;",
    "a foreign letter in a name": (MAKE + FILL).replace("E z", "E \u1dbb").replace("O z", "O \u1dbb") + DELETE,
    "a foreign letter in a column": MAKE + FILL + DELETE + "ALTER TABLE u RENAME t TO \uff54;",
    "order of columns": "CREATE TABLE z (name TEXT, id INTEGER); INSERT INTO z SELECT name, id FROM "
    "t WHERE v > 2;" + DELETE,
    "type": MAKE.replace("INTEGER", "TEXT") + FILL + DELETE,
    "no type": MAKE.replace(" INTEGER", "") + FILL + DELETE,
    "real": MAKE.replace("INTEGER", "REAL") + FILL + DELETE,
    "number as text": "CREATE TABLE z (id INTEGER, name TEXT); INSERT INTO z SELECT id, name FROM t "
    "WHERE v > 2;"
    "CREATE TABLE n (id, name, v); INSERT INTO n SELECT id, name, v || '' FROM t WHERE v IS NULL OR v <= 2;"
    "DROP TABLE t; ALTER TABLE n RENAME TO t",
    "number as blob": MAKE + FILL + DELETE + "CREATE TABLE n (id, name, v); INSERT INTO n SELECT id, "
    "CAST(name AS BLOB), v "
    "FROM t; DROP TABLE t; ALTER TABLE n RENAME TO t",
    "an error at the end": MAKE + FILL + DELETE + "SELECT * FROM nothing",
    "an error at the beginning": "DROP TABLE nothing;" + MAKE + FILL + DELETE,
    "a transaction left open": "BEGIN;" + MAKE + FILL + DELETE,
    "a savepoint left open": "SAVEPOINT a;" + MAKE + FILL + DELETE,
    "rolled back": "BEGIN;" + MAKE + FILL + DELETE + "ROLLBACK",
    "a conflict ignored": MAKE + FILL + DELETE + "INSERT OR REPLACE INTO t VALUES (1, 'a', 2);",
    "a computed column": "CREATE TABLE z (id INTEGER, name TEXT AS ('c')); INSERT INTO z SELECT id "
    "FROM t WHERE v > 2;" + DELETE,
    "words": "Delete the rows, please.",
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_other_ways_to_the_same_state(name):
    verdict = verify(PAYLOAD, RIGHT[name])
    assert verdict.passed, verdict


@pytest.mark.parametrize("name", WRONG)
def test_other_states(name):
    verdict = verify(PAYLOAD, WRONG[name])
    assert verdict.reason is Reason.WRONG, verdict
    assert verdict.score == 0.0


@pytest.mark.parametrize("answer", ["", " \n", ";", " ; -- nothing"])
def test_empty_answers(answer):
    assert verify(PAYLOAD, answer).reason in (Reason.UNPARSABLE, Reason.WRONG)


@pytest.mark.parametrize(
    "declared", ["INTEGER", "INT", "BIGINT", "VARCHAR(3)", "TEXT", "CLOB", "REAL", "DOUBLE "
    "PRECISION", "FLOAT", "NUMERIC",
                 "DECIMAL(3, 1)", "DATE", "BLOB", "CHARINT", "FLOATING POINT"]
)  # fmt: skip
def test_affinities_are_those_of_sqlite(declared):
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE TABLE t (c {declared})")
    connection.execute("INSERT INTO t VALUES ('1.0')")
    connection.execute(f"INSERT INTO t SELECT CAST('2.5x' AS {declared})")
    found = [kind for (kind,) in connection.execute("SELECT typeof(c) FROM t ORDER BY rowid")]
    due = {
        **{"INTEGER": ["integer", "integer"], "TEXT": ["text", "text"], "REAL": ["real", "real"]},
        **{"NUMERIC": ["integer", "real"], "BLOB": ["text", "blob"]},
    }
    assert found == due[affinity(declared)]


def test_a_foreign_letter_is_another_letter():
    """The sign for kelvin becomes a k in lower case, but not in SQLite."""
    payload = {"write": {"schema": ["CREATE TABLE k (a)"], "tables": {"k": ["a"]}, "databases": [{"k": [[1]]}]}}
    payload["write"] |= {
        "final": [{"tables": ["k", "kk"], "changed": {"kk": {"columns": ["k"], "rows": []}}}],
        "types": {},
    }
    assert verify(payload, "CREATE TABLE KK (K)").passed
    assert not verify(payload, "CREATE TABLE k\u212a (k)").passed
    assert not verify(payload, "CREATE TABLE kk (\u212a)").passed


def test_floats_within_the_tolerance():
    payload = json.loads(json.dumps(PAYLOAD))
    payload["write"]["final"][0]["changed"]["t"]["rows"][0][2] = 1.5 + 1e-12
    assert verify(payload, RIGHT["plain"]).passed
    payload["write"]["final"][0]["changed"]["t"]["rows"][0][2] = 1.5 + 1e-6
    assert not verify(payload, RIGHT["plain"]).passed


# ---- parameters -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change", [{"kinds": ""}, {"kinds": "drop_database"}, {"steps": 0}, {"steps": 7}, {"tables": 99}]
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=r"kinds|steps|tables"):
        SPEC.task(1, 0, params=change)


def test_tasks_do_not_depend_on_the_engine(monkeypatch):
    """Making a task needs no SQL engine, so its version cannot change what is made."""

    def refuse(*args, **kwargs):
        raise AssertionError("an engine was used")

    wanted = SPEC.task(7, 5)
    monkeypatch.setattr(sqlite3, "connect", refuse)
    assert SPEC.task(7, 5) == wanted


def test_no_file_is_left(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for script in (*RIGHT.values(), *WRONG.values()):
        verify(PAYLOAD, script)
    assert os.listdir(tmp_path) == []
