"""The examples of the page on tables run, and print what the page shows."""

from pathlib import Path

import datasets
import pytest

from tests.bulk.running_pages import run_examples
from tests.bulk.tables import KEY
from tests.pages import blocks

PAGE = "docs/tables.md"


def test_the_examples_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    datasets.disable_progress_bars()
    (tmp_path / "notes.key").write_text(KEY.hex(), "ascii")
    assert run_examples(PAGE, tmp_path, monkeypatch) == blocks(PAGE, "text")
