"""Names of institutions, whole, and whether somebody works there: then it is ``work`` (A9, 3).

Behind many names stands the word for what they name (``institutions.tsv``): *Lasses trafikskola*
is a school, not Lasse's. Where the text says that somebody works at one it is ``work``, whatever
it is. Companies and authorities that nobody is said to work at point at nobody: they are told
under rules of their own, so that a profile may leave them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from tacknamn.labelling.forms import INSTITUTIONS, PERSONS, PLACES
from tacknamn.pseudonymizing.records import Found

__all__ = ["says_works", "with_institutions"]

INSTITUTION, WORKPLACE, COMPANY, AUTHORITY = "institution", "workplace", "company", "authority"
_REACH = 60
"""Characters before an institution in which the verb stands: *jobbar sedan fem år på Volvo*."""
_SENTENCE = re.compile(r"[.!?\n]")
_WORKS = re.compile(
    r"\b(?:job+a?\w*|arbet\w*|anställ\w*|praktik\w*|praktisera\w*|chef\w*|kolleg\w*|extrajobb\w*"
    r"|vikari\w*|sommarjobb\w*|work(?:s|ed|ing)?|employ\w*|intern(?:ed|ship)?)\b"
)
_STUDIES = re.compile(
    r"\b(?:läs(?:er|te|t|a)|plugga\w*|studera\w*|gå(?:r|tt)|gick|elev\w*|student\w*"
    r"|stud(?:y|ies|ied|ying))\b"
)
_BEHIND = re.compile(r"\s*,?\s*(?:där|dar|where)\s+\w+\s+(?:\w+\s+)?(job+a\w*|arbet\w*|work\w*)")
_NEXT = re.compile(r"((?: (?:[a-zåäö]+(?:ska|iska|sta|ala)|nya|gamla))?) ([^\W\d_]+)(?![\w-])")
"""What may stand behind a name: an adjective (*tekniska*), and the word that says what it is."""
_PLACED = INSTITUTIONS - {"transport_name"}
_NAMED = PERSONS | PLACES | _PLACED
_UNLISTED = frozenset(("capital", "beside_name"))


def with_institutions(text: str, found: Sequence[Found]) -> list[Found]:
    """The same, names of institutions whole, and those that somebody works at as ``work``."""
    if not any(one.label in _NAMED for one in found):
        return list(found)
    return [
        _settled(text, one) if one.label in _PLACED else one
        for one in _in_one(text, _extended(text, found))
    ]


def says_works(text: str, start: int) -> str:
    """The word before a place of the text, in its sentence, that says that somebody works."""
    before = _SENTENCE.split(text[max(0, start - _REACH) : start])[-1].lower()
    works = _last(_WORKS, before)
    studies = _last(_STUDIES, before)
    if works is None or (studies is not None and studies.start() > works.start()):
        return ""
    return works.group()


def _extended(text: str, found: Iterable[Found]) -> Iterator[Found]:
    """With the word behind a name that says what it names; what it covers then is left out."""
    reach = 0
    for one in found:
        if one.start < reach:
            continue
        if one.label in _NAMED and (longer := _with_kind(text, one)) is not None:
            one = longer
        reach = one.end
        yield one


def _with_kind(text: str, one: Found) -> Found | None:
    behind = _NEXT.match(text, one.end)
    if behind is None or (one.label in PERSONS and not _is_genitive(text, one)):
        return None
    label = _kinds().get(behind.group(2)) or _of_compound(behind.group(2))
    if label is None:
        return None
    if one.label in _PLACED and one.label != "work":
        label = one.label
    return Found(one.start, behind.end(), label, INSTITUTION, trigger=behind.group(2).lower())


def _is_genitive(text: str, one: Found) -> bool:
    return "gen" in one.affixes or text[one.end - 1] in "sS"


@lru_cache(maxsize=1)
def _kinds() -> dict[str, str]:
    lines = Path(__file__).with_name("institutions.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines[1:])
    return {word: label for label, _, words, _ in rows for word in words.split()}


@lru_cache(maxsize=4096)
def _of_compound(word: str) -> str | None:
    """The label of a word that ends like one that says what it is: *trafikskola*."""
    if not word.islower():
        return None
    return next(
        (label for kind, label in _kinds().items()
         if len(kind) >= SHORTEST_KIND and word.endswith(kind)),
        None,
    )  # fmt: skip


SHORTEST_KIND = 5
"""Letters of a word that others may end in: *skola*; shorter ones end too much else."""


def _in_one(text: str, found: Iterable[Found]) -> Iterator[Found]:
    """Workplaces of several words as one: *Dala Frakt*, *Astra Zeneca*."""
    last: Found | None = None
    for one in found:
        if last is not None and _goes_on(text, last, one):
            last = last._replace(end=one.end, base=text[last.start : one.end], entry=-1)
            continue
        if last is not None:
            yield last
        last = one
    if last is not None:
        yield last


def _goes_on(text: str, one: Found, other: Found) -> bool:
    return (
        one.label == other.label == "work"
        and other.rule in _UNLISTED
        and text[one.end : other.start] == " "
    )


def _settled(text: str, one: Found) -> Found:
    trigger = _verb(text, one)
    if trigger:
        return one._replace(label="work", rule=WORKPLACE, trigger=trigger)
    if one.label == "work" and one.entry >= 0:
        return one._replace(rule=COMPANY)
    if one.label == "public_authority":
        return one._replace(rule=AUTHORITY)
    return one


def _verb(text: str, one: Found) -> str:
    """The word that says that somebody works there; empty where none does."""
    before = says_works(text, one.start)
    if before:
        return before
    behind = _BEHIND.match(text, one.end, one.end + _REACH)
    return behind.group(1).lower() if behind else ""


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return max(pattern.finditer(text), key=lambda found: found.start(), default=None)
