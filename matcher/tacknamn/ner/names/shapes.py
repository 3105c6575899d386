"""Find names by their place and shape: after a form's *Patient name:*, after a title, in capitals.

Every function yields the offsets of names. Rules are for classes of texts, such as notes of hospitals,
and ask the lists about each word, so that *Patient: STABLE* and *DISCHARGE SUMMARY* stay.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

from tacknamn.ner.names.evidence import NameEvidence, NameWord, find_words, read_word
from tacknamn.ner.names.runs import PARTICLE, follow_name
from tacknamn.support.tables import read_words

__all__ = ["LEAST_FIRSTNAME", "find_shaped_names"]

Offsets = tuple[int, int]
_PERSON = (
    r"(?:patient|pt|client|resident|subject|applicant|employee|customer|guardian|informant|witness|"
    r"next[ -]of[ -]kin|nok|contact(?: person)?|emergency contact|doctor|physician|consultant|surgeon|"
    r"nurse|carer|caregiver|father|mother|spouse|husband|wife|son|daughter|parent|child|insured|"
    r"account holder|signatory)"
)
_KIND = r"(?:full|first|last|family|given|middle|maiden|legal|preferred|christian)"
_NAME_FIELD = re.compile(
    rf"(?:^|[;|\t(]|[.,][ ]|\n)[ \t*-]*(?:{_PERSON}(?:['’]?s)?[ ]+)*(?:{_KIND}[ ]+)?name(?:s|\(s\))?"
    rf"(?:[ ]+of[ ]+(?:the[ ]+)?{_PERSON})?[ \t]*[:=][ \t]*",
    re.IGNORECASE,
)
"""A field for a name: *Patient name:*, *Mother's full name:*; not *Drug name:*."""
_PERSON_FIELD = re.compile(
    rf"(?:^|[;|\t(]|[.,][ ]|\n)[ \t*-]*(?:{_PERSON}|attending(?: physician)?|(?:seen|referred|reviewed|"
    r"signed|admitted|discharged|examined|operated|dictated|verified)[ ]by|signed)[ \t]*:[ \t]*",
    re.IGNORECASE,
)
"""A field that may have a name, or something else: *Patient: stable*."""
_TITLE = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Mdm|Mme|Madam|Dr|Drs|Prof|Professor|Encik|Puan|Cik|MR|MRS|MS|MISS|MDM|DR|PROF)"
    r"\.?[ \u00a0]+(?=[^\W\d_])"
)
_OFFICE = re.compile(
    r"\b(?:Nurse|Sister|Matron|Midwife|Nursing Officer|Physiotherapist|NURSE)[ \u00a0]+(?=[^\W\d_])"
)
_NO_NAMES, _NO_VALUES, _ASKED, _DOES, _MONTHS, _PREPOSITIONS = (
    read_words(__file__, "word_groups.tsv", kind)
    for kind in ("office", "no_value", "asked", "does", "month", "preposition")
)
_BETWEEN = re.compile(r"[ \u00a0]and[ \u00a0]")
_PARTICLE_PART = re.compile(rf"(?<!\w){PARTICLE}(?: [^\W\d_]+)?\Z", re.IGNORECASE)
"""A particle, alone or with the word behind it."""
_LONGEST_BEFORE = 60
"""Characters of the longest name before *and*."""
LEAST_FIRSTNAME = 0.9
"""The least share of bearers for a word that is taken for a first name without a cue."""


def find_shaped_names(text: str, evidence: NameEvidence) -> Iterator[Offsets]:
    """Yield the names that their place or shape shows; they may overlap."""
    words = find_words(text)
    yield from _find_in_fields(text, evidence)
    yield from _find_titled(text, evidence)
    yield from _find_shouted(text, words, evidence)
    yield from _find_small(text, words, evidence)
    yield from _find_months(text, words)
    yield from _find_joined(text, words, evidence)


def _find_in_fields(text: str, evidence: NameEvidence) -> Iterator[Offsets]:
    for field in _NAME_FIELD.finditer(text):
        word = _read_value(text, field.end())
        if word and word.text.lower() not in _NO_VALUES:
            yield word.start, follow_name(text, word, evidence)
    for field in _PERSON_FIELD.finditer(text):
        word = _read_value(text, field.end())
        if word and not evidence.is_ordinary(word.text):
            end = follow_name(text, word, evidence)
            if end > word.end and _has_person(text, word.start, end, evidence):
                yield word.start, end


