"""The wordings of equations in integers, kind by kind."""

from __future__ import annotations

_ANY = (
    "Find integers {names} with {equation}. Any solution counts. Answer in the form {form}, or: no solution.",
    "Does {equation} have a solution in integers? If so, give one, whichever you like, in the form {form}; "
    "if not, answer: no solution.",
    "{equation}\n\nSolve this equation in integers (negative ones are allowed). One solution is enough: write it in "
    "the form {form}. If there is none, write: no solution.",
)
_COUNT = (
    "How many solutions in {sort} integers does {equation} have? Answer with an integer.",
    "Count the {tuples} of {sort} integers with {equation}. Give the number as an integer.",
    "{equation}\n\nIn how many ways can {names} be chosen as {sort} integers so that this holds? Give an integer.",
)
QUESTIONS = {
    "any": _ANY,
    "three": _ANY,
    "least": (
        "What is the smallest positive integer x for which there is an integer y, of either sign or 0, with "
        "{equation}? Give x.",
        "Among all integer solutions (x, y) of {equation}, y being allowed to be negative, take the one with the "
        "smallest positive x. Give that x as an integer.",
        "{equation}\n\nx and y are integers and x > 0. Find the least possible value of x; give only that integer.",
    ),
    "count": _COUNT,
    "ways": _COUNT,
    "frobenius": (
        "In a country there are only coins worth {a} and {b}. What is the largest whole amount that cannot be paid "
        "exactly with such coins, without change? Give an integer.",
        "What is the largest integer that is not of the form {a} x + {b} y with nonnegative integers x and y?",
        "Eggs are sold in boxes of {a} and in boxes of {b}, and boxes are not opened. What is the largest number of "
        "eggs that cannot be bought exactly? Answer with an integer.",
    ),
}
