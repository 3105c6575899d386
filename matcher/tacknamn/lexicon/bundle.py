"""Open a bundle: check its files against the manifest, and map its sections into memory.

A bundle is a folder. ``manifest.json`` gives its format and version, its sources with their
vintage and licence, and the size and SHA-256 of every other file.
:mod:`tacknamn.lexicon.sections` describes the files ending in ``.bin``. ``sampling.json`` has
the lists that replacements are drawn from, ``weights.tsv`` the fitted model, and ``lexicon.tsv``
the whole content for people, which may be missing. Bundles are untrusted input: everything is checked before use.
"""

import hashlib
import json
import math
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import Any

from tacknamn.errors import BundleError
from tacknamn.lexicon.label_codes import MOST_OWN, has_label_shape
from tacknamn.lexicon.sections import LAYOUTS, Section
from tacknamn.support.checksum_cache import is_verified, remember_verified

__all__ = [
    "FORMAT",
    "MANIFEST",
    "REQUIRED",
    "VERSION",
    "Bundle",
    "BundleGuard",
    "is_bundle",
    "list_bundle_files",
    "make_damage_error",
    "make_pointer_error",
    "read_checksum",
]

FORMAT = "tacknamn-bundle"
VERSION = 7
MANIFEST = "manifest.json"
REQUIRED = (
    "deletions.bin",
    "entries.bin",
    "forms.bin",
    "inflections.bin",
    "misspelt.bin",
    "near.bin",
    "pairs.bin",
    "ranks.bin",
    "sampling.json",
    "singles.bin",
    "strings.bin",
    "table.bin",
    "weights.tsv",
    "words.bin",
)
OPTIONAL = ("lexicon.tsv",)
"""What people and builders read, and the runtime does not: data wheels leave it out."""
_REBUILD = "rebuild it with `tacknamn-build compile`"


class Bundle:
    """One bundle, checked and opened. All sections are opened at once.

    A build may replace a bundle while it is being opened; then the new one is opened instead. A
    bundle that is open does not change."""

    def __init__(
        self, folder: Path, verify: bool = True, remedy: str | None = None, lists: str = ""
    ) -> None:
        """Open a bundle.

        Args:
            remedy: What to do if the bundle is damaged; by default, to build it again.
            lists: The name of the installed lists that it is part of, if any.
        """
        self.folder = folder
        self._lists = lists
        self._remedy = remedy
        with self._name_remedy():
            self._open_unchanged(verify)
        self._place = folder.absolute()

    @contextmanager
    def _name_remedy(self) -> Iterator[None]:
        try:
            yield
        except BundleError as exc:
            if self._remedy is None:
                raise
            raise BundleError(str(exc).replace(_REBUILD, self._remedy)) from exc

    def _open_unchanged(self, verify: bool) -> None:
        # The manifest identifies the bundle. If it changed while the files were read, they may
        # belong to two different bundles, which may also cause an error: try again.
        for _ in range(_TRIES):
            before = _identify(self.folder)
            try:
                self._open(verify)
            except BundleError:
                if before == _identify(self.folder) and not _is_being_replaced(self.folder):
                    raise
            else:
                if before == _identify(self.folder):
                    return
            time.sleep(_PAUSE)
        self._open(verify)

    def _open(self, verify: bool) -> None:
        self.manifest = _read_manifest(self.folder)
        names = self._list_files()
        _check_sizes(self.folder, self.manifest["files"], names)
        if verify and not is_verified(self.folder, names):
            self.verify()
        try:
            self._sections = {name: Section(self.path(f"{name}.bin"), name) for name in LAYOUTS}
        except OSError as exc:
            file = exc.filename or self.folder
            raise BundleError(f"{file}: cannot be read ({exc.strerror}); {_REBUILD}") from exc

    def verify(self) -> int:
        """Compute the checksums of all files, even if they passed before; return their number.

        Raises BundleError if one differs."""
        names = self._list_files()
        with self._name_remedy():
            _check_sums(self.folder, self.manifest["files"], names)
        remember_verified(self.folder, names)
        return len(names)

    def _list_files(self) -> list[str]:
        return [*REQUIRED, *filter(self._has, OPTIONAL)]

    def _has(self, name: str) -> bool:
        return name in self.manifest["files"] and self.path(name).exists()

    @property
    def checksum(self) -> str:
        """The SHA-256 of the manifest, which has those of all files: it identifies a bundle on disk."""
        return _hash_manifest(self.manifest)

    def make_recipe(self) -> dict[str, Any]:
        """Return what finds the bundle in another process (:mod:`tacknamn.lexicon.reopened`)."""
        return {
            "folder": os.fsdecode(self._place),
            "lists": self._lists,
            "checksum": self.checksum,
        }

    def section(self, name: str) -> Section:
        """Return a binary section."""
        return self._sections[name]

    def path(self, name: str) -> Path:
        """Return the path of a file in the bundle."""
        return self.folder / name

    def read(self, name: str) -> bytes:
        """Return the content of a file in the bundle; a file that cannot be read is an OSError."""
        return self.path(name).read_bytes()


