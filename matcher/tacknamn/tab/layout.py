"""Lay measures out as sections of a report (:mod:`tacknamn.reporting`)."""

from collections.abc import Iterator, Mapping

from tacknamn.reporting.sections import Section
from tacknamn.tab.measuring import Measures, Share

__all__ = ["measure_sections"]

DEFINED = (
    ("entity recall", "share of the entities to mask of which every mention is masked"),
    ("mention recall", "share of their mentions of which all but punctuation and small words is"),
    ("token recall", "the same for each word of the mentions"),
    ("DIRECT, QUASI, ALL", "of direct identifiers, of quasi-identifiers, of both"),
    ("precision", "share of what was masked that an annotator masked, too"),
    ("weighted precision", "the same by information: bits, by frequency in the gold texts"),
    ("annotators", "what each of them said of a document counts as much (micro-average)"),
)


def measure_sections(measures: Measures) -> list[Section]:
    """Recall, recall by type, precision."""
    columns = ("level", "identifiers", "value", "part", "of")
    recalls = [
        row
        for name in ("entities", "mentions", "tokens")
        for row in _rows(name, getattr(measures, name))
    ]
    types = [
        row
        for level, shares in (
            ("mentions", measures.mentions_by_type),
            ("tokens", measures.tokens_by_type),
        )
        for row in _rows(level, shares)
    ]
    by_type = ("level", "type", *columns[2:])
    what = ("of", "counted", *columns[2:])
    counted = f"{measures.documents} documents, {measures.annotators} annotations of them."
    return [
        Section("recall", "Recall", columns, tuple(recalls), (counted,), DEFINED),
        Section("recall_by_type", "Recall by entity type", by_type, tuple(types)),
        Section("precision", "Precision", what, tuple(_rows("masked", measures.precision))),
    ]


def _rows(
    name: str, shares: Mapping[str, Share]
) -> Iterator[tuple[str, str, float | None, float, float]]:
    for key, share in sorted(shares.items()):
        yield name, key, share.value, share.part, share.whole
