"""Repeats of a person's name that the matcher leaves out, because they are ordinary words.

A text that has *min lärare heter bo* means him with *bo sa* and *med bo* as well, but not with *jag vill
bo*. So the words around decide: a name stands before a verb, after *med*, or after another person;
a word stands after an article, after *att*, or before its noun (*hans fru*). A repeat that is no word at
all needs no such evidence, and may be misspelt.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tacknamn.detection.ranking.introductions import is_verb_after, read_introductions
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, NOUNS, PERSONS
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, RankedPiece, TextPiece
from tacknamn.detection.ranking.repeats import NameIndex, list_places
from tacknamn.detection.ranking.spellings import make_spelling_key
from tacknamn.labels import GENITIVE
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon
from tacknamn.support.expressions import compile_lazily

__all__ = ["add_small_repeats"]

SURE: Final = 0.5
"""The probability from which a name is evidence for its repeats."""
SHORTEST: Final = 2
_REACH: Final = 40
"""Characters on each side in which the next word stands."""
_BEFORE: Final = compile_lazily(r"(\d|[^\W\d_]+(?:-[^\W\d_]+)*) +$")
_AFTER: Final = compile_lazily(r" +(\d|[^\W\d_]+)")
_FUNCTION, _VERB, _NOUN, _ADJECTIVE = 16, 2, 1, 4
"""Bits of parts of speech in the lists."""
LONG: Final = 3
"""Letters from which a name has other spellings that can be recognized."""
RARE: Final = 3.0
"""The Zipf frequency from which a word that no dictionary has is a word all the same."""
_ALIKE: Final = ("aåo", "ck", "fp", "iye", "jy", "vw", "sz", "ou")
"""First letters that spellings of one name differ in."""
_INITIALS: Final[dict[str, frozenset[str]]] = {
    letter: frozenset(sign for alike in _ALIKE if letter in alike for sign in alike + alike.upper())
    for letter in "".join(_ALIKE)
}
"""By small letter, all that spellings may begin with."""
_MARKS: Final = ".,;:!?\"'”’()–"
NO_WORD: Final = 4.5
"""A form without a part of speech is a word all the same from this Zipf frequency on."""


COMMON: Final = 6.0
"""The Zipf frequency from which a capital at the start of a sentence is no evidence."""


def add_small_repeats(text: str, ranked: list[RankedPiece], lexicon: Lexicon) -> list[RankedPiece]:
    """Return the pieces together with further mentions of their persons, from left to right."""
    names: dict[str, RankedPiece] = {}
    for piece in ranked:
        if piece.label in PERSONS and piece.probability >= SURE and _is_evidence(piece.piece):
            form = text[piece.piece.start : piece.piece.end].lower()
            names.setdefault(form, piece)
    if not names:
        return ranked
    labelled = [piece for piece in ranked if piece.label and not _is_capital_noun(piece)]
    taken: set[int] = set()
    for piece in labelled:
        taken.update(range(piece.piece.start, piece.piece.end))
    repeats: dict[int, RankedPiece] = {}
    for repeat in _find_repeats(text, names, lexicon, taken):
        repeats[repeat.piece.start] = repeat
    for spelling in _find_spellings(text, names, lexicon):
        if spelling.piece.start not in taken:
            repeats[spelling.piece.start] = spelling
    if not repeats:
        return ranked
    kept = [piece for piece in ranked if piece.piece.start not in repeats]
    return sorted([*kept, *repeats.values()], key=lambda piece: piece.piece.start)


def _is_evidence(piece: TextPiece) -> bool:
    return (
        piece.end - piece.start >= SHORTEST
        and piece.source is not PieceSource.INITIAL
        and not piece.affix_bits
    )


def _is_capital_noun(ranked: RankedPiece) -> bool:
    return ranked.label in NOUNS and ranked.piece.case is not LetterCase.LOWER


def _find_repeats(
    text: str, names: dict[str, RankedPiece], lexicon: Lexicon, taken: set[int]
) -> Iterator[RankedPiece]:
    """Yield the further places of the names, in the order in which they end; not those that are
    taken."""
    lowered = text.lower()
    if len(lowered) != len(text):
        return
    for end, start, name in list_places(lowered, list(names)):
        if start in taken or (start and _continues_word(text, start - 1)):
            continue
        is_genitive = lowered[end : end + 1] == "s" and _continues_word(text, end)
        if _continues_word(text, end + is_genitive):
            continue
        own = names[name]
        is_lower = text[start].islower()
        if not _fits(text, start, end + is_genitive, own, lexicon, is_genitive):
            continue
        case = LetterCase.LOWER if is_lower else LetterCase.START
        bits = GENITIVE if is_genitive else 0
        piece = TextPiece(
            start, end + is_genitive, case, own.piece.form, own.piece.entry, bits, own.piece.edits,
            own.piece.source,
        )  # fmt: skip
        yield RankedPiece(piece, own.label, SURE, "", False, SURE)


def _find_spellings(
    text: str, names: dict[str, RankedPiece], lexicon: Lexicon
) -> list[RankedPiece]:
    """Return the words that are no entry of the lists and spell a first name of the text otherwise:
    *mahmod* after *Mahmoud*."""
    found: list[RankedPiece] = []
    firsts = {name: own for name, own in names.items() if own.label in FIRSTNAMES}
    long = {name: own for name, own in firsts.items() if len(name) >= LONG}
    if not long:
        return found
    # Few texts have a word that could be a spelling.
    initials = _list_initials(long)
    words: dict[str, str] = {}
    for word in text.split():
        if word[0] not in initials or len(word) < LONG or word in words:
            continue
        form = word.strip(_MARKS).lower()
        if form not in names and len(form) >= LONG and form.isalpha():
            words[word] = form
    if not words:
        return found
    keys: dict[str, RankedPiece] = {}
    for name, own in long.items():
        keys.setdefault(make_spelling_key(name), own)
        keys.setdefault(make_spelling_key(name.replace("å", "o")), own)
    index = NameIndex(long)
    for word, form in words.items():
        for variant in (form, form[:-1]) if form[-1] == "s" else (form,):
            meant = keys.get(make_spelling_key(variant))
            if meant is None and word.islower() and len(variant) > LONG:
                near = index.find_nearest(variant)
                if near is not None and near[1] == 1 and not _is_word(lexicon, variant):
                    meant = long[near[0]]
            if meant is not None:
                is_word = _is_word(lexicon, variant)
                found += _place(text, form, variant, meant, lexicon, is_word)
                break
    return found


def _list_initials(names: Iterable[str]) -> set[str]:
    """Return the first letters that other spellings of names may have, small and capital."""
    initials: set[str] = set()
    for letter in {name[0] for name in names}:
        initials.update(_INITIALS.get(letter) or (letter, letter.upper()))
    return initials


def _place(
    text: str, form: str, variant: str, meant: RankedPiece, lexicon: Lexicon, is_word: bool
) -> Iterator[RankedPiece]:
    """Yield the places of another spelling; an ordinary word must stand where a name does."""
    for match in re.finditer(rf"(?<![\w-]){re.escape(form)}(?![\w-])", text, re.IGNORECASE):
        start, end = match.span()
        if is_word and not _fits_position(text, start, end, lexicon):
            continue
        own = meant.piece
        bits = GENITIVE if len(variant) < len(form) else 0
        case = LetterCase.LOWER if text[start].islower() else LetterCase.START
        piece = TextPiece(start, end, case, own.form, own.entry, bits, 1, own.source)
        yield RankedPiece(piece, meant.label, SURE, "", False, SURE)


def _is_word(lexicon: Lexicon, form: str) -> bool:
    word = lexicon.word(form)
    return word is not None and (bool(word.pos & ~PROPER_NOUN) or word.zipf_sv >= RARE)


def _fits_position(text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Return whether an ordinary word stands at the beginning of a sentence before a finite verb
    (*Peka vill redan*), or ends a greeting (*tack osa*)."""
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    after = _AFTER.match(text, end, end + _REACH)
    previous = before.group(1).lower() if before else ""
    following = after.group(1).lower() if after else ""
    if previous in read_introductions("letter"):
        return following == ""
    return previous == "" and text[start].isupper() and is_verb_after(lexicon, following)


