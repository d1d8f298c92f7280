"""Arithmetic: numbers, expressions, times, dates, percentages, units, bases."""

from __future__ import annotations

import re
from datetime import date, timedelta
from fractions import Fraction

from rlvr.generators.base import Task

from .book import Text, Whole, right, wrong
from .numbers import grouped, near, next_one, number, numbers, tex, typeset, united
from .packs import framed, latex, mapped, reference

numbers("arithmetic modular-arithmetic fractions")


@wrong("arithmetic")
def not_evaluated(task: Task) -> str | None:
    found = re.findall(r"[-(\d][-()\d\s+*/]{6,}[)\d]", task.prompt)
    return found[0] if found else None


@wrong("arithmetic fractions")
def decimal_approximation(task: Task) -> str | None:
    value = number(task.answer)
    return None if value is None or value.denominator == 1 else f"{float(value):.3f}"


@wrong("fractions")
def exact_decimal(task: Task) -> str | None:
    value = number(task.answer)
    return None if value is None or value.denominator not in (2, 4, 5, 8, 10, 20, 25) else str(float(value))


@wrong("fractions")
def mixed_number(task: Task) -> str | None:
    value = number(task.answer)
    if value is None or value.denominator == 1 or value < 1:
        return None
    whole, rest = divmod(value.numerator, value.denominator)
    return f"{whole} {rest}/{value.denominator}"


@wrong("arithmetic fractions")
def denominator_off(task: Task) -> str | None:
    value = number(task.answer)
    return None if value is None or value.denominator == 1 else f"{value.numerator}/{value.denominator + 2}"


@wrong("modular-arithmetic")
def beyond_the_range(task: Task) -> str | None:
    found = re.search(r"from 0 to (\d+)", task.prompt)
    return str(int(task.answer) + int(found[1]) + 1) if found else None


@wrong("modular-arithmetic")
def below_the_range(task: Task) -> str | None:
    found = re.search(r"from 0 to (\d+)", task.prompt)
    return str(int(task.answer) - int(found[1]) - 1) if found else None


@right("modular-arithmetic")
def x_equals(task: Task) -> str | None:
    return f"x = {task.answer}" if "integer x" in task.prompt or "Which x" in task.prompt else None


# ------------------------------------------------------------------------------------------------------ countdown


def _target(task: Task) -> int:
    found = re.search(r"Make (-?\d+) from|Target: (-?\d+)|equals (-?\d+)", task.prompt)
    assert found, task.prompt
    return int(next(group for group in found.groups() if group))


def _given(task: Task) -> list[int]:
    found = re.search(r"(?:numbers|Numbers:) ((?:\d+, )+\d+)", task.prompt)
    assert found, task.prompt
    return [int(part) for part in found[1].split(", ")]


def _one_more(task: Task) -> str:
    return f"{task.answer}+1"


def _spaced(task: Task) -> str:
    return re.sub(r"([-+*/])", r" \1 ", task.answer)


framed("countdown", reference, _one_more)
latex("countdown", mapped(reference, lambda text: text.replace("*", r" \times ").replace("/", r" \div ")))
right("countdown", "spaces")(_spaced)


@right("countdown")
def typographic_signs(task: Task) -> str:
    return task.answer.replace("*", " × ").replace("/", " ÷ ").replace("-", " − ").replace("+", " + ")


@right("countdown")
def middle_dots(task: Task) -> str | None:
    return task.answer.replace("*", "·") if "*" in task.answer else None


@right("countdown")
def outer_parentheses(task: Task) -> str:
    return f"({task.answer})"


@right("countdown")
def with_the_target(task: Task) -> str:
    return f"{_spaced(task)} = {_target(task)}"


@right("countdown")
def target_and_check(task: Task) -> str:
    return Whole(
        f"<answer>{task.answer}</answer>\n\nThis equals {_target(task)}, and each number is used at most once."
    )


@right("countdown")
def tall_brackets(task: Task) -> str | None:
    text = task.answer.replace("(", r"\left(").replace(")", r"\right)").replace("*", r"\cdot ")
    return f"${text}$" if "(" in task.answer and "/" not in task.answer else None


