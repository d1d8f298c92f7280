"""Bayes: causes, chances and observations are read from the prompt, kind by kind, and joint chances are added up."""

from __future__ import annotations

import re
from fractions import Fraction
from math import prod
from typing import ClassVar

from exact_answers import COLOUR, ExactAnswers, question, read

URNS = (
    r"There are <count> urns: <.urns>\. An urn is chosen with these probabilities: <.priors>\. From the chosen urn <n> "
    r"balls are drawn at random, one after the other, <.how>; their colours are, in this order, <.seen>\. What is the "
    r"probability that <.asked>\?",
    r"picks one of <count> bags in secret \(<.priors>\) and draws <n> balls from it, <.how>\. The bags hold: <.urns>\. "
    r"The colours drawn are <.seen>, in this order\. Find the probability that <.asked>\.",
    r"Of <count> boxes, with <.urns>, one is selected at random \(<.priors>\)\. Then <n> balls are taken from it "
    r"blindly, one by one, <.how>, and the result is <.seen>, in this order\. How likely is it that <.asked>\?",
)
COINS = (
    r"A drawer has <.coins>\. One of these coins is taken at random and tossed <n> times, independently; it shows "
    r"heads <.heads> \(in whatever order\)\. What is the probability that <.asked>\?",
    r"A box contains <.coins>, and no other coins\. A coin drawn at random from the box gives, in <n> tosses, heads "
    r"<.heads>\. Find the probability that <.asked>\.",
    r"Somebody has <.coins> and picks one of the coins at random\. In <n> tosses of that coin there are heads "
    r"<.heads>\. How likely is it that <.asked>\?",
)
WITNESSES = (
    r"die with <side> faces, numbered 1 to (?P=side), is thrown\. <.truth> A witness who lies names one of the <other> "
    r"wrong numbers, each equally likely; given the number thrown, witnesses answer independently\. <.said> What is "
    r"the probability that the number thrown is <face>\?",
    r"One of <side> doors, numbered 1 to (?P=side), hides a prize, all doors being equally likely\. <.truth> Someone "
    r"who lies names a random wrong door, each of the <other> wrong doors being equally likely, and given where the "
    r"prize is the answers are independent\. <.said> Find the probability that the prize is behind door <face>\.",
    r"number from 1 to <side> was drawn, all being equally likely\. <.truth> A lie is equally likely to be any of the "
    r"<other> other numbers from 1 to (?P=side), and given the secret number all answers are independent\. <.said> How "
    r"likely is <face> to be the secret number\?",
)
PARTS = r"Parts come from the suppliers <.listed>: <.pairs>\. A (?:part|box) .* delivered by <.goal>\."
PAIR = r"(\w) delivers (\d+)% of all parts, and (\d+)% of the parts from \1 are faulty"
SHARES = (
    r"the machines (.*), which make (.*) of its parts, in this order\. Of the parts made by them, again in this order, "
    r"(.*?) are faulty\. .* by machine (\w)\?",
    r"on the lines (.*), with (.*) of all parts made on them \(in this order\) and (.*) of their output being faulty "
    r".* from line (\w)\?",
)
RATES = (
    r"affects (\d+)% of a population\. A test is positive for (\d+)% of those who have it and for (\d+)% of those who "
    r"do not\. .*a random person, (.*)\. What .* person (has|does not have) the disease\?",
    r"bags at an airport, (\d+)% contain a forbidden object\. A scanner gives an alarm for (\d+)% of such bags and for "
    r"(\d+)% of the others\. .*is scanned: (.*)\. Find .* bag (contains a|contains no) forbidden object\.",
    r"^(\d+)% of the e-mails that reach an office are spam\. A filter flags (\d+)% of the spam and also (\d+)% of the "
    r"other mail\. .*it is known that (.*)\. How .* e-mail (is|is not) spam\?",
)
BACK = {"without replacement": False, "each ball being put back before the next draw": True}


def one(text, *patterns):
    """The groups that were filled by the one pattern that the text fits."""
    found = next(found for pattern in patterns if (found := re.search(pattern, text)))
    return [group for group in found.groups() if group is not None]


