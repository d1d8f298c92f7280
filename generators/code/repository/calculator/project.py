"""A calculator for whole numbers: the files of a project."""

from __future__ import annotations

from ..domain import Template
from .readme import README

TEMPLATES = (
    README,
    Template(
        "@pkg@/@core@/lexer.py",
        '''
"""From text to tokens."""

from @pkg@.@core@.errors import CalculationError

SIGNS = "+-*/%^()"
SIGNS += ","  #? functions


def tokens_of(text):
    """The tokens of a text: ("number", 12), ("sign", "+") or ("name", "x"), and ("end", "") at the end."""
    tokens, position = [], 0
    while position < len(text):
        letter = text[position]
        start = position
        if letter in "0123456789":
            while position < len(text) and text[position] in "0123456789":
                position += 1
            tokens.append(("number", int(text[start:position])))
        elif "a" <= letter <= "z":
            while position < len(text) and "a" <= text[position] <= "z":
                position += 1
            tokens.append(("name", text[start:position]))
        elif letter in SIGNS:
            tokens.append(("sign", letter))
            position += 1
        elif letter == " ":
            position += 1
        else:
            raise CalculationError("syntax")
    tokens.append(("end", ""))
    return tokens
''',
    ),
    Template(
        "@pkg@/@core@/errors.py",
        '''
"""The one kind of error."""


class CalculationError(Exception):
    """Its text is what the user gets: "syntax", "zero", ..."""
''',
    ),
    Template(
        "@pkg@/@core@/parser.py",
        '''
"""From tokens to a tree.

A tree is ("number", value), ("name", text), ("neg", tree), ("call", name, trees) or (sign, left, right).
"""

from @pkg@.@core@.errors import CalculationError
from @pkg@.@core@.lexer import tokens_of


class Parser:
    """Reads one expression."""

    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.position = 0

    def peek(self):
        """The next token."""
        return self.tokens[self.position]

    def take(self, sign):
        """Go over a sign if it is next."""
        if self.peek() == ("sign", sign):
            self.position += 1
            return True
        return False

    def need(self, sign):
        """Go over a sign that must be next."""
        if not self.take(sign):
            raise CalculationError("syntax")

    def whole(self):
        """The tree of the whole text."""
        tree = self.sum()
        if self.peek()[0] != "end":
            raise CalculationError("syntax")
        return tree

    def chain(self, signs, operand):
        """Operands with signs between them, from left to right."""
        tree = operand()
        while self.peek()[0] == "sign" and self.peek()[1] in signs:
            sign = self.peek()[1]
            self.position += 1
            tree = (sign, tree, operand())
        return tree

    def sum(self):
        """Products with + and - between them."""
        return self.chain("+-", self.product)

    def product(self):
        """Operands with *, / and % between them."""
        return self.chain("*/%", self.signed)

    def signed(self):
        """A power, with any number of minus signs before it."""
        if self.take("-"):
            return ("neg", self.signed())
        return self.power()

    def power(self):
        """An atom, perhaps with an exponent."""
        base = self.atom()
        if self.take("^"):
            return ("^", base, self.signed())
        return base

    def atom(self):
        """A number, something in parentheses, a name or a call."""
        kind, value = self.peek()
        if self.take("("):
            tree = self.sum()
            self.need(")")
            return tree
        if kind == "number":
            self.position += 1
            return ("number", value)
        if kind == "name":  #? words
            self.position += 1  #? words
            return self.call(value) if self.take("(") else ("name", value)  #? functions
            return ("name", value)  #? plain_words
        raise CalculationError("syntax")

#+ functions
    def call(self, name):
        """The arguments of a call, behind its opening parenthesis."""
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        self.need(")")
        return ("call", name, arguments)
#-


def parse(text):
    """The tree of an expression."""
    return Parser(text).whole()
''',
    ),
    Template(
        "@pkg@/@core@/arithmetic.py",
        '''
"""What the operators do."""

from @pkg@.@core@.errors import CalculationError

LIMIT = @limit@


def checked(value):
    """A value, if it is not too large."""
    if abs(value) > LIMIT:
        raise CalculationError("range")
    return value


def power(base, exponent):
    """`base` to the power of `exponent`."""
    if exponent < 0 or (exponent > 64 and abs(base) > 1):
        raise CalculationError("range")
    return base**exponent


def combine(sign, left, right):
    """The value of two values with an operator between them."""
    if sign in "/%" and right == 0:
        raise CalculationError("zero")
    if sign == "+":
        value = left + right
    elif sign == "-":
        value = left - right
    elif sign == "*":
        value = left * right
    elif sign == "/":
        value = left // right
    elif sign == "%":
        value = left % right
    else:
        value = power(left, right)
    return checked(value)
''',
    ),
    Template(
        "@pkg@/functions.py",
        '''
"""The functions that an expression can call."""

from @pkg@.@core@.errors import CalculationError

# Name, least and largest number of arguments (None: any), and what it does with their list.
TABLE = {
    "max": (1, None, max),
    "min": (1, None, min),
    "sum": (1, None, sum),
    "abs": (1, 1, lambda values: abs(values[0])),
}


def call(name, values):
    """The value of a function."""
    if name not in TABLE:
        raise CalculationError("name")
    least, most, function = TABLE[name]
    if len(values) < least or (most is not None and len(values) > most):
        raise CalculationError("arguments")
    return function(values)
''',
        "functions",
    ),
    Template(
        "@pkg@/evaluation.py",
        '''
"""The value of a tree."""

from @pkg@.@core@.arithmetic import checked, combine
from @pkg@.@core@.errors import CalculationError  #? words
from @pkg@ import functions  #? functions


def evaluate(tree, names):
    """The value of a tree, with the values of names."""
    kind = tree[0]
    if kind == "number":
        return checked(tree[1])
    if kind == "neg":
        return -evaluate(tree[1], names)
#+ words
    if kind == "name":
        if tree[1] not in names:
            raise CalculationError("name")
        return names[tree[1]]
#-
    if kind == "call":  #? functions
        values = [evaluate(argument, names) for argument in tree[2]]  #? functions
        return checked(functions.call(tree[1], values))  #? functions
    left = evaluate(tree[1], names)
    right = evaluate(tree[2], names)
    return combine(kind, left, right)
''',
    ),
    Template(
        "@pkg@/session.py",
        '''
"""A session: lines that are calculated one after the other."""

from @pkg@.@core@.errors import CalculationError
from @pkg@.@core@.parser import parse
from @pkg@.evaluation import evaluate


class Session:
    """Knows the values of names."""

    def __init__(self):
        self.names = {}
        self.names["ans"] = @start@  #? answers

    def line(self, text):
        """The value of a line, or the word for its error."""
        target, expression = split(text)
        try:
            value = evaluate(parse(expression), self.names)
        except CalculationError as error:
            return str(error)
        if target is not None:
            self.names[target] = value
        self.names["ans"] = value  #? answers
        return value


def split(text):
    """The name that a line gives a value to, or None, and its expression."""
#+ variables
    name, equals, expression = text.partition("=")
    name = name.strip()
    if equals and name.isalpha() and name.islower():
        if name == "ans":  #? both
            return None, "="  #? both
        return name, expression
#-
    return None, text
''',
    ),
    Template(
        "@pkg@/writing.py",
        '''
"""Writing a tree down in another way."""


def postfix(tree):
    """The parts of a tree, operands first."""
    kind = tree[0]
    if kind in ("number", "name"):
        return [str(tree[1])]
    if kind == "neg":
        return [*postfix(tree[1]), "neg"]
#+ functions
    if kind == "call":
        parts = []
        for argument in tree[2]:
            parts += postfix(argument)
        return [*parts, f"{tree[1]}:{len(tree[2])}"]
#-
    return [*postfix(tree[1]), *postfix(tree[2]), kind]
''',
        "postfix",
    ),
    Template(
        "@pkg@/measures.py",
        '''
"""Measures of a tree."""


def parts_of(tree):
    """The trees right below a tree."""
    if tree[0] in ("number", "name"):
        return []
    if tree[0] == "call":  #? functions
        return tree[2]  #? functions
    return list(tree[1:])


def operators(tree):
    """The number of operators in a tree."""
    below = sum(operators(part) for part in parts_of(tree))
    return below + (tree[0] not in ("number", "name", "call"))


#+ measures
def depth(tree):
    """How deeply operators and functions stand in each other."""
    parts = parts_of(tree)
    if not parts:
        return 0
    return 1 + max(depth(part) for part in parts)
#-
''',
    ),
    Template(
        "@pkg@/api.py",
        '''
"""The public functions."""

from @pkg@ import measures
from @pkg@ import writing  #? postfix
from @pkg@.@core@.errors import CalculationError
from @pkg@.@core@.parser import parse
from @pkg@.session import Session


def calculate(lines):
    """The value or the error of each line."""
    session = Session()
    return [session.line(line) for line in lines]


def operators(line):
    """The number of operators of an expression, -1 if it cannot be read."""
    try:
        return measures.operators(parse(line))
    except CalculationError:
        return -1


#+ measures
def depth(line):
    """How deep an expression is, -1 if it cannot be read."""
    try:
        return measures.depth(parse(line))
    except CalculationError:
        return -1
#-


#+ postfix
def postfix(line):
    """An expression with its operators after their operands."""
    try:
        return " ".join(writing.postfix(parse(line)))
    except CalculationError as error:
        return str(error)
#-
''',
    ),
)
