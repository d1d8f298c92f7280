"""Proposed search questions: only plans that lead to the given answer, provably, become tasks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.self_play import PROPOSE_QUESTION, ProposerReward, Refused, SelfPlay, admit_question
from rlvr.agents.self_play.propose import registered
from rlvr.agents.trajectory import Group, Segment, Trajectory, Turn
from rlvr.generators.base import Task
from rlvr.generators.search.corpus import remade
from rlvr.generators.search.search_qa_solver import confirms
from rlvr.generators.search.world import World
from rlvr.verifiers.base import Reason, Verdict

LEVELS = (1, 2, 3)


def request_of(level: int, seed: int) -> Task:
    registered()
    return rlvr.get(PROPOSE_QUESTION).task(level, seed)


def world_of(request: Task) -> World:
    return remade(request.payload["recipe"]).world


def reached(world: World, plan: Any) -> set[str]:
    """The answers of a chain, looked up in the facts by hand."""
    if isinstance(plan, str):
        return {plan}
    forward = "of" in plan
    inner = reached(world, plan["of" if forward else "to"])
    found = set()
    for fact in world.facts.values():
        if fact.relation != plan["relation"] or fact.until is not None:
            continue
        both = world.relations[fact.relation].symmetric
        if fact.subject in inner and (forward or both):
            found.add(str(fact.value))
        if fact.value in inner and (not forward or both):
            found.add(fact.subject)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_the_reference_plan_becomes_a_search_task_that_its_verifier_and_checker_accept(level: int) -> None:
    for seed in range(4):
        request = request_of(level, seed)
        plan = json.loads(request.answer)
        world = world_of(request)
        assert reached(world, plan) == {request.payload["answer"]}
        task = admit_question(request.payload, request.answer)
        name = world.entities[request.payload["answer"]].name
        assert task.answer == name
        assert task.env == "rlvr/search-qa-v0"
        assert name not in task.prompt
        assert name in request.prompt
        assert confirms(task.payload, task.answer)
        spec = rlvr.get(task.env)
        assert spec.verify_answer(task.payload, name).passed
        other = next(e.name for e in world.entities.values() if e.kind == "person" and e.name != name)
        assert not spec.verify_answer(task.payload, other).passed
        assert admit_question(request.payload, json.dumps(plan, indent=1)) == task
        assert Task.from_json(json.loads(json.dumps(task.to_json()))) == task
        assert rlvr.verify(request, f"<answer>{request.answer}</answer>").passed


def test_an_admitted_task_is_played_with_the_search_tools() -> None:
    request = request_of(1, 0)
    task = admit_question(request.payload, request.answer)
    env = rlvr.make(task.env)
    env.reset(options={"task": task})
    paid, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, _ = env.step(env.oracle_action())
        paid, over = paid + reward, terminated or truncated
    assert paid == 1.0


def test_a_plan_that_leads_elsewhere_is_refused() -> None:
    request, other = request_of(1, 0), request_of(1, 1)
    for plan, message in (
        (other.answer, "look-ups|part of a question|does not lead"),
        (json.dumps({"relation": "mentor", "of": request.payload["answer"]}), "look-ups"),
        (json.dumps(request.payload["answer"]), "look-ups"),
    ):
        with pytest.raises(Refused, match=message):
            admit_question(request.payload, plan)


def test_a_plan_that_names_its_answer_is_refused() -> None:
    request = request_of(1, 0)
    world, target = world_of(request), request.payload["answer"]
    around = next(
        {"relation": fact.relation, "of": {"relation": fact.relation, "to": target}}
        for fact in world.facts.values()
        if fact.value == target
    )
    with pytest.raises(Refused, match="names its answer"):
        admit_question(request.payload, json.dumps(around))


def test_conditions_that_say_the_same_twice_are_refused() -> None:
    for seed in range(6):
        request = request_of(1, seed)
        inner = json.loads(request.answer)
        with pytest.raises(Refused, match=r"not necessary|cannot be said"):
            admit_question({**request.payload, "hops": 4}, json.dumps({"both": [inner, inner]}))


def chains(world: World, target: str) -> Iterator[Any]:
    """All plans of two look-ups along facts that end at an entity."""
    facts = [fact for fact in world.facts.values() if str(fact.value) in world.entities]
    for last in facts:
        if target not in (last.subject, last.value):
            continue
        way, middle = ("of", last.subject) if last.value == target else ("to", str(last.value))
        for first in facts:
            if first.id != last.id and middle in (first.subject, first.value):
                before, anchor = ("of", first.subject) if first.value == middle else ("to", str(first.value))
                yield {"relation": last.relation, way: {"relation": first.relation, before: anchor}}


def test_there_are_other_questions_to_an_answer_than_the_reference() -> None:
    found = 0
    for seed in range(6):
        request = request_of(1, seed)
        world, target = world_of(request), request.payload["answer"]
        for plan in chains(world, target):
            try:
                task = admit_question(request.payload, json.dumps(plan))
            except Refused:
                continue
            assert reached(world, plan) == {target}
            assert confirms(task.payload, task.answer)
            found += plan != json.loads(request.answer)
    assert found >= 6


HOSTILE = [
    "",
    "null",
    "7",
    "[]",
    "{}",
    "who is it?",
    '"no-such-entity"',
    '{"relation": "mentor"}',
    '{"relation": "mentor", "of": "p1", "to": "p2"}',
    '{"relation": "mentor", "of": "p1", "more": 1}',
    '{"relation": "no-such", "of": "p1"}',
    '{"relation": ["mentor"], "of": "p1"}',
    '{"relation": "mentor", "of": {"relation": "birth_date", "of": "p1"}}',
    '{"relation": "birth_date", "of": "p1"}',
    '{"relation": "mentor", "of": "t1"}',
    '{"both": ["p1", "p2"]}',
    '{"both": [{"relation": "mentor", "of": "p1"}]}',
    '{"both": [{"relation": "mentor", "of": "p1"}, {"relation": "birthplace", "of": "p1"}]}',
    '{"most": "p1", "by": "birth_date"}',
    '{"most": {"relation": "mentor", "to": "p1"}, "by": "mentor"}',
    '{"most": {"relation": "mentor", "to": "p1"}, "least": "p1", "by": "birth_date"}',
    '{"relation": "mentor", "of": "p1", "relation": "rival"}',
    '{"relation": "mentor", "of": ' * 11 + '"p1"' + "}" * 11,
    '{"relation": "mentor", "of": ' * 40 + '"p1"' + "}" * 40,
    '["who", ["named", "p1"]]',
    '{"__class__": 1}',
    '"\\ud800"',
    '"p1" ' + " " * 2000,
    "9" * 1000,
    "NaN",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_plans_are_refused(text: str) -> None:
    request = request_of(1, 0)
    with pytest.raises(Refused):
        admit_question(request.payload, text)
    verdict = rlvr.verify(request, f"<answer>{text}</answer>")
    assert verdict.score == 0.0


WORLD = [f"{letter}{number}" for letter in "ptgcdkhw" for number in range(1, 8)]
RELATIONS = st.sampled_from(
    [
        "mentor",
        "birthplace",
        "rival",
        "spouse",
        "town_founder",
        "residence",
        "membership",
        "guild_master",
        "town_region",
    ]
)
terms = st.recursive(
    st.sampled_from(WORLD),
    lambda inner: st.one_of(
        st.fixed_dictionaries({"relation": RELATIONS, "of": inner}),
        st.fixed_dictionaries({"relation": RELATIONS, "to": inner}),
        st.fixed_dictionaries({"both": st.lists(inner, min_size=2, max_size=2)}),
        st.fixed_dictionaries({"most": inner, "by": st.sampled_from(["birth_date", "population", "mentor"])}),
        st.fixed_dictionaries({"least": inner, "by": st.sampled_from(["death_date", "wall_length"])}),
    ),
    max_leaves=5,
)


@given(terms, st.integers(2, 4), st.sampled_from([f"p{n}" for n in range(1, 9)]))
@settings(max_examples=300)
def test_any_plan_is_admitted_with_its_only_answer_or_refused(plan: Any, hops: int, target: str) -> None:
    request = request_of(1, 0)
    payload = {**request.payload, "hops": hops, "answer": target}
    try:
        task = admit_question(payload, json.dumps(plan))
    except Refused:
        return
    assert task.answer == world_of(request).entities[target].name
    assert confirms(task.payload, task.answer)


def test_a_round_with_a_question() -> None:
    play, rng = SelfPlay(["question"]), Random(0)
    request = play.request(rng, 0)
    assert request == rlvr.task(request.id)
    made = []
    for sample, text in enumerate([f"<answer>{request.answer}</answer>"] * 2 + ["<answer>{}</answer>"]):
        env = rlvr.make(request.env)
        env.reset(options={"task": request})
        verdict = env.step(text)[4]["verdict"]
        made.append(
            Trajectory(
                request,
                sample,
                [Segment([1], [True], [-0.1], [0])],
                [Turn(0, 0, 1, text, float(verdict.passed), "s", "end")],
                verdict,
            )
        )
    proposals = Group(request, made)
    (task,) = play.admit(proposals, 0)
    verdicts = [Verdict(1.0, Reason.CORRECT), *[Verdict(0.0, Reason.WRONG)] * 3]
    solved = [Trajectory(task, sample, verdict=verdict) for sample, verdict in enumerate(verdicts)]
    play.settle(proposals, [Group(task, solved)])
    rate = (0.25 - task.guess_rate) / (1 - task.guess_rate)
    returns = ProposerReward("difficulty")(proposals, rng)
    assert returns == pytest.approx([1 - rate, 1 - rate, -1.0])
