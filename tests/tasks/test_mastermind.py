from __future__ import annotations

import json
import random
import re
from itertools import permutations, product
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import oracle, play, random_policy
from rlvr.envs.games.mastermind import Mastermind
from rlvr.generators.games.mastermind import WORDINGS, accepts, generate
from rlvr.generators.games.mastermind_player import consistent_code, score
from rlvr.spec import mark
from rlvr.verifiers.base import Reason
from rlvr.verifiers.games import mastermind as rules

SPEC = rlvr.get("rlvr/mastermind-v0")
GAME = Mastermind()
CODES = st.integers(1, 6).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 4), min_size=n, max_size=n).map(tuple)] * 2)
)
PAYLOAD = {
    "symbols": ["A", "B", "C", "D"],
    "length": 3,
    "repeats": True,
    "secret": ["A", "B", "B"],
    "guesses": 4,
    "max_turns": 8,
}
COLOURS = PAYLOAD | {"symbols": ["red", "blue", "green", "gold"], "secret": ["red", "blue", "blue"]}


def pegs(code, guess) -> tuple[int, int]:
    """Feedback as the board game gives it: strike out exact pairs, then pair off what is left."""
    left = [(c, g) for c, g in zip(code, guess, strict=True) if c != g]
    rest, misplaced = [c for c, _ in left], 0
    for _, peg in left:
        if peg in rest:
            rest.remove(peg)
            misplaced += 1
    return len(code) - len(left), misplaced


def all_codes(payload: dict[str, Any]) -> list[tuple[str, ...]]:
    symbols, length = payload["symbols"], payload["length"]
    return list(product(symbols, repeat=length) if payload["repeats"] else permutations(symbols, length))


@given(CODES)
def test_both_feedbacks_are_that_of_the_board_game(pair) -> None:
    code, guess = pair
    assert score(code, guess) == pegs(code, guess) == rules.feedback(code, guess)
    assert score(guess, code) == score(code, guess)


@pytest.mark.parametrize("repeats", [True, False])
def test_the_player_finds_every_fitting_code_and_no_other(repeats: bool) -> None:
    rng = random.Random(4)
    codes = list(product(range(4), repeat=3) if repeats else permutations(range(4), 3))
    for _ in range(12):
        code = rng.choice(codes)
        played = [(g, *pegs(code, g)) for g in rng.sample(codes, rng.randint(0, 3))]
        fitting = {c for c in codes if all(pegs(c, g) == (e, m) for g, e, m in played)}
        found = {consistent_code(rng, played, 4, 3, repeats) for _ in range(40 * len(fitting))}
        assert found == fitting
    with pytest.raises(ValueError, match="no code fits"):
        consistent_code(rng, [((0, 1, 2), 3, 0), ((0, 1, 3), 3, 0)], 4, 3, repeats)


def feedback_in(observation: str) -> tuple[int, int]:
    exact, misplaced = re.search(r": (\d+) exact, (\d+) misplaced\.", observation).groups()
    return int(exact), int(misplaced)


@pytest.mark.parametrize(("level", "games"), [(1, 60), (2, 60), (3, 40), (4, 25), (5, 15), (6, 10), (7, 4)])
def test_a_player_who_reads_only_what_is_shown_wins_within_the_budget(level: int, games: int) -> None:
    won = 0
    for seed in range(games):
        env, rng = rlvr.make(SPEC.id, level=level), random.Random(seed)
        env.reset(seed=seed)
        payload = env.task.payload
        names, played, over = payload["symbols"], [], False
        codes = all_codes(payload) if level < 4 else None  # a plain filter where there are few codes
        while not over:
            if codes is None:
                code = consistent_code(rng, played, len(names), payload["length"], payload["repeats"])
                guess = tuple(names[peg] for peg in code)
            else:
                guess = rng.choice(codes)
            observation, reward, terminated, truncated, _ = env.step(mark(" ".join(guess), env.task.marker))
            told, over = feedback_in(observation), terminated or truncated
            if codes is None:
                played.append((code, *told))
            else:
                codes = [c for c in codes if pegs(c, guess) == told]
        won += reward == 1.0
    assert won >= 0.95 * games


