"""What a capital says: nothing where a sentence or a line begins, or where all letters are capitals."""

from functools import lru_cache

from tacknamn.text.fold import fold, is_combining, is_word_character

__all__ = ["begins_sentence", "is_capitalised"]

_STOPS = ".!?:;…•"
"""After these a capital says nothing, as after line breaks; a bullet begins a line."""
_SENTENCE, _BEFORE, _INSIDE = range(3)


def is_capitalised(letters: str) -> bool:
    """Whether a word of the text begins with a capital and is not in capitals throughout.

    >>> [is_capitalised(word) for word in ("Berg", "BERG", "berg", "B")]
    [True, False, False, True]
    """
    if not _is_upper(letters[0]):
        return False
    if "a" <= letters[1:2] <= "z":  # as nearly always
        return True
    others = [letter for letter in letters[1:] if _is_letter(letter)]
    return not others or not all(map(_is_upper, others))


def begins_sentence(text: str, place: int) -> bool:
    """Whether a sentence or a line begins with the word at ``place``."""
    for before in range(place - 1, -1, -1):
        role = _classify(text[before])
        if role != _BEFORE:
            return role == _SENTENCE
    return True


def _is_upper(character: str) -> bool:
    return character.isupper() or character.istitle()


@lru_cache(maxsize=4096)
def _is_letter(character: str) -> bool:
    """Whether it is one, and no mark."""
    folded = fold(character)
    return len(folded) == 1 and is_word_character(folded) and not is_combining(character)


@lru_cache(maxsize=4096)
def _classify(character: str) -> int:
    """Whether a character ends a sentence, stands before the word or belongs to another one."""
    if character in _STOPS or len(f"a{character}b".splitlines()) > 1:
        return _SENTENCE
    folded = fold(character)
    return _INSIDE if len(folded) > 1 or is_word_character(folded or " ") else _BEFORE
