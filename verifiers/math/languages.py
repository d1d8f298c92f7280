"""The answer stated in other languages than English: "Antwort: 27", "La respuesta es 27", "答えは27です".

A statement is a word for *answer*, a colon or a word for *is*, and the value up to the end of the sentence. The value
goes to the verifier whole, so what denies or bounds it ("nicht 27", "más de 27") is no value. Where a decimal comma is
written (in these languages, and nowhere else), one between digits is one, unless three digits follow.
"""

from __future__ import annotations

import re

_EUROPEAN = (
    # word, copula
    (r"(?:die |meine )?(?:endgültige |richtige |finale )?(?:end)?antwort"
    r"|(?:das )?(?:end)?ergebnis|(?:die )?lösung",
     r"ist|lautet|beträgt"),
    (r"(?:(?:итоговый|окончательный|правильный) )?ответ", r"равен|это|[\u2014\u2013-]"),
    (r"відповідь", r"це|[\u2014\u2013-]"),
    (r"(?:la |ma )?réponse(?: finale| correcte| exacte)?"
     r"|(?:le )?résultat(?: final| cherché| recherché| demandé)?", r"est|vaut(?: donc)?"),
    (r"(?:la |mi )?respuesta(?: final| correcta)?|(?:el )?resultado(?: final)?", r"es|sería|es igual a"),
    (r"(?:a |minha )?resposta(?: final| correta| certa)?|(?:o )?resultado(?: final)?", r"é|é igual a"),
    (r"(?:la |mia )?risposta(?: finale| corretta| esatta)?|(?:il )?risultato(?: finale)?", r"è"),
    (r"(?:het |uiteindelijke |juiste |eind)*antwoord", r"is"),
    (r"(?:ostateczna |poprawna )?odpowiedź", r"to|brzmi|wynosi"),
    (r"(?:det |rätt )?svar(?:et)?", r"är|er"),
    (r"(?:vastaus|lopullinen vastaus)", r"on"),
    (r"(?:výsledek|odpověď|odpoveď)", r"je"),
    (r"(?:válasz|a válasz|a végeredmény)", r"az?"),
    (r"(?:răspuns(?:ul)?(?: final| corect)?)", r"este"),
    (r"(?:doğru |nihai )?(?:cevap|yanıt|sonuç)", r"[\u2014\u2013-]"),
    (r"(?:jawaban(?:nya)?(?: akhir)?)", r"adalah|ialah"),
    (r"(?:đáp (?:án|số)|câu trả lời|kết quả)(?: cuối cùng)?", r"là"),
    (r"(?:η )?(?:απάντηση)", r"είναι"),
)  # fmt: skip
_ASIAN = (
    (r"(?:最终|最終|正确|正確)?(?:的)?(?:答案|答案是|结果|結果)|(?<=\n)答(?=[:\uff1a])", r"(?:就)?(?:是|为|為)"),
    (r"(?:最終|正)?(?:的な)?(?:答え|答|解答|解)", r"は"),
    (r"(?:최종 ?)?(?:정답|답)", r"은|는"),
    (r"(?:अंतिम |सही )?(?:उत्तर)", r"है"),
    (r"(?:الجواب|الإجابة|الاجابة)(?: النهائية?| الصحيحة?)?", r"هو|هي"),
    (r"(?:ה?תשובה)", r"היא"),
    (r"(?:پاسخ|جواب)(?: نهایی)?", r"برابر است با"),
    (r"(?:คำตอบ)", r"คือ"),
    (r"(?:উত্তর)", r"হল"),
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
        f"(?:{word})[*_]{{0,3}}\\s{{0,2}}(?:[:\uff1a=\u2014]|(?:{copula})\\s?[:\uff1a]?"
        f"|(?=[$\\\\0-9-]))[*_]{{0,3}}"
        for word, copula in _ASIAN
    )
    + ")"
    + _TAIL
)
_POLITE = re.compile(r"\s*(?:です|である|となる|となります|입니다|이다|이에요|예요"
                     r"|है|\u0964|olur|dir|dır)\s*$")  # fmt: skip
_ADVERB = re.compile(r"(?:donc|alors|ainsi|por lo tanto|por tanto|entonces|portanto|então|also|somit|daher|quindi"
                     r"|dunque|dus|więc|exactement|exactamente|genau|esattamente"
                     r"|равен)\s+", re.I)  # fmt: skip
_STOP = re.compile(r"(?<!\d)[.!?](?=\s|$)|[.!?](?=\s+\D|\s*$)|[\u3002\u0964]")
_DECIMAL = re.compile(r"(?<![\d.,])(\d{1,12}),(\d{1,2}|\d{4,12})(?![\d.,])")
_NON_ASCII = re.compile(r"[^\x00-\x7f]|\b(?:antwort|ergebnis|respuesta|resultado|resposta|risposta|risultato|antwoord"
                        r"|svar|vastaus|jawaban|cevap|resultat)", re.I)  # fmt: skip


_CHECK = re.compile(
    r"^\W*(?:comprobación|verificación|verificação|vérification|probe|überprüfung|verifica|controle|проверка|перевірка"
    r"|sprawdzenie|验算|验证|检验|検算|검산)\s*[:\uff1a.*]*\s*(?P<said>[^\n]{1,300})$",
    re.I | re.M,
)
_FAILS = re.compile(
    r"\b(?:no|non|nicht|kein|falsch|pas|faux|ne|não|errado|falso|niet|не|нет|неверно|nie|pero|mais|aber|ma|mas)\b"
    r"|[\u4e0d\u9519\u932f]|ない|아니",
    re.I,
)
_NUMERAL = re.compile(
    r"^\s*(?!.{0,12}(?:不|没|非|至少|至多|最多|最少|约|超过|小于|大于|可能|也许|如果|若|或|未|无|错))(?:[^\W\d_]{1,12}?)(?:是|为|為|等于|等於|=)\s*(?=[-$\\0-9])"
)
_COUNTER = re.compile(
    r"(?<=[0-9$])\s*(?:元|个|個|人|本|只|条|张|块|支|页|天|小时|分钟|分|米|厘米|千克|克|度|岁|次|种|颗|件|辆|名|円|個)$"
)


def without_check(rest: str) -> str:
    """What follows an answer, without a check of it that finds no fault."""
    return _CHECK.sub(lambda match: match.group() if _FAILS.search(match["said"]) else "", rest[:4000])


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
    if not comma:
        said = _COUNTER.sub("", _NUMERAL.sub("", said))
    if comma and len(_DECIMAL.findall(said)) == 1:
        said = _DECIMAL.sub(r"\1.\2", said)
    return (said, rest) if said else None
