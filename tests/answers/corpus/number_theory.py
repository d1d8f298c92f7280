"""Number theory: factorizations, solutions in integers, remainders, divisors, digits."""

from __future__ import annotations

import re
from math import prod

from rlvr.generators.base import Task

from .asked import noun, units
from .book import right, wrong
from .numbers import near, next_one, numbers, typeset, united
from .packs import framed, latex, reference

numbers("modular-powers chinese-remainders divisors digits")
united("chinese-remainders divisors digits", units)

# ---------------------------------------------------------------------------------------------------- factorization

IDS = "factorization"
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _powers(task: Task) -> list[tuple[int, int]]:
    return [(int(p), int(k or 1)) for p, k in re.findall(r"(\d+)(?:\^(\d+))?", task.answer)]


def _product(powers: list[tuple[int, int]], times: str = " * ", power: str = "^@") -> str:
    return times.join(str(p) + (power.replace("@", str(k)) if k > 1 else "") for p, k in powers)


def _number(task: Task) -> int:
    return prod(p**k for p, k in _powers(task))


def _exponent_off(task: Task) -> str:
    (p, k), *rest = _powers(task)
    return _product([(p, k + 1), *rest])


framed(IDS, reference, _exponent_off)
latex(IDS, lambda task: _product(_powers(task), r" \cdot ", "^{@}"))
right(IDS, "TeX: times")(
    lambda task: f"${_product(_powers(task), ' TIMES ', '^{@}')}$".replace("TIMES", r"\times")
)
right(IDS, "TeX: no braces")(lambda task: f"${_product(_powers(task), ' TIMES ')}$".replace("TIMES", r"\cdot"))
right(IDS, "no spaces")(lambda task: _product(_powers(task), "*"))
right(IDS, "crosses")(lambda task: _product(_powers(task), " × "))
right(IDS, "dots")(lambda task: _product(_powers(task), " · "))
right(IDS, "superscripts")(
    lambda task: re.sub(r"\^(\d+)", lambda m: m[1].translate(SUPERSCRIPTS), task.answer).replace("*", "×")
)
right(IDS, "turned round")(lambda task: _product(_powers(task)[::-1]))
right(IDS, "the number in front")(lambda task: f"{_number(task)} = {task.answer}")
right(IDS, "the number in front, in TeX")(
    lambda task: f"${_number(task)} = {_product(_powers(task), ' TIMES ', '^{@}')}$".replace("TIMES", r"\times")
)
wrong(IDS, "exponent off")(_exponent_off)
wrong(IDS, "exponents lost")(
    lambda task: _product([(p, 1) for p, _ in _powers(task)]) if any(k > 1 for _, k in _powers(task)) else None
)
wrong(IDS, "a prime lost")(lambda task: _product(_powers(task)[:-1]) or None)
wrong(IDS, "a prime too many")(lambda task: f"{task.answer} * 99991")
wrong(IDS, "a prime off")(
    lambda task: _product([*_powers(task)[:-1], (_powers(task)[-1][0] + 2, _powers(task)[-1][1])])
)
wrong(IDS, "the number itself")(lambda task: str(_number(task)))
wrong(IDS, "list of primes")(
    lambda task: ", ".join(str(p) for p, _ in _powers(task)) if len(_powers(task)) > 1 else None
)
wrong(IDS, "sum")(lambda task: task.answer.replace("*", "+") if "*" in task.answer else None)


@wrong(IDS)
def not_a_prime(task: Task) -> str | None:
    """Two primes are left together."""
    powers = _powers(task)
    if len(powers) < 2 or powers[0][1] != 1 or powers[1][1] != 1:
        return None
    return _product([(powers[0][0] * powers[1][0], 1), *powers[2:]])


# ------------------------------------------------------------------------------------------------------ diophantine

IDS = "diophantine"


def _pair(task: Task) -> tuple[int, int] | None:
    found = re.fullmatch(r"x = (-?\d+), y = (-?\d+)", task.answer)
    return (int(found[1]), int(found[2])) if found else None


def _nothing(task: Task) -> bool:
    return task.answer == "no solution"


def _other(task: Task) -> str | None:
    pair = _pair(task)
    if pair:
        return f"x = {pair[0]}, y = {pair[1] + 1}"
    return "x = 1, y = 1" if _nothing(task) else next_one(task)


def _solved(change):  # type: ignore[no-untyped-def]
    def write(task: Task) -> str | None:
        pair = _pair(task)
        return change(*pair) if pair else None

    return write


def _count(task: Task) -> str | None:
    return task.answer if task.answer.lstrip("-").isdecimal() else None


