"""Text-to-SQL, exploration and repair: prompts, payloads, tools and typed values against independent readings."""

from __future__ import annotations

import dataclasses
import json
import random
import sqlite3
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.envs.make import make_env
from rlvr.envs.tools.sql import SqlTools
from rlvr.generators.sql import explore, explore_solver, plan, text2sql_solver
from rlvr.generators.sql.codec import from_json
from rlvr.generators.sql.evaluate import evaluate
from rlvr.generators.sql.question import Question
from rlvr.generators.sql.rules import rules
from rlvr.generators.sql.show import cell, grid, part
from rlvr.verifiers.base import Reason
from rlvr.verifiers.sql import value

TEXT2SQL, EXPLORE, REPAIR = (rlvr.get(name) for name in ("text2sql", "sql-explore", "sql-repair"))


def sample(spec, count=2, **params):
    return [spec.task(level, seed, params=params) for level in spec.levels for seed in range(count)]


def opened(sql, database):
    """A plain database of a payload, made without the code under test."""
    connection = sqlite3.connect(":memory:")
    for statement in sql["schema"]:
        connection.execute(statement)
    for table, rows in database.items():
        if rows:
            connection.executemany(f'INSERT INTO "{table}" VALUES ({",".join("?" * len(rows[0]))})', rows)
    return connection


def gives_gold(sql, query):
    """Whether a query gives the gold on all databases, by counting rows within ties."""
    for database, groups in zip(sql["databases"], sql["gold"], strict=True):
        connection = opened(sql, database)
        rows = connection.execute(query).fetchall()
        connection.close()
        if len(rows) != sum(map(len, groups)):
            return False
        for group in groups:
            head, rows = rows[: len(group)], rows[len(group) :]
            if sorted(map(plain, head)) != sorted(map(plain, group)):
                return False
    return True


def plain(row):
    return tuple("" if v is None else f"t{v}" if isinstance(v, str) else f"n{float(v):.9g}" for v in row)


# ---- what is printed ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        *(
            (None, "NULL"),
            (3, "3"),
            (3.0, "3.0"),
            (0.1 + 0.2, "0.3"),
            (12.25, "12.25"),
            (1 / 3, "0.333333333333"),
        ),
        *(("a\nb", "a b"), ("x" * 70, "x" * 59 + "…"), ("", ""), (b"ab", "(blob of 2 bytes)"), (1e20, "1e+20")),
    ],
)
def test_cells(given, shown):
    assert cell(given) == shown


def test_grids_say_how_many_rows_there_are():
    assert grid(["a", "b"], [[1, None]]) == "a | b\n1 | NULL"
    assert part(["a"], [], 3) == "a\n(no rows)"
    assert part(["a"], [[1]], 3) == "a\n1\n(1 row)"
    assert part(["a"], [[1], [2], [3]], 2) == "a\n1\n2\n(3 rows; the first 2 are shown)"


def question(text, **parts):
    source = plan.Source("t", "t")
    columns = (("a", plan.Col("t", "a")),)
    return Question(plan.Select(columns, source, **parts), text, "test")


def test_rules_are_those_that_matter():
    name, age = plan.Col("t", "name"), plan.Col("t", "age")

    def told(text, of="table", **parts):
        return rules(random.Random(0), question(text, **parts), of)

    bare = told("Give a.")
    assert "between" not in bare
    assert "Dates" not in bare
    assert len(bare.split("\n")) == 4
    assert '"Between' in told("Give a between 3 and 4.", where=plan.Between(age, plan.Const(3), plan.Const(4)))
    assert '"Starts' in told("Give a.", where=plan.Like(name, "starts", "x"))
    assert "letter by letter" in told("Give a.", where=plan.Cmp("=", name, plan.Const("x")))
    assert "letter by letter" not in told("Give a.", where=plan.Cmp(">", name, plan.Const("2020-01-01")))
    assert "Dates are text" in told("Give a of 2020-01-01.")
    assert "Groups" in told("Give a.", group=(age,))
    assert "tie" in told("Give a.", order=(plan.Order(age),))
    assert "tie" not in bare
    counted, single = told("Give a.", "count"), told("Give a.", "value")
    assert "olumns" in bare
    assert "olumns" not in counted + single
    assert "uplicate" in counted or "Equal rows" in counted
    assert "NULL" in single


# ---- text to SQL -------------------------------------------------------------------------------------


