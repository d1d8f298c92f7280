"""Bayes: causes, chances and observations are read from the prompt, kind by kind, and joint chances are added up."""

from __future__ import annotations

import re
from fractions import Fraction
from math import prod

from exact_answers import COLOUR, ExactAnswers, question, whole

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
    weights = [
        prior * prod(rate if positive else 1 - rate for positive in results)
        for prior, rate in ((base, hit), (1 - base, alarm))
    ]
    sick = "no" not in asked
    return share(weights, [sick, not sick])


def machine(text):
    if pairs := re.findall(
        r"(\w) delivers (\d+)% of all parts, and (\d+)% of the parts from \1 are faulty", text
    ):
        names, shares, rates = (list(column) for column in zip(*pairs, strict=True))
        shares, rates = percents("% ".join([*shares, ""])), percents("% ".join([*rates, ""]))
        (goal,) = one(text, r"delivered by (\w)\.")
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
    urns = [
        {colour: int(count) for count, colour in re.findall(rf"(\d+) ({COLOUR})", balls)}
        for balls in re.findall(r"number \d+ with (\d+ red.*?) balls", text)
    ]
    priors = [Fraction(chance) for chance in re.findall(r"number \d+ with probability ([\d/]+)", text)]
    (n,) = one(text, r"From the chosen urn (\d+) balls|draws (\d+) balls from it|Then (\d+) balls are taken")
    (seen,) = one(text, r"colours are, in this order, (.*)\. W|drawn are (.*), in this|result is (.*), in this")
    seen, (back,) = re.findall(COLOUR, seen), [back for how, back in BACK.items() if how in text]
    assert (len(urns), len(seen)) == (int(one(text, r"There are (\d+)|one of (\d+)|Of (\d+) boxes")[0]), int(n))
    ahead = re.search(
        rf"one more ball, drawn from the same place( without putting any back)?, is ({COLOUR})", text
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
    goal = int(one(text, r"that number (\d+) was chosen")[0])
    return share(weights, [at == goal for at in range(1, len(urns) + 1)])


def coin(text):
    coins = [
        (int(n), Fraction(p)) for n, p in re.findall(r"(\d+) coins? with probability ([\d/]+) of heads", text)
    ]
    n = int(one(text, r"tossed (\d+) times|in (\d+) tosses|In (\d+) tosses of that coin")[0])
    heads, *_ = one(text, r"heads (not even once|exactly once|exactly twice|exactly \d+ times)")
    heads = {"not even once": 0, "exactly once": 1, "exactly twice": 2}.get(heads) or sum(whole(heads))
    weights = [count * p**heads * (1 - p) ** (n - heads) for count, p in coins]
    if "one more toss of the same coin shows heads" in text:
        return sum(weight * p for weight, (_, p) in zip(weights, coins, strict=True)) / sum(weights)
    goal = Fraction(one(text, r"the coin is one with probability ([\d/]+) of heads")[0])
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
    side, other = map(
        int, one(text, r"(?:with|of|to) (\d+) .*(?:of the|of) (\d+) (?:wrong|other) (?:num|door)|x")
    )
    truths = re.findall(r"(\w+) tells the truth with probability ([\d/]+)\.", text)
    said = re.findall(r"(\w+) says that it is (\d+)\.", text)
    assert other == side - 1
    assert [name for name, _ in truths] == [name for name, _ in said]
    (face,) = map(int, one(text, r"thrown is (\d+)\?|behind door (\d+)\.|How likely is (\d+) to be"))
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

    def oracle(self, prompt):
        text = question(prompt)
        return next(solve for words, solve in KINDS.items() if re.search(words, text))(text)

    def test_a_witness_is_never_alone(self):
        for seed in range(50):
            task = self.spec.task(2, seed, params={"kinds": "witness", "size": 1})
            assert len(task.payload["problem"]["claims"]) > 1
