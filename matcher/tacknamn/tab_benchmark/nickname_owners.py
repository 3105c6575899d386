"""Find whose a nickname is (E4): the person whom the sentence mentions last before it.

That is a name, the applicant, or a pronoun, which stands for the person of the sentence before.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = [
    "APPLICANT",
    "CUE",
    "EXPLAINED",
    "LONGEST_CUE",
    "NICKNAME_RULES",
    "find_owner",
    "has_possible_owner",
]

NICKNAME_RULES = frozenset(("nickname", "label_username", "label_nickname"))
APPLICANT, NO_ONE = -1, -2
"""Owners of a name that are not one of the markables."""
FARTHEST = 240
"""Characters before a name that are searched for its owner."""
MOST_SENTENCES = 3
"""Most sentences before a pronoun that are searched for the person it stands for."""
NAME_KIND = (
    r"(?:pseudonym|alias|nickname|nick|sobriquet|moniker|pen[ -]name|nom de guerre|nom de plume|"
    r"stage[ -]name|code[ -]?name|screen[ -]name|user[ -]?name|handle|street name|cover name|"
    r"assumed name|false name|battle name|prison name|ring name|other name)s?"
)
"""Words for a name that only a person chooses or gets."""
PERSON_NOUN = (
    r"(?:suspect|source|man|woman|boy|girl|attacker|attackers|accused|complainant|"
    r"defendant|co-defendant|victim|witness|informer|informant|friend|brother|sister|father|"
    r"mother|son|daughter|husband|wife|uncle|aunt|cousin|neighbour|colleague|leader|member|"
    r"officer|agent|killer|murderer|robber|assailant|perpetrator|person|individual|author|"
    r"singer|writer|journalist|partner|boyfriend|girlfriend|inmate|prisoner|detainee|cellmate|"
    r"doctor|guard|soldier|fighter|commander|dealer|user|people|men|women|children|child)s?"
)
"""Words for persons, who are not the applicant."""
LONGEST_CUE = 45
"""Characters of the words before a nickname."""
CUE = re.compile(
    r"\b(?:"
    rf"(?P<sure>alias|a\.?k\.?a\.?|nicknamed|née|{NAME_KIND}(?: of|,|:)?|"
    rf"{NAME_KIND}(?: [\w’'-]+){{0,4}} (?:was|is|were|being)|"
    r"(?:under|using|by) the (?:\w+ )?name(?: of)?|call(?:ed|s|ing) (?:himself|herself)|"
    r"went by(?: the name(?: of)?)?|goes by(?: the name(?: of)?)?)"
    r"|known (?:[\w’'-]+ ){0,4}?as|known (?:by|under) the (?:\w+ )?name(?: of)?|dubbed|"
    r"(?:was|is|were|been|being|be|usually|generally|commonly) called|"
    rf"(?P<noun>{PERSON_NOUN} (?:called|named))"
    r")[ \u00a0]?(?P<tie>[“\"„'‘(]{0,2})(?:the )?$"
)
"""Words after which a name follows, at the end of the text before it."""
EXPLAINED = re.compile(
    r"[“\"„](?P<name>[^“”\"„\n.;:!?]{1,40})[”\"],?[^.“\"„\n]{0,60}?\b(?:was|is|being|ha[sd] been) "
    rf"(?P<owner>[^.,\n]{{1,30}}?) {NAME_KIND}\b"
)
"""A name that is explained after it: *the name “Skagrot”, which had been the applicant's cover name*."""
_SENTENCE_END = re.compile(r"\n|[.!?][”\"]?[ \u00a0](?=[^\W\d_a-z])")
_ABBREVIATED = re.compile(r"\b(?:mr|mrs|ms|dr|prof|no|st|[a-z])\.$")
_MENTION = re.compile(
    r"\b(?P<applicant>applicants?)\b"
    r"|\b(?P<pronoun>he|she|him|his|her|who)\b"
    rf"|\b(?P<other>{PERSON_NOUN})\b"
)


