"""Mastermind: a player who reads only what is shown wins, and nothing but the code is right."""

from __future__ import annotations

import json
import random
import re
from itertools import permutations, product
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.policies import play, random_policy
from rlvr.conformance.promises import Promises, read
from rlvr.envs.games.mastermind import Mastermind
from rlvr.generators.games.mastermind_player import consistent_code, score
from rlvr.spec import mark
from rlvr.verifiers.base import Reason
from rlvr.verifiers.games import mastermind as rules

GAME = Mastermind()
LEVELS = rlvr.get("mastermind").levels
REPEATS = {
    "A symbol may stand in it more than once.": True,
    "No symbol stands in it more than once, and none may stand in a guess more than once.": False,
}
RULE, SYMBOLS = f"{{repeats:{'|'.join(REPEATS)}}}", "{symbols:[A-Za-z0-9]+(?:, [A-Za-z0-9]+)+}"
WORDINGS = (
    f"I have hidden a code of {{length}} pegs. Each peg is one of these {{count}} symbols: {SYMBOLS}. {RULE} "
    "Find the code with at most {guesses} guesses.\n\nAfter each guess I tell you two numbers. Exact: how "
    "many pegs are right. Misplaced: how many pegs more would be right if you could rearrange your guess; so "
    "exact plus misplaced counts every symbol as often as the guess and the code both have it.\n\nA move is "
    "one guess: {length} symbols with spaces between them. You have {turns} turns; a move that is not a "
    "proper guess uses up a turn, but no guess.",
    f"Mastermind. The secret is a sequence of {{length}} symbols out of {SYMBOLS} ({{count}} symbols). "
    f"{RULE}\n- You guess, one sequence of {{length}} symbols a turn, written with spaces between the "
    "symbols.\n- 'exact' in the reply is the number of positions where guess and secret agree.\n- 'misplaced' "
    "is the number of symbols that they have in common (each symbol counted as often as it stands in both), "
    "less the exact ones.\n- You win when you guess the secret, and lose after {guesses} other guesses.\n- "
    "There are {turns} turns. A reply that is no valid guess costs a turn but is not counted as a guess.",
    f"Break the code! It is a row of {{length}} pegs. The pegs to choose from are: {SYMBOLS}. That makes "
    f"{{count}} kinds. {RULE}\n\nWrite one row of {{length}} pegs, separated by spaces, on each of your "
    "turns. I answer with the number of exact pegs (right kind in the right place) and of misplaced pegs "
    "(right kind in the wrong place, where no peg of the guess or of the code is counted twice, and exact "
    "pegs are counted first). You may make {guesses} guesses within {turns} turns; rows that break the rules "
    "get no answer and only waste a turn.",
)
ABB = {"symbols": ["A", "B", "C", "D"], "length": 3, "repeats": True, "secret": ["A", "B", "B"], "guesses": 4,
       "max_turns": 8}  # fmt: skip
COLOURS = ABB | {"symbols": ["red", "blue", "green", "gold"], "secret": ["red", "blue", "blue"]}


def pegs(code, guess):
    """Feedback as the board game gives it: strike out exact pairs, then pair off what is left."""
    left = [(c, g) for c, g in zip(code, guess, strict=True) if c != g]
    rest, misplaced = [c for c, _ in left], 0
    for _, peg in left:
        if peg in rest:
            rest.remove(peg)
            misplaced += 1
    return len(code) - len(left), misplaced


def all_codes(told):
    symbols, length = told["symbols"], told["length"]
    return list(product(symbols, repeat=length) if told["repeats"] else permutations(symbols, length))


