"""Decide whether a capital means anything: not at the start of a sentence or in a word of capitals."""

from functools import lru_cache

from tacknamn.text.fold import fold, is_combining, is_word_character

__all__ = ["begins_sentence", "is_capitalised"]

_STOPS = ".!?:;…•"
"""A capital after one of these means nothing, as after a line break; a bullet begins a line."""
_SENTENCE, _BEFORE, _INSIDE = range(3)
"""Roles of a character before a word: it ends a sentence, is skipped, or belongs to a word."""


def is_capitalised(letters: str) -> bool:
    """Whether a word begins with a capital and is not all in capitals.

    >>> [is_capitalised(word) for word in ("Berg", "BERG", "berg", "B")]
    [True, False, False, True]
    """
    if not _is_upper(letters[0]):
        return False
    if "a" <= letters[1:2] <= "z":  # nearly always
        return True
    others = [letter for letter in letters[1:] if _is_letter(letter)]
    return not others or not all(map(_is_upper, others))


def begins_sentence(text: str, position: int) -> bool:
    """Whether the word at ``position`` is the first of a sentence or of a line."""
    for before in range(position - 1, -1, -1):
        role = _classify(text[before])
        if role != _BEFORE:
            return role == _SENTENCE
    return True


def _is_upper(character: str) -> bool:
    return character.isupper() or character.istitle()


@lru_cache(maxsize=4096)
def _is_letter(character: str) -> bool:
    """Whether a character is a letter or digit, and not a mark."""
    folded = fold(character)
    return len(folded) == 1 and is_word_character(folded) and not is_combining(character)


@lru_cache(maxsize=4096)
def _classify(character: str) -> int:
    """Return the role of a character before a word."""
    if character in _STOPS or len(f"a{character}b".splitlines()) > 1:
        return _SENTENCE
    folded = fold(character)
    return _INSIDE if len(folded) > 1 or is_word_character(folded or " ") else _BEFORE
