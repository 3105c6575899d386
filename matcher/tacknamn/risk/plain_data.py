"""The report as plain data, for programs: what ``tacknamn risk --json`` prints.

Format ``tacknamn-risk``, version 1. Lists named ``told`` begin a list that ``count`` measures.
Texts of leftovers are in it only where ``show`` says so.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from tacknamn.formats.span_files import DocumentOrigin, DocumentPlace
from tacknamn.risk.assessment import RiskReport
from tacknamn.risk.combinations import Combination
from tacknamn.risk.definitions import DEFINITIONS
from tacknamn.risk.leftovers import Leftover
from tacknamn.support.printing import make_printable
from tacknamn.support.tally import CappedTally

__all__ = ["FORMAT", "VERSION", "export_report"]

FORMAT = "tacknamn-risk"
VERSION = 1
T = TypeVar("T")


def export_report(report: RiskReport, show: bool = False) -> dict[str, Any]:
    """The report as JSON takes it."""
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
            **_export_tally(report.leftovers.found, lambda one: _export_leftover(one, show)),
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
        "definitions": dict(DEFINITIONS),
    }


def _export_tally(tally: CappedTally[T], data: Callable[[T], dict[str, Any]]) -> dict[str, Any]:
    return {"count": tally.count, "told": [data(one) for one in tally.told]}


def _export_origin(origin: DocumentOrigin) -> dict[str, Any]:
    return {"file": origin.file, "line": origin.line, "id": origin.id}


def _export_place(place: DocumentPlace) -> dict[str, Any]:
    where = {"line": place.line, "start": place.start, "end": place.end, "label": place.label}
    return _export_origin(place.origin) | where


def _export_leftover(one: Leftover, show: bool) -> dict[str, Any]:
    data = _export_place(one.place) | {
        "kind": one.kind,
        "edits": one.edits,
        "also_pseudonym": one.also_pseudonym,
    }
    return data | {"text": make_printable(one.text)} if show else data


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
        "told": [_export_combination(one) for one in figures.told],
    }


def _export_combination(one: Combination) -> dict[str, Any]:
    documents = [_export_origin(origin) for origin in one.documents]
    return {"size": one.size, "labels": one.labels, "kept": one.kept, "documents": documents}
