"""An application without a network, and real servers on loopback."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
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
    address: str
    port: int

    def stop(self) -> int:
        """Ask it to stop; return its exit code."""
        self.process.terminate()
        return self.process.wait(30)


@pytest.fixture
def start_service(data: Path) -> Iterator[Callable[..., RunningService]]:
    """Start a service with some options on a free port; all are stopped at the end."""
    started: list[RunningService] = []

    def start(*options: str, bundle: Path | None = None) -> RunningService:
        command = [sys.executable, "-m", "tacknamn", "serve", "--port", "0", "--json", "--data",
                   str(bundle or data), *options]  # fmt: skip
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise AssertionError(process.communicate()[1])
        address = json.loads(line)["address"]
        started.append(RunningService(process, address, int(address.rpartition(":")[2])))
        return started[-1]

    yield start
    for service in started:
        service.process.terminate()  # a killed one would leave its workers behind
        try:
            service.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            service.process.kill()
            raise


@pytest.fixture
def service(start_service: Callable[..., RunningService]) -> RunningService:
    """A real service with the default options."""
    return start_service()
