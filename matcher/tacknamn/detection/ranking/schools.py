"""Tell somebody's school from one that bears a name: *Elias skola*, *Lunds skola*.

Both look the same. What is called so as often as people say *my school* is somebody's where a
first name stands before it; *Lasses trafikskola* is a business, and called by him.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tacknamn.detection import patterns
from tacknamn.detection.ranking.activities import find_activity
from tacknamn.detection.ranking.forms import FIRSTNAMES, Form
from tacknamn.detection.ranking.ordinary_words import OrdinaryWords
from tacknamn.records import Detection, Finding
from tacknamn.support.tables import read_table

__all__ = [
    "find_lower_case_schools",
    "find_school_owner",
    "is_mostly_first",
    "is_possession",
]

_HAD: Final = frozenset(
    ("dagis", "förskola", "gym", "gymnasium", "högskola", "klubb", "kör", "school", "skola",
     "universitet", "university")
)  # fmt: skip
"""What people have one of, in small letters."""
_RULE: Final = "school"


def is_possession(word: str) -> bool:
    """Whether people have such a thing without its bearing their name."""
    return word in _HAD


def is_mostly_first(form: Form | None) -> bool:
    """Whether a form of the lists is a first name rather than anything else."""
    if form is None:
        return False
    return max(form.senses, key=lambda label: form.senses[label].mentions) in FIRSTNAMES


def find_school_owner(text: str, finding: Finding) -> str:
    """The name in the genitive of which a finding may be the school; empty where it is none."""
    if finding.rule != _RULE:
        return ""
    name, _, thing = text[finding.start : finding.end].partition(" ")
    return name if is_possession(thing) and name[-1] in "sxz" else ""


# Find schools in small letters where a sentence tells of studies: *hon går på bergaskolan*.
#
# Words of the language that end so (*simskolan*) name none.


SMALL_SCHOOL: Final = "institution"
_ENDINGS: Final = ("skolan", "gymnasiet")
_SCHOOL: Final = re.compile(
    r"(?<!\w)(?:på|vid|i) "
    r"(?:([a-zåäöé]{3,30})(?:skolan|gymnasiet)|([a-zåäöé]{2,30}ska) (?:skolan|gymnasiet))(?!\w)"
)
"""A glued name, or an adjective made of one."""
ADJECTIVE: Final = 2
"""The group of the latter: *rudbeckianska*."""


def find_lower_case_schools(text: str, words: OrdinaryWords) -> Iterator[Detection]:
    """The schools that a text in small letters names."""
    if not any(ending in text for ending in _ENDINGS):
        return
    for found in _SCHOOL.finditer(text):
        start = found.start(found.lastindex or 0)
        name = text[start : found.end()]
        head = found.group(found.lastindex or 0)
        stem = head[:-1] if found.lastindex == ADJECTIVE else head
        if (
            name in _read_common_compounds()
            or any(map(words.has, (name, head, stem)))
            or words.is_common(head)
        ):
            continue  # På simskolan, på estetiska gymnasiet.
        label, verb = find_activity(text, start)
        if label in ("school", "work"):
            yield Detection(start, found.end(), "school", SMALL_SCHOOL, name, trigger=verb)


@lru_cache(maxsize=1)
def _read_common_compounds() -> frozenset[str]:
    return frozenset(
        word
        for (line,) in read_table(patterns.__file__, "common_compounds.tsv")
        for word in line.split()
    )
