"""The examples of the page on tables run, and print what the page shows."""

import runpy
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import datasets
import pytest

from tests.pages import ROOT, blocks

PAGE = "docs/tables.md"
END = "end of an example"
DEFAULT_LISTS = ROOT / "build" / "default"


def test_the_examples_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (DEFAULT_LISTS / "manifest.json").exists():
        pytest.skip("make build was not run")
    monkeypatch.setenv("TACKNAMN_DATA", str(DEFAULT_LISTS))
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    datasets.disable_progress_bars()
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "examples.py"
    script.write_text(f"print({END!r})\n".join(blocks(PAGE, "python")), "utf-8")
    with redirect_stdout(StringIO()) as output:
        runpy.run_path(str(script))
    printed = output.getvalue().split(f"{END}\n")
    assert printed == blocks(PAGE, "text")
