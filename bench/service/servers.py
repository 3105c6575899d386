"""Start the servers that are measured, each in processes of its own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

from bench.versions import ROOT

__all__ = ["Server", "call", "run_ours", "run_presidio"]

_PATIENCE = 120
"""Seconds in which a server must answer."""


class Server:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address

    @property
    def pids(self) -> list[int]:
        """The process and its children."""
        tasks = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [self.process.pid, *map(int, tasks.read_text("ascii").split())]

    def read_memory(self) -> tuple[float, float]:
        """Return megabytes of all processes: resident, shared pages counted once, and private."""
        resident = private = 0
        for pid in self.pids:
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
                name, _, rest = line.partition(":")
                if name == "Pss":
                    resident += int(rest.split()[0])
                elif name in ("Private_Clean", "Private_Dirty"):
                    private += int(rest.split()[0])
        return resident / 1024, private / 1024

    def count_files(self) -> int:
        """Return the open file descriptors of all processes."""
        return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in self.pids)


def call(address: str, path: str, body: object) -> object:
    """Send a body as JSON and return the answer."""
    request = Request(
        address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urlopen(request, timeout=_PATIENCE) as answer:
        return json.load(answer)


@contextmanager
def run_ours(bundle: Path, workers: int) -> Iterator[Server]:
    """Run our service."""
    command = [sys.executable, "-m", "tacknamn", "serve", "--port", "0", "--json", "--data", str(bundle),
               "--workers", str(workers), "--no-access-log"]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        assert process.stdout is not None
        yield Server(process, json.loads(process.stdout.readline())["address"])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


@contextmanager
def run_presidio(model: Path, workers: int) -> Iterator[Server]:
    """Run Presidio's analyzer behind gunicorn, as its image does."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "-w", str(workers), "-b", f"127.0.0.1:{port}",
               "--log-level", "error", "bench.service.presidio_app:make_app()"]  # fmt: skip
    process = subprocess.Popen(
        command, cwd=ROOT, encoding="utf-8", env={**os.environ, "BENCH_MODEL": str(model)}
    )
    server = Server(process, f"http://127.0.0.1:{port}")
    try:
        _wait(server)
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def _wait(server: Server) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            call(server.address, "/analyze", {"text": "Hi", "language": "en"})
        except (URLError, ConnectionError):
            if server.process.poll() is not None:
                break
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("Presidio's server does not answer")
