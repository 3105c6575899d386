"""The examples of the page on pipelines run, and print what the page shows."""

from pathlib import Path

import pytest
import spacy

from tests.bulk.running_pages import run_examples
from tests.pages import blocks

PAGE = "docs/pipelines.md"


# The pseudonyms of the page come from a seed, so that they can be shown.
@pytest.mark.filterwarnings("ignore::tacknamn.pipeline.consistency.InconsistentNamesWarning")
def test_the_examples_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tacknamn.spacy  # registers the component, also where the entry point is not installed

    assert spacy.blank("sv").has_factory("tacknamn") and tacknamn.spacy
    (tmp_path / "recognizers.yaml").write_text(blocks(PAGE, "yaml")[0], "utf-8")
    assert run_examples(PAGE, tmp_path, monkeypatch) == blocks(PAGE, "text")