framed(IDS, reference, _other)
latex(IDS, lambda task: task.answer if not _nothing(task) else r"\text{no solution}")
typeset(IDS, _count)
near(IDS, _count)
united(IDS, units, _count)
wrong(IDS, "another answer")(_other)
right(IDS, "x equals")(
    lambda task: (
        f"x = {task.answer}"
        if _count(task) and re.search(r"Give (that )?x|smallest positive x|value of x", task.prompt)
        else None
    )
)
right(IDS, "no spaces")(_solved(lambda x, y: f"x={x}, y={y}"))
right(IDS, "and")(_solved(lambda x, y: f"x = {x} and y = {y}"))
right(IDS, "lines")(_solved(lambda x, y: f"x = {x}\ny = {y}"))
right(IDS, "y first")(_solved(lambda x, y: f"y = {y}, x = {x}"))
right(IDS, "dollars each")(_solved(lambda x, y: f"$x = {x}$, $y = {y}$"))
right(IDS, "bold each")(_solved(lambda x, y: f"**x = {x}**, **y = {y}**"))
right(IDS, "Unicode minus of a pair")(
    _solved(lambda x, y: f"x = {x}, y = {y}".replace("-", "−") if min(x, y) < 0 else None)
)
right(IDS, "one solution is")(_solved(lambda x, y: f"One solution is x = {x}, y = {y}."))
right(IDS, "capital")(lambda task: "No solution" if _nothing(task) else None)
right(IDS, "there is none")(lambda task: "There is no solution." if _nothing(task) else None)
right(IDS, "no solution in bold with a stop")(lambda task: "**No solution.**" if _nothing(task) else None)
wrong(IDS, "x off")(_solved(lambda x, y: f"x = {x + 1}, y = {y}"))
wrong(IDS, "signs")(_solved(lambda x, y: f"x = {-x}, y = {-y}" if x or y else None))
wrong(IDS, "x alone")(_solved(lambda x, y: f"x = {x}"))
wrong(IDS, "none although there is one")(_solved(lambda x, y: "no solution"))
wrong(IDS, "zeros")(
    lambda task: "x = 0, y = 0" if _pair(task) not in (None, (0, 0)) or _nothing(task) else None
)
wrong(IDS, "many")(lambda task: "infinitely many solutions" if _nothing(task) else None)

# ---------------------------------------------------------------------------------------------------------- gcd-lcm

IDS = "gcd-lcm"


def _quotients(task: Task) -> list[str]:
    return task.answer.split(", ")


def _last_off(task: Task) -> str:
    *rest, last = _quotients(task)
    return ", ".join([*rest, str(int(last) + 1)])


def _several(change):  # type: ignore[no-untyped-def]
    def write(task: Task) -> str | None:
        found = _quotients(task)
        return change(found) if len(found) > 1 else None

    return write


framed(IDS, reference, _last_off)
latex(IDS, reference)
typeset(IDS, _count)
near(IDS, _count)
wrong(IDS, "last off")(_last_off)
right(IDS, "list in brackets")(_several(lambda parts: f"[{', '.join(parts)}]"))
right(IDS, "list without spaces")(_several(",".join))
right(IDS, "list with and")(_several(lambda parts: f"{', '.join(parts[:-1])} and {parts[-1]}"))
right(IDS, "the quotients are")(_several(lambda parts: f"The quotients are {', '.join(parts)}."))
right(IDS, "n equals")(lambda task: f"n = {task.answer}" if "positive integer n" in task.prompt else None)
wrong(IDS, "list turned round")(
    _several(lambda parts: ", ".join(parts[::-1]) if parts != parts[::-1] else None)
)
wrong(IDS, "list without its last")(_several(lambda parts: ", ".join(parts[:-1])))
wrong(IDS, "list with one more")(_several(lambda parts: ", ".join([*parts, "1"])))
wrong(IDS, "list without its first")(_several(lambda parts: ", ".join(parts[1:])))
wrong(IDS, "list run together")(_several("".join))
wrong(IDS, "number of quotients")(_several(lambda parts: str(len(parts))))
wrong(IDS, "another unit")(lambda task: f"{task.answer} parsecs" if _count(task) else None)


# ------------------------------------------------------------------------------------------------------- remainders


@right("modular-powers chinese-remainders", "x or k equals")
def _letter_equals(task: Task) -> str | None:
    found = re.search(r"(?:integer|solution|positive|least|smallest) ([xk])\b", task.prompt)
    return f"{found[1]} = {task.answer}" if found else None


@wrong("modular-powers")
def beyond_the_range(task: Task) -> str | None:
    found = re.search(r"from (?:0|1) to (\d+)", task.prompt)
    return str(int(task.answer) + int(found[1]) + 1) if found else None


@wrong("modular-powers")
def below_the_range(task: Task) -> str | None:
    found = re.search(r"from 0 to (\d+)", task.prompt)
    return str(int(task.answer) - int(found[1]) - 1) if found else None


@wrong("chinese-remainders")
def none_although_there_is_one(task: Task) -> str | None:
    return "-1" if task.answer != "-1" else "0"


@right("digits divisors", "words around the number")
def _words_around(task: Task) -> str | None:
    what = noun(task)
    if what is None or "only" in task.prompt or task.answer == "1":
        return None
    return f"There are **{task.answer}** {what}."
