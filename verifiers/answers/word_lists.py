r"""Lists of words: what stands between separators, in order, whatever is wrapped around the list and its items."""

from __future__ import annotations

import re

from .signs import normal_signs
from .wrapping import plain, without_text_commands

_BULLET = re.compile(r"^[ \t]*(?:[-*\u2022\u2013][ \t]+|\(?[0-9]{1,3}[.)][ \t]+)", re.MULTILINE)
_SEPARATORS = str.maketrans(dict.fromkeys(":=,;|\"'`*\u2192\u201c\u201d\u2018\u2019\u00a0", " "))


def words_of(answer: str, *, most: int, arrows: bool = False) -> list[str] | None:
    """The words of a list, in small letters; None if it holds other scripts.

    Bullets and numbers that begin all lines, brackets around the whole, quotes, bold and the signs that separate are no
    words. Words beyond the first `most` come as one.

    Args:
        answer: what stood in the marker.
        most: the number of words that there may be.
        arrows: whether ``>``, ``<`` and ``and`` separate as well.
    """
    text = without_text_commands(plain(answer))
    if "\\" in text:
        text = text.replace("\\to", " ").replace("\\rightarrow", " ").replace("\\\\", " ").replace("\\", " ")
    text = text.replace("$", " ").strip().strip("[](){}.").strip()
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(_BULLET.match(line) for line in lines):
        text = _BULLET.sub("", text)
    elif "\n" in text:
        text = re.sub(r"^[ \t]*[-*\u2022][ \t]+", "", text, flags=re.MULTILINE)
    text = normal_signs(text).replace("->", " ").translate(_SEPARATORS)
    if arrows:
        text = text.replace(">", " ").replace("<", " ")
    if not text.isascii():
        return None
    return [word.rstrip(".") for word in text.lower().split(maxsplit=most)]
