"""Find persons whose life a text tells as one tells of private persons: "Samir är 34 år och bor i ...".

They need no tie to the writer. Characters and public persons have such sentences as well, so
callers ask only for texts that are not about a book or a film, and prefer what makes a person public.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from tacknamn.detection.cues.literals import Literal, LiteralMatch, LiteralScanner
from tacknamn.detection.harmless.cues import PRONOUNS
from tacknamn.detection.harmless.names import JudgedName
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table, split_cues

__all__ = [
    "Past",
    "build_pronoun_scanner",
    "find_private_mentions",
    "find_readers",
    "group_full_names",
    "is_relative_of_other",
]

FARTHEST: Final = 400
"""Characters between a person and a pronoun, or an age, that means this person."""
_ADJACENT: Final = re.compile(r"[ .-]{1,3}")
_AGE: Final = r"(?:är|blev|is|turned) (?:\d{1,2}|[a-zåäö]{3,14}) (?:år|years)\b"
_AGE_BESIDE: Final = re.compile(
    r"(?:,| \(| är| is) ?\d{1,2}\b(?!\d|[-–:.]\d)(?! (?:procent|gånger|mål|%))"
)
_BEGINNINGS: Final = (" ", ",")
"""With what the words after a name begin that tell of a private life."""
_BLANKS: Final = (" ", " \n")
"""With what the words before a pronoun end that tell of a private life."""
_LAST_WORD_BACKWARDS: Final = re.compile(r"\W{1,4}(\w+)")
_NOT_OF_OTHERS: Final = "(?<!s )(?<!sin )(?<!his )(?<!her )(?<!their )"
"""Nothing before a relative says that it is one of another person."""
_PRESENT: Final = compile_lazily(r"(?:\bär|\bfyller|\bis|,|\() ?$")
"""Before an age, of a person who lives today."""
PRESENT: Final = 12
"""Characters before an age that are searched."""
BEFORE: Final = 32
"""Characters before a name that are searched."""


class Past(IntEnum):
    """Of whom verbs in the past ("flyttade") tell as of private persons; also of public ones."""

    NOR_ORIGIN = 0
    """Of none; nor does an origin or a name: "Schack kommer från Indien", "en plan som heter"."""
    NONE = 1
    BARE = 2
    """Of persons of whom the text has a first name only."""
    ALL = 3


class _Patterns(NamedTuple):
    """The expressions for one kind of names."""

    after: re.Pattern[str]
    """What follows the name."""
    before: re.Pattern[str]
    """What stands before it."""
    words_before: frozenset[str]
    """The last words of that, backwards."""
    after_pronoun: re.Pattern[str]
    """What follows a pronoun that means the person."""
    before_pronoun: re.Pattern[str]
    """What stands before such a pronoun: "nu bor hon"."""


@lru_cache(maxsize=6)
def _compile(*, past: bool, origin: bool, full: bool) -> _Patterns:
    """Return the expressions.

    Args:
        past: Whether verbs in the past count, too.
        origin: Whether verbs of origin and of naming count.
        full: Whether they are for full names and surnames, which public persons have.
    """
    kinds = ["now", *(["past"] if past else []), *(["origin"] if origin else [])]
    verbs = _join_words(*kinds)
    pronouns = _join_words("pronoun")
    verb = rf"(?:{verbs})\b|{_AGE}"
    close = _join_words("close") if full else _join_words("close", "before")
    kin = _join_words("kin")
    naming = "(?:heter|is called)"
    living = "bor|jobbar|arbetar|pluggar"
    named = rf"(?:{pronouns}|{close}) {naming}" if full or not origin else naming
    words_before = f"heter|called|är|{living}|{close}|{kin}".replace("\\", "").split("|")
    return _Patterns(
        re.compile(rf"(?: [^\W\d_]+)?,?(?: (?:som|who|också|nu|fortfarande))? (?:{verb})"),
        re.compile(
            rf"\b(?:{named}|{living}|(?:{close})(?: är)?|{_NOT_OF_OTHERS}(?:{kin}))\W{{1,3}}$"
        ),
        frozenset(words.rpartition(" ")[2][::-1] for words in words_before),
        re.compile(rf"(?: (?:nu|också|fortfarande))? (?:{verb})"),
        re.compile(rf"\b(?:{verb}) $"),
    )


@lru_cache(maxsize=1)
def build_pronoun_scanner() -> LiteralScanner:
    """Return a scanner for pronouns that continue with a person."""
    return LiteralScanner([Literal(word, PRONOUNS) for word in _read_words("pronoun")])


@lru_cache(maxsize=1)
def _compile_reader() -> re.Pattern[str]:
    return re.compile(rf" (?:{_join_words('reader')})\b|,? (?:läste|read) \w+ (?:av|by)\b")


@lru_cache(maxsize=1)
def _compile_relative() -> re.Pattern[str]:
    words = _join_words("kin", "relative")
    return re.compile(rf"(?:s|\b(?:sin|sitt|her|their)) (?:\w+ )?(?:{words}) $")


def _join_words(*kinds: str) -> str:
    """Return an expression for the words of some kinds, the longest first."""
    words = sorted(_read_words(*kinds), key=len, reverse=True)
    return "|".join(map(re.escape, words))


def _read_words(*kinds: str) -> list[str]:
    return [
        word
        for kind, of_line in read_table(__file__, "private.tsv")
        if kind in kinds
        for word in split_cues(of_line)
    ]


def find_private_mentions(
    lowered: str,
    persons: Sequence[JudgedName],
    groups: Sequence[tuple[int, int]],
    ages: Sequence[int],
    past: Past,
    pronouns: Sequence[LiteralMatch] | None = None,
) -> list[bool]:
    """Return for each mention of a person, from left to right, whether the text tells of a private
    life there.

    Args:
        groups: The mentions of each full name (:func:`group_full_names`).
        ages: The offsets of the ages in the text.
        past: Of whom verbs in the past tell as of private persons.
        pronouns: The pronouns in the text, if they were found before.
    """
    if not persons:
        return []
    full = [_is_full(persons, group) for group in groups]
    patterns = (
        _compile(past=past > Past.NONE, origin=past > Past.NOR_ORIGIN, full=False),
        _compile(past=past is Past.ALL, origin=past > Past.NOR_ORIGIN, full=True),
    )
    private = [
        _is_private(lowered, persons[first].start, persons[last - 1].end, patterns[of_full])
        for (first, last), of_full in zip(groups, full, strict=True)
    ]
    subjects = _find_subjects(lowered, persons, groups)
    starts = [persons[groups[number][0]].start for number in subjects]

    def find_owner(offset: int) -> int:
        """Return the number of the person to whom an offset belongs; -1 if there is none."""
        index = bisect_right(starts, offset) - 1
        return subjects[index] if index >= 0 and offset - starts[index] <= FARTHEST else -1

    for match in build_pronoun_scanner().scan(lowered, pronouns):
        start, end = match[0], match[1]
        owner = find_owner(start)
        if owner >= 0 and not private[owner] and not _is_in_word(lowered, start, end):
            private[owner] = _is_private_there(lowered, start, end, patterns[full[owner]])
    for age in ages:
        owner = find_owner(age)
        if owner >= 0 and (not full[owner] or _PRESENT.search(lowered, max(0, age - PRESENT), age)):
            private[owner] = True
    return _spread(private, groups)


def _is_in_word(lowered: str, start: int, end: int) -> bool:
    """Return whether a digit or an underscore stands next to a word."""
    around = lowered[max(0, start - 1) : start] + lowered[end : end + 1]
    return "_" in around or any(map(str.isalnum, around))


def _find_subjects(
    lowered: str, persons: Sequence[JudgedName], groups: Sequence[tuple[int, int]]
) -> list[int]:
    """Return the numbers of the persons whom a later "hon", or an age, may mean. After "Anna Ek växte
    upp i Umeå. Hennes pappa Nils var snickare." that is Anna Ek."""
    known = {
        lowered[persons[index].start : persons[index].end]
        for first, last in groups
        if last - first > 1
        for index in range(first, last)
    }
    subjects: list[int] = []
    is_known = False
    for number, (first, _) in enumerate(groups):
        if not (is_known and is_relative_of_other(lowered, persons[first].start)):
            subjects.append(number)
            is_known = lowered[persons[first].start : persons[first].end] in known
    return subjects


