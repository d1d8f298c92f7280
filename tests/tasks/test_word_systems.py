"""Word systems: a reader of the English text alone must come to the answer; eliminations line by line; symmetries."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import permutations

from hypothesis import given

import rlvr
from rlvr.conformance.promises import SEEDS, Promises
from rlvr.generators.word_problems.word_systems import generate

SPEC = rlvr.get("word-systems")

# --- A reader of the stories: sentence patterns to equations over names; nothing of the payload is looked at -------

REMARK = r".*\bthe town hall\b.*"
PLACE = "(?:the|a) [a-z]+(?: [a-z]+)*"
NO_NEWS = (
    rf"Here is a problem about {PLACE}\.|Give a whole number\.|The answer is a whole number\."
    rf"|Answer with a whole number in digits\.|At {PLACE}, things of the same sort are all alike\."
    r"|Each [a-z]+ works at a steady rate of its own\.|A [a-z]+ is (rect|tri)angular\."
    r"|A [a-z]+ goes at a steady speed, which the [a-z]+ adds to or takes away from\."
)
COUNT = (
    r"All these animals together have ([0-9]+) heads|There are ([0-9]+) (?:vehicles|coins|parcels) in the .*"
    r"|The theatre sold ([0-9]+) tickets that evening|The guest house has ([0-9]+) rooms"
    r"|The journey took ([0-9]+) hours in total|The melt weighs ([0-9]+) kilograms"
    r"|The saver has \$([0-9]+) in total at the start of the year"
)
TOTAL = (
    r"All (?:these animals|the vehicles) together have ([0-9]+) (?:legs|wheels)"
    r"|The coins in the jar are worth ([0-9]+) cents in total|The tickets of that evening brought in \$([0-9]+)"
    r"|The parcels in the freight lift weigh ([0-9]+) kilograms in total"
    r"|The guest house is full when ([0-9]+) guests sleep there|The journey was ([0-9]+) kilometres long in total"
    r"|The melt contains ([0-9]+) kilograms of copper|The interest of the first year is \$([0-9]+) in total"
)
MEANING = (
    r"(legs|wheels?|\$[0-9]+|kilograms) each$|sleep exactly [0-9]+$|the speed was [0-9]+ [a-z ]+$|% copper$"
    r"|% interest a year$"
)
TIMES = r"(twice|[0-9]+ times)"
DONE = "(?:bolts were made|litres were moved|labels were printed|bricks were laid)"
UNIT = r"(?: (?:hours|metres))?"


def split(text):
    return re.split(r", | and ", text)


def factor(text):
    return 1 if text is None else 2 if text == "twice" else int(text.split()[0])


def unknown(text):
    """The name of an unknown without the words around it."""
    text = re.sub(r"^(The|Side|By|On)\b", lambda m: m[0].lower(), text)
    text = re.sub(r"^the (number|weight) of (hours |dollars in )?", "", text)
    text = re.sub(r"^[a-z]+ that ([A-Z][a-z]+) has$", r"\1", text)
    return re.sub(r" sold$| in kilograms$|^the ", "", text)


class Reader:
    def __init__(self, prompt):
        self.rows, self.weights, self.names, self.question = [], {}, [], None
        prompt = re.sub(r"\n\n(Write|Put|Give) .*<answer>.*$", "", prompt).replace("Question: ", "")
        prompt = re.sub(rf"This is what is known about {PLACE}, and it is enough:", "", prompt)
        sentences = re.split(r"(?<=[.?])\s+", prompt)
        for sentence in sentences:  # the kinds of things first
            self.kinds(sentence[:-1])
        for sentence in sentences:
            if sentence.endswith("?"):
                self.question = sentence
            elif not re.fullmatch(NO_NEWS, sentence) and not re.fullmatch(REMARK, sentence):
                assert self.fact(sentence[:-1]), sentence

    def kinds(self, s):
        s = s[0].lower() + s[1:] if s else s
        if found := re.search(
            r"(?:there are only|holds only|sold only|carries only|has only|money in|traveller went|foundry melts) (.*?)"
            r"(?:, for a whole.*|, and nowhere else| together, and nothing else)?$",
            s,
        ):
            self.names = [name.strip() for name in split(found[1])]
            assert all(self.names), s
            self.weights.update({n: int(n.split("-")[0]) for n in self.names if n.endswith("-cent coins")})
        elif re.search(MEANING, s):
            for part in split(s):
                name = re.match(r"(.*?),? (?:have|cost|weigh|sleep|the speed|is|pays) ", part)[1]
                self.weights[name] = int(re.search("[0-9]+", part.removeprefix(name))[0])

    def say(self, terms, right):
        self.rows.append(({unknown(name): Fraction(c) for name, c in terms}, Fraction(right)))

    def fact(self, s):
        if re.search("only|nowhere else|nothing else|for a whole number of hours each", s) or re.search(
            MEANING, s
        ):
            return True
        if found := re.fullmatch(COUNT, s):
            self.say([(name, 1) for name in self.names], found[found.lastindex])
        elif found := re.fullmatch(TOTAL, s):
            scale = 100 if "copper" in s or "interest" in s else 1
            self.say([(name, self.weights[name]) for name in self.names], scale * int(found[found.lastindex]))
        elif found := re.fullmatch(r"([0-9]+ .*?) (?:cost|weigh|hold|last|take) \$?([0-9]+)(?: [a-z ]+)?", s):
            terms = [part.split(" ", 1) for part in split(found[1])]
            self.say([(self.one(name), int(n)) for n, name in terms], found[2])
        elif found := re.fullmatch(rf"On [A-Z][a-z]+, with (.*), ([0-9]+) {DONE}", s):
            terms = [
                re.fullmatch(r"([a-z]+ [A-E])(?: running)? for ([0-9]+) hours", p).groups()
                for p in split(found[1])
            ]
            self.say([(name, int(hours)) for name, hours in terms], found[2])
        elif found := re.fullmatch(r"(\w+) is ([0-9]+) years older than (\w+)", s):
            self.say([(found[1], 1), (found[3], -1)], found[2])
        elif found := re.fullmatch(
            rf"In ([0-9]+) years, (\w+) will be {TIMES} as old as (\w+) will be then", s
        ):
            self.say([(found[2], 1), (found[4], -factor(found[3]))], (factor(found[3]) - 1) * int(found[1]))
        elif found := re.fullmatch(rf"([0-9]+) years ago, (\w+) was {TIMES} as old as (\w+) was then", s):
            self.say([(found[2], 1), (found[4], -factor(found[3]))], (1 - factor(found[3])) * int(found[1]))
        elif found := re.fullmatch(r"The ages of (.*) add up to ([0-9]+) years now", s):
            self.say([(name, 1) for name in split(found[1])], found[2])
        elif found := re.fullmatch(r"In ([0-9]+) years, the ages of (.*) will add up to ([0-9]+) years", s):
            self.say([(name, 1) for name in split(found[2])], int(found[3]) - 2 * int(found[1]))
        elif found := re.fullmatch(r"(.*) have ([0-9]+) [a-z]+ together", s):
            self.say([(name, 1) for name in split(found[1])], found[2])
        elif found := re.fullmatch(r"The perimeter of this [a-z]+ is ([0-9]+) metres", s):
            self.perimeter = int(found[1])
        elif found := re.fullmatch(
            r"(With|Against) the ([a-z]+), the ([a-z]+) covers ([0-9]+) kilometres in ([0-9]+) hours", s
        ):
            sign = 1 if found[1] == "With" else -1
            hours = int(found[5])
            self.say(
                [("speed of the " + found[3], hours), ("speed of the " + found[2], sign * hours)], found[4]
            )
        elif found := re.fullmatch(rf"The sum of (.*) and (.*) is ([0-9]+){UNIT} more than (.*)", s):
            self.say([(found[1], 1), (found[2], 1), (found[4], -1)], found[3])
        elif found := re.fullmatch(rf"(.*) and (.*) add up to ([0-9]+){UNIT}", s):
            self.say([(found[1], 1), (found[2], 1)], found[3])
        elif found := re.fullmatch(rf"(.*) is ([0-9]+){UNIT} more than (?:{TIMES} )?(.*)", s):
            self.say([(found[1], 1), (found[4], -factor(found[3]))], found[2])
        elif found := re.fullmatch(rf"(.*) is {TIMES} (.*)", s):
            self.say([(found[1], 1), (found[3], -factor(found[2]))], 0)
        else:
            return False
        return True

    @staticmethod
    def one(name):
        odd = {
            "scarves": "scarf",
            "shelves": "shelf",
            "speeches": "speech",
            "sketches": "sketch",
            "benches": "bench",
        }
        return odd.get(name, name.removesuffix("s"))

    def asked(self):
        for pattern in (
            r"How many [a-z]+ does one (\w+) [a-z ]+\?",
            r"How many [a-z]+ does ([a-z]+ [A-E]) [a-z]+ in one hour\?",
            r"How old is (\w+) now, in years\?",
            r"How many [a-z]+ does (\w+) have\?",
            r"What is (?:the )?(.*?)(?: when there is no [a-z]+)?, in [a-z ]+\?",
            r"How many kilograms of (.*) are melted\?",
            r"How many dollars are in (.*) at the start of the year\?",
            r"For how many hours did the traveller go (.*)\?",
            r"How many (.*?) (?:are|were) (?:there|sold|in the .*)\?",
        ):
            if found := re.fullmatch(pattern, self.question):
                return found[1]
        raise AssertionError(self.question)

    def answer(self):
        names = sorted({name for row, _ in self.rows for name in row})
        if hasattr(self, "perimeter"):
            names = ["length", "width"] if "length" in names else ["side a", "side b", "side c"]
            self.say([(name, 4 - len(names)) for name in names], self.perimeter)
        assert len(names) == len(self.rows)
        matrix = [[row.get(name, Fraction(0)) for name in names] for row, _ in self.rows]
        at = names.index(self.asked())
        top = [[*row[:at], right, *row[at + 1 :]] for row, (_, right) in zip(matrix, self.rows, strict=True)]
        return determinant(top) / determinant(matrix)


def determinant(matrix):
    """The sum over all permutations: slow, and a different method from elimination."""
    total = Fraction(0)
    for order in permutations(range(len(matrix))):
        product = Fraction(1)
        for i, j in enumerate(order):
            product *= matrix[i][j]
            if not product:
                break
        inversions = sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order)))
        total += -product if inversions % 2 else product
    return total


class TestWordSystems(Promises):
    id = "word-systems"
    calculates = False  # equations in unknowns; see below
    alphabet = "0123456789+-,. "
    right = (*Promises.right, "+{}", "0{}")
    wrong = (*Promises.wrong, "-{}", "{}.5", "{} + 0", "x = y = {}")

    def oracle(self, prompt):
        return Reader(prompt).answer()

    @given(SEEDS)
    def test_every_line_of_the_elimination_follows(self, seed):
        for level in SPEC.levels:
            task = SPEC.task(level, seed)
            *lines, _ = task.trace.splitlines()
            problem = task.payload["problem"]
            rows, final = {}, ""
            for line in lines:
                if re.match("[xyzuv]: ", line):
                    continue
                number, step, made, short = re.fullmatch(
                    r"(?:\((\d+)\) )?(?:(.*?): )?([^,]*)(?:, (.*))?", line
                ).groups()
                row, final = row_of(made), short or made
                if step:
                    low, one, sign, up, other = re.fullmatch(STEP, step).groups()
                    low, up = int(low or 1), int(sign + (up or "1"))
                    assert row == [low * p + up * q for p, q in zip(rows[one], rows[other], strict=True)], line
                elif number:
                    assert row == padded(problem["equations"][int(number) - 1]), line
                if short:
                    less = row_of(short)
                    assert (
                        len({Fraction(p, q) if q else p for p, q in zip(row, less, strict=True) if p or q}) == 1
                    ), line
                    row = less
                rows[number] = row
            assert final == f"{problem['ask']} = {task.answer}"
            assert [re.split(": |, ", line)[-1] for line in lines].count(final) == 1

    @given(SEEDS)
    def test_the_equations_are_those_of_the_text(self, seed):
        """Fact by fact, but for which unknown is which."""
        for level in SPEC.levels:
            task = SPEC.task(level, seed)
            reader = Reader(task.prompt)
            reader.answer()
            stated = [([int(c) for c in row.values()], int(right)) for row, right in reader.rows]
            equations = task.payload["problem"]["equations"]
            assert sorted(map(shape, stated)) == sorted(shape(equation) for equation in equations), task.id

    @given(SEEDS)
    def test_no_fact_can_be_left_out(self, seed):
        for level in SPEC.levels:
            task = SPEC.task(level, seed)
            problem = task.payload["problem"]
            equations = problem["equations"]
            assert len(equations) == SPEC.params(level)["unknowns"]
            assert all(sum(map(bool, row)) >= 2 for row, _ in equations)
            for out in range(len(equations)):
                fewer = problem | {"equations": equations[:out] + equations[out + 1 :]}
                assert not SPEC.confirms(task.payload | {"problem": fewer}, task.answer)

    def test_order_does_not_matter_to_the_fingerprint_and_numbers_do(self):
        seen = {}
        for seed in range(400):
            draft = generate(random.Random(seed), unknowns=3, largest=40, distractors=0)
            again = generate(OtherOrder(seed), unknowns=3, largest=40, distractors=0)
            assert again.payload["problem"]["equations"] == draft.payload["problem"]["equations"][::-1]
            assert again.canonical == draft.canonical
            assert seen.setdefault(repr(draft.canonical), draft.answer) == draft.answer
        assert len(seen) > 395

    def test_the_measure_of_work_counts_the_digits_of_the_products_of_the_elimination(self):
        """Of two equations one is left: each number of both is multiplied once, zeros and ones included."""
        for seed in range(60):
            draft = generate(random.Random(seed), unknowns=2, largest=40, distractors=0)
            rows = [[*row, right] for row, right in draft.payload["problem"]["equations"]]
            ((low, n, up, pivot),) = re.findall(
                r"\(3\) (?:([0-9]+)\*)?\(([12])\) [-+] (?:([0-9]+)\*)?\(([12])\):", draft.trace
            )
            products = [int(low or 1) * number for number in rows[int(n) - 1]]
            products += [int(up or 1) * number for number in rows[int(pivot) - 1]]
            assert draft.difficulty == sum(len(str(abs(product))) for product in products)

    @given(SEEDS)
    def test_remarks_do_not_change_the_answer(self, seed):
        for level in SPEC.levels:
            drafts = [generate(random.Random(seed), **SPEC.params(level) | {"distractors": n}) for n in (0, 6)]
            assert len({(draft.answer, repr(draft.canonical)) for draft in drafts}) == 1
            assert [draft.prompt.count("the town hall") for draft in drafts] == [0, 6]

    def test_every_kind_of_story_occurs(self):
        assert {self.kind(SPEC.task(level, seed)) for level in (1, 4) for seed in range(400)} == {
            *(
                "legs",
                "wheels",
                "coins",
                "tickets",
                "parcels",
                "rooms",
                "journey",
                "alloys",
                "interest",
                "baskets",
            ),
            *(
                "machine",
                "pump",
                "printer",
                "robot",
                "ages",
                "shares",
                "rectangular",
                "triangular",
                "boat",
                "plane",
            ),
        }


STEP = r"(?:(\d+)\*)?\((\d+)\) ([-+]) (?:(\d+)\*)?\((\d+)\)"


def row_of(text):
    """Coefficients of x, y, z, u, v and the right side of ``2*x - y = 5``."""
    left, right = text.split(" = ")
    row = dict.fromkeys("xyzuv", 0)
    for sign, c, letter in re.findall(r"(-?) ?(?:([0-9]+)\*)?([xyzuv])", left.replace("- ", "-")):
        row[letter] += int(f"{sign}{c or 1}")
    return [*row.values(), int(right)]


def shape(equation):
    """The coefficients in order, and the right side, the same for both signs."""
    row, right = equation
    return min(([sign * right], sorted(sign * c for c in row if c)) for sign in (1, -1))


def padded(equation):
    row, right = equation
    return [*row, *[0] * (5 - len(row)), right]


class OtherOrder(random.Random):
    """Puts the facts in another order, and everything else as before."""

    def shuffle(self, x):
        super().shuffle(x)
        x.reverse()
