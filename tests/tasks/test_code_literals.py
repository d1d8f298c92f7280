"""Plain data as text: the reader against Python's own, hostile texts, exact types."""

from __future__ import annotations

import ast
import re
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.generators.code.programs.output_prediction_solver import match
from rlvr.payloads.literals import read, read_all, same, write

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3)
    ),
    max_leaves=10,
)
DATA = st.recursive(
    st.booleans() | st.integers() | st.text("ab'\"\\\n", max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text("ab", max_size=3) | st.integers(), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(PLAIN)
def test_what_is_written_is_read(value):
    found = read(write(value))
    if found is None:  # Python escapes rare characters in ways that are not read
        assert re.search(r"\\U", write(value))
    else:
        assert same(found.value, value)
        assert found.value == value


def deep_types(value):
    if isinstance(value, dict):
        return [dict, {key: deep_types(item) for key, item in value.items()}, list(map(type, value))]
    return [type(value), *map(deep_types, value)] if isinstance(value, list | tuple) else type(value)


@settings(max_examples=300)
@given(st.text("[](){},: \n'\"\\ab01-+TrueNonfals._x", max_size=14))
def test_whatever_is_read_python_reads_alike(text):
    found = read(text)
    if found is None or re.search("true|false|null", text):
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wanted = ast.literal_eval(text.strip())
    assert found.value == wanted
    assert deep_types(found.value) == deep_types(wanted)


@given(PLAIN, PLAIN)
def test_same_is_equality_with_types(left, right):
    assert same(left, right) == (left == right and deep_types(left) == deep_types(right))


@settings(max_examples=300)
@given(DATA, st.data())
def test_the_reader_and_the_matcher_agree_on_changed_texts(value, data):
    text = list(write(value))
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(text)))
        text[at : at + data.draw(st.integers(0, 1))] = data.draw(st.text("[](){},: '\"\\ab01-+Te", max_size=1))
    changed = "".join(text)
    found = read(changed)
    lead = len(changed) - len(changed.lstrip(" \n\t\r"))
    assert (found is not None and same(found.value, value)) == (match(value, changed, lead) == len(changed))


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "01", "00", "1_0", "0x1", "1.0", "1e3", "--1", "- 1", "٣", "３", "1 2", "1 or 2", "1;2"),
        *("[", "]", "[,]", "[1,,2]", "(1)", "(,)", "{", "{1}", "{1: 2", "{1: 2, 1: 3}", "{True: 1, 1: 2}", "{[]: 1}"),
        *("'a", "'a\"", "'a' 'b'", "'a\nb'", "f'a'", "b'a'", "'\\q'", "'\\x4'", "TRUE", "none", "nan", "abc", "set()"),
        *("[" * 50_000, "[" * 3000 + "]" * 3000, "(" * 7999, "{" * 7999, "9" * 7999, "'" + "a" * 9000, "1," * 4001),
    ],
)  # fmt: skip
def test_texts_that_are_no_literal(text):
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1, 2", [1, 2]),
        (" [1,2,] ,'a' ", [[1, 2], "a"]),
        ("(1,), ()", [(1,), ()]),
        ("true, False, null", [True, False, None]),
        ('{"a": [1], 2: (3, 4)}', [{"a": [1], 2: (3, 4)}]),
        ("-0, +5", [0, 5]),
        (r"'\x41é\'', \"\\\"".replace('\\"', '"'), ["Aé'", "\\"]),
    ],
)
def test_lists_of_literals(text, values):
    found = read_all(text)
    assert found == values
    assert list(map(deep_types, found)) == list(map(deep_types, values))


@given(st.text(max_size=60))
def test_no_text_raises(text):
    read_all(text)
