"""Read the words that English writes with a capital from its Hunspell dictionary.

The first line of ``en_US.dic`` is the number of the other lines, which are UTF-8 words, most of them
with the flags of their endings after a slash::

    49568
    Canadian/SM
    EU
    Monday/SM
    may
    walk/GZSMRD

The words with a capital become names; with the flag ``S``, so does their plural (*Canadians*). What
is both (*May*, *may*) is known in small letters from the tables of inflected forms, which have the
part of speech as well. Single letters and forms with other characters (``Ch'in``) are omitted.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.hunspell import check_count
from tacknamn_builders.readers.received_files import find_file, read_text_lines
from tacknamn_builders.records import EnglishWord

__all__ = ["read"]

_NAME, _NAMES = "NNP", "NNPS"
_PLURAL = "S"
_HISSING = ("s", "x", "z", "h")
_VOWELS = "aeiou"


def read(folder: Path) -> Iterator[EnglishWord]:
    """Yield every word with a capital as a name."""
    path = find_file(folder, "en_US.dic")
    for number, line in read_text_lines(path):
        if number == 1:
            check_count(path, line)
            continue
        word, _, flags = line.strip().partition("/")
        if word[:1].isupper() and len(word) > 1 and word.isalpha():
            yield EnglishWord(word, _NAME)
            if _PLURAL in flags:
                yield EnglishWord(_form_plural(word), _NAMES)


def _form_plural(word: str) -> str:
    """Form the plural as ``en_US.aff`` does."""
    if word[-1] == "y" and word[-2] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(_HISSING) else f"{word}s"
