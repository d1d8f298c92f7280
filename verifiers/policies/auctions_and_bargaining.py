"""Auctions and bargaining: four kinds of games. A state is the history: your moves, and what each one led to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .rules import Payload, Rules

History = list[dict[str, Any]]


def _limits(rule: Sequence[Any], history: History) -> int:
    """The least offer that the partner of `ultimatum` accepts after these rounds."""
    limit = int(rule[1])
    for number, past in enumerate(history, 1):
        if rule[0] == "steps":
            _, _, up, down, low, high = rule
            limit = min(high, limit + up) if past["taken"] else max(low, limit - down)
        elif rule[0] == "proud" and past["move"] < rule[2]:
            limit += rule[3]
        elif rule[0] == "memory":
            limit = past["move"] - rule[2]
        elif rule[0] == "tired":
            limit = max(0, rule[1] - number * rule[2])
    return limit


def _bid(payload: Payload, rule: Sequence[Any], history: History) -> int:
    """The rival's next bid."""
    left = payload["money"][1] - sum(past["bid"] for past in history if not past["taken"])
    name = rule[0]
    if name == "share":
        wanted = payload["theirs"][len(history)] * rule[1] // rule[2]
    elif name == "even":
        wanted = left // (payload["rounds"] - len(history))
    elif name == "wins":
        wanted = rule[1] + rule[2] * sum(past["taken"] for past in history)
    else:
        wanted = history[-1]["bid"] + rule[2] if history and history[-1]["taken"] else rule[1]
    return int(min(wanted, left, payload["cap"]))


def _asked(payload: Payload, rule: Sequence[Any], history: History) -> int:
    """What the seller asks after these prices, all of which were too low."""
    ask, step = payload["ask"], payload["step"]
    for number, past in enumerate(history):
        price = past["move"]
        if rule[0] in ("falls", "leaves"):
            lower = ask - rule[1] * step
        elif rule[0] == "meets":
            lower = ask - max(0, price - history[number - 1]["move"]) if number else ask
        else:
            middle = (ask + price) / 2
            lower = next(multiple for multiple in range(step, ask + 1, step) if multiple >= middle)
        ask = max(lower, rule[2] * step)
    return int(ask)


def _wanted(rule: Sequence[Any], history: History) -> int:
    """The limit of the partner of `contract` after these proposals, all of which it refused."""
    limit, gifts = rule[1], [past["gives"] for past in history]
    for number, gift in enumerate(gifts):
        if rule[0] == "hurt":
            limit += rule[2] if gift < rule[3] else -rule[2]
        elif rule[0] == "falls" or (number and gift > gifts[number - 1]):
            limit -= rule[2]
    return int(limit)


class AuctionsAndBargaining(Rules):
    """A move is a number, or three option numbers with hyphens."""

    form = "A move is written as in the task: a number, or three numbers with hyphens."
    move = re.compile(r"[0-9]{1,4}|[0-9]-[0-9]-[0-9]")

    def start(self, payload: Payload) -> Any:
        """Nothing has happened."""
        return []

    def moves(self, payload: Payload, state: Any) -> Sequence[str]:
        """What can be offered, bid or proposed next."""
        kind, at = payload["kind"], len(state)
        if at == payload["rounds"] or (at and state[-1].get("over")):
            return []
        if kind == "ultimatum":
            return [str(offer) for offer in range(payload["pots"][at] + 1)]
        if kind == "auction":
            most = min(payload["cap"], self._money(payload, state)[0])
            return [str(bid) for bid in range(most + 1)]
        if kind == "haggle":
            return [str(price) for price in range(payload["step"], payload["ask"] + 1, payload["step"])]
        one, two, three = (range(1, len(row) + 1) for row in payload["mine"])
        return [f"{a}-{b}-{c}" for a in one for b in two for c in three]

    def step(self, payload: Payload, state: Any, move: str) -> tuple[int, str, Any]:
        """One move, and what comes of it."""
        kind, at, rule = payload["kind"], len(state), payload["candidates"][payload["who"]]
        if kind == "contract":
            return self._propose(payload, rule, state, move)
        number = int(move)
        if kind == "ultimatum":
            taken = number >= _limits(rule, state)
            points = payload["pots"][at] - number if taken else 0
            told = "The partner accepts." if taken else "The partner refuses."
            return points, told, [*state, {"move": number, "taken": taken}]
        if kind == "auction":
            bid = _bid(payload, rule, state)
            taken = number > bid
            points = payload["mine"][at] - number if taken else 0
            told = f"The rival: {bid}. {'You get the thing.' if taken else 'The rival gets the thing.'}"
            return points, told, [*state, {"move": number, "bid": bid, "taken": taken}]
        asked = _asked(payload, rule, state)
        sold = number >= asked
        off = not sold and rule[0] == "leaves" and asked - number > rule[3] * payload["step"]
        after = [*state, {"move": number, "over": sold or off}]
        if sold:
            return payload["value"] - number, "You buy the thing.", after
        if off:
            return -payload["cost"], "The seller breaks off.", after
        return -payload["cost"], f"Too low. The seller now asks {_asked(payload, rule, after)}.", after

    def show(self, payload: Payload, state: Any) -> str:
        """Which chance is next."""
        at, kind = len(state) + 1, payload["kind"]
        if kind == "ultimatum":
            return f"Next is round {at} of {payload['rounds']}, with a pot of {payload['pots'][at - 1]}."
        if kind == "auction":
            mine, theirs = self._money(payload, state)
            return f"Next is thing {at} of {payload['rounds']}. You have {mine} left, the rival {theirs}."
        return f"Next is chance {at} of {payload['rounds']}."

    def _money(self, payload: Payload, history: History) -> tuple[int, int]:
        mine = sum(past["move"] for past in history if past["taken"])
        theirs = sum(past["bid"] for past in history if not past["taken"])
        return payload["money"][0] - mine, payload["money"][1] - theirs

    def _propose(self, payload: Payload, rule: Sequence[Any], state: Any, move: str) -> tuple[int, str, Any]:
        chosen = [int(option) - 1 for option in move.split("-")]
        mine, theirs = (
            sum(row[option] for row, option in zip(payload[side], chosen, strict=True))
            for side in ("mine", "theirs")
        )
        agreed = theirs >= _wanted(rule, state)
        after = [*state, {"gives": theirs, "over": agreed}]
        if agreed:
            return mine, "The partner accepts.", after
        return -payload["cost"], "The partner refuses.", after


RULES = AuctionsAndBargaining()
verify = RULES.verify
