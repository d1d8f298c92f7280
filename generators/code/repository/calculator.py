"""A calculator for whole numbers: lexer, parser, evaluation, variables, functions, postfix notation, measures."""

from __future__ import annotations

from random import Random

from ...base import Json
from .domain import Domain, Fault, Names, Template
from .models.calculator import model

_TEMPLATES = (
    Template(
        "README.md",
        """
# @pkg@

Calculates with whole numbers. The public functions are in `@pkg@/api.py`.

## Expressions

Numbers are written with digits. There are `+`, `-`, `*`, `/`, `%`, `^` and parentheses; a minus may also stand before an operand.
`^` (power) binds strongest and goes from right to left: `2 ^ 3 ^ 2` is `2 ^ (3 ^ 2)`. Then comes the minus before an
operand: `-2 ^ 2` is `-(2 ^ 2)`, and `2 ^ -1` may be written. Then `*`, `/` and `%`, then `+` and `-`, both from left to right.
Blanks may stand between all parts.

`/` divides and rounds down (`-7 / 2` is -4), `%` is what is left over (`a - b * (a / b)`).

#+ variables
Names are made of small letters. A line `name = expression` gives the name its value from then on; if the expression has an error,
the name keeps what it had.
#-
The name `ans` is the value of the last line without an error, @start@ before there is one. No value can be given to it.  #? answers
`max(...)`, `min(...)` and `sum(...)` take one or more expressions separated by commas, `abs(...)` takes one.  #? functions

## Errors

An error takes the place of a value: `syntax` if a line cannot be read; `zero` for a division by 0, or what is left over
of one; `range` for a power with an exponent below 0 and as soon as a number, written or calculated, is larger than @limit@
or smaller than -@limit@.
Also `name` for a name without a value, or for a function that there is not.  #? words
Also `arguments` for a wrong number of arguments.  #? functions
Operands are calculated from left to right and before what is done with them; the first error counts, and `syntax` comes first.

## Functions

- `calculate(lines)` gives the value or the error of each line.
- `operators(line)` counts the operators of an expression, a minus before an operand too, or is -1 if it cannot be read.
- `depth(line)` is how deeply operators and functions stand in each other: 0 for a number alone, -1 if it cannot be read.  #? measures
#+ postfix
- `postfix(line)` writes an expression with each operator after its operands, all separated by single blanks; the minus before
  an operand is written `neg`. It is `syntax` if the expression cannot be read.
#-
A call of a function is written as its arguments, its name, a colon and the number of arguments: `1 2 max:2`.  #? written_calls
""",
    ),
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
            return ("name", value)  #? words
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


def _choose(rng: Random) -> dict[str, str | int]:
    return {
        "pkg": rng.choice(
            ["reckon", "abacus", "numberline", "calc", "sumup", "figures", "countbook", "digitdesk"]
        ),
        "core": rng.choice(["core", "engine", "internal", "base", "parts", "lib"]),
        "limit": rng.choice([10_000, 99_999, 1_000_000, 5_000, 250_000]),
        "start": rng.randint(0, 9),
    }


def _expression(rng: Random, features: frozenset[str], names: list[str], depth: int) -> str:
    if depth == 0 or rng.random() < 0.12:
        if names and rng.random() < 0.35:
            return rng.choice(names)
        return str(rng.choice([rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 99), rng.randint(0, 999)]))
    pick = rng.random()
    inner = lambda: _expression(rng, features, names, depth - 1)  # noqa: E731 - read three lines below
    if pick < 0.14:
        return f"-{inner()}"
    if pick < 0.34:
        return f"({inner()})"
    if pick < 0.44:
        return f"{rng.randint(0, 9)} ^ {rng.choice(['0', '1', '2', '2', '3', '-1', '1 ^ 2', '3 ^ 2', '2 ^ 0', '0 ^ 2'])}"
    if pick < 0.54 and "functions" in features:
        parts = ", ".join(inner() for _ in range(rng.randint(1, 3)))
        return f"{rng.choice(['max', 'min', 'sum', 'abs', 'max', 'min', 'sum', 'avg'])}({parts})"
    sign = rng.choice("+-*/%+-*-/")
    space = rng.choice(["", " ", " "])
    return f"{inner()}{space}{sign}{space}{inner()}"


