"""Read the tables that lie beside the code, of this package and of ``revealing``.

UTF-8, tabs, a header, and in the last column the reason of each line. They are part of the
package; tests hold them to what the modules need, so a fault in one is a fault of the release.
"""

from functools import lru_cache
from pathlib import Path

__all__ = ["cues_of", "rows", "words_of"]


def rows(name: str, beside: str = __file__) -> list[list[str]]:
    """The lines of the table ``name`` below its header, each as its fields without the reason.

    ``beside`` is a file of the folder that the table lies in."""
    text = Path(beside).with_name(name).read_text(encoding="utf-8")
    return [line.split("\t")[:-1] for line in text.splitlines()[1:]]


def cues_of(field: str) -> list[str]:
    """The cues of a field, words or phrases, that commas part."""
    return field.split(", ")


@lru_cache(maxsize=16)
def words_of(name: str, *kinds: str) -> frozenset[str]:
    """The words of a table whose last field has them, of lines whose first field is one of
    ``kinds`` where kinds are named."""
    return frozenset(
        word
        for fields in rows(name)
        if not kinds or fields[0] in kinds
        for word in fields[-1].split()
    )
