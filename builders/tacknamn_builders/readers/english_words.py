"""Read the parts of speech of English words from a dictionary for morfologik
(:mod:`tacknamn_builders.readers.morfologik`).

The dictionary distinguishes *May* (``NNP``) from *may* (``MD``) and *Canadian* (``JJ``) from
*government* (``NN:UN``). Forms that do not begin with a letter (``'ll``, ``3D``) are omitted.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.morfologik import read_forms
from tacknamn_builders.records import EnglishWord

__all__ = ["read"]


def read(folder: Path) -> Iterator[EnglishWord]:
    """Yield every form with each of its tags."""
    for form, _, tag in read_forms(folder, "english"):
        if form[0].isalpha():
            yield EnglishWord(form, tag)
