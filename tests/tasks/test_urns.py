"""Urns: the balls, the draws and the event are read from the prompt, and every sequence of colours is weighed."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

from exact_answers import AMOUNT, COLOUR, ORDINALS, ExactAnswers, among, question

BALLS = rf"((?:\d+ (?:{COLOUR})(?:, | and )?)+) balls?\b"
DRAWS = (
    r"(\d+) balls are drawn at|blindly draws (\d+) balls|, (\d+) balls are taken|and (\d+) of them are blindly drawn|"
    r": (\d+) draws, one by one|(\d+) draws are made at random|After each of (\d+) random draws"
)
GIVEN = (
    r"Given that (?P<known>.*), what is the probability that (?P<event>.*)\?",
    r"You learn only that (?P<known>.*)\. Find the conditional probability that (?P<event>.*?)\.",
    r"How likely is it that (?P<event>.*), if it is known only that (?P<known>.*?)\?",
)
BACK = {"without replacement": 0, "each ball being put back before the next draw": 1}
ADDED = (
    r"put back together with (\d+) more balls? of the same colour",
    r"the ball goes back, and (\d+) more balls? of its colour (?:is|are) added",
    r"drawn is returned and the box also gets (\d+) more balls? of the colour just drawn",
)
MOVED = (
    r"(\d+) balls? chosen at random (?:is|are) moved from A|First (\d+) balls?|moves (\d+) balls? from A to B"
)


def urns(text):
    """The counts of colours of each urn that the text describes."""
    return [
        {c: int(n) for n, c in re.findall(rf"(\d+) ({COLOUR})", balls)} for balls in re.findall(BALLS, text)
    ]


def number(pattern, text):
    """The one number that one of the forms of a sentence states."""
    return next(int(found) for found in re.search(pattern, text).groups() if found)


def sequences(counts, n, back):
    """Each sequence of colours with its weight; a ball drawn goes back `back` times."""
    done = [((), 1, counts)]
    for _ in range(n):
        done = [
            ((*seen, colour), weight * left[colour], left | {colour: left[colour] + back - 1})
            for seen, weight, left in done
            for colour in left
            if left[colour]
        ]
    return [(seen, weight) for seen, weight, _ in done]


def event(text):
    """What a text says of the colours drawn, as a function of them."""
    if found := re.search(rf"colours drawn are, in this order, ((?:(?:{COLOUR})(?:, | and )?)+)", text):
        return lambda seen: list(seen) == re.findall(COLOUR, found[1])
    if "they all have different colours" in text:
        return lambda seen: len(set(seen)) == len(seen)
    if found := re.search("they (all|do not all) have the same colour", text):
        return lambda seen: (len(set(seen)) == 1) == (found[1] == "all")
    if found := re.search(r"of the balls drawn \(in any order\) exactly (\d.*)", text):
        mix = {colour: int(count) for count, colour in re.findall(rf"(\d+) (?:is|are) ({COLOUR})", found[1])}
        return lambda seen: Counter(seen) == mix
    if found := re.search(rf"({COLOUR}) is (?:(never)|drawn exactly (once|twice|(\d+) times))", text):
        times = 0 if found[2] else {"once": 1, "twice": 2}.get(found[3]) or int(found[4])
        return lambda seen: seen.count(found[1]) == times
    if found := re.search(rf"the (\w+) ball is ({COLOUR})", text):
        return lambda seen: seen[ORDINALS.index(found[1])] == found[2]
    found = re.search(rf"{AMOUNT} of (?:the balls drawn|them) (?:is|are) (?P<colour>{COLOUR})", text)
    amounts = among(found["amount"], range(10))
    return lambda seen: seen.count(found["colour"]) in amounts


class TestUrns(ExactAnswers):
    id = "urns"

    def oracle(self, prompt):
        text = question(prompt)
        first, *second = urns(text)
        if second:
            colour = re.search(rf"(?:it is|ball is|How likely is) ({COLOUR})[.?]", text)[1]
            moves = sequences(first, number(MOVED, text), 0)
            good = sum(weight * (second[0][colour] + seen.count(colour)) for seen, weight in moves)
            return Fraction(good, sum(w for _, w in moves) * (sum(second[0].values()) + len(moves[0][0])))
        added = [found[1] for pattern in ADDED if (found := re.search(pattern, text))]
        (back,) = [int(more) + 1 for more in added] or [back for words, back in BACK.items() if words in text]
        if found := re.search(rf"the (\w+) ({COLOUR}) ball comes exactly at draw number (\d+)", text):
            j, colour, at = ORDINALS.index(found[1]) + 1, found[2], int(found[3])
            every = sequences({colour: first[colour], "": sum(first.values()) - first[colour]}, at, back)
            good = sum(weight for seen, weight in every if seen[-1] == colour and seen.count(colour) == j)
            return Fraction(good, sum(weight for _, weight in every))
        every = sequences(first, number(DRAWS, text), back)
        for pattern in GIVEN:
            if found := re.search(pattern, text):
                known, text = event(found["known"]), found["event"]
                every = [(seen, weight) for seen, weight in every if known(seen)]
        happens = event(text)
        return Fraction(sum(w for seen, w in every if happens(seen)), sum(w for _, w in every))

    def test_the_names_of_colours_do_not_matter(self):
        def key(problem):
            seen = problem["event"][1]
            order = list(dict.fromkeys(seen))
            rest = sorted(c for i, c in enumerate(problem["counts"]) if i not in order)
            return str(
                [[problem["counts"][i] for i in order], rest, [order.index(i) for i in seen], problem["back"]]
            )

        self.same_problems(key, kinds="sequence", size=1)
