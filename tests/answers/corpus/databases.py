"""Databases: queries, scripts that change tables, values found in tables, and what a trail in logs leads to."""

from __future__ import annotations

import re

from rlvr.generators.base import Task

from .book import Text, add, right, wrong
from .numbers import number
from .packs import around, empty, hedged, hidden, mapped, reference, short

QUERIES = "text2sql sql-explore sql-repair"


def _query(task: Task) -> str | None:
    """The reference where it is a query."""
    return task.answer if re.match(r"\s*(SELECT|WITH)\b", task.answer) else None


def _bare(task: Task) -> str | None:
    """The query without a semicolon."""
    text = _query(task)
    return None if text is None else text.rstrip().rstrip(";")


def _no_rows(task: Task) -> str | None:
    text = _bare(task)
    return None if text is None else f"SELECT * FROM ({text}) AS q WHERE 1 = 0"


def lower_case(text: str) -> str:
    """Key words and names of functions in small letters; texts in quotes as they are."""
    return re.sub(r"'[^']*'|\b[A-Z]{2,}\b", lambda m: m[0] if m[0].startswith("'") else m[0].lower(), text)


def fenced(ids: str, body: Text, other: Text) -> None:
    """Right and wrong forms of SQL, whatever it does."""
    around(ids, body, other)
    for name, pattern in (
        ("sql fence", "```sql\n@\n```"),
        ("fence", "```\n@\n```"),
        ("sqlite fence", "```sqlite\n@\n```"),
        ("SQL fence", "```SQL\n@\n```"),
        ("prose before a fence", "The following does what is asked:\n\n```sql\n@\n```"),
        ("prose before and after a fence", "Here it is:\n```sql\n@\n```\nIt uses only the tables above."),
        ("a prefix", "SQL: @"),
        ("a prefix on its line", "SQL:\n@"),
        ("a comment first", "-- the answer\n@"),
        ("a block comment first", "/* the answer */\n@"),
        ("a comment in a fence", "```sql\n-- the answer\n@\n```"),
        ("a comment behind", "@\n-- that is all"),
        ("blank lines", "\n\n@\n\n"),
        ("backticks", "`@`"),
        ("indented", "    @"),
    ):
        add(ids, name, mapped(body, lambda text, pattern=pattern: pattern.replace("@", text)), right=True)
    add(ids, "small letters", mapped(body, lower_case), right=True)
    add(
        ids,
        "one line",
        mapped(body, lambda text: " ".join(text.split()) if "--" not in text else None),
        right=True,
    )
    empty(ids)
    hidden(ids, body, other)
    for name, text in (
        ("another query", "SELECT 1"),
        ("a syntax error", "SELECT FROM WHERE"),
        ("prose", "Take all the rows that fit and show the two columns."),
        ("PRAGMA", "PRAGMA table_list"),
        ("an empty fence", "```sql\n```"),
    ):
        add(ids, name, lambda task, text=text: text if body(task) else None, right=False)

    def both(first: Text, second: Text) -> Text:
        def write(task: Task) -> str | None:
            a, b = first(task), second(task)
            return None if a is None or b is None else f"```sql\n{a}\n```\nor\n```sql\n{b}\n```"

        return write

    add(ids, "two of them, right and wrong", both(body, other), right=False)
    add(
        ids,
        "commented out",
        mapped(body, lambda text: "\n".join(f"-- {line}" for line in text.splitlines())),
        right=False,
    )
    add(ids, "half of it", mapped(body, lambda text: text[: len(text) // 2]), right=False)


fenced(QUERIES, _query, _no_rows)
right(QUERIES, "a semicolon")(mapped(_bare, lambda text: f"{text};"))
right(QUERIES, "two semicolons")(mapped(_bare, lambda text: f"{text};;"))
right(QUERIES, "a semicolon on its line")(mapped(_bare, lambda text: f"{text}\n;"))
right(QUERIES, "a semicolon in a fence")(mapped(_bare, lambda text: f"```sql\n{text};\n```"))
right(QUERIES, "a prefix and a semicolon")(mapped(_bare, lambda text: f"SQL: {text};"))
right(QUERIES, "a semicolon and a comment")(mapped(_bare, lambda text: f"{text}; -- as asked"))
right(QUERIES, "CRLF in the query")(mapped(_bare, lambda text: text.replace("\n", "\r\n") + ";\r\n"))
wrong(QUERIES, "no rows")(_no_rows)
wrong(QUERIES, "rows twice")(
    mapped(_bare, lambda text: f"SELECT * FROM ({text}) AS q UNION ALL SELECT * FROM ({text}) AS r")
)
wrong(QUERIES, "a column too many")(mapped(_bare, lambda text: f"SELECT q.*, 1 FROM ({text}) AS q"))
wrong(QUERIES, "explained")(mapped(_bare, lambda text: f"EXPLAIN {text}"))
wrong(QUERIES, "two statements")(mapped(_bare, lambda text: f"{text};\nSELECT 1;"))
wrong(QUERIES, "NULL")(lambda task: "SELECT NULL" if _query(task) else None)
wrong(QUERIES, "a row too many")(
    mapped(
        _bare,
        lambda text: f"SELECT * FROM ({text}) AS q UNION ALL SELECT {', '.join(['-77'] * _columns(text))}",
    )
)
wrong(QUERIES, "rows changed")(
    lambda task: f"DELETE FROM {_table(task)}" if _query(task) and _table(task) else None
)


def _columns(text: str) -> int:
    """The number of columns of the last SELECT outside of parentheses."""
    depth, flat = 0, ""
    for c in re.sub(r"'[^']*'", "''", text):
        depth += c == "("
        flat += c if depth == 0 else " "
        depth -= c == ")"
    first = re.findall(r"SELECT(?: DISTINCT)?(.*?)(?:\bFROM\b|$)", flat, re.S)[-1]
    return first.count(",") + 1


def _table(task: Task) -> str | None:
    found = re.search(r"CREATE TABLE (\w+)", task.prompt)
    return found[1] if found else None


@wrong("sql-repair")
def the_query_as_it_was(task: Task) -> str | None:
    found = re.search(r"```sql\n(.*?)```", task.prompt, re.S)
    return found[1] if found else None


# ------------------------------------------------------------------------- sql-explore, where it asks for a value

IDS = "sql-explore"


def _found(task: Task) -> str | None:
    return None if _query(task) else task.answer


def _another(task: Task) -> str | None:
    text = _found(task)
    if text is None:
        return None
    value = number(text)
    return f"{text}x" if value is None else str(int(value) + 3)


def _valued(name: str, pattern: str, *, is_right: bool, numeric: bool = False) -> None:
    def write(task: Task) -> str | None:
        text, other = _found(task), _another(task)
        if text is None or other is None or (numeric and number(text) is None):
            return None
        return pattern.replace("@", "\0").replace("#", other).replace("\0", text)

    add(IDS, f"value: {name}", write, right=is_right)


for name, pattern in (
    ("bare", "@"),
    ("a stop", "@."),
    ("bold", "**@**"),
    ("lines", "\n@\n"),
    ("backticks", "`@`"),
    ("sentence", "The answer is @."),
    ("label", "Answer: @"),
    ("fence", "```\n@\n```"),
    ("box", r"\boxed{@}"),
):
    _valued(name, pattern, is_right=True, numeric=name == "box")
for name, pattern in (
    ("another", "#"),
    ("or", "@ or #"),
    ("or, wrong first", "# or @"),
    ("not", "not @"),
    ("list", "@, #"),
    ("a query", "SELECT @"),
    ("two lines", "@\n#"),
):
    _valued(name, pattern, is_right=False)


# -------------------------------------------------------------------------------------------------------- sql-write

IDS = "sql-write"


def _drop(task: Task) -> str | None:
    return f"DELETE FROM {_table(task)};"


fenced(IDS, reference, _drop)
right(IDS, "no semicolon at the end")(lambda task: task.answer.rstrip().rstrip(";"))
right(IDS, "two semicolons")(lambda task: f"{task.answer.rstrip().rstrip(';')};;")
right(IDS, "a comment between")(lambda task: task.answer.replace(";\n", ";\n-- next\n"))
wrong(IDS, "all rows deleted")(_drop)
wrong(IDS, "nothing done")(lambda task: "SELECT 1;")
wrong(IDS, "a table dropped behind")(
    lambda task: f"{task.answer}\nDROP TABLE {_table_left(task)};" if _table_left(task) else None
)
wrong(IDS, "a table more")(lambda task: f"{task.answer}\nCREATE TABLE left_over_zz (a INTEGER);")
wrong(IDS, "a statement that fails")(lambda task: f"{task.answer}\nSELECT * FROM no_such_table_zz;")
wrong(IDS, "rolled back")(lambda task: f"BEGIN;\n{task.answer}\nROLLBACK;")
wrong(IDS, "a temporary table left")(lambda task: f"{task.answer}\nCREATE TEMPORARY TABLE zz (a INTEGER);")
wrong(IDS, "words")(lambda task: "Update the rows as described.")


def _table_left(task: Task) -> str | None:
    """A table that the script does not touch."""
    names = re.findall(r"CREATE TABLE (\w+)", task.prompt)
    return next((name for name in names if name not in task.answer), None)


# ---------------------------------------------------------------------------------------------------- sql-forensics

IDS = "sql-forensics"


def _last_off(task: Task) -> str:
    last = task.answer[-1]
    return task.answer[:-1] + ("7" if last != "7" else "3")


def _with_stop(task: Task) -> bool:
    """Whether a point at the end is no part of a plain answer."""
    return "without a point" not in task.prompt


def _what(task: Task) -> str | None:
    found = re.search(
        r"\b(?:Which|What) ([a-z ]+?(?:IP address)?|[a-z ]+) (?:is found|does the trail)", task.prompt
    )
    return found[1] if found else None


around(IDS, reference, _last_off)
short(IDS, lambda task: task.answer if _with_stop(task) else None)
empty(IDS)
hidden(IDS, reference, _last_off)
hedged(IDS, reference, _last_off)
right(IDS, "it is")(
    lambda task: f"The {_what(task)} is {task.answer}." if _what(task) and _with_stop(task) else None
)
right(IDS, "it is, in bold")(
    lambda task: f"The {_what(task)} is **{task.answer}**." if _what(task) and _with_stop(task) else None
)
right(IDS, "it is, in backticks")(lambda task: f"The {_what(task)} is `{task.answer}`" if _what(task) else None)
right(IDS, "name and colon")(lambda task: f"{_what(task).capitalize()}: {task.answer}" if _what(task) else None)  # type: ignore[union-attr]
right(IDS, "quotes")(lambda task: f'"{task.answer}"')
right(IDS, "bold backticks")(lambda task: f"**`{task.answer}`**")
right(IDS, "bold without a stop")(lambda task: f"**{task.answer}** ")
right(IDS, "backticks without a stop")(lambda task: f" `{task.answer}` ")
wrong(IDS, "last character off")(_last_off)
wrong(IDS, "first character off")(lambda task: ("q" if task.answer[0] not in "qQ" else "z") + task.answer[1:])
wrong(IDS, "a character lost")(lambda task: task.answer[:-1])
wrong(IDS, "a character more")(lambda task: f"{task.answer}5")
wrong(IDS, "half of it")(lambda task: task.answer[: len(task.answer) // 2])
wrong(IDS, "turned round")(lambda task: task.answer[::-1] if task.answer != task.answer[::-1] else None)
wrong(IDS, "path alone")(lambda task: "path: one -> two -> three")
wrong(IDS, "a pattern")(lambda task: task.answer[:3] + "*")
wrong(IDS, "candidates")(lambda task: f"1. {_last_off(task)}\n2. {task.answer}\n3. {task.answer}9")


@wrong(IDS)
def where_the_trail_begins(task: Task) -> str | None:
    found = re.search(
        r"(?:Start from|The trail begins with|Known so far:) the [a-z ]+ ([\w.:\\/@-]+?)[,.]? ", task.prompt
    )
    return found[1] if found and found[1] != task.answer else None
