"""Expectation: exact expected values of payoffs, counts, waiting times, order statistics and games with stopping.

All chances are stated; the value is an integer or a fraction in lowest terms.

Symmetries: none; the numbers as stated are the problem.

Difficulty: `kinds` drawn from, and `size`, from 1 to 12, by which the numbers grow. Proxy: digits written in the worked
solution.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

from ..english import counted, listed
from ..family import Family, Question
from ..limits import Whole
from .exact import ADVICE, AS_EXACT_VALUE, exact_value, summed

WORDINGS = {
    "payoff": (
        "A wheel pays {pays}. It is spun {n} times, independently. What is the expected total payment, in "
        "euros{fee}? {form}",
        "In a game of chance each round pays {pays}. Somebody plays {n} rounds. Find the expected sum of the "
        "payments, in euros{fee}. {form}",
        "A machine gives {pays}, independently each time. On average (expected value), how many euros do {n} "
        "goes bring in altogether{fee}? {form}",
    ),
    "variance": (
        "A random number takes {values}. What is its variance? {form}",
        "The random variable X has {values}. Find the variance of X. {form}",
        "A machine prints one number, with {values}. Compute the expected square of the deviation of the "
        "number from its mean. {form}",
    ),
    "order": (
        "{n} different numbers are drawn at random, without replacement, from 1, 2, ..., {top}. What is the "
        "expected value of the {which} of them? {form}",
        "A bag has tickets numbered 1 to {top}. {n} tickets are taken out at once, all choices being equally "
        "likely. Find the expected value of the {which} number taken. {form}",
        "Out of the integers from 1 to {top} a random set of {n} is chosen. On average (expected value), how "
        "large is its {which} element? {form}",
    ),
    "dice": (
        "{n} fair {side}-sided dice (faces 1 to {side}) are thrown once. What is the expected value of "
        "{what}? {form}",
        "Throw {n} fair dice, each with faces 1 to {side}. Find the expected value of {what}. {form}",
        "What value does {what} have on average (expected value) in one throw of {n} fair dice with the faces "
        "1 to {side}? {form}",
    ),
    "pairs": (
        "{balls} are put in a random order in a {shape}, all orders being equally likely. What is the "
        "expected number of pairs of neighbouring balls with {same}? {note} {form}",
        "Somebody lays out {balls} at random in a {shape}. Find the expected number of pairs of adjacent "
        "balls that have {same}. {note} {form}",
        "In a uniformly random arrangement of {balls} in a {shape}, how many pairs of balls side by side have "
        "{same}, on average (expected value)? {note} {form}",
    ),
    "seen": (
        "An urn holds {balls}. {n} balls are drawn at random without replacement. What is the expected number "
        "of different colours among them? {form}",
        "From a box with {balls}, {n} are taken at random, none being put back. Find the expected number of "
        "colours that occur among the balls taken. {form}",
        "A bag contains {balls}. A random set of {n} of the balls is pulled out. On average (expected value), "
        "how many different colours does it show? {form}",
    ),
    "boxes": (
        "{n} balls are thrown independently into {k} boxes, each ball being equally likely to land in each "
        "box. What is the expected number of boxes with {which}? {form}",
        "Each of {n} people independently picks one of {k} floors, all floors being equally likely. Find the "
        "expected number of floors picked by {people}. {form}",
        "A fair die with {k} faces is thrown {n} times. On average (expected value), how many of the {k} "
        "faces come up {often}? {form}",
    ),
    "until": (
        "An urn holds {good} red and {bad} blue balls. Balls are drawn at random without replacement until "
        "{j} red {balls} been drawn. What is the expected number of {what} drawn? {form}",
        "A box has {good} red and {bad} blue marbles, which are taken out at random one by one and not put "
        "back; this stops with red marble number {j}. Find the expected number of {marbles} taken out. {form}",
        "Cards, {good} red and {bad} blue ones, are shuffled and turned up one after the other as far as the "
        "{ordinal} red card. How many {cards} are turned up on average (expected value)? {form}",
    ),
    "coupon": (
        "Each packet contains one of {n} different pictures, all equally likely, independently of the others. "
        "A collector who has {have} different pictures buys packets until there are {want} different ones. "
        "What is the expected number of packets bought? {form}",
        "A fair die with {n} faces is thrown again and again. So far {have} different faces have been seen. "
        "Find the expected number of further throws until {want} different faces have been seen in all. {form}",
        "A random one of {n} songs is played each hour, repeats being possible and all songs equally likely. "
        "{have} of the songs were heard already. After how many more hours, on average (expected "
        "value), have {want} different songs been heard? {form}",
    ),
    "streak": (
        "A coin shows heads (H) with probability {p} and tails (T) otherwise. It is tossed until the last "
        "tosses are {pattern}, in this order. What is the expected number of tosses? {form}",
        "Independent letters appear one by one: H with probability {p}, T with probability {q}. Find the "
        "expected number of letters until the block {pattern} is first complete. {form}",
        "A biased coin falls on heads (H) with probability {p}. On average (expected value), how many tosses "
        "does it take until the pattern {pattern} has appeared for the first time in consecutive tosses? "
        "{form}",
    ),
    "wald": (
        "A fair die with the {n} faces {faces} is thrown until it shows {ends}; then the game is over. What "
        "is the expected sum of all numbers thrown, {last}? {form}",
        "The {n} equally likely faces of a die show {faces}. A player keeps throwing and adding up; the first "
        "throw of {ends} is the last. Find the expected total, {last}. {form}",
        "Throw a die with the {n} equally likely faces {faces} again and again, and stop when {ends} comes "
        "up. On average (expected value), what is the sum of the throws, {last}? {form}",
    ),
    "stop": (
        "A fair die with the {n} faces {faces} may be thrown up to {r} times. After each throw the player "
        "either stops and gets the number shown in euros, or throws again{cost}; the last throw allowed has "
        "to be kept. What is the expected gain in euros under the best strategy? {form}",
        "The {n} equally likely faces of a die show {faces}. A player who is not satisfied with a throw may "
        "throw again{cost}, with at most {r} throws in all; only the number of the last throw made is paid, "
        "in euros. Find the expected gain in euros if the player maximises it. {form}",
        "In a game a die with the {n} equally likely faces {faces} is thrown at most {r} times. The player "
        "decides after every throw whether to stop, and then receives the latest number in euros, or to go "
        "on{cost}. How large is the greatest expected gain in euros that a strategy can reach? {form}",
    ),
}
_COLOURS = ("red", "blue", "green", "white", "black")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth")


def _balls(counts: list[int], names: list[str]) -> str:
    *most, last = [f"{count} {name}" for count, name in zip(counts, names, strict=True)]
    return f"{', '.join(most)} and {last} balls"


def _spread(rng: random.Random, size: int, low: int, high: int) -> tuple[list[int], list[Fraction]]:
    """Different values with probabilities of a small common denominator."""
    n = rng.randint(2, 3 + size // 2)
    bottom = rng.choice([b for b in (4, 5, 6, 8, 10, 12, 20) if b >= n])
    cuts = sorted(rng.sample(range(1, bottom), n - 1))
    weights = [b - a for a, b in zip([0, *cuts], [*cuts, bottom], strict=True)]
    return sorted(rng.sample(range(low, high + 1), n)), [Fraction(w, bottom) for w in weights]


def _mean(values: list[int], chances: list[Fraction], lines: list[str], label: str = "mean") -> Fraction:
    mean = sum((v * p for v, p in zip(values, chances, strict=True)), Fraction(0))
    text = summed([f"{v} * {p}" for v, p in zip(values, chances, strict=True) if v])
    lines.append(f"{label}: {text} = {mean}")
    return mean


def _payoff(rng: random.Random, *, size: int) -> Question:
    values, chances = _spread(rng, size, 0, 10 + 5 * size)
    n, price = rng.randint(2, 3 + size), rng.choice((0, 0, rng.randint(1, 5 + size)))
    lines: list[str] = []
    mean = _mean(values, chances, lines, "one round")
    total = n * mean
    lines.append(f"{n} rounds: {n} * {mean} = {total}")
    if price:
        lines.append(f"less the fee: {total} - {price} = {total - price}")
        total -= price
    pays = listed(f"{counted(v, 'euro')} with probability {p}" for v, p in zip(values, chances, strict=True))
    fee = f", less a single fee of {counted(price, 'euro')} paid once at the start" if price else ""
    made = {"pays": pays, "n": n, "fee": fee}
    return exact_value(
        made, {"values": values, "chances": [str(p) for p in chances], "n": n, "price": price}, total, lines
    )


def _variance(rng: random.Random, *, size: int) -> Question:
    values, chances = _spread(rng, size, -2 * size, 6 + 2 * size)
    lines: list[str] = []
    mean = _mean(values, chances, lines)
    square = sum((v * v * p for v, p in zip(values, chances, strict=True)), Fraction(0))
    text = summed([f"{v * v} * {p}" for v, p in zip(values, chances, strict=True) if v])
    lines.append(f"mean of the squares: {text} = {square}")
    value = square - mean * mean
    lines.append(f"variance: {square} - ({mean})^2 = {value}")
    shown = listed(f"the value {v} with probability {p}" for v, p in zip(values, chances, strict=True))
    return exact_value(
        {"values": shown}, {"values": values, "chances": [str(p) for p in chances]}, value, lines
    )


def _order(rng: random.Random, *, size: int) -> Question:
    n = rng.randint(2, 3 + size // 2)
    top = rng.randint(n + 4, 60 + 20 * size)
    k = rng.randint(1, n)
    if k == 1:
        which = "smallest"
    elif k == n:
        which = "largest"
    elif 2 * k <= n + 1:
        which = f"{_ORDINALS[k]} smallest"
    else:
        which = f"{_ORDINALS[n + 1 - k]} largest"
    value = Fraction(k * (top + 1), n + 1)
    lines = [
        f"the {n} numbers cut the way from 0 to {top + 1} into {n + 1} parts that are equal on average",
        f"number {k} from below: {k} * {top + 1} / {n + 1} = {value}",
    ]
    return exact_value({"n": n, "top": top, "which": which}, {"n": n, "top": top, "k": k}, value, lines)


def _dice(rng: random.Random, *, size: int) -> Question:
    side, n = rng.randint(4, 16), rng.randint(2, 3 + size // 2)
    what = rng.choice(("largest", "smallest", "range"))
    total = side**n
    powers = [k**n for k in range(1, side)]
    inner = sum(powers)
    low = Fraction(inner + total, total)
    high = side - Fraction(inner, total)
    text = summed([f"{k}^{n}" for k in range(1, side)])
    lines = [f"powers: {text} = {inner}", f"all: {side}^{n} = {total}"]
    if what != "smallest":
        lines.append(f"largest: {side} - {inner}/{total} = {high}")
    if what != "largest":
        lines.append(f"smallest: 1 + {inner}/{total} = {low}")
    value = {"largest": high, "smallest": low, "range": high - low}[what]
    if what == "range":
        lines.append(f"range: {high} - {low} = {value}")
    words = "the difference between the largest and the smallest number shown"
    factor = rng.randint(2, 9)
    base = words if what == "range" else f"the {what} number shown"
    if rng.random() < 0.9:
        value *= factor
        lines.append(f"times {factor}: {factor} * {value / factor} = {value}")
        base = f"{factor} times {base}"
    else:
        factor = 1
    return exact_value(
        {"n": n, "side": side, "what": base},
        {"n": n, "side": side, "what": what, "factor": factor},
        value,
        lines,
    )


def _pairs(rng: random.Random, *, size: int) -> Question:
    counts = [rng.randint(2, 7 + size) for _ in range(rng.randint(2, 3 + (size > 3)))]
    ring, equal = rng.random() < 0.5, rng.random() < 0.5
    total = sum(counts)
    places = total if ring else total - 1
    good = sum(c * (c - 1) for c in counts)
    lines = [f"balls: {summed(counts)} = {total}", f"pairs of neighbouring places: {places}"]
    lines.append(f"ordered pairs of one colour: {summed([f'{c}*{c - 1}' for c in counts])} = {good}")
    chance = Fraction(good, total * (total - 1))
    lines.append(f"one pair has one colour: {good} / ({total} * {total - 1}) = {chance}")
    if not equal:
        lines.append(f"two colours: 1 - {chance} = {1 - chance}")
        chance = 1 - chance
    value = places * chance
    lines.append(f"all pairs: {places} * {chance} = {value}")
    names = rng.sample(_COLOURS, len(counts))
    note = (
        "The last ball of the circle is a neighbour of the first."
        if ring
        else "Only balls directly side by side count."
    )
    return exact_value(
        {
            "balls": _balls(counts, names),
            "shape": "circle" if ring else "row",
            "same": "the same colour" if equal else "different colours",
            "note": note,
        },
        {"counts": counts, "ring": ring, "equal": equal},
        value,
        lines,
        [sorted(counts), ring, equal],
    )


def _seen(rng: random.Random, *, size: int) -> Question:
    counts = [rng.randint(2, 7 + size) for _ in range(rng.randint(2, 3 + (size > 3)))]
    total = sum(counts)
    n = rng.randint(2, min(total - 2, 3 + size))
    every = comb(total, n)
    names = rng.sample(_COLOURS, len(counts))
    lines, terms = [f"all: C({total}, {n}) = {every}"], []
    for c, name in zip(counts, names, strict=True):
        missed = comb(total - c, n)
        terms.append(1 - Fraction(missed, every))
        lines.append(f"{name} is seen: 1 - C({total - c}, {n}) / {every} = 1 - {missed}/{every} = {terms[-1]}")
    value = sum(terms, Fraction(0))
    lines.append(f"together: {summed(terms)} = {value}")
    fields = {"balls": _balls(counts, names), "n": n}
    return exact_value(fields, {"counts": counts, "n": n}, value, lines, [sorted(counts), n])


def _boxes(rng: random.Random, *, size: int) -> Question:
    k, n = rng.randint(3, 12 + size), rng.randint(3, 6 + size // 2)
    r = rng.choice((-1, 0, 1, 2, 3))
    if r > n:
        r = n
    empty = Fraction(k - 1, k) ** n
    if r < 0:
        lines = [f"a given one is missed: ({k - 1}/{k})^{n} = {empty}", f"hit: 1 - {empty} = {1 - empty}"]
        chance = 1 - empty
    else:
        chance = comb(n, r) * Fraction((k - 1) ** (n - r), k**n)
        lines = [
            f"a given one exactly {counted(r, 'time')}: C({n}, {r}) * {k - 1}^{n - r} / {k}^{n} = {chance}"
        ]
    value = k * chance
    lines.append(f"all {k} of them: {k} * {chance} = {value}")
    which = "at least one ball" if r < 0 else "no ball at all" if r == 0 else f"exactly {counted(r, 'ball')}"
    people = (
        "at least one person" if r < 0 else "nobody" if r == 0 else f"exactly {counted(r, 'person', 'people')}"
    )
    often = (
        "at least once"
        if r < 0
        else {0: "not even once", 1: "exactly once", 2: "exactly twice"}.get(r, f"exactly {r} times")
    )
    return exact_value(
        {"n": n, "k": k, "which": which, "people": people, "often": often},
        {"n": n, "k": k, "r": r},
        value,
        lines,
    )


def _until(rng: random.Random, *, size: int) -> Question:
    good, bad = rng.randint(2, 20 + 2 * size), rng.randint(3, 35 + 5 * size)
    j = rng.randint(1, min(good, 5))
    blue = rng.random() < 0.4
    lines = [
        f"the {good} red ones cut the blue ones into {good} + 1 = {good + 1} parts that are equal on average"
    ]
    before = Fraction(j * bad, good + 1)
    lines.append(f"blue before red number {j}: {j} * {bad} / {good + 1} = {before}")
    value = before
    if not blue:
        value = before + j
        lines.append(f"with the red ones: {before} + {j} = {value}")
    return exact_value(
        {
            "good": good,
            "bad": bad,
            "j": j,
            "balls": f"ball{' has' if j == 1 else 's have'}",
            "what": "blue balls" if blue else "balls (of both colours, the last one included)",
            "marbles": "blue marbles" if blue else "marbles (of both colours, the last one included)",
            "cards": "blue cards" if blue else "cards (of both colours, the last one included)",
            "ordinal": _ORDINALS[j],
        },
        {"good": good, "bad": bad, "j": j, "blue": blue},
        value,
        lines,
    )


def _coupon(rng: random.Random, *, size: int) -> Question:
    n = rng.randint(5 + size // 2, 20 + 3 * size)
    have = rng.randint(2, n - 2)
    want = rng.randint(have + 2, min(n, have + 3 + size))
    terms = [Fraction(n, n - i) for i in range(have, want)]
    value = sum(terms, Fraction(0))
    lines = [
        f"with {i} known, a new one takes on average: {n} / {n - i} = {t}"
        for i, t in zip(range(have, want), terms, strict=True)
    ]
    lines.append(f"together: {summed(terms)} = {value}")
    fields = {"n": n, "have": have, "want": want}
    return exact_value(fields, {"n": n, "have": have, "want": want}, value, lines)


def _streak(rng: random.Random, *, size: int) -> Question:
    length = rng.randint(2 + size // 4, 3 + size // 3)
    pattern = "".join(rng.choice("HT") for _ in range(length))
    bottom = rng.randint(2, 7 + size)
    top = rng.choice([t for t in range(1, bottom) if Fraction(t, bottom).denominator == bottom])
    p = Fraction(top, bottom)
    chance = {"H": p, "T": 1 - p}
    lines = ["each end of the pattern that is also its beginning adds 1 / (its probability)"]
    terms = []
    for k in range(length, 0, -1):
        if pattern[:k] == pattern[-k:]:
            text, product = [], Fraction(1)
            for letter in pattern[:k]:
                text.append(str(chance[letter]))
                product *= chance[letter]
            terms.append(1 / product)
            below = " * ".join(f"({t})" for t in text)
            lines.append(f"{pattern[:k]}: 1 / ({below}) = {terms[-1]}")
    value = sum(terms, Fraction(0))
    if len(terms) > 1:
        lines.append(f"together: {summed(terms)} = {value}")
    return exact_value(
        {"p": p, "q": 1 - p, "pattern": pattern}, {"p": str(p), "pattern": pattern}, value, lines
    )


def _faces(rng: random.Random, size: int) -> list[int]:
    return sorted(rng.randint(1, 8 + 2 * size) for _ in range(rng.randint(4, 6 + size // 2)))


def _wald(rng: random.Random, *, size: int) -> Question | None:
    faces = _faces(rng, size)
    ends = sorted(rng.sample(sorted(set(faces)), min(rng.randint(1, 2), len(set(faces)) - 1)))
    if not ends:
        return None
    with_last = rng.random() < 0.5
    n, h = len(faces), sum(face in ends for face in faces)
    mean, stop = Fraction(sum(faces), n), Fraction(h, n)
    lines = [
        f"mean of a throw: ({summed(faces)}) / {n} = {mean}",
        f"the throw ends the game: {h}/{n} = {stop}",
        f"expected number of throws: 1 / ({stop}) = {1 / stop}",
        f"expected sum of all: ({mean}) * ({1 / stop}) = {mean / stop}",
    ]
    value = mean / stop
    if not with_last:
        final = [face for face in faces if face in ends]
        last = Fraction(sum(final), h)
        lines.append(f"mean of the last throw: ({summed(final)}) / {h} = {last}")
        lines.append(f"without it: {value} - {last} = {value - last}")
        value -= last
    words = "the last throw included" if with_last else "the last throw not included"
    return exact_value(
        {"n": n, "faces": listed(faces), "ends": listed(ends, "or"), "last": words},
        {"faces": faces, "ends": ends, "with_last": with_last},
        value,
        lines,
    )


def _stop(rng: random.Random, *, size: int) -> Question | None:
    faces, r, cost = _faces(rng, size), rng.randint(2, 2 + size // 3), rng.choice((0, 0, 1, 2))
    mean = Fraction(sum(faces), len(faces))
    if not min(faces) < mean - cost < max(faces):
        return None
    n = len(faces)
    value = mean
    lines = [f"last throw: ({summed(faces)}) / {n} = {mean}"]
    for left in range(2, r + 1):
        again = value - cost
        if cost:
            lines.append(f"going on is worth: {value} - {cost} = {again}")
        kept = [max(Fraction(face), again) for face in faces]
        value = sum(kept, Fraction(0)) / n
        low = sum(face < again for face in faces)
        keep = [face for face in faces if face >= again]
        text = summed([*([f"{low} * ({again})"] if low else []), *keep])
        lines.append(f"{left} throws left, keep from {again} on: ({text}) / {n} = {value}")
    price = f" after paying {counted(cost, 'euro')}" if cost else ""
    net = f"{price} (all such payments reduce the gain)" if cost else ""
    return exact_value(
        {"n": n, "faces": listed(faces), "r": r, "cost": net},
        {"faces": faces, "r": r, "cost": cost},
        value,
        lines,
    )


generate = Family(
    {
        "payoff": _payoff,
        "variance": _variance,
        "order": _order,
        "dice": _dice,
        "pairs": _pairs,
        "seen": _seen,
        "boxes": _boxes,
        "until": _until,
        "coupon": _coupon,
        "streak": _streak,
        "wald": _wald,
        "stop": _stop,
    },
    WORDINGS,
    {"size": Whole(1, 12, "how large the numbers are")},
    sentences={"form": AS_EXACT_VALUE},
    units=True,
    advice=ADVICE,
)
