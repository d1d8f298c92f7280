"""Propositional entailment: the sentences of the prompt are parsed, and all cases of who comes are tried."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from rlvr.conformance.promises import Promises
from rlvr.generators.kernels import truth
from rlvr.generators.logic.propositional_entailment import said


def parsed(text, names):
    """A function from who comes to whether the text is true. Brackets first become words of their own."""
    parts = {}
    while found := re.search(r"\(([^()]+)\)", text):
        name = f"Part{chr(65 + len(parts))}x"
        parts[name] = flat(found[1], names, dict(parts))
        text = text[: found.start()] + name + text[found.end() :]
    return flat(text, names, parts)


def flat(text, names, parts):
    def leaf(piece):
        if piece in parts:
            return parts[piece]
        found = re.fullmatch(r"(\w+) (comes|does not come)", piece)
        assert found[1] in names, piece
        return lambda coming: (found[1] in coming) == (found[2] == "comes")

    text = text[0].lower() + text[1:] if re.match("Either|If|It is", text) else text
    rules = (
        ("it is not true that (.+)", lambda a: not a),
        ("either (.+) or (.+), but not both", lambda a, b: a != b),
        ("if (.+), then (.+)", lambda a, b: b or not a),
        ("(.+) exactly if (.+)", lambda a, b: a == b),
        ("(.+) and (.+)", lambda a, b: a and b),
        ("(.+) or (.+)", lambda a, b: a or b),
    )
    for pattern, rule in rules:
        if found := re.fullmatch(pattern, text):
            sides = [leaf(piece) for piece in found.groups()]
            return lambda coming, rule=rule: rule(*(side(coming) for side in sides))
    return leaf(text)


class TestPropositionalEntailment(Promises):
    id = "propositional-entailment"
    alphabet = "TFU, \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "{}\n")
    wrong = ("{}T", "U{}", "{} or T", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        body = prompt.rpartition("\n\n")[0]
        given = re.findall(r"^- (.+)\.$", body, re.M)
        names = re.search(
            r"(?:^|party may be |true of |given about |Known about )([A-Z]\w+(?:, [A-Z]\w+)+ and [A-Z]\w+)",
            body,
        )[1]
        names = re.split(", | and ", names)
        premises = [parsed(text, names) for text in given]
        cases = [
            [n for n, came in zip(names, row, strict=True) if came]
            for row in product((0, 1), repeat=len(names))
        ]
        cases = [case for case in cases if all(premise(case) for premise in premises)]
        assert cases
        if claim := re.search(r"(?:concludes|Claim|inference is this): (.+?)\. ?(?=That does|\n|Here)", body):
            order = re.search(r"in the order ([A-Z]\w+(?:, [A-Z]\w+)+)", body)[1].split(", ")
            assert order == names
            conclusion = parsed(claim[1], names)
            (case,) = [case for case in cases if not conclusion(case)]
            return "".join("FT"[name in case] for name in names)
        answer = ""
        for text in re.findall(r"^\d+\. (.+)\.$", body, re.M):
            values = {bool(parsed(text, names)(case)) for case in cases}
            answer += "U" if len(values) == 2 else "FT"[True in values]
        return answer

    def test_a_premise_that_is_copied_scores_nothing(self):
        """Elsewhere the first premise, copied, was taken for a conclusion in 62 % of the tasks."""
        for level in self.spec.levels:
            for seed in range(10):
                task = self.spec.task(level, seed)
                problem = task.payload["problem"]
                people, given = problem["people"], problem["premises"]
                for text in re.findall(r"^- (.+)$", task.prompt, re.M):
                    assert not self.spec.verify_answer(task.payload, text).score
                size = len(people)
                premises = [truth.truth_set(each, size) for each in given]
                for conclusion in problem.get("conclusions", [problem.get("conclusion")]):
                    says = truth.truth_set(conclusion, size)
                    assert said(conclusion, people) not in [said(each, people) for each in given]
                    assert all(each & ~says and each & says for each in premises)

    def test_lines_begin_with_a_capital_and_if_is_explained(self):
        for level in (5, 7):
            for seed in range(30):
                prompt = self.spec.task(level, seed).prompt
                assert '"if A, then B" is false only when A is true and B is false.' in prompt
                assert not re.search(r"^(?:-|\d+\.) \(*[a-z]", prompt, re.M)

    def test_a_constant_answer_earns_nothing(self):
        for level in self.spec.levels[:5]:
            answers = [self.spec.task(level, seed).answer for seed in range(60)]
            assert Counter(answers).most_common(1)[0][1] <= 6

    def test_a_case_may_name_who_comes(self):
        task = self.spec.task(4, 0, params={"kinds": "counter"})
        people = task.payload["problem"]["people"]
        pairs = list(zip(people, task.answer, strict=True))
        for form in ("{}: {}", "{} = {}", "- {}: {}", "**{}**: {}"):
            answer = "\n".join(form.format(*pair) for pair in reversed(pairs))
            assert self.spec.verify_answer(task.payload, answer).passed, answer
        turned = "\n".join(f"{name}: {'FT'[sign == 'F']}" for name, sign in pairs)
        assert not self.spec.verify_answer(task.payload, turned).passed
