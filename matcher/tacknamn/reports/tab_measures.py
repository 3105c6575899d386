"""Lay measures out as sections of a report (:mod:`tacknamn.reports`)."""

from collections.abc import Iterator, Mapping

from tacknamn.reports.sections import ReportSection
from tacknamn.tab_benchmark.measures import Measures, Ratio

__all__ = ["build_measure_sections"]

DEFINED = (
    ("entity recall", "share of the entities to mask of which every mention is masked"),
    ("mention recall", "share of their mentions of which all but punctuation and small words is"),
    ("token recall", "the same for each word of the mentions"),
    ("DIRECT, QUASI, ALL", "of direct identifiers, of quasi-identifiers, of both"),
    ("precision", "share of what was masked that an annotator masked, too"),
    ("weighted precision", "the same by information: bits, by frequency in the gold texts"),
    ("annotators", "what each of them said of a document counts as much (micro-average)"),
)


def build_measure_sections(measures: Measures) -> list[ReportSection]:
    """Recall, recall by type, precision."""
    columns = ("level", "identifiers", "value", "part", "of")
    recalls = [
        row
        for name in ("entities", "mentions", "tokens")
        for row in _list_rows(name, getattr(measures, name))
    ]
    types = [
        row
        for level, shares in (
            ("mentions", measures.mentions_by_type),
            ("tokens", measures.tokens_by_type),
        )
        for row in _list_rows(level, shares)
    ]
    by_type = ("level", "type", *columns[2:])
    what = ("of", "counted", *columns[2:])
    counted = f"{measures.documents} documents, {measures.annotators} annotations of them."
    return [
        ReportSection("recall", "Recall", columns, tuple(recalls), (counted,), DEFINED),
        ReportSection("recall_by_type", "Recall by entity type", by_type, tuple(types)),
        ReportSection(
            "precision", "Precision", what, tuple(_list_rows("masked", measures.precision))
        ),
    ]


def _list_rows(
    name: str, shares: Mapping[str, Ratio]
) -> Iterator[tuple[str, str, float | None, float, float]]:
    for key, share in sorted(shares.items()):
        yield name, key, share.value, share.part, share.whole
