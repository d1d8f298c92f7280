"""Urns: the exact probability of what is drawn, with or without replacement, in or regardless of order.

Balls are drawn at random one after the other, each ball in the urn being equally likely; whether a ball goes back is
said every time. The value is a fraction in lowest terms.

Symmetries: the names of colours do not matter, only how many balls each has and what is asked about it.

Difficulty: `kinds` drawn from, and `size`, from 1 to 12, by which the numbers of balls and draws grow. Proxy: digits
written in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial, perm, prod
from typing import Any

from ..english import listed
from ..family import Family, Question
from ..limits import Whole
from .exact import ADVICE, AS_PROBABILITY, probability, summed, times

_DRAWS = (
    "An urn holds {balls}. {n} balls are drawn at random, one after the other, {how}. What is the probability "
    "that {event}? {form}",
    "There are {balls} in a bag. Somebody blindly draws {n} balls in turn, {how}. Find the probability that "
    "{event}. {form}",
    "From a box with {balls}, {n} balls are taken at random one by one, {how}. How likely is it that {event}? "
    "{form}",
)
WORDINGS = {
    "mix": _DRAWS,
    "same": _DRAWS,
    "sequence": _DRAWS,
    "known": (
        "An urn holds {balls}. {n} balls are drawn at random, one after the other, {how}. Given that {known}, "
        "what is the probability that {event}? {form}",
        "There are {balls} in a bag, and {n} of them are blindly drawn in turn, {how}. You learn only that "
        "{known}. Find the conditional probability that {event}. {form}",
        "Balls are taken at random from a box with {balls}: {n} draws, one by one, {how}. How likely is it "
        "that {event}, if it is known only that {known}? {form}",
    ),
    "growing": (
        "An urn holds {balls}. {n} draws are made at random, and each time the ball is put back together with "
        "{extra} of the same colour. What is the probability that {event}? {form}",
        "A bag contains {balls}. After each of {n} random draws the ball goes back, and {extra} of its colour "
        "{add} added. Find the probability that {event}. {form}",
        "{n} draws are made at random from a box with {balls}; each time the ball drawn is returned and the "
        "box also gets {extra} of the colour just drawn. How likely is it that {event}? {form}",
    ),
    "waiting": (
        "An urn holds {balls}. Balls are drawn at random, one after the other, {how}. What is the probability "
        "that {event}? {form}",
        "There are {balls} in a bag. Somebody blindly draws ball after ball, {how}. Find the probability that "
        "{event}. {form}",
        "From a box with {balls}, balls are taken at random one by one, {how}. How likely is it that {event}? "
        "{form}",
    ),
    "transfer": (
        "Urn A holds {balls}; urn B holds {others}. {moved} chosen at random {are} moved from A to B. Then "
        "one ball is drawn at random from B. What is the probability that it is {colour}? {form}",
        "First {moved} {are} taken at random out of a bag A with {balls} and put, unseen, into a bag B that "
        "already has {others}. Then a random ball is drawn from B. Find the probability that this ball is "
        "{colour}. {form}",
        "Box A contains {balls}, box B {others}. Without looking, somebody moves {moved} from A to B, every "
        "choice being equally likely, and then draws one ball from B. How likely is {colour}? {form}",
    ),
}
_COLOURS = ("red", "blue", "green", "white", "black", "yellow")
_HOW = ("without replacement", "each ball being put back before the next draw")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
MAX_SEQUENCES = 5000


def _urn(rng: random.Random, size: int, colours: int = 0) -> tuple[list[int], list[str]]:
    colours = colours or rng.randint(2, min(2 + (size + 1) // 2, 4))
    return [rng.randint(2, 12 + 2 * size) for _ in range(colours)], rng.sample(_COLOURS, colours)


def _draws(rng: random.Random, size: int, colours: int) -> int:
    n = rng.randint(2, min(2 + (size + 1) // 2, 6))
    while colours**n > MAX_SEQUENCES:
        n -= 1
    return n


def _balls(counts: Sequence[int], names: Sequence[str]) -> str:
    *most, last = [f"{count} {name}" for count, name in zip(counts, names, strict=True)]
    return f"{', '.join(most)} and {last} ball{'' if counts[-1] == 1 else 's'}"


def _ratio(good: int, total: int, label: str = "probability") -> str:
    return f"{label}: {good}/{total} = {Fraction(good, total)}"


def _facts(counts: list[int], n: int, back: int, event: list[Any], **more: Any) -> dict[str, Any]:
    """The problem as data: `back` is how many balls of its colour a drawn ball brings back: 0, 1 or more."""
    return {"counts": counts, "n": n, "back": back, "event": event, **more}


def _amount(rng: random.Random, most: int) -> tuple[str, list[int]]:
    k = rng.randint(0, most)
    shape = rng.choice(("exactly", "at least", "at most"))
    if shape == "at least":
        return f"at least {max(k, 1)}", list(range(max(k, 1), most + 1))
    if shape == "at most" and most > 1:
        k = max(min(k, most - 1), 1)
        return f"at most {k}", list(range(k + 1))
    return f"exactly {k}", [k]


def _all(total: int, n: int, back: int) -> int:
    """Sequences of balls: of n different ones, or of any n."""
    return total**n if back else perm(total, n)


def _mix(rng: random.Random, *, size: int) -> Question | None:
    """How many of one colour, or of every colour, regardless of order."""
    counts, names = _urn(rng, size)
    n, back = _draws(rng, size, len(counts)), rng.randint(0, 1)
    total = sum(counts)
    if not back and n >= total:
        return None
    if len(counts) > 2 and rng.random() < 0.5:
        mix = [0] * len(counts)
        for _ in range(n):
            mix[rng.randrange(len(counts))] += 1
        if back:
            orders = factorial(n) // prod(map(factorial, mix))
            good, base = orders * prod(c**m for c, m in zip(counts, mix, strict=True)), total**n
            text = times([orders, *(f"{c}^{m}" for c, m in zip(counts, mix, strict=True) if m)])
            lines = [f"orders of the colours: {n}! / ({' * '.join(f'{m}!' for m in mix)}) = {orders}"]
            lines += [f"sequences of draws that fit: {text} = {good}", f"all: {total}^{n} = {base}"]
        else:
            good, base = prod(comb(c, m) for c, m in zip(counts, mix, strict=True)), comb(total, n)
            text = times([f"C({c}, {m})" for c, m in zip(counts, mix, strict=True) if m])
            lines = [f"sets of balls that fit: {text} = {good}", f"all: C({total}, {n}) = {base}"]
        words = listed(
            [f"{m} {'is' if m == 1 else 'are'} {name}" for m, name in zip(mix, names, strict=True) if m]
        )
        event = f"of the balls drawn (in any order) exactly {words}"
        facts = _facts(counts, n, back, ["mix", mix])
        shape: Any = sorted([c, m] for c, m in zip(counts, mix, strict=True))
    else:
        c, rest = counts[0], total - counts[0]
        words, ks = _amount(rng, n)
        if back:
            parts = [comb(n, k) * c**k * rest ** (n - k) for k in ks]
            lines = [
                f"exactly {k}: C({n}, {k}) * {c}^{k} * {rest}^{n - k} = {w}"
                for k, w in zip(ks, parts, strict=True)
            ]
            base, text = total**n, f"{total}^{n}"
        else:
            parts = [comb(c, k) * comb(rest, n - k) for k in ks]
            lines = [
                f"exactly {k}: C({c}, {k}) * C({rest}, {n - k}) = {w}" for k, w in zip(ks, parts, strict=True)
            ]
            base, text = comb(total, n), f"C({total}, {n})"
        good = sum(parts)
        lines = [f"{names[0]}: {c} of {total}", *lines]
        if len(parts) > 1:
            lines.append(f"together: {summed(parts)} = {good}")
        lines.append(f"all: {text} = {base}")
        one = words.endswith(" 1")
        event = f"{words} of the balls drawn {'is' if one else 'are'} {names[0]}"
        facts = _facts(counts, n, back, ["count", 0, ks])
        shape = [c, sorted(counts[1:]), ks]
    lines.append(_ratio(good, base))
    fields = {"balls": _balls(counts, names), "n": n, "how": _HOW[back], "event": event}
    return probability(fields, facts, Fraction(good, base), lines, [n, back, shape])


def _same(rng: random.Random, *, size: int) -> Question | None:
    """All draws of one colour, or all of different colours, or not all of one colour."""
    counts, names = _urn(rng, size, rng.randint(3, 3 + (size > 2)))
    n, back, total = rng.randint(2, 3 + (size > 4)), rng.randint(0, 1), sum(counts)
    shape = rng.choice(("same", "different", "mixed"))
    if shape == "different" and n > len(counts):
        return None
    base = _all(total, n, back)
    lines, parts = [], []
    if shape == "different":
        texts = []
        for chosen in product((0, 1), repeat=len(counts)):
            if sum(chosen) == n:
                picked = [c for c, on in zip(counts, chosen, strict=True) if on]
                parts.append(prod(picked))
                texts.append("*".join(map(str, picked)))
        inner = sum(parts)
        good = inner * factorial(n)
        lines += [f"sets of colours: {summed(texts)} = {inner}", f"in order: {inner} * {n}! = {good}"]
        event = "they all have different colours"
    else:
        for c, name in zip(counts, names, strict=True):
            parts.append(_all(c, n, back))
            lines.append(f"all {name}: " + (f"{c}^{n}" if back else f"P({c}, {n})") + f" = {parts[-1]}")
        good = sum(parts)
        lines.append(f"all the same: {summed(parts)} = {good}")
        event = "they all have the same colour"
    lines.append("all sequences: " + (f"{total}^{n}" if back else f"P({total}, {n})") + f" = {base}")
    if shape == "mixed":
        lines.append(f"not all the same: {base} - {good} = {base - good}")
        good = base - good
        event = "they do not all have the same colour"
    lines.append(_ratio(good, base))
    fields = {"balls": _balls(counts, names), "n": n, "how": _HOW[back], "event": event}
    facts = _facts(counts, n, back, [shape])
    return probability(fields, facts, Fraction(good, base), lines, [n, back, shape, sorted(counts)])


def _chain(counts: list[int], colours: list[int], back: int) -> tuple[list[Fraction], Fraction]:
    """The chance of each of these colours in turn, given those before it, and their product."""
    left = list(counts)
    factors = []
    for colour in colours:
        factors.append(Fraction(left[colour], sum(left)))
        left[colour] += back - 1
        if left[colour] < 0:
            return factors, Fraction(0)
    return factors, prod(factors, start=Fraction(1))


def _steps(counts: list[int], colours: list[int], back: int) -> str:
    left, texts = list(counts), []
    for colour in colours:
        texts.append(f"{left[colour]}/{sum(left)}")
        left[colour] += back - 1
    return " * ".join(texts)


def _sequence(rng: random.Random, *, size: int) -> Question | None:
    """Given colours in a given order."""
    counts, names = _urn(rng, size)
    n, back = _draws(rng, size, len(counts)), rng.randint(0, 1)
    colours = [rng.randrange(len(counts)) for _ in range(n)]
    if not back and any(colours.count(i) > c for i, c in enumerate(counts)):
        return None
    _, value = _chain(counts, colours, back)
    lines = [f"draw by draw: {_steps(counts, colours, back)} = {value}"]
    event = "the colours drawn are, in this order, " + listed([names[i] for i in colours])
    fields = {"balls": _balls(counts, names), "n": n, "how": _HOW[back], "event": event}
    return probability(
        fields, _facts(counts, n, back, ["is", colours]), value, lines, _renamed(counts, colours, n, back)
    )


def _renamed(counts: list[int], colours: list[int], *more: Any) -> list[Any]:
    """The balls of the colours in the order of their first mention, then those of the others."""
    order = list(dict.fromkeys(colours))
    rest = sorted(c for i, c in enumerate(counts) if i not in order)
    return [[counts[i] for i in order], rest, [order.index(i) for i in colours], *more]


def _known(rng: random.Random, *, size: int) -> Question | None:
    """One draw, given another or given the number of a colour in all; without replacement."""
    counts, names = _urn(rng, size)
    total = sum(counts)
    n = rng.randint(2, min(3 + size // 3, 5))
    if rng.random() < 0.6:
        i, j = rng.sample(range(n), 2)
        a, b = rng.randrange(len(counts)), rng.randrange(len(counts))
        left = counts[b] - (a == b)
        value = Fraction(left, total - 1)
        lines = [
            "any two draws are like the first two, whatever their order",
            f"with one {names[a]} ball gone: {left} {names[b]} of {total} - 1 = {total - 1}",
            _ratio(left, total - 1),
        ]
        event, known = f"the {_ORDINALS[j]} ball is {names[b]}", f"the {_ORDINALS[i]} ball is {names[a]}"
        facts = _facts(counts, n, 0, ["at", [[j, b]]], known=["at", [[i, a]]])
        shape: Any = [i, j, _renamed(counts, [a, b])]
    else:
        c, rest = counts[0], total - counts[0]
        few = rng.randint(1, n - 1)
        many = rng.randint(few + 1, n)
        if c < few or rest < 1:
            return None
        ways = {k: comb(c, k) * comb(rest, n - k) for k in range(few, n + 1)}
        base, good = sum(ways.values()), sum(w for k, w in ways.items() if k >= many)
        if not base:
            return None
        lines = [f"{names[0]}: {c} of {total}"]
        lines += [f"exactly {k}: C({c}, {k}) * C({rest}, {n - k}) = {w}" for k, w in ways.items()]
        lines.append(f"at least {few}: {summed(list(ways.values()))} = {base}")
        lines.append(f"at least {many}: {summed([w for k, w in ways.items() if k >= many])} = {good}")
        lines.append(_ratio(good, base))
        value = Fraction(good, base)
        known = f"at least {few} of the balls drawn {'is' if few == 1 else 'are'} {names[0]}"
        event = f"at least {many} of them are {names[0]}"
        facts = _facts(
            counts,
            n,
            0,
            ["count", 0, list(range(many, n + 1))],
            known=["count", 0, list(range(few, n + 1))],
        )
        shape = [n, few, many, c, sorted(counts[1:])]
    if n > total:
        return None
    fields = {"balls": _balls(counts, names), "n": n, "how": _HOW[0], "known": known, "event": event}
    return probability(fields, facts, value, lines, shape)


def _growing(rng: random.Random, *, size: int) -> Question | None:
    """Polya's urn: a colour at one draw, a sequence, or how often a colour comes."""
    counts, names = _urn(rng, size, rng.randint(2, 3))
    n, extra = rng.randint(2, min(3 + size // 2, 5)), rng.randint(1, 5)
    back = 1 + extra
    total = sum(counts)
    if rng.random() < 0.5:
        colours = [rng.randrange(len(counts)) for _ in range(n)]
        _, value = _chain(counts, colours, back)
        lines = [f"draw by draw: {_steps(counts, colours, back)} = {value}"]
        event = "the colours drawn are, in this order, " + listed([names[i] for i in colours])
        facts = _facts(counts, n, back, ["is", colours])
        shape: Any = _renamed(counts, colours)
    else:
        k = rng.randint(0, n)
        rest = total - counts[0]
        _, one = _chain([counts[0], rest], [0] * k + [1] * (n - k), back)
        value = one * comb(n, k)
        lines = [
            f"{names[0]} first, then others: {_steps([counts[0], rest], [0] * k + [1] * (n - k), back)} = {one}",
            f"every order has this chance: C({n}, {k}) = {comb(n, k)}",
            f"probability: {comb(n, k)} * {one} = {value}",
        ]
        times_ = {0: "never drawn", 1: "drawn exactly once", 2: "drawn exactly twice"}.get(
            k, f"drawn exactly {k} times"
        )
        event = f"{names[0]} is {times_}"
        facts = _facts(counts, n, back, ["count", 0, [k]])
        shape = [k, counts[0], sorted(counts[1:])]
    fields = {
        "balls": _balls(counts, names),
        "n": n,
        "extra": f"{extra} more ball{'s' if extra > 1 else ''}",
        "add": "are" if extra > 1 else "is",
        "event": event,
    }
    return probability(fields, facts, value, lines, [n, extra, shape])


def _waiting(rng: random.Random, *, size: int) -> Question | None:
    """The first, or a later, ball of a colour comes at a given draw."""
    counts, names = _urn(rng, size)
    back = rng.randint(0, 1)
    c, rest = counts[0], sum(counts) - counts[0]
    j, at = rng.randint(1, 1 + (size > 2) + (size > 5)), rng.randint(2, min(3 + size, 7))
    misses = at - j
    if misses < 1 or (not back and (misses > rest or j > c)):
        return None
    orders = comb(at - 1, j - 1)
    colours = [1] * misses + [0] * j
    _, one = _chain([c, rest], colours, back)
    value = one * orders
    lines = [f"{misses} others, then {j} {names[0]}: {_steps([c, rest], colours, back)} = {one}"]
    if orders > 1:
        lines += [
            f"orders of the first {at - 1} draws: C({at - 1}, {j - 1}) = {orders}",
            f"probability: {orders} * {one} = {value}",
        ]
    event = f"the {_ORDINALS[j - 1]} {names[0]} ball comes exactly at draw number {at}"
    fields = {"balls": _balls(counts, names), "how": _HOW[back], "event": event}
    # Which of the other colours came does not matter, so for the check they are one colour.
    facts = {**_facts([c, rest], at, back, ["wait", j])}
    return probability(fields, facts, value, lines)


def _transfer(rng: random.Random, *, size: int) -> Question | None:
    """Balls move unseen from one urn to another before the draw."""
    names = rng.sample(_COLOURS, 2)
    first, second = [rng.randint(2, 6 + size) for _ in names], [rng.randint(1, 6 + size) for _ in names]
    moved = rng.randint(1, min(1 + size // 2, 4))
    a, b = first
    if moved >= a + b:
        return None
    lines, terms = [], []
    size_b = sum(second) + moved
    for k in range(moved + 1):
        ways = comb(a, k) * comb(b, moved - k)
        if ways:
            total = comb(a + b, moved)
            terms.append(Fraction(ways, total) * Fraction(second[0] + k, size_b))
            lines.append(f"{k} {names[0]} moved: {ways}/{total} * {second[0] + k}/{size_b} = {terms[-1]}")
    value = sum(terms, Fraction(0))
    lines.append(f"probability: {summed(terms)} = {value}")
    return probability(
        {
            "balls": _balls(first, names),
            "others": _balls(second, names),
            "moved": f"{moved} ball{'s' if moved > 1 else ''}",
            "are": "are" if moved > 1 else "is",
            "colour": names[0],
        },
        {"first": first, "second": second, "moved": moved},
        value,
        lines,
    )


generate = Family(
    {
        "mix": _mix,
        "same": _same,
        "sequence": _sequence,
        "known": _known,
        "growing": _growing,
        "waiting": _waiting,
        "transfer": _transfer,
    },
    WORDINGS,
    {"size": Whole(1, 12, "how many balls and draws there are")},
    sentences={"form": AS_PROBABILITY},
    units=True,
    advice=ADVICE,
)