def test_prompts_show_the_schema_and_the_reference_gives_the_gold():
    for task in sample(TEXT2SQL):
        sql = task.payload["sql"]
        assert all(statement in task.prompt for statement in sql["schema"])
        assert all(" | ".join(names) in task.prompt for names in sql["tables"].values() if len(names) > 1)
        assert len(sql["databases"]) >= 10
        assert gives_gold(sql, task.answer)
        assert TEXT2SQL.verify_answer(task.payload, task.answer).passed
        assert len(json.dumps(task.payload)) < 98_304


def test_the_number_of_sample_rows_is_as_asked():
    for seed in range(8):
        assert "example" not in TEXT2SQL.task(3, seed, params={"shown": 0}).prompt
        prompt = TEXT2SQL.task(3, seed, params={"shown": 2}).prompt
        assert prompt.count("2 example rows") == prompt.count("CREATE TABLE") == 3


def test_partial_credit_is_off_unless_asked_for():
    for seed in range(6):
        task = TEXT2SQL.task(2, seed)
        assert "partial" not in task.payload["sql"]
        wide = TEXT2SQL.task(2, seed, params={"partial": "rows"})
        assert wide.payload["sql"]["partial"] == "rows"
        assert wide.fingerprint == TEXT2SQL.task(2, seed, params={"partial": "rows"}).fingerprint


def test_answers_of_other_questions_and_other_columns_are_wrong():
    for task in sample(TEXT2SQL):
        doubled = f"SELECT a.*, 1 FROM ({task.answer}) AS a"
        assert not TEXT2SQL.verify_answer(task.payload, doubled).passed
        nothing = f"SELECT * FROM ({task.answer}) AS a WHERE 0"
        assert not TEXT2SQL.verify_answer(task.payload, nothing).passed


def test_the_solver_ends_endless_queries_by_their_steps(monkeypatch):
    monkeypatch.setattr(text2sql_solver, "_SECONDS", float("inf"))
    task = TEXT2SQL.task(1, 0)
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
    assert text2sql_solver.confirms(task.payload, task.answer)
    assert not text2sql_solver.confirms(task.payload, endless)


def test_unknown_levels_are_named():
    with pytest.raises(ValueError, match="shape"):
        TEXT2SQL.task(1, 0, params={"shape": 9})
    with pytest.raises(ValueError, match="tables"):
        TEXT2SQL.task(1, 0, params={"tables": 0})


# ---- repair ------------------------------------------------------------------------------------------


def test_the_query_to_repair_runs_and_is_wrong():
    for task in sample(REPAIR):
        wrong = task.payload["wrong"]
        assert wrong in task.prompt
        assert task.answer not in task.prompt
        verdict = REPAIR.verify_answer(task.payload, wrong)
        assert verdict.reason is Reason.WRONG
        assert not gives_gold(task.payload["sql"], wrong)


def test_slips_show_at_the_lower_levels_and_mostly_not_at_the_highest():
    by_luck = ("happens to give the right result", "only by luck")
    for level in REPAIR.levels:
        tasks = [REPAIR.task(level, seed) for seed in range(3 if REPAIR.params(level)["seen"] else 10)]
        hidden = sum(any(words in task.prompt for words in by_luck) for task in tasks)
        if REPAIR.params(level)["seen"]:
            assert hidden == 0
        else:
            assert hidden > 0


# ---- exploration -------------------------------------------------------------------------------------


def asked(ask, count=2, levels=(1, 2, 3, 4)):
    return [EXPLORE.task(level, seed, params={"ask": ask}) for level in levels for seed in range(count)]


def test_values_are_those_of_the_world_by_another_way():
    ways = set()
    for task in asked("value", 6, levels=(1, 2)):
        problem, world = task.payload["problem"], explore.remade(task.payload["world"])
        groups = evaluate(from_json(problem["plan"]), world.schema, world.database)
        rows = [row for group in groups for row in group]
        way, column = problem["read"]
        there = [row[column] for row in rows if row[column] is not None]
        due = {
            "cell": [rows[0][column]],
            "count": [len(rows)],
            "least": sorted(there)[:1],
            "greatest": sorted(there)[-1:],
        }
        gold = task.payload["value"]["gold"]
        assert due[way] == [pytest.approx(gold, rel=1e-11) if isinstance(gold, float) else gold]
        assert way != "cell" or len(rows) == 1
        assert task.answer not in task.prompt.split() or task.answer.isdigit()
        ways.add(way)
    assert len(ways) >= 3


