"""Questions of levels 1 to 4: plan, English and two engines agree.

The oracles are independent of the package: SQLite runs the rendered query, and a small reader of the English clauses
applies what a question *says* to the rows in Python.
"""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.sql.analyse import constants_of
from rlvr.generators.sql.codec import from_json, to_json
from rlvr.generators.sql.domains import DOMAINS
from rlvr.generators.sql.domains.parts import draw as draw_domain
from rlvr.generators.sql.evaluate import evaluate
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.neighbours import neighbour
from rlvr.generators.sql.phrases import KINDS, a, agree, clause, conditions, links, listing, measures, of, value
from rlvr.generators.sql.plan import Col, IsNull, Select, Source
from rlvr.generators.sql.question import NoFit, Question, World
from rlvr.generators.sql.render import to_sql
from rlvr.generators.sql.schema import Column, Database, Schema, Table
from rlvr.generators.sql.shapes import children, groups, joins, ordering, rows, totals, values

SHAPES = {
    name: shape
    for module in (rows, values, ordering, totals, groups, joins, children)
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
        for database in (world.database, *(neighbour(rng, world.schema, constants) for _ in range(3))):
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


# ---- what the English says --------------------------------------------------------------------------

BOUNDS: dict[str, Callable[[object, object], bool]] = {
    "less than": lambda v, b: v < b,  # type: ignore[operator]
    "below": lambda v, b: v < b,  # type: ignore[operator]
    "before": lambda v, b: v < b,  # type: ignore[operator]
    "earlier than": lambda v, b: v < b,  # type: ignore[operator]
    "at most": lambda v, b: v <= b,  # type: ignore[operator]
    "no more than": lambda v, b: v <= b,  # type: ignore[operator]
    "no later than": lambda v, b: v <= b,  # type: ignore[operator]
    "more than": lambda v, b: v > b,  # type: ignore[operator]
    "above": lambda v, b: v > b,  # type: ignore[operator]
    "greater than": lambda v, b: v > b,  # type: ignore[operator]
    "after": lambda v, b: v > b,  # type: ignore[operator]
    "later than": lambda v, b: v > b,  # type: ignore[operator]
    "at least": lambda v, b: v >= b,  # type: ignore[operator]
    "no less than": lambda v, b: v >= b,  # type: ignore[operator]
    "no earlier than": lambda v, b: v >= b,  # type: ignore[operator]
}
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"]
MONTHS += ["November", "December"]


def constant(text: str, column: Column) -> object:
    """A constant as a careful reader takes it."""
    if column.kind in ("integer", "money", "real"):
        return float(text)
    return text[1:-1] if text[0] in "'\"" else text


def choices(text: str, column: Column) -> list[object]:
    return [constant(each, column) for each in re.split(r", | and | or | nor ", text)]


def reads(verb: str, column: Column, v: object) -> bool:
    """Whether what the verb says holds for a value; of a missing one nothing holds but that it is missing."""
    verb = re.sub(r"^(are|have|do)\b", lambda m: {"are": "is", "have": "has", "do": "does"}[m[1]], verb)
    verb = re.sub(r"^(start|end|contain|differ)\b", r"\1s", verb)
    if verb == "is missing":
        return v is None
    if verb in ("is known", "is not missing"):
        return v is not None
    if (found := re.fullmatch("is missing or (.*)", verb)) is not None:
        return v is None or reads(found[1], column, v)
    if v is None:
        return False
    if (found := re.fullmatch(r"has more than (\d+) characters", verb)) is not None:
        return len(str(v)) > int(found[1])
    if (found := re.fullmatch("(does not start|starts|does not end|ends) with '(.*)'", verb)) is not None:
        part, low = found[2].lower(), str(v).lower()
        holds = low[: len(part)] == part if "start" in found[1] else low[-len(part) :] == part
        return holds != found[1].startswith("does not")
    if (found := re.fullmatch("(does not contain|contains) '(.*)'", verb)) is not None:
        return (found[2].lower() in str(v).lower()) == (found[1] == "contains")
    if (found := re.fullmatch(r"is in the year (\d+)", verb)) is not None:
        return str(v).startswith(found[1] + "-")
    if (found := re.fullmatch(r"is in the month of (\w+) of any year", verb)) is not None:
        return int(str(v).split("-")[1]) == MONTHS.index(found[1]) + 1
    if (found := re.fullmatch(r"is on the day (\S+)", verb)) is not None:
        return str(v).split(" ")[0] == found[1]
    if (found := re.fullmatch(r"is between (.+) and (.+?)( \(both included\))?", verb)) is not None:
        return constant(found[1], column) <= v <= constant(found[2], column)  # type: ignore[operator]
    if (found := re.fullmatch("is (neither|none of) (.+)", verb)) is not None:
        return v not in choices(found[2], column)
    if (found := re.fullmatch("is (either|one of) (.+)", verb)) is not None:
        return v in choices(found[2], column)
    if (found := re.fullmatch("(differs from|is not) (.+)", verb)) is not None:
        return v != constant(found[2], column)
    for words, compare in BOUNDS.items():
        if (found := re.fullmatch(f"is {words} (.+)", verb)) is not None:
            return compare(v, constant(found[1], column))
    found = re.fullmatch("is (.+)", verb)
    assert found is not None, verb
    return v == constant(found[1], column)


@pytest.mark.parametrize("kind", KINDS)
def test_a_condition_means_what_it_says(kind: str) -> None:
    seen = 0
    for number in range(400):
        rng = random.Random(number)
        world = rng.choice(worlds())
        table = rng.choice(world.schema.tables)
        try:
            drawn_clause = clause(rng, world, table, table.name, kinds=[kind])
        except NoFit:
            continue
        column = drawn_clause.column
        place = table.index(column.name)
        all_rows = world.database[table.name]
        if column.kind == "boolean":
            expected = {
                column.only: [row for row in all_rows if row[place] == 1],
                column.never: [row for row in all_rows if row[place] == 0],
            }.get(drawn_clause.relative.removeprefix("that are ") if kind == "flag" else "")
            if kind == "flag" and expected is None:
                expected = [row for row in all_rows if row[place] == (drawn_clause.relative == column.only)]
            if expected is None:
                assert drawn_clause.relative.startswith("for which it is ")
                lacking = "not known" in drawn_clause.relative
                expected = [row for row in all_rows if (row[place] is None) == lacking]
        else:
            assert drawn_clause.relative == f"whose {column.phrase} {drawn_clause.verb}"
            expected = [row for row in all_rows if reads(drawn_clause.verb, column, row[place])]
        assert 0 < len(expected) < len(all_rows)
        plan = Select(
            (("k", Col(table.name, table.key)),), Source(table.name, table.name), where=drawn_clause.pred
        )
        connection = connect(world.schema, world.database)
        found = sorted(key for (key,) in connection.execute(to_sql(plan)))
        connection.close()
        assert found == sorted(row[table.index(table.key)] for row in expected), drawn_clause.relative
        seen += 1
        if seen == 12:
            break
    assert seen >= 5


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["and", "or", "mixed"]))
def test_joined_conditions_mean_what_they_say(seed: int, word: str) -> None:
    rng = random.Random(seed)
    world = rng.choice(worlds())
    table = rng.choice(world.schema.tables)
    kinds = ["compare", "equal", "in", "year", "missing", "like"]
    try:
        pred, words = conditions(rng, world, table, table.name, 3, word=word, kinds=kinds)  # type: ignore[arg-type]
    except NoFit:
        return
    by_phrase = {column.phrase: column for column in table.columns if column.kind != "boolean"}
    if any(column.kind == "boolean" for column in table.columns) and "known whether" in words:
        return
    first, _, rest = words.partition(" and for which at least one of the following holds: ")
    if word == "mixed":
        said = [first.removeprefix("whose "), *(each.removeprefix("the ") for each in rest.split("; "))]
    else:
        said = re.split(rf"(?:, | {word} )?whose ", words.replace(" (one of these is enough)", ""))[1:]
    assert len(said) == 3

    def holds(one: str, row: list[object]) -> bool:
        phrase = max((each for each in by_phrase if one.startswith(f"{each} ")), key=len)
        column = by_phrase[phrase]
        return reads(one[len(phrase) + 1 :], column, row[table.index(column.name)])

    join = {
        "and": lambda parts: all(parts),
        "or": lambda parts: any(parts),
        "mixed": lambda parts: parts[0] and any(parts[1:]),
    }[word]
    expected = sorted(
        row[table.index(table.key)]
        for row in world.database[table.name]
        if join([holds(each, row) for each in said])
    )
    plan = Select((("k", Col(table.name, table.key)),), Source(table.name, table.name), where=pred)
    connection = connect(world.schema, world.database)
    found = sorted(key for (key,) in connection.execute(to_sql(plan)))
    connection.close()
    assert found == expected, words


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


