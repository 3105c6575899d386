"""Find English names of several words by their head: *Adriatic Sea*, *State Bank of India*.

English writes every word of such a name with a capital. The head, a word of ``english_heads.tsv``,
says what the whole name is: a place, a school, a company, or something that identifies no one, such as
*Paris Agreement* or *First World War*. The words of a name are not read one by one, because *Paris*,
*World* and *Bank* are also towns. The head is the last word, the first one (*Mount Kenya*), or stands
before *of* (*University of Leeds*).
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tacknamn.detection.ranking.rows import PARTICLES
from tacknamn.records import Finding
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = [
    "PHRASE",
    "EnglishPhrase",
    "find_addresses",
    "find_countries",
    "find_firms_of_two",
    "find_phrases",
    "find_saints",
    "find_small_surnames",
    "find_state_schools",
    "find_states",
    "is_small_title",
    "is_state",
    "is_title",
    "make_finding",
    "read_phrase",
]

PHRASE: Final = "english_phrase"
"""The rule of these findings."""
NO_NAME: Final = "none"
"""What the table calls the label of phrases that identify no one."""
_CAPITAL: Final = r"[A-Z\u00c0-\u00de]"
_WORD: Final = rf"(?:{_CAPITAL}[\w’'&.-]*\w|{_CAPITAL})"
_SHORTENED: Final = rf"(?:Sts?|Ste|Mt|Ft|Dr|Fr|Sr|Jr|Prof|Rev|Gen|Col|Capt|Sgt|Wm|{_CAPITAL})"
"""Words that end in a full stop within a name; after others a sentence ends: *Leeds. The Bank*."""
_RUN: Final = compile_lazily(
    rf"(?<![\w@.'’-])(?:{_SHORTENED}\.(?= {_CAPITAL})|{_WORD})"
    rf"(?: (?:of (?:the )?|& )?{_WORD}(?<!['’]s))*(?![\w@])"
)
"""Capitalized words in a row, with *of*, *of the* and *&* between them."""
_GENITIVE: Final = ("'s", "’s")
MOST_WORDS: Final = 6
"""Words of a name before its head; the others belong to the sentence or to a title."""
LONGEST_TITLE: Final = 16
"""Letters of a title, and of a word before it that are compared."""
_COUNTRY: Final = compile_lazily(r"(?<![\w.])(?:U\.S\.(?:A\.)?|U\.K\.|USA?|UK)(?![\w-])")
"""Countries by their initials, which the lists have with *the* before them."""
_CAPITALS: Final = compile_lazily(r"[A-Z]{2,} \Z")
_STATES: Final = frozenset(
    ("Alabama", "Alaska", "Arizona", "Arkansas", "California", "Colorado", "Connecticut", "Delaware",
     "Florida", "Georgia", "Hawaii", "Idaho", "Illinois", "Indiana", "Iowa", "Kansas", "Kentucky",
     "Louisiana", "Maine", "Maryland", "Massachusetts", "Michigan", "Minnesota", "Mississippi",
     "Missouri", "Montana", "Nebraska", "Nevada", "New Hampshire", "New Jersey", "New Mexico",
     "North Carolina", "North Dakota", "Ohio", "Oklahoma", "Oregon", "Pennsylvania", "Rhode Island",
     "South Carolina", "South Dakota", "Tennessee", "Texas", "Utah", "Vermont", "Virginia",
     "West Virginia", "Wisconsin", "Wyoming")
)  # fmt: skip
_STATE_CODE: Final = compile_lazily(
    r"(?<=[a-z], )(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI"
    r"|S[CD]|T[NX]|UT|V[AT]|W[AIVY])(?= \d{5}|[\n.,]|\Z)"
)
_STATE_SCHOOL: Final = compile_lazily(
    r"(?<!\w)(?:penn|"
    + "|".join(sorted(_STATES)).lower()
    + r") state(?! (?:of|is|was|law|line|park"
    r"|university|police|capital|legislature))(?!\w)",
    re.IGNORECASE,
)
_CAPITAL_SAINT: Final = compile_lazily(
    r"(?<![\w.])St\.? ([A-Z][a-z]{2,})['’]s?(?=[.,;:!?\n]|\Z| (?![A-Z]|day\b))"
)
"""A hospital, church or school by its saint alone: *at St Mary's*."""
_OF_SAINTS: Final = frozenset(("school", "other_institution", "work"))
"""Labels of what is called after a saint; before other heads *St* is a title."""
_SERVICES: Final = frozenset(("Service", "Services"))
_CARES: Final = frozenset(
    ("Advice", "Advocacy", "Care", "Carers", "Counselling", "Counseling", "Family", "Housing",
     "Interpreting", "Mediation", "Migrant", "Refugee", "Recovery", "Support", "Therapy",
     "Wellbeing", "Youth")
)  # fmt: skip
"""What a local service does for people: *Larchfield Youth Service* is no authority of a country."""
_CENTRES: Final = frozenset(("Centre", "Center"))
_TEACHES: Final = frozenset(("Education", "English", "Language", "Learning", "Training", "Tuition"))
"""What is taught in a school that is called a centre."""
_NATIONAL: Final = frozenset(("National", "British", "American", "Royal", "Federal", "State"))
_TEMPLES_OF_LEARNING: Final = frozenset(("Vidya", "Shishu", "Bal", "Gyan"))
"""Words before *Mandir* in the names of schools."""
_SAINT: Final = compile_lazily(
    r"(?<![\w.])st\.? ([a-z]{3,}(?:'s)?)"
    r"( (?:hall|church|school|hospital|college|academy|street|road|park|square))?(?!\w)"
)
_SMALL_SURNAME: Final = compile_lazily(r"(?<![\w'’])o['’](?!clock|er\b)[a-z]{3,}(?!\w)")
_ADDRESS: Final = compile_lazily(
    r"(?<![\w-])(?:(?P<ward>[A-Z][a-zō]+-(?:ku|shi|machi|cho|chome|gun|gu|dong|mura)(?![\w-]))"
    r"|(?<=, )[A-Z][a-zō]+ \d{1,3}(?:-\d{1,3})+(?=,|\n|\Z))"
)
"""Parts of addresses in Japan and Korea."""
_FIRM_OF_TWO: Final = compile_lazily(
    r"(?<!\w)(?:work(?:s|ed|ing)?|jobs?|employed|canteen|offices?|factory|branch|warehouse|manager|clerk"
    rf"|shifts?)(?: [a-z]+){{0,2}} (?:at|for|of|with) ({_CAPITAL}[\w’'-]+) (?:and|&) "
    rf"({_CAPITAL}[\w’'-]+)(?! {_CAPITAL})"
)
_OF: Final = compile_lazily(" of (?:the )?")


