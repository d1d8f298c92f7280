"""Numbers as text: the generators' writers and strict readers against the verifiers' reader."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rlvr.generators.arithmetic.schoolbook import number_text
from rlvr.generators.decimal_texts import decimal_text
from rlvr.generators.readers import number
from rlvr.verifiers.answers.numbers import read_number


@given(st.fractions(), st.integers(0, 6))
def test_both_readers_read_what_is_written(value, places):
    assert number(str(value)) == read_number(str(value)) == value
    rounded = Fraction(round(value * 10**places), 10**places)
    assert number(decimal_text(rounded)) == read_number(decimal_text(rounded)) == rounded
    whole, rest = divmod(abs(value), 1)
    if rest and whole:
        assert number(f"-{whole} {rest}") == read_number(f"-{whole} {rest}") == -abs(value)


@settings(max_examples=300)
@given(st.text("0123456789/.,- +", max_size=12))
@example("0 000")
@example("1 234.5")
@example("12 34")
@example("1/0,010")
@example("1,000/11")
@example("3-1/2")  # three and a half, or two and a half
def test_both_readers_agree(text):
    text = text.strip().rstrip(". ")  # a stop behind a number is the front end's
    ours, theirs = number(text), read_number(text)
    assert ours == theirs or "- " in text or "+ " in text


@given(st.fractions())
def test_numbers_are_written_exactly(value):
    assert Fraction(number_text(value)) == value
    if value.denominator % 3 == 0:
        with pytest.raises(ValueError, match="decimal"):
            decimal_text(value)
