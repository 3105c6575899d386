"""The seed's two functions, by the four names that its document has for them.

::

    anonymized_text("George met Anna today, 29/8/2022 at the airport.", package=["flair"],
                    additional_details=[5])
    anonymize_file_input("sample_discharge_summary.txt", ["flair", "stanza"],
                         union_intersection="union", additional_details=[1, 2, 5])

They are :func:`~tacknamn.batch.mask_files.mask_names` and :func:`~tacknamn.batch.mask_files.mask_file` with the
seed's arguments, for programs that call it so. Without ``package`` our own engine looks, where the
seed takes stanza.
"""

from collections.abc import Sequence
from pathlib import Path

from tacknamn.batch.mask_files import mask_file, mask_names
from tacknamn.errors import InputError
from tacknamn.ner.mask_settings import MaskOptions

__all__ = [
    "anonymize_file_input",
    "anonymize_manual_input",
    "anonymized_file_input",
    "anonymized_text",
]

Pairs = Sequence[Sequence[str]] | None


def anonymized_text(
    user_input: str,
    package: str | Sequence[str] = ("tacknamn",),
    union_intersection: str | None = None,
    additional_details: Sequence[int] | None = None,
    additional_expression: Pairs = None,
) -> str:
    """A text with its names masked.

    Args:
        package: Packages, in small letters.
        union_intersection: How several packages are joined; it must be said where there are
            several, as in the seed.
        additional_details: Numbers of patterns, 1 to 9.
        additional_expression: ``[[expression, text], ...]``.
    """
    choices = _mask_options(additional_details, additional_expression)
    return mask_names(
        user_input, package, _choose_combination(package, union_intersection), **choices
    )


def anonymized_file_input(
    user_input: str | Path,
    package: str | Sequence[str] = ("tacknamn",),
    union_intersection: str | None = None,
    additional_details: Sequence[int] | None = None,
    additional_expression: Pairs = None,
    columns: Sequence[str] = (),
    header: bool = True,
) -> Path:
    """Mask a file (.txt, .csv); the result stands beside it, and its path is returned.

    Args:
        columns: Of a table, those that are masked.
        header: Of a table, whether its first row has the names of the columns.

    The others are as for :func:`anonymized_text`.
    """
    choices = _mask_options(additional_details, additional_expression)
    how = _choose_combination(package, union_intersection)
    return mask_file(user_input, package, how, columns=columns, header=header, **choices)


anonymize_manual_input = anonymized_text
anonymize_file_input = anonymized_file_input


def _choose_combination(package: str | Sequence[str], how: str | None) -> str:
    several = "," in package if isinstance(package, str) else len(package) > 1
    if several and how is None:
        raise InputError("several packages: say union_intersection, 'union' or 'intersection'")
    return how or "union"


def _mask_options(details: Sequence[int] | None, pairs: Pairs) -> MaskOptions:
    custom = [tuple(one) for one in pairs or ()]
    return {"details": details or (), "custom": custom}  # type: ignore[typeddict-item]  # checked
