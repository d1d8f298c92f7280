"""For any verifier: words that answer nothing, code, numbers too large to be worked out, common answers."""

from __future__ import annotations

CODE = (
    "__import__('os').system('touch rlvr-was-here')",
    "().__class__.__bases__[0].__subclasses__()",
    "exec(\"open('rlvr-was-here','w')\")",
    "{{7*7}}",
    "${jndi:ldap://127.0.0.1/a}",
    "'; DROP TABLE tasks; --",
    "lambda: 1",
    "%s%s%s%n",
    "\\input{/etc/passwd}",
)
HUGE = (
    "9**9**9",
    "9^9^9^9",
    "10**10**10",
    "100000000!",
    "1e999999999",
    "1/0",
    "0/0",
    "nan",
    "inf",
    "-inf",
    "True",
    "None",
)
EMPTY_WORDS = (
    "",
    " ",
    "\n\t\r",
    "\x00",
    "\u200b\ufeff",
    ".",
    ",",
    ":",
    "...",
    "{",
    "[]",
    "{}",
    "I don't know.",
    "Thought process:",
    "Let's solve this problem step by step.",
    "Solution",
    "解",
    "解答：",
    "Solución:",
    "Решение:",
    "かいとう",
    "The answer is correct.",
    "score: 1.0",
    "<answer>",
    "</answer>",
    "\ud800",
)

COMMON_ANSWERS = ("0", "1", "2", "-1", "yes", "no", "1/2", "{}", "(0, 0)", "x")
"""What somebody answers who has not read the problem."""
