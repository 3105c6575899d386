"""Names of several parts: middle names, entries that hold several names, names with hyphens.

No list has middle names; a name is one by its position between first name and surname (A8b). They are
first names, or the names of fathers and grandfathers, which also serve as surnames (*Tesfay Gebre
Haile*).

Two surnames in one entry are two names.

Of names with a hyphen that no list has whole (*Stig-Arne*, *Al-Khatib*, *Berg-Rossi*) the lists have
the parts. Capitalized words on both sides of the hyphen are one name; before a lower-case word, as
in *Simpsons-filmen*, the name ends at the hyphen.
"""

from collections.abc import Iterator
from typing import Final

from tacknamn.detection.ranking.label_groups import (
    FIRSTNAMES,
    MIDDLENAME,
    PERSONS,
    PLACES,
)
from tacknamn.detection.ranking.pieces import RankedPiece, TextPiece, WeightedPiece
from tacknamn.detection.ranking.rows import PARTICLES
from tacknamn.detection.ranking.rules import BESIDE_NAME
from tacknamn.records import Detection

__all__ = [
    "LEAST_OF_TWO",
    "join_hyphenated_names",
    "label_middle_names",
    "split_double_entries",
]

OFTEN_FIRST: Final = 0.1
"""A surname is the name of a father as well if it is a first name in at least this share of its
mentions as a surname."""
LEAST_FIRST: Final = 20.0
"""Mentions per billion words as a first name; with fewer, that share says nothing."""
_NAMED: Final = PERSONS | PLACES
HYPHEN: Final = "-"
LEAST_OF_TWO: Final = 0.6
"""The least probability of a name that a hyphen joins to another capitalized word: two capitals in one
word are hardly ever a mistake."""
_ARTICLES: Final = ("ad-", "al-", "an-", "ar-", "as-", "at-", "az-", "el-")
LONGEST_PREFIX: Final = 12
"""Letters of an unlisted part before a hyphen: *Al-*, *El-*, *Abdel-*."""


def label_middle_names(labels: list[str], row: list[WeightedPiece]) -> list[str]:
    """Return the labels of a row of names, with first names between the first one and a surname as
    middle names."""
    result = list(labels)
    begin = 0  # where the name of one person begins
    for index, label in enumerate(labels):
        if label not in PERSONS and label != "initials":
            begin = index + 1
        elif label == "surname":
            follows_surname = index + 1 < len(labels) and labels[index + 1] == "surname"
            if follows_surname and _is_also_first_name(row[index]):
                continue  # Gebre Haile: the name ends with the last surname
            for between in range(begin + 1, index):
                is_first = _is_also_first_name(row[between], labels[between])
                if labels[between - 1] in PERSONS and is_first:
                    result[between] = MIDDLENAME
            begin = index + 1
    if labels[-1] in FIRSTNAMES and len(labels) > 2 and _is_father_between(labels, row):
        result[-2:] = [MIDDLENAME, "surname"]
    first = 1 if labels[0] == "fam" else 0  # min syster Ana Maria
    if len(labels) > first + 1 and FIRSTNAMES.issuperset(labels[first:]):
        return [*labels[:first], *_label_first_names(labels[first:])]
    return result


def _label_first_names(labels: list[str]) -> list[str]:
    """Return the labels for a row that has only first names in the lists: first name, middle names
    and surname. Somalis and Ethiopians have the names of father and grandfather there."""
    first, *others = labels
    if len(others) == 1:
        return [first, MIDDLENAME] if others[0] == first else labels
    return [first, *[MIDDLENAME] * (len(others) - 1), "surname"]


def _is_father_between(labels: list[str], row: list[WeightedPiece]) -> bool:
    """Return whether a row ends with a surname that is also a first name between two first names:
    *Jeffrey Dean Morgan*, unless the surname is a genitive."""
    between = row[-2]
    return (
        labels[-2] == "surname"
        and labels[-3] in FIRSTNAMES
        and not between.piece.affix_bits
        and not FIRSTNAMES.isdisjoint(between.weights)
    )


def _is_also_first_name(weighted: WeightedPiece, label: str = "surname") -> bool:
    """Return whether a piece with this label is often enough a first name as well."""
    if label in FIRSTNAMES:
        return True
    first = max(
        (weight for own, weight in weighted.weights.items() if own in FIRSTNAMES), default=0.0
    )
    return first >= max(OFTEN_FIRST * weighted.weights.get("surname", 0.0), LEAST_FIRST)


