r"""Checks a prime factorisation against the number: every factor is prime, and their product is the number.

The reference is not looked at. Read are ``2^3 * 5 * 7``, ``2*2*2*5*7``, ``2**3 x 5 x 7``, ``2³·5·7``,
``2^{3} \cdot 5 \cdot 7``, in any order, and ``280 = `` before any of them. The number itself is no answer, unless
it is prime; nor are a factor 1, an exponent 0, or a mere list of the primes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers import normal_signs, plain
from ..answers.signs import ungrouped
from ..base import Verdict, correct, unparsable, wrong

MAX_CHARS = 2000
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED_RUN = re.compile(f"[{_RAISED}]+")
_LOWERED = str.maketrans(_RAISED, "0123456789")
_TIMES = re.compile(r"\\(?:cdot|times|ast)(?![a-zA-Z])|[×·⋅∙∗]|(?<=[0-9}) ])x(?=[0-9( ])")
_POWER = r"([0-9]{1,40})\s*(?:\^\s*(?:([0-9]{1,4})|\{\s*([0-9]{1,4})\s*\}|\(\s*([0-9]{1,4})\s*\)))?"
_FACTOR = re.compile(rf"\s*(?:{_POWER}|\(\s*{_POWER}\s*\))\s*")
_NAME = re.compile(r"[A-Za-z]|N(?:umber)?", re.IGNORECASE)
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, a product of primes."""
    number: int = payload["problem"]["number"]
    if len(answer) > MAX_CHARS:
        return unparsable("The answer is too long.")
    factors = _read(answer, number)
    if factors is None:
        return unparsable("Give a product of prime powers such as 2^3 * 5 * 7.")
    product = 1
    for base, power in factors:
        if base < 2 or power < 1:
            return wrong("Every factor must be a prime, and every exponent at least 1.")
        if base > number or power > number.bit_length():
            return wrong("The product is not the number.")
        product *= base**power
        if product > number:
            return wrong("The product is not the number.")
    if product != number:
        return wrong("The product is not the number.")
    if not all(is_prime(base) for base, _ in factors):
        return wrong("Not every factor is prime.")
    return correct()


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    factors = [
        (base, int(power or 1)) for base, _, power in (part.partition("^") for part in answer.split(" * "))
    ]
    raised = str.maketrans("0123456789", _RAISED)
    return [
        f" {answer}. ",
        " * ".join(base for base, power in reversed(factors) for _ in range(power)),
        "*".join(f"{base}**{power}" for base, power in factors),
        r" \cdot ".join(f"{base}^{{{power}}}" for base, power in factors),
        "$" + r"\times ".join(f"{base}^{power}" for base, power in factors) + "$",
        "·".join(base + (str(power).translate(raised) if power > 1 else "") for base, power in factors),
        " x ".join(f"({base}^{power})" if power > 1 else base for base, power in factors),
    ]


def _read(answer: str, number: int) -> list[tuple[int, int]] | None:
    """The factors and powers of the product that is the whole of `answer`; None if it is no product."""
    text = ungrouped(normal_signs(plain(answer)))
    left, equals, right = text.partition("=")
    if equals:
        # The number may stand on either side; "n =" names it.
        sides = (left.strip(), right.strip())
        if str(number) not in sides and not _NAME.fullmatch(sides[0]):
            return None
        text = left if sides[1] == str(number) else right
    text = _RAISED_RUN.sub(lambda run: "^" + run.group().translate(_LOWERED), text.replace("**", "^"))
    factors = []
    for part in _TIMES.sub("*", text).split("*"):
        match = _FACTOR.fullmatch(part)
        if match is None:
            return None
        base, *powers = (group for group in match.groups() if group is not None)
        factors.append((int(base), int(powers[0]) if powers else 1))
    return factors


def is_prime(number: int) -> bool:
    """Miller and Rabin's test with the witnesses that decide every number below 3 * 10^24."""
    if number < 41:
        return number in (*_WITNESSES,)
    if any(number % p == 0 for p in _WITNESSES):
        return False
    twos = ((number - 1) & (1 - number)).bit_length() - 1
    odd = (number - 1) >> twos
    for witness in _WITNESSES:
        power = pow(witness, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True
