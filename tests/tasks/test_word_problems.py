"""Word problems: a reader of the English text alone must come to the answer; traces, symmetries, distractors."""

from __future__ import annotations

import random
import re
from fractions import Fraction

from hypothesis import given, settings

import rlvr
from rlvr.conformance.promises import SEEDS, Promises
from rlvr.generators.word_problems.endings import Ending
from rlvr.generators.word_problems.graph import Graph
from rlvr.generators.word_problems.settings import COLOURS, COUNTING, MEASURING, REMARKS
from rlvr.generators.word_problems.word_problems import generate

SPEC = rlvr.get("word-problems")

# --- A reader of the stories, which knows their words and sentence patterns, and nothing of the payload ----------


def any_of(words):
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"


GROUPS = [(COLOURS, [s.group]) for s in COUNTING if s.group] + [
    (s.adjectives, s.nouns) for s in MEASURING if s.nouns
]
WHO = any_of({f"the {word} {noun}" for words, nouns in GROUPS for word in words for noun in nouns})
WHO = rf"(?:{WHO}|[A-Z][a-z]+)"
DID = any_of({s.verb[1] for s in COUNTING})
DO = any_of({s.verb[0] for s in COUNTING})
WHAT = any_of({plural for s in COUNTING for plural in s.items})
MEASURE = any_of({s.measure[0] for s in MEASURING})
MEASURES = any_of({s.measure[1] for s in MEASURING})
UNIT = any_of({s.unit for s in MEASURING})
AMOUNT = rf"\$?([0-9]+)(?: {UNIT})?"
TIMES = r"(twice|[0-9]+ times)"
SHARES = {
    "half": Fraction(1, 2),
    "a third": Fraction(1, 3),
    "a quarter": Fraction(1, 4),
    "a fifth": Fraction(1, 5),
    "two thirds": Fraction(2, 3),
    "three quarters": Fraction(3, 4),
    "two fifths": Fraction(2, 5),
}
SHARE = "(" + "|".join(SHARES) + ")"
TERM = rf"(?:the number of {WHAT} {WHO} {DID}|the {MEASURE} of {WHO})"
UP = "(?:more|older|longer|heavier|further|higher)"
DOWN = "(?:less|fewer|younger|shorter|lighter|lower)"
BE = any_of({"is", "weighs", "saved", "lasts", "walked", "holds", "costs", "drove", "covers"})
MADE = rf"({WHAT}) that (.+?) {DID}"
NO_NEWS = (
    r"Here is what is known about [a-z ]+\.|The answer is a whole number\."
    r"|Read these facts about [a-z ]+ and answer the question below with a whole number\."
    r"|Work it out from this report on .*, and give a whole number\.|Give the number in digits\."
    r"|That is the report on [a-z ]+; not all of it need be of use\."
    r"|The nearest bus stop is .* away from .*\.|There are [0-9]+ old benches near .*\.|A bridge on the way to .*\."
    r"|The road to .* was repaired .* before\.|A radio near .* played for .*\.|A cat near .* slept for .*\."
    r"|A visitor needed .* to get to .*\.|A photographer took .* pictures of .*\.|The sign that shows .* letters\."
    r"|A newspaper printed .* lines about .*\."
)

REMARK = [re.sub(r"\\\{.\w*\\\}", ".*", re.escape(remark)) for remark in REMARKS]


def number(text):
    text = text.strip()
    if text in SHARES:
        return SHARES[text]
    return Fraction(2 if text == "twice" else int(text.split()[0]))


def split(text):
    return re.split(r", | and ", text)


