"""Urns: the balls, the draws and the event are read from the prompt, and every sequence of colours is weighed."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, perm, prod

from exact_answers import AMOUNT, COLOUR, ORDINALS, PROBABILITY, ExactAnswers, among, whole

from rlvr.conformance.promises import read

BALLS = rf"(?:\d+ (?:{COLOUR})(?:, | and )?)+ balls?"
URN, OTHERS, EVENT, KNOWN = f"{{balls:{BALLS}}}", f"{{others:{BALLS}}}", "{event:[^.?]+}", "{known:[^.?]+?}"
BACK = {"without replacement": 0, "each ball being put back before the next draw": 1}
HOW, EXTRA, MOVED = f"{{how:{'|'.join(BACK)}}}", "{extra} more {:balls?}", "{moved} {:balls?}"
TOLD = {
    kind: [[sentences, PROBABILITY]]
    for kind, sentences in {
        "draws": (
            f"An urn holds {URN}. {{n}} balls … drawn at random, one after the other, {HOW}. What … probability that "
            f"{EVENT}?",
            f"There are {URN} in a bag. … blindly draws {{n}} balls in turn, {HOW}. Find … probability that {EVENT}.",
            f"From a box with {URN}, {{n}} balls … taken at random one by one, {HOW}. How likely … it that {EVENT}?",
        ),
        "known": (
            f"An urn holds {URN}. {{n}} balls … drawn at random, one after the other, {HOW}. Given that {KNOWN}, what "
            f"… probability that {EVENT}?",
            f"There are {URN} in a bag, and {{n}} of them … blindly drawn in turn, {HOW}. … learn only that {KNOWN}. "
            f"Find … conditional probability that {EVENT}.",
            f"Balls … taken at random from a box with {URN}: {{n}} draws, one by one, {HOW}. How likely … it that "
            f"{{event:[^.?]+?}}, if it is known only that {KNOWN}?",
        ),
        "growing": (
            f"An urn holds {URN}. {{n}} draws … at random, and each time … ball … put back together with {EXTRA} of "
            f"the same colour. What … probability that {EVENT}?",
            f"A bag contains {URN}. After each of {{n}} random draws … ball goes back, and {EXTRA} of its colour "
            f"{{:is|are}} added. Find … probability that {EVENT}.",
            f"{{n}} draws … at random from a box with {URN}; each time … ball drawn … returned and … box also gets "
            f"{EXTRA} of … colour just drawn. How likely … it that {EVENT}?",
        ),
        "waiting": (
            f"An urn holds {URN}. Balls … drawn at random, one after the other, {HOW}. What … probability that "
            f"{EVENT}?",
            f"There are {URN} in a bag. … blindly draws ball after ball, {HOW}. Find … probability that {EVENT}.",
            f"From a box with {URN}, balls … taken at random one by one, {HOW}. How likely … it that {EVENT}?",
        ),
        "transfer": (
            f"Urn A holds {URN}; urn B holds {OTHERS}. {MOVED} chosen at random {{:is|are}} moved from A to B. Then "
            "one ball … drawn at random from B. What … probability … it is {colour:[a-z]+}?",
            f"First {MOVED} {{:is|are}} taken at random out of a bag A with {URN} and put, unseen, into a bag B that "
            f"already has {OTHERS}. Then a random ball … drawn from B. Find … probability … ball is {{colour:[a-z]+}}.",
            f"Box A contains {URN}, box B {OTHERS}. Without looking … moves {MOVED} from A to B, every choice … "
            "equally likely, and then draws one ball from B. How likely is {colour:[a-z]+}?",
        ),
    }.items()
}


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
    if found := re.fullmatch(rf"the colours drawn are, in this order, ((?:(?:{COLOUR})(?:, | and |$))+)", text):
        return lambda seen: list(seen) == re.findall(COLOUR, found[1])
    if text == "they all have different colours":
        return lambda seen: len(set(seen)) == len(seen)
    if found := re.fullmatch("they (all|do not all) have the same colour", text):
        return lambda seen: (len(set(seen)) == 1) == (found[1] == "all")
    one = rf"\d+ (?:is|are) (?:{COLOUR})(?:, | and |$)"
    if found := re.fullmatch(rf"of the balls drawn \(in any order\) exactly ((?:{one})+)", text):
        mix = {colour: int(count) for count, colour in re.findall(rf"(\d+) (?:is|are) ({COLOUR})", found[1])}
        return lambda seen: Counter(seen) == mix
    if found := re.fullmatch(rf"({COLOUR}) is (?:(never) drawn|drawn exactly (once|twice|(\d+) times))", text):
        times = 0 if found[2] else {"once": 1, "twice": 2}.get(found[3]) or int(found[4])
        return lambda seen: seen.count(found[1]) == times
    if found := re.fullmatch(rf"the (\w+) ball is ({COLOUR})", text):
        return lambda seen: seen[ORDINALS.index(found[1])] == found[2]
    found = re.fullmatch(rf"{AMOUNT} of (?:the balls drawn|them) (?:is|are) (?P<colour>{COLOUR})", text)
    amounts = among(found["amount"], range(10))
    return lambda seen: seen.count(found["colour"]) in amounts


def waits(said):
    """Which ball of which colour comes at which draw."""
    found = re.fullmatch(rf"the (\w+) ({COLOUR}) ball comes exactly at draw number (\d+)", said["event"])
    return ORDINALS.index(found[1]) + 1, found[2], int(found[3])


# ---- the lines of worked solutions, where `x` has what the prompt says


def in_all(x):
    return sum(x.counts.values())


def asked(x):
    """The colours that the event names, in its order."""
    return re.findall(COLOUR, x.event)


def others(x):
    """The colour that the event names, and all others as one."""
    (colour,) = asked(x)
    return {colour: x.counts[colour], "": in_all(x) - x.counts[colour]}


def every(x):
    """All draws: sequences if balls go back, else sets."""
    return in_all(x) ** x.n if x.back else comb(in_all(x), x.n)


def ways(x, k):
    """How many of them have k balls of the colour asked for."""
    c, rest = others(x).values()
    return comb(x.n, k) * c**k * rest ** (x.n - k) if x.back else comb(c, k) * comb(rest, x.n - k)


def steps(counts, colours, back):
    """The chance of each of some colours in turn."""
    left, shown = dict(counts), []
    for colour in colours:
        shown.append(f"{left[colour]}/{sum(left.values())}")
        left[colour] += back - 1
    return " * ".join(shown)


def alike(x):
    """The chance that all balls have one colour, times the number of sequences."""
    return [c**x.n if x.back else perm(c, x.n) for c in x.counts.values()]


def at_least(x):
    parts = [ways(x, k) for k in range(x.k, x.n + 1)]
    return whole(str(x.terms)) == parts and x.sum == sum(parts)


def known_amounts(x):
    return x.k in (whole(x.event) + whole(x.known))


ONE = f"{{colour:{COLOUR}}}: {{c}} of {{total}}"
PART, TERMS, SHARES = "exactly {k}: {way:.+} = {w}", "{terms:[0-9 +]+}", "{steps:[0-9/ *]+} = {one:[0-9/]+}"
LAST = {
    "probability: {good}/{base} = {value:[0-9/]+}": lambda x: (
        x.value == x.answer and Fraction(x.good, x.base) == x.found
    )
}
SOME = {
    ONE: lambda x: [x.colour] == asked(x)[:1] and (x.c, x.total) == (x.counts[x.colour], in_all(x)),
    PART: lambda x: x.w == ways(x, x.k),
}
TIMES = {
    "probability: {times} * {one:[0-9/]+} = {value:[0-9/]+}": lambda x: (
        x.value == x.answer and x.times * Fraction(x.one) == x.found
    )
}
DRAW_BY_DRAW = {
    f"draw by draw: {SHARES}": lambda x: x.one == x.answer and x.steps == steps(x.counts, asked(x), x.back)
}
LINES = {
    "mix": SOME
    | LAST
    | {
        f"together: {TERMS} = {{good}}": lambda x: (
            x.good == x.found * every(x)
            and whole(str(x.terms)) == [whole(line)[-1] for line in x.before if line.startswith("exactly")]
        ),
        "all: {way:.+} = {base}": lambda x: x.base == every(x),
        "orders of the colours: {way:.+} = {w}": lambda x: (
            x.w == factorial(x.n) // prod(map(factorial, whole(x.event)))
        ),
        "sequences of draws that fit: {way:.+} = {good}": lambda x: x.back and x.good == x.found * every(x),
        "sets of balls that fit: {way:.+} = {good}": lambda x: not x.back and x.good == x.found * every(x),
    },
    "same": LAST
    | {
        f"all {{colour:{COLOUR}}}: {{way:.+}} = {{w}}": lambda x: (
            (x.colour, x.w) in zip(x.counts, alike(x), strict=True)
        ),
        f"all the same: {TERMS} = {{good}}": lambda x: (
            whole(str(x.terms)) == alike(x) and x.good == sum(alike(x))
        ),
        "sets of colours: {terms:[0-9 *+]+} = {w}": lambda x: (
            x.w == sum(map(prod, combinations(x.counts.values(), x.n)))
        ),
        "in order: {w} * {m}! = {good}": lambda x: (
            x.m == x.n and x.good == x.found * (in_all(x) ** x.n if x.back else perm(in_all(x), x.n))
        ),
        "all sequences: {way:.+} = {base}": lambda x: (
            x.base == (in_all(x) ** x.n if x.back else perm(in_all(x), x.n))
        ),
        "not all the same: {base} - {good} = {rest}": lambda x: (
            x.good == sum(alike(x)) and Fraction(x.rest, x.base) == x.found
        ),
    },
    "sequence": DRAW_BY_DRAW,
    "known": SOME
    | LAST
    | {
        "any two draws are like the first two, whatever their order": lambda x: not x.before,
        f"with one {{gone:{COLOUR}}} ball gone: {{left}} {{colour:{COLOUR}}} of {{total}} - 1 = {{rest}}": lambda x: (
            [x.gone, x.colour] == re.findall(COLOUR, x.known) + asked(x)
            and x.left == x.counts[x.colour] - (x.gone == x.colour)
            and x.total == in_all(x)
        ),
        f"at least {{k}}: {TERMS} = {{sum}}": lambda x: at_least(x) and known_amounts(x),
    },
    "growing": DRAW_BY_DRAW
    | TIMES
    | {
        f"{{colour:{COLOUR}}} first, then others: {SHARES}": lambda x: (
            [x.colour] == asked(x)
            and x.steps
            in [
                steps(others(x), [x.colour] * k + [""] * (x.n - k), x.back)
                for k in range(x.n + 1)
                if event(x.event)((x.colour,) * k)
            ]
        ),
        "every order has this chance: C({all}, {k}) = {c}": lambda x: (
            x.all == x.n and event(x.event)(tuple(asked(x)) * x.k)
        ),
    },
    "waiting": TIMES
    | {
        f"{{misses}} others, then {{j}} {{colour:{COLOUR}}}: {SHARES}": lambda x: (
            (x.j, x.colour, x.misses + x.j) == waits(vars(x))
            and x.steps == steps(others(x), [""] * x.misses + [x.colour] * x.j, x.back)
        ),
        "orders of the first {m} draws: C({m}, {k}) = {c}": lambda x: (x.k + 1, x.m + 1) == waits(vars(x))[::2],
    },
    "transfer": {
        f"{{k}} {{colour:{COLOUR}}} moved: {{w}}/{{total}} * {{b}}/{{size}} = {{term:[0-9/]+}}": lambda x: (
            x.colour == x.said["colour"]
            and x.w == comb(x.counts[x.colour], x.k) * comb(in_all(x) - x.counts[x.colour], x.moved - x.k)
            and x.total == comb(in_all(x), x.moved)
            and (x.b, x.size) == (x.second[x.colour] + x.k, sum(x.second.values()) + x.moved)
        ),
        "probability: {terms:[0-9/ +]+} = {value:[0-9/]+}": lambda x: (
            x.value == x.answer and x.terms == " + ".join(line.split()[-1] for line in x.before)
        ),
    },
}


def told(prompt):
    """The kind of question and what its slots say, with the balls and how many of a colour come back for one."""
    kind, said = read(prompt, TOLD)
    back = BACK[said["how"]] if "how" in said else said.get("extra", 0) + 1
    second = urn(said["others"]) if "others" in said else {}
    return kind, said, urn(said["balls"]), back, second


class TestUrns(ExactAnswers):
    id = "urns"
    lines = LINES

    def oracle(self, prompt):
        kind, said, counts, back, second = told(prompt)
        if kind == "transfer":
            colour, moves = said["colour"], sequences(counts, said["moved"], 0)
            good = sum(weight * (second[colour] + seen.count(colour)) for seen, weight in moves)
            return Fraction(good, sum(w for _, w in moves) * (sum(second.values()) + said["moved"]))
        if kind == "waiting":
            j, colour, at = waits(said)
            every = sequences({colour: counts[colour], "": sum(counts.values()) - counts[colour]}, at, back)
            good = sum(weight for seen, weight in every if seen[-1] == colour and seen.count(colour) == j)
            return Fraction(good, sum(weight for _, weight in every))
        every, happens = sequences(counts, said["n"], back), event(said["event"])
        if kind == "known":
            known = event(said["known"])
            every = [(seen, weight) for seen, weight in every if known(seen)]
        return Fraction(sum(w for seen, w in every if happens(seen)), sum(w for _, w in every))

    def known(self, found, task):
        _, said, counts, back, second = told(task.prompt)
        more = {"said": said, "counts": counts, "back": back, "second": second}
        return {**said, **more, "found": found, "answer": task.answer}

    def test_the_names_of_colours_do_not_matter(self):
        def key(problem):
            how, *asked = problem["event"]
            order = list(dict.fromkeys(asked[0])) if how == "is" else [asked[0]]
            rest = sorted(c for i, c in enumerate(problem["counts"]) if i not in order)
            what = [order.index(i) for i in asked[0]] if how == "is" else asked[1]
            return str([[problem["counts"][i] for i in order], rest, what, problem["n"], problem["back"]])

        for kind in ("sequence", "growing"):
            self.same_problems(key, 500, kinds=kind, size=1)

    def test_mixes_are_of_one_colour_or_of_all_with_and_without_replacement(self):
        problems = [self.spec.task(3, seed, params={"kinds": "mix"}).payload["problem"] for seed in range(40)]
        assert len({(problem["event"][0], problem["back"]) for problem in problems}) == 4
