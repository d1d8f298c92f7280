"""Which task next: levels and environments chosen by how the policy does on them.

    curriculum = make_curriculum("frontier", [Arm("sudoku", level) for level in range(1, 6)])
    for draw in curriculum.draw(rng, 32): ...   # make a task of draw.arm, roll it out
    curriculum.record(results)                  # one Result for each draw

docs/curricula.md says what each does, and which ones are misled by what.
"""

from .base import Arm, Curriculum, Draw, Result
from .catalogue import CURRICULA, make_curriculum
from .staircase import Staircase
from .stairs import Stairs

__all__ = ["CURRICULA", "Arm", "Curriculum", "Draw", "Result", "Staircase", "Stairs", "make_curriculum"]
