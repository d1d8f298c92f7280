"""Scripts that try to get out, to hang, to fill the memory, or to leave more behind than rows."""

from __future__ import annotations

import hashlib
import os
import resource
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.sql.writes.sql_write_solver import confirms
from rlvr.verifiers.base import Reason
from rlvr.verifiers.sql.image import images_of
from rlvr.verifiers.sql.scripts import MAX_STATEMENTS
from rlvr.verifiers.sql.write import verify

SPEC = rlvr.get("sql-write")
PAYLOAD = {
    "write": {
        "schema": [
            "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, v REAL)",
            "CREATE TABLE u (id INTEGER, w TEXT)",
        ],
        "tables": {"t": ["id", "name", "v"], "u": ["id", "w"]},
        "databases": [{"t": [[1, "a", 1.5], [2, "b", None], [3, "c", 3.0]], "u": [[1, "x"], [2, "y"]]}] * 10,
        "final": [
            {
                "tables": ["t", "u"],
                "changed": {"t": {"columns": ["id", "name", "v"], "rows": [[1, "a", 1.5], [2, "b", None]]}},
            }
        ]
        * 10,
        "types": {},
    }
}
RIGHT = "DELETE FROM t WHERE id = 3;"
COUNT = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
LONG = "WITH RECURSIVE s(x) AS (SELECT 'abcdefgh' UNION ALL SELECT x || x FROM s WHERE length(x) < 1500)"

