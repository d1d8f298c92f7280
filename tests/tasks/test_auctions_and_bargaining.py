"""Auctions and bargaining: numbers and rules are read from the prompt, and all lists of moves are tried."""

from __future__ import annotations

import re
from collections import Counter
from typing import ClassVar

from policy_games import PolicyPromises, goal, least_regret, most_points

import rlvr
from rlvr.conformance.promises import read
from rlvr.generators.games.bargaining_play import PLAYS
from rlvr.generators.kernels.policy import Policies
from rlvr.verifiers.base import Reason

LIMIT = "It accepts … offer … at least its limit."
FIRST = "… limit … {first} at first."
CAP = "… rival bids never more than it has left, nor more than {cap}."
PARTNERS = {
    "ultimatum": {
        "steps": [
            LIMIT,
            FIRST,
            "It … up by {up} after each offer … it accepts, but not above {high}, and down by {down} after each "
            "offer … "
            "it refuses, but not below {low}.",
        ],
        "proud": [
            LIMIT,
            FIRST,
            "After each offer of less than {bound} it … up by {up}, for all rounds … follow.",
        ],
        "memory": [
            "In round 1 it accepts … offer of {first} or more.",
            "In each later round it accepts … offer … at least your offer … round before less {less}, whether it "
            "accepted "
            "that one or not.",
        ],
        "tired": [
            LIMIT,
            "… limit … {first} in round 1, and … down by {down} from each round to … next, whatever … offer, but not "
            "below "
            "0.",
        ],
    },
    "auction": {
        "share": ["It bids {a}/{b} of what … thing … worth to it, rounded down.", CAP],
        "even": [
            "It divides … coins … it … left by … number of things … still to … sold (the present one counts), and "
            "bids … "
            "result, rounded down.",
            CAP,
        ],
        "chase": [
            "It bids {first} at first.",
            "After each thing … it … not get, it bids {more} more than it … just bid; after each thing … it got, it "
            "bids "
            "{first} again.",
            CAP,
        ],
        "wins": ["It bids {first}, and {more} more for each thing … you … got so far.", CAP],
    },
    "haggle": {
        "falls": ["After each price … too low it asks {less} less than before, but never less than {floor}."],
        "meets": [
            "After each price … too low it asks less than before by … much … your price … above your price before that "
            "one; if it … not above it, or … your first price, it asks … same again.",
            "It never asks less than {floor}.",
        ],
        "half": [
            "After each price … too low it asks … price … middle between what it asked and your price, rounded up to … "
            "multiple of {step}, but never less than {floor}.",
        ],
        "leaves": [
            "If your price … more than {gap} below what it asks, it breaks off: … over without … sale (you lose {lost} "
            "{:points?} for that price too).",
            "After any other price … too low it asks {less} less than before, but never less than {floor}.",
        ],
    },
    "contract": {
        "falls": ["Its limit … {first} at first, and … down by {down} after each proposal … it refuses."],
        "moved": [
            FIRST,
            "It … down by {down} after each refused proposal … gives it more points than … proposal before did; "
            "otherwise, and after your first proposal … same.",
        ],
        "hurt": [
            FIRST,
            "After each refused proposal … gives it fewer than {bound} points, it … up by {up}; after each other "
            "refused "
            "proposal, it … down by {down}.",
        ],
    },
}
NUMBERS = "[0-9]+(?:, [0-9]+)*"
RULES = {
    "ultimatum": [
        "In each of {rounds} rounds … pot … coins.",
        "You offer … partner some … from 0 to … whole pot.",
        "If it accepts, it … what you offered, and you … rest: … point for each coin.",
        "If it refuses, nobody … in … round, and … next round comes.",
        f"… pots, in order: {{pots:{NUMBERS}}}.",
        "Write … offer … number of coins … partner gets.",
    ],
    "auction": [
        "{rounds} things … sold one by one, in … order … list.",
        "For each one you and … rival bid at … same time … whole number of coins from 0 to {cap}, and never more "
        "than one "
        "has left.",
        "Whoever bids more … thing and pays its own bid; if … bids … equal, … rival gets it and pays its bid.",
        "Who … not get it pays nothing.",
        "For each thing … you get, you gain points: its worth to you less your bid.",
        "Coins … left at … end … worth nothing.",
        f"… things … worth to you, in order: {{mine:{NUMBERS}}}.\nTo the rival: {{theirs:{NUMBERS}}}.\nYou have {{me}} "
        "{:coins?} at first, … rival {it}.",
        "Write … bid … number.",
    ],
    "haggle": [
        "You … to buy one thing from … seller.",
        "You have up to {rounds} chances to name … price.",
        "If your price … at least what … seller asks … moment, you buy … thing for … price … you named, and … over; "
        "you "
        "then gain its worth to you less that price.",
        "If it … lower, you lose {lost} {:points?}, … seller changes what it asks in … way told below, and you … next "
        "price.",
        "If … last chance … without … sale, … over and you buy nothing.",
        "Prices … multiples of {step}, from {step} to {top}.",
        "… thing … worth {worth} to you.",
        "At first … seller asks {top}.",
        "Write … price … number.",
    ],
    "contract": [
        "You and … partner … contract with three issues: issues 1 and 2 have … options 1, 2 and 3, issue 3 has … "
        "options "
        "1 and 2.",
        "You have up to {rounds} chances to propose … whole contract.",
        "If … partner accepts, … over, and you gain your points … three options.",
        "If it refuses, you lose {lost} {:points?}, and propose again.",
        "If it refuses … last one too, … over.",
        "It accepts … contract … gives it at least as many points as its limit.",
        "Points of … options, in their order:\n"
        f"{{issues:(?:- issue [123]: {NUMBERS} for you; {NUMBERS} for the partner\n?)+}}",
        "Write … proposal … three option numbers in … order … issues, with hyphens: 2-1-3.",
    ],
}
NAMES = {"ultimatum": "offers", "auction": "bids", "haggle": "prices", "contract": "proposals"}
TIES = "If several lists … equally good, any of them … right."
FRAMES = (
    ["Which @ … you … most points in all?", "Give them in order, separated by commas, until … over.", TIES],
    [
        "This … what there is.",
        "Find @ whose points add up to as many as possible.",
        "Give … whole list in order, with commas between them, up to … end of … game.",
        TIES,
    ],
    [
        "That … how … other side behaves.",
        "The rules:",
        "Plan all your @ so that you gain as many points as possible in all.",
        "Write them in order, with commas, until … over.",
        TIES,
    ],
)
WHO = "{:partner|rival|seller}"
ALONE = f"The {WHO}: {{partner:[^\n]+}}"
SEVERAL = (
    f"The {WHO} follows one of these {{count}} rules, and you … not told which:\n"
    "{partner:(?:[A-E][.] [^\n]+\n?)+}"
)
TOLD = {
    kind: [[*rules, ALONE, *(piece.replace("@", NAMES[kind]) for piece in frame)] for frame in FRAMES]
    for kind, rules in RULES.items()
}
GOALS = (
    ["You play … move by move: each turn … one of your @, and you … told … it leads to."],
    ["This … what there is.", "Write one of your @ … turn; then you see … the other side does."],
    [
        "That … how … other side behaves.",
        "The rules:",
        "Decide on your @ one by one: one … turn, and each time you … what came of it.",
    ],
)
"""How the form that is played frames the same, and what is done there."""
WHOSE = {"ultimatum": "partner's", "auction": "rival's", "haggle": "seller's", "contract": "partner's"}
PLAYED = {
    kind: [
        [
            *rules,
            who,
            *(piece.replace("@", NAMES[kind]) for piece in pieces),
            *goal(WHOSE[kind], who == SEVERAL),
        ]
        for pieces in GOALS
        for who in (ALONE, SEVERAL)
    ]
    for kind, rules in RULES.items()
}


