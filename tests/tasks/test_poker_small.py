"""Small poker: rules, policy and situations are read from the prompt, and every deal of single cards is looked at."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import combinations, permutations
from typing import ClassVar

import pytest

import rlvr
from rlvr.agents.policies import oracle, play
from rlvr.conformance.promises import Promises, read
from rlvr.generators.games.poker_deals import RANKS, hand, single
from rlvr.generators.games.poker_rules import Betting, Replies
from rlvr.generators.wording import stated_in, wording
from rlvr.spec import mark
from rlvr.verifiers.base import Reason

KINDS = ("kuhn", "indian", "leduc", "holdem")
ORDER = (
    "high card, pair, two pairs, three of a kind, straight, flush, full house, four of a kind, straight flush"
)
ORDER = ORDER.split(", ")


NAMES = {
    "kuhn": "poker with one card each",
    "indian": "Indian poker",
    "leduc": "poker with one card each and an open card",
    "holdem": "Texas hold'em",
}
DECK = "… deck … ranks {ranks:[0-9TJQKA ]+}, from low to high, and {deck:one card of each rank|two cards of each rank}."
HIGHER = "If nobody … folded … higher card then takes … pot{tie:|; equal cards share it}."
RULES = {
    "kuhn": [
        DECK,
        "Each player … dealt one card … nobody else sees.",
        "There … one round of betting.",
        HIGHER,
    ],
    "indian": [
        DECK,
        "Each player … dealt one card and sees only the other player's card, not its own.",
        "There … one round of betting.",
        HIGHER,
    ],
    "leduc": [
        DECK,
        "Each player … dealt one card … nobody else sees.",
        "After … first round of betting one more card of … deck … laid open, and … second round follows.",
        "If nobody … folded … player whose card … the rank of … open card (a pair) then takes … pot; if neither … pair "
        "… higher card does, and equal cards share … pot.",
    ],
    "holdem": [
        "… deck … short: … ranks {ranks:[0-9TJQKA ]+}, from low to high (T … ten), in the four suits c, d, h and s.",
        "Each player … two cards … nobody else sees, five cards … open, and … hand … best five of these seven cards.",
        "… categories, from low to high: high card, pair, two pairs, three of a kind, straight (five ranks in a row, "
        "with … ace as … highest only), flush, full house, four of a kind, straight flush.",
        "Hands of one category … compared by ranks in … usual way; suits … not matter.",
        "All cards … dealt, and only … last round of betting … left.",
        "If nobody … folded … better hand then takes … pot, and equal hands share it.",
    ],
}
BETTING = [
    "{:(?:You act|The (?P<other>opponent) acts)} first@.",
    "Who … to act checks or bets if nobody … bet in this round; … bet … {bet} {:chips?}#.",
]
TWICE = " in … first round and {second} {:chips?} in … second"
GOES_BY = {
    "kuhn": "its card",
    "indian": "your card … it sees",
    "leduc": "its card in … first round, and its card with the open one in … second",
    "holdem": "… category of its hand",
}
FACED = "Who faces … bet folds, so … other takes … pot, or calls by putting in as much"
POLICY = "{policy:(?:- [^\n]+\n?)+}"
OFTEN = "… table … how often it bets if nobody … bet (else it checks)"
BET = "how often it calls if it faces … bet (else it folds)"
RAISING = {
    "": [f"{FACED}.", f"{OFTEN}, and {BET}:\n{POLICY}"],
    "raise": [
        f"{FACED}, or raises by putting in twice as much.",
        "Who faces … {raise:raise} folds, or calls by putting in … bet once more.",
        f"{OFTEN}, how often it calls or raises if it faces … bet (else it folds), and how often it calls if it faces "
        f"… raise (else it folds):\n{POLICY}",
    ],
}
WORDS = "{words:[a-z, ]+}"
MEANT = (
    "Expected winnings … chips … you take out of … pot less all … you … put in, on average over all … possible, "
    "given … cards … you see and … the opponent … done, if you go on as well as possible."
)
ASKED = "{asked:(?:[0-9]+[.] [^\n]+\n?)+}"
FRAMES = (
    ["You play @ against one opponent."],
    ["This … game of @ for two, you and one opponent."],
    ["How … opponent acts in … game of @ … known:", "The rules:"],
)
GOALS = (
    [
        ASKED,
        "Which action … largest expected winnings in each of these {count} situations?",
        "In each of them exactly one action … best.",
        f"Give one word for each situation, in order and separated by commas: {WORDS}.",
    ],
    [
        f"Find … best action in each of {{count}} situations … nothing to do with each other:\n{ASKED}",
        "Best … action with … largest expected winnings, and there … only one each time.",
        "Write … {count} actions in … order of … situations, with commas between them, each as one of … words "
        f"{WORDS}.",
    ],
    [
        ASKED,
        "In each of … {count} situations above, one action … larger expected winnings than all others.",
        "Which one?",
        f"Answer with {{count}} words in order, separated by commas: {WORDS}.",
    ],
)
WON = [
    "You win … game if each of your actions … largest expected winnings of those … possible (any of … best, if … "
    "several).",
    "Whether … cards … kind to you … not count.",
    "Hand 1 of {hands}. {situation:[^\n]+[.]} You may {possible:[a-z ]+}.",
]
TURNS = (
    [
        "You play {hands} hands, with … cards shuffled anew for each.",
        f"Each turn … your action as one word ({WORDS}), and you … told … follows.",
    ],
    [f"… {{hands}} hands, each with … new shuffle, and you act in them one action … turn: {WORDS}, one word."],
    ["{hands} hands … dealt, each from … whole deck.", f"Whenever it … your turn … one word: {WORDS}."],
)
TOLD = {
    kind: [
        [
            *(piece.replace("@", NAMES[kind]) for piece in frame),
            *rules,
            f"Each player {'has put' if kind == 'holdem' else 'first puts'} {{ante}} {{:chips?}} into … pot.",
            *(
                piece.replace("@", " in each round" * (kind == "leduc")).replace("#", TWICE * (kind == "leduc"))
                for piece in BETTING
            ),
            "A round ends with two checks … call or … fold.",
            "The opponent acts by chance, each time anew.",
            f"… it does depends on {GOES_BY[kind]}, and on nothing else but … it faces.",
            *raising,
            MEANT,
            *pieces,
        ]
        for frame, asked, turns in zip(FRAMES, GOALS, TURNS, strict=True)
        for pieces in (asked, [*turns, *WON])
        for raising in RAISING.values()
    ]
    for kind, rules in RULES.items()
}
ACTS = "[a-z, ]+"
SEEN = {
    "kuhn": rf"Your card: (?P<one>\w)\. (?P<acts>{ACTS})\.",
    "indian": rf"The opponent's card: (?P<one>\w)\. (?P<acts>{ACTS})\.",
    "leduc": rf"Your card: (?P<one>\w)\. First round: (?P<acts>{ACTS})\."
    rf"(?: Open card: (?P<more>\w)\. Second round: (?P<then>{ACTS})\.)?",
    "holdem": r"Your cards: (?P<one>\w\w \w\w)\. Open cards: (?P<more>\w\w(?: \w\w){4})\. "
    rf"(?P<acts>{ACTS})\.",
}
"""What is told of a hand: cards, and who has done what in each round."""


def category(cards):
    """The category of five cards, and what decides within it."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [times for times, _ in groups]
    row, flush = ranks == list(range(ranks[0], ranks[0] - 5, -1)), len({suit for _, suit in cards}) == 1
    found = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    if row or flush:
        found = 8 if row and flush else max(found, 5 if flush else 4)
    return found, [rank for _, rank in groups]


