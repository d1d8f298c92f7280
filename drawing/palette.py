"""The colours of pictures: names in drawers, hexadecimal values in the SVG, one value for each name and theme.

Every value of a theme stands for one name only, so a page can exchange them for its own by looking at attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Theme = Literal["light", "dark"]

LIGHT: Mapping[str, str] = {
    "paper": "#fdfdfc",
    "card": "#f3f4f6",
    "ink": "#1d2433",
    "soft": "#5b6475",
    "line": "#aab1bf",
    "faint": "#dde1e8",
    "blue": "#2563c9",
    "blue-tint": "#dbe7fb",
    "green": "#1d7f4e",
    "green-tint": "#d5efe0",
    "red": "#c2362f",
    "red-tint": "#fadedb",
    "amber": "#a86400",
    "amber-tint": "#fbe9c6",
    "violet": "#7446c4",
    "violet-tint": "#e8defa",
    "teal": "#0d7a86",
    "teal-tint": "#cfeef0",
    "sheet": "#ffffff",
    "panel": "#1e2534",
    "white": "#fffffe",
    "black": "#151517",
    "gold": "#e2b33c",
    "wall": "#6d7789",
    "wood": "#b9854f",
}

DARK: Mapping[str, str] = {
    "paper": "#171a21",
    "card": "#222732",
    "ink": "#e6e9f0",
    "soft": "#a3acbd",
    "line": "#5c6678",
    "faint": "#333a48",
    "blue": "#82aefc",
    "blue-tint": "#203558",
    "green": "#6fcf9b",
    "green-tint": "#173c2a",
    "red": "#f58f88",
    "red-tint": "#4d2220",
    "amber": "#eeb45c",
    "amber-tint": "#47340f",
    "violet": "#bb9bf5",
    "violet-tint": "#37285a",
    "teal": "#62cbd6",
    "teal-tint": "#12404a",
    "sheet": "#1d222c",
    "panel": "#0a0d13",
    "white": "#fffffd",
    "black": "#0c0c0e",
    "gold": "#d6a72f",
    "wall": "#7f8a9e",
    "wood": "#a8764a",
}

THEMES: Mapping[Theme, Mapping[str, str]] = {"light": LIGHT, "dark": DARK}

SERIES = ("blue", "amber", "green", "violet", "red", "teal")
"""Colours for things that are told apart; each has a ``-tint``."""

NAMED = {
    "black": "black",
    "white": "white",
    "red": "red",
    "green": "green",
    "blue": "blue",
    "yellow": "gold",
    "gold": "gold",
    "orange": "amber",
    "brown": "wood",
    "purple": "violet",
    "violet": "violet",
    "cyan": "teal",
    "teal": "teal",
    "pink": "red-tint",
    "grey": "wall",
    "gray": "wall",
    "silver": "line",
}
"""Colours that tasks speak of."""
