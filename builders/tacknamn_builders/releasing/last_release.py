"""Open the last release, to compare the next one with it: a data wheel, or the folder of a bundle."""

import re
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tacknamn.data_wheels.wheel_file import read_data_wheel
from tacknamn.errors import InputError
from tacknamn.lexicon.bundle import VERSION, Bundle
from tacknamn.lexicon.installed import BUNDLE_FOLDER
from tacknamn_builders.releasing.wheel_version import WheelVersion, choose_version

__all__ = ["LastRelease", "open_last_release"]

_FILE = re.compile(r"tacknamn_data_[a-z0-9_]+-([0-9.]+)-py3-none-any\.whl")


@dataclass(frozen=True, slots=True)
class LastRelease:
    """The last release, opened."""

    version: WheelVersion
    folder: Path | None
    """The folder of its bundle; None if it has a format that this program cannot read."""


@contextmanager
def open_last_release(path: Path | None) -> Iterator[LastRelease | None]:
    """Yield the release at ``path``; None if there is none yet."""
    if path is None:
        yield None
    elif path.is_dir():
        # A folder states no patch, so it counts as the first release of its month.
        yield LastRelease(choose_version(Bundle(path).manifest), path)
    else:
        with _open_wheel(path) as release:
            yield release


@contextmanager
def _open_wheel(path: Path) -> Iterator[LastRelease]:
    name = _FILE.fullmatch(path.name)
    if name is None:
        raise InputError(
            f"{path}: not the name of a data wheel, such as tacknamn_data_sv-7.202611.0-py3-none-"
            "any.whl; name the wheel of the last release, or the folder of its bundle"
        )
    version = WheelVersion.parse(name[1])
    if version.form != VERSION:
        yield LastRelease(version, None)
        return
    read_data_wheel(path)
    with tempfile.TemporaryDirectory(prefix="tacknamn-") as folder:
        yield LastRelease(version, _extract_bundle(path, Path(folder)))


def _extract_bundle(path: Path, folder: Path) -> Path:
    """Extract the bundle of a wheel that was checked."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            package, _, file = name.partition(f"/{BUNDLE_FOLDER}/")
            if file and "/" not in package + file:
                (folder / file).write_bytes(archive.read(name))
    return folder
