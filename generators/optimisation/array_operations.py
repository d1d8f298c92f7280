"""Operations on a row: the fewest (or cheapest) steps that reach a goal, or the best that allowed steps can reach.

The answer is the steps themselves, or what they lead to; it is played through, so a number alone is worth nothing.
Kinds: swaps and moves (`array_moves`), flips and sums of places and blocks (`array_sums`), choices and final rows
(`array_targets`). Each optimum comes from an exact rule, which tests compare with breadth-first search.

Difficulty: `kinds` drawn from, and `size`, by which rows grow. Proxy: the numbers of problem and answer.
"""

from __future__ import annotations

from ..kernels.optimum import optimum_family, wordings
from ..limits import Whole
from .array_moves import MOVES
from .array_sums import SUMS
from .array_targets import TARGETS

KINDS = {**MOVES, **SUMS, **TARGETS}
WORDINGS = wordings(KINDS)
generate = optimum_family(KINDS, {"size": Whole(1, 24, "how long rows are")})
