"""From SVG to pixels, by CairoSVG if it is installed: for PNG files and for ``render_mode="rgb_array"``."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


class NoRasteriser(RuntimeError):
    """Pixels were asked for, and the package that makes them is not installed."""


def to_png(svg: str, scale: float = 1.0, background: str | None = None) -> bytes:
    """The picture as a PNG file; what is around its round corners is clear, or has a colour.

    Raises:
        NoRasteriser: if CairoSVG, or the Cairo library that it needs, is not installed.
    """
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        raise NoRasteriser(
            f"pixels need CairoSVG and the Cairo library: pip install 'rlvr-gym[pictures]' ({error}); "
            'render_mode="svg" needs nothing'
        ) from None
    made: bytes = cairosvg.svg2png(bytestring=svg.encode(), scale=scale, background_color=background)
    return made


def to_array(svg: str, scale: float = 1.0) -> np.ndarray[Any, Any]:
    """The picture as an array of shape (height, width, 3), uint8, as Gymnasium's wrappers want it.

    Raises:
        NoRasteriser: if there is nothing that makes pixels.
    """
    png = to_png(svg, scale, "white")
    import numpy as np
    from PIL import Image  # comes with CairoSVG

    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
