"""From the text of a bare answer to what the kinds compare: tokens, labels, units, trees.

An answer may carry what people put around a value: dollars of mathematics, a final stop, a label (``x = 5``,
``f(2) = 5``), a true equation (``2 + 3 = 5``), a currency sign. Nothing is searched for: the whole text is the answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from ..extract import unwrap
from .budget import MAX_CHARS, Unreadable
from .lexer import Token, tokens
from .names import CONSTANTS, FUNCTIONS, GREEK, split_word
from .parser import parse_tokens
from .tree import Node, Num
from .typography import plain
from .units import NONE, UNITS, Unit, compound, split_unit

_SPACING = ("\\,", "\\;", "\\:", "\\!", "\\ ", "\\quad", "~")
_CURRENCY = re.compile(r"^([+-]? ?)(?:(?:US|USD) ?)?(?:USD |\\\$|\\text\{ ?\\?\$ ?\}|\$)\s*(?=[\d.\\(-])")
_SIGNS = (("\\euro ", "euro"), ("\\pounds ", "sterling"), ("\\yen ", "yen"))
_BRACKETED = re.compile(r"[(\[{] ?[0-9]{1,3}(?:,[0-9]{3})+ ?\\?[)\]}]")
_FONTS = re.compile(
    r"\\(?:mathbf|boldsymbol|bm|mathrm|mathit|mathsf|textbf|textit|textrm|text|mbox|underline"
    r"|emph) ?\{((?:[-+0-9., /%]|\\%)+)\}"
)
_COLOR = re.compile(r"\\(?:color|textcolor) ?\{[A-Za-z0-9]{1,20}\}")
_SAID = re.compile(
    r"^(?:\\text[a-z]{0,2} ?\{ ?)?(?:so |thus )?(?:the )?(?:final |correct )?(?:answer|ans)\.?(?: is|:"
    r"| =)?[: ]*\}?[: ]*(?=.)"
    r"|^= ?|^[a-z] is (?=[-\d\\$])",
    re.I,
)
_PRIMES = re.compile(r"\^\s*\{?\s*(?:\\prime\s*)+\}?")
# "\\textbf{(C)}\\ 27": the letter of a choice before its value.
_LETTERED = re.compile(
    r"^\\(?:textbf|text|mathrm|mathbf|textrm)\s*\{\s*\([A-E]\)\s*\}(?:\\[ ,;:]|\\q?quad|~|\s)*(?=[-\d\\$(])"
)
_THEREFORE = re.compile(r"^(?:\\(?:therefore|implies|Rightarrow|Longrightarrow)(?![A-Za-z])|=>)\s*")
_TICKS = " \u2705\u2713\u2714\u2611\ufe0f\U0001f389"
_SAID_FIRST = frozenset("\\=" + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_NO_LABELS = frozenset("score reward grade verdict points mark rating".split())
_DENIED = re.compile(
    r"\b(?:not|no|isn|wrong(?:ly)?|incorrect(?:ly)?|never|neither|nor|false|except|unlike|twice|half|double"
    r"|errors?|mistakes?|guess|bad|let|assume|suppose|minus|either|or|maybe|perhaps|possibly|approximately"
    r"|roughly)\b",
    re.I,
)
_HTML = re.compile(r"</?(?:b|i|strong|em|p|u|span|div|br) ?/?>", re.I)
_ANGLED = frozenset("sin cos tan cot sec csc cis".split())
_LABEL_COMMANDS = frozenset(
    ("angle", "triangle", "overline", "vec", "hat", "bar", "measuredangle")
) | frozenset(GREEK)


@dataclass(slots=True)
class Side:
    """One side of the answer: its tokens with an ``end`` behind them."""

    tokens: list[Token]


def tidy(text: str) -> str:
    """The answer without wrappers, final stop and typographic characters.

    Raises:
        Unreadable: if it is empty or too long.
    """
    if len(text) > MAX_CHARS:
        raise Unreadable("The answer is too long.")
    text = unwrap(text if text.isascii() else text.rstrip(_TICKS))
    stripped = text if text.endswith("...") else _without_stop(text)
    text = unwrap(stripped) if stripped != text else text
    if text.startswith("$\\$") and text.endswith("$") and text.count("$") == 3:
        text = text[1:-1]  # "$\\$18$": money in mathematics
    text = _FONTS.sub(r"\1", _COLOR.sub("", plain(text))).strip() if "\\" in text else plain(text).strip()
    text = text if text.endswith("...") else _without_stop(text)
    if "prime" in text:
        text = _PRIMES.sub(lambda match: "'" * match.group().count("prime"), text)
    text = _without_wrapping(text)
    text = _LETTERED.sub("", text)
    text = _THEREFORE.sub("", text) if text[:1] in ("\\", "=") else text
    text = _SAID.sub("", text).lstrip("= ") if text[:1] in _SAID_FIRST else text
    if "<" in text and ">" in text:
        text = _HTML.sub("", text).strip()
    text = text.removesuffix("\\").rstrip()
    if len(text) > 2 and text[0] == text[-1] and text[0] in '"*~' and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    if not text:
        raise Unreadable("There is no answer.")
    if text[0] == "~" or text[-1] == "?":
        raise Unreadable("Give the answer as it is, not about or with a question mark.")
    return text


def _without_wrapping(text: str) -> str:
    r"""The text without what stands around its value: ``P = \$100``, ``a_n = \mathbf{3n+2}``, "15 years old", 3!=6."""
    if " old" in text:
        text = _OLD.sub(r"\1", text)
    if "!=" in text:
        text = _FACTORIAL.sub(r"\1! =", text)
    if "=" in text and "\\" in text:
        text = _NAMED_FONT.sub(r"=\1", _NAMED_MONEY.sub(r"\1", text))
    return text


_OLD = re.compile(r"\b(years?|months?|weeks?|days?) old(?=\s*\}?\s*$)")
_FACTORIAL = re.compile(r"(?<![\w.])(\d{1,3})!=(?=\s?\d)")
_NAMED_MONEY = re.compile(r"^[A-Za-z](?:_[a-z0-9])?\s?=\s?(\\\$\s?\d[\d,.]*)$")
_NAMED_FONT = re.compile(r"=\s?\\(?:mathbf|boldsymbol|bm)\s?\{([^{}]*[-+*/^0-9][^{}]*)\}$")


def _without_stop(text: str) -> str:
    """The text without punctuation and spacing at its end; from the end, because a pattern would try every place."""
    while text:
        if text.endswith(_SPACING):
            text = text[: text.rindex("\\" if text[-1] != "~" else "~")]
        elif text[-1] in ".;,:" or text[-1].isspace():
            text = text[:-1]
        else:
            break
    return text


def currency(text: str) -> tuple[str, Unit]:
    """The text without a currency sign in front, and the currency."""
    if match := _CURRENCY.match(text):
        rest = text[match.end() :]
        # A dollar that is closed again is a mark of mathematics, not of money.
        if "\\$" in match.group() or rest.count("$") % 2 == 0 or "text" in match.group():
            return match.group(1) + rest, UNITS["dollar"]
    for sign, name in _SIGNS:
        if text.startswith(sign):
            return text[len(sign) :], UNITS[name]
    return text, NONE


def lex(text: str, *, commas: bool = True, spaces: bool = True) -> list[Token]:
    """The tokens of a tidy answer."""
    # "(7,215)" has two numbers, "7,215" has one.
    return tokens(text, commas=commas and not _BRACKETED.search(text), spaces=spaces)


def sides(found: list[Token]) -> list[list[Token]]:
    """The tokens split at the equals signs outside all brackets; each part ends in an ``end``."""
    if not any(token.kind == "op" and token.value == "=" for token in found):
        return [found]
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in found:
        if token.kind == "op":
            if token.value in ("(", "[", "{", "\\{"):
                depth += 1
            elif token.value in (")", "]", "}", "\\}"):
                depth -= 1
            elif token.value == "=" and depth == 0:
                parts[-1].append(Token("end", ""))
                parts.append([])
                continue
        parts[-1].append(token)
    return parts


def label(part: list[Token]) -> str | None:
    r"""The name that the tokens are, such as ``x``, ``AB``, ``f(2)``, ``\angle ABC`` or ``a_{10}``; else None."""
    if len(part) < 2 or len(part) > 24:
        return None
    first = part[0]
    inside = part[1] if len(part) == 4 else first
    if first.value == "|" and part[-2].value == "|" and inside.text.isupper():  # |AB|
        part = [*part[1:-2], part[-1]]
        first = part[0]
    if first.kind not in ("word", "text") and not (
        first.kind == "cmd" and first.value in _LABEL_COMMANDS | _ANGLED
    ):
        return None
    if first.text.lower() == "not":
        return None
    if len(part) > 3 and all(
        (token.kind == "word" and len(token.text) == 1) if k % 2 == 0 else token.value == "+"
        for k, token in enumerate(part[:-1])
    ):
        return "".join(token.text for token in part[:-1])  # "m+n", of "m + n = 31"
    depth = 0
    words: list[str] = []
    for token in part[:-1]:
        if token.kind == "op":
            if token.value in ("(", "{", "_"):
                depth += token.value != "_"
            elif token.value in (")", "}"):
                depth -= 1
            elif (
                not (depth and token.value in (",", "+", "-", "=", "<", ">", "<=", ">=", "|"))
                and token.value != "'"
            ):
                return None
        elif token.kind == "num":
            if not depth and (not words or words[-1] != "_"):
                return None
        elif token.kind == "cmd" and token.value not in _LABEL_COMMANDS | _ANGLED and not depth:
            return None
        words.append(token.text)
    named = "".join(words)
    denied = named.lower() in _NO_LABELS or any(map(_DENIED.search, words))
    return None if denied else named


def value_tokens(part: list[Token], *, names: Collection[str]) -> tuple[list[Token], Unit]:
    """The tokens of the value and the unit behind it (`NONE` if there is none).

    Single letters without a space before them are units only where they can be no variable of the answer.
    """
    if (several := compound(part)) is not None:
        total = sum((_literal(tokens) * unit.factor for tokens, unit in several), Fraction(0))
        last = several[-1][1]
        return [Token("num", Num(total / last.factor)), Token("end", "")], last
    split = split_unit(part)
    if split is None:
        return part, NONE
    value, unit = split
    if unit.dimensions == (("degree", 1),) and any(token.text in _ANGLED for token in value):
        return part, NONE  # "sin 60°": the sign belongs to the argument
    first = part[len(value) - 1]
    suffix = [token for token in part[len(value) - 1 : -1] if token.kind == "word"]
    if first.text in ("K", "k") and not first.spaced:  # "5K": five thousand
        rest = split_unit([value[-2], *part[len(value) :]])
        thousand = Unit(Fraction(1000), (), Fraction(1000))
        return value, thousand if rest is None else thousand.times(rest[1])
    if suffix and (
        any(letter in names for token in suffix for letter in token.text) or any(map(_is_variable, value))
    ):
        return part, NONE  # "x y h" is a product: h is no hour beside other letters
    return value, unit


def _is_variable(token: Token) -> bool:
    """Whether a token holds a letter that is no function or constant."""
    if token.kind == "cmd":
        return token.value in GREEK
    if token.kind != "word":
        return False
    try:
        return any(name not in FUNCTIONS and name not in CONSTANTS for name in split_word(token.text, None))
    except Unreadable:
        return True


def _literal(found: list[Token]) -> Fraction:
    assert isinstance(found[0].value, Num)
    return found[0].value.value


def tree(part: list[Token], names: Collection[str] | None) -> Node:
    """The tree of a list of tokens."""
    return parse_tokens(list(part), names=names)
