"""Apply a decision about a word to all documents of a folder."""

from collections.abc import Iterator, Sequence
from typing import Any

from tacknamn.errors import Error
from tacknamn.essays.errors import EssayError, EssayReason
from tacknamn.essays.store import EssayStore
from tacknamn.service.review.documents import open_document
from tacknamn.service.review.equal_words import apply_decision, has_word
from tacknamn.service.review.folder_models import ApplyRequest
from tacknamn.service.review.saving import store_spans
from tacknamn.service.review.tools import ReviewTools
from tacknamn.service.review.turns import Turns
from tacknamn.svala.texts import get_source_text

__all__ = ["FolderChange"]

_AT_ONCE = 20
"""Documents that are searched for a word before others have their turn."""


class FolderChange:
    """One decision, on its way through the folder."""

    def __init__(
        self, tools: ReviewTools, store: EssayStore, user: str, request: ApplyRequest
    ) -> None:
        self._tools = tools
        self._store = store
        self._user = user
        self._request = request
        self.changed: list[dict[str, Any]] = []
        self.conflicts: list[str] = []

    async def apply(self, names: Sequence[str], turns: Turns) -> None:
        """Change all documents that have the word, one turn after the other."""
        for at in range(0, len(names), _AT_ONCE):
            part = names[at : at + _AT_ONCE]
            for name in await turns.take(lambda part=part: list(self._search(part))):
                await turns.take(self._change, name)

    def _search(self, names: Sequence[str]) -> Iterator[str]:
        """Yield the documents that may have the word. Broken ones have none."""
        for name in names:
            try:
                content = self._store.load(name, self._user)
            except Error:
                continue
            text = get_source_text(content.saved) if content.saved else content.raw or ""
            if has_word(text, self._request.form):
                yield name

    def _change(self, name: str) -> None:
        opened = open_document(self._tools, self._store, name, self._user)
        spans, number = apply_decision(opened, self._request)
        if not number:
            return
        try:
            version = store_spans(self._store, self._user, opened, spans)
        except EssayError as exc:
            if exc.reason is not EssayReason.CONFLICT:
                raise
            self.conflicts.append(name)
        else:
            self.changed.append({"name": name, "version": version, "spans": number})
