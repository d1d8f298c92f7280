"""Plans: lists of moves, in one response and played."""

from __future__ import annotations

from rlvr.generators.base import Task

from .book import Turns, right, wrong
from .packs import around, empty, hedged, hidden, reference, short
from .puzzles import other_form

PLANS = "sliding-tiles tower-of-hanoi lights-out rotation-puzzles grid-paths"


def _moves(task: Task) -> list[str]:
    return task.answer.split(", ")


def _last_lost(task: Task) -> str:
    """One move less than the least number."""
    return ", ".join(_moves(task)[:-1])


around(PLANS, reference, _last_lost)
short(PLANS)
empty(PLANS)
hidden(PLANS, reference, _last_lost)
hedged(PLANS, reference, _last_lost)
right(PLANS, "a line each")(lambda task: "\n".join(_moves(task)))
right(PLANS, "moves: numbered")(
    lambda task: "\n".join(f"{n}. {move}" for n, move in enumerate(_moves(task), 1))
)
right(PLANS, "numbered, in bold")(
    lambda task: "\n".join(f"{n}. **{move}**" for n, move in enumerate(_moves(task), 1))
)
right(PLANS, "moves: steps")(
    lambda task: "\n".join(f"Step {n}: {move}" for n, move in enumerate(_moves(task), 1))
)
right(PLANS, "moves: bullets")(lambda task: "\n".join(f"- {move}" for move in _moves(task)))
right(PLANS, "moves: arrows")(lambda task: " \u2192 ".join(_moves(task)))
right(PLANS, "arrows of TeX")(lambda task: r" \rightarrow ".join(_moves(task)))
right(PLANS, "moves: semicolons")(lambda task: "; ".join(_moves(task)))
right(PLANS, "then")(lambda task: ", then ".join(_moves(task)))
right(PLANS, "a list of Python")(lambda task: repr(_moves(task)))
right(PLANS, "moves: fence")(lambda task: "```\n" + "\n".join(_moves(task)) + "\n```")
right(PLANS, "small letters")(lambda task: task.answer.lower())
right(PLANS, "called the shortest plan")(lambda task: f"The shortest plan is: {task.answer}")
right(PLANS, "called moves")(lambda task: f"**Moves:** {task.answer}")
right("tower-of-hanoi", "arrows in moves")(lambda task: task.answer.replace(">", " -> "))
right("tower-of-hanoi", "words")(
    lambda task: "; ".join(f"Move from peg {move[0]} to peg {move[2]}" for move in _moves(task))
)
right("sliding-tiles", "words")(lambda task: ", ".join(f"slide tile {move}" for move in _moves(task)))
right("grid-paths", "letters together")(lambda task: task.answer.replace(", ", ""))
right("grid-paths", "words")(
    lambda task: ", ".join({"U": "up", "D": "down", "L": "left", "R": "right"}[move] for move in _moves(task))
)
right("lights-out", "another order")(lambda task: ", ".join(_moves(task)[::-1]))
wrong(PLANS, "the last move lost")(_last_lost)
wrong(PLANS, "the first lost")(lambda task: ", ".join(_moves(task)[1:]))
wrong(PLANS, "half of it")(lambda task: ", ".join(_moves(task)[: len(_moves(task)) // 2]) + ", ...")
wrong(PLANS, "how many")(lambda task: f"{len(_moves(task))} moves")
wrong(PLANS, "a stranger")(lambda task: ", ".join(["Q9", *_moves(task)[1:]]))
wrong(PLANS, "and so on")(lambda task: f"{_last_lost(task)}, etc.")
wrong(PLANS, "two plans")(lambda task: f"Plan 1: {task.answer}\nPlan 2: {_last_lost(task)}")

for _name in PLANS.split():
    other_form(f"{_name}-moves", _name)

PLAYED = " ".join(f"{name}-moves" for name in PLANS.split())


def _in_turns(*moves: str) -> Turns:
    return Turns(f"<answer>{move}</answer>" for move in moves)


wrong(PLANS, "it goes on")(lambda task: f"{task.answer}, {_moves(task)[0]}")
right(PLAYED, "a move a turn")(lambda task: _in_turns(*_moves(task)))
right(PLAYED, "after a turn that cannot be read")(lambda task: _in_turns("I think first.", task.answer))
right(PLAYED, "one move, then the rest")(lambda task: _in_turns(_moves(task)[0], ", ".join(_moves(task)[1:])))
wrong(PLAYED, "not to the end")(lambda task: _in_turns(*_moves(task)[:-1]))
