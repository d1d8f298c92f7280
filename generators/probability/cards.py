"""Cards: the exact probability of a hand, a sequence or a position, from a standard or a stated deck.

Cards are drawn at random without replacement from the full, shuffled deck. Classes of cards are whole suits or
whole ranks. The value is a fraction in lowest terms. `accepts` deals again: card by card, suit by suit or rank by
rank, with a count of the hands for each state.

Symmetries: none; the suits and ranks as named are the problem.

Difficulty: `kinds` drawn from, and `size`, from 1 to 12, by which hands and decks grow. Proxy: digits written in the
worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm
from typing import Any, NamedTuple

from ..base import Draft
from ..readers import reduced
from .forms import PROBABILITY, Made, Maker, all_wordings, check_size, counted, drafted, listed, summed, tries

_HAND = (
    "{h} cards are drawn without replacement from {deck}. What is the probability that {event}? {form}",
    "A hand of {h} cards is dealt from {deck}, well shuffled. Find the probability that {event}. {form}",
    "From {deck}, {h} different cards are picked at random. How likely is it that {event}? {form}",
)
QUESTIONS = {
    "hand": _HAND,
    "pattern": (
        "A player gets {h} random cards from {deck}. What is the probability that {event}? {form}",
        "Deal {h} cards, without replacement, from {deck} after shuffling it. Find the probability that "
        "{event}. {form}",
        "All sets of {h} cards out of {deck} are equally likely. For which share of them is it true that "
        "{event}? {form}",
    ),
    "ordered": (
        "Cards are drawn one after the other, without putting any back, from {deck}. What is the probability "
        "that {event}? {form}",
        "{deck_cap} is shuffled and its cards are turned up one by one from the top. Find the probability "
        "that {event}. {form}",
        "Somebody draws cards at random from {deck}, one at a time, and keeps them. How likely is it that "
        "{event}? {form}",
    ),
    "given": (
        "{h} cards are drawn without replacement from {deck}. Given that {known}, what is the probability "
        "that {event}? {form}",
        "A hand of {h} cards is dealt at random from {deck}. You learn only that {known}. Find the "
        "conditional probability that {event}. {form}",
        "Look at all hands of {h} cards from {deck}, which are equally likely, and keep those for which "
        "{known}. How likely is it, in a random one of the hands kept, that {event}? {form}",
    ),
    "position": (
        "The cards of {deck} are shuffled and turned up one by one. What is the probability that {event}? "
        "{form}",
        "Somebody draws cards without replacement from {deck} and counts the draws. Find the probability that "
        "{event}. {form}",
        "In a random order of the cards of {deck}, read from the top, how likely is it that {event}? {form}",
    ),
}
WORDINGS = all_wordings(QUESTIONS)
_SUITS = ("clubs", "diamonds", "hearts", "spades")
_RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
_COLOURS = ("red", "blue", "green", "yellow", "white")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class Deck(NamedTuple):
    """Ranks times suits; a standard one has four times thirteen cards with their usual names."""

    ranks: int
    suits: int
    standard: bool

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.ranks * self.suits

    def text(self) -> str:
        """The deck in words."""
        if self.standard:
            return "a standard deck of 52 cards (13 ranks in each of four suits, no jokers)"
        colours = listed(_COLOURS[: self.suits])
        return (
            f"a deck of {self.cards} cards (numbers 1 to {self.ranks}, once in each of the colours {colours})"
        )


class Cards(NamedTuple):
    """A class of cards: all cards of some suits, or all of some ranks."""

    by: str
    which: list[int]
    text: str

    def size(self, deck: Deck) -> int:
        """How many cards of the deck are in the class."""
        return len(self.which) * (deck.ranks if self.by == "suits" else deck.suits)


def generate(rng: random.Random, *, kinds: str, size: int) -> Draft:
    """Make one question.

    Args:
        rng: the task's random source.
        kinds: the kinds to draw from, words out of the keys of `QUESTIONS`.
        size: how large hands and decks are, 1 to 12.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no question was found.
    """
    kind = rng.choice(check_size(kinds, QUESTIONS, size))
    for _ in tries():
        made = _MAKERS[kind](rng, size)
        if 0 < made.value < 1:
            break
    return drafted(rng, QUESTIONS, kind, made, PROBABILITY)


def _deck(rng: random.Random, size: int) -> Deck:
    if rng.random() < 0.3:
        return Deck(13, 4, True)
    return Deck(rng.randint(5, 15 + size), rng.randint(3, 5), False)


def _cards(rng: random.Random, deck: Deck, by: str = "") -> Cards:
    """A class of cards, neither none nor all, with its name after "of the cards are"."""
    by = by or rng.choice(("suits", "ranks", "ranks"))
    if by == "suits":
        which = sorted(rng.sample(range(deck.suits), rng.randint(1, min(2, deck.suits - 1))))
        names = [(_SUITS if deck.standard else _COLOURS)[i] for i in which]
        return Cards(by, which, listed(names, "or"))
    which = sorted(rng.sample(range(deck.ranks), rng.randint(1, min(4, deck.ranks - 1))))
    if deck.standard:
        return Cards(by, which, listed([_RANKS[i] + "s" for i in which], "or"))
    return Cards(by, which, "numbered " + listed([i + 1 for i in which], "or"))


def _one(cards: Cards, deck: Deck) -> str:
    """What a single card of the class is, after "is"."""
    if not deck.standard:
        return cards.text
    if cards.by == "suits":
        return listed([f"a {_SUITS[i][:-1]}" for i in cards.which], "or")
    return listed(
        [f"an {_RANKS[i]}" if _RANKS[i] in {"ace", "8"} else f"a {_RANKS[i]}" for i in cards.which], "or"
    )


def _are(k: str, one: bool, cards: Cards, deck: Deck) -> str:
    return f"{k} of the cards {'is' if one else 'are'} {_one(cards, deck) if one else cards.text}"


def _amount(rng: random.Random, most: int) -> tuple[str, list[int]]:
    k = rng.randint(0, most)
    shape = rng.choice(("exactly", "at least", "at most"))
    if shape == "at least":
        return f"at least {max(k, 1)}", list(range(max(k, 1), most + 1))
    if shape == "at most" and most > 1:
        k = max(min(k, most - 1), 1)
        return f"at most {k}", list(range(k + 1))
    return f"exactly {k}", [k]


def _ratio(good: int, total: int) -> str:
    return f"probability: {good}/{total} = {Fraction(good, total)}"


def _facts(deck: Deck, **more: Any) -> dict[str, Any]:
    return {"ranks": deck.ranks, "suits": deck.suits, **more}


def _plain(cards: Cards) -> list[Any]:
    return [cards.by, cards.which]


def _hand(rng: random.Random, size: int) -> Made:
    """So many cards of one class, or of each of two."""
    deck = _deck(rng, size)
    n = deck.cards
    h = rng.randint(2, 2 + (size + 1) // 2)
    if size > 1 and rng.random() < 0.5 and h > 2:
        by = rng.choice(("suits", "ranks"))
        for _ in tries():
            first, second = _cards(rng, deck, by), _cards(rng, deck, by)
            if not set(first.which) & set(second.which) and len(first.which + second.which) < deck.suits:
                break
        a = rng.randint(1, h - 1)
        b = rng.randint(1, h - a)
        p, q = first.size(deck), second.size(deck)
        good = comb(p, a) * comb(q, b) * comb(n - p - q, h - a - b)
        lines = [
            f"classes of {p}, {q} and {n - p - q} cards",
            f"hands that fit: C({p}, {a}) * C({q}, {b}) * C({n - p - q}, {h - a - b}) = {good}",
        ]
        event = f"{_are(f'exactly {a}', a == 1, first, deck)} and {_are(f'exactly {b}', b == 1, second, deck)}"
        facts = _facts(deck, h=h, classes=[_plain(first), _plain(second)], counts=[[a], [b]])
    else:
        first = _cards(rng, deck)
        p = first.size(deck)
        words, ks = _amount(rng, min(h, p))
        parts = [comb(p, k) * comb(n - p, h - k) for k in ks]
        good = sum(parts)
        lines = [f"in the class: {p} of {n} cards"]
        lines += [
            f"exactly {k}: C({p}, {k}) * C({n - p}, {h - k}) = {w}" for k, w in zip(ks, parts, strict=True)
        ]
        if len(parts) > 1:
            lines.append(f"together: {summed(parts)} = {good}")
        event = _are(words, words.endswith(" 1"), first, deck)
        facts = _facts(deck, h=h, classes=[_plain(first)], counts=[ks])
    total = comb(n, h)
    lines += [f"all hands: C({n}, {h}) = {total}", _ratio(good, total)]
    return Made({"h": h, "deck": deck.text(), "event": event}, facts, Fraction(good, total), lines)


def _pattern(rng: random.Random, size: int) -> Made:
    """Equal ranks or equal suits in a hand."""
    deck = _deck(rng, size)
    if rng.random() < 0.8:
        deck = Deck(rng.randint(5, 20 + 2 * size), rng.randint(3, 5), False)
    r, s = deck.ranks, deck.suits
    h = rng.randint(3, min(3 + size // 2, 5))
    suit, rank = ("suit", "rank") if deck.standard else ("colour", "number")
    options: list[tuple[str, str, list[int], int, str]] = [
        (f"all cards have the same {suit}", "suits", [h], s * comb(r, h), f"{s} * C({r}, {h})"),
        (f"all cards have different {rank}s", "ranks", [1] * h, comb(r, h) * s**h, f"C({r}, {h}) * {s}^{h}"),
        (
            f"exactly two of the cards have the same {rank}, and all other {rank}s occur only once",
            *("ranks", [2] + [1] * (h - 2), r * comb(s, 2) * comb(r - 1, h - 2) * s ** (h - 2)),
            f"{r} * C({s}, 2) * C({r - 1}, {h - 2}) * {s}^{h - 2}",
        ),
        (
            f"exactly three of the cards have the same {rank}, and all other {rank}s occur only once",
            *("ranks", [3] + [1] * (h - 3), r * comb(s, 3) * comb(r - 1, h - 3) * s ** (h - 3)),
            f"{r} * C({s}, 3) * C({r - 1}, {h - 3}) * {s}^{h - 3}",
        ),
    ]
    if h >= 4:
        options.append(
            (
                f"there are two {rank}s that occur exactly twice each"
                + (f", and the fifth card has a third {rank}" if h == 5 else ""),
                *(
                    "ranks",
                    [2, 2] + [1] * (h - 4),
                    comb(r, 2) * comb(s, 2) ** 2 * (((r - 2) * s) if h == 5 else 1),
                ),
                f"C({r}, 2) * C({s}, 2)^2" + (f" * {r - 2} * {s}" if h == 5 else ""),
            )
        )
        ways = s * comb(r, h - 1) * (s - 1) * r
        options.append(
            (
                f"exactly {h - 1} of the cards have the same {suit}",
                *("suits", [h - 1, 1], ways),
                f"{s} * C({r}, {h - 1}) * {s - 1} * {r}",
            )
        )
    if h == 5:
        options.append(
            (
                f"three cards have one {rank} and the two others share another {rank}",
                *("ranks", [3, 2], r * comb(s, 3) * (r - 1) * comb(s, 2)),
                f"{r} * C({s}, 3) * {r - 1} * C({s}, 2)",
            )
        )
    event, by, shape, good, text = rng.choice(options)
    total = comb(deck.cards, h)
    lines = [
        f"hands that fit: {text} = {good}",
        f"all hands: C({deck.cards}, {h}) = {total}",
        _ratio(good, total),
    ]
    return Made(
        {"h": h, "deck": deck.text(), "event": event},
        _facts(deck, h=h, by=by, shape=shape),
        Fraction(good, total),
        lines,
    )


def _overlap(deck: Deck, classes: list[Cards]) -> int:
    """How many cards are in all of the classes."""
    ranks, suits = set(range(deck.ranks)), set(range(deck.suits))
    for cards in classes:
        if cards.by == "ranks":
            ranks &= set(cards.which)
        else:
            suits &= set(cards.which)
    return len(ranks) * len(suits)


def _ordered(rng: random.Random, size: int) -> Made:
    """A class for each of the first cards; classes may overlap."""
    deck = _deck(rng, size)
    n = deck.cards
    classes = [_cards(rng, deck) for _ in range(2 + (size > 3))]
    a, b, *more = sizes = [cards.size(deck) for cards in classes]
    names = ["first", "second", "third"]
    lines = [f"{name} card: {cards.size(deck)} cards" for name, cards in zip(names, classes, strict=False)]
    ab = _overlap(deck, classes[:2])
    lines.append(f"in the classes of the first and second: {ab}")
    if not more:
        good = a * b - ab
        lines.append(f"pairs of different cards: {a} * {b} - {ab} = {good}")
    else:
        c = more[0]
        ac, bc, abc = _overlap(deck, classes[::2]), _overlap(deck, classes[1:]), _overlap(deck, classes)
        lines += [
            f"in the classes of the first and third: {ac}",
            f"in the classes of the second and third: {bc}",
            f"in all three: {abc}",
        ]
        good = a * b * c - ab * c - ac * b - bc * a + 2 * abc
        lines.append(f"different cards: {a}*{b}*{c} - {ab}*{c} - {ac}*{b} - {bc}*{a} + 2*{abc} = {good}")
    total = perm(n, len(sizes))
    lines.append(f"all: {' * '.join(str(n - i) for i in range(len(sizes)))} = {total}")
    lines.append(_ratio(good, total))
    event = listed([f"the {name} card is {_one(c, deck)}" for name, c in zip(names, classes, strict=False)])
    text = deck.text()
    return Made(
        {"deck": text, "deck_cap": text[0].upper() + text[1:], "event": event},
        _facts(deck, classes=[_plain(c) for c in classes]),
        Fraction(good, total),
        lines,
    )


def _given(rng: random.Random, size: int) -> Made:
    """At least so many of a class, if there are at least some, or none of another."""
    deck = _deck(rng, size)
    n = deck.cards
    cards = _cards(rng, deck)
    p = cards.size(deck)
    h = rng.randint(2, 3 + size // 2)
    few = rng.randint(1, min(h, p) - 1)
    known = list(range(few, min(h, p) + 1))
    words, wanted = _amount(rng, min(h, p))
    lines = [f"in the class: {p} of {n} cards"]
    ways = {k: comb(p, k) * comb(n - p, h - k) for k in range(min(h, p) + 1)}
    lines += [f"exactly {k}: C({p}, {k}) * C({n - p}, {h - k}) = {ways[k]}" for k in known]
    both = [k for k in known if k in wanted]
    base, good = sum(ways[k] for k in known), sum(ways[k] for k in both)
    if base == good or not good:
        good = 0
    else:
        lines.append(f"hands that fit what is known: {summed([ways[k] for k in known])} = {base}")
        lines.append(f"of these with the event: {summed([ways[k] for k in both])} = {good}")
        lines.append(_ratio(good, base))
    return Made(
        {
            "h": h,
            "deck": deck.text(),
            "known": _are(f"at least {few}", few == 1, cards, deck),
            "event": _are(words, words.endswith(" 1"), cards, deck),
        },
        _facts(deck, h=h, classes=[_plain(cards)], known=known, counts=[wanted]),
        Fraction(good, base),
        lines,
    )


def _position(rng: random.Random, size: int) -> Made:
    """The j-th card of a class comes at a given position."""
    deck = _deck(rng, size)
    n = deck.cards
    cards = _cards(rng, deck)
    p = cards.size(deck)
    j = rng.randint(1, min(1 + size // 2, p, 4))
    at = rng.randint(j + (j == 1), min(j + 2 + size, 10))
    before = at - 1
    if n - p < before - (j - 1):
        return Made({}, {}, 0, [])
    good, total = comb(p, j - 1) * comb(n - p, before - j + 1), comb(n, before)
    left, rest = p - j + 1, n - before
    value = Fraction(good * left, total * rest)
    lines = [
        f"in the class: {p} of {n} cards",
        f"{j - 1} of them among the first {before}: C({p}, {j - 1}) * C({n - p}, {before - j + 1}) = {good}",
        f"all: C({n}, {before}) = {total}",
        f"the next card is one of the {left} left among {rest}: {left}/{rest}",
        f"probability: {good}/{total} * {left}/{rest} = {value}",
    ]
    what = _one(cards, deck)
    event = (
        f"the {_ORDINALS[j]} card that is {what} comes at position {at} ({counted(at - 1, 'card')} before it)"
    )
    return Made(
        {"deck": deck.text(), "event": event},
        _facts(deck, classes=[_plain(cards)], j=j, at=at),
        value,
        lines,
    )


_MAKERS: dict[str, Maker] = {
    "hand": _hand,
    "pattern": _pattern,
    "ordered": _ordered,
    "given": _given,
    "position": _position,
}


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: the cards are dealt again, state by state."""
    value = reduced(answer)
    return value is not None and value == _DEALS[payload["problem"]["kind"]](payload["problem"])


