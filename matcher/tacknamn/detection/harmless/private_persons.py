"""Find persons whose life a text tells as one tells of private persons: "Samir är 34 år och bor i ...".

They need no tie to the writer. Characters and public persons have such sentences as well, so
callers ask only for texts that are not about a book or a film, and prefer what makes a person public.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from tacknamn.detection.harmless.ties import TextMention
from tacknamn.support.tables import read_table, split_cues

__all__ = ["find_private_mentions", "group_full_names"]

FARTHEST = 400
"""Characters between a person and a pronoun, or an age, that means this person."""
_ADJACENT = re.compile(r"[ .-]{1,3}")
_AGE = r"(?:är|blev|is|turned) (?:\d{1,2}|[a-zåäö]{3,14}) (?:år|years)\b"
_AGE_BESIDE = re.compile(
    r"(?:,| \(| är| is) ?\d{1,2}\b(?!\d|[-–:.]\d)(?! (?:procent|gånger|mål|%))"
)
_NAMED = re.compile(r"\b(?:heter|hette|kallas|named|is called)\W{1,3}$")
NAMED = 24
"""Characters before a name in which such a word stands."""


@lru_cache(maxsize=2)
def _compile(*, past: bool) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the expressions for what follows a name, and for a pronoun with the same.

    Args:
        past: Whether verbs in the past count, too.
    """
    verbs = _escape_words("now") + (_escape_words("past") if past else [])
    pronouns = "|".join(_escape_words("pronoun"))
    verb = rf"(?:{'|'.join(sorted(verbs, key=len, reverse=True))})\b|{_AGE}"
    after = re.compile(rf"(?: [^\W\d_]+)?,?(?: (?:som|who|också|nu|fortfarande))? (?:{verb})")
    pronoun = re.compile(
        rf"\b(?:{pronouns})(?: (?:nu|också|fortfarande))? (?:{verb})"
        rf"|\b(?:{verb}) (?:{pronouns})\b"
    )
    return after, pronoun


@lru_cache(maxsize=1)
def _compile_before() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_escape_words('before'))})(?: är)?:? $")


def _escape_words(of_kind: str) -> list[str]:
    return [
        re.escape(word)
        for kind, words in read_table(__file__, "private.tsv")
        if kind == of_kind
        for word in split_cues(words)
    ]


def find_private_mentions(
    lowered: str, persons: Sequence[TextMention], ages: Sequence[int], *, past: bool
) -> list[bool]:
    """Return for each mention of a person, from left to right, whether the text tells of a private
    life there.

    Args:
        ages: The offsets of the ages in the text.
        past: Whether verbs in the past count, too.
    """
    after, pronoun = _compile(past=past)
    private = [
        after.match(lowered, mention.end) is not None
        or _AGE_BESIDE.match(lowered, mention.end) is not None
        or _NAMED.search(lowered, max(0, mention.start - NAMED), mention.start) is not None
        or _compile_before().search(lowered, max(0, mention.start - NAMED), mention.start)
        is not None
        for mention in persons
    ]
    starts = [mention.start for mention in persons]
    continued = [match.start() for match in pronoun.finditer(lowered)]
    for offset in (*continued, *ages):
        index = bisect_right(starts, offset) - 1
        if index >= 0 and offset - persons[index].end <= FARTHEST:
            private[index] = True
    return _share(lowered, persons, private)


def _share(lowered: str, persons: Sequence[TextMention], private: Sequence[bool]) -> list[bool]:
    """Give the parts of a full name what one of them has."""
    shared: list[bool] = []
    for first, last in group_full_names(lowered, persons):
        shared += [any(private[first:last])] * (last - first)
    return shared


def group_full_names(lowered: str, persons: Sequence[TextMention]) -> list[tuple[int, int]]:
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