class BundleGuard:
    """A context that turns an IndexError into a BundleError.

    Inside it, an index that is out of range means that one file of the bundle points outside
    another one."""

    __slots__ = ("_folder",)

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: object
    ) -> None:
        if kind is not None and issubclass(kind, IndexError):
            raise make_pointer_error(self._folder) from exc


def make_damage_error(folder: Path, problem: str) -> BundleError:
    """Make the error for a bundle whose content is wrong."""
    return BundleError(f"{folder}: damaged ({problem}); {_REBUILD}")


def make_pointer_error(folder: Path) -> BundleError:
    """Make the error for a bundle in which one file points outside another."""
    return make_damage_error(folder, "a file points outside another one")


def is_bundle(folder: Path) -> bool:
    """Whether this folder has a bundle of any version, whole or damaged."""
    try:
        manifest = _read_json(folder / MANIFEST)
    except BundleError:
        return False
    return isinstance(manifest, dict) and manifest.get("format") == FORMAT


def list_bundle_files(folder: Path) -> set[str]:
    """Return the names of the files that a bundle may have: what its manifest names, and the usual."""
    manifest = _read_json(folder / MANIFEST)
    files = manifest.get("files") if isinstance(manifest, dict) else None
    return {MANIFEST, *REQUIRED, *OPTIONAL, *(files if isinstance(files, dict) else ())}


def read_checksum(folder: Path) -> str:
    """Return the checksum of the manifest in a folder, without opening the bundle."""
    return _hash_manifest(_read_manifest(folder))


