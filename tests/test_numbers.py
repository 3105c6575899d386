"""Numbers that identify are found whole, with their labels; counts, prices and values stay."""

import re
from pathlib import Path

import pytest

from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.records import HARMLESS_RULES

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent / "cases" / "numbers.tsv")
    .read_text(encoding="utf-8")
    .splitlines()[1:]
]
MARK = re.compile(r"\{([^{}=]+)=(\w+)\}")
NAMES = {"place", "school", "geo", "transport_name"}


@pytest.mark.parametrize(("kind", "language", "marked"), CASES, ids=lambda value: value[:60])
def test_exactly_the_marked_numbers_are_found(kind: str, language: str, marked: str) -> None:
    marked = marked.replace("\\n", "\n")
    text = MARK.sub(r"\1", marked)
    found = [
        (text[each.start : each.end], each.label)
        for each in find_patterns(text, language)
        if each.rule not in HARMLESS_RULES | {"weekday"} and each.label not in NAMES
    ]
    assert found == MARK.findall(marked)
