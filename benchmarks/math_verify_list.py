"""``python -m benchmarks.math_verify_list PATH``: our engine on the pairs of Math-Verify's own tests.

PATH is the folder ``tests`` of an unpacked Math-Verify 0.9.0. Of its tests we store no text: the list in
``tests/fixtures/math/math-verify-list.jsonl`` names each pair by file, function and index, pins it by a hash, says what
the suite expects and how we rule: ``may`` (to be accepted on the text alone), ``guess`` (accepting needs a guess, for
the reason given) or ``wrong``. The rulings were made without sight of what any engine says about the pairs.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import math as real
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rlvr.verifiers import math as vm

LIST = Path(__file__).resolve().parents[1] / "tests" / "fixtures" / "math" / "math-verify-list.jsonl"


@dataclass(frozen=True, slots=True)
class Pair:
    """One test of the suite: where it stands, its two texts and whether the suite accepts it."""

    id: str
    gold: str
    prediction: str
    expected: bool

    @property
    def sha256(self) -> str:
        """Hash of both texts."""
        return hashlib.sha256(f"{self.gold}\0{self.prediction}".encode()).hexdigest()


def literal(node: ast.expr) -> object:
    """The value of a literal; of formatted strings those parts that are a rounded square root of a number.

    Raises:
        ValueError: if `node` is none of these.
    """
    if isinstance(node, ast.List | ast.Tuple):
        return [literal(item) for item in node.elts]
    if not isinstance(node, ast.JoinedStr):
        return ast.literal_eval(node)
    parts: list[str] = []
    for part in node.values:
        match part:
            case ast.Constant(value=str(text)):
                parts.append(text)
            case ast.FormattedValue(
                value=ast.Call(func=ast.Attribute(attr="sqrt"), args=[ast.Constant(value=int(number))]),
                format_spec=ast.JoinedStr(values=[ast.Constant(value=str(form))]),
            ):
                parts.append(format(real.sqrt(number), form))
            case _:
                raise ValueError(f"no literal: {ast.unparse(node)}")
    return "".join(parts)


def parameters(function: ast.FunctionDef) -> list[dict[str, object]]:
    """The parameter sets of one test by name; strings that are no literals (configurations) are left out."""
    for mark in function.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.parametrize":
            names, rows = mark.args
            assert isinstance(names, ast.Constant)
            assert isinstance(rows, ast.List)
            columns = [name.strip() for name in str(names.value).split(",")]
            found = []
            for row in rows.elts:
                assert isinstance(row, ast.Tuple)
                named = dict(zip(columns, row.elts, strict=True))
                named.pop("config", None)
                found.append({name: literal(value) for name, value in named.items()})
            return found
    return []


def pairs(folder: Path) -> Iterator[Pair]:
    """All pairs of the suite in `folder`; files are read as text and never run.

    A test that compares without parameters gives its calls; a test of a letter's extraction gives the letter as gold.
    """
    for file in sorted(folder.glob("test_*.py")):
        for function in ast.parse(file.read_text(encoding="utf-8")).body:
            if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
                continue
            name = f"{file.name}::{function.name}"
            rows = parameters(function)
            for index, row in enumerate(rows):
                expected = row.get("expected", row.get("result"))
                if isinstance(expected, list):  # extraction of a letter: as found, as written
                    if expected:
                        yield Pair(f"{name}[{index}]", str(expected[-1]), str(row["pred"]), True)
                elif "gold" in row:
                    yield Pair(f"{name}[{index}]", str(row["gold"]), str(row["pred"]), bool(expected))
            if not rows:
                calls = [
                    node
                    for node in ast.walk(function)
                    if isinstance(node, ast.Call) and ast.unparse(node.func) == "compare_strings"
                ]
                for index, call in enumerate(calls):
                    gold, prediction = (str(literal(text)) for text in call.args[:2])
                    yield Pair(f"{name}[{index}]", gold, prediction, True)


def boxes(text: str) -> list[str]:
    r"""What the boxes in `text` hold; a box that never closes holds the rest."""
    found, start = [], 0
    while (at := text.find(r"\boxed{", start)) >= 0:
        depth, start = 1, at + len(r"\boxed{")
        end = start
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        found.append(text[start : end - (not depth)].strip())
        start = end
    return found


def key(gold: str) -> str:
    """The bare answer in a gold text: what its boxes hold, else the text without its dollar signs."""
    if not re.search(r"(?<!\\)(\\\\)*\\(?!\\)", gold):  # each backslash is doubled: escaped once too often
        gold = gold.replace("\\\\", "\\")
    if held := boxes(gold):
        last = gold.rfind(r"\boxed{")
        apart = len(gold) > 200  # a whole solution: the last box is the answer
        return held[-1] if apart or last < 0 else ", ".join(dict.fromkeys(held))
    return gold.replace("$", "").strip()


def main() -> None:
    """Print the share of what may be accepted that we accept, and the rest by id."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, help="the folder `tests` of an unpacked Math-Verify 0.9.0")
    parser.add_argument("--listing", type=Path, default=LIST)
    options = parser.parse_args()
    found = {pair.id: pair for pair in pairs(options.path)}
    listed = [json.loads(line) for line in options.listing.read_text(encoding="utf-8").splitlines()]
    missing = [
        row["id"] for row in listed if row["id"] not in found or found[row["id"]].sha256 != row["sha256"]
    ]
    if missing:
        raise SystemExit(
            f"{len(missing)} pairs of the list are not in {options.path}: {', '.join(missing[:5])}"
        )
    accepted: dict[str, list[bool]] = {}
    refused: list[str] = []
    paid: list[str] = []
    slowest = 0.0
    for row in listed:
        pair = found[row["id"]]
        start = time.perf_counter()
        try:
            verdict = vm.check(row.get("key") or key(pair.gold), pair.prediction)
            passed, reason = verdict.passed, str(verdict.reason)
        except ValueError:
            passed, reason = False, "gold not read"
        slowest = max(slowest, time.perf_counter() - start)
        name = f"{row['ruling']}, {'accepted' if row['expected'] else 'refused'} there"
        accepted.setdefault(name, []).append(passed)
        if row["ruling"] == "may" and row["expected"] and not passed:
            refused.append(f"{row['id']}  {reason}")
        if row["ruling"] == "wrong" and passed:
            paid.append(row["id"])
    for name, results in sorted(accepted.items()):
        print(
            f"{name:28} {sum(results):4} of {len(results):4} accepted here  {sum(results) / len(results):6.1%}"
        )
    print(f"slowest pair {1000 * slowest:.0f} ms")
    print("\nmay be accepted, refused here:", *refused, sep="\n  ")
    print("\nwrong, accepted here:", *paid, sep="\n  ")


if __name__ == "__main__":
    main()