def _signatures(problem: Mapping[str, Any]) -> dict[tuple[bool, ...], int]:
    """How many cards are in exactly these of the classes, card by card."""
    found: dict[tuple[bool, ...], int] = {}
    for rank, suit in product(range(problem["ranks"]), range(problem["suits"])):
        key = tuple((rank if by == "ranks" else suit) in which for by, which in problem["classes"])
        found[key] = found.get(key, 0) + 1
    return found


def _deal_hand(problem: Mapping[str, Any]) -> Fraction:
    """Hands by how many cards they have of each class, the deck's cards being taken or left one by one."""
    states: dict[tuple[int, ...], int] = {(0,) * (len(problem["classes"]) + 1): 1}
    for key, count in _signatures(problem).items():
        for _ in range(count):
            new = dict(states)
            for state, ways in states.items():
                if state[0] < problem["h"]:
                    after = (state[0] + 1, *(c + inside for c, inside in zip(state[1:], key, strict=True)))
                    new[after] = new.get(after, 0) + ways
            states = new
    good = base = 0
    for (taken, *have), ways in states.items():
        if taken == problem["h"] and ("known" not in problem or have[0] in problem["known"]):
            base += ways
            good += ways * all(c in counts for c, counts in zip(have, problem["counts"], strict=True))
    return Fraction(good, base)


