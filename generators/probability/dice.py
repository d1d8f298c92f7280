"""Dice: the exact probability of an event with fair, unusual or loaded dice.

Faces are equally likely unless weights are stated, dice are independent, and a number of dice always means all of
them thrown once. The value is a fraction in lowest terms.

Symmetries: none but those of the list of facts; each kind's numbers as stated are the problem. The kind ``coins``
(heads in several flips) is drawn by no level; the option ``kinds`` asks for it.

Difficulty: `kinds` drawn from, and `size`, from 1 to 12, by which the number of dice and of faces grows. Proxy:
digits written in the worked solution.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import comb, prod

from ..english import counted, listed
from ..family import Family, Question, attempts
from ..limits import Whole
from .exact import ADVICE, AS_PROBABILITY, probability, summed

_TOTAL = (
    "{dice} are thrown once. What is the probability that the sum of the numbers shown is {event}? {form}",
    "Throw {lower}. Find the probability that the total is {event}. {form}",
    "The numbers shown by {lower} are added up. How likely is a sum that is {event}? {form}",
)
WORDINGS = {
    "single": (
        "A fair die has {n} faces, which show the numbers {faces}. It is thrown once. What is the probability "
        "that the number shown is {event}? {form}",
        "The {n} equally likely faces of a die carry the numbers {faces}. Find the probability that one throw "
        "gives a number that is {event}. {form}",
        "Somebody throws a die once. Its {n} faces are equally likely and are marked {faces}. How likely is a "
        "result that is {event}? {form}",
    ),
    "sum": _TOTAL,
    "count": (
        "{dice} are thrown once. What is the probability that {event} of them {verb} {faces}? {form}",
        "Throw {lower}. A die is a hit if it shows {faces}. Find the probability of {hits}. {form}",
        "In one throw of {lower}, the dice that show {faces} are counted. How likely is it that the count is "
        "{number}? {form}",
    ),
    "extreme": (
        "{dice} are thrown once. What is the probability that the {which} number shown is {event}? {form}",
        "Throw {lower} and look only at the {which} of the numbers shown (several dice may share it). Find the "
        "probability that it is {event}. {form}",
        "How likely is it that the {which} number shown in one throw of {lower} is {event}? {form}",
    ),
    "compare": (
        "Ann throws {first}, Ben throws {second}; all throws are independent. What is the probability that "
        "{event}? {form}",
        "Two players compare their totals: Ann uses {first}, Ben uses {second}, each die being thrown once. "
        "Find the probability that {event}. {form}",
        "Ben has {second}, Ann has {first}. All dice are thrown once, and each player adds up their own numbers. "
        "How likely is it that {event}? {form}",
    ),
    "loaded": (
        "A loaded die shows {weights}. It is thrown {n} times, independently. What is the probability that "
        "{event}? {form}",
        "The faces of an unfair die have these probabilities: {weights}. Find the probability that in {n} "
        "independent throws {event}. {form}",
        "In each throw, independently of the others, a biased die gives {weights}. After {n} throws, how "
        "likely is it that {event}? {form}",
    ),
    "given": (
        "{dice} are thrown once. Given that {known}, what is the probability that {event}? {form}",
        "Throw {lower}. You are told only that {known}. Find the conditional probability that {event}. {form}",
        "Among all throws of {lower} in which {known}, how large is the share (the conditional probability) "
        "of those in which {event}? {form}",
    ),
    "coins": (
        "{coin} is flipped {n} times. What is the probability of {amount} head{s}? {form}",
        "Flip {lower} {n} times, independently, and count the heads. Find the probability of {amount} head{s}. {form}",
        "In {n} independent flips of {lower}, how likely is it to see {amount} head{s}? {form}",
    ),
    "differ": (
        "{dice} are thrown once. What is the probability that they show exactly {k} different numbers and "
        "that {face} is {held}among these? {form}",
        "Throw {lower}. Find the probability that the set of the numbers shown has exactly {k} elements and "
        "does {not_}contain {face}. {form}",
        "How likely is it that exactly {k} different numbers appear in one throw of {lower}, and {face} is "
        "{held}one of them? {form}",
    ),
    "turns": (
        "{names} take turns, in this order and over and over, throwing one {die}. The first to throw {faces} "
        "wins at once. What is the probability that {winner} wins? {form}",
        "In a game, {names} throw one {die} cyclically in this order ({starter} begins) until somebody throws "
        "{faces}; that player is the winner. Find the probability that the winner is {winner}. {form}",
        "One {die} goes round among {names}, who throw it in this order again and again, starting with "
        "{starter}. Whoever first gets {faces} has won. How likely is a win for {winner}? {form}",
    ),
}
MAX_OUTCOMES = 12_000
_NAMES = ("Ann", "Ben", "Cara", "Dan", "Eva")


def _dice(rng: random.Random, size: int, most: int = 5) -> list[int]:
    """Numbers of faces of some dice: all alike, or, at times, of two kinds."""
    for _ in attempts():
        count = rng.randint(2, min(2 + size // 2, most))
        first = rng.choice((6, rng.randint(3, 20), rng.randint(3, 20), rng.randint(3, 20)))
        sides = [first] * count
        if rng.random() < 0.5:
            sides[count // 2 :] = [rng.randint(3, 20)] * (count - count // 2)
        if prod(sides) <= min(MAX_OUTCOMES, 400 * 3**size):
            break
    return sorted(sides)


def _described(sides: list[int]) -> str:
    """Dice in words: ``two fair 6-sided dice (faces 1 to 6)``."""
    words = ("", "one", "two", "three", "four", "five", "six")
    parts = [
        f"{words[n]} fair {s}-sided {'die' if n == 1 else 'dice'} (faces 1 to {s})"
        for s, n in sorted(Counter(sides).items())
    ]
    return listed(parts)


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _sums(sides: Iterable[Iterable[int]], lines: list[str]) -> dict[int, int]:
    """How many outcomes each total has: die by die, with the lines that list them."""
    ways = {0: 1}
    for at, faces in enumerate(map(list, sides)):
        new: Counter[int] = Counter()
        for total, count in ways.items():
            for face in faces:
                new[total + face] += count
        ways = dict(sorted(new.items()))
        if at:
            lines.append(
                f"totals of {at + 1} dice: " + ", ".join(f"{total} x{count}" for total, count in ways.items())
            )
    return ways


def _test(rng: random.Random, values: list[int]) -> tuple[str, list[int]]:
    """A property of a number, in words, and the values that have it."""
    low, high = min(values), max(values)
    pick = rng.randint(low + 1, high)
    shape = rng.randrange(5)
    if shape == 0:
        pick = rng.choice(values)
        return f"exactly {pick}", [pick]
    if shape == 1:
        return f"at least {pick}", [v for v in values if v >= pick]
    if shape == 2:
        return f"at most {pick - 1}", [v for v in values if v <= pick - 1]
    if shape == 3:
        step = rng.randint(2, 5)
        return ("even" if step == 2 else f"divisible by {step}"), [v for v in values if v % step == 0]
    other = rng.randint(low + 1, high)
    low, high = min(pick, other), max(pick, other)
    if low == high:
        return f"exactly {low}", [v for v in values if v == low]
    return f"from {low} to {high} (both included)", [v for v in values if low <= v <= high]


def _share(good: int, total: int, label: str = "probability") -> str:
    return f"{label}: {good}/{total} = {Fraction(good, total)}"


def _single(rng: random.Random, *, size: int) -> Question | None:
    faces = sorted(rng.randint(1, 8 + 2 * size) for _ in range(rng.randint(5 + size, 8 + 2 * size)))
    words, good = _test(rng, sorted(set(faces)))
    hits = [face for face in faces if face in good]
    return probability(
        {"n": len(faces), "faces": listed(faces), "event": words},
        {"dice": [faces], "event": ["sum", good]},
        Fraction(len(hits), len(faces)),
        [
            f"faces that fit: {', '.join(map(str, hits)) or 'none'}",
            f"their number: {len(hits)} of {len(faces)}",
            _share(len(hits), len(faces)),
        ],
    )


def _sum(rng: random.Random, *, size: int) -> Question | None:
    sides = _dice(rng, size)
    lines: list[str] = []
    ways = _sums([range(1, s + 1) for s in sides], lines)
    words, good = _test(rng, list(ways))
    hits = sum(ways[total] for total in good)
    total = prod(sides)
    if good:
        lines.append(f"totals that fit: {summed([ways[t] for t in good])} = {hits}")
    lines.append(_share(hits, total))
    text = _described(sides)
    fields = {"dice": _upper(text), "lower": text, "event": words}
    return probability(fields, {"sides": sides, "event": ["sum", good]}, Fraction(hits, total), lines)


def _faces(rng: random.Random, side: int) -> list[int]:
    return sorted(rng.sample(range(1, side + 1), rng.randint(1, min(5, side - 1))))


def _amount(rng: random.Random, n: int) -> tuple[str, list[int]]:
    """How many of n, in words, and the numbers meant."""
    k = rng.randint(0, n)
    shape = rng.choice(("exactly", "at least", "at most"))
    if shape == "at least":
        k = max(k, 1)
        return f"at least {k}", list(range(k, n + 1))
    if shape == "at most":
        k = max(min(k, n - 1), 1)
        return f"at most {k}", list(range(k + 1))
    return f"exactly {k}", [k]


def _count(rng: random.Random, *, size: int) -> Question | None:
    side = rng.choice((6, 8, 20, rng.randint(3, 20), rng.randint(3, 20)))
    n = rng.randint(2, min(3 + size // 2, 6))
    if side**n > MAX_OUTCOMES:
        return None
    faces = _faces(rng, side)
    words, good = _amount(rng, n)
    h, total = len(faces), side**n
    lines = [f"a die hits in {h} of {side} cases, misses in {side - h}"]
    parts = []
    for k in good:
        ways = comb(n, k) * h**k * (side - h) ** (n - k)
        lines.append(f"exactly {counted(k, 'hit')}: C({n}, {k}) * {h}^{k} * {side - h}^{n - k} = {ways}")
        parts.append(ways)
    if len(parts) > 1:
        lines.append(f"together: {summed(parts)} = {sum(parts)}")
    lines.append(f"all outcomes: {side}^{n} = {total}")
    lines.append(_share(sum(parts), total))
    text = _described([side] * n)
    single = words.endswith(" 1")
    return probability(
        {
            "dice": _upper(text),
            "lower": text,
            "event": words,
            "verb": "shows" if single else "show",
            "faces": listed(faces, "or"),
            "hits": f"{words} hit{'' if single else 's'}",
            "number": words,
        },
        {"sides": [side] * n, "event": ["count", faces, good]},
        Fraction(sum(parts), total),
        lines,
    )


def _extreme(rng: random.Random, *, size: int) -> Question | None:
    sides = _dice(rng, size)
    top = rng.random() < 0.5
    total = prod(sides)
    lines = []
    reach = range(1, (max(sides) if top else min(sides)) + 1)
    m = rng.choice(reach)
    shape = rng.randrange(3)

    def within(k: int) -> int:
        """Outcomes whose greatest number is at most k, or whose smallest is at least k."""
        sizes = [min(k, s) if top else max(s - k + 1, 0) for s in sides]
        ways = prod(sizes)
        lines.append(f"all dice {'at most' if top else 'at least'} {k}: {' * '.join(map(str, sizes))} = {ways}")
        return ways

    if shape == 0:
        outer = within(m)
        inner = within(m - 1 if top else m + 1)
        good, words, values = outer - inner, f"exactly {m}", [m]
        lines.append(f"exactly {m}: {outer} - {inner} = {good}")
    elif (shape == 1) == top:
        good, words = within(m), f"{'at most' if top else 'at least'} {m}"
        values = [v for v in range(1, max(sides) + 1) if (v <= m if top else v >= m)]
    else:
        inner = within(m - 1 if top else m + 1)
        good, words = total - inner, f"{'at least' if top else 'at most'} {m}"
        values = [v for v in range(1, max(sides) + 1) if (v >= m if top else v <= m)]
        lines.append(f"the others: {total} - {inner} = {good}")
    lines.append(_share(good, total))
    text = _described(sides)
    which = "largest" if top else "smallest"
    fields = {"dice": _upper(text), "lower": text, "which": which, "event": words}
    return probability(fields, {"sides": sides, "event": [which, values]}, Fraction(good, total), lines)


def _compare(rng: random.Random, *, size: int) -> Question | None:
    first, second = ([rng.randint(3, 20)] * rng.randint(1, 1 + (size > 1) + (size > 5)) for _ in range(2))
    if prod(first + second) > MAX_OUTCOMES or first == second:
        return None
    lines: list[str] = []
    a, b = _sums([range(1, s + 1) for s in first], lines), _sums([range(1, s + 1) for s in second], lines)
    sign, words = rng.choice(
        (
            (">", "Ann's total is greater than Ben's"),
            ("<", "Ann's total is less than Ben's"),
            ("=", "both totals are equal"),
            (">=", "Ann's total is at least as large as Ben's"),
        )
    )
    good = 0
    for x, ways in a.items():
        fit = sum(
            w
            for y, w in b.items()
            if (x > y and ">" in sign) or (x < y and "<" in sign) or (x == y and "=" in sign)
        )
        if fit:
            lines.append(f"Ann {x}: {ways} * {fit} = {ways * fit}")
        good += ways * fit
    total = prod(first + second)
    lines.append(f"together: {good} of {total}")
    lines.append(_share(good, total))
    one, two = _described(first), _described(second)
    fields = {"first": one, "second": two, "event": words}
    return probability(
        fields, {"sides": first + second, "event": ["compare", len(first), sign]}, Fraction(good, total), lines
    )


def _loaded(rng: random.Random, *, size: int) -> Question | None:
    side = rng.randint(3, 4 + size // 2)
    n = rng.randint(2, min(2 + size // 3, 4))
    for _ in attempts():
        weights = [rng.randint(1, (3 + size // 2, 5, 3)[n - 2]) for _ in range(min(side, (12, 5, 4)[n - 2]))]
        if len(set(weights)) > 1 and sum(weights) ** n <= MAX_OUTCOMES:
            break
    total = sum(weights)
    deck = [face for face, weight in enumerate(weights, 1) for _ in range(weight)]
    shown = listed(
        f"{face} with probability {Fraction(weight, total)}" for face, weight in enumerate(weights, 1)
    )
    lines = [f"in {total}ths: " + ", ".join(f"{face} x{weight}" for face, weight in enumerate(weights, 1))]
    if rng.random() < 0.5:
        ways = _sums([deck] * n, lines)
        words, good = _test(rng, list(ways))
        hits = sum(ways[t] for t in good)
        if good:
            lines.append(f"totals that fit: {summed([ways[t] for t in good])} = {hits}")
        words, event = f"the sum of the numbers shown is {words}", ["sum", good]
    else:
        face = rng.randint(1, len(weights))
        amount, good = _amount(rng, n)
        h = weights[face - 1]
        parts = [comb(n, k) * h**k * (total - h) ** (n - k) for k in good]
        lines += [
            f"exactly {counted(k, 'time')}: C({n}, {k}) * {h}^{k} * {total - h}^{n - k} = {w}"
            for k, w in zip(good, parts, strict=True)
        ]
        hits = sum(parts)
        if len(parts) > 1:
            lines.append(f"together: {summed(parts)} = {hits}")
        words = f"the number {face} appears {amount} time{'' if amount.endswith(' 1') else 's'}"
        event = ["count", [face], good]
    lines += [f"all outcomes: {total}^{n} = {total**n}", _share(hits, total**n)]
    return probability(
        {"weights": shown, "n": n, "event": words},
        {"dice": [deck] * n, "event": event},
        Fraction(hits, total**n),
        lines,
    )


def _coins(rng: random.Random, *, size: int) -> Question | None:
    total = rng.choice((2, 2, 3, 4, 5)) if size > 2 else 2
    h = rng.choice([h for h in range(1, total) if total == 2 or 2 * h != total])
    n = rng.randint(2, min(3 + size, {2: 12, 3: 8, 4: 6, 5: 5}[total]))
    amount, good = _amount(rng, n)
    parts = [comb(n, k) * h**k * (total - h) ** (n - k) for k in good]
    lines = [
        f"exactly {counted(k, 'head')}: C({n}, {k}) * {h}^{k} * {total - h}^{n - k} = {w}"
        for k, w in zip(good, parts, strict=True)
    ]
    if len(parts) > 1:
        lines.append(f"together: {summed(parts)} = {sum(parts)}")
    lines += [f"all outcomes: {total}^{n} = {total**n}", _share(sum(parts), total**n)]
    coin = (
        "a fair coin" if total == 2 else f"a bent coin that shows heads with probability {Fraction(h, total)}"
    )
    plural = "" if amount.endswith(" 1") else "s"
    fields = {"coin": _upper(coin), "lower": coin, "n": n, "amount": amount, "s": plural}
    deck = [1] * h + [0] * (total - h)
    facts = {"dice": [deck] * n, "event": ["count", [1], good]}
    return probability(fields, facts, Fraction(sum(parts), total**n), lines)


def _given(rng: random.Random, *, size: int) -> Question | None:
    sides = _dice(rng, size, 4)
    n, face = len(sides), rng.randint(1, min(sides))
    lines: list[str] = []
    ways = _sums([range(1, s + 1) for s in sides], lines)
    words, good = _test(rng, list(ways))
    all_good = sum(ways[t] for t in good)
    lines.append(f"sum {words}: {all_good} outcomes")
    rest_lines: list[str] = []
    without = _sums([[f for f in range(1, s + 1) if f != face] for s in sides], rest_lines)
    missed = sum(without.get(t, 0) for t in good)
    lines.append(f"of these without a {face}: {missed}")
    both = all_good - missed
    lines.append(f"with a {face}: {all_good} - {missed} = {both}")
    total_words, face_words = f"the sum of the numbers shown is {words}", f"at least one die shows {face}"
    if rng.random() < 0.5:
        known, event, base = total_words, face_words, all_good
        facts = {"known": ["sum", good], "event": ["count", [face], list(range(1, n + 1))]}
    else:
        known, event = face_words, total_words
        sizes = [s - 1 for s in sides]
        base = prod(sides) - prod(sizes)
        lines.append(f"all with a {face}: {prod(sides)} - {' * '.join(map(str, sizes))} = {base}")
        facts = {"known": ["count", [face], list(range(1, n + 1))], "event": ["sum", good]}
    value = Fraction(both, base) if base else Fraction(0)
    if base:
        lines.append(_share(both, base, "conditional probability"))
    text = _described(sides)
    fields = {"dice": _upper(text), "lower": text, "known": known, "event": event}
    return probability(fields, {"sides": sides, **facts}, value, lines)


def _differ(rng: random.Random, *, size: int) -> Question | None:
    n, side = rng.randint(3, min(3 + size // 2, 5)), rng.randint(4, 20)
    if side**n > MAX_OUTCOMES:
        return None
    k = rng.randint(2, min(n, side))
    patterns = [(-1) ** i * comb(k, i) * (k - i) ** n for i in range(k)]
    onto = sum(patterns)
    text = " ".join(f"{'-' if i % 2 else '+'} C({k}, {i})*{k - i}^{n}" for i in range(k)).removeprefix("+ ")
    face, held = rng.randint(1, side), rng.random() < 0.5
    free = k - 1 if held else k
    chosen = comb(side - 1, free)
    good = chosen * onto
    lines = [
        f"which {free} of the numbers other than {face}: C({side - 1}, {free}) = {chosen}",
        f"{n} dice onto {k} numbers: {text} = {onto}",
        f"together: {chosen} * {onto} = {good}",
        f"all outcomes: {side}^{n} = {side**n}",
        _share(good, side**n),
    ]
    words = _described([side] * n)
    no = "" if held else "not "
    fields = {"dice": _upper(words), "lower": words, "k": k, "face": face, "held": no, "not_": no}
    return probability(
        fields, {"sides": [side] * n, "event": ["differ", k, face, held]}, Fraction(good, side**n), lines
    )


def _turns(rng: random.Random, *, size: int) -> Question | None:
    side, players = (
        rng.choice((6, 8, 20, rng.randint(3, 20), rng.randint(3, 20))),
        rng.randint(2, min(2 + size // 2, 5)),
    )
    faces = _faces(rng, side)
    names = list(_NAMES[:players])
    place = rng.randint(1, players)
    h = len(faces)
    p, q = Fraction(h, side), Fraction(side - h, side)
    top, bottom = p * q ** (place - 1), 1 - q**players
    lines = [
        f"hit: {h}/{side} = {p}, miss: 1 - {p} = {q}",
        f"{names[place - 1]} hits in the first round: ({p}) * ({q})^{place - 1} = {top}",
        f"somebody hits in a round: 1 - ({q})^{players} = {bottom}",
        f"probability: ({top}) / ({bottom}) = {top / bottom}",
    ]
    return probability(
        {
            "names": listed(names),
            "die": f"fair {side}-sided die (faces 1 to {side})",
            "faces": listed(faces, "or"),
            "winner": names[place - 1],
            "starter": names[0],
        },
        {"side": side, "faces": faces, "players": players, "place": place},
        top / bottom,
        lines,
    )


generate = Family(
    {
        "single": _single,
        "sum": _sum,
        "count": _count,
        "extreme": _extreme,
        "compare": _compare,
        "loaded": _loaded,
        "coins": _coins,
        "given": _given,
        "differ": _differ,
        "turns": _turns,
    },
    WORDINGS,
    {"size": Whole(1, 12, "how many dice and faces there are")},
    sentences={"form": AS_PROBABILITY},
    units=True,
    advice=ADVICE,
)
