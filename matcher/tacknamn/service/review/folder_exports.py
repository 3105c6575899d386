"""Write many documents as one zip file, in parts."""

from collections.abc import AsyncIterator, Sequence

from tacknamn.errors import Error
from tacknamn.essays.store import EssayStore
from tacknamn.service.review.documents import open_document
from tacknamn.service.review.exporting import (
    DocumentNames,
    ExportKind,
    ExportPart,
    name_file,
    write_joined,
)
from tacknamn.service.review.tools import ReviewTools
from tacknamn.service.review.turns import Turns
from tacknamn.service.review.zip_stream import ZipStream

__all__ = ["FolderExport"]

_FAILED = "not-exported.txt"
"""Lists the documents that could not be written, and why."""


class FolderExport:
    """One file of many documents."""

    def __init__(
        self,
        tools: ReviewTools,
        store: EssayStore,
        user: str,
        kind: ExportKind,
        names: DocumentNames,
    ) -> None:
        self._tools = tools
        self._store = store
        self._user = user
        self._kind = kind
        self._names = names

    async def write(self, chosen: Sequence[str], turns: Turns) -> AsyncIterator[bytes]:
        """Yield the zip file: a file for each document, or one of all for formats of lines."""
        stream = ZipStream()
        parts: list[ExportPart] = []
        failed: list[str] = []
        for name in sorted(chosen, key=self._names.get):  # in the order of what readers see
            try:
                part = await turns.take(self._prepare, name)
            except Error as exc:
                failed.append(f"{self._names.get(name)}: {exc}\n")
                continue
            if self._kind.is_joined:
                parts.append(part)
            else:
                stream.add(name_file(self._kind, self._names.get(name)), str(part).encode())
            yield stream.take()
        if self._kind.is_joined:
            whole = write_joined(self._kind, parts)
            stream.add(name_file(self._kind, "documents"), whole.encode())
        if failed:
            stream.add(_FAILED, "".join(failed).encode())
        yield stream.finish()

    def _prepare(self, name: str) -> ExportPart:
        opened = open_document(self._tools, self._store, name, self._user)
        return self._kind.prepare(opened, self._names.get(name), self._user)
