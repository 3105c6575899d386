"""Find wards, and the initials of those who sign a note or a protocol.

*avd 363* and *Hemtjänstgrupp Slätten* are institutions; *Sign TLJ*, *ssk AB*, *Vid protokollet: FvE* are
initials.
"""

import re
from typing import Final

from tacknamn.detection.medicine.notes import is_note
from tacknamn.detection.ranking.rules import INITIALS, INSTITUTION
from tacknamn.records import Detection
from tacknamn.support.tables import read_words

__all__ = ["find_staff_and_wards"]

_CLUES: Final = (
    "avd", "Avd", "AVD", "mott", "Mott", "emtjänst", "emsjuk", "team", "Team", "grupp", "Grupp", "Sign",
    "SIGN", "sign", "rotokoll", "Just", "just", "Dikt", "dikt", "/", "sk ", "SSK", "äk ", "Dr ", "dr ", "ssist",
    "oende", "säbo", "Säbo", "andl", "tecknat", "pprätta", "krivet", "urator", "Kur", "kur", "Psyk", "psyk",
)  # fmt: skip
"""A text without any of these has neither."""
_WARD: Final = re.compile(
    r"(?<![\w-])(?:vård)?(?:avd|avdelning|mott|mottagning)(?:en)?\.? "
    r"(?:nr |nummer )?(?:\d{2,4}(?:[ :/-]?[A-HJ-ZÅÄÖ](?!\w))?|[A-ZÅÄÖ]{1,2}[ -]?\d{1,3}|\d{1,2}[A-ZÅÄÖ]{1,2})"
    r"(?!\w| ?%|[.,:/-]\d)",
    re.IGNORECASE,
)
"""A ward by its number: *avd 363*, *Avdelning 81*, *avd K54*."""
_SMALL_WARD: Final = re.compile(
    r"(?<![\w-])(?:[Vv]ård)?(?:[Aa]vd|AVD|[Aa]vdelning)(?:en)?\.? \d{1,4}[A-ZÅÄÖ]?(?!\w| ?%|[.,:/-]\d)"
)
"""In notes also one digit: *avd 3*."""
_NAMED_WARD: Final = re.compile(
    r"(?<![\w-])(?:[Vv]ård)?(?:[Aa]vd|[Aa]vdelning|[Hh]emtjänst(?:grupp|team|område)?|[Hh]emtjänsten|"
    r"[Hh]emsjukvårds?team(?:et)?|[Tt]eam|[Kk]orttids(?:boendet?|enheten?)?|[Ss]äbo|[Ää]ldreboendet?|"
    r"[Vv]årdboendet?|[Gg]ruppboendet?|[Gg]ruppbostad(?:en)?|[Dd]emensboendet?|[Tt]rygghetsboendet?|"
    r"LSS-boendet?|[Ss]tödboendet?|[Ss]ervicehuset?)"
    r"(?: (?P<name>[A-ZÅÄÖ][a-zåäöé]+(?:[ -][A-ZÅÄÖ][a-zåäöé]+)?))(?![\w-])"
)
"""A ward or a team by its name: *avdelning Solrosen*, *Hemtjänstgrupp Slätten*."""
_INITIALS: Final = (
    r"(?P<initials>[A-ZÅÄÖ]\. ?[A-ZÅÄÖ]\.|[A-ZÅÄÖ]{2,4}|[A-ZÅÄÖ](?:v|d|a|af|de)[A-ZÅÄÖ]|"
    r"[A-ZÅÄÖ][a-zåäö][A-ZÅÄÖ]|[A-ZÅÄÖ][a-zåäö]{1,2}[A-ZÅÄÖ][a-zåäö]{0,2})(?![\w/-])"
)
_SIGNED: Final = re.compile(
    r"(?<![\w-])(?:[Ss]ign(?:atur|erat|erad|\.)?(?: av| läk| ssk)?|SIGN|[Vv]id (?:protokollet|pennan)|"
    r"[Jj]usterat|[Jj]usteras|[Dd]ikt(?:erat|at)?(?: av)?|[Aa]ntecknat av|[Uu]pprättad av|[Uu]pprättat av|"
    r"[Ss]krivet av|[Uu]tskrivet av|[Nn]edtecknat av|[Ii]nskrivet av|[Rr]egistrerat av|[Rr]egistrerad av|"
    r"[Hh]andläggare|[Hh]andl|[Uu]tfört av|[Dd]okumenterat av|[Gg]ranskad av|[Gg]ranskat av|[Kk]ontrasign)"
    r"[.:]{0,2}[ \t]{1,2}"
    rf"{_INITIALS}"
)
"""Initials behind a word for signing: *Sign TLJ*, *Vid protokollet: FvE*."""
_OF_STAFF: Final = re.compile(
    r"(?<!\w)(?:[Ss]sk|SSK|[Dd]sk|[Uu]sk|[Bb]mm?|[Ll]äk|[Öö]l|ÖL|[Ll]eg läk|[Dd]r|[Kk]urator|[Kk]ur|"
    r"[Ff]ysioterapeut|[Ss]jukgymn|[Ss]g|[Aa]rbetsterapeut|[Pp]sykolog|[Bb]arnmorska|[Ss]köterska|"
    r"[Ss]juksköterska|[Bb]eh\.?ass\.?|[Bb]eh\.?assistent|[Bb]ehandlingsassistent|[Ss]kötare|[Ll]äkarsekr|"
    r"[Tt]dl|[Tt]andläkare|[Tt]andsköt|[Tt]andsköterska|[Tt]andhyg|[Dd]ietist|[Ll]ogoped|[Kk]ontaktperson|"
    r"[Uu]ndersköterska|[Hh]andläggare|[Ss]ocionom|[Ss]ocialsekr|[Aa]ssistent)\.? "
    rf"{_INITIALS}"
)
"""Initials behind a profession of staff: *ssk AB*, *beh.assistent D. L.*"""
_AFTER_SLASH: Final = re.compile(rf"(?:^|[ \t\n])//?\s?{_INITIALS}[ \t]*(?=\n|\Z)")
_LAST_LINE: Final = re.compile(rf"\n[ \t]*{_INITIALS}[.\s]*\Z")


def find_staff_and_wards(text: str, reads_notes: bool = False) -> list[Detection]:
    """Return the wards and the initials of staff in a text, from left to right.

    Args:
        reads_notes: Whether the text is surely a note.
    """
    if not reads_notes and not any(clue in text for clue in _CLUES):
        return []
    in_note = reads_notes or is_note(text)
    found = [*_find_wards(text, in_note), *_find_initials(text, in_note)]
    return sorted(set(found))


def _find_wards(text: str, in_note: bool) -> list[Detection]:
    patterns = (_WARD, _SMALL_WARD, _NAMED_WARD) if in_note else (_WARD, _NAMED_WARD)
    spans: list[tuple[int, int]] = []
    for pattern in patterns:
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end in spans):
                spans.append(match.span())
    return [Detection(start, end, "other_institution", INSTITUTION) for start, end in spans]


def _find_initials(text: str, in_note: bool) -> list[Detection]:
    patterns = (_SIGNED, _OF_STAFF, _AFTER_SLASH) + ((_LAST_LINE,) if in_note else ())
    not_initials = read_words(__file__, "not_initials.tsv")
    spans = {
        match.span("initials")
        for pattern in patterns
        for match in pattern.finditer(text)
        if match["initials"] not in not_initials
    }
    return [Detection(start, end, "initials", INITIALS) for start, end in spans]
