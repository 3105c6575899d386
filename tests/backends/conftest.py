"""The tests of this folder run in `make test-backends` only; each needs the package that it tests."""

import functools
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.backends import making
from tests.collecting import is_named

MAKERS: dict[str, tuple[str, Callable[[Path], Path]]] = {
    "spacy": ("spacy", making.spacy_pipeline),
    "nltk": ("nltk", making.nltk_data),
    "flair": ("flair", making.flair_model),
    "stanza": ("stanza", making.stanza_folder),
    "transformers": ("transformers", making.transformers_model),
    "presidio": ("presidio_analyzer", making.spacy_pipeline),
}
"""Each backend with its package and what makes a model for it."""


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave the folder out unless its tests were asked for, or a file of it is named."""
    asked = "backends" in str(config.option.markexpr)
    return None if asked or is_named(config, Path(__file__).parent) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; leave them out where nobody asked for them."""
    asked = "backends" in str(config.option.markexpr)
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        item.add_marker(pytest.mark.backends)
        item.add_marker(pytest.mark.filterwarnings("default"))  # theirs are not ours to mend
        if not asked:
            item.add_marker(pytest.mark.skip(reason="run by `make test-backends`"))


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The tiny model of a backend, made once."""

    @functools.cache
    def made(name: str) -> Path:
        package, make = MAKERS[name]
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed; `make test-backends` installs it")
        return make(tmp_path_factory.mktemp("models") / name)

    return made