def _deal_pattern(problem: Mapping[str, Any]) -> Fraction:
    """Rank by rank or suit by suit: the multiset of how many cards each has in the hand."""
    groups, inside = problem["ranks"], problem["suits"]
    if problem["by"] == "suits":
        groups, inside = inside, groups
    pick = [1]
    for i in range(inside):
        pick.append(pick[-1] * (inside - i) // (i + 1))
    states: dict[tuple[int, ...], int] = {(): 1}
    for _ in range(groups):
        new: dict[tuple[int, ...], int] = {}
        for state, ways in states.items():
            for taken in range(min(inside, problem["h"] - sum(state)) + 1):
                after = tuple(sorted((*state, taken))) if taken else state
                new[after] = new.get(after, 0) + ways * pick[taken]
        states = new
    full = {state: ways for state, ways in states.items() if sum(state) == problem["h"]}
    return Fraction(full.get(tuple(sorted(problem["shape"])), 0), sum(full.values()))


def _deal_ordered(problem: Mapping[str, Any]) -> Fraction:
    """Card after card from the deck sorted by membership in the classes."""
    found = _signatures(problem)
    keys = list(found)

    @cache
    def go(left: tuple[int, ...], at: int) -> int:
        if at == len(problem["classes"]):
            return 1
        return sum(
            count * go((*left[:i], count - 1, *left[i + 1 :]), at + 1)
            for i, count in enumerate(left)
            if count and keys[i][at]
        )

    total, cards = 1, sum(found.values())
    for i in range(len(problem["classes"])):
        total *= cards - i
    return Fraction(go(tuple(found.values()), 0), total)


def _deal_position(problem: Mapping[str, Any]) -> Fraction:
    """Draw by draw: the chance of each number of cards of the class so far."""
    found = _signatures(problem)
    inside, outside = found[(True,)], found[(False,)]
    chances = {0: Fraction(1)}
    for drawn in range(problem["at"] - 1):
        new: dict[int, Fraction] = {}
        for have, chance in chances.items():
            rest = inside + outside - drawn
            for gain, cards in ((1, inside - have), (0, outside - drawn + have)):
                if cards > 0:
                    new[have + gain] = new.get(have + gain, Fraction(0)) + chance * Fraction(cards, rest)
        chances = new
    have = problem["j"] - 1
    return chances.get(have, Fraction(0)) * Fraction(inside - have, inside + outside - problem["at"] + 1)


_DEALS = {
    "hand": _deal_hand,
    "given": _deal_hand,
    "pattern": _deal_pattern,
    "ordered": _deal_ordered,
    "position": _deal_position,
}
