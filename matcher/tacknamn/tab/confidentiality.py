"""Tell what could harm the person if it were known (E6): by the rule that found it, by words."""

from functools import lru_cache

import ahocorasick

from tacknamn.tab.records import Confidential, EntityType, Piece
from tacknamn.tab.sheet import Sheet
from tacknamn.tab.tables import rows

__all__ = ["statuses_of"]

BY_RULE = {
    "belief": Confidential.BELIEF,
    "politics": Confidential.POLITICS,
    "sexual": Confidential.SEX,
    "ethnic": Confidential.ETHNIC,
    "condition": Confidential.HEALTH,
    "marked_belief": Confidential.BELIEF,
    "marked_politics": Confidential.POLITICS,
    "marked_sex": Confidential.SEX,
    "marked_ethnic": Confidential.ETHNIC,
    "marked_health": Confidential.HEALTH,
}
OPEN_TYPES = frozenset((EntityType.ORG, EntityType.DEM, EntityType.MISC))
"""Types that can be confidential; of the others it is not asked ("only available for a subset")."""


@lru_cache(maxsize=1)
def _words() -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    for status, words, _ in rows("confidential.tsv"):
        for word in words.split("|"):
            automaton.add_word(word, (len(word), Confidential(status)))
    automaton.make_automaton()
    return automaton


def statuses_of(sheet: Sheet, pieces: list[Piece]) -> list[Confidential]:
    """The status of each piece."""
    return [_status(sheet, piece) for piece in pieces]


def _status(sheet: Sheet, piece: Piece) -> Confidential:
    by_rule = BY_RULE.get(piece.rule)
    if by_rule is not None:
        return by_rule
    if piece.entity_type not in OPEN_TYPES:
        return Confidential.NOT_CONFIDENTIAL
    return _by_words(sheet.lowered[piece.start : piece.end])


def _by_words(lowered: str) -> Confidential:
    """The status of the first whole word that the table knows."""
    status: Confidential
    for last, (length, status) in _words().iter(lowered):
        start, end = last + 1 - length, last + 1
        before, behind = lowered[max(0, start - 1) : start], lowered[end : end + 1]
        if not before.isalnum() and not behind.isalnum():
            return status
    return Confidential.NOT_CONFIDENTIAL
