"""Objects with one key, numbers as strings, mappings and moduli: what is one committed answer, and what is not."""

from __future__ import annotations

from itertools import permutations

import pytest

from rlvr.verifiers.answers import plain
from rlvr.verifiers.answers.cells import read_square
from rlvr.verifiers.answers.introduced import GRID_NOUNS, introduced
from rlvr.verifiers.answers.literals import literal
from rlvr.verifiers.answers.objects import opened, unquoted
from rlvr.verifiers.answers.residues import without_modulus
from rlvr.verifiers.optimum import Broken, read_groups, read_list, read_mapping

GRID = [[1, 2], [2, 1]]


@pytest.mark.parametrize(
    "text",
    [
        '{"grid": [[1, 2], [2, 1]]}',
        '{"final_answer": [["1", "2"], ["2", "1"]]}',
        "{'solution': [[1, 2], [2, 1]]}",
        '{"completed grid":\n [[1, 2],\n [2, 1]]\n}',
        '{"answer": "1 2\\n2 1"}',
        '{"answer": {"grid": [[1, 2], [2, 1]]}}',
        '```json\n{"grid": ["12", "21"]}\n```',
        '["1 2", "2 1"]',
        "[['1', '2'], ['2', '1']]",
    ],
)
def test_grids(text: str) -> None:
    assert read_square(text, 2) == GRID


@pytest.mark.parametrize(
    "text",
    [
        '{"wrong_grid": [[1, 2], [2, 1]]}',
        '{"puzzle": [[1, 2], [2, 1]]}',
        '{"not_the_answer": [[1, 2], [2, 1]]}',
        '{"grid": [[1, 2], [2, 1]], "answer": [[2, 1], [1, 2]]}',
        '{"grid": [[1, 2], [2, 1]], "grid": [[1, 2], [2, 1]]}',
        '{"grid": [[1, 2]], [[2, 1]]}',
        '{"answer": {"wrong": [[1, 2], [2, 1]]}}',
        '{"grid": [[1, 2], [2, 1]]} or {"grid": [[2, 1], [1, 2]]}',
        '{"grid": [[1, 2], [2, 1]]',
        '[["1""2"], ["2", "1"]]',
        '[["1", "2], ["2", "1"]]',
        '{"grid": "1 2\\q2 1"}',
        '{"": [[1, 2], [2, 1]]}',
    ],
)
def test_no_grids(text: str) -> None:
    assert read_square(text, 2) is None


def test_a_value_in_an_object_is_the_value() -> None:
    assert plain('{"answer": 12}') == plain('{"final_answer": "12"}') == "12"
    assert plain('{"number_of_ways": 12}') == "12"
    for text in ('{"answer": 12, "other": 13}', '{"wrong answer": 12}', '{"x": 12}', '{"answer": }', "{}", "{"):
        assert plain(text) == text
    assert introduced('{"grid": 1}', GRID_NOUNS) == "1"


def test_an_object_that_is_the_value_stays() -> None:
    found = literal('{"answer": [3]}')
    assert found is not None
    assert found.value == {"answer": [3]}
    assert opened('{"a": 1, "b": 2}') == '{"a": 1, "b": 2}'


def test_deep_brackets_are_read_without_a_stack() -> None:
    deep = '{"answer": ' * 2000
    assert plain(deep + "1" + "}" * 2000).startswith("{")
    assert opened('{"answer": ' + "[" * 9000 + "]" * 9000 + "}") == "answer: " + "[" * 9000 + "]" * 9000


def test_strings_of_numbers_are_never_joined() -> None:
    """Numbers keep their borders: no two different lists of strings become one list of numbers."""
    pieces = ("1", "12", "2", "21")
    seen: dict[tuple[int, ...], tuple[str, ...]] = {}
    for length in (2, 3, 4):
        for words in permutations(pieces, length):
            read = read_list("[" + ", ".join(f'"{word}"' for word in words) + "]")
            assert read == [int(word) for word in words]
            assert seen.setdefault(tuple(read), words) == words
    for text in ('["1""2"]', '["1" "2]', "[\"1', 2]", '["1"2]', '"1", 2"'):
        assert read_list(text) is None, text
    assert unquoted('x="1"') == 'x="1"'


