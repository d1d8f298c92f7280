"""What expressions are made of: operations on numbers, texts, truth values, pairs and lists, in English and Python."""

from __future__ import annotations

from .language import Op

MOD = (
    "m % n is the remainder of m divided by n; for a positive n it is never negative, for a negative m either "
    "(as in Python: -7 % 3 = 2)."
)
FLOOR = "m // n is the quotient rounded down (as in Python: -7 // 2 = -4)."
DIGITS = "The digits of a number are the decimal digits of its absolute value; 0 has the one digit 0."
VOWELS = "Vowels are the letters a, e, i, o and u, in lower and in upper case."
CODES = "Texts are compared character by character by code point, as Python does (so Z comes before a)."
SHORT = "The first or last n characters of a text that has fewer are the whole text."
PAIR = "A pair is a list of two values: r[0] is the first and r[1] the second one."
_CASE = "Upper-case and lower-case letters are different characters."

SCALARS: dict[str, Op] = {
    # numbers to numbers
    "add": Op(("int", "#1..12"), "int", "{a} + {1}", "{a} + {1}", "formula", weight=2),
    "sub": Op(("int", "#1..12"), "int", "{a} - {1}", "{a} - {1}", "formula"),
    "from": Op(("#5..40", "int"), "int", "{0} - {b}", "{0} - {b}", "formula"),
    "times": Op(("int", "#2..9"), "int", "{a} * {1}", "{a} * {1}", "formula", weight=2),
    "mod": Op(("int", "#3..11"), "int", "{a} % {1}", "{a} % {1}", "formula", notes=(MOD,), weight=2),
    "div": Op(("int", "#2..7"), "int", "{a} // {1}", "{a} // {1}", "formula", notes=(FLOOR,)),
    "abs": Op(("int",), "int", "the absolute value of {a}", "abs({0})"),
    "square": Op(("int",), "int", "the square of {a}", "{a} ** 2"),
    "digit_sum": Op(
        ("int",), "int", "the digit sum of {a}", "digit_sum({0})", notes=(DIGITS,), helper="digit_sum", tier=1
    ),
    "digit_count": Op(
        ("int",), "int", "the number of digits of {a}", "len(str(abs({0})))", notes=(DIGITS,), tier=2, weight=0.5
    ),
    "top_digit": Op(
        ("int",), "int", "the largest digit of {a}", "max(map(int, str(abs({0}))))", notes=(DIGITS,), tier=2
    ),
    "turned": Op(
        ("int",),
        "int",
        "the digit reversal of {a}",
        "turned({0})",
        notes=(
            "The digit reversal of a number has its digits in the opposite order, without leading zeros, and the "
            "same sign: 120 becomes 21, and -35 becomes -53.",
        ),
        helper="turned",
        tier=3,
    ),
    "gcd": Op(
        ("int", "#6..60"),
        "int",
        "the greatest common divisor of {a} and {1}",
        "math.gcd({0}, {1})",
        notes=("A greatest common divisor is never negative; that of 0 and n is n.",),
        helper="math",
        tier=3,
    ),
    "at_least": Op(("int", "#-5..30"), "int", "the larger one of {a} and {1}", "max({0}, {1})", tier=2),
    "at_most": Op(("int", "#5..40"), "int", "the smaller one of {a} and {1}", "min({0}, {1})", tier=2),
    "clamp": Op(
        ("int", "#-9..5", "#8..40"),
        "int",
        "{a} limited to the range from {1} to {2}",
        "max({1}, min({2}, {0}))",
        notes=("A number limited to a range becomes the end of the range that it lies beyond, if it does.",),
        tier=3, form="suffix",
    ),
    "ones": Op(
        ("int",),
        "int",
        "the number of ones in the binary form of {a}",
        'bin({0}).count("1")',
        notes=("The binary form of a negative number is that of its absolute value, with a minus sign.",),
        tier=4,
    ),
    "divisors": Op(
        ("int",),
        "int",
        "the number of positive divisors of {a}",
        "count_divisors({0})",
        notes=("Divisors of a negative number are those of its absolute value; 0 is taken to have 0 divisors.",),
        helper="count_divisors",
        tier=4,
        weight=0.6,
    ),
    # two numbers
    "plus": Op(("int", "int"), "int", "{a} + {b}", "{a} + {b}", "formula", tier=2),
    "minus": Op(("int", "int"), "int", "{a} - {b}", "{a} - {b}", "formula", tier=2),
    "product": Op(("int", "int"), "int", "{a} * {b}", "{a} * {b}", "formula", tier=2),
    "larger": Op(("int", "int"), "int", "the larger one of {a} and {b}", "max({0}, {1})", tier=2),
    "smaller": Op(("int", "int"), "int", "the smaller one of {a} and {b}", "min({0}, {1})", tier=2),
    "distance": Op(
        ("int", "int"), "int", "the absolute difference of {a} and {b}", "abs({a} - {b})", tier=2
    ),
    "common": Op(
        ("int", "int"),
        "int",
        "the greatest common divisor of {a} and {b}",
        "math.gcd({0}, {1})",
        notes=("A greatest common divisor is never negative; that of 0 and n is the absolute value of n.",),
        helper="math",
        tier=4,
    ),
    # numbers to truth values
    "even": Op(("int",), "bool", "{0} is even", "{a} % 2 == 0", "clause", "{0} is odd"),
    "divides": Op(
        ("int", "#3..9"), "bool", "{0} is divisible by {1}", "{a} % {1} == 0", "clause", "{0} is not divisible by {1}"
    ),
    "leaves": Op(
        ("int", "#3..7", "#1..2"), "bool", "{a} % {1} is {2}", "{a} % {1} == {2}", "clause", "{a} % {1} is not {2}",
        notes=(MOD,), tier=1,
    ),
    "above": Op(
        ("int", "#-5..30"), "bool", "{0} is greater than {1}", "{a} > {1}", "clause", "{0} is at most {1}", weight=2
    ),
    "below": Op(("int", "#-2..40"), "bool", "{0} is less than {1}", "{a} < {1}", "clause", "{0} is at least {1}"),
    "prime": Op(
        ("int",),
        "bool",
        "{0} is a prime number",
        "is_prime({0})",
        "clause",
        "{0} is not a prime number",
        notes=("The smallest prime number is 2; 1, 0 and negative numbers are not prime.",),
        helper="is_prime",
        tier=2,
    ),
    "square_number": Op(
        ("int",),
        "bool",
        "{0} is a perfect square",
        "is_square({0})",
        "clause",
        "{0} is not a perfect square",
        notes=("Perfect squares are 0, 1, 4, 9 and so on; negative numbers are none.",),
        helper="is_square",
        tier=3,
        weight=0.5,
    ),
    "has_digit": Op(
        ("int", "#0..9"),
        "bool",
        "the digit {1} occurs in {0}",
        '"{1}" in str({0})',
        "clause",
        "the digit {1} does not occur in {0}",
        notes=(DIGITS,),
        tier=2,
    ),
    "greater": Op(("int", "int"), "bool", "{0} is greater than {1}", "{a} > {b}", "clause", "{0} is at most {1}", 2),
    "same": Op(("int", "int"), "bool", "{0} is equal to {1}", "{a} == {b}", "clause", "{0} is different from {1}", 2),
    # texts to numbers
    "length": Op(("str",), "int", "the number of characters of {a}", "len({0})", weight=2),
    "vowels": Op(
        ("str",), "int", "the number of vowels in {a}", "count_vowels({0})", notes=(VOWELS,), helper="count_vowels"
    ),
    "letters_in": Op(
        ("str", "'a|e|i|o|n|r|s|t"), "int", "the number of times {1} occurs in {a}", "{a}.count({1})", notes=(_CASE,)
    ),
    "distinct": Op(
        ("str",), "int", "the number of different characters in {a}", "len(set({0}))", notes=(_CASE,), tier=2
    ),
    "place": Op(
        ("str", "'a|e|o|r|s|t"),
        "int",
        "the position of the first {1} in {a}",
        "{a}.find({1})",
        notes=("Positions in a text are counted from 0; the position of a character that does not occur is -1.",),
        tier=3,
    ),
    "word_count": Op(
        ("str",),
        "int",
        "the number of words in {a}",
        "len({a}.split())",
        notes=("The words of a text are its longest stretches without a space.",),
        tier=5,
        weight=0.3,
    ),
    # texts to texts
    "backwards": Op(("str",), "str", "the reversal of {a}", "{a}[::-1]",
        notes=("The reversal of a text has its characters in the opposite order.",)),
    "upper": Op(("str",), "str", "the upper-case form of {a}", "{a}.upper()"),
    "lower": Op(("str",), "str", "the lower-case form of {a}", "{a}.lower()", weight=0.6),
    "swapcase": Op(
        ("str",),
        "str",
        "the swapped-case form of {a}",
        "{a}.swapcase()",
        notes=("Swapping the case turns lower-case letters into upper-case ones and the other way round.",),
        tier=2,
    ),
    "start": Op(
        ("str", "#1..4"), "str", "the first {1} characters of {a}", "{a}[:{1}]", notes=(SHORT,), weight=1.5
    ),
    "end": Op(("str", "#1..4"), "str", "the last {1} characters of {a}", "{a}[-{1}:]", notes=(SHORT,)),
    "without_start": Op(
        ("str", "#1..3"), "str", "what is left of {a} without its first {1} characters", "{a}[{1}:]",
        notes=("Of a text with too few characters to leave out, the empty text is left.",), tier=2, form="suffix",
    ),
    "no_vowels": Op(
        ("str",), "str", "what is left of {a} without its vowels", "drop_vowels({0})", notes=(VOWELS,),
        helper="drop_vowels", form="suffix",
    ),
    "replace": Op(
        ("str", "'a|e|i|o|n|r|s|t", "'*|-|x|y"),
        "str",
        "the text made from {a} by replacing every {1} by {2}",
        "{a}.replace({1}, {2})",
        notes=(_CASE,), form="suffix",
    ),
    "ending": Op(("str", "'ing|s|er|-|!|?|_x"), "str", "{a} followed by {1}", "{a} + {1}", "formula"),
    "begun": Op(("str", "'re|un|#|>|z"), "str", "{1} followed by {a}", "{1} + {a}", "formula"),
    "twice": Op(("str",), "str", "{a} written twice in a row", "{a} * 2", tier=2, weight=0.5, form="suffix",
    ),
    "caesar": Op(
        ("str", "#1..13"),
        "str",
        "{a} with its letters shifted by {1}",
        "shift_letters({0}, {1})",
        notes=(
            "Shifting letters by n replaces each by the one n places further in the alphabet, with a following z "
            "(and A following Z); all other characters stay.",
        ),
        helper="shift_letters",
        tier=3, form="suffix",
    ),
    "sorted_letters": Op(
        ("str",), "str", "the characters of {a} in ascending order", '"".join(sorted({0}))', notes=(CODES,), tier=2
    ),
    "squeezed": Op(
        ("str",),
        "str",
        "the squeezed form of {a}",
        "squeeze({0})",
        notes=("To squeeze a text, reduce every run of equal neighbouring characters to one character.",),
        helper="squeeze",
        tier=3,
    ),
    "unique_letters": Op(
        ("str",),
        "str",
        "what is left of {a} when of each character only its first occurrence is kept",
        '"".join(dict.fromkeys({0}))',
        notes=(_CASE,),
        tier=3, form="suffix",
    ),
    "turned_left": Op(
        ("str", "#1..3"),
        "str",
        "{a} rotated to the left {1} times",
        "{a}[{1}:] + {a}[:{1}]",
        notes=("Rotating a text to the left n times moves its first n characters to the end; a text with fewer "
               "than n characters stays as it is.",),
        tier=3, form="suffix",
    ),
    "initial": Op(
        ("str",), "str", "the first character of {a}", "{a}[:1]",
        notes=("The first character of an empty text is taken to be the empty text.",), weight=0.7,
    ),
    # two texts
    "joined": Op(("str", "str"), "str", "{a} followed by {b}", "{a} + {b}", "formula", tier=2),
    # texts to truth values
    "longer": Op(
        ("str", "#2..7"), "bool", "{0} has more than {1} characters", "len({0}) > {1}", "clause",
        "{0} has at most {1} characters",
    ),
    "contains": Op(
        ("str", "'a|e|i|o|n|r|s|t|l"), "bool", "{0} contains {1}", "{1} in {a}", "clause", "{0} does not contain {1}",
        notes=(_CASE,),
    ),
    "starts_vowel": Op(
        ("str",), "bool", "{0} begins with a vowel", "starts_with_vowel({0})", "clause",
        "{0} does not begin with a vowel",
        notes=(VOWELS, "The empty text neither begins nor ends with anything."), helper="starts_with_vowel",
    ),
    "ends_in": Op(
        ("str", "'e|s|t|r|n|d"), "bool", "{0} ends in {1}", "{a}.endswith({1})", "clause", "{0} does not end in {1}",
        notes=(_CASE,),
    ),
    "before": Op(
        ("str", "'e|f|h|k|m|p|s"), "bool", "{0} comes before {1}", "{a} < {1}", "clause",
        "{0} does not come before {1}", notes=(CODES,), tier=2,
    ),
    "palindrome": Op(
        ("str",), "bool", "{0} is a palindrome", "{a} == {a}[::-1]", "clause", "{0} is not a palindrome",
        notes=("A palindrome is a text equal to its reversal, such as the empty text or one character.",), tier=3,
        weight=0.5,
    ),
    "same_ends": Op(
        ("str",), "bool", "the first and the last character of {a} are the same", "{a}[:1] == {a}[-1:]", "clause",
        "the first and the last character of {a} are not the same",
        notes=("For the empty text, the first and the last character count as the same.",), tier=2, weight=0.6,
    ),
    "repeats": Op(
        ("str",), "bool", "some character occurs more than once in {0}", "len(set({0})) < len({0})", "clause",
        "no character occurs more than once in {0}", notes=(_CASE,), tier=2,
    ),
    "after_text": Op(
        ("str", "str"), "bool", "{0} comes before {1}", "{a} < {b}", "clause", "{0} does not come before {1}",
        notes=(CODES,), tier=2,
    ),
    "same_text": Op(
        ("str", "str"), "bool", "{0} is equal to {1}", "{a} == {b}", "clause", "{0} is different from {1}", tier=2
    ),
    # numbers to texts
    "decimal": Op(("int",), "str", "the decimal text of {a}", "str({0})",
        notes=("The decimal text of a number is the number written as a text, such as \"-12\".",), weight=0.6, tier=3),
    # pairs
    "first": Op(("pair",), "str", "{0}[0]", "{0}[0]", "atom", notes=(PAIR,), weight=2),
    "second": Op(("pair",), "int", "{0}[1]", "{0}[1]", "atom", notes=(PAIR,), weight=3),
    # lists of numbers
    "total": Op(("list[int]",), "int", "the sum of {a}", "sum({0})", notes=("The sum of an empty list is 0.",),
                weight=2),
    "greatest": Op(
        ("list[int]",), "int", "the largest number in {a}", "max({0}, default=0)",
        notes=("The largest and the smallest number of an empty list are taken to be 0.",),
    ),
    "least": Op(
        ("list[int]",), "int", "the smallest number in {a}", "min({0}, default=0)",
        notes=("The largest and the smallest number of an empty list are taken to be 0.",),
    ),
    "spread": Op(
        ("list[int]",), "int", "the spread of {a}", "spread({0})",
        notes=("The spread of a list is its largest number minus its smallest; that of an empty list is 0.",),
        helper="spread", tier=4,
    ),
    "ascending": Op(
        ("list[int]",), "bool", "{0} is in ascending order", "{a} == sorted({0})", "clause",
        "{0} is not in ascending order",
        notes=("A list is in ascending order if no number in it is less than the one before it.",), tier=3, weight=0.5,
    ),
    "holds": Op(
        ("list[int]", "#-1..12"), "bool", "{0} contains {1}", "{1} in {a}", "clause", "{0} does not contain {1}",
        tier=3, weight=0.7,
    ),
    # lists of any kind
    "size": Op(("list",), "int", "the number of elements of {a}", "len({0})", weight=2),
    "kinds": Op(
        ("list[int]|list[str]",), "int", "the number of different elements of {a}", "len(set({0}))", tier=2
    ),
    "glued": Op(
        ("list[str]", "'|-|+|, "), "str", "the elements of {a} joined with {1} between them", "{1}.join({0})",
        notes=("An empty list joins to the empty text.",), tier=3,
    ),
}  # fmt: skip
