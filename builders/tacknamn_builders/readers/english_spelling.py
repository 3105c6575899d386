"""Read the words of English, with their capital, from its Hunspell dictionary.

The first line of ``en_US.dic`` is the number of the other lines, which are UTF-8 words, most of them
with flags after a slash. Each flag stands for an ending, which ``en_US.aff`` describes::

    49568
    EU
    Hunter/M
    Monday/SM
    hunter/M
    slow/TY
    walk/GSMD

The endings say what part of speech a word in small letters is: ``G`` is *-ing*, so *walk* is a verb. A word with a capital is a name,
unless the dictionary has it in small letters as well (*Hunter*): other sources have such names.
Single letters and forms with other characters (``Ch'in``) are omitted.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.hunspell import check_count
from tacknamn_builders.readers.received_files import find_file, read_text_lines
from tacknamn_builders.records import EnglishWord

__all__ = ["read"]

_GENITIVE, _PLURAL, _PAST, _GERUND, _ADVERB = "M", "S", "D", "G", "Y"
_OF_ADJECTIVES = frozenset("YPT")
"""Flags of *-ly*, *-ness*, *-est*."""
_HISSING = ("s", "x", "z", "h")
_VOWELS = "aeiou"


def read(folder: Path) -> Iterator[EnglishWord]:
    """Yield every word and the forms that its flags stand for, with their tags."""
    rows = list(_read_rows(find_file(folder, "en_US.dic")))
    small = {word for word, _ in rows if word.islower()}
    for word, flags in rows:
        if word.islower():
            yield from _tag_small(word, flags)
        elif word[0].isupper() and word.lower() not in small:
            yield EnglishWord(word, "NNP")
            if _PLURAL in flags:
                yield EnglishWord(_add_s(word), "NNPS")


def _read_rows(path: Path) -> Iterator[tuple[str, str]]:
    for number, line in read_text_lines(path):
        if number == 1:
            check_count(path, line)
            continue
        word, _, flags = line.strip().partition("/")
        if len(word) > 1 and word.isalpha():
            yield word, flags


def _tag_small(word: str, flags: str) -> Iterator[EnglishWord]:
    is_verb = _GERUND in flags
    if _GENITIVE in flags or (_PLURAL in flags and not is_verb):
        yield EnglishWord(word, "NN")
        if _PLURAL in flags:
            yield EnglishWord(_add_s(word), "NNS")
    if is_verb:
        yield from _tag_verb(word, flags)
    if not _OF_ADJECTIVES.isdisjoint(flags):
        yield EnglishWord(word, "JJ")
        if _ADVERB in flags:
            yield EnglishWord(f"{word}ly", "RB")


def _tag_verb(word: str, flags: str) -> Iterator[EnglishWord]:
    yield EnglishWord(word, "VB")
    yield EnglishWord(f"{word.removesuffix('e')}ing", "VBG")
    if _PLURAL in flags:
        yield EnglishWord(_add_s(word), "VBZ")
    if _PAST in flags:
        for tag in ("VBD", "VBN"):
            yield EnglishWord(_add_ed(word), tag)


def _add_s(word: str) -> str:
    if _ends_in_changing_y(word):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(_HISSING) else f"{word}s"


def _add_ed(word: str) -> str:
    if _ends_in_changing_y(word):
        return f"{word[:-1]}ied"
    return f"{word}d" if word.endswith("e") else f"{word}ed"


def _ends_in_changing_y(word: str) -> bool:
    return word[-1] == "y" and word[-2] not in _VOWELS
