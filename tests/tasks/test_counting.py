"""Counting: what is counted is read from each wording and counted by a third method, one by one where that is quick."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations, permutations, product
from math import comb, factorial, prod

import pytest
from exact_answers import SingleValues, question, read, whole

WORDINGS = {
    "anagrams": (
        "arrangements do the letters of <.word> have",
        "reordering all the letters of <.word>. The string (?P=word) itself counts",
        "Letter tiles spell <.word>. In how many visibly different orders",
    ),
    "apart": (
        "letters of <.word> have no two copies of <.letter> next to each other",
        "The letters of <.word> are reordered .* no <.letter> stands directly beside another (?P=letter)\\.",
        "letters of <.word> are laid .* between any two tiles with <.letter> there is at least one tile with another",
    ),
    "block": (
        r"letters of <.word> do the vowels \(A, E, I, O, U\) stand all next to each other",
        r"letters of <.word> and in which the vowels \(A, E, I, O, U\) form one unbroken block",
        r"letters of <.word> are .* No consonant may come between two vowels \(the vowels are A, E, I, O, U\)",
    ),
    "seats": (
        r"can <n> people \(<.who>\) sit in a row of (?P=n) seats if <.rules>\?",
        r"<n> people \(<.who>\), .* line up side by side, .* The conditions: <.rules>\. How",
        r"left to right, in which <n> people \(<.who>\) can .* exactly (?P=n) chairs, provided that <.rules>\. Exch",
        r"can <n> people \(<.who>\) sit at a <.ring> table with (?P=n) chairs if <.rules>\?",
        r"<n> people \(<.who>\), .* form a <.ring>, .* How many rings are there in which <.rules>\?",
        r"Count the <.ring> orders of <n> people \(<.who>\) in which <.rules>\. Exchanging",
    ),
    "numerals": (
        "How many <k>-digit .* from <list:digits> such that no digit is used twice and the number is <.kind>\\?",
        "Using each of the digits <list:digits> at most once, .* exactly <k> digits .* How many of them are <.kind>\\?",
        "A code is an? <.kind> integer of <k> different digits, all of them taken from <list:digits>;",
    ),
    "strings": (
        "strings of length <n> over the letters <.letters> (?=do|con)<.rule>contain <.pattern>(?: at| as)",
        "prints <n> letters .* one of <.letters>\\. Count the printouts that <.rule>contain <.pattern>(?: at| in)",
        "Each of <n> positions .* letters <.letters>\\. .* resulting string <.rule>contain <.pattern> as a sub",
    ),
    "menu": (
        "offers <a> soups, <b> salads, <c> main courses and <d> desserts\\. .* at most one dessert\\. How",
        "lists <a> soups, <b> salads, <c> main courses and <d> desserts\\. Count",
        "On the menu: <a> soups, <b> salads, <c> main courses, <d> desserts\\. ",
    ),
    "committee": (
        "committee of <k> people is chosen from <.groups>\\. How many different committees have <.rules>\\?",
        "From <.groups> a team of <k> is picked; .* Count the teams with <.rules>\\.",
        "can <k> people be selected from <.groups> so that the selection has <.rules>\\?",
    ),
    "share": (
        "can <n> identical coins be shared out completely among <.names> if <.rules>\\?",
        "<n> identical balls are put into boxes labelled <.names>, all .* in which <.rules>\\?",
        "give <n> indistinguishable vouchers to <.names> so that none is left over and <.rules>\\. Only",
    ),
    "onto": (
        "<n> different books .* on <k> different .* exactly <e> of the shelves stay empty and .* exactly <r>\\?",
        "Each of <n> different guests .* one of <k> numbered .* exactly <r> of the guests .* exactly <e> of the rooms",
        "with <n> elements to {1, 2, ..., <k>} .* value 1 exactly <.times> and miss exactly <e> of the (?P=k) values",
    ),
    "subset": (
        "subsets of {1, 2, ..., <n>} have exactly <k> .*, <.rule>contain <fixed>, and .* by at least <g>\\?",
        "Of <n> parking .* numbered 1 to (?P=n), exactly <k> are .* at least <g>, and space <fixed> is <.rule>marked",
        "pick <k> different days out of the days 1 to <n> such .* at least <g> apart .* differ by (?P=g) or more\\) and"
        " day <fixed> is <.rule>among",
    ),
    "multiples": (
        "the integers from <low> to <high>, both included, are divisible by <.which> of <list:numbers>\\?",
        "from <low> to <high>\\. .* a multiple of <.which> of the numbers <list:numbers>\\.",
        "integers with <low> <= n <= <high>\\. For how many n is n divisible by <.which> of <list:numbers>\\?",
    ),
    "hats": (
        "<n> people, numbered 1 to (?P=n), .* exactly <k> of the people 1 to <m> get their own hat",
        "permutations of 1, 2, ..., <n> leave exactly <k> of the numbers 1, ..., <m> at their own place",
        "<n> different letters belong in (?P=n) different .* first <m> letters, exactly <k> (?:is|are) in the right",
    ),
    "paths": (
        r"from \(0, 0\) to \(<a>, <b>\) in steps .* How many such paths <.rules>\?",
        r"from the point \(0, 0\) to the point \(<a>, <b>\) if .* counted are those that <.rules>\. ",
        r"makes <a> moves \(x, y\) -> \(x \+ 1, y\) and <b> moves \(x, y\) -> \(x, y \+ 1\) .* these routes <.rules>\?",
    ),
    "colour": (
        "regions of a map are <.vertices>\\. .* regions are <.edges>\\. .* get one of <q> colours",
        "has the vertices <.vertices> and the edges <.edges>\\. Count its proper colourings with <q> given",
        "stations <.vertices> gets one of <q> frequencies\\. .* pairs are <.edges>\\. How",
    ),
    "parts": (
        "can <n> be written as a sum of exactly <k> positive integers, none of them greater than <m>, if the order",
        "partitions of <n> into exactly <k> positive parts, each at most <m>\\.",
        "<n> identical balls are put into <k> identical boxes, at least 1 and at most <m> into each\\.",
    ),
    "change": (
        "an amount of <n> be paid with coins worth <list:coins>\\?",
        "coins that are worth <n> in all, if coins of the values <list:coins> may be used",
        "Weights of <list:coins> grams are .* a total of exactly <n> grams",
    ),
    "necklace": (
        "A closed necklace is made of <.beads>\\. .* if necklaces that <.same>\\?",
        "^<.beads> are placed evenly on a circle; .* where arrangements that <.same>\\. ",
        "ways can <.beads> be threaded on a closed ring, .* if rings that <.same>\\?",
    ),
}


def orders(counts):
    return factorial(sum(counts)) // prod(map(factorial, counts))


def anagrams(word):
    return orders(Counter(word).values())


def apart(word, letter):
    """By inclusion and exclusion over the neighbours that are glued together."""
    k, others = word.count(letter), list(Counter(word.replace(letter, "")).values())
    return sum((-1) ** j * comb(k - 1, j) * orders([k - j, *others]) for j in range(k))


def block(word):
    vowels, others = re.sub("[^AEIOU]", "", word), re.sub("[AEIOU]", "", word)
    return anagrams(vowels) * anagrams(others) * (len(others) + 1)


def seats(n, who, rules, ring=""):
    """Those kept apart are first glued into chains in all ways: inclusion and exclusion."""
    groups = {country: int(count) for count, country in re.findall(r"(\d+) from (\w+)", who)}
    together = re.findall(
        r"the (\d+) from (\w+) are in neighbouring places, in any order among themselves", rules
    )
    loose = re.findall(
        r"no two of the (\d+) from (\w+) are next|the (2) from (\w+) are not next to each other", rules
    )
    loose = [tuple(filter(None, pair)) for pair in loose]
    assert sorted(groups.items()) == sorted((country, int(count)) for count, country in together + loose)
    ordered = re.search(
        r"((?:[A-Z]\w+(?:, | and ))+[A-Z]\w+) appear in this order from left to right, with or", rules
    )
    rest = n - sum(groups.values())
    assert whole(who)[-1] == rest if "others" in who else ordered[1] in who
    singles = [*[1] * rest, *(int(count) for count, _ in together)]
    kept = sum(int(count) for count, _ in loose)
    chains = [
        ((-1) ** (kept - s) * comb(kept - 1, s - 1) * factorial(kept) // factorial(s), s)
        for s in range(1, kept + 1)
    ]
    total = sum(ways * factorial(len(singles) + s - bool(ring)) for ways, s in chains or [(1, 0)])
    assert ring in ("", "round", "ring", "circular")
    return (
        total * prod(map(factorial, singles)) // (factorial(len(ordered[1].split(" ")) - 1) if ordered else 1)
    )


def numerals(k, digits, kind):
    step, rest = {"even": (2, 0), "odd": (2, 1), "divisible by 5": (5, 0)}[kind]
    return sum(d[0] != 0 and d[-1] % step == rest for d in permutations(digits, k))


def strings(n, letters, rule, pattern):
    """Letter by letter, by the last letters so far."""
    letters, ends = re.findall(r"\b[A-D]\b", letters), Counter([""])
    for _ in range(n):
        new = Counter()
        for end, ways in ends.items():
            for text in (end + letter for letter in letters):
                new[text[-len(pattern) :] if end != pattern else pattern] += ways
        ends = new
    assert rule in ("", "do not ", "not ")
    return sum(ways for end, ways in ends.items() if (end == pattern) == (rule == ""))


def menu(a, b, c, d):
    return a * c + b * c + (a + b) * c * d


def committee(k, groups, rules):
    counts = {name: int(count) for count, name in re.findall(r"(\d+) (\w+?)s?\b", groups)}
    bounds = {name: [0, count] for name, count in counts.items()}
    for words, name in re.findall(
        r"((?:(?:at least|at most|exactly) \d+(?: and at most \d+)?)|no) (\w+?)s?\b", rules
    ):
        numbers = whole(words) or [0]
        if "most" not in words:
            bounds[name][0] = numbers[0]
        if "least" not in words or "most" in words:
            bounds[name][1] = min(numbers[-1], counts[name])
        if "least" in words:
            bounds[name][0] = numbers[0]
    return sum(
        prod(map(comb, counts.values(), chosen))
        for chosen in product(*(range(low, high + 1) for low, high in bounds.values()))
        if sum(chosen) == k
    )


def share(n, names, rules):
    stated = {
        name: (int(low or 0), int(high or n))
        for name, low, high in re.findall(r"(\w+) gets (?:at least (\d+))?(?: and )?(?:at most (\d+))?", rules)
    }
    limits = [stated.pop(name, (0, n)) for name in re.findall(r"[A-Z]\w+", names)]
    assert not stated

    @cache
    def ways(left, at):
        if at == len(limits):
            return left == 0
        return sum(ways(left - mine, at + 1) for mine in range(limits[at][0], min(limits[at][1], left) + 1))

    return ways(n, 0)


@cache
def surjections(n, k):
    return k * (surjections(n - 1, k) + surjections(n - 1, k - 1)) if n and k else n == k


def onto(n, k, e, r=0, times=""):
    r = r or {"once": 1, "twice": 2}.get(times) or whole(times)[0]
    return comb(n, r) * comb(k - 1, e) * surjections(n - r, k - 1 - e)


def subset(n, k, g, fixed, rule):
    """By the smallest element; those with a number are all but those without it."""

    @cache
    def ways(low, k, without):
        if not k:
            return 1
        return sum(ways(first + g, k - 1, without) for first in range(low, n + 1) if first != without)

    assert rule in ("", "do not ", "not ")
    return ways(1, k, fixed) if rule else ways(1, k, 0) - ways(1, k, fixed)


def multiples(low, high, which, numbers):
    wanted = {"none": {0}, "exactly one": {1}, "at least one": {1, 2, 3}}[which]
    return sum(sum(n % number == 0 for number in numbers) in wanted for n in range(low, high + 1))


@cache
def derangements(n):
    return n * derangements(n - 1) + (-1) ** n if n else 1


def hats(n, m, k):
    """By how many of the others get their own by chance."""
    return comb(m, k) * sum(comb(n - m, j) * derangements(n - k - j) for j in range(n - m + 1))


def paths(a, b, rules):
    points = [tuple(map(int, point)) for point in re.findall(r"\((\d+), (\d+)\)", rules)]
    through = points.pop(0) if "pass through the point" in rules else None
    assert ("avoid" in rules) == bool(points)
    line = re.search(r"never go above the line y = x(?: \+ (\d+))? \(touching it is allowed\)", rules)
    slack = int(line[1] or 0) if line else b
    walks = Counter([(0, 0, through is None)])
    for _ in range(a + b):
        new = Counter()
        for (x, y, seen), ways in walks.items():
            for point in ((x + 1, y), (x, y + 1)):
                if point not in points and point[0] <= a and point[1] <= min(b, point[0] + slack):
                    new[(*point, seen or point == through)] += ways
        walks = new
    return walks[a, b, True]


def colour(vertices, edges, q):
    """A vertex whose neighbours are all joined has a free choice; else two of them are alike, or they are different."""
    near = {vertex: set() for vertex in re.findall(r"\b[A-J]\b", vertices)}
    for u, v in re.findall(r"\b([A-J])([A-J])\b", edges):
        near[u].add(v)
        near[v].add(u)

    def ways(near):
        if not near:
            return 1
        vertex = min(near, key=lambda v: len(near[v]))
        open_ = [(a, b) for a, b in combinations(near[vertex], 2) if b not in near[a]]
        if not open_:
            return (q - len(near[vertex])) * ways({v: near[v] - {vertex} for v in near if v != vertex})
        a, b = open_[0]
        joined = {v: near[v] | ({b} if v == a else {a} if v == b else set()) for v in near}
        alike = {
            v: {a if u == b else u for u in near[v] | (near[b] if v == a else set())} for v in near if v != b
        }
        return ways(joined) + ways(alike)

    return ways(near)


@cache
def parts(n, k, m):
    """With a part of the greatest size, or without one."""
    if min(n, k, m) <= 0:
        return int(n == k == 0)
    return parts(n - m, k - 1, m) + parts(n, k, m - 1)


def change(n, coins):
    first, *others = coins
    rests = (
        n - sum(map(int.__mul__, others, used)) for used in product(*(range(n // coin + 1) for coin in others))
    )
    return sum(rest >= 0 and rest % first == 0 for rest in rests)


def necklace(beads, same):
    """By Burnside, every symmetry being followed bead by bead."""
    counts = [int(count) for count in re.findall(r"(\d+) \w+ beads?\b", beads)]
    n = sum(counts)
    symmetries = [[(i + turn) % n for i in range(n)] for turn in range(n)]
    if same.startswith("can be turned or reflected into each other count as the same"):
        symmetries += [[(turn - i) % n for i in range(n)] for turn in range(n)]
    else:
        assert same.startswith(
            "differ only by a rotation count as the same, while mirror images count as different"
        )
    return sum(map(left_alone, symmetries, [tuple(counts)] * len(symmetries))) // len(symmetries)


def left_alone(symmetry, counts):
    cycles, seen = [], set()
    for start in range(len(symmetry)):
        if start not in seen:
            cycle = [start]
            while symmetry[cycle[-1]] != start:
                cycle.append(symmetry[cycle[-1]])
            seen.update(cycle)
            cycles.append(len(cycle))
    single, length = cycles.count(1) % len(cycles), max(cycles)
    found = 0
    for colours in product(range(len(counts)), repeat=single):
        left = [count - colours.count(i) for i, count in enumerate(counts)]
        if all(count >= 0 and count % length == 0 for count in left):
            found += orders([count // length for count in left])
    return found


EVENLY = "Every letter is used exactly once, and equal letters cannot be told apart."
PEOPLE = (
    "The people are all different.",
    "all of them different people",
    "Exchanging two people gives another order",
)
CONVENTIONS = {
    "anagrams": (
        "How many different arrangements do the letters of",
        "Count the distinct strings",
        "In how many visibly different orders can all of these tiles be laid in a row, the order shown included?",
    ),
    "apart": (
        EVENLY,
        "Count the distinct strings, made of all the letters,",
        "How many different rows are there, if tiles with the same letter look the same and all tiles are used?",
    ),
    "block": (
        f"in any order? {EVENLY}",
        "Count the distinct strings that use all the letters of",
        "How many different rows of all tiles are there, if tiles with the same letter look the same?",
    ),
    "row": PEOPLE,
    "circle": (
        f"{PEOPLE[0]} Seatings that differ only by a rotation count as one; mirror images count as different.",
        "Two rings are the same if everybody has the same left neighbour and the same right neighbour.",
        f"{PEOPLE[2]}; turning the whole circle gives the same order, reflecting it in general does not.",
    ),
    "numerals": ("The first digit must not be 0.", "(no leading zero)", "it does not start with 0"),
    "strings": (
        "Letters may be repeated, and not every letter has to occur.",
        "each of them one of",
        "In how many of all the ways to do so does",
    ),
    "menu": (
        "A meal is one soup or one salad (not both), then exactly one main course, then at most one dessert.",
        "a guest first takes either a soup or a salad, then a main course, and then either one dessert or none.",
        "one starter (a starter is a soup or a salad), one main course and, if they like, one dessert.",
    ),
    "committee": (
        "The members have no special roles, and the people are all different.",
        "the order of picking does not matter",
        "Two selections are different if they do not consist of exactly the same people.",
    ),
    "share": (
        "The people are different, and anybody may get none unless this is excluded.",
        "A box may stay empty unless this rules it out.",
        "Only how many each of them gets matters; a share of 0 is allowed unless a condition forbids it.",
    ),
    "onto": ("The order of the books on a shelf does not matter.", "Each of", "Count the functions"),
    "subset": (
        "any two of their elements differ by at least",
        "the numbers of any two marked spaces differ by at least",
        "The order of picking does not matter.",
    ),
    "hats": (
        "The other people, if there are any, may get any hat.",
        "Nothing is demanded of any other number.",
        "it does not matter where the others are",
    ),
    "paths": (
        "in steps of one unit to the right or one unit up",
        "every step adds 1 to exactly one of the two coordinates",
        "in some order",
    ),
    "colour": (
        "neighbouring regions get different colours? Not all colours have to be used, and the regions are disting",
        "the two ends of every edge must have different colours, and colours may stay unused",
        "Stations that disturb each other must not have the same frequency",
    ),
    "parts": (
        "if the order of the summands does not matter?",
        "Sums that differ only in the order of their parts are the same.",
        "How many different results are there?",
    ),
    "change": (
        "enough coins of each value, the order of the coins does not matter, and not every value has to be used.",
        "each as often as one likes or not at all. The order of coins does not matter.",
        "as many of each kind as one likes; weights of the same kind are identical.",
    ),
    "necklace": (
        "Beads of the same colour are identical. How many different necklaces",
        "beads of one colour look the same",
        "essentially different ways can",
    ),
}
COUNTS = (
    *(anagrams, apart, block, seats, numerals, strings, menu, committee, share, onto, subset),
    *(multiples, hats, paths, colour, parts, change, necklace),
)
SAME = {
    "anagrams": lambda p: "".join(sorted(p["word"])),
    "menu": lambda p: (*sorted(p["counts"][:2]), *p["counts"][2:]),
    "share": lambda p: (
        p["n"],
        *sorted((low, high or 99) for low, high in zip(p["low"], p["high"], strict=True)),
    ),
    "subset": lambda p: (p["n"], p["k"], p["g"], min(p["fixed"], p["n"] + 1 - p["fixed"]), p["held"]),
    "necklace": lambda p: (*sorted(p["counts"]), p["flips"]),
    "paths": lambda p: min(
        str([turn([p["a"], p["b"]]), sorted(map(turn, p["blocked"])), p["via"] and turn(p["via"]), p["slack"]])
        for turn in (list, lambda pair: pair[::-1])
    ),
}


class TestCounting(SingleValues):
    id = "counting"
    alphabet = "0123456789+-/,"
    conventions = CONVENTIONS

    def oracle(self, prompt):
        text = question(prompt)
        count, slots = next(
            (f, slots) for f in COUNTS if (slots := read(text, WORDINGS[f.__name__])) is not None
        )
        return int(count(**slots))

    @pytest.mark.parametrize("kind", SAME)
    def test_the_same_problem_has_one_fingerprint(self, kind):
        self.same_problems(SAME[kind], kinds=kind, size=1)

    def test_there_is_something_to_count(self):
        assert all(
            int(self.spec.task(level, seed).answer) > 0 for level in self.spec.levels for seed in range(50)
        )
