"""The features of the fitted model: a piece of a text as the names of its features.

Each name is a line of the table of weights (``tacknamn-build fit``): ``lists title fs`` (a
capitalized form that the lists have as first name and surname), ``ends berg``, ``previous bor i``.
The features of the form are separate from those of its neighbours, because a form occurs again and
its sum of weights is remembered.
"""

from collections.abc import Sequence
from math import log10
from typing import Final

from tacknamn.detection.cues.literals import LiteralMatch
from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, HOME, INSTITUTIONS, NOUNS, PLACES
from tacknamn.detection.ranking.name_cues import NeighbourWords
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
from tacknamn.lexicon.lexicon import (
    ENGLISH_ADJECTIVE,
    ENGLISH_BASE,
    ENGLISH_NAME,
    ENGLISH_NOUN,
    ENGLISH_ORIGIN,
    ENGLISH_OTHER,
    ENGLISH_SAYS,
    ENGLISH_SMALL,
    PROPER_NOUN,
    Lexicon,
    OrdinaryWord,
)
from tacknamn.lexicon.near_index import LEAST_RESEMBLANCE

__all__ = [
    "is_about_medicine",
    "list_english_features",
    "list_form_features",
    "list_medical_words",
    "list_neighbour_features",
    "name_case",
]

LONGEST_WORD: Final = 100
"""Letters of the longest word that is looked up in the word list."""
FREQUENT_WORD: Final = 1
"""From this resemblance on, an unlisted word is nearly spelt like a frequent word."""
ENDINGS: Final = (2, 3, 4)
"""The lengths of endings."""
NEIGHBOUR_ENDINGS: Final = (2, 3)
"""The lengths of endings of the words before and after a piece."""
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
"""The letters that say which lists have a form."""
_LETTER_OF: Final[dict[str, str]] = {label: letter for letter, labels in _LISTS for label in labels}

_PARTS: Final = (
    ("other", ENGLISH_OTHER),
    ("says", ENGLISH_SAYS),
    ("adjective", ENGLISH_ADJECTIVE),
    ("noun", ENGLISH_NOUN),
    ("base", ENGLISH_BASE),
)
"""Parts of speech of English words, the one that says most first."""
_MEDICAL: Final = (
    "antibioti", "bakteri", "behandl", "biverkning", "diagnos", "infektion", "läkemed", "medicin",
    "recept", "sjukdom", "symtom", "tablett", "vaccin", "virus", "värk",
    "disease", "drug", "infection", "symptom", "tablet", "treatment",
)  # fmt: skip
"""Words of texts about illnesses and drugs, whose names have capitals, too."""
_FAR: Final = 80
"""Characters on both sides that say what a sentence is about."""


def name_case(case: LetterCase, capitals: CapitalUse) -> str:
    """Return the name of a letter case in features, with a question mark if capitals cannot be
    trusted."""
    return _CASE_NAMES[case] if capitals is CapitalUse.TRUSTED else f"{_CASE_NAMES[case]}?"


def list_form_features(lexicon: Lexicon, form: str, piece: TextPiece, case: str) -> list[str]:
    """Return the features that a form has wherever it stands.

    Args:
        form: The piece as the text has it.
        case: Its :func:`name_case`.
    """
    lists = _letter_lists(piece.form)
    features = [f"case {case} {piece.source.name.lower()}"]
    word = _look_up_word(lexicon, form)
    in_dictionary = _describe_dictionary_word(word)
    features.append(f"dictionary {case} {in_dictionary}")
    in_english = _describe_english_word(word)
    features.append(f"in english {case} {in_english}")
    if piece.form is not None:
        features.append(f"english lists {case} {lists} {in_english}")
        features.append(f"lists {case} {lists}")
        features.append(f"lists {case} {lists} {in_dictionary}")
        features += _describe_place(piece.form)
    features += _describe_frequency(word, case)
    words = form.lower().split()  # a name may continue on the next line
    last = words[-1]
    features += [f"ends {last[-size:]}" for size in ENDINGS if len(last) > size]
    features.append(f"words {len(words)}")
    if "-" in form:
        features.append("hyphen")
    features.append(f"letters {case} {min(len(form), MOST_LETTERS)}")
    if piece.edits:
        features.append(f"edits {case} {piece.edits}")
    if piece.form is None and piece.case is LetterCase.START and len(form) <= LONGEST_WORD:
        features.append(_describe_resemblance(lexicon, form))
    if piece.affix_bits:
        features.append(f"affixes {piece.affix_bits} {lists}")
    return features


def list_medical_words() -> tuple[str, ...]:
    """Return the words by which :func:`is_about_medicine` decides."""
    return _MEDICAL


def is_about_medicine(text: str, hits: Sequence[LiteralMatch] | None = None) -> bool:
    """Return whether a text mentions illness anywhere. Most do not, and then none of its parts
    needs to be searched.

    Args:
        hits: Its words in any letter case, if they were found before."""
    if hits is None:
        return any(word in text for word in _MEDICAL)  # a pattern takes ten times as long
    return any(text.startswith(hit.literal.text, hit.at) for hit in hits)


