"""Repeated games: points, rules and the earlier game are read from the prompt, and all lists of moves are tried."""

from __future__ import annotations

import re
from itertools import permutations
from typing import ClassVar

import pytest
from policy_games import PolicyPromises, least_regret, most_points

import rlvr
from rlvr.generators.games.repeated_games import Play
from rlvr.generators.kernels.duel import TooHard
from rlvr.generators.kernels.policy import Policies
from rlvr.verifiers.base import Reason

M = "([A-Z]|[0-9]+)"


def copying(found):
    back = 2 if found[1] else 1
    table = {}
    for part in re.split(r"(?:, | and )(?=[A-Z0-9]+ if)", found[3]):
        theirs, some = part.split(" if you played ")
        table |= dict.fromkeys(re.findall("[A-Z]|[0-9]+", some), theirs)
    return lambda made: table[made[-back]] if len(made) >= back else found[2]


def after_streak(found):
    then, mine, rounds, rest = found[1], found[2], int(found[3]), found[4]
    return lambda made: then if len(made) >= rounds and all(m == mine for m in made[-rounds:]) else rest


def limit(found):
    before, mine, times, after = found[1], found[2], int(found[3]), found[4]
    return lambda made: before if sum(m == mine for m in made) < times else after


def list_over(found):
    listing, mine = found[1].split(", "), found[2]

    def partner(made):
        at = 0
        for move in made:
            at = 0 if move == mine else at + 1
        return listing[at % len(listing)]

    return partner


def counting(found):
    begin, mine, top, high, bound, low = (
        int(found[1]),
        found[2],
        int(found[3]),
        found[4],
        int(found[5]),
        found[6],
    )

    def partner(made):
        number = begin
        for move in made:
            number += 1 if move == mine else -1
            number = 0 if number < 0 else top if number > top else number
        return high if number >= bound else low

    return partner


def punishing(found):
    mine, other, rounds, usual = found[1], found[2], int(found[3]), found[4]
    return lambda made: other if any(m == mine for m in list(reversed(made))[:rounds]) else usual


READ = (
    (rf"In rounds? 1( and 2)? it plays {M}\. From then on it goes by your move (?:in the round before|of two "
    rf"rounds earlier): it plays (.*)\.", copying),
    (rf"It plays {M} in a round if you played {M} in each of the (\d) rounds just before it; in all other "
    rf"rounds it plays {M}\.", after_streak),
    (rf"It plays {M} until you have played {M} (\d) times in all \(not only in a row\); in all rounds after "
    rf"that it plays {M}\.", limit),
    (rf"It goes through the list (.*) over and over, one move a round, from the beginning\. Whenever you play "
    rf"{M}, it begins the list again in the next round\.", list_over),
    (rf"It keeps a number, at first (\d)\. After each round the number goes up by 1 if you played {M}, but "
    rf"never above (\d), and otherwise down by 1, but never below 0\. It plays {M} in a round if the number is "
    rf"(\d) or more, and {M} if it is less\.", counting),
    (rf"Whenever you play {M}, it plays {M} in the (\d) rounds that follow \(counted anew each time\); in all "
    rf"other rounds it plays {M}\.", punishing),
)  # fmt: skip


def partner_of(text):
    found = [(re.fullmatch(pattern, text), make) for pattern, make in READ]
    ((match, make),) = [(match, make) for match, make in found if match]
    return make(match)


def game_of(prompt):
    """The partners that are told, the candidates of the last one, and what a state leads to."""
    known = [partner_of(text) for text in re.findall(r"^(?:The partner|Partner \d): (.*)$", prompt, re.M)]
    options = [partner_of(text) for text in re.findall(r"^[A-E]\. (.*)$", prompt, re.M)]
    if not options:
        options = [known.pop()]
    rounds = int(re.search(r"(?:play|played) (\d+) (?:rounds|times)", prompt)[1])
    bonus = {int(at): int(times) for times, at in re.findall(r"(\d+) times as much in round (\d+)", prompt)}
    points = {
        (a, b): int(n) for a, b, n in re.findall(r"^- you (\w+), the partner (\w+): (-?\d+)$", prompt, re.M)
    }
    points |= {
        (a, int(k), c): int(n)
        for a, k, c, n in re.findall(r"^- you (\w), and (\d) of the \d partners (\w): (-?\d+)$", prompt, re.M)
    }
    if not points:
        moves = re.search(r"one of the numbers (.*?)\.", prompt)[1].replace(" and", ",").split(", ")
    else:
        moves = list(dict.fromkeys(key[0] for key in points))

    def paid(mine, theirs):
        if len(theirs) == 1:
            return points[mine, theirs[0]]
        for key in points:
            if key[0] == mine and key[1] == theirs.count(key[2]):
                return points[key]
        numbers = [int(mine), *map(int, theirs)]
        third = sum(numbers) * 2 / 9
        near = sorted(numbers, key=lambda number: abs(number - third))
        alone = abs(abs(near[0] - third) - abs(near[1] - third)) > 1e-9
        return numbers[0] if alone and near[0] == numbers[0] else 0

    def ahead(state):
        who, made = state
        if len(made) == rounds:
            return {}
        theirs = [partner(made) for partner in (*known, options[who])]
        times = bonus.get(len(made) + 1, 1)
        return {move: (times * paid(move, theirs), tuple(theirs), (who, [*made, move])) for move in moves}

    return options, ahead