def _fits(
    text: str, start: int, end: int, own: RankedPiece, lexicon: Lexicon, is_genitive: bool
) -> bool:
    """Return whether a word in this position is the person of the text with this name."""
    word = lexicon.word(text[start:end].lower())
    pos = 0 if word is None else word.pos & ~PROPER_NOUN
    if not pos and (word is None or word.zipf_sv < NO_WORD):
        return True
    if text[start].isupper() and not pos & _FUNCTION and word is not None:
        return word.zipf_sv < COMMON  # a capital, and the same name elsewhere
    if own.label not in FIRSTNAMES:
        return False
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    previous = before.group(1).lower() if before else ""
    after = _AFTER.match(text, end, end + _REACH)
    following = after.group(1).lower() if after else ""
    if following.isdigit() or following in read_introductions("number"):
        return False
    if previous in read_introductions("person"):
        return _goes_on(lexicon, following)
    if previous in read_introductions("beside"):
        if pos & _FUNCTION:
            return _goes_on(lexicon, following)
        return not _is_noun_or_adjective(lexicon, following)
    if previous in read_introductions("letter"):
        return _goes_on(lexicon, following)
    if previous == text[start:end].lower():
        return is_verb_after(lexicon, following)  # min lärare heter bo bo är snäll
    is_opening = previous == "" or previous in read_introductions("opening")
    if is_genitive:
        return is_opening and _is_noun_or_adjective(lexicon, following)
    if not is_opening or (previous == "att" and pos & _VERB):
        return False
    if previous == "" and following and not _is_word(lexicon, following):
        return True  # lena jobar
    return is_verb_after(lexicon, following)


def _goes_on(lexicon: Lexicon, following: str) -> bool:
    is_end = following == "" or following in read_introductions("ends")
    return is_end or is_verb_after(lexicon, following)


def _is_noun_or_adjective(lexicon: Lexicon, word: str) -> bool:
    known = lexicon.word(word) if word else None
    if known is None or word in read_introductions("ends"):
        return False
    return bool(known.pos & (_NOUN | _ADJECTIVE)) and not known.pos & (_FUNCTION | _VERB)


def _continues_word(text: str, offset: int) -> bool:
    """Return whether the character there belongs to a word."""
    sign = text[offset : offset + 1]
    return sign.isalnum() or (sign != "" and sign in "_-@")
