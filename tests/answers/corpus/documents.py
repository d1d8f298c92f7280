"""Documents: short answers from a search, orders of passages, claims with the documents that show them."""

from __future__ import annotations

import re

from rlvr.generators.base import Task

from .book import Text, right, wrong
from .numbers import grouped
from .packs import framed, latex, mapped, reference

SEARCHES = "search-qa deep-search"
MONTHS = "January February March April May June July August September October November December".split()


def _is_number(task: Task) -> bool:
    return task.answer.isdecimal()


def _number(task: Task) -> str | None:
    return task.answer if _is_number(task) else None


def _names(task: Task) -> list[str] | None:
    """The names of an answer that is a list of several."""
    return task.answer.split("; ") if "; " in task.answer else None


def _name(task: Task) -> str | None:
    """An answer that is one name."""
    single = not _is_number(task) and "; " not in task.answer and not re.search(r"\d", task.answer)
    return (
        task.answer
        if single and task.answer.lower() not in ("yes", "no") and not task.answer.isupper()
        else None
    )


def _date(task: Task) -> str | None:
    return task.answer if re.fullmatch(r"\d+ [A-Z][a-z]+ \d+", task.answer) else None


def _other(task: Task) -> str:
    """Another number, day or name."""
    if _is_number(task):
        return str(int(task.answer) + 1)
    if task.answer.lower() in ("yes", "no"):
        return "no" if task.answer.lower() == "yes" else "yes"
    if _date(task):
        day, month, year = task.answer.split()
        return f"{int(day) % 28 + 1} {month} {year}"
    return task.answer[:-1] + ("z" if task.answer[-1].lower() != "z" else "k")


def _listed(change) -> Text:  # type: ignore[no-untyped-def]
    def write(task: Task) -> str | None:
        names = _names(task)
        return change(names) if names else None

    return write


def _kind(task: Task) -> str | None:
    found = re.search(r"Answer with the name of the (\w+)\.", task.prompt)
    return found[1] if found else None


