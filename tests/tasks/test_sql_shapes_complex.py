"""Questions of levels 4 to 7: plan, evaluator and SQLite agree, and the English says what the plan does.

The last part answers questions by hand: it reads the text with a pattern, computes the result from the rows in plain
Python, without the plan, and compares it with what the query gives.
"""

from __future__ import annotations

import random
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import combinations, pairwise
from typing import Any

import pytest

from rlvr.generators.sql.analyse import constants_of, is_ordered
from rlvr.generators.sql.codec import from_json, to_json
from rlvr.generators.sql.domains import DOMAINS
from rlvr.generators.sql.domains.parts import draw as draw_domain
from rlvr.generators.sql.evaluate import evaluate
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.phrases import key_column, links
from rlvr.generators.sql.plan import Window
from rlvr.generators.sql.question import NoFit, Question, World
from rlvr.generators.sql.render import to_sql
from rlvr.generators.sql.schema import Column, Database, Schema, Table
from rlvr.generators.sql.scope import walk
from rlvr.generators.sql.shapes import SHAPES as ALL
from rlvr.generators.sql.shapes import (
    combined,
    correlated,
    families,
    nested_totals,
    pairs,
    peers,
    places,
    sequences,
    sets,
    siblings,
    subqueries,
    windows,
)
from rlvr.generators.sql.tiny_databases import tiny_database

MODULES = (
    subqueries,
    correlated,
    siblings,
    families,
    nested_totals,
    sets,
    pairs,
    windows,
    places,
    sequences,
    combined,
    peers,
)
SHAPES = {name: shape for module in MODULES for name, shape in module.SHAPES.items()}
WORLDS: list[World] = []


def worlds() -> list[World]:
    """One world of each domain."""
    if not WORLDS:
        for number, domain in enumerate(DOMAINS.values()):
            rng = random.Random(number)
            schema = draw_domain(rng, domain)
            WORLDS.append(World(schema, fill(rng, schema, 110)))
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


def plain(row: Any) -> tuple[tuple[int, str], ...]:
    """A row as a key: the same for equal values, with numbers to 9 digits."""
    return tuple(
        (0, "") if v is None else (1, f"{float(v):.9g}") if isinstance(v, int | float) else (2, v) for v in row
    )


@pytest.mark.parametrize("name", SHAPES)
def test_sqlite_gives_what_the_plan_means(name: str) -> None:
    filled = 0
    results = set()
    for world, question, rng in drawn(name, 5):
        sql = to_sql(question.plan, rng=rng)
        constants = constants_of(question.plan, world.schema)
        for database in (world.database, *(tiny_database(rng, world.schema, constants) for _ in range(3))):
            expected = evaluate(question.plan, world.schema, database)
            connection = connect(world.schema, database)
            found = connection.execute(sql).fetchall()
            connection.close()
            start = 0
            for group in expected:
                part = found[start : start + len(group)]
                assert sorted(map(plain, group)) == sorted(map(plain, part)), f"{question.text}\n{sql}"
                start += len(group)
            assert start == len(found), f"{question.text}\n{sql}"
            filled += bool(found)
            results.add(str(sorted(map(plain, found))))
    assert filled >= 5  # of 20: mostly not about nothing
    assert len(results) >= 5


@pytest.mark.parametrize("name", SHAPES)
def test_questions_are_whole_sentences_and_vary(name: str) -> None:
    bodies = set()
    for world, question, _ in drawn(name, 14):
        assert question.shape == name
        assert from_json(to_json(question.plan)) == question.plan
        text = question.text
        assert text[0].isupper(), text
        assert text[-1] in ".?", text
        bad = r"[{}]|  |\bNone\b|\.\.|,,| ,| \.|\bthe the\b|\ba [aeio][a-z]|\ball all\b|\bof of\b|\bthat that\b"
        assert not re.search(bad, text), text
        assert not any(re.search(rf"\b{table.name}\.\w", text) for table in world.schema.tables), text
        words = re.sub(r"\b(Show|List|Give|Return)\b", "Show", re.split(r"[.?] ", text)[0])
        shown = [column.phrase for table in world.schema.tables for column in table.columns]
        shown += [noun for table in world.schema.tables for noun in (table.plural, table.noun)]
        for phrase in sorted(shown, key=len, reverse=True):
            words = words.replace(phrase, "_")
        bodies.add(" ".join(words.split()[:2]))
    assert len(bodies) >= 2, bodies


@pytest.mark.parametrize("name", SHAPES)
def test_the_same_seed_gives_the_same_question(name: str) -> None:
    for (_, one, _), (_, two, _) in zip(drawn(name, 2), drawn(name, 2), strict=True):
        assert one == two


