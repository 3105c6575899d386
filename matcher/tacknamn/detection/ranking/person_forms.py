"""Settle the labels and forms of persons' names by the words around them, once they are found.

This module conducts the others (``person_labels``, ``name_parts``, ``no_persons``, ``added_persons``)
and settles the genitive of names in -s, -x, -z, which only the next word shows: *Agnes hund*.
"""

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
    """Return a name in -s, -x or -z with the genitive that the next word shows: *Agnes hund*, but
    not *Antonios sjöng*.

    Args:
        starts: Where detections begin; a name goes on there."""
    if detection.label not in PERSON_NAMES or text[detection.end - 1].lower() not in "sxz":
        return detection
    if detection.affixes == ("gen",):
        return _drop_genitive(text, detection, lexicon)
    if detection.affixes:
        return detection
    match = NEXT_WORD.match(text, detection.end)
    if match is None or not match.group(1).islower() or match.start(1) in starts:
        return detection
    word = lexicon.word(match.group(1))
    if word is None or not word.pos & NOUN or word.zipf_sv < COMMON:
        return detection
    if word.pos & (VERB | FUNCTION | ADJECTIVE):
        return detection
    before = text[max(0, detection.start - 30) : detection.start].lower().split()
    if not read_person_words("giving").isdisjoint(before[-2:]):
        return detection
    return detection._replace(affixes=("gen",))


def _drop_genitive(text: str, detection: Detection, lexicon: Lexicon) -> Detection:
    """Return a name before its verb without the genitive: the whole form is its base."""
    match = NEXT_WORD.match(text, detection.end)
    word = lexicon.word(match.group(1)) if match is not None else None
    if word is None or not word.pos & VERB or word.pos & (NOUN | ADJECTIVE | FUNCTION):
        return detection
    whole = text[detection.start : detection.end]
    return detection._replace(base=whole, affixes=(), entry=-1)
