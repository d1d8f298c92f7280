"""Packs for answers that are one number: how it is set, and its near misses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rlvr.generators.base import Task

from .asked import noun
from .book import Text, add
from .packs import alone, around, bounded, empty, hedged, hidden, latex, mapped, reference, short

VULGAR = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕", Fraction(2, 5): "⅖", Fraction(3, 5): "⅗", Fraction(4, 5): "⅘", Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚", Fraction(1, 8): "⅛", Fraction(3, 8): "⅜", Fraction(5, 8): "⅝", Fraction(7, 8): "⅞",
}  # fmt: skip


def number(text: str) -> Fraction | None:
    """The value of an integer, a decimal number or a fraction; None of anything else."""
    try:
        return Fraction(text.replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        return None


def plain(value: Fraction) -> str:
    """An integer or a fraction in lowest terms."""
    return str(value)


def tex(text: str, command: str = "frac") -> str:
    """A number as TeX sets it: fractions with a bar, the rest as it is."""
    sign, bare = ("-", text[1:]) if text.startswith("-") else ("", text)
    top, slash, bottom = bare.partition("/")
    return f"{sign}\\{command}{{{top}}}{{{bottom}}}" if slash else text


def grouped(text: str, mark: str) -> str | None:
    """The digits of an integer in threes; None of a number below 1,000 or of another text."""
    sign, bare = ("-", text[1:]) if text.startswith("-") else ("", text)
    if not bare.isdecimal() or len(bare) < 4:
        return None
    return sign + f"{int(bare):,}".replace(",", mark)


def next_one(task: Task) -> str | None:
    """A value near the reference: one more, of a fraction its numerator's."""
    value = number(task.answer)
    if value is None:
        return None
    return plain(Fraction(value.numerator + 1, value.denominator)) if value.denominator != 1 else str(value + 1)


def typeset(ids: str, body: Text = reference) -> None:
    """Right: typography of an integer or a fraction."""
    for name, mark in (
        ("commas", ","),
        ("braced commas", "{,}"),
        ("thin spaces", "\u202f"),
        ("TeX spaces", r"\,"),
        ("spaces", " "),
    ):
        add(ids, f"thousands: {name}", mapped(body, lambda text, mark=mark: grouped(text, mark)), right=True)

    def form(name: str, change: Callable[[str], str | None]) -> None:
        add(ids, name, mapped(body, change), right=True)

    form("Unicode minus", lambda text: text.replace("-", "−") if text.startswith("-") else None)
    form("dfrac", lambda text: f"${tex(text, 'dfrac')}$" if "/" in text else None)
    form("tfrac", lambda text: rf"\({tex(text, 'tfrac')}\)" if "/" in text else None)
    form("frac without dollars", lambda text: tex(text) if "/" in text else None)
    form("spaces at the bar", lambda text: text.replace("/", " / ") if "/" in text else None)
    form("fraction slash", lambda text: text.replace("/", "⁄") if "/" in text else None)
    form("vulgar", lambda text: VULGAR.get(number(text) or Fraction(0)) if "/" in text else None)
    form("equals sign", lambda text: f"= {text}")


