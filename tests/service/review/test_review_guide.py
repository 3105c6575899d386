"""docs/review.md says what the command, the page and the formats are."""

import re
import shlex
from pathlib import Path

import pytest

from tacknamn.risk.leftovers import LeftoverKind
from tacknamn.service.review.exporting import EXPORTS
from tacknamn.service.review.suspects import HARMLESS, LEFTOVER
from tests.pages import read_page

PAGE = "docs/review.md"
KEYS = Path(__file__).parents[3] / "matcher/web/src/keys.ts"
COMMANDS = Path("docs/reference/commands.md")
_KEY = re.compile(
    r'\{ deed: "\w+", key: "([^"]+)"((?:, (?:alt|shift|control): true)*), english: "([^"]+)"'
)
_ARROWS = {"ArrowRight": "→", "ArrowLeft": "←", "ArrowUp": "↑", "ArrowDown": "↓", "Escape": "Esc"}


def list_rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading, without its head."""
    section = read_page(PAGE).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return rows[2:]


def test_every_format_is_explained() -> None:
    assert [row[0].strip("`") for row in list_rows("Export")] == list(EXPORTS)


def test_options_exist() -> None:
    reference = read_page(str(COMMANDS))
    shown = re.findall(r"`(tacknamn (?:review|serve) [^`]*)`", read_page(PAGE))
    assert len(shown) >= 6
    for command in shown:
        for word in shlex.split(command):
            assert not word.startswith("--") or word in reference, word


@pytest.mark.skipif(not KEYS.exists(), reason="the sources of the page are not here")
def test_the_keys_are_those_of_the_page() -> None:
    expected = []
    for key, modifiers, does in _KEY.findall(KEYS.read_text("utf-8")):
        parts = [name for word, name in (("control", "Ctrl"), ("alt", "Alt"), ("shift", "Shift"))
                 if f"{word}:" in modifiers]  # fmt: skip
        expected.append(["+".join([*parts, _ARROWS.get(key, key.upper())]), does])
    assert list_rows("Keys") == expected


def test_the_probabilities_are_those_of_the_program() -> None:
    text = " ".join(map(str, list_rows("What the program suggests for a look")))
    for share in (HARMLESS, LEFTOVER[LeftoverKind.NAME], LEFTOVER[LeftoverKind.DIGITS]):
        assert f"{share:.0%}".replace("%", " %") in text
