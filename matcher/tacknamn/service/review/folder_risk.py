"""The risk report of the folder, computed in the background from what its documents would be published as."""

import asyncio
from collections.abc import Callable
from typing import Any

from tacknamn.errors import Error
from tacknamn.essays.store import EssayStore
from tacknamn.formats.span_files import SpanFileDocument
from tacknamn.matching.matcher import Matcher
from tacknamn.risk.assessment import assess
from tacknamn.risk.plain_data import export_report
from tacknamn.service.review.documents import open_document
from tacknamn.service.review.exporting import make_span_document
from tacknamn.service.review.overview import FolderView
from tacknamn.service.review.tools import ReviewTools
from tacknamn.service.review.turns import Turns, start_task

__all__ = ["FolderRisk"]

MOST = 1_000
"""Documents that are assessed: those that are done first. More would take minutes."""


class FolderRisk:
    """The report of one user's documents, made again when one of them was saved."""

    def __init__(
        self, store: EssayStore, user: str, turns: Turns, get_tools: Callable[[], ReviewTools]
    ) -> None:
        self._store = store
        self._user = user
        self._turns = turns
        self._get_tools = get_tools
        self._known: tuple[object, dict[str, Any]] | None = None
        self._task: asyncio.Task[None] | None = None

    def get(self, view: FolderView, matcher: Matcher) -> dict[str, Any] | None:
        """Return the report if there is one of this folder; begin to make it if there is none."""
        stamp = (tuple(view.names), tuple(sorted(view.stamps.items())), self._get_tools().choices)
        if self._known is not None and self._known[0] == stamp:
            return self._known[1]
        if self._task is None or self._task.done():
            self._task = start_task(lambda: self._make(view, matcher, stamp))
        return None

    async def _make(self, view: FolderView, matcher: Matcher, stamp: object) -> None:
        ordered = sorted(view.names, key=lambda name: (not view.is_done(name), name))
        documents: list[SpanFileDocument] = []
        for number, name in enumerate(ordered[:MOST], 1):
            documents += await self._turns.take_last(self._read, name, number)
        report = await asyncio.to_thread(lambda: export_report(assess(documents, matcher)))
        self._known = stamp, report

    def _read(self, name: str, number: int) -> list[SpanFileDocument]:
        """Return a document; none if it is broken."""
        try:
            opened = open_document(self._get_tools(), self._store, name, self._user)
        except Error:
            return []
        return [make_span_document(opened, f"document-{number}")]
