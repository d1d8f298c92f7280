"""Cards: the exact probability of a hand, a sequence or a position, from a standard or a stated deck.

Cards are drawn at random without replacement from the full, shuffled deck. Classes of cards are whole suits or
whole ranks. The value is a fraction in lowest terms.

Symmetries: none; the suits and ranks as named are the problem.

Difficulty: `kinds` drawn from, and `size`, from 1 to 12, by which hands and decks grow. Proxy: digits written in the
worked solution.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb, perm
from typing import Any, NamedTuple

from ..english import counted, listed
from ..family import Family, Question, attempts
from ..limits import Whole
from .exact import ADVICE, AS_PROBABILITY, probability, summed

_HAND = (
    "{h} cards are drawn without replacement from {deck}. What is the probability that {event}? {form}",
    "A hand of {h} cards is dealt from {deck}, well shuffled. Find the probability that {event}. {form}",
    "From {deck}, {h} different cards are picked at random. How likely is it that {event}? {form}",
)
WORDINGS = {
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


def _hand(rng: random.Random, *, size: int) -> Question | None:
    """So many cards of one class, or of each of two."""
    deck = _deck(rng, size)
    n = deck.cards
    h = rng.randint(2, 2 + (size + 1) // 2)
    if size > 1 and rng.random() < 0.5 and h > 2:
        by = rng.choice(("suits", "ranks"))
        for _ in attempts():
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
    return probability({"h": h, "deck": deck.text(), "event": event}, facts, Fraction(good, total), lines)


def _pattern(rng: random.Random, *, size: int) -> Question | None:
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
    return probability(
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


def _ordered(rng: random.Random, *, size: int) -> Question | None:
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
    return probability(
        {"deck": text, "deck_cap": text[0].upper() + text[1:], "event": event},
        _facts(deck, classes=[_plain(c) for c in classes]),
        Fraction(good, total),
        lines,
    )


def _given(rng: random.Random, *, size: int) -> Question | None:
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
    return probability(
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


def _position(rng: random.Random, *, size: int) -> Question | None:
    """The j-th card of a class comes at a given position."""
    deck = _deck(rng, size)
    n = deck.cards
    cards = _cards(rng, deck)
    p = cards.size(deck)
    j = rng.randint(1, min(1 + size // 2, p, 4))
    at = rng.randint(j + (j == 1), min(j + 2 + size, 10))
    before = at - 1
    if n - p < before - (j - 1):
        return None
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
    return probability(
        {"deck": deck.text(), "event": event},
        _facts(deck, classes=[_plain(cards)], j=j, at=at),
        value,
        lines,
    )


generate = Family(
    {
        "hand": _hand,
        "pattern": _pattern,
        "ordered": _ordered,
        "given": _given,
        "position": _position,
    },
    WORDINGS,
    {"size": Whole(1, 12, "how large hands and decks are")},
    sentences={"form": AS_PROBABILITY},
    units=True,
    advice=ADVICE,
)