class TestRepeatedGames(PolicyPromises):
    id = "repeated-games"
    alphabet = "ABCDEFGH0123456789, "
    small: ClassVar = {"rounds": 5, "depth": 2}

    def oracle(self, prompt):
        options, ahead = game_of(prompt)
        earlier = re.findall(r"round \d+: you (\w+), it (\w+)", prompt)
        mine = [move for move, _ in earlier]
        fitting = [
            who
            for who, partner in enumerate(options)
            if all(partner(mine[:at]) == theirs for at, (_, theirs) in enumerate(earlier))
        ]
        assert len(fitting) == 1
        return most_points((fitting[0], []), ahead)

    def regret(self, prompt):
        options, ahead = game_of(prompt)
        return least_regret([(who, []) for who in range(len(options))], ahead)

    def thoughtless(self, payload):
        rounds, moves = len(payload["bonus"]), payload["actions"]
        for move in moves:
            yield [move] * rounds
        for one, other in permutations(moves, 2):
            yield [one] * (rounds - 1) + [other]
            yield [one] * (rounds // 2) + [other] * (rounds - rounds // 2)
            yield ([one, other] * rounds)[:rounds]

    def test_trap_the_opponent_is_not_always_the_same(self):
        """Others fix the opponent of each game, so that one list of moves is right for ever."""
        rules, answers = set(), set()
        for seed in range(60):
            payload = self.spec.task(2, seed).payload
            rules.add(payload["candidates"][payload["who"]][0])
            answers.add(self.spec.task(2, seed).answer)
        assert len(rules) == 6
        assert len(answers) >= 57

    def test_copying_the_partner_is_not_paid(self):
        for id, due in ((self.id, 0), (f"{self.id}-moves", 1)):
            for level in self.spec.levels[:4]:
                for seed in range(8):
                    env = rlvr.make(id, level=level)
                    _, info = env.reset(seed=seed)
                    play = Play(info["task"].payload)
                    state = play.starts()[play.facts["who"]]
                    total, move = 0, play.actions[0]
                    for _ in play.bonus:
                        points, seen, state = play.step(state, move)
                        total += points
                        move = seen.split()[-1] if seen.split()[-1] in play.actions else move
                    assert total < play.facts["best"] - due * play.facts["slack"]

    def test_careful_play_ensures_the_regret_whatever_the_partner_is(self):
        for seed in range(6):
            play = Play(self.spec.task(4, seed).payload)
            policies = Policies(play, 10**6)
            starts = play.starts()
            worths = [policies.worth(start) for start in starts]
            missed = []
            for true, state in enumerate(starts):
                possible, total = tuple(enumerate(starts)), 0
                while play.moves(state):
                    move = policies.careful(possible, worths)
                    points, seen, state = play.step(state, move)
                    after = [(who, play.step(each, move)) for who, each in possible]
                    possible = tuple((who, to[2]) for who, to in after if to[:2] == (points, seen))
                    total += points
                missed.append(worths[true] - total)
            assert max(missed) == play.facts["slack"] == policies.regret(starts)

    def test_the_search_is_bounded(self):
        play = Play(self.spec.task(6, 0).payload)
        with pytest.raises(TooHard):
            Policies(play, 20).worth(play.starts()[0])

    def test_letters_may_stand_close_together(self):
        task = self.spec.task(1, 1, params={"kinds": "prisoners"})
        close = task.answer.replace(", ", "")
        self.takes(task.payload, [close, close.lower()], [close + close, close[:-1]])

    def test_what_is_no_list_of_moves_is_told_apart(self):
        task = self.spec.task(1, 1, params={"kinds": "average"})
        first = task.answer.split(", ")[0]
        verify = self.spec.verify_answer
        assert verify(task.payload, "cooperate always").reason is Reason.UNPARSABLE
        assert verify(task.payload, "999, " + task.answer).reason is Reason.ILLEGAL
        assert verify(task.payload, first).reason is Reason.WRONG
        assert verify(task.payload, "1" * 5_000).score == 0.0