def test_the_shapes_are_registered_and_reach_the_highest_level() -> None:
    assert all(ALL[name] == shape for name, shape in SHAPES.items())
    assert len(SHAPES) == sum(len(module.SHAPES) for module in MODULES)
    levels = Counter(level for level, _ in SHAPES.values())
    assert set(levels) == {4, 5, 6, 7}
    assert min(levels.values()) >= 10


@pytest.mark.parametrize("name", SHAPES)
def test_row_numbers_and_running_sums_have_an_order_without_ties(name: str) -> None:
    for _, question, _ in drawn(name, 4):
        for node in walk(question.plan):
            if isinstance(node, Window) and (node.name == "row_number" or (node.name == "sum" and node.order)):
                assert len(node.order) >= 2 or name == "month_running", question.text


def test_what_a_schema_does_not_offer_is_no_fit() -> None:
    bare = Table("t", "thing", "things", "id", "id", (Column("id", "integer", "id", unique=True),))
    world = World(Schema("bare", (bare,)), {"t": [[1], [2]]})
    for _, draw in SHAPES.values():
        with pytest.raises(NoFit):
            draw(random.Random(1), world)


# ---- questions answered by hand ---------------------------------------------------------------------


class Read:
    """A question whose text has a form, in its world, with what its query gives."""

    def __init__(self, world: World, question: Question, match: re.Match[str], result: list[Any]) -> None:
        self.world, self.text, self.match, self.result = world, question.text, match, result
        self.ordered = is_ordered(question.plan)

    def table(self, word: str) -> Table:
        """The table of a noun or plural; NoFit if it is none (then there is a condition behind it)."""
        for table in self.world.schema.tables:
            if word in (table.noun, table.plural):
                return table
        raise NoFit(word)

    def column(self, table: Table, phrase: str) -> int:
        """The place of the column of a phrase."""
        for place, column in enumerate(table.columns):
            if phrase in (column.phrase, f"the {column.phrase}"):
                return place
        if phrase == key_column(table).phrase:
            return table.index(table.key)
        raise NoFit(phrase)

    def rows(self, table: Table) -> list[list[Any]]:
        """The rows of a table."""
        return self.world.database[table.name]

    def children(self, parent: Table, child: Table) -> dict[Any, list[list[Any]]]:
        """The children of each parent's key; NoFit where there are two ways."""
        ways = [each for each in links(self.world.schema) if each.child is child and each.parent is parent]
        if len(ways) != 1:
            raise NoFit("two ways")
        place = child.index(ways[0].key.column)
        found: dict[Any, list[list[Any]]] = defaultdict(list)
        for row in self.rows(child):
            found[row[place]].append(row)
        return {
            row[parent.index(parent.key)]: found[row[parent.index(parent.key)]] for row in self.rows(parent)
        }

    def labels(self, parent: Table) -> dict[Any, Any]:
        """The label of each key."""
        return {row[parent.index(parent.key)]: row[parent.index(parent.label)] for row in self.rows(parent)}

    def assert_gives(self, expected: Iterator[Any] | list[Any]) -> None:
        """The query gives these rows."""
        assert sorted(map(plain, self.result)) == sorted(map(plain, expected)), self.text


def read(name: str, pattern: str, least: int, count: int = 700) -> Iterator[Read]:
    """Questions of a shape that match a pattern; at least so many that the caller does not refuse."""
    seen = 0
    for number in range(count):
        rng = random.Random(f"{name}/{number}")
        world = worlds()[number % len(worlds())]
        try:
            question = SHAPES[name][1](rng, world)
        except NoFit:
            continue
        match = re.fullmatch(pattern, question.text)
        if match is None:
            continue
        connection = connect(world.schema, world.database)
        result = connection.execute(to_sql(question.plan)).fetchall()
        connection.close()
        reading = Read(world, question, match, result)
        try:
            yield reading
        finally:
            seen += 1
        if seen >= 2 * least:
            break
    assert seen >= least


W = r"([\w' .-]+?)"


def test_parents_without_children() -> None:
    checked = 0
    for each in read("without_child", rf"Which {W} do not have any {W}\? \w+ the {W} of each of them\.", 5):
        try:
            parent, child = each.table(each.match[1]), each.table(each.match[2])
            shown, kids = each.column(parent, each.match[3]), each.children(parent, child)
        except NoFit:
            continue
        key = parent.index(parent.key)
        each.assert_gives([[row[shown]] for row in each.rows(parent) if not kids[row[key]]])
        checked += 1
    assert checked >= 3


