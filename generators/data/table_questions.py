"""Table questions: filter, aggregate, rank, group, join and compare the rows of tables in one of five formats.

Kinds: ``aggregate``, ``compare`` (two aggregates), ``rank`` (whose value is the third largest), ``list`` (names in the
order of a column), ``groups`` (in the order of their totals), ``join`` (with a second table), ``edits`` (rows are put
in, deleted and changed first), ``difference`` (which cell differs in a second table with other orders of rows and
columns).
No question hangs on how ties are broken, and no value is rounded: what is drawn is exact in three decimals.

Difficulty: `rows`, `columns` beside the first, `tests` of rows, `edits`. Proxy: cells looked at.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

from ..base import Json
from ..family import Family, Question
from ..in_order import in_order, typed
from ..limits import Whole
from .tables import (
    FORMATS,
    Plan,
    Table,
    draw_plan,
    draw_table,
    draw_tests,
    measured,
    new_key,
    number_columns,
    number_text,
    passing,
    said,
    said_tests,
    show,
    word_columns,
    worked,
)  # fmt: skip

_ALL = (
    "{shown}{story}\n\n{question} {form}",
    "{question}\n{form}\n\n{shown}{story}",
    "Here is {what}.\n\n{shown}{story}\n\n{question}\n\n{form}",
)
KINDS = ("aggregate", "compare", "rank", "list", "groups", "join", "edits", "difference")
WORDINGS = dict.fromkeys(KINDS, _ALL)
_NUMBER = "Give the exact value, as an integer or a decimal number."
_ORDER = ("second", "third", "fourth", "fifth")


def _question(
    rng: random.Random, kind: str, tables: Sequence[Table], question: str, facts: dict[str, Json],
    answer: Fraction | list[str], lines: list[str], cells: int, story: str = "", form: str = _NUMBER,
    rate: float = 0.02,
) -> Question:  # fmt: skip
    names = ("", "") if len(tables) == 1 else ("First table:\n\n", "\n\nSecond table:\n\n")
    shown = "".join(name + show(table, rng.choice(FORMATS)) for name, table in zip(names, tables, strict=False))
    facts = {"kind": kind, "tables": list(tables), **facts}
    if isinstance(answer, Fraction):
        text = number_text(answer)
        payload = typed(facts, text, "decimal")
    else:
        text = ", ".join(answer)
        payload = in_order(facts, [item.lower() for item in answer])
    what = "a table" if len(tables) == 1 else "a pair of tables"
    fields = {"shown": shown, "story": story, "question": question, "form": form, "what": what}
    return Question(
        fields,
        payload,
        text,
        [*lines, text],
        gold=None,
        canonical=facts,
        guess_rate=rate,
        difficulty=float(cells),
    )


def _size(table: Table) -> int:
    return len(table["rows"]) * len(table["columns"])


def _aggregate(rng: random.Random, *, rows: int, columns: int, tests: int, edits: int) -> Question | None:
    table = draw_table(rng, rows, columns)
    plan = draw_plan(rng, table, tests)
    if plan is None:
        return None
    asked = rng.choice(("What is {}?", "Find {}.", "Work out {}.")).format(said(plan))
    lines = worked(table, plan)
    return _question(
        rng, "aggregate", [table], asked, {"plans": [plan]}, measured(table, plan), lines, _size(table)
    )


def _compare(rng: random.Random, *, rows: int, columns: int, tests: int, edits: int) -> Question | None:
    table = draw_table(rng, rows, columns)
    plans = [draw_plan(rng, table, tests, ("sum", "largest", "smallest", "range", "median")) for _ in range(2)]
    if None in plans:
        return None
    one, two = (measured(table, plan) for plan in plans if plan)
    if one == two:
        return None
    asked = f"Let A be {said(plans[0] or {})}. Let B be {said(plans[1] or {})}. What is A - B?"
    lines = [line for plan in plans if plan for line in worked(table, plan)]
    lines.append(f"{number_text(one)} - {number_text(two)} = {number_text(one - two)}")
    return _question(rng, "compare", [table], asked, {"plans": plans}, one - two, lines, 2 * _size(table))


def _rank(rng: random.Random, *, rows: int, columns: int, tests: int, edits: int) -> Question | None:
    table = draw_table(rng, rows, columns)
    found = _ranked(rng, table, tests)
    if found is None:
        return None
    facts, question, answer, lines = found
    form = f"Give the {table['columns'][0]} alone."
    return _question(rng, "rank", [table], question, facts, [answer], lines, _size(table),
                     form=form, rate=1 / len(table["rows"]))  # fmt: skip


def _ranked(rng: random.Random, table: Table, tests: int) -> tuple[dict[str, Json], str, str, list[str]] | None:
    """Which row is the n-th largest or smallest in a column among those that pass; no two of them are equal there."""
    joint, drawn = draw_tests(rng, table, max(tests - 1, 0))
    plan: Plan = {"joint": joint, "tests": drawn}
    of = rng.choice(number_columns(table))
    place, side = rng.randint(2, 5), rng.choice(("largest", "smallest"))
    kept = passing(table, plan)
    at = table["columns"].index(of)
    values = sorted((row[at] for row in kept), reverse=side == "largest")
    if len(values) < max(place, 4) or len(set(values)) < len(values):
        return None
    name = next(row[0] for row in kept if row[at] == values[place - 1])
    rank = f"{_ORDER[place - 2]} {side} {of}"
    question = f"Among the rows {said_tests(plan)}, which {table['columns'][0]} has the {rank}?"
    lines = [f"{of} from the {side} on: {', '.join(map(str, values[:place]))}"]
    return {"plan": plan, "of": of, "place": place, "side": side}, question, name, lines


def _list(rng: random.Random, *, rows: int, columns: int, tests: int, edits: int) -> Question | None:
    table = draw_table(rng, rows, columns)
    joint, drawn = draw_tests(rng, table, max(tests, 1))
    plan: Plan = {"joint": joint, "tests": drawn}
    of = rng.choice(number_columns(table))
    at = table["columns"].index(of)
    kept = sorted(passing(table, plan), key=lambda row: row[at])
    if not 3 <= len(kept) <= 8 or len({row[at] for row in kept}) < len(kept):
        return None
    key = table["columns"][0]
    answer = [row[0] for row in kept]
    if ", ".join(answer) in ", ".join(row[0] for row in table["rows"]):
        return None
    question = f"Which {key}s stand in the rows {said_tests(plan)}? List them in the order of {of}, the smallest first."
    lines = [", ".join(f"{row[0]} {row[at]}" for row in kept)]
    return _question(rng, "list", [table], question, {"plan": plan, "of": of}, answer, lines, _size(table),
                     form="Separate them by commas.", rate=0.001)  # fmt: skip


def _groups(rng: random.Random, *, rows: int, columns: int, tests: int, edits: int) -> Question | None:
    table = draw_table(rng, rows, columns)
    by, of = word_columns(table)[0], rng.choice(number_columns(table))
    joint, drawn = draw_tests(rng, table, max(tests - 1, 0))
    if any(name == by for name, *_ in drawn):
        return None
    plan: Plan = {"joint": joint, "tests": drawn}
    totals: dict[str, int] = {}
    for row in passing(table, plan):
        totals[row[1]] = totals.get(row[1], 0) + row[table["columns"].index(of)]
    if len(totals) < 4 or len(set(totals.values())) < len(totals):
        return None
    answer = sorted(totals, key=lambda name: -totals[name])
    question = (
        f"Take the rows {said_tests(plan)} and add up {of} for each {by} that is found in them. Which order do "
        f"the values of {by} have, from the largest total to the smallest?"
    )
    lines = [", ".join(f"{name} {totals[name]}" for name in sorted(totals))]
    facts: dict[str, Json] = {"plan": plan, "of": of, "by": by}
    return _question(rng, "groups", [table], question, facts, answer, lines, _size(table),
                     form="Separate them by commas.", rate=1 / 24)  # fmt: skip


def _join(rng: random.Random, *, rows: int, columns: int, tests: int, edits: int) -> Question | None:
    table = draw_table(rng, rows, columns)
    by = word_columns(table)[0]
    values = sorted({row[1] for row in table["rows"]})
    rng.shuffle(values)
    zones = ("upper", "lower", "outer")
    second: Table = {
        "columns": [by, "zone", "factor"],
        "words": 1,
        "rows": [[value, rng.choice(zones), rng.randint(2, 15)] for value in values],
    }
    joint, drawn = draw_tests(rng, table, max(tests - 1, 0))
    plan: Plan = {"joint": joint, "tests": [test for test in drawn if test[0] != by]}
    of, zone = rng.choice(number_columns(table)), rng.choice([row[1] for row in second["rows"]])
    fits = {row[0]: row[2] for row in second["rows"] if row[1] == zone}
    at = table["columns"].index(of)
    kept = [(row[at], fits[row[1]]) for row in passing(table, plan) if row[1] in fits]
    if not 2 <= len(kept) < len(table["rows"]):
        return None
    total = sum(a * b for a, b in kept)
    question = (
        f"Each row of the first table belongs to the row of the second one with the same {by}. Take those "
        f"rows of the first table {said_tests(plan)} that belong to a row with the zone {zone}, multiply {of} of each "
        "by the factor of the row it belongs to, and add up these products. What is the sum?"
    ).replace("table of the table", "table")
    lines = [f"{' + '.join(f'{a} * {b}' for a, b in kept)} = {total}"]
    facts: dict[str, Json] = {"plan": plan, "of": of, "zone": zone, "by": by}
    return _question(
        rng, "join", [table, second], question, facts, Fraction(total), lines, _size(table) + 3 * len(values)
    )


def _edits(rng: random.Random, *, rows: int, columns: int, tests: int, edits: int) -> Question | None:
    table = draw_table(rng, rows, columns)
    now: Table = {**table, "rows": [list(row) for row in table["rows"]]}
    done: list[list[Json]] = []
    for _ in range(max(edits, 1)):
        edit = _drawn_edit(rng, now)
        before = [list(row) for row in now["rows"]]
        _apply(now, edit)
        if len(now["rows"]) < 4 or before == now["rows"]:
            return None
        done.append(edit)
    story = "\n\nThen the table is changed, in this order:\n" + "\n".join(
        f"{n}. {_said_edit(table, edit)}" for n, edit in enumerate(done, 1)
    )
    facts: dict[str, Json] = {"edits": done}
    cells = _size(table) * (1 + len(done)) // 2
    lines = [f"after the changes: {'; '.join(' '.join(map(str, row)) for row in now['rows'])}"]
    if rng.random() < 0.5:
        plan = draw_plan(rng, now, tests)
        if plan is None or (passing(table, plan) and measured(table, plan) == measured(now, plan)):
            return None
        question = f"After the changes: what is {said(plan)}?"
        return _question(rng, "edits", [table], question, facts | {"plans": [plan]}, measured(now, plan),
                         lines + worked(now, plan), cells, story)  # fmt: skip
    found = _ranked(rng, now, tests)
    if found is None:
        return None
    more, question, answer, ranked = found
    form = f"Give the {table['columns'][0]} alone."
    question = f"After the changes: {question[0].lower()}{question[1:]}"
    return _question(rng, "edits", [table], question, facts | more, [answer],
                     lines + ranked, cells, story, form, 1 / len(now["rows"]))  # fmt: skip


def _drawn_edit(rng: random.Random, table: Table) -> list[Json]:
    row = rng.choice(table["rows"])
    number, word = rng.choice(number_columns(table)), rng.choice(word_columns(table))
    value = rng.choice(table["rows"])[table["columns"].index(word)]
    sort = rng.choice(("remove", "change", "raise", "add", "cut"))
    if sort == "remove":
        return ["remove", row[0]]
    if sort == "change":
        return ["change", row[0], number, rng.randint(1, 99)]
    if sort == "raise":
        return ["raise", word, value, number, rng.randint(2, 25)]
    if sort == "add":
        key = new_key(rng, table)
        at = table["columns"].index(word)
        return [
            "add",
            [
                key,
                *(value if place == at else rng.choice(table["rows"])[place] for place in range(1, len(row))),
            ],
        ]
    smallest = sorted(each[table["columns"].index(number)] for each in table["rows"])[
        : 1 + len(table["rows"]) // 8
    ]
    return ["cut", number, smallest[-1] + 1]


def _apply(table: Table, edit: list[Json]) -> None:
    """Do an edit to a table."""
    at = {name: place for place, name in enumerate(table["columns"])}
    sort, *what = edit
    if sort == "add":
        table["rows"].append(list(what[0]))
    elif sort == "remove":
        table["rows"] = [row for row in table["rows"] if row[0] != what[0]]
    elif sort == "cut":
        table["rows"] = [row for row in table["rows"] if row[at[what[0]]] >= what[1]]
    for row in table["rows"]:
        if sort == "change" and row[0] == what[0]:
            row[at[what[1]]] = what[2]
        elif sort == "raise" and row[at[what[0]]] == what[1]:
            row[at[what[2]]] += what[3]


def _said_edit(table: Table, edit: list[Json]) -> str:
    key = table["columns"][0]
    said_of: dict[str, Callable[..., str]] = {
        "remove": lambda name: f"The row with the {key} {name} is deleted.",
        "change": lambda name, column, value: f"In the row with the {key} {name}, {column} becomes {value}.",
        "raise": lambda word, value, column, by: f"In each row where {word} is {value}, {column} is raised by {by}.",
        "add": lambda row: "A row is added: "
        + ", ".join(f"{name} {value}" for name, value in zip(table["columns"], row, strict=True)) + ".",
        "cut": lambda column, value: f"All rows where {column} is less than {value} are deleted.",
    }  # fmt: skip
    return said_of[edit[0]](*edit[1:])


def _difference(rng: random.Random, *, rows: int, columns: int, tests: int, edits: int) -> Question | None:
    table = draw_table(rng, rows, columns)
    changed = [list(row) for row in table["rows"]]
    row, column = rng.randrange(rows), rng.choice(word_columns(table) + number_columns(table))
    at = table["columns"].index(column)
    old = changed[row][at]
    new = rng.choice(changed)[at] if column in word_columns(table) else old + rng.choice((-10, -1, 1, 10))
    if new == old or (isinstance(new, int) and new < 0):
        return None
    changed[row][at] = new
    rng.shuffle(changed)
    order = rng.sample(range(1, len(table["columns"])), len(table["columns"]) - 1)
    second: Table = {
        "columns": [table["columns"][0], *(table["columns"][n] for n in order)],
        "words": table["words"],
        "rows": [[each[0], *(each[n] for n in order)] for each in changed],
    }
    key = table["rows"][row][0]
    question = (
        "The second table should hold the same as the first, with the rows and the columns in other orders, but one "
        "cell differs. Which one?"
    )
    lines = [f"{key}, {column}: {old} and {new}"]
    form = f"Give the {table['columns'][0]} of its row and then the name of its column, with a comma between."
    return _question(rng, "difference", [table, second], question, {}, [key, column], lines, 2 * _size(table),
                     form=form, rate=1 / _size(table))  # fmt: skip


generate = Family(
    {
        "aggregate": _aggregate, "compare": _compare, "rank": _rank, "list": _list, "groups": _groups, "join": _join,
        "edits": _edits, "difference": _difference,
    },
    WORDINGS,
    {
        "rows": Whole(6, 80, "rows of the (first) table"),
        "columns": Whole(2, 6, "columns beside the first, which names the row"),
        "tests": Whole(0, 4, "how many tests say which rows are meant; ranks and groups have one less"),
        "edits": Whole(1, 12, "changes of the kind edits"),
    },
    kind_in_facts=False,
    advice="raise 'rows' or lower 'tests'",
)  # fmt: skip