@wrong("countdown")
def the_target_alone(task: Task) -> str:
    return str(_target(task))


@wrong("countdown")
def a_number_used_again(task: Task) -> str:
    first = _given(task)[0]
    return f"({task.answer})+{first}-{first}"


@wrong("countdown")
def a_number_that_is_not_given(task: Task) -> str:
    stranger = next(n for n in range(2, 999) if n not in _given(task))
    return f"{_target(task) - stranger}+{stranger}"


@wrong("countdown")
def the_list(task: Task) -> str:
    return ", ".join(map(str, _given(task)))


@wrong("countdown")
def another_target(task: Task) -> str:
    return f"{'+'.join(map(str, _given(task)))}-1"


@wrong("countdown")
def steps_in_words(task: Task) -> str:
    return "add the first two numbers, then use the rest"


@wrong("countdown")
def first_and_last_changed(task: Task) -> str | None:
    """The biggest number of the answer is one more."""
    used = [int(n) for n in re.findall(r"\d+", task.answer)]
    return re.sub(rf"\b{max(used)}\b", str(max(used) + 1), task.answer, count=1)


# ------------------------------------------------------------------------------------------------ long arithmetic


def _plain_number(task: Task) -> str | None:
    return task.answer if "remainder" not in task.answer else None


def _parts(task: Task) -> tuple[int, int] | None:
    found = re.fullmatch(r"(\d+) remainder (\d+)", task.answer)
    return (int(found[1]), int(found[2])) if found else None


def _near_long(task: Task) -> str | None:
    parts = _parts(task)
    return f"{parts[0]} remainder {parts[1] + 1}" if parts else next_one(task)


framed("long-arithmetic", reference, _near_long)
latex("long-arithmetic", mapped(reference, lambda text: text.replace(" remainder ", r" \text{ remainder } ")))
typeset("long-arithmetic", _plain_number)
near("long-arithmetic", _plain_number)


def _division(write):  # type: ignore[no-untyped-def]
    def of(task: Task) -> str | None:
        parts = _parts(task)
        return write(*parts) if parts else None

    return of


right("long-arithmetic", "quotient with commas")(
    _division(lambda q, r: f"{q:,} remainder {r:,}" if q > 999 else None)
)
right("long-arithmetic", "capital")(_division(lambda q, r: f"{q} Remainder {r}"))
right("long-arithmetic", "bold numbers")(_division(lambda q, r: f"**{q}** remainder **{r}**"))
right("long-arithmetic", "check of the division after")(
    _division(
        lambda q, r: Whole(
            f"<answer>{q} remainder {r}</answer>\nCheck: {q} times the divisor plus {r} gives it back."
        )
    )
)
wrong("long-arithmetic", "quotient alone")(_division(lambda q, r: str(q) if r else None))
wrong("long-arithmetic", "swapped")(_division(lambda q, r: f"{r} remainder {q}" if r != q else None))
wrong("long-arithmetic", "quotient off")(_division(lambda q, r: f"{q + 1} remainder {r}"))
wrong("long-arithmetic", "remainder dropped")(_division(lambda q, r: f"{q} remainder 0" if r else None))
wrong("long-arithmetic", "remainder negative")(_division(lambda q, r: f"{q} remainder -{r}" if r else None))
wrong("long-arithmetic", "letters")(_division(lambda q, r: "Q remainder R"))


# ---------------------------------------------------------------------------------------------------- clock times


def _shift_clock(task: Task) -> str | None:
    """The time a minute later, in the same form."""
    text = task.answer
    found = re.search(r":(\d\d)", text)
    if not found:
        return next_one(task)
    minutes = (int(found[1]) + 1) % 60
    return f"{text[: found.start()]}:{minutes:02}{text[found.end() :]}"


framed("clock-times", reference, _shift_clock)
wrong("clock-times", "a minute late")(_shift_clock)


def _clock_number(task: Task) -> str | None:
    return task.answer if ":" not in task.answer else None