class EnglishPhrase(NamedTuple):
    """A name of several words, known by its head."""

    start: int
    end: int
    label: str
    """Empty if it identifies no one."""
    head: str
    """In lower case."""
    words: tuple[str, ...]
    """Its words before the head, or after it where it comes first."""


def find_phrases(text: str) -> Iterator[EnglishPhrase]:
    """Yield the phrases of a text, from left to right.

    >>> [(phrase.label, phrase.head) for phrase in find_phrases("We met at the Bank of Leeds.")]
    [('other_institution', 'bank')]
    """
    for run in _RUN.finditer(text):
        if " " in run.group():
            yield from _read_run(text, *run.span())


def find_countries(text: str) -> Iterator[Finding]:
    """Yield the countries that are written with their initials: *US*, *U.K.*. Among words in
    capitals, *US* is a word."""
    for match in _COUNTRY.finditer(text):
        if not _CAPITALS.search(text, max(0, match.start() - LONGEST_TITLE), match.start()):
            yield Finding(match.start(), match.end(), "country", PHRASE)


def read_phrase(text: str, finding: Finding) -> EnglishPhrase:
    """Return a finding of the patterns as a phrase."""
    words = text[finding.start : finding.end].split(" ")
    return EnglishPhrase(
        finding.start, finding.end, finding.label, words[-1].lower(), tuple(words[:-1])
    )


def find_states(text: str) -> Iterator[Finding]:
    """Yield the states of the USA by their two letters after a town: *Portland, OR 97201*."""
    for match in _STATE_CODE.finditer(text):
        yield Finding(*match.span(1), "region", PHRASE)


def find_state_schools(text: str) -> Iterator[Finding]:
    """Yield universities that are called after their state, also in small letters: *ohio state*."""
    for match in _STATE_SCHOOL.finditer(text):
        yield Finding(*match.span(), "school", PHRASE, "state")


def find_small_surnames(text: str) -> Iterator[Finding]:
    """Yield Irish surnames in small letters: *o'brien*."""
    for match in _SMALL_SURNAME.finditer(text):
        yield Finding(*match.span(), "surname", PHRASE)


def find_saints(text: str) -> Iterator[EnglishPhrase]:
    """Yield names with *St*: *at St Mary's*, and in small letters: *st marys hall*, *at st
    thomas*."""
    for match in _CAPITAL_SAINT.finditer(text):
        name = match.group(1).lower()
        yield EnglishPhrase(*match.span(), "other_institution", "", (name,))
    for match in _SAINT.finditer(text):
        head = (match.group(2) or "").strip()
        label = _read_heads("last").get(head.capitalize(), "other_institution")
        yield EnglishPhrase(*match.span(), label, head, (match.group(1),))


def find_addresses(text: str) -> Iterator[Finding]:
    """Yield parts of addresses that have no word for a street: *Aoba-ku*."""
    for match in _ADDRESS.finditer(text):
        yield Finding(*match.span(), "area" if match.lastgroup == "ward" else "place", PHRASE)


