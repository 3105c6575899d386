"""Mask a text or a file with one call; models are loaded once, by the first call that needs them."""

import warnings
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Unpack

from tacknamn.formats.inputs import Heading
from tacknamn.masking.choosing import Choices, Settings, settings
from tacknamn.masking.files import File, write_masked
from tacknamn.masking.masker import Masker

__all__ = ["mask_file", "mask_names"]

MOST = 4
"""Maskers that are kept, with their models; whoever has more of them makes their own."""


def mask_names(
    text: str,
    packages: str | Sequence[str] = ("tacknamn",),
    combine: str = "union",
    **choices: Unpack[Choices],
) -> str:
    """A text with its names masked.

    >>> mask_names("George met Anna.", ["stanza", "tacknamn"], details=[5])    # doctest: +SKIP
    '[Name] met [Name].'

    Args:
        packages: Backends, in a list, or with commas between.
        combine: ``union``, ``intersection``, ``majority``, ``weighted``, ``gazetteer-first``.
        choices: :class:`tacknamn.masking.choosing.Choices`.
    """
    return _masker(settings(packages, combine, **choices))(text).text


def mask_file(
    path: str | Path,
    packages: str | Sequence[str] = ("tacknamn",),
    combine: str = "union",
    *,
    columns: Sequence[str] = (),
    header: bool = True,
    folder: str | Path | None = None,
    **choices: Unpack[Choices],
) -> Path:
    """Mask a text or a table, and say which file has the result: ``<name>_anonymized.txt``.

    >>> mask_file("letters.csv", "stanza", columns=["letter"])    # doctest: +SKIP
    PosixPath('letters_anonymized.csv')

    Args:
        columns: Of a table: those that are masked, by name or by number from 1; needless where
            it has but one.
        header: Of a table: whether its first row has the names of the columns. It is left then;
            where it would be masked and the columns are chosen by number, a UserWarning says so.
        folder: Where the result goes; else beside the original.
    """
    masker = _masker(settings(packages, combine, **choices))
    place = None if folder is None else Path(folder)
    return write_masked(masker, File(Path(path), tuple(columns), header), place, _warn)


def _warn(heading: Heading) -> None:
    warnings.warn(heading.warning("masked", "header=False"), stacklevel=2)


@lru_cache(maxsize=MOST)
def _masker(wanted: Settings) -> Masker:
    return Masker(wanted)
