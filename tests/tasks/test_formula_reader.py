"""The reader of formulas of all solvers: written trees are read back, odd texts are bounded, ambiguous ones refused."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlvr.generators import constant_values, real_values
from rlvr.generators.algebra.coefficients import coefficients, whole_fraction
from rlvr.generators.algebra.modular_values import PRIMES, modulo, same_value
from rlvr.generators.formula_reader import MAX_CHARS, MAX_DEPTH, MAX_FUNCTIONS, Notation, answered, formula
from rlvr.generators.formula_trees import operands, signed, two_sides
from rlvr.generators.written_terms import collected_terms

PLAIN = Notation(names=("x", "y"))
WIDE = Notation(
    names=("x", "y"),
    constants=("pi", "e"),
    functions=("sqrt", "sin", "exp", "arctan", "abs"),
    decimals=True,
    zeros=True,
    any_case=True,
    many_signs=True,
    bare=("x",),
    bare_numbers=True,
    before_numbers=("e",),
    max_digits=400,
)
NOTATIONS = (PLAIN, WIDE, constant_values.CONSTANT)


def leaves():
    decimals = st.builds(lambda a, b: Fraction(f"{a}.{b}"), st.integers(0, 10**6), st.integers(0, 10**6))
    return st.one_of(st.integers(0, 10**9), decimals, st.sampled_from(["x", "y", "pi", "e"]))


def grown(inner):
    pairs = st.tuples(inner, inner)
    return st.one_of(
        st.builds(lambda parts: ("+", *parts), st.lists(inner, min_size=2, max_size=4)),
        st.builds(lambda parts: ("*", *parts), st.lists(inner, min_size=2, max_size=4)),
        pairs.map(lambda pair: ("/", *pair)),
        pairs.map(lambda pair: ("^", *pair)),
        inner.map(lambda a: ("neg", a)),
        st.tuples(st.sampled_from(["sqrt", "sin", "exp", "arctan", "abs"]), inner),
    )


TREES = st.recursive(leaves(), grown, max_leaves=20)


def written(tree, draw):
    """A tree as text, each part in brackets of its own, with the signs and the space that one likes."""
    space = draw(st.sampled_from(["", " ", "\n", "  "]))
    if isinstance(tree, Fraction):
        return f"{Decimal(tree.numerator) / tree.denominator:f}"
    if not isinstance(tree, tuple):
        return f"{tree:,}" if isinstance(tree, int) and draw(st.booleans()) else str(tree)
    kind, *parts = tree
    opening, closing = draw(st.sampled_from(["()", "[]"]))
    texts = [opening + written(part, draw) + closing for part in parts]
    if kind == "neg":
        return f"-{space}{texts[0]}"
    if kind in ("+", "*", "/", "^"):
        sign = (
            draw(st.sampled_from(["^", "**"]))
            if kind == "^"
            else ""
            if kind == "*" and draw(st.booleans())
            else kind
        )
        return f"{space}{sign}{space}".join(texts)
    if kind == "abs" and "|" not in texts[0]:
        return f"|{texts[0]}|"
    return f"{kind.upper()}({written(parts[0], draw)})"


def flat(tree):
    """A tree as it is read: a product in brackets that comes first is part of the product."""
    if not isinstance(tree, tuple):
        return tree
    kind, *parts = tree
    parts = [flat(part) for part in parts]
    if kind == "*" and isinstance(parts[0], tuple) and parts[0][0] == "*":
        return ("*", *parts[0][1:], *parts[1:])
    return (kind, *parts)


@given(TREES, st.data())
def test_written_trees_are_read_back(tree, data):
    assert formula(written(tree, data.draw), WIDE) == flat(tree)


@given(st.integers(1, 10**30), st.integers(0, 3))
def test_groups_of_thousands(number, zeros):
    assert formula(f"{number:,}*x", PLAIN) == ("*", number, "x")
    text = f"{number:,}"
    if zeros and "," in text:
        assert formula(text[:-zeros], PLAIN) is None


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1,452*x^2", ("*", 1452, ("^", "x", 2))),
        ("2x - y", ("+", ("*", 2, "x"), ("neg", "y"))),
        ("-x^2", ("neg", ("^", "x", 2))),
        ("x^y^2", ("^", "x", ("^", "y", 2))),
        ("x^-2*y", ("*", ("^", "x", ("neg", 2)), "y")),
        ("x/y/2", ("/", ("/", "x", "y"), 2)),
        ("1/2*x", ("*", ("/", 1, 2), "x")),
        ("2(x)[y]", ("*", 2, "x", "y")),
        ("x**2", ("^", "x", 2)),
        ("xy", ("*", "x", "y")),
        ("+x", "x"),
        ("x - -2", ("+", "x", ("neg", ("neg", 2)))),
        ("2^3y", ("*", ("^", 2, 3), "y")),
    ],
)
def test_trees(text, tree):
    assert formula(text, PLAIN) == tree


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "()",
            "x2",
            "2 3",
            "(2)3",
            "1/2x",
            "1/2(x)",
            "1/2 x",
            "2^3x",
            "2^-3x",
            "x +",
            "* x",
            "x^",
            "(x",
            "x)",
        ),
        *(
            "(x]",
            "[x)",
            "01",
            "00",
            "1.5",
            ".5",
            "5.",
            "1e5",
            "z",
            "sin(x)",
            "X",
            "x,y",
            "1,45",
            "0,452",
            "1,452,3",
            "--x",
        ),
        *(
            "1, 452",
            "1,4524",
            "+-x",
            "x=1",
            "|x|",
            "x!",
            "2½",
            "٣",
            "\u212a",
            "x\x00",
            "\ud800",
            "{x}",
            "x_1",
            "1;2",
        ),
    ],
)
def test_what_is_no_formula(text):
    assert formula(text, PLAIN) is None


@pytest.mark.parametrize(
    ("option", "text", "tree"),
    [
        ({"zeros": True}, "007", 7),
        ({"decimals": True}, "1.5x", ("*", Fraction(3, 2), "x")),
        ({"decimals": True}, ".5", Fraction(1, 2)),
        ({"decimals": True}, "1,234.5", Fraction(2469, 2)),
        ({"any_case": True}, "2X", ("*", 2, "x")),
        ({"many_signs": True}, "--x", ("neg", ("neg", "x"))),
        ({"max_digits": 41}, "1" * 41, int("1" * 41)),
        ({"constants": ("pi",)}, "2Pi", ("*", 2, "pi")),
        ({"constants": ("pi",)}, "2^3pi", ("*", ("^", 2, 3), "pi")),
        ({"constants": ("i",), "before_numbers": ("i",)}, "i2", ("*", "i", 2)),
        ({"functions": ("sin",), "bare": ("x",)}, "sin 2x^2", ("sin", ("*", 2, ("^", "x", 2)))),
        ({"functions": ("sin",), "bare": ("x",)}, "sin x sin x", ("*", ("sin", "x"), ("sin", "x"))),
        ({"functions": ("ln",), "bare_numbers": True}, "ln 2", ("ln", 2)),
        ({"functions": ("sin",)}, "Sin(x)", ("sin", "x")),
        ({"functions": ("sin", "arcsin"), "bare": ("x",)}, "xarcsin x", ("*", "x", ("arcsin", "x"))),
        ({"functions": ("sin",)}, "sin^2(x)", ("^", ("sin", "x"), 2)),
        ({"functions": ("sin",)}, "sin^(2)(x)", ("^", ("sin", "x"), 2)),
        ({"functions": ("abs",)}, "|x| |y|", ("*", ("abs", "x"), ("abs", "y"))),
    ],
)
def test_what_an_option_allows(option, text, tree):
    assert formula(text, PLAIN) is None
    assert formula(text, replace(PLAIN, **option)) == tree


@pytest.mark.parametrize(
    "text",
    [
        *(
            "sin",
            "sin x(x+1)",
            "sin x y",
            "sin 2",
            "sin y",
            "sin 2 x 3",
            "sin^-1(x)",
            "sin^x(x)",
            "sin[x]",
            "sin^(2(x)",
        ),
        *("2^sin xx", "SIN(x)", "sIn(x)", "sin()", "|x", "||", "e2"),
    ],
)
def test_functions_that_are_read_in_two_ways(text):
    assert formula(text, replace(PLAIN, functions=("sin", "abs"), constants=("e",), bare=("x",))) is None


def test_a_final_stop_is_that_of_the_answer():
    assert answered(" x + 1. ", PLAIN) == ("+", "x", 1)
    assert formula("x + 1.", PLAIN) is None
    assert answered("x + 1..", PLAIN) is None


@given(st.text("0123456789xyzpiesqrtnXabc+-*/^()[]{}|.,= \n_", max_size=60))
def test_odd_texts_never_raise(text):
    for notation in NOTATIONS:
        tree = formula(text, notation)
        if tree is not None:
            walked(tree)


@given(st.text(max_size=30))
def test_any_text_never_raises(text):
    for notation in NOTATIONS:
        assert formula(text, notation) is None or re.fullmatch(r"[\x00-\x7f]+", text)


DEEP = (
    *("(" * n + "x" + ")" * n for n in (MAX_DEPTH, MAX_DEPTH + 1, 2000)),
    *("-" * n + "x" for n in (MAX_DEPTH, MAX_DEPTH + 1, 4000)),
    *("x^" * n + "x" for n in (MAX_DEPTH, MAX_DEPTH + 1, 2000)),
    *("(" * n + "x" + ")^2*3+1" * n for n in (MAX_DEPTH, 500)),
    *("(" * n + "x" + ")/2*3+1" * n for n in (MAX_DEPTH, 500)),
    *("2*(" * n + "x" + ")" * n for n in (MAX_DEPTH // 2, MAX_DEPTH)),
    *("sin(" * n + "x" + ")" * n for n in (MAX_DEPTH, 1000)),
    *("x/x*" * n + "x" for n in (64, 1000)),
    *("x/" * n + "x" for n in (64, 65, 2000)),
    *("x+" * n + "x" for n in (64, 2047)),
    "sin(x)+" * MAX_FUNCTIONS + "x",
    "sin(x)+" * (MAX_FUNCTIONS + 1) + "x",
    "|" * 4000,
    "1,000," * 600,
    "x" * (MAX_CHARS + 1),
    " " * MAX_CHARS,
    "9^9^9^9",
    "((x^9)^9)^9",
    "((9^60)^60)^60",
    "(x+1)^40*" * 300 + "x",
)


@pytest.mark.parametrize("text", DEEP, ids=lambda text: text[:12])
@pytest.mark.parametrize("most", [None, 64])
def test_what_is_deep_or_long_is_bounded(text, most):
    tree = formula(text, replace(WIDE, max_divisions=most))
    if tree is not None and (most or "/" not in text):
        walked(tree)
    elif tree is not None:
        real_values.value(real_values.code_of(tree), {"x": 1, "y": 2}, 30)


def walked(tree):
    """Everything that looks at trees, none of which may raise."""
    operands(tree, "+"), signed(tree), two_sides(tree)
    collected_terms(tree, ("x", "y"), fractions=True), collected_terms(tree, ("x",))
    coefficients(tree, "x"), whole_fraction(tree, "x")
    point = dict.fromkeys(("x", "y", "z", "pi", "e", "i"), 12345)
    modulo(tree, point, PRIMES[0])
    constant_values.tree_value(tree, {"x": constant_values.rational(3)})
    real_values.value(
        real_values.code_of(tree), dict.fromkeys(("x", "y", "i"), real_values.context().mpf(2) / 3), 30
    )


def test_depth_and_divisions_are_counted():
    assert formula(DEEP[0], PLAIN) == "x"
    assert formula(DEEP[1], PLAIN) is None
    most = replace(PLAIN, max_divisions=2)
    assert formula("x/2/3", most) is not None
    assert formula("x/2/3/4", most) is None


INTEGRAL = st.recursive(
    st.one_of(st.integers(0, 99), st.just("x")),
    lambda inner: st.one_of(
        st.tuples(st.just("+"), inner, inner),
        st.tuples(st.just("*"), inner, inner),
        st.tuples(st.just("neg"), inner),
        st.tuples(st.just("^"), inner, st.integers(1, 3)),
    ),
    max_leaves=8,
)


def exactly(tree, x):
    """The value of a polynomial's tree."""
    if not isinstance(tree, tuple):
        return Fraction(x if tree == "x" else tree)
    kind, first, *rest = tree
    total = exactly(first, x)
    for part in rest:
        total = {"+": total.__add__, "*": total.__mul__, "^": total.__pow__}[kind](exactly(part, x))
    return -total if kind == "neg" else total


