"""Fractions as decimal numbers, for prompts and worked solutions."""

from __future__ import annotations

from fractions import Fraction


def decimal_text(value: Fraction) -> str:
    """`value` as a decimal number without superfluous zeros.

    Raises:
        ValueError: if it has no finite decimal expansion.
    """
    rest, counts = value.denominator, [0, 0]
    for at, prime in enumerate((2, 5)):
        while rest % prime == 0:
            rest //= prime
            counts[at] += 1
    if rest != 1:
        raise ValueError(f"{value} is no finite decimal")
    places = max(counts)
    digits = str(abs(value.numerator) * 10**places // value.denominator).zfill(places + 1)
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text
