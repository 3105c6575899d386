"""Fetching from addresses, mirrors and the cache, when all goes well."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import tacknamn
from tacknamn.errors import SourceError
from tacknamn_builders.cli.fetch_sources import order_by_size
from tacknamn_builders.fetching.download import DownloadRequest
from tacknamn_builders.fetching.fetch import fetch_source
from tacknamn_builders.fetching.fetch_context import SILENT, TransferProgress
from tacknamn_builders.fetching.outcomes import FetchAction, FetchOutcome
from tacknamn_builders.fetching.pages import _find_next
from tacknamn_builders.sources.profiles import load_profile
from tacknamn_builders.sources.receipts import Receipt, read_receipt
from tacknamn_builders.sources.source_table import DataSource, SourceFile
from tacknamn_builders.sources.status import read_statuses
from tests.server import IMPATIENT, Reply, Server, address_source, serve, sum_of

LAKES = "namn;areal\nVänern;5648\nVättern;1893\n".encode()
ISLANDS = "namn\nÖland\n".encode()
NEWER = LAKES + "Mälaren;1072\n".encode()


@pytest.fixture
def server() -> Iterator[Server]:
    with serve() as running:
        yield running


def lakes(server: Server, sha256: str = "") -> DataSource:
    return address_source(server.address, SourceFile("se/lakes.csv", sha256, "lakes.csv"))


def fetched(
    source: DataSource,
    folder: Path,
    checkout: str = "one",
    *,
    cache: str = "cache",
    mirror: Path | None = None,
    offline: bool = False,
    progress: TransferProgress = SILENT,
) -> FetchOutcome:
    return fetch_source(
        source,
        folder / checkout,
        cache=folder / cache,
        mirror=mirror,
        offline=offline,
        progress=progress,
        patience=IMPATIENT,
    )


def receipt_of(outcome: FetchOutcome) -> Receipt:
    assert outcome.folder is not None
    receipt = read_receipt(outcome.folder)
    assert receipt is not None
    return receipt


def content(outcome: FetchOutcome, name: str = "lakes.csv") -> bytes:
    assert outcome.folder is not None
    return (outcome.folder / name).read_bytes()


def test_a_source_lands_with_its_receipt(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES, headers={"ETag": '"1"', "Last-Modified": "then"}))
    outcome = fetched(lakes(server), tmp_path)
    assert outcome.action == FetchAction.FETCHED
    assert outcome.folder == tmp_path / "one" / "lakes" / "2025"
    assert content(outcome) == LAKES
    receipt = json.loads((outcome.folder / "receipt.json").read_text("utf-8"))
    assert receipt["files"]["lakes.csv"].pop("time").endswith("+00:00")
    assert receipt == {
        "archive": None,
        "files": {
            "lakes.csv": {
                "address": f"{server.address}/se/lakes.csv",
                "etag": '"1"',
                "last_modified": "then",
                "sha256": sum_of(LAKES),
                "size": len(LAKES),
                "via": "https",
            }
        },
        "format": "tacknamn-receipt-1",
        "source": "lakes",
        "version": "2025",
    }


def test_the_outcome_is_one_line(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    assert str(fetched(lakes(server), tmp_path)) == "lakes 2025: fetched, 0.0 MB"


def test_fixed_source_is_fetched_once(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    source = lakes(server, sum_of(LAKES))
    actions = [fetched(source, tmp_path).action for _ in range(2)]
    assert actions == [FetchAction.FETCHED, FetchAction.PRESENT]
    assert len(server.asked) == 1


def test_second_checkout_fetches_nothing_again(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    source = lakes(server, sum_of(LAKES))
    fetched(source, tmp_path, "one")
    outcome = fetched(source, tmp_path, "two")
    assert (outcome.action, content(outcome)) == (FetchAction.FROM_CACHE, LAKES)
    assert len(server.asked) == 1


@pytest.mark.parametrize("validator", [{"ETag": '"1"'}, {"ETag": 'W/"1"'}, {"Last-Modified": "t"}])
def test_moving_source_is_asked_after_and_kept(
    server: Server, tmp_path: Path, validator: dict[str, str]
) -> None:
    server.script("/se/lakes.csv", Reply(LAKES, headers=validator))
    fetched(lakes(server), tmp_path)
    assert fetched(lakes(server), tmp_path).action == FetchAction.UNCHANGED
    assert fetched(lakes(server), tmp_path, "two").action == FetchAction.FROM_CACHE


def test_moving_source_is_asked_after_without_a_cache(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES, headers={"ETag": '"1"'}))
    fetched(lakes(server), tmp_path)
    outcome = fetched(lakes(server), tmp_path, cache="other")
    assert outcome.action == FetchAction.UNCHANGED
    assert server.asked[-1].headers["If-None-Match"] == '"1"'


def test_moving_source_is_renewed(server: Server, tmp_path: Path) -> None:
    editions = [Reply(LAKES, headers={"ETag": '"1"'}), Reply(NEWER, headers={"ETag": '"2"'})]
    server.script("/se/lakes.csv", *editions)
    fetched(lakes(server), tmp_path)
    outcome = fetched(lakes(server), tmp_path)
    assert (outcome.action, content(outcome)) == (FetchAction.FETCHED, NEWER)
    kept = [path.name for path in (tmp_path / "cache" / "sha256").iterdir()]
    assert kept == [sum_of(NEWER)]  # editions do not pile up


def test_same_content_without_validators_is_not_modified(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    fetched(lakes(server), tmp_path)
    assert fetched(lakes(server), tmp_path).action == FetchAction.UNCHANGED


def test_damaged_raw_file_is_put_right(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    source = lakes(server, sum_of(LAKES))
    landed = fetched(source, tmp_path)
    assert landed.folder is not None
    (landed.folder / "lakes.csv").write_bytes(LAKES.replace(b"5648", b"5649"))
    outcome = fetched(source, tmp_path)
    assert (outcome.action, content(outcome)) == (FetchAction.FROM_CACHE, LAKES)


def test_damaged_cache_is_not_believed(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    source = lakes(server, sum_of(LAKES))
    fetched(source, tmp_path, "one")
    (tmp_path / "cache" / "sha256" / sum_of(LAKES) / "lakes.csv").write_bytes(b"rubbish")
    outcome = fetched(source, tmp_path, "two")
    assert (outcome.action, content(outcome)) == (FetchAction.FETCHED, LAKES)


def test_changed_table_is_fetched_anew(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES), Reply(NEWER))
    fetched(lakes(server, sum_of(LAKES)), tmp_path)
    outcome = fetched(lakes(server, sum_of(NEWER)), tmp_path)
    assert (outcome.action, content(outcome)) == (FetchAction.FETCHED, NEWER)


def test_a_file_of_a_fixed_edition_is_fetched_once(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES), Reply(NEWER))
    file = SourceFile("se/lakes.csv", "", "lakes.csv", fixed=True)
    source = address_source(server.address, file)
    outcomes = [fetched(source, tmp_path, checkout) for checkout in ("one", "one", "two")]
    assert [outcome.action for outcome in outcomes] == [
        FetchAction.FETCHED,
        FetchAction.PRESENT,
        FetchAction.FROM_CACHE,
    ]
    assert content(outcomes[-1]) == LAKES
    assert len(server.asked) == 1


@pytest.mark.parametrize("reply", [Reply(status=404), Reply(b"<html>moved</html>")])
def test_the_second_address_is_asked_when_the_first_fails(
    reply: Reply, server: Server, tmp_path: Path
) -> None:
    server.script("/se/lakes.csv", reply)
    server.script("/other/se/lakes.csv", Reply(LAKES))
    source = replace(lakes(server), fallback=f"{server.address}/other/")
    outcome = fetched(source, tmp_path)
    assert content(outcome) == LAKES
    assert receipt_of(outcome).files["lakes.csv"].address.endswith("/other/se/lakes.csv")


def test_the_error_of_the_first_address_is_reported_when_both_fail(
    server: Server, tmp_path: Path
) -> None:
    server.script("/se/lakes.csv", Reply(status=410))
    source = replace(lakes(server), fallback=f"{server.address}/other/")
    with pytest.raises(SourceError, match="410 Gone"):
        fetched(source, tmp_path)
    assert [asked.path for asked in server.asked] == ["/se/lakes.csv", "/other/se/lakes.csv"]


def test_a_request_names_the_program_its_version_and_an_address(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_CONTACT", "https://lists.example/contact")
    server.script("/se/lakes.csv", Reply(LAKES))
    fetched(lakes(server), tmp_path)
    sent = server.asked[0].headers["User-Agent"]
    assert sent == f"tacknamn-build/{tacknamn.__version__} (+https://lists.example/contact)"


def units(server: Server) -> DataSource:
    return address_source(server.address, SourceFile("ou", "", "units.jsonl", pages="next_url"))


def page(number: int, following: str | None) -> Reply:
    return Reply(json.dumps({"values": [{"id": number}], "next_url": following}).encode())


def test_pages_are_followed_and_saved_as_lines(server: Server, tmp_path: Path) -> None:
    server.script("/ou", Reply(status=503), page(1, f"{server.address}/ou?page=2"))
    server.script("/ou?page=2", page(2, "ou?page=3"))
    server.script("/ou?page=3", page(3, None))
    outcome = fetched(units(server), tmp_path)
    lines = content(outcome, "units.jsonl").decode().splitlines()
    assert [json.loads(line)["values"][0]["id"] for line in lines] == [1, 2, 3]
    assert fetched(units(server), tmp_path).action == FetchAction.UNCHANGED


def test_the_next_page_is_asked_for_with_encryption() -> None:
    request = DownloadRequest(
        "https://units.example/ou", SourceFile("ou", pages="next"), Path("part")
    )
    following = _find_next({"next": "http://units.example/ou?page=2"}, request.address, request)
    assert following == "https://units.example/ou?page=2"


BAD_PAGES = [
    (page(1, "/ou"), "its pages lead in a loop"),
    (page(1, "https://elsewhere.example/ou"), "on another server, elsewhere.example"),
    (Reply(b"[1, 2]"), "is not a JSON object"),
    (Reply(b'{"values"'), "is not JSON"),
    (Reply(b"<html>busy</html>"), "sent a web page"),
]


@pytest.mark.parametrize(("reply", "message"), BAD_PAGES)
def test_bad_pages_are_named_and_nothing_lands(
    reply: Reply, message: str, server: Server, tmp_path: Path
) -> None:
    server.script("/ou", reply)
    with pytest.raises(SourceError, match=message):
        fetched(units(server), tmp_path)
    assert not (tmp_path / "one" / "lakes").exists()


def test_a_file_that_is_had_by_hand_comes_from_a_mirror_only(
    server: Server, tmp_path: Path
) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    source = replace(lakes(server), by_hand=True)
    skipped = fetched(source, tmp_path)
    assert skipped.action == FetchAction.SKIPPED
    assert "save the file as 127.0.0.1/se/lakes.csv in a mirror" in skipped.reason
    put_into(tmp_path / "mirror", "se/lakes.csv", LAKES)
    assert fetched(source, tmp_path, mirror=tmp_path / "mirror").action == FetchAction.FROM_MIRROR
    assert content(fetched(source, tmp_path)) == LAKES
    assert server.asked == []


def test_small_sources_are_fetched_first() -> None:
    sources = load_profile("full").sources
    ordered = order_by_size(sources)
    fetched = [source.id for source in ordered if source.megabytes and not source.by_hand]
    assert fetched == [
        "scb-companies",
        "geonames-alternate-names",
        "bolagsverket",
        "openstreetmap-sweden",
    ]
    assert ordered[0] == sources[0]
    assert [source.megabytes for source in ordered] == sorted(s.megabytes for s in sources)


def test_redirects_are_followed(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(status=302, headers={"Location": "/moved"}))
    server.script("/moved", Reply(LAKES))
    assert content(fetched(lakes(server), tmp_path)) == LAKES


def test_several_files_land_together(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    server.script("/islands?country=SE", Reply(ISLANDS))
    files = (
        SourceFile("se/lakes.csv", "", "lakes.csv"),
        SourceFile("islands?country=SE", "", "islands.csv"),
    )
    outcome = fetched(address_source(server.address, *files), tmp_path)
    assert content(outcome, "lakes.csv") + content(outcome, "islands.csv") == LAKES + ISLANDS


def test_offline_takes_raw_then_cache_then_skips(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    fetched(lakes(server), tmp_path, "one")
    outcomes = [
        fetched(lakes(server), tmp_path, "one", offline=True),
        fetched(lakes(server), tmp_path, "two", offline=True),
        fetched(lakes(server), tmp_path, "three", offline=True, cache="other"),
    ]
    assert [str(outcome) for outcome in outcomes] == [
        "lakes 2025: already there, 0.0 MB",
        "lakes 2025: from the cache, 0.0 MB",
        "lakes 2025: skipped: offline, and neither in raw/ nor in the cache",
    ]
    assert not (tmp_path / "three" / "lakes").exists()
    assert len(server.asked) == 1


def put_into(mirror: Path, path: str, body: bytes) -> None:
    file = mirror / "127.0.0.1" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(body)


@pytest.mark.parametrize("offline", [False, True])
def test_mirror_takes_the_place_of_the_network(
    server: Server, tmp_path: Path, offline: bool
) -> None:
    mirror = tmp_path / "mirror"
    put_into(mirror, "se/lakes.csv", LAKES)
    outcome = fetched(lakes(server), tmp_path, mirror=mirror, offline=offline)
    assert (outcome.action, content(outcome)) == (FetchAction.FROM_MIRROR, LAKES)
    receipt = receipt_of(outcome)
    received = receipt.files["lakes.csv"]
    assert (received.address, received.via) == (f"{server.address}/se/lakes.csv", "mirror")
    assert server.asked == []


def test_a_newer_mirror_renews_a_moving_source(server: Server, tmp_path: Path) -> None:
    mirror = tmp_path / "mirror"
    actions = []
    for body in (LAKES, LAKES, NEWER):
        put_into(mirror, "se/lakes.csv", body)
        outcome = fetched(lakes(server), tmp_path, mirror=mirror)
        actions.append(outcome.action)
    assert actions == [FetchAction.FROM_MIRROR, FetchAction.UNCHANGED, FetchAction.FROM_MIRROR]
    assert content(outcome) == NEWER


def test_what_the_mirror_lacks_is_skipped_in_one_line(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    outcome = fetched(lakes(server), tmp_path, mirror=tmp_path / "mirror")
    assert str(outcome) == "lakes 2025: skipped: not in the mirror (127.0.0.1/se/lakes.csv)"
    assert server.asked == []


def test_what_the_mirror_lacks_stays_as_it_is(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    fetched(lakes(server), tmp_path)
    outcome = fetched(lakes(server), tmp_path, mirror=tmp_path, cache="other")
    assert (outcome.action, content(outcome)) == (FetchAction.PRESENT, LAKES)
    assert "not in the mirror" in outcome.reason


class Watcher:
    """Records the calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, object]] = []

    def start(self, name: str, total: int | None) -> None:
        self.calls.append((name, total))

    def advance(self, size: int) -> None:
        self.calls.append(("advance", size))

    def done(self) -> None:
        self.calls.append(("done", None))