def best_of(cards):
    return max(category(five) for five in combinations(cards, 5))


def deals_of(kind, said, seen):
    """Every deal of single cards that fits what is seen at first: what you see, the opponent's rows, and who wins."""
    ranks = str(said["ranks"]).split()
    if kind == "holdem":
        cards = [(ranks.index(card[0]), card[1]) for card in seen.split()]
        rest = [(rank, suit) for rank in range(len(ranks)) for suit in "cdhs" if (rank, suit) not in cards]
        mine = best_of(cards)
        for pair in combinations(rest, 2):
            theirs = best_of([*pair, *cards[2:]])
            yield [seen], [ORDER[theirs[0]]], (mine > theirs) - (mine < theirs)
        return
    deck = list(range(len(ranks))) * (2 if said["deck"].startswith("two") else 1)
    if kind == "leduc":
        for mine, theirs, both in permutations(deck, 3):
            won = 1 if mine == both else -1 if theirs == both else (mine > theirs) - (mine < theirs)
            row = "a pair" if theirs == both else f"{ranks[theirs]} without a pair"
            yield [ranks[mine], f"{ranks[mine]} {ranks[both]}"], [ranks[theirs], row], won
        return
    for mine, theirs in permutations(deck, 2):
        sees, row = (theirs, mine) if kind == "indian" else (mine, theirs)
        yield [ranks[sees]], [ranks[row]], (mine > theirs) - (mine < theirs)