typeset("clock-times", _clock_number)
near("clock-times", _clock_number)
latex("clock-times", mapped(_clock_number, tex))


def _clock_units(task: Task) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if "number of degrees" in task.prompt:
        powers = () if "/" in task.answer else (r"@^\circ", r"$@^\circ$")
        return ("@°", "@ degrees", *powers), ("@ minutes", "@ radians", "@%")
    if "number of minutes" in task.prompt:
        return ("@ minutes", "@ min"), ("@ hours", "@ seconds", "@ degrees")
    return (), ()


united("clock-times", _clock_units, _clock_number)


@right("clock-times")
def lower_case(task: Task) -> str | None:
    return task.answer.lower() if re.search(r"[AP]M$", task.answer) else None


@right("clock-times")
def with_stops(task: Task) -> str | None:
    found = re.fullmatch(r"(.*) ([AP])M", task.answer)
    return f"{found[1]} {found[2].lower()}.m." if found else None


@right("clock-times")
def weekday_and_comma(task: Task) -> str | None:
    return task.answer.replace(" ", ", ") if re.match(r"[A-Z][a-z]+day ", task.answer) else None


@right("clock-times")
def it_is(task: Task) -> str | None:
    return f"It is {task.answer}." if "time" in task.prompt and re.match(r"\d\d?:", task.answer) else None


@right("clock-times")
def the_time_in_bold(task: Task) -> str | None:
    return f"**{task.answer}**." if ":" in task.answer else None


@right("clock-times")
def in_text(task: Task) -> str | None:
    return rf"\boxed{{\text{{{task.answer}}}}}" if ":" in task.answer else None


@wrong("clock-times")
def other_half_of_the_day(task: Task) -> str | None:
    if task.answer.endswith("AM"):
        return task.answer.replace("AM", "PM")
    if task.answer.endswith("PM"):
        return task.answer.replace("PM", "AM")
    return None


@wrong("clock-times")
def without_the_half(task: Task) -> str | None:
    return task.answer[:-3] if re.search(r"[AP]M$", task.answer) else None


@wrong("clock-times")
def twelve_hour_clock(task: Task) -> str | None:
    found = re.fullmatch(r"(\d\d)(:\d\d.*)", task.answer)
    if not found or "24-hour clock" not in task.prompt or not 12 < int(found[1]) < 24:
        return None
    return f"{int(found[1]) - 12}{found[2]} PM"


@wrong("clock-times")
def an_hour_late(task: Task) -> str | None:
    found = re.search(r"\b(\d+):", task.answer)
    if not found:
        return None
    hour = int(found[1]) + (1 if int(found[1]) < 11 else -1)
    return f"{task.answer[: found.start()]}{hour:0{len(found[1])}}:{task.answer[found.end() :]}"


DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


@wrong("clock-times")
def next_weekday(task: Task) -> str | None:
    day, _, time = task.answer.partition(" ")
    return f"{DAYS[(DAYS.index(day) + 1) % 7]} {time}" if day in DAYS else None


@wrong("clock-times")
def no_weekday(task: Task) -> str | None:
    day, _, time = task.answer.partition(" ")
    return time if day in DAYS else None


@wrong("clock-times")
def digits_run_together(task: Task) -> str | None:
    return task.answer.replace(":", "") if re.fullmatch(r"[\d:]+", task.answer) and ":" in task.answer else None


# ---------------------------------------------------------------------------------------------------------- dates


def _date(task: Task) -> date | None:
    try:
        return date.fromisoformat(task.answer)
    except ValueError:
        return None


def _next_day(task: Task) -> str | None:
    day = _date(task)
    return next_one(task) if day is None else (day + timedelta(1)).isoformat()


def _dated(write):  # type: ignore[no-untyped-def]
    def of(task: Task) -> str | None:
        day = _date(task)
        return None if day is None else write(day)

    return of


