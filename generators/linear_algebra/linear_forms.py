"""Sums of numbers and multiples of parameters, such as ``1 - 2*t``, as the solvers of this family read them."""

from __future__ import annotations

from fractions import Fraction
from string import ascii_lowercase

from ..formula_reader import Notation, Tree, formula

Form = dict[str, Fraction]
"""Factors by parameter, the number under "", none of them zero."""

_NOTATION = Notation(
    names=("t", *ascii_lowercase.replace("t", "")),
    decimals=True,
    any_case=True,
    many_signs=True,
    max_divisions=64,
)


def linear_form(text: str) -> Form | None:
    """The linear form that is the whole of `text`, in parameters of any name; None if it is none."""
    tree = formula(text, _NOTATION)
    form = None if tree is None else _form(tree)
    return None if form is None else {name: number for name, number in form.items() if number}


def read_forms(text: str) -> list[Form] | None:
    """The linear forms of ``(1 - 2*t, t)``, in round or square brackets or in none; None if it is no such tuple."""
    text = text.strip()
    for inner in (text[1:-1] if text[:1] + text[-1:] in ("()", "[]") else "", text):
        forms = [linear_form(piece) for piece in inner.split(",")]
        found = [form for form in forms if form is not None]
        if len(found) == len(forms):
            return found
    return None


def _form(tree: Tree) -> Form | None:
    if isinstance(tree, int | Fraction):
        return {"": Fraction(tree)}
    if isinstance(tree, str):
        return {tree: Fraction(1)}
    kind, *parts = tree
    forms = [_form(part) for part in parts]
    total = forms[0]
    if total is None:
        return None
    if kind == "neg":
        return _scaled(total, Fraction(-1))
    for form in forms[1:]:
        if total is None or form is None:
            return None
        if kind == "+":
            total = {name: total.get(name, Fraction()) + form.get(name, Fraction()) for name in {*total, *form}}
        elif kind == "*":
            total = _product(total, form)
        else:
            factor = _number(form) if kind == "/" else None
            total = _scaled(total, 1 / factor) if factor else None
    return total


def _product(a: Form, b: Form) -> Form | None:
    first, second = _number(a), _number(b)
    if second is not None:
        return _scaled(a, second)
    return None if first is None else _scaled(b, first)


def _scaled(form: Form, factor: Fraction) -> Form:
    return {name: number * factor for name, number in form.items()}


def _number(form: Form) -> Fraction | None:
    """The number that a form without parameters is."""
    return None if any(number for name, number in form.items() if name) else form.get("", Fraction())
