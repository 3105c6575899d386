"""The examples in README.md and the guide pages run, and say what the pages say they say."""

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from tacknamn.cli.app import app
from tacknamn.profiles.reader import read_profile
from tests.golden_build import build

ROOT = Path(__file__).parent.parent
PAGES = [
    "README.md",
    "docs/accuracy.md",
    "docs/backends.md",
    "docs/learning.md",
    "docs/masking.md",
    "docs/matching.md",
    "docs/pseudonymizing.md",
    "docs/sampling.md",
]
GUIDE = (ROOT / "docs" / "pseudonymizing.md").read_text("utf-8")
COMMANDS = typer.main.get_group(app).commands


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("build") / "golden")


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_run(page: str, bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(bundle))
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried >= 4
    assert not failed


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def shown(page: str) -> Iterator[list[str]]:
    """The words of each command of tacknamn that a page shows."""
    for line in "\n".join(blocks(page, "sh")).splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["tacknamn"]:
            yield words[1:]


@pytest.mark.parametrize("page", PAGES)
def test_commands_that_are_shown_exist(page: str) -> None:
    found = list(shown(page))
    assert found
    for name, *words in found:
        known = {option for each in COMMANDS[name].params for option in each.opts}
        options = {word for word in words if word.startswith("-") and word != "-"}
        assert options <= known, name


def test_every_command_is_shown() -> None:
    assert {name for page in PAGES for name, *_ in shown(page)} == set(COMMANDS)


def test_the_profile_that_is_shown_is_one(tmp_path: Path) -> None:
    (text,) = blocks("docs/pseudonymizing.md", "toml")
    path = tmp_path / "letters.toml"
    path.write_text(text, "utf-8")
    assert str(read_profile(path).policy("surname")) == "[Efternamn]"


ROWS = re.findall(r"^\| (`\w+`.*?) \| `(\S+)` \| `(\S+)` \| `(\S+)` \|$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize(("place", "name"), [(1, "swell"), (2, "sms"), (3, "mask")])
def test_the_table_of_policies_is_that_of_the_profiles(place: int, name: str) -> None:
    profile = read_profile(name)
    told = {label: row[place] for row in ROWS for label in re.findall(r"\w+", row[0])}
    assert told == {label: str(profile.policy(label)) for label in told}
    assert told.keys() == read_profile("swell").policies.keys()
