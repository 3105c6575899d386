"""Where a key comes from: its bytes, its file, or the environment.

A process that only has the bytes of a key can draw names, but not pickle what draws them, because the
key would be in the pickle. From a file or from the environment, a pickle has the place of the key and
a fingerprint of it, and the other process reads the key itself. The fingerprint is derived from the
key for this use alone, so it reveals nothing of it.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError
from tacknamn.replacement.keys import check_key, derive_key, read_key
from tacknamn.support.recipes import RecipeReader

__all__ = ["EnvironmentKey", "KeySource", "OpenedKey", "open_key"]

_FINGERPRINT = 8
"""Bytes of a fingerprint: two keys share one in none of 10^19 cases."""


@dataclass(frozen=True, slots=True)
class EnvironmentKey:
    """The key that TACKNAMN_KEY contains, or whose file TACKNAMN_KEY_FILE names."""


@dataclass(frozen=True, slots=True)
class OpenedKey:
    """A key, and where it came from."""

    secret: bytes = field(repr=False)
    source: Path | EnvironmentKey | None = None
    """None if the caller gave the key itself."""

    def make_recipe(self) -> dict[str, Any]:
        """Return where the key is, for a pickle."""
        if self.source is None:
            raise InputError(
                "a key of bytes is not pickled, because it would be in the pickle; give the path of "
                'its file instead, key=Path("project.key"), or key=EnvironmentKey()'
            )
        file = None if isinstance(self.source, EnvironmentKey) else os.fsdecode(self.source)
        return {"file": file, "fingerprint": self._compute_fingerprint()}

    @classmethod
    def open_recipe(cls, recipe: RecipeReader) -> "OpenedKey":
        """Read the key at its place, and check that it is the same one."""
        file = recipe.get_optional("file", str)
        key = open_key(EnvironmentKey() if file is None else Path(file))
        if key._compute_fingerprint() != recipe.get("fingerprint", str):
            place = "the environment" if file is None else file
            raise InputError(
                f"{place} has another key than in the process that made the pickle; give all "
                "processes the same key"
            )
        return key

    def _compute_fingerprint(self) -> str:
        return derive_key(self.secret, "fingerprint")[:_FINGERPRINT].hex()


KeySource = bytes | os.PathLike[str] | EnvironmentKey | OpenedKey
"""What a caller may give as a key."""


def open_key(source: KeySource) -> OpenedKey:
    """Return the key that a caller gives; an error if there is none, or no usable one."""
    if isinstance(source, OpenedKey):
        return source
    if isinstance(source, bytes):
        return OpenedKey(check_key(source))
    if isinstance(source, EnvironmentKey):
        return OpenedKey(read_key(), source)
    if isinstance(source, os.PathLike):
        path = Path(source)
        return OpenedKey(read_key(path), path.absolute())
    raise InputError(
        f"key must be bytes, a Path or EnvironmentKey(), not {type(source).__name__}; make a key file "
        "with `tacknamn key FILE` and give its Path"
    )
