r"""Vectors of exact numbers, and of sums with free parameters: ``(1, -3/4)``, ``(1 - 2*t, t)``, columns of LaTeX.

Each part is read by the bounded parser of `rlvr.verifiers.expressions` as a linear form in the parameters, whatever
these are called; what is not linear, or has two readings (``1/2t``), is none. Parts may be named ``x1 = ..., x2 =
...``, in order.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ..expressions import Grammar, Undefined, Unreadable, read
from .assignments import rational
from .formulas import formula
from .signs import ungrouped
from .typed import as_tuples
from .wrapping import plain, without_text_commands

MAX_CHARS = 4096
MAX_PARTS = 64
Vector = list[Fraction]
Form = dict[str, Fraction]
"""A linear form: the constant under ``""``, the others by their names; none is zero."""

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_NAMES = Grammar(
    variable="t", constants=_LETTERS - {"t"}, operators=frozenset("+-*/"), signs=True, decimals=True, latex=True
)
_PARAMETERS = re.compile(
    r"[\s,;.]*\(?\s*(?:(?:,|;)?\s*(?:where|for|with|and)\b\s*)?(?:(?:any|all|every|each|arbitrary|free|real|parameters?|the)\s+)*"
    r"[a-z](?:\s*(?:,|and)\s*[a-z]){0,4}\s*(?:(?:\\in|\u2208|in)\s*(?:\\mathbb\s*\{?[RQ]\}?|\u211d|\u211a|R|Q)|(?:is|are|being)?\s*"
    r"(?:(?:a|any|an|are|arbitrary|free|real|scalars?|parameters?|numbers?|rational)\s*){1,6})\s*\)?$"
    r"|[\s,;.]*\b(?:for|with)\s+(?:any|all|every|each|arbitrary|free)\s+(?:(?:real|free|numbers?|param"
    r"eters?|values? of)\s+)*"
    r"[a-z](?:\s*(?:,|and)\s*[a-z]){0,4}\s*$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"\s*(?:\\(?:vec|mathbf|boldsymbol)\s*\{?\s*)?[xvu]\}?\s*=\s*|\s*\(\s*x_?\{?1\}?\s*,[^()=]{0,200}\)\s*=\s*",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?<![A-Za-z0-9])([xyzwvabc])(?:_?\{?([0-9])\}?)?\s*=\s*", re.IGNORECASE)
_BARE_NAMES = ("x", "xy", "xyz", "xyzw")


def read_vector(answer: str) -> Vector | None:
    """A tuple of rational numbers."""
    forms = _forms(answer)
    if forms is None or any(set(form) - {""} for form in forms):
        return None
    return [form.get("", Fraction()) for form in forms]


def read_affine(answer: str) -> tuple[Vector, list[Vector]] | None:
    """A tuple of sums with parameters, as the constant vector and the vector of every parameter."""
    forms = _forms(answer)
    if forms is None:
        return None
    names = sorted({name for form in forms for name in form} - {""})
    constant = [form.get("", Fraction()) for form in forms]
    return constant, [[form.get(name, Fraction()) for form in forms] for name in names]


def read_rational(answer: str) -> Fraction | None:
    r"""The rational number that is the whole of an answer: ``-3/4``, ``\frac{3}{4}``, ``0.75``, ``k = 2``."""
    text = _prepared(answer)
    if text is None:
        return None
    match = re.match(r"[a-z]\s*=\s*", text)
    return rational(ungrouped(text[match.end() :] if match else text))


def _prepared(answer: str) -> str | None:
    if len(answer) > MAX_CHARS:
        return None
    text = plain(answer)
    if "\\" in text:
        text = plain(without_text_commands(as_tuples(text)))
    text = formula(text.replace("$", " ") if text.count("$") > 1 else text)
    tail = _PARAMETERS.search(text[-120:])
    if (
        tail is not None
        and tail.start() > 0
        and text[: len(text) - len(text[-120:]) + tail.start()].rstrip().endswith((")", "]"))
    ):
        text = text[: len(text) - len(text[-120:]) + tail.start()].rstrip()
    return text.lower() if text.isascii() else None


def _forms(answer: str) -> list[Form] | None:
    text = _prepared(answer)
    if not text:
        return None
    if (head := _HEAD.match(text)) and text[head.end() : head.end() + 1] in ("(", "["):
        text = text[head.end() :]
    if text[0] in "([<" and text[-1] == {"(": ")", "[": "]", "<": ">"}[text[0]] and _is_one(text):
        text = text[1:-1]
    text = _without_names(text)
    if text is None:
        return None
    pieces = list(re.split(r"[,;\n]", text))
    if len(pieces) > MAX_PARTS:
        return None
    if all(len(p.strip()) > 2 and p.strip()[0] == "[" and p.strip()[-1] == "]" for p in pieces):
        pieces = [piece.strip()[1:-1] for piece in pieces]  # a column: [[1], [2]]
    forms = [_form(piece) for piece in pieces]
    return None if any(form is None for form in forms) else [form for form in forms if form is not None]


def _is_one(text: str) -> bool:
    """Whether the first bracket closes with the last one."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "([<") - (sign in ")]>")
        if depth == 0:
            return at == len(text) - 1
    return False


def _without_names(text: str) -> str | None:
    """``x1 = 1, x2 = 2`` as ``1, 2``; None if names stand there in another order than theirs."""
    found = list(_NAMED.finditer(text))
    if not found:
        return None if "=" in text else text
    names = [match[1] + (match[2] or "") for match in found]
    numbered = [f"{names[0][0]}{number}" for number in range(1, len(names) + 1)]
    if (
        names not in (numbered, list("xyzw")[: len(names)], list("xyzwuv")[: len(names)])
        or text[: found[0].start()].strip()
    ):
        return None
    pieces = _NAMED.split(text)[3::3]
    cleaned = [re.sub(r"[\s,;]*(?:\band\b)?[\s,;]*$", "", piece.rstrip()) for piece in pieces]
    return ", ".join(cleaned) if "=" not in "".join(cleaned) else None


def _form(text: str) -> Form | None:
    try:
        return read(text, _NAMES, _Linear())
    except (Unreadable, Undefined):
        return None


class _Linear:
    """The algebra of linear forms: products and quotients by constants only."""

    def number(self, text: str) -> Form:
        value = Fraction(text)
        return {"": value} if value else {}

    def name(self, text: str) -> Form:
        return {text: Fraction(1)}

    def call(self, function: str, argument: Form) -> Form:
        raise Unreadable("There are no functions here.")

    def negative(self, value: Form) -> Form:
        return {name: -number for name, number in value.items()}

    def binary(self, operator: str, left: Form, right: Form) -> Form:
        if operator in "+-":
            total = dict(left)
            for name, number in right.items():
                total[name] = total.get(name, Fraction()) + (number if operator == "+" else -number)
            return {name: number for name, number in total.items() if number}
        if operator == "*" and set(left) <= {""}:
            left, right = right, left
        if set(right) - {""}:
            raise Unreadable("Give sums of numbers and multiples of the parameters.")
        factor = right.get("", Fraction())
        if operator == "/":
            if not factor:
                raise Undefined("There is a division by zero.")
            factor = 1 / factor
        if max(factor.numerator.bit_length(), factor.denominator.bit_length()) > 4096:
            raise Unreadable("The numbers are too large.")
        return {name: number * factor for name, number in left.items() if number * factor}
