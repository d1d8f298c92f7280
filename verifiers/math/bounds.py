r"""Words and signs directly beside a box that make a bound, an estimate or a multiple of what stands in it.

"At most ``\boxed{27}``" bounds the value, as it would inside the box; "approximately ``\boxed{3.14}``" is an
approximation, which is right where the reference is a decimal; "``n \ge \boxed{27}``" is an inequality.
"""

from __future__ import annotations

import re

_OPEN = r"[\s$*_]{0,6}(?:\\[(\[]|\\displaystyle\b|\\,)?\s*$"
_BOUND = re.compile(
    r"\b(?:at (?:the )?(?:very )?(?:most|least)|(?:less|fewer|more|greater|larger|smaller|higher|lower|bigger|longer"
    r"|shorter|older|younger|other|earlier|later|better|worse) than|different from"
    r"|(?<!round )(?<!rounds )(?<!rounded )(?<!rounding )(?<!add )(?<!adds )(?<!adding )(?<!sum )(?<!sums )"
    r"(?<!comes )(?<!come )up to|under|over|(?<!the )above|(?<!the )below"
    r"|beyond|exceed(?:s|ing)?|within|short of|twice|half|half (?:of|the)|double|thrice"
    r"|(?:a|one) (?:third|quarter|fifth|tenth) of|between|minus|plus|nearly|almost|close to|near|not|never|either"
    r"|neither|nor|maybe|perhaps|possibly|probably|bounded by|bound of|somewhere|a multiple of|a divisor of|divides"
    r"|a factor of|the (?:square|cube|negative|opposite|inverse|reciprocal) of|the square root of)" + _OPEN,
    re.I,
)
_NEARLY = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|circa)|\u2248|\\approx|\\sim)" + _OPEN, re.I
)
_RELATION = re.compile(
    r"(?:(?P<name>[a-z])\s*)?(?P<sign>[<>\u2264\u2265\u2a7d\u2a7e]|\\(?:leqslant|geqslant|leq|geq|le|ge|lt|gt))\s*$",
    re.I,
)
BOUND_BEHIND = re.compile(
    r"[\s$*_]{0,6}(?:\\[)\]])?[\s$*_]{0,6}(?:(?:[a-z]{1,20} )?(?:at (?:the )?(?:very )?(?:most"
    r"|least)(?=\s*[.!;,\n]|\s*$)"
    r"|or (?:more|less|fewer|greater|higher|lower)|give or take|and (?:up|above|more|below))|,? give or take"
    r"|[<>\u2264\u2265](?![a-z/|!])|\\(?:le|ge|lt|gt|leq|geq)(?![a-z]))",
    re.I,
)
"""Right behind a box: it is a bound."""


def bounded(before: str, content: str) -> str | None:
    """The content of a box with what stands directly before it; None if that makes something else of it.

    Args:
        before: the text that ends where the box begins.
        content: what the box holds.
    """
    if _BOUND.search(before):
        return None
    if _NEARLY.search(before):
        return f"\\approx {content}"
    if (relation := _RELATION.search(before)) is not None:
        if before.rstrip().endswith(("->", "=>")):
            return content
        name = relation["name"]
        return f"{name} {relation['sign']} {content}" if name else None
    return content
