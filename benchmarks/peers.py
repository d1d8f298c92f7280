"""What is compared with what: one pair for each family, or size of it, that reasoning-gym has as well.

Sizes are set so that both sides make a problem of the same size, by overriding parameters of a level of ours
and the configuration of theirs. Where the two differ in kind, `Pair.note` says how.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


def _own_answer(entry: Mapping[str, Any]) -> str:
    return str(entry["answer"])


def _possible_coloring(entry: Mapping[str, Any]) -> str:
    # The data set has no answer of its own; the colouring it found is in the metadata.
    return json.dumps(entry["metadata"]["possible_answer"])


@dataclass(frozen=True, slots=True)
class Pair:
    """One comparison.

    Attributes:
        task: short name of our registry entry.
        size: what both sides make.
        level: our level; it fixes the parameters that `params` does not name.
        params: our overriding parameters.
        dataset: the peer's name.
        config: the peer's configuration.
        note: what the two sides do for one task, where it is not the same.
        answer: a right answer of one of the peer's entries.
    """

    task: str
    size: str
    level: int
    dataset: str
    note: str
    params: Mapping[str, Any] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    answer: Callable[[Mapping[str, Any]], str] = _own_answer


# Sizes are the peer's defaults, or about the middle where its default is a range.
PAIRS = (
    # As many words of about the same length (theirs have 3 to 12 letters).
    Pair(
        "word-sorting",
        "7 words",
        level=3,
        params={"count": 7, "length": 6, "prefix": 0},
        dataset="word_sorting",
        config={"min_words": 7, "max_words": 7},
        note="Theirs samples words of one book; ours invents words, so that none repeat, and counts comparisons.",
    ),
    # A 7 by 7 grid with 40% of its cells blocked has about 30 cells and 30 steps between them; so has this graph.
    Pair(
        "shortest-path",
        "30 places",
        level=5,
        params={"nodes": 30, "edges": 33, "max_weight": 9, "hops": 1, "detour": 0, "directed": 0.0},
        dataset="shortest_path",
        config={"min_rows": 7, "max_rows": 7, "min_cols": 7, "max_cols": 7},
        note="Theirs is a grid without weights whose goal may be out of reach (its most common answer is "
        "'infeasible'); ours is a connected graph with weights, solved by Dijkstra's method, with a canonical form.",
    ),
    # As many nodes, edges (on average) and colours; no demand on ours that greedy colouring fails.
    Pair(
        "graph-coloring",
        "10 nodes, 17 edges",
        level=3,
        params={"nodes": 10, "edges": 17, "colours": 3, "traps": 0},
        dataset="graph_color",
        config={"min_num_vertices": 10, "max_num_vertices": 10, "edge_probability": 17 / 45, "num_colors": 3},
        answer=_possible_coloring,
        note="Theirs colours greedily and may allow more colours than are needed; ours proves by search how many "
        "are needed, connects the graph and makes a canonical form.",
    ),
    # As many people and layers of connectives; no limit on statements that settle someone's kind on their own.
    Pair(
        "knights-and-knaves",
        "2 people",
        level=4,
        params={"people": 2, "depth": 2, "giveaways": 2},
        dataset="knights_knaves",
        config={"n_people": 2, "depth_constraint": 2},
        note="Both draw statements until one solution is left.",
    ),
    Pair(
        "knights-and-knaves",
        "5 people",
        level=4,
        params={"people": 5, "depth": 2, "giveaways": 5},
        dataset="knights_knaves",
        config={"n_people": 5, "depth_constraint": 2},
        note="Both draw statements until one solution is left.",
    ),
    # As many numbers of two digits, the same operators, even division, parentheses allowed.
    Pair(
        "arithmetic",
        "4 numbers, + - * /",
        level=4,
        params={"operands": 4, "largest": 99, "operators": "+-*/", "depth": 2, "fractions": False},
        dataset="basic_arithmetic",
        config={"min_terms": 4, "max_terms": 4, "min_digits": 2, "max_digits": 2},
        note="Theirs writes an expression and evaluates it with `eval`; ours also writes the steps of the solution.",
    ),
    Pair(
        "arithmetic",
        "4 numbers, + -",
        level=1,
        params={"operands": 4, "largest": 99, "operators": "+-", "depth": 0, "fractions": False},
        dataset="chain_sum",
        config={"min_terms": 4, "max_terms": 4, "min_digits": 2, "max_digits": 2},
        note="Theirs adds up random numbers; ours also writes the steps of the solution.",
    ),
    # As many numbers to 100, all of which must be used (theirs accepts nothing else), and a target to 999.
    Pair(
        "countdown",
        "5 numbers",
        level=4,
        params={"count": 5, "largest": 100, "target": 999, "operators": "+-*/", "least": 1, "use_all": True},
        dataset="countdown",
        config={"min_numbers": 5, "max_numbers": 5},
        note="Theirs builds and scores expressions with a symbolic algebra system.",
    ),
    # The same grid and the same number of empty cells.
    Pair(
        "sudoku",
        "9x9, 45 blanks",
        level=5,
        params={"rows": 3, "cols": 3, "blanks": 45},
        dataset="sudoku",
        config={"min_empty": 45, "max_empty": 45},
        note="Both prove that one solution is left after each clue taken away.",
    ),
    Pair(
        "sudoku",
        "4x4, 10 blanks",
        level=2,
        params={"rows": 2, "cols": 2, "blanks": 10},
        dataset="mini_sudoku",
        config={"min_empty": 10, "max_empty": 10},
        note="Theirs stops with fewer blanks where it finds no more; ours always has ten. Ours adds an exact "
        "canonical form and a worked solution.",
    ),
    # Theirs takes clues away as long as it can; ours gets the numbers of givens and signs that it has on average.
    Pair(
        "futoshiki",
        "5x5",
        level=2,
        params={"size": 5, "givens": 7, "signs": 7},
        dataset="futoshiki",
        config={"min_board_size": 5, "max_board_size": 5, "min_difficulty": 2, "max_difficulty": 2},
        note="Both prove that there is one solution.",
    ),
    Pair(
        "futoshiki",
        "6x6",
        level=3,
        params={"size": 6, "givens": 11, "signs": 11},
        dataset="futoshiki",
        config={"min_board_size": 6, "max_board_size": 6, "min_difficulty": 2, "max_difficulty": 2},
        note="Both prove that there is one solution.",
    ),
    # One unknown on one side, three terms before they are collected, whole numbers to 100.
    Pair(
        "linear-equations",
        "one unknown",
        level=1,
        params={"unknowns": 1, "largest": 100, "value": 100, "denominator": 1, "both_sides": False, "depth": 0},
        dataset="simple_equations",
        config={"min_terms": 3, "max_terms": 3},
        note="Theirs builds and evaluates the equation with a symbolic algebra system.",
    ),
    # The same room and number of boxes; ours needs at least the pushes that theirs takes on average.
    Pair(
        "sokoban",
        "7x7, 3 boxes",
        level=3,
        params={"size": 7, "boxes": 3, "pushes": 5},
        dataset="sokoban",
        config={"min_w": 7, "max_w": 7, "min_h": 7, "max_h": 7, "min_boxes": 3, "max_boxes": 3},
        note="Theirs finds some solution by search; ours the fewest pushes. In theirs a quarter of the boxes stand "
        "on goals from the start.",
    ),
    Pair(
        "sokoban",
        "8x8, 4 boxes",
        level=5,
        params={"size": 8, "boxes": 4, "pushes": 9},
        dataset="sokoban",
        config={"min_w": 8, "max_w": 8, "min_h": 8, "max_h": 8, "min_boxes": 4, "max_boxes": 4},
        note="As above.",
    ),
    # As many letters; the key must be found on both sides (from the language there, from a known pair here).
    Pair(
        "cipher",
        "caesar, 41 letters",
        level=1,
        params={"methods": "caesar", "steps": 1, "length": 41, "secret": 1.0},
        dataset="caesar_cipher",
        config={"min_words": 10, "max_words": 10},
        note="Theirs picks one of 24 sentences of one book (with 25 shifts, 600 tasks in all); ours invents the text.",
    ),
    # The same table; ours may use all its kinds of clues, as often as at its level for that size.
    Pair(
        "zebra",
        "4 houses, 4 attributes",
        level=5,
        params={"houses": 4, "attributes": 4, "places": 2},
        dataset="zebra_puzzles",
        config={"num_people": 4, "num_characteristics": 4},
        note="Both prove uniqueness and leave out needless clues, theirs with a compiled SAT solver. Theirs asks for "
        "the name of one person (a blind guess is right in a quarter of the tasks), ours for the whole table.",
    ),
)