def near(ids: str, body: Text = reference) -> None:
    """Wrong: numbers that are not the answer but look like it."""

    def miss(name: str, change: Callable[[Fraction], Fraction | None]) -> None:
        def write(task: Task) -> str | None:
            text = body(task)
            value = None if text is None else number(text)
            if value is None:
                return None
            other = change(value)
            if other is None or other == value:
                return None
            return plain(other)

        add(ids, f"near: {name}", write, right=False)

    miss("one more", lambda value: Fraction(value.numerator + 1, value.denominator))
    miss("one less", lambda value: Fraction(value.numerator - 1, value.denominator))
    miss("sign", lambda value: -value)
    miss("ten times", lambda value: value * 10)
    miss("double", lambda value: value * 2)
    miss("upside down", lambda value: 1 / value if value else None)
    miss("a digit off", lambda value: value + 100)
    miss("nearest integer", lambda value: Fraction(round(value)))
    miss("a digit lost", lambda value: Fraction(value.numerator // 10, value.denominator))


def lowest(ids: str, body: Text = reference) -> None:
    """Wrong where lowest terms are asked for: the same value, not reduced."""

    def write(task: Task) -> str | None:
        text = body(task)
        value = None if text is None else number(text)
        if value is None or value.denominator == 1 or "/" not in (text or ""):
            return None
        asked = "lowest terms" in task.prompt or "fully reduced" in task.prompt
        return f"{2 * value.numerator}/{2 * value.denominator}" if asked else None

    add(ids, "not reduced", write, right=False)


def _unless_small(text: str, pattern: str) -> str | None:
    """The number behind a left side that makes another one of it; None for 0 and 1, where it does not."""
    return None if text in ("0", "1") else pattern.replace("@", text)


def numbers(ids: str, body: Text = reference, other: Text = next_one, *, bounds: bool = True) -> None:
    """All packs for answers that are one integer or one fraction, where the reference is such a one."""

    def only(text: Text) -> Text:
        def write(task: Task) -> str | None:
            found = text(task)
            return None if found is None or number(found) is None else found

        return write

    body = only(body)
    around(ids, body, other)
    short(ids, body)
    latex(ids, mapped(body, tex))
    typeset(ids, body)
    near(ids, body)
    lowest(ids, body)
    for name, pattern in (
        ("it is not", "x is not = @"),
        ("the wrong one", "the wrong x = @"),
        ("a root", "sqrt(x) = @"),
        ("a square", "x^2 = @"),
        ("a false equation", "sqrt(2) = @"),
        ("one more", "x + 1 = @"),
        ("opposite", "-x = @"),
    ):
        add(
            ids,
            f"left side: {name}",
            mapped(body, lambda text, pattern=pattern: _unless_small(text, pattern)),
            right=False,
        )
    empty(ids)
    hidden(ids, body, other)
    hedged(ids, body, other)
    if bounds:
        bounded(ids, body)


def united(
    ids: str, units: Callable[[Task], tuple[tuple[str, ...], tuple[str, ...]]], body: Text = reference
) -> None:
    """A number with its unit: right with the one that the question names, wrong with another.

    Args:
        ids: the environments.
        units: the patterns that are right for a task and those that are wrong, with @ for the number.
        body: the number.
    """

    def pick(place: int, side: int, sentence: str = "@") -> Text:
        def write(task: Task) -> str | None:
            text = body(task)
            patterns = units(task)[side]
            if text is None or alone(task) or place >= len(patterns):
                return None
            return sentence.replace("@", patterns[place].replace("@", text))

        return write

    for place in range(4):
        add(ids, f"unit {place + 1}", pick(place, 0), right=True)
        if place < 3:
            add(ids, f"other unit {place + 1}", pick(place, 1), right=False)

    def around_unit(pattern: str) -> Text:
        """Words that make another number of it, beside the right unit."""

        def write(task: Task) -> str | None:
            text, what = body(task), noun(task)
            if text is None or what is None or alone(task) or text in ("0", "1"):
                return None
            if "per hour" in pattern and "hour" in task.prompt:
                return None
            return pattern.replace("@", text).replace("#", what)

        return write

    for name, pattern in (
        ("thousands", "@k #"),
        ("dozens", "@ dozen #"),
        ("hundreds", "@ hundred #"),
        ("pairs", "@ pairs of #"),
        ("a rate", "@ # per hour"),
        ("fewer", "@ fewer #"),
        ("less", "@ # less"),
        ("too many", "@ # too many"),
        ("missing", "@ missing #"),
        ("wrong ones", "@ wrong #"),
        ("two numbers", "@ two #"),
        ("negative", "@ negative #"),
        ("twice", "twice @ #"),
        ("besides the first", "number of # besides the first: @"),
        ("all but", "all but @ #"),
    ):
        add(ids, f"another number: {name}", around_unit(pattern), right=False)
    add(ids, "unit in bold", pick(0, 0, "**@**"), right=True)
    add(ids, "unit in a sentence", pick(0, 0, "The answer is @."), right=True)
    add(ids, "unit with a stop", pick(0, 0, "@."), right=True)
