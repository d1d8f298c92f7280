# ruff: noqa: E501 - a file of a generated project, as it is
"""A calculator for whole numbers: its README."""

from __future__ import annotations

from ..domain import Template

README = Template(
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
The name `ans` is the value of the last line without an error, @start@ before there is one. No value can be given to it: a line that does cannot be read.  #? answers
`max(...)`, `min(...)` and `sum(...)` take one or more expressions separated by commas, `abs(...)` takes one.  #? functions
A call with nothing between its parentheses cannot be read, whatever its name.  #? functions

## Errors

An error takes the place of a value: `syntax` if a line cannot be read; `zero` for a division by 0, or what is left over
of one; `range` for a power with an exponent below 0 and as soon as a number, written or calculated, is larger than @limit@
or smaller than -@limit@.
Also `name` for a name without a value.  #? plain_words
Also `name` for a name without a value, or for a function that there is not.  #? functions
Also `arguments` for a wrong number of arguments.  #? functions
Operands are calculated from left to right and before what is done with them; the first error counts, and `syntax` comes first.
The arguments of a function are its operands.  #? functions

## Functions

Only `calculate(lines)` knows lines that give a name a value; for the others such a line cannot be read.  #? variables
- `calculate(lines)` gives the value or the error of each line.
- `operators(line)` counts the operators of an expression, a minus before an operand too, or is -1 if it cannot be read.
- `depth(line)` is how deeply operators and functions stand in each other: 0 for a number alone, -1 if it cannot be read.  #? measures
#+ postfix
- `postfix(line)` writes an expression with each operator after its operands, all separated by single blanks; the minus before
  an operand is written `neg`, and numbers without needless zeros before them. It is `syntax` if the expression cannot be read.
#-
A call of a function is written as its arguments, its name, a colon and the number of arguments: `1 2 max:2`.  #? written_calls
""",
)
