"""``tacknamn sample``: what it prints, for people and programs, and how it fails."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from tacknamn.cli.sample import sample
from tacknamn.errors import InputError
from tacknamn.replacement.records import DRAWN_LABELS
from tests.sampling_lists import CITIES, SURNAMES, WOMEN, make_bundle
from tests.timing import PATIENCE

KEY = bytes(range(32)).hex()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bundle(tmp_path_factory.mktemp("b") / "default")


def run(folder: Path, *arguments: str, **environment: str) -> Result:
    app = typer.Typer()
    app.command()(sample)
    env = {"TACKNAMN_DATA": str(folder), "COLUMNS": "200", **environment}
    return CliRunner().invoke(app, [*arguments], env=env)


def lines(folder: Path, *arguments: str, **environment: str) -> list[str]:
    done = run(folder, *arguments, **environment)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_a_name_is_a_line(folder: Path) -> None:
    (name,) = lines(folder, "firstname_female")
    assert name in WOMEN
    names = lines(folder, "surname", "-n", "20", "--seed", "4", "--top", "3")
    assert set(names) == set(SURNAMES[:3])
    assert names == lines(folder, "surname", "-n", "20", "--seed", "4", "--top", "3")


def test_a_city_of_a_country_instead_of_another(folder: Path) -> None:
    (city,) = lines(folder, "city", "--country", "DK", "--like", "Odense")
    assert city in set(CITIES["DK"]) - {"Esbjerg"}


def test_the_form_of_the_original_is_kept(folder: Path) -> None:
    (name,) = lines(folder, "surname", "--like", "Anderssons", "--seed", "1")
    assert name.endswith("s")


def test_json_says_all_of_a_draw(folder: Path) -> None:
    (draw,) = json.loads("\n".join(lines(folder, "city", "--json", "--seed", "1")))
    assert draw["text"] in CITIES["SE"]
    assert (draw["country"], draw["pool"], draw["sources"]) == ("SE", 8, ["s1"])
    assert draw["reason"] == "one of the 8 largest cities of SE"


def test_sources_are_told_with_tabs(folder: Path) -> None:
    (line,) = lines(folder, "place", "--town", "Lund", "--sources", "--seed", "1")
    _, label, country, parent, sources, reason = line.split("\t")
    assert (label, country, parent, sources) == ("place", "SE", "Lund", "s1")
    assert reason == "a street of Lund"


def test_the_key_of_a_file_or_the_environment_decides(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(KEY + "\n", "utf-8")
    asked = ("surname", "--like", "Ek")
    by_file = lines(folder, *asked, "--key-file", str(file))
    assert lines(folder, *asked, TACKNAMN_KEY=KEY) == by_file
    assert lines(folder, *asked, TACKNAMN_KEY_FILE=str(file)) == by_file
    assert lines(folder, *asked, "--seed", "1") == lines(
        folder, *asked, "--seed", "1", TACKNAMN_KEY=KEY
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["surnam"], "did you mean surname"),
        (["city", "--country", "Atlantis"], "no country 'Atlantis'; there are Danmark"),
        (["city", "--like", "Lund", "-n", "2"], "leave -n out"),
        (["city", "--language", "de"], "choose sv or en"),
        (["city", "--key-file", "/nowhere/key"], "/nowhere/key"),
    ],
)
def test_what_cannot_be_drawn_is_one_error(
    folder: Path, arguments: list[str], message: str
) -> None:
    done = run(folder, *arguments)
    assert isinstance(done.exception, InputError)
    assert message in str(done.exception)
    assert done.stdout == ""


def test_help_names_every_label_and_teaches(folder: Path) -> None:
    shown = " ".join(lines(folder, "--help"))
    assert all(label in shown for label in DRAWN_LABELS)
    assert "tacknamn sample city --country DK --like Odense" in shown


def test_telling_the_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, tacknamn.cli.sample; "
        "print({'rapidfuzz', 'cryptography', 'tacknamn.matching.matcher'} & set(sys.modules))"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment,
        timeout=PATIENCE,
    )  # fmt: skip
    assert done.stdout == "set()\n"
