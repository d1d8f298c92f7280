"""Counting sequences: what is counted is read from the prompt; small cases are counted one by one."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, permutations, product
from math import comb, factorial, prod

from recounted import MOST, Recounted, first, slots, whole

from rlvr.generators.counting.counting_sequences_solver import solve


def ranges(text):
    """Bounds such as ``2 <= a3 <= 7`` or ``a3 is 0 or from 2 to 7``, in the order of their numbers."""
    found = re.findall(r"(\d+) <= a(\d+) <= (\d+)", text)
    found = [(i, low, high) for low, i, high in found] or re.findall(
        r"a(\d+) is 0 or from (\d+) to (\d+)", text
    )
    assert [int(i) for i, _, _ in found] == list(range(1, len(found) + 1))
    return {"low": [int(low) for _, low, _ in found], "high": [int(high) for _, _, high in found]}


def sums(text):
    how, goal = re.search(r"(?:sum|sum is|\+ a\d+ is) (equal to|at most) (\d+)", text).groups()
    return ranges(text) | {"how": how, "goal": int(goal)}


def heap(text):
    pairs = [tuple(map(int, pair)) for pair in re.findall(r"P\[(\d+)\] < P\[(\d+)\]", text)]
    n, place = len(pairs) + 1, first(text, r"P\[(\d+)\] = ")
    assert first(text, rf"P\[{place}\] = (\d+)") == n == first(text, r"1, 2, \.\.\., (\d+)")
    d = sum(parent == 1 for parent, _ in pairs)
    assert pairs == [((i - 2) // d + 1, i) for i in range(2, n + 1)]
    return {"n": n, "d": d, "place": place}


def zigzag(text):
    chain = re.search(r"p1(?: [<>] p\d+)+", text)[0]
    signs = "".join(re.findall("[<>]", chain))
    assert whole(chain.replace("p", " ")) == list(range(1, len(signs) + 2))
    assert first(text, r"numbers (?:from )?1 to (\d+)", r"of 1, 2, \.\.\., (\d+)") == len(signs) + 1
    return {"signs": signs}


def maxima(text):
    rules = re.findall(r"greatest of a(\d+), \.\.\., a(\d+) is (\d+)", text)
    n = first(text, r"a1, \.\.\., a(\d+) of", r"On (\d+) days")
    return {
        "n": n,
        "top": first(text, r"from 1 to (\d+)", r"between 1 and (\d+)"),
        "rules": [list(map(int, r)) for r in rules],
    }


def brackets(text):
    formula = re.search(r"\d+(?: [-+*] \d+)+", text)[0]
    return {"numbers": whole(formula.replace("-", " ")), "signs": "".join(re.findall("[-+*]", formula))}


def equal(text):
    how, k = re.search(r"(exactly|at least|at most) (\d+)", text).groups()
    n = first(text, r"sequences of (\d+)", r"of (\d+) flags", r"words of (\d+)")
    m = first(text, r"1 to (\d+)", r"alphabet of (\d+)")
    return {"n": n, "m": m, "k": int(k), "how": how}


def parities(text):
    odd = re.search(r"the element (\d+) lies in an odd number", text)
    n = first(text, r"\{1, \.\.\., (\d+)\}")
    return {
        "n": n,
        "m": first(text, r"sequences? of (\d+)", r"T1, \.\.\., T(\d+)"),
        "odd": int(odd[1]) if odd else 0,
    }


def bits(text):
    given = whole(re.search(r"\((\d+(?:, \d+)+)\)|: (\d+(?:, \d+)+)\.", text)[0])
    assert first(text, r"\.\.\., b(\d+)", r"sequences of (\d+)", r"sequence b of (\d+)") == len(given)
    return {"given": given, "top": first(text, r"bi <= (\d+)", r"from 0 to (\d+)")}


LIST = r"(\d+(?:, \d+)+)"
MARKS = {
    "small-steps": "differ by at most|differs from the one before it by|the house number changes",
    "inversions": "inversions|in the wrong order|Bubble sort",
    "heaps": r"P\[1\]",
    "earlier-orders": "rearrangements|same numbers equally often|Swapping equal numbers",
    "no-three-down": "no three|no decreasing subsequence of three",
    "ups-and-downs": "p1 [<>] p2",
    "tableaux": r"\[ \]",
    "apart": "boys",
    "equal-neighbours": "equal to the one right after it|seam|pairs of equal letters",
    "rising-or-zero": r"is 0 or from",
    "bounded-sums": "have a sum|sweets|that a1 [+]",
    "xor-equations": "(?i)xor",
    "and-or": "AND",
    "range-maxima": "The greatest of a",
    "odd-binomials": "for the binomial coefficient|the binomial coefficient C|choose y",
    "palindromes-inside": "palindrome|reads the same",
    "bracketings": "parentheses|rackets",
    "products": "product|x1 [*]",
    "halving-chains": "chain|length from 1 on|append",
    "multiples-free": "subset, then neither|another chosen|another one gives",
    "more-ones": "more ones|more heads|ones\\(S\\)",
    "sizes-modulo": "leaves? (?:a number|the remainder)|mod \\d+ =",
    "towers": "layer",
    "set-parities": "an even number of",
    "rising-digits": "in base|base-",
}
READERS = {
    "small-steps": slots(
        n=(r"of 1, 2, \.\.\., (\d+)", r"numbers 1 to (\d+)", r"houses 1, 2, \.\.\., (\d+)"),
        k=r"by at most (\d+)",
        first=(r"begin with (\d+)", r"first number is (\d+)", r"starting at house (\d+)"),
        last=(r"end with (\d+)", r"last one is (\d+)", r"ending at house (\d+)"),
    ),
    "inversions": slots(
        n=(r"1, 2, \.\.\., (\d+)", r"1 to (\d+)"),
        last=(r"end with (\d+)", r"that (\d+) comes last", r"last number of the row is (\d+)"),
        k=r"exactly (\d+)",
    ),
    "heaps": heap,
    "earlier-orders": slots(("items", LIST)),
    "no-three-down": slots(("given", LIST)),
    "ups-and-downs": zigzag,
    "tableaux": lambda text: {"rows": [line.count("[ ]") for line in re.findall(r"^(?:\[ \])+$", text, re.M)]},
    "apart": slots(boys=r"(\d+) boys", girls=r"(\d+) girls"),
    "equal-neighbours": equal,
    "rising-or-zero": ranges,
    "bounded-sums": sums,
    "xor-equations": lambda text: (
        ranges(text) | {"goal": first(text, r"\d = (\d+)", r"equal to (\d+)", r"come to (\d+)")}
    ),
    "and-or": bits,
    "range-maxima": maxima,
    "odd-binomials": slots(("given", LIST)),
    "palindromes-inside": slots(low=r"from (\d+) to", high=r"from \d+ to (\d+)"),
    "bracketings": brackets,
    "products": slots(("numbers", LIST), k=(r"sequence of (\d+)", r"Choose (\d+)", r"ordered (\d+)-tuples")),
    "halving-chains": slots(
        n=(r"begins with (\d+)", r"first number is (\d+)", r"holds only (\d+)"),
        d=(r"1/(\d+)", r"(\d+) times", r"with (\d+) \*"),
    ),
    "multiples-free": slots(
        n=(r"1, (?:2, )?\.\.\., (\d+)", r"1 to (\d+)"),
        a=(r"neither (\d+)", r"exactly (\d+) times or", r"gives (\d+)"),
        b=(r"nor (\d+)", r"or exactly (\d+) times", r"or (\d+)\."),
    ),
    "more-ones": slots(
        n=(r"S of length (\d+)", r"coin (\d+)", r"words of length (\d+)"),
        m=(r"T of length (\d+)", r"one (\d+) times", r"those of length (\d+)"),
        k=(r"at least (\d+)", r"ones\(T\) \+ (\d+)"),
    ),
    "sizes-modulo": slots(
        n=(r"with (\d+) elements", r"From (\d+)", r"0 to (\d+)"),
        r=(r"remainder (\d+)", r"= (\d+)"),
        k=(r"mod (\d+)", r"by (\d+)"),
    ),
    "towers": slots(
        start=r"(?:of|have) (\d+), \d+, \d+, \.\.\. blocks", white=r"(\d+) white", black=r"(\d+) black"
    ),
    "set-parities": parities,
    "rising-digits": lambda text: {
        "w": first(text, r"at most (\d+) binary", r"2\^(\d+)"),
        "k": first(text, r"base[- ](\d+)").bit_length() - 1,
        "first": first(text, r"at least (\d+)[,.?]", r"digit is (\d+)"),
    },
}


def perms(n):
    return permutations(range(1, n + 1))


def boxes(low, high):
    return product(*(range(a, b + 1) for a, b in zip(low, high, strict=True)))


def space(low, high, **_):
    return prod(b - a + 2 for a, b in zip(low, high, strict=True))


def values(numbers, signs):
    """All results, by splitting at the sign that is worked out last."""
    if not signs:
        return set(numbers)
    found = set()
    for i, sign in enumerate(signs):
        for a in values(numbers[: i + 1], signs[:i]):
            for b in values(numbers[i + 1 :], signs[i + 1 :]):
                found.add({"+": a + b, "-": a - b, "*": a * b}[sign])
    return found


def filled(rows):
    cells = [(r, c) for r, size in enumerate(rows) for c in range(size)]
    at = {cell: i for i, cell in enumerate(cells)}
    pairs = [(at[r, c], at[r + s, c + 1 - s]) for r, c in cells for s in (0, 1) if (r + s, c + 1 - s) in at]
    return sum(all(p[a] < p[b] for a, b in pairs) for p in perms(len(cells)))


def chained(n, d):
    chains, last = 0, [n]
    while last:
        chains += len(last)
        last = [y for x in last for y in range(1, x // d + 1)]
    return chains


def subsets(items):
    items = list(items)
    return (set(chosen) for k in range(len(items) + 1) for chosen in combinations(items, k))


def even_sets(n, m, odd):
    wanted = {odd} if odd else set()
    return sum(
        all((sum(x in s for s in sets) % 2 == 1) == (x in wanted) for x in range(1, n + 1))
        for sets in permutations([s for s in subsets(range(1, n + 1)) if s], m)
    )


def towers(start, white, black):
    for layers in range(14, 0, -1):
        sizes = range(start, start + layers)
        found = sum(
            sum(s for s, c in zip(sizes, colours, strict=True) if c) <= white
            and sum(s for s, c in zip(sizes, colours, strict=True) if not c) <= black
            for colours in product((0, 1), repeat=layers)
        )
        if found:
            return found
    raise AssertionError


def based(x, base):
    return [*based(x // base, base), x % base] if x >= base else [x]


def line_ups(boys, girls):
    people = [f"b{i}" for i in range(boys)] + [f"g{i}" for i in range(girls)] + ["t1", "t2"]
    return sum(all(a[0] == "b" or a[0] != b[0] for a, b in pairwise(p)) for p in permutations(people))


HOW = {"exactly": int.__eq__, "at least": int.__ge__, "at most": int.__le__, "equal to": int.__eq__}
BRUTE = {
    "small-steps": (
        lambda n, **_: factorial(n - 1),
        lambda n, k, first, last: sum(
            (p[0], p[-1]) == (first, last) and all(abs(a - b) <= k for a, b in pairwise(p)) for p in perms(n)
        ),
    ),
    "inversions": (
        lambda n, **_: factorial(n),
        lambda n, last, k: sum(
            p[-1] == last and sum(a > b for a, b in combinations(p, 2)) == k for p in perms(n)
        ),
    ),
    "heaps": (
        lambda n, **_: factorial(n) if n < 9 else 10**9,
        lambda n, d, place: sum(
            p[place - 1] == n and all(p[(i - 2) // d] < p[i - 1] for i in range(2, n + 1)) for p in perms(n)
        ),
    ),
    "earlier-orders": (
        lambda items: factorial(len(items)),
        lambda items: len({p for p in permutations(items) if p < tuple(items)}),
    ),
    "no-three-down": (
        lambda given: factorial(len(given)),
        lambda given: sum(
            p > tuple(given) and not any(a > b > c for a, b, c in combinations(p, 3))
            for p in permutations(sorted(given))
        ),
    ),
    "ups-and-downs": (
        lambda signs: factorial(len(signs) + 1),
        lambda signs: sum(
            all((a < b) == (s == "<") for (a, b), s in zip(pairwise(p), signs, strict=True))
            for p in perms(len(signs) + 1)
        ),
    ),
    "tableaux": (lambda rows: factorial(sum(rows)), filled),
    "apart": (lambda boys, girls: factorial(boys + girls + 2), line_ups),
    "equal-neighbours": (
        lambda n, m, **_: m**n,
        lambda n, m, k, how: sum(
            HOW[how](sum(a == b for a, b in pairwise(p)), k) for p in product(range(m), repeat=n)
        ),
    ),
    "rising-or-zero": (
        space,
        lambda low, high: sum(
            any(p) and all(a < b for a, b in pairwise([x for x in p if x]))
            for p in product(*([0, *range(a, b + 1)] for a, b in zip(low, high, strict=True)))
        ),
    ),
    "bounded-sums": (space, lambda low, high, goal, how: sum(HOW[how](sum(p), goal) for p in boxes(low, high))),
    "xor-equations": (
        space,
        lambda low, high, goal: sum(
            sum(2**b * (sum(x >> b & 1 for x in p) % 2) for b in range(8)) == goal for p in boxes(low, high)
        ),
    ),
    "and-or": (
        lambda given, top: (top + 1) ** len(given),
        lambda given, top: sum(
            all(a & x <= b & y and a | x >= b | y for (a, x), (b, y) in pairwise(zip(given, p, strict=True)))
            for p in product(range(top + 1), repeat=len(given))
        ),
    ),
    "range-maxima": (
        lambda n, top, **_: top**n,
        lambda n, top, rules: sum(
            all(max(p[left - 1 : right]) == most for left, right, most in rules)
            for p in product(range(1, top + 1), repeat=n)
        ),
    ),
    "odd-binomials": (
        lambda given: 2 ** len(given),
        lambda given: sum(
            all(comb(x, y) % 2 for x, y in pairwise(part))
            for k in range(2, len(given) + 1)
            for part in combinations(given, k)
        ),
    ),
    "palindromes-inside": (
        lambda low, high: high - low,
        lambda low, high: sum(
            any(
                (part := str(x)[i:j]) == part[::-1]
                for i in range(len(str(x)))
                for j in range(i + 2, len(str(x)) + 1)
            )
            for x in range(low, high + 1)
        ),
    ),
    "bracketings": (
        lambda numbers, signs: 10 ** len(signs) // 100,
        lambda numbers, signs: len(values(numbers, signs)),
    ),
    "products": (
        lambda numbers, k: len(numbers) ** k,
        lambda numbers, k: sum(map(prod, permutations(numbers, k))),
    ),
    "halving-chains": (lambda n, d: n * n, chained),
    "multiples-free": (
        lambda n, **_: 2**n,
        lambda n, a, b: sum(not any(a * x in s or b * x in s for x in s) for s in subsets(range(1, n + 1))),
    ),
    "more-ones": (
        lambda n, m, k: 2 ** (n + m),
        lambda n, m, k: sum(sum(p[:n]) >= sum(p[n:]) + k for p in product((0, 1), repeat=n + m)),
    ),
    "sizes-modulo": (
        lambda n, **_: 2**n,
        lambda n, k, r: sum(len(s) % k == r for s in subsets(range(n))),
    ),
    "towers": (lambda start, white, black: MOST if white + black < 40 else 10**9, towers),
    "set-parities": (lambda n, m, odd: 2 ** (n * m), even_sets),
    "rising-digits": (
        lambda k, w, first: 2**w,
        lambda k, w, first: sum(
            len(d := based(x, 2**k)) > 1 and d[0] >= first and all(a < b for a, b in pairwise(d))
            for x in range(1, 2**w)
        ),
    ),
}


class TestCountingSequences(Recounted):
    id = "counting-sequences"
    named = True
    marks, readers, brute, recount = MARKS, READERS, BRUTE, solve

    def test_known_numbers(self):
        """Euler's zigzag numbers, Catalan numbers, and the heaps of the on-line encyclopaedia of sequences."""
        assert [solve({"kind": "ups-and-downs", "signs": ("<>" * 5)[:n]}) for n in range(2, 8)] == [
            2,
            5,
            16,
            61,
            272,
            1385,
        ]
        assert [solve({"kind": "tableaux", "rows": [n, n]}) for n in range(1, 7)] == [1, 2, 5, 14, 42, 132]
        heaps = [
            sum(solve({"kind": "heaps", "n": n, "d": 2, "place": p}) for p in range(n // 2 + 1, n + 1))
            for n in range(2, 9)
        ]
        assert heaps == [1, 2, 3, 8, 20, 80, 210]
