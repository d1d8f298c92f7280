"""Puzzles of moves, played: the same problems, rules and count as in one response."""

from __future__ import annotations

import random

import pytest

import rlvr
from rlvr.envs.games.moves import Moves
from rlvr.spec import mark, resolve

NAMES = ("sliding-tiles", "tower-of-hanoi", "lights-out", "rotation-puzzles", "grid-paths")


def played(name, kind, seed=3, **options):
    env = rlvr.make(f"{name}-moves", level=2, params={"kinds": kind}, **options)
    text, info = env.reset(seed=seed)
    return env, text, info["task"]


@pytest.mark.parametrize("name", NAMES)
def test_both_forms_are_one_problem(name):
    for level in rlvr.get(name).levels[:4]:
        one, many = (rlvr.get(each).task(level, 5) for each in (name, f"{name}-moves"))
        assert (one.payload, one.answer, one.fingerprint, one.trace) == (
            many.payload,
            many.answer,
            many.fingerprint,
            many.trace,
        )
        assert rlvr.verify(many, [mark(one.answer, "tag")]).passed  # the whole plan in one turn
        assert rlvr.verify(many, [mark(move, "tag") for move in one.answer.split(", ")]).passed


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["shortest", "within"])
def test_moves_that_are_too_many_lose(name, kind):
    env, text, task = played(name, kind)
    assert "turn" in text
    plan = task.answer.split(", ")
    game: Moves = env.game
    rules, state = game.rules, game.rules.start(task.payload)
    rng, walk = random.Random(0), []
    while rules.spent(state, len(walk)) < task.payload["most"]:
        every = list(rules.moves(task.payload, state))
        after = {move: rules.step(task.payload, state, move) for move in rng.sample(every, len(every))}
        move, state = next((m, new) for m, new in after.items() if not rules.solved(task.payload, new))
        walk.append(move)
    for move in walk[:-1]:
        _, reward, over, cut, _ = env.step(mark(move, "tag"))
        assert (reward, over, cut) == (0.0, False, False)
    told, reward, over, _, info = env.step(mark(walk[-1], "tag"))
    assert over
    assert reward == 0.0
    assert not info["verdict"].passed
    assert "can no longer be reached" in told
    env, _, _ = played(name, kind)
    _, reward, over, _, info = env.step(mark(", ".join(plan), "tag"))
    assert (reward, over) == (1.0, True)
    assert info["verdict"].parts["quality"] == 1.0


@pytest.mark.parametrize("name", NAMES)
def test_moves_that_cannot_be_read_or_made_change_nothing(name):
    env, _, task = played(name, "within")
    before = env.step(mark("I do not know", "tag"))
    assert "cannot be read" in before[0]
    rules = env.game.rules
    bad = {
        "sliding-tiles": "99",
        "tower-of-hanoi": "E>A",
        "lights-out": "Z",
        "rotation-puzzles": "row 9 left",
    }.get(name)
    bad = bad or next(m for m in "UDLR" if m not in rules.moves(task.payload, rules.start(task.payload)))
    first, rest = task.answer.split(", ")[0], task.answer.split(", ")[1:]
    told, _, over, _, _ = env.step(mark(f"{first}, {bad}, {first}", "tag"))
    assert not over
    assert "Move 2 is not possible" in told
    assert "Moves made in this turn: 1." in told
    _, reward, over, _, _ = env.step(mark(", ".join(rest), "tag"))
    assert (reward, over) == (1.0, True)


@pytest.mark.parametrize("name", NAMES)
def test_the_turns_do_not_tell_the_least_number(name):
    game = resolve(rlvr.get(f"{name}-moves").env)()
    payloads = [rlvr.get(name).task(2, seed).payload for seed in range(40)]
    told, least = (
        {value(payload) for payload in payloads} for value in (game.turns, lambda payload: payload["least"])
    )
    assert len(told) <= 1 + len(least) / 2
    assert all(turns % 10 == 0 for turns in told)


def test_what_is_spent_counts_where_steps_have_prices():
    payload = {"kind": "shortest", "map": ["#####", "#S9G#", "#...#", "#####"], "least": 4, "most": 4}
    game = resolve(rlvr.get("grid-paths-moves").env)()
    turn = game.play(payload, game.start(payload), "R")
    assert turn.over
    assert "cheaply" in turn.observation
    assert not game.verdict(payload, turn.state).passed
    turn = game.play(payload, game.start(payload), "D, R, R, U")
    assert turn.over
    assert game.verdict(payload, turn.state).passed
