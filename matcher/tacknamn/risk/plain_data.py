"""Convert the report to plain data: what ``tacknamn risk --json`` prints.

The format is ``tacknamn-risk``, version 2. ``count`` is the length of a list, of which only the
beginning may be listed. Texts of leftovers are included only with ``show``.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from tacknamn.formats.span_files import DocumentOrigin, DocumentPlace
from tacknamn.risk.assessment import RiskReport
from tacknamn.risk.attacks import list_successful
from tacknamn.risk.combinations import Combination
from tacknamn.risk.definitions import DEFINITIONS
from tacknamn.risk.leftovers import Leftover
from tacknamn.support.printing import make_printable
from tacknamn.support.tally import CappedTally

__all__ = ["FORMAT", "VERSION", "export_report"]

FORMAT = "tacknamn-risk"
VERSION = 2
_LISTED = "listed"
"""Name of the list next to a count: its first items."""
T = TypeVar("T")


def export_report(report: RiskReport, show: bool = False) -> dict[str, Any]:
    """Convert the report to data that JSON can represent."""
    drawn = report.pseudonyms
    return {
        "format": FORMAT,
        "version": VERSION,
        "leaks": report.leaks,
        "k": report.k,
        "documents": report.documents,
        "plain": report.plain_texts,
        "spans": report.spans,
        "labels": [asdict(figures) for figures in report.labels],
        "leftovers": {
            **_export_tally(
                report.leftovers.found, lambda leftover: _export_leftover(leftover, show)
            ),
            "by_kind": report.leftovers.by_kind,
            "by_label": report.leftovers.by_label,
            "also_pseudonyms": report.leftovers.also_pseudonyms,
        },
        "pseudonyms": {
            "thin_draws": _export_tally(drawn.thin, _export_place),
            "originals_known": drawn.originals_known,
            "unchanged": _export_tally(drawn.unchanged, _export_place),
            "same_document": _export_tally(drawn.same_document, _export_place),
            "corpus": _export_tally(drawn.corpus, _export_place),
        },
        "combinations": _export_combinations(report),
        "attacks": _export_attacks(report),
        "definitions": dict(DEFINITIONS),
    }


def _export_attacks(report: RiskReport) -> list[dict[str, Any]]:
    return [
        {
            "attack": each.attack,
            "attacker": each.attacker,
            "profile": each.profile,
            "mode": each.mode,
            "success": round(each.success, 4),
            "chance": each.chance,
            "rule": each.rule,
        }
        for group in list_successful([label.label for label in report.labels])
        for each in group
    ]


def _export_tally(tally: CappedTally[T], data: Callable[[T], dict[str, Any]]) -> dict[str, Any]:
    return {"count": tally.count, _LISTED: [data(item) for item in tally.listed]}


def _export_origin(origin: DocumentOrigin) -> dict[str, Any]:
    return {"file": origin.file, "line": origin.line, "id": origin.id}


def _export_place(place: DocumentPlace) -> dict[str, Any]:
    position = {"line": place.line, "start": place.start, "end": place.end, "label": place.label}
    return _export_origin(place.origin) | position


def _export_leftover(leftover: Leftover, show: bool) -> dict[str, Any]:
    data = _export_place(leftover.place) | {
        "kind": leftover.kind,
        "edits": leftover.edits,
        "also_pseudonym": leftover.also_pseudonym,
    }
    return data | {"text": make_printable(leftover.text)} if show else data


def _export_combinations(report: RiskReport) -> dict[str, Any]:
    figures = report.combinations
    return {
        "labels": figures.labels,
        "documents": figures.documents,
        "different": figures.different,
        "smallest": figures.smallest,
        "smallest_kept": figures.smallest_kept,
        "sizes": figures.sizes,
        "count": figures.count,
        _LISTED: [_export_combination(combination) for combination in figures.listed],
    }


def _export_combination(combination: Combination) -> dict[str, Any]:
    return {
        "size": combination.size,
        "labels": combination.labels,
        "kept": combination.kept,
        "documents": [_export_origin(origin) for origin in combination.documents],
    }
