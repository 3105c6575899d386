"""Write a bundle as a data wheel, ready for ``pip install``.

::

    tacknamn_data_sv/__init__.py                               no code
    tacknamn_data_sv/bundle/                                   the bundle, without lexicon.tsv
    tacknamn_data_sv-7.202611.0.dist-info/METADATA             with the licence of the whole
                                          entry_points.txt     tacknamn.data: sv
                                          licenses/NOTICE.md   the credit of each source
                                          sboms/*.cdx.json     the sources, as CycloneDX
                                          RECORD, WHEEL

Equal bundles give equal bytes: members are sorted and have one time and one permission. The
compressed bytes also depend on zlib, so machines with another zlib give other bytes with the same
content.
"""

import base64
import hashlib
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tacknamn.data_wheels.wheel_name import WheelName
from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import MANIFEST, REQUIRED, Bundle
from tacknamn.lexicon.installed import BUNDLE_FOLDER
from tacknamn.support.atomic_files import WholeFile
from tacknamn_builders.releasing.wheel_texts import write_texts
from tacknamn_builders.releasing.wheel_version import WheelVersion, choose_version
from tacknamn_builders.sources.licences import find_licence, fits_release

__all__ = ["MOST_BYTES", "write_wheel"]

MOST_BYTES = 60_000_000
"""A larger wheel is refused. Package indexes accept 100 MB; people wait for less."""
_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip archive can state."""
_PERMISSIONS = 0o644 << 16
_UNIX = 3


def write_wheel(
    bundle: Path, out: Path, lists: str = "sv", version: WheelVersion | None = None
) -> Path:
    """Write the bundle as a wheel into the folder ``out``, and return the path of the wheel."""
    opened = Bundle(bundle)
    _check_terms(opened)
    name = WheelName(lists, str(version or choose_version(opened.manifest)))
    out.mkdir(parents=True, exist_ok=True)
    path = out / name.file
    with WholeFile(path) as file:
        with zipfile.ZipFile(file.stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            _write_members(archive, opened, name)
        size = file.stream.tell()
        if size > MOST_BYTES:
            raise BundleError(
                f"{bundle}: the wheel would have {size:,} bytes, {MOST_BYTES:,} at most are "
                "accepted; use a profile with fewer sources"
            )
    return path


def _check_terms(bundle: Bundle) -> None:
    """Refuse a bundle that may not be passed on, and name the sources that are the reason."""
    manifest = bundle.manifest
    unfit = [
        f"{id} ({facts['licence']}: {find_licence(facts['licence']).reason})"
        for id, facts in manifest["sources"].items()
        if not fits_release(facts["licence"])
    ]
    if manifest["redistributable"] and manifest.get("licence") and not unfit:
        return
    why = f"because of {' '.join(unfit)}" if unfit else "its manifest states no licence"
    raise BundleError(
        f"{bundle.folder}: the bundle may not be passed on, {why}; build one that may with "
        "`tacknamn-build compile --profile release`"
    )


def _write_members(archive: zipfile.ZipFile, bundle: Bundle, name: WheelName) -> None:
    record = []
    for path, content in _list_members(bundle, name):
        archive.writestr(_make_member(path), content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(content)}\n")
    path = f"{name.facts}/RECORD"
    archive.writestr(_make_member(path), "".join([*record, f"{path},,\n"]))


def _list_members(bundle: Bundle, name: WheelName) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each member, the package before its metadata."""
    texts = write_texts(name, bundle.manifest)
    files = {f"{name.package}/{BUNDLE_FOLDER}/{file}": file for file in (*REQUIRED, MANIFEST)}
    for path in sorted([*texts, *files], key=lambda path: (".dist-info/" in path, path)):
        if path in texts:
            yield path, texts[path].encode("utf-8")
        else:
            yield path, bundle.path(files[path]).read_bytes()


def _make_member(path: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(path, _TIME)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = _PERMISSIONS
    member.create_system = _UNIX
    return member
