"""From SVG to pixels, by resvg if it is installed: for PNG files and for ``render_mode="rgb_array"``."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

WIDTH = 480
"""Pixels of a picture at scale 1."""


class NoRasteriser(RuntimeError):
    """Pixels were asked for, and the packages that make them are not installed."""


def has_rasteriser() -> bool:
    """Whether pixels can be made here."""
    return find_spec("resvg_py") is not None and find_spec("PIL") is not None


def to_png(svg: str, scale: float = 1.0, background: str | None = None) -> bytes:
    """The picture as a PNG file; what is around its round corners is clear, or has a colour.

    Raises:
        NoRasteriser: if resvg is not installed.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise NoRasteriser(
            f"pixels need resvg and Pillow: pip install 'rlvr-gym[pictures]' ({error}); "
            'render_mode="svg" needs nothing'
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=round(WIDTH * scale), background=background))


def to_array(svg: str, scale: float = 1.0) -> np.ndarray[Any, Any]:
    """The picture as an array of shape (height, width, 3), uint8, as Gymnasium's wrappers want it.

    Raises:
        NoRasteriser: if there is nothing that makes pixels.
    """
    png = to_png(svg, scale, "white")
    import numpy as np

    try:
        from PIL import Image
    except ImportError as error:
        raise NoRasteriser(f"pixels need Pillow: pip install 'rlvr-gym[pictures]' ({error})") from None
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
