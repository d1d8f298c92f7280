"""The compiled reference: read once, compared with many answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, get_args

from ..base import MAX_ANSWER_CHARS, Reason, Verdict, correct, infra, unparsable, wrong
from ..extract import Mode
from .answer import tidy
from .budget import MAX_STEPS, Budget, OutOfBudget, Undefined, Unreadable
from .commit import committed
from .dates import date
from .families import FamilyMatcher, read_family
from .forms import forms
from .groups import (
    AssignmentMatcher,
    GroupMatcher,
    MatrixMatcher,
    TupleMatcher,
    group_tree,
)
from .infer import is_family, is_proper, scalar_gold, scalar_kind, structured_kind
from .names import SHORT_WORDS
from .piecewise import PiecewiseMatcher
from .plain_kinds import (
    BaseMatcher,
    BooleanMatcher,
    ChoiceMatcher,
    ChoicesMatcher,
    NothingMatcher,
    TextMatcher,
    TimeMatcher,
    choices,
    unwrapped,
)
from .scalars import (
    Ambiguous,
    EitherMatcher,
    Matcher,
    RatioMatcher,
    ScalarMatcher,
    Tolerance,
)
from .statements import (
    ChainMatcher,
    EquationMatcher,
    InequalityMatcher,
    PointOrIntervalMatcher,
    RealSetMatcher,
)
from .tree import (
    Call,
    Named,
    Node,
    Num,
    Rel,
    Seq,
    variables,
)
from .unit_vectors import components
from .units import NONE, Unit
from .words import IS_SPECIAL, meaning, number_of_words

Kind = Literal[
    "integer", "rational", "decimal", "expression", "complex", "quantity", "ratio", "set", "multiset", "list", "tuple",
    "interval", "inequality", "equation", "assignment", "matrix", "text", "choice", "boolean", "time", "base",
    "congruence", "family",
]  # fmt: skip
KINDS: tuple[str, ...] = get_args(Kind)
_SCALAR_KINDS = frozenset(("integer", "rational", "decimal", "expression", "complex", "quantity"))
_TRUE_OF_INTEGERS = frozenset(("evaluated", "integer", "reduced", "decimal", "mixed", "simplified"))
_NUMBER_KINDS = frozenset(("integer", "rational", "decimal"))

_CHOICE = re.compile(
    r"(?:\\(?:text|textbf|mathrm|mathbf)\{)?\(([A-Za-z])\)\}?.{0,200}|(?:\\(?:text|textbf|mathrm|mathbf)\{)?[A-J]\}?",
    re.DOTALL,
)
_RANKED = re.compile(r"[A-J](?: ?, ?[A-J]){1,9}")
_CLOCK = re.compile(
    r"\d{1,2}:[0-5]\d(?::[0-5]\d)?(?:\s*(?:\\text\{)?\s*[ap]\.?m\.?\}?)?|\d{1,2}\s*[ap]\.?m\.?", re.I
)
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_DOMAIN = re.compile(r"\\in(?![A-Za-z])|mod|integer|natural|real|dots|\.\.\.|\\Z(?![A-Za-z])|any|every|each")
_PERIODIC = re.compile(
    r"(?:x|y|z|t|\\theta|\\alpha|\\phi|\\varphi|\\beta) ?=.*\b[knm]\b.*(?:\\pi|\\circ|\\degree)|(?:x|y|z|t|\\theta"
    r"|\\alpha|\\phi|\\beta) ?=.*(?:\\pi|\\circ|\\degree).*[knm](?![a-z])"
)
"""A reference that is a family of solutions though it does not say what its parameter is."""
_REMARK = re.compile(r"[A-Za-z' ,;:.-]*\b[a-z]{2,} [A-Za-z' ,;:.-]*[a-z]{2,}[.!]?")
_DENIES = re.compile(
    r"\b(?:not|no|none|never|unknown|wrong|incorrect|undefined|different|other|exist|infinite(?:ly)?|either|or|maybe"
    r"|solutions?|impossible|undetermined|larger|smaller|greater|less|more|twice|half)\b|n't\b",
    re.I,
)
_COMMAND = re.compile(r"\\[A-Za-z]+")
_SIGNIFICANT = re.compile(
    r"\\\{\s*\\\}|\\(?:emptyset|varnothing|infty|pi|alpha|beta|gamma|theta|phi|lambda|mu|sigma|omega|mathbb|R|dollar)(?![A-Za-z])"
    r"|[\u2205\u221e\u211d\u03c0]|[\u00bc-\u00be\u2150-\u215e]"
)
_WORDS = re.compile(r"\\text[a-z]{0,2} ?\{\s*[A-Za-z][A-Za-z' -]+\}")
_GLUED = re.compile(r"[0-9.,]+[a-zA-Z](?:\^\{?[23]\}?)?")
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_VARIABLES = frozenset("xyzabcdfghknmpqrstuvw")
_TWO_LETTER_WORDS = frozenset("an as at am by my no or us we up so to ax be me he".split())
_ANY_BRACKETS = frozenset(("()", "[]", "{}"))


class Gold:
    """A compiled reference answer. It is immutable and may be used by many threads.

    Attributes:
        text: the reference as given.
        kind: its kind, given or inferred; see `KINDS`.
        inferred: whether the kind was inferred.
    """

    def __init__(
        self,
        text: str,
        *,
        kind: str | None = None,
        tolerance: Any = None,
        require: tuple[str, ...] = (),
        base_named: bool = False,
        require_unit: bool = False,
    ) -> None:
        """See `rlvr.verifiers.math.compile`."""
        if kind is not None and kind not in KINDS:
            raise ValueError(f"unknown kind {kind!r}; there are {', '.join(KINDS)}")
        self.text, self.inferred = text, kind is None
        self._wanted = forms(tuple(require))
        self._tolerance = read_tolerance(tolerance)
        self._base_named, self._bare = base_named, not require_unit
        self._integer: int | None = None
        try:
            self.kind, self._matcher = self._compile(text, kind)
        except (Unreadable, Undefined, OutOfBudget) as error:
            raise ValueError(
                f"the reference {text!r:.80} cannot be read as {kind or 'an answer'}: {error}"
            ) from error
        plain = set(require) <= _TRUE_OF_INTEGERS and tolerance is None and not require_unit
        if self.kind in _SCALAR_KINDS and plain and _INTEGER.fullmatch(text.strip()):
            self._integer = int(text)

    def __repr__(self) -> str:
        return f"Gold({self.text!r}, kind={self.kind!r})"

    def __reduce__(self) -> Any:
        raise TypeError("a compiled reference is not pickled; compile it again from its text")

    # -- verdicts ----------------------------------------------------------------------------------------
    def check(self, response: str, *, mode: Mode = "lenient", marker: str = "boxed") -> Verdict:
        """The verdict on a whole model output, or on a bare answer in lenient mode.

        Args:
            response: any text.
            mode: ``strict`` reads the given marker only; ``lenient`` also the other usual ones, and a response
                that is nothing but the answer.
            marker: ``boxed`` or ``tag``.

        Raises:
            ValueError: if there is no such mode or marker.
        """
        if mode not in ("strict", "lenient") or marker not in ("boxed", "tag"):
            raise ValueError(
                f"a mode is 'strict' or 'lenient', a marker 'boxed' or 'tag'; not {mode!r}, {marker!r}"
            )
        if self._integer is not None and mode == "lenient" and len(response) < 20:
            # By far the most common case: both are plain whole numbers.
            stripped = response.strip()
            if _INTEGER.fullmatch(stripped):
                return correct() if int(stripped) == self._integer else wrong()
        try:
            return self._check(response, mode, marker)
        except Exception:  # a defect of ours is no reason to stop a training run, nor to score its sample
            return infra("The verifier failed on this response.")

    def _check(self, response: str, mode: Mode, marker: str) -> Verdict:
        several = self.kind in ("set", "multiset", "assignment")
        found = committed(response, mode=mode, marker=marker, several=several)
        if found.text is None:
            return found.failure()
        verdict = self.verify(found.text)
        # Within a tolerance, two values may both be right and yet be two candidates.
        if not verdict.passed and found.values and (self._tolerance is None or len(found.values) == 1):
            verdict = self.verify(found.values[0])
            if verdict.passed and not all(self.verify(value).passed for value in found.values[1:]):
                verdict = Verdict(0.0, Reason.AMBIGUOUS, "Commit to one answer.")
        if verdict.passed and (
            not all(map(self._agrees, found.others))
            or any(self.verify(value).passed for value in found.rejected)
        ):
            return Verdict(0.0, Reason.AMBIGUOUS, "Commit to one answer.")
        return verdict

    def _agrees(self, other: str) -> bool:
        """Whether another statement of the answer is right, too, or says nothing about the value."""
        verdict = self.verify(other)
        if verdict.passed:
            return True
        # Words alone, where a value was asked for, are a remark ("the answer is what we expected").
        remark = verdict.reason is Reason.UNPARSABLE and _REMARK.fullmatch(other) is not None
        return remark and not _DENIES.search(other)

    def verify(self, answer: str) -> Verdict:
        """The verdict on a bare answer: the text that stood in the marker."""
        if len(answer) > MAX_ANSWER_CHARS:
            return Verdict(0.0, Reason.TOO_LONG, "The answer is too long.")
        if self._integer is not None and _INTEGER.fullmatch(answer):
            return correct() if int(answer) == self._integer else wrong()
        budget = Budget()
        try:
            return correct() if self._matcher.matches(answer, budget) else wrong()
        except Ambiguous as error:
            return Verdict(0.0, Reason.AMBIGUOUS, str(error))
        except (Unreadable, Undefined) as error:
            return unparsable(str(error))
        except (OutOfBudget, RecursionError, MemoryError):
            message = "The answer is too large or too complicated to be checked."
            return Verdict(0.0, Reason.UNDECIDED, message, {"steps": float(budget.spent)})
        except Exception:
            return infra("The verifier failed on this answer.")

    def steps(self, answer: str) -> int:
        """How many steps of the budget a bare answer takes: the same number on every machine."""
        budget = Budget()
        with suppress(Unreadable, Undefined, OutOfBudget):
            self._matcher.matches(answer[: MAX_ANSWER_CHARS + 1], budget)
        return min(budget.spent, MAX_STEPS)

    # -- compiling ---------------------------------------------------------------------------------------
    def _compile(self, text: str, kind: str | None) -> tuple[str, Matcher]:
        if kind is None and not any(map(str.isalnum, _COMMAND.sub("", text))) and not _SIGNIFICANT.search(text):
            return "text", NothingMatcher()
        match kind:
            case "text":
                return kind, TextMatcher(text)
            case "choice":
                return kind, ChoiceMatcher(text) if choices(text) is None else ChoicesMatcher(text)
            case "boolean":
                return kind, BooleanMatcher(text)
            case "time":
                return kind, TimeMatcher(text)
            case "base":
                return kind, BaseMatcher(text, bare=self._base_named)
            case "congruence":
                return kind, self._named_family(text, residues=True)
            case "family":
                return kind, self._named_family(text)
            case None:
                return self._infer(text)
        if kind in _SCALAR_KINDS:
            node, unit, name = scalar_gold(text)
            return kind, self._scalar(kind, node, unit, name)
        node, _ = group_tree(tidy(text))
        return kind, self._structured(kind, node)

    def _scalar(self, kind: str, node: Node, unit: Unit, name: str | None = None) -> ScalarMatcher:
        if kind in _NUMBER_KINDS and variables(node):
            raise Unreadable("It is no number.")
        return ScalarMatcher(
            node,
            unit,
            tolerance=self._tolerance,
            wanted=self._wanted,
            name=name,
            bare=self._bare,
            family=is_family(node, self.text),
        )

    def _structured(self, kind: str, node: Node) -> Matcher:
        named = isinstance(node, Rel)
        if (
            isinstance(node, Rel)
            and node.operators == ("=",)
            and isinstance(node.sides[0], Seq)
            and kind != "assignment"
        ):
            node = node.sides[1]  # "(x, y) = (1, 2)"
        match kind:
            case "ratio":
                if not (isinstance(node, Call) and node.name == "ratio"):
                    raise Unreadable("It is no ratio.")
                return RatioMatcher(node)
            case "set":
                return GroupMatcher(node, "set", brackets=frozenset(("{}",)), wanted=self._wanted)
            case "multiset":
                return GroupMatcher(node, "multiset", brackets=_ANY_BRACKETS, wanted=self._wanted)
            case "list":
                return GroupMatcher(node, "list", brackets=frozenset(("()", "[]")), wanted=self._wanted)
            case "tuple":
                if not isinstance(node, Seq):
                    raise Unreadable("It is no tuple.")
                if self.inferred and not named and len(node.items) == 2 and is_proper(node):
                    return PointOrIntervalMatcher(TupleMatcher(node, wanted=self._wanted), RealSetMatcher(node))
                return TupleMatcher(node, wanted=self._wanted)
            case "interval" | "inequality":
                if kind == "inequality" and isinstance(node, Rel) and len(variables(node)) > 1:
                    return InequalityMatcher(node) if len(node.operators) == 1 else ChainMatcher(node)
                return RealSetMatcher(node)
            case "equation":
                if not isinstance(node, Rel) or node.operators != ("=",):
                    raise Unreadable("It is no equation.")
                return EquationMatcher(node)
            case "assignment":
                return AssignmentMatcher(node)
        return MatrixMatcher(node, wanted=self._wanted)

    def _infer(self, text: str) -> tuple[str, Matcher]:
        """The kind of a reference from its looks."""
        try:
            return self._inferred(text)
        except (Unreadable, Undefined, OutOfBudget):
            return "text", NothingMatcher()

    def _inferred(self, text: str) -> tuple[str, Matcher]:
        if _WORDS.fullmatch(text.strip().strip("$")) and meaning(text) not in IS_SPECIAL:
            return "text", TextMatcher(text)
        tidied = tidy(text)
        if _CHOICE.fullmatch(tidied):
            try:
                return "choice", ChoiceMatcher(tidied)
            except Unreadable:
                pass
        shown = unwrapped(tidied[:60]).replace(" :", ":").replace(": ", ":")
        if len(tidied) < 60 and (_CLOCK.fullmatch(shown) or shown.lower() in ("noon", "midnight")):
            return "time", TimeMatcher(tidied)
        if meaning(tidied) in IS_SPECIAL and meaning(tidied) not in ("no solution", "all real numbers"):
            return "text", TextMatcher(text)
        if _LETTERS.fullmatch(tidied):
            spelled = number_of_words(tidied)
            if spelled is not None:
                return "integer", self._scalar("integer", Num(Fraction(spelled)), NONE)
            known = tidied.lower() in _TWO_LETTER_WORDS or tidied in SHORT_WORDS
            wordlike = known or not set(tidied) <= _VARIABLES or len(tidied) > 3
            if wordlike and tidied not in ("pi", "oo", "inf", "infinity"):
                return "text", TextMatcher(text)
        said = meaning(tidied)
        if said == "no solution" or said == "all real numbers":
            node: Node = Named("empty" if said == "no solution" else "reals")
            return "interval", RealSetMatcher(node)
        if date(" ".join(tidied.lower().split())) is not None and not tidied[:4].isdigit():
            return "text", TextMatcher(tidied)
        if _RANKED.fullmatch(unwrapped(tidied)):
            return "choice", ChoicesMatcher(tidied)
        if (vector := components(tidied, None, Budget())) is not None:
            return "tuple", self._structured("tuple", vector)
        if "cases" in tidied:
            try:
                return "expression", PiecewiseMatcher(tidied)
            except Unreadable:
                pass
        if (family := self._family(tidied)) is not None:
            return family
        try:
            return self._infer_mathematics(tidied)
        except (Unreadable, Undefined):
            return "text", TextMatcher(text)

    def _named_family(self, text: str, *, residues: bool = False) -> FamilyMatcher:
        """The matcher of a reference that was said to be a family or residue classes."""
        family = read_family(tidy(text), free=not residues)
        if family is None or (residues and "mod" not in text):
            raise Unreadable("Give a residue class, such as 3 mod 7." if residues else "It is no family.")
        return FamilyMatcher(family)

    def _family(self, text: str) -> tuple[str, Matcher] | None:
        """A reference that carries a domain: a family of solutions, residue classes, a set of integers."""
        told = _DOMAIN.search(text) is not None
        if self._tolerance is not None or self._wanted or not (told or _PERIODIC.match(text)):
            return None
        try:
            family = read_family(text, free=not told)
        except (Unreadable, Undefined, OutOfBudget):
            return None
        if family is None:
            return None
        return "congruence" if "mod" in text else "family", FamilyMatcher(family)

    def _infer_mathematics(self, text: str) -> tuple[str, Matcher]:
        if "_" in text or "base" in text or text[:2] in ("0b", "0x"):
            try:
                return "base", BaseMatcher(text, bare=self._base_named)
            except Unreadable:
                pass
        try:
            node, unit, name = scalar_gold(text)
            found = scalar_kind(node, unit)
            if found == "ratio":
                return found, self._structured(found, node)
            matcher = self._scalar(found, node, unit, name)
            if _GLUED.fullmatch(text):
                measured, unit, name = scalar_gold(text, glued=True)
                if unit != NONE:  # "5m": the product, or the length where the answer shows that it is one
                    length = ScalarMatcher(
                        measured, unit, tolerance=self._tolerance, wanted=self._wanted, bare=False
                    )
                    return found, EitherMatcher(matcher, length)
            return found, matcher
        except (Unreadable, Undefined):
            pass
        node, _ = group_tree(text)
        kind = structured_kind(node)
        if kind is None:
            raise Unreadable("It is of no known kind.")
        if kind == "equation":
            assert isinstance(node, Rel)
            return kind, EquationMatcher(node)
        return kind, self._structured(kind, node)


def read_tolerance(tolerance: Any) -> Tolerance | None:
    """A tolerance as exact numbers.

    Raises:
        ValueError: if it is not a number, its text, or ``{"relative": number}`` or ``{"absolute": number}``.
    """
    if tolerance is None:
        return None
    if isinstance(tolerance, Mapping):
        if set(tolerance) == {"relative"}:
            return {"relative": _exact(tolerance["relative"])}
        if set(tolerance) == {"absolute"}:
            return _exact(tolerance["absolute"])
        raise ValueError(f"a tolerance is a number or has 'relative' or 'absolute', not {sorted(tolerance)}")
    return _exact(tolerance)


def _exact(number: Any) -> Fraction:
    try:
        # A float means what it prints as: 0.1 is a tenth.
        value = Fraction(str(number)) if not isinstance(number, (Fraction, Decimal)) else Fraction(number)
    except (ValueError, ZeroDivisionError, OverflowError, InvalidOperation):
        raise ValueError(f"{number!r} is no tolerance: give a number such as 0.01 or '1/100'") from None
    if value < 0:
        raise ValueError("a tolerance is not negative")
    return value


@lru_cache(maxsize=8192)
def compiled(
    text: str,
    kind: str | None,
    tolerance: str | tuple[str, str] | None,
    require: tuple[str, ...],
    base_named: bool,
    require_unit: bool,
) -> Gold:
    """A compiled reference from a bounded cache (`functools.lru_cache` is thread-safe)."""
    given = {tolerance[0]: tolerance[1]} if isinstance(tolerance, tuple) else tolerance
    return Gold(
        text, kind=kind, tolerance=given, require=require, base_named=base_named, require_unit=require_unit
    )
