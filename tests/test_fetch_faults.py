"""Fetching from servers that misbehave: one clear error, and the last good state stays."""

import gzip
import io
import socket
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.fetch import fetch_source
from tacknamn_builders.fetching.outcomes import FetchAction, FetchOutcome
from tacknamn_builders.sources.source_table import DataSource, SourceFile
from tests.server import IMPATIENT, Reply, Server, address_source, serve, sum_of

pytestmark = pytest.mark.slow

LAKES = b"namn;areal\n" + b"".join(b"Sj\xc3\xb6 %d;%d\n" % (i, i * i) for i in range(20_000))
NEWER = LAKES.replace(b"1;1\n", b"1;2\n")
HALF = len(LAKES) // 2
EDITION = {"ETag": '"1"'}
PAGE = b"\n<!DOCTYPE html>\n<title>Sidan kunde inte hittas</title>\n"


@pytest.fixture
def server() -> Iterator[Server]:
    with serve() as running:
        yield running


def source(server: Server, name: str = "lakes.csv", sha256: str = "") -> DataSource:
    return address_source(server.address, SourceFile(name, sha256, name))


def fetched(source: DataSource, folder: Path) -> FetchOutcome:
    return fetch_source(source, folder / "raw", cache=folder / "cache", patience=IMPATIENT)


def content(outcome: FetchOutcome) -> bytes:
    assert outcome.folder is not None
    return (outcome.folder / "lakes.csv").read_bytes()


def complaint(source: DataSource, folder: Path) -> str:
    with pytest.raises(SourceError) as caught:
        fetched(source, folder)
    message = str(caught.value)
    assert message.startswith("lakes: ")
    assert "\n" not in message
    return message


def ranges(server: Server) -> list[str | None]:
    return [asked.headers.get("Range") for asked in server.asked]


