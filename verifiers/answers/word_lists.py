r"""Lists of words: what stands between separators, in order, whatever is wrapped around the list and its items."""

from __future__ import annotations

import re

from .signs import normal_signs
from .wrapping import plain, without_text_commands

_DASH = re.compile(r"^[ \t]*[-*\u2022\u2013][ \t]+", re.MULTILINE)
_NUMBER = re.compile(r"(?:^|(?<=[\n,;|]))[ \t]*\(?([0-9]{1,3})[.)][ \t]+")
_NUMBER_OR_COLON = re.compile(r"(?:^|(?<=[\s,;|]))[ \t]*\(?([0-9]{1,3})[.):][ \t]*")
_BETWEEN = re.compile(r"[,;\s]+(?:[-*]\s+)?")
_SEPARATORS = str.maketrans(dict.fromkeys(":=,;|\"'`*\u2192\u201c\u201d\u2018\u2019\u00a0", " "))


def words_of(answer: str, *, most: int, arrows: bool = False) -> list[str] | None:
    """The words of a list, in small letters; None if it holds other scripts, or dots that stand for words left out.

    Bullets that begin all lines, numbers 1, 2, 3 and so on before the items, brackets around the whole, quotes, bold
    and the signs that separate are no words. Words beyond the first `most` come as one.

    Args:
        answer: what stood in the marker.
        most: the number of words that there may be.
        arrows: whether ``>``, ``<`` and ``and`` separate as well.
    """
    text = without_text_commands(plain(answer))
    if "\\" in text:
        text = text.replace("\\to", " ").replace("\\rightarrow", " ").replace("\\\\", " ").replace("\\", " ")
    if ".." in text:
        return None
    text = text.replace("$", " ").strip().strip("[](){}.").strip()
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(_DASH.match(line) for line in lines):
        text = _DASH.sub("", text)
    elif (without := unnumbered(text)) != text:
        text = without
    elif "\n" in text:
        text = re.sub(r"^[ \t]*[-*\u2022][ \t]+", "", text, flags=re.MULTILINE)
    text = normal_signs(text).replace("->", " ").translate(_SEPARATORS)
    if arrows:
        text = text.replace(">", " ").replace("<", " ")
    if not text.isascii():
        return None
    return [word.rstrip(".") for word in text.lower().split(maxsplit=most)]


def bare_words(text: str) -> list[str]:
    """The words of a list with nothing around it but a fence or bold, in small letters; none if it holds other scripts.

    Where all of them are known they are the answer: `words_of` would take a word such as "city" on the first line for a
    label of what follows.
    """
    if not text.isascii():  # the sign of the kelvin is a "k" in small letters
        return []
    bare = text.strip().removeprefix("```\n").removesuffix("\n```").replace("**", "")
    return _BETWEEN.split(bare.strip().strip(",;.").lower())


def unnumbered(text: str, *, colons: bool = False) -> str:
    """The text of a list without the numbers before its items, each on a line or all on one.

    Numbers other than 1, 2, 3 and so on stay: they say that the items stand in another order.

    Args:
        text: the list.
        colons: whether ``1: T`` and ``1.T`` are numbered items as well.
    """
    before, *parts = (_NUMBER_OR_COLON if colons else _NUMBER).split(text)
    numbers = parts[::2]
    if before.strip() or len(numbers) < 2 or numbers != [str(n) for n in range(1, len(numbers) + 1)]:
        return text
    items = [part.strip(" \t\r\n,;|") for part in parts[1::2]]
    return "\n".join(items) if all(items) and not any("\n" in item for item in items) else text