def row(text):
    return [int(number) for number in text.split(", ")]


def offers(said, rule, it):
    pots = row(said["pots"])
    assert len(pots) == said["rounds"]

    def limit(made):
        if rule == "steps":
            now = it["first"]
            for offer in made:
                now = min(it["high"], now + it["up"]) if offer >= now else max(it["low"], now - it["down"])
            return now
        if rule == "proud":
            return it["first"] + it["up"] * len([offer for offer in made if offer < it["bound"]])
        if rule == "memory":
            return made[-1] - it["less"] if made else it["first"]
        return max(it["first"] - it["down"] * len(made), 0)

    def ahead(state):
        who, made = state
        if len(made) == len(pots):
            return {}
        pot, least = pots[len(made)], limit(made)
        return {
            str(n): (pot - n if n >= least else 0, "yes" if n >= least else "no", (who, [*made, n]))
            for n in range(pot + 1)
        }

    return ahead, []


def bids(said, rule, it):
    mine, theirs = row(said["mine"]), row(said["theirs"])
    assert len(mine) == len(theirs) == said["rounds"]
    assert it["cap"] == said["cap"]

    def wanted(made, left):
        if rule == "share":
            return theirs[len(made)] * it["a"] // it["b"]
        if rule == "even":
            return left // (len(mine) - len(made))
        if rule == "wins":
            return it["first"] + it["more"] * len([1 for bid, other in made if bid > other])
        return made[-1][1] + it["more"] if made and made[-1][0] > made[-1][1] else it["first"]

    def ahead(state):
        who, made = state
        if len(made) == len(mine):
            return {}
        left = said["it"] - sum(other for bid, other in made if bid <= other)
        money = said["me"] - sum(bid for bid, other in made if bid > other)
        other = min(said["cap"], left, wanted(made, left))
        value = mine[len(made)]
        return {
            str(bid): (value - bid if bid > other else 0, other, (who, [*made, (bid, other)]))
            for bid in range(min(said["cap"], money) + 1)
        }

    return ahead, []


