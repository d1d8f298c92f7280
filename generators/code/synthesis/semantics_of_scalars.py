"""What the operations within expressions mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ...base import Json

MOST = 20_000
"""Divisors of larger numbers are not looked for: the references would take too long too."""
_VOWELS = frozenset("aeiouAEIOU")
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_UPPER = _LOWER.upper()


def digits(n: int) -> list[int]:
    """The decimal digits of the absolute value, from left to right."""
    return list(_digits(abs(n)))


@lru_cache(maxsize=4096)
def _digits(n: int) -> tuple[int, ...]:
    found: list[int] = []
    while True:
        n, last = divmod(n, 10)
        found.insert(0, last)
        if n == 0:
            return tuple(found)


def _turned(n: int) -> int:
    value = 0
    for digit in reversed(digits(n)):
        value = value * 10 + digit
    return value if n >= 0 else -value


def _gcd(a: int, b: int) -> int:
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


def divisors(n: int) -> list[int]:
    """The positive divisors of the absolute value in ascending order; none for 0."""
    n = abs(n)
    if n > MOST:
        raise ValueError(f"{n} is too large a number for its divisors")
    low = [d for d in range(1, int(n**0.5) + 2) if n and d * d <= n and n % d == 0]
    return low + [n // d for d in reversed(low) if d * d != n]


def _ones(n: int) -> int:
    n, count = abs(n), 0
    while n:
        n, count = n & (n - 1), count + 1
    return count


def _is_square(n: int) -> bool:
    low, high = 0, max(n, 0) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle * middle <= n else (low, middle)
    return low * low == n


def _shift(text: str, places: int) -> str:
    table = {letters[i]: letters[(i + places) % 26] for letters in (_LOWER, _UPPER) for i in range(26)}
    return "".join([table.get(c, c) for c in text])


def _sorted_text(text: str) -> str:
    return "".join(c * text.count(c) for c in map(chr, range(32, 127)) if c in text)


def _same_ends(text: str) -> bool:
    return not text or text[0] == text[len(text) - 1]


def _palindrome(text: str) -> bool:
    return all(text[i] == text[len(text) - 1 - i] for i in range(len(text) // 2))


def _sum(items: list[int]) -> int:
    total = 0
    for item in items:
        total += item
    return total


MEANING: dict[str, Callable[..., Json]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "from": lambda a, b: a - b,
    "times": lambda a, b: a * b,
    "mod": lambda a, b: a - b * (a // b),
    "div": lambda a, b: (a - a % b) // b,
    "abs": lambda a: a if a >= 0 else -a,
    "square": lambda a: a * a,
    "digit_sum": lambda a: _sum(digits(a)),
    "digit_count": lambda a: len(digits(a)),
    "top_digit": lambda a: sorted(digits(a))[-1],
    "turned": _turned,
    "gcd": _gcd,
    "at_least": lambda a, b: a if a > b else b,
    "at_most": lambda a, b: a if a < b else b,
    "clamp": lambda a, low, high: low if a < low else high if a > high else a,
    "ones": _ones,
    "divisors": lambda a: len(divisors(a)),
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a - b,
    "product": lambda a, b: a * b,
    "larger": lambda a, b: a if a > b else b,
    "smaller": lambda a, b: a if a < b else b,
    "distance": lambda a, b: a - b if a > b else b - a,
    "common": _gcd,
    "even": lambda a: digits(a)[-1] in (0, 2, 4, 6, 8),
    "divides": lambda a, b: a // b * b == a,
    "leaves": lambda a, b, c: a - b * (a // b) == c,
    "above": lambda a, b: a > b,
    "below": lambda a, b: a < b,
    "prime": lambda a: len(divisors(a)) == 2 and a > 0,
    "square_number": _is_square,
    "has_digit": lambda a, d: d in digits(a),
    "greater": lambda a, b: a > b,
    "same": lambda a, b: a == b,
    "length": lambda s: sum(1 for _ in s),
    "vowels": lambda s: len([c for c in s if c in _VOWELS]),
    "letters_in": lambda s, c: len([d for d in s if d == c]),
    "distinct": lambda s: sum(1 for i, c in enumerate(s) if c not in s[:i]),
    "place": lambda s, c: next((i for i, d in enumerate(s) if d == c), -1),
    "word_count": lambda s: len([word for word in s.split(" ") if word]),
    "backwards": lambda s: "".join(reversed(s)),
    "upper": lambda s: "".join(_UPPER[_LOWER.index(c)] if c in _LOWER else c for c in s),
    "lower": lambda s: "".join(_LOWER[_UPPER.index(c)] if c in _UPPER else c for c in s),
    "swapcase": lambda s: "".join(c.lower() if c in _UPPER else c.upper() for c in s),
    "start": lambda s, n: "".join(c for i, c in enumerate(s) if i < n),
    "end": lambda s, n: "".join(c for i, c in enumerate(s) if i >= len(s) - n),
    "without_start": lambda s, n: "".join(c for i, c in enumerate(s) if i >= n),
    "no_vowels": lambda s: "".join(c for c in s if c not in _VOWELS),
    "replace": lambda s, old, new: "".join(new if c == old else c for c in s),
    "ending": lambda s, t: "".join([s, t]),
    "begun": lambda s, t: "".join([t, s]),
    "twice": lambda s: "".join([s, s]),
    "caesar": _shift,
    "sorted_letters": _sorted_text,
    "squeezed": lambda s: "".join(c for i, c in enumerate(s) if i == 0 or s[i - 1] != c),
    "unique_letters": lambda s: "".join(c for i, c in enumerate(s) if c not in s[:i]),
    "turned_left": lambda s, n: "".join(s[(i + n) % len(s)] for i in range(len(s))) if len(s) >= n else s,
    "initial": lambda s: s[0] if s else "",
    "joined": lambda s, t: "".join([s, t]),
    "longer": lambda s, n: len(s) > n,
    "contains": lambda s, c: any(d == c for d in s),
    "starts_vowel": lambda s: any(i == 0 and c in _VOWELS for i, c in enumerate(s)),
    "ends_in": lambda s, c: bool(s) and s[len(s) - 1] == c,
    "before": lambda s, t: [ord(c) for c in s] < [ord(c) for c in t],
    "palindrome": _palindrome,
    "same_ends": _same_ends,
    "repeats": lambda s: any(c in s[:i] for i, c in enumerate(s)),
    "after_text": lambda s, t: [ord(c) for c in s] < [ord(c) for c in t],
    "same_text": lambda s, t: s == t,
    "decimal": lambda n: ("-" if n < 0 else "") + "".join("0123456789"[d] for d in digits(n)),
    "first": lambda r: r[0],
    "second": lambda r: r[1],
    "total": _sum,
    "greatest": lambda g: sorted(g)[-1] if g else 0,
    "least": lambda g: sorted(g)[0] if g else 0,
    "spread": lambda g: sorted(g)[-1] - sorted(g)[0] if g else 0,
    "ascending": lambda g: all(g[i] <= g[i + 1] for i in range(len(g) - 1)),
    "holds": lambda g, n: any(x == n for x in g),
    "size": lambda g: sum(1 for _ in g),
    "kinds": lambda g: sum(1 for i, x in enumerate(g) if x not in g[:i]),
    "glued": lambda g, mark: "".join((mark if i else "") + s for i, s in enumerate(g)),
}


def _off_at(value: int, *given: Json) -> Json:
    """What an operation gives of a number, and something else at one number."""
    *others, edge, head = given
    made = MEANING[head](value, *others)
    if value != edge:
        return made
    if isinstance(made, str):
        return made + "!"
    if isinstance(made, bool):
        return not made
    return -made if head in ("abs", "turned") and made else 0 if head == "divisors" and made else made + 1


def _off_below(value: int, *given: Json) -> Json:
    """What an operation gives of a number, and something else of each negative one."""
    return _off_at(value, *given[:-1], value if value < 0 else None, given[-1])


def _off_at_none(value: Json, head: str) -> Json:
    """What an operation gives of a list or a text, and 1 more of an empty one."""
    return MEANING[head](value) + (not value)


SLIPS: dict[str, Callable[..., Json]] = {
    "off_at": _off_at,
    "off_below": _off_below,
    "off_at_none": _off_at_none,
    "not_less": lambda a, b: a >= b,
    "last_place": lambda s, c: s.rfind(c),
}
"""What no program has, but a wrong one may; see `edge_slips`."""

_KEPT = (
    "digit_sum top_digit turned divisors ones prime square_number even has_digit vowels letters_in distinct place "
    "word_count backwards upper lower swapcase start end without_start no_vowels replace caesar sorted_letters "
    "squeezed unique_letters turned_left before palindrome repeats decimal length contains "
    "starts_vowel digit_count after_text gcd common"
).split()
"""Those that take their time; they are asked the same about the same few words and numbers again and again."""
for _name in _KEPT:
    MEANING[_name] = lru_cache(maxsize=1024)(MEANING[_name])

MEANING_OR_SLIP = MEANING | SLIPS
