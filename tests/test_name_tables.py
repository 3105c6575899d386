"""The table of word groups for whole names is well-formed, and each line gives its reason."""

from pathlib import Path

from tacknamn.ner import names
from tacknamn.support.tables import read_table

TABLE = Path(names.__file__).with_name("word_groups.tsv")


def test_each_kind_has_one_line_with_words_and_a_reason() -> None:
    lines = read_table(names.__file__, TABLE.name, reasons=True)
    kinds = [kind for kind, _, _ in lines]
    assert kinds == sorted(set(kinds))
    for kind, words, reason in lines:
        listed = words.split(" ")
        assert all(word.islower() for word in listed) and len(listed) == len(set(listed)), kind
        assert reason
