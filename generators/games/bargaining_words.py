"""The games of `auctions-and-bargaining` in English: what happens, what there is, and what the partner does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..base import Json
from ..english import counted

NAMES = {"auction": "rival", "haggle": "seller"}
FRAMES = (
    "{rules}\n\n{data}\n\n{partner}\n\n<goal> {form}",
    "{data}\n\nThis is what there is. {rules}\n\n{partner}\n\n<goal> {form}",
    "{partner}\n\nThat is how the other side behaves. The rules: {rules}\n\n{data}\n\n<goal> {form}",
)
_RULES = {
    "ultimatum": "In each of {rounds} rounds there is a pot of coins. You offer the partner some of them, from "
    "0 to the "
    "whole pot. If it accepts, it gets what you offered, and you get the rest: a point for each coin. If it refuses, "
    "nobody gets anything in that round, and the next round comes.",
    "auction": "{rounds} things are sold one by one, in the order of the list. For each one you and a rival bid at the "
    "same time, a whole number of coins from 0 to {cap}, and never more than one has left. Whoever bids more gets the "
    "thing and pays its own bid; if the bids are equal, the rival gets it and pays its bid. Who does not get it pays "
    "nothing. For each thing that you get, you gain points: its worth to you less your bid. Coins that are left at the "
    "end are worth nothing.",
    "haggle": "You want to buy one thing from a seller. You have up to {rounds} chances to name a price. If your price "
    "is at least what the seller asks at that moment, you buy the thing for the price that you named, and the game is "
    "over; you then gain its worth to you less that price. If it is lower, you lose {cost}, the seller changes what it "
    "asks in the way told below, and you name your next price. If the last chance passes without a sale, the game is "
    "over and you buy nothing. {unit}",
    "contract": "You and a partner negotiate a contract with three issues: issues 1 and 2 have the options 1, 2 "
    "and 3, issue 3 has the options 1 and 2. You have "
    "up to {rounds} chances to propose a whole contract. If the partner accepts, the game is over, and you gain your "
    "points of the three options. If it refuses, you lose {cost}, and propose again. If it refuses the last one too, "
    "the game is over. It accepts a contract that gives it at least as many points as its limit.",
}
_FORMS = {
    "ultimatum": "Write an offer as the number of coins that the partner gets.",
    "auction": "Write a bid as a number.",
    "haggle": "Write a price as a number.",
    "contract": "Write a proposal as three option numbers in the order of the issues, with hyphens: 2-1-3.",
}
_MOVES = {
    "ultimatum": "offers",
    "auction": "bids",
    "haggle": "prices",
    "contract": "proposals",
}


def fields(facts: Mapping[str, Json], candidates: Sequence[list[Json]]) -> dict[str, str]:
    """What the wordings name, with these rules of the partner; if there are several, one of them is true."""
    kind = facts["kind"]
    cost = counted(facts.get("cost", 0), "point")
    unit = ""
    if kind == "haggle":
        unit = f"Prices are multiples of {facts['step']}, from {facts['step']} to {facts['ask']}."
    said = [_said(kind, rule, facts) for rule in candidates]
    name = NAMES.get(kind, "partner")
    several = [f"The {name} follows one of these {len(said)} rules, and you are not told which:"]
    several += [f"{letter}. {text}" for letter, text in zip("ABCDE", said, strict=False)]
    return {
        "rules": _RULES[kind].format(rounds=facts["rounds"], cap=facts.get("cap"), cost=cost, unit=unit),
        "data": _data(facts),
        "partner": "\n".join(several) if len(said) > 1 else f"The {name}: {said[0]}",
        "moves": _MOVES[kind],
        "form": _FORMS[kind],
    }


def _data(facts: Mapping[str, Json]) -> str:
    kind = facts["kind"]
    if kind == "ultimatum":
        return f"The pots, in order: {', '.join(map(str, facts['pots']))}."
    if kind == "auction":
        mine, theirs = (", ".join(map(str, facts[side])) for side in ("mine", "theirs"))
        you, rival = facts["money"]
        return (
            f"The things are worth to you, in order: {mine}.\nTo the rival: {theirs}.\nYou have "
            f"{counted(you, 'coin')} at first, the rival {rival}."
        )
    if kind == "haggle":
        return f"The thing is worth {facts['value']} to you. At first the seller asks {facts['ask']}."
    lines = [
        f"- issue {n}: {', '.join(map(str, mine))} for you; {', '.join(map(str, theirs))} for the partner"
        for n, (mine, theirs) in enumerate(zip(facts["mine"], facts["theirs"], strict=True), 1)
    ]
    return "\n".join(["Points of the options, in their order:", *lines])


def _said(kind: str, rule: list[Any], facts: Mapping[str, Json]) -> str:
    """The partner's rule; where it is the seller's, in prices."""
    texts = {
        "ultimatum": {
            "steps": "It accepts an offer of at least its limit. The limit is {1} at first. It goes up by {2} "
            "after each "
            "offer that it accepts, but not above {5}, and down by {3} after each offer that it refuses, but not below "
            "{4}.",
            "proud": "It accepts an offer of at least its limit. The limit is {1} at first. After each offer of "
            "less than "
            "{2} it goes up by {3}, for all rounds that follow.",
            "memory": "In round 1 it accepts an offer of {1} or more. In each later round it accepts an offer "
            "that is at "
            "least your offer of the round before less {2}, whether it accepted that one or not.",
            "tired": "It accepts an offer of at least its limit. The limit is {1} in round 1, and goes down by "
            "{2} from "
            "each round to the next, whatever you offer, but not below 0.",
        },
        "auction": {
            "share": "It bids {1}/{2} of what the thing is worth to it, rounded down.",
            "even": "It divides the coins that it has left by the number of things that are still to be sold "
            "(the present "
            "one counts), and bids the result, rounded down.",
            "chase": "It bids {1} at first. After each thing that it did not get, it bids {2} more than it has "
            "just bid; "
            "after each thing that it got, it bids {1} again.",
            "wins": "It bids {1}, and {2} more for each thing that you have got so far.",
        },
        "haggle": {
            "falls": "After each price that is too low it asks {d} less than before, but never less than {f}.",
            "meets": "After each price that is too low it asks less than before by as much as your price was "
            "above your "
            "price before that one; if it was not above it, or was your first price, it asks the same again. It never "
            "asks less than {f}.",
            "half": "After each price that is too low it asks the price in the middle between what it asked and your "
            "price, rounded up to a multiple of {s}, but never less than {f}.",
            "leaves": "If your price is more than {g} below what it asks, it breaks off: the game is over "
            "without a sale (you lose {c} for that price too). After any other price that is too low it asks {d} less "
            "than before, but never less than {f}.",
        },
        "contract": {
            "falls": "Its limit is {1} at first, and goes down by {2} after each proposal that it refuses.",
            "moved": "Its limit is {1} at first. It goes down by {2} after each refused proposal that gives it "
            "more points "
            "than the proposal before did; otherwise, and after your first proposal, it stays the same.",
            "hurt": "Its limit is {1} at first. After each refused proposal that gives it fewer than {3} "
            "points, it goes "
            "up by {2}; after each other refused proposal, it goes down by {2}.",
        },
    }
    text = texts[kind][rule[0]]
    if kind == "haggle":
        step = facts["step"]
        prices = {"d": rule[1] * step, "f": rule[2] * step, "s": step, "g": rule[-1] * step}
        return text.format(**prices, c=counted(facts["cost"], "point"))
    more = (
        f" The rival bids never more than it has left, nor more than {facts['cap']}."
        if kind == "auction"
        else ""
    )
    return text.format(*rule) + more
