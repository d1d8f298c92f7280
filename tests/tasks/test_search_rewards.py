"""Searching: what dense rewards add up to, and how far a policy without a model gets."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_tasks import BOTH, DEEP, QA, SMALL, env_of, made

import rlvr
from rlvr.envs.tool_text import call_text
from rlvr.envs.tools.search import corpus
from rlvr.generators.search.corpus import remade
from rlvr.generators.search.setting import cover
from rlvr.spec import resolve
from rlvr.verifiers.search.signals import GAINS

# ---- rewards -----------------------------------------------------------------------------------------

SIGNALS = {"coverage": 2, "foraging": 1, "freshness": 1, "efficiency": 1}


def test_signals_are_off_unless_asked_for():
    for spec in BOTH:
        generate, params = resolve(spec.generator), spec.params(2, SMALL)
        plain = generate(Random(1), **params)
        told = generate(Random(1), **{**params, "signals": {"coverage": 1}})
        assert "signals" not in plain.payload["search"]
        assert told.payload["search"].pop("signals") == {"coverage": 1}
        assert told == plain
    env = env_of(QA, 2, reward="dense")
    env.reset(seed=1)
    assert env.step(env.oracle_action())[1] == 0.0


@pytest.mark.parametrize("spec", BOTH, ids=lambda spec: spec.name)
def test_a_needed_document_is_paid_once(spec):
    env = env_of(spec, 3, reward="dense", params={"signals": {"coverage": 1}})
    env.reset(seed=4)
    support = env.task.payload["search"]["support"]
    looks = [call_text("open", {"document": id}) for id in cover(support)]
    paid = [env.step(look)[1] for look in looks]
    assert all(reward > 0 for reward in paid)
    assert math.isclose(sum(paid), 0.3)
    assert env.step(looks[0])[1] == 0.0
    assert env.step(call_text("search", {"query": "anything"}))[1] == 0.0
    assert math.isclose(
        env.step("<answer>Nobody</answer>" if env.task.marker == "tag" else "\\boxed{Nobody}")[1], 0.0
    )


ACTIONS = st.lists(st.integers(0, 7), max_size=8)
ENDS = st.sampled_from(["wrong", "right", "none"])


def total(spec, seed, picks, end):
    """What an episode pays with these actions, in their order, and what its verdict is."""
    limit = 12
    env = env_of(spec, 2, reward="dense", params={"signals": SIGNALS}, max_turns=limit)
    env.reset(seed=seed)
    task = env.task
    places = cover(task.payload["search"]["support"])
    pool = [
        call_text("open", {"document": places[0]}),
        call_text("open", {"document": places[-1]}),
        call_text("open", {"document": "d0001"}),
        call_text("search", {"query": "date of birth"}),
        call_text("search", {"query": "Birth of, DATE"}),
        call_text("search", {"query": task.payload["problem"]["question"][:80], "k": 5}),
        call_text("open", {"document": "nothing"}),
        "I do not know what to do.",
    ]
    last = {"right": env.task.answer, "wrong": "Nobody at all"}
    actions = [pool[pick] for pick in picks]
    actions += [f"<answer>{last[end]}</answer>"] if end in last else [pool[7]] * (limit - len(picks))
    rewards = []
    for action in actions:
        _, reward, over, cut, info = env.step(action)
        rewards.append(reward)
    assert over or cut
    return math.fsum(rewards), info["verdict"]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(BOTH), st.integers(0, 2), ACTIONS, ENDS, st.randoms())
def test_rewards_add_up_to_the_end_whatever_the_order(spec, seed, picks, end, rng):
    paid, verdict = total(spec, seed, picks, end)
    assert math.isclose(paid, verdict.score, abs_tol=1e-9)
    assert verdict.passed == (end == "right")
    assert paid == 1.0 if end == "right" else 0.0 <= paid <= 0.3 + 1e-9
    shuffled = list(picks)
    rng.shuffle(shuffled)
    assert math.isclose(total(spec, seed, shuffled, end)[0], paid, abs_tol=1e-9)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(BOTH), st.integers(0, 2), ACTIONS.filter(bool), ENDS, st.data())
def test_doing_a_thing_again_never_pays(spec, seed, picks, end, data):
    again = data.draw(st.sampled_from(picks))
    at = data.draw(st.integers(0, len(picks)))
    paid = total(spec, seed, picks, end)[0]
    assert total(spec, seed, [*picks[:at], again, *picks[at:]], end)[0] <= paid + 1e-9


def test_signals_that_earn_nothing_are_refused():
    env = env_of(QA, 1, reward="dense", params={"signals": {"freshness": 1}})
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="broken"):
        _, _, _, cut, info = env.step(call_text("search", {"query": "birth"}))
    assert cut
    assert next(iter(GAINS)) in info["sandbox_error"]


# ---- a policy without a model ------------------------------------------------------------------------

DATE = re.compile(r"\b\d{1,2} [A-Z][a-z]+ \d{3,4}\b")
NUMBER = re.compile(r"(?<![\w,.])\d[\d,]*(?:\.\d+)?")


def first_look(task):
    """The answer of a reader who searches for the question, opens the best document and takes what fits first."""
    search, question = task.payload["search"], task.payload["problem"]["question"]
    corpus = remade(search["corpus"])
    hits = corpus.index.search(question, 1)
    if search["kind"] == "boolean" or not hits:
        return "yes"
    page = corpus.index.page(hits[0].id)
    text = f"{page.title}. {page.text}"
    if search["kind"] in ("date", "number"):
        found = (DATE if search["kind"] == "date" else NUMBER).search(text)
        return found[0] if found else "0"
    kinds = {e.name: e.kind for e in corpus.world.entities.values()}
    wanted = kinds.get(search["gold"].split("; ")[0])
    there = [name for name, kind in kinds.items() if kind == wanted and name in text and name not in question]
    there.sort(key=text.index)
    return "; ".join(there) if search["kind"] == "list" else there[0] if there else "nobody"


def test_a_first_look_helps_at_the_first_level_only():
    """It is even told of which kind the answer is. From the third level on a question must not be answered that way."""
    rates = {}
    for level, count, params in ((1, 60, {}), (3, 60, {"worlds": 3}), (4, 60, {"worlds": 1})):
        tasks = [QA.task(level, seed, params=params) for seed in range(count)]
        rates[level] = sum(QA.verify_answer(t.payload, first_look(t)).passed for t in tasks) / count
    assert rates[1] > 0.15
    assert rates[3] < 0.12
    assert rates[4] < 0.12
    deep = [made(DEEP, 2, seed) for seed in range(40)]
    assert sum(DEEP.verify_answer(t.payload, first_look(t)).passed for t in deep) <= 2


def test_levels_rise():
    for spec in BOTH:
        for axis in ("hops", "size", "calls"):
            values = spec.axes[axis]
            assert all(a <= b for a, b in pairwise(values))


def test_judgements_of_searches_are_weighed_where_they_were_asked_for() -> None:
    env = rlvr.make("rlvr/deep-search-v0", level=1, reward="dense", params={"signals": {"judging": 1}})
    _, info = env.reset(seed=3)
    task = info["task"]
    needed = task.payload["search"]["support"][0][0]
    title = corpus(task.payload).page(needed).title

    def call(name: str, **arguments: object) -> float:
        return float(env.step(call_text(name, arguments))[1])

    assert call("judge", useful=True) == 0.0  # nothing was searched yet
    assert call("search", query=f"{title} {corpus(task.payload).page(needed).text[:200]}", k=1) == 0.0
    gained = call("judge", useful=True)
    assert gained > 0
    assert call("judge", useful=True) == 0.0  # again
    assert call("judge", useful=False) == pytest.approx(-gained)  # both ways is neither
