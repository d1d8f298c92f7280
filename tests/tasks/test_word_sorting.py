"""Word sorting: the prompt is read word by word, and the words are sorted by the numbers of their letters."""

from __future__ import annotations

import re
from itertools import pairwise, permutations

import pytest

from rlvr.conformance.promises import Promises, read
from rlvr.verifiers.base import Reason

WORDS = "{words:[a-z]+(?:, [a-z]+)+}"
ORDER = r"{order:(?:ascending \(A to Z\)|descending \(Z to A\))}"
WORDINGS = (
    f"Sort these words in {ORDER} alphabetical order:\n{WORDS}\n\nGive all the words, separated by commas.",
    f"Here are {{n}} words: {WORDS}.\nArrange them in {ORDER} alphabetical order, separated by commas.",
    f"{WORDS}\n\nList the words above in {ORDER} dictionary order, with commas between them.",
)
FOUR = {"words": ["pine", "pin", "ash", "oak"], "descending": False}


class TestWordSorting(Promises):
    id = "word-sorting"
    alphabet = "abcxyz, \n"
    wrong = ("{}0", "1{}", "{} or so", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        said = read(prompt, {"": WORDINGS})[1]
        words = said["words"].split(", ")
        assert said.get("n", len(words)) == len(words) == len(set(words))
        words.sort(key=lambda word: list(map(ord, word)))
        return ", ".join(words[::-1] if "Z to A" in said["order"] else words)

    @pytest.mark.parametrize("level", range(1, 7))
    def test_words_are_as_many_as_long_and_as_alike_as_asked(self, level):
        for seed in range(30):
            task, params = self.spec.task(level, seed), self.spec.params(level)
            words, ordered = task.payload["words"], task.answer.split(", ")
            assert sorted(words) == sorted(ordered)
            assert words != ordered
            assert len(words) == params["count"]
            assert all(abs(len(word) - params["length"]) <= 1 for word in words)
            assert len({word[: params["prefix"]] for word in words}) <= max(params["count"] // 4, 1)
            apart = [next(k for k in range(1, 99) if a[:k] != b[:k]) for a, b in pairwise(ordered)]
            assert task.difficulty == sum(apart)

    def test_worked_solutions_take_the_next_word_from_those_left(self):
        for level in self.spec.levels:
            task = self.spec.task(level, 0)
            left = task.payload["words"]
            for line, word in zip(task.trace.splitlines()[:-1], task.answer.split(", "), strict=True):
                left = [other for other in left if other != word]
                assert re.split(", left | ", line) == ["next", word, *left]

    def test_of_all_orders_one_passes(self):
        orders = list(map(", ".join, permutations(FOUR["words"])))
        up, down = "ash, oak, pin, pine", "pine, pin, oak, ash"
        self.takes(FOUR, [up], [order for order in orders if order != up])
        self.takes(FOUR | {"descending": True}, [down], [order for order in orders if order != down])

    def test_answers_by_their_form(self):
        right = ["ash, oak, pin, pine", "ASH,oak\npin  Pine.", "[ash, oak, pin, pine]", "- ash\n- oak\n- pin\n- pine",
                 "1. ash\n2. oak\n3. pin\n4. pine", "ash -> oak -> pin -> pine"]  # fmt: skip
        self.judges(FOUR, right, ["", "...", "аsh, oak, pin, pine"], ["oak, ash, pin, pine"])
        self.takes(FOUR, right[:2], ["", "oak, ash, pin, pine"])
        illegal = [
            "ash, oak, pin",
            "ash, oak, oak, pin, pine",
            "ash, oak, pin, pines",
            "ashoakpinpine",
            "pin " * 1000,
        ]
        assert {self.spec.verify_answer(FOUR, answer).reason for answer in illegal} == {Reason.ILLEGAL}
        self.takes(FOUR, [], illegal)

    def test_a_word_that_could_be_a_label_is_a_word(self):
        words = {"words": ["list", "city", "pin"], "descending": False}
        for answer in ("city\nlist\npin", "**city**\n**list**\n**pin**", "City, list, pin."):
            assert self.spec.verify_answer(words, answer).passed, answer
        for answer in (
            "city, list, pin".replace("i", "\u0456"),
            "list, city, pin",
            "city, list, pin or list, city, pin",
        ):
            assert not self.spec.verify_answer(words, answer).passed, answer
        kelvin = {"words": ["kit", "pin"], "descending": False}
        assert not self.spec.verify_answer(kelvin, "\u212ait, pin").passed
        assert not self.spec.verify_answer({**words, "words": ["list", "pin"]}, "city\nlist\npin").passed

    def test_share_of_words_in_place(self):
        verdict = self.spec.verify_answer(FOUR, "oak, ash, pin, pine")
        assert (verdict.score, verdict.parts) == (0.0, {"in_place": 0.5})

    def test_the_order_of_the_given_words_does_not_count_and_nothing_else(self):
        self.same_problems(lambda p: (*sorted(p["words"]), p["descending"]), count=2, length=2, prefix=0)

    def test_a_prefix_that_is_no_prefix_is_named(self):
        with pytest.raises(ValueError, match=r"^prefix must be less than length"):
            self.spec.task(1, 0, params={"length": 5, "prefix": 4})
