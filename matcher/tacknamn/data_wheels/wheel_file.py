"""Check a data wheel before it is installed.

A wheel is untrusted input: pip would install whatever it has. So it must contain nothing but one
package with a bundle and its metadata (:mod:`tacknamn.data_wheels.wheel_members`), the bundle must
have the format that this program reads, and every file the size and checksum of the manifest.
"""

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from configparser import ConfigParser
from configparser import Error as ConfigError
from dataclasses import dataclass
from email.parser import HeaderParser
from functools import partial
from pathlib import Path
from typing import Any

from tacknamn.data_wheels.wheel_members import find_foreign_member, list_problems
from tacknamn.data_wheels.wheel_name import WheelName, is_lists_name
from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import FORMAT, MANIFEST, MOST_MANIFEST, REQUIRED, VERSION
from tacknamn.lexicon.installed import BUNDLE_FOLDER, GROUP

__all__ = ["DataWheel", "read_data_wheel"]

_CHUNK = 1 << 20
_FACTS = re.compile(r"[\w.-]+\.dist-info", re.ASCII)
_VERSION = re.compile(r"\d{1,9}(\.\d{1,9}){0,4}", re.ASCII)
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""What zipfile raises for damaged, unknown and encrypted members."""
_REMEDY = "get it again, or ask who made it"


@dataclass(frozen=True, slots=True)
class DataWheel:
    """A wheel whose content was checked."""

    path: Path
    name: str
    """The name of its lists: ``sv``."""
    distribution: str
    version: str


def read_data_wheel(path: Path) -> DataWheel:
    """Check the wheel at ``path``, and return what it is."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _read_archive(path, archive)
    except OSError as exc:
        raise BundleError(f"{path}: cannot be read ({exc.strerror}); check the name") from exc
    except _DAMAGE as exc:
        raise BundleError(f"{path}: no undamaged wheel ({exc}); {_REMEDY}") from exc


def _read_archive(path: Path, archive: zipfile.ZipFile) -> DataWheel:
    facts = _find_facts_folder(path, archive)
    points = _read_entry_points(path, archive, facts)
    if len(points) != 1:
        raise _make_error(path, f"has {len(points)} entry points in {GROUP}, not one")
    ((lists, package),) = points.items()
    if (foreign := find_foreign_member(archive, {facts, package})) is not None:
        raise _make_error(path, f"has a file outside its package, {foreign!r:.60}")
    name = _read_name(path, archive, facts, lists)
    if (name.package, name.facts) != (package, facts):
        raise _make_error(path, f"lists {lists} have another package")
    problems = list_problems(archive, name, partial(_read_text, path, archive))
    if (problem := next(problems, None)) is not None:
        raise _make_error(path, problem)
    _check_bundle(path, archive, f"{package}/{BUNDLE_FOLDER}")
    return DataWheel(path, lists, name.distribution, name.version)


def _find_facts_folder(path: Path, archive: zipfile.ZipFile) -> str:
    folders = {name.partition("/")[0] for name in archive.namelist()}
    facts = [folder for folder in folders if _FACTS.fullmatch(folder)]
    if len(facts) != 1:
        raise _make_error(path, "has no .dist-info folder, or several")
    return facts[0]


def _read_entry_points(path: Path, archive: zipfile.ZipFile, facts: str) -> dict[str, str]:
    parser = ConfigParser(delimiters=("=",), interpolation=None)
    try:
        parser.read_string(_read_text(path, archive, f"{facts}/entry_points.txt"))
    except ConfigError as exc:
        raise _make_error(path, "has damaged entry points") from exc
    if parser.sections() != [GROUP]:
        raise _make_error(path, f"has no entry point in {GROUP} alone")
    return dict(parser.items(GROUP))


def _read_name(path: Path, archive: zipfile.ZipFile, facts: str, lists: str) -> WheelName:
    metadata = HeaderParser().parsestr(_read_text(path, archive, f"{facts}/METADATA"))
    version = str(metadata["Version"])
    if not is_lists_name(lists) or not _VERSION.fullmatch(version):
        raise _make_error(path, "its lists have no valid name and version")
    name = WheelName(lists, version)
    if metadata["Name"] != name.distribution:
        raise _make_error(path, f"lists {lists} have another package")
    return name


def _check_bundle(path: Path, archive: zipfile.ZipFile, folder: str) -> None:
    manifest = _read_manifest(path, archive, f"{folder}/{MANIFEST}")
    version = manifest.get("version")
    if version != VERSION:
        raise BundleError(
            f"{path}: its lists have format {version!r:.40}, this program reads {VERSION}; get the "
            f"wheel whose version begins with {VERSION}, or another version of tacknamn"
        )
    files = manifest.get("files")
    for file in REQUIRED:
        stated = files.get(file) if isinstance(files, dict) else None
        most = stated.get("size") if isinstance(stated, dict) else 0
        if type(most) is not int:
            raise _make_error(path, f"its manifest states no size of {file}")
        size, sha256 = _measure_member(path, archive, f"{folder}/{file}", most)
        if stated != {"size": size, "sha256": sha256}:
            raise _make_error(path, f"{file} is not as its manifest says")


def _read_manifest(path: Path, archive: zipfile.ZipFile, name: str) -> Mapping[str, Any]:
    try:
        manifest = json.loads(_read_text(path, archive, name))
    except (ValueError, RecursionError) as exc:
        raise _make_error(path, "its manifest is damaged") from exc
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise _make_error(path, "has no bundle of Täcknamn")
    return manifest


def _read_text(path: Path, archive: zipfile.ZipFile, name: str) -> str:
    try:
        with archive.open(name) as file:
            content = file.read(MOST_MANIFEST + 1)
    except KeyError as exc:
        raise _make_error(path, f"{name} is missing") from exc
    if len(content) > MOST_MANIFEST:
        raise _make_error(path, f"{name} is too large")
    return content.decode("utf-8", "replace")


def _measure_member(path: Path, archive: zipfile.ZipFile, name: str, most: int) -> tuple[int, str]:
    """Return size and SHA-256 of a member; of one that is larger than ``most``, only its beginning."""
    digest, size = hashlib.sha256(), 0
    try:
        with archive.open(name) as file:
            while size <= most and (chunk := file.read(_CHUNK)):
                digest.update(chunk)
                size += len(chunk)
    except KeyError as exc:
        raise _make_error(path, f"{name} is missing") from exc
    return size, digest.hexdigest()


def _make_error(path: Path, problem: str) -> BundleError:
    return BundleError(f"{path}: no data wheel ({problem}); {_REMEDY}")