def is_relative_of_other(lowered: str, start: int) -> bool:
    """Return whether the name at an offset is that of a relative of another person: "hans son Karl"."""
    return _compile_relative().search(lowered, max(0, start - BEFORE), start) is not None


def find_readers(
    lowered: str, persons: Sequence[JudgedName], groups: Sequence[tuple[int, int]]
) -> list[bool]:
    """Return for each mention of a person, from left to right, whether they read a book or saw a
    film.

    Args:
        groups: The mentions of each full name (:func:`group_full_names`).
    """
    reader = _compile_reader()
    return _spread(
        [reader.match(lowered, persons[last - 1].end) is not None for _, last in groups], groups
    )


def _is_full(persons: Sequence[JudgedName], group: tuple[int, int]) -> bool:
    first, last = group
    return last - first > 1 or not persons[first].first_name


def _is_private(lowered: str, start: int, end: int, patterns: _Patterns) -> bool:
    """Return whether the words next to a name tell of a private life."""
    if lowered.startswith(_BEGINNINGS, end) and (
        patterns.after.match(lowered, end) or _AGE_BESIDE.match(lowered, end)
    ):
        return True
    first = max(0, start - BEFORE)
    word = _LAST_WORD_BACKWARDS.match(lowered[first:start][::-1])
    return (
        word is not None
        and word[1] in patterns.words_before
        and patterns.before.search(lowered, first, start) is not None
    )


def _is_private_there(lowered: str, start: int, end: int, patterns: _Patterns) -> bool:
    """Return whether the words next to a pronoun tell of a private life."""
    if lowered.startswith(" ", end) and patterns.after_pronoun.match(lowered, end):
        return True
    first = max(0, start - BEFORE)
    return (
        lowered[first:start].endswith(_BLANKS)
        and patterns.before_pronoun.search(lowered, first, start) is not None
    )


def _spread(private: Sequence[bool], groups: Sequence[tuple[int, int]]) -> list[bool]:
    """Give the parts of each full name what the name has."""
    return [
        of_group
        for of_group, (first, last) in zip(private, groups, strict=True)
        for _ in range(first, last)
    ]


def group_full_names(lowered: str, persons: Sequence[JudgedName]) -> list[tuple[int, int]]:
    """Return the first and the last index (exclusive) of the mentions of each full name."""
    groups: list[tuple[int, int]] = []
    first = 0
    for index in range(1, len(persons) + 1):
        if index == len(persons) or not _ADJACENT.fullmatch(
            lowered, persons[index - 1].end, persons[index].start
        ):
            groups.append((first, index))
            first = index
    return groups
