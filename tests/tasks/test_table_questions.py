"""Table questions: tables and phrases are read from the prompt, and worked out row by row."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

from tables_reader import TABLE, cell, chosen, measured, one_table, value

from rlvr.conformance.promises import Promises, read

PLACES = ("second", "third", "fourth", "fifth")
ONE = f"{{one:{TABLE}}}"
TWO = f"First table:\n\n{ONE}\n\nSecond table:\n\n{{two:{TABLE}}}"
PLAN, TESTS, OF = r"{plan:the [^.?\n]+}", r"{tests:[^?.\n]+}", r"{of:\w+}"
NUMBER, COMMAS = "Give … exact value, as an integer or … decimal number.", "Separate them by commas."
ALONE = r"Give … {key:\w+} alone."
RANK = (
    f"mong … rows {TESTS}, which {{key:\\w+}} has the "
    f"{{place:second|third|fourth|fifth}} {{side:largest|smallest}} {OF}?"
)
CHANGED = "Then … table … changed, in this order:\n" + r"{edits:\d+\. [^\n]+(?:\n\d+\. [^\n]+)*}"
ASKED = {
    "aggregate": [ONE, (f"What is {PLAN}?", f"Find {PLAN}.", f"Work out {PLAN}."), NUMBER],
    "compare": [ONE, r"Let A be {a:the [^.?\n]+}. Let B be {b:the [^.?\n]+}. What … A - B?", NUMBER],
    "rank": [ONE, f"A{RANK}", ALONE],
    "list": [
        ONE,
        f"Which {{key:\\w+}}s stand in … rows {TESTS}? List them in … order of {OF}, the "
        "{side:largest|smallest} first.",
        COMMAS,
    ],
    "groups": [
        ONE,
        f"Take … rows {TESTS} and add up {OF} for each {{by:\\w+}} … found in them. Which order do … values of "
        "{by:\\w+} have, from the {side:largest|smallest} total to the {end:largest|smallest}?",
        COMMAS,
    ],
    "join": [
        TWO,
        r"Each row of the first table belongs to the row of the second one with the same {by:\w+}. Take those "
        r"rows of the first table{tests:(?: where [^.\n]+?)?} that belong to a row with the zone {zone:\w+}, multiply "
        r"{of:\w+} of each by the factor of the row it belongs to, and add up these products. What … sum?",
        NUMBER,
    ],
    "edits": [ONE, CHANGED, f"After the changes: what is {PLAN}?", NUMBER],
    "edits, rank": [ONE, CHANGED, f"After the changes: a{RANK}", ALONE],
    "difference": [
        TWO,
        "… second table should hold the same as the first, with … rows and … columns in other orders, but one cell "
        "differs. Which one?",
        r"Give … {key:\w+} of its row and then … name of its column, with … comma between.",
    ],
}
TOLD = {
    kind: [pieces, [*pieces, "Here … pair of tables." if pieces[0] == TWO else "Here … a table."]]
    for kind, pieces in ASKED.items()
}


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


def told(prompt):
    """The kind, what stands in the slots, the rows (after all changes), and those of the second table."""
    kind, said = read(prompt, TOLD)
    rows = one_table(said["one"])
    key = next(iter(rows[0]))
    assert said.get("key", key) == key
    changes = [line.split(". ", 1) for line in said["edits"].split("\n")] if "edits" in said else []
    assert [int(number) for number, _ in changes] == list(range(1, len(changes) + 1))
    for _, change in changes:
        rows = after(rows, change)
    plans = [said[name] for name in ("plan", "a", "b") if name in said]
    second = one_table(said["two"]) if "two" in said else None
    return SimpleNamespace(
        **{"tests": "", "of": None, **said}, kind=kind, name=key, rows=rows, plans=plans, second=second
    )


def ranked(x):
    """The rows that are meant, in the order of a column."""
    kept = sorted(chosen(x.rows, x.tests), key=lambda row: row[x.of], reverse=x.side == "largest")
    assert len({row[x.of] for row in kept}) == len(kept), "a tie"
    return kept


def totals(x):
    """The totals of the groups, in the order that is asked for."""
    found = Counter()
    for row in chosen(x.rows, x.tests):
        found[row[x.by]] += row[x.of]
    assert len(set(found.values())) == len(found), "a tie"
    assert x.side != x.end
    return dict(sorted(found.items(), key=lambda each: each[1], reverse=x.side == "largest"))


def products(x):
    """The numbers to be multiplied, row by row."""
    factors = {row[x.by]: row["factor"] for row in x.second if row["zone"] == x.zone}
    return [(row[x.of], factors[row[x.by]]) for row in chosen(x.rows, x.tests) if row[x.by] in factors]


def differing(x):
    (found,) = (
        (row[x.name], name, row[name], other[name])
        for row in x.rows
        for other in x.second
        for name in row
        if other[x.name] == row[x.name] and other[name] != row[name]
    )
    return found


def plan_of(x):
    """What the plan of a line comes to: a plan's first line begins with "rows"."""
    number = sum(line.startswith("rows: ") for line in x.before) - (not hasattr(x, "keys"))
    return x.plans[number], *measured(x.rows, x.plans[number])


