"""Settle the labels and forms of persons' names by the words around them, once they are found.

This module conducts the others (``person_labels``, ``name_parts``, ``no_persons``, ``added_persons``)
and settles the genitive of names in -s, -x, -z, which only the next word shows: *Agnes hund*, *Borås
centrum*. A pseudonym without this genitive (*Malmö centrum*) would tell how the original ends.
"""

from typing import Final

from tacknamn.detection.ranking.added_persons import (
    add_fields,
    add_initials,
    add_nicknames,
    add_signed,
    add_spelt,
)
from tacknamn.detection.ranking.introductions import Lookup
from tacknamn.detection.ranking.name_parts import (
    add_particles,
    join_doubles,
    join_epithets,
    split_initials,
)
from tacknamn.detection.ranking.no_persons import is_no_person, is_staff
from tacknamn.detection.ranking.person_context import (
    ADJECTIVE,
    COMMON,
    FUNCTION,
    NEXT_WORD,
    NOUN,
    PERSON_NAMES,
    VERB,
    read_person_words,
)
from tacknamn.detection.ranking.person_labels import (
    read_small_rows,
    settle_label,
    spread_lone,
    spread_sexes,
)
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.records import Detection

__all__ = ["settle_persons"]

_POSSESSING_PLACES: Final = frozenset(("area", "city", "country", "geo", "region"))
_MOST_ADJECTIVES: Final = 2
_ARTICLES: Final = (
    ("en", 2),
    ("et", 2),
    ("erna", 3),
    ("arna", 3),
    ("orna", 3),
    ("na", 4),
    ("n", 4),
    ("t", 4),
)
"""Endings that are articles, and the fewest letters before each: *barn* is not the *bar*."""
_SHORTEST_NOUN: Final = 3
"""Letters: *lars l* has an initial."""
_ROMAN: Final = frozenset("ivx")
"""Letters of numbers of kings: *ramses iii*."""
_JOINING: Final = frozenset(("och", "att", "som", "när", "om", "men", "eller"))
"""Words before a subject."""


def settle_persons(
    text: str,
    detections: list[Detection],
    lexicon: Lexicon,
    look_up: Lookup,
    in_note: bool = False,
    has_literals: bool = True,
) -> list[Detection]:
    """Return the detections of a text with the persons' labels and forms settled.

    Args:
        in_note: Whether the text is a note of a hospital, where *Pat* is no name.
        has_literals: Whether the text may have any of
                :func:`tacknamn.detection.ranking.added_persons.list_person_literals`.
    """
    detections = [
        detection
        for detection in detections
        if not is_no_person(text, detection, lexicon, look_up)
        and not is_staff(text, detection, in_note)
    ]
    detections = split_initials(text, detections)
    detections = join_doubles(text, detections, look_up)
    detections = add_particles(text, detections)
    detections = join_epithets(text, detections)
    detections = [
        settle_label(text, detections, number, look_up) for number in range(len(detections))
    ]
    detections = read_small_rows(text, detections, look_up)
    detections = spread_sexes(spread_lone(text, detections, look_up))
    starts = {detection.start for detection in detections if detection.label in PERSON_NAMES}
    detections = [_settle_genitive(text, detection, lexicon, starts) for detection in detections]
    detections = add_spelt(text, detections)
    if not has_literals:
        return add_initials(text, detections)
    detections = add_initials(text, add_nicknames(text, detections))
    return add_signed(text, add_fields(text, detections))


def _settle_genitive(
    text: str, detection: Detection, lexicon: Lexicon, starts: set[int]
) -> Detection:
    """Return a name in -s, -x or -z with the genitive that the next words show: *Agnes hund*, but
    not *Antonios sjöng*.

    Args:
        starts: Where detections begin; a name goes on there."""
    if text[detection.end - 1].lower() not in "sxz":
        return detection
    if detection.label not in PERSON_NAMES and detection.label not in _POSSESSING_PLACES:
        return detection
    if detection.affixes == ("gen",) and detection.label in PERSON_NAMES:
        return _drop_genitive(text, detection, lexicon)
    if detection.affixes or not _has_something(text, detection, lexicon, starts):
        return detection
    return detection._replace(affixes=("gen",))