def list_neighbour_features(
    text: str,
    piece: TextPiece,
    words: NeighbourWords,
    strongest: tuple[str, float],
    medicine: bool = True,
) -> list[str]:
    """Return the features of what stands next to a piece.

    Args:
        strongest: The label that the strongest cue there speaks for, and its factor.
        medicine: The text's :func:`is_about_medicine`."""
    features = [
        f"previous {words.previous}",
        f"next {words.following}",
        f"behind {_describe_next_sign(text, piece.end)}",
    ]
    # What words have in common tells of more names than the words themselves: författaren, sade.
    previous, following = words.previous, words.following
    for size in NEIGHBOUR_ENDINGS:
        if len(previous) > size + 1:
            features.append(f"previous ends {previous[-size:]}")
        if len(following) > size + 1:
            features.append(f"next ends {following[-size:]}")
    if strongest[1] > 1:
        features.append(f"told {_letter_label(strongest[0])} {int(log10(strongest[1]))}")
    if words.earlier:
        features.append(f"previous {words.earlier} {words.previous}")
    if medicine and piece.case:
        near = text[max(0, piece.start - _FAR) : piece.end + _FAR]
        if is_about_medicine(near):
            features.append(f"medicine {piece.source.name.lower()}")
    if text[piece.start - 1 : piece.start] == " ":
        before = text[max(0, piece.start - MOST_LETTERS) : piece.start - 1].rpartition(" ")[2]
        if before[:1].isupper():
            features.append("capital before")
    return features


def list_english_features(lexicon: Lexicon, words: NeighbourWords, case: str) -> list[str]:
    """Return the features of the parts of speech of the words next to a piece, in English: names
    stand before *says*, and not after *some*."""
    following = _describe_part(_look_up_word(lexicon, words.following))
    previous = _describe_part(_look_up_word(lexicon, words.previous))
    return [
        f"english next {following}",
        f"english next {case} {following}",
        f"english previous {case} {previous}",
        f"english around {previous} {following}",
    ]


def _describe_part(word: OrdinaryWord | None) -> str:
    """Return the likeliest part of speech of an English word next to a name."""
    if word is None or not word.english:
        return "no"
    for name, bits in _PARTS:
        if word.english & bits:
            return name
    return "name"


def _letter_label(label: str) -> str:
    return _LETTER_OF.get(label, "other")


def _letter_lists(form: Form | None) -> str:
    """Return the letters of the lists that have a form."""
    if form is None:
        return ""
    letters = {_LETTER_OF.get(label, "") for label in form.candidates}
    return "".join([letter for letter, _ in _LISTS if letter in letters])


def _describe_place(form: Form) -> list[str]:
    """Return which label of places the form has most often, and whether that place is in Sweden."""
    most, likeliest = -1.0, ""
    for label, candidate in form.candidates.items():
        if label in PLACES and (candidate.mentions, label) > (most, likeliest):
            most, likeliest = candidate.mentions, label
    if not likeliest:
        return []
    is_home = form.candidates[likeliest].country == HOME
    return [f"place {likeliest} {'home' if is_home else 'abroad'}"]


def _describe_resemblance(lexicon: Lexicon, form: str) -> str:
    """Return whether a word that no list has is nearly spelt like a frequent word."""
    power = lexicon.near_index.measure_resemblance(form)
    if power == LEAST_RESEMBLANCE:
        return "resembles none"
    return "resembles frequent" if power >= FREQUENT_WORD else "resembles rare"


def _look_up_word(lexicon: Lexicon, form: str) -> OrdinaryWord | None:
    if not form or len(form) > LONGEST_WORD:
        return None
    word = lexicon.word(form)
    if word is None and form[-1] in "sS":
        word = lexicon.word(form[:-1])
    return word


def _describe_dictionary_word(word: OrdinaryWord | None) -> str:
    """Return whether the Swedish dictionary has a word, and as a name or as anything else."""
    if word is None or not word.pos:
        return "no"
    if not word.pos & PROPER_NOUN:
        return "word"
    return "both" if word.pos & ~PROPER_NOUN else "name"


def _describe_english_word(word: OrdinaryWord | None) -> str:
    """Return whether the English dictionary has a word, with a capital or in small letters."""
    if word is None or not word.english:
        return "no"
    if word.english & ENGLISH_SMALL:
        return "both" if word.english & ENGLISH_NAME else "word"
    return "origin" if word.english & ENGLISH_ORIGIN else "name"


def _describe_frequency(word: OrdinaryWord | None, case: str) -> list[str]:
    """Return how common the form is in ordinary text, in any letter case."""
    if word is None:
        return [f"unknown {case}"]
    return [f"swedish {case} {int(word.zipf_sv)}", f"english {case} {int(word.zipf_en)}"]


def _describe_next_sign(text: str, end: int) -> str:
    """Return what follows a piece: a punctuation mark, or how the next word begins."""
    sign = text[end : end + 1]
    if sign != " ":
        return sign if sign.isprintable() else ""
    sign = text[end + 1 : end + 2]
    if sign.isalpha():
        return "capital" if sign.isupper() else "small"
    return "digit" if sign.isdecimal() else f"blank {sign}" if sign.isprintable() else ""
