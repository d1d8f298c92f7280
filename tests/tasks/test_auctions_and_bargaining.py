"""Auctions and bargaining: numbers and rules are read from the prompt, and all lists of moves are tried."""

from __future__ import annotations

import re
from collections import Counter
from typing import ClassVar

from policy_games import PolicyPromises, least_regret, most_points

import rlvr
from rlvr.generators.games.bargaining_play import PLAYS
from rlvr.generators.kernels.policy import Policies
from rlvr.verifiers.base import Reason


def whole(pattern, text):
    """The numbers in a text that has a pattern, or None."""
    found = re.search(pattern, text)
    return found and [int(group) for group in found.groups()]


def row(pattern, text):
    return [int(number) for number in re.search(pattern, text)[1].split(", ")]


def offers(prompt, rule):
    pots = row(r"pots, in order: ([\d, ]+)\.", prompt)

    def limit(made):
        if found := whole(r"limit is (\d+) at first\. It goes up by (\d+) .*not above (\d+), and down by (\d+) "
        r".*below (\d+)", rule):  # fmt: skip
            now, up, high, down, low = found
            for offer in made:
                now = min(high, now + up) if offer >= now else max(low, now - down)
            return now
        if found := whole(
            r"limit is (\d+) at first\. After each offer of less than (\d+) it goes up by (\d+)", rule
        ):
            return found[0] + found[2] * len([offer for offer in made if offer < found[1]])
        if found := whole(r"In round 1 it accepts an offer of (\d+) .* before less (\d+), whether", rule):
            return made[-1] - found[1] if made else found[0]
        first, down = whole(r"limit is (\d+) in round 1, and goes down by (\d+) .* not below 0", rule)
        return max(first - down * len(made), 0)

    def ahead(state):
        who, made = state
        if len(made) == len(pots):
            return {}
        pot, least = pots[len(made)], limit(made)
        return {str(n): (pot - n if n >= least else 0, n >= least, (who, [*made, n])) for n in range(pot + 1)}

    return ahead, []


def bids(prompt, rule):
    mine, theirs = (
        row(r"worth to you, in order: ([\d, ]+)\.", prompt),
        row(r"To the rival: ([\d, ]+)\.", prompt),
    )
    me, it = whole(r"You have (\d+) coins? at first, the rival (\d+)", prompt)
    cap = whole(r"number of coins from 0 to (\d+)", prompt)[0]
    assert whole(r"nor more than (\d+)", rule) == [cap]

    def wanted(made, left):
        if found := whole(r"It bids (\d)/(\d) of what", rule):
            return int(theirs[len(made)] * found[0] / found[1] + 1e-9)
        if "It divides the coins" in rule:
            return left // (len(mine) - len(made))
        if found := whole(r"It bids (\d+), and (\d+) more for each thing that you have got", rule):
            return found[0] + found[1] * len([1 for bid, other in made if bid > other])
        first, more, again = whole(
            r"It bids (\d+) at first\. .* it bids (\d+) more than .* it bids (\d+) again", rule
        )
        assert first == again
        return made[-1][1] + more if made and made[-1][0] > made[-1][1] else first

    def ahead(state):
        who, made = state
        if len(made) == len(mine):
            return {}
        left = it - sum(other for bid, other in made if bid <= other)
        money = me - sum(bid for bid, other in made if bid > other)
        other = min(cap, left, wanted(made, left))
        value = mine[len(made)]
        return {
            str(bid): (value - bid if bid > other else 0, other, (who, [*made, (bid, other)]))
            for bid in range(min(cap, money) + 1)
        }

    return ahead, []


