"""Rows of databases, large and tiny: accepted by SQLite with all its checks on, and such as the questions need."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.sql.domains import DOMAINS, draw_schema
from rlvr.generators.sql.domains.parts import draw
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.schema import Column, ForeignKey, Schema, Table
from rlvr.generators.sql.tiny_databases import tiny_database

SEEDS = st.integers(0, 10**9)


def inserted(schema, database):
    """A SQLite database with the rows; every constraint is checked after each row."""
    connection = sqlite3.connect(":memory:")
    connection.execute("PRAGMA foreign_keys = ON")
    for statement in schema.ddl():
        connection.execute(statement)
    for table in schema.tables:
        connection.executemany(
            f"INSERT INTO {table.name} VALUES ({', '.join('?' * len(table.columns))})", database[table.name]
        )
    return connection


def check(schema, database):
    """Types, bounds, pools and constraints of all rows."""
    assert list(database) == [table.name for table in schema.tables]
    with closing(inserted(schema, database)) as connection:
        for table in schema.tables:
            (count,) = connection.execute(f"SELECT COUNT(*) FROM {table.name}").fetchone()
            assert count == len(database[table.name])
    for table in schema.tables:
        for place, column in enumerate(table.columns):
            for row in database[table.name]:
                check_value(column, row[place])


def check_value(column, value):
    if value is None:
        assert column.nullable
    elif column.kind == "integer":
        assert type(value) is int
    elif column.kind in ("money", "real"):
        assert type(value) is float
        assert value * 4 == int(value * 4)
    elif column.kind == "boolean":
        assert value in (0, 1)
    elif column.kind == "date":
        assert date.fromisoformat(value).isoformat() == value
    elif column.kind == "datetime":
        assert datetime.strptime(value, "%Y-%m-%d %H:%M:%S").isoformat(" ") == value
    else:
        assert isinstance(value, str)
        assert value.isascii()
        assert value
        assert not column.values or value in column.values


def constants(rng, schema, database):
    """Values of some columns, as a query would have them."""
    found = {}
    for table in schema.tables:
        for place, column in enumerate(table.columns):
            there = [row[place] for row in database[table.name] if row[place] is not None]
            if there and rng.random() < 0.3:
                found[table.name, column.name] = rng.sample(there, min(len(there), rng.randint(1, 3)))
    if rng.random() < 0.4:
        found["", "count"] = [rng.randint(1, 5)]
    return found


@given(SEEDS, st.sampled_from([None, 1, 2, 4, 6]), st.sampled_from([20, 60, 400]))
@settings(max_examples=80, deadline=None)
def test_rows_keep_all_constraints_and_bounds(seed, tables, rows):
    rng = random.Random(seed)
    schema = draw_schema(rng, tables)
    database = fill(rng, schema, rows)
    check(schema, database)
    total = sum(map(len, database.values()))
    assert total <= rows * 1.1 + 3 * len(schema.tables)
    for table in schema.tables:
        links = {link.column for link in table.foreign_keys}
        for place, column in enumerate(table.columns):
            if column.low is not None and column.name not in links:
                assert all(
                    column.low <= row[place] <= column.high for row in database[table.name] if row[place]
                )


@given(SEEDS, st.sampled_from([None, 1, 2, 4]), st.sampled_from([1, 6, 12, 14]))
@settings(max_examples=150, deadline=None)
def test_neighbours_keep_all_constraints(seed, tables, rows):
    rng = random.Random(seed)
    schema = draw_schema(rng, tables)
    asked = constants(rng, schema, fill(rng, schema, 60))
    database = tiny_database(rng, schema, asked, rows)
    check(schema, database)
    assert max(map(len, database.values())) <= max(3 * rows, 4)
    assert sum(map(len, database.values())) > 0


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
def test_each_domain_can_be_filled(domain):
    for seed in range(5):
        rng = random.Random(seed)
        schema = draw(rng, domain)
        database = fill(rng, schema, 150)
        check(schema, database)
        check(schema, tiny_database(rng, schema, constants(rng, schema, database)))


def test_the_same_seed_gives_the_same_rows():
    def made():
        rng = random.Random(11)
        schema = draw_schema(rng)
        return schema, fill(rng, schema, 100), tiny_database(rng, schema, {("", "count"): [2]})

    assert made() == made()


def test_large_databases_have_skew_missing_values_orphans_and_idle_parents():
    rng = random.Random(3)
    schema = draw(rng, DOMAINS["shop"])
    database = fill(rng, schema, 20_000)
    check(schema, database)
    assert 18_000 < sum(map(len, database.values())) < 22_000
    idle = uneven = missing = 0
    for table in schema.tables:
        for link in table.foreign_keys:
            place = table.index(link.column)
            counts = Counter(row[place] for row in database[table.name])
            keys = [row[0] for row in database[link.table]]
            missing += counts.pop(None, 0)
            idle += any(key not in counts for key in keys)
            uneven += max(counts.values()) > 3 * len(database[table.name]) / len(keys)
            if not link.enforced:
                assert set(counts) - set(keys), "orphans are expected where the reference is not declared"
    assert min(idle, uneven, missing) > 0


def test_without_skew_children_are_spread_evenly():
    def spread(skew):
        rng = random.Random(3)
        schema = draw(rng, DOMAINS["shop"], 6)
        database = fill(rng, schema, 3000, skew=skew)
        check(schema, database)
        table = next(table for table in schema.tables if len(table.foreign_keys) == 2)
        place = table.index(table.foreign_keys[0].column)
        counts = Counter(row[place] for row in database[table.name])
        return counts.most_common(1)[0][1] * len(counts) / len(database[table.name])

    assert spread(False) * 2 < spread(True)


def test_a_hundred_thousand_rows():
    rng = random.Random(5)
    schema = draw_schema(rng, 4)
    assert 95_000 < sum(map(len, fill(rng, schema, 100_000).values())) < 105_000


# ---- what neighbours are for ------------------------------------------------------------------------

SCHEMA = Schema(
    "test",
    (
        Table(
            "a",
            "a",
            "as",
            "id",
            "name",
            (
                Column("id", "integer", "id", unique=True),
                Column("name", "text", "name"),
                Column("size", "integer", "size", low=0, high=1000),
                Column("price", "money", "price", nullable=True, low=0.0, high=5000.0),
                Column("born", "date", "birth date", low="1990-01-01", high="2030-12-31"),
            ),
        ),
        Table(
            "b",
            "b",
            "bs",
            "id",
            "code",
            (
                Column("id", "integer", "id", unique=True),
                Column("code", "text", "code", unique=True),
                Column("a_id", "integer", "a id", nullable=True),
                Column("free_id", "integer", "free id"),
            ),
            (
                ForeignKey("a_id", "a", "a", "bs of {}"),
                ForeignKey("free_id", "a", "free", "free bs of {}", enforced=False),
            ),
        ),
    ),
)
ASKED = {
    ("a", "name"): ["Norvik"],
    ("a", "size"): [417],
    ("a", "price"): [2500.5],
    ("a", "born"): ["2011-03-31"],
}
MANY = 60


def column_of(database, table, name):
    place = SCHEMA.table(table).index(name)
    return [row[place] for row in database[table]]


def neighbours_of(asked, count=MANY):
    return [tiny_database(random.Random(seed), SCHEMA, asked) for seed in range(count)]


@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        ("size", [416, 417, 418]),
        ("price", [2499.5, 2500.25, 2500.5, 2500.75, 2501.5, None]),
        ("born", ["2011-03-30", "2011-03-31", "2011-04-01", "2010-03-28", "2012-03-28"]),
        ("name", ["Norvik", "norvik", "NORVIK", "Norvi"]),
    ],
)
def test_values_at_and_next_to_the_constants_are_frequent(column, wanted):
    found = Counter(
        value for database in neighbours_of(ASKED) for value in set(column_of(database, "a", column))
    )
    exact = ASKED["a", column][0]
    assert found[exact] > 0.7 * MANY
    for value in wanted:
        assert found[value] > 0.08 * MANY, value


def test_some_rows_meet_all_constants_but_one():
    near = Counter()
    exact = [ASKED["a", name][0] for name in ("name", "size", "price", "born")]
    for database in neighbours_of(ASKED, 200):
        for row in database["a"]:
            near[sum(value == wanted for value, wanted in zip(row[1:], exact, strict=True))] += 1
    assert near[4] > 30
    assert near[3] > 100
    assert near[2] > 200


def test_names_come_twice_and_there_are_ties():
    databases = neighbours_of({})
    assert (
        sum(len(set(column_of(database, "a", "name"))) < len(database["a"]) for database in databases)
        > 0.8 * MANY
    )
    assert (
        sum(len(set(column_of(database, "a", "size"))) < len(database["a"]) for database in databases)
        > 0.8 * MANY
    )


def test_parents_without_children_orphans_and_missing_references():
    idle = orphans = missing = 0
    for database in neighbours_of({}):
        keys = set(column_of(database, "a", "id"))
        idle += bool(keys - set(column_of(database, "b", "a_id")))
        orphans += bool(set(column_of(database, "b", "free_id")) - keys)
        missing += None in column_of(database, "b", "a_id")
    assert min(idle, orphans, missing) > 0.4 * MANY


@pytest.mark.parametrize("asked", [1, 2, 3, 5])
def test_children_come_in_the_number_asked_for_and_next_to_it(asked):
    found = Counter()
    for database in neighbours_of({("", "count"): [asked]}):
        found.update(set(Counter(column_of(database, "b", "a_id")).values()))
    assert min(found[asked], found[asked + 1], found[asked - 1] if asked > 1 else MANY) > 0.15 * MANY


@pytest.mark.parametrize("number", [2014, 3, 90])
def test_numbers_for_dates_are_years_months_or_distances(number):
    hit = 0
    for database in neighbours_of({("a", "born"): [number]}):
        days = [date.fromisoformat(text) for text in column_of(database, "a", "born")]
        apart = {abs((one - two).days) for one in days for two in days}
        hit += any(number in (day.year, day.month) for day in days) or number in apart
    assert hit > 0.4 * MANY


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=12),
    st.dates().map(str),
    st.datetimes().map(str),
    st.sampled_from(["2012", "2012-03", "0001-01-01", "9999-12-31", "9999-12-31 23:59:59"]),
)


@given(SEEDS, st.dictionaries(st.sampled_from(["name", "size", "price", "born"]), st.lists(ODD, max_size=4)))
@settings(max_examples=200, deadline=None)
def test_no_constant_of_a_foreign_query_breaks_it(seed, asked):
    found = {("a", name): values for name, values in asked.items()} | {
        ("", "count"): [0, -1, 2, 10**30, "x", None]
    }
    database = tiny_database(random.Random(seed), SCHEMA, found)
    inserted(SCHEMA, database).close()
    assert len(database["b"]) <= 36


def test_numbers_that_are_no_quarters_are_met_too():
    prices, sizes = Counter(), Counter()
    for database in neighbours_of({("a", "price"): [9.99], ("a", "size"): [2.5]}):
        prices.update(set(column_of(database, "a", "price")))
        sizes.update(set(column_of(database, "a", "size")))
    assert prices[9.99] > 0.7 * MANY
    assert min(prices[9.98], prices[10.0], sizes[2], sizes[3]) > 0.1 * MANY


def test_a_schema_that_nobody_drew():
    """Text keys, a key that is a reference, a unique reference, a reference to itself that must be there."""
    schema = Schema(
        "own",
        (
            Table(
                "land",
                "land",
                "lands",
                "tag",
                "tag",
                (
                    Column("tag", "text", "tag", unique=True),
                    Column("motto", "text", "motto", nullable=True, unique=True),
                    Column("rank", "integer", "rank", unique=True),
                ),
            ),
            Table(
                "detail",
                "detail",
                "details",
                "land_tag",
                "land_tag",
                (
                    Column("land_tag", "text", "land tag", unique=True),
                    Column("twin_tag", "text", "twin tag", nullable=True, unique=True),
                    Column("next_tag", "text", "next tag"),
                    Column("grown", "real", "growth"),
                    Column("seen_at", "datetime", "time", unique=True),
                ),
                (
                    ForeignKey("land_tag", "land", "land", "details of {}"),
                    ForeignKey("twin_tag", "land", "twin", "twins of {}"),
                    ForeignKey("next_tag", "detail", "next", "details before {}"),
                ),
            ),
            Table("bare", "bare", "bares", "id", "id", (Column("id", "integer", "id", unique=True),)),
        ),
    )
    for seed in range(60):
        rng = random.Random(seed)
        asked = {("land", "tag"): ["xy"], ("land", "rank"): [3], ("bare", "id"): [7]} if seed % 2 else {}
        database = tiny_database(rng, schema, asked)
        check(schema, database)
        if seed % 2:
            assert "xy" in {row[0] for row in database["land"]}
        check(schema, fill(rng, schema, 40))
