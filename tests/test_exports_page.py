"""The examples of docs/exports.md run on exports of the miniature lists."""

import logging
import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.listing import COLUMNS
from tacknamn_builders.cli.app import app
from tacknamn_builders.exporting.formats import FORMATS
from tests.golden_build import build
from tests.pages import blocks, read_page

PAGE = "docs/exports.md"
EXAMPLES = blocks(PAGE, "python")
FOLDERS = {
    "marisa": "tries", "ahocorasick": "automaton", "spacy": "patterns", "presidio": "recognizers",
    "flashtext": "keywords", "sqlite": "database",
}  # fmt: skip
"""The folder of each export that the examples read."""
PACKAGES = r"^ *(?:from|import) (spacy|presidio_analyzer|flashtext)|(load_trie|to_pandas)"
NEEDS = {"load_trie": "marisa_trie", "to_pandas": "pandas"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("build") / "default")


@pytest.fixture(autouse=True)
def kept_log_settings() -> Iterator[None]:
    """Undo what a command that runs in this process sets for the log of all tests."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield
    root.setLevel(level)
    root.handlers = handlers


def test_the_commands_run(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("marisa_trie")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACKNAMN_BUILD", str(built.parent))
    for line in blocks(PAGE, "sh")[0].splitlines():
        program, *words = shlex.split(line)
        done = CliRunner().invoke(app, words)
        assert (program, done.exit_code) == ("tacknamn-build", 0), done.output
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(
    number: int, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = EXAMPLES[number]
    for found in re.findall(PACKAGES, example, re.MULTILINE):
        name = "".join(found)
        pytest.importorskip(NEEDS.get(name, name))
    monkeypatch.chdir(tmp_path)
    for format, folder in FOLDERS.items():
        if f"{folder}/" in example or f"load_{folder}" in example:
            words = ["export", "--format", format, "--bundle", str(built), "-o", folder]
            assert CliRunner().invoke(app, words).exit_code == 0
            monkeypatch.syspath_prepend(tmp_path / folder)
    for name in ("load_tries", "load_automaton"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    (tmp_path / "example.py").write_text(example, "utf-8")
    runpy.run_path(str(tmp_path / "example.py"), {"lexicon": Lexicon.open(built)})


def test_every_format_and_column_is_described() -> None:
    page = read_page(PAGE)
    assert all(f"`{format}`" in page for format in FORMATS)
    for name, meaning in COLUMNS.items():
        assert f"| `{name}` | {meaning} |" in page