def _read_value(text: str, start: int) -> NameWord | None:
    """Return the first word of a field's value, after a title."""
    title = _TITLE.match(text, start)
    word = read_word(text, title.end() if title else start)
    return word if word and word.is_capital else None


def _has_person(text: str, start: int, end: int, evidence: NameEvidence) -> bool:
    return any(evidence.person(word.text) >= 0.3 for word in find_words(text, start, end))


def _find_titled(text: str, evidence: NameEvidence) -> Iterator[Offsets]:
    for title in _TITLE.finditer(text):
        word = read_word(text, title.end())
        if word and word.is_capital and word.text.lower() not in _NO_NAMES:
            yield word.start, follow_name(text, word, evidence)
    for office in _OFFICE.finditer(text):
        word = read_word(text, office.end())
        if word and word.is_capital and evidence.person(word.text) >= 0.3:
            yield word.start, follow_name(text, word, evidence)


def _find_shouted(text: str, words: list[NameWord], evidence: NameEvidence) -> Iterator[Offsets]:
    """Find names in capitals: two words or more, all of them names, and one of them usually."""
    end = 0
    for word in words:
        if word.start < end or not word.is_shouted:
            continue
        if evidence.is_ordinary(word.text) and evidence.person(word.text) < 0.5:
            continue
        end = follow_name(text, word, evidence)
        parts = find_words(text, word.start, end)
        shares = [evidence.person(part.text) for part in parts if not _follows_particle(text, part)]
        if len(parts) > 1 and min(shares) > 0 and max(shares) >= 0.5:
            yield word.start, end


def _follows_particle(text: str, word: NameWord) -> bool:
    """Whether a word is a particle of a name, or stands behind one: *VAN DAMME*."""
    return _PARTICLE_PART.search(text, max(0, word.start - _LONGEST_BEFORE), word.end) is not None


def _find_small(text: str, words: list[NameWord], evidence: NameEvidence) -> Iterator[Offsets]:
    """Find a first name and a surname in small letters: *mary lee*."""
    for first, last in pairwise(words):
        is_small = first.text.islower() and last.text.islower()
        if not is_small or text[first.end : last.start] != " ":
            continue
        if evidence.is_ordinary(first.text) or evidence.is_ordinary(last.text):
            continue
        share, person = evidence.firstname(first.text.title()), evidence.person(last.text.title())
        if share >= LEAST_FIRSTNAME and person >= 0.5:
            yield first.start, last.end


def _find_months(text: str, words: list[NameWord]) -> Iterator[Offsets]:
    """Find persons called like a month: somebody asks them, or they do what only persons do."""
    for at, word in enumerate(words):
        if word.text.lower() not in _MONTHS or not word.is_capital:
            continue
        before = words[at - 1].text.lower() if at else ""
        after = words[at + 1].text.lower() if at + 1 < len(words) else ""
        follows = at + 1 < len(words) and text[word.end : words[at + 1].start] == " "
        if before not in _PREPOSITIONS and (before in _ASKED or (follows and after in _DOES)):
            yield word.start, word.end


def _find_joined(text: str, words: list[NameWord], evidence: NameEvidence) -> Iterator[Offsets]:
    """Find two whole names joined by *and*, of which one begins with a usual first name."""
    for conjunction in _BETWEEN.finditer(text):
        before = _read_back(text, words, conjunction.start(), evidence)
        word = read_word(text, conjunction.end())
        if before is None or word is None or not word.is_capital or word.is_shouted:
            continue
        sides = [before, (word, follow_name(text, word, evidence))]
        shares = [evidence.firstname(first.text) for first, _ in sides]
        if (
            all(_is_whole(text, *side, evidence) for side in sides)
            and max(shares) >= LEAST_FIRSTNAME
        ):
            yield from ((first.start, end) for first, end in sides)


def _is_whole(text: str, first: NameWord, end: int, evidence: NameEvidence) -> bool:
    """Whether a name has several words and may begin with a first name."""
    if end == first.end or evidence.is_ordinary(first.text):
        return False
    return evidence.firstname(first.text) >= 0.5 or not evidence.is_listed(first.text)


def _read_back(
    text: str, words: list[NameWord], end: int, evidence: NameEvidence
) -> tuple[NameWord, int] | None:
    """Return the first word of a name that ends at an offset, if it can be read from there to it."""
    first, last = (bisect_left(words, (at,)) for at in (end - _LONGEST_BEFORE, end))
    for word in words[first:last]:
        if word.is_capital and not word.is_shouted and follow_name(text, word, evidence) == end:
            return word, end
    return None
