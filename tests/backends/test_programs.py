"""The programs for OpenNLP and compromise have places of characters, and answer every text."""

import json
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.backend_programs import CLASSES, list_requests

from tacknamn.ner.backends.checking import find_mentions
from tacknamn.ner.backends.protocol import Backend
from tacknamn.ner.backends.registry import BackendRequest, make_backend

MODELS = Path(__file__).parents[2] / "build" / "backend-models"
NEEDS = {"OpenNLP": "java", "compromise": "node"}
PERSONS = ["Peter Jackson", "John Smith"]
TEXTS = [
    "Peter Jackson met John Smith.",
    "🙂 Peter Jackson met John Smith.",
    "🙂🙂 👩‍👩‍👧‍👦 👋🏽 Peter Jackson met John Smith 🇸🇪.",
    "𝐊 𠮷 the cafe\u0301: Peter Jackson met John Smith.",
    "\ud83d the \u2028old\u2029 house. Peter Jackson met John Smith.",
    '\r\n\r\nthe "old\\ house".\r\n\tPeter Jackson met John Smith.\r\n',
]


@pytest.fixture(scope="module", params=NEEDS)
def asked(request: pytest.FixtureRequest) -> str:
    """How one of the programs is asked for."""
    title = str(request.param)
    wanted = dict(list_requests(MODELS))[title]
    if not wanted or (title == "OpenNLP" and not (MODELS / CLASSES).is_dir()):
        pytest.skip(f"{title} is not here; `make bench-backends` brings it")
    if shutil.which(NEEDS[title]) is None:
        pytest.skip(f"{NEEDS[title]} is not installed")
    return wanted


@pytest.fixture(scope="module")
def program(asked: str) -> Iterator[Backend]:
    running = make_backend(asked, seconds=60)
    yield running
    running.close()  # type: ignore[attr-defined]  # of a command


@pytest.mark.parametrize("text", TEXTS)
def test_places_are_those_of_characters(program: Backend, text: str) -> None:
    found = find_mentions(program, text)
    assert [text[one.start : one.end] for one in found] == PERSONS
    assert {one.label for one in found} == {"PER"}


@pytest.mark.parametrize("text", ["", " \n", "🙂", "\u0000", ".", "'s", "John Smith " * 2000])
def test_any_text_is_answered(program: Backend, text: str) -> None:
    find_mentions(program, text)


def test_questions_are_read_as_json_and_others_passed_over(asked: str) -> None:
    lines = [
        "no question",
        '{"id": 1}',
        '["id", 2, "text", "Peter Jackson"]',
        '{"id": 3, "text": null}',
        '{"more": {"a": ["}", "\\"", {}]}, "text": "\\ud83d\\ude42 Peter Jackson met\\u2028Bo.", "id": "4"}',
        json.dumps({"id": 5, "text": "🙂 Peter Jackson\u2028"}, ensure_ascii=False),
        '{"id": 6, "text": "cut',
        "",
        '{"id": 7, "text": ""}',
    ]
    words = shlex.split(BackendRequest.read(asked).model)
    done = subprocess.run(words, input="\n".join(lines), capture_output=True, encoding="utf-8")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in answers] == ["4", 5, 7]
    assert [one["spans"][0][:3] for one in answers[:2]] == [[2, 15, "PER"], [2, 15, "PER"]]
    assert (done.returncode, done.stderr) == (0, "")
