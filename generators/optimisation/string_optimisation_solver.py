"""String optimisation a second time: all pieces, places and rows are tried out, or counted in another order."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, count, pairwise, product

from ..kernels.optimum import Evaluate, Worth, confirming_optimum


def _same_backwards(text: str) -> bool:
    return all(text[n] == text[-1 - n] for n in range(len(text) // 2))


def _piece(word: str, given: list[int]) -> str | None:
    return word[given[0] - 1 : given[1]] if len(given) == 2 and 1 <= given[0] <= given[1] <= len(word) else None


def _two(given: list[int], word: str) -> int | None:
    if len(given) != 3 or not 1 <= given[0] <= given[1] < given[2] <= len(word):
        return None
    a, b, c = given
    return c - a + 1 if _same_backwards(word[a - 1 : b]) and _same_backwards(word[b:c]) else None


def _longest_two(word: str) -> int:
    n = len(word)
    for length in range(n, 1, -1):
        for a in range(n - length + 1):
            whole = word[a : a + length]
            if any(_same_backwards(whole[:k]) and _same_backwards(whole[k:]) for k in range(1, length)):
                return length
    return 0


def _mirrored(given: list[int], word: str) -> int | None:
    piece = _piece(word, given)
    if piece is None or len(piece) % 4:
        return None
    half = piece[: len(piece) // 2]
    return len(piece) if piece == half + half and _same_backwards(half) else None


def _valuable(given: list[int], word: str) -> int | None:
    piece = _piece(word, given)
    if piece is None or not _same_backwards(piece):
        return None
    return len(piece) * sum(word[at : at + len(piece)] == piece for at in range(len(word)))


def _over_pieces(value: Callable[[list[int], str], int | None]) -> Callable[..., int]:
    def best(word: str) -> int:
        ends = combinations(range(1, len(word) + 2), 2)
        return max(found for a, b in ends if (found := value([a, b - 1], word)) is not None)

    return best


def _turn(given: list[int], word: str) -> list[int] | None:
    if len(given) != 1 or not 1 <= given[0] <= len(word):
        return None
    return [ord((word + word)[given[0] - 1 + n]) - 96 for n in range(len(word))]


def _first_turn(word: str) -> list[int]:
    """Places drop out letter by letter, where another one has a smaller letter."""
    left, twice = list(range(len(word))), word + word
    for n in range(len(word)):
        least = min(twice[at + n] for at in left)
        left = [at for at in left if twice[at + n] == least]
    return [ord(letter) - 96 for letter in twice[left[0] : left[0] + len(word)]]


def _turned(given: list[int], word: str) -> int | None:
    if len(given) != 2 or not (1 <= given[0] <= len(word) // 2 and 0 <= given[1] < given[0]):
        return None
    length, by = given
    start, end = word[:length], word[-length:]
    return length if all(start[n] == end[(n + by) % length] for n in range(length)) else None


def _longest_turned(word: str) -> int:
    return max(n for n in range(1, len(word) // 2 + 1) if word[-n:] in 2 * word[:n])


def _absent(given: list[int], word: str) -> list[int] | None:
    row = "".join(map(str, given))
    return [len(row), *given] if row and set(row) <= {"1", "2"} and row not in word else None


def _least_absent(word: str) -> list[int]:
    for n in count(1):
        there = {word[at : at + n] for at in range(len(word) - n + 1)}
        if len(there) < 2**n:
            row = min("".join(digits) for digits in product("12", repeat=n) if "".join(digits) not in there)
            return [n, *map(int, row)]
    raise AssertionError


def _runs(given: list[int], word: str, most: int) -> int | None:
    if len(set(given)) != len(given) or len(given) > most or any(not 1 <= at <= len(word) for at in given):
        return None
    bits = [int(bit) ^ (at in given) for at, bit in enumerate(word, 1)]
    longest = run = 1
    for n in range(1, len(bits)):
        run = run + 1 if bits[n] == bits[n - 1] else 1
        longest = max(longest, run)
    return longest


def _shortest_runs(word: str, most: int) -> int:
    """Bit by bit: the fewest changes for each last bit and length of the run that it ends."""
    for limit in count(1):
        table = {("", 0): 0}
        for bit in word:
            after: dict[tuple[str, int], int] = {}
            for (last, run), changes in table.items():
                for new in "01":
                    key = new, run + 1 if new == last else 1
                    if key[1] <= limit:
                        after[key] = min(after.get(key, 10**9), changes + (new != bit))
            table = after
        if min(table.values()) <= most:
            return limit
    raise AssertionError


def _opened(given: list[int], start: str, target: str) -> int | None:
    word = list(start)
    for x in given:
        if not 1 <= x <= len(word):
            return None
        word = word[: -x - 1 : -1] + word[: len(word) - x]
    return len(given) if "".join(word) == target else None


def _fewest_turns(start: str, target: str) -> int:
    """From the target backwards: the first x letters go to the end, in the opposite order."""
    reached, turns = {target}, 0
    while start not in reached:
        reached |= {word[x:] + word[:x][::-1] for word in reached for x in range(1, len(word) + 1)}
        turns += 1
    return turns


def _text(words: list[str], given: list[int]) -> str:
    text = words[given[0] - 1]
    for before, number in pairwise(given):
        one, word = words[before - 1], words[number - 1]
        kept = next(k for k in range(min(len(one), len(word)) - 1, -1, -1) if one[len(one) - k :] == word[:k])
        text += word[kept:]
    return text


def _written(given: list[int], words: list[str], count: int) -> int | None:
    fits = len(given) == count and all(1 <= n <= len(words) for n in given)
    return len(_text(words, given)) if fits else None


def _shortest_text(words: list[str], count: int) -> int:
    @cache
    def rest(last: int, left: int) -> int:
        if not left:
            return 0
        return min(
            len(_text(words, [last, n])) - len(words[last - 1]) + rest(n, left - 1)
            for n in range(1, len(words) + 1)
        )

    return min(len(word) + rest(n, count - 1) for n, word in enumerate(words, 1))


def _spread(given: list[int], values: list[int], length: int) -> int | None:
    if len(given) != length or any(not 1 <= x <= len(values) for x in given):
        return None
    places = {x: [at for at, label in enumerate(given) if label == x] for x in set(given)}
    return sum(values[x - 1] * (at[-1] - at[0]) for x, at in places.items())


def _widest(values: list[int], length: int) -> int:
    """By intervals: a label that is used opens at one place and closes at another one, no two at the same place."""
    dear = sorted(values, reverse=True)[: length // 2]
    best = 0
    for used in range(1, len(dear) + 1):
        opens, closes = range(used), range(length - used, length)
        best = max(best, sum(v * (c - o) for v, o, c in zip(dear, opens, reversed(closes), strict=False)))
    return best


_KINDS: dict[str, tuple[Evaluate, Callable[..., Worth]]] = {
    "two-palindromes": (_two, _longest_two),
    "mirrored-twice": (_mirrored, _over_pieces(_mirrored)),
    "palindrome-value": (_valuable, _over_pieces(_valuable)),
    "least-turn": (_turn, _first_turn),
    "turned-ends": (_turned, _longest_turned),
    "absent": (_absent, _least_absent),
    "short-runs": (_runs, _shortest_runs),
    "lock": (_opened, _fewest_turns),
    "overlaps": (_written, _shortest_text),
    "gaps": (_spread, _widest),
}
confirms = confirming_optimum(_KINDS)
