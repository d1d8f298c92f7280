"""The solver of `poker-small`: from the ends of the game backwards, card by card, where the generator carries chances.

It lists all ways in which a hand can be dealt and acted, with your actions free. From the longest histories to the
shortest, each decision of yours is settled for all deals that look the same. Cards are single cards here, not ranks.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations

from ..base import Json
from ..readers import bare

_NAMES = {"check": "k", "bet": "b", "fold": "f", "call": "c", "raise": "r"}
_ORDER = ("high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind",
          "straight flush")  # fmt: skip
_GAME = ("kind", "ranks", "copies", "ante", "bets", "raises", "first", "policy")
Way = tuple[tuple[str, ...], tuple[str, ...], int]
"""What you see in each round, the opponent's rows, and the sign of the showdown."""


def _strength(ranks: Sequence[str], cards: Sequence[str]) -> tuple[int, list[int]]:
    """The best five of seven: each category is looked for, from the highest one down."""
    values = sorted((ranks.index(card[0]) for card in cards), reverse=True)
    by_suit = [
        sorted((ranks.index(card[0]) for card in cards if card[1] == suit), reverse=True) for suit in "cdhs"
    ]
    flush = next((suited for suited in by_suit if len(suited) >= 5), list[int]())

    def row(some: Sequence[int]) -> list[int]:
        return [top for top in some if {top, top - 1, top - 2, top - 3, top - 4} <= set(some)][:1]

    def times(number: int) -> list[int]:
        return [value for value in dict.fromkeys(values) if values.count(value) >= number]

    def beside(kept: Sequence[int], number: int) -> list[int]:
        return [*kept, *[value for value in values if value not in kept][:number]]

    triples, pairs = times(3), times(2)
    house = [*triples[:1], *[value for value in pairs if value not in triples[:1]][:1]]
    found = (
        ("straight flush", row(flush)),
        ("four of a kind", beside(times(4), 1) if times(4) else []),
        ("full house", house if triples and len(house) == 2 else []),
        ("flush", flush[:5]),
        ("straight", row(values)),
        ("three of a kind", beside(triples, 2) if triples else []),
        ("two pairs", beside(pairs[:2], 1) if len(pairs) > 1 else []),
        ("pair", beside(pairs, 3) if pairs else []),
        ("high card", values[:5]),
    )
    name, decides = next((name, decides) for name, decides in found if decides)
    return _ORDER.index(name), decides


def _ways(facts: Mapping[str, Json], seen: str) -> Iterator[Way]:
    """All deals of single cards; in hold'em those with the cards that are seen."""
    ranks, kind = facts["ranks"], facts["kind"]
    if kind == "holdem":
        known = seen.split()
        mine = _strength(ranks, known)
        deck = [rank + suit for rank in ranks for suit in "cdhs" if rank + suit not in known]
        for pair in combinations(deck, 2):
            theirs = _strength(ranks, [*pair, *known[2:]])
            yield (seen,), (_ORDER[theirs[0]],), (mine > theirs) - (mine < theirs)
        return
    deck = [(at, copy) for at in range(len(ranks)) for copy in range(facts["copies"])]
    if kind == "leduc":
        for (a, _), (b, _), (c, _) in permutations(deck, 3):
            mine, theirs = (a == c, a), (b == c, b)
            row = "a pair" if b == c else ranks[b] + " without a pair"
            yield (ranks[a], f"{ranks[a]} {ranks[c]}"), (ranks[b], row), (mine > theirs) - (mine < theirs)
        return
    for (a, _), (b, _) in permutations(deck, 2):
        sees, row = (ranks[a], ranks[b]) if kind == "kuhn" else (ranks[b], ranks[a])
        yield (sees,), (row,), (a > b) - (a < b)


def _plays(facts: Mapping[str, Json]) -> dict[tuple[str, ...], list[str]]:
    """All histories that are not over, with the letters that may follow; a round that is over begins the next."""
    found: dict[tuple[str, ...], list[str]] = {}
    todo: list[tuple[str, ...]] = [("",)]
    for rounds in todo:
        now = rounds[-1]
        letters = ["k", "b"] if now in ("", "k") else ["f", "c"]
        if facts["raises"] and now in ("b", "kb"):
            letters.append("r")
        found[rounds] = letters
        for letter in letters:
            after = _then(facts, rounds, letter)
            if after is not None:
                todo.append(after)
    return found


