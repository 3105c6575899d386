"""Backends of other packages, brought by entry points, and held to a limit of time."""

import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tacknamn.ner.backends import programs
from tacknamn.ner.backends.checking import find_all_mentions, find_mentions
from tacknamn.ner.backends.protocol import Backend, BackendError
from tacknamn.ner.backends.registry import list_backends, make_backend

pytestmark = pytest.mark.slow

SECONDS = 30
"""A limit that no good backend comes near, on however busy a machine."""
BACKEND = """
import os, sys, time
from tacknamn.ner import BackendError, NamedMention

class Stand:
    def __init__(self, setup):
        self.name = setup.name
        self.setup = setup
        self.loads = 0

    def load(self):
        self.loads += 1
        print("Loading ...", flush=True)
        if self.setup.model == "broken":
            raise OSError("no such model")
        if self.setup.model == "slow":
            time.sleep(99)
        if self.setup.model == "missing":
            raise BackendError(self.name, "has no model", "run: get-it")

    def find(self, text):
        if not self.loads:
            self.load()
        print("Working at", text, flush=True)
        if "hang" in text:
            while True:
                pass
        if "die" in text:
            os._exit(3)
        if "fail" in text:
            raise ValueError(text)
        if "outside" in text:
            return [(0, 99, "PER")]
        if "remedy" in text:
            raise BackendError(self.name, "cannot do this", "run: this")
        return [NamedMention(0, len(text), self.setup.language.upper() + str(self.loads), 0.5)]
"""
Package = Callable[..., None]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Install a package with an entry point, as far as this Python is concerned."""

    def package(name: str, point: str = "stand_for_tests:Stand", code: str = BACKEND) -> None:
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[tacknamn.backends]\nstand = {point}\n")
        (tmp_path / "stand_for_tests.py").write_text(textwrap.dedent(code))

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "stand_for_tests", raising=False)
    return package


@pytest.fixture
def apart(package: Package) -> Backend:
    """The backend of the package in a process of its own."""
    package("others")
    return make_backend("stand", seconds=SECONDS, language="sv")


def test_other_packages_bring_backends(package: Package) -> None:
    package("others")
    assert list_backends()[-1] == "stand"
    assert find_mentions(make_backend("stand:m", language="sv"), "Anna") == [(0, 4, "SV1", 0.5)]


def test_two_packages_with_the_same_backend_are_told(package: Package) -> None:
    package("others")
    package("further")
    with pytest.raises(
        BackendError, match="is registered by several packages: further, others; uninstall all"
    ):
        make_backend("stand")


@pytest.mark.parametrize(
    "point, code, told",
    [
        ("stand_for_tests:Nothing", BACKEND, "cannot be loaded from stand_for_tests:Nothing"),
        ("is_not_there:Stand", BACKEND, "of the package others: ModuleNotFoundError"),
        ("stand_for_tests:Stand", "1 / 0", "ZeroDivisionError: division by zero"),
        ("stand_for_tests:Stand", "def Stand(): pass", "cannot be created: TypeError"),
    ],
)
def test_a_package_that_is_broken_is_told(
    package: Package, point: str, code: str, told: str
) -> None:
    package("others", point, code)
    with pytest.raises(BackendError, match=told) as caught:
        make_backend("stand")
    assert caught.value.name == "stand"


def test_nobody_takes_the_names_of_ours(package: Package, tmp_path: Path) -> None:
    package("others")
    points = tmp_path / "others-1.0.dist-info/entry_points.txt"
    points.write_text("[tacknamn.backends]\ntacknamn = stand_for_tests:Stand\n")
    assert type(make_backend("tacknamn")).__name__ == "OwnBackend"
    assert list_backends().count("tacknamn") == 1


def test_a_process_of_its_own_loads_once_and_answers(apart: Backend) -> None:
    assert [find_mentions(apart, "Åsa 🙂") for _ in range(3)] == [[(0, 5, "SV1", 0.5)]] * 3
    assert list(find_all_mentions(apart, ["a", "\ud83d"])) == [[(0, 1, "SV1", 0.5)]] * 2


def test_a_backend_that_hangs_is_ended_and_works_again(package: Package) -> None:
    package("others")
    asked = make_backend("stand", seconds=1)
    asked.load()
    begin = time.monotonic()
    with pytest.raises(BackendError) as caught:
        find_mentions(asked, "hang")
    assert str(caught.value) == (
        "backend stand: no answer within 1 s; it was stopped; allow more time with --seconds, "
        "or choose a smaller model"
    )
    assert time.monotonic() - begin < SECONDS
    assert find_mentions(asked, "Anna") == [(0, 4, "EN1", 0.5)]


def test_a_backend_that_loads_for_ever_is_ended(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    package("others")
    monkeypatch.setattr(programs, "LOAD_SECONDS", 0.5)
    with pytest.raises(
        BackendError, match=r"^backend stand:slow: not loaded within 0\.5 s; it was stopped"
    ):
        make_backend("stand:slow", seconds=0.25).load()


def test_a_backend_that_dies_is_told(apart: Backend) -> None:
    with pytest.raises(BackendError, match=r"^backend stand: ended with exit code 3"):
        find_mentions(apart, "die")
    assert find_mentions(apart, "Anna")


@pytest.mark.parametrize(
    "text, told",
    [
        ("fail at Anna", "failed with ValueError"),
        ("outside", "from 0 to 99 in a text of 7 characters"),
        ("remedy", "cannot do this; run: this"),
    ],
)
def test_what_goes_wrong_there_is_told_here(apart: Backend, text: str, told: str) -> None:
    with pytest.raises(BackendError, match=told) as caught:
        find_mentions(apart, text)
    assert "Anna" not in str(caught.value)
    assert find_mentions(apart, "Anna")  # one text does not end it


@pytest.mark.parametrize(
    "model, told",
    [("broken", "failed with OSError"), ("missing", "has no model; run: get-it")],
)
def test_what_cannot_be_loaded_there_is_told_here(package: Package, model: str, told: str) -> None:
    package("others")
    asked = make_backend(f"stand:{model}", seconds=SECONDS)
    for _ in range(2):
        with pytest.raises(BackendError, match=f"^backend stand:{model}: {told}"):
            asked.load()


def test_faults_of_our_own_engine_are_told_from_there(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match=r"^backend tacknamn: .*tacknamn-build compile"):
        make_backend("tacknamn", lexicon_data=tmp_path / "is not there", seconds=SECONDS).load()
