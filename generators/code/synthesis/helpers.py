"""Small functions that references are written with; a reference holds those that it needs, above its own function."""

from __future__ import annotations

HELPERS: dict[str, str] = {
    "math": "import math",
    "deque": "from collections import deque",
    "digit_sum": """
def digit_sum(n):
    return sum(int(digit) for digit in str(abs(n)))
""",
    "turned": """
def turned(n):
    backwards = int(str(abs(n))[::-1])
    return -backwards if n < 0 else backwards
""",
    "count_divisors": """
def count_divisors(n):
    n = abs(n)
    return sum(1 for d in range(1, n + 1) if n % d == 0)
""",
    "is_prime": """
def is_prime(n):
    if n < 2:
        return False
    return all(n % d for d in range(2, math.isqrt(n) + 1))
""",
    "is_square": """
def is_square(n):
    return n >= 0 and math.isqrt(n) ** 2 == n
""",
    "spread": """
def spread(items):
    if not items:
        return 0
    return max(items) - min(items)
""",
    "count_vowels": """
def count_vowels(text):
    return sum(1 for c in text if c in "aeiouAEIOU")
""",
    "drop_vowels": """
def drop_vowels(text):
    return "".join(c for c in text if c not in "aeiouAEIOU")
""",
    "starts_with_vowel": """
def starts_with_vowel(text):
    return text != "" and text[0] in "aeiouAEIOU"
""",
    "shift_letters": """
def shift_letters(text, places):
    shifted = []
    for c in text:
        if "a" <= c <= "z":
            c = chr((ord(c) - ord("a") + places) % 26 + ord("a"))
        elif "A" <= c <= "Z":
            c = chr((ord(c) - ord("A") + places) % 26 + ord("A"))
        shifted.append(c)
    return "".join(shifted)
""",
    "squeeze": """
def squeeze(text):
    kept = ""
    for c in text:
        if not kept or kept[-1] != c:
            kept += c
    return kept
""",
    "runs": """
def runs(items):
    found = []
    for item in items:
        if found and found[-1][0] == item:
            found[-1][1] += 1
        else:
            found.append([item, 1])
    return found
""",
    "preorder": """
def preorder(node):
    values = [node["value"]]
    for child in node["children"]:
        values.extend(preorder(child))
    return values
""",
    "postorder": """
def postorder(node):
    values = []
    for child in node["children"]:
        values.extend(postorder(child))
    values.append(node["value"])
    return values
""",
    "leaves": """
def leaves(node):
    if not node["children"]:
        return [node["value"]]
    return [value for child in node["children"] for value in leaves(child)]
""",
    "paths": """
def paths(node):
    if not node["children"]:
        return [[node["value"]]]
    return [[node["value"]] + path for child in node["children"] for path in paths(child)]
""",
    "levels": """
def levels(tree):
    rows = []
    row = [tree]
    while row:
        rows.append([node["value"] for node in row])
        row = [child for node in row for child in node["children"]]
    return rows
""",
    "height": """
def height(node):
    return 1 + max((height(child) for child in node["children"]), default=0)
""",
    "mirror": """
def mirror(node):
    children = [mirror(child) for child in reversed(node["children"])]
    return {"value": node["value"], "children": children}
""",
    "node_count": """
def node_count(node):
    return 1 + sum(node_count(child) for child in node["children"])
""",
    "value_sum": """
def value_sum(node):
    return node["value"] + sum(value_sum(child) for child in node["children"])
""",
}

NEEDS = {"is_prime": ("math",), "is_square": ("math",)}
"""Helpers that themselves need another."""
