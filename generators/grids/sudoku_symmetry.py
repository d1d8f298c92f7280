"""One value for all sudoku that are the same up to symmetry.

The symmetries: any renaming of the digits; any order of the bands, of the rows within a band, of the stacks and
of the columns within a stack; and, where boxes are square, exchanging rows and columns.

Grids of 4 x 4 get an exact canonical form, the least of their 128 images. Larger ones have thousands to millions
of images, so they get an invariant: colour refinement, in which rows, columns, boxes and digits are coloured by
the clues that they hold and clues by the lines that they lie in, over and over. Symmetric puzzles always get the
same value; different ones get different values but for rare look-alikes (none in the tests).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from operator import itemgetter

from ..base import Json

ROUNDS = 4
_WORD = (1 << 64) - 1
_A = 0x9E3779B97F4A7C15
_B = 0xBF58476D1CE4E5B9
_C = 0x94D049BB133111EB
_D = 0xD6E8FEB86659FD93


def sudoku_canonical(rows: int, cols: int, clues: list[int]) -> Json:
    """A JSON value that is equal for equivalent puzzles; `clues` has a digit, or 0, for each cell."""
    if rows == cols == 2:
        return _least_image(clues)
    n = rows * cols
    places = [
        (row, column, row // rows * rows + column // cols, digit - 1)
        for i, digit in enumerate(clues)
        if digit
        for row, column in (divmod(i, n),)
    ]
    return [rows, cols, len(places), *_refined(rows, cols, places)]


def _least_image(clues: list[int]) -> list[int]:
    # First the pattern of empty cells alone; digits are renamed only in the images that have the least one.
    pattern = [digit > 0 for digit in clues]
    images = [(getter(pattern), getter) for getter in _images_of_four()]
    least = min(image for image, _ in images)
    return min(_renamed(getter(clues)) for image, getter in images if image == least)


def _renamed(digits: tuple[int, ...]) -> list[int]:
    names = {0: 0}
    return [names.setdefault(digit, len(names)) for digit in digits]


@lru_cache(maxsize=1)
def _images_of_four() -> list[itemgetter[tuple[int, ...]]]:
    orders = [p for p in permutations(range(4)) if {p[0], p[1]} in ({0, 1}, {2, 3})]
    ways = [[4 * r + c for r in rows for c in cols] for rows in orders for cols in orders]
    ways += [[4 * c + r for r in rows for c in cols] for rows in orders for cols in orders]
    return [itemgetter(*way) for way in ways]


def _refined(rows: int, cols: int, places: list[tuple[int, int, int, int]]) -> tuple[int, int]:
    """Two 64-bit words; all arithmetic is modulo 2**64, so it is the same everywhere."""
    n = rows * cols
    tall = [1] * n
    wide = [1 if rows == cols else 2] * n  # with square boxes a row may become a column
    boxes, digits = [3] * n, [5] * n
    first = second = 0
    for _ in range(ROUNDS):
        new_tall, new_wide, new_boxes, new_digits = [0] * n, [0] * n, [0] * n, [0] * n
        first = second = 0
        for row, column, box, digit in places:
            word = ((tall[row] + wide[column]) * _A + boxes[box] * _B + digits[digit] * _C) & _WORD
            word = (word ^ word >> 32) * _D & _WORD
            word ^= word >> 29
            new_tall[row] += word
            new_wide[column] += word
            new_boxes[box] += word
            new_digits[digit] += word
            first += word
            second += word * word
        tall = _banded(new_tall, rows)
        wide = _banded(new_wide, cols)
        boxes = [_mixed(word, _C) for word in new_boxes]
        digits = [_mixed(word, _D) for word in new_digits]
    return first & _WORD, second & _WORD


def _banded(lines: list[int], size: int) -> list[int]:
    # Lines of one band can change places with each other only, so each also gets the colour of its band.
    words = [_mixed(word, _B) for word in lines]
    bands = [_mixed(sum(words[i : i + size]), _A) for i in range(0, len(words), size)]
    return [(word + bands[i // size]) & _WORD for i, word in enumerate(words)]


def _mixed(word: int, factor: int) -> int:
    word = (word ^ word >> 31) * factor & _WORD
    return word ^ word >> 30
