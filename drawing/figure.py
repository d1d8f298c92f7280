"""A figure: shapes and text in units of its own, from which one SVG of a fixed size is made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from .measure import shorten, text_width
from .palette import THEMES, Theme

WIDTH, HEIGHT, MARGIN = 480, 320, 16
LARGEST = 1.7
"""Small figures are enlarged no further than this."""
MAX_PARTS = 2_500
SANS = "Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
MONOSPACE = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
SERIF = "'STIX Two Text', Georgia, 'Times New Roman', serif"

Point = tuple[float, float]
QUOTE = '"'
_INVISIBLE = {"\n": "⏎", "\t": " ", "\r": "␍"}


class Figure:
    """Shapes with a bounding box. Colours are names of `rlvr.drawing.palette`.

    Attributes:
        says: one sentence that tells who cannot see the picture what it shows.
    """

    def __init__(self, says: str = "") -> None:
        self.says = says
        self.parts: list[str] = []
        self.spots: list[tuple[float, float, float, float, str]] = []
        self.box = [math.inf, math.inf, -math.inf, -math.inf]

    @property
    def width(self) -> float:
        """Width of what was drawn."""
        return max(0.0, self.box[2] - self.box[0])

    @property
    def height(self) -> float:
        """Height of what was drawn."""
        return max(0.0, self.box[3] - self.box[1])

    def covers(self, *points: Point) -> None:
        """Let the bounding box hold these points."""
        for x, y in points:
            self.box = [min(self.box[0], x), min(self.box[1], y), max(self.box[2], x), max(self.box[3], y)]

    def rect(
        self, x: float, y: float, w: float, h: float, fill: str = "none", stroke: str = "none",
        r: float = 0, width: float = 1, dash: str = "",
    ) -> None:  # fmt: skip
        """A rectangle, with round corners if `r` is given."""
        self.covers((x, y), (x + w, y + h))
        round_ = f' rx="{_n(r)}"' if r else ""
        paint = _paint(fill, stroke, width, dash)
        self.parts.append(f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"{round_}{paint}/>')

    def spot(self, x: float, y: float, w: float, h: float, name: object) -> None:
        """A rectangle that can be clicked where the picture is a board; it is written only if `svg` is asked for it."""
        self.spots.append((x, y, w, h, str(name)))

    def circle(
        self,
        x: float,
        y: float,
        r: float,
        fill: str = "none",
        stroke: str = "none",
        width: float = 1,
        dash: str = "",
    ) -> None:
        """A circle."""
        self.covers((x - r, y - r), (x + r, y + r))
        self.parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"{_paint(fill, stroke, width, dash)}/>')

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, fill: str = "none", stroke: str = "none",
        width: float = 1, dash: str = "",
    ) -> None:  # fmt: skip
        """An ellipse."""
        self.covers((x - rx, y - ry), (x + rx, y + ry))
        self.parts.append(
            f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(rx)}" ry="{_n(ry)}"{_paint(fill, stroke, width, dash)}/>'
        )

    def line(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str = "line", width: float = 1, dash: str = ""
    ) -> None:
        """A straight line."""
        self.covers((x1, y1), (x2, y2))
        self.parts.append(
            f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"{_paint("", stroke, width, dash)}/>'
        )

    def polygon(
        self, points: Sequence[Point], fill: str = "none", stroke: str = "none", width: float = 1,
        dash: str = "", closed: bool = True,
    ) -> None:  # fmt: skip
        """A polygon, or a line of several parts."""
        self.covers(*points)
        text = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        name = "polygon" if closed else "polyline"
        self.parts.append(f'<{name} points="{text}"{_paint(fill, stroke, width, dash)}/>')

    def path(
        self, d: str, *held: Point, fill: str = "none", stroke: str = "none", width: float = 1, dash: str = ""
    ) -> None:
        """A path; `held` are points that its bounding box is to hold."""
        self.covers(*held)
        self.parts.append(f'<path d="{d}"{_paint(fill, stroke, width, dash)}/>')

    def arrow(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str = "soft", width: float = 1.5,
        dash: str = "", head: float = 7,
    ) -> None:  # fmt: skip
        """A line with a head at its second end."""
        length = math.hypot(x2 - x1, y2 - y1) or 1.0
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        bx, by = x2 - ux * head, y2 - uy * head
        self.line(x1, y1, bx, by, stroke, width, dash)
        half = head * 0.45
        self.polygon([(x2, y2), (bx - uy * half, by + ux * half), (bx + uy * half, by - ux * half)], stroke)

    def text(
        self, x: float, y: float, text: object, size: float = 14, fill: str = "ink", anchor: str = "middle",
        bold: bool = False, mono: bool = False, italic: bool = False, serif: bool = False,
        most: float = 0, pinned: float = 0,
    ) -> None:  # fmt: skip
        """A line of text whose base line is at `y`.

        Args:
            x: its middle, or by `anchor` its start or end.
            y: its base line.
            text: what is written; control characters are made visible.
            size: size of the font.
            fill: colour.
            anchor: ``start``, ``middle`` or ``end``.
            bold: heavier.
            mono: in a fixed-width font.
            italic: slanted.
            serif: in a font with serifs.
            most: greatest width; longer text is shortened.
            pinned: the exact width it gets, whatever the font.
        """
        shown = visible(str(text))
        if most:
            shown = shorten(shown, most, size, mono=mono)
        pinned = pinned if len(shown) > 1 else 0
        wide = pinned or text_width(shown, size, mono=mono, bold=bold)
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * wide
        self.covers((left, y - 0.76 * size), (left + wide, y + 0.22 * size))
        style = (
            (f' text-anchor="{anchor}"' if anchor != "start" else "")
            + (' font-weight="600"' if bold else "")
            + (' font-style="italic"' if italic else "")
            + (f' font-family="{MONOSPACE}"' if mono else f' font-family="{SERIF}"' if serif else "")
            + (f' textLength="{_n(pinned)}" lengthAdjust="spacingAndGlyphs"' if pinned else "")
            + (' xml:space="preserve"' if mono and ("  " in shown or shown[:1] == " ") else "")
        )
        self.parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{{{fill}}}"{style}>{_escaped(shown)}</text>'
        )

    def put(self, other: Figure, x: float = 0, y: float = 0, scale: float = 1) -> None:
        """Another figure, its upper left corner at a point."""
        if not other.parts:
            return
        left, top = x - other.box[0] * scale, y - other.box[1] * scale
        self.covers((x, y), (x + other.width * scale, y + other.height * scale))
        by = "" if scale == 1 else f" scale({_n(scale, 3)})"
        self.parts += [f'<g transform="translate({_n(left)} {_n(top)}){by}">', *other.parts, "</g>"]

    def svg(self, title: str, theme: Theme = "light", *, spots: bool = False) -> str:
        """The figure in the middle of a picture of 480 × 320, with its `spots` as rectangles that name themselves."""
        scale = min(
            LARGEST,
            (WIDTH - 2 * MARGIN) / max(self.width, 1.0),
            (HEIGHT - 2 * MARGIN) / max(self.height, 1.0),
        )
        x = (WIDTH - self.width * scale) / 2 - (self.box[0] * scale if self.parts else 0)
        y = (HEIGHT - self.height * scale) / 2 - (self.box[1] * scale if self.parts else 0)
        body = _painted("".join(self.parts), theme)
        if spots:
            body += "".join(
                f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" fill="none"'
                f' data-spot="{escape(visible(name), {QUOTE: "&quot;"})}"/>'
                for x, y, w, h, name in self.spots
            )
        paper, frame = THEMES[theme]["paper"], THEMES[theme]["faint"]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
            f' role="img"><title>{_plain(title)}</title><desc>{_plain(self.says)}</desc>'
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="10" fill="{paper}" stroke="{frame}"/>'
            f'<g transform="translate({_n(x)} {_n(y)}) scale({_n(scale, 4)})" font-family="{SANS}">{body}</g></svg>'
        )


def visible(text: str) -> str:
    """Text without characters that act: controls as pictures of them, marks of direction as U+FFFD."""
    return "".join(map(_visible, text))


def _visible(c: str) -> str:
    code = ord(c)
    if code >= 0x20 and code < 0x7F:
        return c
    if c in _INVISIBLE:
        return _INVISIBLE[c]
    if code < 0x20:
        return chr(0x2400 + code)
    acts = (
        0x7F <= code <= 0x9F
        or 0x200B <= code <= 0x200F
        or 0x2028 <= code <= 0x202E
        or 0x2060 <= code <= 0x206F
        or 0xD800 <= code <= 0xDFFF
        or code in (0x61C, 0xFEFF, 0xFFFE, 0xFFFF)
    )
    return "\ufffd" if acts else c


def _plain(text: str) -> str:
    return escape(visible(text))


def _escaped(text: str) -> str:
    """Text for a template in which braces name colours."""
    return escape(text).replace("{", "{{").replace("}", "}}")


def _painted(template: str, theme: Theme) -> str:
    return template.format_map(THEMES[theme])


def _paint(fill: str, stroke: str, width: float, dash: str) -> str:
    out = "" if not fill else ' fill="none"' if fill == "none" else f' fill="{{{fill}}}"'
    if stroke != "none":
        out += f' stroke="{{{stroke}}}"' + (f' stroke-width="{_n(width)}"' if width != 1 else "")
        out += ' stroke-linecap="round" stroke-linejoin="round"' if width > 1 else ""
        out += f' stroke-dasharray="{dash}"' if dash else ""
    return out


def _n(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if value == value and abs(value) < 1e6 else "0"
