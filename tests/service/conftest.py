"""An application without a network, and real servers on loopback."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn.service.app import make_app
from tacknamn.service.settings import ServiceSettings
from tacknamn.service.state import ServiceState

HOST = "testserver"
"""The name by which the test client calls."""
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


SERVERS = {"service", "start_service", "start_shared"}
"""The fixtures that start servers."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave tests with real servers to ``make test-slow``."""
    for item in items:
        if SERVERS & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def state(data: Path) -> ServiceState:
    """The state of a service with a small bundle."""
    return ServiceState.open(ServiceSettings(data=str(data), hosts=(HOST,)))


@pytest.fixture(scope="session")
def client(state: ServiceState) -> TestClient:
    """A client of that service."""
    return TestClient(make_app(state), raise_server_exceptions=False)


@pytest.fixture(scope="session")
def make_client(data: Path) -> Callable[..., TestClient]:
    """Make a client of a service with other settings."""

    def make(**settings: Any) -> TestClient:
        full = ServiceSettings(**{"data": str(data), "hosts": (HOST,), **settings})
        return TestClient(make_app(ServiceState.open(full)), raise_server_exceptions=False)

    return make


@dataclass(frozen=True)
class RunningService:
    """A real service in a process of its own."""

    process: subprocess.Popen[str]
    log: Path
    address: str
    port: int

    def stop(self) -> int:
        """Ask it to stop; return its exit code."""
        self.process.terminate()
        return self.process.wait(60)

    def end(self) -> str:
        """End it at once, with its workers; return what it logged."""
        if self.process.poll() is None:
            for pid in self.list_workers():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.log.read_text("utf-8")

    def list_workers(self) -> list[int]:
        """List the processes of its workers."""
        file = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in file.read_text().split()]


@contextmanager
def start_services(data: Path, folder: Path) -> Iterator[Callable[..., RunningService]]:
    """Start services with some options on free ports; all are stopped at the end."""
    started: list[RunningService] = []

    def start(
        *options: str,
        bundle: Path | None = None,
        files: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> RunningService:
        command = [sys.executable, "-m", "tacknamn", "serve", "--port", "0", "--json", "--data",
                   str(bundle or data), *options]  # fmt: skip
        if files is not None:
            command = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
        log = folder / f"{len(list(folder.iterdir()))}.log"
        with log.open("w") as stream:  # nothing would read a pipe, so it would fill up
            process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=stream,
                encoding="utf-8",
                env={**os.environ, **(environment or {})},
            )
        assert process.stdout is not None
        line = process.stdout.readline()
        address = json.loads(line)["address"] if line else ""
        port = address.rpartition(":")[2]
        service = RunningService(process, log, address, int(port) if port.isdigit() else 0)
        if not line:
            raise AssertionError(service.end())
        started.append(service)
        return service

    try:
        yield start
    finally:
        for service in started:
            service.end()


@pytest.fixture
def start_service(data: Path, tmp_path: Path) -> Iterator[Callable[..., RunningService]]:
    """Start a service with some options on a free port; all are stopped at the end."""
    (folder := tmp_path / "logs").mkdir()
    with start_services(data, folder) as start:
        yield start


@pytest.fixture(scope="module")
def start_shared(
    data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., RunningService]]:
    """Start a service that the tests of a module share."""
    with start_services(data, tmp_path_factory.mktemp("logs")) as start:
        yield start


@pytest.fixture
def service(start_service: Callable[..., RunningService]) -> RunningService:
    """A real service with the default options."""
    return start_service()
