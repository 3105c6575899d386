"""Recognize the ages of people in general, which identify no person: när man är sex år, när barn fyller tre.

An age is general if its subject is: *man*, or a plural without a possessive (*barn*, *elever*). It is also
general after *ett barn på* before what children need or may do, and before *års ålder* in a sentence that
speaks of no one in particular.
"""

from tacknamn.detection.patterns.rulebook import SentenceContext, get_word_group

__all__ = ["is_general_age"]

_PEOPLE_WORDS = get_word_group("people")
_DEFINITE_PEOPLE_WORDS = get_word_group("people_definite")
_IMPERSONAL_WORDS = frozenset(("man", "människan", "one"))
_THEY_WORDS = frozenset(("de", "dom", "they"))
_LINK_WORDS = get_word_group("people_link")
_PRESENT_WORDS = frozenset(
    ("är", "e", "fyller", "blir", "blivit", "fyllt", "are", "turn", "reach", "become")
)
_PERSONAL_WORDS = get_word_group("personal")
_NEEDING_WORDS = get_word_group("needing")
_ONE_WORDS = frozenset(("ett", "en", "a", "varje", "every"))
_BEGINNING_WORDS = frozenset(("", "och", "men", "att", "eftersom", "and", "but", "that"))
_ADVERB_WORDS = get_word_group("adverb")
_ON_WORDS = frozenset(("på", "of"))
_MANNER_WORDS = frozenset(("ålder", "age"))


def is_general_age(context: SentenceContext) -> bool:
    """Return whether the number at this place is an age of people in general."""
    words = [word for word in context.words_before if word not in _ADVERB_WORDS]
    last, subject, link, first = ["", "", "", "", *words][:-5:-1]
    if last in _PRESENT_WORDS:
        if subject in _IMPERSONAL_WORDS or subject in _PEOPLE_WORDS:
            return not link or link in _LINK_WORDS
        if subject in _THEY_WORDS and link in _LINK_WORDS:
            people = _PEOPLE_WORDS | _DEFINITE_PEOPLE_WORDS
            return not people.isdisjoint(words) and _PERSONAL_WORDS.isdisjoint(words)
        return False
    if last in _ON_WORDS and subject in _PEOPLE_WORDS and link in _ONE_WORDS:
        following = [word for word in context.words_after[:2] if word not in ("år", "years")]
        return first in _BEGINNING_WORDS and not _NEEDING_WORDS.isdisjoint(following)
    return not _MANNER_WORDS.isdisjoint((*context.words_after[:2], subject)) and _is_of_no_person(
        [*words, *context.words_after]
    )


def _is_of_no_person(words: list[str]) -> bool:
    """Return whether a sentence speaks of people in general."""
    people = _PEOPLE_WORDS | _DEFINITE_PEOPLE_WORDS | _IMPERSONAL_WORDS
    return not people.isdisjoint(words) and _PERSONAL_WORDS.isdisjoint(words)
