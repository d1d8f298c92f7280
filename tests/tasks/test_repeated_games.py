"""Repeated games: points, rules and the earlier game are read from the prompt, and all lists of moves are tried."""

from __future__ import annotations

import random
import re
from itertools import permutations
from typing import ClassVar

import pytest
from policy_games import PolicyPromises, goal, least_regret, most_points

import rlvr
from rlvr.conformance.promises import read
from rlvr.generators.games import partner_rules
from rlvr.generators.games.repeated_games import Play, worth
from rlvr.generators.kernels.duel import TooHard
from rlvr.generators.kernels.policy import Policies
from rlvr.verifiers.base import Reason

M = "([A-Z]|[0-9]+)"
SPLIT = ", | or | and "


def either(*names):
    """The moves, as letters with what they mean."""
    *most, last = [f"{{{letter}:[A-Z]}} ({name})" for letter, name in zip("abc", names, strict=False)]
    return f"{', '.join(most)} or {last}"


KINDS = {
    "prisoners": either("cooperate", "defect"),
    "stag": either("hunt … stag", "hunt … hare"),
    "pennies": either("heads", "tails"),
    "rps": either("rock", "paper", "scissors"),
    "trust": either("keep all your coins", "send half of them", "send all of them"),
    "market": either("enter … market", "stay out"),
    "three": either("cooperate", "defect"),
    "four": either("red", "blue"),
    "average": "one of … numbers {moves:[0-9, and]+}",
}
PARTNERS = {"market": 3, "four": 3, "three": 2, "average": 2}
TRUST = (
    "… partner chooses {x:[A-Z]} (return nothing), {y:[A-Z]} (return exactly what you send) or {z:[A-Z]} (return twice "
    "what you send)."
)
TABLE = "{points:(?:- [^\n]+\n?)+}"
AVERAGE = (
    "Whoever … closest to two thirds of … average of … three numbers wins … round, and … as many points as its own "
    "number; if two or three … equally close, nobody gets anything in … round."
)
BONUS = "Points count {bonus:[^.]+}."
ALONE = "{known:(?:(?:The partner|Partner [1-3]): [^\n]+\n?)+}"
OPEN = (
    "{last:The partner|Partner [23]} follows one of these {count} rules, and you … not told which:\n"
    "{options:(?:[A-E][.] [^\n]+\n?)+}"
)
EARLIER = [
    "In … earlier game of {before} rounds it followed the same rule, from its beginning: {earlier:[^.]+}.",
    "Now … new game begins, and all rules begin anew.",
]
FRAMES = (
    [
        "You play {rounds} rounds of … game with ~.",
        "In each round all choose at the same time; you choose @.",
        "Your points in … round:\n#",
    ],
    [
        "This … how ~ … play, and you play {rounds} rounds of … game.",
        "In each round all choose at the same time, and you choose @.",
        "You … these points in … round:\n#",
    ],
    [
        "… game … played {rounds} times in … row by you and ~.",
        "Each time everybody chooses without seeing the others' choices of that round.",
        "You may choose @.",
        "What … round pays you:\n#",
        "What … known of … partners' rules:",
    ],
)
SHORT = "{short:[A-Z0-9, or]+}"
ALSO = "If several lists … equally good, any of them … right."
GOALS = (
    [
        "Which moves … you … most points in all {rounds} rounds together?",
        f"Give your {{rounds}} moves in … order of … rounds, separated by commas, each as {SHORT}.",
        ALSO,
    ],
    [
        "Plan all {rounds} rounds so that your points add up to as many as possible, and … list of your moves, round 1 "
        f"first, with commas between them, each as {SHORT}.",
        ALSO,
    ],
    [
        "Find … list of {rounds} moves with … largest possible sum of points.",
        f"Write it in order, with commas, each move as {SHORT}.",
        ALSO,
    ],
)
TURNS = (
    f"… game … played round by round: each turn … one move, as {SHORT}, and you … told … everybody did.",
    f"Write one move … turn, as {SHORT}; then you see … happened … round.",
    f"Make your move … the next round each turn, as {SHORT}, and … how it went.",
)


def filled(piece, names, table, others):
    return piece.replace("@", names).replace("#", table).replace("~", others)