@given(INTEGRAL, st.integers(-20, 20))
def test_all_ways_to_a_value_agree(tree, x):
    wanted = exactly(tree, x)
    assert modulo(tree, {"x": x}, PRIMES[1]) in (int(wanted) % PRIMES[1], None)
    found = coefficients(tree, "x")
    if found is not None:
        assert sum(c * x**power for power, c in enumerate(found)) == wanted
        terms = (("*", int(c), ("^", "x", power)) for power, c in enumerate(found))
        assert same_value(tree, ("+", 0, *terms), "x")
    value = constant_values.tree_value(tree, {"x": constant_values.rational(x)})
    assert value is None or constant_values.same(value, constant_values.rational(wanted), 50)
    code, digits = real_values.code_of(tree), 60
    close = real_values.value(code, {"x": real_values.context().mpf(x)}, digits)
    assert close is None or real_values.close(close, real_values.context().mpf(int(wanted)), 40)


@pytest.mark.parametrize(
    ("text", "strict", "loose"),
    [
        ("1 + x - x^2/2", True, True),
        ("2*x/4", False, True),
        ("1 + 0*x", False, True),
        ("x/1", False, True),
        ("(1/2)*x*y", True, True),
        ("x + 2*x", False, False),
        ("2*(x + 1)", False, False),
        ("x/0", False, False),
        ("2*3*x", False, False),
        ("x*x", False, False),
        ("x^0", False, False),
        ("x + (y + 1)", True, True),
    ],
)
def test_sums_that_are_written_out(text, strict, loose):
    tree = formula(text, PLAIN)
    assert (collected_terms(tree, ("x", "y"), fractions=True) is not None) == strict
    assert (collected_terms(tree, ("x", "y"), fractions=True, simplest=False) is not None) == loose