class Reader:
    """Collects the equations that a text states, and works out what it asks by filling in one unknown at a time."""

    def __init__(self, text):
        self.rows = []
        self.question = None
        self.unit = "kilometres" if "kilometres" in text else ""
        text = re.sub(r"\n\n(Write|Put|Give) .*<answer>.*$", "", text)
        for sentence in re.split(r"(?<=[.?])\s+", text.replace("\n", " ").replace("Question: ", "")):
            if re.fullmatch(NO_NEWS, sentence):
                continue
            plain = re.sub(r"^(The|All|Of|Each)\b", lambda m: m[0].lower(), sentence)
            if sentence.endswith("?"):
                assert self.question is None
                self.question = plain
            else:
                self.state(plain[:-1])

    def say(self, x, terms, constant=0):
        """x = constant + the sum of factor * y."""
        row = {x: Fraction(1)}
        for y, factor in terms:
            assert y not in row
            row[y] = -Fraction(factor)
        self.rows.append((row, Fraction(constant)))

    def term(self, text):
        if found := re.fullmatch(rf"the number of ({WHAT}) ({WHO}) {DID}", text):
            return found[2], found[1]
        return re.fullmatch(rf"the {MEASURE} of ({WHO})", text)[1], ""

    def state(self, s):
        if found := re.fullmatch(rf"({TERM}) is (.+)", s):
            self.formal(self.term(found[1]), found[2])
        elif found := re.fullmatch(rf"(.+) add up to {AMOUNT}", s):
            if inner := re.fullmatch(rf"the {MEASURES} of (.+)", found[1]):
                terms = [(who, "") for who in split(inner[1])]
            else:
                terms = [self.term(t) for t in split(found[1])]
            self.rows.append((dict.fromkeys(terms, Fraction(1)), Fraction(found[2])))
        elif not self.ending(s):
            if found := re.fullmatch(rf"(.+?) {DID} ([0-9]+) (.+) in total", s):
                terms = [(who, what) for who in split(found[1]) for what in split(found[3])]
                self.rows.append((dict.fromkeys(terms, Fraction(1)), Fraction(found[2])))
            elif found := re.fullmatch(rf"({WHO}) {DID} (.+)", s):
                assert self.counted(found[1], found[2]), s
            else:
                self.measured(s)

    def formal(self, x, rest):
        if found := re.fullmatch(AMOUNT, rest):
            self.say(x, [], found[1])
        elif found := re.fullmatch(r"the sum of (.+)", rest):
            self.say(x, [(self.term(t), 1) for t in split(found[1])])
        elif found := re.fullmatch(rf"({TERM}) minus ({TERM})", rest):
            self.say(x, [(self.term(found[1]), 1), (self.term(found[2]), -1)])
        elif found := re.fullmatch(rf"([0-9]+)% (more|less) than ({TERM})", rest):
            sign = 1 if found[2] == "more" else -1
            self.say(x, [(self.term(found[3]), 1 + sign * Fraction(int(found[1]), 100))])
        elif found := re.fullmatch(rf"{AMOUNT} (more|less) than (?:{TIMES} )?({TERM})", rest):
            sign = 1 if found[2] == "more" else -1
            self.say(x, [(self.term(found[4]), number(found[3] or "1"))], sign * int(found[1]))
        else:
            found = re.fullmatch(rf"(?:{TIMES}|{SHARE} of) ({TERM})", rest)
            self.say(x, [(self.term(found[3]), number(found[1] or found[2]))])

    def counted(self, who, rest):
        def than(text, what):
            if found := re.fullmatch(rf"({WHO}) {DID} ({WHAT})", text):
                return found[1], found[2]
            return (who, text) if re.fullmatch(WHAT, text) else (re.fullmatch(WHO, text)[0], what)

        if found := re.fullmatch(rf"([0-9]+) ({WHAT})", rest):
            self.say((who, found[2]), [], found[1])
        elif found := re.fullmatch(rf"([0-9]+) ({WHAT}) an? ([a-z]+) for ([0-9]+) \3s", rest):
            self.say((who, found[2]), [], int(found[1]) * int(found[4]))
        elif found := re.fullmatch(rf"([0-9]+) dozen ({WHAT})", rest):
            self.say((who, found[2]), [], int(found[1]) * 12)
        elif found := re.fullmatch(rf"as many ({WHAT}) as (.+) together", rest):
            self.say((who, found[1]), [((other, found[1]), 1) for other in split(found[2])])
        elif found := re.fullmatch(rf"([0-9]+) more ({WHAT}) than {TIMES} ({TERM})", rest):
            self.say((who, found[2]), [(self.term(found[4]), number(found[3]))], found[1])
        elif found := re.fullmatch(rf"([0-9]+)(%?) (more|fewer) ({WHAT}) than (.+)", rest):
            step = int(found[1]) if found[3] == "more" else -int(found[1])
            factor = 1 + Fraction(step, 100) if found[2] else 1
            self.say((who, found[4]), [(than(found[5], found[4]), factor)], 0 if found[2] else step)
        elif found := re.fullmatch(rf"(?:{TIMES}|{SHARE}) as many ({WHAT}) as (.+)", rest):
            self.say((who, found[3]), [(than(found[4], found[3]), number(found[1] or found[2]))])
        else:
            return False
        return True

    def measured(self, s):
        if found := re.fullmatch(rf"({WHO}) {BE} {AMOUNT}(?: old| long| high)?", s):
            self.say((found[1], ""), [], found[2])
        elif found := re.fullmatch(rf"({WHO}) {BE} as [a-z]+ as (.+) together", s):
            self.say((found[1], ""), [((who, ""), 1) for who in split(found[2])])
        elif found := re.fullmatch(rf"({WHO}) {BE} (?:{TIMES}|{SHARE}) as [a-z]+ as ({WHO})", s):
            self.say((found[1], ""), [((found[4], ""), number(found[2] or found[3]))])
        elif found := re.fullmatch(rf"({WHO}) {BE} ([0-9]+)% (?:({UP})|{DOWN}) than ({WHO})", s):
            sign = 1 if found[3] else -1
            self.say((found[1], ""), [((found[4], ""), 1 + sign * Fraction(int(found[2]), 100))])
        else:
            found = re.fullmatch(rf"({WHO}) {BE} {AMOUNT} (?:({UP})|{DOWN}) than ({WHO})", s)
            assert found, s
            self.say((found[1], ""), [((found[4], ""), 1)], int(found[2]) if found[3] else -int(found[2]))

    def things(self, text):
        """What an ending is about, as terms to add up."""
        if found := re.fullmatch(rf"all the ({WHAT}) that were kept", text):
            return [("kept", 1)]
        if found := re.fullmatch(rf"(?:all )?the {MADE}", text):
            return [((who, found[1]), 1) for who in split(found[2])]
        return [((re.fullmatch(WHO, re.sub("^The ", "the ", text))[0], ""), 1)]

    def ending(self, s):
        for pattern, name, rule in (
            (r"([0-9]+) of (the .+) were given away, and the rest were kept", "kept", lambda k: (1, -k)),
            (r"(all .+) were put into [a-z ]+, ([0-9]+) in each [a-z ]+", "packed", lambda k: (1 / k, 0)),
            (r"(all .+) were shared equally among ([0-9]+) [a-z]+", "each", lambda k: (1 / k, 0)),
            (r"([0-9]+)% of (all .+?) were [-a-z ]+", "these", lambda k: (k / 100, 0)),
            (r"(all .+) were sold at \$([0-9]+) each", "sale", lambda k: (k, 0)),
            (r"(.+) was cut into pieces of ([0-9]+) metres each", "pieces", lambda k: (1 / k, 0)),
            (r"(.+) was sold at a price of \$([0-9]+) per [a-z]+", "sale", lambda k: (k, 0)),
            (r"(.+) was sent at a price of \$([0-9]+) per kilogram", "send", lambda k: (k, 0)),
            (r"(.+) spent all the savings on notebooks at \$([0-9]+) each", "notebooks", lambda k: (1 / k, 0)),
            (r"(.+) then took \$([0-9]+) out of the savings to buy a bag", "savings left", lambda k: (1, -k)),
            (r"(.+) was shown ([0-9]+) times", "showings", lambda k: (k, 0)),
            (r"(.+) (?:walked|drove) at a steady speed of ([0-9]+) kilometres per hour", "hours", lambda k: (1 / k, 0)),
            (r"(.+) collected \$([0-9]+) for charity for every kilometre", "charity", lambda k: (k, 0)),
            (r"(.+) was full, and then .* into bottles of ([0-9]+) litres each", "bottles", lambda k: (1 / k, 0)),
            (r"(.+) is empty, and a pump fills it with ([0-9]+) litres a minute", "minutes", lambda k: (1 / k, 0)),
            (r"a hotel bought ([0-9]+) of the same kind as (.+) at its price", "hotel", lambda k: (k, 0)),
            (r"(.+) yielded ([0-9]+) tonnes of hay per hectare", "hay", lambda k: (k, 0)),
            (r"(.+) was divided into plots of ([0-9]+) hectares each", "plots", lambda k: (1 / k, 0)),
        ):  # fmt: skip
            if found := re.fullmatch(pattern, s.replace("A hotel", "a hotel")):
                k, what = sorted(found.groups(), key=lambda text: not text.isdigit())
                factor, shift = rule(Fraction(k))
                terms = self.things(what)
                self.say(name, [(x, factor) for x, _ in terms], shift)
                if name == "these":
                    self.quality = s.rpartition(" were ")[2]
                    self.say("the others", [*terms, ("these", -1)])
                return True
        if found := re.fullmatch(r"each of these [a-z ]+ was sold for \$([0-9]+)", s):
            self.say("sale", [("packed", found[1])])
        elif found := re.fullmatch(r"of the money from this sale, \$([0-9]+) was spent on [a-z ]+", s):
            self.say("left", [("sale", 1)], -int(found[1]))
        elif found := re.fullmatch(
            r"(The rest of this|All the) money( from this sale)? was shared .* ([0-9]+) [a-z]+",
            s[0].upper() + s[1:],
        ):
            self.say("dollars each", [("left" if "rest" in found[1] else "sale", 1 / Fraction(found[3]))])
        else:
            return False
        return True  # fmt: skip

    def asked(self):
        """The asked quantity as (terms to add up, factor, constant)."""
        q = self.question
        fixed = {
            r"How many dollars did the sale bring in\?": "sale",
            r"How many dollars of the money from the sale were left\?": "left",
            r"How many dollars did each [a-z]+ get\?": "dollars each",
            r"How many [a-z -]+ did each [a-z]+ get\?": "each",
            r"How many [a-z ]+ were kept\?": "kept",
            r"How many [a-z ]+ were filled\?": "packed",
            r"How many of these [a-z ]+ were not [-a-z ]+\?": "the others",
            r"How many of these [a-z ]+ were [-a-z ]+\?": "these",
            r"How many pieces were there\?": "pieces",
            r"How many dollars did it cost to send .*\?": "send",
            r"How many notebooks did .* get\?": "notebooks",
            r"How many dollars were left of these savings\?": "savings left",
            r"How many minutes did these showings last in total\?": "showings",
            r"How many hours did (this take|.* walk)\?": "hours",
            r"How many dollars did .* collect\?": "charity",
            r"How many bottles did this fill\?": "bottles",
            r"After how many minutes is it full\?": "minutes",
            r"How many dollars did the hotel pay\?": "hotel",
            r"How many tonnes of hay was that\?": "hay",
            r"How many plots were there\?": "plots",
        }
        for pattern, name in fixed.items():
            if re.fullmatch(pattern, q):
                if name in ("these", "the others"):
                    assert q.endswith(f" {self.quality}?")
                return [name], 1, 0
        if found := re.fullmatch(rf"How many more ({WHAT}) did ({WHO}) {DO} than ({WHO})\?", q):
            return [(found[2], found[1]), (found[3], found[1])], -1, 0
        if found := re.fullmatch(rf"By how many {UNIT} is ({TERM}) more than ({TERM})\?", q):
            return [self.term(found[1]), self.term(found[2])], -1, 0
        if found := re.fullmatch(rf"How many ({WHAT}) did (.+?) {DO}( in total)?\?", q):
            assert bool(found[3]) == (" and " in found[2])
            return [(who, found[1]) for who in split(found[2])], 1, 0
        if found := re.fullmatch(rf"How many years old will ({WHO}) be in ([0-9]+) years\?", q):
            return [(found[1], "")], 1, int(found[2])
        if found := re.fullmatch(rf"How many years old was ({WHO}) ([0-9]+) years ago\?", q):
            return [(found[1], "")], 1, -int(found[2])
        if found := re.fullmatch(
            rf"How many dollars does ({WHO}) cost with delivery, which adds \$([0-9]+)\?", q
        ):
            return [(found[1], "")], 1, int(found[2])
        found = re.fullmatch(
            rf"What (?:is the {MEASURE}|do the {MEASURES}) of (.+?)(?: add up to)?, in ([a-z]+)\?", q
        )
        assert found, q
        small = {"centimetres": 100, "grams": 1000, "seconds": 60}
        if found[2] == "metres" and self.unit == "kilometres":
            small = {"metres": 1000}
        return [(who, "") for who in split(found[1])], small.get(found[2], 1), 0

    def answer(self):
        values = {}
        changed = True
        while changed:
            changed = False
            for row, constant in self.rows:
                unknown = [x for x in row if x not in values]
                if len(unknown) == 1:
                    rest = sum(c * values[x] for x, c in row.items() if x in values)
                    values[unknown[0]] = (constant - rest) / row[unknown[0]]
                    changed = True
        assert all(v > 1 and v.denominator == 1 for x, v in values.items() if x != "the others"), values
        terms, factor, shift = self.asked()
        if factor == -1:
            return values[terms[0]] - values[terms[1]]
        return sum(values[x] for x in terms) * factor + shift


