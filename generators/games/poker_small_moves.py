"""Small poker, played: the games of `poker_small`, some hands with an action a turn.

The game is won if no action is worse than the best one, by what is known when it is made. Chips that are won or lost
are told, and are not what is paid: a hand that is well played may be lost.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from ..base import Draft, Json
from ..limits import limited
from ..wording import phrase
from . import poker_small as one_response
from . import poker_words as words

_AIM = (
    "You win the game if each of your actions has the largest expected winnings of those that are "
    "possible (any of the best, "
    "if there are several). {meant} Whether the cards are kind to you does not count."
)
_GOALS = (
    "You play {count} hands, with the cards shuffled anew for each. Each turn write your action as "
    "one word ({words}), and "
    "you are told what follows. {aim}",
    "There are {count} hands, each with a new shuffle, and you act in them one action a turn: "
    "{words}, one word. {aim}",
    "{count} hands are dealt, each from the whole deck. Whenever it is your turn, write one word: "
    "{words}. {aim}",
)
WORDINGS = tuple(frame.replace("<goal>", goal) for frame, goal in zip(one_response.FRAMES, _GOALS, strict=True))


@limited(**one_response.LIMITS)
def generate(rng: random.Random, *, kinds: str, size: int, raises: bool, situations: int, hands: int) -> Draft:
    """Make one game; see `poker_small.generate`."""
    facts, draft, lucky = one_response.drawn(rng, kinds, size, raises, situations, hands)
    prompt = phrase(
        rng,
        WORDINGS,
        **words.fields(facts),
        count=hands,
        words=one_response.used(raises),
        aim=_AIM.format(meant=one_response.MEANT),
    )
    first = draft["payload"]["hands"][0]
    begins = f"Hand 1 of {hands}. {first['told']} You may {' or '.join(first['moves'])}."
    lines = [
        f"Hand {number}: {', '.join(_best(hand))}." for number, hand in enumerate(draft["payload"]["hands"], 1)
    ]
    return Draft(prompt=f"{prompt}\n\n{begins}", **draft | {"guess_rate": lucky, "trace": "\n".join(lines)})


def _best(node: Mapping[str, Json]) -> Iterator[str]:
    """The best actions of a hand, one after the other."""
    while "moves" in node:
        action, after = next((name, after) for name, after in node["moves"].items() if not after["cost"])
        yield f"{action} is best"
        node = after
