"""Kinds that are not mathematics in the narrow sense: text, choices, yes or no, clock times, numerals of a base."""

from __future__ import annotations

import re

from .answer import tidy
from .budget import Budget, Unreadable
from .scalars import Ambiguous
from .typography import plain
from .words import meaning, normal_text

_DRESS = re.compile(
    r"\\(?:text|textbf|textrm|mathrm|mathbf|mathsf|mbox|operatorname|boldsymbol|bf|rm|displaystyle|left|right|quad)(?![A-Za-z])"
    r"|\\[,;:! ()\[\]]|[${}*\\]|~|`"
)
_LETTER = re.compile(
    r"(?:(?:the )?(?:correct )?(?:option|choice|answer|letter)(?: is)?:? ?)?[(\[]? ?([A-Za-z]) ?[)\]]?[.:,]?",
    re.I,
)
_LETTER_AND_TEXT = re.compile(
    r"(?:(?:option|choice|answer) )?(?:[(\[]([A-Za-z])[)\]][.:]?|([A-Z])[).:])\s*(\S.*)", re.I | re.DOTALL
)
_CHOSEN = re.compile(
    r"(?:option |choice |answer )?[(\[]?([A-J])[)\]]? "
    r"(?:is (?:the )?(?:correct|right)(?: answer| option| choice| one)?|\([^()A-Z]*\))[.!]?"
    r"|(?:i (?:would )?(?:choose|pick|select)|final choice:|my choice(?: is|:)) [(\[]?([A-J])[)\]]?\.?",
    re.I,
)
_ANOTHER = re.compile(r"[(\[][A-Z][)\]]|(?:^|\s)[A-Z][).:](?:\s|$)|\bor\b|\band [A-Z]\b|\bnot\b")


class ChoiceMatcher:
    """Compares with the letter of a choice; the text of the choice may follow it."""

    def __init__(self, text: str) -> None:
        letter = choice(text)
        if letter is None:
            raise Unreadable("This is no choice.")
        self.letter = letter

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same choice; see `Matcher`."""
        letter = choice(text)
        if letter is None:
            raise Unreadable("Give the letter of one choice.")
        return letter == self.letter


_SEVERAL = re.compile(
    r"[(\[]?[A-Za-z][)\]]?(?:\s*(?:,|;|&|\band\b|,\s*and\b)\s*[(\[]?[A-Za-z][)\]]?){1,9}\.?|[A-J]{2,9}"
)
_CAPTION = re.compile(
    r"^(?:(?:the )?(?:correct )?(?:options?|choices?|answers?|letters?)(?: are| is)?:? ?)", re.I
)


class ChoicesMatcher:
    """Compares with several letters: a set, or a ranking if the reference does not have them in alphabetical order."""

    def __init__(self, text: str) -> None:
        letters = choices(text)
        if letters is None or len(set(letters)) != len(letters):
            raise Unreadable("These are no choices.")
        self.letters, self.ranked = letters, letters != sorted(letters)

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer has the same letters; see `Matcher`."""
        letters = choices(text)
        if letters is None:
            raise Unreadable("Give the letters.")
        return letters == self.letters if self.ranked else sorted(letters) == self.letters


def choices(text: str) -> list[str] | None:
    """The letters that a text lists, in upper case; None if it is no list of letters."""
    shown = _CAPTION.sub("", unwrapped(text))
    if _SEVERAL.fullmatch(shown) is None:
        return None
    words = re.sub(r"\band\b", " ", shown)
    return [letter.upper() for letter in re.findall(r"[A-Za-z]", words)]


def unwrapped(text: str) -> str:
    """Text without LaTeX wrapping and extra spaces."""
    return " ".join(_DRESS.sub(" ", plain(text)).split()).strip(" ;,").removesuffix(".")


