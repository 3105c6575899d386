"""Which bundle is opened, and why; and installed lists that cannot be used."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tacknamn import Lexicon
from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import VERSION
from tacknamn.lexicon.find_bundle import find_bundle
from tacknamn.lexicon.installed import list_installed
from tacknamn.support import folders
from tests.installed_lists import install_lists
from tests.making import bundle, entry


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, in an environment without any other lists."""
    for name in ("TACKNAMN_DATA", "TACKNAMN_BUILD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(folders, "_OWN", tmp_path / "nowhere")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.syspath_prepend(tmp_path / "site")
    (tmp_path / "site").mkdir()
    return tmp_path / "site"


def town_of(path: str | Path | None = None) -> str:
    """The one town of the lists that are opened."""
    return Lexicon.open(path).complete("")[0]


def test_installed_lists_are_found(site: Path) -> None:
    folder = install_lists(site)
    found = find_bundle()
    assert found.folder == folder
    assert found.reason == "the only lists that are installed"
    assert found.installed is not None
    assert found.installed.describe() == f"tacknamn-data-sv {VERSION}.202611.0"
    assert town_of() == "Lund"


def test_installed_lists_have_a_name(site: Path) -> None:
    install_lists(site)
    install_lists(site, "da", town="Odense")
    assert [lists.name for lists in list_installed()] == ["da", "sv"]
    assert town_of("sv") == town_of(Path("sv")) == "Lund"
    assert town_of("da") == "Odense"


def test_the_variable_may_have_a_name(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_lists(site)
    install_lists(site, "da", town="Odense")
    monkeypatch.setenv("TACKNAMN_DATA", "da")
    assert town_of() == "Odense"
    assert find_bundle().reason == "TACKNAMN_DATA names it"


def test_a_folder_with_a_bundle_comes_before_installed_lists(site: Path) -> None:
    install_lists(site)
    Path("sv").mkdir()  # a corpus, say
    assert town_of("sv") == "Lund"
    Path("sv").rmdir()
    bundle(Path("sv"), [[entry("Kiruna", "city")]])
    assert town_of("sv") == town_of("./sv") == "Kiruna"


def test_the_more_explicitly_a_bundle_is_named_the_earlier_it_comes(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_lists(site)
    assert town_of() == "Lund"
    bundle(Path("build") / "default", [[entry("Ystad", "city")]])
    assert town_of() == "Ystad"
    assert "where bundles are built" in find_bundle().reason
    monkeypatch.setenv("TACKNAMN_DATA", str(bundle(tmp_path / "a", [[entry("Arvika", "city")]])))
    assert town_of() == "Arvika"
    assert town_of(bundle(tmp_path / "b", [[entry("Boden", "city")]])) == "Boden"


def refused(path: str | None = None) -> str:
    with pytest.raises(BundleError) as caught:
        Lexicon.open(path)
    return str(caught.value)


def test_without_lists_the_shortest_way_to_them_is_said(site: Path) -> None:
    message = refused()
    assert message.startswith("no lists found; run `tacknamn data install sv`")
    assert "\n" not in message


def test_a_name_that_nothing_has(site: Path) -> None:
    install_lists(site)
    message = refused("fi")
    assert message.startswith("fi: no bundle here;")
    assert "`tacknamn data install fi` (installed: sv)" in message


def test_of_several_lists_one_must_be_named(site: Path) -> None:
    install_lists(site)
    install_lists(site, "da")
    assert refused() == (
        f"several lists are installed: da (tacknamn-data-da {VERSION}.202611.0), "
        f"sv (tacknamn-data-sv {VERSION}.202611.0); name one with --data or TACKNAMN_DATA"
    )


def test_two_packages_with_the_same_lists(site: Path) -> None:
    install_lists(site)
    install_lists(site, "sv", "others-lists")
    for message in (refused(), refused("sv")):
        assert "sv (others-lists" in message
        assert message.endswith("remove all but one with `pip uninstall tacknamn-data-sv`")


def test_lists_of_another_format(site: Path) -> None:
    install_lists(site, form=VERSION - 1)
    assert refused() == (
        f"tacknamn-data-sv {VERSION - 1}.202611.0 has lists of format {VERSION - 1}, this program "
        f"reads {VERSION}; install them again with `tacknamn data install sv`"
    )


def test_a_changed_bundle(site: Path) -> None:
    folder = install_lists(site)
    path = folder / "strings.bin"
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    assert "strings.bin: damaged (its checksum differs); install them again with" in refused()


@pytest.mark.parametrize("lost", ["", "bundle"])
def test_an_entry_point_without_its_bundle(site: Path, lost: str) -> None:
    folder = install_lists(site)
    shutil.rmtree(folder.parent / lost)
    assert "its package 'tacknamn_data_sv' has no bundle; install them again" in refused()


@pytest.mark.parametrize("package", ["os.path", "../sv", "tacknamn_data_sv:open", "1"])
def test_an_entry_point_that_is_no_package(site: Path, package: str) -> None:
    install_lists(site)
    facts = next(site.glob("*.dist-info")) / "entry_points.txt"
    facts.write_text(f"[tacknamn.data]\nsv = {package}\n")
    assert "has no bundle" in refused()


def test_info_says_which_lists_are_used_and_why(site: Path) -> None:
    folder = install_lists(site)
    run = [sys.executable, "-m", "tacknamn", "info"]
    paths = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")]), *sys.path])
    environment = {**os.environ, "PYTHONPATH": paths, "TACKNAMN_BUILD": str(site / "none")}
    done = subprocess.run([*run, "--json"], env=environment, capture_output=True, check=True)
    facts = json.loads(done.stdout)
    assert facts["bundle"] == str(folder)
    assert facts["installed"] == f"tacknamn-data-sv {VERSION}.202611.0"
    assert facts["reason"] == "the only lists that are installed"
    assert (facts["licence"], facts["terms"]) == ("MIT", "may be passed on under MIT")
    named = subprocess.run([*run, "--data", "sv"], env=environment, capture_output=True, text=True)
    assert "\nchosen\tit was named\n" in named.stdout
    assert f"bundle\t{folder} (tacknamn-data-sv {VERSION}.202611.0)\n" in named.stdout
