"""The documents speak of everything there is: every source, every command."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tacknamn_builders.cli.app import app
from tacknamn_builders.sources.source_table import load_sources

ROOT = Path(__file__).parent.parent
DATA = (ROOT / "docs" / "data.md").read_text("utf-8")
GUIDES = "\n".join(
    path.read_text("utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
)


def commands() -> dict[str, Callable[..., Any]]:
    found = {}
    for command in app.registered_commands:
        assert command.callback is not None
        found[command.name or command.callback.__name__] = command.callback
    return found


@pytest.mark.parametrize("id", load_sources())
def test_every_source_is_described(id: str) -> None:
    headings = [text.partition(":")[0] for text in DATA.split("\n\n")]
    own = [heading for heading in headings if f"**{id}**" in heading]
    assert len(own) == 1, f"docs/data.md needs one paragraph that begins with **{id}**:"


def test_no_source_is_described_that_is_gone() -> None:
    described = re.findall(r"^\*\*([a-z0-9-]+)\*\*", DATA, re.MULTILINE)
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


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/data.md"])
def test_links_between_pages_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    assert [to for to in targets if not (ROOT / page).parent.joinpath(to).exists()] == []