# ---- words ------------------------------------------------------------------------------------------


def test_words() -> None:
    assert listing(["x"]) == "x"
    assert listing(["x", "y", "z"], "or") == "x, y or z"
    assert [a(noun) for noun in ("order", "unit", "hour", "user", "umbrella", "customer")] == [
        "an order",
        "a unit",
        "an hour",
        "a user",
        "an umbrella",
        "a customer",
    ]
    assert of("city", "customer", "order") == "the city of the customer of the order"
    assert of("order number", "order") == "the order number"
    assert agree("loyalty points", "is at least 5") == "are at least 5"
    assert agree("number of points", "is at least 5") == "is at least 5"
    assert agree("status", "starts with 'a'") == "starts with 'a'"
    assert value(Column("p", "money", "price"), 12.5) == "12.50"
    assert value(Column("p", "real", "weight"), 12.0) == "12"
    assert value(Column("p", "text", "name"), "O'Hara") == '"O\'Hara"'


def test_what_a_schema_does_not_offer_is_no_fit() -> None:
    bare = Table(
        "t", "thing", "things", "id", "name", (Column("id", "integer", "id"), Column("name", "text", "name"))
    )
    world = World(Schema("bare", (bare,)), {"t": [[1, "x"], [2, "x"]]})
    assert measures(bare) == []
    for name in ("arithmetic", "group_count", "parent_filter", "childless", "days_since", "missing", "filter"):
        with pytest.raises(NoFit):
            SHAPES[name][1](random.Random(1), world)
