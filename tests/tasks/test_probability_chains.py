"""Markov chains, expected values and Bayes: against iteration, enumeration and whole joint distributions."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.probability import bayes, expectation

MARKOV, EXPECTED, BAYES = (rlvr.get(name) for name in ("markov-chains", "expectation", "bayes"))
SEEDS = st.integers(0, 10**9)
MOST = 30_000


def chain_in(prompt):
    """Transition probabilities by names, from the text; states without a line stay where they are."""
    rows = {}
    for start, moves in re.findall(r"^from ([A-H]): (.*)$", prompt, re.MULTILINE):
        rows[start] = {to: Fraction(p) for to, p in re.findall(r"to ([A-H]) with probability ([0-9/]+)", moves)}
        assert sum(rows[start].values()) == 1
    for name in sorted({to for row in rows.values() for to in row} - set(rows)):
        rows[name] = {name: Fraction(1)}
    return rows


def spread(now, rows):
    new = dict.fromkeys(rows, 0)
    for state, chance in now.items():
        for to, p in rows[state].items():
            new[to] += chance * p
    return new


@settings(max_examples=120)
@given(st.integers(1, 7), SEEDS)
def test_chains_read_from_the_text(level, seed):
    task = MARKOV.task(level, seed)
    problem = task.payload["problem"]
    kind = problem["kind"]
    assume(kind != "ruin")
    text = task.prompt.rsplit("\n\n", 1)[0]
    rows = chain_in(text)
    after = text.rsplit("\nfrom ", 1)[1].split("\n", 1)[1]  # what is said behind the table
    goal = "ABCDEFGH"[problem["goal"]] if problem["goal"] >= 0 else None
    said = re.search(r"(?:in state|in mode|on field|begins on|in room|starts at) ([A-H])\b", after)
    start = "A" if kind in {"stationary", "return"} else said[1]
    answer = Fraction(task.answer)
    if kind in {"steps", "first"}:
        n = problem["n"]
        assert re.search(rf"\b{n}\b", after)
        now = {start: Fraction(1)}
        for step in range(n):
            if kind == "first" and step:
                now = now | {goal: Fraction(0)}
            now = spread(now, rows)
        assert answer == now[goal]
        return
    floats = {state: {to: float(p) for to, p in row.items()} for state, row in rows.items()}
    now, visits, steps = {start: 1.0}, 0.0, 0.0
    ends = {state for state, row in rows.items() if row == {state: 1}}
    if kind == "return":
        rest = spread({goal: 1.0}, floats)
        steps = 1.0
        for _ in range(5000):
            rest[goal] = 0.0
            steps += sum(rest.values())
            rest = spread(rest, floats)
        assert float(answer) == pytest.approx(steps, rel=1e-6)
        return
    for _ in range(5000):
        visits += now.get(goal, 0.0)
        steps += sum(chance for state, chance in now.items() if state not in ends)
        now = spread(now, floats)
    found = {"absorb": now.get(goal), "stationary": now.get(goal), "time": steps, "visits": visits}[kind]
    assert float(answer) == pytest.approx(found, rel=1e-6)
    if kind == "absorb":
        assert re.search(rf"(state|at|by) {goal}[?.]", after)


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 9))
def test_the_walk_that_the_text_tells_of(seed, size):
    task = MARKOV.task(4, seed, params={"kinds": "ruin", "size": size})
    text = task.prompt.rsplit("\n\n", 1)[0]
    chances = re.findall(r"with probability ([0-9/]+)", text)
    up, stay = Fraction(chances[0]), Fraction(chances[1]) if len(chances) > 1 else Fraction(0)
    problem = task.payload["problem"]
    n, now = problem["n"], problem["i"]
    assert re.search(rf"\b{n}\b.*\b|\b{now}\b", text)
    row = [0.0] * (n + 1)
    row[now] = 1.0
    steps = 0.0
    p, s = float(up), float(stay)
    for _ in range(6000):
        steps += sum(row[1:n])
        inner = [0.0, *row[1:n], 0.0]
        new = [0.0] * (n + 1)
        for i in range(1, n):
            new[i + 1] += p * inner[i]
            new[i] += s * inner[i]
            new[i - 1] += (1 - p - s) * inner[i]
        new[0] += row[0]
        new[n] += row[n]
        row = new
    expected = "expected number" in text
    assert float(Fraction(task.answer)) == pytest.approx(steps if expected else row[n], rel=1e-6)


class TooLargeError(Exception):
    """The problem has too many outcomes to look at each of them."""


def mean(values):
    values = list(values)
    return Fraction(sum(values), len(values))


def small(number):
    if number > MOST:
        raise TooLargeError


def payoff(p):
    small(len(p["values"]) ** p["n"])
    total = Fraction(0)
    for outcome in product(zip(p["values"], map(Fraction, p["chances"]), strict=True), repeat=p["n"]):
        chance = Fraction(1)
        for _, q in outcome:
            chance *= q
        total += chance * (sum(x for x, _ in outcome) - p["price"])
    return total


def variance(p):
    pairs = list(zip(p["values"], map(Fraction, p["chances"]), strict=True))
    center = sum(x * q for x, q in pairs)
    return sum((x - center) ** 2 * q for x, q in pairs)


def order(p):
    small(comb(p["top"], p["n"]))
    return mean(sorted(chosen)[p["k"] - 1] for chosen in combinations(range(1, p["top"] + 1), p["n"]))


def dice(p):
    small(p["side"] ** p["n"])
    pick = {"largest": max, "smallest": min, "range": lambda o: max(o) - min(o)}[p["what"]]
    return p["factor"] * mean(pick(o) for o in product(range(1, p["side"] + 1), repeat=p["n"]))


def pairs(p):
    balls = [i for i, count in enumerate(p["counts"]) for _ in range(count)]
    small(10 ** (len(balls) - 4))
    rows = [
        list(zip(row, row[1:] + row[:1] if p["ring"] else row[1:], strict=False)) for row in permutations(balls)
    ]
    return mean(sum((a == b) == p["equal"] for a, b in row) for row in rows)


def seen(p):
    balls = [i for i, count in enumerate(p["counts"]) for _ in range(count)]
    small(comb(len(balls), p["n"]))
    return mean(len(set(chosen)) for chosen in combinations(balls, p["n"]))


def boxes(p):
    small(p["k"] ** p["n"])
    every = product(range(p["k"]), repeat=p["n"])
    return mean(sum(o.count(i) == p["r"] or (p["r"] < 0 and i in o) for i in range(p["k"])) for o in every)


def until(p):
    n = p["good"] + p["bad"]
    small(comb(n, p["good"]))
    ends = [places[p["j"] - 1] + 1 for places in combinations(range(n), p["good"])]
    return mean(end - p["j"] * p["blue"] for end in ends)


def coupon(p):
    n, states, steps = p["n"], {p["have"]: 1.0}, 0.0
    for _ in range(3000):
        states.pop(p["want"], None)
        steps += sum(states.values())
        new = {}
        for known, chance in states.items():
            new[known] = new.get(known, 0) + chance * known / n
            new[known + 1] = new.get(known + 1, 0) + chance * (1 - known / n)
        states = new
    return steps


def streak(p):
    heads, pattern = float(Fraction(p["p"])), p["pattern"]
    states, steps = {"": 1.0}, 0.0
    small(10 ** (len(pattern)) / min(heads, 1 - heads) ** 2)
    for _ in range(6000):
        states.pop(pattern, None)
        steps += sum(states.values())
        new = {}
        for tail, chance in states.items():
            for letter, q in (("H", heads), ("T", 1 - heads)):
                key = (tail + letter)[-len(pattern) :]
                new[key] = new.get(key, 0) + chance * q
        states = new
    return steps


def wald(p):
    stop, total, alive = sum(f in p["ends"] for f in p["faces"]) / len(p["faces"]), 0.0, 1.0
    average = sum(f for f in p["faces"] if p["with_last"] or f not in p["ends"]) / len(p["faces"])
    for _ in range(3000):
        total += alive * average
        alive *= 1 - stop
    return total


def stop(p):
    faces, best = p["faces"], None
    for _ in range(p["r"]):
        distinct = sorted(set(faces))
        small(2 ** len(distinct))
        kept = [set(s) for i in range(len(distinct) + 1) for s in combinations(distinct, i)]
        if best is None:
            best = mean(faces)
        else:
            best = max(
                sum(Fraction(f) if f in k else best - p["cost"] for f in faces) / len(faces) for k in kept
            )
    return best


BRUTE = {
    f.__name__: f
    for f in (payoff, variance, order, dice, pairs, seen, boxes, until, coupon, streak, wald, stop)
}


@pytest.mark.parametrize("kind", sorted(expectation.QUESTIONS))
def test_expected_values_from_all_outcomes(kind):
    compared = 0
    for seed in range(3000):
        draft = expectation.generate(random.Random(f"{kind}{seed}"), kinds=kind, size=1)
        try:
            value = BRUTE[kind](draft.payload["problem"])
        except TooLargeError:
            continue
        assert value == Fraction(draft.answer) or float(Fraction(draft.answer)) == pytest.approx(
            value, rel=1e-7
        )
        compared += 1
        if compared == (3 if kind in {"pairs", "until", "streak"} else 10):
            break
    assert compared > 2


@settings(max_examples=80)
@given(st.integers(1, 7), SEEDS)
def test_the_text_of_an_expectation_says_what_the_facts_say(level, seed):
    task = EXPECTED.task(level, seed)
    problem, numbers = task.payload["problem"], re.findall(r"[0-9]+(?:/[0-9]+)?", task.prompt)
    for name in ("n", "k", "j", "top", "side", "good", "bad", "have", "want", "price", "cost"):
        value = problem.get(name)
        if isinstance(value, int) and value > 3 and not (name == "k" and problem["kind"] == "order"):
            assert str(value) in numbers or (name == "j" and problem["kind"] == "until")
    for value in [*problem.get("values", []), *problem.get("faces", []), *problem.get("counts", [])]:
        assert str(abs(value)) in numbers
    for chance in problem.get("chances", []):
        assert chance in numbers
    assert problem.get("pattern", "") in task.prompt


def joint(problem):
    """Pairs of (weight, is it what is asked for) over everything that fits what was observed."""
    p = problem
    kind = p["kind"]
    if kind == "table":
        rows, columns = len(p["counts"]), len(p["counts"][0])
        for i, j in product(range(rows), range(columns)):
            if (i == p["row"]) if p["by_row"] else (j == p["column"]):
                yield p["counts"][i][j], (i, j) == (p["row"], p["column"])
    elif kind == "test":
        base, hit, alarm = (Fraction(p[name]) for name in ("base", "hit", "alarm"))
        for sick, prior, rate in ((True, base, hit), (False, 1 - base, alarm)):
            for results in product((True, False), repeat=len(p["results"])):
                if list(results) == p["results"]:
                    weight = prior
                    for positive in results:
                        weight *= rate if positive else 1 - rate
                    yield weight, sick == p["sick"]
    elif kind == "machine":
        for i, (share, rate) in enumerate(zip(p["shares"], p["rates"], strict=True)):
            for faults in product((True, False), repeat=p["n"]):
                if sum(faults) == p["faulty"]:
                    weight = Fraction(share)
                    for fault in faults:
                        weight *= Fraction(rate) if fault else 1 - Fraction(rate)
                    yield weight, i == p["goal"]
    elif kind == "coin":
        for i, (number, chance) in enumerate(zip(p["numbers"], p["chances"], strict=True)):
            for tosses in product((True, False), repeat=p["n"] + 1):
                if sum(tosses[:-1]) == p["heads"]:
                    weight = Fraction(number)
                    for heads in tosses:
                        weight *= Fraction(chance) if heads else 1 - Fraction(chance)
                    yield weight, tosses[-1] if p["goal"] < 0 else i == p["goal"]
    elif kind == "urn":
        for i, (urn, prior) in enumerate(zip(p["urns"], p["priors"], strict=True)):
            balls = [(colour, j) for colour, count in enumerate(urn) for j in range(count)]
            n = len(p["seen"]) + (p["goal"] < 0)
            small(len(balls) ** n)
            every = product(balls, repeat=n) if p["back"] else permutations(balls, n)
            outcomes = [[colour for colour, _ in outcome] for outcome in every]
            for colours in outcomes:
                if colours[: len(p["seen"])] == p["seen"]:
                    weight = Fraction(prior) / len(outcomes)
                    yield weight, colours[-1] == p["next"] if p["goal"] < 0 else i == p["goal"]
    elif kind == "signs":
        for i, prior in enumerate(p["priors"]):
            for have in product((True, False), repeat=len(p["have"])):
                if list(have) == p["have"]:
                    weight = Fraction(prior)
                    for row, there in zip(p["table"], have, strict=True):
                        weight *= Fraction(row[i]) if there else 1 - Fraction(row[i])
                    yield weight, i == p["goal"]
    else:
        for number in range(1, p["side"] + 1):
            for claims in product(range(1, p["side"] + 1), repeat=len(p["claims"])):
                if list(claims) == p["claims"]:
                    weight = Fraction(1)
                    for truth, claim in zip(map(Fraction, p["truths"]), claims, strict=True):
                        weight *= truth if claim == number else (1 - truth) / (p["side"] - 1)
                    yield weight, number == p["face"]


@pytest.mark.parametrize("kind", sorted(bayes.QUESTIONS))
def test_posteriors_from_the_joint_distribution(kind):
    compared = 0
    for seed in range(200):
        draft = bayes.generate(random.Random(f"{kind}{seed}"), kinds=kind, size=2 + seed % 4)
        try:
            cases = list(joint(draft.payload["problem"]))
        except TooLargeError:
            continue
        good = sum(weight for weight, asked in cases if asked)
        assert Fraction(draft.answer) == Fraction(good) / sum(weight for weight, _ in cases)
        compared += 1
        if compared == 12:
            break
    assert compared > 5


@settings(max_examples=80)
@given(st.integers(1, 7), SEEDS)
def test_the_text_of_a_bayes_problem_says_what_the_facts_say(level, seed):
    task = BAYES.task(level, seed)
    problem, text = task.payload["problem"], task.prompt
    kind = problem["kind"]
    numbers = re.findall(r"[0-9]+(?:/[0-9]+)?", text)
    if kind == "test":
        for name in ("base", "hit", "alarm"):
            assert f"{int(Fraction(problem[name]) * 100)}%" in text
        told = re.findall(
            r"is positive|is negative|gives an alarm|gives no alarm|did not flag it|flagged it", text
        )
        yes = [t in {"is positive", "gives an alarm", "flagged it"} for t in told]
        assert yes[-len(problem["results"]) :] == problem["results"]
    for name in ("shares", "rates"):
        for value in problem.get(name, []):
            assert f"{int(Fraction(value) * 100)}%" in text
    if kind == "witness":
        said = [int(n) for n in re.findall(r"says that it is ([0-9]+)", text)]
        truths = re.findall(r"tells the truth with probability ([0-9/]+)", text)
        assert (said, truths) == (problem["claims"], problem["truths"])
    if kind == "coin":
        stated = re.findall(r"([0-9]+) coins? with probability ([0-9/]+) of heads", text)
        assert stated == [(str(n), p) for n, p in zip(problem["numbers"], problem["chances"], strict=True)]
        assert str(problem["n"]) in numbers
    if kind == "urn":
        counts = [
            list(map(int, re.findall(r"[0-9]+", piece)))
            for piece in re.findall(r"with ([0-9]+ red[^;.:]*?) balls", text)
        ]
        assert counts == problem["urns"]
        order_said = re.findall(
            r"\b(?:red|blue|green)\b",
            re.search(r"(?:in this order, |drawn are |result is )(.*?)(?:\. |, in)", text)[1],
        )
        assert order_said == [("red", "blue", "green")[i] for i in problem["seen"]]


def test_a_truthful_witness_alone_is_never_asked_for():
    for seed in range(50):
        task = BAYES.task(2, seed, params={"kinds": "witness", "size": 1})
        assert len(task.payload["problem"]["claims"]) > 1
