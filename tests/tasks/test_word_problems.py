"""Word problems: a reader of the English text alone must come to the answer; traces, symmetries, distractors."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.word_problems.settings import COUNTING, MEASURING
from rlvr.generators.word_problems.word_problems import generate
from rlvr.generators.word_problems.word_problems_check import accepts

SPEC = rlvr.get("word-problems")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)

# --- A reader of the stories, which knows their words and sentence patterns, and nothing of the payload ----------


def any_of(words):
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"


WHO = r"(?:the [A-Za-z]+ [a-z]+|[A-Z][a-z]+)"
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
    r"Here is what is known about [a-z ]+\.|Read these facts about .* whole number\.|The answer is a whole number\."
    r"|Work it out from this report on .*, and give a whole number\.|Give the number in digits\."
    r"|That is the report on [a-z ]+; not all of it need be of use\."
    r"|The nearest bus stop is .* away from .*\.|There are [0-9]+ old benches near .*\.|A bridge on the way to .*\."
    r"|The road to .* was repaired .* before\.|A radio near .* played for .*\.|A cat near .* slept for .*\."
    r"|A visitor needed .* to get to .*\.|A photographer took .* pictures of .*\.|The sign that shows .* letters\."
    r"|A newspaper printed .* lines about .*\."
)


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


def answer_of_the_text(prompt):
    return Reader(prompt).answer()


# --- The tests ---------------------------------------------------------------------------------------------------


@settings(max_examples=400)
@given(LEVELS, SEEDS)
def test_a_reader_of_the_text_alone_comes_to_the_answer(level, seed):
    task = SPEC.task(level, seed)
    assert answer_of_the_text(task.prompt) == int(task.answer)


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_every_line_of_the_worked_solution_is_true_and_uses_known_numbers(level, seed):
    task = SPEC.task(level, seed)
    *lines, _ = task.trace.splitlines()
    known = set()
    for line in lines:
        name, work = line.split(": ")
        assert name
        *left, value = work.split(" = ")
        if left:
            assert re.fullmatch(r"[-0-9 +*/()]+", left[0])
            assert eval(re.sub(r"([0-9]+)", r"Fraction(\1)", left[0])) == int(value)
        assert int(value) >= 2
        for token in re.findall("[0-9]+", "".join(left)):
            assert (
                token in known
                or re.search(rf"\b{token}\b", task.prompt)
                or token in {"12", "100"}
                or is_change(token)
            )
        known.add(value)
    assert value == task.answer


def is_change(token):
    """A number that stands for a word (half, twice, dozen) or a percentage on top of 100."""
    return (
        int(token) in range(2, 6)
        or token in {"60", "1000"}
        or 100 < int(token) < 200
        or int(token) in range(25, 100)
    )


@settings(max_examples=150)
@given(LEVELS, SEEDS)
def test_facts_without_use_never_change_the_answer(level, seed):
    """Taking away any one fact that the answer does not need leaves it; any other leaves the answer open."""
    payload = SPEC.task(level, seed).payload
    facts, ask = payload["problem"]["facts"], payload["problem"]["ask"]
    right = payload["gold"]["text"]
    spare = 0
    for n in range(len(facts)):
        fewer = {"problem": {"facts": facts[:n] + facts[n + 1 :], "ask": ask}}
        spare += accepts(fewer, right)
        for wrong in (str(int(right) + 1), "0", str(2 * int(right))):
            assert not accepts(fewer, wrong)
    distractors = SPEC.params(level)["distractors"]
    assert spare <= distractors
    assert spare > 0 or distractors < 8


@given(SEEDS)
def test_the_number_of_needed_facts_is_that_of_the_parameters(seed):
    for level in SPEC.levels:
        params = SPEC.params(level)
        trace = SPEC.task(level, seed).trace
        tied = sum(" = " in line for line in trace.splitlines())
        products = len(re.findall(r": [0-9]+ \* [0-9]+ =", trace))  # a given number may be told as a product
        assert params["steps"] <= tied <= params["steps"] + products


def test_shuffling_and_telling_backwards_do_something():
    params = {"steps": 6, "distractors": 0, "largest": 200, "backwards": 0.0, "shuffled": False}
    for seed in range(50):
        text = SPEC.task(3, seed, params=params).prompt
        assert " - " not in text
    plain = SPEC.task(3, 1, params=params)
    facts = plain.payload["problem"]["facts"]
    assert [fact[1] for fact in facts if fact[0] != "total"] == sorted(
        fact[1] for fact in facts if fact[0] != "total"
    )
    turned = [
        SPEC.task(3, seed, params=params | {"backwards": 1.0}).payload["problem"]["facts"] for seed in range(20)
    ]
    assert all(
        any(fact[0] != "total" and fact[1] != f"q{n}" for n, fact in enumerate(facts)) for facts in turned
    )


def test_names_and_order_do_not_matter_to_the_fingerprint_and_numbers_do():
    params = {"steps": 4, "distractors": 2, "largest": 120, "backwards": 0.3}

    class Other(random.Random):
        """Draws other names, and everything else as before."""

        def sample(self, population, k, **rest):
            chosen = super().sample(population, k, **rest)
            return [("Zoe" if x == "Adam" else "Adam" if x == "Zoe" else x) for x in chosen]

    seen = {}
    for seed in range(300):
        draft = generate(random.Random(seed), shuffled=True, **params)
        again = generate(Other(seed), shuffled=True, **params)
        assert again.canonical == draft.canonical
        key = repr(draft.canonical)
        assert seen.setdefault(key, draft.answer) == draft.answer
    assert len(seen) == 300


def test_every_setting_and_relation_is_told():
    prompts = [SPEC.task(level, seed).prompt for level in (1, 3, 5) for seed in range(500)]
    joined = "\n".join(prompts)
    for setting in COUNTING:
        assert setting.place in joined
        assert any(plural in joined for plural in setting.items)
    for setting in MEASURING:
        assert setting.measure[0] in joined
    facts = [
        f for level in (3, 5) for seed in range(300) for f in SPEC.task(level, seed).payload["problem"]["facts"]
    ]
    assert {fact[0] for fact in facts} == {
        *("is", "rate", "dozen", "more", "fewer", "times", "part", "percent", "percent more", "percent fewer"),
        *("linear", "sum", "minus", "total"),
    }


@given(LEVELS, SEEDS, st.text("0123456789+-,. ", max_size=8))
def test_verifier_and_second_checker_agree(level, seed, text):
    payload = SPEC.task(level, seed).payload
    text = text.rstrip(" ,.")  # a mark behind a number is the front end's
    assert SPEC.verify_answer(payload, text).passed == accepts(payload, text)


@pytest.mark.parametrize("form", ["{}", " {}\n", "+{}", "{}.", "0{}"])
def test_forms_of_a_right_answer(form):
    for level in SPEC.levels:
        task = SPEC.task(level, 5)
        answer = form.format(task.answer)
        assert SPEC.verify_answer(task.payload, answer).passed, answer
        assert accepts(task.payload, answer)


@pytest.mark.parametrize(
    "form", ["-{}", "{}0", "{}.5", "{} + 0", "{0} {0}", "about {}", "{}/1 or 2", "1{}", ""]
)
def test_near_misses(form):
    for level in SPEC.levels:
        task = SPEC.task(level, 5)
        answer = form.format(task.answer)
        assert not SPEC.verify_answer(task.payload, answer).passed, answer
        assert not accepts(task.payload, answer)


@pytest.mark.parametrize(
    "change",
    [
        {"steps": 0},
        {"steps": 25},
        {"distractors": -1},
        {"distractors": 13},
        {"largest": 20},
        {"backwards": 1.5},
    ],
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        SPEC.task(2, 0, params=change)


def test_the_largest_stories_can_be_made():
    params = {"steps": 24, "distractors": 12, "largest": 10_000, "backwards": 0.5, "shuffled": True}
    for seed in range(10):
        task = SPEC.task(7, seed, params=params)
        assert answer_of_the_text(task.prompt) == int(task.answer)
