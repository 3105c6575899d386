"""Tests leave nothing in the user's folders; and the fixtures that several modules share.

What is imported within a fixture is so because not every run of tests needs the builders.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

# Before anything is imported that looks for its cache.
os.environ.setdefault("TACKNAMN_CACHE", tempfile.mkdtemp(prefix="tacknamn-tests-"))


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small bundle with all that scanners stumble over; only to be read."""
    from tests.fuzz.bundles import small_bundle

    return small_bundle(tmp_path_factory.mktemp("good"))


@pytest.fixture
def copy(good: Path, tmp_path: Path) -> Path:
    """A copy of the good bundle, or of what a module calls so, to damage it."""
    return shutil.copytree(good, tmp_path / "copy")


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str], Path]:
    """Copy the miniature of a source, to damage it."""
    from tests.reading import folder_of

    def copied(source: str) -> Path:
        return Path(shutil.copytree(folder_of(source), tmp_path / source))

    return copied