class TestWordProblems(Promises):
    id = "word-problems"
    alphabet = "0123456789+-,. "
    right = (*Promises.right, "+{}", "0{}")
    wrong = (*Promises.wrong, "-{}", "{}.5", "{} + 0", "{}/1 or 2")

    def oracle(self, prompt):
        return Reader(prompt).answer()

    @given(SEEDS)
    def test_every_line_of_the_worked_solution_uses_known_numbers(self, seed):
        for level in SPEC.levels:
            task = SPEC.task(level, seed)
            known = set(re.findall("[0-9]+", task.prompt)) | {"12", "100", "60", "1000"}
            *lines, _ = task.trace.splitlines()
            for line in lines:
                assert re.fullmatch(r"[^:]+: (?:\(?[0-9]+(?: [-+*/] [0-9]+\)?)+ = )?[0-9]+", line), line
                work, _, value = line.partition(": ")[2].rpartition(" = ")
                assert int(value) >= 2
                assert all(
                    token in known or stands_for_a_word(int(token)) for token in re.findall("[0-9]+", work)
                )
                known.add(value)
            assert value == task.answer
            params = SPEC.params(level)
            without_use = len(task.payload["problem"]["facts"]) - len(lines)
            remarks = sum(bool(re.search(remark, task.prompt)) for remark in REMARK)
            assert remarks + without_use == params["distractors"]
            signs = sum(len(re.findall(r" [-+*/] ", line)) for line in lines)
            facts = task.payload["problem"]["facts"][: len(lines)]
            backwards = sum(fact[0] != "total" and fact[1] != f"q{n}" for n, fact in enumerate(facts))
            assert task.difficulty == signs + (params["distractors"] + backwards) / 2
            products = len(
                re.findall(r": [0-9]+ \* [0-9]+ =", task.trace)
            )  # a given number may be told as a product
            assert params["steps"] <= sum(" = " in line for line in lines) <= params["steps"] + products

    @settings(max_examples=25)
    @given(SEEDS)
    def test_facts_without_use_never_change_the_answer(self, seed):
        """Taking away any one fact that the answer does not need leaves it; any other leaves the answer open."""
        for level in SPEC.levels:
            payload = SPEC.task(level, seed).payload
            facts, right = payload["problem"]["facts"], payload["gold"]["text"]
            spare = 0
            for n in range(len(facts)):
                fewer = payload | {"problem": payload["problem"] | {"facts": facts[:n] + facts[n + 1 :]}}
                spare += SPEC.confirms(fewer, right)
                assert not any(
                    SPEC.confirms(fewer, wrong) for wrong in (str(int(right) + 1), "0", str(2 * int(right)))
                )
            distractors = SPEC.params(level)["distractors"]
            assert spare <= distractors
            assert spare > 0 or distractors < 8

    def test_shuffling_and_telling_backwards_do_something(self):
        params = {"steps": 6, "distractors": 0, "largest": 200, "backwards": 0.0, "shuffled": False}

        def facts(seed, **more):
            found = SPEC.task(3, seed, params=params | more).payload["problem"]["facts"]
            return [(n, fact[1]) for n, fact in enumerate(found) if fact[0] != "total"]

        for seed in range(50):
            assert " - " not in SPEC.task(3, seed, params=params).prompt
            assert all(x == f"q{n}" for n, x in facts(seed))
        assert all(any(x != f"q{n}" for n, x in facts(seed, backwards=1.0)) for seed in range(20))
        moved = 0
        for seed in range(40):
            plain, mixed = (generate(random.Random(seed), **params | {"shuffled": on}) for on in (False, True))
            told, shuffled = (re.findall("[0-9]+", draft.prompt) for draft in (plain, mixed))
            moved += (
                plain.canonical == mixed.canonical and told != shuffled and sorted(told) == sorted(shuffled)
            )
        assert moved

    def test_names_and_order_do_not_matter_to_the_fingerprint_and_numbers_do(self):
        params = {"steps": 4, "distractors": 2, "largest": 120, "backwards": 0.3}
        seen = {}
        for seed in range(300):
            draft = generate(random.Random(seed), shuffled=True, **params)
            assert generate(OtherNames(seed), shuffled=True, **params).canonical == draft.canonical
            assert seen.setdefault(repr(draft.canonical), draft.answer) == draft.answer
        assert len(seen) == 300

    def test_what_an_ending_does_is_part_of_the_fingerprint_and_its_place_is_not(self):
        def key(relation, others=0):
            graph = Graph(largest=100, backwards=0.0, percent=True)
            for number in range(others):
                graph.add(5, ["is", number, 5], (), (), "", ["is", 5])
            last = graph.add(12, ["is", others, 12], (), (), "", ["is", 12])
            assert Ending(last).step(graph, 24, [relation, others + 1, last, 2], "12 and 2", "now")
            return graph.keys[-1]

        assert len({key(relation) for relation in ("more", "fewer", "times")}) == 3
        assert key("times") == key("times", others=3)

    def test_every_setting_and_relation_is_told(self):
        tasks = [SPEC.task(level, seed) for level in (1, 3, 5) for seed in range(500)]
        tasks += [SPEC.task(2, seed, params={"steps": 3}) for seed in range(3000)]  # mostly endings
        joined = "\n".join(task.prompt for task in tasks)
        assert all(setting.place in joined for setting in COUNTING)
        assert all(any(plural in joined for plural in setting.items) for setting in COUNTING)
        assert all(setting.measure[0] in joined for setting in MEASURING)
        for step in (step for setting in MEASURING for step in setting.steps):
            parts = (re.split(r"\{.\}", text) for text in (step.text, step.question))
            assert all(re.search(".*".join(map(re.escape, part)), joined) for part in parts), step
        assert {fact[0] for task in tasks for fact in task.payload["problem"]["facts"]} == {
            *(
                "is",
                "rate",
                "dozen",
                "more",
                "fewer",
                "times",
                "part",
                "percent",
                "percent more",
                "percent fewer",
            ),
            *("linear", "sum", "minus", "total"),
        }

    def test_the_largest_stories_can_be_made(self):
        params = {"steps": 24, "distractors": 12, "largest": 10_000, "backwards": 0.5, "shuffled": True}
        for seed in range(10):
            task = SPEC.task(7, seed, params=params)
            assert self.agrees(self.oracle(task.prompt), task)


def stands_for_a_word(number):
    """Whether a number may stand for a word (half, twice, dozen), or for a percentage off 100 or on top of it."""
    return 2 <= number < 6 or 25 <= number < 200


class OtherNames(random.Random):
    """Draws other names, and everything else as before."""

    def sample(self, population, k, **rest):
        chosen = super().sample(population, k, **rest)
        return [{"Zoe": "Adam", "Adam": "Zoe"}.get(x, x) if isinstance(x, str) else x for x in chosen]
