"""Questions about invented worlds: their answers by another way, their proofs, and proofs that fail where they must."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.answer_mutations import mutants
from rlvr.generators.base import GenerationError
from rlvr.generators.search import wording
from rlvr.generators.search.corpus import Corpus, StoredCorpus
from rlvr.generators.search.documents import write
from rlvr.generators.search.evaluate import NoAnswer, Reader, answer, evaluate
from rlvr.generators.search.fact_pages import Pages
from rlvr.generators.search.make import make_world
from rlvr.generators.search.phrases import phrases_of
from rlvr.generators.search.plan import (
    All,
    Both,
    Count,
    Exceeds,
    Except,
    Extreme,
    Larger,
    Moment,
    Named,
    Step,
    Total,
    ValueOf,
    Where,
    Who,
    Year,
    Years,
    from_json,
    hops_of,
    reductions,
    to_json,
)
from rlvr.generators.search.plan_building import DeadEnd
from rlvr.generators.search.proofs import Proofs, Rejected, _certain, _stands
from rlvr.generators.search.question_drawing import (
    LEAST,
    Question,
    QuestionDrawer,
    documents_by_fact,
    draw_question,
)
from rlvr.generators.search.recipes import to_store
from rlvr.generators.search.relations import RELATIONS
from rlvr.generators.search.search_qa_solver import Joins, _Undefined, confirms
from rlvr.generators.search.world import Date, Document, Entity, Fact, Quantity, Value, World
from rlvr.generators.wording import matches_wording
from rlvr.verifiers import search as verifier

HOPS = range(1, 7)


@cache
def world(seed: int, size: int = 120) -> World:
    return make_world(Random(seed), size)


@cache
def corpus(seed: int) -> tuple[Document, ...]:
    return tuple(write(Random(seed), world(seed)))


@cache
def asker(seed: int) -> QuestionDrawer:
    return QuestionDrawer(world(seed), corpus(seed))


@cache
def drawn(seed: int) -> tuple[Question, ...]:
    """Questions of every kind and number of hops about one world."""
    found = []
    for hops in HOPS:
        for place, kind in enumerate(LEAST):
            if LEAST[kind] <= hops:
                try:
                    found.append(asker(seed).draw(Random(seed * 1000 + hops * 20 + place), hops, [kind]))
                except GenerationError:  # the world is small
                    continue
    return tuple(found)


SEEDS = (1, 2, 3, 4)


def whole(seed: int) -> dict[str, object]:
    """A problem with all facts of a world."""
    made = world(seed)
    question = replace(drawn(seed)[0], facts=tuple(made.facts))
    return question.problem(made)


def solved(joins: Joins, ask: object) -> object:
    try:
        return joins.solve(to_json(ask))
    except _Undefined:
        return None


@pytest.mark.parametrize("seed", SEEDS)
def test_every_kind_and_number_of_hops_can_be_drawn(seed: int) -> None:
    shapes = {question.shape for question in drawn(seed)}
    assert shapes == set(LEAST)
    assert {question.hops for question in drawn(seed)} == set(HOPS)
    assert len(drawn(seed)) >= 50
    assert all(hops_of(question.ask) == question.hops for question in drawn(seed))


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_the_answer_is_the_only_one_by_joins_over_all_facts(seed: int) -> None:
    joins = Joins(whole(seed))
    for question in drawn(seed):
        value = solved(joins, question.ask)
        if isinstance(value, list):
            assert sorted(joins.names[id][0] for id in value) == sorted(question.answer.split("; "))
        else:
            assert confirms({"problem": question.problem(world(seed))}, question.answer)
            assert value == joins_of(seed, question).solve(to_json(question.ask))


def joins_of(seed: int, question: Question) -> Joins:
    return Joins(question.problem(world(seed)))


@pytest.mark.parametrize("seed", SEEDS)
def test_without_any_needed_fact_the_answer_changes(seed: int) -> None:
    made = world(seed)
    for question in drawn(seed):
        assert len(question.needs) >= question.hops
        full = joins_of(seed, question).solve(to_json(question.ask))
        for need in question.needs:
            fewer = replace(question, facts=tuple(id for id in question.facts if id != need)).problem(made)
            fewer["names"] = question.problem(made)["names"]
            if solved(Joins(fewer), question.ask) == full:
                # The other way does not ask that something be known of all that are not left out.
                assert '"except"' in json.dumps(to_json(question.ask)), question.text


@pytest.mark.parametrize("seed", SEEDS)
def test_facts_that_are_needed_without_a_trial_are_needed(seed: int) -> None:
    made = world(seed)
    rng, builder = Random(seed), asker(seed).builder
    spared = tried = 0
    for hops in (1, 2, 3, 4, 5):
        for kind in (kind for kind in LEAST if LEAST[kind] <= hops):
            for _ in range(60):
                try:
                    ask = builder.build(rng, kind, hops)
                    reader = Reader(made, noting=True)
                    found = answer(reader, ask)
                except (DeadEnd, NoAnswer):
                    continue
                certain = _certain(reader)
                assert certain <= reader.used.keys()
                assert all(evaluate(made, ask, without=id) != found for id in certain)
                # Steps that are not gone again change nothing.
                assert all(
                    evaluate(made, ask, without=id, steps=reader.steps) == evaluate(made, ask, without=id)
                    for id in reader.used
                )
                spared += len(certain)
                tried += len(reader.used)
    assert tried > 2000
    assert spared > tried / 3


@pytest.mark.parametrize("seed", SEEDS)
def test_steps_to_one_entity_alone_are_those_with_such_an_answer(seed: int) -> None:
    recipe = {"seed": seed, "size": 120, "twins": 0.2}
    made, stored = Corpus(recipe), StoredCorpus(recipe, to_store(recipe))
    links, mapped, rng = made._links, stored._links, Random(seed)
    told = Counter[bool]()
    for id in made.world.entities:
        mine, theirs = links.to(id), mapped.to(id)
        assert list(mine) == list(theirs)
        for (way, begin, first), (_, _, second) in zip(mine, theirs, strict=True):
            assert links.span(first) == mapped.span(second)
            since, until = links.span(first)
            days = [day for day in (since, until, made.world.today) if day is not None]
            day = rng.choice(days)
            for when in (day, Year(day.year), Date(day.year, 1, 1), Date(day.year, 6, 15), Year(day.year - 1)):
                step = Step(Named(begin), *way, when)
                found = evaluate(made.world, All(step)) == (id,)
                assert links.lead_only_to(begin, way, when, id) == found
                assert mapped.lead_only_to(begin, way, when, id) == found
                told[found] += 1
    assert list(mapped.to("nobody")) == list(links.to("nobody")) == []
    assert min(told.values()) > 300


@pytest.mark.parametrize("seed", SEEDS)
def test_no_name_on_the_way_and_no_answer_is_in_the_question(seed: int) -> None:
    made = world(seed)
    for question in drawn(seed):
        given_ids = set(re.findall(r'"named", "(\w+)"', json.dumps(to_json(question.ask))))
        for id, entity in made.entities.items():
            if id in given_ids:
                assert entity.name in question.text
                continue
            involved = any(id in (made.facts[need].subject, made.facts[need].value) for need in question.needs)
            if involved:
                assert all(name.lower() not in question.text.lower() for name in (entity.name, *entity.aliases))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_document_alone_is_enough(seed: int) -> None:
    for question in drawn(seed):
        support = question.support(documents_by_fact(corpus(seed)))
        assert len(support) == len(question.needs)
        assert all(support)
        if question.hops < 2:
            continue
        assert not set.intersection(*map(set, support))
        if question.shape == "bridge" and question.kind == "entity":
            (anchor,) = re.findall(r'"named", "(\w+)"', json.dumps(to_json(question.ask)))
            for document in corpus(seed):
                text = document.title + " " + document.text
                named = re.search(rf"\b{re.escape(world(seed).entities[anchor].name)}\b", text)
                assert not (named and re.search(rf"\b{re.escape(question.answer)}\b", text)), document


@pytest.mark.parametrize("seed", SEEDS)
def test_verifier_and_solver_agree(seed: int) -> None:
    answers = ["Nobody", "0", "yes", "no", "3 May 812", *(question.answer for question in drawn(seed))]
    for place, question in enumerate(drawn(seed)):
        payload = {"problem": json.loads(json.dumps(question.problem(world(seed))))}
        aliases = question.aliases if question.kind == "list" else [a for own in question.aliases for a in own]
        assert len(json.dumps(payload)) < 32_000
        assert confirms(payload, question.answer)
        amount = question.answer.split()[0]
        dressed = [f"{amount} {unit}" for unit in ("inhabitants", "years", "metres")]
        for other in [
            *answers[:5],
            *answers[5 + place % 7 :: 7],
            *mutants(question.answer, Random(place), 8),
            *dressed,
        ]:
            passed = verifier.check(
                question.answer, other, kind=question.kind, aliases=aliases, unit=question.unit
            ).passed
            assert passed == confirms(payload, other), (question.answer, other)


@pytest.mark.parametrize("seed", SEEDS)
def test_plans_survive_json(seed: int) -> None:
    for question in drawn(seed):
        assert from_json(json.loads(json.dumps(to_json(question.ask)))) == question.ask


@pytest.mark.parametrize("value", [["nothing"], ["who"], ["who", ["named", "p1"], 3], [[]]])
def test_what_is_no_plan_is_refused(value: list[object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        from_json(value)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_english_is_whole(seed: int) -> None:
    for question in drawn(seed):
        text = question.text
        assert not re.search(r"[{}_]|\s\s|\s[,.?;]|,,|\bthe the\b|\ba [aeiou]\w+ of\b", text), text
        assert text[0].isupper()
        assert text.endswith(".")
        assert not re.search(r"\b[ptgrmuhweaoskdcil]\d+\b", text)
        assert len(text) < 1200


def test_every_wording_is_used() -> None:
    texts = [question.text for seed in range(1, 26) for question in drawn(seed)]
    for name, templates in vars(wording).items():
        if name.startswith("ABOUT_"):
            for template in templates:
                parts = template.replace("{time}{who} {does}?", "{who}?").split("{")
                assert any(matches_wording(text[0].lower() + text[1:], lowered(template)) for text in texts), (
                    parts
                )


def lowered(template: str) -> str:
    return template[0].lower() + template[1:] if template[0] != "{" else template


@pytest.mark.parametrize(
    "name", [name for name, found in RELATIONS.items() if found.range not in ("number", "date")]
)
def test_every_relation_can_be_said_from_both_sides(name: str) -> None:
    for of_value in (False, True):
        for today in (False, True):
            for plural in (False, True):
                field = "{s}" if of_value else "{v}"
                found = phrases_of(name, of_value=of_value, today=today, inside=True, plural=plural)
                assert found
                assert all(phrase.endswith(field) for phrase in found)
                for phrase in found:
                    assert phrase.split()[0] not in (
                        ("is", "was", "has") if plural else ("are", "were", "have")
                    )


def test_the_stated_guess_rates_are_measured() -> None:
    counts: Counter[str] = Counter()
    years: Counter[str] = Counter()
    for seed in range(1, 16):
        ask = QuestionDrawer(world(seed, 300))
        for draw in range(20):
            counts[ask.draw(Random(draw), 1 + draw % 6, ["count"]).answer] += 1
            years[ask.draw(Random(draw), 2 + draw % 5, ["dates"]).answer] += 1
    assert max(counts.values()) <= 0.36 * counts.total()
    assert max(years.values()) <= 0.05 * years.total()


def test_the_guess_rate_of_names_is_one_among_their_kind_and_bounded() -> None:
    for seed in SEEDS:
        for question in drawn(seed):
            if question.kind in ("entity", "date") and question.shape != "comparison":
                assert question.guess_rate <= 0.05
            if question.kind == "entity" and question.shape == "bridge":
                kind = next(e.kind for e in world(seed).entities.values() if e.name == question.answer)
                assert question.guess_rate == pytest.approx(1 / len(list(world(seed).of_kind(kind))), abs=1e-8)


DRAWING = """
from random import Random
from rlvr.generators.search.question_drawing import QuestionDrawer
from rlvr.generators.search.make import make_world
ask = QuestionDrawer(make_world(Random(5), 150))
print([(q.text, q.answer, q.needs) for q in (ask.draw(Random(i), 1 + i % 6) for i in range(24))])
"""


def test_questions_depend_on_the_seed_alone() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", DRAWING],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


@given(st.integers(0, 10**6), st.sampled_from(HOPS))
@settings(max_examples=60, deadline=None)
def test_any_seed_gives_a_question(seed: int, hops: int) -> None:
    question = asker(1).draw(Random(seed), hops)
    assert confirms({"problem": question.problem(world(1))}, question.answer)


@pytest.mark.parametrize(("hops", "kinds"), [(0, None), (7, None), (1, ["dates"]), (2, ["riddle"]), (2, [])])
def test_impossible_wishes_are_refused(hops: int, kinds: list[str] | None) -> None:
    with pytest.raises(ValueError, match="no question"):
        asker(1).draw(Random(1), hops, kinds)


def test_a_world_that_is_too_small_says_so() -> None:
    tiny = make_world(Random(1), 20, kinds=["plant", "region"])
    with pytest.raises(GenerationError, match="larger"):
        draw_question(Random(1), tiny, 6, ["bridge"])


# Worlds by hand.

ENTITIES = (
    ("p1", "person", "Abara Zol"), ("p2", "person", "Benil Zol"), ("p3", "person", "Cadur Vem"),
    ("p4", "person", "Dorin Kez"), ("t1", "town", "Umbar"), ("t2", "town", "Umbarlon"), ("u1", "guild", "Guild of Ox"),
    ("e1", "event", "Fair of Yul"), ("t3", "town", "Sket"),
)  # fmt: skip


def hand(*facts: tuple[str, str, Value, Date | None, Date | None]) -> World:
    entities = {id: Entity(id, kind, name) for id, kind, name in ENTITIES}
    entities["p4"] = replace(entities["p4"], aliases=("the Crow",))
    numbered = {f"f{i}": Fact(f"f{i}", *fact) for i, fact in enumerate(facts, 1)}
    return World("Hand", entities, RELATIONS, numbered, Date(900, 1, 1))


def said(
    subject: str, relation: str, value: Value, since: int = 0, until: int = 0
) -> tuple[str, str, Value, Date | None, Date | None]:
    days = (Date(year, 5, 5) if year else None for year in (since, until))
    begun, ended = days
    return subject, relation, value, begun, ended


LED = (
    said("u1", "guild_master", "p1", 800, 820),
    said("u1", "guild_master", "p2", 820, 840),
    said("u1", "guild_master", "p3", 850),
    said("e1", "event_date", Date(830, 1, 1)),
)
MASTER = Step(Named("u1"), "guild_master")


@pytest.mark.parametrize(
    ("when", "found"),
    [
        (None, ("p3",)),
        (Date(810, 1, 1), ("p1",)),
        (Date(820, 5, 5), None),  # a change on that very day
        (Date(845, 1, 1), None),
        (Year(820), None),  # two of them
        (Year(840), ("p2",)),
        (Year(845), None),
        (Year(850), ("p3",)),
        (Moment(Named("e1"), "event_date"), ("p2",)),
        (Moment(Named("u1"), "guild_founded"), None),
    ],
)
def test_times(when: object, found: object) -> None:
    assert evaluate(hand(*LED), Who(replace(MASTER, when=when))) == found  # type: ignore[arg-type]


PUPILS = (
    said("p1", "mentor", "p4"),
    said("p2", "mentor", "p4"),
    said("p3", "mentor", "p4"),
    said("p1", "birthplace", "t1"),
    said("p2", "birthplace", "t1"),
    said("p3", "birthplace", "t2"),
    said("p1", "birth_date", Date(800, 1, 1)),
    said("p2", "birth_date", Date(801, 1, 1)),
    said("p3", "birth_date", Date(801, 1, 1)),
    said("t1", "population", Quantity(500, "inhabitants")),
    said("t2", "population", Quantity(700, "inhabitants")),
    said("t1", "sister_town", "t2"),
)
OF_P4 = Step(Named("p4"), "mentor", True)
OF_T1 = Step(Named("t1"), "birthplace", True)


@pytest.mark.parametrize(
    ("ask", "found"),
    [
        (All(OF_P4), ("p1", "p2", "p3")),
        (Count(OF_P4), 3),
        (Who(OF_P4), None),
        (All(Both(OF_P4, OF_T1)), ("p1", "p2")),
        (Who(Except(OF_P4, OF_T1)), ("p3",)),
        (Who(Extreme(OF_P4, "birth_date", False)), ("p1",)),
        (Who(Extreme(OF_P4, "birth_date", True)), None),  # a tie
        (Count(Where(OF_P4, "birth_date", True, Date(800, 6, 1))), 2),
        (Who(Step(Named("t2"), "sister_town")), ("t1",)),
        (Who(Step(Named("t1"), "sister_town")), ("t2",)),
        (
            Total(Both(Step(OF_P4, "birthplace"), Step(OF_P4, "birthplace")), "population"),
            Quantity(1200, "inhabitants"),
        ),
        (Larger(Named("t1"), Named("t2"), "population", True), ("t2",)),
        (Larger(Named("t1"), Named("t2"), "population", False), ("t1",)),
        (Exceeds(Named("t1"), Named("t2"), "population"), False),
        (Exceeds(Named("p2"), Named("p3"), "birth_date"), None),
        (Years(ValueOf(Named("p2"), "birth_date"), ValueOf(Named("p1"), "birth_date")), 1),
        (ValueOf(Named("t3"), "population"), None),
        (Count(Step(Named("t3"), "birthplace", True)), None),  # nobody is no count
    ],
)
def test_answers_by_hand(ask: object, found: object) -> None:
    assert evaluate(hand(*PUPILS), ask) == found  # type: ignore[arg-type]


def test_negation_wants_to_know_of_all() -> None:
    fewer = [fact for fact in PUPILS if fact[:2] != ("p3", "birthplace")]
    assert evaluate(hand(*fewer), Who(Except(OF_P4, OF_T1))) is None


def test_a_fact_that_only_what_is_left_out_rests_on_may_be_idle() -> None:
    # p4 was born where the guild has its seat, but is nobody's pupil: without f4 nothing else is left out.
    made = hand(
        said("p1", "mentor", "p3"),
        said("p1", "birthplace", "t2"),
        said("p4", "birthplace", "t1"),
        said("u1", "guild_seat", "t1"),
    )
    natives = Step(Step(Named("u1"), "guild_seat"), "birthplace", True)
    ask = All(Except(Step(Named("p3"), "mentor", True), natives))
    reader = Reader(made, noting=True)
    assert answer(reader, ask) == ("p1",) == evaluate(made, ask, without="f4")
    assert _certain(reader) == {"f1"}


# Questions broken on purpose.


def checked(world: World, ask: object, text: str = "Who is it?", documents: tuple[Document, ...] = ()) -> None:
    reader = Reader(world)
    found = answer(reader, ask)  # type: ignore[arg-type]
    proofs = Proofs(world, Pages(world, documents) if documents else None)
    needs = proofs.needs(ask, found, reader)  # type: ignore[arg-type]
    proofs.check(ask, text, found, needs)  # type: ignore[arg-type]


CHAIN = (said("p1", "mentor", "p4"), said("p4", "birthplace", "t1"))
BORN = Who(Step(Step(Named("p1"), "mentor"), "birthplace"))
BEGIN = Document("d1", "One", "Abara Zol studied under Dorin Kez.", ("f1",))
END = Document("d2", "Two", "Dorin Kez was born in Umbar.", ("f2",))


def test_a_good_question_passes() -> None:
    checked(hand(*CHAIN), BORN, "Where was the mentor of Abara Zol born?", (BEGIN, END))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Where was Dorin Kez, the mentor of Abara Zol, born?", "Dorin Kez stands"),
        ("Where was the Crow, the mentor of Abara Zol, born?", "the Crow stands"),
        ("Was the mentor of Abara Zol born in umbar?", "Umbar stands"),
        ("Was the mentor of Abara Zol born in Umbarlon?", "Umbar stands"),
    ],
)
def test_leaks_are_found(text: str, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        checked(hand(*CHAIN), BORN, text, (BEGIN, END))


def test_a_leaking_number_or_date_is_found() -> None:
    made = hand(*PUPILS)
    with pytest.raises(Rejected, match="500"):
        checked(made, ValueOf(Named("t1"), "population"), "Has Umbar 500 inhabitants?")
    checked(made, ValueOf(Named("t1"), "population"), "Has Umbar 1,500 inhabitants, or 5000?")
    with pytest.raises(Rejected, match="1 January 800"):
        checked(made, ValueOf(Named("p1"), "birth_date"), "Was Abara Zol born on 1 January 800?")


@pytest.mark.parametrize(
    ("documents", "reason"),
    [
        ((BEGIN,), "stands nowhere"),
        ((BEGIN, END, replace(BEGIN, facts=("f1", "f2"))), "all that is needed"),
        ((BEGIN, END, Document("d3", "Three", "Abara Zol has seen Umbar.")), "Abara Zol"),
        ((BEGIN, END, Document("d3", "Abara Zol", "Umbar is a town.")), "Abara Zol"),
    ],
)
def test_documents_that_are_enough_alone_are_found(documents: tuple[Document, ...], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        checked(hand(*CHAIN), BORN, "?", documents)


def test_a_name_within_a_longer_one_is_not_there() -> None:
    other = Document("d3", "Three", "Abara Zol has seen Umbarlon.")
    checked(hand(*CHAIN), BORN, "?", (BEGIN, END, other))


def test_hops_that_are_not_necessary_are_found() -> None:
    two_ways = hand(*CHAIN, said("p1", "patron", "p3"), said("p3", "birthplace", "t1"))
    assert evaluate(two_ways, BORN) == ("t1",)
    loose = Who(Step(Step(Step(Named("t2"), "birthplace", True), "mentor"), "birthplace"))
    made = hand(*PUPILS, said("p4", "birthplace", "t1"))
    checked(made, loose)
    many = Who(Step(OF_T1, "mentor"))  # two natives, one mentor: neither fact is needed
    with pytest.raises(Rejected, match="hop is not necessary"):
        checked(made, many)


@pytest.mark.parametrize(
    "ask",
    [
        Who(Both(Step(Named("t2"), "birthplace", True), OF_P4)),  # the only native of t2 anyway
        Count(Where(OF_P4, "birth_date", True, Date(700, 1, 1))),  # all of them
        Count(Except(OF_T1, Step(Named("t2"), "birthplace", True))),
    ],
)
def test_idle_conditions_are_found(ask: object) -> None:
    made = hand(*PUPILS)
    assert any(evaluate(made, smaller) == evaluate(made, ask) for smaller in reductions(ask))  # type: ignore[arg-type]
    with pytest.raises(Rejected, match="not necessary"):
        checked(made, ask)


@pytest.mark.parametrize(("hits", "fine"), [(["d1"], True), (["d1", "d2"], False), (["d2"], False), ([], True)])
def test_a_search_that_finds_the_answer_at_once_is_noticed(hits: list[str], fine: bool) -> None:
    made = hand(*CHAIN)
    proofs = Proofs(made, Pages(made, (BEGIN, END)), lambda query, k: hits[:k])
    if fine:
        proofs.check(BORN, "?", ("t1",), ("f1", "f2"))
    else:
        with pytest.raises(Rejected, match="at once"):
            proofs.check(BORN, "?", ("t1",), ("f1", "f2"))


@given(st.text("1a, .", max_size=9), st.sampled_from(["1", "11", "1,1", "1 a"]))
def test_an_answer_stands_in_a_text_as_a_pattern_finds_it(text, shown):
    assert _stands(shown, text) == bool(re.search(rf"(?<![\w,.]){re.escape(shown)}(?![\w,])", text))