def percents(text):
    return [Fraction(int(number), 100) for number in re.findall(r"(\d+)%", text)]


def share(weights, good):
    return sum(weight for weight, is_good in zip(weights, good, strict=True) if is_good) / Fraction(
        sum(weights)
    )


def table(text):
    cells = re.findall(r"(\d+) who are (tall|of middle height|short) and (.*?)(?=, \d| and \d|[.;])", text)
    cells = [(int(count), {row, column.removesuffix("; these")}) for count, row, column in cells]
    if "people" in text:
        assert {sum(count for count, _ in cells)} == set(map(int, re.findall(r"(\d+) people", text)))
    (known,) = one(text, r"turns out to be (.*?)\. What|at random is (.*?)\. Find|guest, who is (.*?)\. How")
    (asked,) = one(text, r"person is (.*)\?|this member is (.*?)\.|guest is (.*)\?")
    kept = [(count, words) for count, words in cells if known in words]
    return share([count for count, _ in kept], [asked in words for _, words in kept])


def diagnosed(text):
    base, hit, alarm, told, asked = one(text, *RATES)
    base, hit, alarm = (Fraction(int(rate), 100) for rate in (base, hit, alarm))
    results = re.findall(
        "(is positive|gives an alarm|flagged it)|is negative|gives no alarm|did not flag it", told
    )
    assert len(results) == 1 or re.search(r"Repeated .* are independent, given whether", text)
    weights = [
        prior * prod(rate if positive else 1 - rate for positive in results)
        for prior, rate in ((base, hit), (1 - base, alarm))
    ]
    sick = "no" not in asked
    return share(weights, [sick, not sick])


def machine(text):
    if slots := read(text, [PARTS]):
        pairs, goal = [re.fullmatch(PAIR, pair).groups() for pair in slots["pairs"].split("; ")], slots["goal"]
        assert re.split(", | and ", slots["listed"]) == [name for name, *_ in pairs]
        names, shares, rates = (list(column) for column in zip(*pairs, strict=True))
        shares, rates = percents("% ".join([*shares, ""])), percents("% ".join([*rates, ""]))
    else:
        names, shares, rates, goal = one(text, *SHARES)
        names, shares, rates = re.findall("[A-E]", names), percents(shares), percents(rates)
    assert len(names) == len(shares) == len(rates)
    assert sum(shares) == 1
    if found := re.search(r"exactly (\d+) of the (\d+) parts (?:is|are) faulty", text):
        faulty, n = int(found[1]), int(found[2])
        assert f"filled with {n} parts" in text
    else:
        faulty, n = int(one(text, "from all parts (is faulty|is not faulty)") == ["is faulty"]), 1
    weights = [a * rate**faulty * (1 - rate) ** (n - faulty) for a, rate in zip(shares, rates, strict=True)]
    return share(weights, [name == goal for name in names])


def urn(text):
    slots = read(text, URNS)
    urns = [
        {colour: int(count) for count, colour in re.findall(rf"(\d+) ({COLOUR})", balls)}
        for balls in re.findall(r"number \d+ with (\d+ red.*?) balls", slots["urns"])
    ]
    priors = [
        Fraction(chance) for chance in re.findall(r"number \d+ with probability ([\d/]+)", slots["priors"])
    ]
    seen, back = re.findall(COLOUR, slots["seen"]), BACK[slots["how"]]
    assert (len(urns), len(seen)) == (slots["count"], slots["n"])
    ahead = re.search(
        rf"one more ball, drawn from the same place( without putting any back)?, is ({COLOUR})", slots["asked"]
    )
    assert not ahead or back == (ahead[1] is None)
    weights, nexts = [], []
    for balls, prior in zip(urns, priors, strict=True):
        chances, left = [prior], dict(balls)
        for colour in seen:
            chances.append(Fraction(left[colour], sum(left.values())))
            left[colour] -= not back
        weights.append(prod(chances))
        nexts.append(Fraction(left[ahead[2]], sum(left.values())) if ahead else 0)
    if ahead:
        return sum(a * b for a, b in zip(weights, nexts, strict=True)) / sum(weights)
    goal = int(one(slots["asked"], r"number (\d+) was chosen")[0])
    return share(weights, [at == goal for at in range(1, len(urns) + 1)])


