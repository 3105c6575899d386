"""Recognize notes of hospitals, surgeries and dentists by their abbreviations and headings.

In a note, *Pat*, *Op* and *Sat* begin sentences, and every word in capitals is an abbreviation.
"""

from collections.abc import Sequence
from typing import Final

from tacknamn.detection.cues.literals import LiteralMatch

__all__ = ["is_note", "list_commonest_marks"]

FEWEST: Final = 5
"""Different marks that a note has at least. Essays about an illness have one or two."""
_MARKS: Final = (
    "Aktuellt", "Allergi", "Anamnes", "anamnes", "Bed:", "Bedömn", "Datum", "Diagnos", "EKG",
    "Epikris", "EPIKRIS", "Hembesök", "Inkom", "inkom", "Inskriv", "inskriv", "Journal", "journal",
    "Kontroll", "Lab", "Läkemedel:", "Leg ", "leg ", "Nybesök", "nybesök", "Ordin", "ordin", "Plan:",
    "Planering", "Postop", "postop", "Pat ", "pat ", "Pat.", "Recept", "recept", "Remi", "remi", "REMISS",
    "Rtg", "rtg", "Sign", "Status", "STATUS", "status", "Terapi", "Utskriv", "utskriv", "Åtg", "ÅTG",
    "Återbesök", "återbesök", "anteckning", "ANTECKNING",
    " AT ", " AF ", " BT ", " CRP", " Hb ", " NRS", " VAS", " avd ", "Avd ", " ca ", " dgr", " dsk", "dsk ",
    " ej ", " em ", " fm ", " enl ", " feber", " hö ", " iv ", " mg", " ml", " neg", " op ", " pga ",
    " p.o", " pos", " puls", " p ", " sat ", " Sat ", " ssk", "ssk ", " tn", " u.a", " ua", " usk", " vb",
    " v b", " vä ", " x 2", " x 3", " 1x", " x 4", "/dygn", "/d", "/min", "-årig", "omläggn", "sjd", "utan anm",
)  # fmt: skip


_COMMONEST: Final = (
    "Pat", "pat ", "tatus", " BT", "CRP", " mg", " vb", "rtg", "Rtg", "ign", "sk ", " ua", "u.a", "namnes",
    "Bed", " ej ", "rdin", "Åt",
)  # fmt: skip
"""A text without two of these is no note; they are looked for first."""


def list_commonest_marks() -> frozenset[str]:
    """Return the marks of which a note has two, in lower case."""
    return frozenset(map(str.lower, _COMMONEST))


def is_note(text: str, hits: Sequence[LiteralMatch] | None = None) -> bool:
    """Return whether a text is a note of a hospital.

    Args:
        hits: Its commonest marks in any letter case, if they were found before.

    >>> is_note("Pat inkom med feber. BT 120/80, CRP 40. Status: u.a. Insätts på Kåvepenin 1 g x 3.")
    True
    """
    if hits is not None and len(hits) < 2:
        return False
    if hits is None:
        number = sum(map(text.__contains__, _COMMONEST))
    else:
        written = {text[hit.at : hit.at + len(hit.literal.text)] for hit in hits}
        number = len(written.intersection(_COMMONEST))
    if number < 2:
        return False
    return sum(map(text.__contains__, _MARKS)) >= FEWEST
