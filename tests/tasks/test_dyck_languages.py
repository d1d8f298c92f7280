"""Dyck languages: the prompt's brackets are replayed on a stack, and small orders are written down."""

from __future__ import annotations

import re
from functools import cache

import pytest

import rlvr
from rlvr.conformance.promises import Promises

CLOSE = {"(": ")", "[": "]", "<": ">"}
SHAPE = r"\(\)|\[\]|<>"


def stack(line):
    """What is open after the line; None where it cannot be."""
    still_open = []
    for sign in line:
        if sign in CLOSE:
            still_open.append(sign)
        elif not still_open or CLOSE[still_open.pop()] != sign:
            return None
    return still_open


@cache
def endings(still_open, left, signs):
    """How many lines of `left` signs close what is open."""
    if len(still_open) > left:
        return 0
    if not left:
        return 1
    onward = [
        still_open + sign if sign in CLOSE else still_open[:-1] for sign in signs if fits(still_open, sign)
    ]
    return sum(endings(each, left - 1, signs) for each in onward)


def fits(still_open, sign):
    return sign in CLOSE or (still_open and CLOSE[still_open[-1]] == sign)


def placed(line, signs):
    """The place in dictionary order: one more than there are lines with an earlier sign somewhere."""
    total = 1
    for at, sign in enumerate(line):
        before = "".join(stack(line[:at]))
        for earlier in signs[: signs.index(sign)]:
            if fits(before, earlier):
                after = before + earlier if earlier in CLOSE else before[:-1]
                total += endings(after, len(line) - at - 1, signs)
    return total


def at_place(number, length, signs):
    line = ""
    while len(line) < length:
        still_open = "".join(stack(line))
        for sign in filter(lambda sign: fits(still_open, sign), signs):
            after = still_open + sign if sign in CLOSE else still_open[:-1]
            count = endings(after, length - len(line) - 1, signs)
            if number <= count:
                line += sign
                break
            number -= count
    return line


def every_balanced(length, signs):
    """All balanced lines of a length, in dictionary order, by trying all there are."""
    lines = [""]
    for _ in range(length):
        lines = [line + sign for line in lines for sign in signs if stack(line + sign) is not None]
    return [line for line in lines if stack(line) == []]


class TestDyckLanguages(Promises):
    id = "dyck-languages"
    alphabet = "()[]<>, 0123456789"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "{}\n")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        kinds = re.search(rf"kinds(?: are)? ((?:(?:{SHAPE})(?:, | and )?)+)", prompt)[1]
        used = "".join(re.findall(SHAPE, kinds))
        lines = re.findall(r"^[()\[\]<>]{5,}$", prompt, re.M)
        order = re.search(r"(?:order|ordered) ((?:[()\[\]<>] )+[()\[\]<>])", prompt)
        if order:
            signs = order[1].replace(" ", "")
            assert signs == used
            length = int(re.search(r"(\d+) brackets", prompt)[1])
            if lines:
                assert len(lines[0]) == length
                return placed(lines[0], signs)
            number = re.search(r"(?:number|place) ([\d,]+)(?:, counted|;| of all)", prompt)
            return at_place(int(number[1].replace(",", "")), length, signs)
        (line,) = lines
        if "shortest" in prompt or "must follow" in prompt:
            return "".join(CLOSE[sign] for sign in reversed(stack(line)))
        if re.search("of its place|At which place|its place in the line", prompt):
            return next(end for end in range(1, len(line) + 1) if stack(line[:end]) is None)
        found = {line[:at] + sign + line[at + 1 :] for at in range(len(line)) for sign in used}
        found = {each for each in found - {line} if stack(each) == []}
        (only,) = found
        return only

    def test_all_questions_on_brackets_are_one_environment(self):
        """Elsewhere there were three near copies, which count three times in a mean."""
        about = [id for id in rlvr.list() if "brackets" in rlvr.get(id).description.lower()]
        assert about == ["rlvr/dyck-languages-v0"]

    @pytest.mark.parametrize(("length", "signs"), [(8, "()"), (6, "()[]"), (8, "()[]")])
    def test_places_are_those_of_a_written_list(self, length, signs):
        every = every_balanced(length, signs)
        assert every == sorted(every, key=lambda line: [signs.index(sign) for sign in line])
        facts = {"length": length, "shapes": re.findall("..", signs)}
        for number, line in enumerate(every, 1):
            place = {
                "problem": {"kind": "place", "given": line, **facts},
                "gold": {"text": str(number), "kind": "integer"},
            }
            assert self.confirms(place, str(number))
            kth = {
                "problem": {"kind": "kth", "number": number, **facts},
                "sequence": {"items": list(line), "signs": signs},
            }
            assert self.confirms(kth, line)
            assert placed(line, signs) == number

    def test_brackets_as_they_are_written(self):
        payload = {
            "problem": {"kind": "complete", "given": "<[(<", "shapes": ["()", "[]", "<>"]},
            "sequence": {"items": [*">)]>"], "signs": "()[]<>"},
        }
        self.takes(payload, [">)]>", "> ) ] >", ">, ), ], >"], [">)]", ">)]>>", "<[(<>)]>", ">])>", ""])
        for answer in ("$>)]>$", "```\n>)]>\n```", '">)]>"', "> ) ] >\n", r"\text{> ) ] >}"):
            assert self.spec.verify_answer(payload, answer).passed, answer

    def test_the_numbers_of_an_order_add_up(self):
        for seed in range(20):
            task = self.spec.task(5, seed, params={"kinds": "kth place"})
            *counts, total = task.trace.splitlines()[:-1]
            numbers = [1, *(int(line.split()[0]) for line in counts)]
            assert total == f"{' + '.join(map(str, numbers))} = {sum(numbers)}"
            assert sum(numbers) == task.payload["problem"].get("number", 0) or str(sum(numbers)) == task.answer
