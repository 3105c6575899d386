"""Lists that are overwritten in place while a program uses them."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tacknamn.support.mapped_files import DESCRIPTION
from tests.running_command import ESSAY, command, made_bundle, under
from tests.timing import wait_until, watched

mapped = pytest.importorskip("tacknamn._mapped", reason="nothing was compiled")
LINE = json.dumps({"text": ESSAY * 40}) + "\n"


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    return made_bundle(tmp_path)


def shorten(lists: Path) -> None:
    for file in lists.glob("*.bin"):
        os.truncate(file, 0)


def test_lists_that_become_shorter_end_in_one_line(tmp_path: Path, lists: Path) -> None:
    words = command("pseudonymize", "--from", "jsonl", "--seed", "7", "-q", "-j", "1")
    with watched(
        subprocess.Popen(
            words, env=under(tmp_path, lists), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(LINE.encode())
        process.stdin.flush()
        assert process.stdout.readline()
        shorten(lists)
        _, said = process.communicate(LINE.encode() * 100)
    assert process.returncode == 2
    assert said.decode() == f"error: {DESCRIPTION}\n"


def test_workers_whose_lists_become_shorter_end_in_one_line(tmp_path: Path, lists: Path) -> None:
    texts, out = tmp_path / "texts", tmp_path / "out"
    texts.mkdir()
    for number in range(300):
        (texts / f"{number}.txt").write_text(ESSAY * 400, "utf-8")
    words = command("pseudonymize", texts, "-o", out, "--seed", "7", "-q", "-j", "2")
    with watched(
        subprocess.Popen(words, env=under(tmp_path, lists), stderr=subprocess.PIPE)
    ) as process:
        wait_until(lambda: process.poll() is not None or (out.is_dir() and any(out.iterdir())))
        shorten(lists)
        _, said = process.communicate()
    assert process.returncode == 2
    assert said.decode() == f"error: {DESCRIPTION}\n"


def test_lists_that_are_replaced_by_renaming_stay_as_they_were(tmp_path: Path, lists: Path) -> None:
    words = command("pseudonymize", "--from", "jsonl", "--seed", "7", "-q", "-j", "1")
    with watched(
        subprocess.Popen(
            words, env=under(tmp_path, lists), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(LINE.encode())
        process.stdin.flush()
        first = process.stdout.readline()
        lists.rename(tmp_path / "old")
        shutil.copytree(tmp_path / "old", lists)
        rest, said = process.communicate(LINE.encode())
    assert (process.returncode, said) == (0, b"")
    assert all("Jag heter" in json.loads(line)["text"] for line in (first, rest))


def test_a_message_has_a_limit() -> None:
    with pytest.raises(ValueError, match="too long"):
        mapped.end_on_bus_error(b"x" * 2000)
    with pytest.raises(TypeError):
        mapped.end_on_bus_error("x")