def test_the_worked_solution_is_a_consistent_game_that_ends_in_the_code() -> None:
    for level in SPEC.levels:
        for seed in range(8):
            task = SPEC.task(level, seed)
            guesses = []
            for line in task.trace.splitlines()[1:-1]:
                head, exact, misplaced = re.fullmatch(r"\d+: (.*) gets (\d)\+(\d)", line).groups()
                guess = head.split(" (")[0].split()
                assert pegs(task.payload["secret"], guess) == (int(exact), int(misplaced))
                for number, (before, told) in enumerate(guesses, start=1):
                    assert pegs(guess, before) == told
                    assert f"like {number} {told[0]}+{told[1]}" in head
                guesses.append((guess, (int(exact), int(misplaced))))
            assert guesses[-1][0] == task.payload["secret"]
            assert len(guesses) <= task.payload["guesses"]


@pytest.mark.parametrize(
    "answer",
    ["A B B", "abb", "A, B, B", "a b b.", "[A, B, B]", "('A', 'B', 'B')", "A\nB\nB", "Guess: A B B", "AB B",
     "my guess is a,b,b", "The code = ABB", "A\u00a0B\u00a0B", "A|B|B"],
)  # fmt: skip
def test_accepted_forms(answer: str) -> None:
    assert rules.verify(PAYLOAD, answer).passed
    assert accepts(PAYLOAD, answer)
    coloured = answer
    for letter, name in (("A", "red"), ("B", "blue")):
        coloured = re.sub(rf"(?i)\b{letter}\b", name, coloured)
    if "ab" not in coloured.lower():
        assert rules.verify(COLOURS, coloured).passed
        assert accepts(COLOURS, coloured)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("B A B", Reason.WRONG),
        ("A A B", Reason.WRONG),
        ("A B B B", Reason.UNPARSABLE),
        ("A B", Reason.UNPARSABLE),
        ("A B B\nB A B", Reason.UNPARSABLE),
        ("B A B; A B B", Reason.UNPARSABLE),
        ("A B B or B A B", Reason.UNPARSABLE),
        ("not A B B", Reason.UNPARSABLE),
        ("A B E", Reason.ILLEGAL),
        ("-ABB", Reason.UNPARSABLE),
        ("А В В", Reason.UNPARSABLE),  # Cyrillic
        ("Guess: Guess: A B B", Reason.UNPARSABLE),
        ("", Reason.UNPARSABLE),
        ("\ud800\x00", Reason.UNPARSABLE),
        ("(" * 100_000, Reason.UNPARSABLE),
        ("A B B " * 100_000, Reason.UNPARSABLE),
        ("9**9**9", Reason.UNPARSABLE),
    ],
)
def test_wrong_and_hostile_answers_are_refused_by_name(answer: str, reason: Reason) -> None:
    verdict = rules.verify(PAYLOAD, answer)
    assert (verdict.score, verdict.reason) == (0.0, reason)
    assert not accepts(PAYLOAD, answer[:4096])


def test_a_guess_may_not_repeat_a_symbol_where_the_code_does_not() -> None:
    payload = PAYLOAD | {"repeats": False, "secret": ["A", "B", "C"]}
    assert rules.verify(payload, "A B B").reason is Reason.ILLEGAL
    assert GAME.play(payload, [], "A B B").state == []
    assert GAME.play(payload, [], "A B D").state == [["A B D", 2, 0]]


@pytest.mark.parametrize("separator", ["\n", "; ", ", ", " or ", " | "])
def test_listing_every_code_earns_nothing_in_one_response(separator: str) -> None:
    for seed in range(5):
        task = SPEC.task(1, seed)
        listed = separator.join(" ".join(code) for code in all_codes(dict(task.payload)))
        assert task.answer in listed
        assert rlvr.verify(task, mark(listed, "tag")).score == 0.0


@given(st.text(max_size=40) | st.text("ABCDabcd ,.;[]'\n", max_size=14))
def test_verifier_and_checker_agree_on_any_text(text: str) -> None:
    assert rules.verify(PAYLOAD, text).passed == accepts(PAYLOAD, text)


