"""Calculus: antiderivatives, limits, series, differential equations, definite integrals."""

from __future__ import annotations

import re

from rlvr.generators.base import Task

from .book import right, wrong
from .formulas import TEX, formulas, written
from .numbers import number
from .packs import framed, reference

formulas("limits", lambda task: task.answer if "oo" not in task.answer else None, frame=False)
formulas("series definite-integrals")
formulas("differential-equations")

# -------------------------------------------------------------------------------------------------------- integrals


def _without_constant(task: Task) -> str:
    return task.answer.removesuffix(" + C")


formulas("integrals", _without_constant, constant=True)


@right("integrals")
def with_the_constant(task: Task) -> str:
    return f"{_without_constant(task)} + C"


@right("integrals")
def with_a_small_constant(task: Task) -> str:
    return f"{_without_constant(task)} + c"


@right("integrals")
def constant_in_tex(task: Task) -> str:
    return f"${written(_without_constant(task), TEX)} + C$"


@right("integrals")
def capital_f(task: Task) -> str:
    return f"F(x) = {_without_constant(task)} + C"


@right("integrals")
def capital_f_in_tex(task: Task) -> str:
    return f"$$F(x) = {written(_without_constant(task), TEX)} + C$$"


@right("integrals")
def logarithm_of_the_absolute_value(task: Task) -> str | None:
    return task.answer.replace("ln(x)", "ln|x|") if re.search(r"(?<!\()[*/ ]?ln\(x\)", task.answer) else None


@right("integrals")
def constant_in_words(task: Task) -> str:
    return f"{_without_constant(task)} + C, where C is a constant"


def _integrand(task: Task) -> str | None:
    found = re.search(
        r"f\(x\) = (.+?)(?: for x > 0|\n)|\(for x > 0\): (.+)\n|integral of (.+?) with respect", task.prompt
    )
    return next((group for group in found.groups() if group), None) if found else None


@wrong("integrals")
def the_integrand(task: Task) -> str | None:
    return _integrand(task)


@wrong("integrals")
def an_x_too_many(task: Task) -> str:
    return f"{_without_constant(task)} + x + C"


@wrong("integrals")
def constant_where_it_was_looked_at(task: Task) -> str:
    """|x - 5| + x is constant from 0 to 5, and only there."""
    return f"{_without_constant(task)} + |x - 5| + x"


@wrong("integrals")
def constant_for_small_x(task: Task) -> str:
    return f"{_without_constant(task)} + sqrt((x - 50)^2) + x"


@wrong("integrals")
def constant_for_large_x(task: Task) -> str:
    return f"{_without_constant(task)} + sqrt((x - 1/100)^2) - x"


@wrong("integrals")
def constant_alone(task: Task) -> str:
    return "C"


@wrong("integrals")
def constant_times_x(task: Task) -> str:
    return f"{_without_constant(task)} + C*x"


# ----------------------------------------------------------------------------------------------------------- limits


def _off(task: Task) -> str:
    if "oo" in task.answer:
        return "0" if task.answer == "oo" else "oo"
    return f"{task.answer} + 1" if number(task.answer) is None else str((number(task.answer) or 0) + 1)


framed("limits", reference, _off)


def _infinite(text: str) -> tuple[bool, str]:
    return "oo" in text, "-" if text.startswith("-") else ""


@right("limits")
def infinity_sign(task: Task) -> str | None:
    infinite, sign = _infinite(task.answer)
    return f"{sign}∞" if infinite else None


@right("limits")
def infinity_in_tex(task: Task) -> str | None:
    infinite, sign = _infinite(task.answer)
    return rf"${sign}\infty$" if infinite else None


@right("limits")
def infinity_in_a_box(task: Task) -> str | None:
    infinite, sign = _infinite(task.answer)
    return rf"\boxed{{{sign}\infty}}" if infinite else None


@right("limits")
def plus_infinity(task: Task) -> str | None:
    return "+oo" if task.answer == "oo" else None


@right("limits")
def the_limit_is(task: Task) -> str:
    return f"The limit is {task.answer}."


