"""A build backend that builds nothing: it hands over the metadata the publisher wrote.

pip asks a source distribution for its metadata before it saves it, and the ordinary way to
answer is to run the distribution's own ``setup.py``. A source distribution carries the
answer already, in ``PKG-INFO``; pip runs the hooks in its unpacked folder.
"""

import sys
from collections.abc import Mapping
from email import message_from_bytes
from pathlib import Path

__all__ = ["get_requires_for_build_wheel", "prepare_metadata_for_build_wheel"]

Settings = Mapping[str, object] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Nothing is needed, for nothing is built."""
    return []


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Copy ``PKG-INFO`` to where pip reads it; return that folder's name."""
    content = Path("PKG-INFO").read_bytes()
    header = message_from_bytes(content)
    name = str(header["Name"]).replace("-", "_")
    folder = Path(metadata_directory, f"{name}-{header['Version']}.dist-info")
    folder.mkdir()
    (folder / "METADATA").write_bytes(content)
    return folder.name


__legacy__ = sys.modules[__name__]
"""pip names ``setuptools.build_meta:__legacy__`` where a distribution names no backend."""
