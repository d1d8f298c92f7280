"""Judging short answers that were searched: entities with aliases, numbers, dates, yes or no, and sets of them.

>>> from rlvr.verifiers import search
>>> search.check("Jan Vorsk", "jan vorsk.", kind="entity").passed
True
>>> search.check("0812-05-03", "the 3rd of May 812", kind="date").passed
True
>>> gold = search.compile("Belmar; Tirven", kind="list")  # once, for many answers
>>> gold.check("Tirven and Belmar").passed
True

What is compared is the answer that a response committed to, whole: there is no substring match and no overlap of words
(`overlap.word_f1` gives that, apart and capped). `signals` scores the way to an answer, `rerank` an order of passages,
`claims` a verdict on a claim with its evidence.
"""

from __future__ import annotations

from ..base import Verdict
from .answers import KINDS, Aliases, Gold, compiled, hashable

__all__ = ["KINDS", "Gold", "check", "compile"]


def compile(gold: str, *, kind: str | None = None, aliases: Aliases = (), unit: str = "") -> Gold:
    """Read a reference once, to check many answers against it.

    Args:
        gold: the answer; the items of a list are separated by semicolons.
        kind: one of `KINDS`; None infers it from `gold`: a year alone is then a number.
        aliases: other names of the entity; for a list, for each item a sequence of its other names.
        unit: of a number; by default what stands behind it in `gold`. An answer may leave it out.

    Raises:
        ValueError: if `gold` cannot be read as `kind`.
    """
    return compiled(gold, kind, hashable(aliases), unit)


def check(
    gold: str, response: str, *, kind: str | None = None, aliases: Aliases = (), unit: str = ""
) -> Verdict:
    """The verdict on `response`, a committed answer of at most 4,096 characters; the rest is as in `compile`.

    Raises:
        ValueError: if `gold` cannot be read as `kind`; never because of `response`.
    """
    return compiled(gold, kind, hashable(aliases), unit).check(response)
