"""Urns: the balls, the draws and the event are read from the prompt, and every sequence of colours is weighed."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

from exact_answers import AMOUNT, COLOUR, ORDINALS, ExactAnswers, among, question, read

WORDINGS = (
    r"An urn holds <.balls>\. <n> balls are drawn at random, one after the other, <.how>\. What .* that <.event>\?",
    r"There are <.balls> in a bag\. Somebody blindly draws <n> balls in turn, <.how>\. Find .* that <.event>\.",
    r"From a box with <.balls>, <n> balls are taken at random one by one, <.how>\. How likely is it that <.event>\?",
    r"An urn holds <.balls>\. <n> balls are drawn at random, .*, <.how>\. Given that <.known>, what .* that <.event>\?",
    r"are <.balls> in a bag, and <n> of them .* turn, <.how>\. .* learn only that <.known>\. Find .* that <.event>\.",
    r"a box with <.balls>: <n> draws, one by one, <.how>\. How .* that <.event>, if it is known only that <.known>\?",
    r"An urn holds <.balls>\. <n> draws are made at random, and each time the ball is put back together with <extra> "
    r"more balls? of the same colour\. What is the probability that <.event>\?",
    r"A bag contains <.balls>\. After each of <n> random draws the ball goes back, and <extra> more balls? of its "
    r"colour (?:is|are) added\. Find the probability that <.event>\.",
    r"<n> draws are made at random from a box with <.balls>; each time the ball drawn is returned and the box also "
    r"gets <extra> more balls? of the colour just drawn\. How likely is it that <.event>\?",
    r"An urn holds <.balls>\. Balls are drawn at random, one after the other, <.how>\. What .* that <.event>\?",
    r"There are <.balls> in a bag\. Somebody blindly draws ball after ball, <.how>\. Find the prob.* that <.event>\.",
    r"From a box with <.balls>, balls are taken at random one by one, <.how>\. How likely is it that <.event>\?",
    r"Urn A holds <.balls>; urn B holds <.others>\. <moved> balls? chosen at random (?:is|are) moved from A to B\. "
    r"Then one ball is drawn at random from B\. What is the probability that it is <.colour>\?",
    r"First <moved> balls? (?:is|are) taken at random out of a bag A with <.balls> and put, unseen, into a bag B that "
    r"already has <.others>\. Then a random ball is drawn from B\. Find .* that this ball is <.colour>\.",
    r"Box A contains <.balls>, box B <.others>\. Without looking, somebody moves <moved> balls? from A to B, every "
    r"choice being equally likely, and then draws one ball from B\. How likely is <.colour>\?",
)
BACK = {"without replacement": 0, "each ball being put back before the next draw": 1}


def urn(balls):
    """How many balls there are of each colour."""
    assert re.fullmatch(rf"(?:\d+ (?:{COLOUR})(?:, | and )?)+ balls?", balls), balls
    return {colour: int(count) for count, colour in re.findall(rf"(\d+) ({COLOUR})", balls)}


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
        slots = read(question(prompt), WORDINGS)
        counts, back = urn(slots["balls"]), BACK[slots["how"]] if "how" in slots else slots.get("extra", 0) + 1
        if "others" in slots:
            colour, second, moves = slots["colour"], urn(slots["others"]), sequences(counts, slots["moved"], 0)
            good = sum(weight * (second[colour] + seen.count(colour)) for seen, weight in moves)
            return Fraction(good, sum(w for _, w in moves) * (sum(second.values()) + slots["moved"]))
        if found := re.fullmatch(r"the (\w+) (\w+) ball comes exactly at draw number (\d+)", slots["event"]):
            j, colour, at = ORDINALS.index(found[1]) + 1, found[2], int(found[3])
            every = sequences({colour: counts[colour], "": sum(counts.values()) - counts[colour]}, at, back)
            good = sum(weight for seen, weight in every if seen[-1] == colour and seen.count(colour) == j)
            return Fraction(good, sum(weight for _, weight in every))
        every, happens = sequences(counts, slots["n"], back), event(slots["event"])
        if "known" in slots:
            known = event(slots["known"])
            every = [(seen, weight) for seen, weight in every if known(seen)]
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
