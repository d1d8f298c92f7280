"""Row reduction, written out step by step, for worked solutions."""

from __future__ import annotations

from dataclasses import dataclass, field

from .matrices import Matrix, Number, Row, digits, factor_text, plain, quotient, row_text


@dataclass
class Reduction:
    """A matrix under row operations, and what was done to it.

    Attributes:
        rows: the rows as they are now.
        pivots: the columns with a pivot, from left to right; the n-th row holds the n-th pivot.
        lines: one line of text for each operation.
        work: digit operations spent.
        swaps: how many rows changed places.
    """

    rows: Matrix
    pivots: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    work: int = 0
    swaps: int = 0


def echelon(matrix: Matrix, columns: int | None = None, bar: int | None = None) -> Reduction:
    """Row echelon form: swaps and subtractions only, so that the product of pivots is the determinant.

    Args:
        matrix: the rows.
        columns: how many columns, from the left, are searched for pivots; all by default.
        bar: where the printed rows have a bar.
    """
    state = Reduction([list(row) for row in matrix])
    for column in range(len(matrix[0]) if columns is None else columns):
        top = len(state.pivots)
        if not _bring_up(state, column, top):
            continue
        for below in range(top + 1, len(state.rows)):
            _subtract(state, below, top, column, bar)
        state.pivots.append(column)
    return state


def reduced(matrix: Matrix, columns: int | None = None, bar: int | None = None) -> Reduction:
    """Reduced row echelon form, by Gauss and Jordan; arguments as for `echelon`."""
    state = Reduction([list(row) for row in matrix])
    for column in range(len(matrix[0]) if columns is None else columns):
        top = len(state.pivots)
        if not _bring_up(state, column, top):
            continue
        pivot = state.rows[top][column]
        if pivot != 1:
            row = state.rows[top] = [quotient(a, pivot) for a in state.rows[top]]
            state.work += digits(pivot) * sum(map(digits, row))
            state.lines.append(f"R{top + 1} := R{top + 1}/{factor_text(pivot)} = {barred(row, bar)}")
        for other in range(len(state.rows)):
            if other != top:
                _subtract(state, other, top, column, bar)
        state.pivots.append(column)
    return state


def barred(row: Row, bar: int | None) -> str:
    """The row's text, with a bar after so many numbers."""
    if bar is None:
        return row_text(row)
    return f"[{', '.join(map(str, row[:bar]))} | {', '.join(map(str, row[bar:]))}]"


def _bring_up(state: Reduction, column: int, top: int) -> bool:
    """Bring the simplest nonzero number of the column, from row `top` on, to row `top`."""
    found = [(_cost(state.rows[i][column]), i) for i in range(top, len(state.rows)) if state.rows[i][column]]
    if not found:
        return False
    chosen = min(found)[1]
    if chosen != top:
        state.rows[top], state.rows[chosen] = state.rows[chosen], state.rows[top]
        state.swaps += 1
        state.lines.append(f"R{top + 1} <-> R{chosen + 1}")
    return True


def _cost(value: Number) -> int:
    return abs(value.numerator) * value.denominator


def _subtract(state: Reduction, row: int, pivot: int, column: int, bar: int | None) -> None:
    """Clear `column` of `row` with the pivot's row."""
    if not state.rows[row][column]:
        return
    factor = quotient(state.rows[row][column], state.rows[pivot][column])
    state.rows[row] = [plain(a - factor * b) for a, b in zip(state.rows[row], state.rows[pivot], strict=True)]
    state.work += digits(factor) * sum(map(digits, state.rows[pivot]))
    sign, size = ("+", -factor) if factor < 0 else ("-", factor)
    times = "" if size == 1 else f"{factor_text(size)}*"
    state.lines.append(f"R{row + 1} := R{row + 1} {sign} {times}R{pivot + 1} = {barred(state.rows[row], bar)}")
