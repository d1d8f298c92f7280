"""Names and habits of a task: programs do what they did, told twice: by running them, and by their syntax trees."""

from __future__ import annotations

import ast
import builtins
import keyword
from random import Random

import pytest

import rlvr
from rlvr.generators.code import studies
from rlvr.generators.code.dressing import drawn_dress
from rlvr.generators.code.execute import equal, run_calls
from rlvr.generators.code.habits import HABITS, Habits, drawn_habits
from rlvr.generators.code.mutate import every_mutant, with_mistakes
from rlvr.generators.code.other_names import entry_names, groups_of
from rlvr.generators.code.renaming import Names
from rlvr.generators.code.repair_sources import CLASSIC, problem_of
from rlvr.generators.code.repair_table import SMALL

KEYS = list(studies.stored_keys())


class Renamer(ast.NodeTransformer):
    """Other names by the tree: the second way."""

    def __init__(self, names):
        self.names = names

    def visit_Name(self, node):
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node):
        node.arg = self.names.get(node.arg, node.arg)
        return node

    def visit_FunctionDef(self, node):
        node.name = self.names.get(node.name, node.name)
        return self.generic_visit(node)


class Plainer(ast.NodeTransformer):
    """Takes habits back by the tree."""

    def visit_FunctionDef(self, node):
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        return self.generic_visit(node)

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Name) and isinstance(node.value, ast.Constant):
            old = ast.Name(node.target.id, ast.Load())
            return ast.Assign([node.target], ast.BinOp(old, node.op, node.value))
        return self.generic_visit(node)

    def visit_Compare(self, node):
        self.generic_visit(node)
        turned = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}.get(type(node.ops[0]))
        if (
            len(node.ops) == 1
            and turned
            and all(isinstance(e, ast.Name | ast.Constant) for e in (node.left, node.comparators[0]))
        ):
            return ast.Compare(node.comparators[0], [turned()], [node.left])
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "range" and len(node.args) == 1:
            node.args.insert(0, ast.Constant(0))
        return node

    def generic_visit(self, node):
        super().generic_visit(node)
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, list(in_name_order(block)))
        return node


def in_name_order(block):
    """The block, in which several first values in a row are ordered by name."""
    run = []
    for statement in block:
        if (single := firsts(statement)) is not None and not {n for n, _ in run} & {n for n, _ in single}:
            run += single
            continue
        yield from map(str, sorted(run))
        run = firsts(statement) or []
        if not run:
            yield statement
    yield from map(str, sorted(run))


def firsts(statement):
    """Names and numbers of ``a = 0``, ``a = b = 0`` or ``a, b = 0, 1``, else None."""
    if not isinstance(statement, ast.Assign):
        return None
    found = []
    for target in statement.targets:
        pair = (target, statement.value)
        tuples = all(isinstance(one, ast.Tuple) for one in pair)
        for name, value in zip(*(one.elts for one in pair), strict=True) if tuples else [pair]:
            text = ast.unparse(value)
            if not isinstance(name, ast.Name) or not text.removeprefix("-").isdigit():
                return None
            found.append((name.id, text))
    return found


def plain(text):
    return ast.dump(Plainer().visit(ast.parse(text)))


def test_no_name_is_taken_twice_and_every_name_has_others():
    assert set(entry_names()) == {*SMALL, *CLASSIC}
    for template in entry_names():
        for arguments in (True, False):
            for names, ways in groups_of(template, arguments):
                assert all(len(way) == len(names) for way in ways)
    taken = {*dir(builtins), *keyword.kwlist}
    for key in KEYS[::5]:
        names = Names(problem_of(*key))
        assert not names.unknown, key
        for seed in range(6):
            given = names.draw(Random(seed)).names
            assert set(given) == names.bound
            assert len(set(given.values())) == len(given)
            assert not set(given.values()) & (taken | names.free)
            assert all(name.isidentifier() for name in given.values())


def test_names_and_habits_leave_the_tree():
    rng = Random(5)
    used = set()
    for key in rng.sample(KEYS, 40):
        problem = problem_of(*key)
        names = Names(problem)
        renaming, habits = names.draw(rng), drawn_habits(rng)
        used |= habits.chosen
        entry = renaming.name(problem.entry)
        texts = [problem.source, *(mutant.source for mutant in every_mutant(problem.source))]
        for text in rng.sample(texts, min(12, len(texts))):
            renamed = renaming.code(text)
            assert ast.dump(Renamer(renaming.names).visit(ast.parse(text))) == ast.dump(ast.parse(renamed))
            written = habits.written(
                renamed, entry, f"def {entry}({', '.join(map(renaming.name, names.arguments))}) -> int:"
            )
            assert plain(written) == plain(renamed), (habits, written)
    assert used == set(HABITS)


@pytest.mark.parametrize("at", range(0, len(KEYS), 97))
def test_dressed_programs_do_what_they_did(at):
    known, rng = studies.study(*KEYS[at]), Random(at)
    dress = drawn_dress(rng, known.names)
    listed = [known.wrong[count] for count in (1, 2, 3, 4)]
    for wrong in [None, *(rng.choice(found) for found in listed if found)]:
        text = dress.code(with_mistakes(known.problem.source, wrong.places if wrong else []))
        fails = 0
        for place, outcome in enumerate(run_calls(text, dress.entry, known.calls, fuel=60_000)):
            fails |= (not (outcome.ok and equal(outcome.value, known.wanted[place]))) << place
        assert fails == (wrong.fails if wrong else 0)


def test_what_habits_do():
    source = (
        "def f(n, rows):\n    low = 0\n    high = 3\n    while low < high and n >= 2:\n        low += 1\n"
        '    return "".join(rows[i] for i in range(n))\n'
    )
    signature = "def f(n: int, rows: list[str]) -> str:"

    def written(*habits):
        return Habits(frozenset(habits), 1).written(source, "f", signature)

    assert written() == source
    assert written("types").startswith(signature)
    assert "''.join" in written("quotes")
    assert "        low = low + 1\n" in written("steps")
    assert "while high > low and 2 <= n:" in written("turned")
    assert "low, high = 0, 3\n" in written("joined")
    assert "range(0, n)" in written("ranges")
    assert "\n\n    while" in written("gaps")
    assert (
        len({Habits(frozenset(["order"]), salt).written(source, "f", signature) for salt in (0, 1 << 30)}) == 2
    )
    said = Habits(frozenset(["turned", "quotes"]), 1)
    for text in ("    if 0 <= a < b:", "    if a + b < c:", "    x = '\\\\' + \"it's\"", "    if a < b[0]:"):
        assert said.written(text, "f", signature) == text


def test_tasks_on_one_program_differ_in_their_text():
    texts: dict[tuple[str, int], list[str]] = {}
    for name in ("code-repair", "code-repair-turns", "test-writing"):
        for seed in range(150):
            task = rlvr.get(name).task(1, seed)
            problem = task.payload["problem"]
            right = task.payload["programs"][0] if name == "test-writing" else task.answer
            texts.setdefault((problem["template"], problem["seed"]), []).append(right.strip())
    assert sum(len(set(found)) for found in texts.values()) > 0.98 * sum(map(len, texts.values()))
    assert len(texts) < 0.7 * 450