def find_firms_of_two(text: str) -> Iterator[tuple[Finding, tuple[str, str]]]:
    """Yield firms with two names after a word of work, each with these names: *the canteen of
    Hoyle and Birtwhistle*."""
    for match in _FIRM_OF_TWO.finditer(text):
        finding = Finding(match.start(1), match.end(), "work", PHRASE)
        yield finding, (match.group(1), match.group(2))


def is_state(name: str) -> bool:
    """Return whether a name is that of a state of the USA."""
    return name in _STATES


def make_finding(phrase: EnglishPhrase) -> Finding:
    """Return the finding of a phrase."""
    return Finding(phrase.start, phrase.end, phrase.label, PHRASE, phrase.head)


def is_title(text: str, start: int, end: int) -> bool:
    """Return whether a capitalized word stands before a name and is no part of it: *King Hussein*,
    but not *Stephen King Smith*."""
    if not _is_title(text[start:end]) or text[end : end + 1] not in (" ", "."):
        return False
    following = text[end : end + LONGEST_TITLE].lstrip(". ")
    if not following[:1].isupper() and following.partition(" ")[0] not in PARTICLES:
        return False
    before = text[max(0, start - LONGEST_TITLE) : start].rpartition(" ")[0].rpartition(" ")[2]
    return not before[:1].isupper() or before in _read_heads("lead") or _is_title(before)


def is_small_title(word: str) -> bool:
    """Return whether a word is a title in small letters: *coach Ray*."""
    return word.islower() and word.capitalize() in _read_heads("before")


def _is_title(word: str) -> bool:
    return word.rstrip(".") in _read_heads("before")


def _read_run(text: str, start: int, end: int) -> Iterator[EnglishPhrase]:
    """Yield the phrases of a row of capitalized words. Each part between two *of* is read alone,
    unless the one before ends in a head that takes the next one."""
    breaks = [match.span() for match in _OF.finditer(text, start, end)]
    starts = [start, *[after for _, after in breaks]]
    ends = [*[before for before, _ in breaks], end]
    index = 0
    while index < len(starts):
        first = _skip_leading(text, starts[index], ends[index])
        last = ends[index]
        head = text[first:last].rpartition(" ")[2]
        if index + 1 < len(starts) and head in _read_heads("of"):
            index += 1
            words = tuple(text[starts[index] : ends[index]].split(" "))
            yield _make_phrase(text, first, ends[index], "of", head, words)
        elif " " in text[first:last]:
            yield from _read_part(text, first, last)
        index += 1


def _skip_leading(text: str, start: int, end: int) -> int:
    """Return the start of the first word that may belong to a name: not *The*, *In*, *President*."""
    while True:
        word, blank, _ = text[start:end].partition(" ")
        is_outside = word in _read_heads("lead") or _is_title(word)
        if not blank or not is_outside:
            return start
        start += len(word) + 1


def _read_part(text: str, start: int, end: int) -> Iterator[EnglishPhrase]:
    words = text[start:end].split(" ")
    last_heads = _read_heads("last")
    for number in range(len(words) - 1, 0, -1):
        if words[number] in last_heads:
            before = words[max(0, number - MOST_WORDS) : number]
            size = sum(map(len, before)) + len(before) + len(words[number])
            last = start + sum(map(len, words[: number + 1])) + number
            yield _make_phrase(text, last - size, last, "last", words[number], tuple(before))
            return
    if words[0] in _read_heads("first"):
        yield _make_phrase(text, start, end, "first", words[0], tuple(words[1:]))


def _make_phrase(
    text: str, start: int, end: int, where: str, head: str, words: tuple[str, ...]
) -> EnglishPhrase:
    label = _read_heads(where)[head]
    if head == "Mandir" and words[-1] in _TEMPLES_OF_LEARNING:
        label = "school"
    if where == "last" and len(words) > 1 and words[0] not in _NATIONAL:
        if head in _SERVICES and words[-1] in _CARES:
            label = "other_institution"
        elif head in _CENTRES and words[-1] in _TEACHES:
            label = "school"
    if where == "last" and words[0].endswith(_GENITIVE) and len(words) > 1:
        start += len(words[0]) + 1  # London's Hyde Park, but King's College
        words = words[1:]
    if where == "last" and label in _OF_SAINTS and text.endswith(("St ", "St. "), 0, start):
        start = text.rindex("St", 0, start)  # St John Ambulance
    return EnglishPhrase(start, end, "" if label == NO_NAME else label, head.lower(), words)


@lru_cache(maxsize=8)
def _read_heads(where: str) -> dict[str, str]:
    """Return the words of the table that stand there, each with its label."""
    return {
        word: label
        for label, place, words in read_table(__file__, "english_heads.tsv")
        if place == where
        for word in words.split()
    }
