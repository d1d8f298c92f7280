"""The same questions in other dialects give the stored results on real engines: a third way to each of them."""

from __future__ import annotations

import pytest

import rlvr
from rlvr.generators.sql.codec import from_json, schema_from_json
from rlvr.generators.sql.dialects import in_dialect, statement_in
from rlvr.generators.sql.schema import Column, Schema, Table
from rlvr.verifiers.sql import query
from rlvr.verifiers.sql.engines import postgres

SPEC = rlvr.get("rlvr/text2sql-v0")


@pytest.mark.parametrize("dialect", ["duckdb", "postgres"])
@pytest.mark.parametrize("level", list(SPEC.levels))
def test_results_are_those_that_are_stored(
    level: int, dialect: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if dialect == "postgres":
        monkeypatch.setenv(postgres.VARIABLE, request.getfixturevalue("postgres_url"))
    for seed in (1, 2):
        made = SPEC.task(level, seed)
        problem = made.payload["problem"]
        plan, schema = from_json(problem["plan"]), schema_from_json(problem["schema"])
        sql = in_dialect(made.payload["sql"], schema, plan, dialect)
        verdict = query.verify({"sql": sql}, sql["query"])
        assert verdict.passed, (made.id, verdict, sql["query"])


def test_a_dialect_is_an_option() -> None:
    plain = SPEC.task(2, 5)
    other = SPEC.task(2, 5, params={"dialect": "duckdb"})
    assert "SQLite" in plain.prompt
    assert "SQLite" not in other.prompt
    assert "DuckDB" in other.prompt
    assert rlvr.verify(other, f"<answer>{other.answer}</answer>").passed
    assert rlvr.verify(other, "<answer>SELECT * FROM read_text('/etc/passwd')</answer>").reason == "illegal"


def test_types_are_those_of_the_dialect() -> None:
    columns = (
        Column("id", "integer", ""),
        Column("day", "date", "", note="REAL TEXT"),
        Column("seen", "datetime", "", nullable=True),
        Column("price", "money", ""),
        Column("days", "text", ""),
    )
    table = Table("t", "", "", "id", "id", columns)
    (statement,) = Schema("", (table,)).ddl()
    assert statement_in(statement, table, "sqlite") == statement
    lines = statement_in(statement, table, "postgres").splitlines()
    assert [line.split()[1] for line in lines[1:-1]] == ["INTEGER", "DATE", "TIMESTAMP,", "DOUBLE", "TEXT"]
    assert "REAL TEXT" in lines[2]


def test_a_dialect_that_is_none_is_told() -> None:
    with pytest.raises(ValueError, match="there are sqlite, duckdb, postgres"):
        in_dialect({}, Schema("", ()), None, "oracle")  # type: ignore[arg-type]