def test_second_highest() -> None:
    pattern = (
        rf"\w+ the {W} of every {W} that has the (second|third) (highest|lowest) of the different values of the {W}"
        r"\. Equal values count as one, so several [\w -]+ may share it\."
    )
    checked = 0
    for each in read("second_extreme", pattern, 5):
        try:
            table = each.table(each.match[2])
            shown, measured = each.column(table, each.match[1]), each.column(table, each.match[5])
        except NoFit:
            continue
        different = {row[measured] for row in each.rows(table)} - {None}
        values = sorted(different, reverse=each.match[4] == "highest")
        place = {"second": 1, "third": 2}[each.match[3]]
        wanted = values[place] if len(values) > place else object()
        each.assert_gives([[row[shown]] for row in each.rows(table) if row[measured] == wanted])
        checked += 1
    assert checked >= 3


def test_first_of_each_category() -> None:
    pattern = (
        rf"\w+ one row for each {W}: the \1, and the {W} and the {W} of the {W} with the (highest|lowest|latest|"
        rf"earliest) \3, taken from all {W}\. Ties are decided in favour of the one with the (greatest|smallest) {W}\."
        r"( Leave out .*)?"
    )
    checked = ties = 0
    for each in read("first_of_group", pattern, 20, 2500):
        try:
            table = each.table(each.match[4])
            group, label, measured = (each.column(table, each.match[number]) for number in (1, 2, 3))
        except NoFit:
            continue
        key = table.index(table.key)
        best: dict[Any, list[Any]] = {}
        sign = 1 if each.match[7] == "greatest" else -1
        for row in each.rows(table):
            if row[group] is None or row[measured] is None:
                assert each.match[9], each.text  # the text says that these are left out
                continue
            old = best.get(row[group])
            ties += old is not None and row[measured] == old[measured]
            up = each.match[5] in ("highest", "latest")
            if (
                old is None
                or (row[measured] > old[measured] if up else row[measured] < old[measured])
                or (row[measured] == old[measured] and sign * row[key] > sign * old[key])
            ):
                best[row[group]] = row
        each.assert_gives([[row[group], row[label], row[measured]] for row in best.values()])
        checked += 1
    assert checked >= 10
    assert ties >= 5


def test_most_frequent_of_each_parent() -> None:
    pattern = (
        rf"Count how often each {W} occurs among each {W}'s {W}\. \w+ the {W} of the \2, the \1 that occurs "
        r"(most often|least often, but at least once,) and the count, with one row for each \1 that ties\."
    )
    checked = 0
    for each in read("most_frequent", pattern, 5, 1000):
        try:
            parent, child = each.table(each.match[2]), each.table(each.match[3])
            kind, kids = each.column(child, each.match[1]), each.children(parent, child)
        except NoFit:
            continue
        expected = []
        for key, label in each.labels(parent).items():
            counts = Counter(row[kind] for row in kids[key])
            if counts:
                edge = (max if each.match[5] == "most often" else min)(counts.values())
                expected += [[label, value, number] for value, number in counts.items() if number == edge]
        each.assert_gives(expected)
        checked += 1
    assert checked >= 4


def test_rises_in_order_of_date_and_key() -> None:
    pattern = (
        rf"Go through each {W}'s {W} by {W}, and by {W}( \(greatest first\))? if it is the same\. How often (?:is|are) "
        rf"the {W} (greater|less) than directly before\? \w+ the {W} and the number, (with 0|for those) .*"
    )
    checked = 0
    for each in read("rises", pattern, 5, 1200):
        try:
            parent, child = each.table(each.match[1]), each.table(each.match[2])
            when, measured = each.column(child, each.match[3]), each.column(child, each.match[6])
            kids = each.children(parent, child)
        except NoFit:
            continue
        sign = -1 if each.match[5] else 1
        place = child.index(child.key)
        expected = []
        for key, label in each.labels(parent).items():
            values = [
                row[measured] for row in sorted(kids[key], key=lambda row: (row[when], sign * row[place]))
            ]
            steps = pairwise(values)
            number = sum(two > one if each.match[7] == "greater" else two < one for one, two in steps)
            if number or each.match[9] == "with 0":
                expected.append([label, number])
        each.assert_gives(expected)
        checked += 1
    assert checked >= 3


def test_gaps_between_dates() -> None:
    pattern = (
        rf"For each {W} with at least two {W}, \w+ the {W} and the (longest|shortest|average) time in days from one of "
        rf"these \2 to the next, by {W}\."
    )
    checked = 0
    for each in read("longest_gap", pattern, 5, 1000):
        try:
            parent, child = each.table(each.match[1]), each.table(each.match[2])
            when, kids = each.column(child, each.match[5]), each.children(parent, child)
        except NoFit:
            continue
        expected = []
        for key, label in each.labels(parent).items():
            days = sorted(date.fromisoformat(row[when]) for row in kids[key])
            gaps = [(two - one).days for one, two in pairwise(days)]
            if gaps:
                average = sum(gaps) / len(gaps)
                expected.append(
                    [label, {"longest": max(gaps), "shortest": min(gaps), "average": average}[each.match[4]]]
                )
        each.assert_gives(expected)
        checked += 1
    assert checked >= 3