def zipped(*members: tuple[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members:
            archive.writestr(name, body)
    return file.getvalue()


def test_dropped_connection_is_resumed(server: Server, tmp_path: Path) -> None:
    broken = Reply(LAKES, headers=EDITION, drop_after=HALF)
    server.script("/lakes.csv", broken, Reply(LAKES, headers=EDITION))
    assert content(fetched(source(server, sha256=sum_of(LAKES)), tmp_path)) == LAKES
    first, second = ranges(server)
    assert first is None
    assert second is not None and 0 < int(second[6:-1]) <= HALF


def test_download_given_up_is_resumed_by_the_next_fetch(server: Server, tmp_path: Path) -> None:
    broken = Reply(LAKES, headers=EDITION, drop_after=HALF)
    server.script("/lakes.csv", broken, Reply(status=503))
    assert "503" in complaint(source(server), tmp_path)
    server.script("/lakes.csv", Reply(LAKES, headers=EDITION))
    assert content(fetched(source(server), tmp_path)) == LAKES
    assert ranges(server)[-1] is not None


def test_changed_file_is_not_pieced_together(server: Server, tmp_path: Path) -> None:
    broken = Reply(LAKES, headers=EDITION, drop_after=HALF)
    server.script("/lakes.csv", broken, Reply(NEWER, headers={"ETag": '"2"'}))
    assert content(fetched(source(server), tmp_path)) == NEWER


def test_changed_file_is_noticed_though_the_server_ignores_if_range(
    server: Server, tmp_path: Path
) -> None:
    broken = Reply(LAKES, headers=EDITION, drop_after=HALF)
    server.script("/lakes.csv", broken, Reply(NEWER, headers={"ETag": '"2"'}, trusting=True))
    assert content(fetched(source(server), tmp_path)) == NEWER


def test_server_without_ranges_is_asked_for_the_whole(server: Server, tmp_path: Path) -> None:
    broken = Reply(LAKES, headers=EDITION, drop_after=HALF)
    server.script("/lakes.csv", broken, Reply(LAKES, headers=EDITION, ranges=False))
    assert content(fetched(source(server), tmp_path)) == LAKES


def test_without_validator_nothing_is_resumed(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(LAKES, drop_after=HALF), Reply(LAKES))
    assert content(fetched(source(server), tmp_path)) == LAKES
    assert ranges(server) == [None, None]


def test_part_that_is_complete_is_not_fetched_again(server: Server, tmp_path: Path) -> None:
    part = tmp_path / "cache" / "unfinished" / "lakes" / "lakes.csv"
    part.parent.mkdir(parents=True)
    part.write_bytes(LAKES)
    note = f'{{"address": "{server.address}/lakes.csv", "validator": "\\"1\\""}}'
    part.with_name("lakes.csv.part.json").write_text(note, "utf-8")
    server.script("/lakes.csv", Reply(LAKES, headers=EDITION))
    assert content(fetched(source(server), tmp_path)) == LAKES
    assert ranges(server) == [f"bytes={len(LAKES)}-"]


def test_connection_that_always_drops_ends_in_an_error(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(LAKES, drop_after=HALF))
    message = complaint(source(server), tmp_path)
    assert "the connection broke off, 3 times" in message
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_temporary_error_is_retried(server: Server, tmp_path: Path, status: int) -> None:
    server.script("/lakes.csv", Reply(status=status, headers={"Retry-After": "0"}), Reply(LAKES))
    assert fetched(source(server), tmp_path).action == FetchAction.FETCHED


def test_long_retry_after_is_reported_at_once(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(status=429, headers={"Retry-After": "3600"}))
    assert "asks to wait 3600 s" in complaint(source(server), tmp_path)
    assert len(server.asked) == 1


def test_missing_file_is_asked_for_once(server: Server, tmp_path: Path) -> None:
    message = complaint(source(server), tmp_path)
    assert "answers 404 Not Found" in message and "sources.toml" in message
    assert len(server.asked) == 1


@pytest.mark.parametrize("after", [0, HALF])
def test_stalled_server_is_left(server: Server, tmp_path: Path, after: int) -> None:
    server.script("/lakes.csv", Reply(LAKES, stall_after=after))
    assert "3 times; check the connection" in complaint(source(server), tmp_path)


def test_stalled_download_is_resumed(server: Server, tmp_path: Path) -> None:
    stalled = Reply(LAKES, headers=EDITION, stall_after=HALF)
    server.script("/lakes.csv", stalled, Reply(LAKES, headers=EDITION))
    assert content(fetched(source(server), tmp_path)) == LAKES


def test_redirect_loop_is_left(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(status=302, headers={"Location": "/lakes.csv"}))
    assert "redirects more than 10 times" in complaint(source(server), tmp_path)


@pytest.mark.parametrize("place", ["http://lakes.example/", "file:///etc/hosts", "http://["])
def test_redirect_away_from_https_is_refused(server: Server, tmp_path: Path, place: str) -> None:
    server.script("/lakes.csv", Reply(status=302, headers={"Location": place}))
    message = complaint(source(server), tmp_path)
    assert "is not https" in message or "Invalid IPv6" in message


def test_plain_http_is_refused(tmp_path: Path) -> None:
    lakes = address_source("http://lakes.example", SourceFile("lakes.csv", "", "lakes.csv"))
    assert "http://lakes.example/lakes.csv is not https" in complaint(lakes, tmp_path)


def test_no_network_is_reported_with_the_remedy(tmp_path: Path) -> None:
    with socket.socket() as closed:  # bound, but nothing listens
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
        message = complaint(address_source(address, SourceFile("x.csv", "", "x.csv")), tmp_path)
    assert "no connection, 3 times; check the connection" in message
    assert "--mirror or --offline" in message


def test_wrong_checksum_shows_both_and_keeps_nothing(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(NEWER, headers=EDITION))
    message = complaint(source(server, sha256=sum_of(LAKES)), tmp_path)
    assert sum_of(LAKES) in message and sum_of(NEWER) in message
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["lakes", "lakes"]


GZIPPED = gzip.compress(LAKES, mtime=0)
ZIPPED = zipped(("lakes.csv", LAKES))

HARMFUL = {
    "page for a zip": ("lakes.zip", PAGE, "the server sent a web page"),
    "page for a gzip": ("lakes.gz", PAGE, "the server sent a web page"),
    "page for JSON": ("lakes.json", b"\xef\xbb\xbf" + PAGE, "the server sent a web page"),
    "page for CSV": ("lakes.csv", b"<html>" + LAKES, "the server sent a web page"),
    "nothing": ("lakes.csv", b"", "is empty"),
    "text for a zip": ("lakes.zip", LAKES, "damaged"),
    "truncated zip": ("lakes.zip", ZIPPED[: len(ZIPPED) // 2], "damaged"),
    "zip with a flipped bit": ("lakes.zip", ZIPPED.replace(ZIPPED[60:64], b"\0\0\0\0"), "damaged"),
    "text for a gzip": ("lakes.gz", LAKES, "damaged"),
    "truncated gzip": ("lakes.gz", GZIPPED[: len(GZIPPED) // 2], "damaged"),
    "gzip without its tail": ("lakes.gz", GZIPPED[:-6], "damaged"),
    "zip that climbs": ("lakes.zip", zipped(("../lakes.csv", LAKES)), "leads out of its folder"),
    "zip from the root": ("lakes.zip", zipped(("/lakes.csv", LAKES)), "leads out of its folder"),
    "zip for Windows": ("lakes.zip", zipped((r"C:\lakes.csv", b"x")), "leads out of its folder"),
    "zip bomb": ("lakes.zip", zipped(("zeros", bytes(70 << 20))), "expands to more than"),
    "gzip bomb": ("lakes.gz", gzip.compress(bytes(70 << 20), 9, mtime=0), "expands to more than"),
}


@pytest.mark.parametrize("case", HARMFUL)
def test_harmful_content_never_lands(server: Server, tmp_path: Path, case: str) -> None:
    name, body, reason = HARMFUL[case]
    server.script(f"/{name}", Reply(body, headers=EDITION))
    message = complaint(source(server, name), tmp_path)
    assert name in message and reason in message
    assert not list(tmp_path.rglob(f"{name}*"))


@pytest.mark.parametrize("case", HARMFUL)
def test_harmful_content_of_a_mirror_never_lands(tmp_path: Path, case: str) -> None:
    name, body, reason = HARMFUL[case]
    mirror = tmp_path / "mirror" / "lakes.example"
    mirror.mkdir(parents=True)
    (mirror / name).write_bytes(body)
    lakes = address_source("https://lakes.example", SourceFile(name, "", name))
    with pytest.raises(SourceError, match=reason):
        fetch_source(lakes, tmp_path / "raw", cache=tmp_path / "c", mirror=mirror.parent)
    assert not list((tmp_path / "raw").rglob(name))


def test_truncation_without_a_length_is_found_by_the_archive(
    server: Server, tmp_path: Path
) -> None:
    server.script("/lakes.zip", Reply(ZIPPED, drop_after=len(ZIPPED) // 2, length=False))
    assert "damaged" in complaint(source(server, "lakes.zip"), tmp_path)


def test_encoded_answer_is_refused(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(GZIPPED, headers={"Content-Encoding": "gzip"}))
    assert "is compressed" in complaint(source(server), tmp_path)


def test_empty_304_is_no_file(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(status=304))
    assert "304 Not Modified, but there is no earlier copy" in complaint(source(server), tmp_path)


HEAD = b"HTTP/1.1 200 OK\r\n"
DIGITS = b"9" * 5000

HOSTILE_ANSWERS = {
    "length of 5,000 digits": (
        HEAD + b"Content-Length: " + DIGITS + b"\r\n\r\nabc",
        "is larger than",
    ),
    "range of 5,000 digits": (
        b"HTTP/1.1 206 Part\r\nContent-Range: bytes 0-9/" + DIGITS + b"\r\n\r\nabc",
        "is larger than",
    ),
    "beginning of 5,000 digits": (
        b"HTTP/1.1 206 Part\r\nContent-Range: bytes " + DIGITS + b"-9/10\r\n\r\nabc",
        "a different part than requested, 3 times",
    ),
    "wait with an offset of a day": (
        b"HTTP/1.1 503 Busy\r\nRetry-After: Mon, 01 Jan 2024 00:00:00 +2400\r\n\r\n",
        "answers 503 Busy, 3 times",
    ),
    "wait with a huge offset": (
        b"HTTP/1.1 503 Busy\r\nRetry-After: Mon, 01 Jan 2024 00:00:00 +" + DIGITS + b"\r\n\r\n",
        "answers 503 Busy, 3 times",
    ),
    "wait beyond the last year": (
        b"HTTP/1.1 503 Busy\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 -2300\r\n\r\n",
        "answers 503 Busy, 3 times",
    ),
    "wait of 5,000 digits": (
        b"HTTP/1.1 503 Busy\r\nRetry-After: " + DIGITS + b"\r\n\r\n",
        "answers 503 Busy, 3 times",
    ),
    "negative chunk": (
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nabcde\r\n0\r\n\r\n",
        "the connection broke off, 3 times",
    ),
    "chunk of 5,000 digits": (
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + DIGITS + b"\r\nabcde\r\n0\r\n\r\n",
        "the connection broke off, 3 times",
    ),
    "chunk without a number": (
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\nabcde\r\n0\r\n\r\n",
        "the connection broke off, 3 times",
    ),
    "no such part of a whole file": (
        b"HTTP/1.1 416 No such part\r\nContent-Range: bytes */0\r\n\r\n",
        "answers 416 No such part, although the whole file was requested",
    ),
    "two lengths": (
        HEAD + b"Content-Length: 3\r\nContent-Length: 5\r\n\r\nabc",
        "Content-Length contained multiple",
    ),
    "no head": (b"\x16\x03\x01\x02\x00", "no connection, 3 times"),
}


@pytest.mark.parametrize("case", HOSTILE_ANSWERS)
def test_hostile_answer_ends_in_one_clear_error(server: Server, tmp_path: Path, case: str) -> None:
    raw, reason = HOSTILE_ANSWERS[case]
    server.script("/lakes.csv", Reply(raw=raw))
    message = complaint(source(server), tmp_path)
    assert reason in message
    assert len(message) < 400
    assert not list((tmp_path / "raw").rglob("*.csv"))


DRIPPING = {
    "body": Reply(LAKES, drip=0.1),
    "body in small chunks": Reply(
        raw=HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 5000, drip=0.01
    ),
    "head": Reply(raw=HEAD + b"X-Lakes: " + b"x" * 5000, drip=0.1),
}


@pytest.mark.parametrize("case", DRIPPING)
def test_server_of_single_bytes_is_left(server: Server, tmp_path: Path, case: str) -> None:
    server.script("/lakes.csv", DRIPPING[case])
    start = time.monotonic()
    message = complaint(source(server), tmp_path)
    assert ("no answer in time" if case == "head" else "the server is too slow, 3 times") in message
    assert time.monotonic() - start < 20


def test_slow_download_is_resumed(server: Server, tmp_path: Path) -> None:
    """What arrived in time is kept, so a server that is slow now and then still delivers."""
    slow = Reply(LAKES, headers=EDITION, stall_after=1 << 17)
    server.script("/lakes.csv", slow, Reply(LAKES, headers=EDITION))
    assert content(fetched(source(server), tmp_path)) == LAKES
    assert ranges(server)[-1] is not None


def test_download_has_an_overall_limit(server: Server, tmp_path: Path) -> None:
    """A connection that breaks after each megabyte would otherwise be resumed for ever."""
    hurried = replace(IMPATIENT, whole=0.5)
    server.script("/lakes.csv", Reply(LAKES, headers=EDITION, stall_after=HALF))
    with pytest.raises(SourceError, match="takes longer than 0 hours"):
        fetch_source(source(server), tmp_path / "raw", cache=tmp_path / "cache", patience=hurried)
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [b"404", b"503"])
def test_reason_of_the_server_cannot_steer_the_terminal(
    server: Server, tmp_path: Path, status: bytes
) -> None:
    reason = b"\x1b]0;owned\x07\x1b[2J\x9b31m" + b"long " * 1000
    server.script("/lakes.csv", Reply(raw=b"HTTP/1.1 " + status + b" " + reason + b"\r\n\r\n"))
    message = complaint(source(server), tmp_path)
    assert message.isprintable()
    assert f"answers {status.decode()} " in message and len(message) < 400


def test_place_of_a_redirect_cannot_steer_the_terminal(server: Server, tmp_path: Path) -> None:
    place = b"http://lakes.example/\x1b[2J"
    server.script("/lakes.csv", Reply(raw=b"HTTP/1.1 302 Off\r\nLocation: " + place + b"\r\n\r\n"))
    assert complaint(source(server), tmp_path).isprintable()


FAULTS = {
    "gone": Reply(status=404),
    "page": Reply(PAGE),
    "drops": Reply(NEWER, drop_after=HALF),
    "empty": Reply(),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_failed_renewal_leaves_the_last_good_state(
    server: Server, tmp_path: Path, fault: str
) -> None:
    server.script("/lakes.csv", Reply(LAKES))
    landed = fetched(source(server), tmp_path)
    server.script("/lakes.csv", FAULTS[fault])
    complaint(source(server), tmp_path)
    assert content(landed) == LAKES
    server.script("/lakes.csv", Reply(NEWER))
    assert content(fetched(source(server), tmp_path)) == NEWER


def test_one_missing_file_lands_none(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(LAKES))
    files = (SourceFile("lakes.csv", "", "lakes.csv"), SourceFile("islands.csv", "", "islands.csv"))
    assert "islands.csv answers 404" in complaint(address_source(server.address, *files), tmp_path)
    assert not (tmp_path / "raw" / "lakes" / "2025").exists()
