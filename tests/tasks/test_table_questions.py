"""Table questions: tables and phrases are read from the prompt, and worked out row by row."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

from tables_reader import cell, chosen, tables, value

from rlvr.conformance.promises import Promises

PLACES = ("second", "third", "fourth", "fifth")


def after(rows, sentence):
    """The rows after one change."""
    key = next(iter(rows[0]))
    if found := re.fullmatch(rf"The row with the {key} (\w+) is deleted\.", sentence):
        kept = [row for row in rows if row[key] != found[1]]
        assert len(kept) == len(rows) - 1
        return kept
    if found := re.fullmatch(rf"In the row with the {key} (\w+), (\w+) becomes (\d+)\.", sentence):
        return [{**row, found[2]: int(found[3])} if row[key] == found[1] else row for row in rows]
    if found := re.fullmatch(r"In each row (where .+), (\w+) is raised by (\d+)\.", sentence):
        hit = chosen(rows, found[1])
        return [{**row, found[2]: row[found[2]] + int(found[3])} if row in hit else row for row in rows]
    if found := re.fullmatch(r"All rows (where .+) are deleted\.", sentence):
        hit = chosen(rows, found[1])
        return [row for row in rows if row not in hit]
    text = re.fullmatch(r"A row is added: (.+)\.", sentence)[1]
    new = {name: cell(part) for name, part in (each.split(" ") for each in text.split(", "))}
    assert list(new) == list(rows[0])
    assert new[key] not in [row[key] for row in rows]
    return [*rows, new]


class TestTableQuestions(Promises):
    id = "table-questions"
    alphabet = ""
    right = ("{}", " {}\n", "{}.", "**{}**", "{}\n")
    wrong = ("{}0, 7", "{0} or {0}", "{0} {0}", "")

    def agrees(self, found, task):
        return Fraction(task.answer) == found if isinstance(found, Fraction) else found == task.answer

    def oracle(self, prompt):
        (rows, *second), text = tables(prompt)
        key, *others = rows[0]
        for sentence in re.findall(r"^\d+\. (.+)$", text, re.M):
            rows = after(rows, sentence)
        if "one cell differs" in " ".join(text.split()):
            ((name, column),) = (
                (row[key], name)
                for row in rows
                for other in second[0]
                for name in others
                if other[key] == row[key] and other[name] != row[name]
            )
            return f"{name}, {column}"
        if found := re.search(r"Let A be (.+?)\. Let B be (.+?)\. What is A - B\?", text):
            return value(rows, found[1]) - value(rows, found[2])
        if found := re.search(
            rf"[Aa]mong the rows (.+), which {key} has the (\w+) (largest|smallest) (\w+)\?", text
        ):
            kept = sorted(chosen(rows, found[1]), key=lambda row: row[found[4]], reverse=found[3] == "largest")
            assert len({row[found[4]] for row in kept}) == len(kept), "a tie"
            return kept[PLACES.index(found[2]) + 1][key]
        if found := re.search(
            rf"Which {key}s stand in the rows (.+)\? List them in the order of (\w+), the small", text
        ):
            kept = sorted(chosen(rows, found[1]), key=lambda row: row[found[2]])
            assert len({row[found[2]] for row in kept}) == len(kept), "a tie"
            return ", ".join(row[key] for row in kept)
        if found := re.search(r"Take the rows (.+) and add up (\w+) for each (\w+) that is found", text):
            totals = Counter()
            for row in chosen(rows, found[1]):
                totals[row[found[3]]] += row[found[2]]
            assert len(set(totals.values())) == len(totals), "a tie"
            return ", ".join(name for name, _ in totals.most_common())
        if found := re.search(
            r"with the same (\w+)\. Take those rows of the first table(.*?) that belong to a row with the zone "
            r"(\w+), multiply (\w+) of each by the factor",
            text,
        ):
            by, tests, zone, of = found.groups()
            factors = {row[by]: row["factor"] for row in second[0] if row["zone"] == zone}
            kept = [row for row in chosen(rows, tests) if row[by] in factors]
            return Fraction(sum(row[of] * factors[row[by]] for row in kept))
        return value(rows, re.search(r"(?:[Ww]hat is|Find|Work out) (the .+?)[?.](?: |\n|$)", text)[1])

    def test_values_are_exact(self):
        """Elsewhere means were rounded, and it was not said how."""
        for level in self.spec.levels:
            for seed in range(40):
                task = self.spec.task(level, seed, params={"kinds": "aggregate"})
                found = self.oracle(task.prompt)
                assert (found * 1000).denominator == 1
                assert "exact value, as an integer or a decimal number" in task.prompt
                answers = [str(float(found)), f"{float(found):.3f}"]
                assert all(self.spec.verify_answer(task.payload, answer).passed for answer in answers)

    def test_forms_of_numbers(self):
        """Elsewhere 1,234.50 was not 1234.5."""
        payload = {"problem": {}, "gold": {"text": "1234.5", "kind": "decimal"}}
        right = ("1234.5", "1,234.5", "1234.50", "$1234.5$", "**1234.5**", "1 234.5", "The answer is 1234.5.")
        for answer in right:
            assert self.spec.verify_answer(payload, answer).passed, answer
        for answer in ("1234", "1235", "1234.4", "12345", "1.2345", "1234.5 or 1234.6", ""):
            assert not self.spec.verify_answer(payload, answer).passed, answer

    def test_answers_are_spread(self):
        for level in self.spec.levels:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(100))
            assert answers.most_common(1)[0][1] <= 10