def test_places_of_all_rows() -> None:
    pattern = (
        rf"\w+ the {W} of all {W}, each with its place by {W}(?: among those with the same {W})?: the (highest|lowest) "
        r"has place 1; equal values share a place, and (the next different|as many) .*?\)\.( Leave out .*)?"
    )
    checked = 0
    for each in read("ranking", pattern, 5, 1000):
        try:
            table = each.table(each.match[2])
            label, measured = each.column(table, each.match[1]), each.column(table, each.match[3])
            group = each.column(table, each.match[4]) if each.match[4] else None
        except NoFit:
            continue
        sign = -1 if each.match[5] == "highest" else 1
        rows = [row for row in each.rows(table) if row[measured] is not None]
        if group is not None:
            rows = [row for row in rows if row[group] is not None]
        assert (len(rows) == len(each.rows(table))) or each.match[7], each.text
        expected = []
        for row in rows:
            peers_ = [other for other in rows if group is None or other[group] == row[group]]
            ahead = [other[measured] for other in peers_ if sign * other[measured] < sign * row[measured]]
            expected.append(
                [row[label], 1 + len(set(ahead) if each.match[6] == "the next different" else ahead)]
            )
        each.assert_gives(expected)
        checked += 1
    assert checked >= 3


def test_months_with_what_came_so_far() -> None:
    pattern = (
        rf"Group the {W} by the month of the {W}\. \w+ the year and the month as two numbers, the number of these \1 "
        r"of the month, and the same added up from the first month to this one\.( Sort .*)? The same month .*"
    )
    checked = 0
    for each in read("month_running", pattern, 4, 1500):
        try:
            table = each.table(each.match[1])
            when = each.column(table, each.match[2])
        except NoFit:
            continue
        counts = Counter((int(row[when][:4]), int(row[when][5:7])) for row in each.rows(table))
        expected = []
        sofar = 0
        for month in sorted(counts):
            sofar += counts[month]
            expected.append([*month, counts[month], sofar])
        if each.match[3]:
            assert each.ordered
            latest = "latest month first" in each.match[3]
            assert [tuple(row) for row in each.result] == [
                tuple(r) for r in (expected[::-1] if latest else expected)
            ]
        each.assert_gives(expected)
        checked += 1
    assert checked >= 3


def test_values_that_must_all_be_there() -> None:
    pattern = (
        rf"The values (.+) must all occur as the {W} among the {W} of an? {W}\. \w+ the {W} and the {W} of each \4 for "
        r"which they do\."
    )
    checked = 0
    for each in read("every_value", pattern, 5, 1200):
        try:
            parent, child = each.table(each.match[4]), each.table(each.match[3])
            kind, kids = each.column(child, each.match[2]), each.children(parent, child)
        except NoFit:
            continue
        wanted = set(re.findall(r"'([^']*)'", each.match[1]))
        each.assert_gives(
            [key, label]
            for key, label in each.labels(parent).items()
            if wanted <= {row[kind] for row in kids[key]}
        )
        checked += 1
    assert checked >= 3


def test_pairs_come_once() -> None:
    pattern = (
        rf"Find all pairs of {W} of the same {W} with the same {W}\. \w+ the {W} of the one(?: and|,) the \4 of the "
        r"other( and their \3)?\. Each pair is given once, with the [\w -]+ that has the smaller [\w -]+ first\."
        r"( A missing .*)?"
    )
    checked = 0
    for each in read("pairs", pattern, 5, 1000):
        try:
            child = each.table(each.match[1])
            kind, label = each.column(child, each.match[3]), each.column(child, each.match[4])
        except NoFit:
            continue
        (link,) = [
            way for way in links(each.world.schema) if way.child is child and way.key.owner == each.match[2]
        ]
        owner = child.index(link.key.column)
        rows = sorted(each.rows(child), key=lambda row: row[child.index(child.key)])
        expected = [
            [one[label], two[label], one[kind]][: 3 if each.match[5] else 2]
            for one, two in combinations(rows, 2)
            if one[owner] == two[owner] and one[kind] == two[kind] and one[kind] is not None
        ]
        assert bool(each.match[6]) == child.columns[kind].nullable
        each.assert_gives(expected)
        checked += 1
    assert checked >= 3