def _then(facts: Mapping[str, Json], rounds: tuple[str, ...], letter: str) -> tuple[str, ...] | None:
    """The next decision of anybody; None at the end."""
    now = rounds[-1] + letter
    ended = letter in "cf" or now == "kk"
    if letter == "f" or (ended and len(rounds) == len(facts["bets"])):
        return None
    return (*rounds[:-1], now, "") if ended else (*rounds[:-1], now)


def _won(facts: Mapping[str, Json], rounds: tuple[str, ...], sign: int) -> int:
    """Your winnings at the end: the pot is even but for the last bet or raise, which a fold leaves open."""
    even, open_ = facts["ante"], 0
    for history, bet in zip(rounds, facts["bets"], strict=False):
        put = history.count("b") + history.count("r")
        open_ = bet if history[-1] == "f" else 0
        even += put * bet - open_
    if not open_:
        return int(sign * even)
    who_folds_is_you = (len(rounds[-1]) % 2 == 1) == facts["first"]
    return int(-even if who_folds_is_you else even)


def _chance(facts: Mapping[str, Json], row: str, history: str, letter: str) -> Fraction:
    chances = facts["policy"][row]
    tenths = {"b": chances[0], "k": 10 - chances[0]}
    if history not in ("", "k"):
        raised = history.endswith("r")
        lift = chances[2] if facts["raises"] and not raised else 0
        call = chances[3] if raised else chances[1]
        tenths = {"c": call, "r": lift, "f": 10 - call - lift}
    return Fraction(tenths[letter], 10)


@lru_cache(maxsize=64)
def _decisions(game: str, seen: str) -> dict[tuple[str, tuple[str, ...]], dict[str, Fraction]]:
    """The sums of winnings of each action, for all that you may see and all histories in which you act.

    `game` is the text of a payload's fields, because many answers to one task are asked about.
    """
    facts = json.loads(game)
    plays = _plays(facts)
    grouped: dict[Way, int] = defaultdict(int)
    for way in _ways(facts, seen):
        grouped[way] += 1

    def yours(rounds: tuple[str, ...]) -> bool:
        return bool((len(rounds[-1]) % 2 == 0) == facts["first"])

    reach: dict[tuple[Way, tuple[str, ...]], Fraction] = {
        (way, ("",)): Fraction(n) for way, n in grouped.items()
    }
    for rounds, letters in plays.items():
        for way in grouped:
            for letter in letters:
                after = _then(facts, rounds, letter)
                if after is not None:
                    chance = 1 if yours(rounds) else _chance(facts, way[1][len(rounds) - 1], rounds[-1], letter)
                    reach[way, after] = reach[way, rounds] * chance
    worth: dict[tuple[Way, tuple[str, ...]], Fraction] = {}
    found: dict[tuple[str, tuple[str, ...]], dict[str, Fraction]] = {}
    for rounds, letters in sorted(plays.items(), key=lambda item: -sum(map(len, item[0])) - len(item[0])):
        sums: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))

        def after_(way: Way, letter: str, rounds: tuple[str, ...] = rounds) -> Fraction:
            after = _then(facts, rounds, letter)
            ended = (*rounds[:-1], rounds[-1] + letter)
            return worth[way, after] if after is not None else Fraction(_won(facts, ended, way[2]))

        for way in grouped:
            if yours(rounds):
                for letter in letters:
                    sums[way[0][len(rounds) - 1]][letter] += reach[way, rounds] * after_(way, letter)
            else:
                row = way[1][len(rounds) - 1]
                worth[way, rounds] = sum(
                    (_chance(facts, row, rounds[-1], letter) * after_(way, letter) for letter in letters),
                    Fraction(0),
                )
        for way in grouped if yours(rounds) else ():
            values = sums[way[0][len(rounds) - 1]]
            worth[way, rounds] = after_(way, max(values, key=lambda letter: values[letter]))
        found |= {(see, rounds): dict(values) for see, values in sums.items()}
    return found


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether an answer names, for each situation, an action that no other one is better than."""
    words = re.split(r"[,;\s]+", bare(answer).lower())
    if len(words) != len(payload["asked"]):
        return False
    game = json.dumps({key: payload[key] for key in _GAME})
    for asked, word in zip(payload["asked"], words, strict=True):
        found = _decisions(game, asked["seen"] if payload["kind"] == "holdem" else "")
        values = found[asked["seen"], tuple(asked["rounds"])]
        if values.get(_NAMES.get(word, "")) != max(values.values()):
            return False
    return True
