r"""From the characters that people and models write to the ASCII and LaTeX that the lexer knows.

Every mapping is listed. Compatibility folding (NFKC) is never applied: it would turn ``x²`` into ``x2`` and other
scripts' digits into ASCII ones. What is not listed stays as it is and is refused by the lexer.
"""

from __future__ import annotations

import re

_VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱˣʸᵏᵐᵃᵇ", "0123456789+-=()nixykmab", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢₖₓₐ", "0123456789+-=()nikxa", strict=True))
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ϑ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "ρ": "rho",
    "σ": "sigma", "τ": "tau", "φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Δ": "Delta",
    "Γ": "Gamma", "Θ": "Theta", "Λ": "Lambda", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_COMMANDS = {
    "π": "pi", "𝜋": "pi", "∞": "infty", "±": "pm", "∓": "mp", "≤": "le", "⩽": "le", "≦": "le", "≥": "ge", "⩾": "ge",
    "≧": "ge", "≠": "ne", "∪": "cup", "⋃": "cup", "∩": "cap", "∖": "setminus", "∅": "emptyset", "⌀": "emptyset",
    "∈": "in", "ℝ": "R", "ℤ": "Z", "ℕ": "N", "ℚ": "Q", "ℂ": "C", "°": "degree", "˚": "degree", "º": "degree",
    "…": "ldots",
    "⋯": "cdots", "√": "rootsign", "∛": "cuberootsign", "∜": "fourthrootsign",
    "≈": "approx", "≡": "equiv", "⟨": "langle", "⟩": "rangle",
    "〈": "langle", "〉": "rangle", "∨": "lor", "∧": "land", "⌊": "lfloor", "⌋": "rfloor", "⌈": "lceil", "⌉": "rceil",
    "∠": "angle", "∣": "mid", "∴": "therefore", "⇒": "Rightarrow", "⟹": "implies",
} | _GREEK  # fmt: skip
_PLAIN = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "‒": "-", "﹣": "-", "－": "-", "➖": "-",
    "×": "*", "✕": "*", "✖": "*", "⨯": "*", "·": "*", "∙": "*", "⋅": "*", "•": "*", "∗": "*", "＊": "*", "⨉": "*",
    "÷": "/", "∕": "/", "⁄": "/", "／": "/", "➗": "/", "＋": "+", "➕": "+", "＝": "=", "＜": "<", "＞": ">",
    "（": "(", "）": ")", "［": "[", "］": "]", "｛": "{", "｝": "}", "，": ",", "、": ",", "；": ";", "：": ":",
    "．": ".", "。": ".", "％": "%", "＾": "^", "！": "!", "｜": "|", "′": "'", "’": "'", "‘": "'", "ʹ": "'",
    "″": '"', "“": '"', "”": '"', "∶": ":", "＄": "$", "‰": "\\permille ", "€": "\\euro ", "£": "\\pounds ",
    "¥": "\\yen ",
    "ⅈ": "i", "ⅇ": "e", "ℯ": "e", "Å": "\\angstrom ", "℃": "\\degree C", "℉": "\\degree F",
    "\u00a0": "\\,", "\u2009": "\\,", "\u202f": "\\,", "\u200a": "\\,", "\u2007": "\\,",
    "\u2002": " ", "\u2003": " ", "\u2004": " ", "\u2005": " ", "\u2006": " ", "\u3000": " ", "\u205f": " ",
    "\u200b": " ", "\u200c": " ", "\u200d": " ", "\ufeff": " ", "\u2060": " ", "\u00ad": " ", "\u200e": " ",
    "\u200f": " ",
    "\u2061": " ", "\u2062": " ", "\u2063": " ", "\ufe0f": "", "\t": " ", "\r": " ", "\x0b": " ", "\x0c": " ",
    "\u2028": "\n",
}  # fmt: skip
_FULL_WIDTH = {chr(0xFF10 + digit): str(digit) for digit in range(10)} | {
    chr(0xFF21 + shift + 32 * lower): chr(65 + shift + 32 * lower) for lower in (0, 1) for shift in range(26)
}
# The italic letters of mathematics; the small h is elsewhere in Unicode.
_ITALIC = {chr(0x1D434 + shift): chr(65 + shift) for shift in range(26)} | {
    chr(0x1D44E + shift): chr(97 + shift) for shift in range(26)
}
_ITALIC["\u210e"] = "h"

_TABLE = str.maketrans(
    {sign: f"\\frac{{{top}}}{{{bottom}}}" for sign, (top, bottom) in _VULGAR.items()}
    | {sign: f"\\{name} " for sign, name in _COMMANDS.items()}
    | _PLAIN
    | _FULL_WIDTH
    | _ITALIC
)
_RAISED = re.compile(f"[{re.escape(''.join(_SUPERSCRIPTS))}]+")
_LOWERED = re.compile(f"[{re.escape(''.join(_SUBSCRIPTS))}]+")
_UP, _DOWN = str.maketrans(_SUPERSCRIPTS), str.maketrans(_SUBSCRIPTS)
_BARRED = re.compile("(?:[0-9][\u0304\u0305])+")
_BARS = str.maketrans({"\u0304": None, "\u0305": None})


def plain(text: str) -> str:
    """`text` with the listed typographic characters replaced by what the lexer knows."""
    if text.isascii():
        return text
    text = _RAISED.sub(lambda run: f"^{{{run.group().translate(_UP)}}}", text)
    text = _LOWERED.sub(lambda run: f"_{{{run.group().translate(_DOWN)}}}", text)
    text = _BARRED.sub(lambda run: f"\\overline{{{run.group().translate(_BARS)}}}", text)
    return text.translate(_TABLE)
