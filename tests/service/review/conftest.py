"""A folder of documents, and a page that corrects them."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn import Lexicon
from tests.service.review.annotator import Annotator

TEXT = "Jag heter Amina och bor i Göteborg. Aminas syster bor i Lund."
TEXTS = {
    "e1": TEXT,
    "e2": "Min vän Erik bor i Lund. Eriks hund heter Karo.",
    "e3": "Här är inga namn alls.",
}


@pytest.fixture(scope="session")
def lexicon(data: Path) -> Lexicon:
    """The lists of the service."""
    return Lexicon.open(data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three texts."""
    essays = tmp_path / "essays"
    essays.mkdir()
    for name, text in TEXTS.items():
        (essays / f"{name}.txt").write_text(text, "utf-8")
    return essays


@pytest.fixture
def open_page(make_client: Callable[..., TestClient], folder: Path) -> Callable[..., Annotator]:
    """Open the page on the folder with some settings of the service."""

    def open(**settings: Any) -> Annotator:
        full: Mapping[str, Any] = {"essays": folder, "has_page": True, "seed": (1 << 100) + 7}
        return Annotator(make_client(**{**full, **settings}))

    return open


@pytest.fixture
def page(open_page: Callable[..., Annotator]) -> Annotator:
    """The page on the folder."""
    return open_page()


@pytest.fixture
def lasting_page(open_page: Callable[..., Annotator]) -> Iterator[Annotator]:
    """The page with one event loop for all requests, so that work in the background goes on."""
    annotator = open_page()
    with annotator.client:
        yield annotator
