"""Make a release of the lists: compare with the last one, then wheel, changelog and checksums.

The checks come before, and the caller decides about them. Nothing is written if the bundle does not
differ from the last release, so a job that runs every month publishes only what is new.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle
from tacknamn.support.atomic_files import write_whole
from tacknamn_builders.releasing.data_changelog import add_to_changelog, format_release
from tacknamn_builders.releasing.detection_effect import DetectionEffect, compare_detections
from tacknamn_builders.releasing.diff import BundleDifference, compare_bundles
from tacknamn_builders.releasing.last_release import LastRelease, open_last_release
from tacknamn_builders.releasing.wheel_version import WheelVersion, choose_version
from tacknamn_builders.releasing.write_wheel import write_wheel
from tacknamn_builders.support.checksums import compute_sha256

__all__ = ["CHANGELOG", "SUMS", "ListsRelease", "ReleaseRequest", "make_release"]

CHANGELOG = "CHANGES.md"
SUMS = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class ReleaseRequest:
    """What is released, and what it is compared with."""

    bundle: Path
    out: Path
    lists: str = "sv"
    last: Path | None = None
    """The wheel of the last release, or the folder of its bundle."""
    texts: Path | None = None
    """A folder of texts, to compare detections."""
    language: str = "sv"


@dataclass(frozen=True, slots=True)
class ListsRelease:
    """A release that was made."""

    version: str
    wheel: Path | None
    """None if nothing differs from the last release."""
    difference: BundleDifference | None
    effect: DetectionEffect | None


def make_release(
    request: ReleaseRequest, on_step: Callable[[str], None] = lambda step: None
) -> ListsRelease:
    """Make the release."""
    manifest = Bundle(request.bundle).manifest
    with open_last_release(request.last) as last:
        version = choose_version(manifest, None if last is None else last.version)
        on_step("comparing with the last release")
        difference, effect = _compare(request, last)
        if difference is not None and not difference and last is not None:
            return ListsRelease(str(last.version), None, difference, effect)
        section = format_release(
            str(version), manifest, difference, effect, "" if last is None else str(last.version)
        )
    on_step("writing the wheel")
    wheel = _write_new_wheel(request, version)
    add_to_changelog(request.out / CHANGELOG, section)
    _write_sums(request.out)
    return ListsRelease(str(version), wheel, difference, effect)


def _compare(
    request: ReleaseRequest, last: LastRelease | None
) -> tuple[BundleDifference | None, DetectionEffect | None]:
    if last is None or last.folder is None:
        return None, None
    difference = compare_bundles(last.folder, request.bundle)
    if request.texts is None:
        return difference, None
    return difference, compare_detections(
        last.folder, request.bundle, request.texts, request.language
    )


def _write_new_wheel(request: ReleaseRequest, version: WheelVersion) -> Path:
    """Write the wheel; a published version must not change, so none is replaced."""
    existing = list(request.out.glob(f"tacknamn_data_*-{version}-*.whl"))
    if existing:
        raise BundleError(
            f"{existing[0]}: this version exists already; pass it as the last release with --last, "
            "or remove it"
        )
    return write_wheel(request.bundle, request.out, request.lists, version)


def _write_sums(folder: Path) -> None:
    """Write the checksums of all wheels in the folder, in the format of ``sha256sum -c``."""
    wheels = sorted(folder.glob("*.whl"))
    lines = (f"{compute_sha256(path)}  {path.name}\n" for path in wheels)
    write_whole(folder / SUMS, "".join(lines))
