"""The list of documents, and figures of all of them.

A folder may have ten thousand documents, so no request reads their texts. Names and versions come from the
folder itself. What needs the text of a document (spans, certainty) is computed by a task in the background,
one document at a time, behind the requests of people; until then the list shows that it is unknown.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tacknamn.essays.records import EssayFacts
from tacknamn.essays.store import EssayStore
from tacknamn.service.problems import Problem
from tacknamn.service.review.row_figures import CERTAINTY_STEPS, RowFigures, count_document
from tacknamn.service.review.tools import ReviewChoices, ReviewTools
from tacknamn.service.review.turns import Turns, start_task
from tacknamn.text.fold import fold

__all__ = ["FolderView", "ListRequest", "Overview"]

SORTS = ("name", "unsure", "state")
_KINDS = ("spans", "replaced", "marked", "freed", "added", "changed")


class ListRequest(NamedTuple):
    """What a client wants to see of the list."""

    after: str = ""
    """Begin after the document of this name."""
    before: str = ""
    """End before the document of this name: the ones next to it are returned."""
    limit: int = 200
    sort: str = "name"
    find: str = ""


class _Stamp(NamedTuple):
    """What the figures of a document depend on."""

    saved: int
    """When something of it was saved; 0: never."""
    choices: ReviewChoices | None
    """The settings. A saved version does not depend on them, but its figures compare with them."""
    engines: int


@dataclass(frozen=True, slots=True)
class FolderView:
    """The folder at one moment."""

    names: list[str]
    stamps: dict[str, int]
    facts: dict[str, EssayFacts]
    """Version and status of documents with something saved."""

    def is_done(self, name: str) -> bool:
        """Whether annotators have finished a document."""
        facts = self.facts.get(name)
        return facts is not None and facts.is_done

    def get_version(self, name: str) -> int:
        """Return the newest version of a document."""
        facts = self.facts.get(name)
        return 0 if facts is None else facts.version


class Overview:
    """The documents of one user."""

    def __init__(
        self, store: EssayStore, user: str, turns: Turns, get_tools: Callable[[], ReviewTools]
    ) -> None:
        self._store = store
        self._user = user
        self._turns = turns
        self._get_tools = get_tools
        self._facts: dict[str, tuple[int, EssayFacts]] = {}
        self._figures: dict[str, tuple[_Stamp, RowFigures]] = {}
        self._task: asyncio.Task[None] | None = None
        self._wanted: list[str] = []

    def read_folder(self) -> FolderView:
        """Read which documents there are. Only what changed since the last time is read again."""
        names = self._store.list_names()
        stamps = self._store.list_stamps(self._user)
        facts = {}
        for name in names:
            stamp = stamps.get(name)
            if stamp is None:
                continue
            known = self._facts.get(name)
            if known is None or known[0] != stamp:
                known = self._facts[name] = stamp, self._store.describe(name, self._user)
            facts[name] = known[1]
        return FolderView(names, stamps, facts)

    def forget(self, name: str) -> None:
        """Read a document again, because this process saved it."""
        self._facts.pop(name, None)
        self._figures.pop(name, None)

    def list_rows(self, view: FolderView, request: ListRequest) -> dict[str, Any]:
        """Return a page of the list. Rows and ``next`` have names; ids are for addresses alone."""
        names = self._sort(view, request)
        page = names[-request.limit :] if request.before else names[: request.limit]
        has_more = len(names) > len(page) and not request.before
        self._wanted = [name for name in page if self._find_figures(view, name) is None]
        return {
            "documents": [self._describe(view, name) for name in page],
            "next": page[-1] if has_more and page else None,
            "total": len(view.names),
            "done": sum(facts.is_done for facts in view.facts.values()),
        }

    def _sort(self, view: FolderView, request: ListRequest) -> list[str]:
        """Return the names of the list between those that the client gives."""
        if request.sort not in SORTS:
            raise Problem("invalid", f"sort: choose one of {', '.join(SORTS)}")
        wanted = fold(request.find.strip())
        names = [name for name in view.names if not wanted or wanted in fold(name)]
        if request.sort == "name":
            return [
                name
                for name in names
                if name > request.after and (not request.before or name < request.before)
            ]
        names.sort(key=self._make_key(view, request.sort))
        try:
            end = names.index(request.before) if request.before else len(names)
            return names[names.index(request.after) + 1 if request.after else 0 : end]
        except ValueError:  # it is gone, or does not fit what is searched any more
            return []

    def _make_key(self, view: FolderView, sort: str) -> Callable[[str], tuple[Any, ...]]:
        def by_certainty(name: str) -> tuple[Any, ...]:
            figures = self._find_figures(view, name)
            if figures is None or figures.error:
                return 2, 0.0, 0, name
            return int(view.is_done(name)), figures.least, -figures.unsure, name

        def by_state(name: str) -> tuple[Any, ...]:
            return view.is_done(name), view.get_version(name) > 0, name

        return by_certainty if sort == "unsure" else by_state

    def _describe(self, view: FolderView, name: str) -> dict[str, Any]:
        figures = self._find_figures(view, name)
        known = figures or RowFigures()
        counts = view.facts[name].counts if name in view.facts else None
        return {
            "name": name,
            "version": view.get_version(name),
            "done": view.is_done(name),
            "words": known.words if figures or counts is None else counts.words,
            "spans": known.spans,
            "unsure": known.unsure,
            "least": None if figures is None else round(known.least, 4),
            "labels": known.labels if figures or counts is None else dict(counts.labels),
            "notes": known.notes if figures or counts is None else counts.notes,
            "error": known.error,
        }

    def _find_figures(self, view: FolderView, name: str) -> RowFigures | None:
        known = self._figures.get(name)
        if known is None or known[0] != self._make_stamp(view, name, self._get_tools()):
            return None
        return known[1]

    def _make_stamp(self, view: FolderView, name: str, tools: ReviewTools) -> _Stamp:
        return _Stamp(view.stamps.get(name, 0), tools.choices, id(tools.pseudonymizer))

    def start_counting(self, view: FolderView) -> None:
        """Compute what is unknown, in the background."""
        is_idle = self._task is None or self._task.done()
        if is_idle and next(self._list_unknown(view), None) is not None:
            self._task = start_task(self._count_all)

    def _list_unknown(self, view: FolderView) -> Iterator[str]:
        """Yield the documents without figures, first those that a person looks at."""
        names = frozenset(view.names)
        for name in (*(name for name in self._wanted if name in names), *view.names):
            if self._find_figures(view, name) is None:
                yield name

    async def _count_all(self) -> None:
        view = await asyncio.to_thread(self.read_folder)
        for name in self._list_unknown(view):
            tools = self._get_tools()
            stamp = self._make_stamp(view, name, tools)
            try:
                figures = await self._turns.take_last(
                    count_document, tools, self._store, name, self._user
                )
            except Problem as problem:  # too long a text, or too many requests
                figures = RowFigures(error=str(problem))
            self._figures[name] = stamp, figures

    def add_up(self, view: FolderView) -> dict[str, Any]:
        """Return the figures of all documents that were counted."""
        counted = [
            figures
            for name in view.names
            if (figures := self._find_figures(view, name)) is not None
        ]
        tallies = _add_counters(figures.tallies for figures in counted)
        steps = _add_counters(figures.certainty for figures in counted)
        labels = sorted({label for label, _ in tallies})
        rows = [
            {"label": label, **{kind: tallies[label, kind] for kind in _KINDS}} for label in labels
        ]
        rows.sort(key=lambda row: -int(row["spans"]))
        return {
            "labels": rows,
            "certainty": [steps[step] for step in range(CERTAINTY_STEPS)],
            "documents": {
                "total": len(view.names),
                "done": sum(facts.is_done for facts in view.facts.values()),
            },
        }


def _add_counters(counters: Iterable[Counter[Any]]) -> Counter[Any]:
    total: Counter[Any] = Counter()
    for counter in counters:
        total.update(counter)
    return total