def wordings(goals):
    """For each kind all ways to tell it; `goals` are pieces that follow frame, rules and what is told of them."""
    found = {}
    for kind, names in KINDS.items():
        table = AVERAGE if kind == "average" else TABLE
        others = f"{PARTNERS[kind]} partners" if kind in PARTNERS else "a partner"
        beside, trust = [ALONE] * (kind in PARTNERS), [TRUST] * (kind == "trust")
        found[kind] = [
            [*(filled(piece, names, table, others) for piece in frame), BONUS, *rules, *asked]
            for frame, of_frame in zip(FRAMES, goals, strict=True)
            for rules, asked in zip(([*trust, ALONE], [*trust, *beside, OPEN]), of_frame, strict=True)
        ]
    return found


TOLD = wordings([(pieces, [*EARLIER, *pieces]) for pieces in GOALS])
PLAYED = wordings([([each, *goal("partner's", False)], [each, *goal("partner's", True)]) for each in TURNS])


def copying(found):
    back = 2 if found[1] else 1
    assert bool(found[3]) == (back == 2)
    table = {}
    for part in re.split(r"(?:, | and )(?=[A-Z0-9]+ if)", found[4]):
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
    (rf"In rounds? 1( and 2)? it plays {M}\. From then on it goes by your move (?:in the round before|of (two) "
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


def suits(kind, p, mine, theirs):
    """Whether the points are those of the game that the meanings of the moves name."""
    a, b, c = [*mine, ""][:3]
    at = [[p.get((move, n, a)) for n in range(len(p) // 2)] for move in mine]
    if kind in ("prisoners", "stag"):
        best, second = ((b, a), (a, a)) if kind == "prisoners" else ((a, a), (b, a))
        return p[best] > p[second] > p[b, b] > p[a, b]
    if kind == "pennies":
        return p[a, b] == p[b, a] <= 0 < min(p[a, a], p[b, b])
    if kind == "rps":
        same, lost = p[a, a], p[a, b]
        assert [p[b, b], p[c, c], p[b, c], p[c, a]] == [same, same, lost, lost]
        return min(p[a, c], p[b, a], p[c, b]) > same >= lost
    if kind == "trust":
        coins = p[a, theirs[0]]
        sent = {a: 0, b: coins // 2, c: coins}
        return coins % 2 == 0 and all(p[m, t] == coins + sent[m] * (theirs.index(t) - 1) for m, t in p)
    if kind == "market":
        return at[0] == [at[0][2] * (3 - n) for n in range(4)] and len(set(at[1])) == 1
    if kind == "three":
        return (
            at[0] == [at[0][1] * n for n in range(3)]
            and len({y - x for x, y in zip(*at, strict=True)}) == 1
            and at[1][0] > 0
        )
    size = at[1][0]
    return size > 0 and at == [[3 * size, 2 * size, size, -size], [size, -size, -2 * size, -3 * size]]


def game_of(prompt, told=TOLD):
    """What is said, the partners that are told, the candidates of the last one, and what a state leads to."""
    kind, said = read(prompt, told)
    numbered = re.findall(r"^(The partner|Partner \d): (.*)$", said.get("known", ""), re.M)
    known = [partner_of(text) for _, text in numbered]
    lettered = re.findall(r"^([A-E])\. (.*)$", said.get("options", ""), re.M)
    assert [letter for letter, _ in lettered] == list("ABCDE"[: said.get("count", 0)])
    options = [partner_of(text) for _, text in lettered] or [known.pop()]
    names = [name for name, _ in numbered] + [said.get("last")] * bool(lettered)
    assert names == (["The partner"] if len(names) == 1 else [f"Partner {n + 1}" for n in range(len(names))])
    assert len(names) == PARTNERS.get(kind, 1)
    rounds = said["rounds"]
    times = [
        re.fullmatch(r"(\d+) times as much in round (\d+)", part) for part in re.split(SPLIT, said["bonus"])
    ]
    bonus = {int(each[2]): int(each[1]) for each in times}
    assert len(times) == len(bonus)
    assert max(bonus) <= rounds
    points = {}
    for line in said.get("points", "").splitlines():
        one = re.fullmatch(r"- you (\w), the partner (\w): (-?\d+)", line)
        many = re.fullmatch(rf"- you (\w), and (\d) of the {len(names)} partners (\w): (-?\d+)", line)
        key = (one[1], one[2]) if one else (many[1], int(many[2]), many[3])
        assert points.setdefault(key, int((one or many)[len(key) + 1])) == int((one or many)[len(key) + 1])
    moves = re.split(SPLIT, said.get("moves", "")) if not points else [said[x] for x in "abc" if x in said]
    assert moves == re.split(SPLIT, str(said["short"]))
    assert not points or moves == list(dict.fromkeys(key[0] for key in points))
    others = (
        range(len(names) + 1)
        if len(names) > 1
        else [said[x] for x in ("xyz" if "x" in said else "abc") if x in said]
    )
    expected = [(m, n, moves[0]) if len(names) > 1 else (m, n) for m in moves for n in others]
    assert not points or list(points) == expected
    assert not points or suits(kind, points, moves, [said[x] for x in "xyz" if x in said])

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

    return said, options, ahead


def round_of(x):
    """What a round comes to after those of the lines above."""
    state, ahead = x.game
    made = x.answer.split(", ")[: x.at]
    total = 0
    for move in made:
        points, seen, state = ahead(state)[move]
        total += points
    assert x.at == len([line for line in x.before if line.startswith("Round")]) + 1
    return [str(x.move), str(x.seen), x.points, x.total] == [made[-1], ", ".join(seen), points, total]


LINES = {
    "Only rule {letter:[A-E]} is consistent with the earlier game.": lambda x: (
        x.letter == "ABCDE"[x.game[0][0]] and not x.before
    ),
    "Round {at}: {move:[A-Z]|[0-9]+} against {seen:[A-Z0-9, ]+} gives {points}, in all {total}.": round_of,
    "No other list gives more than {total}.": lambda x: x.total == x.found,
}


class TestRepeatedGames(PolicyPromises):
    id = "repeated-games"
    alphabet = "ABCDEFGH0123456789, "
    small: ClassVar = {"rounds": 5, "depth": 2}

    lines = dict.fromkeys(KINDS, LINES)

    def true_game(self, prompt):
        """The first state with the partner whose rule is consistent with the earlier game."""
        said, options, ahead = game_of(prompt)
        earlier = [
            re.fullmatch(rf"round (\d+): you {M}, it {M}", part)
            for part in re.split("; ", said.get("earlier", ""))
            if part
        ]
        assert [int(each[1]) for each in earlier] == list(range(1, said.get("before", 0) + 1))
        mine = [each[2] for each in earlier]
        fitting = [
            who
            for who, partner in enumerate(options)
            if all(partner(mine[:at]) == each[3] for at, each in enumerate(earlier))
        ]
        assert len(fitting) == 1
        return (fitting[0], []), ahead

    def oracle(self, prompt):
        return most_points(*self.true_game(prompt))

    def known(self, found, task):
        return {"found": found, "answer": task.answer, "game": self.true_game(task.prompt)}

    def regret(self, prompt):
        _, options, ahead = game_of(prompt, PLAYED)
        return least_regret([(who, []) for who in range(len(options))], ahead)

    def allowed(self, prompt):
        return game_of(prompt, PLAYED)[0].get("slack", 0)

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

    def test_rounds_are_those_of_the_partners_rules_one_by_one(self):
        rng, rounds = random.Random(5), 0
        for seed in range(20):
            play = Play(self.spec.task(3, seed).payload)
            for who, state in enumerate(play.starts()):
                partners = [*play.facts["partners"], play.facts["candidates"][who]]
                memories = [partner_rules.first(rule) for rule in partners]
                for bonus in play.facts["bonus"]:
                    move = rng.choice(play.facts["actions"])
                    outs = [partner_rules.out(*both) for both in zip(partners, memories, strict=True)]
                    points, seen, after = play.led(state)[play.facts["actions"].index(move)]
                    assert (points, seen) == (bonus * worth(play.facts, move, outs), " ".join(outs))
                    assert play.step(state, move) == (points, seen, after)
                    memories = [
                        partner_rules.after(rule, memory, move)
                        for rule, memory in zip(partners, memories, strict=True)
                    ]
                    state = after
                    rounds += 1
                assert play.led(state) == ()
        assert rounds > 200

    def test_the_search_is_bounded(self):
        play = Play(self.spec.task(6, 0).payload)
        with pytest.raises(TooHard):
            Policies(play, 20).worth(play.starts()[0])

    def test_the_verifier_counts_the_points_that_the_text_tells(self):
        rng = random.Random(7)
        for kind in KINDS:
            task = self.spec.task(1, 4, params={"kinds": kind})
            for _ in range(4):
                (state, ahead), made, total = self.true_game(task.prompt), [], 0
                while possible := ahead(state):
                    made.append(rng.choice(list(possible)))
                    points, _, state = possible[made[-1]]
                    total += points
                verdict = self.spec.verify_answer(task.payload, ", ".join(made))
                assert verdict.parts["regret"] == task.payload["best"] - total, (kind, made)

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
