"""The page on sessions: its examples run, and its wrapper keeps names from a model."""

import codecs
import json
import re
import runpy
from collections.abc import Iterable, Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from tacknamn import Lexicon
from tacknamn.session import Session
from tests.pages import ROOT, blocks, run_examples

PAGE = "docs/service-sessions.md"
DEFAULT_LISTS = ROOT / "build" / "default"
MOST_LINES = 30


def test_the_examples_print_what_is_shown(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    has_lists = (DEFAULT_LISTS / "manifest.json").exists()
    monkeypatch.setenv("TACKNAMN_DATA", str(DEFAULT_LISTS if has_lists else data))
    if not has_lists:
        pytest.skip("make build was not run")
    assert run_examples(PAGE, True).failed == 0


class FakeModel(BaseHTTPRequestHandler):
    """A model that repeats what it read, inflected, in chunks of three characters."""

    seen: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.seen.append(body.decode())
        *_, last = json.loads(body)
        name = re.findall(r"heter (\w+)", last["content"])[0]
        reply = f"Hej {name}! {name}s nummer är [phone_nr 1]. {name.upper()}! {last['content']}"
        self.send_response(200)
        self.end_headers()
        for start in range(0, len(reply), 3):
            self.wfile.write(reply[start : start + 3].encode())
            self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    FakeModel.seen.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), FakeModel)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_wrapper_hides_names_from_a_model(data: Path, port: int, tmp_path: Path) -> None:
    [code] = [block for block in blocks(PAGE, "python") if "def hide_names" in block]
    assert len(code.splitlines()) <= MOST_LINES
    (tmp_path / "wrapper.py").write_text(code, "utf-8")
    names = runpy.run_path(str(tmp_path / "wrapper.py"))

    def call_model(messages: list[dict[str, str]]) -> Iterable[str]:
        connection = HTTPConnection("127.0.0.1", port)
        connection.request("POST", "/", json.dumps(messages, ensure_ascii=False).encode())
        decoder = codecs.getincrementaldecoder("utf-8")()
        response = connection.getresponse()
        while part := response.read(2):
            yield decoder.decode(part)
        connection.close()

    ask = names["hide_names"](call_model, Session(Lexicon.open(data)))
    text = "Jag heter Amina, ring 070-123 45 67."
    messages = [{"role": "user", "content": text}]
    expected = f"Hej Amina! Aminas nummer är 070-123 45 67. AMINA! {text}"
    assert "".join(ask(messages)) == expected
    messages += [{"role": "assistant", "content": expected}, {"role": "user", "content": text}]
    assert "".join(ask(messages)) == expected
    seen = "".join(FakeModel.seen)
    assert not re.search("amina|070-123", seen, re.IGNORECASE)