class Reader:
    """The game that a prompt tells, and what actions are worth in it."""

    def __init__(self, prompt):
        self.kind, self.said = read(prompt, TOLD)
        self.ante, self.raises = self.said["ante"], "raise" in self.said
        self.bets = [self.said[each] for each in ("bet", "second") if each in self.said]
        self.first = "other" not in self.said
        assert ("share" in self.said.get("tie", "share")) == (self.said.get("deck", "two")[:3] == "two")
        assert (
            re.split(", | or ", self.said["words"])
            == ["check", "bet", "fold", "call"] + ["raise"] * self.raises
        )
        line = r"- ([\w ]+): bets (\d+)%; facing a bet: calls (\d+)%"
        line += r", raises (\d+)%; facing a raise: calls (\d+)%" * self.raises
        lines = [re.fullmatch(line, each).groups() for each in self.said["policy"].splitlines()]
        self.policy = {row: list(map(int, of)) for row, *of in lines}
        ranks = str(self.said["ranks"]).split()
        paired = [*ranks, *(f"{rank} without a pair" for rank in ranks), "a pair"]
        assert list(self.policy) == {"holdem": ORDER, "leduc": paired}.get(self.kind, ranks)
        assert all(0 <= n <= 100 for of in self.policy.values() for n in of)

    def situation(self, text):
        """What is seen, and who has done what in each round, from the words for it."""
        inside = re.sub(r"(?<=\. )(?:You|The|Nobody)(?= )", lambda word: word[0].lower(), text)
        found = re.fullmatch(SEEN[self.kind], inside)
        parts, rounds = found.groupdict(), []
        for acted in filter(None, (parts["acts"], parts.get("then"))):
            done = [] if acted == "nobody has acted" else acted.split(", ")
            rounds.append([each.split()[-1].removesuffix("s") for each in done])
            turns = [self.your_turn(rounds[-1][:at]) for at in range(len(done))]
            told = [
                f"you {act}" if yours else f"the opponent {act}s"
                for act, yours in zip(rounds[-1], turns, strict=True)
            ]
            assert done == told
        return " ".join(filter(None, (parts["one"], parts.get("more")))), rounds

    def options(self, acts):
        if not acts or acts == ["check"]:
            return ["check", "bet"]
        return ["fold", "call"] + ["raise"] * (self.raises and acts[-1] == "bet")

    def acts(self, row, acts):
        bet, call, lift, again = (*self.policy[row], 0, 0)[:4]
        if not acts or acts == ["check"]:
            return {"bet": bet, "check": 100 - bet}
        if acts[-1] == "raise":
            return {"call": again, "fold": 100 - again}
        return {"call": call, "raise": lift, "fold": 100 - call - lift}

    def result(self, rounds, sign):
        """Your winnings when a hand is over."""
        put = {True: self.ante, False: self.ante}
        for acts, bet in zip(rounds, self.bets, strict=False):
            you = self.first
            for act in acts:
                put[you] = (
                    put[not you] + bet * (act in ("bet", "raise"))
                    if act != "check" and act != "fold"
                    else put[you]
                )
                if act == "fold":
                    return -put[True] if you else put[False]
                you = not you
        return sign * put[True]

    def values(self, possible, rounds):
        """For each action what it wins on average; `possible` holds deals with their chances."""
        return {
            act: self.goes_on(possible, [*rounds[:-1], [*rounds[-1], act]]) for act in self.options(rounds[-1])
        }

    def goes_on(self, possible, rounds):
        acts = rounds[-1]
        if acts and (acts[-1] in ("fold", "call") or acts == ["check", "check"]):
            if acts[-1] == "fold" or len(rounds) == len(self.bets):
                return sum(chance * self.result(rounds, deal[2]) for chance, deal in possible)
            rounds = [*rounds, []]
            groups = {deal[0][1] for _, deal in possible}
            parts = [[(c, deal) for c, deal in possible if deal[0][1] == seen] for seen in groups]
            return sum(self.goes_on(part, rounds) if not self.your_turn([]) else max(self.values(part, rounds).values())
                       for part in parts)  # fmt: skip
        if self.your_turn(acts):
            return max(self.values(possible, rounds).values())
        total = 0
        for act in self.options(acts):
            after = [
                (c * self.acts(deal[1][len(rounds) - 1], acts).get(act, 0) / 100, deal) for c, deal in possible
            ]
            total += self.goes_on([each for each in after if each[0]], [*rounds[:-1], [*acts, act]])
        return total

    def your_turn(self, acts):
        return (len(acts) % 2 == 0) == self.first

    def best(self, text):
        """The best actions in a situation, what all are worth, and how probable each row of the opponent is."""
        seen, rounds = self.situation(text)
        possible = []
        for deal in deals_of(self.kind, self.said, seen):
            chance = Fraction(1)
            for at, acts in enumerate(rounds):
                for done in range(len(acts)):
                    if not self.your_turn(acts[:done]):
                        chance *= Fraction(self.acts(deal[1][at], acts[:done]).get(acts[done], 0), 100)
            if deal[0][len(rounds) - 1] == seen and chance:
                possible.append((chance, deal))
        values = self.values(possible, rounds)
        total, rows = sum(chance for chance, _ in possible), {}
        for chance, deal in possible:
            rows[deal[1][0]] = rows.get(deal[1][0], 0) + chance / total
        best = [act for act in values if values[act] == max(values.values())]
        return best, {act: value / total for act, value in values.items()}, rows


