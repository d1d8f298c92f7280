"""How sequences lie in the rows that a model reads: without filler between them, and with shared contexts read once.

The rollouts of a task begin with the same prompt. Where it is long, most of what a learner would read is the same
text again and again; so it can stand in a row once, as a *stem*, with what was written after it as *branches*. A
branch counts its positions from the end of the stem and sees the stem and itself, so every number that is computed
is what it would have been in a row of its own. The gradient reaches the stem through all of its branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import torch
from torch import Tensor

WORTH_SHARING = 0.2
"""Share of a group's tokens that a stem has to save: attention in two parts costs something, too."""


@dataclass(frozen=True)
class PrefixTree:
    """Sequences that are laid out together: one alone, or several behind the context that all of them begin with.

    Attributes:
        members: numbers of the sequences.
        stem: tokens that are laid out once for all members; 0 where nothing is shared.
        size: tokens of the stem and of what follows it in each member.
    """

    members: tuple[int, ...]
    stem: int
    size: int


def contexts_of(policy: Sequence[Sequence[bool]]) -> list[int]:
    """Tokens of each sequence before the first drawn one; all of them where none is drawn."""
    return [next((place for place, mine in enumerate(mask) if mine), len(mask)) for mask in policy]


def prefix_trees(
    sequences: Sequence[Sequence[int]], policy: Sequence[Sequence[bool]], budget: int = 0, *, share: bool = True
) -> list[PrefixTree]:
    """Which sequences are laid out together.

    Args:
        sequences: ids.
        policy: true for the tokens that were drawn.
        budget: most tokens of a tree, unless a sequence alone has more; 0 for any number.
        share: whether anything is shared at all.
    """
    contexts = contexts_of(policy)
    groups: dict[tuple[int, ...], list[int]] = {}
    for i, (tokens, context) in enumerate(zip(sequences, contexts, strict=True)):
        alone = not share or context == len(tokens)
        groups.setdefault((-1, i) if alone else tuple(tokens[:context]), []).append(i)
    found = []
    for members in groups.values():
        stem = contexts[members[0]]
        branches = [len(sequences[i]) - stem for i in members]
        room = max(budget - stem, 1) if budget else sum(branches) + 1
        for part in microbatches(branches, room, packing=room) if len(members) > 1 else [[0]]:
            size, saved = stem + sum(branches[i] for i in part), stem * (len(part) - 1)
            if saved and saved >= WORTH_SHARING * (size + saved):
                found.append(PrefixTree(tuple(members[i] for i in part), stem, size))
            else:
                found += [PrefixTree((members[i],), 0, stem + branches[i]) for i in part]
    return found


@dataclass(frozen=True)
class Layout:
    """Rows of tokens, ``[B, T]`` each but for the last two.

    Attributes:
        tokens: ids; filler is 0.
        positions: place of each token in its sequence; 0 for filler.
        documents: number of the sequence or stem that a token belongs to; -1 for filler.
        stems: number of the stem that a token sees as well; that of its own document if there is none.
        before: for each sequence, where the token before its first drawn one lies in the flattened rows.
        after: and where its first drawn one lies.
    """

    tokens: Tensor
    positions: Tensor
    documents: Tensor
    stems: Tensor
    before: list[int]
    after: list[int]

    @property
    def plain(self) -> bool:
        """Whether each row is one whole sequence, so that documents need not be distinguished."""
        return bool(((self.documents == self.documents[:, :1]) | (self.documents < 0)).all())

    def predicting(self, sequence: int, context: int, places: Sequence[int]) -> list[int]:
        """Where the states lie that the tokens at some places of a sequence (none in its context) come from."""
        first = self.after[sequence] - context - 1
        return [self.before[sequence] if place == context else first + place for place in places]


def lay_out(
    sequences: Sequence[Sequence[int]],
    contexts: Sequence[int],
    trees: Sequence[PrefixTree],
    rows: Sequence[Sequence[int]],
) -> Layout:
    """Put sequences into rows.

    Args:
        sequences: ids.
        contexts: tokens of each before the first that was drawn.
        trees: all sequences, each in one tree; see `prefix_trees`.
        rows: the trees of each row, by number.
    """
    width = max((sum(trees[t].size for t in row) for row in rows), default=0)
    tokens = torch.zeros(len(rows), width, dtype=torch.int64)
    positions = torch.zeros(len(rows), width, dtype=torch.int64)  # some models look at that of filler
    documents = torch.full((len(rows), width), -1)
    stems = torch.full((len(rows), width), -1)
    before, after = [0] * len(sequences), [0] * len(sequences)

    def put(row: int, start: int, ids: Sequence[int], first: int, document: int, stem: int) -> None:
        here = slice(start, start + len(ids))
        tokens[row, here] = torch.tensor(ids, dtype=torch.int64)
        positions[row, here] = torch.arange(first, first + len(ids))
        documents[row, here], stems[row, here] = document, stem

    for r, row in enumerate(rows):
        starts = accumulate((trees[t].size for t in row), initial=0)
        for t, start in zip(row, starts, strict=False):
            tree, root = trees[t], len(sequences) + t
            place = start + tree.stem
            if tree.stem:
                put(r, start, sequences[tree.members[0]][: tree.stem], 0, root, root)
            for i in tree.members:
                put(r, place, sequences[i][tree.stem :], tree.stem, i, root if tree.stem else i)
                after[i] = r * width + place + contexts[i] - tree.stem
                before[i] = r * width + start + tree.stem - 1 if tree.stem else after[i] - 1
                place += len(sequences[i]) - tree.stem
    return Layout(tokens, positions, documents, stems, before, after)


def microbatches(lengths: Sequence[int], budget: int, *, packing: int = 0) -> list[list[int]]:
    """The numbers of sequences in parts to be differentiated one after the other, the longest first.

    Args:
        lengths: tokens of each sequence.
        budget: most tokens of a part, filler included; a longer sequence is a part of its own.
        packing: tokens of the rows that sequences share, see `pack`; 0 for rows of their own.
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    parts: list[list[int]] = []
    rows = _Rows(0)
    for i in order:
        if parts and rows.with_another(lengths[i]) <= budget:
            parts[-1].append(i)
        else:
            parts.append([i])
            rows = _Rows(max(packing, lengths[i]) if packing else 0)
        rows.add(lengths[i])
    return parts


def pack(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Sequences in rows: each, from the longest, goes into the first row with room.

    Args:
        lengths: tokens of each sequence.
        budget: most tokens of a row; as long as the longest sequence if that has more.
    """
    rows = _Rows(max([budget, *lengths]))
    members: list[list[int]] = []
    for i in sorted(range(len(lengths)), key=lambda i: (-lengths[i], i)):
        row = rows.add(lengths[i])
        members += [[] for _ in range(row + 1 - len(members))]
        members[row].append(i)
    return members


class _Rows:
    """Rows that are filled, each up to `limit` tokens; 0 puts every sequence into one of its own."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.loads: list[int] = []

    def add(self, length: int) -> int:
        """Put a sequence into the first row with room, and tell which."""
        row = self._place(length)
        if row == len(self.loads):
            self.loads.append(0)
        self.loads[row] += length
        return row

    def with_another(self, length: int) -> int:
        """Tokens, filler included, if a sequence of this length came in."""
        row = self._place(length)
        if row == len(self.loads):
            return (row + 1) * max(length, *self.loads, 0)
        return len(self.loads) * max(self.loads[row] + length, *self.loads)

    def _place(self, length: int) -> int:
        fitting = (row for row, load in enumerate(self.loads) if load + length <= self.limit)
        return next(fitting, len(self.loads))
