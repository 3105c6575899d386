"""Nothing of a text, a name, an id or an address with its query is logged or counted."""

import asyncio
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from tacknamn.service.gates import FaultBarrier
from tacknamn.service.logs import LogStream, configure_logs, log_loop_error
from tests.service.conftest import RunningService
from tests.service.sockets import connect, exchange, read_answer, write_request

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
SECRET = "Zuhayra"
CLOSE = "Connection: close"


def write_secrets() -> Iterator[bytes]:
    """Yield requests with a secret in every part."""
    text = {"text": f"Jag heter {SECRET}.", "id": SECRET}
    token = f"Authorization: Bearer {SECRET * 3}"
    for path in ("/v1/pseudonymize", "/v1/detect", f"/v1/detect?offsets=utf8&name={SECRET}"):
        yield write_request(path, text, CLOSE, token)
    yield write_request("/v1/lookup", {"form": SECRET}, CLOSE)
    yield write_request("/v1/complete", {"prefix": SECRET}, CLOSE)
    yield write_request("/v1/sample", {"label": SECRET, "original": SECRET}, CLOSE)
    yield write_request("/v1/pseudonymize", {**text, "profile": SECRET, "writer": SECRET}, CLOSE)
    yield write_request("/v1/pseudonymize", {**text, "policies": {SECRET: SECRET}}, CLOSE)
    yield write_request("/v1/detect", {SECRET: SECRET}, CLOSE)
    yield write_request("/v1/detect", f'{{"text": "{SECRET}'.encode(), CLOSE)
    yield write_request("/v1/detect", SECRET.encode(), CLOSE, f"Content-Encoding: {SECRET}")
    yield write_request("/v1/detect", SECRET.encode(), CLOSE, "Content-Encoding: gzip")
    lines = f'{{"text": "{SECRET}"}}\n{SECRET}\n'.encode()
    yield write_request("/v1/detect", lines, CLOSE, "Content-Type: application/x-ndjson")
    for path in (f"/{SECRET}", f"/problems/{SECRET}", f"/v1/{SECRET}?{SECRET}", f"/livez?{SECRET}"):
        yield write_request(path, None, CLOSE, f"Cookie: {SECRET}", f"Referer: {SECRET}")
    yield write_request("/livez", None, CLOSE, method=SECRET.upper())
    yield write_request("/livez", None, CLOSE, host=SECRET)
    yield write_request("/livez", None, CLOSE, f"Origin: {SECRET}", f"X-Forwarded-For: {SECRET}")
    yield write_request("/livez", None, f"Connection: Upgrade, {SECRET}", f"Upgrade: {SECRET}")
    yield f"{SECRET} is no HTTP\r\n\r\n".encode()
    yield write_request("/v1/detect", text)[:-3]  # half-closed in the middle
    yield f"GET /{SECRET * 10_000} HTTP/1.1\r\n".encode()


