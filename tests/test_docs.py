"""The documentation is complete, and its links lead somewhere."""

import ast
import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import tacknamn
from tacknamn_builders.cli.app import COMMANDS, app
from tacknamn_builders.sources.source_table import load_sources
from tests.pages import ROOT, anchors, links, pages, read_page, strip_blocks
from tools import command_reference, label_reference

DATA = read_page("docs/data.md")
GUIDES = "\n".join(map(read_page, pages()))
RULE_ID = re.compile(r"\b[A-E](?:1[0-6]|[1-9])b?(?:\.[0-9]{1,2})?\b")
CITING = ("matcher/tacknamn", "builders/tacknamn_builders", "bench", "tests")
NO_RULES = ("tests/raw", "tests/reference", "tacknamn_builders/curation", "tacknamn_builders/readers",
            "sources.toml", "bench/results")  # fmt: skip
"""Data of others, in which A4 is a paper size and B1 a zone."""
NOT_RULES = {"B12"}
"""The vitamin, in a case of what is not found."""

FILES = [
    path.as_posix()
    for folder in ("bench", "builders", "docs", "matcher", "tests", "tools")
    for path in (ROOT / folder).rglob("*.*")
] + [path.as_posix() for path in ROOT.glob("*.*")]
NOT_KEPT = {
    "builders/tacknamn_builders/readers/lighthouses.py",
    "datapackage.json",
    "keywords.json",
    "iceland.toml",
    "letters.toml",
    "load_automaton.py",
    "load_tries.py",
    "provenance.json",
    "receipt.json",
    "review-1.json",
    "weights.tsv",
}
"""Files of examples, and files that are downloaded or built."""


def commands() -> dict[str, Callable[..., Any]]:
    return {
        name: getattr(import_module(module), function)
        for name, (module, function) in COMMANDS.items()
    }


@pytest.mark.parametrize("id", load_sources())
def test_every_source_is_described(id: str) -> None:
    headings = [text.partition(":")[0] for text in DATA.split("\n\n")]
    own = [heading for heading in headings if f"**{id}**" in heading]
    assert len(own) == 1, f"docs/data.md needs one paragraph that begins with **{id}**:"


def test_no_source_is_described_that_is_gone() -> None:
    text = DATA.partition("## The sources")[2].partition("\n## ")[0]
    described = re.findall(r"^\*\*([a-z0-9-]+)\*\*", text, re.MULTILINE)
    assert set(described) <= set(load_sources())


@pytest.mark.parametrize("name", commands())
def test_every_command_has_help(name: str) -> None:
    first_line = (commands()[name].__doc__ or "").partition("\n")[0]
    assert first_line
    shown = CliRunner().invoke(app, [name, "--help"])
    assert shown.exit_code == 0
    assert first_line.split()[0] in shown.output


@pytest.mark.parametrize("name", commands())
def test_every_command_is_in_a_guide(name: str) -> None:
    assert f"tacknamn-build {name}" in GUIDES


def test_the_command_reference_is_that_of_the_commands() -> None:
    written = command_reference.PAGE.read_text("utf-8")
    assert written == command_reference.write_reference(), "run: python -m tools.command_reference"


def test_the_label_reference_is_that_of_the_taxonomy() -> None:
    written = label_reference.PAGE.read_text("utf-8")
    assert written == label_reference.write_reference(), "run: python -m tools.label_reference"


def test_the_api_reference_has_every_public_name() -> None:
    shown = re.findall(r"^::: (\S+)\.(\w+)$", read_page("docs/reference/api.md"), re.MULTILINE)
    own = [name for module, name in shown if module == "tacknamn"]
    assert sorted(own) == [name for name in tacknamn.__all__ if name != "__version__"]
    assert all(name in read_public_names(module) for module, name in shown)


def read_public_names(module: str) -> list[str]:
    """The names in ``__all__``, without importing: adapters need packages that may be missing."""
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None
    for node in ast.parse(Path(spec.origin).read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return names
    return []


@pytest.mark.parametrize("page", pages())
def test_links_lead_to_files_and_headings(page: str) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent.joinpath(path).resolve() if path else ROOT / page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.relative_to(ROOT).as_posix()), link


def cited_rules() -> dict[str, Path]:
    """Every rule id in code and tests, with a file that cites it."""
    cited = {}
    for folder in CITING:
        for path in sorted((ROOT / folder).rglob("*")):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix in {".py", ".toml", ".tsv", ".json", ".md"} and not any(
                part in place for part in NO_RULES
            ):
                text = path.read_text("utf-8")
                cited.update(dict.fromkeys(RULE_ID.findall(text), path))
    return cited


def test_every_rule_that_is_cited_is_explained() -> None:
    explained = set(re.findall(r"^(?:### |\| )([A-E][0-9]+b?(?:\.[0-9]+)?)\b",
                               read_page("docs/guidelines.md"), re.MULTILINE))  # fmt: skip
    unknown = {rule: path for rule, path in cited_rules().items() if rule not in explained}
    assert unknown.keys() <= NOT_RULES


def test_the_places_for_changes_exist() -> None:
    text = read_page("CONTRIBUTING.md").partition("## Find the place")[2].partition("\n## ")[0]
    rows = [row.split("|")[2:4] for row in text.splitlines() if row.startswith("| ")][1:]
    assert len(rows) > 20
    for path in re.findall(r"`([^`]+)`", str(rows)):
        assert any(ROOT.glob(path)) or any((ROOT / "matcher/tacknamn").glob(path)), path


@pytest.mark.parametrize("page", pages())
def test_files_that_a_page_names_exist(page: str) -> None:
    if page == "CHANGELOG.md":
        return  # it also names files of the past
    named = re.findall(r"`([\w./-]+\.(?:c|h|json|md|py|toml|tsv))`", strip_blocks(read_page(page)))
    unknown = [name for name in named if not any(file.endswith(f"/{name}") for file in FILES)]
    assert set(unknown) <= NOT_KEPT
