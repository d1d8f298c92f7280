"""The wordings of questions about digits, kind by kind."""

from __future__ import annotations

QUESTIONS = {
    "sum": (
        "What is the sum of the decimal digits of {n}? Answer with an integer.",
        "Add up all digits of the number {n}.",
        "Find the digit sum (cross sum) of {n}.",
    ),
    "reversal": (
        "Reverse the order of the digits of {n} and {verb} {n}. What is the result? Give an integer.",
        "Let m be the number {n} read backwards. Compute {expression}.",
        "Write the digits of {n} in reverse order to get m. What is {expression}? Answer with an integer.",
    ),
    "root": (
        "What is the digital root of {a}^{b}? (Take the sum of the decimal digits, then the sum of the digits of that, "
        "and so on, until one digit is left.)",
        "Add the digits of {a}^{b}, then the digits of the result, and so on. Which single digit is left in the end?",
        "Replace {a}^{b} by the sum of its digits again and again until a number below 10 is left. Which number is it?",
    ),
    "power": (
        "What is the sum of the decimal digits of {a}^{b}? Answer with an integer.",
        "Write {a}^{b} out in decimal and add up its digits. What is the sum?",
        "Find the digit sum of the number {a}^{b}.",
    ),
    "last": (
        "What do the last {k} decimal digits of {a}^{b} form, read as an integer (leading zeros dropped)?",
        "{a}^{b} is written in decimal. Give the number that its last {k} digits form, without leading zeros.",
        "Cut off all but the final {k} digits of {a}^{b}. Which integer is left (leading zeros do not count)?",
    ),
    "zeros": (
        "With how many zeros does {n}! (the factorial of {n}) end when it is written in base {base}?",
        "How many zeros stand at the end of {n}! in base {base}? Answer with an integer.",
        "{n}! = 1 * 2 * ... * {n} is written in base {base}. How many trailing zeros does it have?",
    ),
    "quotient": (
        "With how many zeros does the integer {n}! / ({m}! * {d}!) end in decimal? (n! is the factorial.)",
        "How many zeros stand at the end of the binomial coefficient C({n}, {m}) = {n}! / ({m}! * {d}!) in decimal? "
        "Answer with an integer.",
        "From {n} things, {m} are chosen. The number of ways, {n}! / ({m}! * {d}!), is written in decimal. How many "
        "trailing zeros does it have?",
    ),
    "length": (
        "All integers from {low} to {high} are written down, one after the other. How many digits is that altogether?",
        "How many digits do the integers {low}, ..., {high} have together? Answer with an integer.",
        "A printer numbers tickets from {low} to {high}, without leading zeros. How many digits does it print?",
    ),
    "count": (
        "How often is the digit {d} written when all integers from {low} to {high} are written down?",
        "Count how many times the digit {d} occurs in the integers {low}, ..., {high} altogether (22 has two 2s, say).",
        "A printer numbers tickets from {low} to {high}, without leading zeros. How many times does it print the "
        "digit {d}?",
    ),
    "total": (
        "Take all integers from {low} to {high} and add up all of their digits. What is the total?",
        "What is the sum of the digit sums of the integers {low}, ..., {high}? Answer with an integer.",
        "Each of the integers from {low} to {high} is replaced by the sum of its digits. What do these add up to?",
    ),
    "place": (
        "The positive integers are written one after the other: 123456789101112131415... Which digit is at place {n}, "
        "the first place being 1?",
        "What is digit number {n} of the string 1234567891011121314..., which joins all positive integers in order?",
        "Someone writes 1, 2, 3, ... without spaces until {n} digits are on the paper. What is the last digit written?",
    ),
}