def test_logs_and_figures_have_nothing_of_a_request(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--workers", "2")
    for request in write_secrets():
        exchange(service.port, request)
    figures = b"".join(
        exchange(service.port, write_request("/metrics", None, CLOSE)) for _ in range(4)
    )
    assert service.stop() == 0
    log = service.end()
    assert log.count("POST /v1/detect 200 ") > 1, "requests are logged"
    assert b'tacknamn_requests_total{method="other"' not in figures or b"ZUH" not in figures
    for part in (SECRET, SECRET.upper(), "Jag heter", "name=", "?"):
        assert part not in log, part
        assert part.encode() not in figures, part
    assert "Traceback" not in log


def test_lines_of_the_log_have_an_address_a_status_and_a_time(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service()
    exchange(service.port, write_request("/v1/lookup", {"form": "Kim"}, CLOSE))
    service.stop()
    [line] = [line for line in service.end().splitlines() if "/v1/lookup" in line]
    time, method, route, status, milliseconds, unit = line.split()
    assert (method, route, status, unit) == ("POST", "/v1/lookup", "200", "ms")
    assert time.startswith("20") and float(milliseconds) > 0


def test_without_an_access_log_there_are_no_lines(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--no-access-log")
    exchange(service.port, write_request("/v1/lookup", {"form": "Kim"}, CLOSE))
    service.stop()
    assert "lookup" not in service.end()


class FailingApp:
    """An application whose errors quote the text."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Fail by the rules of ASGI."""
        if scope["path"] == "/late":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        try:
            raise KeyError(f"Jag heter {SECRET}")
        except KeyError:
            raise self._error from None


@pytest.mark.parametrize("path", ["/early", "/late"])
def test_an_unexpected_error_is_logged_by_its_place(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = FaultBarrier(FailingApp(ValueError(f"cannot parse {SECRET}")))
    client = TestClient(app, raise_server_exceptions=False)
    response = client.get(path)
    assert SECRET not in response.text
    if path == "/early":
        assert response.status_code == 500 and response.json()["type"] == "/problems/internal"
    assert SECRET not in caplog.text and "Traceback" not in caplog.text
    assert "ValueError at " in caplog.text and "test_private_logs.py:" in caplog.text


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the service logs, with all hooks that it sets."""
    stream = io.StringIO()
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers = []
    for module, name in ((sys, "unraisablehook"), (threading, "excepthook")):
        monkeypatch.setattr(module, name, getattr(module, name))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", stream)
        configure_logs()
    yield stream
    root.handlers = before
    root.setLevel(level)


def fail() -> None:
    raise ValueError(SECRET)


def test_no_log_record_shows_the_message_of_an_error(log: io.StringIO) -> None:
    try:
        fail()
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    assert "ValueError at test_private_logs.py:" in log.getvalue()
    assert SECRET not in log.getvalue() and log.getvalue().count("\n") == 1


def test_connections_that_we_end_are_no_errors(log: io.StringIO) -> None:
    for kind in (ConnectionAbortedError, asyncio.CancelledError):
        try:
            raise kind(SECRET)
        except BaseException:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    assert log.getvalue() == ""


def test_errors_of_threads_and_destructors_do_not_show_their_message(log: io.StringIO) -> None:
    class Broken:
        def __del__(self) -> None:
            fail()

    Broken()
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert log.getvalue().count("ValueError at ") == 2 and SECRET not in log.getvalue()


def test_errors_of_the_event_loop_do_not_show_their_message(log: io.StringIO) -> None:
    async def lose_a_task() -> None:
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        task = asyncio.ensure_future(asyncio.to_thread(fail))
        await asyncio.wait([task])
        del task
        asyncio.get_running_loop().call_soon(fail)
        await asyncio.sleep(0.01)

    asyncio.run(lose_a_task())
    assert log.getvalue().count("ValueError at ") == 2 and SECRET not in log.getvalue()


def test_the_folder_of_the_figures_has_no_text(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    service = start_service(environment={"TMPDIR": str(temporary)})
    for request in write_secrets():
        exchange(service.port, request)
    files = [file.read_bytes() for file in temporary.rglob("*") if file.is_file()]
    assert files and not any(SECRET.encode() in file for file in files)
    assert service.stop() == 0
    assert not list(temporary.iterdir()), "the folder is removed at the end"


def count_ok(port: int, requests: int) -> int:
    """Count the answers to requests on one connection."""
    request = write_request("/v1/lookup", {"form": "Kim"})
    with connect(port) as connection:
        for _ in range(requests):
            connection.sendall(request)
            assert read_answer(connection)[0] == 200
    return requests


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
@pytest.mark.parametrize("format", ["text", "json"])
def test_a_log_that_cannot_be_written_fails_no_request(
    data: Path, tmp_path: Path, format: str
) -> None:
    command = [sys.executable, "-m", "tacknamn", "serve", "--port", "0", "--json", "--data", str(data),
               "--log-format", format]  # fmt: skip
    with Path("/dev/full").open("w") as full:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=full, text=True)
    assert process.stdout is not None
    with process:
        port = int(json.loads(process.stdout.readline())["address"].rpartition(":")[2])
        assert count_ok(port, 300) == 300
        figures = exchange(port, write_request("/metrics", None, CLOSE)).decode()
        process.terminate()
        assert process.wait(60) == 0
    [dropped] = [line for line in figures.splitlines() if line.startswith("tacknamn_dropped_log_l")]
    assert dropped == "tacknamn_dropped_log_lines_total 300.0"


def test_a_line_that_was_written_in_part_does_not_spoil_the_next(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    dropped: list[bool] = []

    class Counted(LogStream):
        count_dropped = staticmethod(lambda: dropped.append(True))

    with os.fdopen(writer, "w") as file:
        log = Counted(file)
        while not dropped:
            log.write("x" * 9999 + "\n")  # more than is written at once
        log.write("lost\n")
        assert len(dropped) == 2
        received = os.read(reader, 1 << 20)
        log.write("last\n")
        received += os.read(reader, 1 << 20)
    os.close(reader)
    assert received.endswith(b"\nlast\n") and b"lost" not in received


def test_all_lines_have_one_format_of_time(start_service: Callable[..., RunningService]) -> None:
    service = start_service("--workers", "2")
    exchange(service.port, write_request("/v1/lookup", {"form": "Kim"}, CLOSE))
    service.process.send_signal(signal.SIGHUP)
    time.sleep(1.0)
    service.stop()
    lines = service.end().splitlines()
    assert [line for line in lines if "opened again" in line]
    assert all(re.match(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} ", line) for line in lines), (
        lines
    )


def test_a_log_of_json_has_one_object_on_each_line(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--log-format", "json")
    exchange(service.port, write_request("/v1/lookup", {"form": "Kim"}, CLOSE))
    service.process.send_signal(signal.SIGHUP)
    time.sleep(1.0)
    service.stop()
    lines = [json.loads(line) for line in service.end().splitlines()]
    assert {line["level"] for line in lines} == {"INFO"}
    [request] = [line for line in lines if "route" in line]
    assert (request["method"], request["route"], request["status"]) == ("POST", "/v1/lookup", 200)
    assert "the lists were opened again" in [line.get("message") for line in lines]


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="needs /proc")
def test_no_process_of_the_service_leaves_its_memory_in_a_file(
    start_service: Callable[..., RunningService],
) -> None:
    """A core file would have the key and texts."""
    service = start_service("--workers", "2")
    for pid in (service.process.pid, *service.list_workers()):
        limits = Path(f"/proc/{pid}/limits").read_text()
        [line] = [line for line in limits.splitlines() if "core file" in line]
        assert line.split()[4:6] == ["0", "0"]
