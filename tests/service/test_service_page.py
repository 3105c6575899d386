"""The examples of docs/service.md, in every language that is installed."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tacknamn import Lexicon, Pseudonymizer
from tests.pages import ROOT, blocks, read_page
from tests.service.conftest import RunningService

PAGE = "docs/service.md"
ADDRESS = "http://127.0.0.1:8765"
TEXT = "Jag heter Amina och bor i Göteborg."
PROGRAMS = {
    "js": ("node", ["node", "example.mjs"], "example.mjs"),
    "java": ("java", ["java", "Example.java"], "Example.java"),
    "r": ("Rscript", ["Rscript", "example.R"], "example.R"),
    "python": (sys.executable, [sys.executable, "example.py"], "example.py"),
}


@pytest.fixture
def expected(data: Path) -> str:
    with pytest.warns(UserWarning):
        return Pseudonymizer(Lexicon.open(data), seed=7)(TEXT).text


@pytest.mark.parametrize("language", PROGRAMS)
def test_the_example_of_each_language_prints_the_answer(
    language: str, service: RunningService, expected: str, tmp_path: Path
) -> None:
    program, command, file = PROGRAMS[language]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    [code] = blocks(PAGE, language)
    (tmp_path / file).write_text(code.replace(ADDRESS, service.address), "utf-8")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout


def test_the_examples_of_curl_work(service: RunningService, expected: str, tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    (tmp_path / "notes.jsonl").write_text(json.dumps({"text": TEXT, "seed": 7}) + "\n", "utf-8")
    calls = [block for block in blocks(PAGE, "sh") if block.startswith("curl ")]
    answers = [
        subprocess.run(
            ["sh", "-c", call.replace(ADDRESS, service.address)],
            cwd=tmp_path, capture_output=True, check=True, encoding="utf-8", timeout=60,
        ).stdout
        for call in calls
    ]  # fmt: skip
    first, single, several, stream = map(json.loads, answers)
    assert first["text"] != TEXT and single["text"] == stream["text"] == expected
    assert [result is None for result in several["results"]] == [False, True, False]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_answer_of_the_page_is_that_of_the_default_lists(
    make_client: Callable[..., TestClient],
) -> None:
    lists = ROOT / "build" / "default"
    if not (lists / "manifest.json").exists():
        pytest.skip("make build was not run")
    [shown] = [json.loads(block) for block in blocks(PAGE, "json") if '"spans"' in block]
    client = make_client(data=str(lists))
    answer = client.post("/v1/pseudonymize", json={"text": TEXT, "seed": 7}).json()
    assert (answer["text"], answer["spans"][0]) == (shown["text"], shown["spans"][0])
    assert "Göteborg" not in answer["text"], "a newcomer would think that nothing was replaced"


def test_the_first_commands_of_the_page_are_those_of_this_repository() -> None:
    """A copy of it has all that the first answer needs."""
    first = blocks(PAGE, "sh")[0].splitlines()
    assert first == ["make demo", ".venv/bin/tacknamn serve"]
    assert "\ndemo:" in (ROOT / "Makefile").read_text("utf-8")


def test_every_address_is_in_the_table(client: TestClient) -> None:
    paths = [
        path for path in client.get("/openapi.json").json()["paths"] if path.startswith("/v1/")
    ]
    own = {"/".join(path.split("/")[:3]) for path in paths}
    assert [path for path in own if f"`{path}`" not in read_page(PAGE)] == []
