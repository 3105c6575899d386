"""The examples of docs/service-svala.md."""

import json
import re
import shlex
import subprocess
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from shutil import which

import pytest

from tests.pages import blocks, commands, read_page
from tests.service.conftest import RunningService

PAGE = "docs/service-svala.md"
SHOWN = "http://127.0.0.1:8765"
_CALL = re.compile(r"^```sh\n(curl .+)\n```\n\n```\w+\n(.+)\n```$", re.MULTILINE)
"""A call, and its answer in the block after it."""


@pytest.mark.skipif(which("curl") is None, reason="needs curl")
def test_the_calls_have_the_answers_that_are_shown(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    (tmp_path / "e07.txt").write_text("Jag heter Amina .")
    service = start_service("--essays", str(tmp_path))
    calls = _CALL.findall(read_page(PAGE))
    assert len(calls) == 4
    for call, shown in calls:
        command = shlex.split(call.replace(SHOWN, service.address))
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        assert done.stdout.strip() == shown.strip(), call


def test_the_service_starts_as_shown(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    (tmp_path / "tokens").write_text("0123456789abcdef" * 2)
    shown = list(commands(PAGE, "tacknamn"))
    assert len(shown) == 2
    for words in shown:
        places = {
            "essays/": str(tmp_path),
            "tokens": str(tmp_path / "tokens"),
            "0.0.0.0": "127.0.0.1",
        }
        start_service(*(places.get(word, word) for word in words[1:])).stop()


def test_the_fragment_is_that_of_the_backend() -> None:
    [fragment] = [block for block in blocks(PAGE, "text") if "#backend=" in block]
    backend = fragment.partition("backend=")[2].partition("&")[0]
    assert b64decode(backend).decode() == f"{SHOWN}/tasks/"
    [row] = [line for line in read_page(PAGE).splitlines() if "base64`" in line]
    command = row.rpartition("shell: `")[2].partition("`")[0].replace("\\|", "|")
    program, address = shlex.split(command)[:2]
    assert (program, address) == ("printf", f"{SHOWN}/tasks/")


def test_the_answers_in_the_table_are_json() -> None:
    for line in read_page(PAGE).splitlines():
        if line.startswith("| `POST /tasks") and " with `" in line:
            body = line.partition(" with `")[2].partition("`")[0]
            assert json.loads(body)