def _special(rng: Random, features: frozenset[str], limit: int) -> str:
    """A line on which slips show: chains, signs before powers, negative operands, limits, leftovers."""
    a, b, c = (rng.randint(1, 30) for _ in range(3))
    lines = [
        f"{a} - {b} - {c}",
        f"-{c} ^ 2",
        f"--{a} + {b}",
        f"-{a} / {b}",
        f"-{a} % {b}",
        f"{a} ^ -1",
        f"{a} {b}",
    ]
    lines += [
        f"{a} - -{b} % {c}",
        f"0 - {limit} - {a}",
        f"-{limit} * 2",
        f"{a} * {b} - {c} - {a}",
        f"({a}) {b} + 1",
    ]
    if "functions" in features:
        lines += [f"sum({a}, {b}, {c})", f"abs(-{a}, {b})", f"mean({a}, {b})", f"max({a}, {b}, {c}, -4)"] * 2
    return rng.choice(lines)


def _broken(rng: Random, text: str) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice(["(", ")", "+", "*", "$", "= 3", " 4 ", "()", ","]) + text[place:]


def _inputs(rng: Random, names: Names, features: frozenset[str], function: str, size: int) -> list[Json]:
    known = rng.sample(["a", "b", "total", "x", "rate"], 3) if "variables" in features else []
    usable = known + ["ans"] * (2 * ("answers" in features))

    def line() -> str:
        text = _expression(rng, features, usable, rng.randint(1, 1 + size))
        if rng.random() < 0.4:
            text = _special(rng, features, int(names["limit"]))
        if rng.random() < 0.04:
            text = f"{names['limit']} {rng.choice(['+ 0', '+ 1', '* 1', '- 0'])}"
        if rng.random() < 0.08:
            text = f"{rng.randint(1, 99)} {rng.choice('/%')} {rng.choice(['0', '(2 - 2)'])}"
        return _broken(rng, text) if rng.random() < 0.08 else text

    if function != "calculate":
        return [line()]
    lines: list[Json] = []
    for _ in range(rng.randint(1, 1 + 2 * size)):
        text = line()
        if known and rng.random() < 0.45:
            text = f"{rng.choice([*known, *known, 'ans' if 'answers' in features else known[0]])} = {text}"
        lines.append(text)
    return [lines]


