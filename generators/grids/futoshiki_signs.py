"""The signs of a futoshiki: what they exclude, and what they become under the symmetries of the square."""

from __future__ import annotations

from functools import lru_cache

from .candidates import Board, Narrow


def neighbours(n: int) -> list[tuple[int, int]]:
    """All pairs of cells (row by row, from 0) side by side or one below the other, the lower number first."""
    across = [(i, i + 1) for i in range(n * n) if (i + 1) % n]
    return across + [(i, i + n) for i in range(n * n - n)]


def narrowing(board: Board, less: list[tuple[int, int]]) -> Narrow:
    """The rule of the signs on open candidates; each pair of `less` is a smaller cell and a larger neighbour.

    A digit stays open in the larger cell only if the smaller cell has a lower one open, and the other way
    round. All signs that point the same way are applied by one shift.
    """
    n, cells, full = board.n, board.cells, board.full
    ways = []
    for step in (1, -1, n, -n):
        small = sum(1 << a for a, b in less if b - a == step)
        if small:
            large = small << step if step > 0 else small >> -step
            free_small = full ^ board.column_of(small)
            free_large = full ^ board.column_of(large)
            ways.append((step, free_small, free_large))

    def narrow(open_: int) -> int:
        # Bit (digit, cell) of `lower`: the cell has a lower digit open. Doubling shifts reach 8 digits far.
        lower = open_ << cells
        lower |= lower << cells
        lower |= lower << 2 * cells
        lower |= lower << 4 * cells
        higher = open_ >> cells
        higher |= higher >> cells
        higher |= higher >> 2 * cells
        higher |= higher >> 4 * cells
        for step, free_small, free_large in ways:
            if step > 0:
                open_ &= (free_large | lower << step) & (free_small | higher >> step)
            else:
                open_ &= (free_large | lower >> -step) & (free_small | higher << -step)
        return open_

    return narrow


def least_image(n: int, givens: list[int], less: list[tuple[int, int]]) -> list[list[int]]:
    """The least of the 16 images of a puzzle: an exact canonical form.

    The square is rotated and reflected in 8 ways; and every number d may become n + 1 - d, which turns all signs.

    Returns:
        ``[size]``, the numbers as ``cell * (n + 1) + number``, and the signs as ``smaller * n * n + larger``.
    """
    cells = n * n
    numbers = [(cell, number) for cell, number in enumerate(givens) if number]
    best: list[list[int]] | None = None
    for image in _images(n):
        plain = sorted([image[cell] * (n + 1) + number for cell, number in numbers])
        turned = sorted([image[cell] * (n + 1) + n + 1 - number for cell, number in numbers])
        signs = [(image[a], image[b]) for a, b in less]
        for shown, pairs in ((plain, signs), (turned, [(b, a) for a, b in signs])):
            if best is None or shown <= best[1]:
                form = [[n], shown, sorted([a * cells + b for a, b in pairs])]
                if best is None or form < best:
                    best = form
    assert best is not None
    return best


@lru_cache(maxsize=16)
def _images(n: int) -> list[list[int]]:
    """Where each cell goes under the 8 symmetries of the square."""
    places = [divmod(i, n) for i in range(n * n)]
    images = []
    for up in (False, True):
        for left in (False, True):
            turned = [(n - 1 - r if up else r, n - 1 - c if left else c) for r, c in places]
            images.append([r * n + c for r, c in turned])
            images.append([c * n + r for r, c in turned])
    return images
