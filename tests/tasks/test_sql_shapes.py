"""Questions of levels 1 to 4: plan and English agree; SQLite, which knows nothing of plans, is the oracle."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterator

import pytest

from rlvr.generators.sql.analyse import constants_of
from rlvr.generators.sql.codec import from_json, to_json
from rlvr.generators.sql.domains import DOMAINS
from rlvr.generators.sql.domains.parts import draw as draw_domain
from rlvr.generators.sql.evaluate import evaluate
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.phrases import links, measures
from rlvr.generators.sql.plan import Col, IsNull, Select, Source
from rlvr.generators.sql.question import NoFit, Question, World
from rlvr.generators.sql.render import to_sql
from rlvr.generators.sql.schema import Column, Database, Schema, Table
from rlvr.generators.sql.shapes import children, groups, joins, optional_parents, ordering, rows, totals, values
from rlvr.generators.sql.tiny_databases import tiny_database

SHAPES = {
    name: shape
    for module in (rows, values, ordering, totals, groups, joins, optional_parents, children)
    for name, shape in module.SHAPES.items()
}
WORLDS: list[World] = []


def worlds() -> list[World]:
    """One world of each domain."""
    if not WORLDS:
        for number, domain in enumerate(DOMAINS.values()):
            rng = random.Random(number)
            schema = draw_domain(rng, domain)
            WORLDS.append(World(schema, fill(rng, schema, 120)))
    return WORLDS


def connect(schema: Schema, database: Database) -> sqlite3.Connection:
    """The database in SQLite, without a look at the references."""
    connection = sqlite3.connect(":memory:")
    for statement in schema.ddl():
        connection.execute(statement)
    for table in schema.tables:
        marks = ", ".join("?" * len(table.columns))
        connection.executemany(f"INSERT INTO {table.name} VALUES ({marks})", database[table.name])
    return connection


def drawn(name: str, count: int) -> Iterator[tuple[World, Question, random.Random]]:
    """Questions of a shape, each in another world."""
    found = 0
    for number in range(40 * count):
        rng = random.Random(f"{name} {number}")
        world = worlds()[number % len(worlds())]
        try:
            question = SHAPES[name][1](rng, world)
        except NoFit:
            continue
        yield world, question, rng
        found += 1
        if found == count:
            return


def close(one: object, two: object) -> bool:
    """Equal, with rounding of floats."""
    if isinstance(one, float) or isinstance(two, float):
        return (
            isinstance(one, int | float)
            and isinstance(two, int | float)
            and one == pytest.approx(two, rel=1e-9)
        )
    return type(one) is type(two) and one == two


def in_order(row: list[object]) -> tuple[tuple[str, str], ...]:
    """A key for rows of any values; numbers are rounded, so that rounding does not move a row."""
    return tuple(
        ("number", f"{each:.6e}") if isinstance(each, int | float) else (type(each).__name__, str(each))
        for each in row
    )


def assert_same(expected: list[list[list[object]]], found: list[list[object]], text: str) -> None:
    """The rows are those of the groups, one group behind the other, in any order within each."""
    assert sum(map(len, expected)) == len(found), text
    start = 0
    for group in expected:
        part = sorted(found[start : start + len(group)], key=in_order)
        for one, two in zip(sorted(group, key=in_order), part, strict=True):
            assert len(one) == len(two), text
            assert all(map(close, one, two)), (text, one, two)
        start += len(group)


@pytest.mark.parametrize("name", SHAPES)
def test_sqlite_gives_what_the_plan_means(name: str) -> None:
    results = []
    for world, question, rng in drawn(name, 6):
        sql = to_sql(question.plan, rng=rng)
        constants = constants_of(question.plan, world.schema)
        for database in (world.database, *(tiny_database(rng, world.schema, constants) for _ in range(3))):
            expected = evaluate(question.plan, world.schema, database)
            connection = connect(world.schema, database)
            found = [list(row) for row in connection.execute(sql)]
            connection.close()
            assert_same([group for group in expected if group], found, f"{question.text}\n{sql}")
            results.append(bool(found))
    assert sum(results) >= len(results) / 3  # mostly not about nothing


@pytest.mark.parametrize("name", SHAPES)
def test_questions_are_whole_sentences_and_vary(name: str) -> None:
    starts = set()
    for world, question, _ in drawn(name, 12):
        assert question.shape == name
        assert from_json(to_json(question.plan)) == question.plan
        text = question.text
        assert text[0].isupper(), text
        assert text[-1] in ".?", text
        assert not re.search(r"[{}]|  |\bNone\b|\.\.|,,| ,| \.|\bthe the\b|\ba [aeio][a-z]", text), text
        assert not any(re.search(rf"\b{table.name}\.\w", text) for table in world.schema.tables), text
        starts.add(" ".join(text.split()[:2]))
    assert len(starts) >= 2, starts


@pytest.mark.parametrize("name", SHAPES)
def test_the_same_seed_gives_the_same_question(name: str) -> None:
    for (_, one, _), (_, two, _) in zip(drawn(name, 3), drawn(name, 3), strict=True):
        assert one == two


def test_every_level_has_shapes() -> None:
    levels = [level for level, _ in SHAPES.values()]
    assert {level: levels.count(level) >= 8 for level in (1, 2, 3, 4)} == dict.fromkeys((1, 2, 3, 4), True)


def nullable_columns(world: World, plan: Select) -> set[Col]:
    """The columns of the plan's sources that may be missing."""
    sources: list[Source] = [plan.source, *(join.source for join in plan.joins)]
    return {
        Col(source.name, column.name)
        for source in sources
        for column in world.schema.table(source.table).columns
        if column.nullable
    }


