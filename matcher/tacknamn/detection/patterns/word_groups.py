"""Groups of words that the rules of this package look for, from ``word_groups.tsv``."""

from tacknamn.support.tables import read_words

__all__ = ["get_word_group"]


def get_word_group(group: str) -> frozenset[str]:
    """Return the words of one group."""
    return read_words(__file__, "word_groups.tsv", group)
