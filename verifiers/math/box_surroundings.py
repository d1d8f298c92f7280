r"""What stands directly beside a box and belongs to its value: ``\boxed{27}\%``, ``\boxed{24}$ cm``, ``-\boxed{5}``.

A percent sign, degrees, a unit of measure and a power of ten are added to the answer; a box that is an operand of a
calculation (``2\boxed{5}``, ``\boxed{5}!``) commits to nothing, because what it says is not what stands in it.
"""

from __future__ import annotations

import re

from .answer import lex
from .budget import OutOfBudget, Unreadable
from .typography import plain
from .units import UNITS, read_unit, split_unit

_WORDLESS = re.compile(r"\\(?:d|t)?frac|\\sqrt|\\left|\\right|\\cdot|\\times|\\pi|\\[,!;: ]|\\displaystyle")
_OPERAND_OF = re.compile(
    r"(?:(?<![&\n])[-+*/^_\u00b1\u2212\u00d7]|\\(?:cdot|times|pm|mp|div|sqrt|ln|log|sin|cos|tan|exp|pi|neg)"
    r"|(?<![A-Za-z_{])\d)\s*$|[\^_]\s*\{\s*$|\\(?:sqrt|[dt]?frac)(?:\[[^\]]{0,9}\]|\s*\{[^{}$]{0,40}\})?\s*\{\s*$"
)
_TOUCHED = re.compile(
    r"(?:(?<![-*+])[-+/^\u00b1\u2212\u00d7\u221a]|\\(?:cdot|times|pm|mp|div|sqrt|ln|log|sin|cos|tan|exp|pi|neg)\s?"
    r"|(?<![A-Za-z_{])\d|(?<!\\)\)|(?<![A-Za-z\\])[A-Za-z])$"
)
"""Right before a box, in mathematics or not: its content is an operand."""
_TOUCHES = re.compile(
    r"\{(?!\s*\})|_[\w{]|\^(?!\s*(?:\{\s*)?\\?(?:circ|degree))|[.,]?\d|!\d|![.*/=]|[-+*/][\w\\({]|\((?=[-\d\\])(?!\\\))"
    r"|\\(?:pi|sqrt|[dt]?frac|ln|log|pm|mp|cdot|times|div)(?![a-z])|\u03c0|\u221a"
)
"""Right behind a box: it is part of a formula."""
_LETTER = re.compile(r"[A-Za-z](?![A-Za-z])")
_SIGNED = re.compile(r"=\s*(?:[-+\u00b1\u2212]|\\pm)\s*$")
_GOES_ON = re.compile(
    r"\s*(?:\^(?!\s*(?:\{\s*)?\\?(?:circ|degree))|!(?!\s*[$\n]|\s*\\[\])])|!(?=\$(?:[.,\s]|$))|(?:\\cdot|\\times|\*|\\div)(?![a-z])"
    r"|[-+/](?=\s?[\\\d(A-Za-z])|\\(?:pi|sqrt|[dt]?frac|ln|log|pm)(?![a-z])|[A-Za-z](?![A-Za-z])\s*(?:[$+\-*/^=]|\\[)\]]))"
)
_TEN = re.compile(r"\s*(?:\\times|\\cdot|\*|\u00d7)\s*10\s*\^\s*(?:\{\s*-?\d{1,4}\s*\}|-?\d{1,4})")
_SHUT = r"(?:\s|\$|\\\)|\\[,;:! ]|~|\*\*)*"
_PERCENT = re.compile(_SHUT + r"(?:\\?%|\\?\u0025|percent\b|per cent\b)")
_DEGREES = re.compile(
    r"\s*(?:\^\s*\{?\s*\\circ\s*\}?|\^\s*\\degree|\\degree(?![a-z])|\u00b0)(?!\s*\\?(?:text\{)?\s*[CFK]\b)"
)
_WRAPPED_UNIT = re.compile(
    _SHUT + r"\\(?:text|textrm|mathrm|mbox|operatorname|textit|textbf)\s*\{([^{}]{1,40})\}(\s*\^\s*\{?[23]\}?)?"
)
_WORDS = re.compile(
    _SHUT + r"([A-Za-z][A-Za-z/ .]{0,40}(?:\$?\^\{?[23]\}?\$?|[\u00b2\u00b3])?)\s*(?=$|[.,;:)\n$\\])"
)


def with_surroundings(text: str, start: int, end: int, content: str) -> str | None:
    """The value that a box and what stands directly beside it say together; None if the box is part of a calculation.

    Args:
        text: the response.
        start: where the box begins.
        end: one past its closing brace.
        content: what stands in it.
    """
    before, after = text[max(0, start - 80) : start], text[end : end + 80]
    paragraph = text[max(0, text.rfind("\n\n", 0, start), start - 2000) : start]
    in_math = (paragraph.replace("\\$", "").count("$") - 2 * paragraph.count("$$")) % 2 == 1
    in_math = in_math or paragraph.count("\\(") > paragraph.count("\\)")
    in_math = in_math or paragraph.count("\\[") > paragraph.count("\\]") or paragraph.count("$$") % 2 == 1
    line = before.rpartition("\n")[2]
    if (_OPERAND_OF if in_math else _SIGNED).search(line) or _TOUCHED.search(line):
        return None
    if line.rstrip().endswith("\\$") and not re.search(r"[A-Za-z$]", _WORDLESS.sub("", content)):
        content = f"\\${content.strip()}"
    if power := _TEN.match(after):
        return content + power.group()
    if _TOUCHES.match(after) or (_LETTER.match(after) and after[0] not in UNITS):
        return None
    if in_math and _GOES_ON.match(after):
        return None
    if re.search(r"[A-Za-z%\u00b0]|\\circ", _WORDLESS.sub("", content)) or not any(map(str.isdigit, content)):
        return content
    if _PERCENT.match(after):
        return content + "\\%"
    if _DEGREES.match(after):
        return content + "^\\circ"
    if (found := _WRAPPED_UNIT.match(after)) and (unit := _measure(found.group(1) + (found.group(2) or ""))):
        return content + unit
    if (words := _WORDS.match(after)) and (unit := _measure(words.group(1))):
        return content + unit
    return content


def _measure(words: str) -> str | None:
    """A unit of measure, as it can be written behind a number; None if the words are something else."""
    unit = plain(words.replace("$", " ").replace("~", " ")).strip().rstrip(".")
    first = re.match(r"[A-Za-z]+", unit)
    if first is None or (
        first.group() not in UNITS and first.group().lower() not in (*UNITS, "square", "sq", "cubic")
    ):
        return None
    try:
        found = split_unit(lex(f"1 {unit}"))
    except (Unreadable, OutOfBudget):
        return None
    if found is None or len(found[0]) != 2 or (read_unit([first.group()]) is None and " " not in unit):
        return None
    return f" {unit}"
