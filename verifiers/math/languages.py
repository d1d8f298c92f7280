"""The answer stated in other languages than English: "Antwort: 27", "La respuesta es 27", "答えは27です".

A statement is a word for *answer*, a colon or a word for *is*, and the value up to the end of the sentence. The value goes
to the verifier whole, so what denies or bounds it ("nicht 27", "más de 27") is no value. Where a decimal comma is written
(in these languages, and nowhere else), one between digits is one, unless three digits follow.
"""

from __future__ import annotations

import re

_EUROPEAN = (
    # word, copula
    (r"(?:die |meine )?(?:endg\u00fcltige |richtige |finale )?(?:end)?antwort|(?:das )?(?:end)?ergebnis|(?:die )?l\u00f6sung",
     r"ist|lautet|betr\u00e4gt"),
    (r"(?:(?:\u0438\u0442\u043e\u0433\u043e\u0432\u044b\u0439|\u043e\u043a\u043e\u043d\u0447\u0430\u0442\u0435\u043b\u044c\u043d\u044b\u0439|\u043f\u0440\u0430\u0432\u0438\u043b\u044c\u043d\u044b\u0439) )?\u043e\u0442\u0432\u0435\u0442", r"\u0440\u0430\u0432\u0435\u043d|\u044d\u0442\u043e|[\u2014\u2013-]"),
    (r"\u0432\u0456\u0434\u043f\u043e\u0432\u0456\u0434\u044c", r"\u0446\u0435|[\u2014\u2013-]"),
    (r"(?:la |ma )?r\u00e9ponse(?: finale| correcte| exacte)?|(?:le )?r\u00e9sultat(?: final)?", r"est|vaut"),
    (r"(?:la |mi )?respuesta(?: final| correcta)?|(?:el )?resultado(?: final)?", r"es|ser\u00eda|es igual a"),
    (r"(?:a |minha )?resposta(?: final| correta| certa)?|(?:o )?resultado(?: final)?", r"\u00e9|\u00e9 igual a"),
    (r"(?:la |mia )?risposta(?: finale| corretta| esatta)?|(?:il )?risultato(?: finale)?", r"\u00e8"),
    (r"(?:het |uiteindelijke |juiste |eind)*antwoord", r"is"),
    (r"(?:ostateczna |poprawna )?odpowied\u017a", r"to|brzmi|wynosi"),
    (r"(?:det |r\u00e4tt )?svar(?:et)?", r"\u00e4r|er"),
    (r"(?:vastaus|lopullinen vastaus)", r"on"),
    (r"(?:v\u00fdsledek|odpov\u011b\u010f|odpove\u010f)", r"je"),
    (r"(?:v\u00e1lasz|a v\u00e1lasz|a v\u00e9geredm\u00e9ny)", r"az?"),
    (r"(?:r\u0103spuns(?:ul)?(?: final| corect)?)", r"este"),
    (r"(?:do\u011fru |nihai )?(?:cevap|yan\u0131t|sonu\u00e7)", r"[\u2014\u2013-]"),
    (r"(?:jawaban(?:nya)?(?: akhir)?)", r"adalah|ialah"),
    (r"(?:\u0111\u00e1p (?:\u00e1n|s\u1ed1)|c\u00e2u tr\u1ea3 l\u1eddi|k\u1ebft qu\u1ea3)(?: cu\u1ed1i c\u00f9ng)?", r"l\u00e0"),
    (r"(?:\u03b7 )?(?:\u03b1\u03c0\u03ac\u03bd\u03c4\u03b7\u03c3\u03b7)", r"\u03b5\u03af\u03bd\u03b1\u03b9"),
)  # fmt: skip
_ASIAN = (
    (r"(?:\u6700\u7ec8|\u6700\u7d42|\u6b63\u786e|\u6b63\u78ba)?(?:\u7684)?(?:\u7b54\u6848|\u7b54\u6848\u662f|\u7ed3\u679c|\u7d50\u679c)", r"(?:\u5c31)?(?:\u662f|\u4e3a|\u70ba)"),
    (r"(?:\u6700\u7d42|\u6b63)?(?:\u7684\u306a)?(?:\u7b54\u3048|\u7b54|\u89e3\u7b54|\u89e3)", r"\u306f"),
    (r"(?:\ucd5c\uc885 ?)?(?:\uc815\ub2f5|\ub2f5)", r"\uc740|\ub294"),
    (r"(?:\u0905\u0902\u0924\u093f\u092e |\u0938\u0939\u0940 )?(?:\u0909\u0924\u094d\u0924\u0930)", r"\u0939\u0948"),
    (r"(?:\u0627\u0644\u062c\u0648\u0627\u0628|\u0627\u0644\u0625\u062c\u0627\u0628\u0629|\u0627\u0644\u0627\u062c\u0627\u0628\u0629)(?: \u0627\u0644\u0646\u0647\u0627\u0626\u064a\u0629?| \u0627\u0644\u0635\u062d\u064a\u062d\u0629?)?", r"\u0647\u0648|\u0647\u064a"),
    (r"(?:\u05d4?\u05ea\u05e9\u05d5\u05d1\u05d4)", r"\u05d4\u05d9\u05d0"),
    (r"(?:\u067e\u0627\u0633\u062e|\u062c\u0648\u0627\u0628)(?: \u0646\u0647\u0627\u06cc\u06cc)?", r"\u0628\u0631\u0627\u0628\u0631 \u0627\u0633\u062a \u0628\u0627"),
    (r"(?:\u0e04\u0e33\u0e15\u0e2d\u0e1a)", r"\u0e04\u0e37\u0e2d"),
    (r"(?:\u0989\u09a4\u09cd\u09a4\u09b0)", r"\u09b9\u09b2"),
)  # fmt: skip
_TAIL = r"\s*([^\n\u3002]{1,300})"