def _has_something(text: str, detection: Detection, lexicon: Lexicon, starts: set[int]) -> bool:
    """Whether a noun without an article of its own follows a name, perhaps behind an adjective:
    *Lars nya cykel*, *Borås centrum*. Only what belongs to somebody has none."""
    match = NEXT_WORD.match(text, detection.end)
    has_adjective = False
    for _ in range(_MOST_ADJECTIVES):
        if match is None or not _is_weak_adjective(match.group(1), lexicon):
            break
        match, has_adjective = NEXT_WORD.match(text, match.end()), True
    if match is None or not match.group(1).islower() or match.start(1) in starts:
        return False
    form = match.group(1)
    word = lexicon.word(form) if len(form) >= _SHORTEST_NOUN and set(form) - _ROMAN else None
    if word is None or not word.pos & NOUN or word.zipf_sv < COMMON or word.pos & FUNCTION:
        return False
    if form in read_person_words("when") or _is_definite(form, lexicon):
        return False
    before = text[max(0, detection.start - 30) : detection.start].lower().split()
    if word.pos & VERB and not has_adjective and not _is_object(text, detection, lexicon):
        return False
    if has_adjective or read_person_words("giving").isdisjoint(before[-2:]):
        return True
    return not word.pos & ADJECTIVE and _is_countable(form, lexicon)


def _is_weak_adjective(form: str, lexicon: Lexicon) -> bool:
    """Whether a word is an adjective as it stands behind a genitive: *nya*, *största*."""
    word = lexicon.word(form)
    if not form.endswith(("a", "e")) or word is None or form in read_person_words("when"):
        return False
    return bool(word.pos & ADJECTIVE) and not word.pos & (FUNCTION | NOUN | VERB)


def _is_definite(form: str, lexicon: Lexicon) -> bool:
    """Whether a noun has the article at its end: *boken*, *mamman*, *huset*, *kläderna*."""
    for ending, least in _ARTICLES:
        stem = form[: -len(ending)]
        if form.endswith(ending) and len(stem) >= least:
            word = lexicon.word(stem)
            if word is not None and word.pos & NOUN and word.zipf_sv >= COMMON:
                return True
    return False


def _is_object(text: str, detection: Detection, lexicon: Lexicon) -> bool:
    """Whether a verb or preposition stands before a person, who is then no subject: *tvättade Lars
    kläder*, but *Lars kläder sig*. A sentence that begins with it goes on with a verb: *Hos Lars bor*."""
    if detection.label not in PERSON_NAMES or text[detection.start - 1 : detection.start] != " ":
        return False
    last = text[max(0, detection.start - 30) : detection.start - 1].rpartition(" ")[2]
    word = lexicon.word(last) if last.islower() and last not in _JOINING else None
    return word is not None and bool(word.pos & (VERB | FUNCTION))


def _is_countable(form: str, lexicon: Lexicon) -> bool:
    """Whether a noun has a plural, so that it cannot stand alone: *lånade Lars cykel*, but *gav Lars
    pengar*."""
    short = form[:-2] + form[-1:]
    for plural in (f"{form}ar", f"{form}er", f"{form[:-1]}or", f"{short}ar", f"{short}er"):
        word = lexicon.word(plural)
        if word is not None and word.pos & NOUN:
            return True
    return False


def _drop_genitive(text: str, detection: Detection, lexicon: Lexicon) -> Detection:
    """Return a name before its verb without the genitive: the whole form is its base."""
    match = NEXT_WORD.match(text, detection.end)
    word = lexicon.word(match.group(1)) if match is not None else None
    if word is None or not word.pos & VERB or word.pos & (NOUN | ADJECTIVE | FUNCTION):
        return detection
    whole = text[detection.start : detection.end]
    return detection._replace(base=whole, affixes=(), entry=-1)