class _PossibleOwner(NamedTuple):
    """A word that the name may belong to."""

    end: int
    owner: int
    is_pronoun: bool = False


def find_owner(annotated: AnnotatedText, markables: Sequence[Markable], index: int) -> int:
    """Find the markable whose bearer has a nickname; APPLICANT, or NO_ONE if nothing says so."""
    markable = markables[index]
    explained = EXPLAINED.match(annotated.lowered, markable.start - 1)
    if explained is not None:
        words = _list_candidates(annotated, markables, *explained.span("owner"))
    else:
        place = _find_cue(annotated, markable)
        words = _list_candidates(
            annotated, markables, _find_sentence_start(annotated, place), place
        )
        words = (
            words
            or _list_candidates(
                annotated, markables, markable.end, _find_sentence_end(annotated, markable.end)
            )[:1]
        )
    if not words:
        return NO_ONE
    nearest = max(words)
    return (
        _resolve_pronoun(annotated, markables, markable.start)
        if nearest.is_pronoun
        else nearest.owner
    )


def _find_cue(annotated: AnnotatedText, markable: Markable) -> int:
    """Find where the words before a nickname begin: *known to his friends as*."""
    before = annotated.text_before(markable.start, LONGEST_CUE + 1)
    announced = CUE.search(before)
    if announced is None:
        return markable.start
    end = announced.start() if announced["noun"] is None else announced.end("noun")
    return markable.start - len(before) + end


def has_possible_owner(
    annotated: AnnotatedText, known: Sequence[Markable], place: int, after: int
) -> bool:
    """Whether the sentence mentions a person before a place, or after the name."""
    start, end = _find_sentence_start(annotated, place), _find_sentence_end(annotated, after)
    return bool(
        _list_candidates(annotated, known, start, place)
        or _list_candidates(annotated, known, after, end)
    )


def _list_candidates(
    annotated: AnnotatedText, markables: Sequence[Markable], start: int, end: int
) -> list[_PossibleOwner]:
    """List the persons that a part of the text mentions, from left to right."""
    candidates = []
    for match in _MENTION.finditer(annotated.lowered, start, end):
        owner = APPLICANT if match["applicant"] else NO_ONE
        candidates.append(_PossibleOwner(match.end(), owner, match["pronoun"] is not None))
    first = bisect_left(markables, start, key=lambda markable: markable.start)
    for index in range(first, len(markables)):
        markable = markables[index]
        if markable.start >= end:
            break
        if markable.entity_type is EntityType.PERSON and markable.rule not in NICKNAME_RULES:
            candidates.append(_PossibleOwner(markable.end, index))
    return sorted(candidates)


def _find_sentence_start(annotated: AnnotatedText, position: int) -> int:
    start = max(0, position - FARTHEST)
    for match in _SENTENCE_END.finditer(annotated.text, start, position):
        if not _ABBREVIATED.search(annotated.text_before(match.start() + 1, 6)):
            start = match.end()
    return start


def _find_sentence_end(annotated: AnnotatedText, position: int) -> int:
    for match in _SENTENCE_END.finditer(annotated.text, position, position + FARTHEST):
        if not _ABBREVIATED.search(annotated.text_before(match.start() + 1, 6)):
            return match.start()
    return min(len(annotated.text), position + FARTHEST)


def _resolve_pronoun(annotated: AnnotatedText, markables: Sequence[Markable], position: int) -> int:
    """Find whom a pronoun stands for: the subject of the sentence before, or the applicant."""
    end = _find_sentence_start(annotated, position)
    words = _list_candidates(annotated, markables, end, position)
    for _ in range(MOST_SENTENCES):
        for word in words:
            if not word.is_pronoun:
                return word.owner
        if end < 2:
            break
        start = _find_sentence_start(annotated, end - 2)
        words = _list_candidates(annotated, markables, start, end)
        end = start
    return APPLICANT