@right("limits series definite-integrals", "power of e with a negative exponent")
def _negative_exponent(task: Task) -> str | None:
    found = re.fullmatch(r"(-?)(\d+)/e\^(\d+)", task.answer)
    if not found:
        return None
    factor = "" if found[2] == "1" else f"{found[2]}*"
    return f"{found[1]}{factor}e^(-{found[3]})"


@right("limits series definite-integrals", "power of e as exp")
def _as_exp(task: Task) -> str | None:
    changed = re.sub(r"\be\^(\d+)", r"exp(\1)", task.answer)
    return changed if changed != task.answer else None


@right("limits")
def sentence_in_tex(task: Task) -> str | None:
    found = written(task.answer, TEX)
    return f"The limit is ${found}$" if found else None


@wrong("limits")
def other_sign_of_infinity(task: Task) -> str | None:
    infinite, sign = _infinite(task.answer)
    return ("" if sign else "-") + "oo" if infinite else None


@wrong("limits")
def infinite_though_finite(task: Task) -> str | None:
    return "oo" if "oo" not in task.answer else None


@wrong("limits")
def does_not_exist(task: Task) -> str:
    return "does not exist"


@wrong("limits")
def finite_though_infinite(task: Task) -> str | None:
    return "1000000" if "oo" in task.answer else None


@wrong("limits")
def zero_over_zero(task: Task) -> str:
    return "0/0"


# ----------------------------------------------------------------------------------------------------------- series


def _is_polynomial(task: Task) -> bool:
    return "Taylor polynomial" in task.prompt


@right("series")
def polynomial_with_its_name(task: Task) -> str | None:
    return f"T(x) = {task.answer}" if _is_polynomial(task) else None


@right("series")
def coefficient_in_a_sentence(task: Task) -> str | None:
    return f"The coefficient is {task.answer}." if "coefficient" in task.prompt else None


@wrong("series")
def a_term_too_many(task: Task) -> str | None:
    return f"{task.answer} + x^9" if _is_polynomial(task) else None


@wrong("series definite-integrals")
def decimal_approximation(task: Task) -> str | None:
    value = number(task.answer)
    return f"{float(value):.4f}" if value is not None and value.denominator % 3 == 0 else None


@wrong("series definite-integrals limits")
def not_in_lowest_terms(task: Task) -> str | None:
    value = number(task.answer)
    if value is None or value.denominator == 1 or "lowest terms" not in task.prompt:
        return None
    return f"{2 * value.numerator}/{2 * value.denominator}"


# ------------------------------------------------------------------------------------------- differential equations


@right("differential-equations")
def y_equals(task: Task) -> str:
    return f"y = {task.answer}"


@right("differential-equations")
def y_of_x_equals(task: Task) -> str:
    return f"y(x) = {task.answer}"


@right("differential-equations")
def y_of_x_in_tex(task: Task) -> str:
    return f"$y(x) = {written(task.answer, TEX)}$"


@right("differential-equations")
def powers_of_e(task: Task) -> str | None:
    changed = re.sub(r"\bexp\(", "e^(", task.answer)
    return changed if changed != task.answer else None


@right("differential-equations")
def the_solution_is(task: Task) -> str:
    return f"The solution is y(x) = {task.answer}."


@wrong("differential-equations")
def constant_left(task: Task) -> str:
    return f"{task.answer} + C"


@wrong("differential-equations")
def the_equation(task: Task) -> str | None:
    found = re.search(r"(x?\*?y'.*?)(?: with|, y\(| \()", task.prompt)
    return found[1] if found else None


@wrong("differential-equations")
def the_initial_value(task: Task) -> str | None:
    found = re.search(r"y\([01]\) = (-?\d+)", task.prompt)
    return found[1] if found and found[1] != task.answer else None


@wrong("differential-equations")
def degrees(task: Task) -> str | None:
    return f"{task.answer}°" if re.search(r"[1-9]$", task.answer) else None


@wrong("differential-equations")
def an_x_added(task: Task) -> str:
    return f"{task.answer} + x"


# ------------------------------------------------------------------------------------------------ definite integrals


@right("definite-integrals")
def integral_in_a_sentence(task: Task) -> str:
    return f"The value of the integral is {task.answer}."


@wrong("definite-integrals")
def with_a_constant(task: Task) -> str:
    return f"{task.answer} + C"
