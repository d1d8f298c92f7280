"""The measure of work by hand: digit operations."""

from __future__ import annotations


def digits(number: int) -> int:
    """How many decimal digits a number has; 1 for 0."""
    return len(str(abs(number)))


def products(*numbers: int) -> int:
    """Digit operations of multiplying (or dividing by schoolbook) the numbers given."""
    work = 1
    for number in numbers:
        work *= digits(number)
    return work
