"""``python -m benchmarks.sql_same_meaning``: which edits of queries no database tells apart, by shape and place.

Questions of each shape are drawn, each with databases against all of its one-edit neighbours
(`rlvr.generators.sql.choose_databases`). A place in a query where an edit was seen `LEAST` times or more and never told
apart is written to ``generators/sql/same_meaning.txt``, which spares searches (`rlvr.generators.sql.same_meaning`).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import rlvr
from rlvr.generators.quick_random import QuickRandom
from rlvr.generators.sql import same_meaning
from rlvr.generators.sql.choose_databases import choose_databases
from rlvr.generators.sql.edits import edits
from rlvr.generators.sql.misreadings import misreadings
from rlvr.generators.sql.problems import drawn_world
from rlvr.generators.sql.question import NoFit
from rlvr.generators.sql.render import plainly
from rlvr.generators.sql.shapes import SHAPES

FILE = Path(__file__).parents[1] / "generators" / "sql" / "same_meaning.txt"
LEAST = 6
_TRIES = 6


def never_told(levels: Iterable[int], each: int) -> list[str]:
    """The signatures of edits that no database told apart, in order of text.

    Args:
        levels: of the shapes.
        each: questions of each shape.
    """
    spec, seen, told = rlvr.get("rlvr/text2sql-v0"), Counter[str](), Counter[str]()
    for name, (level, draw_question) in SHAPES.items():
        if level not in levels:
            continue
        tables, rows = spec.params(level)["tables"], spec.params(level)["rows"]
        for number in range(each * _TRIES):
            rng = QuickRandom(f"same meaning {name} {number}")
            try:
                world = drawn_world(rng, tables, rows)
                question = draw_question(rng, world)
                chosen = choose_databases(rng, question, world.schema)
            except NoFit:
                continue
            others = {plainly(edit): edit for edit in edits(question.plan, world.schema, rng)}
            others |= {one.sql: one.query for one in misreadings(question.plan, world.schema) if one.query}
            for text, other in others.items():
                key = same_meaning.signature(name, question.plan, other, world.schema)
                seen[key] += 1
                told[key] += text not in chosen.untold
            seen[name] += 1
            if seen[name] == each:
                break
    return sorted(key for key, count in seen.items() if count >= LEAST and not told[key] and " " in key)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=30, help="questions of each shape")
    parser.add_argument("--levels", type=int, nargs="*", default=list(range(1, 8)))
    options = parser.parse_args()
    FILE.write_text("", encoding="utf-8")  # nothing is known beforehand
    same_meaning.known.cache_clear()
    found = never_told(options.levels, options.each)
    FILE.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
    print(f"{len(found)} signatures")


if __name__ == "__main__":
    main()
