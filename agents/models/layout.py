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
class Tree:
    """Sequences that are laid out together: one alone, or several behind the context that all of them begin with.

    Attributes:
        members: numbers of the sequences.
        stem: tokens that are laid out once for all members; 0 where nothing is shared.
        size: tokens of the stem and of what follows it in each member.
    """

    members: tuple[int, ...]
    stem: int
    size: int


def trees(
    sequences: Sequence[Sequence[int]], contexts: Sequence[int], budget: int, *, share: bool
) -> list[Tree]:
    """Which sequences are laid out together.

    Args:
        sequences: ids.
        contexts: tokens of each sequence before the first one that was drawn.
        budget: most tokens of a tree, unless a sequence alone has more.
        share: whether anything is shared at all.
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for i, (tokens, context) in enumerate(zip(sequences, contexts, strict=True)):
        alone = not share or context == len(tokens)
        groups.setdefault((-1, i) if alone else tuple(tokens[:context]), []).append(i)
    found = []
    for members in groups.values():
        stem = contexts[members[0]]
        saved = stem * (len(members) - 1)
        if saved > 0 and saved >= WORTH_SHARING * sum(len(sequences[i]) for i in members):
            branches = [len(sequences[i]) - stem for i in members]
            found += [
                Tree(tuple(members[i] for i in part), stem, stem + sum(branches[i] for i in part))
                for part in microbatches(branches, max(budget - stem, 1), packing=True)
            ]
        else:
            found += [Tree((i,), 0, len(sequences[i])) for i in members]
    return found


@dataclass(frozen=True)
class Layout:
    """Rows of tokens, ``[B, T]`` each but for the last two.

    Attributes:
        tokens: ids; filler is 0.
        positions: place of each token in its sequence.
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
        """Whether each row is one whole sequence, so that no document has to be told from another."""
        return bool(((self.documents == self.documents[:, :1]) | (self.documents < 0)).all())

    def predicting(self, sequence: int, context: int, places: Sequence[int]) -> list[int]:
        """Where the states lie that the tokens at some places of a sequence (none in its context) come from."""
        first = self.after[sequence] - context - 1
        return [self.before[sequence] if place == context else first + place for place in places]


def lay_out(
    sequences: Sequence[Sequence[int]],
    contexts: Sequence[int],
    planted: Sequence[Tree],
    rows: Sequence[Sequence[int]],
) -> Layout:
    """Put sequences into rows.

    Args:
        sequences: ids.
        contexts: tokens of each before the first that was drawn.
        planted: all sequences; see `trees`.
        rows: the trees of each row, by number.
    """
    width = max((sum(planted[t].size for t in row) for row in rows), default=0)
    tokens = torch.zeros(len(rows), width, dtype=torch.int64)
    positions = torch.arange(width).repeat(len(rows), 1)
    documents = torch.full((len(rows), width), -1)
    stems = torch.full((len(rows), width), -1)
    before, after = [0] * len(sequences), [0] * len(sequences)

    def put(row: int, start: int, ids: Sequence[int], first: int, document: int, stem: int) -> None:
        here = slice(start, start + len(ids))
        tokens[row, here] = torch.tensor(ids, dtype=torch.int64)
        positions[row, here] = torch.arange(first, first + len(ids))
        documents[row, here], stems[row, here] = document, stem

    for r, row in enumerate(rows):
        starts = accumulate((planted[t].size for t in row), initial=0)
        for t, start in zip(row, starts, strict=False):
            tree, root = planted[t], len(sequences) + t
            place = start + tree.stem
            if tree.stem:
                put(r, start, sequences[tree.members[0]][: tree.stem], 0, root, root)
            for i in tree.members:
                put(r, place, sequences[i][tree.stem :], tree.stem, i, root if tree.stem else i)
                after[i] = r * width + place + contexts[i] - tree.stem
                before[i] = r * width + start + tree.stem - 1 if tree.stem else after[i] - 1
                place += len(sequences[i]) - tree.stem
    return Layout(tokens, positions, documents, stems, before, after)


def microbatches(lengths: Sequence[int], budget: int, *, packing: bool = False) -> list[list[int]]:
    """The numbers of sequences in parts to be differentiated one after the other, the longest first.

    Args:
        lengths: tokens of each sequence.
        budget: most tokens of a part, filler included; a longer sequence is a part of its own.
        packing: whether there is no filler.
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    parts: list[list[int]] = []
    size = 0
    for i in order:
        # The first is the longest, and the others are filled up to it.
        size += lengths[i] if packing or not parts else lengths[parts[-1][0]]
        if not parts or size > budget:
            parts.append([])
            size = lengths[i]
        parts[-1].append(i)
    return parts


def pack(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Sequences in rows of at most `budget` tokens: each, from the longest, goes into the first row with room.

    A sequence longer than the budget has a row of its own.
    """
    rows: list[list[int]] = []
    room: list[int] = []
    for i in sorted(range(len(lengths)), key=lambda i: (-lengths[i], i)):
        row = next((r for r, left in enumerate(room) if left >= lengths[i]), None)
        if row is None:
            row = len(rows)
            rows.append([])
            room.append(budget)
        rows[row].append(i)
        room[row] -= lengths[i]
    return rows
