"""Read how often English writes a word with a capital, from spaCy's word probabilities.

``en_lexeme_prob.json.gz`` is one object: a million words of the web as they were written, each with the
natural logarithm of its share of all words::

    {"spring": -10.95, "Spring": -12.22, "NHS": -13.02, "nhs": -16.51, "I'm": -6.4}

Sentences begin with capitals, and people shout, so most ordinary words have one in 2 to 15 of 100 uses.
A word that has one in most of its uses is a name (*NHS*). Omitted are single letters, forms with other
characters, and words whose capital is not the first letter (*iPhone*).
"""

import io
import json
import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.received_files import find_file, format_error, name_damaged_file
from tacknamn_builders.records import EnglishWord
from tacknamn_builders.support.archives import open_gzip

__all__ = ["read"]

_FILE = "en_lexeme_prob.json.gz"
_LIMIT = 1 << 28
"""Bytes of the file: ten times those of today."""
_MOST = 0.5
"""Share of its uses in which a name has a capital. In english-words, the median of the names has 0.93,
that of the ordinary words 0.06."""


def read(folder: Path) -> Iterator[EnglishWord]:
    """Yield each name, in the spelling with a capital that is most frequent."""
    spellings = _read_spellings(find_file(folder, _FILE))
    shares: defaultdict[str, float] = defaultdict(float)
    names: dict[str, str] = {}
    for form, share in spellings.items():
        word = form.lower()
        shares[word] += share
        if form != word and share > spellings.get(names.get(word, ""), 0.0):
            names[word] = form
    for word, name in names.items():
        if spellings.get(word, 0.0) < (1 - _MOST) * shares[word]:
            yield EnglishWord(name, "NNP")


def _read_spellings(path: Path) -> dict[str, float]:
    """Return the share of each form that is a word and begins with a capital, or has none."""
    with name_damaged_file(path), open_gzip(path, _LIMIT) as stream:
        logarithms = json.load(io.TextIOWrapper(stream, encoding="utf-8"))
    if not isinstance(logarithms, dict):
        raise format_error(path, "not an object of words")
    return {
        form: math.exp(logarithm)
        for form, logarithm in logarithms.items()
        if len(form) > 1 and form.isalpha() and (form.islower() or form[0].isupper())
    }
