"""Data sets of Hugging Face: the recipe of docs/tables.md, in one process, in two, and streamed."""

from pathlib import Path
from typing import Any

import datasets
import pyarrow
import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.arrow import SPANS, TablePseudonymizer
from tests.bulk.tables import KEY, make_table, pseudonymize_singly

TABLE = make_table().select(["id", "text"])


@pytest.fixture
def pseudonymizer(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pseudonymizer:
    """One whose key is in a file, so that other processes can read it."""
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    datasets.disable_progress_bars()
    key_file = tmp_path / "corpus.key"
    key_file.write_text(KEY.hex(), "ascii")
    return Pseudonymizer(Lexicon.open(data), key=key_file)


def list_expected(pseudonymizer: Pseudonymizer) -> list[str | None]:
    documents = pseudonymize_singly(pseudonymizer, TABLE["text"].to_pylist())
    return [None if document is None else document.text for document in documents]


@pytest.mark.parametrize("processes", [None, 2])
def test_a_data_set_is_mapped(processes: int | None, pseudonymizer: Pseudonymizer) -> None:
    dataset: Any = datasets.Dataset(pyarrow.table(TABLE))
    table = TablePseudonymizer(pseudonymizer, "text", "id", spans="spans")
    safe = dataset.with_format("arrow").map(
        table.pseudonymize_table, batched=True, num_proc=processes
    )
    safe = safe.with_format(None)
    assert safe["text"][:] == list_expected(pseudonymizer)
    assert safe["id"][:] == TABLE["id"].to_pylist()
    assert list(safe[1]["spans"][0]) == [field.name for field in SPANS.value_type]


def test_a_streamed_data_set_is_mapped(pseudonymizer: Pseudonymizer) -> None:
    dataset: Any = datasets.Dataset(pyarrow.table(TABLE)).to_iterable_dataset()
    table = TablePseudonymizer(pseudonymizer, "text", "id")
    safe = dataset.with_format("arrow").map(table.pseudonymize_table, batched=True)
    assert [row["text"] for row in safe.with_format(None)] == list_expected(pseudonymizer)