@settings(max_examples=60)
@given(st.integers(1, 7), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_dense_score_starts_at_nothing_never_falls_and_cannot_be_farmed(level, seed, rng) -> None:
    payload = SPEC.task(level, seed % 50).payload
    state = GAME.start(payload)
    before = GAME.verdict(payload, state).score
    assert before == 0.0
    for _ in range(4):
        move = GAME.random_move(payload, state, rng)
        if move == " ".join(payload["secret"]):
            break
        earlier = json.dumps(state)
        turn = GAME.play(payload, state, move)
        assert json.dumps(state) == earlier  # the state given is not touched
        state, now = turn.state, GAME.verdict(payload, turn.state).score
        assert before <= now <= rules.MAX_SHARE
        again = GAME.play(payload, state, move).state
        assert GAME.verdict(payload, again).score == now
        before = now


def test_what_is_shown_depends_on_the_feedback_alone() -> None:
    rng = random.Random(0)
    codes = all_codes(PAYLOAD)
    pairs = 0
    for _ in range(400):
        one, two, guess = (list(rng.choice(codes)) for _ in range(3))
        if pegs(one, guess) == pegs(two, guess):
            turns = [GAME.play(PAYLOAD | {"secret": code}, [], " ".join(guess)) for code in (one, two)]
            assert turns[0] == turns[1]
            pairs += 1
    assert pairs > 20


def test_the_prompt_is_made_of_what_a_player_may_know() -> None:
    for level in SPEC.levels:
        for seed in range(10):
            task = SPEC.task(level, seed)
            payload, texts = task.payload, []
            for rule in (
                "A symbol may stand in it more than once.",
                "No symbol stands in it more than once, and none may stand in a guess more than once.",
            ):
                texts += [
                    wording.format(
                        length=payload["length"],
                        count=len(payload["symbols"]),
                        symbols=", ".join(payload["symbols"]),
                        repeats=rule,
                        guesses=payload["guesses"],
                        turns=payload["max_turns"],
                    )
                    for wording in WORDINGS
                ]
            assert task.prompt.rsplit("\n\n", 1)[0] in texts


def test_no_text_names_the_code_before_it_is_guessed() -> None:
    for seed in range(12):
        env = rlvr.make(SPEC.id, level=5, feedback="reason")
        record = play(env, random_policy(random.Random(seed)), seed=seed)
        assert not record.verdict.passed
        shown = "\n".join(message["content"] for message in env.messages[1:])
        assert " ".join(record.task.payload["secret"]) not in shown + record.verdict.message


def test_a_lost_game_ends_by_its_rules_and_a_wasted_one_is_truncated() -> None:
    task = SPEC.task(2, 1)
    wrong = next(" ".join(c) for c in all_codes(dict(task.payload)) if list(c) != task.payload["secret"])
    env = rlvr.make(SPEC.id)
    env.reset(options={"task": task})
    env.step("no marker")
    env.step(mark("nonsense", "tag"))
    for left in range(task.payload["guesses"] - 1, -1, -1):
        observation, _, terminated, truncated, info = env.step(mark(wrong, "tag"))
        assert (f"Guesses left: {left}." in observation) == (left > 0)
    assert (terminated, truncated) == (True, False)
    assert info["verdict"].reason is Reason.WRONG
    env.reset(options={"task": task})
    for turn in range(1, task.payload["max_turns"] + 1):
        observation, reward, terminated, truncated, info = env.step(mark("nonsense", "tag"))
        assert (terminated, truncated) == (False, turn == task.payload["max_turns"])
    assert (reward, info["verdict"].reason) == (0.0, Reason.TRUNCATED)


@pytest.mark.parametrize("reward", ["binary", "dense"])
def test_replaying_pays_what_the_episode_paid(reward: str) -> None:
    for level in SPEC.levels:
        env = rlvr.make(SPEC.id, level=level, reward=reward)
        won = play(env, oracle, seed=level)
        assert (won.rewards, won.terminated, won.truncated) == ([1.0], True, False)
        played = play(env, random_policy(random.Random(level)), seed=level)
        rng = random.Random(level)
        cut = play(env, lambda e, _, r=rng: r.choice(["x", e.random_action(r)]), seed=level)
        for record in (won, played, cut):
            verdict = rlvr.verify(record.task, record.actions, reward=reward)
            assert verdict == record.verdict
            worth = verdict.score if reward == "dense" else float(verdict.passed)
            assert sum(record.rewards) == pytest.approx(worth)


def test_branches_are_independent_and_keys_tell_states_apart() -> None:
    env = rlvr.make(SPEC.id, level=3)
    _, info = env.reset(seed=5)
    keys = {"[]": info["state_key"]}
    for seed in range(30):
        twin, rng = env.clone(), random.Random(seed)
        for _ in range(2):
            *_, info = twin.step(twin.random_action(rng))
            state = json.dumps(twin._episode.state)
            assert keys.setdefault(state, info["state_key"]) == info["state_key"]
    assert len(set(keys.values())) == len(keys) > 30
    *_, info = env.step(mark("nonsense", "tag"))
    assert info["state_key"] == keys["[]"]  # what is no guess changes nothing
    twin = env.clone()
    assert twin.step(twin.oracle_action())[1] == 1.0
    env.restore(env.clone())
    assert env.step(env.oracle_action())[1] == 1.0


@pytest.mark.parametrize("move", ["", "\x00", "\ud800", "<answer></answer>", "<answer>\ud800</answer>",
                                  "<answer>" + "A " * 40_000 + "</answer>", "A" * 100_001])  # fmt: skip
def test_hostile_moves_cost_a_turn_and_nothing_else(move: str) -> None:
    env = rlvr.make(SPEC.id, reward="dense")
    _, before = env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(move)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert (info["turn"], info["state_key"]) == (1, before["state_key"])


def test_gymnasium_finds_no_fault_and_vectors_give_what_single_ones_give() -> None:
    check_env(gymnasium.make(SPEC.id, render_mode="ansi").unwrapped, skip_render_check=False)
    singles = [rlvr.make(SPEC.id) for _ in range(2)]
    wanted = [env.reset(seed=7 + i)[0] for i, env in enumerate(singles)]
    actions = tuple(env.random_action(random.Random(i)) for i, env in enumerate(singles))
    stepped = [env.step(action)[:4] for env, action in zip(singles, actions, strict=True)]
    for mode in ("sync", "async"):
        vector = gymnasium.make_vec(SPEC.id, num_envs=2, vectorization_mode=mode)
        try:
            assert list(vector.reset(seed=7)[0]) == wanted
            columns = vector.step(actions)[:4]
            assert [tuple(row) for row in zip(*map(list, columns), strict=True)] == stepped
        finally:
            vector.close()


def test_tasks_with_other_codes_or_symbols_have_other_fingerprints() -> None:
    tasks = [SPEC.task(level, seed) for level in SPEC.levels for seed in range(100)]
    facts = {
        (
            frozenset(t.payload["symbols"]),
            tuple(t.payload["secret"]),
            t.payload["repeats"],
            t.payload["guesses"],
        )
        for t in tasks
    }
    assert len({task.fingerprint for task in tasks}) == len(facts) > 0.98 * len(tasks)


@pytest.mark.parametrize(
    "change", [{"symbols": 1}, {"symbols": 25}, {"length": 1}, {"length": 7}, {"guesses": 0}]
)
def test_bad_parameters_are_told(change: dict[str, int]) -> None:
    params: dict[str, Any] = {"symbols": 6, "length": 4, "repeats": False, "guesses": 8}
    with pytest.raises(ValueError, match="need"):
        generate(random.Random(0), **(params | change))


def test_a_budget_that_is_too_small_is_told() -> None:
    with pytest.raises(rlvr.GenerationError, match="raise guesses"):
        generate(random.Random(0), symbols=10, length=6, repeats=True, guesses=1)


def test_the_guess_rate_is_one_in_as_many_as_there_are_codes() -> None:
    for level in SPEC.levels[:6]:
        task = SPEC.task(level, 0)
        assert task.guess_rate == 1 / len(all_codes(dict(task.payload)))
        assert 2**task.difficulty <= 1 / task.guess_rate < 2 ** (task.difficulty + 0.01)