class TestMastermind(Promises):
    id = "mastermind"
    alphabet = "ABCDefgh0123456789 ,;[]'\n-"
    right = ("{}", " {}\n", "{}.", "[{}]", "Guess: {}")
    calculates = False  # worked solutions are played again below

    def oracle(self, prompt):
        """All that a player is told."""
        said = read(prompt, {"": WORDINGS})[1]
        said |= {"symbols": said["symbols"].split(", "), "repeats": REPEATS[said["repeats"]]}
        assert said.pop("count") == len(set(said["symbols"])) == len(said["symbols"])
        return said

    def agrees(self, told, task):
        code, payload, params = task.answer.split(" "), dict(task.payload), self.spec.params(task.level)
        assert payload == told | {"secret": code, "max_turns": told.pop("turns")}
        assert params == told | {"symbols": len(told["symbols"])}
        assert payload["max_turns"] == told["guesses"] + 4
        n, k = params["symbols"], params["length"]
        assert 1 / task.guess_rate == pytest.approx(n**k if told["repeats"] else perm(n, k))
        assert 2**task.difficulty <= 1.000001 / task.guess_rate < 2 ** (task.difficulty + 0.01)
        return len(code) == k and set(code) <= set(told["symbols"]) and (told["repeats"] or len(set(code)) == k)

    @pytest.mark.parametrize(("level", "games"), [(1, 60), (2, 60), (3, 40), (4, 25), (5, 15), (6, 10), (7, 4)])
    def test_a_player_who_reads_only_what_is_shown_wins_within_the_budget(self, level, games):
        won = 0
        for seed in range(games):
            env, rng, played, over = rlvr.make(self.id, level=level), random.Random(seed), [], False
            told = self.oracle(env.reset(seed=seed)[0])
            names = told["symbols"]
            codes = all_codes(told) if level < 4 else None  # a plain filter where there are few codes
            while not over:
                code = (
                    () if codes else consistent_code(rng, played, len(names), told["length"], told["repeats"])
                )
                guess = rng.choice(codes) if codes else tuple(names[peg] for peg in code)
                shown, reward, terminated, truncated, _ = env.step(mark(" ".join(guess), env.task.marker))
                answered = tuple(map(int, re.search(r": (\d+) exact, (\d+) misplaced\.", shown).groups()))
                played.append((code, *answered))
                codes = codes and [c for c in codes if pegs(c, guess) == answered]
                over = terminated or truncated
            won += reward == 1.0
        assert won >= 0.95 * games

    @pytest.mark.parametrize("level", LEVELS)
    def test_the_worked_solution_is_a_consistent_game_that_ends_in_the_code(self, level):
        for seed in range(8):
            task, guesses = self.spec.task(level, seed), []
            first, *lines, _ = task.trace.splitlines()
            assert first == "Each guess fits all feedback so far; 1+2 means 1 exact and 2 misplaced."
            for number, line in enumerate(lines, 1):
                said = re.fullmatch(rf"{number}: ([\w ]+?)(?: \((.*)\))? gets (\d\+\d)", line)
                guess = said[1].split()
                assert "{}+{}".format(*pegs(task.payload["secret"], guess)) == said[3]
                checks = [f"like {at} {told}" for at, (_, told) in enumerate(guesses, 1)]
                assert (said[2] or "") == ", ".join(checks)
                assert all("{}+{}".format(*pegs(guess, before)) == told for before, told in guesses)
                guesses.append((guess, said[3]))
            assert guesses[-1][0] == task.payload["secret"]
            assert len(guesses) <= task.payload["guesses"]

    def test_answers_by_their_form(self):
        right = ["A B B", "abb", "A, B, B", "a b b.", "[A, B, B]", "('A', 'B', 'B')", "A\nB\nB", "Guess: A B B", "AB B",
                 "my guess is a,b,b", "The code = ABB", "A\u00a0B\u00a0B", "A|B|B"]  # fmt: skip
        refused = ["A B B B", "A B", "A B B\nB A B", "B A B; A B B", "A B B or B A B", "not A B B", "-ABB", "А В В", "",
                   "Guess: Guess: A B B", "\ud800\x00", "9**9**9"]  # fmt: skip
        wrong = ["B A B", "A A B"]
        self.judges(ABB, right, refused, wrong)
        self.takes(ABB, right, [*refused, *wrong, "A B E", "(" * 100_000, "A B B " * 100_000])
        coloured = [re.sub(r"(?i)\bB\b", "blue", re.sub(r"(?i)\bA\b", "red", answer)) for answer in right]
        self.takes(
            COLOURS, [answer for answer in coloured if "ab" not in answer.lower()], ["redblueblue", *refused]
        )

    @given(st.text(max_size=40) | st.text("ABCDabcd ,.;[]'\n", max_size=14))
    def test_solver_and_verifier_agree_on_any_text(self, text):
        assert self.spec.verify_answer(ABB, text).passed == self.confirms(ABB, text)

    def test_a_guess_that_the_rules_forbid_is_named_and_not_counted(self):
        payload = ABB | {"repeats": False, "secret": ["A", "B", "C"]}
        for forbidden in (rules.verify(ABB, "A B E"), rules.verify(payload, "A B B")):
            assert (forbidden.score, forbidden.reason) == (0.0, Reason.ILLEGAL)
        assert GAME.play(payload, [], "A B B").state == []
        assert GAME.play(payload, [], "A B D").state == [["A B D", 2, 0]]

    @pytest.mark.parametrize("separator", ["\n", "; ", ", ", " or ", " | "])
    def test_listing_every_code_earns_nothing_in_one_response(self, separator):
        for seed in range(5):
            task = self.spec.task(1, seed)
            listed = separator.join(" ".join(code) for code in all_codes(task.payload))
            assert task.answer in listed
            assert rlvr.verify(task, mark(listed, "tag")).score == 0.0

    @settings(max_examples=60)
    @given(st.integers(1, 7), st.integers(0, 50), st.randoms(use_true_random=False))
    def test_the_dense_score_starts_at_nothing_never_falls_and_cannot_be_farmed(self, level, seed, rng):
        payload = self.spec.task(level, seed).payload
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
            assert GAME.verdict(payload, GAME.play(payload, state, move).state).score == now
            before = now

    def test_what_is_shown_depends_on_the_feedback_alone(self):
        rng, codes, pairs = random.Random(0), all_codes(ABB), 0
        for _ in range(400):
            one, two, guess = (list(rng.choice(codes)) for _ in range(3))
            if pegs(one, guess) == pegs(two, guess):
                turns = [GAME.play(ABB | {"secret": code}, [], " ".join(guess)) for code in (one, two)]
                assert turns[0] == turns[1]
                pairs += 1
        assert pairs > 20

    def test_no_text_names_the_code_before_it_is_guessed(self):
        for seed in range(12):
            env = rlvr.make(self.id, level=5, feedback="reason")
            record = play(env, random_policy(random.Random(seed)), seed=seed)
            assert not record.verdict.passed
            shown = "\n".join(message["content"] for message in env.messages[1:])
            assert " ".join(record.task.payload["secret"]) not in shown + record.verdict.message

    def test_a_lost_game_ends_by_its_rules_and_a_wasted_one_is_truncated(self):
        task, env = self.spec.task(2, 1), rlvr.make(self.id)
        wrong = next(code for code in map(" ".join, all_codes(task.payload)) if code != task.answer)
        env.reset(options={"task": task})
        env.step("no marker")
        env.step(mark("nonsense", "tag"))
        for left in range(task.payload["guesses"] - 1, -1, -1):
            observation, _, terminated, truncated, info = env.step(mark(wrong, "tag"))
            assert (f"Guesses left: {left}." in observation) == (left > 0)
        assert (terminated, truncated, info["verdict"].reason) == (True, False, Reason.WRONG)
        env.reset(options={"task": task})
        for turn in range(1, task.payload["max_turns"] + 1):
            _, reward, terminated, truncated, info = env.step(mark("nonsense", "tag"))
            assert (terminated, truncated) == (False, turn == task.payload["max_turns"])
        assert (reward, info["verdict"].reason) == (0.0, Reason.TRUNCATED)

    def test_keys_tell_states_apart(self):
        env = rlvr.make(self.id, level=3)
        keys = {"[]": env.reset(seed=5)[1]["state_key"]}
        for seed in range(30):
            twin, rng = env.clone(), random.Random(seed)
            for _ in range(2):
                *_, info = twin.step(twin.random_action(rng))
                state = json.dumps(twin._episode.state)
                assert keys.setdefault(state, info["state_key"]) == info["state_key"]
        assert len(set(keys.values())) == len(keys) > 30
        *_, info = env.step(mark("nonsense", "tag"))
        assert info["state_key"] == keys["[]"]  # what is no guess changes nothing

    def test_problems_are_the_same_by_symbols_code_and_budget(self):
        def key(p):
            return frozenset(p["symbols"]), tuple(p["secret"]), p["repeats"], p["guesses"]

        self.same_problems(key, symbols=2, length=2, repeats=True, guesses=6)

    def test_parameters_that_do_not_go_together_are_told(self):
        with pytest.raises(ValueError, match="7 pegs without repeats need 7 symbols or more; got 6"):
            self.spec.task(1, 0, params={"symbols": 6, "length": 7})
        with pytest.raises(rlvr.GenerationError, match="raise guesses"):
            self.spec.task(7, 0, params={"guesses": 1})


@given(st.integers(1, 6).flatmap(lambda n: st.tuples(*[st.tuples(*[st.integers(0, 4)] * n)] * 2)))
def test_both_feedbacks_are_that_of_the_board_game(pair):
    code, guess = pair
    assert score(code, guess) == score(guess, code) == pegs(code, guess) == rules.feedback(code, guess)


@pytest.mark.parametrize("repeats", [True, False])
def test_the_player_finds_every_fitting_code_and_no_other(repeats):
    rng = random.Random(4)
    codes = list(product(range(4), repeat=3) if repeats else permutations(range(4), 3))
    for _ in range(12):
        code = rng.choice(codes)
        played = [(g, *pegs(code, g)) for g in rng.sample(codes, rng.randint(0, 3))]
        fitting = {c for c in codes if all(pegs(c, g) == (e, m) for g, e, m in played)}
        assert {consistent_code(rng, played, 4, 3, repeats) for _ in range(40 * len(fitting))} == fitting
    with pytest.raises(ValueError, match="no code fits"):
        consistent_code(rng, [((0, 1, 2), 3, 0), ((0, 1, 3), 3, 0)], 4, 3, repeats)
