"""The expression reader: precedence, ambiguity, limits, and total on any text."""

from __future__ import annotations

import random
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.verifiers.algebra.tape import GRAMMAR
from rlvr.verifiers.arithmetic.exact import Exact
from rlvr.verifiers.expressions import MAX_DEPTH, Grammar, Undefined, Unreadable, read

PLAIN = Grammar()


class Show:
    """Writes an expression down with a parenthesis for every operation."""

    def number(self, text):
        return text

    name = number

    def binary(self, operator, left, right):
        return f"({left}{operator}{right})"

    def negative(self, value):
        return f"(-{value})"

    def call(self, function, argument):
        return f"{function}[{argument}]"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1-2-3", "((1-2)-3)"),
        ("x-2*x/3", "(x-((2*x)/3))"),
        ("-x^2", "(-(x^2))"),
        ("2^3^x", "(2^(3^x))"),
        ("2**-x", "(2^(-x))"),
        ("2*-3x", "((2*(-3))*x)"),
        ("x^-2", "(x^(-2))"),
        ("xsin(x)cosx", "((x*sin[x])*cos[x])"),
        ("3x^2(x+1)", "((3*(x^2))*(x+1))"),
        ("x^2e^x", "((x^2)*(e^x))"),
        ("e^x(x+1)", "((e^x)*(x+1))"),
        ("sin^2(3x)", "(sin[(3*x)]^2)"),
        ("sin 2x cos x", "(sin[(2*x)]*cos[x])"),
        ("sin x^2", "sin[(x^2)]"),
        ("sin(x)^2", "(sin[x]^2)"),
        ("SQRT(X)", "sqrt[x]"),
        (r"\frac{1}{2}x", "((1/2)*x)"),
        (r"\frac{1}{2\sqrt{x}}", "(1/(2*sqrt[x]))"),
        (r"e^{2x}\cdot\left(x+1\right)", "((e^(2*x))*(x+1))"),
        (r"\sin^{2}\left(x\right)\,\ln x", "((sin[x]^2)*ln[x])"),
        (r"\sin{2x}\cos{x}+\sqrt{x}x", "((sin[(2*x)]*cos[x])+(sqrt[x]*x))"),
        ("3·x − 1", "((3*x)-1)"),
        (".5x+1.25", "((.5*x)+1.25)"),
        ("[x+1]*{x}", "((x+1)*x)"),
    ],
)
def test_reading(text, shown):
    assert read(text, GRAMMAR, Show()) == shown


REFUSED = [
    *["1/2x", "1/xe^x", "x/2sin(x)", "e^2x", "x^2x", "sin x(x+1)", "sin x x", "x2", "2 3", "(x+1)2"],
    *["sin^-1(x)", "sin^x(x)", "sin", "sin()", "()", "", "(x", "x)", "(x]", "x+", "*x", "x//2", "1,5"],
    *["x=2", "02", "1e5", "1_0", "y", "d/dx(x)", "f'(x)", "arcsin(x)", "sine(x)", "x!", "|x|", "x;x"],
    *["²x", "x²", "٣x", "１x", "\u212a", "\0", "\ud800", "{x", "#x", "x or x", "9" * 41 + "x"],
    *[r"\foo{x}", r"\frac{x}", r"\frac 1 2", r"\sqrt[3]{x}", r"\sin{2}x", r"\ln{x}(x+1)", r"x\\x"],
]


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text):
    with pytest.raises(Unreadable):
        read(text, GRAMMAR, Show())


@pytest.mark.parametrize(
    "text", ["-1", "+1", "2(3)", "2^3", "2**3", "1.5", "{1}", r"\frac{1}{2}", "x", "sin(1)", "(1)(2)"]
)
def test_the_plain_grammar_has_binary_signs_and_parentheses_only(text):
    with pytest.raises(Unreadable):
        read(text, PLAIN, Exact())


@st.composite
def expressions(draw, depth=4):
    """A plain expression together with its value, by Python's own rules."""
    if depth == 0 or draw(st.booleans()):
        number = draw(st.integers(0, 99))
        return str(number), Fraction(number)
    (a, x), (b, y) = draw(expressions(depth=depth - 1)), draw(expressions(depth=depth - 1))
    sign = draw(st.sampled_from("+-*/" if y else "+-*"))
    return f"({a}){sign}({b})", {"+": x + y, "-": x - y, "*": x * y, "/": y and x / y}[sign]


@given(expressions())
def test_exact_values(pair):
    text, value = pair
    assert read(text, PLAIN, Exact()) == value


@given(st.lists(st.sampled_from(["1", "2", "30", *"+-*/()"]), max_size=12))
def test_agrees_with_python_on_what_is_an_expression(tokens):
    text = "".join(f" {token} " for token in tokens)
    try:
        value = read(text, PLAIN, Exact())
    except Unreadable:
        return
    except Undefined:
        value = None
    fractions = " ".join(f"Fraction({token})" if token.isdigit() else token for token in tokens)
    if value is None:
        with pytest.raises(ZeroDivisionError):
            eval(fractions)
    else:
        assert eval(fractions) == value


@settings(max_examples=300)
@given(st.text(max_size=60) | st.text("0123456789x+-*/^()[]{}.\\sincoexpfra ='e", max_size=40))
def test_total(text):
    for grammar, algebra in ((GRAMMAR, Show()), (PLAIN, Exact())):
        try:
            read(text, grammar, algebra)
        except (Unreadable, Undefined):
            continue


@pytest.mark.parametrize("piece", ["(", "[", "{", "-", "x^", "sin(", r"\frac{", "sqrt ", "1+(", "e^{"])
def test_depth_is_bounded_far_below_the_stack(piece):
    for count in (MAX_DEPTH - 1, MAX_DEPTH + 1, 400, 100_000):
        with pytest.raises(Unreadable):
            read(piece * count, GRAMMAR, Show())
    rest = sys.getrecursionlimit() - 500

    def deep(level):
        return deep(level - 1) if level else read("(" * 30 + "x" + ")" * 30, GRAMMAR, Show())

    assert deep(rest - 100) == "x"


def test_numbers_are_counted():
    with pytest.raises(Unreadable):
        read("+".join(["1"] * 6), PLAIN, Exact(limit=5))
    exact = Exact(limit=6)
    rng = random.Random(0)
    numbers = [rng.randint(1, 9) for _ in range(6)]
    assert read("+".join(map(str, numbers)), PLAIN, exact) == sum(numbers)
    assert exact.used == numbers
    assert exact.operators == {"+"}
