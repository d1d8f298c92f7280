"""Cards: the deck and the classes of cards are read from the prompt, and hands are counted draw by draw."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import perm

from exact_answers import AMOUNT, COLOUR, ORDINALS, ExactAnswers, among, question, read

STANDARD = "a standard deck of 52 cards (13 ranks in each of four suits, no jokers)"
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUITS = ("club", "diamond", "heart", "spade")
OWN = rf"[Aa] deck of (\d+) cards \(numbers 1 to (\d+), once in each of the colours ((?:(?:{COLOUR}|, | and ))+)\)"
CLASS = r"(?P<which>(?:(?! and exactly| comes|, (?:and )?the|, what| and the)[\w, ])+)"
WORDINGS = (
    r"^<h> cards are drawn without replacement from DECK\. What is the probability that <.event>\?",
    r"A hand of <h> cards is dealt from DECK, well shuffled\. Find the probability that <.event>\.",
    r"From DECK, <h> different cards are picked at random\. How likely is it that <.event>\?",
    r"A player gets <h> random cards from DECK\. What is the probability that <.event>\?",
    r"Deal <h> cards, without replacement, from DECK after shuffling it\. Find the probability that <.event>\.",
    r"All sets of <h> cards out of DECK are equally likely\. For which share of them is it true that <.event>\?",
    r"^<h> cards are drawn without replacement from DECK\. Given that <.known>, what .* that <.event>\?",
    r"A hand of <h> cards is dealt at random from DECK\. You learn only that <.known>\. Find .* that <.event>\.",
    r"all hands of <h> cards from DECK, which are equally likely, and keep those for which <.known>\. How likely is "
    r"it, in a random one of the hands kept, that <.event>\?",
    r"one after the other, without putting any back, from DECK\. What is the probability that <.event>\?",
    r"DECK is shuffled and its cards are turned up one by one from the top\. Find the probability that <.event>\.",
    r"draws cards at random from DECK, one at a time, and keeps them\. How likely is it that <.event>\?",
    r"The cards of DECK are shuffled and turned up one by one\. What is the probability that <.event>\?",
    r"draws cards without replacement from DECK and counts the draws\. Find the probability that <.event>\.",
    r"In a random order of the cards of DECK, read from the top, how likely is it that <.event>\?",
)
PATTERNS = {
    r"all cards have the same (\w+)": lambda counts, h: counts == [h],
    r"all cards have different (\w+)s": lambda counts, h: len(counts) == h,
    r"exactly two of the cards have the same (\w+), and all other \1s occur only once": (
        lambda counts, h: counts == [1] * (h - 2) + [2]
    ),
    r"exactly three of the cards have the same (\w+), and all other \1s occur only once": (
        lambda counts, h: counts == [1] * (h - 3) + [3]
    ),
    r"there are two (\w+)s that occur exactly twice each": lambda counts, h: h == 4 and counts == [2, 2],
    r"there are two (\w+)s that occur exactly twice each, and the fifth card has a third \1": (
        lambda counts, h: counts == [1, 2, 2]
    ),
    r"exactly 3 of the cards have the same (\w+)": lambda counts, h: counts == [1, 3],
    r"exactly 4 of the cards have the same (\w+)": lambda counts, h: counts == [1, 4],
    r"three cards have one (\w+) and the two others share another \1": lambda counts, h: counts == [2, 3],
}


def deck(text):
    """The cards, as pairs of names, and the text with DECK in their place."""
    if found := re.search(rf"(?i:{re.escape(STANDARD)})", text):
        cards = [(rank, suit) for rank in RANKS for suit in SUITS]
    else:
        found = re.search(OWN, text)
        cards = [
            (str(rank + 1), colour) for rank in range(int(found[2])) for colour in re.findall(COLOUR, found[3])
        ]
        assert len(cards) == int(found[1])
    return cards, text.replace(found[0], "DECK")


def named(words, cards):
    names = {name.removesuffix("s") for name in re.findall(r"\w+", words)} - {"a", "an", "or", "numbered"}
    assert names <= {name for card in cards for name in card}, words
    return {card for card in cards if names & set(card)}


def drawn(sizes, count):
    """In how many orders that many cards come, by how many of each group, for groups of these sizes."""
    states = {(0,) * len(sizes): 1}
    for _ in range(count):
        after = Counter()
        for state, ways in states.items():
            for at, size in enumerate(sizes):
                after[(*state[:at], state[at] + 1, *state[at + 1 :])] += ways * (size - state[at])
        states = after
    return states


def hand(cards, h, event, known=None):
    clauses = [
        (among(found["amount"], range(h + 1)), named(found["which"], cards))
        for clause in ([known] if known else []) + re.split(r" and (?=exactly)", event)
        for found in [re.fullmatch(rf"{AMOUNT} of the cards (?:is|are) {CLASS}", clause)]
    ]
    groups = Counter(tuple(card in which for _, which in clauses) for card in cards)
    base = good = 0
    for state, ways in drawn(groups.values(), h).items():
        have = [
            sum(n for n, group in zip(state, groups, strict=True) if group[at]) for at in range(len(clauses))
        ]
        fits = [number in wanted for number, (wanted, _) in zip(have, clauses, strict=True)]
        base += ways * (fits[0] or not known)
        good += ways * all(fits)
    return Fraction(good, base)


def pattern(cards, h, event):
    found, fits = next((m, fits) for words, fits in PATTERNS.items() if (m := re.fullmatch(words, event)))
    kinds = Counter(card[found[1] in {"suit", "colour"}] for card in cards)
    size, states = next(iter(kinds.values())), {(): 1}
    for _ in range(h):
        after = Counter()
        for state, ways in states.items():
            after[tuple(sorted((*state, 1)))] += ways * (len(kinds) - len(state)) * size
            for at, count in enumerate(state):
                after[tuple(sorted((*state[:at], count + 1, *state[at + 1 :])))] += ways * (size - count)
        states = after
    return Fraction(sum(w for state, w in states.items() if fits(list(state), h)), sum(states.values()))


class TestCards(ExactAnswers):
    id = "cards"

    def oracle(self, prompt):
        cards, text = deck(question(prompt))
        slots = read(text, WORDINGS)
        if "h" in slots:
            return (hand if re.search("of the cards (?:is|are)", text) else pattern)(cards, **slots)
        event = slots["event"]
        if found := re.fullmatch(
            rf"the (\w+) card that is {CLASS} comes at position (\d+) \((\d+) cards? before it\)", event
        ):
            j, at, which = ORDINALS.index(found[1]) + 1, int(found[3]), named(found["which"], cards)
            assert int(found[4]) == at - 1
            ways = drawn((len(which), len(cards) - len(which)), at - 1)[j - 1, at - j]
            return Fraction(ways * (len(which) - j + 1), perm(len(cards), at))
        found = re.findall(rf"the (\w+) card is {CLASS}", event)
        assert [name for name, _ in found] == list(ORDINALS[: len(found)])
        first, second, *third = (named(words, cards) for _, words in found)
        pairs = [(a, b) for a in first for b in second if a != b]
        good = sum(len(third[0] - {a, b}) for a, b in pairs) if third else len(pairs)
        return Fraction(good, perm(len(cards), len(found)))