def coin(text):
    slots = read(text, COINS)
    coins = re.findall(r"(\d+) coins? with probability ([\d/]+) of heads", slots["coins"])
    coins, n = [(int(count), Fraction(p)) for count, p in coins], slots["n"]
    often = {"not even once": 0, "exactly once": 1, "exactly twice": 2}
    heads = (
        often[slots["heads"]]
        if slots["heads"] in often
        else int(one(slots["heads"], r"exactly (\d+) times")[0])
    )
    weights = [count * p**heads * (1 - p) ** (n - heads) for count, p in coins]
    if slots["asked"] == "one more toss of the same coin shows heads":
        return sum(weight * p for weight, (_, p) in zip(weights, coins, strict=True)) / sum(weights)
    goal = Fraction(one(slots["asked"], r"the coin is one with probability ([\d/]+) of heads")[0])
    return share(weights, [p == goal for _, p in coins])


def signs(text):
    names, priors = one(
        text, r"(?:illnesses|causes|explanations) ((?:K\d(?:, | and )?)+).*?probabilities (?:are )?(.*?) \(in"
    )
    names, weights = re.findall(r"K\d", names), percents(priors)
    (seen,) = one(text, r"patient has ([^.]*)\. What|Observed: (.*)\. Find|there is (.*)\. How")
    (goal,) = one(text, r"of illness (K\d)\?|cause is (K\d)\.|explanation (K\d) now")
    assert len(weights) == len(names)
    stated = re.findall(r"An? ([a-z ]+) occurs with probability (.*?) for (.*?) respectively\.", text)
    assert len(stated) == len(re.split(", | and ", seen))
    for sign, chances, order in stated:
        assert re.findall(r"K\d", order) == names
        has = f"a {sign}" in seen
        assert has != (f"no {sign}" in seen)
        weights = [w * (p if has else 1 - p) for w, p in zip(weights, percents(chances), strict=True)]
    return share(weights, [name == goal for name in names])


def witness(text):
    slots = read(text, WITNESSES)
    side, other, face = slots["side"], slots["other"], slots["face"]
    truths = re.findall(r"(\w+) tells the truth with probability ([\d/]+)\.", slots["truth"])
    said = re.findall(r"(\w+) says that it is (\d+)\.", slots["said"])
    assert other == side - 1
    assert [name for name, _ in truths] == [name for name, _ in said]
    chances = [(Fraction(truth), int(claim)) for (_, truth), (_, claim) in zip(truths, said, strict=True)]
    weights = [
        prod(truth if claim == number else (1 - truth) / other for truth, claim in chances)
        for number in range(1, side + 1)
    ]
    return share(weights, [number == face for number in range(1, side + 1)])


KINDS = {
    "survey of|In a club|guests of a hotel": table,
    "disease|airport|e-mail": diagnosed,
    "faulty": machine,
    " urns| bags| boxes": urn,
    "coins": coin,
    "K1": signs,
    "tells the truth": witness,
}


class TestBayes(ExactAnswers):
    id = "bayes"
    conventions: ClassVar = {
        "signs": (
            "has exactly one of the illnesses",
            "has exactly one of the causes",
            "Exactly one of the explanations",
        ),
    }

    def oracle(self, prompt):
        text = question(prompt)
        return next(solve for words, solve in KINDS.items() if re.search(words, text))(text)

    def test_priors_are_those_of_the_prompt(self):
        for seed in range(50):
            task = self.spec.task(3, seed, params={"kinds": "test"})
            prior, rest = one(task.trace, r"^with it: prior (.*), without: prior (.*)\n")
            assert Fraction(prior) == percents(task.prompt)[0]
            assert Fraction(prior) + Fraction(rest) == 1

    def test_a_witness_is_never_alone(self):
        for seed in range(50):
            task = self.spec.task(2, seed, params={"kinds": "witness", "size": 1})
            assert len(task.payload["problem"]["claims"]) > 1
