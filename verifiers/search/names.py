"""When two texts are the same name: a normal form, and the few liberties that a short answer may take with a name.

The normal form (`key`) does away with: the Unicode form (NFC, never NFKC), typographic quotes, dashes and spaces,
surrounding quotes, asterisks and backticks, a stop or comma at the end, case, inner runs of spaces, one article at the
start, hyphens between letters (a space), and ``&`` (``and``). Everything else counts: ``C#`` is not ``C++``, ``-12`` is
not ``12``, and a name among other words is not that name.

Beside the normal form, an answer may (`Names.find`)

* leave out *all* accents of the name, by the table below; a wrong accent is a wrong name,
* put one of the `TITLES` before the name,
* turn the name round with a comma: ``Curie, Marie``. Without the comma, another order of words is another name,
* write or leave out the stops of initials (``J. R. Vorsk``, ``JR Vorsk``), and shorten Mount, Saint, Fort or Doctor.

`confusable` gives the names of a world that these rules cannot tell apart: there must be none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛ʼʹ′´", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—−﹣－", "-"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f", None),
    }
)
_ACCENTS = str.maketrans(
    {
        letter: plain
        for plain, letters in {
            "a": "àáâãäåāăąǎ", "ae": "æ", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ",
            "i": "ìíîïĩīĭįıǐ", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŋ", "o": "òóôõöøōŏőǒ", "oe": "œ",
            "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț", "th": "þ", "u": "ùúûüũūŭůűųǔ", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
        }.items()
        for letter in letters
    }
)  # fmt: skip
TITLES = frozenset(
    "mr mrs ms miss mister dr doctor prof professor sir dame lord lady king queen prince princess emperor empress duke "
    "duchess count countess baron baroness captain general president chancellor bishop saint st master".split()
)
"""What may stand before a name without making it another one, with or without a stop."""

_PAIRS = frozenset("\"'`*")
_ENDS = ".,;:"
_ARTICLES = ("the ", "a ", "an ")
_NO_REST = (*_ARTICLES, "and ")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


def plain(text: str) -> str:
    """`text` in NFC, with typographic quotes, dashes and invisible characters made plain, and single spaces."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.translate(_SIGNS))
    return " ".join(text.split())


def unwrapped(text: str) -> str:
    """`text` without pairs of quotes, backticks and asterisks around it, and without a stop or comma at its end."""
    while text:
        shorter = text.rstrip(_ENDS).strip()
        mark = shorter[:1]
        if mark in _PAIRS and mark not in shorter.strip(mark):
            # A whole run of them at once, so that thousands of quotes do not cost their square.
            left = len(shorter) - len(shorter.lstrip(mark))
            right = len(shorter) - len(shorter.rstrip(mark))
            layers = min(left, right, len(shorter) // 2)
            shorter = shorter[layers : len(shorter) - layers].strip()
        if shorter == text:
            break
        text = shorter
    return text


_SHORT = {
    "mt": "mount",
    "mnt": "mount",
    "st": "saint",
    "ste": "saint",
    "ft": "fort",
    "dr": "doctor",
    "prof": "professor",
}
_INITIALS = re.compile(r"(?<![^\W_])((?:[^\W\d_]\. ?){1,6})(?![^\W\d_]\.)")
_LONE = re.compile(r"(?<![^\W_])[^\W\d_](?: [^\W\d_])+(?![^\W_])")


def spelled_out(name: str) -> str:
    """A normal form with initials without stops and spaces, and the usual short words in full."""
    if "." in name:
        name = _INITIALS.sub(lambda run: run[1].replace(".", "") + " ", name + " ").strip()
    name = _LONE.sub(lambda run: run[0].replace(" ", ""), name)
    words = [_SHORT.get(word.removesuffix("."), word) for word in name.split()]
    return " ".join(words)


def key(text: str) -> str:
    """The normal form of a name; applying it twice is applying it once."""
    text = unwrapped(plain(text)).casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if "-" in text:
        text = _HYPHEN.sub(" ", text)
    if "&" in text:
        text = text.replace(" & ", " and ")
    if text.startswith(_ARTICLES):
        rest = unwrapped(text.split(" ", 1)[1])
        if rest and not rest.startswith(_NO_REST):
            return rest
    return text


def without_accents(name: str) -> str:
    """A normal form without its accents."""
    return name if name.isascii() else name.translate(_ACCENTS)


def _longer(normal: str) -> tuple[str, ...]:
    """What a name is looked up under beside its normal form: spelled out, with its accents and without."""
    long = spelled_out(normal)
    return () if long == normal else (long, without_accents(long))


class Names:
    """The names that answers may use, for one entity or for several.

    Args:
        names: for each entity, its name and its aliases.

    Raises:
        ValueError: a name is empty, or two entities share one.
    """

    def __init__(self, names: Sequence[Iterable[str]]) -> None:
        self._owner: dict[str, int] = {}
        for index, own in enumerate(names):
            for name in own:
                normal = key(name)
                if not normal:
                    raise ValueError(f"{name!r} is no name")
                for form in dict.fromkeys((normal, without_accents(normal), *_longer(normal))):
                    if self._owner.setdefault(form, index) != index:
                        raise ValueError(f"{name!r} is the name of two entities of the answer")

    def find(self, text: str) -> int | None:
        """The place of the entity that `text`, as a whole, names."""
        normal = key(text)
        found = self._owner.get(normal)
        if found is None and (" " in normal or "." in normal):
            found = self._owner.get(spelled_out(normal))
            if found is None and " " in normal:
                found = self._with_liberties(normal)
        return found

    def _with_liberties(self, normal: str) -> int | None:
        if normal.count(",") == 1:
            last, _, first = normal.partition(", ")
            found = self._owner.get(f"{first} {last}") if first else None
            if found is not None:
                return found
        first, _, rest = normal.partition(" ")
        return self._owner.get(rest) if first.removesuffix(".") in TITLES else None


def confusable(names: Mapping[str, Iterable[str]]) -> list[tuple[str, str]]:
    """Pairs of ids of which some name would be accepted for the other; a world must have none.

    Args:
        names: for each entity its id, and its name and aliases.
    """
    forms: dict[str, list[str]] = {}
    for owner, own in names.items():
        for form in dict.fromkeys(
            form for name in own for form in (key(name), without_accents(key(name)), *_longer(key(name)))
        ):
            forms.setdefault(form, []).append(owner)
    found: dict[tuple[str, str], None] = {}
    for owner, own in names.items():
        for name in own:
            normal = key(name)
            first, _, rest = normal.partition(" ")
            said = [normal, spelled_out(normal)]
            if first.removesuffix(".") in TITLES:
                said.append(rest)
            if normal.count(",") == 1:
                last, _, given = normal.partition(", ")
                said.append(f"{given} {last}")
            for form in said:
                found.update(dict.fromkeys((owner, other) for other in forms.get(form, ()) if other != owner))
    return list(found)
