"""Percentages: every question read word by word, and worked out with factors of growth."""

from __future__ import annotations

import re
from fractions import Fraction
from math import prod

from rlvr.conformance.promises import Promises, found

N = r"\d+(?:\.\d+)?(?:/\d+)?"
CHANGES = rf"(?P<changes>(?:(?:, then )?(?:rises|falls) by {N}%)+)\."
EACH = r"(?P<each> Each change is a percentage of the value just before it\.)?"
EVERY = " Each change is a percentage of the {} just before it. By what percentage "
STORIES = (
    (r"The price of a (?:coat|bicycle|lamp|ticket|phone) is {} dollars\.", "the price", "dollars"),
    (r"A heap of (?:sand|grain|gravel|salt) weighs {} kg\.", "the weight of the heap", "kg"),
    (r"An index of (?:shares|wages|rents|energy prices) stands at {} points\.", "the index", "points"),
)
SUBJECTS = "(?:A price|The number of visitors|A water level|The value of a share)"
QUESTIONS = [
    ("share", rf"What is (?P<all>(?:{N}% of )+{N})\?"),
    ("what", rf"What percentage of (?P<whole>{N}) is (?P<part>{N})\?"),
    ("what", rf"(?P<part>{N}) is what percentage of (?P<whole>{N})\?"),
    ("whole", rf"(?P<percent>{N})% of a number is (?P<part>{N})\. What is the number\?"),
    ("whole", rf"Of which number is (?P<part>{N}) exactly (?P<percent>{N})%\?"),
    ("mixture", rf"(?P<all>(?:{N} kg of brine with {N}% salt(?:, | and )?)+) are mixed \(all percentages by mass\)\. "
                r"What percentage of the mixture is salt\?"),
    ("net", rf"{SUBJECTS} {CHANGES}{EVERY.format('value')}is it (?P<way>higher|lower) in the end than at first\?"),
    ("undo", rf"A price {CHANGES}{EVERY.format('price')}must the price then (?P<way>fall|rise) to be what it was at "
             r"first\?"),
]  # fmt: skip
for first, subject, unit in STORIES:
    known, unknown = first.format(f"(?P<start>{N})"), first.format("an unknown number of")
    capital = subject[0].upper() + subject[1:]
    QUESTIONS += [
        ("change", rf"{known} Later, {subject} is (?P<end>{N}) {unit}\. By what percentage has it (?P<way>\w+)\?"),
        ("apply", rf"{known} {capital} {CHANGES}{EACH} What is {subject} then, in {unit}\?"),
        ("before", rf"{unknown} {capital} {CHANGES}{EACH} After that, {subject} is (?P<end>{N}) {unit}\. "
                   rf"What was {subject} at first, in {unit}\?"),
    ]  # fmt: skip
KINDS = {pattern: kind for kind, pattern in QUESTIONS}
FORM = "Give the exact {}, not rounded: an integer, a decimal number or a fraction in lowest terms."
AROUND = ("... {}", "...\n{}", "Solve this problem about percentages.\n...\n{}", "{}\n\n...")


class TestPercentages(Promises):
    id = "percentages"
    right = ("{}", " {}\n", "{}.", "**{}**", "${}$", "+{}")
    wrong = ("{}1", "1{}", "{} or 2", "-{}", "{0} {0}", "{} parsecs", "")

    def oracle(self, prompt):
        asked, rest = found(prompt, KINDS)
        kind, said = KINDS[asked.re.pattern], asked.groupdict()
        form = FORM.format("percentage" if kind in ("what", "change", "net", "undo", "mixture") else "number")
        assert rest.startswith(tuple(around.format(form) for around in AROUND))
        changes = re.findall(rf"(rises|falls) by ({N})%", said.get("changes", ""))
        assert "each" not in said or (said["each"] is not None) == (len(changes) > 1)
        growth = prod(1 + (1 if verb == "rises" else -1) * Fraction(percent) / 100 for verb, percent in changes)
        numbers = [Fraction(text) for text in re.findall(N, said.get("all", ""))]
        start, end, part = (Fraction(said.get(name) or 0) for name in ("start", "end", "part"))
        if kind == "share":
            return prod(numbers) / 100 ** (len(numbers) - 1)
        if kind in ("what", "whole"):
            return 100 * part / Fraction(said["whole"] if kind == "what" else said["percent"])
        if kind == "mixture":
            amounts, shares = numbers[::2], numbers[1::2]
            return sum(a * s for a, s in zip(amounts, shares, strict=True)) / sum(amounts)
        if kind in ("apply", "before"):
            return start * growth if kind == "apply" else end / growth
        growth = {"change": end / start if start else 0, "net": growth, "undo": 1 / growth}[kind]
        assert said["way"] in (("risen", "higher", "rise") if growth > 1 else ("fallen", "lower", "fall"))
        return 100 * abs(growth - 1)

    def test_units_of_the_answer(self):
        self.judges(
            {"problem": {}, "gold": {"text": "200/3", "units": ["percent", "\\%", "%"]}},
            ["200/3", "66 2/3", "200/3%", r"\frac{200}{3}", r"66\frac{2}{3} \%", "200/3 percent"],
            ["400/6", "66 4/6", "200/3/1", "200 / 3 or 3", "66.6...", "3/0", "200/3 %%", "66 5/3"],
            ["66.67", "-200/3", "3/200"],
        )

    def test_stories_do_not_count(self):
        def key(p):
            return p["start"], *p["changes"]

        self.same_problems(key, 3000, kinds="apply", largest=100)
