"""Options of ``tacknamn serve`` for those who run it, and what systemd hears."""

import json
import os
import signal
import socket
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service.conftest import RunningService
from tests.service.sockets import exchange, read_rest, write_request

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TEXT = {"text": "Jag heter Anna."}


def call(path: Path, request: bytes) -> bytes:
    """Send a request to a Unix socket, and read until it is closed."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(20)
        client.connect(str(path))
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        return read_rest(client)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "http.sock"


def test_a_unix_socket_takes_the_place_of_a_port(
    start_service: Callable[..., RunningService], path: Path
) -> None:
    service = start_service("--unix-socket", str(path), "--workers", "2")
    assert service.address == f"unix:{path}"
    assert b" 200 OK" in call(path, write_request("/v1/lookup", {"form": "Kim"}))
    assert stat.S_IMODE(path.stat().st_mode) == 0o660, "only owner and group connect"
    assert service.stop() == 0
    assert not path.exists()


def test_a_socket_that_was_left_behind_is_replaced(
    start_service: Callable[..., RunningService], path: Path
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left:
        left.bind(str(path))
    start_service("--unix-socket", str(path))
    assert b" 200 OK" in call(path, write_request("/livez"))


def test_what_is_in_use_or_no_socket_is_not_replaced(
    start_service: Callable[..., RunningService], path: Path, tmp_path: Path
) -> None:
    start_service("--unix-socket", str(path))
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    for other, reason in (
        (path, "another service uses it"),
        (tmp_path / "file", "it exists and is no socket"),
        (tmp_path / "folder", "it exists and is no socket"),
        (tmp_path / "missing" / "http.sock", "No such file or directory"),
        (tmp_path / ("x" * 200), "path too long"),
    ):
        with pytest.raises(AssertionError, match=reason) as failed:
            start_service("--unix-socket", str(other))
        assert len(str(failed.value).strip().splitlines()) == 1
    assert (tmp_path / "file").read_text() == "mine"
    assert b" 200 OK" in call(path, write_request("/livez"))


def test_requests_may_name_further_profiles(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    file = tmp_path / "ward.toml"
    kept = ", ".join(f'firstname_{kind} = "keep"' for kind in ("female", "male", "unknown"))
    file.write_text(f'format = 1\nextends = "swell"\nlabels = {{ {kept} }}\n', "utf-8")
    service = start_service("--profile-file", f"ward={file}")
    for profile, is_kept in (("ward", True), ("swell", False)):
        request = write_request(
            "/v1/pseudonymize", {**TEXT, "profile": profile}, "Connection: close"
        )
        answer = json.loads(exchange(service.port, request).partition(b"\r\n\r\n")[2])
        assert ("Anna" in answer["text"]) is is_kept
    unknown = write_request("/v1/detect", {**TEXT, "profile": "wrad"}, "Connection: close")
    assert b"ward" in exchange(service.port, unknown), "the message suggests it"


@pytest.mark.parametrize("option", ["ward", "ward=", "=ward.toml", "swell=ward.toml"])
def test_wrong_profile_options_are_one_clear_line(
    start_service: Callable[..., RunningService], option: str
) -> None:
    with pytest.raises(AssertionError, match=f"--profile-file {option}: ") as failed:
        start_service("--profile-file", option)
    assert len(str(failed.value).strip().splitlines()) == 1


@pytest.mark.parametrize("origin", ["*", "https://a.example/", "a.example", "https://*.a.example"])
def test_an_origin_that_no_browser_sends_is_one_clear_line(
    start_service: Callable[..., RunningService], origin: str
) -> None:
    with pytest.raises(AssertionError, match=r"--cors .*: write an origin as browsers") as failed:
        start_service("--cors", origin)
    assert len(str(failed.value).strip().splitlines()) == 1


def test_a_mistake_in_a_further_profile_ends_the_start(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    (tmp_path / "ward.toml").write_text("extends = 3")
    for name in ("ward.toml", "missing.toml"):
        with pytest.raises(AssertionError, match=name):
            start_service("--profile-file", f"ward={tmp_path / name}")


class Manager:
    """Receives what a service sends to systemd."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(20)

    def receive(self) -> str:
        """Return the next message."""
        return self._socket.recv(1000).decode()

    def receive_until(self, wanted: str) -> str:
        """Return the next message that begins like this; a watchdog may be heard before."""
        while not (message := self.receive()).startswith(wanted):
            assert message == "WATCHDOG=1"
        return message

    def close(self) -> None:
        """Receive no more."""
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(tmp_path / "notify")
    yield made
    made.close()


def test_systemd_hears_how_the_service_is(
    start_service: Callable[..., RunningService], manager: Manager
) -> None:
    service = start_service(environment={"NOTIFY_SOCKET": str(manager.path)})
    assert manager.receive() == "READY=1"
    assert manager.receive() == "WATCHDOG=1", "a worker gave a sign of life"
    service.process.send_signal(signal.SIGHUP)
    reload = manager.receive_until("RELOADING=1")
    microseconds = int(reload.partition("MONOTONIC_USEC=")[2])
    assert 0 <= time.monotonic_ns() // 1000 - microseconds < 60_000_000
    manager.receive_until("READY=1")
    service.process.terminate()
    manager.receive_until("STOPPING=1")
    assert service.process.wait(60) == 0


def test_systemd_hears_no_watchdog_while_all_workers_hang(
    start_service: Callable[..., RunningService], manager: Manager
) -> None:
    service = start_service(environment={"NOTIFY_SOCKET": str(manager.path)})
    manager.receive_until("READY=1")
    time.sleep(0.5)
    for pid in service.list_workers():
        os.kill(pid, signal.SIGSTOP)
    manager._socket.settimeout(12)
    with pytest.raises(TimeoutError):
        for _ in range(3):  # those that were due
            manager.receive()


def test_a_service_without_a_manager_sends_nothing(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    service = start_service(environment={"NOTIFY_SOCKET": str(tmp_path / "gone")})
    assert b" 200 OK" in exchange(service.port, write_request("/livez", None, "Connection: close"))


def test_the_public_address_is_a_host_name(start_service: Callable[..., RunningService]) -> None:
    service = start_service("--public-url", "https://names.example.org/")

    def ask(host: str) -> bytes:
        request = f"GET /reconcile HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        return exchange(service.port, request.encode())

    answer = ask("names.example.org")
    assert b" 200 OK" in answer and b'"https://names.example.org/reconcile/view?id=' in answer
    assert b" 421 " in ask("other.example.org")


@pytest.mark.parametrize(
    "url",
    ["names.example.org", "ftp://x", "https://", "https://x?y", "https://a@x", "https://x/#a"],
)
def test_a_public_address_is_one_of_http(
    start_service: Callable[..., RunningService], url: str
) -> None:
    with pytest.raises(AssertionError, match="write the address that clients use"):
        start_service("--public-url", url)
