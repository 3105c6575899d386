"""Workers that die or hang, lists that are replaced, and the end: with real processes and signals."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from tests.service.conftest import RunningService
from tests.service.sockets import connect, exchange, read_answer, write_request

pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find workers"),
]
LOOKUP = write_request("/v1/lookup", {"form": "Kim"})
PATIENCE = 60.0


@dataclass
class Client:
    """A client that sends requests on one connection, one after the other, until it is stopped."""

    port: int
    answered: int = 0
    broken: list[str] = field(default_factory=list)
    """Why requests had no answer, or a wrong one."""
    is_told_to_close: bool = False
    """Whether the service said that it would close the connection."""

    def run(self, has_ended: threading.Event) -> None:
        """Send requests."""
        with suppress(OSError), connect(self.port) as connection:
            while not has_ended.is_set() and not self.is_told_to_close:
                try:
                    connection.sendall(LOOKUP)
                    status, head, body = read_answer(connection)
                except OSError as exc:
                    self.broken.append(type(exc).__name__)
                    return
                if status != 200 or b'"form": "Kim"' not in body:
                    self.broken.append(str(status))
                self.answered += 1
                self.is_told_to_close = b"connection: close" in head


@contextmanager
def load(port: int, clients: int = 4) -> Iterator[list[Client]]:
    """Let some clients send requests in the background, and wait until all have had answers."""
    has_ended = threading.Event()
    all_clients = [Client(port) for _ in range(clients)]
    threads = [threading.Thread(target=each.run, args=(has_ended,)) for each in all_clients]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: all(each.answered > 10 or each.broken for each in all_clients))
        yield all_clients
    finally:
        has_ended.set()
        for thread in threads:
            thread.join(PATIENCE)


def wait_until(is_true: Callable[[], object]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < end, "this did not happen"
        time.sleep(0.05)


def test_a_killed_worker_is_replaced_and_the_others_go_on(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--workers", "3")
    wait_until(lambda: len(service.list_workers()) == 3)
    with load(service.port, 8) as clients:
        killed = service.list_workers()[0]
        os.kill(killed, signal.SIGKILL)
        wait_until(
            lambda: killed not in service.list_workers() and len(service.list_workers()) == 3
        )
        before = sum(client.answered for client in clients)
        wait_until(lambda: sum(client.answered for client in clients) > before + 50)
    broken = [client for client in clients if client.broken]
    assert len(broken) < len(clients), "only clients of the killed worker lost their connection"
    assert all(
        client.broken in (["ConnectionResetError"], ["BrokenPipeError"]) for client in broken
    )
    assert service.stop() == 0
    assert "a worker ended (signal SIGKILL) and is replaced" in service.end()


def test_a_worker_that_hangs_is_replaced(start_service: Callable[..., RunningService]) -> None:
    service = start_service("--workers", "2", "--timeout", "0.5")
    wait_until(lambda: len(service.list_workers()) == 2)
    stopped = service.list_workers()[0]
    os.kill(stopped, signal.SIGSTOP)
    wait_until(lambda: stopped not in service.list_workers())
    assert b" 200 OK" in exchange(service.port, write_request("/livez"))
    assert service.stop() == 0
    assert "a worker gave no sign of life" in service.end()


def test_workers_end_without_their_supervisor(start_service: Callable[..., RunningService]) -> None:
    service = start_service("--workers", "2")
    workers = service.list_workers()
    service.process.kill()
    service.process.wait(PATIENCE)
    wait_until(lambda: not any(map(is_running, workers)))


def is_under_way(port: int) -> bool:
    """Whether a request is being answered, besides the one that asks."""
    figures = exchange(port, write_request("/metrics", None, "Connection: close"))
    return b"tacknamn_requests_under_way 2.0" in figures


def is_running(pid: int) -> bool:
    """Whether a process runs; one that ended and that no one asked about does not."""
    with suppress(OSError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False


def test_no_request_fails_while_the_lists_are_replaced(
    start_service: Callable[..., RunningService], data: Path, tmp_path: Path
) -> None:
    bundle = shutil.copytree(data, tmp_path / "lists")
    service = start_service("--workers", "2", bundle=bundle)
    with load(service.port) as clients:
        for number in range(3):
            shutil.copytree(data, tmp_path / "next")
            bundle.rename(tmp_path / f"old{number}")
            (tmp_path / "next").rename(bundle)
            shutil.rmtree(tmp_path / f"old{number}")
            service.process.send_signal(signal.SIGHUP)
            goals = [client.answered + 100 for client in clients]
            for client, goal in zip(clients, goals, strict=True):
                wait_until(partial(has_reached, client, goal))
    assert [client.broken for client in clients] == [[]] * len(clients)
    assert service.stop() == 0
    log = service.end()
    assert log.count("the lists were opened again") == 3 and "ERROR" not in log


def has_reached(client: Client, goal: int) -> bool:
    """Whether a client has so many answers, or goes on no longer."""
    return client.answered > goal or bool(client.broken)


def test_requests_wait_for_lists_that_are_overwritten_in_place(
    start_service: Callable[..., RunningService], data: Path, tmp_path: Path
) -> None:
    """A worker that reads a page that is gone dies, and so would each that takes its place."""
    bundle = shutil.copytree(data, tmp_path / "lists")
    service = start_service("--workers", "2", bundle=bundle)
    wait_until(lambda: len(service.list_workers()) == 2)
    for file in bundle.glob("*.bin"):
        os.truncate(file, 0)
    for pid in service.list_workers():
        os.kill(pid, signal.SIGBUS)  # what a read does, if the page is not there
    wait_until(lambda: not service.list_workers())
    with connect(service.port) as connection:
        connection.sendall(LOOKUP)
        time.sleep(2.5)
        assert service.process.poll() is None
        for file in data.glob("*.bin"):
            shutil.copyfile(file, bundle / file.name)
        assert read_answer(connection)[0] == 200
    wait_until(lambda: len(service.list_workers()) == 2)
    assert service.stop() == 0
    log = service.end()
    assert log.count("the lists changed while they were in use") == 1 and "rename" in log
    assert "start again" not in log and "run the same again" not in log  # nobody needs to
    assert log.count("the lists were opened again") == 1


def test_a_service_without_lists_can_be_stopped(
    start_service: Callable[..., RunningService], data: Path, tmp_path: Path
) -> None:
    bundle = shutil.copytree(data, tmp_path / "lists")
    service = start_service(bundle=bundle)
    shutil.rmtree(bundle)
    wait_until(service.list_workers)
    os.kill(service.list_workers()[0], signal.SIGBUS)
    wait_until(lambda: not service.list_workers())
    assert service.stop() == 0


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut off": lambda bundle: os.truncate(bundle / "forms.bin", 10),
    "a file missing": lambda bundle: (bundle / "entries.bin").unlink(),
    "gone": shutil.rmtree,
    "no manifest": lambda bundle: (bundle / "manifest.json").write_text("{}"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_lists_are_not_taken(
    start_service: Callable[..., RunningService],
    data: Path,
    tmp_path: Path,
    damage: Callable[[Path], object],
) -> None:
    bundle = shutil.copytree(data, tmp_path / "lists")
    service = start_service(bundle=bundle)
    bundle.rename(tmp_path / "old")
    damage(shutil.copytree(data, bundle))
    with load(service.port, 2) as clients:
        service.process.send_signal(signal.SIGHUP)
        before = clients[0].answered
        wait_until(lambda: clients[0].answered > before + 200)
    assert [client.broken for client in clients] == [[], []]
    assert service.stop() == 0
    log = service.end()
    assert "the lists cannot be opened, and the old ones stay in use: " in log
    assert "Traceback" not in log


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_requests_under_way_are_answered_at_the_end(
    start_service: Callable[..., RunningService], number: signal.Signals
) -> None:
    service = start_service("--workers", "2")
    with load(service.port) as clients:
        service.process.send_signal(number)
        wait_until(lambda: all(client.is_told_to_close or client.broken for client in clients))
    assert [client.broken for client in clients] == [[]] * len(clients)
    assert service.process.wait(PATIENCE) == 0
    with pytest.raises(OSError):
        connect(service.port)


def test_a_long_text_is_finished_at_the_end(start_service: Callable[..., RunningService]) -> None:
    service = start_service()
    text = "Jag heter Anna och bor i Lund. " * 10_000
    with connect(service.port, PATIENCE) as connection:
        connection.sendall(write_request("/v1/pseudonymize", {"text": text, "spans": False}))
        wait_until(lambda: is_under_way(service.port))
        service.process.terminate()
        status, head, _ = read_answer(connection)
    assert status == 200 and b"connection: close" in head
    assert service.process.wait(PATIENCE) == 0


def test_ctrl_c_reaches_all_processes_and_ends_them(
    start_service: Callable[..., RunningService],
) -> None:
    """A terminal sends SIGINT to the workers as well."""
    service = start_service("--workers", "2")
    wait_until(lambda: len(service.list_workers()) == 2)
    for pid in (*service.list_workers(), service.process.pid):
        os.kill(pid, signal.SIGINT)
    assert service.process.wait(PATIENCE) == 0
    assert "Traceback" not in service.end()


def test_the_second_signal_ends_at_once(start_service: Callable[..., RunningService]) -> None:
    service = start_service("--timeout", "60")
    with connect(service.port) as connection:
        connection.sendall(LOOKUP[:-1])
        wait_until(lambda: is_under_way(service.port))
        service.process.terminate()
        with pytest.raises(subprocess.TimeoutExpired):
            service.process.wait(1.0)
        service.process.terminate()
        began = time.monotonic()
        service.process.wait(PATIENCE)
    assert time.monotonic() - began < 20


def test_a_signal_directly_after_the_start_is_not_lost(
    start_service: Callable[..., RunningService],
) -> None:
    for _ in range(3):
        service = start_service("--workers", "2")
        service.process.terminate()
        began = time.monotonic()
        assert service.process.wait(PATIENCE) in (0, -signal.SIGTERM)
        assert time.monotonic() - began < 20, "workers were ended by force"


def test_workers_that_cannot_work_end_the_service(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service()
    end = time.monotonic() + PATIENCE
    while service.process.poll() is None and time.monotonic() < end:
        for pid in service.list_workers():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)
    assert service.process.wait(PATIENCE) == 1, "with 2, systemd would not start it again"
    log = service.end()
    assert "workers ended at once; see the lines above" in log.splitlines()[-1]
    assert "Traceback" not in log


def test_a_port_in_use_is_one_clear_line(start_service: Callable[..., RunningService]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AssertionError) as failed:
            start_service("--port", str(port))
    [line] = str(failed.value).strip().splitlines()
    assert f"cannot listen on 127.0.0.1, port {port}: Address already in use" in line


def test_http_clients_of_python_work(start_service: Callable[..., RunningService]) -> None:
    """The requests of this module are written by hand; a library's must have the same answers."""
    service = start_service()
    connection = http.client.HTTPConnection("localhost", service.port, timeout=PATIENCE)
    for _ in range(3):
        connection.request("POST", "/v1/lookup", b'{"form": "Kim"}')
        assert connection.getresponse().read().startswith(b'{"form": "Kim"')
    connection.close()
