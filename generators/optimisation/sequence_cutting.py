"""Sequence cutting: cut a row of numbers (or digits, letters, words, jobs) into pieces so that the total is best.

Every kind says what a piece costs, and whether the number of pieces is given. The answer is the places of the cuts,
counted from 1 and never half-open: a cut at p is behind the p-th number. Two kinds ask for the pieces themselves:
``shuffled-pieces`` (intervals, both ends included) and ``parcels`` (sets of items, which need not be neighbours).

Difficulty: `kinds` drawn from; `size`, by which rows get longer. Proxy: pieces that a row has.

Sources: R. Bellman 1957 (dynamic programming); D. E. Knuth and M. F. Plass 1981 (line breaks).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import comb

from ..english import counted
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, optimum_family, wordings
from ..limits import Whole
from .rows import TIES, length, pairs, shown_row, worded

_INTRO = (
    "Here is a row of {n} NOUNS: {row}. ",
    "{row}\n\nThese {n} NOUNS stand in a row, which is cut into consecutive pieces. ",
    "Take the {n} NOUNS {row} in this order. ",
)
_PLACES = (
    "The NOUNS are counted from 1, and a cut at place p lies between NOUN p and NOUN p + 1. Give the places of "
    "all cuts in rising order, separated by commas.",
    "Answer with the positions of the NOUNS behind which you cut (the first NOUN has position 1), smallest first, "
    "with commas between them.",
    "Write each cut as the position of the NOUN right before it, where positions begin with 1. List the cuts from "
    "left to right, separated by commas.",
)


def _worded(*rules: str, noun: str = "number", ties: str = TIES, numbered: bool = True) -> tuple[str, ...]:
    return worded(_INTRO, rules, _PLACES if numbered else ("", "", ""), noun, ties)


Price = Callable[[int, int], int | None]
"""What the piece of the numbers i + 1 to j costs; None if it is not allowed."""


def _least_total(n: int, price: Price, pieces: int = 0) -> tuple[int, list[int], list[str], int] | None:
    """The least sum of the prices of pieces, the cuts, the lines, and in how many ways it is reached.

    With `pieces`, there are exactly so many; else any number. None if there is no way at all.
    """
    table: list[dict[int, tuple[int, int, int]]] = [{0: (0, 0, 1)}]
    lines = []
    for used in range(1, (pieces or 1) + 1):
        found = {} if pieces else dict(table[0])
        before = table[-1] if pieces else found  # with any number, a row of pieces goes on from itself
        for j in range(1, n + 1):
            costs = [(i, price(i, j)) for i in range(j) if i in before]
            totals = [(before[i][0] + cost, i) for i, cost in costs if cost is not None]
            if totals:
                least, place = min(totals)
                found[j] = least, place, sum(before[i][2] for total, i in totals if total == least)
        name = counted(used, "piece") if pieces else "any number of pieces"
        told = ", ".join(f"{j}: {cost} from {i}" for j, (cost, i, _) in found.items() if j)
        lines.append(f"{name}, the first j in total, the last piece from behind i: {told}")
        table.append(found)
    if n not in table[-1]:
        return None
    least, at, ways = table[-1][n]
    cuts: list[int] = []
    layer = len(table) - 1
    while at > 0:
        cuts.append(at)
        layer -= bool(pieces)
        at = table[layer][at][1]
    return least, cuts[::-1], lines, ways


def _best(
    n: int, price: Price, pieces: int = 0, worth: Callable[[int], int] = lambda cost: cost
) -> Best | None:
    """The least sum as an answer; None where too few or too many cuts are best, or too many ways are."""
    found = _least_total(n, price, pieces)
    if found is None:
        return None
    least, cuts, lines, ways = found
    if not 2 <= len(cuts) < n - 2:
        return None
    possible = comb(n - 1, pieces - 1) if pieces else 2 ** (n - 1)
    return _answer(n, worth(least), cuts, lines, ways / possible)


def _answer(n: int, worth: int | list[int], cuts: list[int], lines: Sequence[str], share: float) -> Best | None:
    """An answer with its guess rate; a way that comes to mind is more often best than a blind one."""
    guess = 4 * share + 0.002
    if guess > 0.1:
        return None
    return Best(worth, cuts, [*lines, f"cuts at {', '.join(map(str, cuts))}"], pairs(n), guess)


def _pieces(rng: random.Random, n: int) -> int:
    return rng.randint(3, max(4, n // 4))


# ---- a given number of pieces


def _largest_sum(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(1, 30) for _ in range(n)], "pieces": _pieces(rng, n)}


def _largest_sum_best(numbers: list[int], pieces: int) -> Best | None:
    """The least limit at which greedy pieces, each as long as the limit allows, are no more than `pieces`."""
    n, low, high, lines = len(numbers), max(numbers), sum(numbers), []
    while low < high:
        limit = (low + high) // 2
        parts = len(_filled(numbers, limit))
        lines.append(f"limit {limit}: {parts} pieces at least")
        low, high = (low, limit) if parts <= pieces else (limit + 1, high)
    starts = _filled(numbers, low)
    cuts = starts[1:]
    for place in range(1, n):  # more pieces never make a sum larger
        if len(cuts) < pieces - 1 and place not in cuts:
            cuts.append(place)
    ends = [0, *accumulate(numbers)]
    ways = [[1] + [0] * n]
    for _ in range(pieces):
        ways.append([sum(ways[-1][i] for i in range(j) if ends[j] - ends[i] <= low) for j in range(n + 1)])
    return _answer(n, low, sorted(cuts), lines, ways[pieces][n] / comb(n - 1, pieces - 1))


def _filled(numbers: Sequence[int], limit: int) -> list[int]:
    """Where pieces begin that are each as long as the limit of their sum allows."""
    starts, total = [0], 0
    for i, number in enumerate(numbers):
        if total + number > limit:
            starts.append(i)
            total = 0
        total += number
    return starts


def _balanced(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {
        "signs": [rng.choice((1, 1, 1, -1, -1)) for _ in range(n)],
        "labels": rng.sample(range(1, n + 1), n),
        "pieces": _pieces(rng, n),
    }


def _balanced_best(signs: list[int], labels: list[int], pieces: int) -> Best | None:
    n, ends = len(signs), [0, *accumulate(signs)]
    for limit in range(n + 1):
        # can[k][i]: the numbers behind the i-th can be cut into k pieces within the limit
        can = [[i == n for i in range(n + 1)]]
        for _ in range(pieces):
            can.append(
                [
                    any(can[-1][j] and abs(ends[j] - ends[i]) <= limit for j in range(i + 1, n + 1))
                    for i in range(n + 1)
                ]
            )
        if can[pieces][0]:
            break
    cuts, lines, at = [], [f"the least limit that {pieces} pieces can keep: {limit}"], 0
    for left in range(pieces - 1, 0, -1):
        open_ = [j for j in range(at + 1, n) if can[left][j] and abs(ends[j] - ends[at]) <= limit]
        at = min(open_, key=lambda j: labels[j - 1])
        cuts.append(at)
        lines.append(f"possible cuts: {', '.join(f'{j} ({labels[j - 1]})' for j in open_)}; take {at}")
    worth = [limit, *(labels[cut - 1] for cut in cuts)]
    return _answer(n, worth, cuts, lines, 1 / comb(n - 1, pieces - 1))


def _balanced_shown(signs: list[int], labels: list[int], pieces: int) -> dict[str, object]:
    return {"n": len(signs), "row": ", ".join(f"{sign:+d}" for sign in signs)}


def _digit_products(rng: random.Random, size: int) -> Facts:
    n = length(rng, size // 3 + 1, 18) + 1
    return {"digits": "".join(rng.choice("123456789") for _ in range(n)), "pieces": rng.randint(4, n // 2)}


def _digit_products_best(digits: str, pieces: int) -> Best | None:
    n = len(digits)
    table: list[dict[int, tuple[int, int]]] = [{0: (1, 0)}]
    lines = []
    for used in range(1, pieces + 1):
        found = {
            j: max((table[-1][i][0] * int(digits[i:j]), i) for i in range(j) if i in table[-1])
            for j in range(used, n + 1)
        }
        told = ", ".join(f"{j}: {product} from {i}" for j, (product, i) in found.items())
        lines.append(f"{used} parts, largest product of the first j digits, last part from behind i: {told}")
        table.append(found)
    cuts: list[int] = []
    at = n
    for used in range(pieces, 1, -1):
        at = table[used][at][1]
        cuts.append(at)
    return _answer(n, table[pieces][n][0], cuts[::-1], lines, 1 / comb(n - 1, pieces - 1))


def _digits_shown(digits: str, pieces: int) -> dict[str, object]:
    return {"n": len(digits), "row": digits, "signs": pieces - 1}


def _pair_products(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(0, 20) for _ in range(n)], "cuts": _pieces(rng, n) - 1}


def _pair_products_best(numbers: list[int], cuts: int) -> Best | None:
    """The products of all pairs of pieces are half of what squares of pieces lack to the square of the whole."""
    ends = [0, *accumulate(numbers)]
    return _best(
        len(numbers),
        lambda i, j: (ends[j] - ends[i]) ** 2,
        cuts + 1,
        lambda squares: (ends[-1] ** 2 - squares) // 2,
    )


# ---- any number of pieces


def _distinct(rng: random.Random, size: int) -> Facts:
    n, numbers = length(rng, size), list[int]()
    while len(numbers) < n:
        few = rng.sample(range(1, 7), rng.randint(1, 3))
        numbers += [rng.choice(few) for _ in range(rng.randint(2, 8))]
    return {"numbers": numbers[:n]}


def _distinct_best(numbers: list[int]) -> Best | None:
    return _best(len(numbers), lambda i, j: len(set(numbers[i:j])) ** 2)


def _or_sums(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(1, 30) for _ in range(n)], "most": _pieces(rng, n)}


def _or_sums_best(numbers: list[int], most: int) -> Best | None:
    """Bit by bit from the highest, each is left out of all sums if there is a way to."""
    n, ends = len(numbers), [0, *accumulate(numbers)]

    def fewest(mask: int) -> list[tuple[int, int]]:
        """For the first j numbers the fewest pieces whose sums lie in the mask, and where the last one begins."""
        found = [(0, 0)]
        for j in range(1, n + 1):
            ways = [(found[i][0] + 1, i) for i in range(j) if not (ends[j] - ends[i]) & ~mask]
            found.append(min(ways, default=(n + 1, 0)))
        return found

    mask, lines = 2 ** ends[-1].bit_length() - 1, []
    for bit in reversed(range(ends[-1].bit_length())):
        without = mask ^ 1 << bit
        count = fewest(without)[n][0]
        lines.append(f"without {2**bit}: {f'{count} pieces' if count <= n else 'impossible'}")
        if count <= most:
            mask = without
    table, cuts, at = fewest(mask), list[int](), n
    while (at := table[at][1]) > 0:
        cuts.append(at)
    ways = [[1] + [0] * n]
    for _ in range(most):
        ways.append(
            [sum(ways[-1][i] for i in range(j) if not (ends[j] - ends[i]) & ~mask) for j in range(n + 1)]
        )
    possible = sum(comb(n - 1, count - 1) for count in range(1, most + 1))
    if not cuts:
        return None
    return _answer(n, mask, cuts[::-1], lines, sum(row[n] for row in ways[1:]) / possible)


def _quadratic(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {
        "numbers": [rng.randint(1, 12) for _ in range(n)],
        "a": -rng.randint(1, 3),
        "b": rng.randint(5, 40),
        "c": -rng.randint(60, 900),
    }


def _quadratic_best(numbers: list[int], a: int, b: int, c: int) -> Best | None:
    ends = [0, *accumulate(numbers)]

    def price(i: int, j: int) -> int:
        total = ends[j] - ends[i]
        return -(a * total**2 + b * total + c)

    return _best(len(numbers), price, worth=lambda cost: -cost)


def _quadratic_shown(numbers: list[int], a: int, b: int, c: int) -> dict[str, object]:
    return {**shown_row(numbers), "value": f"{a} * X^2 + {b} * X - {-c}".replace("-1 * X^2", "-X^2")}


def _lines(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(1, 9) for _ in range(n)], "width": rng.randint(13, 24)}


def _lines_best(numbers: list[int], width: int) -> Best | None:
    ends = [0, *accumulate(numbers)]

    def price(i: int, j: int) -> int | None:
        rest = width - (ends[j] - ends[i] + j - i - 1)
        return rest**2 if rest >= 0 else None

    return _best(len(numbers), price)


def _maxima(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {"numbers": [rng.randint(1, 20) for _ in range(n)], "limit": rng.randint(25, 60)}


def _maxima_best(numbers: list[int], limit: int) -> Best | None:
    return _best(len(numbers), lambda i, j: max(numbers[i:j]) if sum(numbers[i:j]) <= limit else None)


def _palindromes(rng: random.Random, size: int) -> Facts:
    n, text = length(rng, size), ""
    while len(text) < n:
        half = "".join(rng.choice("abc") for _ in range(rng.randint(1, 4)))
        text += half + half[::-1][rng.randrange(2) :]
    return {"letters": text[:n]}


def _palindromes_best(letters: str) -> Best | None:
    return _best(len(letters), lambda i, j: 1 if letters[i:j] == letters[i:j][::-1] else None)


def _batches(rng: random.Random, size: int) -> Facts:
    n = length(rng, size)
    return {
        "times": [rng.randint(1, 9) for _ in range(n)],
        "weights": [rng.randint(1, 9) for _ in range(n)],
        "setup": rng.randint(3, 15),
    }


def _batches_best(times: list[int], weights: list[int], setup: int) -> Best | None:
    """What a batch takes is waited for by all jobs that are not done before it."""
    n, done, heavy = len(times), [0, *accumulate(times)], [0, *accumulate(weights)]
    return _best(n, lambda i, j: (setup + done[j] - done[i]) * (heavy[n] - heavy[i]))


def _batches_shown(times: list[int], weights: list[int], setup: int) -> dict[str, object]:
    return {"n": len(times), "row": ", ".join(f"({t}, {w})" for t, w in zip(times, weights, strict=True))}


# ---- pieces themselves


def _shuffled(rng: random.Random, size: int) -> Facts | None:
    n, pieces = length(rng, size), rng.randint(3, 4 + size // 3)
    text = "".join(rng.choice("abcd") for _ in range(n))
    cuts = [0, *sorted(rng.sample(range(1, n), pieces - 1)), n]
    order = rng.sample(range(pieces), pieces)
    if any(b == a + 1 for a, b in pairwise(order)):
        return None
    target = "".join(text[cuts[i] : cuts[i + 1]] for i in order)
    return {
        "letters": text,
        "target": target,
        "pieces": pieces,
        "made": [[cuts[i] + 1, cuts[i + 1]] for i in order],
    }


def _shuffled_best(letters: str, target: str, pieces: int, made: list[list[int]]) -> Best | None:
    n = len(letters)
    lines = [f"{letters[first - 1 : last]} is {first} to {last}" for first, last in made]
    return None if letters == target else Best(0, made, lines, pairs(n))


def _shuffled_shown(letters: str, **_: object) -> dict[str, object]:
    return {"n": len(letters), "row": letters}


def _parcels(rng: random.Random, size: int) -> Facts:
    n = length(rng, size) - 1
    widths, lengths = rng.sample(range(2, 2 * n + 12), n), sorted(rng.sample(range(2, 2 * n + 12), n))
    fitting = list(zip(sorted(widths, reverse=True), lengths, strict=True))
    loose = [(max(a - rng.randint(0, 6), 1), max(b - rng.randint(0, 6), 1)) for a, b in fitting]
    parcels = [rng.choice(pair) for pair in zip(fitting, fitting, loose, strict=True)]
    rng.shuffle(parcels)
    return {"parcels": [list(parcel) for parcel in parcels]}


def _parcels_best(parcels: list[list[int]]) -> Best | None:
    """Parcels that fit into another one cost nothing; the rest, by width, is cut like a row."""
    order = sorted(range(len(parcels)), key=lambda i: (-parcels[i][0], -parcels[i][1]))
    kept: list[int] = []
    for i in order:  # wider ones come first: what is no longer than one of them fits into it
        if not kept or parcels[i][1] > parcels[kept[-1]][1]:
            kept.append(i)
    rest = [i for i in order if i not in kept]
    found = _least_total(len(kept), lambda i, j: parcels[kept[i]][0] * parcels[kept[j - 1]][1])
    if found is None or not 2 <= len(found[1]) < len(kept) - 2:
        return None
    least, cuts, lines, _ = found
    groups = [kept[i:j] for i, j in pairwise([0, *cuts, len(kept)])]
    sides = [(parcels[group[0]][0], parcels[group[-1]][1]) for group in groups]
    for i in rest:
        home = next(n for n, (a, b) in enumerate(sides) if parcels[i][0] <= a and parcels[i][1] <= b)
        groups[home].append(i)
    shown = [f"fit into others: {', '.join(str(i + 1) for i in sorted(rest)) or 'none'}"]
    shown.append(f"the others by width: {' '.join(str(i + 1) for i in kept)}")
    sets = [sorted(i + 1 for i in group) for group in groups]
    return Best(least, sets, [*shown, *lines], pairs(len(parcels)))


def _parcels_shown(parcels: list[list[int]]) -> dict[str, object]:
    row = "; ".join(f"{i}: {a} x {b}" for i, (a, b) in enumerate(parcels, 1))
    return {"n": len(parcels), "row": row}


KINDS = {
    "largest-sum": Kind(
        _worded(
            "Cut it into exactly {pieces} pieces of consecutive numbers, none of them empty, such that the largest "
            "sum of a piece is as small as possible.",
            "There have to be exactly {pieces} pieces, each with at least one number. Keep the heaviest piece as "
            "light as you can, where a piece weighs the sum of its numbers.",
            "Split them into exactly {pieces} non-empty runs of neighbours. What counts is the maximum of the sums "
            "of the runs; make it minimal.",
        ),
        _largest_sum,
        _largest_sum_best,
        shown_row,
    ),
    "balanced-signs": Kind(
        _worded(
            "The labels of the numbers are, in the same order: {labels}. Cut the row into exactly {pieces} non-empty "
            "pieces of consecutive numbers. First make the largest absolute value of a piece's sum as small as "
            "possible. Among all ways that reach this, take the one in which the label of the number right before "
            "the first cut is least, then the label right before the second cut, and so on.",
            "There have to be exactly {pieces} pieces, none of them empty. Let M be the largest of the absolute "
            "values of the sums of the pieces: it has to be minimal. The numbers also carry labels, in the same "
            "order {labels}. Of all cuttings with the minimal M choose the one for which the labels of the numbers "
            "right before the cuts, read from left to right, come first in lexicographic order.",
            "They carry the labels {labels}, in the same order. Split them into exactly {pieces} non-empty runs of "
            "neighbours whose sums are near to zero: the maximum of the absolute values of the sums is to be "
            "minimal. If several splits reach that, the label of the last number of the first run decides (the "
            "smaller is better), then the label of the last number of the second run, and so on.",
            ties="There is exactly one best answer.",
        ),
        _balanced,
        _balanced_best,
        _balanced_shown,
    ),
    "digit-products": Kind(
        _worded(
            "Cut this string of digits into exactly {pieces} non-empty parts. Read each part as a number in base "
            "ten; the product of these numbers is to be as large as possible.",
            "There have to be exactly {pieces} parts, each with at least one digit, and each part is read as a "
            "decimal number. Maximise the product of all parts.",
            "Put {signs} multiplication signs between them, at most one behind a digit, so that a product of {pieces} "
            "whole numbers stands there whose value is as large as possible. Each sign is a cut.",
            noun="digit",
        ),
        _digit_products,
        _digit_products_best,
        _digits_shown,
    ),
    "pair-products": Kind(
        _worded(
            "You cut {cuts} times, at {cuts} different places. Each time a piece falls into two, and you earn the "
            "sum of the one times the sum of the other (in whichever order you cut, the total is the same). Earn as "
            "much as possible in all.",
            "After {cuts} cuts at different places, multiply for every two of the pieces the sum of the "
            "one by the sum of the other, and add up all these products. Make this total as large as possible.",
            "Make exactly {cuts} cuts between neighbours. The score is the sum of s * t over all unordered pairs of "
            "different pieces, where s and t are the sums of the two pieces. Reach the highest score.",
        ),
        _pair_products,
        _pair_products_best,
        shown_row,
    ),
    "distinct-squares": Kind(
        _worded(
            "Cut it into any number of non-empty pieces of consecutive numbers. A piece that holds k different "
            "values costs k^2. Find a cutting whose total cost is least.",
            "You choose how many pieces there are. Each one costs the square of the number of distinct values in "
            "it, and all costs are added. Make the total as small as possible.",
            "Split them into non-empty runs of neighbours, as many as you like. Count the different values in each "
            "run and add up the squares of these counts: this sum is to be minimal.",
        ),
        _distinct,
        _distinct_best,
        shown_row,
    ),
    "or-of-sums": Kind(
        _worded(
            "Cut it into at most {most} non-empty pieces of consecutive numbers. Take the sum of each piece, and "
            "then the bitwise OR of all these sums. Make this value as small as possible.",
            "There may be up to {most} pieces, none of them empty. The cost is the bitwise OR of the sums of the "
            "pieces; find the least cost.",
            "Split them into no more than {most} non-empty runs of neighbours so that the sums of the runs, "
            "combined by bitwise OR, give as small a number as possible.",
        ),
        _or_sums,
        _or_sums_best,
        shown_row,
    ),
    "quadratic": Kind(
        _worded(
            "Cut it into any number of non-empty pieces of consecutive numbers. A piece with the sum X is worth "
            "{value}, and the values of all pieces are added. Make the total as large as possible.",
            "You choose how many pieces there are. Each one has the value {value}, where X is the sum of its "
            "numbers. Find the cutting with the largest total value.",
            "Split them into non-empty runs of neighbours, as many as you like. If the numbers of a run add up to "
            "X, the run scores {value}. Reach the highest sum of scores.",
        ),
        _quadratic,
        _quadratic_best,
        _quadratic_shown,
    ),
    "line-breaks": Kind(
        _worded(
            "They are the lengths of the words of a text, which is broken into lines of at most {width} characters. "
            "Between two words of a line there is one space, and no word is divided. A line of c characters costs "
            "({width} - c)^2, the last line as well. Break the text so that all lines together cost as little as "
            "possible; a cut is a line break.",
            "Each number is the length of a word, and each piece is one line of text, with a single space between "
            "neighbouring words. No line may be longer than {width}. The blanks that a line has left at its right "
            "end are counted and squared; this holds for the last line too. Minimise the sum of these squares.",
            "These are word lengths. Set the words in lines of width {width}: words of one line are parted by one "
            "space each, and a line must not be wider than {width}. Every line, the last included, is charged the "
            "square of its unused width. Find line breaks (cuts) with the least total charge.",
        ),
        _lines,
        _lines_best,
        shown_row,
    ),
    "sum-of-maxima": Kind(
        _worded(
            "Cut it into any number of non-empty pieces of consecutive numbers such that the sum of every piece is "
            "at most {limit}. The cost of a piece is its largest number. Make the total cost as small as possible.",
            "No piece may have a sum above {limit}; otherwise you choose how many pieces there are. Add up the "
            "maximum of each piece: this total is to be minimal.",
            "Split them into non-empty runs of neighbours, each with a sum of {limit} or less. Every run costs as "
            "much as its largest number. Find the cheapest split.",
        ),
        _maxima,
        _maxima_best,
        shown_row,
    ),
    "palindromes": Kind(
        _worded(
            "Cut this string into as few pieces as possible such that every piece is a palindrome, that is, reads "
            "the same forwards and backwards (a single letter does).",
            "Every piece has to be a palindrome; single letters are. Use as few pieces as you can.",
            "Split the string into non-empty parts that all read the same from both ends, one letter being enough. "
            "The number of parts is to be minimal.",
            noun="letter",
        ),
        _palindromes,
        _palindromes_best,
        lambda letters: {"n": len(letters), "row": letters},
    ),
    "batches": Kind(
        _worded(
            "Each job is given as (processing time in minutes, weight). One machine does the jobs in this order, in "
            "batches of consecutive jobs; before each batch it is set up for {setup} minutes, the first batch "
            "included. All jobs of a batch are finished when its last job is. A job costs its weight times the time "
            "at which it is finished, in minutes from time 0, when the first set-up begins. Choose batches with the "
            "least total cost.",
            "The first number of a job is its time in minutes, the second its weight. Each piece is a batch: a "
            "machine spends {setup} minutes on preparing it, then does its jobs one after the other, and hands all "
            "of them over at the end of the batch. Batches follow each other without a pause from time 0 on. "
            "Minimise the sum of weight times hand-over time over all jobs.",
            "The pairs are (time in minutes, weight) of the jobs. They are done in this order on one machine that "
            "starts at time 0, in groups of neighbours; each group first needs {setup} minutes of preparation. "
            "The jobs of a group all count as completed when the group is. Find groups for which the sum of (weight "
            "times completion time) is as small as possible.",
            noun="job",
        ),
        _batches,
        _batches_best,
        _batches_shown,
    ),
    "shuffled-pieces": Kind(
        _worded(
            "Cut this string into exactly {pieces} non-empty pieces and put the pieces together in another order, "
            "so that they read {target}. Give the pieces in their new order, each as the positions of its first "
            "and its last letter in the old string. Positions are counted from 1, and both ends belong to the "
            "piece, so that 3 3 is the third letter alone. Write a space between the two positions of a piece, and "
            "semicolons between the pieces.",
            "The {pieces} non-empty pieces, rearranged, form the string {target}; every letter is used once. "
            "Answer with the pieces as they follow each other in the new string: for each one the place where it "
            "begins and the place where it ends in the old one (the first letter has place 1; the end belongs to "
            "the piece), such as 4 7; separate the pieces by semicolons.",
            "Find {pieces} intervals that are not empty, do not overlap and together cover the whole string, such "
            "that the parts of the string in these intervals, joined in the order in which you list them, give "
            "{target}. State every interval as two positions, first and last letter, both included, and counted "
            "from 1. Put a space inside an interval and a semicolon between intervals.",
            noun="letter",
            numbered=False,
            ties="If there are several ways, any of them is right.",
        ),
        _shuffled,
        _shuffled_best,
        _shuffled_shown,
        lambda letters, target, pieces, made: [letters, target, pieces],
    ),
    "parcels": Kind(
        (
            "There are {n} parcels, given by width and length: {row}. Divide them into groups, as many as you like. "
            "A group costs its largest width times its largest length (these may belong to different parcels; "
            "nothing is turned). Make the total cost of all groups as small as possible. Give the numbers of the "
            "parcels of each group, with spaces between them and semicolons between the groups. " + TIES,
            "{row}\n\nThese are the numbers of {n} pieces of land with their widths and lengths. They are bought in "
            "groups, and every piece belongs to exactly one group. The price of a group is the maximum of its "
            "widths multiplied by the maximum of its lengths. Find the cheapest division into groups. List the "
            "numbers of the pieces group by group: spaces within a group, a semicolon between groups. " + TIES,
            "Each of {n} items has a number, a first and a second value: {row}. Partition the items into non-empty "
            "sets so that the sum over all sets of (largest first value) * (largest second value) is minimal. "
            "Answer with the item numbers of each set, separated by spaces, and semicolons between the sets. "
            + TIES,
        ),
        _parcels,
        _parcels_best,
        _parcels_shown,
        lambda parcels: sorted(parcels),
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 30, "how long the rows are")})
