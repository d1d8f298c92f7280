r"""Math answers, verified: exact, bounded, and safe on any text that a model writes.

>>> from rlvr.verifiers import math
>>> math.check("1/2", "The answer is 0.5.").passed
True
>>> gold = math.compile(r"\{1, 2\}")          # once, for many responses
>>> gold.check(r"So \boxed{2, 1}.").passed
True

Numbers are compared exactly, identities of rational functions modulo two large primes, everything else by interval
arithmetic at rising precision. There is no tolerance unless one is given, no float on the way, and nothing of a
response is ever executed. Budgets are counted in steps, digits and depth, so verdicts do not depend on the machine;
what runs out of budget is `Reason.UNDECIDED`. docs/math-verification.md has the rules by kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..base import Verdict
from ..extract import Mode
from .gold import KINDS, Gold, compiled, read_tolerance

__all__ = ["KINDS", "Gold", "check", "check_batch", "compile"]

# What a reference can be compiled with, and the cache's key for a tolerance.
_Tolerance = Any


def compile(  # the standard name for what it does, as in re.compile
    gold: str,
    *,
    kind: str | None = None,
    tolerance: _Tolerance = None,
    require: Iterable[str] = (),
    base_named: bool = False,
    require_unit: bool = False,
) -> Gold:
    """Read a reference answer once, to check many responses against it.

    Args:
        gold: a bare answer, plain or LaTeX.
        kind: one of `KINDS`; None infers it from `gold`.
        tolerance: how far off a right answer may be: a number or its text (absolute), or ``{"relative": number}``.
        require: forms that an answer must have: ``evaluated``, ``integer``, ``reduced``, ``decimal``, ``mixed``,
            ``expanded``, ``factored``, ``simplified``.
        base_named: whether digits without their base are right (``1011`` for ``1011_2``).
        require_unit: whether a value without the unit of the reference is wrong.

    Raises:
        ValueError: if `gold` cannot be read as `kind`, or an option does not exist.
    """
    if tolerance is not None:
        read_tolerance(tolerance)  # its errors name what was given
    key = tolerance
    if isinstance(tolerance, Mapping):
        ((name, value),) = tolerance.items()
        key = (str(name), str(value))
    elif tolerance is not None:
        key = str(tolerance)
    return compiled(gold, kind, key, tuple(require), base_named, require_unit)


def check(
    gold: str,
    response: str,
    *,
    kind: str | None = None,
    mode: Mode = "lenient",
    tolerance: _Tolerance = None,
    require: Iterable[str] = (),
    marker: str = "boxed",
    base_named: bool = False,
    require_unit: bool = False,
) -> Verdict:
    """The verdict on one response.

    Args:
        gold: a bare answer, plain or LaTeX.
        response: a whole model output, or a bare answer.
        kind: one of `KINDS`; None infers it.
        mode: ``strict`` takes the answer from `marker` only; ``lenient`` also from the other usual markers, from a
            sentence that states it, and from a response that is nothing but the answer.
        tolerance: see `compile`; so are the other options.
        require: see `compile`.
        marker: ``boxed`` or ``tag``; the marker that the prompt asked for.
        base_named: see `compile`.
        require_unit: see `compile`.

    Raises:
        ValueError: if `gold` cannot be read; never because of `response`.
    """
    reference = compile(
        gold, kind=kind, tolerance=tolerance, require=require, base_named=base_named, require_unit=require_unit
    )
    return reference.check(response, mode=mode, marker=marker)


def check_batch(
    golds: Iterable[str],
    responses: Iterable[str],
    *,
    mode: Mode = "lenient",
    marker: str = "boxed",
    **options: Any,
) -> list[Verdict]:
    """The verdicts on many responses, one for each pair of `golds` and `responses`, in order.

    Raises:
        ValueError: if the two are not equally long, or a reference cannot be read.
    """
    return [
        compile(gold, **options).check(response, mode=mode, marker=marker)
        for gold, response in zip(golds, responses, strict=True)
    ]
