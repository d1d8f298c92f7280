r"""Reading a whole answer: from tokens to one tree.

Precedence, loose to tight: ``or``/``and``/``,`` between statements; relations and ratios; unions of sets; sums;
products and quotients (left to right, products without a sign among them); signs; powers (right to left); postfix
``!``, ``%``, ``°``. What people read in different ways is refused instead of being read in one of them:
``a/2x``, ``e^2x``, ``sin x(x+1)``, ``2 3``. Depth is limited, time is linear in the number of tokens.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from .budget import MAX_DEPTH, OutOfBudget, Unreadable
from .lexer import Token, tokens
from .names import CONSTANTS, FUNCTIONS, GREEK, RELATIONS, SETS, split_word
from .tree import (
    Add,
    Call,
    Const,
    Div,
    Either,
    Matrix,
    Mul,
    Named,
    Neg,
    Node,
    Num,
    PlusMinus,
    Pow,
    Rel,
    Seq,
    SetOp,
    Sum,
    Var,
    renamed,
    walk,
)

_AMBIGUOUS = "Ambiguous: write * between factors and put denominators, exponents and arguments in parentheses."
_CLOSERS = frozenset((")", "]", "}", "\\}", "|", "||", "end", ""))
_DETERMINANTS = frozenset(("vmatrix",))
_MATRICES = frozenset("matrix pmatrix bmatrix Bmatrix smallmatrix array psmallmatrix bsmallmatrix".split())
_SYSTEMS = frozenset("cases aligned align gathered split".split())


def parse(
    text: str, *, names: Collection[str] | None = None, commas: bool = True, spaces: bool = False
) -> Node:
    """The tree of `text`, which `typography.plain` has been through.

    Args:
        text: what is read, as a whole.
        names: the variables it may hold; None for any.
        commas: whether ``1,234`` is one number.
        spaces: whether ``1 234`` is one number.

    Raises:
        Unreadable: if it is not mathematics, or ambiguous.
        OutOfBudget: if it is too deep or holds too large a number.
    """
    return parse_tokens(tokens(text, commas=commas, spaces=spaces), names=names)


def parse_tokens(found: list[Token], *, names: Collection[str] | None = None) -> Node:
    """The tree of a list of tokens that ends in an ``end`` token."""
    parser = _Parser(found, names)
    node = parser.statement()
    if parser.token.kind != "end":
        raise Unreadable("The answer does not end where it should; check signs and brackets.")
    return node


class _Parser:
    def __init__(self, found: list[Token], names: Collection[str] | None) -> None:
        self.tokens, self.names = found, names
        self.at, self.depth, self.bars, self.braces = 0, 0, 0, 0
        self.reverse = False  # inside ]1, 2[
        self.token = found[0]

    # -- tokens ------------------------------------------------------------------------------------------
    def advance(self) -> Token:
        token = self.token
        if token.kind != "end":
            self.at += 1
            self.token = self.tokens[self.at]
        return token

    def is_op(self, *values: str) -> bool:
        return self.token.kind == "op" and self.token.value in values

    def is_cmd(self, *values: str) -> bool:
        return self.token.kind == "cmd" and self.token.value in values

    def expect(self, *values: str) -> str:
        if not self.is_op(*values):
            raise Unreadable("The brackets do not match.")
        return str(self.advance().value)

    def connector(self) -> str:
        """``or`` or ``and`` if that is the next token, else nothing."""
        token = self.token
        if token.kind in ("word", "cmd", "text"):
            word = token.text.strip().lower()
            if word in ("or", "and"):
                return word
        return ""

    # -- statements --------------------------------------------------------------------------------------
    def statement(self) -> Node:
        """Relations joined by commas, ``or`` and ``and``."""
        items, joined = self.items()
        if len(items) == 1 and not joined:
            return items[0]
        if "or" in joined:
            if "and" in joined:
                raise Unreadable(_AMBIGUOUS)
            return Either("any", tuple(items))
        if "and" in joined and all(isinstance(item, Rel) for item in items):
            return Either("all", tuple(items))
        return Seq(tuple(items), "and" if joined == {"and"} else "", "")

    def items(self) -> tuple[list[Node], set[str]]:
        """Relations, and what stands between them."""
        items = [self.relation()]
        joined: set[str] = set()
        while True:
            if self.is_op(",", ";", "\\\\"):
                joined.add(",")
                self.advance()
                if word := self.connector():  # "1, 2, and 3"
                    joined.add(word)
                    self.advance()
            elif word := self.connector():
                joined.add(word)
                self.advance()
            else:
                return items, joined
            items.append(self.relation())

    def relation(self) -> Node:
        """One side, or a chain of them: ``1 < x <= 2``, ``x in (0, 1)``, ``3 : 4``."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise OutOfBudget
        sides, operators = [self.set_expression()], []
        while True:
            token = self.token
            if token.kind == "op" and token.value in RELATIONS:
                operators.append(token.text)
            elif token.kind == "cmd" and token.value == "in":
                operators.append("in")
            elif (token.kind == "op" and token.value == ":" and not self.braces) or (
                token.kind in ("word", "text") and token.text.strip() == "to"
            ):
                operators.append(":")
            else:
                break
            self.advance()
            sides.append(self.set_expression())
        self.depth -= 1
        if not operators:
            return sides[0]
        if set(operators) == {":"}:
            return Call("ratio", tuple(sides))
        if ":" in operators:
            raise Unreadable(_AMBIGUOUS)
        return Rel(tuple(operators), tuple(sides))

    def set_expression(self) -> Node:
        left = self.sum()
        while True:
            token = self.token
            if token.kind == "cmd" and token.value in ("cup", "cap", "setminus"):
                operator = {"cup": "union", "cap": "intersection", "setminus": "minus"}[token.text]
            elif token.kind == "word" and token.value in ("U", "u", "union") and self.joins_sets(left):
                operator = "union"
            elif token.kind == "cmd" and token.value == "over":
                self.advance()
                return _quotient(left, self.set_expression())
            elif token.kind == "cmd" and token.value == "choose":
                self.advance()
                return Call("binomial", (left, self.set_expression()))
            else:
                return left
            self.advance()
            left = SetOp(operator, left, self.sum())

    def joins_sets(self, left: Node) -> bool:
        """Whether the letter U here stands between sets; ``{-1}`` in plain braces has been read as a group."""
        following = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        return isinstance(left, (Seq, SetOp, Named)) or following.value in ("(", "[", "{", "\\{", "]")

    # -- arithmetic --------------------------------------------------------------------------------------
    def sum(self) -> Node:
        terms: list[Node] = []
        if self.is_cmd("pm", "mp") or (self.is_op("+") and self.ahead_is_minus()):
            sign = self.plus_minus_sign()
            left: Node = PlusMinus(None, self.product(), sign)
        else:
            left = self.product()
        terms.append(left)
        while True:
            token = self.token
            if token.kind == "op" and token.value in ("+", "-"):
                if token.value == "+" and self.ahead_is_minus():
                    sign = self.plus_minus_sign()
                    terms = [PlusMinus(self.added(terms), self.product(), sign)]
                    continue
                self.advance()
                term = self.product()
                terms.append(Neg(term) if token.value == "-" else term)
            elif token.kind == "cmd" and token.value in ("pm", "mp"):
                sign = self.plus_minus_sign()
                terms = [PlusMinus(self.added(terms), self.product(), sign)]
            else:
                return self.added(terms)

    def ahead_is_minus(self) -> bool:
        """Whether ``+/-`` or ``+-`` stands here, which people type for a plus-minus sign."""
        following = self.tokens[self.at + 1 : self.at + 3]
        return (
            len(following) == 2
            and following[0].kind == following[1].kind == "op"
            and (following[0].value, following[1].value) == ("/", "-")
        )

    def plus_minus_sign(self) -> int:
        token = self.advance()
        if token.kind == "op":
            self.advance()
            self.advance()
        return -1 if token.value == "mp" else 1

    @staticmethod
    def added(terms: list[Node]) -> Node:
        return terms[0] if len(terms) == 1 else Add(tuple(terms))

    def product(self) -> Node:
        negative = self.leading_sign()
        factors: list[Node] = [self.power(first=True)]
        divisors: list[Node] = []
        divided = False
        while True:
            token = self.token
            if token.kind == "op" and token.value == "*":
                self.advance()
                factors.append(self.signed_power())
                divided = False
            elif token.kind == "op" and token.value == "/":
                self.advance()
                divisors.append(self.signed_power())
                divided = True
            elif token.kind == "num" and factors[-1] == Const("i") and not token.spaced:
                factors.append(self.power())  # "i4"
            elif (
                token.kind == "num"
                and not isinstance(factors[-1], Num)
                and self.tokens[self.at + 1].value in ("^", "!")
            ):
                factors.append(self.power())  # "n2^{n-1}", "3!7!"
            elif self.starts_factor():
                if token.kind == "word" and token.value in ("x", "X") and self.is_times():
                    self.advance()
                    factors.append(self.power())
                    divided = False
                    continue
                plain = all(isinstance(part, Num) for part in divisors)
                if divided and not (plain and (token.spaced or all(isinstance(part, Num) for part in factors))):
                    raise Unreadable(_AMBIGUOUS)
                factors.append(self.power())
                divided = False
            else:
                break
        node = factors[0] if len(factors) == 1 else Mul(tuple(factors))
        if divisors:
            node = _quotient(node, divisors[0] if len(divisors) == 1 else Mul(tuple(divisors)))
        return Neg(node) if negative else node

    def is_times(self) -> bool:
        """Whether the letter x here is a multiplication sign: ``3 x 10^8``."""
        before, after, power = (self.tokens[min(self.at + k, len(self.tokens) - 1)] for k in (-1, 1, 2))
        return before.kind == "num" and after.kind == "num" and after.raw == "10" and power.value == "^"

    def leading_sign(self) -> bool:
        """Whether a minus sign stands here; two signs in a row are a slip."""
        if not self.is_op("-", "+"):
            return False
        negative = bool(self.advance().value == "-")
        if self.is_op("-", "+"):
            raise Unreadable("Two signs stand side by side.")
        return negative

    def signed_power(self) -> Node:
        negative = self.leading_sign()
        node = self.power()
        return Neg(node) if negative else node

    def starts_factor(self) -> bool:
        """Whether the next token may begin the right-hand factor of a product without a sign."""
        token = self.token
        if token.kind == "op":
            if token.value == "[":  # it also closes "]0, 4[" and "[0, 4["
                following = self.tokens[self.at + 1]
                closes = following.kind == "end" or following.value in (",", ")", "cup", "cap", "setminus")
                return not (self.reverse or closes)
            return token.value in ("(", "{") or (token.value == "|" and not self.bars)
        if token.kind == "word":
            return not self.connector() and token.value not in ("to", "U", "union", "u")
        if token.kind == "cmd":
            value = token.text
            return (
                value in _FACTOR_COMMANDS or value in FUNCTIONS or value in GREEK or value.startswith("begin ")
            )
        name = token.text.strip()
        return token.kind == "text" and not self.connector() and (name in FUNCTIONS or name in ("i", "e"))

    def power(self, *, first: bool = False) -> Node:
        start = self.token
        node = self.primary()
        if first and start.raw and isinstance(node, Num):
            node = self.mixed(node, start)
        raised = False
        while True:
            token = self.token
            if token.kind != "op":
                if token.kind == "cmd" and token.value == "degree":
                    self.advance()
                    node = Mul((node, _DEGREE))
                    continue
                return node
            if token.value == "^":
                self.advance()
                if raised:
                    raise Unreadable(_AMBIGUOUS)
                if self.degrees_follow():
                    node = Mul((node, _DEGREE))
                    continue
                node, raised = Pow(node, self.exponent(node)), True
            elif token.value == "!":
                self.advance()
                if self.is_op("!"):
                    raise Unreadable("Double factorials are not read.")
                node = Call("factorial", (node,))
            elif token.value == "%":
                self.advance()
                node = (
                    Num(node.value / 100, "percent") if isinstance(node, Num) else Div(node, Num(Fraction(100)))
                )
            else:
                return node

    def degrees_follow(self) -> bool:
        if self.is_cmd("degree"):
            self.advance()
            return True
        following = self.tokens[self.at : self.at + 3]
        if (
            len(following) == 3
            and self.is_op("{")
            and following[1].value == "degree"
            and following[2].value == "}"
        ):
            for _ in range(3):
                self.advance()
            return True
        return False

    def mixed(self, whole: Num, token: Token) -> Node:
        r"""``2 1/2`` and ``2\frac{1}{2}``: a whole number with a proper fraction behind it."""
        following = self.token
        if following.kind == "cmd" and following.value == "frac":
            fraction = self.primary()
            if isinstance(fraction, Div) and isinstance(fraction.top, Num) and isinstance(fraction.bottom, Num):
                top, bottom = fraction.top, fraction.bottom
                if top.form == bottom.form == "integer":
                    if not 0 < top.value < bottom.value:
                        raise Unreadable(_AMBIGUOUS)
                    return Num(whole.value + top.value / bottom.value, "mixed")
            return Mul((whole, fraction))
        if following.kind == "num" and following.raw and following.spaced:
            slash, bottom_token = (
                self.tokens[self.at + 1 : self.at + 3] if self.at + 2 < len(self.tokens) else (None,) * 2
            )
            if slash and bottom_token and slash.value == "/" and bottom_token.raw:
                above, below = int(following.raw), int(bottom_token.raw)
                if 0 < above < below:
                    for _ in range(3):
                        self.advance()
                    if self.starts_factor() or self.is_op("^", "!"):
                        raise Unreadable(_AMBIGUOUS)
                    return Num(whole.value + Fraction(above, below), "mixed")
        return whole

    def exponent(self, base: Node) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise OutOfBudget
        token = self.token
        bare = True
        if self.is_op("{", "("):
            closing = {"{": "}", "(": ")"}[str(self.advance().value)]
            node = self.relation()
            self.expect(closing)
            bare = False
        else:
            negative = self.leading_sign()
            if self.token.kind == "word":
                names = split_word(self.token.text, self.names)
                if len(names) > 1 or names[0] in FUNCTIONS:
                    raise Unreadable(_AMBIGUOUS)
            node = self.primary()
            if self.is_op("!"):
                raise Unreadable(_AMBIGUOUS)
            node = Neg(node) if negative else node
            if token.kind == "word":
                bare = True
        if self.is_op("^"):
            self.advance()
            node = Pow(node, self.exponent(node))
        if bare and base == Const("e") and self.token.kind == "word" and not self.token.spaced:
            raise Unreadable(_AMBIGUOUS)
        self.depth -= 1
        return node

    # -- operands ----------------------------------------------------------------------------------------
    def primary(self) -> Node:
        token = self.token
        if token.kind == "num":
            self.advance()
            if self.token.kind == "num":
                following = self.tokens[self.at + 1]
                if not (token.raw and self.token.raw and self.token.spaced and following.value == "/"):
                    raise Unreadable("Two numbers stand side by side.")
            assert isinstance(token.value, Num)
            return token.value
        if token.kind == "word":
            return self.word()
        if token.kind == "op":
            return self.bracketed()
        if token.kind == "cmd":
            return self.command()
        if token.kind == "text":
            return self.named(token.text.strip())
        raise Unreadable("A number or name is missing.")

    def bracketed(self) -> Node:
        opening = self.token.text
        if opening == "|":
            self.advance()
            self.bars += 1
            value = self.relation()
            self.expect("|")
            self.bars -= 1
            return Call("abs", (value,))
        if opening not in ("(", "[", "{", "\\{", "]"):
            raise Unreadable("A number or name is missing.")
        if opening == "{" and self.braces:
            raise Unreadable("Braces in braces are not read as sets.")
        in_list = self.at > 0 and self.tokens[self.at - 1].text in ("[", ",")
        self.advance()
        brace = opening in ("{", "\\{")
        bars, self.bars = self.bars, int(brace)  # in a set, | begins its condition
        reverse, self.reverse = self.reverse, opening == "]"
        if brace and self.is_op("}", "\\}"):
            if opening == "{":
                raise Unreadable("There is nothing between the braces.")
            self.advance()
            self.bars = bars
            return Named("empty")
        self.braces += brace
        items, joined = self.items()
        if brace and (self.is_op("|", ":") or self.is_cmd("mid")):
            self.advance()
            condition = self.statement()
            self.expect("}", "\\}")
            self.braces -= 1
            self.bars, self.reverse = bars, reverse
            subject = items[0].sides[0] if isinstance(items[0], Rel) else items[0]
            if len(items) != 1 or not isinstance(subject, Var):
                raise Unreadable("This set is described in a way that is not read.")
            if isinstance(items[0], Rel):
                return _within(items[0], condition)
            return condition
        closing = self.expect(*(("}", "\\}") if brace else (")", "]", "[")))
        self.braces -= brace
        self.bars, self.reverse = bars, reverse
        if joined - {","}:
            if len(items) == 1 or brace:
                raise Unreadable(_AMBIGUOUS)
            return Either("any" if "or" in joined else "all", tuple(items))
        if (
            len(items) == 1
            and not joined
            and opening in "([{"
            and (brace or closing == {"(": ")", "[": "]"}[opening])
        ):
            # "[1]" is a group, but a row in "[[1], [2]]"; "[(1, 2)]" is a list of one point.
            is_list = isinstance(items[0], Seq) or (in_list and self.is_op(",", "]"))
            return Seq((items[0],), "[", "]") if opening == "[" and is_list else items[0]
        return Seq(tuple(items), opening.removeprefix("\\"), closing.removeprefix("\\"))

    def word(self) -> Node:
        token = self.token
        parts = split_word(token.text, self.names)
        if len(parts) > 1:  # "2xy", "xsinx": the parts become tokens of their own
            kinds = [Token("word", part) for part in parts]
            kinds[0].spaced = token.spaced
            self.tokens[self.at : self.at + 1] = kinds
            self.token = kinds[0]
        return self.named(parts[0])

    def named(self, name: str) -> Node:
        """A function call, a constant or a variable; its token is still to be taken."""
        if name in FUNCTIONS:
            self.advance()
            return self.call(FUNCTIONS[name])
        if name in CONSTANTS and not (self.names is not None and name in self.names):
            self.advance()
            return Const(CONSTANTS[name])
        if len(name) == 1 or name in GREEK:
            self.advance()
            full = GREEK.get(name, name) + self.subscript()
            if self.names is not None and full not in self.names:
                raise Unreadable("The answer holds a name that has no place in it.")
            return Var(full)
        raise Unreadable("The answer holds a word that is not read as mathematics.")

    def subscript(self) -> str:
        if not self.is_op("_"):
            return ""
        self.advance()
        if self.is_op("{"):
            self.advance()
            parts = []
            while not self.is_op("}"):
                if self.token.kind == "end":
                    raise Unreadable("The brackets do not match.")
                token = self.advance()
                parts.append(token.text)
            self.advance()
            return "_" + "".join(parts)
        token = self.advance()
        if token.kind not in ("num", "word"):
            raise Unreadable("A subscript is missing.")
        return "_" + (token.text)

    def command(self) -> Node:
        name = self.token.text
        if name == "Pi":
            raise Unreadable("A capital Pi is no number.")
        if name != "binom" and (name in FUNCTIONS or name in CONSTANTS or name in GREEK):
            return self.named(name)
        if name in SETS:
            self.advance()
            return Named(SETS[name])
        if name == "frac":
            self.advance()
            top = self.argument()
            return _quotient(top, self.argument())
        if name in ("sum", "prod"):
            return self.summation(name)
        if name == "binom":
            self.advance()
            top = self.argument()
            return Call("binomial", (top, self.argument()))
        if name in ("langle", "lfloor", "lceil"):
            self.advance()
            items, joined = self.items()
            if not self.is_cmd("r" + name[1:]):
                raise Unreadable("The brackets do not match.")
            self.advance()
            if name == "langle":
                return Seq(tuple(items), "(", ")")
            if len(items) > 1 or joined:
                raise Unreadable("One value is expected between these brackets.")
            return Call(name[1:], (items[0],))
        if name.startswith("begin "):
            return self.environment(name.removeprefix("begin "))
        raise Unreadable("Unknown LaTeX command.")

    def summation(self, kind: str) -> Node:
        r"""``\sum_{k=1}^{n} ...``: the index is bound in the product that follows."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise OutOfBudget
        self.advance()
        if not self.is_op("_"):
            raise Unreadable("A sum goes from one number to another.")
        self.advance()
        self.expect("{")
        index = self.token.text
        if self.token.kind != "word" or len(index) != 1 or index in ("e",):
            raise Unreadable("A sum has an index.")
        self.advance()
        self.expect("=")
        low = self.relation()
        self.expect("}")
        if not self.is_op("^"):
            raise Unreadable("A sum goes from one number to another.")
        self.advance()
        high = self.argument() if self.is_op("{") else self.signed_exponent()
        names = self.names
        self.names = None if names is None else {*names, index}
        start = self.at
        body = self.product()
        self.names = names
        bound = f"#{self.depth}"
        if any(
            isinstance(part, Var) and part.name != index and index in part.name.partition("_")[2]
            for part in walk(body)
        ):
            raise Unreadable("The terms of a sequence have no value here.")
        if (
            self.is_op("+", "-") and any(t.kind == "word" and index in t.text for t in self.tokens[self.at :])
        ) or start == self.at:
            raise Unreadable(_AMBIGUOUS)
        self.depth -= 1
        return Sum("sum" if kind == "sum" else "prod", bound, low, high, renamed(body, index, bound))

    def argument(self) -> Node:
        """The argument of a LaTeX command: a group in braces, or a single character."""
        if self.is_op("{"):
            self.advance()
            bars, self.bars = self.bars, 0
            node = self.relation()
            self.expect("}")
            self.bars = bars
            return node
        token = self.token
        if token.kind == "num":
            if len(token.raw) == 1:
                self.advance()
                return token.value  # type: ignore[no-any-return]
            if len(token.raw) == 2:
                self.token = self.tokens[self.at] = Token(
                    "num", Num(Fraction(int(token.raw[1]))), raw=token.raw[1]
                )
                return Num(Fraction(int(token.raw[0])))
            raise Unreadable(_AMBIGUOUS)
        if token.kind == "word" and len(token.text) > 1:
            letters = token.text
            self.tokens[self.at : self.at + 1] = [Token("word", letters[0]), Token("word", letters[1:])]
            self.token = self.tokens[self.at]
        if token.kind in ("word", "cmd"):
            return self.primary()
        raise Unreadable("An argument is missing.")

    def environment(self, name: str) -> Node:
        if name not in _MATRICES and name not in _SYSTEMS and name not in _DETERMINANTS:
            raise Unreadable("Unknown LaTeX environment.")
        self.advance()
        rows: list[list[Node]] = [[]]
        while True:
            if self.is_cmd(f"end {name}"):
                self.advance()
                break
            if self.is_op("\\\\"):
                self.advance()
                if not self.is_cmd(f"end {name}"):
                    rows.append([])
            elif self.is_op("&"):
                self.advance()
            else:
                rows[-1].append(self.relation())
                if not (self.is_op("&", "\\\\", ",") or self.is_cmd(f"end {name}")):
                    raise Unreadable("The rows of the matrix cannot be told apart.")
                if self.is_op(","):
                    self.advance()
        if not any(rows):
            raise Unreadable("There is nothing in the environment.")
        if name in _SYSTEMS:
            return Seq(tuple(cell for row in rows for cell in row), "", "")
        if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
            raise Unreadable("The rows of the matrix are not equally long.")
        if name in _DETERMINANTS:
            if len(rows) != len(rows[0]) or len(rows) > 4:
                raise Unreadable("This determinant is not read.")
            return _determinant(rows)
        return Matrix(tuple(map(tuple, rows)))

    # -- functions ---------------------------------------------------------------------------------------
    def call(self, name: str) -> Node:
        if name in ("sqrt", "rootsign"):
            return self.root(name)
        if name in ("cbrt", "fourthrootsign"):
            return Call("root", (self.radicand(), Num(Fraction(3 if name == "cbrt" else 4))))
        base: Node | None = None
        if self.is_op("_") and name in ("log", "ln", "lg"):
            self.advance()
            if self.is_op("{"):
                base = self.argument()
            elif self.token.kind == "num":
                base = self.advance().value
            else:
                base = self.primary()
        power: Node | None = None
        if self.is_op("^"):
            self.advance()
            power = self.argument() if self.is_op("{") else self.signed_exponent()
            if power == Neg(Num(Fraction(1))):
                if name not in _INVERSES:
                    raise Unreadable(_AMBIGUOUS)
                name, power = _INVERSES[name], None
        arguments = self.arguments(name)
        node: Node
        if name in ("log", "ln", "lg"):
            if len(arguments) == 2 and base is None:
                arguments, base = arguments[:1], arguments[1]
            if len(arguments) != 1:
                raise Unreadable("A logarithm has one argument.")
            if name == "lg" and base is None:
                base = Num(Fraction(10))
            node = Call("log" if base is None and name == "log" else "ln", tuple(arguments))
            if base is not None:
                node = Div(Call("ln", tuple(arguments)), Call("ln", (base,)))
        elif name == "cis" and len(arguments) == 1:
            node = Add((Call("cos", tuple(arguments)), Mul((Const("i"), Call("sin", tuple(arguments))))))
        elif name == "exp":
            node = Pow(Const("e"), arguments[0])
        elif name == "root" and len(arguments) != 2:
            raise Unreadable("A root has a value and a degree.")
        elif name not in _MANY and len(arguments) != 1:
            raise Unreadable("This function has one argument.")
        else:
            node = Call(name, tuple(arguments))
        return node if power is None else Pow(node, power)

    def signed_exponent(self) -> Node:
        negative = self.is_op("-")
        if negative:
            self.advance()
        node = self.advance().value if self.token.kind == "num" else self.primary()
        return Neg(node) if negative else node

    def arguments(self, name: str) -> list[Node]:
        token = self.token
        if self.is_op("(", "{", "["):
            closing = {"(": ")", "{": "}", "[": "]"}[str(self.advance().value)]
            bars, self.bars = self.bars, 0
            items, joined = self.items()
            self.expect(closing)
            self.bars = bars
            if joined - {","}:
                raise Unreadable(_AMBIGUOUS)
            return items
        if self.is_op("|") and not self.bars:
            return [self.bracketed()]
        factors: list[Node] = []
        while self.simple_factor():
            if len(factors) > 20:
                raise Unreadable(_AMBIGUOUS)
            factors.append(self.power())
        if not factors:
            raise Unreadable("The argument of a function is missing.")
        if self.is_op("(", "[", "{") or (self.is_op("/") and not self.token.spaced):
            raise Unreadable(_AMBIGUOUS)
        if name in _MANY and token.kind != "op":
            raise Unreadable(_AMBIGUOUS)
        return [factors[0] if len(factors) == 1 else Mul(tuple(factors))]

    def simple_factor(self) -> bool:
        """Whether the next token goes on with an argument without parentheses: ``sin 2 pi x``."""
        token = self.token
        if token.kind == "num":
            return True
        if token.kind == "word":
            if self.connector() or token.value in ("to", "U", "u", "union"):
                return False
            return split_word(token.text, self.names)[0] not in FUNCTIONS
        if token.kind == "cmd":
            return token.value in ("frac", "pi", "infty", "binom", "sqrt", "rootsign") or token.value in GREEK
        return False

    def root(self, name: str) -> Node:
        degree: Node = Num(Fraction(2))
        if name == "sqrt" and self.is_op("["):
            self.advance()
            degree = self.relation()
            self.expect("]")
        return Call("root", (self.radicand(), degree))

    def radicand(self) -> Node:
        """``{...}``, ``(...)`` or one number or name; ``sqrt 2x`` is ambiguous."""
        if self.is_op("{", "("):
            opening = str(self.advance().value)
            bars, self.bars = self.bars, 0
            node = self.relation()
            self.expect({"{": "}", "(": ")"}[opening])
            self.bars = bars
            return node
        token = self.token
        if token.kind == "num":
            self.advance()
            if self.token.kind == "num":
                raise Unreadable(_AMBIGUOUS)
            if self.token.kind in ("word",) and not self.token.spaced:
                raise Unreadable(_AMBIGUOUS)
            return token.value  # type: ignore[no-any-return]
        if token.kind == "word":
            parts = split_word(token.text, self.names)
            if len(parts) > 1 or parts[0] in FUNCTIONS:
                raise Unreadable(_AMBIGUOUS)
            return self.named(parts[0])
        if token.kind == "cmd":
            return self.primary()
        raise Unreadable("The argument of a root is missing.")


def _quotient(top: Node, bottom: Node) -> Node:
    """A quotient; ``dy/dx`` is none, and d does not cancel in it."""
    if _is_differential(top) and _is_differential(bottom):
        raise Unreadable("Derivatives are not read.")
    return Div(top, bottom)


def _within(member: Rel, condition: Node) -> Node:
    r"""The condition of ``\{x \in S : ...\}`` together with its set; sets of integers are read elsewhere."""
    found = member.sides[1]
    if member.operators != ("in",):
        raise Unreadable("This set is described in a way that is not read.")
    if isinstance(found, Named):
        if found.name != "reals":
            raise Unreadable("This is no set of real numbers.")
        return condition
    return (
        Either("all", (member, condition))
        if isinstance(condition, Rel)
        else SetOp("intersection", found, condition)
    )


def _determinant(rows: list[list[Node]]) -> Node:
    """The determinant of a small matrix, developed along its first row."""
    if len(rows) == 1:
        return rows[0][0]
    terms: list[Node] = []
    for column, factor in enumerate(rows[0]):
        minor = [row[:column] + row[column + 1 :] for row in rows[1:]]
        term = Mul((factor, _determinant(minor)))
        terms.append(Neg(term) if column % 2 else term)
    return Add(tuple(terms))


def _is_differential(node: Node) -> bool:
    if isinstance(node, Mul):
        node = node.factors[0]
    if isinstance(node, Pow):
        node = node.base
    return node == Var("d")


_DEGREE = Div(Const("pi"), Num(Fraction(180)))
_FACTOR_COMMANDS = frozenset(
    (
        "sum",
        "prod",
        "frac",
        "binom",
        "pi",
        "infty",
        "langle",
        "lfloor",
        "lceil",
        "rootsign",
        "cuberootsign",
        "fourthrootsign",
        "sqrt",
    )
)
_INVERSES = {
    "sin": "arcsin", "cos": "arccos", "tan": "arctan", "cot": "arccot", "sec": "arcsec", "csc": "arccsc",
    "sinh": "arcsinh", "cosh": "arccosh", "tanh": "arctanh",
}  # fmt: skip
_MANY = frozenset(("max", "min", "gcd", "lcm", "binomial", "root"))
