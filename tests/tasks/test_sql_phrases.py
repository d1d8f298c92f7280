"""The English of conditions: a small reader of clauses applies what they *say* to the rows, SQLite what they plan."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.sql.domains import DOMAINS
from rlvr.generators.sql.domains.parts import draw as draw_domain
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.phrases import KINDS, a, agree, clause, conditions, listing, of, value
from rlvr.generators.sql.plan import Col, Pred, Select, Source
from rlvr.generators.sql.question import NoFit, World
from rlvr.generators.sql.render import to_sql
from rlvr.generators.sql.schema import Column, Table

WORLDS: list[World] = []


def worlds() -> list[World]:
    """One world of each domain."""
    if not WORLDS:
        for number, domain in enumerate(DOMAINS.values()):
            rng = random.Random(number)
            schema = draw_domain(rng, domain)
            WORLDS.append(World(schema, fill(rng, schema, 120)))
    return WORLDS


def keys_where(world: World, table: Table, pred: Pred) -> list[object]:
    """The keys of the rows that meet a condition, by SQLite."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE TABLE {table.name} ({', '.join(column.name for column in table.columns)})")
    marks = ", ".join("?" * len(table.columns))
    connection.executemany(f"INSERT INTO {table.name} VALUES ({marks})", world.database[table.name])
    plan = Select((("k", Col(table.name, table.key)),), Source(table.name, table.name), where=pred)
    found = sorted(key for (key,) in connection.execute(to_sql(plan)))
    connection.close()
    return found


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
    if column.kind == "text":
        return [one or two for one, two in re.findall("'([^']*)'|\"([^\"]*)\"", text)]
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
            if kind == "flag":
                wanted = int(drawn_clause.relative in (column.only, f"that are {column.only}"))
                assert wanted or drawn_clause.relative in (column.never, f"that are {column.never}")
                expected = [row for row in all_rows if row[place] == wanted]
            else:
                assert re.match("for which it is (not )?known whether they ", drawn_clause.relative)
                lacking = "not known" in drawn_clause.relative
                expected = [row for row in all_rows if (row[place] is None) == lacking]
        else:
            assert drawn_clause.relative == f"whose {column.phrase} {drawn_clause.verb}"
            expected = [row for row in all_rows if reads(drawn_clause.verb, column, row[place])]
        assert 0 < len(expected) < len(all_rows)
        found = keys_where(world, table, drawn_clause.pred)
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
        said = re.split(
            rf"(?:, | {word} )?whose ", words.replace(" (any one of these conditions is enough)", "")
        )[1:]
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
    found = keys_where(world, table, pred)
    assert found == expected, words


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