def choice(text: str) -> str | None:
    """The letter that a text chooses, in upper case, or None.

    Raises:
        Ambiguous: if it names several.
    """
    if text.rstrip().endswith("?"):
        return None
    if len(text) == 1:
        return text.upper() if text.isascii() and text.isalpha() else None
    shown = " ".join(_DRESS.sub(" ", plain(text)).split()).strip()
    shown = re.sub(r"\(\s+([A-Za-z])\s+\)", r"(\1)", shown)
    if match := _LETTER.fullmatch(shown):
        return match.group(1).upper()
    if match := _CHOSEN.fullmatch(shown):
        return (match.group(1) or match.group(2)).upper()
    if match := _LETTER_AND_TEXT.fullmatch(shown):
        if _ANOTHER.search(match.group(3)):
            raise Ambiguous("Give one choice.")
        return (match.group(1) or match.group(2)).upper()
    return None


class TextMatcher:
    """Compares text without regard to case, articles, LaTeX wrapping and a final stop."""

    def __init__(self, text: str) -> None:
        self.meaning = meaning(text)
        if not any(map(str.isalnum, self.meaning)):
            raise Unreadable("This text is empty.")

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer says the same; see `Matcher`."""
        found = meaning(text)
        if not any(map(str.isalnum, found)):
            raise Unreadable("There is no answer.")
        if found == self.meaning:
            return True
        if (
            self.meaning in _POLAR
            and (said := _POLAR_SENTENCE.fullmatch(text.strip().strip("*_ "))) is not None
        ):
            return said.group(1).lower() == self.meaning and not _TURNED.search(said.group(2))
        for prefix in ("it is ", "it's ", "they are ", "answer: ", "x = "):
            if found.startswith(prefix) and meaning(found.removeprefix(prefix)) == self.meaning:
                return True
        return False


_POLAR = frozenset(("yes", "no"))
_POLAR_SENTENCE = re.compile(r"[*_]*(yes|no)[*_]*[,.;:]?[*_]*\s+([a-z][^\n]{1,150})", re.I)
_TURNED = re.compile(
    r"\b(?:yes|no|but|however|unless|maybe|perhaps|only if|partly|sometimes|or|solutions?|idea|answer|wait)\b",
    re.I,
)


class NothingMatcher:
    """Stands for a reference that says nothing: no answer is equal to it."""

    def matches(self, text: str, budget: Budget) -> bool:
        """Never; see `Matcher`."""
        return False


class BooleanMatcher:
    """Compares with yes or no."""

    _TRUE = frozenset(("yes", "true", "y", "t", "correct"))
    _FALSE = frozenset(("no", "false", "n", "f", "incorrect"))

    def __init__(self, text: str) -> None:
        self.value = self._read(text)

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same; see `Matcher`."""
        return self._read(text) == self.value

    def _read(self, text: str) -> bool:
        word = normal_text(text)
        if word in self._TRUE or word in self._FALSE:
            return word in self._TRUE
        raise Unreadable("Answer yes or no.")


_TIME = re.compile(
    r"(?:at )?([0-9]{1,2}) ?: ?([0-9]{2})(?: ?: ?([0-9]{2}))? ?"
    r"(?:([ap])\.? ?m\.?|noon|(?:h|hrs|hours|o'clock)?)(?: ?(?:in the )?(morning|afternoon|evening))?",
    re.I,
)
_HOUR = re.compile(
    r"(?:at )?([0-9]{1,2}) ?(?:([ap])\.? ?m\.?|o'clock)(?: in the (morning|afternoon|evening))?", re.I
)
_NAMED_TIMES = {"noon": (12, 0, 0), "midnight": (0, 0, 0), "12 noon": (12, 0, 0), "12 midnight": (0, 0, 0)}


