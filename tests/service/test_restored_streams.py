"""Answers that are restored while a model writes them: pauses, ends, and what the log says of them."""

import json
import runpy
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import httpx2
import pytest

from tests.pages import blocks
from tests.service.conftest import RunningService
from tests.service.sockets import connect, exchange, read_rest, write_request

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
SECONDS, PAUSE = 1.0, 4.0
TEXT = "Hej, jag heter Amina. Amina är här."
TEXT_TYPE, LINES_TYPE = "text/plain", "application/x-ndjson"


@pytest.fixture
def service(start_service: Callable[..., RunningService]) -> RunningService:
    """A service with short limits, the longer one for pauses of a model."""
    return start_service("--timeout", str(SECONDS), "--stream-pause", str(PAUSE))


def call(service: RunningService, path: str, body: object) -> dict[str, str]:
    request = Request(service.address + path, json.dumps(body).encode())
    with urlopen(request, timeout=20) as answer:
        return json.load(answer)  # type: ignore[no-any-return]


def hide(service: RunningService) -> tuple[str, str]:
    """Open a session; return its address and what it makes of the text."""
    session = f"/v1/sessions/{call(service, '/v1/sessions', {})['id']}"
    return session, call(service, f"{session}/anonymize", {"text": TEXT})["text"]


def stream(service: RunningService, session: str, kind: str, *parts: bytes | float) -> bytes:
    """Send parts in chunks, with pauses between them; return what comes back."""
    head = write_request(f"{session}/restore", None, f"Content-Type: {kind}",
                         "Transfer-Encoding: chunked", "Connection: close", method="POST")  # fmt: skip
    with connect(service.port) as connection:
        connection.sendall(head)
        for part in parts:
            if isinstance(part, float):
                time.sleep(part)
            else:
                connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        return read_rest(connection)


def find_status(log: str) -> list[str]:
    """Return the statuses of all requests to restore."""
    return [line.split()[3] for line in log.splitlines() if "/restore " in line]


@pytest.mark.parametrize("before", [b"", b"Hej. "], ids=["first", "later"])
def test_a_model_may_pause_longer_than_other_clients(
    service: RunningService, before: bytes
) -> None:
    session, sent = hide(service)
    parts: list[bytes | float] = [2.5, sent.encode(), b""]
    if before:
        parts.insert(0, before)
    answer = stream(service, session, TEXT_TYPE, *parts)
    assert TEXT in answer.partition(b"\r\n\r\n")[2].decode() and answer.endswith(b"0\r\n\r\n")
    assert service.stop() == 0
    assert find_status(service.end()) == ["200"]


def test_a_stream_that_pauses_for_too_long_is_cut_and_counted(service: RunningService) -> None:
    session, sent = hide(service)
    answer = stream(service, session, TEXT_TYPE, sent.encode() + b" Hej ", PAUSE + 2)
    assert b" 200 OK" in answer and not answer.endswith(b"0\r\n\r\n"), "it does not look complete"
    line = json.dumps({"text": f"{sent} Hej "}).encode() + b"\n"
    answer = stream(service, session, LINES_TYPE, line, PAUSE + 2)
    assert b'"status": 408' in answer and answer.endswith(b"0\r\n\r\n")
    figures = exchange(service.port, write_request("/metrics", None, "Connection: close")).decode()
    assert 'tacknamn_refused_connections_total{reason="slow-body"} 2.0' in figures
    assert service.stop() == 0
    log = service.end()
    assert find_status(log) == ["408", "408"] and "ERROR" not in log and "Runtime" not in log


def test_a_stream_that_is_no_text_is_cut(service: RunningService) -> None:
    session, sent = hide(service)
    answer = stream(service, session, TEXT_TYPE, sent.encode() + b" Hej ", 0.3, b"\xff\xff", 0.5)
    assert b" 200 OK" in answer and not answer.endswith(b"0\r\n\r\n")
    assert service.stop() == 0
    log = service.end()
    assert find_status(log) == ["422"] and "ERROR" not in log


def test_a_client_that_leaves_in_the_middle_is_logged_as_gone(service: RunningService) -> None:
    session, sent = hide(service)
    head = write_request(f"{session}/restore", None, f"Content-Type: {TEXT_TYPE}",
                         "Transfer-Encoding: chunked", method="POST")  # fmt: skip
    with connect(service.port) as connection:
        connection.sendall(
            head + b"%x\r\n%s\r\n" % (len(sent.encode()) + 5, sent.encode() + b" Hej ")
        )
        time.sleep(0.5)
    time.sleep(0.5)
    assert service.stop() == 0
    log = service.end()
    assert find_status(log) == ["499"] and "ERROR" not in log


def cut(text: str) -> Iterator[str]:
    for start in range(0, len(text), 3):
        yield text[start : start + 3]


def test_the_client_of_the_page_restores_part_by_part(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    """It needs the standard library only, and the parts of a text go to whichever worker."""
    [code] = [block for block in blocks("docs/service-sessions.md", "python") if "urlopen" in block]
    (tmp_path / "client.py").write_text(code, "utf-8")
    service = start_service("--workers", "2")
    session, sent = hide(service)
    names = runpy.run_path(str(tmp_path / "client.py"))
    assert "".join(names["restore_parts"](service.address + session, cut(sent))) == TEXT
    command = [sys.executable, str(tmp_path / "client.py"), service.address + session]
    done = subprocess.run(command, input=sent, capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (0, TEXT)


def test_httpx_restores_part_by_part(service: RunningService) -> None:
    session, sent = hide(service)
    with httpx2.Client(base_url=service.address) as client:
        restored = ""
        more: dict[str, str] = {}
        for part in cut(sent):
            body = {"text": part, "final": False, **more}
            answer = client.post(f"{session}/restore", json=body).json()
            restored += answer["text"]
            more = {"stream": answer["stream"]}
        restored += client.post(f"{session}/restore", json={"text": "", **more}).json()["text"]
    assert restored == TEXT


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_curl_reads_while_it_sends(service: RunningService) -> None:
    session, sent = hide(service)
    first, second = sent[:20].encode(), sent[20:].encode()
    command = ["curl", "-sN", "-T", ".", "-X", "POST", "-H", f"Content-Type: {TEXT_TYPE}",
               f"{service.address}{session}/restore"]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(first)
        process.stdin.flush()
        early = process.stdout.read1(100).decode()  # type: ignore[attr-defined]
        assert early and TEXT.startswith(early)
        process.stdin.write(second)
        process.stdin.close()
        assert early + process.stdout.read().decode() == TEXT
