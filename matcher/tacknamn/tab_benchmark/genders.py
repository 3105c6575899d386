"""Whether a mention of a person is that of a woman or a man (E4).

A title says so, a relative before the name (*his wife*), or a first name that the lists know.
"""

import re

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.records import Markable

__all__ = ["FEMALE", "MALE", "UNKNOWN", "find_gender", "find_title_gender", "is_relative"]

FEMALE, UNKNOWN, MALE = 1, 0, -1
"""The product of two genders is negative if they differ."""
WOMEN = frozenset(
    (
        *("mrs", "ms", "miss", "lady", "dame", "madam", "madame", "mme", "mlle", "mademoiselle"),
        *("baroness", "countess", "duchess", "princess", "queen", "frau", "fru", "fröken"),
        *("froken", "señora", "senora", "señorita", "senorita", "sra", "signora", "sig.ra", "dona"),
        *("doña", "sister", "mother", "gospođa", "pani"),
    )
)
"""Titles of women, as written and without accents."""
MEN = frozenset(
    (
        *("mr", "sir", "lord", "monsieur", "baron", "count", "earl", "duke", "prince", "king"),
        *("herr", "señor", "senor", "sr", "signor", "sig", "don", "brother", "father", "gospodin"),
        *("pan", "imam", "rabbi", "sheikh", "hodja"),
    )
)
"""Titles of men."""
_FEMALE_RELATIVE = (
    "wife|ex-wife|widow|mother|stepmother|grandmother|sister|stepsister|half-sister|daughter|"
    "stepdaughter|granddaughter|aunt|niece|girlfriend|fiancée|sister-in-law|mother-in-law|"
    "daughter-in-law|godmother"
)
_MALE_RELATIVE = (
    "husband|ex-husband|widower|father|stepfather|grandfather|brother|stepbrother|half-brother|"
    "son|stepson|grandson|uncle|nephew|boyfriend|fiancé|brother-in-law|father-in-law|son-in-law|"
    "godfather"
)
_RELATIVE = re.compile(
    rf"(?:\b(?P<female>{_FEMALE_RELATIVE})|\b(?P<male>{_MALE_RELATIVE})|"
    r"\b(?:child|cousin|partner|spouse|twin|relative))"
    r"(?:[ \u00a0](?:and|named|called)[ \u00a0]|,?[ \u00a0]\(?)$"
)
"""A relative directly before a name: *her brother, Karl Almvik*."""
LONGEST_RELATIVE = 28
"""Characters before a name that may hold a relative."""
LABELS = {"firstname_female": FEMALE, "firstname_male": MALE}


def find_gender(annotated: AnnotatedText, markable: Markable, name: str) -> int:
    """Find the gender of a mention: 1 for a woman, -1 for a man, 0 if nothing says so."""
    return (
        find_title_gender(name)
        or _find_gender_of_relative(annotated, markable)
        or _find_gender_of_first_name(annotated, markable)
    )


def find_title_gender(name: str) -> int:
    """Find the gender that the titles of a normalized name state."""
    first = name.split(" ", 1)[0].rstrip(".")
    return (first in WOMEN) - (first in MEN)


def is_relative(annotated: AnnotatedText, markable: Markable) -> bool:
    """Whether a name is introduced as that of a relative: *his brother Karl Almvik*."""
    return _match_relative(annotated, markable) is not None


def _match_relative(annotated: AnnotatedText, markable: Markable) -> re.Match[str] | None:
    return _RELATIVE.search(annotated.text_before(markable.start, LONGEST_RELATIVE))


def _find_gender_of_relative(annotated: AnnotatedText, markable: Markable) -> int:
    match = _match_relative(annotated, markable)
    if match is None:
        return UNKNOWN
    return (match["female"] is not None) - (match["male"] is not None)


def _find_gender_of_first_name(annotated: AnnotatedText, markable: Markable) -> int:
    for detection in annotated.detections_between(markable.start, markable.end):
        if detection.label in LABELS:
            return LABELS[detection.label]
    return UNKNOWN