framed("dates", reference, _next_day)
latex("dates", lambda task: task.answer if _date(task) is None else rf"\text{{{task.answer}}}")
typeset("dates", lambda task: task.answer if _date(task) is None else None)
near("dates", lambda task: task.answer if _date(task) is None else None)
right("dates", "hyphens that do not break")(_dated(lambda day: day.isoformat().replace("-", "\u2011")))
right("dates", "the date is")(_dated(lambda day: f"The date is {day.isoformat()}."))
right("dates", "the date is, in bold")(_dated(lambda day: f"The date is **{day.isoformat()}**."))
wrong("dates", "a day early")(_dated(lambda day: (day - timedelta(1)).isoformat()))
wrong("dates", "a year late")(_dated(lambda day: f"{day.year + 1:04}{day.isoformat()[4:]}"))
wrong("dates", "day and month swapped")(
    _dated(lambda day: f"{day.year:04}-{day.day:02}-{day.month:02}" if day.day != day.month else None)
)
wrong("dates", "a range")(_dated(lambda day: f"{day.isoformat()} to {(day + timedelta(3)).isoformat()}"))
wrong("dates", "slashes, day first")(_dated(lambda day: f"{day.day:02}/{day.month:02}/{day.year}"))
wrong("dates", "year and month")(_dated(lambda day: day.isoformat()[:7]))
wrong("dates", "the other end")(_dated(lambda day: "0001-01-01"))


@wrong("dates")
def other_unit(task: Task) -> str | None:
    return f"{task.answer} weeks" if _date(task) is None else None


# ------------------------------------------------------------------------------------------------------- decimals


def _last_digit(task: Task) -> str:
    """The last digit is another one."""
    return task.answer[:-1] + str((int(task.answer[-1]) + 1) % 10)


numbers("decimals", reference, _last_digit)
wrong("decimals", "last digit")(_last_digit)


@right("decimals")
def nearly_equal_sign(task: Task) -> str | None:
    return f"≈ {task.answer}" if "rounded" in task.prompt else None


@right("decimals")
def decimal_with_thousands(task: Task) -> str | None:
    whole, point, rest = task.answer.partition(".")
    text = grouped(whole, ",")
    return f"{text}.{rest}" if text and point else None


@wrong("decimals")
def a_digit_short(task: Task) -> str | None:
    return task.answer[:-1] if re.search(r"\.\d+[1-9]$", task.answer) else None


@wrong("decimals")
def decimal_point_moved(task: Task) -> str | None:
    found = re.fullmatch(r"(-?\d+)\.(\d)(\d*)", task.answer)
    return f"{found[1]}{found[2]}.{found[3] or 0}" if found and number(task.answer) else None


@wrong("decimals")
def comma_for_point(task: Task) -> str | None:
    """In English 16,006 is sixteen thousand and six."""
    return task.answer.replace(".", ",") if re.fullmatch(r"-?[1-9]\d?\d?\.\d{3}", task.answer) else None


# ---------------------------------------------------------------------------------------------------- percentages

numbers("percentages")


def _percent_units(task: Task) -> tuple[tuple[str, ...], tuple[str, ...]]:
    text = task.prompt
    if "exact percentage" in text:
        return ("@%", r"@\%", "@ percent", r"$@\%$"), ("@ dollars", "@ kg")
    if "in dollars" in text:
        return ("$@", "@ dollars", r"\$@"), ("@ euros", "@ cents", "@%")
    if "in kg" in text:
        return ("@ kg", "@ kilograms", r"@\ \text{kg}", r"$@\,\text{kg}$"), ("@ g", "@ tonnes", "@%")
    return (), ("@%", "@ dollars")


united("percentages", _percent_units)


@right("percentages unit-conversion")
def decimal_as_fraction(task: Task) -> str | None:
    value = number(task.answer)
    return None if value is None or "." not in task.answer else str(value)


@right("percentages unit-conversion")
def decimal_as_frac(task: Task) -> str | None:
    value = number(task.answer)
    return None if value is None or "." not in task.answer else f"${tex(str(value))}$"


@wrong("percentages unit-conversion")
def rounded(task: Task) -> str | None:
    value = number(task.answer)
    if value is None or value.denominator == 1:
        return None
    text = f"{float(value):.1f}"
    return text if Fraction(text) != value else None