FORBIDDEN = {
    "attach a new file": "ATTACH 'new.db' AS x; CREATE TABLE x.y (a);",
    "attach memory": "ATTACH ':memory:' AS x;",
    "attach itself": "ATTACH '' AS x;",
    "detach": "DETACH main;",
    "vacuum": "VACUUM;",
    "vacuum into a file": "VACUUM INTO 'new.db';",
    "writable schema": "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = '';",
    "foreign keys on": "PRAGMA foreign_keys = ON;",
    "more pages": "PRAGMA max_page_count = 1000000;",
    "journal": "PRAGMA journal_mode = WAL;",
    "temporary folder": "PRAGMA temp_store_directory = '/tmp';",
    "pragma that reads": "PRAGMA table_info(t);",
    "pragma as a table": "INSERT INTO u SELECT 1, name FROM pragma_table_info('t');",
    "pragma as a table, quoted": 'INSERT INTO u SELECT 1, name FROM "PRAGMA_function_list";',
    "quick check": "PRAGMA quick_check;",
    "quick check as a table": "INSERT INTO u SELECT 1, quick_check FROM pragma_quick_check;",
    "quick check by star": 'SELECT * FROM "pragma_quick_check";',
    "database pages": "SELECT * FROM dbstat;",
    "temporary table": "CREATE TEMP TABLE z (a);",
    "temporary table by its schema": "CREATE TABLE temp.z (a);",
    "temporary table as": "CREATE TEMPORARY TABLE z AS SELECT * FROM t;",
    "temporary view": "CREATE TEMP VIEW z AS SELECT 1;",
    "temporary trigger": "CREATE TEMP TRIGGER z AFTER INSERT ON t BEGIN DELETE FROM t; END;",
    "view": "CREATE VIEW z AS SELECT 1;",
    "view dropped again": "CREATE VIEW z AS SELECT 1; DROP VIEW z;",
    "view instead of a table": "CREATE TABLE o AS SELECT * FROM u; DROP TABLE u; CREATE VIEW u AS "
    "SELECT * FROM o;",
    "trigger": "CREATE TRIGGER z AFTER DELETE ON t BEGIN INSERT INTO u VALUES (1, 'q'); END;",
    "trigger that calls itself": "CREATE TRIGGER z AFTER INSERT ON t BEGIN INSERT INTO t (name) "
    "VALUES (new.id); END;",
    "virtual table": "CREATE VIRTUAL TABLE z USING fts5(a);",
    "virtual table of pages": "CREATE VIRTUAL TABLE z USING dbstat(main);",
    "statistics": "ANALYZE;",
    "extension": "SELECT load_extension('x');",
    "noise": "UPDATE u SET w = randomblob(100);",
    "luck": "UPDATE u SET id = random();",
    "gigabyte of zeros": "UPDATE u SET w = zeroblob(1000000000);",
    "gigabyte by printf": "UPDATE u SET w = printf('%.*c', 1000000000, 'x');",
    "printf in a default": "CREATE TABLE z (a DEFAULT (printf('%.900000000d', 1)));",
    "printf in a check": "ALTER TABLE u ADD COLUMN z CHECK (printf('%.900000000d', 1) > '');",
    "quoted printf": "ALTER TABLE u ADD COLUMN z AS (\"printf\"('%.900000000d', 1));",
    "gigabyte by format": "UPDATE u SET w = format('%.*c', 1000000000, 'x');",
    "file": "UPDATE u SET w = readfile('/etc/passwd');",
    "write a file": "SELECT writefile('new.txt', 'x');",
    "internal function": "SELECT sqlite_rename_test('main', 'x', 'table', 't', 0, 0, 0);",
    "the schema written": "UPDATE sqlite_master SET sql = 'x';",
    "the schema deleted": "DELETE FROM sqlite_schema;",
    "a reserved name": "CREATE TABLE sqlite_z (a);",
    "renamed to a reserved name": "ALTER TABLE u RENAME TO sqlite_u;",
}
TOO_MUCH = {
    "endless rows": f"CREATE TABLE z (a); INSERT INTO z {COUNT} SELECT x FROM c;",
    "endless rows at once": f"CREATE TABLE z AS {COUNT} SELECT x FROM c;",
    "endless upsert": f"INSERT INTO t (id) {COUNT} SELECT x FROM c WHERE true ON CONFLICT (id) DO "
    f"UPDATE SET v = v + 1;",
    "endless replace": f"REPLACE INTO t {COUNT} SELECT x % 5, 'a', 1 FROM c;",
    "endless returning": f"INSERT INTO u {COUNT} SELECT x, 'a' FROM c RETURNING id, w;",
    "endless check": f"{COUNT} UPDATE t SET v = (SELECT count(*) FROM c);",
    "endless delete": f"DELETE FROM t WHERE id IN ({COUNT} SELECT x FROM c);",
    "endless select": f"{COUNT} SELECT x FROM c;",
    "growing texts": "CREATE TABLE z AS WITH RECURSIVE s(x) AS (SELECT 'a' UNION ALL SELECT x || 'a' "
    "FROM s) SELECT x FROM s;",
    "doubling texts": "WITH RECURSIVE s(x) AS (SELECT 'a' UNION ALL SELECT x || x FROM s) INSERT "
    "INTO u SELECT 1, x FROM s;",
    "doubling rows": "CREATE TABLE z (a); INSERT INTO z VALUES (1);" + "INSERT INTO z SELECT a FROM z;" * 60,
    "doubled by update": f"UPDATE u SET w = w || w; {'UPDATE u SET w = w || w;' * 20}",
    "long rows": "CREATE TABLE z AS "
    + LONG
    + f" SELECT a.x || b.x FROM s a, s b, ({COUNT} SELECT x FROM c LIMIT 5000);",
    "wide rows": f"CREATE TABLE z ({', '.join(f'c{i}' for i in range(190))}); INSERT INTO z {COUNT} SELECT "
    f"{', '.join(['x'] * 190)} FROM c LIMIT 9000;",
    "updated again and again": f"CREATE TABLE z (a); INSERT INTO z {COUNT} SELECT x FROM c LIMIT 5000;"
    + "UPDATE z SET a = a + 1;" * 90,
    "index of long texts": f"CREATE TABLE z (a); CREATE INDEX i ON z (a || a || a); INSERT INTO z "
    f"{COUNT} SELECT x FROM c;",
    "joined text": f"CREATE TABLE z AS {COUNT} SELECT group_concat(x) FROM c;",
    "sorted product": f"CREATE TABLE z AS SELECT a.x FROM ({COUNT} SELECT x FROM c LIMIT 3000) a, "
    f"({COUNT} SELECT x FROM c LIMIT 3000) b ORDER BY a.x * b.x;",
    "doubling expressions": "CREATE TABLE z AS WITH a0 AS (SELECT 1 x), "
    + ", ".join(f"a{i} AS (SELECT 1 x FROM a{i - 1} p, a{i - 1} q)" for i in range(1, 25))
    + " SELECT * FROM a24;",
    "too many statements": "SELECT 1;" * (MAX_STATEMENTS + 1),
    "too long a script": "-- " + "a" * 8000 + "\n",
    "a megabyte of text": "UPDATE u SET w = '" + "a" * 1_000_000 + "';",
    "a megabyte of statements": ";" * 1_000_000,
    "hex of hex": f"CREATE TABLE z AS {LONG} SELECT hex(hex(x)) FROM s;",
    "replaced by itself": f"CREATE TABLE z AS {LONG} SELECT replace(x, 'a', x) FROM s;",
}
OTHER = {
    "deep brackets": "SELECT " + "(" * 3500 + "1" + ")" * 3500 + ";",
    "deep selects": "SELECT * FROM " + "(SELECT * FROM " * 200 + "t" + ")" * 200 + ";",
    "deep cases": "SELECT " + "CASE WHEN 1 THEN " * 400 + "1" + " END" * 400 + ";",
    "a column computed": "ALTER TABLE u ADD COLUMN z AS (id + 1) VIRTUAL;",
    "a column computed in place of another": "CREATE TABLE z (id INTEGER, w TEXT AS (char(119 + id)) "
    "STORED); DROP TABLE "
    "u; INSERT INTO z (id) VALUES (1), (2); ALTER TABLE z RENAME TO u;",
    "many tables": ";".join(f"CREATE TABLE z{i} (a)" for i in range(99)) + ";",
    "many columns": "".join(f"ALTER TABLE u ADD COLUMN c{i} DEFAULT 'x';" for i in range(99)),
    "many names": "ALTER TABLE u RENAME TO z0;"
    + "".join(f"ALTER TABLE z{i} RENAME TO z{i + 1};" for i in range(98)),
    "renamed over another": "ALTER TABLE u RENAME TO t;",
    "names exchanged": "ALTER TABLE u RENAME TO h; ALTER TABLE t RENAME TO u; ALTER TABLE h RENAME TO t;",
    "open savepoints": "".join(f"SAVEPOINT s{i};" for i in range(90)) + "DELETE FROM u;",
    "rolled back by a conflict": "BEGIN; INSERT OR ROLLBACK INTO t VALUES (1, 'a', 1);",
    "failing quietly": "INSERT OR FAIL INTO t VALUES (9, 'a', 1), (1, 'a', 1);",
    "a conflict that replaces": "INSERT OR REPLACE INTO t VALUES (1, 'z', 0);",
    "a conflict that does nothing, with another row": "INSERT INTO t VALUES (1, 'z', 0), (7, 'q', 0) "
    "ON CONFLICT DO NOTHING;",
    "text that is no text": "UPDATE u SET w = CAST(x'ff00fe' AS TEXT);",
    "infinity": "UPDATE t SET v = 9e999;",
    "a huge integer": "UPDATE u SET id = 99999999999999999999;",
    "a text with zeros": "UPDATE u SET w = 'x' || char(0) || 'y';",
    "a collation": "CREATE TABLE z (id, w COLLATE NOCASE); INSERT INTO z VALUES (1, 'X'), (2, 'Y'); "
    "DROP TABLE u; "
    "ALTER TABLE z RENAME TO u;",
    "a zero character": "DELETE FROM t;\x00",
    "half a character": "DELETE FROM t WHERE name = '\ud800';",
    "python": "__import__('os').system('touch new.txt')",
    "a command of the shell": ".shell touch new.txt",
    "an open text": "DELETE FROM t WHERE name = 'a",
    "an open comment": "DELETE FROM u; /* DELETE",
}