framed(SEARCHES, reference, _other)
latex(SEARCHES, mapped(_number, lambda text: text))
right(SEARCHES, "thousands")(mapped(_number, lambda text: grouped(text, ",")))
right(SEARCHES, "number with its unit")(
    lambda task: (
        f"{task.answer} {unit[1]}"
        if (unit := re.search(r"Answer with a number of ([a-z ]+)\.", task.prompt)) and _is_number(task)
        else None
    )
)
right(SEARCHES, "number with its unit in a sentence")(
    lambda task: (
        f"The answer is {task.answer} {unit[1]}."
        if (unit := re.search(r"Answer with a number of ([a-z ]+)\.", task.prompt)) and _is_number(task)
        else None
    )
)
right(SEARCHES, "name: the person is")(
    lambda task: f"The {_kind(task)} is {task.answer}." if _kind(task) and _name(task) else None
)
right(SEARCHES, "name: the person is, in bold")(
    lambda task: f"The {_kind(task)} is **{task.answer}**" if _kind(task) and _name(task) else None
)
right(SEARCHES, "name: it was")(
    lambda task: f"It was {task.answer}." if _kind(task) == "person" and _name(task) else None
)
right(SEARCHES, "name: small letters")(mapped(_name, lambda text: text.lower()))
right(SEARCHES, "name: capitals")(mapped(_name, lambda text: text.upper()))
right(SEARCHES, "name: quotes")(mapped(_name, lambda text: f'"{text}"'))
right(SEARCHES, "name: Mt.")(
    mapped(_name, lambda text: text.replace("Mount ", "Mt. ") if "Mount " in text else None)
)
right(SEARCHES, "name: the")(mapped(_name, lambda text: f"the {text}" if " of " in text else None))
right(SEARCHES, "date: with a comma")(mapped(_date, lambda text: f"**{text}**."))
right(SEARCHES, "date: it is")(mapped(_date, lambda text: f"The date is {text}."))
right(SEARCHES, "letters: bold with a stop")(
    lambda task: f"**{task.answer}**." if task.answer.isupper() else None
)
right(SEARCHES, "list: no spaces")(_listed(lambda names: ";".join(names)))
right(SEARCHES, "list: turned round")(_listed(lambda names: "; ".join(names[::-1])))
right(SEARCHES, "list: lines")(_listed(lambda names: ";\n".join(names)))
right(SEARCHES, "list: each in bold")(_listed(lambda names: "; ".join(f"**{name}**" for name in names)))
right(SEARCHES, "list: semicolon at the end")(_listed(lambda names: "; ".join(names) + ";"))
right(SEARCHES, "list: the names are")(_listed(lambda names: f"The names are: {'; '.join(names)}."))
right(SEARCHES, "yes or no with a capital and a stop")(
    lambda task: f"{task.answer.capitalize()}." if task.answer.lower() in ("yes", "no") else None
)
right(SEARCHES, "yes, it does")(lambda task: "Yes, it does." if task.answer.lower() == "yes" else None)
wrong(SEARCHES, "something else")(_other)
wrong(SEARCHES, "last letters lost")(
    lambda task: task.answer[:-2] if not _is_number(task) and len(task.answer) > 3 else None
)
wrong(SEARCHES, "ten times")(mapped(_number, lambda text: text + "0" if text != "0" else None))
wrong(SEARCHES, "one less")(mapped(_number, lambda text: str(int(text) - 1)))
wrong(SEARCHES, "far off")(mapped(_number, lambda text: str(int(text) + 1000)))
wrong(SEARCHES, "another unit")(mapped(_number, lambda text: f"{text} elephants"))
wrong(SEARCHES, "unknown")(lambda task: "unknown")
wrong(SEARCHES, "not in the documents")(lambda task: "The documents do not say.")
wrong(SEARCHES, "name: a name of the prompt")(
    lambda task: (
        found[1]
        if _name(task)
        and (found := re.search(r"\b([A-Z][a-z]+ [A-Z][a-z]+)\b", task.prompt.split(" ", 8)[-1]))
        and found[1] not in task.answer
        else None
    )
)
wrong(SEARCHES, "name: two people")(lambda task: f"{task.answer} and Bel Stranger" if _name(task) else None)
wrong(SEARCHES, "name: a list")(lambda task: f"{task.answer}; Bel Stranger" if _name(task) else None)
wrong(SEARCHES, "name: its beginning")(mapped(_name, lambda text: text[0] + "."))
wrong(SEARCHES, "date: another month")(mapped(_date, lambda text: _with_month(text)))
wrong(SEARCHES, "date: another year")(mapped(_date, lambda text: text[:-1] + str((int(text[-1]) + 1) % 10)))
wrong(SEARCHES, "date: year alone")(mapped(_date, lambda text: text.split()[-1]))
wrong(SEARCHES, "list: one lost")(_listed(lambda names: "; ".join(names[:-1])))
wrong(SEARCHES, "list: one more")(_listed(lambda names: "; ".join([*names, "Bel Stranger"])))
wrong(SEARCHES, "list: one off")(_listed(lambda names: "; ".join([names[0][:-1] + "zz", *names[1:]])))
wrong(SEARCHES, "list: number of names")(_listed(lambda names: str(len(names))))
wrong(SEARCHES, "letters: exchanged")(
    lambda task: task.answer[::-1] if task.answer.isupper() and task.answer != task.answer[::-1] else None
)


def _with_month(text: str) -> str:
    day, month, year = text.split()
    return f"{day} {MONTHS[(MONTHS.index(month) + 1) % 12]} {year}"


# ----------------------------------------------------------------------------------------------------------- rerank

IDS = "rerank"


def _labels(task: Task) -> list[str]:
    return task.answer.split(" > ")


def _last_first(task: Task) -> str:
    """The worst passage stands first."""
    return " > ".join([_labels(task)[-1], *_labels(task)[:-1]])


