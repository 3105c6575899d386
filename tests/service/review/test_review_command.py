"""The commands ``tacknamn review`` and ``tacknamn serve --page``."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tacknamn.cli.page_start import make_link, make_token, open_browser
from tests.service.conftest import RunningService

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning")]
Start = Callable[..., tuple[str, "subprocess.Popen[str]"]]


@pytest.fixture
def start(data: Path) -> Iterator[Start]:
    """Start the command with some arguments; return its link."""
    started: list[subprocess.Popen[str]] = []

    def run(*arguments: str) -> tuple[str, subprocess.Popen[str]]:
        command = [sys.executable, "-m", "tacknamn", "review", *arguments, "--json", "--no-browser",
                   "--data", str(data)]  # fmt: skip
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )
        started.append(process)
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise AssertionError(process.communicate()[1])
        return json.loads(line)["link"], process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_the_link_opens_the_folder_and_no_other_does(start: Start, folder: Path) -> None:
    link, process = start(str(folder), "--user", "anna")
    address, _, token = link.partition("/review#t=")
    assert httpx.get(f"{address}/review").status_code == 200
    assert httpx.post(f"{address}/review/api/documents", json={}).status_code == 401
    headers = {"authorization": f"Bearer {token}"}
    listed = httpx.post(f"{address}/review/api/documents", headers=headers, json={}).json()
    assert listed["total"] == 3
    first = f"{address}/review/api/documents/{listed['documents'][0]['id']}"
    doc = httpx.get(first, headers=headers).json()
    body = {"base": 0, "spans": doc["spans"], "comment": "", "done": True}
    saved = httpx.put(first, headers=headers, json=body).json()
    assert saved["version"] == 1
    assert (folder / "users/anna/e1/1.json").is_file()
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    assert process.stderr is not None
    log = process.stderr.read()
    assert token not in log
    assert "Amina" not in log


def test_two_runs_have_different_tokens(start: Start, folder: Path) -> None:
    links = [start(str(folder))[0] for _ in range(2)]
    assert links[0].partition("#")[2] != links[1].partition("#")[2]


def test_a_file_is_shown_without_its_neighbours(start: Start, folder: Path) -> None:
    link, _ = start("--open", str(folder / "e2.txt"))
    address, _, token = link.partition("/review#t=")
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx.post(f"{address}/review/api/documents", headers=headers, json={})
    assert [row["name"] for row in answer.json()["documents"]] == ["e2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name a folder"),
        (["none"], "is not a folder"),
        (["essays/e1.txt"], "--open"),
        (["--open", "essays/none.txt"], "is no file"),
        (["--open", "essays/e1.txt", "--open", "e9.txt"], "several folders"),
        (["essays", "--open", "essays/e1.txt"], "not both"),
        (["essays", "--user", "../x"], "no name of a user"),
        (["essays", "--profile", "none"], "no profile"),
        (["essays", "--key-file", "e9.txt"], "key"),
    ],
)
def test_a_wrong_call_says_what_to_do(
    folder: Path, data: Path, arguments: list[str], message: str
) -> None:
    (folder.parent / "e9.txt").write_text("x", "utf-8")
    command = [sys.executable, "-m", "tacknamn", "review", *arguments, "--data", str(data)]
    result = subprocess.run(
        command, cwd=folder.parent, capture_output=True, encoding="utf-8", timeout=60
    )
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_serve_shows_the_page_with_a_token_of_its_own(
    start_service: Callable[..., RunningService], folder: Path
) -> None:
    service = start_service("--page", "--essays", str(folder))
    assert httpx.get(f"{service.address}/review").status_code == 200
    assert httpx.post(f"{service.address}/review/api/documents", json={}).status_code == 401


@pytest.mark.parametrize("options", [["--page"], ["--page", "--essays", ".", "--workers", "2"]])
def test_the_page_needs_a_folder_and_one_worker(options: list[str], data: Path) -> None:
    command = [sys.executable, "-m", "tacknamn", "serve", *options, "--data", str(data)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)
    assert (result.returncode, "--page: " in result.stderr) == (2, True)


def test_the_browser_gets_a_private_file_instead_of_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "browser"
    script.write_text(
        f'#!/bin/sh\necho "$1" > {tmp_path}/called\ncp "${{1#file://}}" {tmp_path}/page\n'
    )
    script.chmod(0o700)
    monkeypatch.setenv("BROWSER", f"{script} %s &")
    link = make_link("http://127.0.0.1:1", make_token())
    with open_browser(link) as is_open:
        assert is_open
        for _ in range(200):
            if (tmp_path / "page").exists() and (tmp_path / "page").read_text("utf-8"):
                break
            time.sleep(0.02)
        called = Path((tmp_path / "called").read_text().strip().removeprefix("file://"))
        assert called.parent.stat().st_mode & 0o077 == 0
    assert link in (tmp_path / "page").read_text("utf-8")
    assert link not in (tmp_path / "called").read_text()
    assert not called.exists()