def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def test_there_are_enough():
    assert len(FORBIDDEN) + len(TOO_MUCH) + len(OTHER) >= 50


@pytest.mark.parametrize("name", FORBIDDEN)
@pytest.mark.parametrize("where", ["before", "behind"])
def test_forbidden(name, where, tmp_path, monkeypatch):
    """Whatever else the script does right, and wherever it stands."""
    monkeypatch.chdir(tmp_path)
    script = FORBIDDEN[name] + RIGHT if where == "before" else RIGHT + FORBIDDEN[name]
    verdict = verify(PAYLOAD, script)
    assert verdict.score == 0.0
    assert verdict.reason in (Reason.ILLEGAL, Reason.WRONG)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much(name):
    before = memory()
    verdict = verify(PAYLOAD, RIGHT + TOO_MUCH[name])
    assert verdict.score == 0.0
    assert verdict.reason is Reason.TIMEOUT, verdict
    assert memory() - before < 100


@pytest.mark.parametrize("name", OTHER)
def test_others(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scripts = [RIGHT + OTHER[name], OTHER[name] + RIGHT]
    for script in scripts[name == "open savepoints" :]:  # behind the right script they are undone
        verdict = verify(PAYLOAD, script)
        assert verdict.score == 0.0, verdict
    assert os.listdir(tmp_path) == []


def test_the_databases_stay_as_they_are():
    def digests():
        return [hashlib.sha256(image).hexdigest() for image in images_of(PAYLOAD["write"])]

    before = digests()
    for script in (RIGHT, *OTHER.values(), *FORBIDDEN.values()):
        verify(PAYLOAD, script)
        assert verify(PAYLOAD, RIGHT).passed  # nothing that one script did is there for the next
    assert digests() == before


LATER = {  # what the first database does not show: it has no row with such a key
    "endless rows": f"INSERT INTO u {COUNT} SELECT x, 'a' FROM c, t WHERE t.id = 77;",
    "endless count": f"UPDATE u SET id = ({COUNT} SELECT count(*) FROM c) WHERE id = 77;",
    "doubled texts": "UPDATE u SET w = w || w || 'abcdefgh' WHERE id = 77;" * 20,
    "a table of long rows": f"CREATE TABLE z AS {LONG}, k(y) AS (SELECT id FROM u WHERE id = 77 UNION ALL "
    "SELECT y + 1 FROM k) SELECT s.x AS x, k.y AS y FROM k CROSS JOIN s; DROP TABLE z;",
}


@pytest.mark.parametrize("name", LATER)
def test_what_is_too_much_for_a_later_database_only(name):
    """The first one is run with more care than the others; the limits are those of all."""
    first = PAYLOAD["write"]["databases"][0]
    other = {"t": [*first["t"], [77, "q", 0.0]], "u": [*first["u"], [77, "q"]]}
    due = PAYLOAD["write"]["final"][0]
    changed = {"t": {"columns": ["id", "name", "v"], "rows": [*due["changed"]["t"]["rows"], [77, "q", 0.0]]}}
    payload = {
        "write": PAYLOAD["write"]
        | {"databases": [first, other, first], "final": [due, due | {"changed": changed}, due]}
    }
    assert verify(payload, RIGHT).passed
    before = memory()
    for script in (LATER[name] + RIGHT, f"BEGIN; {LATER[name]} COMMIT; {RIGHT}"):
        verdict = verify(payload, script)
        assert verdict.reason is Reason.TIMEOUT, verdict
    assert memory() - before < 100
    alone = {"write": payload["write"] | {"databases": [first], "final": [due]}}
    assert verify(alone, LATER[name] + RIGHT).passed  # it does show on a later one only


def test_verdicts_are_the_same_in_threads():
    scripts = [
        RIGHT,
        TOO_MUCH["endless rows"],
        FORBIDDEN["view"],
        OTHER["many tables"],
        "DELETE FROM t WHERE id = 2;",
    ] * 4
    due = [verify(PAYLOAD, script) for script in scripts]
    given_back = [[] for _ in range(4)]

    def work(place):
        given_back[place] = [verify(PAYLOAD, script) for script in scripts]

    threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert given_back == [due] * 4


@settings(max_examples=150)
@given(st.text(max_size=60), st.booleans())
def test_no_text_raises(text, behind):
    verdict = verify(PAYLOAD, RIGHT + text if behind else text)
    assert verdict.score in (0.0, 1.0)


PIECES = st.sampled_from(
    [
        *(
            "SELECT",
            "DELETE FROM",
            "t",
            "u",
            "WHERE",
            "id",
            "=",
            "3",
            "(",
            ")",
            ";",
            ",",
            "'a'",
            "UPDATE",
            "SET",
            "INSERT INTO",
        ),
        *(
            "VALUES",
            "ALTER TABLE",
            "RENAME TO",
            "ADD COLUMN",
            "DROP COLUMN",
            "CREATE TABLE",
            "AS",
            "BEGIN",
            "COMMIT",
            "NULL",
        ),
        *(
            "ON CONFLICT",
            "DO NOTHING",
            "PRAGMA",
            "WITH RECURSIVE",
            "UNION ALL",
            "*",
            "name",
            "--",
            "\n",
            "SAVEPOINT",
            "DROP TABLE",
        ),
    ]
)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=14))
def test_no_mixture_raises(pieces):
    """And what is accepted does leave what it should."""
    verdict = verify(PAYLOAD, " ".join(pieces))
    if verdict.passed:
        assert "DELETE FROM t" in " ".join(pieces)


def test_the_solver_agrees_on_what_is_forbidden():
    made = SPEC.task(1, 3)
    for script in (*FORBIDDEN.values(), *OTHER.values()):
        if "\ud800" not in script and "(" * 1000 not in script:
            both = made.answer + script
            assert verify(made.payload, both).passed == confirms(made.payload, both), script
