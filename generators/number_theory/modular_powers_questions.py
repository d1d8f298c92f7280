"""The wordings of questions about powers modulo an integer, kind by kind."""

from __future__ import annotations

_POWER = (
    "What is the remainder when {text} is divided by {m}?{note} Answer with an integer.",
    "Compute ({text}) mod {m}.{note} Give an integer from 0 to {last}.",
    "{text} is divided by {m}.{note} Which remainder, from 0 to {last}, is left?",
)
QUESTIONS = {
    "power": _POWER,
    "sum": _POWER,
    "tower": _POWER,
    "inverse": (
        "Find the multiplicative inverse of {a} modulo {m}, as an integer from 1 to {last}.",
        "Which integer x with 0 < x < {m} satisfies {a} * x ≡ 1 (mod {m})? Give x.",
        "{a} times which positive integer below {m} leaves remainder 1 on division by {m}? Answer with that integer.",
    ),
    "linear": (
        "Find the integer x with 0 <= x < {m} and {a} * x ≡ {b} (mod {m}). Give x.",
        "Solve {a} x ≡ {b} (mod {m}). Answer with the least nonnegative integer x.",
        "What is the least nonnegative integer whose product with {a} leaves remainder {b} on division by {m}?",
    ),
    "order": (
        "What is the multiplicative order of {a} modulo {m}? Answer with an integer.",
        "Find the smallest positive integer k such that {a}^k ≡ 1 (mod {m}).",
        "How large must a positive exponent k be at least for {a}^k to leave remainder 1 on division by {m}? Give the "
        "least k.",
    ),
    "log": (
        "Find the smallest positive integer x such that {a}^x ≡ {b} (mod {m}).",
        "What is the discrete logarithm of {b} to the base {a} modulo the prime {m}? Give the least positive exponent.",
        "The powers of {a} are divided by {m}. What is the smallest positive exponent for which the remainder is {b}? "
        "Answer with an integer.",
    ),
    "root": (
        "Find the smallest positive integer x such that x^2 ≡ {a} (mod {m}).",
        "The prime {m} divides x^2 - {a} for some integers x. What is the least positive x of this kind?",
        "Modulo the prime {m}, {a} is a square. Give the smaller of its two square roots between 1 and {last}.",
    ),
}
