"""Wrong queries by one edit, made by another library: at most one in a hundred may pass.

Those by which a task's databases were chosen are `rlvr.generators.sql.edits`; these here are made from the texts by
sqlglot and are told wrong by databases that the verifier does not see. Mistakes made by hand: test_sql_verifier.py.
"""

from __future__ import annotations

import pytest

import rlvr
from benchmarks.sql import Wrong, wrong_queries
from benchmarks.sql_mutants import mutants


@pytest.fixture(scope="module")
def found() -> Wrong:
    return wrong_queries(list(rlvr.get("text2sql").levels), each=5, most=30)


def test_at_most_one_wrong_query_in_a_hundred_passes(found: Wrong) -> None:
    ours = found.schemes["rlvr, its own databases"]
    assert ours.seen >= 500
    assert ours.accepted <= ours.seen / 100, found.accepted


def test_the_rules_of_others_let_many_more_pass(found: Wrong) -> None:
    ours = found.schemes["rlvr, its own databases"]
    for name in ("BIRD rule, one realistic database", "Spider suite rule, ten random databases"):
        assert found.schemes[name].accepted > 5 * max(ours.accepted, 1), name


def test_no_right_query_is_refused_because_of_the_databases(found: Wrong) -> None:
    """What is the same on 46 other databases is mostly the same; a few differ on the task's own, and rightly."""
    assert found.rejected_equal <= max(found.same / 20, 2)


def test_mutants_are_of_many_kinds_and_all_written_differently() -> None:
    sql = (
        "SELECT a.name, COUNT(*) AS n, AVG(b.v) FROM t AS a LEFT JOIN u AS b ON b.t_id = a.id WHERE a.v BETWEEN "
        "1 AND 5 AND a.name IN ('x', 'y') AND NOT EXISTS (SELECT 1 FROM u WHERE d > '2024-05-05') GROUP BY a.name, a.k "
        "HAVING COUNT(*) > 2 ORDER BY n DESC LIMIT 5"
    )
    made = mutants(sql, {"t": ["id", "name", "v", "k"], "u": ["id", "t_id", "d"]})
    assert len({text for _, text in made}) == len(made) > 50
    assert {"operator", "constant", "and/or", "bound", "join type", "dropped where", "aggregate"} <= {
        k for k, _ in made
    }
    assert "SELECT a.name, COUNT(*) AS n, AVG(b.v) FROM t AS a JOIN u" in "".join(text for _, text in made)
