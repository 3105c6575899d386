"""LiteLLM's real proxy with the configuration of docs/service-presidio.md: what its model gets to see.

LiteLLM has hundreds of dependencies, so it has an environment of its own: ``make test-gateway`` makes it and
runs these tests.
"""

import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
import uvicorn

from tacknamn.service.access import hash_token
from tacknamn.service.app import make_app
from tacknamn.service.settings import ServiceLimits, ServiceSettings
from tacknamn.service.state import ServiceState
from tests.pages import ROOT, blocks

PAGE = "docs/service-presidio.md"
LITELLM = Path(os.environ.get("TACKNAMN_LITELLM", ROOT / ".venv/gateway/bin/litellm"))
TEXT = (
    "Jag heter Amina Lind, har personnummer 19850709-9805 och ringer från 192.168.0.1. Svara Amina!"
)
LONG_TEXT = TEXT * 4_000
SECRETS = ("Amina", "Lind", "19850709", "192.168")
MASTER_KEY = "sk-0123456789abcdef0123456789abcdef"
PATIENCE = 120
"""Seconds in which LiteLLM must start, or answer."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(
        not LITELLM.exists(), reason="LiteLLM is not installed; run `make test-gateway`"
    ),
]
REFUSALS: dict[str, tuple[int, dict[str, Any]]] = {
    "token": (401, {"tokens": (hash_token(b"0123456789abcdef"),)}),
    "host": (421, {"hosts": ("names.example.org",)}),
    "busy": (429, {"limits": ServiceLimits(queue=0)}),
    "slow": (504, {"limits": ServiceLimits(seconds=0.2)}),
}
"""Services that refuse: the status, and why."""


class FakeModel:
    """A model behind OpenAI's protocol, which repeats what it is told and remembers it."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        seen = self.seen

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                said = " | ".join(message["content"] for message in body["messages"])
                seen.append(said)
                if body.get("stream"):
                    parts = [said[place : place + 4] for place in range(0, len(said), 4)]
                    lines = [f"data: {write_answer('delta', part)}\n\n" for part in parts]
                    send(self, 200, "".join(lines) + "data: [DONE]\n\n", "text/event-stream")
                else:
                    send(self, 200, write_answer("message", said), "application/json")

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)


def write_answer(kind: str, content: str) -> str:
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "finish_reason": None if kind == "delta" else "stop", kind: message}
    name = "chat.completion.chunk" if kind == "delta" else "chat.completion"
    answer = {"id": "x", "object": name, "created": 1, "model": "m", "choices": [choice]}
    return json.dumps(answer)


class BrokenProxy(BaseHTTPRequestHandler):
    """What nginx answers in front of a service that it cannot reach."""

    def log_message(self, *_: Any) -> None:
        pass

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        send(self, 503, "<html>503 Service Temporarily Unavailable</html>", "text/html")


def send(handler: BaseHTTPRequestHandler, status: int, content: str, kind: str) -> None:
    body = content.encode()
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


