"""A folder of essays: versions, status, lists, and names that lead nowhere else."""

import json
import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import Error, InputError
from tacknamn.essays.errors import EssayError, EssayReason
from tacknamn.essays.names import is_name
from tacknamn.essays.store import EssayStore
from tacknamn.svala.building import build_graph
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Graph, GraphSpan
from tests.test_new_files import short_of_space

TEXT = "Jag heter Amina och bor i Lund."
GRAPH = build_graph(TEXT, [GraphSpan(10, 15, "Karin", ("firstname_female", "1"))])
OTHER = build_graph(TEXT, [GraphSpan(26, 30, "Umeå", ("city", "1", "OBS!"))])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A text e1, a graph e2, and things that are no essays."""
    essays = tmp_path / "essays"
    essays.mkdir()
    (essays / "e1.txt").write_text(TEXT, "utf-8")
    (essays / "e2.json").write_text(write_graph(GRAPH), "utf-8")
    (essays / "notes.md").write_text("no essay")
    (essays / ".hidden.txt").write_text("no essay")
    return essays


@pytest.fixture
def store(folder: Path) -> EssayStore:
    return EssayStore(folder)


def fails(reason: EssayReason, act: Callable[[], object]) -> None:
    with pytest.raises(EssayError) as caught:
        act()
    assert caught.value.reason is reason


def test_version_0_is_what_was_put_there(store: EssayStore) -> None:
    text, graph = store.load("e1"), store.load("e2")
    assert (text.version, text.raw, text.saved) == (0, TEXT, None)
    assert (graph.version, graph.raw, graph.saved) == (0, None, GRAPH)
    assert text.graph == build_graph(TEXT)


def test_a_graph_counts_more_than_its_text(folder: Path, store: EssayStore) -> None:
    (folder / "e1.json").write_text(write_graph(OTHER), "utf-8")
    assert store.load("e1").saved == OTHER


def test_every_version_stays(store: EssayStore) -> None:
    assert store.save("e1", GRAPH, 0) == 1
    assert store.save("e1", OTHER, 1) == 2
    assert (store.load("e1").version, store.load("e1").saved) == (2, OTHER)
    assert [store.load("e1", version=number).saved for number in (1, 2)] == [GRAPH, OTHER]
    assert store.load("e1", version=0).raw == TEXT
    assert [facts.number for facts in store.list_versions("e1")] == [1, 2]
    fails(EssayReason.UNKNOWN, lambda: store.load("e1", version=3))


@pytest.mark.parametrize("expected", [-1, 0, 2, 7, 10**9])
def test_only_the_next_version_is_accepted(store: EssayStore, expected: int) -> None:
    store.save("e1", GRAPH, 0)
    fails(EssayReason.CONFLICT, lambda: store.save("e1", OTHER, expected))
    assert store.load("e1").saved == GRAPH


def test_of_many_at_once_one_wins(folder: Path) -> None:
    graphs = [replace(GRAPH, comment=f"number {number}") for number in range(16)]

    def save(graph: Graph) -> bool:
        try:
            EssayStore(folder).save("e1", graph, 0)
        except EssayError as exc:
            assert exc.reason is EssayReason.CONFLICT
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(save, graphs))
    assert sum(results) == 1
    assert EssayStore(folder).load("e1").saved == graphs[results.index(True)]


def test_users_do_not_see_each_other(store: EssayStore) -> None:
    store.save("e1", GRAPH, 0, "anna")
    store.set_done("e1", True, "anna")
    assert store.load("e1", "anna").version == 1
    assert store.load("e1", "berit").version == 0
    assert store.load("e1").version == 0
    assert [store.is_done("e1", user) for user in ("anna", "berit", "")] == [True, False, False]


def test_a_graph_that_svala_would_refuse_is_not_stored(store: EssayStore, folder: Path) -> None:
    broken = replace(GRAPH, edges=GRAPH.edges[1:])
    with pytest.raises(InputError, match="token-edges") as caught:
        store.save("e1", broken, 0)
    assert "Jag" not in str(caught.value)
    assert not (folder / "versions").exists()


def test_a_broken_graph_is_not_given_out(store: EssayStore, folder: Path) -> None:
    (folder / "e3.json").write_text('{"source": [], "target": [], "edges": {}, "more": 1}')
    (folder / "e4.json").write_text("Amina")
    (folder / "e5.txt").write_bytes("Amina é".encode("latin-1"))
    (folder / "e6.txt").write_text("Amina\0")
    for name in ("e3", "e4", "e5", "e6"):
        with pytest.raises(InputError) as caught:
            store.load(name)
        assert "Amina" not in str(caught.value)
        assert name not in str(caught.value)


def test_the_status_is_stored(store: EssayStore, folder: Path) -> None:
    assert not store.is_done("e1")
    store.set_done("e1", True)
    assert EssayStore(folder).is_done("e1")
    store.set_done("e1", False)
    assert not store.is_done("e1")
    (folder / "versions/e1/status.json").write_text("{")
    assert not store.is_done("e1")


def test_others_have_no_rights(store: EssayStore, folder: Path) -> None:
    before = os.umask(0)
    try:
        store.save("e1", GRAPH, 0)
        store.save("e1", GRAPH, 0, "anna")
        store.set_done("e1", True)
        store.add_report("e1", "message")
    finally:
        os.umask(before)
    for path in [*folder.glob("versions/**/*"), *folder.glob("users/**/*"), folder / "versions"]:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o750 if path.is_dir() else 0o640), path


def test_a_full_disk_changes_nothing(store: EssayStore, folder: Path) -> None:
    store.save("e1", GRAPH, 0)
    with short_of_space(200):
        fails(EssayReason.FULL, lambda: store.save("e1", OTHER, 1))
        fails(EssayReason.FULL, lambda: store.add_report("e1", "x" * 1_000))
    assert store.load("e1").version == 1
    assert sorted(path.name for path in (folder / "versions/e1").iterdir()) == [
        "1.json",
        "counts.json",
    ]
    assert store.save("e1", OTHER, 1) == 2


def test_errors_of_the_system_name_no_essay(
    store: EssayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "/essays/versions/e1")

    monkeypatch.setattr("tacknamn.essays.store.create_file", refuse)
    with pytest.raises(EssayError) as caught:
        store.save("e1", GRAPH, 0)
    assert caught.value.reason is EssayReason.READ_ONLY
    assert "e1" not in str(caught.value)
    assert caught.value.__suppress_context__


def test_a_list_shows_versions_status_and_counts(store: EssayStore) -> None:
    store.save("e1", GRAPH, 0)
    store.save("e1", OTHER, 1)
    store.set_done("e1", True)
    first, second = store.list_essays()
    assert (first.name, first.version, first.is_done) == ("e1", 2, True)
    assert first.counts is not None
    assert first.counts.to_dict() == {"words": 7, "labels": {"city": 1}, "notes": 1}
    assert (second.name, second.version, second.is_done, second.counts) == ("e2", 0, False, None)
    assert [facts.name for facts in store.list_essays(limit=1)] == ["e1"]
    assert [facts.name for facts in store.list_essays(after="e1")] == ["e2"]
    assert [facts.version for facts in store.list_essays("anna")] == [0, 0]


@pytest.mark.parametrize("stored", ['{"version": 1}', "{", "[]", '{"version": 2, "words": "x"}'])
def test_counts_that_are_old_or_damaged_are_counted_again(
    store: EssayStore, folder: Path, stored: str
) -> None:
    store.save("e1", GRAPH, 0)
    store.save("e1", OTHER, 1)
    expected = store.list_essays()[0].counts
    (folder / "versions/e1/counts.json").write_text(stored)
    assert store.list_essays()[0].counts == expected
    assert json.loads((folder / "versions/e1/counts.json").read_text())["version"] == 2


def test_reports_are_stored_and_limited(
    store: EssayStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacknamn.essays.version_files._MOST_REPORTS", 2)
    for number in range(4):
        store.add_report("e1", f"message {number}")
    reports = sorted((folder / "versions/e1").glob("report-*.txt"))
    assert [report.read_text() for report in reports] == ["message 0", "message 1"]


WRONG = (
    "", ".", "..", "../e1", "a/b", "a\\b", ".hidden", " e1", "e1 ", "e1.", "a\0b", "a\nb", "a\u200bb",
    "C:", "a?", "a*", "x" * 201, "å" * 101, "\ud800", "\u202ee1",
)  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_name_that_leads_elsewhere_is_refused(store: EssayStore, name: str) -> None:
    for act in (
        lambda: store.load(name),
        lambda: store.save(name, GRAPH, 0),
        lambda: store.set_done(name, True),
        lambda: store.add_report(name, "message"),
    ):
        with pytest.raises(InputError, match="no name of an essay"):
            act()
    if name:
        with pytest.raises(InputError, match="no name of a user"):
            store.load("e1", name)


@pytest.mark.parametrize("user", ["status", "version", "report"])
def test_parts_of_addresses_are_no_users(store: EssayStore, user: str) -> None:
    with pytest.raises(InputError, match="no name of a user"):
        store.load("e1", user)


@pytest.mark.parametrize("name", ["e1", "Åsa 3", "essay (2)", "a.b", "x" * 200, "e'1", "å" * 100])
def test_ordinary_names_are_names(name: str) -> None:
    assert is_name(name)


@given(st.text(max_size=12))
def test_no_name_leaves_the_folder(name: str) -> None:
    assert not is_name(name) or Path("/essays", name).resolve() == Path("/essays") / name


def test_unknown_essays_are_not_created(store: EssayStore, folder: Path) -> None:
    for act in (
        lambda: store.load("e9"),
        lambda: store.save("e9", GRAPH, 0),
        lambda: store.set_done("e9", True, "anna"),
        lambda: store.is_done("e9"),
        lambda: store.list_versions("e9"),
        lambda: store.add_report("e9", "message"),
        lambda: store.load("notes.md"),
    ):
        fails(EssayReason.UNKNOWN, act)
    assert not (folder / "versions").exists()
    assert store.list_names() == ["e1", "e2"]


def test_links_are_not_followed(store: EssayStore, folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    (tmp_path / "elsewhere").mkdir()
    (folder / "l1.txt").symlink_to(secret)
    (folder / "l2.json").symlink_to(folder / "e2.json")
    for name in ("l1", "l2"):
        fails(EssayReason.UNKNOWN, lambda name=name: store.load(name))  # type: ignore[misc]
    store.save("e1", GRAPH, 0)
    (folder / "versions/e2").symlink_to(tmp_path / "elsewhere")
    assert store.load("e2").version == 0
    fails(EssayReason.BROKEN, lambda: store.save("e2", GRAPH, 0))
    (folder / "versions/e1/2.json").symlink_to(folder / "e2.json")
    fails(EssayReason.UNKNOWN, lambda: store.load("e1"))
    assert store.list_names() == ["e1", "e2"]
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_pipe_is_no_essay(store: EssayStore, folder: Path) -> None:
    os.mkfifo(folder / "p1.txt")
    (folder / "d1.txt").mkdir()
    for name in ("p1", "d1"):
        fails(EssayReason.UNKNOWN, lambda name=name: store.load(name))  # type: ignore[misc]


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Error, match="is not a folder"):
        EssayStore(tmp_path / "missing")


def test_many_essays_make_no_request_slow(tmp_path: Path) -> None:
    """A request for one of 10,000 essays takes about as long as one for the only essay."""
    few, many = tmp_path / "few", tmp_path / "many"
    for folder, number in ((few, 1), (many, 10_000)):
        folder.mkdir()
        for index in range(number):
            (folder / f"e{index}.txt").write_text(TEXT)

    def measure(folder: Path) -> float:
        store = EssayStore(folder)
        store.load("e0")
        times = []
        for _ in range(200):
            began = perf_counter()
            store.load("e0")
            times.append(perf_counter() - began)
        return min(times)

    assert measure(many) < 10 * measure(few)
    assert len(EssayStore(many).list_essays()) == 10_000


def test_what_was_saved_is_a_file_of_svala(store: EssayStore, folder: Path) -> None:
    store.save("e1", GRAPH, 0)
    assert read_graph(folder / "versions/e1/1.json") == GRAPH
