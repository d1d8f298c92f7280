"""The wordings of questions about divisors and ranges, kind by kind."""

from __future__ import annotations

QUESTIONS = {
    "number": (
        "How many positive divisors does {n} have? Answer with an integer.",
        "Count the positive integers that divide {n}, 1 and {n} included.",
        "In how many ways can {n} tiles be laid out as a full rectangle, if rows and columns may be as many as one "
        "likes, and exchanging their numbers counts as another way (unless they are equal)? Answer with an integer.",
    ),
    "sum": (
        "What is the sum of all positive divisors of {n}, 1 and {n} included? Answer with an integer.",
        "Add up all positive integers that divide {n} ({n} itself is one of them). Give the sum.",
        "Compute sigma({n}), the sum of the positive divisors of {n}.",
    ),
    "phi": (
        "How many of the integers from 1 to {n} have no common divisor with {n} other than 1?",
        "Compute Euler's totient phi({n}).",
        "Count the fractions a/{n} with 1 <= a <= {n} that are in lowest terms. Answer with an integer.",
    ),
    "squares": (
        "How many perfect squares divide {n}? (1 is a perfect square.) Answer with an integer.",
        "Count the positive integers k for which k^2 is a divisor of {n}.",
        "How many positive divisors of {n} are squares of integers? Answer with an integer.",
    ),
    "odd": (
        "How many odd positive divisors does {n} have? Answer with an integer.",
        "Count the positive divisors of {n} that are not divisible by 2.",
        "How many of the positive integers that divide {n} are odd? Give the number.",
    ),
    "multiples": (
        "How many positive divisors of {n} are multiples of {d}? Answer with an integer.",
        "Count the positive integers that divide {n} and are divisible by {d}.",
        "A number is divisible by {d} and divides {n}. How many such positive numbers are there?",
    ),
    "prime": (
        "What is the largest prime factor of {n}?",
        "Which is the largest prime number that divides {n}?",
        "Find the greatest prime p such that {n} is a multiple of p.",
    ),
    "divisible": (
        "How many integers from {low} to {high} (both included) are divisible by {d}?",
        "Count the multiples of {d} from {low} to {high}, these two included. Answer with an integer.",
        "How many integers n with {low} <= n <= {high} leave no remainder when divided by {d}?",
    ),
    "either": (
        "How many integers from {low} to {high} (both included) are divisible by {c} or by {d} (or by both)?",
        "Count the integers n with {low} <= n <= {high} that are a multiple of at least one of {c} and {d}.",
        "Of the numbers {low} to {high}, all those are marked that {c} or {d} or both divide. How many are marked?",
    ),
    "exactly": (
        "How many integers from {low} to {high} (both included) are divisible by exactly one of {c} and {d}?",
        "Count the integers n with {low} <= n <= {high} that are a multiple of {c} or of {d}, but not of both.",
        "Lamps numbered {low} to {high} are off. The switch of every multiple of {c} is pressed, then that of every "
        "multiple of {d}; each press turns a lamp on or off. How many lamps are on in the end?",
    ),
    "neither": (
        "How many integers from {low} to {high} (both included) are divisible neither by {c} nor by {d}?",
        "Count the integers n with {low} <= n <= {high} that are no multiple of {c} and no multiple of {d}.",
        "From the integers {low}, ..., {high}, all multiples of {c} and all multiples of {d} are struck out. How many "
        "numbers remain?",
    ),
    "coprime": (
        "How many integers from {low} to {high} (both included) are coprime to {d}?",
        "Count the integers n with {low} <= n <= {high} and gcd(n, {d}) = 1.",
        "How many of the integers {low}, ..., {high} share no prime factor with {d}? Answer with an integer.",
    ),
    "primes": (
        "How many prime numbers are there from {low} to {high} (both included)?",
        "Count the primes p with {low} <= p <= {high}.",
        "How many of the integers {low}, ..., {high} are prime? Answer with an integer.",
    ),
}
