"""The commonest mistakes at the command line: one line that says what to do, and exit code 2."""

import os
from pathlib import Path

import pytest

import tacknamn.cli.app
import tacknamn_builders.cli.app
from tacknamn.cli.program import _exit_code_of
from tests.running_command import made_bundle

PROGRAMS = {"tacknamn": tacknamn.cli.app.app, "tacknamn-build": tacknamn_builders.cli.app.app}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_bundle(tmp_path_factory.mktemp("bundle"))


MISTAKES = {
    "no such command": ("tacknamn pseudonymise a.txt", "did you mean pseudonymize?"),
    "no such command of the builders": ("tacknamn-build compil", "did you mean compile?"),
    "no such option": ("tacknamn detect --sed 1", "see `tacknamn detect --help`"),
    "an option without its value": ("tacknamn match a.txt --label", "; see --help"),
    "a value out of range": ("tacknamn pseudonymize a.txt -j 0", "'--jobs': "),
    "a value that is no number": ("tacknamn sample city --seed x", "'--seed': "),
    "a value that is no choice": ("tacknamn match a.txt --overlaps x", "not one of 'all', "),
    "an argument is missing": ("tacknamn reveal", "'VAULT'; see `tacknamn reveal --help`"),
    "a missing file": ("tacknamn pseudonymize no.txt", "no.txt: No such file or directory; check"),
    "a missing file to match": (
        "tacknamn match no.txt",
        "no.txt: No such file or directory; check",
    ),
    "a missing file of risk": ("tacknamn risk no.jsonl", "No such file or directory; check"),
    "a missing file to learn": ("tacknamn learn no.json", "No such file or directory; check"),
    "a missing graph": ("tacknamn validate no.json", "No such file or directory; check"),
    "a missing text to mask": ("tacknamn mask no.txt", "there is no such file; if it is a text,"),
    "a folder without texts": ("tacknamn pseudonymize empty", "name the files themselves"),
    "a folder for a file": ("tacknamn match empty", "Is a directory; name the files in it"),
    "no bundle": ("tacknamn lookup Elena --data empty", "`tacknamn-build fetch` and"),
    "an unknown format": ("tacknamn pseudonymize a.txt --format x", "choose one of text, svala,"),
    "an unknown input format": ("tacknamn detect a.txt --from x", "choose one of text, svala,"),
    "a word processor's file": ("tacknamn pseudonymize a.docx", "save it as plain text in UTF-8"),
    "no key": ("tacknamn pseudonymize a.txt --vault v", "make a key with `tacknamn key FILE`"),
    "a missing key": ("tacknamn sample city --key-file no", "No such file or directory; check"),
    "a file that is no key": ("tacknamn sample city --key-file a.txt", "`tacknamn key FILE`"),
    "a key that exists": ("tacknamn key a.txt", "was not changed"),
    "broken JSON Lines": ("tacknamn pseudonymize bad.jsonl", "bad.jsonl, line 1: not JSON; give"),
    "not UTF-8": ("tacknamn pseudonymize latin.txt", "latin.txt: not UTF-8 at byte 2; convert"),
    "an unknown profile": ("tacknamn pseudonymize a.txt --profile swel", "did you mean swell?"),
    "an unknown label": ("tacknamn pseudonymize a.txt --set contry=keep", "did you mean country"),
    "an unknown method": ("tacknamn pseudonymize a.txt --set country=kep", "did you mean keep?"),
    "an unknown label to draw": ("tacknamn sample cit", "did you mean city?"),
    "an unknown package": ("tacknamn mask a.txt --package spcy", "did you mean spacy?"),
    "an unknown language": ("tacknamn detect a.txt --lang xx", "there are auto, en, sv"),
    "an unknown build profile": ("tacknamn-build status --profile x", "choose one of default,"),
    "an unknown source": ("tacknamn-build fetch x", "`tacknamn-build status` lists them"),
}


@pytest.mark.skipif(os.name != "posix", reason="checks the wording of POSIX systems")
@pytest.mark.parametrize(("line", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_line_that_says_what_to_do(
    line: str,
    said: str,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACKNAMN_DATA", str(data))
    for name in ("TACKNAMN_KEY", "TACKNAMN_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    Path("empty").mkdir()
    Path("a.txt").write_text("Amina Lind bor i Malmö.", "utf-8")
    Path("a.docx").write_bytes(b"PK")
    Path("bad.jsonl").write_text('{"text": "Amina', "utf-8")
    Path("latin.txt").write_bytes("Blåbär åt Amina.".encode("latin-1"))
    program, *arguments = line.split()
    code = _exit_code_of(lambda: PROGRAMS[program](arguments, prog_name=program))
    errors = capfd.readouterr().err
    assert code == 2
    assert errors.startswith("error: ")
    assert errors.count("\n") == 1
    assert said in errors
    assert "Amina" not in errors
