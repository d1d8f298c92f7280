"""Invented worlds and their documents: names, times, what documents state and what they must not state."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from collections import Counter
from datetime import date
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.search.common_words import COMMON
from rlvr.generators.search.documents import write
from rlvr.generators.search.kinds import KINDS
from rlvr.generators.search.lookup import date_text, facts_at, facts_today, holds_at, known_since, value_text
from rlvr.generators.search.make import make_world
from rlvr.generators.search.names import NameIndex
from rlvr.generators.search.relations import PHRASES, RELATIONS
from rlvr.generators.search.templates import FactWriter
from rlvr.generators.search.traps import add_traps, tattler
from rlvr.generators.search.world import (
    Date,
    Document,
    Entity,
    Fact,
    Quantity,
    World,
    ordinal_date,
    quick_date,
    quick_fact,
)

SEEDS = (1, 2, 3)


@cache
def world(seed: int, size: int = 250, twins: float = 0.05) -> World:
    return make_world(Random(seed), size, twins=twins)


@cache
def corpus(seed: int, paraphrase: int = 2) -> tuple[Document, ...]:
    return tuple(write(Random(seed), world(seed), paraphrase=paraphrase))


def day(found: Date) -> int:
    return date(found.year, found.month, found.day).toordinal()


def distance(one: str, other: str) -> int:
    """Levenshtein's, by the textbook."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (a != b)))
    return row[-1]


def all_names(found: World) -> list[tuple[str, str]]:
    return [
        (entity.kind, name) for entity in found.entities.values() for name in (entity.name, *entity.aliases)
    ]


def test_what_is_made_in_less_time_is_the_same():
    given = "f1", "p1", "holder", "p2", Date(1200, 2, 29), None
    assert quick_fact(*given) == Fact(*given)
    assert repr(quick_fact(*given)) == repr(Fact(*given))
    assert quick_date(1200, 2, 29) == Date(1200, 2, 29)
    for number in (1, 365, 366, 438_000, 500_123):
        known = date.fromordinal(number)
        assert ordinal_date(number) == Date(known.year, known.month, known.day)


def test_facts_are_found_in_the_same_order_with_and_without_groups():
    found = make_world(Random(4), 120)
    keys = [(id, relation) for id in found.entities for relation in found.relations]
    alone = [(list(found.of_subject(*key)), list(found.of_value(*key))) for key in keys]
    assert not {"by_subject", "by_value"} & vars(found).keys()
    grouped = [(list(found.by_subject.get(key, ())), list(found.by_value.get(key, ()))) for key in keys]
    assert alone == grouped
    assert [(list(found.of_subject(*key)), list(found.of_value(*key))) for key in keys] == grouped
    assert [fact for facts in found.by_relation.values() for fact in facts] == list(found.facts.values())


# Kinds and relations.


def test_there_are_many_kinds_and_relations_and_their_phrases_fit():
    assert len(KINDS) >= 14
    assert len(RELATIONS) >= 40
    assert len({spec.prefix for spec in KINDS.values()}) == len(KINDS)
    for name, relation in RELATIONS.items():
        phrases = PHRASES[name]
        assert relation.domain in KINDS
        assert relation.range in KINDS or relation.range in ("number", "date")
        assert "{value}" in relation.verb, name
        assert all(phrase.count("{v}") == 1 for phrase in (*phrases.subject, *phrases.subject_now)), name
        assert all(phrase.count("{s}") == 1 for phrase in (*phrases.value, *phrases.value_now)), name
        assert len(phrases.subject) >= 2, name
        assert bool(phrases.value) == (relation.range in KINDS), name
        assert len(phrases.subject_now) == (len(phrases.subject) if relation.temporal else 0), name
        assert len(phrases.value_now) == (len(phrases.value) if relation.temporal else 0), name
        assert bool(relation.unit) == (relation.range == "number"), name
        assert not relation.symmetric or relation.domain == relation.range


