"""The deals of small poker games: cards of a few ranks, and hold'em hands from a short deck.

What a player sees is a text: ranks, or cards such as ``Kh``. In hold'em the ace is high only, and the categories have
their usual order, whatever the deck.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

from .poker_rules import Deal

RANKS = ("5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
SUITS = "cdhs"
CATEGORIES = (
    *("high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind"),
    "straight flush",
)
Card = tuple[int, int]
"""Rank from 0 and suit."""


def single(ranks: Sequence[str], copies: int, hidden: bool) -> list[Deal]:
    """One card each. If `hidden`, each player sees the other's card, not its own, and the opponent goes by yours."""
    deals = []
    for a, mine in enumerate(ranks):
        for b, theirs in enumerate(ranks):
            if weight := copies * (copies - (a == b)):
                sees, row = (theirs, mine) if hidden else (mine, theirs)
                deals.append(Deal(weight, (sees,), (row,), (a > b) - (a < b)))
    return deals


def with_public(ranks: Sequence[str], copies: int) -> list[Deal]:
    """One card each, and after the first round one for both: who has the same rank wins, else the higher card."""
    deals = []
    for a, mine in enumerate(ranks):
        for b, theirs in enumerate(ranks):
            for c, public in enumerate(ranks):
                weight = copies * (copies - (a == b)) * (copies - (a == c) - (b == c))
                if weight <= 0:
                    continue
                result = (a == c) - (b == c) or (a > b) - (a < b)
                row = "a pair" if b == c else f"{theirs} without a pair"
                deals.append(Deal(weight, (mine, f"{mine} {public}"), (theirs, row), result))
    return deals


def hand(cards: Sequence[Card]) -> tuple[int, ...]:
    """The best five of some cards as a value that is higher for a better hand; its first number is the category."""
    by_ranks = _of_ranks(sum(_ONE[rank] for rank, _ in cards))
    suits = [suit for _, suit in cards]
    for suit in set(suits):
        if suits.count(suit) >= 5:
            return _or_flush(by_ranks, [rank for rank, of in cards if of == suit])
    return by_ranks


def _or_flush(by_ranks: tuple[int, ...], suited: list[int]) -> tuple[int, ...]:
    """The better one of a hand and of what five and more cards of a suit make."""
    suited.sort(reverse=True)
    top = _straight(suited)
    return (8, top) if top >= 0 else max(by_ranks, (5, *suited[:5]))


_ONE = tuple(8**rank for rank in range(len(RANKS)))
"""One card of a rank, in a number that counts how many cards of each there are."""


@lru_cache(maxsize=20_000)
def _of_ranks(counted: int) -> tuple[int, ...]:
    """The best hand of these ranks without a flush."""
    counts = sorted(((counted >> 3 * rank & 7, rank) for rank in range(len(RANKS))), reverse=True)
    high = [rank for rank in reversed(range(len(RANKS))) if counted >> 3 * rank & 7]
    (times, first), (more, second) = counts[:2]
    if times == 4:
        return 7, first, max(rank for rank in high if rank != first)
    if times == 3 and more >= 2:
        return 6, first, max(rank for count, rank in counts[1:] if count >= 2)
    if (top := _straight(high)) >= 0:
        return 4, top
    if times == 3:
        return 3, first, *[rank for rank in high if rank != first][:2]
    if more == 2:
        return 2, first, second, max(rank for rank in high if rank not in (first, second))
    if times == 2:
        return 1, first, *[rank for rank in high if rank != first][:3]
    return 0, *high[:5]


def _straight(high: Sequence[int]) -> int:
    """The top of the highest five ranks in a row; -1 if there are none. `high` falls."""
    for at in range(len(high) - 4):
        if high[at] - high[at + 4] == 4:
            return high[at]
    return -1


def named(ranks: Sequence[str], cards: Sequence[Card]) -> str:
    """Cards as text."""
    return " ".join(ranks[rank] + SUITS[suit] for rank, suit in cards)


def last_round(ranks: Sequence[str], cards: Sequence[Card]) -> list[Deal]:
    """Two cards of yours and five for both: all that the opponent may hold. Its row is the category of its hand."""
    mine, board = cards[:2], cards[2:]
    own = hand(cards)
    suits = [suit for _, suit in board]
    # A flush needs three open cards of a suit; elsewhere ranks alone decide.
    flush = next((suit for suit in range(4) if suits.count(suit) >= 3), -1)
    needed = 5 - suits.count(flush)
    open_ranks = sum(_ONE[rank] for rank, _ in board)
    left = [(rank, suit) for rank in range(len(ranks)) for suit in range(4) if (rank, suit) not in cards]
    of_rank = Counter(rank for rank, _ in left)
    many = {
        (low, high): comb(of_rank[low], 2) if low == high else of_rank[low] * of_rank[high]
        for low, high in combinations_with_replacement(of_rank, 2)
    }
    found: Counter[tuple[int, int]] = Counter()
    if flush >= 0:
        suited = [rank for rank, suit in board if suit == flush]
        some = [card for card in left if card[1] == flush] if needed == 2 else left
        for (low, one), (high, other) in combinations(some, 2):
            if (one == flush) + (other == flush) >= needed:
                many[low, high] -= 1
                theirs = _or_flush(
                    _of_ranks(open_ranks + _ONE[low] + _ONE[high]),
                    [*suited, *[low] * (one == flush), *[high] * (other == flush)],
                )
                found[theirs[0], (own > theirs) - (own < theirs)] += 1
    for (low, high), ways in many.items():
        if ways:
            theirs = _of_ranks(open_ranks + _ONE[low] + _ONE[high])
            found[theirs[0], (own > theirs) - (own < theirs)] += ways
    sees = (f"{named(ranks, mine)} {named(ranks, board)}",)
    return [Deal(weight, sees, (CATEGORIES[row],), won) for (row, won), weight in sorted(found.items())]


def seven(rng: random.Random, ranks: Sequence[str], more: int = 0) -> list[Card]:
    """Seven cards of a shuffled deck, and some more."""
    return rng.sample([(rank, suit) for rank in range(len(ranks)) for suit in range(4)], 7 + more)