@pytest.mark.parametrize(
    "name",
    ["sorted_rows", "first_rows", "later_rows", "group_sorted", "top_groups", "with_parent", "children_top"],
)
def test_what_may_be_missing_is_no_order_unless_it_is_filtered(name: str) -> None:
    for world, question, _ in drawn(name, 25):
        plan = question.plan
        assert isinstance(plan, Select)
        for key in plan.order:
            if key.value in nullable_columns(world, plan):
                assert IsNull(key.value, negated=True) == plan.where, question.text


@pytest.mark.parametrize("name", ["first_rows", "later_rows", "top_groups", "children_top"])
def test_a_limit_has_an_order_without_ties(name: str) -> None:
    for world, question, _ in drawn(name, 25):
        plan = question.plan
        assert isinstance(plan, Select)
        assert plan.limit is not None
        last = plan.order[-1].value
        assert isinstance(last, Col)
        if plan.group:
            assert last in plan.group
        else:
            assert last.name == world.schema.table(plan.source.table).key
        phrase = world.schema.table(plan.source.table).column(last.name).phrase
        assert f"{phrase} (" in question.text


# ---- whole questions, answered by hand --------------------------------------------------------------


def rows_of(
    name: str, pattern: str, count: int = 400
) -> Iterator[tuple[World, Question, re.Match[str], list[object]]]:
    """Questions of a shape whose text has a form, with their results on their own world."""
    for number in range(count):
        rng = random.Random(f"{name}/{number}")
        world = worlds()[number % len(worlds())]
        try:
            question = SHAPES[name][1](rng, world)
        except NoFit:
            continue
        found = re.fullmatch(pattern, question.text)
        if found is not None:
            yield world, question, found, [list(row) for row in run(world, question)]


def run(world: World, question: Question) -> list[tuple[object, ...]]:
    connection = connect(world.schema, world.database)
    result = connection.execute(to_sql(question.plan)).fetchall()
    connection.close()
    return result


def named_table(world: World, plural: str) -> Table:
    (table,) = [table for table in world.schema.tables if table.plural == plural]
    return table


def test_children_are_counted_for_every_parent() -> None:
    seen = 0
    for world, question, found, result in rows_of(
        "children_count_all",
        r"For each of the ([\w -]+), give the [\w -]+ and the number of (.+) \(0 if there are none\)\.",
    ):
        if not any(table.plural == found[1] for table in world.schema.tables):
            continue
        parent = named_table(world, found[1])
        fitting = [
            link
            for link in links(world.schema)
            if link.parent.name == parent.name and link.key.theirs.format(f"the {parent.noun}") == found[2]
        ]
        assert len(fitting) == 1, question.text
        link = fitting[0]
        refers = [row[link.child.index(link.key.column)] for row in world.database[link.child.name]]
        keys = [row[parent.index(parent.key)] for row in world.database[parent.name]]
        assert sorted(row[-1] for row in result) == sorted(refers.count(key) for key in keys)  # type: ignore[index]
        seen += 1
    assert seen >= 10


def test_groups_are_counted_with_missing_ones_apart() -> None:
    seen = 0
    for world, question, found, result in rows_of(
        "group_count",
        r"Group the ([\w -]+) by the ([\w -]+)\. For each group, return the \2 and the number of \1\.(.*)",
    ):
        if not any(table.plural == found[1] for table in world.schema.tables):
            continue
        table = named_table(world, found[1])
        (column,) = [column for column in table.columns if column.phrase == found[2]]
        assert column.nullable == bool(found[3]), question.text
        labels = [row[table.index(column.name)] for row in world.database[table.name]]
        counts = {label: labels.count(label) for label in labels}
        assert {row[0]: row[1] for row in result} == counts  # type: ignore[index]
        seen += 1
    assert seen >= 10


def test_places_count_from_one() -> None:
    pattern = r"Sort the ([\w -]+) by the (.+?) \((.+?)\), then by the (.+?) \((.+?)\)\. Give .* of .* in place (\d) .*"
    seen = 0
    for world, _, found, result in rows_of("later_rows", pattern, 1500):
        if ", then by" in found[4] or not any(table.plural == found[1] for table in world.schema.tables):
            continue
        table = named_table(world, found[1])
        columns = {column.phrase: column.name for column in table.columns}
        columns[f"{table.noun} {table.column(table.key).phrase}"] = table.key
        ordered = list(world.database[table.name])
        for phrase, way in (
            (found[4], found[5]),
            (found[2], found[3]),
        ):  # the last key first: sorting is stable
            falling = any(
                word in way for word in ("highest first", "descending", "reverse", "latest first", "from lat")
            )
            ordered.sort(key=lambda row: row[table.index(columns[phrase])], reverse=falling)
        assert len(result) == (len(ordered) >= int(found[6]))
        if result:
            assert set(map(str, result[0])) <= set(map(str, ordered[int(found[6]) - 1]))  # type: ignore[call-overload]
        seen += 1
    assert seen >= 5


def test_what_a_schema_does_not_offer_is_no_fit() -> None:
    bare = Table(
        "t", "thing", "things", "id", "name", (Column("id", "integer", "id"), Column("name", "text", "name"))
    )
    world = World(Schema("bare", (bare,)), {"t": [[1, "x"], [2, "x"]]})
    assert measures(bare) == []
    for name in ("arithmetic", "group_count", "parent_filter", "childless", "days_since", "missing", "filter"):
        with pytest.raises(NoFit):
            SHAPES[name][1](random.Random(1), world)