class TimeMatcher:
    """Compares times of day: ``3:30 PM`` is ``15:30``; a time without a half of the day is one of 24 hours."""

    def __init__(self, text: str) -> None:
        self.time = time_of_day(text)

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same time; see `Matcher`."""
        return time_of_day(text) == self.time


def time_of_day(text: str) -> tuple[int, int, int]:
    """Hours, minutes and seconds.

    Raises:
        Unreadable: if the text is no time of day.
    """
    shown = unwrapped(text).replace(" :", ":").replace(": ", ":") if len(text) < 200 else ""
    if (named := _NAMED_TIMES.get(shown.lower())) is not None:
        return named
    match = _TIME.fullmatch(shown)
    if match is not None:
        hour, minute, second, half, part = match.groups()
    else:
        match = _HOUR.fullmatch(shown)
        if match is None:
            raise Unreadable("Give a time of day, such as 14:05.")
        hour, half, part = match.groups()
        minute = second = None
    h, m, s = int(hour), int(minute or 0), int(second or 0)
    if half is None and part is not None:
        half = "a" if part.lower() == "morning" else "p"
    if half is not None:
        if not 1 <= h <= 12:
            raise Unreadable("Give a time of day, such as 2:05 PM.")
        h = h % 12 + (12 if half.lower() == "p" else 0)
    if h > 24 or m > 59 or s > 59:
        raise Unreadable("Give a time of day, such as 14:05.")
    return h, m, s


_NUMERAL = re.compile(
    r"\(? ?([0-9A-Za-z]+) ?\)? ?(?:_ ?\{? ?\(?([0-9a-z]+)\)? ?\}?|,? ?\(? ?(?:in )?base[- ]?([0-9a-z]+) ?\)?)",
    re.I,
)
_NAME = re.compile(r"^[A-Za-z] ?= ?")
_PREFIX = {"0b": 2, "0o": 8, "0x": 16}
_BASES = {
    name: value
    for value, name in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split(),
        2,
    )
} | {"binary": 2, "octal": 8, "decimal": 10, "hexadecimal": 16, "hex": 16}


class BaseMatcher:
    """Compares numerals: the digits and the base must be those of the reference.

    Args:
        text: the reference, ``1011_2``.
        bare: whether the digits without their base are right, because the task has named it.
    """

    def __init__(self, text: str, *, bare: bool = False) -> None:
        self.digits, base = numeral(text)
        if base is None:
            raise Unreadable("This numeral has no base.")
        self.base, self.bare = base, bare

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same numeral; see `Matcher`."""
        digits, base = numeral(text)
        if base is None and not self.bare:
            raise Unreadable("Name the base, as in 1011_2.")
        return digits == self.digits and base in (None, self.base)


def numeral(text: str) -> tuple[str, int | None]:
    """Digits in upper case without leading zeros, and the base, if it is named.

    Raises:
        Unreadable: if the text is no numeral.
    """
    shown = " ".join(_DRESS.sub(" ", tidy(text)).split())
    shown = _NAME.sub("", shown)
    sign = "-" if shown.startswith("-") else ""
    shown = shown.removeprefix("-").strip()
    match_is_subscript = "_" in shown
    if (prefix := shown[:2].lower()) in _PREFIX and shown[2:].isalnum():
        digits, base = shown[2:], _PREFIX[prefix]
    elif match := _NUMERAL.fullmatch(shown):
        digits = match.group(1)
        named = (match.group(2) or match.group(3)).lower()
        base = int(named) if named.isascii() and named.isdigit() and len(named) < 3 else _BASES.get(named, 0)
    elif shown.isalnum() and shown.isascii():
        return sign + (shown.lstrip("0").upper() or "0"), None
    else:
        raise Unreadable("Give a numeral.")
    if not any(map(str.isdigit, digits)) and len(digits) == 1 and match_is_subscript:
        raise Unreadable("That is the name of a variable.")
    if not 2 <= base <= 36 or not digits.isascii() or any(int(digit, 36) >= base for digit in digits):
        raise Unreadable("Give a numeral of its base.")
    return sign + (digits.lstrip("0").upper() or "0"), base
