"""Save what the page decided, as the next version of a document."""

from typing import Any

from tacknamn.errors import Error
from tacknamn.essays.errors import EssayError, EssayReason
from tacknamn.essays.store import EssayStore
from tacknamn.service.review.checking import check_spans, check_strings
from tacknamn.service.review.descriptions import describe_opened
from tacknamn.service.review.document_models import SaveRequest
from tacknamn.service.review.documents import OpenedDocument, open_document
from tacknamn.service.review.graph_changes import change_graph
from tacknamn.service.review.records import ReviewedSpan
from tacknamn.service.review.stored_reviews import write_stored_spans
from tacknamn.service.review.tools import ReviewTools

__all__ = ["SaveConflict", "describe_newest", "save_document", "store_spans"]


class SaveConflict(Error):
    """Another version was saved before. It has the newest one, as plain data."""

    def __init__(self, newest: dict[str, Any]) -> None:
        super().__init__(
            f"version {newest['version']} is the newest; merge your changes with it, and save them again"
        )
        self.newest = newest


def save_document(
    tools: ReviewTools, store: EssayStore, id: str, user: str, request: SaveRequest
) -> dict[str, Any]:
    """Save all decisions about a document; return the newest version as the page gets it."""
    opened = open_document(tools, store, id, user)
    if opened.version != request.base:
        raise SaveConflict(describe_newest(tools, store, id, user))
    check_strings([request.comment])
    labels = tools.own_labels
    spans = check_spans(opened.text, request.spans, opened.spans, labels)
    try:
        store_spans(store, user, opened, spans, request.comment)
    except EssayError as exc:
        if exc.reason is EssayReason.CONFLICT:
            raise SaveConflict(describe_newest(tools, store, id, user)) from None
        raise
    if store.is_done(id, user) != request.done:
        store.set_done(id, request.done, user)
    return describe_newest(tools, store, id, user)


def store_spans(
    store: EssayStore,
    user: str,
    opened: OpenedDocument,
    spans: list[ReviewedSpan],
    comment: str | None = None,
) -> int:
    """Save spans as the version after the one that was opened; return its number.

    If nothing differs from a saved version, it stays the newest.

    Args:
        comment: The comment on the document; None: as it was.
    """
    comment = opened.comment if comment is None else comment
    spans = opened.tools.forms.add_bases(opened.text, spans)
    if opened.version and comment == opened.comment and spans == opened.spans:
        return opened.version
    graph = change_graph(opened.graph, opened.stored, spans, comment)
    return store.save(opened.id, graph, opened.version, user, write_stored_spans(spans))


def describe_newest(
    tools: ReviewTools, store: EssayStore, id: str, user: str, version: int | None = None
) -> dict[str, Any]:
    """Return a version of a document as the page gets it; without a number, the newest."""
    opened = open_document(tools, store, id, user, version)
    return describe_opened(opened, is_done=store.is_done(id, user), is_writable=store.can_write())
