"""What the fitted weights look at: a piece of a text as the names of its features.

Each name is a line of the table of weights (``tacknamn-build fit``): ``lists title fs`` (a
capitalised form that lists have as first name and surname), ``ends berg``, ``previous bor i``.
What the form says by itself is told apart from what its neighbours say, because a form comes
again and is then remembered.
"""

import re
from math import log10
from typing import Final

from tacknamn.detection.ranking.capitals import Capitals
from tacknamn.detection.ranking.forms import FIRSTNAMES, HOME, INSTITUTIONS, NOUNS, PLACES, Form
from tacknamn.detection.ranking.name_cues import NeighbourWords
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon, OrdinaryWord

__all__ = ["is_about_medicine", "list_form_features", "list_neighbour_features", "name_case"]

LONGEST_WORD: Final = 100
"""Letters of the longest word that the word list is asked for."""
ENDINGS: Final = (2, 3, 4)
"""Letters of an ending."""
MOST_LETTERS: Final = 12
"""Longer forms count as having so many letters."""
_CASE_NAMES: Final = tuple(case.name.lower() for case in LetterCase)
_LISTS: Final = (
    ("f", FIRSTNAMES),
    ("s", frozenset(("surname",))),
    ("p", PLACES),
    ("i", INSTITUTIONS),
    ("n", NOUNS),
)
"""Letters that say which lists have a form."""
_LETTER_OF: Final[dict[str, str]] = {label: letter for letter, labels in _LISTS for label in labels}

_MEDICAL: Final = (
    "antibioti", "bakteri", "behandl", "biverkning", "diagnos", "infektion", "läkemed", "medicin",
    "recept", "sjukdom", "symtom", "tablett", "vaccin", "virus", "värk",
    "disease", "drug", "infection", "symptom", "tablet", "treatment",
)  # fmt: skip
_MEDICINE: Final = re.compile("|".join(_MEDICAL))
"""What is written about illnesses and what one takes for them, whose names have capitals too."""
_FAR: Final = 80
"""Characters on both sides that tell what a sentence is about."""


def name_case(case: LetterCase, capitals: Capitals) -> str:
    """What the letters of a piece say, where the capitals of its text are worth so much."""
    return _CASE_NAMES[case] if capitals is Capitals.TRUSTED else f"{_CASE_NAMES[case]}?"


def list_form_features(lexicon: Lexicon, form: str, piece: TextPiece, case: str) -> list[str]:
    """What a form says wherever it stands.

    Args:
        form: What stands in the text.
        case: What :func:`name_case` says of it.
    """
    lists = _letter_lists(piece.form)
    found = [f"case {case} {piece.sort.name.lower()}"]
    word = _look_up_word(lexicon, form)
    in_dictionary = _describe_dictionary_word(word)
    found.append(f"dictionary {case} {in_dictionary}")
    if piece.form is not None:
        found.append(f"lists {case} {lists}")
        found.append(f"lists {case} {lists} {in_dictionary}")
        found += _describe_place(piece.form)
    found += _describe_frequency(word, case)
    words = form.lower().split()  # a name may go on in the next line
    last = words[-1]
    found += [f"ends {last[-size:]}" for size in ENDINGS if len(last) > size]
    found.append(f"words {len(words)}")
    if "-" in form:
        found.append("hyphen")
    found.append(f"letters {case} {min(len(form), MOST_LETTERS)}")
    if piece.edits:
        found.append(f"edits {case} {piece.edits}")
    if piece.affix_bits:
        found.append(f"affixes {piece.affix_bits} {lists}")
    return found


def is_about_medicine(text: str) -> bool:
    """Whether a text speaks of illness anywhere: most do not, and then no place of it does."""
    return any(word in text for word in _MEDICAL)  # a pattern takes ten times as long


def list_neighbour_features(
    text: str,
    piece: TextPiece,
    words: NeighbourWords,
    told: tuple[str, float],
    medicine: bool = True,
) -> list[str]:
    """What stands beside a piece.

    Args:
        told: The label that the strongest cue there speaks for, and its factor.
        medicine: What :func:`is_about_medicine` says of the text."""
    found = [
        f"previous {words.previous}",
        f"next {words.following}",
        f"behind {_describe_next_sign(text, piece.end)}",
    ]
    if told[1] > 1:
        found.append(f"told {_class_of(told[0])} {int(log10(told[1]))}")
    if words.earlier:
        found.append(f"previous {words.earlier} {words.previous}")
    if medicine and piece.case:
        near = max(0, piece.start - _FAR), piece.end + _FAR
        if _MEDICINE.search(text, *near):
            found.append(f"medicine {piece.sort.name.lower()}")
    if text[piece.start - 1 : piece.start] == " ":
        before = text[max(0, piece.start - MOST_LETTERS) : piece.start - 1].rpartition(" ")[2]
        if before[:1].isupper():
            found.append("capital before")
    return found


def _class_of(label: str) -> str:
    return _LETTER_OF.get(label, "other")


def _letter_lists(form: Form | None) -> str:
    """The letters of the lists that have a form."""
    if form is None:
        return ""
    letters = {_LETTER_OF.get(label, "") for label in form.senses}
    return "".join([letter for letter, _ in _LISTS if letter in letters])


def _describe_place(form: Form) -> list[str]:
    """What kind of place a form is first of all, and whether it lies in Sweden."""
    most, label = -1.0, ""
    for each, sense in form.senses.items():
        if each in PLACES and (sense.mentions, each) > (most, label):
            most, label = sense.mentions, each
    if not label:
        return []
    return [f"place {label} {'home' if form.senses[label].country == HOME else 'abroad'}"]


def _look_up_word(lexicon: Lexicon, form: str) -> OrdinaryWord | None:
    if len(form) > LONGEST_WORD:
        return None
    word = lexicon.word(form)
    if word is None and form[-1] in "sS":
        word = lexicon.word(form[:-1])
    return word


def _describe_dictionary_word(word: OrdinaryWord | None) -> str:
    """What the dictionary of Swedish has a word as."""
    if word is None or not word.pos:
        return "no"
    if not word.pos & PROPER_NOUN:
        return "word"
    return "both" if word.pos & ~PROPER_NOUN else "name"


def _describe_frequency(word: OrdinaryWord | None, case: str) -> list[str]:
    """How common the form is in ordinary text, with whatever letters."""
    if word is None:
        return [f"unknown {case}"]
    return [f"swedish {case} {int(word.zipf_sv)}", f"english {case} {int(word.zipf_en)}"]


def _describe_next_sign(text: str, end: int) -> str:
    """What follows: a sign, or the kind of word."""
    sign = text[end : end + 1]
    if sign != " ":
        return sign if sign.isprintable() else ""
    sign = text[end + 1 : end + 2]
    if sign.isalpha():
        return "capital" if sign.isupper() else "small"
    return "digit" if sign.isdecimal() else f"blank {sign}" if sign.isprintable() else ""