def split_double_entries(text: str, ranked: list[RankedPiece]) -> list[RankedPiece]:
    """Return the pieces, with entries of two surnames split where a name stands before them."""
    doubles = {
        index
        for index, piece in enumerate(ranked)
        if piece.in_row
        and piece.label == "surname"
        and index > 0
        and _has_two_surnames(text, ranked[index - 1], piece)
    }
    if not doubles:
        return list(ranked)
    result: list[RankedPiece] = []
    for index, piece in enumerate(ranked):
        result.extend(_split(text, piece) if index in doubles else [piece])
    return result


def _has_two_surnames(text: str, before: RankedPiece, ranked: RankedPiece) -> bool:
    piece = ranked.piece
    return (
        piece.form is not None
        and " " in text[piece.start : piece.end]
        and PARTICLES.isdisjoint(text[piece.start : piece.end].lower().split())
        and text[before.piece.end : piece.start] == " "
        and before.label in PERSONS
    )


def _split(text: str, ranked: RankedPiece) -> Iterator[RankedPiece]:
    start = ranked.piece.start
    for word in text[start : ranked.piece.end].split(" "):
        end = start + len(word)
        own = ranked.piece
        piece = TextPiece(start, end, own.case, None, -1, own.affix_bits, own.edits, own.source)
        yield ranked.copy_with(piece, ranked.label, ranked.in_row)
        start = end + 1


def join_hyphenated_names(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with the parts of a person's hyphenated name as one."""
    joined: list[Detection] = []
    for detection in detections:
        if text[detection.start - 1 : detection.start] == HYPHEN and detection.label in _NAMED:
            hyphen = detection.start - 1
            last = joined[-1] if joined else None
            if detection.label in PLACES:
                joined.append(_read_town_behind_article(text, detection, last))
                continue
            # Both parts were detected.
            if last is not None and last.end == hyphen and last.label in PERSONS:
                joined[-1] = _join(text, last, detection)
                continue
            # Only the second part was: extend it to the word before the hyphen.
            start = _find_word_start(text, hyphen)
            if start < hyphen and (last is None or last.end <= start):
                if _is_family_name(text, start, last):
                    detection = detection._replace(label="surname")
                detection = _change_extent(text, detection, start, detection.end)
                if text[start].isupper():
                    likely = max(detection.probability, LEAST_OF_TWO)
                    detection = detection._replace(probability=likely)
        joined.append(detection)
    return joined


def _read_town_behind_article(text: str, town: Detection, last: Detection | None) -> Detection:
    """Return a town behind an article as the surname that it is after a person's name: *Ali
    al-Jadaan*, which is spelt nearly like the town of Jadan."""
    start = _find_word_start(text, town.start - 1)
    if not _is_family_name(text, start, last):
        return town
    surname = town._replace(label="surname", rule=BESIDE_NAME, country="", parent="", edits=0)
    return _change_extent(text, surname, start, town.end)


def _join(text: str, first: Detection, second: Detection) -> Detection:
    """Return two parts as one name: a surname if either of them is."""
    label = "surname" if "surname" in (first.label, second.label) else first.label
    probability = max(first.probability, second.probability, LEAST_OF_TWO)
    joined = second._replace(label=label, probability=probability)
    return _change_extent(text, joined, first.start, second.end)


def _is_family_name(text: str, start: int, last: Detection | None) -> bool:
    """Return whether an Arabic name with an article begins here after another name:
    *Ali Al-Hassan*."""
    follows_name = last is not None and last.label in PERSONS and text[last.end : start] == " "
    return follows_name and text[start : start + 3].lower() in _ARTICLES


def _change_extent(text: str, detection: Detection, start: int, end: int) -> Detection:
    """Return the detection with other offsets; its base is the text there without a genitive's
    s."""
    own_text = text[detection.start : detection.end]
    cut = len(own_text) - len(detection.base) if detection.affixes else 0
    base = text[start : end - cut] if cut > 0 else text[start:end]
    return detection._replace(start=start, end=end, base=base, entry=-1)


def _find_word_start(text: str, hyphen: int) -> int:
    """Return the start of the capitalized word or the article before a hyphen; the hyphen's own
    offset if there is none."""
    start = hyphen
    while start > 0 and hyphen - start < LONGEST_PREFIX and text[start - 1].isalpha():
        start -= 1
    is_part = text[start].isupper() or text[start : hyphen + 1] in _ARTICLES
    return start if is_part else hyphen