def test_groups_as_strings() -> None:
    assert read_groups('["1 4", "2 3 5"]') == [[1, 4], [2, 3, 5]]
    assert read_groups('["1-4", "2-3"]', links=True) == [[1, 4], [2, 3]]
    assert read_groups('{"answer": [["1", "4"], ["2", "3"]]}') == [[1, 4], [2, 3]]


OF = ("row", "column")
IMAGES = (6, 5, 1, 2)


@pytest.mark.parametrize(
    "text",
    [
        "[(1,6),(2,5),(3,1),(4,2)]",
        "[[1, 6], [2, 5], [3, 1], [4, 2]]",
        "{1: 6, 2: 5, 3: 1, 4: 2}",
        "{4: 2, 2: 5, 3: 1, 1: 6}",
        '{"1": "6", "2": "5", "3": "1", "4": "2"}',
        "1 -> 6, 2 -> 5, 3 -> 1, 4 -> 2",
        "1→6\n2→5\n3→1\n4→2",
        "row 1: column 6; row 2: column 5; row 3: column 1; row 4: column 2",
        "Row 1 = 6\nRow 2 = 5\nRow 3 = 1\nRow 4 = 2",
        "f(1) = 6, f(2) = 5, f(3) = 1 and f(4) = 2",
        "(row 1, column 6), (row 2, column 5), (row 3, column 1), (row 4, column 2)",
    ],
)
def test_mappings(text: str) -> None:
    assert read_mapping(text, OF) == [*IMAGES]


def test_what_is_no_mapping_is_none() -> None:
    for text in (
        *(
            "6, 5, 1, 2",
            "1 6 2 5",
            "1 -> 6 -> 2 -> 5",
            "(1, 6), (2, 5)",
            "1: 6, 2: 5, 3: 1, 4:",
            "1: 6 or 2: 5",
        ),
        *("column 1: row 6, column 2: row 5, column 3: row 1, column 4: row 2", "1: 6, (2, 5), 3: 1, 4: 2"),
        *("1: 6, 2: 5, 3: 1, 4: 2, ...", "1: 6, 2: 5, 3: 1, 4: 2 or 3", "[(1, 6), (2, 5), (3, 1), (4, 2)"),
    ):
        assert read_mapping(text, OF) is None, text
    for text in ("{1: 6, 2: 5, 3: 1, 5: 2}", "{1: 6, 2: 5, 3: 1, 3: 2}", "{0: 6, 1: 5, 2: 1, 3: 2}"):
        with pytest.raises(Broken, match="each of them once"):
            read_mapping(text, OF)


def test_different_mappings_are_read_as_different_ones() -> None:
    """In every form, in every order of the pairs, a mapping is read as itself and as no other."""
    for images in permutations((1, 2, 3, 4)):
        for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
            pairs = [(at + 1, images[at]) for at in order]
            for form in ("({}, {})", "{}: {}", "{} -> {}", "row {}: column {}"):
                text = ", ".join(form.format(*pair) for pair in pairs)
                assert read_mapping(text, OF) == [*images]


def test_a_modulus_goes_only_if_it_is_the_one_that_was_asked_for() -> None:
    for text in (
        "17 (mod 98)",
        "17 mod 98",
        r"17 \pmod{98}",
        "17 modulo 98",
        "x ≡ 17 (mod 98)",
        r"17 \bmod 98",
    ):
        assert without_modulus(text, 98) == "17", text
    for text in (
        "17 (mod 97)",
        "17 (mod 980)",
        "17 (mod 9)",
        "17",
        "3 + 14 (mod 98) or 5",
        "(mod 98)",
        "17 mod",
    ):
        assert without_modulus(text, 98) == text
    assert without_modulus("2 * 5 (mod 98)", 98) == "2 * 5"  # no reader of numbers reads that
