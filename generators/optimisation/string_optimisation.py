"""String optimisation: the best piece of a word, a word with the fewest changes, an order of words, in ten kinds.

Kinds: ``two-palindromes`` (side by side, longest), ``mirrored-twice`` (a text, its mirror, and both again, longest),
``palindrome-value`` (length times occurrences), ``least-turn`` (the turn of a ring that is first in the dictionary),
``turned-ends`` (the longest beginning that is the end, turned), ``absent`` (the least row of digits that does not
occur), ``short-runs`` (bits changed so that no run is long), ``lock`` (a word reached by turns), ``overlaps`` (words
that overlap), ``gaps`` (labels whose repetitions are far apart).

Difficulty: `kinds` drawn from; `size`, by which words grow. Proxy: pairs of places.

Sources: peers' tasks named in the registry; K. S. Booth 1980 (least rotation), G. Manacher 1975 (palindromes).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise, product

from ..kernels.asking import PLACES, SET, asking
from ..kernels.count import Facts
from ..kernels.optimum import Best, Kind, Worth, optimum_family, wordings
from ..limits import Whole

_WORD = "The word: {word}"
_ENDS = "Give the places of its first and of its last letter, separated by a comma."


def _pairs(n: int) -> float:
    return float(n * n)


def _letters(rng: random.Random, n: int, alphabet: str) -> str:
    return "".join(rng.choice(alphabet) for _ in range(n))


def _spaced(word: str, **_: object) -> Mapping[str, object]:
    return {"word": " ".join(word)}


def _any_word(rng: random.Random, size: int) -> Facts:
    return {"word": _letters(rng, 12 + 2 * size + rng.randint(0, 5), rng.choice(("ab", "abc", "abcd")))}


def _long_word(rng: random.Random, size: int) -> Facts:
    """A palindrome that occurs a few times, and others."""
    half = _letters(rng, rng.randint(2, 3 + size // 5), "abcd")
    piece = half + half[: len(half) - rng.randint(0, 1)][::-1]
    parts = [_letters(rng, rng.randint(1, 6 + size), "abcd") for _ in range(rng.randint(3, 4))]
    return {"word": piece.join(parts)}


def _radii(word: str) -> list[list[int]]:
    """For each place the last places of all palindromes that begin there, counted from 0."""
    n = len(word)
    found: list[list[int]] = [[] for _ in range(n)]
    for middle in range(2 * n - 1):
        i, j = middle // 2, (middle + 1) // 2
        while i >= 0 and j < n and word[i] == word[j]:
            found[i].append(j)
            i, j = i - 1, j + 1
    return found


def _two(word: str) -> Best | None:
    ends = _radii(word)
    best = (0, 0, 0, 0)
    for a, lasts in enumerate(ends):
        for b in lasts:
            if b + 1 < len(word):
                best = max(best, (max(ends[b + 1]) - a + 1, -a, -b, max(ends[b + 1])))
    worth, a, b, c = best[0], -best[1], -best[2], best[3]
    if worth == len(word) or worth < 5 or max(max(lasts) - a + 1 for a, lasts in enumerate(ends)) == worth:
        return None
    lines = [f"{' '.join(word[a : b + 1])} and {' '.join(word[b + 1 : c + 1])}: {worth} letters"]
    return Best(worth, [a + 1, b + 1, c + 1], lines, _pairs(len(word)), 0.01)


def _doubled(rng: random.Random, size: int) -> Facts:
    alphabet = rng.choice(("abc", "abcd"))
    parts = [_letters(rng, rng.randint(0, 14 + size), alphabet)]
    for _ in range(1 + size // 4):
        a = _letters(rng, rng.randint(2, 4 + size // 4), alphabet)
        parts += [a, a[::-1], a, a[::-1], _letters(rng, rng.randint(1, 4 + size), alphabet)]
    longer = _letters(rng, rng.randint(3, 5 + size // 4) * 2, alphabet)
    parts.insert(rng.randrange(len(parts) // 5 + 1) * 5, longer + longer[::-1])
    return {"word": "".join(parts)}


def _mirrored(word: str) -> Best | None:
    n = len(word)
    for quarter in range(n // 4, 1, -1):
        for a in range(n - 4 * quarter + 1):
            one = word[a : a + quarter]
            if word[a : a + 4 * quarter] == 2 * (one + one[::-1]):
                lines = [
                    f"{' '.join(one)}, its mirror, and both again: {4 * quarter} letters from place {a + 1} on"
                ]
                return Best(4 * quarter, [a + 1, a + 4 * quarter], lines, _pairs(n), 0.02)
    return None


def _occurrences(word: str, piece: str) -> int:
    return sum(word.startswith(piece, at) for at in range(len(word)))


def _valuable(word: str) -> Best | None:
    pieces = {(word[a : b + 1]): (a, b) for a, lasts in reversed(list(enumerate(_radii(word)))) for b in lasts}
    values = {piece: len(piece) * _occurrences(word, piece) for piece in pieces}
    best = max(values, key=lambda piece: (values[piece], piece))
    ranked = sorted(values.values())
    # Neither a letter alone nor a palindrome that occurs once will do, nor one that is everywhere.
    if len(best) == 1 or not 2 <= _occurrences(word, best) <= 4 or ranked[-1] == ranked[-2]:
        return None
    a, b = pieces[best]
    lines = [f"{' '.join(best)}: {len(best)} * {_occurrences(word, best)} = {values[best]}"]
    return Best(values[best], [a + 1, b + 1], lines, _pairs(len(word)), 0.02)


def _ring(rng: random.Random, size: int) -> Facts:
    """A piece again and again, with a few other letters: it matters what comes far behind the first ones."""
    n, alphabet = 20 + 2 * size, rng.choice(("ab", "abc"))
    word = list((_letters(rng, rng.randint(4, 4 + n // 4), alphabet) * n)[:n])
    for _ in range(rng.randint(1, 2 + size // 4)):
        word[rng.randrange(n)] = rng.choice(alphabet)
    turn = rng.randrange(n)  # without it, the place would often be the one before the end
    return {"word": "".join(word[turn:] + word[:turn])}


def _least_turn(word: str) -> Best | None:
    turns = [word[at:] + word[:at] for at in range(len(word))]
    best = min(turns)
    if turns.count(best) > 1 or turns[0] == best:
        return None
    at = turns.index(best)
    guess = 1 / len(_longest_runs(word))
    rank = ["abc".index(letter) + 1 for letter in best]
    return Best(rank, [at + 1], [f"from place {at + 1} on: {' '.join(best)}"], _pairs(len(word)), guess)


def _turned(rng: random.Random, size: int) -> Facts:
    n = 18 + 2 * size
    length = rng.randint(n // 4, n // 2)
    start, by = _letters(rng, length, "abc"), rng.randint(1, length - 1)
    return {"word": start + _letters(rng, n - 2 * length, "abc") + start[-by:] + start[:-by]}


def _turned_ends(word: str) -> Best | None:
    for length in range(len(word) // 2, 2, -1):
        start, end = word[:length], word[-length:]
        for by in range(length):
            if start[length - by :] + start[: length - by] == end:
                if by == 0 or length == len(word) // 2:
                    return None
                said = f"with the last {by} letters moved to the front, {' '.join(start)} is {' '.join(end)}"
                return Best(length, [length, by], [said], _pairs(len(word)), 0.02)
    return None


def _two_digits(rng: random.Random, size: int) -> Facts | None:
    """A row whose answer was drawn first: of rows drawn freely, a few answers are those of most."""
    wanted = _letters(rng, 5, "12")
    for _ in range(150):
        word = _letters(rng, rng.randint(36 + size, 60 + 5 * size), "12")
        if wanted not in word and _first_absent(word) == wanted:
            return {"word": word}
    return None


def _first_absent(word: str) -> str:
    rows = (row for n in range(1, 12) for row in map("".join, product("12", repeat=n)))
    return next(row for row in rows if row not in word)


def _absent(word: str) -> Best:
    row = _first_absent(word)
    lines = [f"all {2 ** (len(row) - 1)} rows of {len(row) - 1} digits occur", f"{' '.join(row)} does not"]
    found = [int(digit) for digit in row]
    return Best([len(row), *found], found, lines, _pairs(len(word)) / 6, 0.08)


def _bits(rng: random.Random, size: int) -> Facts:
    bits, bit = "", rng.choice("01")
    while len(bits) < 24 + 2 * size:
        bits += bit * rng.choice((1, 1, 2, 2, 3, 5, 8, 11))
        bit = "10"[int(bit)]
    start = rng.randint(0, 6)
    bits = bits[start : start + 18 + 2 * size]
    return {"word": bits, "most": rng.randint(3, 3 + size // 3)}


def _changes(word: str, longest: int) -> list[int]:
    """The fewest places to change so that no run is longer, counted from 0."""
    if longest == 1:
        ways = [[at for at, bit in enumerate(word) if int(bit) != (at + first) % 2] for first in (0, 1)]
        return min(ways, key=len)
    found, at = [], 0
    for _, run in groupby(word):
        n = len(list(run))
        inner = list(range(longest, n, longest + 1))
        if inner and inner[-1] == n - 1:
            inner[-1] -= 1  # at the end of a run it would join the next one
        found += [at + place for place in inner]
        at += n
    return found


def _longest_run(word: str) -> int:
    return max(len(list(run)) for _, run in groupby(word))


def _short_runs(word: str, most: int) -> Best | None:
    longest = next(n for n in range(1, len(word) + 1) if len(_changes(word, n)) <= most)
    if longest >= _longest_run(word) - 1 or longest == 1:
        return None
    places = _changes(word, longest)
    lines = [
        f"with runs of {n} at most: {len(_changes(word, n))} changes are needed" for n in (longest - 1, longest)
    ]
    return Best(longest, [at + 1 for at in places], lines, _pairs(len(word)), 0.01)


def _screen(rng: random.Random, size: int) -> Facts | None:
    n = min(7, 5 + size // 4)
    start = "".join(rng.sample("aabbcd" + "e" * (n > 6), n if n < 7 else 7))
    word = start
    for _ in range(4 + size // 6):
        x = rng.randint(1, n)
        word = word[n - x :][::-1] + word[: n - x]
    return {"start": start, "target": word}


def _lock(start: str, target: str) -> Best | None:
    """All words that are reached after each number of turns."""
    n = len(start)
    came: dict[str, tuple[str, int]] = {start: ("", 0)}
    layer = [start]
    while target not in came and layer:
        after = []
        for word in layer:
            for x in range(1, n + 1):
                new = word[n - x :][::-1] + word[: n - x]
                if new not in came:
                    came[new] = word, x
                    after.append(new)
        layer = after
    turns: list[int] = []
    words = [target]
    while words[-1] != start:
        word, x = came[words[-1]]
        turns.insert(0, x)
        words.append(word)
    if len(turns) < 3:
        return None
    return Best(len(turns), turns, [" -> ".join(words[::-1])], 6.0 * len(came), 0.005)


def _dictionary(rng: random.Random, size: int) -> Facts | None:
    count = 5 + size // 4
    words = [_letters(rng, rng.randint(3, 5), rng.choice(("ab", "abc"))) for _ in range(count)]
    if any(one in other for n, one in enumerate(words) for m, other in enumerate(words) if n != m):
        return None
    return {"words": words, "count": 5 + size // 2}


def _shared(one: str, two: str) -> int:
    """How many letters two words share, the end of one being the beginning of the other, at most all but one."""
    return max(k for k in range(min(len(one), len(two))) if one.endswith(two[:k]))


def _overlaps(words: list[str], count: int) -> Best | None:
    names = range(len(words))
    more = {(i, j): len(words[j]) - _shared(words[i], words[j]) for i in names for j in names}
    best = [{i: (len(words[i]), -1) for i in names}]
    for _ in range(count - 1):
        best.append({j: min((best[-1][i][0] + more[i, j], i) for i in names) for j in names})
    last = min(names, key=lambda i: best[-1][i])
    order = [last]
    for table in best[:0:-1]:
        order.insert(0, table[order[0]][1])
    worth = best[-1][last][0]
    same = min(len(words[i]) + (count - 1) * more[i, i] for i in names)
    greedy = []
    for start in names:
        total, at = len(words[start]), start
        for _ in range(count - 1):
            at, cost = min(((j, more[at, j]) for j in names), key=lambda pair: pair[1])
            total += cost
        greedy.append(total)
    if worth in (same, greedy[0], min(greedy, default=0)):
        return None
    text = words[order[0]] + "".join(words[j][-more[i, j] :] for i, j in pairwise(order))
    return Best(
        worth, [i + 1 for i in order], [f"{' '.join(text)}: {worth} letters"], 8.0 * count * count, 0.01
    )


def _costs(rng: random.Random, size: int) -> Facts:
    return {"values": [rng.randint(1, 12 + size) for _ in range(5 + size // 3)], "length": 9 + size}


def _gaps(values: list[int], length: int) -> Best | None:
    """What counts of a label is its first and its last place; the dearest ones take the outer places."""
    order = sorted(range(1, len(values) + 1), key=lambda x: (-values[x - 1], x))
    used = order[: length // 2]
    row = [*used, *([used[0]] * (length - 2 * len(used))), *used[::-1]]
    worth = sum(values[x - 1] * (length - 1 - 2 * place) for place, x in enumerate(used))
    parts = [f"{values[x - 1]} * {length - 1 - 2 * place}" for place, x in enumerate(used)]
    if len(set(values)) < len(values):
        return None
    return Best(worth, row, [f"{' + '.join(parts)} = {worth}"], _pairs(length), 0.001)


def _numbered(words: Sequence[str], **_: object) -> Mapping[str, object]:
    return {"list": "\n".join(f"{n}: {' '.join(word)}" for n, word in enumerate(words, 1)), "n": len(words)}


def _labels(values: Sequence[int], **_: object) -> Mapping[str, object]:
    return {"list": ", ".join(f"label {n}: {value}" for n, value in enumerate(values, 1)), "n": len(values)}


def _one_after_the_other(worth: Worth, values: list[int], length: int) -> bool:
    """Whether the labels in their order, again and again, will do."""
    spans = [(length - 1 - x) // len(values) * len(values) for x in range(min(length, len(values)))]
    return worth == sum(value * span for value, span in zip(values, spans, strict=False))


def _longest_ones(word: str, step: int = 1) -> list[tuple[int, int]]:
    """The first and last places, from 0, of the longest palindromes whose length is a multiple of a number."""
    found = [(a, b) for a, lasts in enumerate(_radii(word)) for b in lasts if (b - a + 1) % step == 0]
    most = max((b - a for a, b in found), default=0)
    return [(a, b) for a, b in found if b - a == most]


def _beside_a_longest(worth: Worth, word: str) -> bool:
    """Whether a longest palindrome is one of the two."""
    ends = _radii(word)
    beside = [max(ends[b + 1]) - a + 1 for a, b in _longest_ones(word) if b + 1 < len(word)]
    before = [b - c + 1 for a, b in _longest_ones(word) for c in range(a) if a - 1 in ends[c]]
    return worth in (max(beside, default=0), max(before, default=0))


def _longest_of_four(worth: Worth, word: str) -> bool:
    """Whether the longest palindrome that can be cut in four will do, or one letter again and again."""
    return worth == _longest_run(word) // 4 * 4 or any(b - a + 1 == worth for a, b in _longest_ones(word, 4))


def _longest_is_best(worth: Worth, word: str) -> bool:
    return any((b - a + 1) * _occurrences(word, word[a : b + 1]) == worth for a, b in _longest_ones(word))


def _longest_runs(word: str) -> list[int]:
    """Where the longest runs of the least letter begin in the ring, from 0."""
    least, n = min(word), len(word)
    run = max(k for k in range(n) if least * k in 2 * word)
    return [at for at in range(n) if (2 * word).startswith(least * run, at)]


def _a_longest_run(worth: Worth, word: str) -> bool:
    """Whether few runs of the least letter are longest, or the first, the last or a look at four letters is right."""
    ring, starts = 2 * word, _longest_runs(word)
    right = min(starts, key=lambda at: ring[at : at + len(word)])
    after = [[at for at in starts if ring[at : at + k] == min(ring[i : i + k] for i in starts)] for k in (4, 6)]
    return len(starts) < 4 or right in (starts[0], starts[-1], *(some[0] for some in after))


def _halved(worth: Worth, word: str, most: int) -> bool:
    """Whether it will do to change the middle of the longest run, or of each of the longest ones."""
    one = list(word)
    for _ in range(most):
        length, at = max(_placed("".join(one)))
        one[at + length // 2] = "10"[int(one[at + length // 2])]
    each = list(word)
    for length, at in sorted(_placed(word), reverse=True)[:most]:
        each[at + length // 2] = "10"[int(each[at + length // 2])]
    return worth in (_longest_run("".join(one)), _longest_run("".join(each)))


def _placed(word: str) -> list[tuple[int, int]]:
    """The runs of a row: how long they are, and where they begin, counted from 0."""
    found, at = [], 0
    for _, run in groupby(word):
        found.append((len(list(run)), at))
        at += found[-1][0]
    return found


def _two_in_turn(worth: Worth, words: list[str], count: int) -> bool:
    """Whether two words in turn will do."""
    return any(
        worth
        == len(one)
        + count // 2 * (len(two) - _shared(one, two))
        + (count - 1) // 2 * (len(one) - _shared(two, one))
        for one in words
        for two in words
    )


KINDS = {
    "two-palindromes": Kind(
        asking(
            f"{PLACES} A palindrome reads the same in both directions; one letter alone is one. Choose two "
            "palindromes in the word that stand side by side: the second one begins directly behind the first one.",
            _WORD,
            "Make both together as long as possible.",
            "Give three places, separated by commas: the first letter of the first palindrome, its last letter, and "
            "the last letter of the second palindrome.",
        ),
        _any_word,
        _two,
        _spaced,
        tempting=_beside_a_longest,
    ),
    "mirrored-twice": Kind(
        asking(
            f"{PLACES} Find a piece of the word that consists of a text of at least one letter, the same text "
            "backwards, the text again and once more the text backwards, without gaps.",
            _WORD,
            "Make the whole piece as long as possible.",
            _ENDS,
        ),
        _doubled,
        _mirrored,
        _spaced,
        tempting=_longest_of_four,
    ),
    "palindrome-value": Kind(
        asking(
            f"{PLACES} The value of a palindrome (it reads the same in both directions) is its number of letters "
            "times how often it occurs in the word; occurrences may overlap.",
            _WORD,
            "Find a piece of the word that is a palindrome of the greatest value.",
            _ENDS,
        ),
        _long_word,
        _valuable,
        _spaced,
        tempting=_longest_is_best,
    ),
    "least-turn": Kind(
        asking(
            f"{PLACES} The letters of the word stand in a ring, so that the first one follows the last one. The ring "
            "can be read from any place on, once round.",
            _WORD,
            "From which place on does one read what comes first in the dictionary?",
            "Give the number of this place.",
        ),
        _ring,
        _least_turn,
        _spaced,
        tempting=_a_longest_run,
    ),
    "turned-ends": Kind(
        asking(
            "Take the first L letters of the word and move the last k of these L to their front, with 0 <= k < L. The "
            "result must be the last L letters of the word. L may be at most half the length of the word.",
            _WORD,
            "Make L as large as possible.",
            "Give L and k, separated by a comma.",
        ),
        _turned,
        _turned_ends,
        _spaced,
    ),
    "absent": Kind(
        asking(
            "Rows of the digits 1 and 2 are compared by their length first; of two equally long ones the smaller is "
            "the one that has 1 at the first place at which they differ. A row occurs if its digits stand in the "
            "given row one directly after the other.",
            "The given row: {word}",
            "Find the smallest row that does not occur.",
            "Give its digits, separated by commas.",
        ),
        _two_digits,
        _absent,
        _spaced,
    ),
    "short-runs": Kind(
        asking(
            f"{PLACES} A run is a piece of equal bits. At most {{most}} bits may be changed, from 0 to 1 or from 1 "
            "to 0.",
            "The bits: {word}",
            "Make the longest run as short as possible.",
            SET.format(what="the places of the bits that are changed"),
        ),
        _bits,
        _short_runs,
        lambda word, most: {"word": " ".join(word)},
        tempting=_halved,
    ),
    "lock": Kind(
        asking(
            "A turn of size x (1 or more, at most all letters) takes the last x letters of the word on a screen, "
            "writes them in the opposite order, and puts them to the front.",
            "On the screen: {start}\nWanted: {target}",
            "Get there with as few turns as possible.",
            "Give the sizes of the turns in their order, separated by commas.",
        ),
        _screen,
        _lock,
        lambda start, target: {"start": " ".join(start), "target": " ".join(target)},
    ),
    "overlaps": Kind(
        asking(
            "Words are written one behind the other, {count} in all; a word may be used several times or not at all. "
            "If the end of a word is the beginning of the next one, these letters are written once only, as many as "
            "can be, but a word always adds at least one letter.",
            "{n} words:\n{list}",
            "Make the whole text as short as possible.",
            "Give the numbers of the {count} words in their order, separated by commas.",
        ),
        _dictionary,
        _overlaps,
        _numbered,
        tempting=_two_in_turn,
    ),
    "gaps": Kind(
        asking(
            "A row of {length} labels is written. Each label that stood in the row before gives its value times the "
            "distance to the place where it stood last; the first time a label gives nothing.",
            "Values of the {n} labels: {list}",
            "Make the sum as large as possible.",
            "Give the row of {length} label numbers, separated by commas.",
        ),
        _costs,
        _gaps,
        _labels,
        tempting=_one_after_the_other,
    ),
}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 20, "how long words are")})
