"""Arrange the agreement of two annotators for reports: plain data, sections, one sentence."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tacknamn.evaluation.tab_agreement import Agreement, AnnotatorDifference
from tacknamn.evaluation.tab_pairs import AnnotatedPair
from tacknamn.reports.sections import ReportSection
from tacknamn.support.printing import make_printable

__all__ = ["export_agreement", "lay_out_agreement", "summarize_agreement"]

DEFINITIONS = (
    ("same place", "share of the mentions of both whose offsets are equal (Dice)"),
    (
        "entity type and below",
        "of mentions at the same place, the share on which both decided alike",
    ),
    ("entity", "share of them that both joined with the same other mentions"),
    ("kappa", "Cohen's kappa of words: 1 is full agreement, 0 what chance gives"),
)


def summarize_agreement(agreement: Agreement) -> str:
    """Summarize the agreement in one sentence."""
    first, second = map(make_printable, agreement.annotators)
    kappa = _format(agreement.kappas["masked"])
    same = agreement.shares.get("same place")
    count = len(agreement.differences)
    return (
        f"{first} and {second}, {agreement.documents:,} documents: kappa of masking {kappa}, same "
        f"mentions {_format(same.value if same else None)}, {count:,} differences."
    )


def _format(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def lay_out_agreement(
    agreement: Agreement, texts: Mapping[str, AnnotatedPair] | None
) -> list[ReportSection]:
    """Build the sections.

    Args:
        texts: The documents by id, if the texts of differences are shown."""
    shares = tuple(
        (name, share.value, share.part, share.whole) for name, share in agreement.shares.items()
    )
    kinds = Counter(difference.kind for difference in agreement.differences)
    columns = ("doc_id", "start", "end", "kind", *map(make_printable, agreement.annotators))
    return [
        ReportSection(
            "agreement", "Agreement on mentions", ("on", "value", "part", "of"), shares,
            (f"{agreement.mentions[0]:,} and {agreement.mentions[1]:,} mentions",), DEFINITIONS,
        ),
        ReportSection("kappa", "Agreement on words", ("on", "kappa"), tuple(agreement.kappas.items())),
        ReportSection("kinds", "Differences by kind", ("kind", "count"), tuple(sorted(kinds.items()))),
        ReportSection(
            "differences", "Differences", (*columns, "text") if texts else columns,
            tuple(_list_cells(each, texts) for each in agreement.differences),
        ),
    ]  # fmt: skip


def _list_cells(
    difference: AnnotatorDifference, texts: Mapping[str, AnnotatedPair] | None
) -> tuple[str | int, ...]:
    return (*difference, _find_text(difference, texts)) if texts else tuple(difference)


def _find_text(difference: AnnotatorDifference, texts: Mapping[str, AnnotatedPair]) -> str:
    return make_printable(texts[difference.doc_id].text[difference.start : difference.end])


def export_agreement(
    agreement: Agreement, texts: Mapping[str, AnnotatedPair] | None
) -> dict[str, Any]:
    """Convert the agreement to plain data for JSON."""
    return {
        "annotators": list(agreement.annotators),
        "documents": agreement.documents,
        "mentions": list(agreement.mentions),
        "agreement": {
            name: {"value": share.value, "part": share.part, "of": share.whole}
            for name, share in agreement.shares.items()
        },
        "kappa": agreement.kappas,
        "differences": _export_differences(agreement.differences, texts),
    }


def _export_differences(
    differences: Sequence[AnnotatorDifference], texts: Mapping[str, AnnotatedPair] | None
) -> list[dict[str, Any]]:
    return [
        each._asdict() | ({"text": _find_text(each, texts)} if texts else {})
        for each in differences
    ]