def with_numbers(text):
    """Names and the fractions behind them."""
    return {name: Fraction(number) for name, number in (part.rsplit(" ", 1) for part in text.split(", "))}


LINES = {
    "{n}. Rows of the opponent: {rows:.+}. Expected winnings: {worth:.+}. Best: {best:[a-z]+}.": lambda x: (
        x.n == len(x.before) + 1 and ([x.best], with_numbers(x.worth), with_numbers(x.rows)) == x.found[x.n - 1]
    )
}


class TestPokerSmall(Promises):
    id, game = "poker-small", "poker-small-moves"
    alphabet = ""  # the solver looks at every card: what it says of other answers is asked below
    calculates = False
    right = (
        "{}",
        " {}\n",
        "{}.",
        "**{}**",
        "[{}]",
        "Actions: {}",
        "The best actions are {}",
        "```\n{}\n```",
        "`{}`",
    )
    wrong = ("{0}, {0}", "not {0}", "{0}?", "{0} or so", "", "It is not {0}", "{0}, fold")
    small: ClassVar = {"size": 4, "situations": 4, "hands": 5}

    lines = dict.fromkeys(KINDS, LINES)

    def oracle(self, prompt):
        reader = Reader(prompt)
        found = []
        for number, line in enumerate(reader.said["asked"].splitlines(), 1):
            assert line.startswith(f"{number}. ")
            best, values, rows = reader.best(line.removeprefix(f"{number}. "))
            assert len(best) == 1
            assert max(values.values()) - max(
                value for act, value in values.items() if act not in best
            ) >= Fraction(1, 20)
            found.append((best, values, rows))
        assert len(found) == reader.said["count"]
        return found

    def agrees(self, found, task):
        return ", ".join(best for (best,), *_ in found) == task.answer

    def test_the_oracle_finds_the_reference_from_the_text(self):
        for level in (1, 2, 4):
            for kind in KINDS[:3]:
                for seed in range(2):
                    self.reads(self.spec.task(level, seed, params={"kinds": kind}))

    def test_the_oracle_reads_every_kind_in_every_wording(self):
        for kind in KINDS:
            for number in range(3):
                with wording(number, stated_in(self.spec.generator_module)):
                    task = self.spec.task(3, number, params={**self.small, "kinds": kind})
                self.reads(task)

    def test_every_kind_is_drawn_and_no_other(self):
        assert {self.spec.task(1, seed).payload["kind"] for seed in range(24)} == set(KINDS)

    @pytest.mark.parametrize("kind", KINDS)
    def test_solver_and_verifier_agree_on_other_actions(self, kind):
        rng = random.Random(3)
        for level in (2, 3):
            task = self.spec.task(level, 7, params={**self.small, "kinds": kind})
            words = task.answer.split(", ")
            other = [rng.choice(each["moves"]) for each in task.payload["asked"]]
            for answer in (words, other, words[:-1], [*words, "call"], ["jump", *words[1:]]):
                passed = self.spec.verify_answer(task.payload, ", ".join(answer)).passed
                assert passed == self.confirms(task.payload, ", ".join(answer)) == (answer == words)

    def test_both_forms_are_one_problem(self):
        for level in self.spec.levels[:3]:
            one, two = self.spec.task(level, 5), rlvr.get(self.game).task(level, 5)
            assert (one.payload, one.answer, one.fingerprint) == (two.payload, two.answer, two.fingerprint)

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_player_who_reads_only_the_text_wins(self, kind):
        for number in range(1 if kind == "holdem" else 3):
            form = rlvr.get(self.game)
            with wording(number, stated_in(form.generator_module)):
                task = form.task(2 + number, number, params={**self.small, "kinds": kind})
            env = rlvr.make(self.game)
            shown, _ = env.reset(options={"task": task})
            assert shown.startswith(task.prompt)
            reader, over = Reader(task.prompt), False
            assert reader.said["hands"] == self.small["hands"]
            while not over:
                said = re.findall(r"^Hand \d+ of \d+\. (.*) You may (.*)\.$", shown, re.M)[-1]
                best, values, _ = reader.best(said[0])
                assert sorted(said[1].split(" or ")) == sorted(values)
                shown, reward, over, _, info = env.step(mark(best[-1], "tag"))
            assert reward == 1.0, task.id
            assert info["verdict"].parts["regret"] == 0.0

    def test_trap_luck_is_not_paid(self):
        """Others pay for the chips of one deal: bad play often wins them and good play loses them."""
        unlucky = lucky = 0
        for seed in range(30):
            won = play(rlvr.make(self.game, level=2), oracle, seed=seed)
            assert won.verdict.passed
            assert rlvr.verify(won.task, won.actions) == won.verdict
            unlucky += won.verdict.parts["chips"] < 0
            env, rng, over = rlvr.make(self.game, level=2), random.Random(seed), False
            env.reset(seed=seed)
            while not over:
                *_, over, _, info = env.step(env.random_action(rng))
            if not info["verdict"].passed:
                lucky += info["verdict"].parts["chips"] > 0
                assert info["verdict"].score == 0.0
                assert info["verdict"].parts["regret"] >= 0.05
        assert unlucky >= 2
        assert lucky >= 5

    def test_trap_hidden_cards_do_not_change_what_is_right(self):
        """The same cards seen and the same history have the same costs, whatever the opponent holds."""
        for kind in KINDS[:3]:
            for seed in range(6):
                costs = {}
                todo = list(self.spec.task(2, seed, params={"kinds": kind}).payload["hands"])
                for node in todo:
                    moves = node.get("moves", {})
                    found = {move: after["cost"] for move, after in moves.items()}
                    assert not moves or costs.setdefault(node["told"], found) == found
                    todo += moves.values()

    def test_play_without_thought_wins_neither_form(self):
        for level in self.spec.levels:
            for seed in range(8):
                payload = self.spec.task(level, seed).payload
                for pick in (0, 1, -1):
                    always = ", ".join(each["moves"][pick] for each in payload["asked"])
                    assert not self.spec.verify_answer(payload, always).passed
                    cost = 0.0
                    for node in payload["hands"]:
                        while "moves" in node:
                            node = list(node["moves"].values())[pick]
                            cost += node["cost"]
                    assert cost > 0

    def test_what_is_no_list_of_actions_is_told_apart(self):
        task = self.spec.task(1, 1)
        verify, words = self.spec.verify_answer, task.answer.split(", ")
        forms = ["\n".join(f"{n}. {word}" for n, word in enumerate(words, 1)), " ".join(words).upper(),
                 "\n".join(f"Situation {n}: {word}" for n, word in enumerate(words, 1)), "; ".join(words)]  # fmt: skip
        for form in forms:
            assert verify(task.payload, form).passed, form
        assert verify(task.payload, "I would fold").reason is Reason.UNPARSABLE
        assert verify(task.payload, ", ".join(words[:-1])).reason is Reason.WRONG
        assert verify(task.payload, ", ".join(["raise", *words[1:]])).reason is Reason.ILLEGAL
        assert verify(task.payload, "fold, " * 900).score == 0.0

    def test_actions_that_cannot_be_done_change_nothing(self):
        env = rlvr.make(self.game, level=1)
        env.reset(seed=4)
        before = env._running().state
        for bad, told in (
            ("I pass", "not one action"),
            ("fold, fold", "not one action"),
            ("raise", "You cannot raise"),
        ):
            observation, reward, over, _, _ = env.step(mark(bad, "tag"))
            assert told in observation
            assert bad == "raise" or "raise" not in observation, "level 1 has no raises"
            assert (reward, over, env._running().state) == (0.0, False, before)

    def test_hands_are_the_best_five_of_seven(self):
        rng = random.Random(1)
        for _ in range(400):
            deck = [
                (rank, suit) for rank in range(rng.choice((6, 8, 10))) for suit in range(rng.choice((3, 4)))
            ]
            one, two = rng.sample(deck, 7), rng.sample(deck, 7)
            assert hand(one)[0] == best_of(one)[0]
            assert (hand(one) > hand(two)) == (best_of(one) > best_of(two))
            assert (hand(one) == hand(two)) == (best_of(one) == best_of(two))

    def test_nobody_beats_an_equilibrium_of_kuhn_poker(self):
        """Its value is -1/18 for who begins (Kuhn 1950), whatever the best reply is."""
        deals = single(RANKS[-3:], 1, False)
        second = {"Q": [1, 0], "K": [0, 1], "A": [3, 3]}
        first = {"Q": [1, 0], "K": [0, 2], "A": [3, 3]}
        assert Replies(Betting(1, [1], False, True, second, 3), deals).value == Fraction(-1, 18)
        assert Replies(Betting(1, [1], False, False, first, 3), deals).value == Fraction(1, 18)
