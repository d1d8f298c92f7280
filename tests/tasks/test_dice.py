"""Dice: dice and event are read from the prompt, and all outcomes are looked at."""

from __future__ import annotations

import operator
import re
from fractions import Fraction
from itertools import product
from math import lcm
from typing import ClassVar

from exact_answers import AMOUNT, ExactAnswers, among, question, read, whole

COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
EVENTS = {
    "count": (
        rf"{AMOUNT} of them shows? (?P<faces>[\d, or]+)\?",
        rf"a hit if it shows (?P<faces>[\d, or]+)\. Find the probability of {AMOUNT} hits?\.",
        rf"dice that show (?P<faces>[\d, or]+) are counted\. How likely is it that the count is {AMOUNT}\?",
        rf"the number (?P<faces>\d+) appears {AMOUNT} times?",
        r"(?P<amount>at least one) die shows (?P<faces>\d+)",
    ),
    "differ": (
        r"show exactly (?P<k>\d+) different numbers and that (?P<face>\d+) is (?P<no>not )?among these",
        r"shown has exactly (?P<k>\d+) elements and does (?P<no>not )?contain (?P<face>\d+)",
        r"exactly (?P<k>\d+) different numbers appear in one throw of .*, and (?P<face>\d+) is (?P<no>not )?one of",
    ),
    "pick": (
        rf"the (?P<pick>largest|smallest) number shown (?:in one throw of .* )?is {AMOUNT}\?",
        rf"only at the (?P<pick>largest|smallest) of the numbers shown .* the probability that it is {AMOUNT}\.",
        rf"(?P<pick>sum) of the numbers shown is {AMOUNT}",
        rf"the (?P<pick>total) is {AMOUNT}\.",
        rf"are added up\. How likely is a (?P<pick>sum) that is {AMOUNT}\?",
        rf"thrown once\. What is the probability that the (?P<pick>number) shown is {AMOUNT}\?",
        rf"one throw gives a (?P<pick>number) that is {AMOUNT}\.",
        rf"throws a die once\..* How likely is a (?P<pick>result) that is {AMOUNT}\?",
    ),
}
LOADED = (
    r"A loaded die shows <.weights>\. It is thrown <n> times, independently\. What is the probability that",
    r"of an unfair die have these probabilities: <.weights>\. Find the probability that in <n> independent throws",
    r"In each throw, independently of the others, a biased die gives <.weights>\. After <n> throws, how likely",
)
GIVEN = r"(?:Given|You are told only) that (.*)(?:, what|\. Find) (.*)|in which (.*), how large (.*)"
COMPARED = (
    r"Ann (?:throws|uses) (.*), Ben (?:throws|uses) (.*)[;,] (?:all|each)|Ben has (.*), Ann has (.*)\. All"
)
SIGNS = {
    "greater than": operator.gt,
    "less than": operator.lt,
    "equal": operator.eq,
    "at least as large as": operator.ge,
}


def dice(text):
    found = re.findall(r"(one|two|three|four|five|six) fair (\d+)-sided", text.lower())
    return [range(1, int(sides) + 1) for count, sides in found for _ in range(COUNTS[count])]


def stated_dice(text):
    if found := re.search(r"(\d+) (?:equally likely )?faces.*?(?:numbers|marked) ([\d, and]+)\.", text):
        assert len(whole(found[2])) == int(found[1])
        return [whole(found[2])]
    if slots := read(text, LOADED):
        chances = {
            int(f): Fraction(p) for f, p in re.findall(r"(\d+) with probability ([\d/]+)", slots["weights"])
        }
        assert sum(chances.values()) == 1
        total = lcm(*(chance.denominator for chance in chances.values()))
        return [[face for face, chance in chances.items() for _ in range(int(chance * total))]] * slots["n"]
    return dice(text)


def event(text):
    """What a sentence says of the numbers shown, as a function of them."""
    for name, patterns in EVENTS.items():
        found = next(filter(None, (re.search(pattern, text) for pattern in patterns)), None)
        if found and name == "count":
            faces, amounts = set(whole(found["faces"])), among(found["amount"], range(7))
            return lambda shown: sum(face in faces for face in shown) in amounts
        if found and name == "differ":
            k, face, held = int(found["k"]), int(found["face"]), not found["no"]
            return lambda shown: len(set(shown)) == k and (face in shown) == held
        if found:
            values = among(found["amount"], range(200))
            pick = {"largest": max, "smallest": min}.get(found["pick"], sum)
            return lambda shown: pick(shown) in values
    raise ValueError(text)


def turns(text):
    names, die = (
        re.search(r"((?:[A-Z]\w+(?:, | and ))+[A-Z]\w+)(?: take turns| throw one|, who)", text)[1],
        dice(text),
    )
    names = re.split(", | and ", names)
    starter = re.search(r"(\w+) begins|starting with (\w+)", text)
    assert not starter or names[0] in starter.groups()
    winner = re.search(r"probability that (\w+) wins|the winner is (\w+)|a win for (\w+)\?", text)
    faces = re.search(r"(?:first to throw|somebody throws|first gets) ([\d, or]+)", text)[1]
    miss = 1 - Fraction(len(whole(faces)), len(die[0]))
    return miss ** names.index(next(filter(None, winner.groups()))) / sum(
        miss**turn for turn in range(len(names))
    )


def compared(found, text):
    ann, ben = (dice(side) for side in (found.groups()[:2] if found[1] else found.groups()[:1:-1]))
    sign = next(sign for words, sign in SIGNS.items() if words in text.split(" that ")[-1])
    totals = [[sum(shown) for shown in product(*side)] for side in (ann, ben)]
    good = sum(sign(a, b) for a, b in product(*totals))
    return Fraction(good, len(totals[0]) * len(totals[1]))


class TestDice(ExactAnswers):
    id = "dice"
    conventions: ClassVar = {
        "single": ("A fair die has", "equally likely faces of a die", "faces are equally likely"),
        "sum": (" are thrown once.", "Throw ", " are added up"),
        "count": (" are thrown once.", "Throw ", "In one throw of"),
        "extreme": (" are thrown once.", "Throw ", "in one throw of"),
        "compare": ("all throws are independent", "each die being thrown once", "All dice are thrown once"),
        "given": (" are thrown once.", "Throw ", "Among all throws of"),
        "differ": (" are thrown once.", "Throw ", "in one throw of"),
        "turns": (
            "in this order and over and over",
            "cyclically in this order",
            "in this order again and again",
        ),
    }

    def oracle(self, prompt):
        text = re.sub(r" \(faces 1 to \d+\)| \(both included\)", "", question(prompt))
        if found := re.search(COMPARED, text):
            return compared(found, text)
        if re.search("wins?\\b|winner", text):
            return turns(text)
        outcomes = list(product(*stated_dice(text)))
        if given := re.search(GIVEN, text):
            known, text = filter(None, given.groups())
            outcomes = list(filter(event(known), outcomes))
        return Fraction(sum(map(event(text), outcomes)), len(outcomes))
