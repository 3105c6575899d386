"""Arrange the measures of the benchmark as sections of a report."""

from collections.abc import Iterator, Mapping

from tacknamn.reports.sections import ReportSection
from tacknamn.tab_benchmark.measures import Measures, Ratio

__all__ = ["build_measure_sections", "summarize_measures"]

DEFINITIONS = (
    ("entity recall", "share of the entities to mask whose mentions are all masked"),
    (
        "mention recall",
        "share of their mentions that are masked, apart from punctuation and small words",
    ),
    ("token recall", "share of the words in these mentions that are masked"),
    ("DIRECT, QUASI, ALL", "for direct identifiers, for quasi-identifiers, for both"),
    ("precision", "share of the masked text that an annotator masked too"),
    (
        "weighted precision",
        "precision weighted by information: bits, by frequency in the gold texts",
    ),
    ("annotators", "every annotation of a document counts equally (micro-average)"),
)


def build_measure_sections(measures: Measures) -> list[ReportSection]:
    """Build the sections: the benchmark's measures, then all counts of recall and precision."""
    columns = ("level", "identifiers", "value", "part", "of")
    recalls = [
        row
        for name in ("entities", "mentions", "tokens")
        for row in _list_rows(name, getattr(measures, name))
    ]
    types = [
        row
        for level, ratios in (
            ("mentions", measures.mentions_by_type),
            ("tokens", measures.tokens_by_type),
        )
        for row in _list_rows(level, ratios)
    ]
    by_type = ("level", "type", *columns[2:])
    precision_columns = ("of", "counted", *columns[2:])
    counted = f"{measures.documents} documents, {measures.annotators} annotations of them."
    benchmark = tuple((name, ratio.value) for name, ratio in list_benchmark_measures(measures))
    return [
        ReportSection(
            "benchmark", "Measures of the benchmark", ("measure", "value"), benchmark, decimals=3
        ),
        ReportSection("recall", "Recall", columns, tuple(recalls), (counted,), DEFINITIONS),
        ReportSection("recall_by_type", "Recall by entity type", by_type, tuple(types)),
        ReportSection(
            "precision",
            "Precision",
            precision_columns,
            tuple(_list_rows("masked", measures.precision)),
        ),
    ]


def list_benchmark_measures(measures: Measures) -> Iterator[tuple[str, Ratio]]:
    """List what the benchmark's script prints, in words, and the weighted precision."""
    missing = Ratio()
    yield "entity recall, direct identifiers", measures.entities.get("DIRECT", missing)
    yield "entity recall, quasi-identifiers", measures.entities.get("QUASI", missing)
    yield "mention recall", measures.mentions.get("ALL", missing)
    yield "token recall", measures.tokens.get("ALL", missing)
    yield "mention precision", measures.precision.get("mentions", missing)
    yield "token precision", measures.precision.get("tokens", missing)
    yield "weighted token precision", measures.precision.get("weighted_tokens", missing)


def summarize_measures(measures: Measures) -> str:
    """Summarize the measures that the benchmark reports first in one sentence."""
    named = {name: ratio.value for name, ratio in list_benchmark_measures(measures)}
    direct, quasi, _, _, _, precision, _ = (
        "-" if value is None else f"{value:.3f}" for value in named.values()
    )
    return (
        f"Entity recall: direct identifiers {direct}, quasi-identifiers {quasi}. Token precision "
        f"{precision}."
    )


def _list_rows(
    name: str, ratios: Mapping[str, Ratio]
) -> Iterator[tuple[str, str, float | None, float, float]]:
    for key, ratio in sorted(ratios.items()):
        yield name, key, ratio.value, ratio.part, ratio.whole
