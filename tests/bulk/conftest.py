"""The tests of this folder run in `make test-bulk` only; they need the packages of the extra ``bulk``.

What is imported within a fixture is so because other runs of tests read this file without them.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tests.collecting import is_named

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine


PACKAGES = ("datasets", "duckdb", "polars", "presidio_analyzer", "pyspark", "spacy")
"""What the tests import. Those of the extra ``dev`` are enough for all other tests."""


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave the folder out unless its tests were asked for: each process of the everyday tests would
    import all packages. A folder or file that is named is collected if the packages are installed."""
    if "bulk" in str(config.option.markexpr):
        return None
    return (
        None if is_named(config, Path(__file__).parent) and all(map(find_spec, PACKAGES)) else True
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; leave them out unless they were asked for."""
    asked = "bulk" in str(config.option.markexpr)
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.bulk)
            if not asked:
                item.add_marker(pytest.mark.skip(reason="run by `make test-bulk`"))


@pytest.fixture(scope="session")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the key that all tests of adapters use; only to be read."""
    from tests.bulk.tables import KEY

    file = tmp_path_factory.mktemp("keys") / "project.key"
    file.write_text(KEY.hex(), "ascii")
    return file


@pytest.fixture(scope="session")
def pseudonymizer(data: Path, key_file: Path) -> Pseudonymizer:
    """What the results of every adapter are compared with."""
    return Pseudonymizer(Lexicon.open(data), key=key_file)


@pytest.fixture(scope="session")
def texts() -> list[str]:
    """5,000 rows without nulls."""
    from tests.bulk.tables import make_table

    return [text for text in make_table(5_300)["text"].to_pylist() if text is not None][:5000]


@pytest.fixture(scope="module")
def analyzer(data: Path) -> "AnalyzerEngine":
    """Presidio's engine with our recognizer for each language."""
    from tacknamn.presidio import make_analyzer

    return make_analyzer(data=str(data))
