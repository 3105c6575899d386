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

__all__ = ["label_of_ending", "label_of_kind", "tells_of", "with_institutions"]

INSTITUTION, WORKPLACE, COMPANY, AUTHORITY = "institution", "workplace", "company", "authority"
_REACH = 60
"""Characters before an institution in which the verb stands: *jobbar sedan fem år på Volvo*."""
_SENTENCE = re.compile(r"[.!?\n]")
_WORKS = re.compile(
    r"\b(?:job+a?\w*|arbet\w*|anställ\w*|praktik\w*|praktisera\w*|chef\w*|kolleg\w*|extrajobb\w*"
    r"|vikari\w*|sommarjobb\w*|work(?:s|ed|ing)?|employ\w*|intern(?:ed|ship)?)\b"
    r"|\b(?:som \w+|\w{3,}(?:are|tör|ist|sköterska|biträde|chef)) (?:på|hos|åt|vid) \Z"
)
_STUDIES = re.compile(
    r"\b(?:läs(?:er|te|t|a)|plugga\w*|studera\w*|(?:går|gick|gått) i (?:skola|\w+an)|elev\w*"
    r"|student\w*|stud(?:y|ies|ied|ying))\b"
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


def tells_of(text: str, start: int) -> tuple[str, str]:
    """What the sentence before a place of the text tells of, ``work`` or ``school``, and the word
    that says so; nothing where it tells of neither."""
    before = _SENTENCE.split(text[max(0, start - _REACH) : start])[-1].lower()
    works, studies = _last(_WORKS, before), _last(_STUDIES, before)
    if works is not None and (studies is None or works.start() > studies.start()):
        return "work", works.group().strip()
    return ("school", studies.group()) if studies is not None else ("", "")


def label_of_kind(word: str) -> str:
    """The label of names that this word stands behind: *vårdcentral*; empty where it is none."""
    return _kinds("behind").get(word) or _of_compound(word)


def label_of_ending(word: str) -> str:
    """The label of a name that ends like this: *Matteuskyrkan*; empty where it tells none."""
    lowered = word.lower()
    return next((label for kind, label in _kinds("glued").items() if lowered.endswith(kind)), "")


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
    label = label_of_kind(behind.group(2))
    if not label:
        return None
    if one.label in _PLACED and one.label != "work":
        label = one.label
    return Found(one.start, behind.end(), label, INSTITUTION, trigger=behind.group(2).lower())


def _is_genitive(text: str, one: Found) -> bool:
    return "gen" in one.affixes or text[one.end - 1] in "sS"


@lru_cache(maxsize=2)
def _kinds(where: str) -> dict[str, str]:
    lines = Path(__file__).with_name("institutions.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines[1:])
    return {word: label for label, at, words, _ in rows if at == where for word in words.split()}


@lru_cache(maxsize=4096)
def _of_compound(word: str) -> str:
    """The label of a word that ends like one that says what it is: *trafikskola*."""
    kinds = _kinds("behind").items() if word.islower() else ()
    return next(
        (label for kind, label in kinds if len(kind) >= SHORTEST_KIND and word.endswith(kind)), ""
    )


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
    label, verb = tells_of(text, one.start)
    if label == "work":
        return verb
    behind = _BEHIND.match(text, one.end, one.end + _REACH)
    return behind.group(1).lower() if behind else ""


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return max(pattern.finditer(text), key=lambda found: found.start(), default=None)
