"""Expected values: each kind is read from its wordings and found by another formula than the worked solution's."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from typing import ClassVar

from exact_answers import COLOUR, ORDINALS, ExactAnswers, question, read, whole

PAIR = r"(-?\d+)(?: euros?)? with probability ([\d/]+)"
WORDINGS = {
    "payoff": (
        r"A wheel pays <.pays>\. It is spun <n> times, independently\. What is the expected total .*, in euros<.fee>\?",
        r"each round pays <.pays>\. Somebody plays <n> rounds\. Find the expected sum of .*, in euros<.fee>\.",
        r"A machine gives <.pays>, independently each time\. .* how many euros do <n> goes bring in altogether<.fee>\?",
    ),
    "variance": (
        "random number takes .* What is its variance",
        "variable X has .* Find the variance of X",
        "expected square of the deviation of the number from its mean",
    ),
    "order": (
        r"<n> different numbers .* without replacement, from 1, 2, \.\.\., <top>\. .* of the <.which> of them\?",
        r"tickets numbered 1 to <top>\. <n> tickets are taken .* of the <.which> number taken\.",
        r"from 1 to <top> a random set of <n> is .* how large is its <.which> element\?",
    ),
    "dice": (
        r"<n> fair <side>-sided dice \(faces 1 to (?P=side)\) .* value of <.what>\?",
        r"Throw <n> fair dice, each with faces 1 to <side>\. .* value of <.what>\.",
        r"value does <.what> have .* one throw of <n> fair dice with the faces 1 to <side>\?",
    ),
    "pairs": (
        r"^<.balls> are put in a random order in a <.shape>, .* of neighbouring balls with <.same>\? <.note> [AGW]",
        r"lays out <.balls> at random in a <.shape>\. .* of pairs of adjacent balls that have <.same>\. <.note> [AGW]",
        r"arrangement of <.balls> in a <.shape>, how many pairs .* have <.same>, on .*\? <.note> [AGW]",
    ),
    "seen": (
        r"<n> balls are drawn at random without replacement\. .* number of different colours among them\?",
        r"From a box with .* balls, <n> are taken at random, none being put back\. .* number of colours that occur",
        r"A random set of <n> of the balls is pulled out\. .* how many different colours does it show\?",
    ),
    "boxes": (
        r"<n> balls are thrown independently into <k> boxes, .* number of boxes with <.often>\?",
        r"Each of <n> people .* picks one of <k> floors, .* floors picked by <.often>\.",
        r"die with <k> faces is thrown <n> times\. .* how many of the (?P=k) faces come up <.often>\?",
    ),
    "until": (
        r"<good> red and <bad> blue balls\. .* replacement until <j> red balls? .* number of <.what> drawn\?",
        r"<good> red and <bad> blue marbles, .* stops with red marble number <j>\. .* number of <.what> taken out",
        r"Cards, <good> red and <bad> blue ones, .* as far as the <.jth> red card\. How many <.what> are",
    ),
    "coupon": (
        r"one of <n> different pictures, .* has <have> different .* until there are <want> different",
        r"die with <n> faces .* So far <have> different .* until <want> different faces have been seen",
        r"one of <n> songs .* <have> of the songs were .* have <want> different songs been heard\?",
    ),
    "streak": (
        r"heads \(H\) with probability <ratio:p> and tails .* the last tosses are <.pattern>, in this order\.",
        r"H with probability <ratio:p>, T with probability <ratio:q>\. .* until the block <.pattern> is",
        r"heads \(H\) with probability <ratio:p>\. .* the pattern <.pattern> has appeared for the first time",
    ),
    "wald": (
        r"the <n> faces <list:faces> is thrown until it shows <list:ends>; .* sum of all .*, <.last>\?",
        r"The <n> equally .* show <list:faces>\. .* first throw of <list:ends> is the last\. .* total, <.last>\.",
        r"the <n> equally likely faces <list:faces> again .* stop when <list:ends> comes up\. .* throws, <.last>\?",
    ),
    "stop": (
        r"the <n> faces <list:faces> may be thrown up to <r> times\. .* throws again<.cost>; the last throw",
        r"The <n> equally .* show <list:faces>\. .* throw again<.cost>, with at most <r> throws in all;",
        r"the <n> equally likely faces <list:faces> is thrown at most <r> times\. .* go on<.cost>\. How",
    ),
}
NOTES = {
    "circle": "The last ball of the circle is a neighbour of the first.",
    "row": "Only balls directly side by side count.",
}
OFTEN = {"no ball at all": 0, "nobody": 0, "not even once": 0, "exactly once": 1, "exactly twice": 2}


def distribution(text):
    chances = {int(value): Fraction(chance) for value, chance in re.findall(PAIR, text)}
    assert sum(chances.values()) == 1
    return chances


def payoff(text, n, pays, fee, **_):
    price = re.fullmatch(r"(?:, less a single fee of (\d+) euros? paid once at the start)?", fee)[1] or 0
    return n * sum(value * chance for value, chance in distribution(pays).items()) - int(price)


def variance(text, **_):
    chances = distribution(text)
    mean = sum(value * chance for value, chance in chances.items())
    return sum((value - mean) ** 2 * chance for value, chance in chances.items())


def order(text, n, top, which, **_):
    """The sum over t of the chance that the number is at least t: fewer than k of the n are below t."""
    k = ORDINALS.index(which.split()[0]) + 1 if " " in which else 1
    if which.endswith("largest"):
        k = n + 1 - k
    ways = sum(comb(t, i) * comb(top - t, n - i) for t in range(top) for i in range(k))
    return Fraction(ways, comb(top, n))


def dice(text, n, side, what, **_):
    small = sum(Fraction(t, side) ** n for t in range(1, side + 1))
    large = side + 1 - small
    value = {"difference": large - small, "largest": large, "smallest": small}[
        re.search("difference|largest|smallest", what)[0]
    ]
    return value * (whole(what) or [1])[0]


def counted(text):
    return [int(count) for count, _ in re.findall(rf"(\d+) ({COLOUR})\b", text)]


def pairs(text, balls, shape, same, note, **_):
    counts = counted(balls)
    total = sum(counts)
    assert NOTES[shape] == note
    equal = Fraction(sum(comb(count, 2) for count in counts), comb(total, 2))
    chance = {"the same colour": equal, "different colours": 1 - equal}[same]
    return chance * (total if shape == "circle" else total - 1)


def seen(text, n, **_):
    counts = counted(text)
    every = comb(sum(counts), n)
    return Fraction(sum(every - comb(sum(counts) - count, n) for count in counts), every)


def boxes(text, n, k, often, **_):
    chance = [comb(n, r) * Fraction(k - 1) ** (n - r) / Fraction(k) ** n for r in range(n + 1)]
    if often.startswith("at least"):
        return k * sum(chance[1:])
    return k * chance[OFTEN[often] if often in OFTEN else whole(often)[0]]


def until(text, good, bad, what, j=0, jth="", **_):
    """The sum over t of the chance that it goes on after t draws: fewer than j of them are red."""
    j = j or ORDINALS.index(jth) + 1
    total = good + bad
    draws = sum(
        Fraction(comb(good, i) * comb(bad, t - i), comb(total, t))
        for t in range(total)
        for i in range(min(j, t + 1))
    )
    assert what.startswith("blue ") != what.endswith("(of both colours, the last one included)")
    return draws - j if what.startswith("blue ") else draws


def coupon(text, n, have, want, **_):
    return sum(Fraction(n, missing) for missing in range(n - want + 1, n - have + 1))


def streak(text, p, pattern, q=None, **_):
    """The expected time from each matched beginning to the next longer one, which counts the ways back."""
    assert q in (None, 1 - p)
    steps = []
    for at, letter in enumerate(pattern):
        wrong = pattern[:at] + ("T" if letter == "H" else "H")
        back = max(i for i in range(at + 1) if wrong.endswith(pattern[:i]))
        right = p if letter == "H" else 1 - p
        steps.append((1 + (1 - right) * sum(steps[back:])) / right)
    return sum(steps)


def wald(text, n, faces, ends, last, **_):
    final, others = [f for f in faces if f in ends], [f for f in faces if f not in ends]
    assert len(faces) == n
    with_last = {"the last throw included": 1, "the last throw not included": 0}[last]
    return Fraction(sum(others), len(final)) + with_last * Fraction(sum(final), len(final))


def stop(text, n, faces, r, cost, **_):
    assert len(faces) == n
    price = int(cost.removeprefix(" after paying ").split()[0]) if cost else 0
    assert not cost or cost.endswith(f" euro{'s' * (price > 1)} (all such payments reduce the gain)")
    best = Fraction(0)
    for left in range(r):
        best = sum(max(face, best - price if left else 0) for face in faces) / Fraction(n)
    return best


FORMULAS = (payoff, variance, order, dice, pairs, seen, boxes, until, coupon, streak, wald, stop)


class TestExpectation(ExactAnswers):
    id = "expectation"
    probabilities = False
    conventions: ClassVar = {
        "order": (
            "at random, without replacement, from",
            "all choices being equally likely",
            "a random set of",
        ),
        "pairs": ("all orders being equally likely", "at random in a", "In a uniformly random arrangement"),
        "boxes": ("are thrown independently into", "independently picks one of", "A fair die with"),
        "until": (
            "at random without replacement until",
            "one by one and not put back;",
            "are shuffled and turned up",
        ),
        "coupon": (
            "independently of the others",
            "A fair die with",
            "repeats being possible and all songs equally likely",
        ),
        "streak": ("(T) otherwise", "Independent letters appear one by one", "in consecutive tosses"),
        "wald": ("then the game is over", "keeps throwing and adding up", "again and again, and stop"),
        "stop": (
            "After each throw the player either stops and gets the number shown in euros, or throws again",
            "only the number of the last throw made is paid",
            "decides after every throw whether to stop, and then receives the latest number in euros, or to go on",
        ),
    }

    def oracle(self, prompt):
        text = question(prompt)
        formula, slots = next(
            (f, slots) for f in FORMULAS if (slots := read(text, WORDINGS[f.__name__])) is not None
        )
        return formula(text, **slots)
