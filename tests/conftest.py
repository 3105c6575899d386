"""Tests leave nothing in the user's folders, and end; and the fixtures that several modules share.

What is imported within a fixture is so because not every run of tests needs the builders.
"""

import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from hypothesis import HealthCheck, settings

from tests.timing import THOROUGH

# Before anything is imported that looks for its cache.
os.environ.setdefault("TACKNAMN_CACHE", tempfile.mkdtemp(prefix="tacknamn-tests-"))

# Whoever is started in the background by a shell ignores Ctrl-C, and so do those whom it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says how busy the machine is; tests of time measure it themselves.
settings.register_profile(
    "tests",
    deadline=None,
    max_examples=100 if THOROUGH else 50,  # each run draws others
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")

LONGEST = 300
"""Seconds that no everyday test takes, on however busy a machine: each takes a few at rest."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let a test that hangs fail where it does, and once more each minute if it goes on."""
    able = hasattr(signal, "setitimer") and current_thread() is main_thread()
    if not able or item.get_closest_marker("full"):
        return (yield)

    def hung(number: int, frame: object) -> None:
        raise TimeoutError(f"this test has not ended in {LONGEST} seconds")

    before = signal.signal(signal.SIGALRM, hung)
    signal.setitimer(signal.ITIMER_REAL, LONGEST, 60)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small bundle with all that scanners stumble over; only to be read."""
    from tests.fuzz.bundles import small_bundle

    return small_bundle(tmp_path_factory.mktemp("good"))


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle with a few names and towns; only to be read."""
    from tests.running_command import made_bundle

    return made_bundle(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the path of modules, with packages whose backends misbehave."""
    from tests.comparing_backends import installed

    return installed(tmp_path_factory.mktemp("packages"))


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