def test_worlds_are_remade_from_their_recipe_and_not_stored():
    for task in asked("either", levels=(1, 3)):
        recipe = task.payload["world"]
        assert sorted(recipe) == ["fill", "names", "rows", "seal", "seed", "tables"]
        one, two = explore.remade(recipe), explore.remade(json.loads(json.dumps(recipe)))
        assert one == two
        total = sum(map(len, one.database.values()))
        assert total <= 3 * recipe["rows"]
        assert "CREATE TABLE" not in task.prompt


def test_tools_tell_what_is_there():
    box = SqlTools()
    task = EXPLORE.task(2, 1)
    payload = task.payload
    world = explore.remade(payload["world"])
    listed = box.tables(payload, {})
    for table in world.schema.tables:
        assert f"{table.name} | {len(world.database[table.name])}" in listed.split("\n")
        statement = box.schema(payload, {}, table.name.upper())
        assert all(column.name in statement for column in table.columns)
        rows = box.query(payload, {}, f"SELECT COUNT(*) FROM {table.name}").split("\n")
        assert rows[1:] == [str(len(world.database[table.name])), "(1 row)"]


def test_results_are_cut_and_counted():
    box, payload = SqlTools(), {**EXPLORE.task(1, 0).payload, "shown": 3}
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) SELECT i, NULL AS x FROM n"
    assert box.query(payload, {}, numbers.format(2)).split("\n") == [
        "i | x",
        "1 | NULL",
        "2 | NULL",
        "(2 rows)",
    ]
    assert box.query(payload, {}, numbers.format(9)).endswith("3 | NULL\n(9 rows; the first 3 are shown)")
    assert box.query(payload, {}, numbers.format(5000)).endswith("(more than 1000 rows; the first 3 are shown)")
    assert box.query(payload, {}, "SELECT 1 AS a WHERE 0") == "a\n(no rows)"


@pytest.mark.parametrize(
    "sql",
    [
        *("", "SELECT", "SELECT * FROM nothing", "DROP TABLE x", "PRAGMA query_only = 0", "SELECT 1; SELECT 2"),
        *("ATTACH 'a.db' AS a", "SELECT load_extension('x')", "SELECT randomblob(1000000000)", "VACUUM INTO 'b.db'"),
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n",
    ],
)  # fmt: skip
def test_errors_and_hostile_statements_are_observations(sql, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    env = make_env("sql-explore", level=1)
    env.reset(seed=1)
    call = json.dumps({"name": "query", "arguments": {"sql": sql}})
    seen, reward, over, cut, info = env.step(f"<tool_call>{call}</tool_call>")
    assert "error: " in seen
    assert (reward, over, cut) == (0.0, False, False)
    assert "sandbox_error" not in info
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("ask", "part"), [("value", "seed"), ("value", "fill"), ("query", "seed"), ("query", "names")]
)
def test_a_world_that_was_made_otherwise_gives_no_score(ask, part):
    task = next(
        task
        for seed in range(9)
        if (task := EXPLORE.task(1, seed, params={"ask": ask})).payload["world"][part] is not None
    )
    other = {**task.payload, "world": {**task.payload["world"], part: task.payload["world"][part] + 1}}
    env = make_env("sql-explore", level=1)
    env.reset(options={"task": dataclasses.replace(task, payload=other)})
    _, reward, over, cut, info = env.step('<tool_call>{"name": "tables", "arguments": {}}</tool_call>')
    assert (reward, over, cut) == (0.0, False, True)
    assert "another version" in info["sandbox_error"]


def test_the_seal_of_a_value_is_of_the_rows_that_it_is_read_from():
    for seed in range(4):
        task = EXPLORE.task(3, seed, params={"ask": "value"})
        world, read = explore.remade(task.payload["world"]), task.payload["problem"]["tables"]
        due = task.payload["world"]["seal"]
        for table in world.schema.tables:
            assert explore.seal(world.schema, explore.digest(world, read)) == due
            last = world.database[table.name].pop()
            changed = explore.seal(world.schema, explore.digest(world, read)) != due
            assert changed is (table.name in read)
            world.database[table.name].append(last)


