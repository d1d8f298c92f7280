r"""Tokens of plain and LaTeX mathematics, in one left-to-right pass that is linear in the text.

Number literals are read here, exactly: thousands (``1,234``, ``1\,234``, ``1{,}234``, ``1,\!234``), decimals,
e-notation, repeating decimals (``0.1\overline{6}``, ``0.1(6)``, ``0.1666...``) and bases (``1011_2``, ``0b1011``).
Digits are ASCII digits only. Layout (``\left``, ``\quad``, ``\displaystyle``, ...) disappears.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .budget import MAX_CHARS, OutOfBudget, Unreadable
from .tree import Num

MAX_DIGITS = 3000
MAX_EXPONENT = 25_000


@dataclass(slots=True)
class Token:
    r"""One token.

    Attributes:
        kind: ``num`` (value: `Num`), ``word`` (a run of ASCII letters), ``cmd`` (a LaTeX command without its
            backslash), ``text`` (what stood in ``\text{...}``), ``op`` or ``end``.
        value: what the kind says.
        spaced: whether white space stands before it.
        raw: the digits of a plain whole number, as written; empty otherwise.
    """

    kind: str
    value: Any
    spaced: bool = False
    raw: str = ""

    @property
    def text(self) -> str:
        """What was written, for names and signs; of a number only plain digits (others may have too many)."""
        return self.raw if self.kind == "num" else str(self.value)


_SKIPPED = frozenset(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle "
    "textstyle scriptstyle "
    "large Large LARGE huge Huge small normalsize limits nolimits mathstrut quad qquad rm bf it sf tt "
    "nonumber strut thinspace medspace thickspace "
    "negthinspace "
    "hspace vspace phantom noindent bm".split()
)
_TEXTS = frozenset(
    "text textbf textit textrm mathrm mathbf mathit mathsf mathtt mathcal mathbb operatorname mbox hbox "
    "boldsymbol "
    "textnormal textsf texttt mathnormal emph underline bm unit".split()
)
_SAME = {
    "leq": "le", "leqslant": "le", "geq": "ge", "geqslant": "ge", "neq": "ne", "lt": "<", "gt": ">", "dfrac": "frac",
    "tfrac": "frac", "cfrac": "frac", "dbinom": "binom", "tbinom": "binom", "varnothing": "emptyset", "lbrace": "\\{",
    "rbrace": "\\}", "lbrack": "[", "rbrack": "]", "lparen": "(", "rparen": ")", "dots": "ldots", "cdots": "ldots",
    "dotsc": "ldots", "dotsb": "ldots", "vert": "|", "lvert": "|", "rvert": "|", "mid": "mid", "times": "*",
    "cdot": "*", "ast": "*", "cdotp": "*", "div": "/", "slash": "/", "colon": ":", "isin": "in",
    "circ": "degree", "deg": "degree",
    "varphi": "phi", "varepsilon": "epsilon", "vartheta": "theta", "infinity": "infty", "textdegree": "degree",
    "lVert": "||", "rVert": "||", "Vert": "||", "land": "and", "wedge": "and", "lor": "or", "vee": "or",
    "backslash": "setminus", "smallsetminus": "setminus", "bigcup": "cup", "Reals": "R", "reals": "R",
}  # fmt: skip
_OPERATORS = {"le": "<=", "ge": ">=", "ne": "!=", "<": "<", ">": ">", "*": "*", "/": "/", "|": "|", "||": "||"}
_SYMBOLS = frozenset(("[", "]", "(", ")", "\\{", "\\}", ":"))

_GROUPED = r"[1-9][0-9]{0,2}(?:(?:\{,\}|\{\\,\}|['_]|,\\! ?|\\, ?|\\;|\\:|\\ |~)[0-9]{3})+(?![0-9])"
_COMMAS = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9])"
_SPACES = r"[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9]|/| ?\\frac| [0-9])"
_DECIMAL_COMMA = r"0(?:\{,\}|,\\!)[0-9]+|[0-9]+(?:\{,\}|,\\!)(?:[0-9]{1,2}|[0-9]{4,})(?![0-9])"
"""In LaTeX, ``2{,}5`` and ``2,\\!5`` are one number; with three digits behind it, the comma groups digits."""
_TAIL = r"(?:\.[0-9]+)?"
_PLAIN = r"[0-9]+(?:\.(?![.])[0-9]*)?|\.[0-9]+|\.(?=\\(?:overline|bar|dot))"
_NUMBERS = {
    (commas, spaces): re.compile(
        "|".join(
            [f"(?:{_GROUPED}){_TAIL}", _DECIMAL_COMMA]
            + ([f"(?:{_COMMAS}){_TAIL}"] if commas else [])
            + ([f"(?:{_SPACES}){_TAIL}"] if spaces else [])
            + [_PLAIN]
        )
    )
    for commas in (False, True)
    for spaces in (False, True)
}
_IS_DECIMAL_COMMA = re.compile(_DECIMAL_COMMA)
_NOT_DIGITS = re.compile(r"[^0-9.]+")
_E_NOTATION = re.compile(r"[eE]([+-]?[0-9]+)(?![0-9A-Za-z.])")
_REPEATING = re.compile(
    r"\\(?:overline|bar|overbar) ?(?:\{ ?([0-9]+) ?\}|([0-9]))"
    r"|\(([0-9]+)\)"
    r"|\\dot ?\{?([0-9])\}?(?:([0-9]*)\\dot ?\{?([0-9])\}?)?"
)
_ELLIPSIS = re.compile(r" ?(?:\.\.\.+|\\(?:l|c)?dots[a-z]?(?![a-zA-Z])|\\,?\\ldots(?![a-zA-Z]))")
_BASED = re.compile(
    r"([0-9A-Z]+)"
    r" ?_ ?(?:\{ ?(?:\\(?:text|mathrm|mbox) ?\{)? ?([0-9]{1,2}|[a-z]+) ?\}{0,2}|([0-9]{1,2}))(?![0-9A-Za-z])"
)
_PREFIXED = re.compile(r"0([bxo])([0-9a-fA-F]+)(?![0-9A-Za-z])")
_BASE_NAMES = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
               "eleven": 11, "twelve": 12, "sixteen": 16}  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+")
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?")
_SIGNS = re.compile(r"\*\*|<=|>=|!=|==|<>|&&|\|\||[-+*/^_=<>|()\[\]{},;:%'!\"&?]")
_ALIASES = {"**": "^", "==": "=", "<>": "!=", "&&": "and", "||": "||"}
_MAX_TOKENS = 3000
_ROW_GAP = re.compile(r" ?\[[0-9.]{1,6}(?:pt|em|ex|mm|cm)\]")


def tokens(text: str, *, commas: bool = True, spaces: bool = False) -> list[Token]:
    """The tokens of `text`, which `typography.plain` has been through, with an ``end`` behind them.

    Args:
        text: what is read.
        commas: whether ``1,234`` is one number.
        spaces: whether ``1 234`` is one number.

    Raises:
        Unreadable: at a character that has no place in mathematics, or if there are too many tokens.
        OutOfBudget: at a number that is too large to be read.
    """
    if len(text) > MAX_CHARS:
        raise Unreadable("The answer is too long.")
    number = _NUMBERS[commas, spaces]
    found: list[Token] = []
    position, end, spaced = 0, len(text), False
    while position < end:
        character = text[position]
        if character in " \n$~":
            position, spaced = position + 1, True
            continue
        if character.isdigit() or (
            character == "."
            and (text[position + 1 : position + 2].isdigit() or _REPEATING.match(text, position + 1))
        ):
            token, position = _number(text, position, number)
        elif character == "\\":
            command, position = _command(text, position)
            if command is None:
                spaced = True
                continue
            token = command
        elif match := _WORD.match(text, position):
            start, letters = position, match.group()
            token, position = Token("word", letters), match.end()
            if letters.isupper() and len(letters) > 1 and (numeral := _numeral_in_letters(text, start)):
                token, position = numeral
        elif match := _SIGNS.match(text, position):
            sign = _ALIASES.get(match.group(), match.group())
            token, position = Token("cmd" if sign == "and" else "op", sign), match.end()
        elif text.startswith("...", position):
            token, position = Token("cmd", "ldots"), position + 3
        else:
            raise Unreadable("The answer holds a character that is not read as mathematics.")
        token.spaced, spaced = spaced, False
        found.append(token)
        if len(found) > _MAX_TOKENS:
            raise OutOfBudget
    found.append(Token("end", "", spaced))
    return found


def _number(text: str, start: int, pattern: re.Pattern[str]) -> tuple[Token, int]:
    if prefixed := _PREFIXED.match(text, start):
        base = {"b": 2, "o": 8, "x": 16}[prefixed.group(1)]
        return _in_base(prefixed.group(2), base), prefixed.end()
    if (based := _BASED.match(text, start)) and (base := _base_of(based)):
        return _in_base(based.group(1), base), based.end()
    match = pattern.match(text, start)
    if match is None:  # a digit of another script: str.isdigit knows them, the pattern does not
        raise Unreadable("Use the digits 0 to 9.")
    literal, position = match.group(), match.end()
    if len(literal) > MAX_DIGITS:
        raise OutOfBudget
    if "," in literal and _IS_DECIMAL_COMMA.fullmatch(literal):
        literal = literal.replace("{,}", ".").replace(",\\!", ".")
    digits = _NOT_DIGITS.sub("", literal)
    whole, point, decimals = digits.partition(".")
    if (
        point
        and not decimals
        and not text.startswith(("\\overline", "\\bar", "\\dot", "(", "\\overbar"), position)
    ):
        # A full stop behind the number, not a decimal point.
        position, point = position - 1, ""
    if point:
        if repeated := _REPEATING.match(text, position):
            block = repeated.group(1) or repeated.group(2) or repeated.group(3)
            if block is None:
                block = (repeated.group(4) or "") + (repeated.group(5) or "") + (repeated.group(6) or "")
            return Token("num", Num(_repeating(whole, decimals, block), "repeating")), repeated.end()
        if ellipsis := _ELLIPSIS.match(text, position):
            block_length = _period(decimals)
            if not block_length:
                raise Unreadable("Decimals that go on without a visible period are no exact value.")
            kept = decimals[: len(decimals) - block_length]
            value = _repeating(whole, kept, decimals[-block_length:])
            return Token("num", Num(value, "repeating")), ellipsis.end()
    value = Fraction(int(whole or "0"))
    if point and decimals:
        value += Fraction(int(decimals), 10 ** len(decimals))
    if power := _E_NOTATION.match(text, position):
        return Token("num", Num(value * _power_of_ten(power.group(1)), "scientific")), power.end()
    if point:
        return Token("num", Num(value, "decimal")), position
    return Token("num", Num(value), raw=literal if literal.isdigit() else ""), position


def _power_of_ten(exponent: str) -> Fraction:
    if len(exponent) > 8 or abs(int(exponent)) > MAX_EXPONENT:
        raise OutOfBudget
    return Fraction(10) ** int(exponent)


def _repeating(whole: str, fixed: str, block: str) -> Fraction:
    start = Fraction(int((whole + fixed) or "0"), 10 ** len(fixed))
    return start + Fraction(int(block), (10 ** len(block) - 1) * 10 ** len(fixed))


def _period(decimals: str) -> int:
    """The shortest block that the decimals end in at least twice (three times if it is one digit); else 0."""
    for length in range(1, len(decimals) // 2 + 1):
        block = decimals[-length:]
        if decimals.endswith(block * (3 if length == 1 else 2)):
            return length
    return 0


def _numeral_in_letters(text: str, start: int) -> tuple[Token, int] | None:
    """``FF_{16}``; but ``AB_{2}`` is a name: letters are digits only where all of them fit the base."""
    match = _BASED.match(text, start)
    if (
        match is None
        or (base := _base_of(match)) <= 10
        or any(int(digit, 36) >= base for digit in match.group(1))
    ):
        return None
    return _in_base(match.group(1), base), match.end()


def _base_of(match: re.Match[str]) -> int:
    """The base that the subscript names; 0 if it names none."""
    named = match.group(2) or match.group(3)
    return int(named) if named.isdigit() else _BASE_NAMES.get(named, 0)


def _in_base(digits: str, base: int) -> Token:
    if not 2 <= base <= 36 or len(digits) > MAX_DIGITS:
        raise Unreadable("That is no number of any base.")
    try:
        value = int(digits, base)
    except ValueError:
        raise Unreadable("A digit is too large for its base.") from None
    kept = digits.lstrip("0").upper() or "0"
    return Token("num", Num(Fraction(value), "base"), raw=f"{kept}_{base}")


def _command(text: str, start: int) -> tuple[Token | None, int]:
    match = _COMMAND.match(text, start)
    if match is None:
        following = text[start + 1 : start + 2]
        position = start + 2
        if following and following in "{}":
            return Token("op", "\\" + following), position
        if following == "|":
            return Token("op", "||"), position
        if following == "%":
            return Token("op", "%"), position
        if following == "\\":
            skipped = _ROW_GAP.match(text, position)
            return Token("op", "\\\\"), skipped.end() if skipped else position
        if following == "$":
            return Token("cmd", "dollar"), position
        if following and following in ",;:! ()[]&#/>\n":  # spacing, and the marks of inline mathematics
            return None, position
        raise Unreadable("Unknown LaTeX command.")
    name, position = match.group(1), match.end()
    if name.startswith(("quad", "qquad")) and len(name) > 4 and name != "qquad":
        return None, start + 1 + len("qquad" if name.startswith("qq") else "quad")  # "\\quadx"
    if name in _TEXTS and (body := _braced(text, position)) is not None:
        content, position = body
        if not content.strip():
            return None, position
        if name in ("mathbb", "mathbf") and content.strip() in ("R", "Z", "N", "Q", "C"):
            return Token("cmd", content.strip()), position
        return Token("text", content), position
    if name in _TEXTS:
        return None, position  # "\\bf 42": a font for what follows
    if name in ("begin", "end") and (body := _braced(text, position)) is not None:
        content, position = body
        if name == "begin" and content == "array" and (columns := _braced(text, position)) is not None:
            position = columns[1]
        return Token("cmd", f"{name} {content.rstrip('*')}"), position
    if name in _SKIPPED:
        hidden = _braced(text, position) if name in ("hspace", "vspace", "phantom") else None
        if hidden is not None:
            position = hidden[1]
        if name in ("left", "right", "middle") and text[position : position + 1] == ".":
            position += 1
        return None, position
    name = _SAME.get(name, name)
    if name in _OPERATORS:
        return Token("op", _OPERATORS[name]), position
    if name in _SYMBOLS:
        return Token("op", name), position
    return Token("cmd", name), position


def _braced(text: str, position: int) -> tuple[str, int] | None:
    """The flat or once nested content of the braces at `position`, and where they end."""
    while text[position : position + 1] == " ":
        position += 1
    if text[position : position + 1] != "{":
        return None
    depth = 0
    for at in range(position, min(len(text), position + 400)):
        if text[at] == "{" and text[at - 1] != "\\":
            depth += 1
        elif text[at] == "}" and text[at - 1] != "\\":
            depth -= 1
            if depth == 0:
                return text[position + 1 : at], at + 1
    return None
