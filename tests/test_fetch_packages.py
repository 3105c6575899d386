"""Fetching packages through pip: pinned, hash-checked, and never run."""

import io
import os
import subprocess
import sys
import tarfile
import textwrap
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.fetch import fetch_source
from tacknamn_builders.fetching.outcomes import FetchAction, FetchOutcome
from tacknamn_builders.fetching.pip_client import (
    PackageRequest,
    _measure_archives,
    explain_pip_error,
    is_nothing_found,
)
from tacknamn_builders.sources.receipts import Receipt, read_receipt
from tacknamn_builders.sources.source_table import DataSource, SourceFile
from tests.server import IMPATIENT, Reply, address_source, serve, sum_of
from tests.timing import PATIENCE

pytestmark = pytest.mark.slow

LAKES = "namn\nVänern\nVättern\n".encode()
METADATA = "Metadata-Version: 2.1\nName: Lake-Names\nVersion: 1.5\n"
WHEEL = "lake_names-1.5-py3-none-any.whl"
SDIST = "lake_names-1.5.tar.gz"


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that pip takes for all the indexes there are."""
    for variable in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(variable)
    folder = tmp_path / "registry"
    folder.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    yield folder


def write_wheel(folder: Path, python: str = ">=3.8") -> Path:
    path = folder / WHEEL
    info = "lake_names-1.5.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("lake_names/data/lakes.csv", LAKES)
        wheel.writestr(f"{info}/METADATA", f"{METADATA}Requires-Python: {python}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return path


def write_sdist(folder: Path, **files: str) -> Path:
    path = folder / SDIST
    plain = {"PKG-INFO": METADATA, "setup.py": "", "src/lakes.csv": LAKES.decode()}
    with tarfile.open(path, "w:gz") as sdist:
        for name, text in (plain | files).items():
            info = tarfile.TarInfo(f"lake_names-1.5/{name}")
            body = text.encode()
            info.size = len(body)
            sdist.addfile(info, io.BytesIO(body))
    return path


def package(archive: Path, member: str) -> DataSource:
    source = address_source("", SourceFile(member, "", "lakes.csv"))
    sha256 = sum_of(archive.read_bytes())
    return replace(source, address="", package="lake-names", version="1.5", sha256=sha256)


def wheel_source(archive: Path) -> DataSource:
    return package(archive, "lake_names/data/lakes.csv")


def sdist_source(archive: Path) -> DataSource:
    return package(archive, "lake_names-1.5/src/lakes.csv")


def fetched(
    source: DataSource,
    folder: Path,
    checkout: str = "one",
    *,
    cache: str = "cache",
    mirror: Path | None = None,
    offline: bool = False,
) -> FetchOutcome:
    return fetch_source(
        source,
        folder / checkout,
        cache=folder / cache,
        mirror=mirror,
        offline=offline,
        patience=IMPATIENT,
    )


def receipt_of(outcome: FetchOutcome) -> Receipt:
    assert outcome.folder is not None
    receipt = read_receipt(outcome.folder)
    assert receipt is not None
    return receipt


def complaint(source: DataSource, folder: Path) -> str:
    with pytest.raises(SourceError) as caught:
        fetched(source, folder)
    message = str(caught.value)
    assert message.startswith("lakes: ")
    assert "\n" not in message and "Traceback" not in message
    assert not (folder / "one" / "lakes" / "1.5").exists()
    return message


def content(outcome: FetchOutcome) -> bytes:
    assert outcome.folder is not None
    return (outcome.folder / "lakes.csv").read_bytes()


def test_file_is_read_out_of_a_wheel(registry: Path, tmp_path: Path) -> None:
    source = wheel_source(write_wheel(registry))
    outcome = fetched(source, tmp_path)
    assert (outcome.action, content(outcome)) == (FetchAction.FETCHED, LAKES)
    receipt = receipt_of(outcome)
    assert receipt.archive is not None and receipt.archive.sha256 == source.sha256
    received = receipt.files["lakes.csv"]
    assert received.address == "lake-names==1.5#lake_names/data/lakes.csv"
    assert (received.via, received.sha256) == ("package", sum_of(LAKES))


def test_package_is_fetched_once(registry: Path, tmp_path: Path) -> None:
    archive = write_wheel(registry)
    source = wheel_source(archive)
    first = fetched(source, tmp_path)
    archive.unlink()
    assert first.action == FetchAction.FETCHED
    assert fetched(source, tmp_path).action == FetchAction.PRESENT
    assert fetched(source, tmp_path, "two").action == FetchAction.FROM_CACHE
    assert fetched(source, tmp_path, "three", offline=True).action == FetchAction.FROM_CACHE


def test_scratch_is_cleared_up(registry: Path, tmp_path: Path) -> None:
    fetched(wheel_source(write_wheel(registry)), tmp_path)
    assert list((tmp_path / "cache" / "unfinished" / "lakes").iterdir()) == []


def test_wheel_for_a_later_python_is_data_to_us(registry: Path, tmp_path: Path) -> None:
    source = wheel_source(write_wheel(registry, python=">=4"))
    assert content(fetched(source, tmp_path)) == LAKES


HOSTILE = "import pathlib; pathlib.Path({marker!r}).touch()\n"
"""What a hostile module does when it is imported."""

BACKENDS = {
    "no pyproject.toml": "",
    "setuptools": """
        [build-system]
        requires = ["setuptools>=43", "wheel"]
        build-backend = "setuptools.build_meta"
        """,
    "its own backend": """
        [build-system]
        requires = []
        build-backend = "evil:hooks"
        backend-path = ["."]
        """,
    "its own setuptools": """
        [build-system]
        requires = []
        build-backend = "setuptools.build_meta"
        backend-path = ["."]
        """,
}
MODULES = ("setup.py", "evil.py", "sitecustomize.py", "setuptools/__init__.py", "email/__init__.py")


def hostile_sdist(folder: Path, backend: str, marker: Path) -> Path:
    """A source distribution in which every module leaves a mark when it runs."""
    files = dict.fromkeys(MODULES, HOSTILE.format(marker=str(marker)))
    if toml := textwrap.dedent(BACKENDS[backend]):
        files["pyproject.toml"] = toml
    return write_sdist(folder, **files)


@pytest.mark.parametrize("backend", BACKENDS)
def test_hostile_source_distribution_never_runs(
    registry: Path, tmp_path: Path, backend: str
) -> None:
    marker = tmp_path / "it ran"
    source = sdist_source(hostile_sdist(registry, backend, marker))
    assert content(fetched(source, tmp_path)) == LAKES
    assert not marker.exists()


def test_plain_pip_would_have_run_it(registry: Path, tmp_path: Path) -> None:
    """The proof that the test above can fail."""
    marker = tmp_path / "it ran"
    hostile_sdist(registry, "its own backend", marker)
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-build-isolation"]
    command = [*pip, f"--dest={tmp_path}", "lake-names"]
    subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE)
    assert marker.exists()


def test_wrong_hash_shows_both(registry: Path, tmp_path: Path) -> None:
    archive = write_wheel(registry)
    source = replace(wheel_source(archive), sha256=sum_of(b"another"))
    message = complaint(source, tmp_path)
    assert sum_of(b"another") in message and sum_of(archive.read_bytes()) in message


def test_missing_version_is_named(registry: Path, tmp_path: Path) -> None:
    source = replace(wheel_source(write_wheel(registry)), version="1.6")
    assert "the package index has no lake-names==1.6" in complaint(source, tmp_path)


@pytest.mark.parametrize("write", [write_wheel, write_sdist])
def test_missing_member_is_named(
    registry: Path, tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    archive = write(registry)
    message = complaint(package(archive, "lakes.tsv"), tmp_path)
    assert f"{archive.name} has no member lakes.tsv" in message


def test_registry_out_of_reach(
    registry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")  # the discard port
    monkeypatch.setenv("PIP_RETRIES", "1")
    message = complaint(wheel_source(write_wheel(tmp_path)), tmp_path)
    assert "the package index does not answer; check the connection" in message


def test_package_from_an_index(
    registry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = write_wheel(tmp_path).read_bytes()
    with serve() as server:
        link = f'<a href="/{WHEEL}#sha256={sum_of(body)}">{WHEEL}</a>'.encode()
        html = {"Content-Type": "text/html"}
        server.script("/simple/lake-names/", Reply(link, headers=html))
        server.script(f"/{WHEEL}", Reply(body))
        monkeypatch.delenv("PIP_NO_INDEX")
        monkeypatch.setenv("PIP_INDEX_URL", f"{server.address}/simple")
        source = wheel_source(tmp_path / WHEEL)
        assert content(fetched(source, tmp_path)) == LAKES


def test_package_from_the_mirror(registry: Path, tmp_path: Path) -> None:
    packages = tmp_path / "mirror" / "packages"
    packages.mkdir(parents=True)
    source = wheel_source(write_wheel(packages))
    outcome = fetched(source, tmp_path, mirror=packages.parent, offline=True)
    assert (outcome.action, content(outcome)) == (FetchAction.FROM_MIRROR, LAKES)


def test_package_not_in_the_mirror_comes_from_the_registry(registry: Path, tmp_path: Path) -> None:
    (tmp_path / "mirror" / "packages").mkdir(parents=True)
    source = wheel_source(write_wheel(registry))
    assert fetched(source, tmp_path, mirror=tmp_path / "mirror").action == FetchAction.FETCHED


def test_offline_package_is_skipped(registry: Path, tmp_path: Path) -> None:
    source = wheel_source(write_wheel(registry))
    outcome = fetched(source, tmp_path, offline=True)
    assert str(outcome) == "lakes 1.5: skipped: offline, and neither in raw/ nor in the cache"


PIP_SAYS = {
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device": (
        "the disk is full"
    ),
    "ERROR: Could not install packages: [Errno 13] Permission denied: 'x'": "no permission to write",
    "/usr/bin/python: No module named pip": "has no pip",
    "WARNING: Retrying (Retry(total=0)) after ...\nERROR: No matching distribution found for x": (
        "the package index does not answer"
    ),
    "Traceback (most recent call last):\n  File\nERROR: it is odd": "pip says: it is odd;",
    "": "pip says: nothing;",
}


@pytest.mark.parametrize("complaint", PIP_SAYS)
def test_pip_is_put_into_one_line(complaint: str) -> None:
    message = str(explain_pip_error(complaint, "lake-names==1.5"))
    assert message.startswith("lake-names==1.5: ") and PIP_SAYS[complaint] in message
    assert "\n" not in message


def test_only_an_answer_counts_as_nothing_found() -> None:
    nothing = "ERROR: No matching distribution found for lake-names==1.6"
    assert is_nothing_found(nothing)
    assert not is_nothing_found(f"WARNING: Retrying (Retry(total=0)\n{nothing}")


def test_what_pip_clears_up_meanwhile_does_no_harm(tmp_path: Path) -> None:
    folder = tmp_path / "temporary" / "pip-unpack-1"
    folder.mkdir(parents=True)
    order = PackageRequest("lakes==1", "", tmp_path)
    (folder / "lakes-1.whl").write_bytes(b"12345")
    assert _measure_archives(order) == 5
    (folder / "gone-1.whl").symlink_to(folder / "nowhere")
    assert _measure_archives(order) == 0