def test_unknown_tables_are_an_observation():
    env = make_env("sql-explore", level=1)
    env.reset(seed=1)
    seen = env.step('<tool_call>{"name": "schema", "arguments": {"table": "no such"}}</tool_call>')[0]
    assert "error: there is no table 'no such'" in seen


def test_the_oracle_sees_what_it_answers():
    for seed in range(6):
        env = make_env("sql-explore", level=2, params={"ask": "value"})
        env.reset(seed=seed)
        seen = ""
        while True:
            observation, reward, over, cut, _ = env.step(env.oracle_action())
            if over or cut:
                break
            seen = observation
        assert reward == 1.0
        assert f"\n{env.task.answer}\n(1 row)" in seen


def test_calls_are_capped_by_the_payload():
    env = make_env("sql-explore", level=1, params={"calls": 3}, max_calls_in_action=8)
    env.reset(seed=2)
    seen = env.step('<tool_call>{"name": "tables", "arguments": {}}</tool_call>' * 4)[0]
    assert seen.count("table | rows") == 3
    assert "no tool calls are left" in seen


# ---- typed values ------------------------------------------------------------------------------------


def payload(kind, gold):
    return {"value": {"kind": kind, "gold": gold}}


@pytest.mark.parametrize(
    ("kind", "gold", "right", "wrong", "unparsable"),
    [
        ("integer", 1234, ["1234", "1,234", "+1234", " 1234 ", "1234.0", "'1234'", "1 234"],
         ["1235", "-1234", "1234.5"], ["1,23,4", "12,34", "1234 rows", "", "nan", "1e3", "SELECT 1234", "١٢٣٤"]),
        ("number", 12.25, ["12.25", "12.250", "+12.25"], ["12.2", "12.3", "12.2500001"], ["12,25", "about 12.25"]),
        ("number", 33.3333333333, ["33.3333", "33.33333333333333"], ["33.333", "33.3338", "33"], ["100/3"]),
        ("number", -0.5, ["-0.5", "\u22120.50"], ["0.5"], [".5", "-.5"]),
        ("date", "2021-03-04", ["2021-03-04", '"2021-03-04"'], ["2021-03-05"], ["4 March 2021", "2021-3-4", ""]),
        ("datetime", "2021-03-04 05:06:07", ["2021-03-04 05:06:07"], ["2021-03-04 05:06:08"], ["2021-03-04"]),
        ("text", "Ada O'Neil", ["Ada O'Neil", '"Ada O\'Neil"', " Ada O'Neil\n"], ["ada o'neil", "Ada", "Ada."], []),
    ],
)  # fmt: skip
def test_forms_of_values(kind, gold, right, wrong, unparsable):
    for answers, reason in ((right, Reason.CORRECT), (wrong, Reason.WRONG), (unparsable, Reason.UNPARSABLE)):
        for answer in answers:
            assert value.verify(payload(kind, gold), answer).reason is reason, answer
            assert explore_solver.confirms(payload(kind, gold), answer.replace("\u2212", "-")) == (
                reason is Reason.CORRECT
            )


@settings(max_examples=200)
@given(
    st.integers(-(10**6), 10**6)
    | st.integers(-4000, 4000).map(lambda n: n / 4)
    | st.floats(0.01, 1e6).map(lambda x: float(f"{x:.12g}")),
    st.text("0123456789-+.,' ", max_size=10) | st.floats(-2e-5, 2e-5),
)
def test_numbers_are_judged_as_exact_fractions_say(gold, given_text):
    kind = "integer" if isinstance(gold, int) else "number"
    if isinstance(given_text, float):
        given_text = f"{float(gold) * (1 + given_text):.7f}"
    verdict = value.verify(payload(kind, gold), given_text)
    assert verdict.passed == explore_solver.confirms(payload(kind, gold), given_text)
    if verdict.passed:
        given_number = Fraction(given_text.strip(" '").replace(",", ""))
        assert abs(given_number - Fraction(repr(gold))) <= abs(Fraction(repr(gold))) / 200_000


def test_a_value_is_never_taken_for_a_query_or_the_other_way_round():
    for seed in range(4):
        number = EXPLORE.task(2, seed, params={"ask": "value"})
        assert not EXPLORE.verify_answer(number.payload, number.payload["problem"]["query"]).passed
        query = EXPLORE.task(2, seed, params={"ask": "query"})
        assert not EXPLORE.verify_answer(query.payload, random.Random(seed).choice(["3", "NULL", "yes"])).passed
