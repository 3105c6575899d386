"""Values of the options of ``wheel`` and ``release``, and the facts that they print."""

from pathlib import Path
from typing import Any

from tacknamn_builders.releasing.wheel_version import WheelVersion
from tacknamn_builders.support.checksums import compute_sha256

__all__ = ["describe_wheel", "parse_version"]


def parse_version(text: str | None) -> WheelVersion | None:
    """Parse a version that the user gave."""
    return None if text is None else WheelVersion.parse(text)


def describe_wheel(path: Path) -> dict[str, Any]:
    """Return the facts about a wheel as plain data."""
    return {"wheel": str(path), "bytes": path.stat().st_size, "sha256": compute_sha256(path)}
