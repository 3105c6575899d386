"""Read the tables that lie beside the code.

UTF-8, tabs, a header, and in the last column the reason of each line. They are part of the
package; tests hold them to what the modules need, so a fault in one is a fault of the release.
"""

from functools import lru_cache
from pathlib import Path

__all__ = ["rows", "words_of"]


def rows(name: str) -> list[list[str]]:
    """The lines of the table ``name`` below its header, each as its fields without the reason."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [line.split("\t")[:-1] for line in text.splitlines()[1:]]


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for group, words in rows("word_groups.tsv"):
        groups.setdefault(group, set()).update(words.split())
    return {group: frozenset(words) for group, words in groups.items()}


def words_of(group: str) -> frozenset[str]:
    """The cue words of one group in ``word_groups.tsv``."""
    return _groups()[group]
