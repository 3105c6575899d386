"""What answers the requests of the page: the folder, the settings, and the work on documents.

Work that takes the processor is done in the queue of the worker, so that others have their turn; reading the
folder is done in a thread, because the disk may be slow.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

from tacknamn.essays.names import check_user_name
from tacknamn.essays.store import EssayStore
from tacknamn.service.bodies import check_text
from tacknamn.service.engines import MatcherOptions
from tacknamn.service.problems import Problem
from tacknamn.service.review.address_ids import AddressIds
from tacknamn.service.review.checking import (
    check_label,
    check_spans,
    check_strings,
    read_places,
    trim_place,
)
from tacknamn.service.review.comparison import compare_users
from tacknamn.service.review.descriptions import describe_spans
from tacknamn.service.review.document_models import (
    DrawRequest,
    FormsRequest,
    MadeSpansRequest,
    SaveRequest,
    WhyRequest,
)
from tacknamn.service.review.documents import open_document
from tacknamn.service.review.drawing import DrawnFor, draw_base, make_spans
from tacknamn.service.review.exporting import (
    DocumentNames,
    ExportKind,
    name_file,
)
from tacknamn.service.review.folder_changes import FolderChange
from tacknamn.service.review.folder_exports import FolderExport
from tacknamn.service.review.folder_models import ApplyRequest, ListDocumentsRequest
from tacknamn.service.review.folder_risk import FolderRisk
from tacknamn.service.review.overview import FolderView, ListRequest, Overview
from tacknamn.service.review.reasons import explain_piece
from tacknamn.service.review.saving import SaveConflict, describe_newest, save_document
from tacknamn.service.review.settings_answer import describe_settings
from tacknamn.service.review.settings_models import ReviewSettingsRequest
from tacknamn.service.review.tools import ReviewTools, ToolBox
from tacknamn.service.review.turns import Turns
from tacknamn.service.state import ServiceState

__all__ = ["ReviewDesk"]


class ReviewDesk:
    """Answers the page. Each method returns plain data for JSON."""

    def __init__(self, state: ServiceState) -> None:
        self._state = state
        self._settings = state.settings
        self._turns = Turns(state.queue)
        self._tool_box = ToolBox(state.settings)
        self._overviews: dict[str, Overview] = {}
        self._risks: dict[str, FolderRisk] = {}
        self._names: tuple[object, DocumentNames] | None = None
        self.run = secrets.token_hex(8)
        """What tells this run of the service from others."""
        folder = state.settings.essays
        only = state.settings.essay_names
        self._store = None if folder is None else EssayStore(folder, only)
        self._ids = None if self._store is None else AddressIds(self._store, self._settings.seed)

    @property
    def store(self) -> EssayStore:
        """The documents; a problem if the service shows none."""
        if self._store is None or not self._settings.has_page:
            raise Problem(
                "forbidden", "the service has no page; start it with `tacknamn review DIR`"
            )
        return self._store

    @property
    def ids(self) -> AddressIds:
        """What documents are called in addresses."""
        assert self._ids is not None
        return self._ids

    async def _find(self, id: str) -> str:
        """Return the name of a document."""
        return await asyncio.to_thread(self.ids.find, id)

    def choose_user(self, user: str) -> str:
        """Return the user of a request: the one in its address, or that of the service."""
        user = user or self._settings.user
        if user:
            check_user_name(user)
        return user

    @property
    def tools(self) -> ReviewTools:
        """The tools for the settings of now."""
        return self._tool_box.get(self._state.engines)

    async def describe_settings(self, user: str) -> dict[str, Any]:
        """Return the settings."""
        engines, store = self._state.engines, self.store
        return await asyncio.to_thread(
            describe_settings, self._tool_box, engines, store, self.choose_user(user)
        )

    async def change_settings(self, user: str, request: ReviewSettingsRequest) -> dict[str, Any]:
        """Change settings; return all."""
        check_strings([*(request.policies or {}), *(request.policies or {}).values()])
        check_strings([request.profile or "", request.language or "", request.key or ""])
        self._tool_box.change(
            self._state.engines,
            request.profile,
            request.language,
            request.policies,
            request.thresholds,
            request.key,
        )
        return await self.describe_settings(user)

    def _get_overview(self, user: str) -> Overview:
        if user not in self._overviews:
            self._overviews[user] = Overview(self.store, user, self._turns, lambda: self.tools)
        return self._overviews[user]

    async def list_documents(self, user: str, request: ListDocumentsRequest) -> dict[str, Any]:
        """Return a page of the list."""
        overview = self._get_overview(self.choose_user(user))
        view = await asyncio.to_thread(overview.read_folder)
        after, before = [
            await self._find(id) if id else "" for id in (request.after, request.before)
        ]
        wanted = ListRequest(after, before, request.limit, request.sort, request.find)
        answer = await asyncio.to_thread(overview.list_rows, view, wanted)
        overview.start_counting(view)
        rows = [{"id": self.ids.get(row["name"]), **row} for row in answer["documents"]]
        following = answer["next"] and self.ids.get(answer["next"])
        return {**answer, "documents": rows, "next": following}

    async def load(self, user: str, id: str, version: int | None) -> dict[str, Any]:
        """Return a document."""
        tools, store, user = self.tools, self.store, self.choose_user(user)
        name = await self._find(id)
        doc = await self._turns.take(lambda: describe_newest(tools, store, name, user, version))
        return {"id": id, **doc}

    async def save(self, user: str, id: str, request: SaveRequest) -> dict[str, Any]:
        """Save a document."""
        tools, store, user = self.tools, self.store, self.choose_user(user)
        name = await self._find(id)
        try:
            saved = await self._turns.take(lambda: save_document(tools, store, name, user, request))
        except SaveConflict as conflict:
            conflict.newest = {"id": id, **conflict.newest}
            raise
        finally:
            self._get_overview(user).forget(name)
        return {"version": saved["version"], "doc": {"id": id, **saved}}

    async def list_versions(self, user: str, id: str) -> dict[str, Any]:
        """Return the versions of a document."""
        name = await self._find(id)
        versions = await asyncio.to_thread(self.store.list_versions, name, self.choose_user(user))
        return {
            "versions": [
                {"version": each.number, "saved": each.saved_at, "bytes": each.size}
                for each in versions
            ]
        }

    async def explain(self, user: str, id: str, request: WhyRequest) -> dict[str, Any]:
        """Say why a piece has its label."""
        tools, store, user = self.tools, self.store, self.choose_user(user)
        name = await self._find(id)

        def work() -> dict[str, Any]:
            opened = open_document(tools, store, name, user)
            [place] = read_places(opened.text, [(request.start, request.end)])
            return explain_piece(opened, place)

        return await self._turns.take(work)

    async def make_forms(self, request: FormsRequest) -> dict[str, Any]:
        """Return the forms of a name."""
        tools = self.tools
        label = check_label(request.label, tools.own_labels)
        check_strings([request.newBase, *(each.text for each in request.mentions)])
        check_strings([each.base for each in request.mentions])

        def work() -> dict[str, Any]:
            return {
                "replacements": [
                    tools.forms.shape(label, each.text, each.base, each.affixes, request.newBase)
                    for each in request.mentions
                ]
            }

        return await self._turns.take(work)

    async def draw(self, user: str, request: DrawRequest) -> dict[str, Any]:
        """Return another pseudonym."""
        tools, store, user = self.tools, self.store, self.choose_user(user)
        label = check_label(request.label, tools.own_labels)
        check_strings([request.base, *request.avoid])
        name = await self._find(request.id)

        def work() -> dict[str, Any]:
            opened = open_document(tools, store, name, user)
            drawn_for = DrawnFor(tools, name, opened.text, opened.spans)
            return {"newBase": draw_base(drawn_for, label, request.base, request.avoid)}

        return await self._turns.take(work)

    async def make_spans(self, user: str, request: MadeSpansRequest) -> dict[str, Any]:
        """Return spans for words that a person chose."""
        tools, store, user = self.tools, self.store, self.choose_user(user)
        check_text(request.original, self._settings.limits, "original")
        name = await self._find(request.id)

        def work() -> dict[str, Any]:
            opened = open_document(tools, store, name, user)
            if opened.text != request.original:
                raise Problem(
                    "conflict", "the text of the document is another one now; load it again"
                )
            spans = check_spans(opened.text, request.spans, opened.spans, tools.own_labels)
            spans = tools.forms.add_bases(opened.text, spans)
            places = read_places(opened.text, ((each.start, each.end) for each in request.pieces))
            labels = [
                check_label(each.label, tools.own_labels) if each.label else ""
                for each in request.pieces
            ]
            trimmed = [trim_place(opened.text, place) for place in places]
            drawn_for = DrawnFor(tools, name, opened.text, spans)
            made = make_spans(drawn_for, list(zip(trimmed, labels, strict=True)))
            return {"spans": describe_spans(opened.text, made)}

        return await self._turns.take(work)

    async def apply(self, user: str, request: ApplyRequest) -> dict[str, Any]:
        """Apply a decision to all documents, some at a time."""
        tools, store, user = self.tools, self.store, self.choose_user(user)
        check_strings([request.form, request.label or "", request.replacement or ""])
        if request.label:
            check_label(request.label, tools.own_labels)
        left_out = await self._find(request.except_) if request.except_ else ""
        overview = self._get_overview(user)
        view = await asyncio.to_thread(overview.read_folder)
        names = [
            name
            for name in view.names
            if name != left_out and (request.done or not view.is_done(name))
        ]
        change = FolderChange(tools, store, user, request)
        try:
            await change.apply(names, self._turns)
        finally:
            for changed in change.changed:
                overview.forget(changed["name"])
        changes = [
            {"id": self.ids.get(each["name"]), "version": each["version"], "spans": each["spans"]}
            for each in change.changed
        ]
        return {"changed": changes, "conflicts": self.ids.get_all(change.conflicts)}

    async def export(self, user: str, id: str, kind: ExportKind) -> tuple[str, bytes]:
        """Return the name and the content of the file of a document."""
        tools, store, user = self.tools, self.store, self.choose_user(user)
        name = await self._find(id)
        names = await self._find_names(user)

        def work() -> tuple[str, bytes]:
            opened = open_document(tools, store, name, user)
            shown = names.get(name)
            return name_file(kind, shown), kind.write(opened, shown, user).encode()

        return await self._turns.take(work)

    async def _find_names(self, user: str) -> DocumentNames:
        """Return what documents are called in files."""
        view = await asyncio.to_thread(self._get_overview(user).read_folder)
        key = (tuple(view.names), self.tools.pseudonymizer.language)
        if self._names is None or self._names[0] != key:
            lexicon, language = self._state.engines.lexicon, self.tools.pseudonymizer.language
            names = await self._turns.take(lambda: DocumentNames(view.names, lexicon, language))
            self._names = key, names
        return self._names[1]

    async def export_many(
        self, user: str, ids: list[str] | None, kind: ExportKind
    ) -> AsyncIterator[bytes]:
        """Return the parts of a zip file of several documents. What is wrong is raised at once."""
        user = self.choose_user(user)
        names = await self._find_names(user)
        view = await asyncio.to_thread(self._get_overview(user).read_folder)
        chosen = self._choose_documents(
            view, None if ids is None else [await self._find(id) for id in ids]
        )
        return FolderExport(self.tools, self.store, user, kind, names).write(chosen, self._turns)

    def _choose_documents(self, view: FolderView, names: list[str] | None) -> list[str]:
        chosen = [name for name in view.names if view.is_done(name)]
        chosen = chosen if names is None else sorted(set(names))
        if not chosen:
            raise Problem(
                "invalid", "no document is done yet; mark some as done, or name their ids"
            )
        return chosen

    async def count(self, user: str, users: str) -> dict[str, Any]:
        """Return the figures of the folder."""
        own = self.choose_user(user)
        overview = self._get_overview(own)
        view = await asyncio.to_thread(overview.read_folder)
        overview.start_counting(view)
        if own not in self._risks:
            self._risks[own] = FolderRisk(self.store, own, self._turns, lambda: self.tools)
        matcher = self._state.engines.get_matcher(MatcherOptions(fuzzy=True))
        answer = overview.add_up(view)
        answer["risk"] = self._risks[own].get(view, matcher)
        answer["agreement"] = await self._compare(users) if users else None
        return answer

    async def _compare(self, users: str) -> dict[str, Any]:
        first, comma, second = users.partition(",")
        if not comma or first == second or "," in second:
            raise Problem(
                "invalid", "users: name two, separated by a comma; the shared one is empty"
            )
        for user in filter(None, (first, second)):
            check_user_name(user)
        answer = await compare_users(self.tools, self.store, (first, second), self._turns)
        for each in answer["differences"]:
            each["id"] = self.ids.get(each.pop("name"))
        return answer