@contextmanager
def run_server(server: ThreadingHTTPServer) -> Iterator[str]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def run_service(data: Path, **settings: Any) -> Iterator[str]:
    """Run our service on loopback, with settings that its command does not have, such as no queue."""
    state = ServiceState.open(ServiceSettings(data=str(data), **settings))
    config = uvicorn.Config(make_app(state), port=0, lifespan="off", log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    [port] = [each.getsockname()[1] for each in server.servers[0].sockets]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


def make_guardrail(name: str, address: str, *lines: str) -> str:
    """The guardrail of the page with another name and address, for requests that ask for it."""
    [shown] = [each for each in blocks(PAGE, "yaml") if each.startswith("guardrails:")]
    [entry] = shown.split("guardrails:\n")[1:]
    assert "default_on: true" in entry and "http://127.0.0.1:8765/" in entry
    entry = entry.replace("guardrail_name: names", f"guardrail_name: {name}")
    entry = entry.replace("http://127.0.0.1:8765/", f"{address}/")
    entry = entry.replace("default_on: true", "default_on: false")
    return entry + "".join(f"      {line}\n" for line in lines)


class Gateway(NamedTuple):
    """LiteLLM's proxy between the tests and the model."""

    address: str
    model: FakeModel

    def ask(self, guardrail: str, *messages: str, is_stream: bool = False) -> tuple[int, str]:
        """Send messages; return the status and the answer."""
        body = {
            "model": "m",
            "stream": is_stream,
            "messages": [{"role": "user", "content": each} for each in messages],
            "guardrails": [guardrail],
        }
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {MASTER_KEY}"}
        request = Request(f"{self.address}/v1/chat/completions", json.dumps(body).encode(), headers)
        self.model.seen.clear()
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                content = answer.read().decode()
                return answer.status, _join_parts(content) if is_stream else _read_message(content)
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()


def _read_message(content: str) -> str:
    return str(json.loads(content)["choices"][0]["message"]["content"])


def _join_parts(content: str) -> str:
    chunks = [json.loads(line[6:]) for line in content.splitlines() if line.startswith("data: {")]
    deltas = [each["choices"][0]["delta"] for each in chunks]
    return "".join(each.get("content") or "" for each in deltas)


@pytest.fixture(scope="module")
def gateway(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("litellm")
    with ExitStack() as stack:
        model = FakeModel()
        upstream = stack.enter_context(run_server(model.server))
        works = stack.enter_context(run_service(data))
        entries = [
            make_guardrail("works", works),
            make_guardrail("restores", works, "output_parse_pii: true"),
            make_guardrail("dead", "http://127.0.0.1:9"),
        ]
        broken = ThreadingHTTPServer(("127.0.0.1", 0), BrokenProxy)
        entries.append(make_guardrail("proxy", stack.enter_context(run_server(broken))))
        for name, (_, settings) in REFUSALS.items():
            entries.append(make_guardrail(name, stack.enter_context(run_service(data, **settings))))
        config = folder / "config.yaml"
        config.write_text(
            "model_list:\n  - model_name: m\n    litellm_params: {model: openai/m, "
            f'api_base: "{upstream}/v1", api_key: x}}\n'
            f"general_settings: {{master_key: {MASTER_KEY}}}\n"
            "litellm_settings: {num_retries: 0}\n"
            f"guardrails:\n{''.join(entries)}",
            "utf-8",
        )
        yield Gateway(stack.enter_context(run_litellm(config, folder / "log")), model)


@contextmanager
def run_litellm(config: Path, log: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), BrokenProxy) as probe:
        port = probe.server_port
    command = [str(LITELLM), "--config", str(config), "--host", "127.0.0.1", "--port", str(port)]
    offline = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "NO_DOCS": "True"}
    with log.open("wb") as stream:
        process = subprocess.Popen(
            command, stdout=stream, stderr=stream, cwd=config.parent, env=offline
        )
    try:
        address = f"http://127.0.0.1:{port}"
        end = time.monotonic() + PATIENCE
        while True:
            try:
                urlopen(f"{address}/health/liveliness", timeout=PATIENCE).close()
                break
            except (URLError, ConnectionError):
                assert process.poll() is None and time.monotonic() < end, log.read_text("utf-8")
                time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait(30)


def test_the_model_sees_one_placeholder_for_a_full_name(gateway: Gateway) -> None:
    status, answer = gateway.ask("works", TEXT)
    assert status == 200
    [seen] = gateway.model.seen
    assert (
        seen
        == answer
        == (
            "Jag heter <PERSON>, har personnummer <PERSONID_NR> och ringer från <IP_ADDRESS>. Svara <PERSON>!"
        )
    )


@pytest.mark.parametrize("name", [*REFUSALS, "proxy", "dead"])
def test_nothing_reaches_the_model_if_the_service_refuses(gateway: Gateway, name: str) -> None:
    status, answer = gateway.ask(name, LONG_TEXT if name == "slow" else TEXT)
    assert gateway.model.seen == []
    assert status >= 400
    assert not any(secret in answer for secret in SECRETS)
    expected = {"proxy": 503, "dead": None}.get(name) or REFUSALS.get(name, (None,))[0]
    if expected is not None:
        assert f"HTTP {expected}" in answer


@pytest.mark.parametrize("is_stream", [False, True])
def test_originals_come_back_into_the_answer(gateway: Gateway, is_stream: bool) -> None:
    status, answer = gateway.ask("restores", TEXT, is_stream=is_stream)
    assert (status, answer) == (200, TEXT)
    [seen] = gateway.model.seen
    assert seen.startswith("Jag heter <PERSON_1>, har personnummer <PERSONID_NR_2>")
    assert not any(secret in seen for secret in SECRETS)


def test_litellm_numbers_each_message_anew(gateway: Gateway) -> None:
    """What the page warns of. If this fails, LiteLLM has learnt better: take the warning out of the page."""
    _, answer = gateway.ask("restores", "Jag heter Amina Lind.", "Jag heter Kim Lind.")
    assert gateway.model.seen == ["Jag heter <PERSON_1>. | Jag heter <PERSON_1>."]
    assert answer == "Jag heter Kim Lind. | Jag heter Kim Lind."
