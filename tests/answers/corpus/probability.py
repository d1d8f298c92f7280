"""Probability: counts, probabilities as fractions, expected values."""

from __future__ import annotations

from fractions import Fraction

from rlvr.generators.base import Task

from .asked import units
from .book import Whole, right, wrong
from .numbers import number, numbers, tex, united

FRACTIONS = "dice cards urns bayes markov-chains"
ALL = f"{FRACTIONS} expectation"
COUNTS = "counting number-sums " + " ".join(
    f"counting-{name}" for name in "sequences arrangements graphs grids strings".split()
)

numbers(f"{COUNTS} random-processes {ALL}")
united(f"{COUNTS} expectation", units)


def _value(task: Task) -> Fraction:
    value = number(task.answer)
    assert value is not None
    return value


def _is_probability(task: Task) -> bool:
    return "expect" not in task.prompt and "on average" not in task.prompt.lower() and 0 < _value(task) < 1


# --------------------------------------------------------------------------------------------------- probabilities


@right(ALL)
def probability_is(task: Task) -> str | None:
    return (
        f"The probability is {task.answer}." if _is_probability(task) and "share" not in task.prompt else None
    )


@right(ALL)
def p_equals(task: Task) -> str | None:
    return f"$P = {tex(task.answer)}$" if _is_probability(task) else None


@right(ALL)
def the_expected_value_is(task: Task) -> str | None:
    return f"The expected value is {task.answer}." if "(expected value)" in task.prompt else None


@right(ALL)
def decimal_beside_in_the_text(task: Task) -> str:
    return Whole(
        f"The exact value is\n\n<answer>{task.answer}</answer>\n\nwhich is about {float(_value(task)):.4f}."
    )


@right(ALL)
def reasoning_with_other_fractions(task: Task) -> str:
    return Whole(
        f"There are 36 cases, so 6/36 = 1/6 for one and 1/2 for the other.\n\n**<answer>{task.answer}</answer>**"
    )


@wrong(ALL)
def complement(task: Task) -> str | None:
    value = 1 - _value(task)
    return str(value) if _is_probability(task) and value != _value(task) else None


@wrong(ALL)
def percentage(task: Task) -> str | None:
    return f"{float(100 * _value(task)):.2f}%" if _is_probability(task) else None


@wrong(ALL)
def odds(task: Task) -> str | None:
    value = _value(task)
    return f"{value.numerator}:{value.denominator - value.numerator}" if _is_probability(task) else None


@wrong(ALL)
def rounded_decimal(task: Task) -> str | None:
    value = _value(task)
    text = f"{float(value):.3f}"
    return text if Fraction(text) != value else None


@wrong(ALL)
def exact_decimal(task: Task) -> str | None:
    """A fraction is asked for."""
    value = _value(task)
    exact = value.denominator != 1 and 10**6 % value.denominator == 0
    return f"{float(value):.6f}".rstrip("0") if exact and "decimal" not in task.prompt else None


@wrong(ALL)
def denominator_one_less(task: Task) -> str | None:
    value = _value(task)
    return f"{value.numerator}/{value.denominator - 1}" if value.denominator > 2 else None


@wrong(ALL)
def numerator_alone(task: Task) -> str | None:
    value = _value(task)
    return str(value.numerator) if value.denominator != 1 else None


# ---------------------------------------------------------------------------------------------------------- counting


@wrong("counting")
def factorial_left(task: Task) -> str:
    return f"{task.answer}!" if int(task.answer) > 2 else f"{task.answer} + 5"


@wrong("counting")
def in_powers_of_ten(task: Task) -> str | None:
    return f"about {float(task.answer):.2e}" if int(task.answer) > 10000 else None


@right("counting")
def number_of_ways(task: Task) -> str | None:
    return (
        f"The number of ways is {task.answer}." if "ways" in task.prompt and "only" not in task.prompt else None
    )


@right("counting")
def product_in_the_text(task: Task) -> str:
    return Whole(
        f"Multiplying the choices gives {int(task.answer):,} in total.\n\n<answer>{task.answer}</answer>"
    )
