"""The front end for answers, piece by piece: what comes off a value, and what does not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlvr
from rlvr.verifiers.answers import plain, read_integer, read_number, without_unit
from rlvr.verifiers.answers.assignments import rational, read_assignments
from rlvr.verifiers.answers.formulas import formula, stated
from rlvr.verifiers.answers.literals import arguments, json_text, literal
from rlvr.verifiers.answers.programs import program, wanted_in
from rlvr.verifiers.answers.queries import query
from rlvr.verifiers.answers.typed import value_text
from rlvr.verifiers.answers.vectors import read_affine, read_rational, read_vector
from rlvr.verifiers.answers.word_lists import words_of
from rlvr.verifiers.answers.wrapping import layers

INTRODUCED = (
    "{}",
    "{}.",
    " {}\n",
    "**{}**",
    "`{}`",
    "${}$",
    "$${}$$",
    "\\({}\\)",
    "\\[{}\\]",
    "\\boxed{{{}}}",
    "\\text{{{}}}",
    "```\n{}\n```",
    "```text\r\n{}\r\n```",
    "\u201c{}\u201d",
    "The answer is {}.",
    "The final answer is: {}",
    "Answer: {}",
    "**Answer:** {}",
    "**Final answer:** {}",
    "### Answer\n{}",
    "So the answer is {}.",
    "Therefore, the result is **{}**.",
    "{} is the answer.",
    "It is {}.",
    "We get {}.",
    "So {}.",
    "= {}",
    "The sum of all of them is {}.",
    "<answer>{}</answer>",
    "The probability that the sum is even is {}.",
    "Thus, the area of the triangle is ${}$.",
    "$\\displaystyle {}$",
)
NOT_STATED = (
    "not {}",
    "The answer is not {}.",
    "{} or 8",
    "8 or {}",
    "{}, 8",
    "{}?",
    "about {}",
    "approximately {}",
    "at least {}",
    "The opposite of the answer is {}.",
    "The answer is either {} or 8.",
    "The answer might be {}.",
    "more than {}",
    "The total is either 8 or possibly the answer is {}",
    "{} {}",
    "{} is not the answer",
    "The wrong answer is {}.",
    "I guess {} or so",
    "The number before the answer is {}",
    "Answer: 8\nAnswer: {}",
    "The answer is 8. The answer is {}",
    "one less than x = {}",
    "number of signs besides the first: {}",
    "It is not {}.",
    "{} / 1",
    "The answer, I think, is {}",
)


@pytest.mark.parametrize("form", INTRODUCED)
@pytest.mark.parametrize("number", ["7", "-12", "1234"])
def test_a_number_in_any_dress_is_that_number(form: str, number: str) -> None:
    assert read_integer(form.format(number)) == int(number)
    assert read_number(form.format(number)) == int(number)


@pytest.mark.parametrize("form", NOT_STATED)
def test_what_is_not_stated_is_no_number(form: str) -> None:
    assert read_integer(form.format("7", "7")) is None


@pytest.mark.parametrize(
    "text",
    [
        "1,234",
        "1{,}234",
        "1\\,234",
        "1 234",
        "1\u202f234",
        "1\u00a0234",
        "1\u2009234",
        "1_234",
        "1'234",
        "+1234",
        "$1{,}234$",
    ],
)
def test_separators_of_thousands(text: str) -> None:
    assert read_integer(text) == 1234


@pytest.mark.parametrize(
    "text", ["12,34", "1,2345", "1 23 4", "12 34", "1,234,5", "1.234", "1,234 or 5", "1 234 5"]
)
def test_what_only_looks_like_thousands_is_no_number(text: str) -> None:
    assert read_integer(text) is None


def test_a_mixed_number_is_not_joined() -> None:
    assert read_number("437 107/180") == 437 + Fraction(107, 180)


UNITS = ["dollars", "red signs", "signs", "degrees", "square metres", "children", "hours", "%"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "28 dollars",
            "$28",
            "\\$28",
            "28 dollar",
            "28 USD",
            "28\\text{ dollars}",
            "**28** dollars",
            "28 \\, \\text{dollars}",
        ),
        *(
            "28 signs",
            "28 red signs",
            "28 sign",
            "28 different signs",
            "28 signs in total",
            "There are 28 signs.",
        ),
        *("28\u00b0", "28 degrees", "28^\\circ", "28^{\\circ}", "28 \u00b0", "$28^\\circ$"),
        *("28 square metres", "28 m^2", "28 m\u00b2", "28 m^{2}", "28 square meters"),
        *(
            "28 children",
            "28 child",
            "28 h",
            "28 hours",
            "28 hrs",
            "28%",
            "28\\%",
            "28 percent",
            "The answer is 28 dollars.",
        ),
    ],
)
def test_the_unit_that_is_named_may_stand_there(text: str) -> None:
    assert read_integer(text, units=UNITS) == 28


@pytest.mark.parametrize(
    "text",
    [
        *(
            "28 euros",
            "\u20ac28",
            "28 cents",
            "28 metres",
            "28 minutes",
            "28 or signs",
            "28 thousand dollars",
            "28 signs or 30",
        ),
        *(
            "28 dollars per hour",
            "28 half dollars",
            "28 not signs",
            "28 m",
            "28 radians",
            "28 signs short of 30",
            "28 pairs of signs",
        ),
    ],
)
def test_another_unit_may_not(text: str) -> None:
    assert read_integer(text, units=UNITS) is None


def test_without_a_named_unit_none_may_stand_there() -> None:
    assert without_unit("28 dollars", []) == "28 dollars"
    assert read_integer("28 dollars") is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3\u00bd", Fraction(7, 2)),
        ("7/2", Fraction(7, 2)),
        ("\\frac{7}{2}", Fraction(7, 2)),
        ("-\\frac72", -Fraction(7, 2)),
        ("1 3/4", Fraction(7, 4)),
        ("\u00be", Fraction(3, 4)),
        ("2.50", Fraction(5, 2)),
        ("\\dfrac{-3}{4}", -Fraction(3, 4)),
        ("7\u20442", Fraction(7, 2)),
        ("(7/2)", Fraction(7, 2)),
        ("6/2", None),
        ("1/0", None),
        ("1e5", None),
        ("\u0663", None),
        ("3 5/4", None),
        ("1/2/3", None),
        ("0x10", None),
        ("five", None),
    ],
)
def test_exact_numbers(text: str, value: Fraction | None) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("x\u00b2 + 3\u00d7x", "x^(2) + 3*x"),
        ("\\operatorname{arctan}(x)", "arctan(x)"),
        ("\\tan^{-1}(x)", "arctan(x)"),
        ("\u221a(x + 1)", "sqrt(x + 1)"),
        ("\u221a2", "sqrt(2)"),
        ("\\frac12 x", "\\frac{1}{2} x"),
        ("$2x$.", "2x"),
        ("\u22122x", "-2x"),
        ("\\left(x\\right)", "(x)"),
        ("1,234*x", "1234*x"),
    ],
)
def test_formulas(text: str, read: str) -> None:
    assert formula(text) == read


def test_only_a_name_may_stand_on_the_left() -> None:
    assert stated("f(g(x)) = 2*x") == stated("(f \u2218 g)(x) = 2*x") == stated("y = 2*x") == "2*x"
    assert stated("3*x = 2*x") == "3*x = 2*x"
    assert stated("x = y = 2") == "x = y = 2"


def test_assignments() -> None:
    right = [("x", Fraction(3)), ("y", Fraction(-1, 2))]
    for text in (
        "x = 3, y = -1/2",
        "x=3; y=-1/2",
        "x = 3 and y = -1/2",
        "x = 3\ny = -1/2",
        "(x, y) = (3, -1/2)",
        "{x = 3, y = -0.5}",
        "$x = 3$, $y = -\\frac{1}{2}$",
        "- x = 3\n- y = -1/2",
        "\\begin{cases} x = 3 \\\\ y = -\\frac12 \\end{cases}",
        "The solution is x = 3, y = -1/2.",
        "x = 3, y = -(1/2)",
    ):
        assert read_assignments(text, ["x", "y"]) == right, text
    for text in ("x = 3 or 4, y = 1", "x = 3, y", "3, -1/2", "x = 6/2 = 3, y = 1", "= 3", "x = 1/0, y = 1"):
        assert read_assignments(text, ["x", "y"]) is None, text
    assert read_assignments("(3, -1/2)", ["x", "y"], tuples=True) == right
    assert rational("1/2/3") is None


def test_vectors() -> None:
    line = ([Fraction(5, 2), Fraction(0)], [[Fraction(-1, 2), Fraction(1)]])
    for text in (
        "(5/2 - 1/2*t, t)",
        "\\left(\\frac{5-t}{2}, t\\right)",
        "x1 = (5 - t)/2, x2 = t",
        "\\begin{pmatrix} \\frac{5-t}{2} \\\\ t \\end{pmatrix}",
        "((5 - t)/2, t), t \u2208 \u211d",
        "(5/2 - t/2, t) where t is any real number",
        "(x1, x2) = (5/2 - t/2, t)",
    ):
        assert read_affine(text) == line, text
    for text in ("(1/2t, t)", "(t^2, t)", "(1, 2) or (3, 4)", "x2 = 1, x1 = 2", "(1/0, 2)", "t*(1, 2)"):
        assert read_affine(text) is None, text
    assert (
        read_vector("[1, -3/4]")
        == read_vector("\\begin{bmatrix} 1 \\\\ -\\frac34 \\end{bmatrix}")
        == [1, Fraction(-3, 4)]
    )
    assert read_rational("k = -3/4") == Fraction(-3, 4)


def test_lists_of_words() -> None:
    for text in (
        "a, b, c",
        "a b c",
        "1. a\n2. b\n3. c",
        "- a\n- b\n- c",
        "['a', 'b', 'c']",
        "The sorted list is a, b, c.",
        "**a**, **b**, **c**",
    ):
        assert words_of(text, most=9) == ["a", "b", "c"], text
    assert words_of("\u0430, b", most=9) is None
    for text in ("a, b, c, ...", "a b c...", "... a b c", "a ... c"):
        assert words_of(text, most=9) is None, text


def test_literals() -> None:
    for text in (
        "[1, 2]",
        "f(3) == [1, 2]",
        "f(3) -> [1, 2]",
        "It returns `[1, 2]`.",
        "result = [1, 2]",
        ">>> f(3)\n[1, 2]",
    ):
        found = literal(text)
        assert found is not None, text
        assert found.value == [1, 2], text
    assert literal("[1] or [2]") is None
    assert literal("f(1) == 2 or 3") is None
    kept = literal("'The answer is 5.'")
    assert kept is not None
    assert kept.value == "The answer is 5."


def test_arguments() -> None:
    for text in (
        "1, [2]",
        "f(1, [2])",
        "a = 1, b = [2]",
        "b=[2], a=1",
        "f(a=1, b=[2])",
        "f(1, [2]) == 5",
        "(1, [2])",
        "a = 1\nb = [2]",
    ):
        assert arguments(text, ["a", "b"], "f") == [1, [2]], text
    for text in ("g(1, [2])", "f(1, [2]) or f(3, [4])", "a = 1, a = 1, b = [2]", "a = 1"):
        assert arguments(text, ["a", "b"], "f") is None, text


def test_json_in_prose() -> None:
    for text in (
        "[[1]]",
        "These tell them apart:\n```json\n[[1]]\n```",
        "```json\r\n[[1]]\r\n```\r\n",
        "Calls: [[1]]",
    ):
        assert json_text(text) == "[[1]]", text
    two = "```\n[[1]]\n```\nor\n```\n[[2]]\n```"
    assert json_text(two) == two


def test_programs_and_queries() -> None:
    python, bare = "```python\nx = 1\n```", "```\nx = 2\n```"
    assert program(f"{python}\nIt prints:\n{bare}") == program(f"First:\n{bare}\nThen:\n{python}") == "x = 1"
    assert program(f"{python}\nNo, that is wrong. The final program is:\n{bare}") == "x = 2"
    assert program("Here:\r\n```python\r\nx = 1\r\ny = 2\r\n```\r\n") == "x = 1\ny = 2"
    for text in ("SELECT 1;;", "SQL: SELECT 1;", "**SQL:** SELECT 1 ; ;", "`SELECT 1;`", "sqlite> SELECT 1;"):
        assert query(text) == "SELECT 1;", text
    assert query("SELECT 'a;;'") == "SELECT 'a;;'"


@pytest.mark.parametrize(
    "use",
    ["print(f([1]))", "from answer import f\nassert f([1]) == 2", "result = f(1)", "f(1) == 2", "f.x = 1",
     "def test_f():\n    assert f(1) == 2", "class TestF:\n    def test(self):\n        f(1)",
     "module bench;\nendmodule"],
)  # fmt: skip
def test_an_example_of_use_is_not_the_program(use: str) -> None:
    for made in (
        "def f(x):\n    return 1",
        "import math\n\nasync def f(x):\n    return 1",
        "class A:\n    def f(self):\n        return 1",
        "f = lambda x: 1",
        "f: object = max",
        "module f(input a);\nendmodule",
        "const f = (x) => 1",
        "export default async function f(x) {}",
    ):
        for language in ("python", ""):
            text = f"```python\n{made}\n```\nIt is used like this:\n```{language}\n{use}\n```"
            assert program(text, "f") == made
            assert program(f"First:\n```\n{made} # no\n```\n{text}", "f") == made  # the last that defines it
        assert program(f"```python\n{made}\n```\n```python\n{use}\n```", "g") == use  # none does: the last


def test_what_a_task_asks_for_by_name() -> None:
    assert wanted_in({"code": {"entry": "solve"}}) == "solve"
    assert wanted_in({"code": {"entry": "Solution.solve"}}) == "solve"
    assert wanted_in({"hardware": {"module": "adder"}}) == "adder"
    assert wanted_in({}) == wanted_in({"code": {"cases": []}}) == wanted_in({"code": [1]}) == ""


@pytest.mark.parametrize(
    ("answer", "kind", "text"),
    [
        ("0B11A5", "base", "B11A5"),
        ("0xB11A5", "base", "0xB11A5"),
        ("The matrix is A^{-1} = [[1, 2]]", "matrix", "[[1, 2]]"),
        ("A' = (1, 2), B' = (3, 4)", "list", "(1, 2), (3, 4)"),
        ("B' = (1, 2), A' = (3, 4)", "list", "B' = (1, 2), A' = (3, 4)"),
        ("\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}", "tuple", "(1, 2)"),
        ("1,234", "integer", "1234"),
        ("1, 234", "list", "1, 234"),
        ("1,234", "set", "1,234"),
    ],
)
def test_values_for_the_engine(answer: str, kind: str, text: str) -> None:
    assert value_text(answer, kind, reference="B11A5_16") == text


@given(st.text(max_size=300))
def test_dress_comes_off_any_text(text: str) -> None:
    last = text
    for last in layers(text):
        assert isinstance(last, str)
    assert plain(text) == last
    (
        read_integer(text, units=UNITS),
        read_number(text),
        formula(text),
        stated(text),
        literal(text),
        json_text(text),
    )
    (
        read_assignments(text, ["x", "y"], tuples=True),
        read_affine(text),
        words_of(text, most=5),
        query(text),
        program(text),
    )
    arguments(text, ["a"], "f"), value_text(text, "tuple"), value_text(text, "integer", UNITS)


@pytest.mark.parametrize(
    "piece",
    [
        " ",
        "**",
        "$",
        "(",
        "the ",
        "is ",
        "answer: ",
        "\\text{",
        "1 ",
        "1,",
        "a = 1, ",
        "t + ",
        "'",
        "`",
        "\\frac{",
    ],
)
def test_long_texts_are_read_in_bounded_time(piece: str) -> None:
    for text in (piece * (19_000 // len(piece)), piece * (1_000_000 // len(piece))):
        (
            plain(text),
            read_integer(text, units=UNITS),
            formula(text),
            stated(text),
            literal(text),
            json_text(text),
            query(text),
        )
        (
            read_assignments(text, ["x"]),
            read_affine(text),
            words_of(text, most=5),
            arguments(text, ["a"], "f"),
            program(text),
        )
        value_text(text, "tuple"), value_text(text, "list"), value_text(text, "expression", UNITS)


@pytest.mark.parametrize(
    "said",
    [
        "The invalid answer is {}",
        "It is a lie that the answer is {}",
        "The answer I ruled out is: {}",
        "The common mistake is: {}",
        "The discarded solution is {}",
        "The impossible answer is {}",
    ],
)
def test_what_denies_an_answer_is_not_taken_off(said: str) -> None:
    """The right value behind words that call it wrong is no answer, whatever the kind."""
    for name in ("arithmetic", "dates", "derivative", "zebra", "matrix-rank", "inequalities", "bayes"):
        task = rlvr.task(f"rlvr/{name}-v0:1:7")
        assert rlvr.verify(task, f"<answer>{task.answer}</answer>").passed
        assert not rlvr.verify(task, f"<answer>{said.format(task.answer)}</answer>").passed, (name, said)


@pytest.mark.parametrize(
    "said", ["The number of invalid votes is {}", "The number of points that lie there is {}"]
)
def test_such_words_about_the_problem_are_taken_off(said: str) -> None:
    task = rlvr.task("rlvr/arithmetic-v0:1:7")
    assert rlvr.verify(task, f"<answer>{said.format(task.answer)}</answer>").passed
