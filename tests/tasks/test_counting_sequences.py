"""Counting sequences: what is counted is read from the prompt; small cases are counted one by one."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, reduce
from itertools import accumulate, combinations, pairwise, permutations, product
from math import comb, factorial, prod

from exact_answers import whole
from recounted import MOST, REMAINDER, RUNNING, TOTAL, Recounted, comes_to

from rlvr.generators.counting.counting_sequences_solver import solve

GIVEN = r"{given:\d+(?:, \d+)+}"
NUMBERS = r"{numbers:\d+(?:, \d+)+}"
PLACES = r"{ranges:\d+ <= a1 <= \d+(?:, \d+ <= a\d+ <= \d+)*}"
OR_ZERO = r"{ranges:a1 is 0 or from \d+ to \d+(?:, a\d+ is 0 or from \d+ to \d+)*}"
PAIRS = r"{pairs:P\[1\] < P\[2\](?:, P\[\d+\] < P\[\d+\])*}"
CHAIN = r"{chain:p1(?: [<>] p\d+)+}"
DRAWN = r"{drawn:(?:\[ \])+(?:\n(?:\[ \])+)*}"
ROWS = r"{rows:\d+(?:, \d+)*}"
HOW_MANY = "{how:exactly|at least|at most} {k}"
TOLD = r"{told:The greatest of a\d+, \.\.\., a\d+ is \d+\.(?:\nThe greatest of a\d+, \.\.\., a\d+ is \d+\.)*}"
FORMULA = r"{formula:\d+(?: [-+*] \d+)+}"
LAYERS = r"{layers:\d+, \d+, \d+}, ..."
SET = "{{1, ..., {n}}}"
RULES = (
    f"every element of {SET} lies in an even number of … sets (possibly in none)",
    f"… element {{odd}} lies in an odd number of … sets, and every other element of {SET} in an even number of them "
    "(possibly in none)",
)
SENTENCES = {
    "small-steps": [
        "How many permutations of 1, 2, ..., {n} begin with {first}, end with {last} and … any two neighbouring "
        "numbers differ by at most {k}?",
        "… numbers 1 to {n} … in a row, each exactly once. … first number is {first}, … last one is {last}, and each "
        "number after … first differs from … one before it by at most {k}. How many … rows …?",
        "… visits … houses 1, 2, ..., {n} …, each exactly once, starting at house {first} and ending at house {last}. "
        "From one house to … next … one … house number changes by at most {k}. Count … possible orders ….",
    ],
    "inversions": [
        "An inversion … permutation is a pair of places of which … earlier one holds … larger number. How many "
        "permutations of 1, 2, ..., {n} end with {last} and … exactly {k} inversions?",
        "… numbers 1 to {n} … in a row so that {last} comes last and exactly {k} pairs of numbers (neighbours or not) "
        "stand in … wrong order, … larger one before … smaller one. In how many ways … possible?",
        "Bubble sort needs exactly {k} swaps of neighbours to sort a row of … numbers 1, 2, ..., {n} in increasing "
        "order. … last number of … row is {last}. How many rows fit?",
    ],
    "heaps": [
        f"… numbers 1, 2, ..., {{n}} … at P[1], ..., P[{{n}}], each exactly once, so that {PAIRS}, and P[{{place}}] = "
        "{n}. In how many ways … possible?",
        "How many permutations P[1], ..., P[{n}] of 1, 2, ..., {n} … P[{place}] = {n} and fulfil all of these: "
        f"{PAIRS}?",
        f"Count … heaps: … permutations P of 1, 2, ..., {{n}} (places count from 1) such that {PAIRS}. Count only "
        "those with P[{place}] = {n}.",
    ],
    "earlier-orders": [
        f"All different rearrangements of … sequence {GIVEN} … lexicographic order. How many of them … before … "
        "sequence itself? Equal numbers cannot … told apart.",
        f"How many different sequences that use … same numbers equally often … lexicographically smaller than {GIVEN}?",
        f"Consider {GIVEN}. Swapping equal numbers … nothing new. Of … distinct orders of these numbers, how many … "
        "strictly smaller than … given one in dictionary order (compared number by number)?",
    ],
    "no-three-down": [
        f"Consider … permutations of … numbers in {GIVEN} that have no three numbers a > b > c in this order from left "
        f"to right (they need not … neighbours). How many of them … lexicographically greater than {GIVEN}?",
        "A permutation … allowed if no three of its numbers, next to each other or not, get smaller and smaller from "
        f"left to right. How many allowed permutations of … same numbers … strictly after {GIVEN} in lexicographic "
        "order? … given one … not counted, allowed or not.",
        f"All orders of … numbers {GIVEN} that have no decreasing subsequence of three numbers … listed. How many of "
        "those … list … greater than … order given here, compared as … dictionary?",
    ],
    "ups-and-downs": [
        f"How many permutations p1, p2, ..., p{{n}} of 1, 2, ..., {{n}} satisfy {CHAIN}?",
        f"… numbers 1 to {{n}} … into … places p1 to p{{n}}, each exactly once, so that {CHAIN} … true at every sign. "
        "In how many ways …?",
        f"{CHAIN}\n\nIn how many ways … numbers from 1 to {{n}} … for p1 to p{{n}}, all of them different, so that "
        "each sign between neighbours … right?",
    ],
    "tableaux": [
        "Write … numbers 1 to {n} into these {n} boxes, one in each, so that they increase from left to right in every "
        f"row and from top to bottom in every column:\n\n{DRAWN}\n\nIn how many ways … possible?",
        f"{DRAWN}\n\n… rows … begin at … left; from top to bottom, their lengths … {ROWS}. How many ways … to fill it "
        "with 1, 2, ..., {n}, each once, so that numbers grow to … right along rows and downwards along columns?",
        f"People of {{n}} different heights … in rows whose numbers of places … {ROWS}, … front row first; all rows "
        "begin at … left end, where places stand exactly behind each other. In every row heights increase to … right, "
        f"and whoever stands behind somebody is taller.\n\n{DRAWN}\n\nHow many arrangements …?",
    ],
    "apart": [
        "In how many ways … {boys} boys, {girls} girls and {two:2} teachers stand in a line if no two girls … next to "
        "each other and … teachers … not next to each other? All people … different.",
        "{boys} boys, {girls} girls and {two:2} teachers, all of them different …, line up. No girl … directly beside "
        "a girl, and no teacher directly beside a teacher. Count … line-ups; left and right matter.",
        "… one row of {boys} boys, {girls} girls and {two:2} teachers. Neither two girls nor … two teachers may … "
        "direct neighbours. In how many orders … these people, who … all different, stand?",
    ],
    "equal-neighbours": [
        f"How many sequences of {{n}} integers from 1 to {{m}} … {HOW_MANY} places where a number … equal to … one "
        "right after it?",
        "Each of {n} flags in a row … one of {m} colours, called 1 to {m}. A seam … between neighbouring flags of one "
        f"colour. How many colourings … {HOW_MANY} seams?",
        f"Count … words of {{n}} letters over an alphabet of {{m}} letters in which {HOW_MANY} of … {{n}} - 1 pairs of "
        "neighbouring letters … pairs of equal letters.",
    ],
    "rising-or-zero": [
        f"How many integer sequences a1, ..., a{{n}} … such that {OR_ZERO}, … numbers that are not 0 strictly increase "
        "from left to right, and at least one is not 0?",
        "School i of … schools 1 to {n} sends ai boats to a race, where 0 boats … stays away: "
        f"{OR_ZERO}. Of any two schools that take part, … later one sends more boats, and at least one school takes "
        "part. How many sequences a1, ..., a{n} … possible?",
        f"For each i, a choice …: {OR_ZERO}. Not all may be 0. Leaving … zeros out, … sequence a1, ..., a{{n}} … to … "
        "strictly increasing. Count … sequences.",
    ],
    "bounded-sums": [
        f"How many integer sequences a1, ..., a{{n}} with {PLACES} … sum {{how:equal to|at most}} {{goal}}?",
        f"Count … ways to choose integers with {PLACES}, so that {{terms:a1(?: \\+ a\\d+)*}} is "
        "{how:equal to|at most} {goal}.",
        f"Person i of {{n}} different people gets ai sweets, all sweets … alike, where {PLACES}. In how many ways … "
        "these numbers … chosen if their sum is {how:equal to|at most} {goal}?",
    ],
    "xor-equations": [
        "XOR is … bitwise exclusive or. How many solutions in integers … {terms:a1(?: XOR a\\d+)*} = {goal}, if "
        f"{PLACES}?",
        f"Count … sequences of integers with {PLACES} whose bitwise XOR, {{terms:a1(?: XOR a\\d+)*}}, … equal to "
        "{goal}.",
        f"Heaps … may … chosen with {PLACES} stones. For how many choices does {{terms:a1(?: XOR a\\d+)*}} (bitwise "
        "exclusive or of all heaps, in … order) come to {goal}?",
    ],
    "and-or": [
        f"Let a = ({GIVEN}), and write & and | for … bitwise AND and OR. How many integer sequences b1, ..., b{{n}} "
        "with 0 <= bi <= {top} … such that … values ai & bi never decrease and … values ai | bi never increase as i "
        "goes from 1 to {n}?",
        f"Given … numbers a1, ..., a{{n}}: {GIVEN}. Count … sequences of {{n}} integers bi from 0 to {{top}} for which "
        "(ai & bi) <= (aj & bj) and (ai | bi) >= (aj | bj) whenever j = i + 1, with bitwise AND (&) and OR (|).",
        f"With bitwise AND and OR, a sequence b of {{n}} integers from 0 to {{top}} fits … sequence a = ({GIVEN}) if "
        "ai AND bi … non-decreasing in i and ai OR bi … non-increasing in i. How many sequences fit?",
    ],
    "range-maxima": [
        f"How many sequences a1, ..., a{{n}} of integers from 1 to {{top}} fulfil all of these …?\n\n{TOLD}",
        f"{TOLD}\n\nCount … sequences a1, ..., a{{n}} of integers between 1 and {{top}} (both included) for which all "
        "of this is true.",
        f"On {{n}} days a1, ..., a{{n}} points … from 1 to {{top}} each day. … known:\n\n{TOLD}\n\nHow many sequences "
        "of points … possible?",
    ],
    "odd-binomials": [
        "Write C(x, y) for … binomial coefficient, with C(x, y) = 0 if y > x. A subsequence keeps … order and may "
        f"leave numbers out. How many subsequences of at least two numbers of {GIVEN} … such that C(x, y) is odd for "
        "every number x and … number y right after it …?",
        f"From … list {GIVEN} choose two or more numbers and keep their order. Call … choice good if for each pair of "
        "numbers x, y that follow each other in it … binomial coefficient C(x, y) is an odd number (C(x, y) = 0 for y "
        "> x is even). Count … good choices.",
        f"{GIVEN}\n\nOf this sequence, some numbers … struck out so that at least two are left. For every two "
        "neighbours x (left) and y (right) of what is left, x choose y … to … odd; it is 0 if y is greater than x. In "
        "how many ways … possible?",
    ],
    "palindromes-inside": [
        "How many integers from {low} to {high}, both included, … two or more consecutive digits that form a "
        "palindrome (such as 11 in 3114 or 272 in 2725)?",
        "A number … good if somewhere in its decimal digits … block of length at least 2 that reads … same forwards "
        "and backwards. Count … good numbers from {low} to {high}; both ends count.",
        "Tickets … numbered from {low} to {high}, without leading zeros. A ticket wins if its number contains a "
        "palindrome of two or more digits as a block of neighbouring digits. How many tickets win?",
    ],
    "bracketings": [
        f"How many different values … {FORMULA} have when parentheses … added in all possible ways, so that … order of "
        "all operations … fixed? Numbers and signs keep their places.",
        f"… signs of {FORMULA} may … worked out in any order, as brackets allow it. Count … different results. Nothing "
        "is moved, and no sign is changed.",
        f"{FORMULA}\n\nPut brackets into this so that … clear in which order all … operations … done; every way … "
        "allowed. How many different numbers … come out?",
    ],
    "products": [
        f"For every sequence of {{k}} different numbers from … list {NUMBERS}, multiply its numbers. What is … sum of "
        "all these products? … order matters: … same numbers in another order … another sequence.",
        f"Choose {{k}} different numbers of {NUMBERS} one after … other and take … product. Add up … products over all "
        "ordered choices.",
        "Let S be … sum of x1 * ... * x{k} over all ordered {k}-tuples of pairwise different elements of … set "
        f"{{{{{NUMBERS}}}}}. Find S.",
    ],
    "halving-chains": [
        "A chain begins with {n}, and each next number … positive integer that is at most 1/{d} of … number before it. "
        "How many chains …? … chain of {n} alone counts too, and a chain may stop anywhere.",
        "Count … sequences of positive integers whose first number is {n} and in which {d} times any number is at most "
        "… number right before it. They may have any length from 1 on.",
        "Starting from … sequence that holds only {n}, you may again and again append a positive integer x with {d} * "
        "x <= … last number. How many different sequences …, … first one included?",
    ],
    "multiples-free": [
        "How many subsets of {{1, 2, ..., {n}}} … property: if x is in … subset, then neither {a} * x nor {b} * x is? "
        "… empty set counts too.",
        "Choose any of … numbers from 1 to {n}, perhaps none, so that no chosen number is exactly {a} times or exactly "
        "{b} times another chosen number. In how many ways …?",
        "Of … integers 1, ..., {n}, a set … to … in which no element divided by another one gives {a} or {b}. Count … "
        "possible sets, … empty set included.",
    ],
    "more-ones": [
        "How many pairs (S, T) of strings of zeros and ones, S of length {n} and T of length {m}, … such that S has at "
        "least {k} more ones than T?",
        "Ann tosses a coin {n} times and Ben tosses one {m} times, and both write down their sequences of heads and "
        "tails. For how many pairs of sequences does Ann have at least {k} more heads than Ben?",
        "S runs through … binary words of length {n}, T through those of length {m}. Count … pairs (S, T) with ones(S) "
        ">= ones(T) + {k}.",
    ],
    "sizes-modulo": [
        "How many subsets of a set with {n} elements … number of elements that leaves … remainder {r} when divided by "
        "{k}? (… empty set has 0 elements.)",
        "What is … sum of … binomial coefficients C({n}, j) over all j from 0 to {n} with j mod {k} = {r}?",
        "From {n} different books any number may … taken, also none or all, so long as their number, divided by {k}, "
        "leaves … remainder {r}. Count … possible selections.",
    ],
    "towers": [
        f"A tower … layers of {LAYERS} blocks from top to bottom, and all blocks of a layer … one colour. There are "
        "{white} white and {black} black blocks, which need not all be used. How many different towers of … greatest "
        "possible number of layers …?",
        f"With at most {{white}} white and at most {{black}} black blocks, a tower … whose layers, from … top, … "
        f"{LAYERS} blocks, each layer of one colour. … to … as many layers as possible. Count … ways to "
        "colour its layers.",
        f"Let N be … largest number of layers of {LAYERS} blocks (one layer of each size, beginning with {{start}}), "
        "every layer of one colour, that … made of {white} white and {black} black blocks. In how many ways … these N "
        "layers … colours? Blocks may … left over.",
    ],
    "set-parities": [
        one
        for rule in RULES
        for one in (
            f"How many sequences of {{m}} different non-empty subsets of {SET} … such that {rule}? … order of … sets "
            "matters.",
            f"… sequence of {{m}} chords that are all different. … chords … non-empty sets of notes, subsets of {SET}, "
            f"and {rule}. Count … pieces; two pieces with … same chords in different orders … different.",
            f"Sets T1, ..., T{{m}} … non-empty subsets of {SET} and pairwise different, so that {rule}. In how many "
            "ways … sequence T1, ..., T{m} … chosen?",
        )
    ],
    "rising-digits": [
        "How many positive integers … at most {w} binary digits and, written in base {base}, at least two digits that "
        "strictly increase from left to right, … first (leftmost) of them … at least {first}?",
        "Numbers … in base {base}, without leading zeros. Count … numbers below 2^{w} whose digits (two or more) get "
        "strictly larger from left to right and whose leftmost digit is {first} or more.",
        "Count … integers x with 0 < x < 2^{w} for which … base-{base} representation … at least 2 digits, begins with "
        "a digit of at least {first}, and … every digit greater than … digit to its left.",
    ],
}


def ranges(said):
    """Bounds such as ``2 <= a3 <= 7`` or ``a3 is 0 or from 2 to 7``, in the order of their numbers."""
    found = re.findall(r"(\d+) <= a(\d+) <= (\d+)", said["ranges"])
    found = [(i, low, high) for low, i, high in found] or re.findall(
        r"a(\d+) is 0 or from (\d+) to (\d+)", said["ranges"]
    )
    places = list(range(1, len(found) + 1))
    assert [int(i) for i, _, _ in found] == places == list(range(1, said.get("n", len(found)) + 1))
    assert "terms" not in said or whole(said["terms"].replace("a", " ")) == places
    return {"low": [int(low) for _, low, _ in found], "high": [int(high) for _, _, high in found]} | {
        name: said[name] for name in ("how", "goal") if name in said
    }


def heap(said):
    pairs, n = [tuple(whole(pair)) for pair in said["pairs"].split(",")], said["n"]
    d = sum(parent == 1 for parent, _ in pairs)
    assert pairs == [((i - 2) // d + 1, i) for i in range(2, n + 1)]
    return {"n": n, "d": d, "place": said["place"]}


def zigzag(said):
    signs = "".join(re.findall("[<>]", said["chain"]))
    assert whole(said["chain"].replace("p", " ")) == list(range(1, said["n"] + 1))
    return {"signs": signs}


def tableau(said):
    lengths = [line.count("[ ]") for line in said["drawn"].split("\n")]
    assert sum(lengths) == said["n"]
    assert whole(said.get("rows", str(lengths))) == lengths
    return {"rows": lengths}


def of_tower(said):
    start, *more = whole(said["layers"])
    assert more == [start + 1, start + 2]
    return {"start": start, "white": said["white"], "black": said["black"]}


def counted_list(said):
    given = whole(said["given"])
    assert said["n"] == len(given)
    return {"given": given, "top": said["top"]}


READERS = {
    "heaps": heap,
    "earlier-orders": lambda said: {"items": whole(said["given"])},
    "ups-and-downs": zigzag,
    "tableaux": tableau,
    "apart": lambda said: {"boys": said["boys"], "girls": said["girls"]},
    "rising-or-zero": ranges,
    "bounded-sums": ranges,
    "xor-equations": ranges,
    "and-or": counted_list,
    "range-maxima": lambda said: {
        "n": said["n"],
        "top": said["top"],
        "rules": [whole(re.sub("a(?=[0-9])", " ", line)) for line in said["told"].split("\n")],
    },
    "bracketings": lambda said: {
        "numbers": whole(said["formula"].replace("-", " ")),
        "signs": "".join(re.findall("[-+*]", said["formula"])),
    },
    "towers": of_tower,
    "set-parities": lambda said: {"odd": 0, **said},
    "rising-digits": lambda said: {
        "w": said["w"],
        "k": said["base"].bit_length() - 1,
        "first": said["first"],
    },
}


def perms(n):
    return permutations(range(1, n + 1))


def boxes(low, high):
    return product(*(range(a, b + 1) for a, b in zip(low, high, strict=True)))


def space(low, high, **_):
    return prod(b - a + 2 for a, b in zip(low, high, strict=True))


@cache
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
        lambda numbers, signs: len(values(tuple(numbers), signs)),
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


ROW = "{row:[0-9 ]+}"
FACTORIAL = {
    "{m}! / ({product:[0-9 *]+}) = {w}": lambda x: (
        x.w == x.exact and factorial(x.m) == x.w * prod(whole(x.product))
    )
}


@cache
def begun(n, k, start, size):
    """Rows of so many numbers with small steps, by their numbers and the last one."""
    if size == 1:
        return Counter({(frozenset([start]), start): 1})
    found = Counter()
    for (used, at), ways in begun(n, k, start, size - 1).items():
        for to in set(range(1, n + 1)) - used:
            if abs(to - at) <= k:
                found[used | {to}, to] += ways
    return found


def ended(x):
    found = Counter()
    for (_, at), ways in begun(x.n, x.k, x.first, x.size).items():
        found[at] += ways
    return x.to == x.n and whole(x.row) == [found[i] for i in range(1, x.n + 1)]


def inverted(m):
    """Orders of m numbers by their inversions."""
    return reduce(lambda row, i: [*map(sum, shifted(row, i))], range(2, m + 1), [1])


def shifted(row, times):
    return zip(*([0] * i + row + [0] * (times - 1 - i) for i in range(times)), strict=True)


def below(x):
    """So many places hang at each place, itself included, without the place of the greatest number."""
    found = Counter()
    for place in set(range(1, x.n + 1)) - {x.place}:
        while place:
            found[place] += 1
            place = (place - 2) // x.d + 1 if place > 1 else 0
    return [found[i] for i in range(1, x.n + 1)]


def smaller(x):
    rest = x.items[x.at - 1 :]
    assert rest[0] == x.item > x.small
    rest.remove(x.small)
    return x.w == factorial(len(rest)) // prod(map(factorial, Counter(rest).values()))


@cache
def onward(start, n):
    """Ways to go on without three falling numbers."""
    if len(start) > 2 and any(a > b > start[-1] for a, b in combinations(start[:-1], 2)):
        return 0
    left = set(range(1, n + 1)) - set(start)
    return sum(onward((*start, i), n) for i in left) if left else 1


def beginning(x):
    start = whole(x.start)
    *same, last = start
    return (
        same == x.given[: len(same)] and last > x.given[len(same)] and x.w == onward(tuple(start), len(x.given))
    )


@cache
def ranked(signs, rank):
    """Orders whose last number has a rank, by the rank of the one before it."""
    if not signs:
        return 1
    befores = range(1, rank) if signs[-1] == "<" else range(rank, len(signs) + 1)
    return sum(ranked(signs[:-1], before) for before in befores)


def hooks(x):
    length = x.rows[x.r - 1]
    return [length - c + sum(c < other for other in x.rows[x.r :]) for c in range(length)]


def folded(low, high, how):
    """How often each result comes about, number by number."""
    found = Counter({0: 1})
    for a, b in zip(low, high, strict=True):
        found = sum(
            (Counter({how(value, i): ways}) for value, ways in found.items() for i in range(a, b + 1)),
            Counter(),
        )
    return found


def risen(x):
    found = Counter({0: 1})
    for a, b in zip(x.low[: x.i], x.high[: x.i], strict=True):
        found += Counter({to: sum(w for v, w in found.items() if v < to) for to in range(a, b + 1)})
    return whole(x.row) == [found[i] for i in range(max(x.high) + 1)]


def fitting(x):
    found = Counter(list(range(x.top + 1)))
    for a, after in pairwise(x.given[: x.i]):
        found = Counter(
            {
                to: sum(w for b, w in found.items() if a & b <= after & to and a | b >= after | to)
                for to in range(x.top + 1)
            }
        )
    return x.to == x.top and whole(x.row) == [found[i] for i in range(x.top + 1)]


def lowered(x):
    caps = [x.top] * x.n
    for at, (left, right, most) in enumerate(x.rules, 1):
        for i in range(left - 1, right):
            caps[i] = min(caps[i], most - (at in whole(x.which)))
    return whole(x.product) == caps and x.w == prod(caps)


@cache
def odd_after(given, at):
    return sum(1 + odd_after(given, j) for j in range(at + 1, len(given)) if comb(given[at], given[j]) % 2)


@cache
def halved(n, d):
    return 1 + sum(halved(i, d) for i in range(1, n // d + 1))


def of_one_root(x):
    """The tables of numbers that are one number times powers of both factors, and the subsets of such a table."""
    for u in whole(x.units):
        table = [[u * x.a**i * x.b**j for j in range(x.n) if u * x.a**i * x.b**j <= x.n] for i in range(x.n)]
        if [len(line) for line in table if line] != whole(x.shape) or not (u % x.a and u % x.b):
            return False
    cells = [cell for line in table for cell in line]
    return x.w == sum(not any(x.a * c in s or x.b * c in s for c in s) for s in subsets(cells))


def powers(x):
    tables = [
        (int(line.split()[-3]), len(whole(re.search("from(.*):", line)[1]))) for line in x.before if ":" in line
    ]
    return x.w == x.exact and whole(x.product) == [n for table in tables for n in table]


def layered(x):
    """The most layers, and how many blocks they have."""
    counts = [sum(range(x.start, x.start + layers)) for layers in range(1, 30)]
    blocks = max(count for count in counts if count <= x.white + x.black)
    return counts.index(blocks) + 1, blocks


def painted(x):
    found = Counter({0: 1})
    for size in range(x.a, x.b + 1):
        found = found + Counter({s + size: ways for s, ways in found.items()})
    return x.a == x.start and whole(x.row) == [found[i] for i in range(max(found) + 1)]


def even_ones(x, m):
    return solve({"kind": "set-parities", "n": x.n, "m": m, "odd": 0}) if m > 1 else 1 - m


def signed(x):
    """Even numbers of lowered conditions are added, odd ones taken away."""
    found = [int(line.split()[-1]) * (-1) ** len(whole(re.search(r"\[(.*)\]", line)[1])) for line in x.before]
    return x.w == x.exact and whole(re.sub("([-+]) ", r"\1", x.terms)) == found


LINES = {
    "small-steps": {
        "beginnings of {size} numbers that end in 1, ..., {to}: " + ROW: ended,
        "of {m} numbers, ending in {at}: {w}": lambda x: (x.m, x.at, x.w) == (x.n, x.last, x.exact),
    },
    "inversions": {
        "the last number is in {a} - {b} = {c} inversions; left for the others: {rest}": lambda x: (
            (x.a, x.b, x.rest) == (x.n, x.last, x.k - (x.n - x.last))
        ),
        "orders of {m} numbers with 0, 1, 2, ... inversions: " + ROW: lambda x: (
            whole(x.row) == inverted(x.m)[: x.k - (x.n - x.last) + 1]
        ),
        "with {rest} of them: {w}": lambda x: (x.rest, x.w) == (x.k - (x.n - x.last), x.exact),
    },
    "heaps": {
        "{m} stands at place {at}, below which nothing hangs; the places that hang at 1, 2, ... without it, themselves "
        "included: " + ROW: lambda x: (x.m, x.at, whole(x.row)) == (x.n, x.place, below(x)),
        "{m}! divided by all of these numbers": lambda x: x.m == x.n - 1,
        **FACTORIAL,
    },
    "earlier-orders": {"{small} instead of {item} at place {at}: {how:[0-9! /*()]+} = {w}": smaller, **TOTAL},
    "no-three-down": {"beginning {start:[0-9 ]+}, ways to go on: {w}": beginning, **TOTAL},
    "ups-and-downs": {
        "of 1 number, by the rank of the last: 1": lambda x: not x.before,
        "of {m} numbers, by the rank of the last: " + ROW: lambda x: (
            whole(x.row) == [ranked(x.signs[: x.m - 1], i) for i in range(1, x.m + 1)]
        ),
        **TOTAL,
    },
    "tableaux": {
        "hooks of row {r}: " + ROW: lambda x: whole(x.row) == hooks(x),
        "{m}! divided by all hooks": lambda x: x.m == sum(x.rows),
        **FACTORIAL,
    },
    "apart": {
        "orders of boys: {b}! = {w}": lambda x: x.b == x.boys,
        "teachers into different gaps: C({a}, 2) * 2 = {w}": lambda x: x.a == x.boys + 1,
        "then girls into different gaps: {a} * {b} * C({c}, {d}) * {e}! = {w}": lambda x: (
            (x.a, x.b, x.c, x.d, x.e)
            == (factorial(x.boys), x.boys * (x.boys + 1), x.boys + 3, x.girls, x.girls)
        ),
        "teachers into one gap, one girl between them, the others into the {g} gaps beside this block and the boys: "
        "{a} * 2 * {b} * {c} * C({d}, {e}) * {f}! = {w}": lambda x: (
            (x.g, x.a, x.b, x.c, x.d, x.e, x.f)
            == (x.boys + 2, factorial(x.boys), x.boys + 1, x.girls, x.boys + 2, x.girls - 1, x.girls - 1)
        ),
        **TOTAL,
    },
    "equal-neighbours": {
        "{j} of {p} pairs equal: C({a}, {b}) * {c} * {d}^{e} = {w}": lambda x: (
            HOW[x.how](x.j, x.k)
            and (x.p, x.a, x.b, x.c, x.d, x.e) == (x.n - 1, x.n - 1, x.j, x.m, x.m - 1, x.n - 1 - x.j)
        ),
        **TOTAL,
    },
    "rising-or-zero": {
        "to a{i}, by the last number other than 0 (first: none): " + ROW: risen,
        "without the one of zeros only: {a} - 1 = {w}": lambda x: x.w == x.exact,
    },
    "bounded-sums": {
        "a1 to a{i}, ways to sums 0, ..., {to}: " + ROW: lambda x: (
            x.to == x.goal
            and whole(x.row) == first_of(folded(x.low[: x.i], x.high[: x.i], int.__add__), x.goal)
        ),
        **TOTAL,
    },
    "xor-equations": {
        "a1 to a{i}, ways to each XOR from 0 to {to}: " + ROW: lambda x: (
            whole(x.row) == first_of(folded(x.low[: x.i], x.high[: x.i], int.__xor__), x.to)
        ),
        "ways to {at}: {w}": lambda x: (x.at, x.w) == (x.goal, x.exact),
    },
    "and-or": {"to b{i}, ways with each last number from 0 to {to}: " + ROW: fitting, **TOTAL},
    "range-maxima": {
        "conditions with one less [{which:none|[0-9, ]+}]: {product:[0-9 *]+} = {w}": lowered,
        "plus for an even number of them, minus for an odd one: {terms:[-+0-9 ]+} = {w}": signed,
    },
    "odd-binomials": {
        "C(x, y) is odd where each binary digit 1 of y is one of x": lambda x: not x.before,
        "beginning with {head}: {how:[0-9 +()]+ = |}{w}": lambda x: (
            x.w == odd_after(tuple(x.given), x.given.index(x.head))
            and sum(whole(x.how.replace("=", ""))) == x.w
        ),
        **TOTAL,
    },
    "palindromes-inside": {
        "a palindrome of two or more digits has two equal digits next to each other, or with one digit between them": (
            lambda x: not x.before
        ),
        "numbers below {b} without equal digits one or two places apart: {sum:[0-9 +=]+}": lambda x: (
            x.b in (x.low, x.high + 1)
            and comes_to(x.sum, x.b - 1 - solve({"kind": "palindromes-inside", "low": 1, "high": x.b - 1}))
        ),
        "numbers: {a} - {b} + 1 = {w}": lambda x: (x.a, x.b) == (x.high, x.low),
        "{a} - ({b} - {c}) = {w}": lambda x: (x.a, x.w) == (x.high - x.low + 1, x.exact),
    },
    "bracketings": {
        "numbers {i} to {j}: {count} values": lambda x: x.count == len(between(x)),
        "numbers {i} to {j}: {row:-?[0-9]+(?: -?[0-9]+)*}": lambda x: whole(x.row) == sorted(between(x)),
        "different values in all: {w}": lambda x: x.w == x.exact,
    },
    "products": {
        "with numbers up to {to}, sums of products of 0, ..., {most} of them: " + ROW: lambda x: (
            x.most == x.k
            and whole(x.row)
            == [sum(map(prod, combinations([i for i in x.numbers if i <= x.to], j))) for j in range(x.k + 1)]
        ),
        "each in {a}! orders: {b}! * {c} = {w}": lambda x: (x.a, x.b, x.w) == (x.k, x.k, x.exact),
    },
    "halving-chains": {
        "chains that begin with 1, ..., {m}: " + ROW: lambda x: (
            x.m == x.n // x.d and whole(x.row) == [halved(i, x.d) for i in range(1, x.m + 1)]
        ),
        "sums of these: " + ROW: lambda x: (
            whole(x.row) == [*accumulate(halved(i, x.d) for i in range(1, x.n // x.d + 1))]
        ),
        "1 + {a} = {w}": lambda x: x.w == x.exact == 1 + x.a,
    },
    "multiples-free": {
        "tables with lines of {shape:[0-9 ]+} numbers, from {units:[0-9 ]+}: {w} subsets each": of_one_root,
        "{product:[0-9^ *]+} = {w}": powers,
    },
    "more-ones": {
        "turn the digits of T round: then S and T together have at least {a} + {b} ones, and any such {c} digits will "
        "do": lambda x: (x.a, x.b, x.c) == (x.m, x.k, x.n + x.m),
        "C({a}, {b}) = {w}": lambda x: (x.a, x.b) == (x.n + x.m, x.m + x.k + len(x.before) - 1),
        **TOTAL,
    },
    "sizes-modulo": {
        "subsets of {e} elements by the remainder 0, ..., {to} of their size: " + ROW: lambda x: (
            x.to == x.k - 1
            and whole(x.row) == [sum(comb(x.e, j) for j in range(i, x.e + 1, x.k)) for i in range(x.k)]
        ),
        "with the remainder {at}: {w}": lambda x: (x.at, x.w) == (x.r, x.exact),
    },
    "towers": {
        "{layers} layers: {sum:[0-9 +=]+}": lambda x: (
            x.layers == layered(x)[0]
            and whole(x.sum)
            == [*range(x.start, x.start + x.layers), layered(x)[1]][: -1 if x.layers == 1 else None]
        ),
        "of {a} + {b} = {w}": lambda x: (x.a, x.b) == (x.white, x.black),
        "ways to 0, 1, 2, ... white blocks in layers of {a} to {b}: " + ROW: painted,
        "from {a} to {b} white blocks: {sum:[0-9 +=]+}": lambda x: (
            (x.a, x.b) == (max(0, layered(x)[1] - x.black), min(x.white, layered(x)[1]))
            and comes_to(x.sum, x.exact)
        ),
    },
    "set-parities": {
        "non-empty subsets: 2^{a} - 1 = {w}": lambda x: x.a == x.n,
        "f(j): sequences of j different sets, all elements even": lambda x: x.before,
        "f(0): 1": lambda x: x.before,
        "f(1): 0": lambda x: x.before,
        "f({j}): P({a}, {b}) - {c} - {d} * ({e} - {g}) * {h} = {w}": lambda x: (
            (x.a, x.b, x.c, x.d, x.e, x.g, x.h, x.w)
            == (
                *(2**x.n - 1, x.j - 1, even_ones(x, x.j - 1), x.j - 1),
                *(2**x.n - 1, x.j - 2, even_ones(x, x.j - 2), even_ones(x, x.j)),
            )
        ),
        "the other sequences, equally many for each set of odd elements: (P({a}, {b}) - {c}) / {d} = {w}": lambda x: (
            (x.a, x.b, x.c, x.d, x.w) == (2**x.n - 1, x.m, even_ones(x, x.m), 2**x.n - 1, x.exact)
        ),
    },
    "rising-digits": {
        "{size} digits, the first is {to}: C({a}, {b}) = {value}": lambda x: (
            (x.a, x.b) == (2**x.k - 1 - x.to, x.size - 1)
            and x.to >= x.first
            and x.to * 2 ** (x.k * x.b) < 2**x.w
        ),
        **TOTAL,
    },
}
LINES = {kind: {**lines, **RUNNING, **REMAINDER} for kind, lines in LINES.items()}


def first_of(found, last):
    return [found[i] for i in range(last + 1)]


def between(x):
    return values(tuple(x.numbers[x.i - 1 : x.j]), x.signs[x.i - 1 : x.j - 1])


class TestCountingSequences(Recounted):
    id = "counting-sequences"
    named = True
    sentences, readers, brute, recount = SENTENCES, READERS, BRUTE, solve
    lines = LINES

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
