"""Small poker in words: the rules of each game, the opponent's policy, and what has happened in a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ..base import Json
from .poker_rules import Deal

_NAMES = {
    "kuhn": "poker with one card each",
    "indian": "Indian poker",
    "leduc": "poker with one card each and an open card",
    "holdem": "Texas hold'em",
}
_DECKS = {1: "one card of each rank", 2: "two cards of each rank"}
_RULES = {
    "kuhn": "The deck has the ranks {ranks}, from low to high, and {deck}. Each player is dealt one "
    "card, which nobody else "
    "sees. There is one round of betting. If nobody has folded, the higher card then takes the pot{tie}.",
    "indian": "The deck has the ranks {ranks}, from low to high, and {deck}. Each player is dealt "
    "one card and sees only the "
    "other player's card, not its own. There is one round of betting. If nobody has folded, the "
    "higher card then takes the "
    "pot{tie}.",
    "leduc": "The deck has the ranks {ranks}, from low to high, and {deck}. Each player is dealt one "
    "card, which nobody else "
    "sees. After a first round of betting one more card of the deck is laid open, and a second round "
    "follows. If nobody has "
    "folded, a player whose card has the rank of the open card (a pair) then takes the pot; if "
    "neither has a pair, the higher "
    "card does, and equal cards share the pot.",
    "holdem": "The deck is short: the ranks {ranks}, from low to high (T is the ten), in the four "
    "suits c, d, h and s. Each "
    "player has two cards that nobody else sees, five cards lie open, and a hand is the best five of "
    "these seven cards. The "
    "categories, from low to high: high card, pair, two pairs, three of a kind, straight (five ranks "
    "in a row, with the ace as the highest only), flush, full "
    "house, four of a kind, straight flush. Hands of one category are compared by ranks in the usual "
    "way; suits do not matter. "
    "All cards are dealt, and only the last round of betting is left. If nobody has folded, the "
    "better hand then takes the pot, "
    "and equal hands share it.",
}
_ROWS = {
    "kuhn": "its card",
    "indian": "your card, which it sees",
    "leduc": "its card in the first round, and its card with the open one in the second",
    "holdem": "the category of its hand",
}


def fields(facts: Mapping[str, Json]) -> dict[str, str]:
    """What the wordings name of a game."""
    kind, bets = facts["kind"], facts["bets"]
    tie = "; equal cards share it" if facts["copies"] > 1 else ""
    rules = _RULES[kind].format(ranks=" ".join(facts["ranks"]), deck=_DECKS[facts["copies"]], tie=tie)
    size = (
        f"{_chips(bets[0])} in the first round and {_chips(bets[1])} in the second"
        if bets[1:]
        else _chips(bets[0])
    )
    lift = ", or raises by putting in twice as much. Who faces a raise folds, or calls by putting in the bet once more"
    betting = (
        f"Each player {'has put' if kind == 'holdem' else 'first puts'} {_chips(facts['ante'])} into the pot. "
        f"{'You act' if facts['first'] else 'The opponent acts'} "
        f"first{' in each round' if bets[1:] else ''}. Who is to act "
        f"checks or bets if nobody has bet in this round; a bet is {size}. Who faces a bet folds, so "
        "that the other takes the "
        f"pot, or calls by putting in as much{lift if facts['raises'] else ''}. A round ends with two "
        "checks, a call or a fold."
    )
    return {"name": _NAMES[kind], "rules": rules, "betting": betting, "policy": _policy(facts)}


def _policy(facts: Mapping[str, Json]) -> str:
    """The opponent's policy as lines."""
    calls = "and how often it calls if it faces a bet (else it folds)"
    if facts["raises"]:
        calls = (
            "how often it calls or raises if it faces a bet (else it folds), and how often it calls "
            "if it faces a raise "
            "(else it folds)"
        )
    lines = [
        f"The opponent acts by chance, each time anew. What it does depends on "
        f"{_ROWS[facts['kind']]}, and on nothing else "
        f"but what it faces. The table says how often it bets if nobody has bet (else it checks), {calls}:"
    ]
    for row, chances in facts["policy"].items():
        bet, call, *more = [10 * chance for chance in chances]
        line = f"- {row}: bets {bet}%; facing a bet: calls {call}%"
        lines.append(f"{line}, raises {more[0]}%; facing a raise: calls {more[1]}%" if more else line)
    return "\n".join(lines)


def _chips(number: int) -> str:
    return f"{number} chip{'s' * (number != 1)}"


def told(kind: str, first: bool, seen: str, rounds: Sequence[str]) -> str:
    """What you know in a hand: the cards that you see, and who has done what."""
    acted = [_acted(first, history) for history in rounds]
    if kind == "leduc":
        mine, *public = seen.split()
        after = f" Open card: {public[0]}. Second round: {acted[1]}." if public else ""
        return f"Your card: {mine}. First round: {acted[0]}.{after}"
    if kind == "holdem":
        cards = seen.split()
        cards_told = f"Your cards: {' '.join(cards[:2])}. Open cards: {' '.join(cards[2:])}."
    else:
        cards_told = f"Your card: {seen}." if kind == "kuhn" else f"The opponent's card: {seen}."
    return f"{cards_told} {acted[0][0].upper()}{acted[0][1:]}."


@lru_cache(maxsize=200)
def _acted(first: bool, history: str) -> str:
    done = {"k": "check", "b": "bet", "c": "call", "f": "fold", "r": "raise"}
    parts = [
        f"you {done[letter]}" if (at % 2 == 0) == first else f"the opponent {done[letter]}s"
        for at, letter in enumerate(history)
    ]
    return ", ".join(parts) or "nobody has acted"


def shown(kind: str, deal: Deal) -> str:
    """What is laid open at the end of a hand that nobody folded."""
    what = {"indian": "Your card", "holdem": "The opponent's hand"}.get(kind, "The opponent's card")
    return f"{what}: {deal.rows[0]}."