# Names.


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_names_are_near_each_other(seed: int):
    names = [name for _, name in all_names(make_world(Random(seed), 500, twins=0.0, aliases=0.3))]
    assert len(names) > 300
    near = [pair for pair in itertools.combinations(names, 2) if abs(len(pair[0]) - len(pair[1])) < 2]
    assert [pair for pair in near if distance(*pair) < 2] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_twins_are_near_and_of_one_kind_and_never_equal(seed: int):
    names = all_names(make_world(Random(seed), 300, twins=0.4))
    close = [(a, b) for a, b in itertools.combinations(names, 2) if abs(len(a[1]) - len(b[1])) < 2]
    pairs = [(a, b) for a, b in close if distance(a[1].lower(), b[1].lower()) < 2]
    assert len(pairs) > 10
    assert all(a[0] == b[0] and a[1] != b[1] for a, b in pairs)


def test_names_are_no_common_words():
    heads = {word for spec in KINDS.values() for form in spec.forms for word in form.split()}
    words = (
        {word for seed in range(20) for _, name in all_names(world(seed)) for word in name.split()}
        - heads
        - {"of"}
    )
    assert len(words) > 1500
    assert not {word.lower() for word in words} & COMMON
    assert all(re.fullmatch(r"[A-Z][a-z]{5,}", word) for word in words)
    assert len(COMMON) > 3000


@given(st.text("abc", min_size=3, max_size=7), st.text("abc", min_size=3, max_size=7))
def test_the_index_finds_whatever_is_within_one_edit(one: str, other: str):
    index = NameIndex()
    assert index.take_if_free(one)
    if distance(one, other) < 2:
        assert not index.take_if_free(other)
        assert not index.take_twin(other, "of another word")
        assert index.take_twin(other, one)
    if distance(one, other) > 2:
        assert index.take_if_free(other)
    assert not index.take_if_free(one)


def test_worlds_share_hardly_any_names():
    counts = Counter(name for seed in range(30) for name in {name for _, name in all_names(world(seed))})
    assert sum(count > 1 for count in counts.values()) < len(counts) / 500


# Facts.


@pytest.mark.parametrize("seed", SEEDS)
def test_facts_fit_their_relations(seed: int):
    found = world(seed)
    for fact in found.facts.values():
        relation = found.relations[fact.relation]
        assert found.entities[fact.subject].kind == relation.domain
        if relation.range == "number":
            assert isinstance(fact.value, Quantity)
            assert fact.value.unit == relation.unit
            assert fact.value.amount > 0
        elif relation.range == "date":
            assert isinstance(fact.value, Date)
            assert day(fact.value) <= day(found.today)
        else:
            assert isinstance(fact.value, str)
            assert found.entities[fact.value].kind == relation.range
            assert fact.value != fact.subject
        assert relation.temporal == (fact.since is not None)
    assert set(found.relations) == set(RELATIONS)
    assert 300 <= found.today.year <= 1500


@pytest.mark.parametrize("seed", SEEDS)
def test_functional_relations_have_one_value_at_a_time(seed: int):
    found = world(seed, 600)
    for (subject, name), facts in found.by_subject.items():
        relation = found.relations[name]
        if relation.symmetric:
            assert not {fact.value for fact in facts} & {
                fact.subject for fact in found.by_value.get((subject, name), ())
            }
        if not relation.functional:
            assert len({fact.value for fact in facts}) == len(facts)
        elif not relation.temporal:
            others = found.by_value.get((subject, name), ()) if relation.symmetric else ()
            assert len(facts) + len(others) == 1
        else:
            spans = sorted(
                (day(fact.since), day(fact.until or found.today) + (not fact.until)) for fact in facts
            )
            assert all(since < until <= day(found.today) + 1 for since, until in spans)
            assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))
    assert any(len(facts) > 2 for (_, name), facts in found.by_subject.items() if RELATIONS[name].temporal)


