"""Damage a bundle in its own folder; see the fixture ``copy`` in conftest.py."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tacknamn.lexicon.bundle import MANIFEST

__all__ = ["change_manifest"]


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Let a function change what the manifest says, and write it back."""
    path = folder / MANIFEST
    manifest = json.loads(path.read_text("utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest), "utf-8")
