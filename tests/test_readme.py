"""The examples of the documentation run, and their output is what the pages show.

Every example runs on the miniature lists. Output that depends on the lists is compared with the
real lists of the profile ``default``, where they are built.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tacknamn.cli.app import app
from tacknamn.profiles.reader import read_profile
from tests.golden_build import build
from tests.pages import ROOT, blocks, commands, pages, read_page, run_console, run_examples
from tools.command_reference import list_commands

DEFAULT_LISTS = ROOT / "build" / "default"
WITH_EXAMPLES = [page for page in pages() if blocks(page, "pycon")]
WITH_CONSOLE = [page for page in pages() if blocks(page, "console")]
COMMANDS = list_commands(app)
needs_default_lists = pytest.mark.skipif(
    not (DEFAULT_LISTS / "manifest.json").exists(), reason="make build was not run"
)


@pytest.fixture(scope="module")
def miniature(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("build") / "golden")


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_examples_run_on_the_miniature(
    page: str, miniature: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(miniature))
    failed, attempted = run_examples(page, with_default_lists=False)
    assert attempted and not failed


@needs_default_lists
@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_examples_show_the_output_of_the_default_lists(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(DEFAULT_LISTS))
    assert not run_examples(page, with_default_lists=True).failed


@needs_default_lists
@pytest.mark.parametrize("page", WITH_CONSOLE)
def test_commands_print_what_is_shown(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(DEFAULT_LISTS))
    monkeypatch.chdir(tmp_path)

    def run(words: list[str], given: str) -> str:
        assert words[0] == "tacknamn"
        return CliRunner().invoke(app, words[1:], input=given).output

    for call, shown, printed in run_console(page, run):
        assert printed == shown, call


def calls(page: str) -> Iterator[list[str]]:
    for words in commands(page, "tacknamn"):
        name = " ".join(words[:2])
        yield [name, *words[2:]] if name in COMMANDS else words


@pytest.mark.parametrize("page", [page for page in pages() if any(calls(page))])
def test_commands_that_are_shown_exist(page: str) -> None:
    for name, *words in calls(page):
        known = {option for param in COMMANDS[name].params for option in param.opts}
        options = {word for word in words if word.startswith("-") and word != "-"}
        assert options <= known, name


def test_every_command_is_shown() -> None:
    assert {name for page in pages() for name, *_ in calls(page)} == set(COMMANDS)


def test_the_profiles_that_are_shown_are_valid(tmp_path: Path) -> None:
    letters, extended, places = blocks("docs/profiles.md", "toml")
    (tmp_path / "letters.toml").write_text(letters, "utf-8")
    assert str(read_profile(tmp_path / "letters.toml").get_policy("surname")) == "[Efternamn]"
    (tmp_path / "extended.toml").write_text(extended, "utf-8")
    assert str(read_profile(tmp_path / "extended.toml").get_policy("ward")) == "[Ward {n}]"
    (tmp_path / "places.toml").write_text(places, "utf-8")
    assert read_profile(tmp_path / "places.toml").sampler_settings["style"] == "letters"


ROWS = re.findall(
    r"^\| (`\w+`.*?) \| `(\S+)` \| `(\S+)` \| `(\S+)` \| `(\S+)` \|$",
    read_page("docs/profiles.md"),
    re.MULTILINE,
)


@pytest.mark.parametrize(("column", "name"), [(1, "swell"), (2, "clinic"), (3, "sms"), (4, "mask")])
def test_the_table_of_methods_is_that_of_the_profiles(column: int, name: str) -> None:
    profile = read_profile(name)
    shown = {label: row[column] for row in ROWS for label in re.findall(r"\w+", row[0])}
    assert shown == {label: str(profile.get_policy(label)) for label in shown}
    assert shown.keys() == read_profile("swell").policies.keys()