def prices(said, rule, it):
    step, top = said["step"], said["top"]
    assert it.get("step", step) == step
    assert it.get("lost", said["lost"]) == said["lost"]

    def then(ask, price, before):
        if rule in ("falls", "leaves"):
            return max(it["floor"], ask - it["less"])
        if rule == "half":
            middle = -(-(ask + price) // 2)
            return max(it["floor"], middle + -middle % step)
        return max(it["floor"], ask - (price - before if before is not None and price > before else 0))

    def ahead(state):
        who, (made, ask) = state
        if ask is None or len(made) == said["rounds"]:
            return {}
        found = {}
        for price in range(step, top + 1, step):
            if price >= ask:
                found[str(price)] = (said["worth"] - price, "sold", (who, ([], None)))
            elif rule == "leaves" and ask - price > it["gap"]:
                found[str(price)] = (-said["lost"], "broken off", (who, ([], None)))
            else:
                new = then(ask, price, made[-1] if made else None)
                found[str(price)] = (-said["lost"], new, (who, ([*made, price], new)))
        return found

    return ahead, ([], top)


def contracts(said, rule, it):
    issues = re.findall(r"issue (\d): ([\d, ]+) for you; ([\d, ]+) for the partner", said["issues"])
    tables = [[row(mine), row(theirs)] for _, mine, theirs in issues]
    assert [(int(n), len(a), len(b)) for (n, *_), (a, b) in zip(issues, tables, strict=True)] == [
        (1, 3, 3),
        (2, 3, 3),
        (3, 2, 2),
    ]

    def limit(gifts):
        now = it["first"]
        for at, gift in enumerate(gifts):
            if rule == "falls" or (rule == "moved" and at and gift > gifts[at - 1]):
                now -= it["down"]
            elif rule == "hurt":
                now += it["up"] if gift < it["bound"] else -it["down"]
        return now

    def ahead(state):
        who, gifts = state
        if gifts is None or len(gifts) == said["rounds"]:
            return {}
        found, bound = {}, limit(gifts)
        for a, b, c in ((a, b, c) for a in range(3) for b in range(3) for c in range(2)):
            mine, theirs = (sum(t[s][o] for t, o in zip(tables, (a, b, c), strict=True)) for s in (0, 1))
            yes = theirs >= bound
            after = (who, None if yes else [*gifts, theirs])
            found[f"{a + 1}-{b + 1}-{c + 1}"] = (
                (mine, "agreed", after) if yes else (-said["lost"], "refused", after)
            )
        return found

    return ahead, []


READERS = {"ultimatum": offers, "auction": bids, "haggle": prices, "contract": contracts}


def games_of(prompt, told=TOLD):
    """The first state with each of the partner's rules, and what moves lead to."""
    kind, said = read(prompt, told)
    rules = re.sub(r"^[A-E]\. ", "", said["partner"].strip(), flags=re.M).split("\n")
    assert len(rules) == said.get("count", 1)
    known = {name: [pieces] for name, pieces in PARTNERS[kind].items()}
    each = [READERS[kind](said, *read(f"{rule}\n\n", known)) for rule in rules]
    return [(who, start) for who, (_, start) in enumerate(each)], lambda state: each[state[0]][0](state)


def gained(x):
    """What a move leads to in the game of the prompt, after the moves of the lines above."""
    (state,), ahead = x.game
    total = 0
    for move in [*(line.split(":")[0] for line in x.before), str(x.move)]:
        points, seen, state = ahead(state)[move]
        total += points
    return (x.seen, x.points, x.total) == (seen, points, total) and str(x.move) == x.answer.split(", ")[
        len(x.before)
    ]


LINES = {
    "{move:[-0-9]+}: {seen:[a-z ]+|[0-9]+}; {points} {:points?}, in all {total}.": gained,
    "No other list gains more than {total}.": lambda x: x.total == x.found,
}


class TestAuctionsAndBargaining(PolicyPromises):
    id = "auctions-and-bargaining"
    alphabet = "0123456789-, "
    small: ClassVar = {"rounds": 3}
    lines = dict.fromkeys(RULES, LINES)

    def known(self, found, task):
        return {"found": found, "answer": task.answer, "game": games_of(task.prompt)}

    def oracle(self, prompt):
        (start,), ahead = games_of(prompt)
        return most_points(start, ahead)

    def regret(self, prompt):
        starts, ahead = games_of(prompt, PLAYED)
        return least_regret(starts, ahead)

    def allowed(self, prompt):
        return read(prompt, PLAYED)[1].get("slack", 0)

    def thoughtless(self, payload):
        kind, count = payload["kind"], payload["rounds"]
        if kind == "ultimatum":
            yield [str(pot // 2) for pot in payload["pots"]]
            yield [str(pot // 3) for pot in payload["pots"]]
            yield from ([str(n)] * count for n in range(min(payload["pots"]) + 1))
        elif kind == "auction":
            yield from ([str(n)] * count for n in range(payload["money"][0] // count + 1))
        elif kind == "haggle":
            step, ask = payload["step"], payload["ask"]
            for price in range(step, ask + 1, step):
                yield from ([str(price)] * times for times in range(1, count + 1))
        else:
            for side in ("mine", "theirs"):
                best = "-".join(str(options.index(max(options)) + 1) for options in payload[side])
                yield from ([best] * times for times in range(1, count + 1))

    def test_trap_offers_are_typed_and_no_talk_is_read(self):
        """Others look for bids in free text by rules made by hand, and take what was not meant."""
        for kind in ("ultimatum", "auction", "haggle"):
            task = self.spec.task(2, 4, params={"kinds": kind})
            first, *rest = task.answer.split(", ")
            said = ", ".join([f"I would not go below {first}", *rest])
            for answer in (said, f"[Bid: {task.answer}]", f"{task.answer} or more", "all my money", "-1"):
                assert self.spec.verify_answer(task.payload, answer).reason is Reason.UNPARSABLE, answer

    def test_trap_nobody_bids_what_he_does_not_have(self):
        for seed in range(4):
            task = self.spec.task(1, seed, params={"kinds": "auction"})
            high = ", ".join([str(task.payload["cap"] + 1)] * task.payload["rounds"])
            assert self.spec.verify_answer(task.payload, high).reason is Reason.ILLEGAL

    def test_nothing_may_follow_when_the_game_is_over(self):
        for kind in ("haggle", "contract"):
            task = self.spec.task(1, 2, params={"kinds": kind})
            last = task.answer.split(", ")[-1]
            self.takes(task.payload, [task.answer], [f"{task.answer}, {last}"])

    def test_partners_are_not_always_the_same(self):
        for kind, rules in (("ultimatum", 2), ("auction", 3), ("haggle", 3), ("contract", 2)):
            drawn = set()
            for seed in range(16):
                payload = self.spec.task(2, seed, params={"kinds": kind}).payload
                drawn.add(payload["candidates"][payload["who"]][0])
            assert len(drawn) >= rules, (kind, drawn)

    def test_a_game_that_ends_early_is_won(self):
        env = rlvr.make("auctions-and-bargaining-moves", level=1, params={"kinds": "haggle"})
        _, info = env.reset(seed=3)
        over = False
        for move in info["task"].answer.split(", "):
            assert not over
            _, reward, over, _, info = env.step(f"<answer>{move}</answer>")
        assert over
        assert reward == 1.0

    def test_no_move_of_a_position_is_tried_twice(self):
        for kind, which in PLAYS.items():
            facts = self.spec.task(2, 1, params={"kinds": kind, "candidates": 2}).payload
            tried = Counter()

            class Counted(which):
                def _led(self, state, tried=tried):
                    for move, made in zip(self.choices(state), super()._led(state), strict=True):
                        tried[state, move] += 1
                        yield made

            play = Counted(facts)
            policies = Policies(play, 10**6)
            starts = play.starts()
            assert policies.worth(starts[facts["who"]]) == facts["best"]
            assert policies.least(starts[facts["who"]]) == facts["low"]
            assert policies.regret(starts) == facts["slack"]
            policies.share(starts[facts["who"]], facts["best"])
            assert set(tried.values()) == {1}, kind
