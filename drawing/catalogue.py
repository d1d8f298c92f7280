"""Which drawer a task has: by the id of its environment, else by the shape of its payload, else a card."""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    algebra,
    arithmetic,
    cards,
    chance,
    databases,
    documents,
    geometry,
    grids,
    machines,
    networks,
    programs,
    puzzles,
)
from .base import Drawable, Drawer

BY_NAME: Mapping[str, Drawer] = {
    "algorithms": programs.signature,
    "areas": geometry.areas,
    "arithmetic": arithmetic.expression_tree,
    "bayes": chance.bayes,
    "cards": chance.cards,
    "chinese-remainders": arithmetic.remainders,
    "cipher": puzzles.cipher,
    "circles": geometry.circles,
    "claim-check": documents.claim,
    "clock-times": arithmetic.clock,
    "code-repair": programs.source,
    "code-repair-turns": programs.source,
    "complex-numbers": algebra.complex_plane,
    "composition": chance.pipeline,
    "horizon": chance.pipeline,
    "coordinates": geometry.coordinates,
    "countdown": puzzles.countdown,
    "counting": chance.counting,
    "dates": arithmetic.calendars,
    "decimals": algebra.expression,
    "deep-search": documents.search,
    "definite-integrals": algebra.area,
    "derivative": algebra.expression,
    "determinant": algebra.matrices,
    "dice": chance.dice,
    "differential-equations": algebra.expression,
    "digits": arithmetic.tally,
    "diophantine": arithmetic.lattice,
    "divisors": arithmetic.tiles,
    "eigenvalues": algebra.matrices,
    "expectation": chance.expectation,
    "factorization": arithmetic.factor_tree,
    "fractions": algebra.expression,
    "function-composition": algebra.machines,
    "function-synthesis": programs.signature,
    "futoshiki": grids.futoshiki,
    "gcd-lcm": arithmetic.overlap,
    "graph-coloring": networks.colouring,
    "inequalities": algebra.number_line,
    "input-prediction": programs.source,
    "integrals": algebra.calculus,
    "judge": puzzles.judged,
    "knights-and-knaves": puzzles.knights,
    "limits": algebra.calculus,
    "linear-equations": algebra.system,
    "linear-systems": algebra.matrices,
    "long-arithmetic": arithmetic.column,
    "markov-chains": networks.markov,
    "mastermind": puzzles.mastermind,
    "matrix-inverse": algebra.matrices,
    "matrix-product": algebra.matrices,
    "matrix-rank": algebra.matrices,
    "modular-arithmetic": arithmetic.ring,
    "modular-powers": arithmetic.ring,
    "number-bases": arithmetic.bases,
    "object-inventory": machines.process,
    "output-prediction": programs.source,
    "percentages": arithmetic.percentages,
    "polynomial-equations": algebra.expression,
    "polynomial-expansion": algebra.expression,
    "polynomial-factoring": algebra.expression,
    "program-induction": programs.examples,
    "rational-functions": algebra.rational,
    "recurrences": algebra.recurrence,
    "repository": programs.tree,
    "rerank": documents.passages,
    "robot-walks": machines.process,
    "search-qa": documents.search,
    "sequences": algebra.sequence,
    "series": algebra.calculus,
    "shell": programs.tree,
    "shortest-path": networks.shortest_path,
    "shuffled-objects": machines.process,
    "simplify": algebra.expression,
    "sokoban": grids.sokoban,
    "sql-explore": databases.explore,
    "sql-forensics": databases.trail,
    "sql-repair": databases.repair,
    "sql-write": databases.schema,
    "sudoku": grids.sudoku,
    "test-writing": programs.source,
    "text2sql": databases.schema,
    "transformations": geometry.transformations,
    "triangles": geometry.triangles,
    "unit-conversion": arithmetic.units,
    "urns": chance.urns,
    "verilog": programs.hardware,
    "word-problems": chance.story,
    "word-sorting": puzzles.word_tiles,
    "word-systems": chance.balances,
    "zebra": puzzles.zebra,
}
"""Drawers of this package's environments, by their names without ``rlvr/`` and version."""

BY_SHAPE: tuple[tuple[frozenset[str], Drawer], ...] = (
    (frozenset({"rows", "cols", "clues"}), grids.sudoku),
    (frozenset({"size", "givens", "less"}), grids.futoshiki),
    (frozenset({"board", "max_turns"}), grids.sokoban),
    (frozenset({"symbols", "length", "guesses"}), puzzles.mastermind),
    (frozenset({"edges", "start", "goal"}), networks.shortest_path),
    (frozenset({"nodes", "edges", "colours"}), networks.colouring),
    (frozenset({"houses", "attributes", "clues"}), puzzles.zebra),
    (frozenset({"people", "statements"}), puzzles.knights),
    (frozenset({"numbers", "target", "operators"}), puzzles.countdown),
    (frozenset({"hardware"}), programs.hardware),
    (frozenset({"search"}), documents.search),
    (frozenset({"sql"}), databases.schema),
    (frozenset({"write"}), databases.schema),
    (frozenset({"files"}), programs.tree),
    (frozenset({"program"}), programs.source),
    (frozenset({"code"}), programs.signature),
)
"""Drawers of payloads of other people's environments, by the fields that a payload has."""


def drawer_of(task: Drawable) -> Drawer:
    """The drawer of a task."""
    if task.env.startswith("rlvr/"):
        name = task.env.removeprefix("rlvr/").rpartition("-v")[0]
        if name in BY_NAME:
            return BY_NAME[name]
    for fields, drawer in BY_SHAPE:
        if fields <= task.payload.keys():
            return drawer
    return cards.plain
