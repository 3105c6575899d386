"""Read the lexicon of Brill's tagger: English words, each with its most frequent part of speech.

``en-lexicon.txt`` has UTF-8 lines of a word and a tag of the Penn Treebank, after lines of remarks
that begin with ``;;;``. Some words have two tags::

    ;;;   Copyright 1993 by the Massachusetts Institute of Technology ...
    Canadian JJ
    Government NNP
    government NN
    overall NN|JJ
    texas NNP

Two kinds of text do not use capitals as English writes them. *Government* has its capital from a
headline, so a form with a capital is omitted if the file also has it as a word in small letters.
*texas* is from a tweet, so a name in small letters gets its capital. Also omitted are foreign words
(``la FW``), single letters, and forms with other characters (``it's``, ``U.S.``).
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.received_files import find_file, format_error, read_text_lines
from tacknamn_builders.records import EnglishWord

__all__ = ["read"]

_REMARK = ";;;"
_FOREIGN, _NAME = "FW", "NNP"
_LETTERS_THAT_ARE_WORDS = ("a", "I")


def read(folder: Path) -> Iterator[EnglishWord]:
    """Yield every form with each of its tags."""
    words = [_write_capital(*pair) for pair in _read_pairs(find_file(folder, "en-lexicon.txt"))]
    small = {word.form for word in words if word.form.islower()}
    for word in words:
        if word.form.islower() or word.form.lower() not in small:
            yield word


def _write_capital(form: str, tag: str) -> EnglishWord:
    return EnglishWord(form.capitalize() if form.islower() and tag == _NAME else form, tag)


def _read_pairs(path: Path) -> Iterator[tuple[str, str]]:
    for number, line in read_text_lines(path):
        if not line.strip() or line.startswith(_REMARK):
            continue
        form, _, tags = line.partition(" ")
        if not tags:
            raise format_error(path, f"line {number} has no tag")
        if form.isalpha() and (len(form) > 1 or form in _LETTERS_THAT_ARE_WORDS):
            for tag in tags.partition(" ")[0].split("|"):
                if tag != _FOREIGN:
                    yield form, tag