framed(IDS, reference, _last_first)
latex(IDS, reference)
right(IDS, "no spaces")(lambda task: ">".join(_labels(task)))
right(IDS, "labels in brackets")(lambda task: " > ".join(f"[{label}]" for label in _labels(task)))
right(IDS, "labels in bold")(lambda task: " > ".join(f"**{label}**" for label in _labels(task)))
right(IDS, "the order is")(lambda task: f"The order is {task.answer}.")
right(IDS, "order and colon")(lambda task: f"Ranking: {task.answer}")
wrong(IDS, "worst first")(_last_first)
wrong(IDS, "turned round")(lambda task: " > ".join(_labels(task)[::-1]))
wrong(IDS, "one lost")(lambda task: " > ".join(_labels(task)[:-1]))
wrong(IDS, "first lost")(lambda task: " > ".join(_labels(task)[1:]))
wrong(IDS, "one twice")(lambda task: " > ".join([*_labels(task), _labels(task)[0]]))
wrong(IDS, "a stranger")(lambda task: " > ".join([*_labels(task), "ZZ"]))
wrong(IDS, "the other sign")(lambda task: " < ".join(_labels(task)))
wrong(IDS, "first alone")(lambda task: _labels(task)[0])
wrong(IDS, "two orders")(lambda task: f"{task.answer}\n{_last_first(task)}")
wrong(IDS, "first and last exchanged")(
    lambda task: " > ".join([_labels(task)[-1], *_labels(task)[1:-1], _labels(task)[0]])
)

# ------------------------------------------------------------------------------------------------------ claim-check

IDS = "claim-check"


def _label(task: Task) -> str:
    return task.answer.partition(";")[0]


def _ids(task: Task) -> list[str]:
    return re.findall(r"d\d+", task.answer)


def _all_ids(task: Task) -> list[str]:
    return re.findall(r"^\[(d\d+)\]", task.prompt, re.M)


def _shown(label: str, ids: list[str]) -> str:
    return f"{label}; {', '.join(ids)}" if ids else label


def _other_label(task: Task) -> str:
    if _label(task) == "NEI":
        return _shown("refuted", _all_ids(task)[:1])
    return _shown("refuted" if _label(task) == "supported" else "supported", _ids(task))


framed(IDS, reference, _other_label)
right(IDS, "a capital")(lambda task: _shown(_label(task)[0].upper() + _label(task)[1:], _ids(task)))
right(IDS, "capitals")(lambda task: _shown(_label(task).upper(), _ids(task)))
right(IDS, "no spaces")(lambda task: task.answer.replace(" ", "") if _ids(task) else None)
right(IDS, "ids turned round")(
    lambda task: _shown(_label(task), _ids(task)[::-1]) if len(_ids(task)) > 1 else None
)
right(IDS, "ids in brackets")(
    lambda task: _shown(_label(task), [f"[{id}]" for id in _ids(task)]) if _ids(task) else None
)
right(IDS, "label in bold")(lambda task: f"**{_label(task)}**" + task.answer[len(_label(task)) :])
right(IDS, "ids in backticks")(
    lambda task: _shown(_label(task), [f"`{id}`" for id in _ids(task)]) if _ids(task) else None
)
right(IDS, "text in TeX")(lambda task: rf"\text{{{task.answer}}}")
wrong(IDS, "another label")(_other_label)
wrong(IDS, "not enough information")(lambda task: "NEI" if _label(task) != "NEI" else None)
wrong(IDS, "no ids")(lambda task: _label(task) if _ids(task) else None)
wrong(IDS, "all ids")(
    lambda task: (
        _shown(_label(task), _all_ids(task)) if _ids(task) and set(_ids(task)) != set(_all_ids(task)) else None
    )
)
wrong(IDS, "an id too many")(
    lambda task: (
        _shown(_label(task), [*_ids(task), more])
        if _ids(task) and (more := next((id for id in _all_ids(task) if id not in _ids(task)), ""))
        else None
    )
)
wrong(IDS, "an id lost")(lambda task: _shown(_label(task), _ids(task)[:-1]) if len(_ids(task)) > 1 else None)
wrong(IDS, "an unknown id")(
    lambda task: _shown(_label(task), [*_ids(task)[:-1], "d0001"]) if _ids(task) else None
)
wrong(IDS, "ids alone")(lambda task: ", ".join(_ids(task)) or None)
wrong(IDS, "all labels")(lambda task: "supported, refuted, NEI")
wrong(IDS, "two labels")(lambda task: _shown("supported or refuted", _ids(task) or _all_ids(task)[:1]))
wrong(IDS, "supported by all")(
    lambda task: _shown("supported", _all_ids(task)) if _label(task) == "NEI" else None
)
wrong(IDS, "true")(lambda task: "true")