def _pattern(languages: tuple[tuple[str, str], ...], space: str) -> re.Pattern[str]:
    statements = "|".join(
        f"(?:{word})[*_]{{0,3}}\\s{{0,2}}(?:[:\uff1a=][*_]{{0,3}}|{space}(?:{copula})(?![\\w])[:\uff1a]?)"
        for word, copula in languages
    )
    return re.compile(rf"(?<!\w)(?:{statements}){_TAIL}", re.I)


_STATED_EUROPEAN = _pattern(_EUROPEAN, r"\s{1,2}")
_STATED_ASIAN = re.compile(
    "(?:"
    + "|".join(
        f"(?:{word})[*_]{{0,3}}\\s{{0,2}}(?:[:\uff1a=\u2014]|(?:{copula})\\s?[:\uff1a]?|(?=[$\\\\0-9-]))[*_]{{0,3}}"
        for word, copula in _ASIAN
    )
    + ")"
    + _TAIL
)
_POLITE = re.compile(r"\s*(?:\u3067\u3059|\u3067\u3042\u308b|\u3068\u306a\u308b|\u3068\u306a\u308a\u307e\u3059|\uc785\ub2c8\ub2e4|\uc774\ub2e4|\uc774\uc5d0\uc694|\uc608\uc694|\u0939\u0948|\u0964|olur|dir|d\u0131r)\s*$")  # fmt: skip
_ADVERB = re.compile(r"(?:donc|alors|ainsi|por lo tanto|por tanto|entonces|portanto|ent\u00e3o|also|somit|daher|quindi|dunque|dus|wi\u0119c"
                     r"|exactement|exactamente|genau|esattamente|\u0440\u0430\u0432\u0435\u043d)\s+", re.I)  # fmt: skip
_STOP = re.compile(r"(?<!\d)[.!?](?=\s|$)|[.!?](?=\s+\D|\s*$)|[\u3002\u0964]")
_DECIMAL = re.compile(r"(?<![\d.,])(\d{1,12}),(\d{1,2}|\d{4,12})(?![\d.,])")
_NON_ASCII = re.compile(r"[^\x00-\x7f]|\b(?:antwort|ergebnis|respuesta|resultado|resposta|risposta|risultato|antwoord|svar"
                        r"|vastaus|jawaban|cevap|resultat)", re.I)  # fmt: skip
_HEADING = re.compile(r"^[\s*_:#]*$")


def stated(tail: str) -> tuple[str, str] | None:
    """The last statement of the answer in another language, and the text behind it; None if there is none."""
    if not _NON_ASCII.search(tail):
        return None
    found = [(match, True) for match in _STATED_EUROPEAN.finditer(tail)]
    found += [(match, False) for match in _STATED_ASIAN.finditer(tail)]
    if not found:
        return None
    match, comma = max(found, key=lambda pair: pair[0].start())
    said = match.group(1)
    start = match.start(1)
    for stop in _STOP.finditer(said):
        if said.count("$", 0, stop.start()) % 2 == 0:
            said = said[: stop.start()]
            break
    rest = tail[start + len(said) :]
    said = _ADVERB.sub("", said.strip().strip("*_ "))
    said = _POLITE.sub("", said.strip().strip("*_ ").strip()).strip("*_ \u3002")
    if comma and len(_DECIMAL.findall(said)) == 1:
        said = _DECIMAL.sub(r"\1.\2", said)
    return (said, rest) if said else None
