"""``tacknamn key`` and ``tacknamn reveal`` as people and scripts call them."""

import json
import sys
from pathlib import Path

import pytest

from tacknamn.replacement.keys import read_key, write_key
from tacknamn.replacement.records import Record
from tacknamn.vault.vault import Vault
from tests import forks
from tests.reports import alone, environment

RECORDS = [
    Record("firstname_female", "Maria", "Elsa", "essay-1"),
    Record("firstname_female", "Karin", "Elsa", "essay-2"),
    Record("place", "Norra\tgatan", "Åsvägen", "essay-1"),
    Record("surname", "Berg", "Lind"),
]
PROGRAM = alone("tacknamn.cli.vault", "key", "reveal")


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    write_key(tmp_path / "essays.key")
    return tmp_path / "essays.key"


@pytest.fixture
def vault(tmp_path: Path, key_file: Path) -> Path:
    path = tmp_path / "essays.vault"
    Vault.open(path, read_key(key_file), create=True).add_many(RECORDS)
    return path


def run(*arguments: str | Path, **more: str) -> tuple[int, list[str], str]:
    words = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    done = forks.run_text(words, environment(**more))
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("command", ["key", "reveal"])
def test_the_commands_explain_themselves(command: str) -> None:
    code, output, faults = run(command, "--help")
    assert (code, faults) == (0, "") and len(output) > 5


def test_key_makes_a_key_and_keeps_it_to_itself(tmp_path: Path) -> None:
    code, output, errors = run("key", tmp_path / "a.key")
    assert (code, output) == (0, [])
    assert "a.key" in errors and read_key(tmp_path / "a.key").hex() not in errors


def test_key_overwrites_nothing(key_file: Path) -> None:
    before = key_file.read_bytes()
    code, output, errors = run("key", key_file)
    assert (code, output, errors.count("\n")) == (2, [], 1)
    assert key_file.read_bytes() == before


def test_reveal_prints_a_line_with_tabs_for_each_record(vault: Path, key_file: Path) -> None:
    code, output, faults = run("reveal", vault, "elsa", "Åsvägen", "--key-file", key_file)
    assert (code, faults) == (0, "")
    assert output == [
        "Elsa\tMaria\tfirstname_female\tessay-1",
        "Elsa\tKarin\tfirstname_female\tessay-2",
        "Åsvägen\tNorra gatan\tplace\tessay-1",
    ]


def test_reveal_warns_of_a_key_that_others_may_read(vault: Path, key_file: Path) -> None:
    key_file.chmod(0o644)
    code, output, faults = run("reveal", vault, "Lind", "--key-file", key_file)
    assert (code, len(output)) == (0, 1) and "other users of this machine may read" in faults


def test_reveal_narrows_by_document_and_label(vault: Path, key_file: Path) -> None:
    key = ("--key-file", key_file)
    assert run("reveal", vault, "Elsa", "--document", "essay-2", *key)[1] == [
        "Elsa\tKarin\tfirstname_female\tessay-2"
    ]
    assert run("reveal", vault, "--all", "--label", "surname", *key)[1] == ["Lind\tBerg\tsurname\t"]
    assert run("reveal", vault, "Elsa", "--label", "surname", *key)[:2] == (1, [])


def test_reveal_prints_json_line_by_line(vault: Path, key_file: Path) -> None:
    code, output, _ = run("reveal", vault, "--all", "--json", "--key-file", key_file)
    assert code == 0
    assert [Record(**json.loads(line)) for line in output] == RECORDS


def test_names_do_not_steer_the_terminal(tmp_path: Path, key_file: Path) -> None:
    odd = Record("surname", "Berg\x1b[31m\ud800", "Lind\n")
    Vault.open(tmp_path / "odd", read_key(key_file), create=True).add(odd)
    key = ("--key-file", key_file)
    assert run("reveal", tmp_path / "odd", "Lind", *key)[1] == [
        "Lind\tBerg\ufffd[31m\ufffd\tsurname\t"
    ]
    line = run("reveal", tmp_path / "odd", "Lind", "--json", *key)[1][0]
    assert Record(**json.loads(line)) == odd


def test_nothing_known_is_exit_code_1(vault: Path, key_file: Path) -> None:
    assert run("reveal", vault, "Maria", "--key-file", key_file) == (1, [], "")


def test_the_key_may_come_from_the_environment(vault: Path, key_file: Path) -> None:
    assert run("reveal", vault, "Lind", TACKNAMN_KEY_FILE=str(key_file))[0] == 0
    assert run("reveal", vault, "Lind", TACKNAMN_KEY=key_file.read_text("ascii"))[0] == 0


def test_an_interrupted_run_is_reported_next_to_the_records(vault: Path, key_file: Path) -> None:
    vault.write_bytes(vault.read_bytes() + b"torn")
    code, output, errors = run("reveal", vault, "--all", "--key-file", key_file)
    assert (code, len(output)) == (0, len(RECORDS))
    assert "4 bytes" in errors and errors.count("\n") == 1


def test_a_damaged_vault_is_one_line_and_can_be_salvaged(vault: Path, key_file: Path) -> None:
    content = bytearray(vault.read_bytes())
    content[300] ^= 1
    vault.write_bytes(content)
    code, output, errors = run("reveal", vault, "Elsa", "--key-file", key_file)
    assert (code, output, errors.count("\n")) == (2, [], 1)
    assert "damaged at byte 256" in errors and "--salvage" in errors
    code, output, errors = run("reveal", vault, "--salvage", "--key-file", key_file)
    assert (code, len(output), errors) == (0, len(RECORDS) - 1, "")


FAULTS = {
    "no key": ([], "no key"),
    "no such key": (["--key-file", "missing.key"], "missing.key"),
    "another key": (["--key-file", "{other}"], "another key"),
    "a vault for a key": (["--key-file", "{vault}"], "hexadecimal"),
}


@pytest.mark.parametrize(("arguments", "says"), FAULTS.values(), ids=FAULTS)
def test_every_fault_is_one_line(
    vault: Path, tmp_path: Path, arguments: list[str], says: str
) -> None:
    write_key(tmp_path / "other.key")
    given = [word.format(other=tmp_path / "other.key", vault=vault) for word in arguments]
    code, output, errors = run("reveal", vault, "Elsa", *given)
    assert (code, output, errors.count("\n")) == (2, [], 1)
    assert says in errors and "Elsa" not in errors


@pytest.mark.parametrize("arguments", [[], ["Elsa", "--all"], ["--all", "--salvage"]])
def test_reveal_must_know_what_to_print(vault: Path, key_file: Path, arguments: list[str]) -> None:
    code, output, errors = run("reveal", vault, *arguments, "--key-file", key_file)
    assert (code, output, errors.count("\n")) == (2, [], 1)
    assert "--all" in errors


def test_a_missing_vault_is_not_made(tmp_path: Path, key_file: Path) -> None:
    assert run("reveal", tmp_path / "none", "Elsa", "--key-file", key_file)[0] == 2
    assert not (tmp_path / "none").exists()
