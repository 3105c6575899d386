"""Sessions on a real service: several workers, killed ones, reload, and what is left at the end."""

import json
import os
import re
import signal
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import InputError
from tacknamn.service.sessions.folder import share_sessions
from tests.service.conftest import RunningService
from tests.service.sockets import exchange, write_request

PREFIX = "tacknamn-sessions-"
NAMES = ("Amina", "Karin", "Lisbet", "Greta", "Hilda", "Sigrid", "Tyra", "Ulrika")


def call(service: RunningService, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """Send a request on a connection of its own, so that any worker may answer it."""
    connection = HTTPConnection("127.0.0.1", service.port, timeout=60)
    try:
        connection.request(method, path, None if body is None else json.dumps(body))
        response = connection.getresponse()
        content = response.read()
        return response.status, json.loads(content) if content else None
    finally:
        connection.close()


def open_session(service: RunningService) -> str:
    status, answer = call(service, "POST", "/v1/sessions", {})
    assert status == 201
    return f"/v1/sessions/{answer['id']}"


def anonymize(service: RunningService, session: str, text: str) -> str:
    status, answer = call(service, "POST", f"{session}/anonymize", {"text": text})
    assert status == 200, answer
    return str(answer["text"])


def list_workers(service: RunningService) -> list[int]:
    path = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
    return [int(pid) for pid in path.read_text().split()]


def is_running(pid: int) -> bool:
    """Whether a thread of a process has not ended (``Z``); until then its files and locks are held."""
    states = (thread.read_text("utf-8") for thread in Path("/proc").glob(f"{pid}/task/*/stat"))
    try:
        return any(state.rpartition(") ")[2][0] != "Z" for state in states)
    except OSError:  # it ended just now
        return is_running(pid)


def find_folder(service: RunningService) -> Path:
    """Find the folder of a service by the file in it that the service holds open."""
    for handle in Path(f"/proc/{service.process.pid}/fd").iterdir():
        folder = handle.readlink().parent
        if folder.name.startswith(PREFIX):
            return folder
    raise AssertionError("the service holds no folder of sessions")


def test_sessions_in_a_folder_survive_a_restart_and_a_reload(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    folder = tmp_path / "sessions"
    options = ("--session-folder", str(folder), "--workers", "2")
    service = start_service(*options)
    session = open_session(service)
    sent = anonymize(service, session, "Jag heter Amina.")
    service.process.send_signal(signal.SIGHUP)
    assert call(service, "POST", f"{session}/restore", {"text": sent})[1]["restored"] == 1
    assert service.stop() == 0
    assert folder.stat().st_mode & 0o077 == 0
    again = start_service(*options)
    restored = call(again, "POST", f"{session}/restore", {"text": sent})
    assert restored == (200, {"text": "Jag heter Amina.", "restored": 1})
    assert anonymize(again, session, "Jag heter Amina.") == sent
    figures = exchange(again.port, write_request("/metrics", None, "Connection: close"))
    assert b"tacknamn_sessions 1.0" in figures and b"tacknamn_session_bytes 4096.0" in figures
    for name in ("lists_opened_timestamp_seconds", "lists_made_timestamp_seconds", "memory_bytes"):
        [line] = re.findall(rf"^tacknamn_{name} (.*)$", figures.decode(), re.MULTILINE)
        assert float(line) > 1_000_000, name


def test_a_folder_for_sessions_that_cannot_be_written_ends_the_start(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "missing" / "folder", Path("/proc")):
        with pytest.raises(AssertionError, match=r"--session-folder .*; name a folder"):
            start_service("--session-folder", str(folder))


@pytest.mark.skipif(os.name == "nt", reason="has other permissions")
def test_a_folder_for_sessions_is_for_its_owner_alone(tmp_path: Path) -> None:
    private, link, open_ = (tmp_path / name for name in ("private", "link", "open"))
    with share_sessions(private), share_sessions(private):
        assert private.stat().st_mode & 0o777 == 0o700
    link.symlink_to(private)
    open_.mkdir()
    for folder, mode, said in (
        (link, 0o700, "is a symbolic link; name a folder"),
        (open_, 0o755, "others can open it; .* chmod 700"),
        (open_, 0o730, "others can open it; .* chmod 700"),
    ):
        private.chmod(0o700)
        open_.chmod(mode)
        with pytest.raises(InputError, match=said), share_sessions(folder):
            pass


def test_simultaneous_requests_keep_one_mapping(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--workers", "2")
    session = open_session(service)

    def work(number: int) -> tuple[str, str]:
        name = NAMES[number % len(NAMES)]
        return name, anonymize(service, session, f"Hej, jag heter {name}.")

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(work, range(96)))
    pseudonyms = {name: {text for other, text in answers if other == name} for name in NAMES}
    assert all(len(texts) == 1 for texts in pseudonyms.values())
    assert len(set.union(*pseudonyms.values())) == len(NAMES)
    assert call(service, "GET", session)[1]["texts"] == 96
    for name, text in answers[: len(NAMES)]:
        restored = call(service, "POST", f"{session}/restore", {"text": text})[1]
        assert restored["text"] == f"Hej, jag heter {name}."


def test_a_session_survives_killed_workers_and_a_reload(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--workers", "2")
    session = open_session(service)
    sent = anonymize(service, session, "Jag heter Amina.")
    for pid in list_workers(service):
        os.kill(pid, signal.SIGKILL)
    service.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + 60
    while True:
        try:
            status, answer = call(service, "POST", f"{session}/restore", {"text": sent})
            break
        except OSError:  # the connection was with a worker that died
            assert time.monotonic() < end
            time.sleep(0.1)
    assert (status, answer["text"]) == (200, "Jag heter Amina.")
    assert anonymize(service, session, "Jag heter Amina.") == sent


def test_a_worker_killed_at_work_leaves_the_session_whole(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--workers", "2")
    session = open_session(service)
    sent = anonymize(service, session, "Jag heter Amina.")
    with ThreadPoolExecutor(8) as pool:
        texts = [f"Jag heter {NAMES[n % 8]}, ring 070-123 45 {n:02}." for n in range(80)]
        futures = [pool.submit(anonymize, service, session, text) for text in texts]
        time.sleep(0.1)
        for pid in list_workers(service):
            os.kill(pid, signal.SIGKILL)
        for future in futures:
            future.exception()
    end = time.monotonic() + 60
    while True:
        try:
            assert anonymize(service, session, "Jag heter Amina.") == sent
            break
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.1)


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="this system has no folder in memory")
def test_nothing_is_left_when_the_service_stops(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service()
    anonymize(service, open_session(service), "Jag heter Amina.")
    folder = find_folder(service)
    assert folder.stat().st_mode & 0o077 == 0
    assert service.stop() == 0
    assert not folder.exists()


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="this system has no folder in memory")
def test_what_a_killed_service_left_is_removed_by_the_next(
    start_service: Callable[..., RunningService],
) -> None:
    killed = start_service()
    anonymize(killed, open_session(killed), "Jag heter Amina.")
    left = find_folder(killed)
    running = start_service()
    workers = list_workers(killed)
    for pid in (killed.process.pid, *workers):
        os.kill(pid, signal.SIGKILL)
    killed.process.wait()
    end = time.monotonic() + 30
    while any(is_running(pid) for pid in workers):
        assert time.monotonic() < end
        time.sleep(0.05)
    with share_sessions():
        assert not left.exists()
    assert call(running, "POST", "/v1/sessions", {})[0] == 201


def test_expired_sessions_are_swept_without_a_request(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--session-ttl", "1")
    open_session(service)
    folder = find_folder(service)
    assert len(list(folder.glob("*.session"))) == 1
    end = time.monotonic() + 30
    while list(folder.glob("*.session")):
        assert time.monotonic() < end
        time.sleep(0.2)


def test_restored_text_arrives_while_the_answer_is_still_sent(service: RunningService) -> None:
    session = open_session(service)
    sent = anonymize(service, session, "Amina bor i Malmö.").encode()
    head = f"POST {session}/restore HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
    with socket.create_connection(("127.0.0.1", service.port), timeout=30) as connection:
        connection.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        for start in range(0, len(sent) - 1, 2):
            part = sent[start : start + 2]
            connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        received = b""
        while b"Amina" not in received:  # the end of the answer was not sent yet
            received += connection.recv(4096)
        rest = sent[start + 2 :]
        connection.sendall(b"%x\r\n%s\r\n" % (len(rest), rest) if rest else b"")
        connection.sendall(b"0\r\n\r\n")
        while not received.endswith(b"0\r\n\r\n"):
            received += connection.recv(4096)
    assert "Malmö".encode() in received
