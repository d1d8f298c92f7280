r"""The domain that goes with an answer: ``k \in \mathbb{Z}``, "for any integer n", ``\{n \in \mathbb{N} : n > 3\}``.

What is read here is the text around a formula, in the few forms that people write; anything else is no domain, and then
the whole text goes to the other readers, which refuse what they do not know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

_LAYOUT = re.compile(
    r"\\(?:quad|qquad|displaystyle|left|right|big|Big|bigl|bigr|Bigl|Bigr)(?![A-Za-z])|\\[,;:! ]|~|(?<!\\)\$"
)
_TEXT = re.compile(r"\\(?:text|textrm|mathrm|mbox|textit)\s*\{([^{}]{0,80})\}")
_SETS = re.compile(
    r"\\(?:mathbb|mathbf|Bbb)\s*\{?\s*([NZQRC])\s*\}?|\\([NZQRC])(?![A-Za-z])|(?<![A-Za-z\\])([NZQRC])(?![A-Za-z])"
)
_NAME = r"(?:[a-zA-Z]|\\(?:lambda|mu|alpha|beta|gamma|tau|ell))(?:_\{?[0-9a-z]\}?)?(?![A-Za-z])"
_NAMES = rf"{_NAME}(?:\s*(?:,|\band\b)\s*{_NAME})*"
_SUFFIX = (
    r"(?:\s*(?:_\s*\{?\s*(?:0|\\geq?(?:slant)?\s*0|>\s*0|\+|>=\s*0|\\geq?\s*1)\s*\}?|\^\s*\{?\s*(?:\+|\*)\s*\}?"
    r"|\\cup\s*\\?\{\s*0\s*\\?\}|\\setminus\s*\\?\{\s*0\s*\\?\})){0,2}"
)
_SET = rf"(?P<set>@[NZQRC](?![A-Za-z]){_SUFFIX}|\\\{{[^{{}}]{{1,60}}\\\}})"
_KIND = (
    r"(?<![A-Za-z-])(?P<kind>(?:(?:positive|negative|non-?negative|nonzero|non-zero|natural|real|rational|arbitrary|whole)\s+)?"
    r"(?:integers?|numbers?|scalars?|parameters?|reals?))"
)
_EACH = r"(?:(?:any|every|all|some|each|an?|arbitrary|the)\s+){0,2}"
_OPEN = r"(?:[,;.]?\s*(?:\(\s*)?(?:(?:for|where|with|and|when|here)\s+|\\forall\s*)?)"
_BOUND = rf"(?:\s*(?:,|\band\b)\s*(?P<bounded>{_NAME})\s*(?P<sign>\\geq?(?:slant)?|>=?|\\gt)\s*(?P<bound>-?\d{{1,6}}))?"
_FREE = r"(?<![A-Za-z0-9\\}])"
_TAILS = [
    re.compile(rf"{_OPEN}{_EACH}(?:(?:integers?|real numbers?|numbers?)\s+)?"
               rf"{_FREE}(?P<names>{_NAMES})\s*(?:\\in|in\b)\s*{_SET}{_BOUND}\s*\)?$"),
    re.compile(rf"{_OPEN}{_EACH}{_FREE}(?P<names>{_NAMES})\s*(?:is|are|being)?\s*{_EACH}{_KIND}{_BOUND}\s*\)?$", re.I),
    re.compile(rf"{_OPEN}{_EACH}{_KIND}\s+(?:values of\s+)?{_FREE}(?P<names>{_NAMES}){_BOUND}\s*\)?$", re.I),
    re.compile(rf"{_OPEN}{_FREE}(?P<names>{_NAME})\s*=\s*(?P<list>-?\d{{1,6}}(?:\s*,\s*(?:-?\d{{1,6}}|\\pm\s*\d{{1,6}}|\\[lc]?dots|\.\.\.)){{1,40}})\s*\)?$"),
    re.compile(rf"{_OPEN}{_FREE}(?P<names>{_NAME})\s*(?P<sign>\\geq?(?:slant)?|>=?|\\gt)\s*(?P<bound>-?\d{{1,6}})\s*\)?$"),
]  # fmt: skip
_FORALL = re.compile(
    rf"(?:,\s*)?(?:\bfor\s+(?:all|every|any|each)|\\forall)\s+"
    rf"(?:(?P<kind>real|integer|positive integer)\s+)?(?P<names>{_NAMES})\s*$"
)
_TAILS.append(_FORALL)
_MOST_SEPARATORS = 8
_SEPARATOR = re.compile(r"\\mid(?![A-Za-z])|:|\||\\vert(?![A-Za-z])|\\colon(?![A-Za-z])")


@dataclass(frozen=True, slots=True)
class Domain:
    """What the parameters run over.

    Attributes:
        names: the parameters.
        kind: ``Z`` (all integers), ``ray`` (the integers from `start` on), ``R``, ``other``, or ``list``.
        start: the first integer of a ray.
        values: the members of a list.
    """

    names: tuple[str, ...]
    kind: str
    start: int = 0
    values: tuple[Fraction, ...] = ()


def clean(text: str) -> str:
    r"""The text without layout and ``\text``, sets of numbers written ``@Z``."""
    text = _TEXT.sub(lambda match: f" {match.group(1)} ", _LAYOUT.sub(" ", text))
    return " ".join(
        _SETS.sub(lambda m: "@" + (m.group(1) or m.group(2)) if not m.group(3) else m.group(), text).split()
    )


def split_domain(text: str) -> tuple[str, Domain | None]:
    """A cleaned text as what is said and the domain behind it."""
    for pattern in _TAILS:
        at = max(0, len(text) - 200)
        match = pattern.search(text, at)
        if match is not None and match.start() > 0:
            found = match.groupdict()
            end = match.start()
            before = text[: match.start("names")].rstrip()
            if "," in (found["names"] or "") and not re.search(
                r"(?:[,;.(]|\b(?:for|where|with|any|every|all|and|integers?|numbers?))$", before
            ):
                # "180 k, k in Z": the first k belongs to the formula.
                end = match.start("names") + len(found["names"].partition(",")[0])
                found["names"] = found["names"].partition(",")[2]
            domain = _domain(found)
            body = text[:end].rstrip(" ,;(")
            if domain is not None and body and _balanced(body):
                return body, domain
    return text, None


def only_domain(text: str) -> Domain | None:
    r"""The domain that a cleaned text is, as behind the bar of a set: ``k \in @Z, k > 3``."""
    body, domain = split_domain("0, " + text)
    return domain if body == "0" else None


def split_builder(text: str) -> tuple[str, str] | None:
    r"""``\{a : b\}`` as its two sides; None if the text is something else."""
    match = re.fullmatch(r"(?:[A-Za-z]\s*(?:=|\\in)\s*)?\\?\{(.*?)\\?\}", text.strip(), re.DOTALL)
    if match is None:
        return None
    inside = match.group(1)
    for separator in islice(_SEPARATOR.finditer(inside), _MOST_SEPARATORS):
        left, right = inside[: separator.start()], inside[separator.end() :]
        if separator.group() == "|" and (left.count("|") % 2 or right.count("|") % 2):
            continue
        if left.strip() and right.strip() and _balanced(left):
            return left.strip(), right.strip()
    return None


def _balanced(text: str) -> bool:
    return text.count("{") == text.count("}") and text.count("(") + text.count("[") == text.count(
        ")"
    ) + text.count("]")


def _domain(found: dict[str, str | None]) -> Domain | None:
    names = tuple(re.findall(_NAME, (found["names"] or "").replace(" and ", ",")))
    names = tuple(name.lstrip("\\") for name in names)
    bound = found.get("bound")
    if (members := found.get("list")) is not None:
        return _listed(names, members)
    if (group := found.get("set")) is not None:
        if group.startswith("\\{"):
            return _listed(names, group[2:-2])
        domain = _number_set(names, group)
    elif (kind := found.get("kind")) is not None:
        domain = _described(names, kind.lower())
    else:
        domain = Domain(names, "Z")
    if bound is not None and domain is not None:
        if found.get("bounded") not in (None, *names) or len(names) != 1 or domain.kind not in ("Z", "ray"):
            return None
        start = int(bound) + (found["sign"] in (">", "\\gt"))
        first = max(start, domain.start) if domain.kind == "ray" else start
        return Domain(names, "ray", first)
    return domain


def _number_set(names: tuple[str, ...], group: str) -> Domain | None:
    letter, suffix = group[1], re.sub(r"[\s{}\\]", "", group[2:])
    if letter == "Z":
        if not suffix:
            return Domain(names, "Z")
        if suffix in ("^+", "_+", "_>0", "_ge1", "_geq1"):
            return Domain(names, "ray", 1)
        return Domain(names, "ray", 0) if suffix in ("_ge0", "_geq0", "_geqslant0", "_>=0", "^+cup0") else None
    if letter == "N":
        return Domain(names, "ray", 0 if suffix in ("_0", "cup0", "_ge0", "_geq0") else 1)
    return Domain(names, "R") if letter == "R" and not suffix else Domain(names, "other")


def _described(names: tuple[str, ...], kind: str) -> Domain | None:
    if "integer" in kind or "whole" in kind:
        if "positive" in kind:
            return Domain(names, "ray", 1)
        if "negative" in kind and "non" in kind:
            return Domain(names, "ray", 0)
        return (
            Domain(names, "ray", 0)
            if "whole" in kind
            else None
            if "n" in kind.split("integer")[0][:3]
            else Domain(names, "Z")
        )
    if "natural" in kind:
        return Domain(names, "ray", 1)
    if "rational" in kind or "zero" in kind or "positive" in kind or "negative" in kind:
        return Domain(names, "other")
    return Domain(names, "R")


def _listed(names: tuple[str, ...], members: str) -> Domain | None:
    parts = [part.strip() for part in members.split(",")]
    dots = [k for k, part in enumerate(parts) if part.endswith("dots") or part == "..."]
    if not dots:
        values = []
        for part in parts:
            if not re.fullmatch(r"-?\d{1,6}", part):
                return None
            values.append(Fraction(int(part)))
        return Domain(names, "list", values=tuple(values))
    if "pm" in members:
        return Domain(names, "Z") if parts[0] == "0" and dots == [len(parts) - 1] else None
    numbers = [int(part) for part in parts if re.fullmatch(r"-?\d{1,6}", part)]
    if len(dots) != 1 or len(numbers) != len(parts) - 1 or dots[0] < 2:
        return None
    if any(b - a != 1 for a, b in pairwise(numbers[: dots[0]])):
        return None
    if dots[0] == len(parts) - 1:
        return Domain(names, "ray", numbers[0])
    if dots[0] != len(parts) - 2 or not 0 < numbers[-1] - numbers[0] <= 200:
        return None
    return Domain(names, "list", values=tuple(Fraction(k) for k in range(numbers[0], numbers[-1] + 1)))