def _hash_manifest(manifest: Mapping[str, Any]) -> str:
    text = json.dumps(manifest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


_TRIES = 20
_PAUSE = 0.02
"""Seconds between two tries: a build renames two folders in less time."""


def _identify(folder: Path) -> tuple[int, int] | None:
    try:
        facts = (folder / MANIFEST).stat()
    except (OSError, ValueError):  # a name with a NUL is a ValueError
        return None
    return facts.st_ino, facts.st_mtime_ns


def _is_being_replaced(folder: Path) -> bool:
    whole = folder.absolute()  # the path "." has no name
    try:
        return bool(whole.name) and whole.with_name(f".{whole.name}.previous").exists()
    except (OSError, ValueError):
        return False


def _read_manifest(folder: Path) -> Mapping[str, Any]:
    path = folder / MANIFEST
    manifest = _read_json(path)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BundleError(f"{path}: not the manifest of a Täcknamn bundle")
    if manifest.get("version") != VERSION:
        raise BundleError(
            f"{path}: the bundle has format version {manifest.get('version')!r:.40}, this "
            f"program reads {VERSION}; {_REBUILD}, or install the version of tacknamn that made it"
        )
    if not _is_file_table(manifest.get("files")):
        raise BundleError(f"{path}: its table of files is damaged; {_REBUILD}")
    if not _is_source_table(manifest):
        raise BundleError(f"{path}: its table of sources is damaged; {_REBUILD}")
    if not _is_label_list(manifest.get("own_labels", [])):
        raise BundleError(f"{path}: its list of labels is damaged; {_REBUILD}")
    if not _has_types(manifest, _FACTS) or not _are_counts(manifest["counts"]):
        raise BundleError(f"{path}: its facts about the bundle are damaged; {_REBUILD}")
    return manifest


MOST_MANIFEST = 1 << 24
"""Bytes of a manifest. With all sources it has about 50 thousand; a larger file is refused."""


def _read_json(path: Path) -> object:
    try:
        facts = path.stat()
        if not S_ISREG(facts.st_mode) or facts.st_size > MOST_MANIFEST:
            raise BundleError(f"{path}: not the manifest of a Täcknamn bundle")
        text = path.read_text("utf-8")
        content: object = json.loads(text, parse_float=_parse_finite, parse_constant=_parse_finite)
        if "\\u" in text:  # an escape may be half a character
            json.dumps(content, ensure_ascii=False).encode("utf-8")
    except FileNotFoundError as exc:
        raise BundleError(
            f"{path.parent}: no bundle here; make one with `tacknamn-build fetch` and "
            "`tacknamn-build compile`, or install lists with `tacknamn data install sv`"
        ) from exc
    except (OSError, ValueError, RecursionError) as exc:
        raise BundleError(f"{path}: cannot be read ({type(exc).__name__}); {_REBUILD}") from exc
    return content


def _parse_finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError("not a number of JSON")
    return value


_FACTS = {
    "code": str,
    "profile": str,
    "redistributable": bool,
    "skipped": list,
    "counts": dict,
}
_SOURCE_FACTS = {"records": int, "vintage": str, "licence": str, "licence_title": str}


def _has_types(facts: object, types: Mapping[str, type]) -> bool:
    """Whether ``facts`` is a table that has all these fields, each with its type."""
    return isinstance(facts, dict) and all(
        isinstance(facts.get(name), type_) for name, type_ in types.items()
    )


def _are_counts(counts: Mapping[str, Any]) -> bool:
    return _has_types(counts, {"entries": int, "forms": int, "labels": dict}) and all(
        isinstance(count, int) for count in counts["labels"].values()
    )


def _is_file_table(files: object) -> bool:
    return (
        isinstance(files, dict)
        and set(REQUIRED) <= set(files)
        and all(_has_types(file, {"size": int, "sha256": str}) for file in files.values())
    )


def _is_label_list(labels: object) -> bool:
    return (
        isinstance(labels, list)
        and len(labels) == len(set(map(str, labels))) <= MOST_OWN
        and all(isinstance(label, str) and has_label_shape(label) for label in labels)
    )


def _is_source_table(manifest: Mapping[str, Any]) -> bool:
    order, sources, skipped = (manifest.get(x) for x in ("source_order", "sources", "skipped"))
    left_out = manifest.get("left_out", {})
    return (
        isinstance(order, list)
        and isinstance(sources, dict)
        and isinstance(skipped, list)
        and isinstance(left_out, dict)
        and all(isinstance(source, str) for source in (*order, *skipped, *left_out.values()))
        and all(_has_types(source, _SOURCE_FACTS) for source in sources.values())
    )


def _check_sizes(
    folder: Path, files: Mapping[str, Mapping[str, Any]], names: Iterable[str]
) -> None:
    for name in names:
        path = folder / name
        try:
            facts = path.stat()
        except OSError as exc:
            raise BundleError(f"{path}: missing from the bundle; {_REBUILD}") from exc
        if not S_ISREG(facts.st_mode):
            raise BundleError(f"{path}: not a regular file; {_REBUILD}")
        size = facts.st_size
        if size != files[name]["size"]:
            raise BundleError(
                f"{path}: {size:,} bytes instead of {files[name]['size']:,}; {_REBUILD}"
            )


def _check_sums(folder: Path, files: Mapping[str, Mapping[str, Any]], names: Iterable[str]) -> None:
    for name in names:
        path = folder / name
        try:
            with path.open("rb") as file:
                checksum = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as exc:
            raise BundleError(f"{path}: cannot be read ({exc.strerror}); {_REBUILD}") from exc
        if checksum != files[name]["sha256"]:
            raise BundleError(f"{path}: damaged (its checksum differs); {_REBUILD}")
