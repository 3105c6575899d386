"""Run the Python examples of a page of the documentation, one after the other, in one program."""

import runpy
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.pages import ROOT, blocks

__all__ = ["run_examples"]

END = "end of an example"
DEFAULT_LISTS = ROOT / "build" / "default"


def run_examples(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run the examples in a folder; return what each prints. Skip the test without the lists."""
    if not (DEFAULT_LISTS / "manifest.json").exists():
        pytest.skip("make build was not run")
    monkeypatch.setenv("TACKNAMN_DATA", str(DEFAULT_LISTS))
    monkeypatch.chdir(folder)
    script = folder / "examples.py"
    script.write_text(f"print({END!r})\n".join(blocks(page, "python")), "utf-8")
    with redirect_stdout(StringIO()) as output:
        runpy.run_path(str(script))
    return output.getvalue().split(f"{END}\n")