@wrong("percentages")
def as_a_share(task: Task) -> str | None:
    value = number(task.answer)
    return str(value / 100) if value and "exact percentage" in task.prompt else None


# ------------------------------------------------------------------------------------------------ unit conversion

numbers("unit-conversion")


@wrong("unit-conversion")
def wrong_unit(task: Task) -> str:
    return f"{task.answer} elephants"


@wrong("unit-conversion")
def with_the_unit_it_comes_from(task: Task) -> str | None:
    found = re.search(r"Convert [\d.]+ ([a-z]+) to ([a-z]+)", task.prompt)
    return f"{task.answer} {found[1]}" if found and found[1] != found[2] else None


@wrong("unit-conversion")
def a_thousandth(task: Task) -> str | None:
    value = number(task.answer)
    return str(value / 1000) if value else None


# --------------------------------------------------------------------------------------------------- number bases


def _base_digit(task: Task) -> str:
    """The last digit is another one of the base."""
    last = task.answer[-1]
    return task.answer[:-1] + ("0" if last != "0" else "1")


framed("number-bases", reference, _base_digit)
latex("number-bases", lambda task: task.answer if task.answer.isdecimal() else rf"\text{{{task.answer}}}")
wrong("number-bases", "last digit")(_base_digit)


@right("number-bases")
def bold_with_a_stop(task: Task) -> str:
    return f"**{task.answer}**."


@wrong("number-bases")
def backwards(task: Task) -> str | None:
    return task.answer[::-1] if task.answer[::-1] != task.answer else None


@wrong("number-bases")
def a_digit_more(task: Task) -> str:
    return task.answer + "0"


@wrong("number-bases")
def a_digit_less(task: Task) -> str | None:
    return task.answer[1:] if task.answer[0] != "0" and len(task.answer) > 1 else None


@wrong("number-bases")
def in_base_ten(task: Task) -> str | None:
    found = re.search(r"result in base (\d+)", task.prompt)
    value = int(task.answer, int(found[1])) if found else 0
    return str(value) if found and str(value) != task.answer else None


@wrong("number-bases")
def first_digit_changed(task: Task) -> str | None:
    first = task.answer[0]
    return (
        ("1" if first != "1" else "2") + task.answer[1:]
        if len(task.answer) > 1 and "base 2," not in task.prompt
        else None
    )


@wrong("number-bases")
def digits_with_dots(task: Task) -> str:
    return f"{task.answer[0]}..."


# ---------------------------------------------------------------------- made-up operators, and lists that a rule gives

LISTS = "custom-operators list-functions"


def _numbers_of(task: Task) -> list[str]:
    return task.answer.strip("[]").split(", ")


def _one_off(task: Task) -> str:
    *rest, last = _numbers_of(task)
    return ", ".join([*rest, str(int(last) + 1)])


def _as_list(pattern: str, between: str = ", ") -> Text:
    def write(task: Task) -> str | None:
        values = _numbers_of(task)
        return pattern.replace("@", between.join(values)) if len(values) > 1 else None

    return write


framed(LISTS, reference, _one_off)
for _name, _pattern, _between in (
    ("a list", "[@]", ", "),
    ("a list without spaces", "[@]", ","),
    ("a list in TeX", "$[@]$", ", "),
    ("no brackets", "@", ", "),
):
    right(LISTS, _name)(_as_list(_pattern, _between))
wrong(LISTS, "last one off")(_one_off)
wrong(LISTS, "last lost")(lambda task: ", ".join(_numbers_of(task)[:-1]) or "none")
wrong(LISTS, "one more")(lambda task: ", ".join([*_numbers_of(task), "7"]))
wrong(LISTS, "two answers")(lambda task: f"{task.answer} or {_one_off(task)}")
wrong(LISTS, "an ellipsis")(lambda task: f"{_numbers_of(task)[0]}, ..., {_numbers_of(task)[-1]}, 99")
wrong(LISTS, "nothing")(lambda task: "[]")
