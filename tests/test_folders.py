"""Where files live: in a checkout, outside of one, and where the environment says."""

from pathlib import Path

import platformdirs
import pytest

from tacknamn.errors import BundleError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.support import folders
from tacknamn.support.folders import find_build_folder, find_checkout, find_checksum_cache
from tacknamn_builders.paths import find_cache_folder, find_raw_folder
from tests.making import bundle, entry

OURS = '[project]\nname = "tacknamn"\n'


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("TACKNAMN_RAW", "TACKNAMN_BUILD", "TACKNAMN_CACHE"):
        monkeypatch.delenv(variable, raising=False)


def make_checkout(root: Path, project: str = OURS) -> Path:
    (root / "builders" / "tacknamn_builders").mkdir(parents=True)
    (root / "pyproject.toml").write_text(project, "utf-8")
    return root


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout that the package runs from."""
    root = make_checkout(tmp_path / "project")
    monkeypatch.setattr(folders, "_OWN", root)
    return root


@pytest.mark.parametrize("inside", [".", "builders", "builders/tacknamn_builders"])
def test_checkout_is_found_from_any_of_its_folders(
    own: Path, monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    monkeypatch.chdir(own / inside)
    assert find_checkout() == own
    assert (find_raw_folder(), find_build_folder()) == (own / "raw", own / "build")


def test_a_checkout_that_the_package_does_not_run_from_does_not_count(
    tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_checkout(tmp_path / "other")
    bundle(other / "build" / "default", [[entry("Lund", "city")]])
    monkeypatch.delenv("TACKNAMN_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(other)
    assert find_checkout() is None
    with pytest.raises(BundleError, match="no lists found"):
        Lexicon.open()
    bundle(own / "build" / "default", [[entry("Göteborg", "city")]])
    assert Lexicon.open().lookup("Göteborg")


def test_the_current_folder_comes_after_the_checkout(
    tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TACKNAMN_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    bundle(tmp_path / "here" / "build" / "default", [[entry("Lund", "city")]])
    monkeypatch.chdir(tmp_path / "here")
    assert Lexicon.open().lookup("Lund")
    bundle(own / "build" / "default", [[entry("Göteborg", "city")]])
    assert not Lexicon.open().lookup("Lund")


@pytest.mark.parametrize("project", ['[project]\nname = "other"\n', "[project", "", "project = 1"])
def test_other_projects_are_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, project: str
) -> None:
    root = make_checkout(tmp_path / "project", project)
    monkeypatch.setattr(folders, "_OWN", root)
    monkeypatch.chdir(root)
    assert find_checkout() is None


def test_project_of_our_name_without_builders_is_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text(OURS, "utf-8")
    monkeypatch.setattr(folders, "_OWN", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert find_checkout() is None


def test_outside_a_checkout_the_user_s_folders_serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cache = platformdirs.user_cache_path("tacknamn", appauthor=False)
    data = platformdirs.user_data_path("tacknamn", appauthor=False)
    assert (find_raw_folder(), find_build_folder()) == (cache / "raw", data / "build")


def test_outside_a_checkout_received_files_are_in_the_cache_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """80 MB went to the user's cache, although the variable named another folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    assert find_raw_folder() == tmp_path / "cache" / "raw"


def test_downloads_are_shared_between_checkouts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = set()
    for name in ("one", "two"):
        monkeypatch.chdir(make_checkout(tmp_path / name))
        folders.add(find_cache_folder())
    assert folders == {platformdirs.user_cache_path("tacknamn", appauthor=False) / "downloads"}


def test_environment_overrides(tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TACKNAMN_RAW", "received")
    monkeypatch.setenv("TACKNAMN_BUILD", "~/bundles")
    monkeypatch.setenv("TACKNAMN_CACHE", "/data/downloads")
    assert find_raw_folder() == tmp_path / "project" / "received"
    assert find_build_folder() == tmp_path / "bundles"
    assert find_cache_folder() == Path("/data/downloads")


def test_empty_variable_counts_as_none(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own)
    monkeypatch.setenv("TACKNAMN_RAW", "")
    assert find_raw_folder() == own / "raw"


@pytest.mark.parametrize("inside", [".", "docs", "builders/tacknamn_builders"])
def test_the_library_finds_what_the_builders_make_from_any_folder(
    own: Path, monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    monkeypatch.delenv("TACKNAMN_DATA", raising=False)
    (own / "docs").mkdir()
    bundle(own / "build" / "default", [[entry("Göteborg", "city")]])
    monkeypatch.chdir(own / inside)
    assert Lexicon.open().lookup("Göteborg")


def test_the_library_obeys_the_builders_variable_and_looks_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TACKNAMN_DATA", raising=False)
    bundle(tmp_path / "build" / "default", [[entry("Göteborg", "city")]])
    bundle(tmp_path / "elsewhere" / "default", [[entry("Lund", "city")]])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACKNAMN_BUILD", str(tmp_path / "elsewhere"))
    assert Lexicon.open().lookup("Lund")
    monkeypatch.setenv("TACKNAMN_BUILD", str(tmp_path / "nowhere"))
    with pytest.raises(BundleError, match="nowhere"):
        Lexicon.open()


def test_notes_of_whole_bundles_lie_in_a_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path))
    assert find_checksum_cache() == tmp_path / "verified"
    monkeypatch.setenv("TACKNAMN_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "xdg"))
    assert find_checksum_cache() == tmp_path / "xdg" / "tacknamn" / "verified"
