"""How wide text is, by an average of common fonts: close enough to lay out, and pictures pin what must be exact."""

from __future__ import annotations

_NARROW = {**dict.fromkeys("iljI.,:;'|!`", 0.3), **dict.fromkeys('ftr()[]{}-/\\" ', 0.38)}
_WIDE = {**dict.fromkeys("mwMW@%—→∞Σ∫", 0.94), **dict.fromkeys("ABCDEFGHKNOPQRSUVXYZ<>=+±×÷", 0.72)}
MONO = 0.602
"""Width of a character of a fixed-width font, in sizes."""


def text_width(text: str, size: float, *, mono: bool = False, bold: bool = False) -> float:
    """Width of a line of text in units of `size`'s unit."""
    if mono:
        return MONO * size * len(text)
    units = sum(_NARROW.get(c) or _WIDE.get(c) or (0.6 if ord(c) < 0x2E80 else 1.0) for c in text)
    return units * size * (1.1 if bold else 1.0)


def shorten(text: str, width: float, size: float, *, mono: bool = False) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    text = text[: int(width / (0.25 * size)) + 2]  # no character is narrower than that
    if text_width(text, size, mono=mono) <= width:
        return text
    while text and text_width(text + "…", size, mono=mono) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, width: float, size: float, most: int = 6, *, mono: bool = False) -> list[str]:
    """Lines that fit; at most `most`, the last with an ellipsis if more was to come."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, size, mono=mono) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = shorten(word, width, size, mono=mono)
        if len(lines) > most:
            break
    if line:
        lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], shorten(f"{lines[most - 1]} …", width, size, mono=mono)]
        if not lines[-1].endswith("…"):
            lines[-1] += "…"
    return lines
