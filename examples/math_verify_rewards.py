"""Math-Verify as rewards that `rlvr audit` can call: as its users hand texts over."""

from __future__ import annotations

from math_verify import parse, verify


def response(answer: str, reference: str) -> bool:
    """The reference between dollars, the whole response as it is: as reward functions of TRL do it."""
    return bool(verify(parse(f"${reference}$"), parse(answer)))


def raw(answer: str, reference: str) -> bool:
    """Both texts as they are, by the defaults."""
    return bool(verify(parse(reference), parse(answer)))


def latex(answer: str, reference: str) -> bool:
    """As `response`, with intervals as LaTeX has them: Math-Verify reads no ``oo`` and no ``U``."""
    answer, reference = (
        text.replace("oo", "\\infty").replace(" U ", " \\cup ") for text in (answer, reference)
    )
    return response(answer, reference)