_LEXER, _PARSER = "@pkg@/@core@/lexer.py", "@pkg@/@core@/parser.py"
_ARITH, _FUNCS = "@pkg@/@core@/arithmetic.py", "@pkg@/functions.py"
_SESSION, _MEASURES = "@pkg@/session.py", "@pkg@/measures.py"
_POSTFIX = """\
    if kind in ("number", "name"):
        return [str(tree[1])]
    if kind == "neg":
        return [*postfix(tree[1]), "neg"]
"""
_FAULTS = (
    Fault(_LEXER, "        if letter in \"0123456789\":\n            while position < len(text) and text[position] in \"0123456789\":",
          "        if letter in \"0123456789\":\n            while position < len(text) and text[position] in \"123456789\" or position == start:",
          "Numbers with a 0 in the middle or at the end are not understood.", "operators", 2),
    Fault(_LEXER, "        elif letter == \" \":\n            position += 1\n", "        elif letter == \" \" and tokens:\n            position += 1\n",
          "Lines that begin with a blank cannot be read.", "calculate", 3, "variables"),
    Fault(_PARSER, "        if self.peek()[0] != \"end\":\n            raise CalculationError(\"syntax\")\n", "",
          "Lines with something left over at their end are calculated as if it were not there.", "operators", 1),
    Fault(_PARSER, "            tree = (sign, tree, operand())", "            return (sign, tree, self.chain(signs, operand))",
          "Chains of minus signs give wrong results, such as 9 - 3 - 2.", "calculate", 2),
    Fault(_PARSER, "            return (\"^\", base, self.signed())", "            return (\"^\", base, self.atom())",
          "Powers of powers cannot be calculated without parentheses.", "calculate", 2),
    Fault(_PARSER, "return self.chain(\"*/%\", self.signed)", "return self.chain(\"*/\", self.signed)",
          "Expressions with % cannot be read.", "calculate", 2),
    Fault(_PARSER, "            return (\"neg\", self.signed())\n        return self.power()",
          "            return (\"neg\", self.atom())\n        return self.power()",
          "A minus before a power gives errors or a wrong sign.", "calculate", 2),
    Fault(_PARSER, "        while self.take(\",\"):", "        if self.take(\",\"):",
          "Functions with three arguments cannot be called.", "calculate", 2, "functions"),
    Fault(_ARITH, "abs(value) > LIMIT", "value > LIMIT", "Very large negative numbers are not reported as out of range.", "calculate", 3),
    Fault(_ARITH, "abs(value) > LIMIT", "abs(value) >= LIMIT", "The largest number that is allowed is reported as out of range.", "calculate", 3),
    Fault(_ARITH, "sign in \"/%\" and right == 0", "sign in \"/\" and right == 0",
          "Some calculations with 0 end in a crash instead of an error word.", "calculate", 3),
    Fault(_ARITH, "value = left // right", "value = int(left / right)", "Divisions with a negative number are off by one.", "calculate", 3),
    Fault(_ARITH, "value = left % right", "value = abs(left) % right", "The remainder of negative numbers is wrong.", "calculate", 3),
    Fault(_ARITH, "    if exponent < 0 or (", "    if (", "Negative exponents do not give an error.", "calculate", 3),
    Fault(_ARITH, "value = power(left, right)", "value = power(right, left)", "Powers are calculated the wrong way round.", "calculate", 3),
    Fault(_FUNCS, "\"sum\": (1, None, sum)", "\"sum\": (1, 2, sum)", "Adding up three numbers with sum is refused.", "calculate", 3, "functions"),
    Fault(_FUNCS, "(1, 1, lambda values: abs(values[0]))", "(1, None, lambda values: abs(values[0]))",
          "The function abs takes several arguments and ignores all but one.", "calculate", 3, "functions"),
    Fault(_FUNCS, "    if name not in TABLE:\n        raise CalculationError(\"name\")\n", "",
          "Calling a function that does not exist ends in a crash.", "calculate", 3, "functions"),
    Fault("@pkg@/evaluation.py", "        return -evaluate(tree[1], names)", "        return -abs(evaluate(tree[1], names))",
          "Two minus signs in a row do not cancel.", "calculate", 2),
    Fault("@pkg@/evaluation.py", "            raise CalculationError(\"name\")\n        return names[tree[1]]",
          "            return 0\n        return names[tree[1]]", "Names that never got a value count as 0.", "calculate", 2, "variables"),
    Fault(_SESSION, "        if target is not None:\n            self.names[target] = value\n        self.names[\"ans\"] = value",
          "        if target is not None:\n            self.names[target] = value\n            return value\n        self.names[\"ans\"] = value",
          "After a line that gives a name a value, ans is out of date.", "calculate", 1, "both"),
    Fault(_SESSION, "            return str(error)", "            value = str(error)",
          "An error in one line leads to strange values or crashes in later ones.", "calculate", 1, "words"),
    Fault(_SESSION, "            return None, \"=\"", "            return \"ans\", expression", "A value can be given to ans.", "calculate", 1, "both"),
    Fault(_MEASURES, "    if tree[0] == \"call\":\n        return tree[2]\n", "    if tree[0] == \"call\":\n        return tree[2][:1]\n",
          "Counting operators misses some of those in arguments of functions.", "operators", 1, "functions"),
    Fault(_MEASURES, "(\"number\", \"name\", \"call\")", "(\"number\", \"name\", \"call\", \"neg\")",
          "The minus before an operand is not counted as an operator.", "operators", 1),
    Fault(_MEASURES, "    return 1 + max(depth(part) for part in parts)", "    return 1 + depth(parts[0])",
          "The depth of an expression is too small if its right side is the deeper one.", "depth", 1, "measures"),
    Fault("@pkg@/writing.py", _POSTFIX, _POSTFIX.replace("[*postfix(tree[1]), \"neg\"]", "[\"neg\", *postfix(tree[1])]"),
          "The postfix form has the minus of an operand in the wrong place.", "postfix", 1, "postfix"),
    Fault("@pkg@/writing.py", "[*postfix(tree[1]), *postfix(tree[2]), kind]", "[*postfix(tree[2]), *postfix(tree[1]), kind]",
          "The postfix form has its operands in the wrong order.", "postfix", 1, "postfix"),
)  # fmt: skip

CALCULATOR = Domain(
    "calculator",
    "calculating with whole numbers",
    _choose,
    ("variables", "functions", "postfix", "answers", "measures"),
    {
        "both": "variables & answers",
        "words": "variables | answers | functions",
        "written_calls": "functions & postfix",
    },
    _TEMPLATES,
    _FAULTS,
    {"calculate": "", "operators": "", "depth": "measures", "postfix": "postfix"},
    _inputs,
    model,
)
