"""Schemas of every domain: names that no engine reads as SQL, words that tell columns apart, tables in one piece."""

from __future__ import annotations

import random
import re
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.sql.domains import DOMAINS, draw_schema
from rlvr.generators.sql.domains.keywords import KEYWORDS
from rlvr.generators.sql.domains.parts import draw, phrase_of
from rlvr.generators.sql.texts import MAKERS, form_of, words

SEEDS = st.integers(0, 10**9)
EACH = pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)


def schemas(domain, count=30):
    return [draw(random.Random(seed), domain, tables) for seed in range(count) for tables in (None, 1, 3)]


def test_there_are_domains_enough():
    assert len(DOMAINS) >= 14
    assert all(name == domain.name for name, domain in DOMAINS.items())


@EACH
def test_alternatives_of_different_columns_are_different(domain):
    for entity in domain.entities:
        seen = {}
        for item in entity.items:
            for name in item.names:
                for word in {("name", name.partition(":")[0]), ("phrase", phrase_of(name))}:
                    assert seen.setdefault(word, item) is item, (entity.role, word)
        assert not {phrase for kind, phrase in seen if kind == "phrase"} & {"id", "number", "key"}
        owners = [owner for link in entity.links for owner in link.owner or (link.to,)]
        assert len(owners) == len(set(owners)), entity.role
    nouns = [noun for entity in domain.entities for noun in entity.nouns]
    assert len(nouns) == len(set(nouns))


@EACH
def test_each_schema_is_sound(domain):
    for schema in schemas(domain):
        seen = set()
        for table in schema.tables:
            assert re.fullmatch(r"[a-z][a-zA-Z_]*", table.name)
            assert table.name.lower() not in KEYWORDS
            assert table.columns[0].name == table.key
            names = [column.name.lower() for column in table.columns]
            assert len(set(names)) == len(names)
            assert not set(names) & KEYWORDS
            phrases = [column.phrase for column in table.columns]
            assert len(set(phrases)) == len(phrases), (table.name, phrases)
            assert not any(phrase.startswith(("the ", "a ", "an ")) for phrase in phrases)
            label = table.column(table.label)
            assert (label.kind, label.nullable) == ("text", False)
            referring = {table.key, *(link.column for link in table.foreign_keys)}
            for column in table.columns:
                if column.kind == "boolean":
                    assert column.only.split()[0] in {"that", "who", "where", "of", "from"}
                    assert column.never.split()[0] in {"that", "who", "where", "of", "from"}
                    assert column.only != column.never
                if column.kind == "text" and not column.values:
                    form = form_of(schema, table, column)
                    assert isinstance(form, tuple) or form in MAKERS
                closed = {"text", "boolean"}
                if column.kind not in closed and column.name not in referring:
                    assert column.low < column.high
            seen.add(table.name)
            for link in table.foreign_keys:
                assert link.table in seen
                assert link.theirs.count("{}") == 1
                assert "{plural}" not in link.theirs
                assert link.theirs.startswith(table.plural)
                assert table.column(link.column).kind == "integer"
            owners = [link.owner for link in table.foreign_keys]
            assert len(set(owners)) == len(owners)


@EACH
def test_the_statements_run_and_say_what_the_schema_says(domain):
    for schema in schemas(domain, 8):
        with sqlite3.connect(":memory:") as connection:
            for statement in schema.ddl():
                connection.execute(statement)
            for table in schema.tables:
                found = connection.execute(f"PRAGMA table_info({table.name})").fetchall()
                assert [row[1] for row in found] == [column.name for column in table.columns]
                required = {row[1] for row in found if row[3]} | {table.key}
                assert required == {column.name for column in table.columns if not column.nullable}
                declared = connection.execute(f"PRAGMA foreign_key_list({table.name})").fetchall()
                assert sorted((row[3], row[2]) for row in declared) == sorted(
                    (link.column, link.table) for link in table.foreign_keys if link.enforced
                )


def test_no_name_is_a_keyword_of_duckdb():
    duckdb = pytest.importorskip("duckdb")
    reserved = {
        word
        for (word,) in duckdb.sql(
            "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'"
        ).fetchall()
    }
    assert reserved
    for domain in DOMAINS.values():
        for schema in schemas(domain, 20):
            for table in schema.tables:
                assert not {table.name.lower(), *(column.name.lower() for column in table.columns)} & reserved


def test_duckdb_takes_the_statements():
    duckdb = pytest.importorskip("duckdb")
    for domain in DOMAINS.values():
        for schema in schemas(domain, 1):
            with duckdb.connect() as connection:
                for statement in schema.ddl():
                    connection.execute(statement)


@given(SEEDS, st.integers(1, 6))
@settings(max_examples=60)
def test_as_many_tables_as_asked_for_hang_together(seed, count):
    schema = draw_schema(random.Random(seed), count)
    assert len(schema.tables) == count
    groups = {table.name: {table.name} for table in schema.tables}
    for table in schema.tables:
        for link in table.foreign_keys:
            merged = groups[table.name] | groups[link.table]
            for name in merged:
                groups[name] = merged
    assert all(len(group) == count for group in groups.values())


@pytest.mark.parametrize("count", [0, 99])
def test_numbers_of_tables_that_no_domain_has_are_refused(count):
    with pytest.raises(ValueError, match="tables must be"):
        draw_schema(random.Random(1), count)


def test_schemas_vary():
    drawn = [draw_schema(random.Random(seed)) for seed in range(150)]
    assert {schema.domain for schema in drawn} == set(DOMAINS)
    assert len({"".join(schema.ddl()) for schema in drawn}) == len(drawn)
    names = {table.name for schema in drawn for table in schema.tables}
    assert len(names) > 200
    assert any(re.search("[A-Z]", name) for name in names)
    assert any("_" in name for name in names)


def test_what_the_questions_need_is_frequent():
    drawn = [draw_schema(random.Random(seed)) for seed in range(100)]

    def share(test):
        return sum(any(test(table) for table in schema.tables) for schema in drawn) / len(drawn)

    assert share(lambda table: any(link.table == table.name for link in table.foreign_keys)) > 0.5
    targets = [[link.table for link in table.foreign_keys] for schema in drawn for table in schema.tables]
    assert sum(len(set(to)) < len(to) for to in targets) > 20  # two references to the same table
    assert share(lambda table: any(not link.enforced for link in table.foreign_keys)) > 0.3
    for kind in ("integer", "money", "text", "date", "boolean"):
        assert share(lambda table, kind=kind: any(column.kind == kind for column in table.columns)) > 0.9
    for kind in ("real", "datetime"):
        assert share(lambda table, kind=kind: any(column.kind == kind for column in table.columns)) > 0.3


@pytest.mark.parametrize("form", MAKERS)
def test_made_up_texts_are_plain_and_many(form):
    rng = random.Random(form)
    made = [MAKERS[form](rng) for _ in range(400)]
    assert len(set(made)) > (200 if form == "first name" else 300)
    for text in made:
        assert re.fullmatch(r"[A-Za-z0-9 &.@-]+", text)
        assert text == text.strip()
        assert "  " not in text
        assert not re.search(r"([a-z])\1\1", text)


def test_single_words_in_lower_case_go_on_the_word_before():
    rng = random.Random(1)
    assert words(rng, (("Sky",), ("line",))) == "Skyline"
    assert words(rng, (("Suite",), ("in Grey",), ("II",))) == "Suite in Grey II"
