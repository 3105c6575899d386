"""The report as plain data, for programs: what ``tacknamn risk --json`` prints.

Format ``tacknamn-risk``, version 1. Lists named ``told`` begin a list that ``count`` measures.
Texts of leftovers are in it only where ``show`` says so.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from tacknamn.reporting.printing import printable
from tacknamn.reporting.tally import Tally
from tacknamn.risk.combinations import Combination
from tacknamn.risk.definitions import DEFINITIONS
from tacknamn.risk.documents import Origin, Place
from tacknamn.risk.leftovers import Leftover
from tacknamn.risk.report import Report

__all__ = ["FORMAT", "VERSION", "report_data"]

FORMAT = "tacknamn-risk"
VERSION = 1
T = TypeVar("T")


def report_data(report: Report, show: bool = False) -> dict[str, Any]:
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
            **_told(report.leftovers.found, lambda one: _leftover(one, show)),
            "by_kind": report.leftovers.by_kind,
            "by_label": report.leftovers.by_label,
            "also_pseudonyms": report.leftovers.also_pseudonyms,
        },
        "pseudonyms": {
            "thin_draws": _told(drawn.thin, _place),
            "originals_known": drawn.originals_known,
            "unchanged": _told(drawn.unchanged, _place),
            "same_document": _told(drawn.same_document, _place),
            "corpus": _told(drawn.corpus, _place),
        },
        "combinations": _combinations(report),
        "definitions": dict(DEFINITIONS),
    }


def _told(tally: Tally[T], data: Callable[[T], dict[str, Any]]) -> dict[str, Any]:
    return {"count": tally.count, "told": [data(one) for one in tally.told]}


def _origin(origin: Origin) -> dict[str, Any]:
    return {"file": origin.file, "line": origin.line, "id": origin.id}


def _place(place: Place) -> dict[str, Any]:
    where = {"line": place.line, "start": place.start, "end": place.end, "label": place.label}
    return _origin(place.origin) | where


def _leftover(one: Leftover, show: bool) -> dict[str, Any]:
    data = _place(one.place) | {
        "kind": one.kind,
        "edits": one.edits,
        "also_pseudonym": one.also_pseudonym,
    }
    return data | {"text": printable(one.text)} if show else data


def _combinations(report: Report) -> dict[str, Any]:
    figures = report.combinations
    return {
        "labels": figures.labels,
        "documents": figures.documents,
        "different": figures.different,
        "smallest": figures.smallest,
        "smallest_kept": figures.smallest_kept,
        "sizes": figures.sizes,
        "count": figures.count,
        "told": [_combination(one) for one in figures.told],
    }


def _combination(one: Combination) -> dict[str, Any]:
    documents = [_origin(origin) for origin in one.documents]
    return {"size": one.size, "labels": one.labels, "kept": one.kept, "documents": documents}
