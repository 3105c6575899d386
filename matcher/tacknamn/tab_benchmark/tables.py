"""Read the tables that lie beside the code.

UTF-8, tabs, a header, and in the last column the reason of each line. They are part of the
package; tests hold them to what the modules need, so a fault in one is a fault of the release.
"""

from functools import lru_cache
from pathlib import Path

__all__ = ["load_words", "read_rows"]


def read_rows(name: str) -> list[list[str]]:
    """The lines of the table ``name`` below its header, each as its fields."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]


@lru_cache(maxsize=1)
def _load_cue_words() -> dict[str, frozenset[str]]:
    return {kind: frozenset(words.split("|")) for kind, words, _ in read_rows("cues.tsv")}


def load_words(kind: str) -> frozenset[str]:
    """The words of one line of ``cues.tsv``."""
    return _load_cue_words()[kind]