def lifetime(found: World, person: str) -> tuple[int, int]:
    birth = found.by_subject.get((person, "birth_date"), ())
    death = found.by_subject.get((person, "death_date"), ())
    return (
        day(birth[0].value) if birth else 0,
        day(death[0].value) if death else day(found.today),
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_people_act_when_they_are_alive_and_grown_up(seed: int):
    found = world(seed, 1000)
    checked = 0
    begins = {
        "author": "completed",
        "maker": "made_on",
        "architect": "consecrated",
        "town_founder": "town_founded",
        "guild_founder": "guild_founded",
        "order_founder": "order_founded",
        "participant": "event_date",
    }
    for person in found.of_kind("person"):
        birth, death = lifetime(found, person.id)
        assert birth < death
        for name, relation in found.relations.items():
            for fact in found.by_value.get((person.id, name), ()):
                times = [fact.since, fact.until] if relation.temporal else []
                if name in begins:
                    times += [other.value for other in found.by_subject.get((fact.subject, begins[name]), ())]
                for time in times:
                    if time is not None:
                        assert birth + 18 * 365 <= day(time) <= death
                        checked += 1
            for fact in found.by_subject.get((person.id, name), ()):
                if fact.since is not None:
                    assert birth + 15 * 365 < day(fact.since) < day(fact.until or found.today) <= death
                    checked += 1
        for fact in found.by_subject.get((person.id, "mentor"), ()):
            assert lifetime(found, fact.value)[0] <= birth or not birth
            assert lifetime(found, fact.value)[1] > birth
    assert checked > 500


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_begins_before_what_it_needs(seed: int):
    found = world(seed, 1000)
    town_founded = {f.subject: f.value for f in found.facts.values() if f.relation == "town_founded"}
    birth = {f.subject: f.value for f in found.facts.values() if f.relation == "birth_date"}
    event = {f.subject: f.value for f in found.facts.values() if f.relation == "event_date"}
    checked = 0
    for fact in found.facts.values():
        begun = {"birthplace": birth, "event_place": event}.get(fact.relation, {}).get(
            fact.subject
        ) or fact.since
        if fact.value in town_founded and begun is not None:
            assert day(town_founded[fact.value]) <= day(begun)
            checked += 1
    assert checked > 100
    flows = {f.subject: f.value for f in found.facts.values() if f.relation == "flows_into"}
    for river in flows:
        seen = [river]
        while seen[-1] in flows:
            seen.append(flows[seen[-1]])
            assert len(seen) == len(set(seen))


def test_degrees_are_skewed():
    found = world(5, 3000)
    natives = Counter(fact.value for fact in found.facts.values() if fact.relation == "birthplace")
    mean = sum(natives.values()) / len(natives)
    assert natives.most_common(1)[0][1] > 4 * mean
    pupils = Counter(fact.value for fact in found.facts.values() if fact.relation == "mentor")
    assert pupils.most_common(1)[0][1] >= 5


# Documents.


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("paraphrase", [0, 1, 2])
def test_documents_contain_what_they_state(seed: int, paraphrase: int):
    found = world(seed)
    stated = Counter()
    for document in corpus(seed, paraphrase):
        assert len(set(document.facts)) == len(document.facts)
        stated.update(document.facts)
        for fact in map(found.facts.__getitem__, document.facts):
            assert found.entities[fact.subject].name in document.text
            assert named(found, fact.value) in document.text
            assert all(
                date_text(time) in document.text for time in (fact.since, fact.until) if time is not None
            )
            assert day(known_since(found, fact)) <= day(document.date)
        assert date_text(document.date) in document.text
        assert document.source in document.text
        assert day(document.date) <= day(found.today)
        assert not document.claims
        assert not document.injected
        assert not re.search(r"[<>{}\[\]]|  |None", document.title + document.text)
    assert set(stated) == set(found.facts)
    assert set(stated.values()) <= {1, 2}


def named(found: World, value: str | Date | Quantity) -> str:
    """A value as it stands in a text, wherever it stands: a name without its article."""
    return value_text(found, value).removeprefix("the ")


def sentences(document: Document, found: World) -> list[str]:
    """The sentences, with the name of the page's entity in place of its pronoun."""
    split = re.split(r"(?<=[.:]) (?=[A-Z])", document.text)
    name = document.title.split(",")[0]
    return [re.sub(r"^(It|She|He) ", f"{name} ", text) for text in split]


def says(found: World, fact: Fact, text: str) -> bool:
    """Whether a sentence has a fact's names, its times and a phrase of its relation: a crude reading."""
    names = {"s": value_text(found, fact.subject), "v": value_text(found, fact.value)}
    when = f"since {date_text(fact.since)}" if fact.since else ""
    if fact.since and fact.until:
        when = f"from {date_text(fact.since)} until {date_text(fact.until)}"
    if not all(part in text for part in (named(found, fact.subject), named(found, fact.value))):
        return False
    if when not in text.replace("Since", "since").replace("From", "from"):
        return False
    phrases, relation = PHRASES[fact.relation], found.relations[fact.relation]
    verbs = [
        *phrases.subject,
        *phrases.subject_now,
        *(phrase.removesuffix(" on {v}") for phrase in phrases.subject),
    ]
    after_subject = text.partition(named(found, fact.subject))[2]
    after_value = text.partition(named(found, fact.value))[2]
    nouns = [f"{relation.noun} of {{s}}", *(f"{relation.inverse[1]} of {{{end}}}" for end in "sv")]
    if (
        any(f" {verb.format(**names)}" in after_subject for verb in verbs)
        or any(f" {verb.format(**names)}" in after_value for verb in (*phrases.value, *phrases.value_now))
        or any(noun.format(**names) in text for noun in nouns if not noun.startswith(" of"))
    ):
        return True
    return text.lower().startswith(f"{names['s'].lower()}:") and f" {relation.noun}, {names['v']}" in text


@pytest.mark.parametrize("seed", SEEDS)
def test_documents_state_nothing_else(seed: int):
    found = world(seed)
    at: dict[str, list[Fact]] = {}
    for fact in found.facts.values():
        at.setdefault(found.entities[fact.subject].name, []).append(fact)
    seen = 0
    for document in corpus(seed):
        for text in sentences(document, found):
            for name in [name for name in at if name in text]:
                for fact in at[name]:
                    if says(found, fact, text):
                        assert fact.id in document.facts, (fact, text)
                        seen += 1
    # The reading must find most of what is listed, or the test says nothing.
    assert seen > 0.9 * sum(len(document.facts) for document in corpus(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_pronouns_can_only_mean_the_entity_of_the_page(seed: int):
    found = world(seed)
    by_name = {entity.name: entity for entity in found.entities.values()}
    seen = 0
    for document in corpus(seed, 1):
        split = re.split(r"(?<=[.:]) (?=[A-Z])", document.text)
        for before, text in itertools.pairwise(split):
            pronoun = re.match(r"(He|She|It) (?!must be said|was .* who|is .* who)", text)
            if pronoun:
                entity = by_name[document.title.split(",")[0]]
                assert [name for name in by_name if name in before and name not in entity.name] in (
                    [],
                    [entity.name],
                )
                assert (pronoun[1] == "It") == (entity.kind != "person")
                assert (pronoun[1] == "She") == (
                    entity.kind == "person" and entity.name.split()[0][-1] in "aei"
                )
                seen += 1
    assert seen > 5


@pytest.mark.parametrize("relation", sorted(RELATIONS))
def test_a_fact_can_be_said_in_many_ways(relation: str):
    found = world(1, 600)
    fact = next(fact for fact in found.facts.values() if fact.relation == relation)
    teller = FactWriter(Random(1), found, paraphrase=2)
    plain = {re.sub(r"^.*?(that|down,|certain:) ", "", teller.full(fact)).lower() for _ in range(300)}
    assert len(plain) >= 6
    assert {FactWriter(Random(seed), found, paraphrase=0).full(fact) for seed in range(30)} == {
        sentence_of(found, fact)
    }


def sentence_of(found: World, fact: Fact) -> str:
    """The plain sentence, put together here once more."""
    phrases = PHRASES[fact.relation]
    subject = value_text(found, fact.subject)
    verb = (phrases.subject_now or phrases.subject)[0] if fact.since and not fact.until else phrases.subject[0]
    times = f" since {date_text(fact.since)}" if fact.since and not fact.until else ""
    if fact.since and fact.until:
        times = f" from {date_text(fact.since)} until {date_text(fact.until)}"
    text = f"{subject} {verb.format(v=value_text(found, fact.value))}{times}."
    return text[0].upper() + text[1:]


def test_parameters_of_writing():
    found = world(2)
    twice = write(Random(1), found, per_fact=(2, 3), facts=(1, 3), noise=0.4, chatter=0.0)
    counts = Counter(id for document in twice for id in document.facts)
    assert set(counts) == set(found.facts)
    assert set(counts.values()) == {2, 3}
    assert max(len(document.facts) for document in twice) <= 3
    empty = sum(not document.facts for document in twice)
    assert 0.38 < empty / len(twice) < 0.5
    assert len({document.id for document in twice}) == len(twice)
    with pytest.raises(ValueError, match="per_fact"):
        write(Random(1), found, per_fact=(0, 1))
    with pytest.raises(ValueError, match="noise"):
        write(Random(1), found, noise=1.0)


def test_every_alias_is_explained_and_bynames_use_it():
    found = world(3)
    documents = corpus(3)
    renamed = [entity for entity in found.entities.values() if entity.aliases]
    assert len(renamed) > 8
    for entity in renamed:
        assert any(entity.name in page.text and entity.aliases[0] in page.text for page in documents)
    only = [entity.aliases[0] for entity in renamed]
    plain = sum(page.text.count(alias) for page in documents for alias in only)
    told = write(Random(3), found, bynames=0.5)
    assert sum(page.text.count(alias) for page in told for alias in only) > 2 * plain


@pytest.mark.parametrize("size", [100, 1000, 4000])
def test_a_world_makes_about_as_many_documents_as_its_size(size: int):
    documents = write(Random(1), make_world(Random(1), size))
    assert 0.8 * size < len(documents) < 1.25 * size


def test_some_kinds_only():
    found = make_world(Random(1), 200, kinds=("person", "town", "work"))
    assert {entity.kind for entity in found.entities.values()} == {"person", "town", "work"}
    assert {"author", "mentor", "birthplace"} <= set(found.relations)
    assert "author" in {fact.relation for fact in found.facts.values()}
    with pytest.raises(ValueError, match="kinds"):
        make_world(Random(1), 200, kinds=("person", "dragon"))
    with pytest.raises(ValueError, match="documents"):
        make_world(Random(1), 3)


# Traps.


@pytest.mark.parametrize("seed", SEEDS)
def test_traps_say_what_is_not_true_and_say_so(seed: int):
    found = world(seed)
    honest = corpus(seed)
    pages = add_traps(
        Random(seed), found, honest, stale=0.2, contradictions=0.2, rumours=0.1, injections=0.2, paraphrase=2
    )
    why = Counter(claim.why for page in pages for claim in page.claims)
    assert min(why["stale"], why["contradiction"], why["rumour"]) > 10
    for page in pages:
        for claim in page.claims:
            true = found.by_subject[claim.subject, claim.relation]
            assert found.entities[claim.subject].name in page.text
            assert named(found, claim.value) in page.text
            if claim.why == "stale":
                then = [fact for fact in true if fact.value == claim.value and holds_at(fact, page.date)]
                assert len(then) == 1
                assert claim.value not in [
                    fact.value for fact in facts_today(found, claim.subject, claim.relation)
                ]
                assert f"since {date_text(then[0].since)}" in page.text.replace("Since", "since")
                assert date_text(page.date) in page.text
            else:
                assert claim.value not in [fact.value for fact in true]
                assert (page.source == tattler(found)) == (claim.why == "contradiction")
        for fact in map(found.facts.__getitem__, page.facts):
            assert found.entities[fact.subject].name in page.text
            assert named(found, fact.value) in page.text
            assert day(known_since(found, fact)) <= day(page.date)
        assert all(order in page.text for order in page.injected)
        assert not re.search(r"\d\.\d\d|-\d", page.text)
    assert sum(bool(page.injected) for page in pages) > 0.1 * len(honest)
    assert any(tattler(found) in page.title for page in pages)
    assert Counter(id for page in honest for id in page.facts) <= Counter(
        id for page in pages for id in page.facts
    )
    assert [page.id for page in pages] == sorted({page.id for page in pages})


def test_injected_sentences_want_the_bait():
    pages = add_traps(Random(1), world(1), corpus(1), injections=0.5, bait="the answer of nobody")
    assert all("the answer of nobody" in order for page in pages for order in page.injected)
    assert any(page.injected for page in pages)


def test_without_traps_nothing_changes_but_the_order():
    pages = add_traps(Random(1), world(1), corpus(1))
    assert sorted(page.text for page in pages) == sorted(page.text for page in corpus(1))


# Small questions.


def test_small_questions():
    person, town = Entity("p1", "person", "Balra Kinoth"), Entity("t1", "town", "Melin")
    ship = Entity("s1", "ship", "Vrunta")
    early = Fact("f1", "p1", "residence", "t1", Date(800, 1, 2), Date(810, 5, 1))
    late = Fact("f2", "p1", "residence", "t1", Date(812, 1, 2))
    entities = {entity.id: entity for entity in (person, town, ship)}
    found = make_world(Random(1), 20)
    small = type(found)("Nowhere", entities, RELATIONS, {"f1": early, "f2": late}, Date(900, 1, 1))
    assert value_text(small, "s1") == "the Vrunta"
    assert value_text(small, "t1") == "Melin"
    assert value_text(small, Date(812, 5, 3)) == "3 May 812"
    assert value_text(small, Quantity(4210, "inhabitants")) == "4,210 inhabitants"
    assert value_text(small, Quantity(12.5, "metres")) == "12.5 metres"
    assert holds_at(early, Date(800, 1, 2))
    assert holds_at(early, Date(810, 4, 30))
    assert not holds_at(early, Date(810, 5, 1))
    assert not holds_at(early, Date(799, 12, 31))
    assert facts_today(small, "p1", "residence") == (late,)
    assert facts_at(small, "p1", "residence", Date(805, 6, 1)) == (early,)
    assert facts_at(small, "p1", "residence", Date(811, 6, 1)) == ()


# The same everywhere.

PROGRAM = """
import hashlib
from random import Random
from rlvr.generators.search.documents import write
from rlvr.generators.search.make import make_world
from rlvr.generators.search.traps import add_traps
world = make_world(Random(8), 150, twins=0.1)
pages = write(Random(9), world, paraphrase=2, bynames=0.2)
pages = add_traps(Random(3), world, pages, stale=0.1, contradictions=0.1, rumours=0.1, injections=0.1)
text = repr((world.name, list(world.entities.values()), list(world.facts.values()), world.today, pages))
print(hashlib.sha256(text.encode()).hexdigest())
"""


def test_worlds_do_not_depend_on_hashes():
    texts = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(texts) == 1


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([20, 40, 60]))
def test_any_seed_and_small_size_makes_a_world(seed: int, size: int):
    found = make_world(Random(seed), size, twins=0.2)
    documents = write(Random(seed), found, per_fact=(1, 3), paraphrase=2)
    assert {id for document in documents for id in document.facts} == set(found.facts)
