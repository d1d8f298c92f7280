"""A scalar as a line in one of its variables, and with a variable replaced."""

from __future__ import annotations

from fractions import Fraction

from .budget import Budget, Unreadable
from .exact import evaluate
from .tree import Add, Call, Div, Mul, Neg, Node, Num, Pow, Sum, Var, variables


def linear(node: Node, name: str) -> tuple[Node, Node] | None:
    """A scalar as ``a + name b``, with a and b free of the variable; None if it is none."""
    zero = Num(Fraction(0))
    if name not in variables(node):
        return node, zero
    match node:
        case Var():
            return zero, Num(Fraction(1))
        case Add(terms=terms):
            lines = [linear(term, name) for term in terms]
            if any(line is None for line in lines):
                return None
            return Add(tuple(at[0] for at in lines if at)), Add(tuple(at[1] for at in lines if at))
        case Neg(value=value):
            line = linear(value, name)
            return None if line is None else (Neg(line[0]), Neg(line[1]))
        case Div(top=top, bottom=bottom) if name not in variables(bottom):
            line = linear(top, name)
            return None if line is None else (Div(line[0], bottom), Div(line[1], bottom))
        case Mul(factors=factors):
            moving = [factor for factor in factors if name in variables(factor)]
            if len(moving) != 1 or (line := linear(moving[0], name)) is None:
                return None
            rest = tuple(factor for factor in factors if name not in variables(factor))
            return Mul((*rest, line[0])), Mul((*rest, line[1]))
    return None


def substitute(node: Node, name: str, value: Node) -> Node:
    """The scalar with a variable replaced; powers of -1 worked out where their exponent is even or odd."""
    match node:
        case Var(name=own):
            return value if own == name else node
        case Add(terms=terms):
            return Add(tuple(substitute(term, name, value) for term in terms))
        case Mul(factors=factors):
            return Mul(tuple(substitute(factor, name, value) for factor in factors))
        case Neg(value=inner):
            return Neg(substitute(inner, name, value))
        case Div(top=top, bottom=bottom):
            return Div(substitute(top, name, value), substitute(bottom, name, value))
        case Pow(base=base, exponent=exponent):
            base, exponent = substitute(base, name, value), substitute(exponent, name, value)
            if (
                base in (Neg(Num(Fraction(1))), Num(Fraction(-1)))
                and (line := linear(exponent, name)) is not None
            ):
                start, step = evaluate(line[0], Budget()), evaluate(line[1], Budget())
                if (
                    isinstance(start, Fraction)
                    and isinstance(step, Fraction)
                    and step % 2 == 0
                    and start.denominator == 1
                ):
                    return Num(Fraction(-1 if start % 2 else 1))
            return Pow(base, exponent)
        case Sum():
            raise Unreadable("Sums in families are not read.")
        case Call(name=function, arguments=arguments):
            return Call(function, tuple(substitute(argument, name, value) for argument in arguments))
    return node
