"""``tacknamn risk`` as people and scripts call it: what it prints, and how it ends."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import forks
from tests.making import bundle, entry
from tests.reports import alone, environment, listed, on_screen

PROGRAM = alone("tacknamn.cli.risk", "risk")
WORDS = [
    entry("Elsa", "firstname_female", 9000),
    entry("Nils", "firstname_male", 9000),
    entry("Hemlig", "surname", 9000),
]
CLEAN = {
    "id": "essay-1",
    "text": "Elsa bor här.",
    "spans": [{"start": 0, "end": 4, "label": "firstname_female", "number": 1, "pool": 50}],
}
LEAKING = CLEAN | {"id": "essay-2", "text": "Elsa känner Nils Hemlig och nils, 0701234567."}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundle(tmp_path_factory.mktemp("b") / "bundle", [WORDS])


@pytest.fixture
def risk(data: Path, tmp_path: Path) -> Any:
    def call(
        *arguments: str | Path, typed: str = "", **more: str
    ) -> subprocess.CompletedProcess[str]:
        places = {"TACKNAMN_DATA": str(data), "TACKNAMN_CACHE": str(tmp_path / "cache")}
        words = [sys.executable, "-c", PROGRAM, "risk", *map(str, arguments)]
        return forks.run_text(words, environment(**(places | more)), given=typed)

    return call


def written(folder: Path, *documents: dict[str, Any], name: str = "essays.jsonl") -> Path:
    return listed(folder, name, *documents)


def test_a_clean_file_ends_with_0(risk: Any, tmp_path: Path) -> None:
    done = risk(written(tmp_path, CLEAN))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("verdict\tNo possible leaks were found.\n")


def test_leftovers_end_with_1_and_are_reported_by_their_places(risk: Any, tmp_path: Path) -> None:
    file = written(tmp_path, CLEAN, LEAKING)
    done = risk(file)
    assert done.returncode == 1
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert [row[1:] for row in rows if row[0] == "leftover"] == [
        [str(file), "2", "essay-2", "12", "16", "firstname_male", "name", ""],
        [str(file), "2", "essay-2", "17", "23", "surname", "name", ""],
        [str(file), "2", "essay-2", "28", "32", "firstname_male", "lower_case", ""],
        [str(file), "2", "essay-2", "34", "44", "digits", "digits", ""],
    ]
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("options", [(), ("--json",), ("--fuzzy",)])
def test_no_text_is_printed_unless_it_is_asked_for(
    risk: Any, tmp_path: Path, options: tuple[str, ...]
) -> None:
    file, page = written(tmp_path, LEAKING), tmp_path / "page.html"
    done = risk(file, *options, "--html", page)
    everything = done.stdout + done.stderr + page.read_text("utf-8")
    for secret in ("Nils", "Hemlig", "nils", "070", "känner"):
        assert secret not in everything
    shown = risk(file, *options, "--html", page, "--show")
    assert "Hemlig" in shown.stdout
    assert "Hemlig" in page.read_text("utf-8")


def test_json_is_one_object(risk: Any, tmp_path: Path) -> None:
    done = risk(written(tmp_path, LEAKING), "--json")
    report = json.loads(done.stdout)
    assert (report["format"], report["version"], report["leaks"]) == ("tacknamn-risk", 2, True)
    assert report["leftovers"]["count"] == 4


def test_standard_input_and_plain_texts_are_read(risk: Any, tmp_path: Path) -> None:
    (tmp_path / "essay.txt").write_text("Hej.\nNils!", "utf-8")
    done = risk("-", tmp_path / "essay.txt", typed=json.dumps(CLEAN))
    assert "read\tdocuments\t2\nread\tplain texts\t1\n" in done.stdout
    assert f"leftover\t{tmp_path / 'essay.txt'}\t2\t\t5\t9\tfirstname_male" in done.stdout


def test_labels_and_k_can_be_chosen(risk: Any, tmp_path: Path) -> None:
    spans = [*CLEAN["spans"], {"start": 5, "end": 8, "label": "prof"}]
    file = written(tmp_path, CLEAN | {"spans": spans})
    assert risk(file).returncode == 1
    assert risk(file, "-k", "1").returncode == 0
    assert risk(file, "--quasi", "city", "--quasi", "year").returncode == 0
    leaking = written(tmp_path, LEAKING | {"text": "Elsa känner Nils."})
    assert risk(leaking, "--label", "city").returncode == 0


def test_misspelt_names_are_found_on_demand(risk: Any, tmp_path: Path) -> None:
    file = written(tmp_path, CLEAN | {"text": "Elsa känner Hemmlig."})
    assert risk(file).returncode == 0
    assert "misspelt" in risk(file, "--fuzzy").stdout


def test_few_places_are_listed_and_all_are_counted(risk: Any, tmp_path: Path) -> None:
    done = risk(written(tmp_path, LEAKING), "--most", "1")
    assert done.stdout.count("\nleftover\t") == 1
    assert "4 leftovers" in done.stdout


# ---- the vault --------------------------------------------------------------------------


@pytest.fixture
def vault(tmp_path: Path) -> tuple[Path, Path]:
    """A vault, and the file of its key."""
    pytest.importorskip("cryptography")
    from tacknamn.replacement.keys import read_key, write_key
    from tacknamn.replacement.records import Record
    from tacknamn.vault.vault import Vault

    key = tmp_path / "key"
    write_key(key)
    path = tmp_path / "essays.vault"
    with_records = Vault.open(path, read_key(key), create=True)
    with_records.add_many(
        [
            Record("firstname_female", "Maja", "Elsa", "essay-1"),
            Record("firstname_female", "Elsa", "Sara", "essay-9"),
            Record("firstname_female", "Stina", "Elsa", "essay-8"),
        ]
    )
    return path, key


def test_the_vault_tells_originals(risk: Any, tmp_path: Path, vault: tuple[Path, Path]) -> None:
    path, key = vault
    done = risk(written(tmp_path, CLEAN), "--vault", path, "--key-file", key, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["pseudonyms"]["corpus"]["count"] == 1
    assert report["labels"][0]["originals"] == {"least": 1, "median": 1}
    assert "Maja" not in done.stdout and "Stina" not in done.stdout


def test_the_key_may_come_from_the_environment(
    risk: Any, tmp_path: Path, vault: tuple[Path, Path]
) -> None:
    path, key = vault
    done = risk(written(tmp_path, CLEAN), "--vault", path, TACKNAMN_KEY_FILE=str(key))
    assert done.returncode == 0, done.stderr


def test_a_vault_without_its_key_is_a_fault(
    risk: Any, tmp_path: Path, vault: tuple[Path, Path]
) -> None:
    done = risk(written(tmp_path, CLEAN), "--vault", vault[0])
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


# ---- faults -----------------------------------------------------------------------------


def test_a_damaged_file_is_one_line_and_2(risk: Any, tmp_path: Path) -> None:
    file = written(tmp_path, CLEAN, LEAKING | {"spans": 3})
    page = tmp_path / "page.html"
    done = risk(file, "--html", page)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {file}, line 2: ")
    assert done.stderr.count("\n") == 1
    assert (done.stdout, page.exists()) == ("", False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("missing.jsonl",), "missing.jsonl: No such file"),
        ((".",), "Is a directory"),
        (("-", "--label", "nobody"), "no label 'nobody'"),
        (("-", "--data", "nowhere"), "nowhere"),
        (("-", "--vault", "missing.vault"), "key"),
        (("-", "--html", "nowhere/page.html"), "nowhere/page.html: No such file"),
    ],
)
def test_faults_are_one_line_and_2(risk: Any, arguments: tuple[str, ...], said: str) -> None:
    done = risk(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_name_of_control_characters_steers_no_terminal(risk: Any, tmp_path: Path) -> None:
    if os.name != "posix":
        pytest.skip("this system allows no such names")
    file = written(tmp_path, {"id": "\x1b[2J", "text": "Nils", "spans": []}, name="a\x1b[31m\n.b")
    done = risk(file, "--show")
    assert done.returncode == 1
    assert "\x1b" not in done.stdout and "\ufffd[2J" in done.stdout
    assert len([line for line in done.stdout.splitlines() if line.startswith("leftover")]) == 1
    file.write_text("{", "utf-8")
    assert "\x1b" not in risk(file).stderr


# ---- the page ---------------------------------------------------------------------------


def test_a_page_with_texts_is_its_owners_alone(risk: Any, tmp_path: Path) -> None:
    if os.name != "posix":
        pytest.skip("asks for POSIX permissions")
    file, page = written(tmp_path, LEAKING), tmp_path / "page.html"
    risk(file, "--html", page, "--show")
    assert page.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_an_old_page_stays_when_the_new_one_cannot_be_written(risk: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("old", "utf-8")
    assert risk(written(tmp_path, CLEAN | {"text": 1}), "--html", page).returncode == 2
    assert page.read_text("utf-8") == "old"


def test_a_page_does_not_replace_what_is_read(risk: Any, tmp_path: Path) -> None:
    file = written(tmp_path, CLEAN)
    before = file.read_bytes()
    done = risk(file, "--html", tmp_path / "." / file.name)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert file.read_bytes() == before


def test_a_page_may_go_to_a_pipe(risk: Any, tmp_path: Path) -> None:
    if not Path("/dev/stderr").exists():
        pytest.skip("this system has no /dev/stderr")
    done = risk(written(tmp_path, CLEAN), "--html", "/dev/stderr")
    assert done.stderr.startswith("<!DOCTYPE html>")


# ---- on a screen ------------------------------------------------------------------------


def seen(arguments: list[str], data: Path, **more: str) -> str:
    pytest.importorskip("pty")
    return on_screen(PROGRAM, ["risk", *arguments], TACKNAMN_DATA=str(data), **more)


def test_people_see_tables_definitions_and_colours(data: Path, tmp_path: Path) -> None:
    shown = seen([str(written(tmp_path, LEAKING))], data)
    assert "\x1b[1;31mPossible leaks" in shown
    assert "Anonymity set of a draw" in shown
    assert "Hemlig" not in shown


def test_no_color_is_respected(data: Path, tmp_path: Path) -> None:
    shown = seen([str(written(tmp_path, LEAKING))], data, NO_COLOR="1")
    assert "Possible leaks" in shown
    assert "\x1b[1;31m" not in shown and "31m" not in shown


def test_many_rows_are_cut_on_a_screen(data: Path, tmp_path: Path) -> None:
    many = LEAKING | {"text": "Elsa, " + "Nils, " * 50}
    shown = seen([str(written(tmp_path, many))], data)
    assert "and 30 more; use --html or --json to see them" in shown