def rows_line(x):
    _, kept, name, total = plan_of(x)
    values = [str(row[name]) for row in kept] if name else [str(total)]
    return (x.keys, x.name_, str(x.values)) == (
        ", ".join(row[x.name] for row in kept), name or "count", ", ".join(values)
    )  # fmt: skip


def value_line(x):
    plan, _, _, total = plan_of(x)
    said = {"range": "less the smallest", "different": "different values"}.get(x.sort, f"the {x.sort} ")
    return (
        said in plan and (x.sort == "range") == (" less the smallest " in plan) and Fraction(x.value) == total
    )


def sum_line(x):
    plan, kept, name, total = plan_of(x)
    terms = [int(n) for n in x.terms.split(" + ")] == [row[name] for row in kept]
    mean = "the mean" in plan
    return terms and Fraction(x.value) == total and mean == hasattr(x, "n") and (not mean or x.n == len(kept))


def difference_line(x):
    one, two = (measured(x.rows, plan)[2] for plan in x.plans)
    return (Fraction(x.one_), Fraction(x.two_), Fraction(x.value)) == (one, two, one - two)


ANSWER = {"{last:.+}": lambda x: x.before and str(x.last) == x.answer}
PLANS = {
    "rows: {keys:[^;]+}; {name_:[a-z]+}: {values:.+}": rows_line,
    "{sort:median|largest|smallest|range|different}: {value:[-0-9.]+}": value_line,
    "{terms:[0-9 +]+} = {value:[-0-9.]+}": sum_line,
    "({terms:[0-9 +]+}) / {n} = {value:[-0-9.]+}": sum_line,
    **ANSWER,
}
RANKS = {
    "{column:[a-z]+} from the {end_:largest|smallest} on: {shown:[0-9, ]+}": lambda x: (
        (x.column, x.end_, str(x.shown))
        == (x.of, x.side, ", ".join(str(row[x.of]) for row in ranked(x)[: PLACES.index(x.place) + 2]))
    ),
    **ANSWER,
}
EDITS = {
    "after the changes: {shown:.+}": lambda x: (
        not x.before and x.shown == "; ".join(" ".join(map(str, row.values())) for row in x.rows)
    )
}
LINES = {
    "aggregate": PLANS,
    "compare": {**PLANS, "{one_:[-0-9.]+} - {two_:[-0-9.]+} = {value:[-0-9.]+}": difference_line},
    "rank": RANKS,
    "edits": {**EDITS, **PLANS, **RANKS},
    "list": {
        "{shown:.+}": lambda x: (
            not x.before and x.shown == ", ".join(f"{r[x.name]} {r[x.of]}" for r in ranked(x))
        ),
        **{"{last:[^0-9].+}": lambda x: x.before and x.last == x.answer},
    },
    "groups": {
        "{shown:.+[0-9]}": lambda x: (
            x.shown == ", ".join(f"{name} {n}" for name, n in sorted(totals(x).items()))
        ),
        **ANSWER,
    },
    "join": {
        "{terms:[0-9 *+]+} = {total}": lambda x: (
            x.terms == " + ".join(f"{a} * {b}" for a, b in products(x))
            and x.total == sum(a * b for a, b in products(x))
        ),
        **ANSWER,
    },
    "difference": {
        r"{cell:.+}, {column:\w+}: {old:\w+} and {new:\w+}": lambda x: (
            (x.cell, x.column, x.old, x.new) == differing(x)
        ),
        **ANSWER,
    },
}


class TestTableQuestions(Promises):
    id = "table-questions"
    alphabet = ""
    right = ("{}", " {}\n", "{}.", "**{}**", "{}\n")
    wrong = ("{}0, 7", "{0} or {0}", "{0} {0}", "")

    def agrees(self, found, task):
        return Fraction(task.answer) == found if isinstance(found, Fraction) else found == task.answer

    lines = LINES

    def known(self, found, task):
        return {**vars(told(task.prompt)), "answer": task.answer}

    def oracle(self, prompt):
        x = told(prompt)
        if x.kind == "difference":
            return ", ".join(differing(x)[:2])
        if x.kind == "compare":
            return value(x.rows, x.a) - value(x.rows, x.b)
        if x.kind in ("rank", "edits, rank"):
            return ranked(x)[PLACES.index(x.place) + 1][x.name]
        if x.kind == "list":
            return ", ".join(row[x.name] for row in ranked(x))
        if x.kind == "groups":
            return ", ".join(totals(x))
        if x.kind == "join":
            return Fraction(sum(a * b for a, b in products(x)))
        return value(x.rows, x.plan)

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
