"""Find wards, and the initials of those who sign a note or a protocol.

*avd 363* and *Hemtjänstgrupp Slätten* are institutions; *Sign TLJ*, *ssk AB*, *Vid protokollet: FvE* are
initials.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tacknamn.detection.cues.literals import LiteralMatch
from tacknamn.detection.ranking.rules import INITIALS, INSTITUTION
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_words

__all__ = ["find_staff_and_wards", "list_staff_literals"]

_OF_WARDS: Final = (
    "avd", "Avd", "AVD", "mott", "Mott", "jänst", "jukvårdst", "team", "Team", "boende", "bostad",
    "orttids", "äbo", "Säbo", "servicehus",
)  # fmt: skip
"""A text without any of these has no ward."""
_WARD: Final = compile_lazily(
    r"(?<![\w-])(?:vård)?(?:avd|avdelning|mott|mottagning)(?:en)?\.? "
    r"(?:nr |nummer )?(?:\d{2,4}(?:[ :/-]?[A-HJ-ZÅÄÖ](?!\w))?|[A-ZÅÄÖ]{1,2}[ -]?\d{1,3}|\d{1,2}[A-ZÅÄÖ]{1,2})"
    r"(?!\w| ?%|[.,:/-]\d)",
    re.IGNORECASE,
)
"""A ward by its number: *avd 363*, *Avdelning 81*, *avd K54*."""
_SMALL_WARD: Final = compile_lazily(
    r"(?<![\w-])(?:[Vv]ård)?(?:[Aa]vd|AVD|[Aa]vdelning)(?:en)?\.? \d{1,4}[A-ZÅÄÖ]?(?!\w| ?%|[.,:/-]\d)"
)
"""In notes also one digit: *avd 3*."""
_NAMED_WARD: Final = compile_lazily(
    r"(?<![\w-])(?:[Vv]ård)?(?:[Aa]vd|[Aa]vdelning|[Hh]emtjänst(?:grupp|team|område)?|[Hh]emtjänsten|"
    r"[Hh]emsjukvårds?team(?:et)?|[Kk]orttids(?:boendet?|enheten?)?|[Ss]äbo|[Ää]ldreboendet?|"
    r"[Vv]årdboendet?|[Gg]ruppboendet?|[Gg]ruppbostad(?:en)?|[Dd]emensboendet?|[Tt]rygghetsboendet?|"
    r"LSS-boendet?|[Ss]tödboendet?|[Ss]ervicehuset?)"
    r"(?: (?P<name>[A-ZÅÄÖ][a-zåäöé]+(?:[ -][A-ZÅÄÖ][a-zåäöé]+)?))(?![\w-])"
)
"""A ward or a team by its name: *avdelning Solrosen*, *Hemtjänstgrupp Slätten*."""
_TEAM: Final = compile_lazily(
    r"(?<![\w-])[Tt]eam(?:et)? (?:[A-ZÅÄÖ][a-zåäöé]+|\d{1,2}|[A-Z])(?![\w-])"
)
"""In notes also *team Norr*, which elsewhere is a team of sports."""
_INITIALS: Final = compile_lazily(
    r"[A-ZÅÄÖ](?=[A-ZÅÄÖ.]|[a-zåäö]{1,2}[A-ZÅÄÖ])(?:\. ?[A-ZÅÄÖ]\.|[A-ZÅÄÖ]{1,3}|[A-ZÅÄÖ][a-zåäö]|(?:v|d|a|af|de)[A-ZÅÄÖ]|"
    r"[a-zåäö]{1,2}[A-ZÅÄÖ][a-zåäö]{0,2})(?![\w-]| [A-ZÅÄÖ]{2})"
)
"""What may be initials: *TLJ*, *D. L.*, *FvE*, *AnLi*. The look ahead passes over most words."""
_SIGNED: Final = compile_lazily(
    r"(?<![\w-])(?:sign(?:atur|erat|erad)?(?: av| läk| ssk)?|vid (?:protokollet|pennan)|justera[ts]|"
    r"dikt(?:erat|at)?(?: av)?|utskr(?:ift|ivet)?(?: av)?|sekr|(?:antecknat|upprättad|upprättat|skrivet|utskrivet|nedtecknat|inskrivet|"
    r"registrerat|registrerad|utfört|dokumenterat|granskad|granskat) av|handläggare|handl|kontrasign)"
    r"[.:]{0,2}[ \t]{1,2}\Z",
    re.IGNORECASE,
)
"""A word for signing before initials: *Sign TLJ*, *Vid protokollet: FvE*."""
_OF_STAFF: Final = compile_lazily(
    r"(?<!\w)(?:ssk|dsk|usk|bm|läk|öl|leg läk|dr|kurator|kur|fysioterapeut|sjukgymn|sg|arbetsterapeut|"
    r"psykolog|barnmorska|sköterska|sjuksköterska|beh\.?ass|beh\.?assistent|behandlingsassistent|skötare|"
    r"läkarsekr|sekr|sekreterare|tdl|tandläkare|tandsköt|tandsköterska|tandhyg|dietist|logoped|kontaktperson|"
    r"undersköterska|socionom|socialsekr|assistent)\.? \Z",
    re.IGNORECASE,
)
"""A profession of staff before initials: *ssk AB*, *beh.assistent D. L.*"""
_OF_INITIALS: Final = frozenset((
    "sign", "protokollet", "pennan", "justera", "dikt", "utskr", "sekr", "antecknat av", "upprättad av",
    "upprättat av", "skrivet av", "nedtecknat av", "registrerat av", "registrerad av", "utfört av",
    "dokumenterat av", "granskad av", "granskat av", "handl", "kurator", "fysioterapeut", "sjukgymn",
    "arbetsterapeut", "psykolog", "barnmorska", "sköterska", "beh.ass", "behass", "assistent", "skötare",
    "tandläkare", "tandsköt", "tandhyg", "dietist", "logoped", "kontaktperson", "socionom",
    *[f"{short}{end}" for short in ("ssk", "dsk", "usk", "bm", "läk", "öl", "dr", "kur", "sg", "tdl")
      for end in (" ", ". ")],
))  # fmt: skip
"""A text without any of these has nothing that :data:`_SIGNED` or :data:`_OF_STAFF` finds."""
_SMALL_SIGNED: Final = compile_lazily(
    r"(?<![\w-])(?:[Ss]ign|[Dd]ikt(?:at|erat)?|[Uu]tskr(?:ift|ivet)?)[.:]{0,2} "
    r"(?P<name>[a-zåäö]{2,4})(?=[ \t]*(?:\n|\Z|/|,))"
)
"""In notes also initials in small letters: *Dikt: EBN / utskr kso*."""
_NO_SMALL: Final = frozenset(
    ("ej", "ua", "av", "ok", "nu", "idag", "igår", "ja", "nej", "på", "se")
)
_TITLE_AFTER: Final = compile_lazily(
    r",? (?:ssk|dsk|usk|bm|läk|öl|leg|dr|kur|kurator|at-läk|st-läk|överläk|spec|specialist|psykolog|"
    r"sjuksk|usköt|fysio|arbetsterapeut|logoped|dietist|barnmorska|skötare)",
    re.IGNORECASE,
)
"""A profession after initials that a slash begins: */LH, öl geriatrik*."""
_SLASH: Final = compile_lazily(r"(?:\A|\s)//?\s?\Z")
_LINE_START: Final = compile_lazily(r"\n[ \t]*\Z")
_LINE_END: Final = compile_lazily(r"[ \t]*(?:\n|\Z)")
_TEXT_END: Final = compile_lazily(r"[.\s]*\Z")
_REACH: Final = 28
"""Characters before initials that are read."""


def list_staff_literals() -> frozenset[str]:
    """Return what a text with wards or initials of staff has, in lower case."""
    return frozenset((*map(str.lower, _OF_WARDS), *_OF_INITIALS))


def find_staff_and_wards(
    text: str, in_note: bool = False, hits: Sequence[LiteralMatch] | None = None
) -> list[Detection]:
    """Return the wards and the initials of staff in a text, from left to right.

    Args:
        in_note: Whether the text is a note.
        hits: The literals of :func:`list_staff_literals`, if they were found before.
    """
    if hits is not None and not hits and not in_note and "/" not in text:
        return []
    if hits is None:
        has_wards, has_initials = any(map(text.__contains__, _OF_WARDS)), True
    else:
        written = {text[hit.at : hit.at + len(hit.literal.text)] for hit in hits}
        has_wards = not written.isdisjoint(_OF_WARDS)
        has_initials = (
            in_note or "/" in text or any(hit.literal.text in _OF_INITIALS for hit in hits)
        )
    found = _find_wards(text, in_note) if has_wards else []
    return sorted([*found, *_find_initials(text, in_note)]) if has_initials else sorted(found)


def _find_wards(text: str, in_note: bool) -> list[Detection]:
    patterns = (_WARD, _SMALL_WARD, _NAMED_WARD, _TEAM) if in_note else (_WARD, _NAMED_WARD)
    spans: list[tuple[int, int]] = []
    for pattern in patterns:
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end in spans):
                spans.append(match.span())
    return [Detection(start, end, "other_institution", INSTITUTION) for start, end in spans]


def _find_initials(text: str, in_note: bool) -> Iterator[Detection]:
    not_initials = read_words(__file__, "not_initials.tsv")
    for match in _INITIALS.finditer(text):
        start, end = match.span()
        if text[start - 1 : start].isalnum() or match.group() in not_initials:
            continue
        before = text[max(0, start - _REACH) : start]
        if (
            _SIGNED.search(before)
            or _OF_STAFF.search(before)
            or (
                _SLASH.search(before)
                and (_LINE_END.match(text, end) or _TITLE_AFTER.match(text, end))
            )
            or (in_note and _LINE_START.search(before) and _TEXT_END.match(text, end))
        ):
            yield Detection(start, end, "initials", INITIALS)
    for match in _SMALL_SIGNED.finditer(text) if in_note else ():
        if match.group("name") not in _NO_SMALL:
            yield Detection(*match.span("name"), "initials", INITIALS)