def prices(prompt, rule):
    chances = whole(r"up to (\d+) chances", prompt)[0]
    lost = whole(r"you lose (\d+) points?, the seller", prompt)[0]
    step, top = whole(r"Prices are multiples of (\d+), from \d+ to (\d+)", prompt)
    worth, first = whole(r"is worth (\d+) to you\. At first the seller asks (\d+)", prompt)
    assert first == top
    floor = whole(r"(?:never less than|never asks less than) (\d+)", rule)[0]

    def then(ask, price, before):
        if found := whole(r"too low it asks (\d+) less than before", rule):
            return max(floor, ask - found[0])
        if "in the middle" in rule:
            middle = -(-(ask + price) // 2)
            return max(floor, middle + -middle % step)
        return max(floor, ask - (price - before if before is not None and price > before else 0))

    def ahead(state):
        who, (made, ask) = state
        if ask is None or len(made) == chances:
            return {}
        found = {}
        gap = whole(r"more than (\d+) below what it asks, it breaks off", rule)
        for price in range(step, top + 1, step):
            if price >= ask:
                found[str(price)] = (worth - price, "sold", (who, ([], None)))
            elif gap and ask - price > gap[0]:
                assert f"lose {lost} point" in rule
                found[str(price)] = (-lost, "off", (who, ([], None)))
            else:
                new = then(ask, price, made[-1] if made else None)
                found[str(price)] = (-lost, new, (who, ([*made, price], new)))
        return found

    return ahead, ([], first)


def contracts(prompt, rule):
    chances = whole(r"up to (\d+) chances", prompt)[0]
    lost = whole(r"you lose (\d+) points?, and propose", prompt)[0]
    tables = [
        [[int(n) for n in side.split(", ")] for side in found]
        for found in re.findall(r"issue \d: ([\d, ]+) for you; ([\d, ]+) for the partner", prompt)
    ]
    first = whole(r"limit is (\d+) at first", rule)[0]

    def limit(gifts):
        now = first
        for at, gift in enumerate(gifts):
            if found := whole(r"down by (\d+) after each proposal that it refuses", rule):
                now -= found[0]
            elif found := whole(r"down by (\d+) after each refused proposal that gives it more", rule):
                now -= found[0] if at and gift > gifts[at - 1] else 0
            else:
                bound, up, down = whole(
                    r"fewer than (\d+) points, it goes up by (\d+); .* it goes down by (\d+)", rule
                )
                now += up if gift < bound else -down
        return now

    def ahead(state):
        who, gifts = state
        if gifts is None or len(gifts) == chances:
            return {}
        found, bound = {}, limit(gifts)
        for a, b, c in ((a, b, c) for a in range(3) for b in range(3) for c in range(2)):
            mine, theirs = (sum(t[s][o] for t, o in zip(tables, (a, b, c), strict=True)) for s in (0, 1))
            yes = theirs >= bound
            after = (who, None if yes else [*gifts, theirs])
            found[f"{a + 1}-{b + 1}-{c + 1}"] = (mine if yes else -lost, yes, after)
        return found

    return ahead, []


READERS = {
    "pot of coins": offers,
    "sold one by one": bids,
    "buy one thing": prices,
    "whole contract": contracts,
}


def games_of(prompt):
    """The first state with each of the partner's rules, and what moves lead to."""
    (reader,) = [reader for words, reader in READERS.items() if words in prompt]
    said = re.findall(r"^(?:[A-E]\.|The (?:partner|rival|seller):) (.*)$", prompt, re.M)
    each = [reader(prompt, rule) for rule in said]
    return [(who, start) for who, (_, start) in enumerate(each)], lambda state: each[state[0]][0](state)


class TestAuctionsAndBargaining(PolicyPromises):
    id = "auctions-and-bargaining"
    alphabet = "0123456789-, "
    small: ClassVar = {"rounds": 3}

    def oracle(self, prompt):
        (start,), ahead = games_of(prompt)
        return most_points(start, ahead)

    def regret(self, prompt):
        starts, ahead = games_of(prompt)
        return least_regret(starts, ahead)

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
                def step(self, state, move, tried=tried):
                    tried[state, move] += 1
                    return super().step(state, move)

            play = Counted(facts)
            policies = Policies(play, 10**6)
            starts = play.starts()
            assert policies.worth(starts[facts["who"]]) == facts["best"]
            assert policies.least(starts[facts["who"]]) == facts["low"]
            assert policies.regret(starts) == facts["slack"]
            policies.share(starts[facts["who"]], facts["best"])
            assert set(tried.values()) == {1}, kind
