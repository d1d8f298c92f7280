"""Bayes: the exact probability of a cause, or of what comes next, after what has been observed.

Tests, machines, urns, coins, signs, witnesses and tables of counts, with natural wordings. The value is a fraction in
lowest terms.

Symmetries: none; the causes as named are the problem.

Difficulty: `kinds` drawn from, and `size`, from 1 to 12, by which causes and observations grow. Proxy: digits written
in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import comb, prod

from ..english import counted, listed
from ..family import Family, Question, attempts
from ..limits import Whole
from .exact import ADVICE, AS_PROBABILITY, probability, summed

WORDINGS = {
    "table": (
        "A survey of {total} people counted: {cells}. One of the {total} people is chosen at random and turns "
        "out to be {known}. What is the probability that this person is {asked}? {form}",
        "In a club there are {cells}; these are all the members. A member drawn at random is {known}. Find "
        "the conditional probability that this member is {asked}. {form}",
        "The guests of a hotel are {cells}. Somebody meets a random guest, who is {known}. How likely is it "
        "that this guest is {asked}? {form}",
    ),
    "test": (
        "A disease affects {base} of a population. A test is positive for {hit} of those who have it and for "
        "{alarm} of those who do not. {repeat}For a random person, {results}. What is the probability that "
        "this person {disease}? {form}",
        "Of all bags at an airport, {base} contain a forbidden object. A scanner gives an alarm for {hit} of "
        "such bags and for {alarm} of the others. {repeat_bag}A random bag is scanned: {results_bag}. Find "
        "the probability that the bag {bag}. {form}",
        "{base_cap} of the e-mails that reach an office are spam. A filter flags {hit} of the spam and also "
        "{alarm} of the other mail. {repeat_mail}About a random e-mail it is known that {results_mail}. How "
        "likely is it that the e-mail {mail}? {form}",
    ),
    "machine": (
        "A factory has the machines {names}, which make {shares} of its parts, in this order. Of the parts "
        "made by them, again in this order, {rates} are faulty. {item} {what}. What is the probability that "
        "{they} made by machine {goal}? {form}",
        "Parts come from the suppliers {names}: {pairs}. {item} {what}. Find the probability that {they} "
        "delivered by {goal}. {form}",
        "{item} {what}. The parts are made on the lines {names}, with {shares} of all parts made on them (in "
        "this order) and {rates} of their output being faulty (in the same order). How likely is it that "
        "{they} from line {goal}? {form}",
    ),
    "urn": (
        "There are {count} urns: {urns}. An urn is chosen with these probabilities: {priors}. From the chosen "
        "urn {n} balls are drawn at random, one after the other, {how}; their colours are, in this order, "
        "{seen}. What is the probability that {asked}? {form}",
        "Somebody picks one of {count} bags in secret ({priors}) and draws {n} balls from it, {how}. The bags "
        "hold: {urns}. The colours drawn are {seen}, in this order. Find the probability that {asked}. {form}",
        "Of {count} boxes, with {urns}, one is selected at random ({priors}). Then {n} balls are taken from "
        "it blindly, one by one, {how}, and the result is {seen}, in this order. How likely is it that "
        "{asked}? {form}",
    ),
    "coin": (
        "A drawer has {coins}. One of these coins is taken at random and tossed {n} times, independently; it "
        "shows heads {heads} (in whatever order). What is the probability that {asked}? {form}",
        "A box contains {coins}, and no other coins. A coin drawn at random from the box "
        "gives, in {n} tosses, heads {heads}. Find the probability that {asked}. {form}",
        "Somebody has {coins} and picks one of the coins at random. In {n} tosses of that coin there are "
        "heads {heads}. How likely is it that {asked}? {form}",
    ),
    "signs": (
        "A patient has exactly one of the illnesses {names}, with the prior probabilities {priors}. {signs} "
        "Given the illness, the signs are independent. The patient has {seen}. What is the probability of "
        "illness {goal}? {form}",
        "A fault has exactly one of the causes {names}; from experience their probabilities are {priors}. "
        "{signs} For a given cause these signs occur independently of each other. Observed: {seen}. Find the "
        "probability that the cause is {goal}. {form}",
        "Exactly one of the explanations {names} is true, with prior probabilities {priors}. {signs} Under "
        "each explanation the signs are independent. It is found that there is {seen}. How likely is "
        "explanation {goal} now? {form}",
    ),
    "witness": (
        "A fair die with {side} faces, numbered 1 to {side}, is thrown. {truth} A witness who lies names one "
        "of the {other} wrong numbers, each equally likely; given the number thrown, witnesses answer "
        "independently. {said} What is the probability that the number thrown is {face}? {form}",
        "One of {side} doors, numbered 1 to {side}, hides a prize, all doors being equally likely. {truth} "
        "Someone who lies names a random wrong door, each of the {other} wrong doors being equally likely, "
        "and given where the prize is the answers are independent. {said} Find the probability that the prize "
        "is behind door {face}. {form}",
        "A secret number from 1 to {side} was drawn, all being equally likely. {truth} A lie is equally "
        "likely to be any of the {other} other numbers from 1 to {side}, and given the secret number all "
        "answers are independent. {said} How likely is {face} to be the secret number? {form}",
    ),
}
_COLOURS = ("red", "blue", "green")
_HOW = ("without replacement", "each ball being put back before the next draw")
_SIGNS = ("a red light", "a loud noise", "a bad smell", "a high temperature")
_WITNESSES = ("Ann", "Ben", "Cara", "Dan")


def _percent(value: Fraction) -> str:
    """A fraction that is a whole number of hundredths, in per cent: ``12%``."""
    return f"{value * 100}%"


def _share(rng: random.Random, low: int, high: int) -> Fraction:
    """A whole number of per cent, or a simple one."""
    return Fraction(rng.randint(low, high), 100)


def _shares(rng: random.Random, count: int, unit: int = 5) -> list[Fraction]:
    """Shares that add up to 1, each a multiple of so many per cent."""
    cuts = sorted(rng.sample(range(1, 100 // unit), count - 1))
    return [Fraction((b - a) * unit, 100) for a, b in zip([0, *cuts], [*cuts, 100 // unit], strict=True)]


def _joint(
    names: Sequence[str], priors: Sequence[Fraction], likes: Sequence[Sequence[object]], lines: list[str]
) -> list[Fraction]:
    """Prior times likelihoods for each cause, with the lines that compute them; a pair is a power."""
    joints = []
    for name, prior, factors in zip(names, priors, likes, strict=True):
        value = prior * prod((_value(f) for f in factors), start=Fraction(1))
        joints.append(value)
        lines.append(f"{name}: {' * '.join(_text(f) for f in (prior, *factors))} = {value}")
    return joints


def _value(factor: object) -> Fraction:
    if isinstance(factor, tuple):
        return Fraction(factor[0]) ** int(factor[1])
    return Fraction(str(factor))


def _text(factor: object) -> str:
    return f"({factor[0]})^{factor[1]}" if isinstance(factor, tuple) else str(factor)


def _closing(joints: Sequence[Fraction], goal: int, lines: list[str]) -> Fraction:
    """The share of one cause among all."""
    total = sum(joints, Fraction(0))
    if not total:
        return Fraction(0)
    lines.append(f"all: {summed(list(joints))} = {total}")
    lines.append(f"share: ({joints[goal]}) / ({total}) = {joints[goal] / total}")
    return joints[goal] / total


def _ahead(joints: Sequence[Fraction], nexts: Sequence[Fraction], lines: list[str]) -> Fraction:
    """The chance of the next observation, over all causes."""
    total = sum(joints, Fraction(0))
    if not total:
        return Fraction(0)
    both = sum((j * p for j, p in zip(joints, nexts, strict=True)), Fraction(0))
    lines.append(f"all: {summed(list(joints))} = {total}")
    lines.append(f"and the next: {summed([f'{j} * {p}' for j, p in zip(joints, nexts, strict=True)])} = {both}")
    lines.append(f"share: ({both}) / ({total}) = {both / total}")
    return both / total


def _table(rng: random.Random, *, size: int) -> Question | None:
    rows = ("tall", "of middle height", "short")[:: 2 if size < 3 else 1]
    columns = ("left-handed", "right-handed") if rng.random() < 0.5 else ("under 30", "at least 30 years old")
    counts = [[rng.randint(2, 12 + 8 * size) for _ in columns] for _ in rows]
    total = sum(map(sum, counts))
    cells = listed(
        f"{n} who are {row} and {column}"
        for row, line in zip(rows, counts, strict=True)
        for column, n in zip(columns, line, strict=True)
    )
    i, j = rng.randrange(len(rows)), rng.randrange(len(columns))
    by_row = rng.random() < 0.5
    base_terms = counts[i] if by_row else [line[j] for line in counts]
    base = sum(base_terms)
    known, asked = (rows[i], columns[j]) if by_row else (columns[j], rows[i])
    value = Fraction(counts[i][j], base)
    lines = [
        f"{known}: {summed(base_terms)} = {base}",
        f"of these {asked}: {counts[i][j]}",
        f"share: {counts[i][j]}/{base} = {value}",
    ]
    return probability(
        {"total": total, "cells": cells, "known": known, "asked": asked},
        {"counts": counts, "row": i, "column": j, "by_row": by_row},
        value,
        lines,
    )


def _test(rng: random.Random, *, size: int) -> Question | None:
    base = _share(rng, 1, 30) if size > 1 else _share(rng, 1, 10) * 5
    hit, alarm = _share(rng, 60, 99), _share(rng, 1, 30)
    n = 1 if size < 3 else rng.randint(1, min(1 + size // 2, 4))
    results = [rng.random() < 0.7 for _ in range(n)]
    sick = rng.random() < 0.8
    lines = [f"with it: prior {base}, without: prior {1 - base}"]
    likes = [[(p if r else 1 - p) for r in results] for p in (hit, alarm)]
    joints = _joint(["with it", "without it"], [base, 1 - base], likes, lines)
    value = _closing(joints, 0 if sick else 1, lines)

    several = n > 1
    return probability(
        {
            "base": _percent(base),
            "base_cap": _percent(base),
            "hit": _percent(hit),
            "alarm": _percent(alarm),
            "repeat": "Repeated tests of one person are independent, given whether the person has the disease. "
            * several,
            "repeat_bag": "Repeated scans of one bag are independent, given whether it contains such an object. "
            * several,
            "repeat_mail": "Repeated runs of the filter on one e-mail are independent, given whether it is spam. "
            * several,
            "results": _told(results, "test", "is positive", "is negative"),
            "results_bag": _told(results, "scan", "gives an alarm", "gives no alarm"),
            "results_mail": _told(
                results, "run of the filter" if several else "filter", "flagged it", "did not flag it"
            ),
            "disease": "has the disease" if sick else "does not have the disease",
            "bag": "contains a forbidden object" if sick else "contains no forbidden object",
            "mail": "is spam" if sick else "is not spam",
        },
        {"base": str(base), "hit": str(hit), "alarm": str(alarm), "results": results, "sick": sick},
        value,
        lines,
    )


def _told(results: list[bool], noun: str, yes: str, no: str) -> str:
    """What came out, in words: ``test 1 is positive and test 2 is negative``."""
    if len(results) == 1:
        return f"the {noun} {yes if results[0] else no}"
    ordinals = ("first", "second", "third", "fourth")
    return listed(
        [f"the {ordinal} {noun} {yes if r else no}" for ordinal, r in zip(ordinals, results, strict=False)]
    )


def _machine(rng: random.Random, *, size: int) -> Question | None:
    count = rng.randint(2, min(2 + (size + 1) // 2, 5))
    names = list("ABCDE"[:count])
    shares = _shares(rng, count)
    rates = [Fraction(rate, 100) for rate in rng.sample(range(1, 13), count)]
    n = 1 if size < 4 else rng.randint(1, 2 + size // 6)
    faulty = rng.randint(0, n) if n > 1 else int(rng.random() < 0.75)
    goal = rng.randrange(count)
    lines: list[str] = []
    likes: list[list[object]] = []
    for rate in rates:
        factors: list[object] = [*[rate] * faulty, *[1 - rate] * (n - faulty)]
        if n > 1 and comb(n, faulty) > 1:
            factors = [comb(n, faulty), *factors]
        likes.append(factors)
    joints = _joint(names, shares, likes, lines)
    value = _closing(joints, goal, lines)
    if n == 1:
        item, what = "A part chosen at random from all parts", "is faulty" if faulty else "is not faulty"
    else:
        item = (
            f"A box is filled with {n} parts of one and the same origin; the shares stated are also the "
            "probabilities of the origins of a box, and given the origin parts are faulty independently. In this box"
        )
        what = f"exactly {faulty} of the {n} parts {'is' if faulty == 1 else 'are'} faulty"
    return probability(
        {
            "names": listed(names),
            "shares": listed([_percent(s) for s in shares]),
            "rates": listed([_percent(r) for r in rates]),
            "pairs": "; ".join(
                f"{name} delivers {_percent(s)} of all parts, and {_percent(r)} of the parts from {name} are faulty"
                for name, s, r in zip(names, shares, rates, strict=True)
            ),
            "item": item,
            "what": what,
            "they": "it was" if n == 1 else "the parts in the box were",
            "goal": names[goal],
        },
        {
            "shares": [str(s) for s in shares],
            "rates": [str(r) for r in rates],
            "n": n,
            "faulty": faulty,
            "goal": goal,
        },
        value,
        lines,
    )


def _urn(rng: random.Random, *, size: int) -> Question | None:
    count = rng.randint(2, min(2 + size // 3, 4))
    colours = list(_COLOURS[: 2 + (size > 4)])
    urns = [[rng.randint(2, 6 + size // 2) for _ in colours] for _ in range(count)]
    n, back = rng.randint(2, 2 + size // 2), rng.randint(0, 1)
    names = [str(i) for i in range(1, count + 1)]
    seen = [rng.randrange(len(colours)) for _ in range(n)]
    bottom = rng.choice([b for b in (2, 3, 4, 5, 6, 8) if b >= count])
    cuts = sorted(rng.sample(range(1, bottom), count - 1))
    priors = [Fraction(b - a, bottom) for a, b in zip([0, *cuts], [*cuts, bottom], strict=True)]
    likes: list[list[object]] = []
    lefts = []
    for urn in urns:
        left, factors = list(urn), []
        for colour in seen:
            if left[colour] < 1:
                return None
            factors.append(Fraction(left[colour], sum(left)))
            left[colour] -= 1 - back
        if sum(left) < 1:
            return None
        likes.append(list(factors))
        lefts.append(left)
    lines: list[str] = []
    joints = _joint([f"number {name}" for name in names], priors, likes, lines)
    if rng.random() < 0.4:
        goal, colour = -1, rng.randrange(len(colours))
        value = _ahead(joints, [Fraction(left[colour], sum(left)) for left in lefts], lines)
        rest = "" if back else " without putting any back"
        asked = f"one more ball, drawn from the same place{rest}, is {colours[colour]}"
    else:
        goal, colour = rng.randrange(count), -1
        value = _closing(joints, goal, lines)
        asked = f"number {names[goal]} was chosen"
    texts = [
        f"number {name} with "
        + listed(f"{c} {colour_}" for c, colour_ in zip(urn, colours, strict=True))
        + " balls"
        for name, urn in zip(names, urns, strict=True)
    ]
    shown = [f"number {name} with probability {p}" for name, p in zip(names, priors, strict=True)]
    return probability(
        {
            "count": count,
            "urns": "; ".join(texts),
            "priors": listed(shown),
            "n": n,
            "how": _HOW[back],
            "seen": listed([colours[i] for i in seen]),
            "asked": asked,
        },
        {
            "urns": urns,
            "priors": [str(p) for p in priors],
            "back": back,
            "seen": seen,
            "goal": goal,
            "next": colour,
        },
        value,
        lines,
    )


def _coin(rng: random.Random, *, size: int) -> Question | None:
    count = rng.randint(2, min(2 + size // 2, 4))
    for _ in attempts():
        heads_ = [Fraction(rng.randint(1, 5 + size // 2), rng.choice((2, 3, 4, 5, 6, 8))) for _ in range(count)]
        if max(heads_) < 1 and len(set(heads_)) == count:
            break
    numbers = [rng.randint(1, 2 + size) for _ in range(count)]
    total = sum(numbers)
    n = rng.randint(2, 2 + size)
    h = rng.randint(0, n)
    priors = [Fraction(c, total) for c in numbers]
    names = [f"heads {p}" for p in heads_]
    lines = [f"the number of orders, C({n}, {h}), is the same for all and cancels"]
    likes: list[list[object]] = [[(p, h), (1 - p, n - h)] for p in heads_]
    joints = _joint(names, priors, likes, lines)
    texts = [
        f"{counted(c, 'coin')} with probability {p} of heads" for c, p in zip(numbers, heads_, strict=True)
    ]
    if rng.random() < 0.4:
        goal = -1
        value = _ahead(joints, heads_, lines)
        asked = "one more toss of the same coin shows heads"
    else:
        goal = rng.randrange(count)
        value = _closing(joints, goal, lines)
        asked = f"the coin is one with probability {heads_[goal]} of heads"
    times_ = {0: "not even once", 1: "exactly once", 2: "exactly twice"}.get(h, f"exactly {h} times")
    fields = {"coins": listed(texts), "n": n, "heads": times_, "asked": asked}
    facts = {"numbers": numbers, "chances": [str(p) for p in heads_], "n": n, "heads": h, "goal": goal}
    return probability(fields, facts, value, lines)


def _signs(rng: random.Random, *, size: int) -> Question | None:
    count, k = rng.randint(2, min(2 + size // 2, 4)), rng.randint(1 + (size > 1), min(2 + size // 3, 4))
    names = [f"K{i}" for i in range(1, count + 1)]
    priors = _shares(rng, count, 10 if size < 5 else 5)
    table = [[Fraction(rng.randint(1, 19), 20) for _ in range(count)] for _ in range(k)]
    shown = _SIGNS[:k]
    have = [rng.random() < 0.6 for _ in range(k)]
    goal = rng.randrange(count)
    lines: list[str] = []
    likes: list[list[object]] = [
        [row[i] if seen else 1 - row[i] for row, seen in zip(table, have, strict=True)] for i in range(count)
    ]
    value = _closing(_joint(names, priors, likes, lines), goal, lines)
    text = " ".join(
        f"{sign[0].upper() + sign[1:]} occurs with probability {listed([_percent(p) for p in row])} for "
        f"{listed(names)} respectively."
        for sign, row in zip(shown, table, strict=True)
    )
    parts = [sign if seen else f"no {sign.split(' ', 1)[1]}" for sign, seen in zip(shown, have, strict=True)]
    return probability(
        {
            "names": listed(names),
            "priors": listed([_percent(p) for p in priors]) + " (in this order)",
            "signs": text,
            "seen": listed(parts),
            "goal": names[goal],
        },
        {
            "priors": [str(p) for p in priors],
            "table": [[str(p) for p in row] for row in table],
            "have": have,
            "goal": goal,
        },
        value,
        lines,
    )


def _witness(rng: random.Random, *, size: int) -> Question | None:
    side = rng.randint(3, 8 + size)
    n = rng.randint(2, min(2 + size // 4, 4))
    names = _WITNESSES[:n]
    truths = [
        Fraction(rng.randint(1, 9), 10) if rng.random() < 0.5 else Fraction(rng.randint(1, 5), 6) for _ in names
    ]
    face = rng.randint(1, side)
    claims = [face if rng.random() < 0.6 else rng.randint(1, side) for _ in names]
    if face not in claims:
        claims[0] = face
    likes: list[list[object]] = []
    groups = sorted({face, *claims})
    labels, priors = [], []
    for number in groups:
        labels.append(f"number {number}")
        priors.append(Fraction(1, side))
        likes.append(
            [t if claim == number else (1 - t) / (side - 1) for t, claim in zip(truths, claims, strict=True)]
        )
    rest = side - len(groups)
    if rest:
        labels.append(f"one of the {rest} other numbers")
        priors.append(Fraction(rest, side))
        likes.append([(1 - t) / (side - 1) for t in truths])
    lines = [
        f"{name} names a given wrong number: (1 - {t}) / {side - 1} = {(1 - t) / (side - 1)}"
        for name, t in zip(names, truths, strict=True)
    ]
    value = _closing(_joint(labels, priors, likes, lines), groups.index(face), lines)
    return probability(
        {
            "side": side,
            "other": side - 1,
            "truth": " ".join(
                f"{name} tells the truth with probability {t}." for name, t in zip(names, truths, strict=True)
            ),
            "said": " ".join(
                f"{name} says that it is {claim}." for name, claim in zip(names, claims, strict=True)
            ),
            "face": face,
        },
        {"side": side, "truths": [str(t) for t in truths], "claims": claims, "face": face},
        value,
        lines,
    )


generate = Family(
    {
        "table": _table,
        "test": _test,
        "machine": _machine,
        "urn": _urn,
        "coin": _coin,
        "signs": _signs,
        "witness": _witness,
    },
    WORDINGS,
    {"size": Whole(1, 12, "how many causes and observations there are")},
    sentences={"form": AS_PROBABILITY},
    units=True,
    advice=ADVICE,
)
