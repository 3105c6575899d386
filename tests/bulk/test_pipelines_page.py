"""The examples of the page on pipelines run, and print what the page shows."""

import runpy
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import spacy

from tests.pages import ROOT, blocks

PAGE = "docs/pipelines.md"
END = "end of an example"
DEFAULT_LISTS = ROOT / "build" / "default"


# The pseudonyms of the page come from a seed, so that they can be shown.
@pytest.mark.filterwarnings("ignore::tacknamn.pipeline.consistency.InconsistentNamesWarning")
def test_the_examples_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (DEFAULT_LISTS / "manifest.json").exists():
        pytest.skip("make build was not run")
    import tacknamn.spacy  # registers the component, also where the entry point is not installed

    assert spacy.blank("sv").has_factory("tacknamn") and tacknamn.spacy
    monkeypatch.setenv("TACKNAMN_DATA", str(DEFAULT_LISTS))
    monkeypatch.chdir(tmp_path)
    Path("recognizers.yaml").write_text(blocks(PAGE, "yaml")[0], "utf-8")
    script = tmp_path / "examples.py"
    script.write_text(f"print({END!r})\n".join(blocks(PAGE, "python")), "utf-8")
    with redirect_stdout(StringIO()) as output:
        runpy.run_path(str(script))
    printed = output.getvalue().split(f"{END}\n")
    assert printed == blocks(PAGE, "text")