def test_progress_is_reported(server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    watcher = Watcher()
    fetched(lakes(server), tmp_path, progress=watcher)
    assert watcher.calls[0] == ("lakes.csv", len(LAKES))
    assert sum(int(str(size)) for name, size in watcher.calls if name == "advance") == len(LAKES)
    assert watcher.calls[-1] == ("done", None)


NOTE = (
    '{"format": "tacknamn-receipt-1", "source": "lakes", "version": "2025", "archive": %s, '
    '"files": {"lakes.csv": {"address": "a", "sha256": "x", "size": %s, "time": %s, "via": ""}}}'
)
RECEIPTS = [
    b"", b"[]", b"5", b"\xff", b"[" * 50_000, b'{"a":' * 50_000, b"9" * 5000,
    (NOTE % ("null", '"big"', '"then"')).encode(),
    (NOTE % ("null", "5", "5")).encode(),
    (NOTE % ("5", "5", '"then"')).encode(),
    NOTE.replace("files", "fils").encode(),
]  # fmt: skip


@pytest.mark.parametrize("content", RECEIPTS, ids=lambda content: str(content[-20:]))
def test_a_damaged_receipt_counts_as_none(content: bytes, server: Server, tmp_path: Path) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    outcome = fetched(lakes(server), tmp_path)
    assert outcome.folder is not None
    (outcome.folder / "receipt.json").write_bytes(content)
    assert read_receipt(outcome.folder) is None
    (state,) = read_statuses([lakes(server)], tmp_path / "one")
    assert not state.present
    assert receipt_of(fetched(lakes(server), tmp_path)).size == len(LAKES)


@pytest.mark.parametrize("content", [b"[" * 50_000, b"{}", b'{"sha256": "../.."}'])
def test_a_damaged_note_of_the_cache_counts_as_none(
    content: bytes, server: Server, tmp_path: Path
) -> None:
    server.script("/se/lakes.csv", Reply(LAKES))
    fetched(lakes(server), tmp_path)
    for note in (tmp_path / "cache" / "addresses").iterdir():
        note.write_bytes(content)
    assert fetched(lakes(server), tmp_path, "two").action == FetchAction.FETCHED
