"""Put load on a server: as much as it can take (wrk), or so many requests a second and no more.

The second way sends each request at its time, whether or not earlier ones were answered, and counts from
that time: a server that stops for a moment makes all requests of that moment late, as for real clients.
"""

import asyncio
import json
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["Load", "has_wrk", "measure_steady", "measure_throughput"]

_SCRIPT = """
local bodies, at = {}, 0
for line in io.lines("BODIES") do bodies[#bodies + 1] = line end
request = function()
  at = at % #bodies + 1
  return wrk.format("POST", nil, {["Content-Type"] = "application/json"}, bodies[at])
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(99), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
"""
_CONNECTIONS = 64


@dataclass(frozen=True, slots=True)
class Load:
    """What a load showed."""

    rate: float
    """Answers a second."""
    late: float
    """Milliseconds within which 99 of 100 requests were answered."""
    failed: int


def has_wrk() -> bool:
    """Whether the load generator is installed."""
    return shutil.which("wrk") is not None


def measure_throughput(
    url: str, bodies: Sequence[object], seconds: int, connections: int = 8
) -> Load:
    """Send requests as fast as the server answers them."""
    with tempfile.TemporaryDirectory() as folder:
        file, script = Path(folder, "bodies"), Path(folder, "load.lua")
        file.write_text("".join(json.dumps(body) + "\n" for body in bodies), "utf-8")
        script.write_text(_SCRIPT.replace("BODIES", str(file)), "utf-8")
        command = [
            "wrk",
            "-t1",
            f"-c{connections}",
            f"-d{seconds}s",
            "--timeout",
            "30s",
            "-s",
            str(script),
        ]
        done = subprocess.run([*command, url], capture_output=True, check=True, encoding="utf-8")
    found = re.search(r"^RESULT (\d+) (\d+) (\d+) (\d+)$", done.stdout, re.MULTILINE)
    assert found is not None, done.stdout
    requests, microseconds, late, failed = map(int, found.groups())
    return Load(requests / microseconds * 1e6, late / 1000, failed)


def measure_steady(url: str, bodies: Sequence[object], seconds: int, rate: float) -> Load:
    """Send a number of requests a second, each at its time."""
    return asyncio.run(
        _send_steadily(url, [json.dumps(body).encode() for body in bodies], seconds, rate)
    )


async def _send_steadily(url: str, bodies: Sequence[bytes], seconds: int, rate: float) -> Load:
    parts = urlsplit(url)
    assert parts.hostname is not None
    idle: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
    for _ in range(_CONNECTIONS):
        idle.put_nowait(await asyncio.open_connection(parts.hostname, parts.port))
    head = (
        f"POST {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
    )
    times: list[float] = []
    failed = 0

    async def send(body: bytes, due: float) -> None:
        nonlocal failed
        reader, writer = await idle.get()
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
        await reader.readexactly(int(size[1]) if size else 0)
        failed += not answer.startswith(b"HTTP/1.1 200")
        times.append(time.perf_counter() - due)
        idle.put_nowait((reader, writer))

    began = time.perf_counter()
    tasks = []
    for number, body in zip(range(round(seconds * rate)), cycle(bodies), strict=False):
        due = began + number / rate
        if (early := due - time.perf_counter()) > 0:
            await asyncio.sleep(early)
        tasks.append(asyncio.create_task(send(body, due)))
    await asyncio.gather(*tasks)
    took = time.perf_counter() - began
    while not idle.empty():
        idle.get_nowait()[1].close()
    return Load(len(times) / took, statistics.quantiles(times, n=100)[98] * 1000, failed)
