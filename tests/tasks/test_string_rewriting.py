"""String rewriting: rules and line are read from the prompt, and rewritten with `re`, token by token, or by a queue."""

from __future__ import annotations

import re
from collections import deque
from itertools import product

import pytest

from rlvr.conformance.promises import Promises
from rlvr.generators.tracing.string_rewriting import SLIDING
from rlvr.verifiers.base import Reason

SENTENCE = (
    r"Start with the line ([A-H]+) and|The line ([A-H]+) is rewritten|^Rewrite ([A-H]+) until|line is ([A-H]+)\."
    r"|begins as ([A-H]+)\.|Apply them to ([A-H]+),|Take the line ([A-H]+) and|one after the other to ([A-H]+)\."
    r"|Do this with ([A-H]+),"
)


def slid(tokens):
    """Tokens rewritten at the rightmost place, until none fits: the order of the steps does not matter."""
    while True:
        for at in range(len(tokens) - 2, -1, -1):
            one, two = tokens[at : at + 2]
            if one[1] == "#" and two[0] == "#":
                tokens[at : at + 2] = [] if one[0] == two[1] else [two, one]
                break
        else:
            return tokens


class TestStringRewriting(Promises):
    id = "string-rewriting"
    alphabet = "ABCDEFGH# ,"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "{}\n")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        if "->" in prompt and "#" in prompt:
            rules = re.findall(r"^([AB#]{2} [AB#]{2}) -> (.+)$", prompt, re.M)
            assert dict(rules) == {left: right or "nothing" for left, right in SLIDING}
            (line,) = re.findall(r"^[AB#]{2}(?: [AB#]{2}){2,}$", prompt, re.M)
            return " ".join(slid(line.split()))
        line = next(filter(None, re.search(SENTENCE, prompt, re.M).groups()))
        steps = re.search(r"(\d+) steps?\b", prompt)
        if rules := re.findall(r"^If the first letter is ([A-H]): add ([A-H]+)$", prompt, re.M):
            taken = int(re.search(r"first (\d+) letters", prompt)[1])
            queue, added = deque(line), dict(rules)
            for _ in range(int(steps[1])):
                queue.extend(added[queue[0]])
                for _ in range(taken):
                    queue.popleft()
            return "".join(queue)
        if rules := re.findall(r"^(\d+)\. behind ([A-H]+) put in ([A-H])$", prompt, re.M):
            for number, (place, pattern, letter) in enumerate(rules, 1):
                assert int(place) == number
                line = re.sub(pattern, pattern + letter, line)
            return line
        if rules := re.findall(r"^(\d+)\. ([A-H]+) -> ([A-H]+)$", prompt, re.M):
            assert [int(place) for place, _, _ in rules] == list(range(1, len(rules) + 1))
            while fitting := next(((a, b) for _, a, b in rules if re.search(a, line)), None):
                line = re.sub(*fitting, line, count=1)
            return line
        rules = dict(re.findall(r"^([A-H]) -> ([A-H]+)$", prompt, re.M))
        for _ in range(int(steps[1])):
            line = re.sub("[A-H]", lambda match: rules[match[0]], line)
        return line

    def test_the_prompt_says_that_matches_do_not_overlap(self):
        for seed in range(9):
            prompt = self.spec.task(4, seed, params={"kinds": "insertion"}).prompt
            assert "reading goes on with the letter after the new one. So matches do not overlap" in prompt

    def test_what_is_answered_is_never_executed(self, tmp_path, monkeypatch):
        """Elsewhere the answer of an insertion task was given to `eval`."""
        monkeypatch.chdir(tmp_path)
        for kind in ("insertion", "ordered", "sliding"):
            task = self.spec.task(2, 1, params={"kinds": kind})
            for code in (
                "open('here', 'w')",
                "__import__('os').system('touch here')",
                f"'{task.answer}' + ''",
                "(1).real",
            ):
                assert not self.spec.verify_answer(task.payload, code).passed
        assert not list(tmp_path.iterdir())

    def test_spaces_between_letters_and_tokens_do_not_matter(self):
        """Elsewhere ``A# #B`` was right and ``A#  #B``, or a list of them, was not."""
        letters = {"problem": {"kind": "tag"}, "sequence": {"items": [*"ABBA"], "signs": "ABCDEFGH"}}
        for answer in (
            "ABBA",
            "A B B A",
            "A, B, B, A",
            "abba",
            "AB\nBA",
            "[A, B, B, A]",
            '"ABBA"',
            "The answer is ABBA.",
        ):
            assert self.spec.verify_answer(letters, answer).passed, answer
        assert self.spec.verify_answer(letters, "ABBB").reason is Reason.WRONG
        tokens = {"problem": {"kind": "sliding"}, "sequence": {"items": ["a#", "#b", "b#"]}}
        for answer in (
            "A# #B B#",
            "A#  #B  B#",
            "A#, #B, B#",
            "a# #b b#",
            "A#\n#B\nB#",
            "[A#, #B, B#]",
            "`A#` `#B` `B#`",
        ):
            assert self.spec.verify_answer(tokens, answer).passed, answer
        for answer in ("A##BB#", "A# #B", "#A #B B#", "A# #B B# B#", "A# B# #B"):
            assert not self.spec.verify_answer(tokens, answer).passed, answer

    @pytest.mark.parametrize("size", [2, 3, 5])
    def test_all_lines_of_sliding_tokens(self, size):
        """The solver's law (each letter cancels like brackets) on every line of a size."""
        for tokens in product(("A#", "#A", "B#", "#B"), repeat=size):
            line = " ".join(tokens)
            items = [token.lower() for token in slid(list(tokens))]
            payload = {
                "problem": {"kind": "sliding", "line": line, "rules": SLIDING},
                "sequence": {"items": items},
            }
            assert not items or self.confirms(payload, " ".join(items)), line
