"""The two functions of the masking tool, under the four names that its documentation uses.

::

    anonymized_text("George met Anna today, 29/8/2022 at the airport.", package=["flair"],
                    additional_details=[5])
    anonymize_file_input("sample_discharge_summary.txt", ["flair", "stanza"],
                         union_intersection="union", additional_details=[1, 2, 5])

They are :func:`~tacknamn.ner.masker.mask_names` and :func:`~tacknamn.batch.mask_files.mask_file`
with the masking tool's arguments, for programs that were written for it. The default package is
our own, where the masking tool uses stanza.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tacknamn.batch.mask_files import mask_file
from tacknamn.errors import InputError
from tacknamn.formats.csv_columns import ALL_COLUMNS
from tacknamn.formats.registry import guess_format
from tacknamn.ner.argument_types import check_packages
from tacknamn.ner.mask_settings import MaskOptions
from tacknamn.ner.masker import mask_names

__all__ = [
    "RESULT_SUFFIX",
    "anonymize_file_input",
    "anonymize_manual_input",
    "anonymized_file_input",
    "anonymized_text",
]

Pairs = Sequence[Sequence[str]] | None
RESULT_SUFFIX = "_anonymized_"
"""The end of a result's name, before its ending: ``sample_anonymized_.txt``, as the tool writes it."""


def anonymized_text(
    user_input: str,
    package: str | Sequence[str] = ("tacknamn",),
    union_intersection: str | None = None,
    additional_details: Sequence[int] | None = None,
    additional_expression: Pairs = None,
) -> str:
    """Mask the names in a text.

    Args:
        package: Packages, in lower case.
        union_intersection: How to combine several packages; required if there are several, as in
            the masking tool.
        additional_details: Numbers of patterns, 1 to 9.
        additional_expression: ``[[expression, placeholder], ...]``.
    """
    options = _mask_options(additional_details, additional_expression)
    combination = _choose_combination(package, union_intersection)
    return mask_names(user_input, package, combination, **options)


def anonymized_file_input(
    user_input: str | Path,
    package: str | Sequence[str] = ("tacknamn",),
    union_intersection: str | None = None,
    additional_details: Sequence[int] | None = None,
    additional_expression: Pairs = None,
    columns: Sequence[str] = (),
    header: bool = True,
) -> Path:
    """Mask a file (.txt, .csv); write ``<name>_anonymized_.txt`` next to it and return its path. The
    result of a table is a table: ``<name>_anonymized_.csv``.

    Args:
        columns: For a table: the columns to mask; all of them if there are none.
        header: For a table: whether its first row contains the names of the columns.

    The other arguments are those of :func:`anonymized_text`.
    """
    options = _mask_options(additional_details, additional_expression)
    combination = _choose_combination(package, union_intersection)
    if not columns and isinstance(user_input, str | Path) and guess_format(user_input) == "csv":
        columns = (ALL_COLUMNS,)
    return mask_file(
        user_input,
        package,
        combination,
        columns=columns,
        header=header,
        suffix=RESULT_SUFFIX,
        **options,
    )


anonymize_manual_input = anonymized_text
anonymize_file_input = anonymized_file_input


def _choose_combination(package: str | Sequence[str], combination: str | None) -> str:
    check_packages(package)
    several = "," in package if isinstance(package, str) else len(package) > 1
    if several and combination is None:
        raise InputError("several packages: give union_intersection, 'union' or 'intersection'")
    return combination or "union"


def _mask_options(details: Sequence[int] | None, pairs: Pairs) -> MaskOptions:
    # The types of both, and the number of elements of each pair, are checked later.
    custom: Any = () if pairs is None else pairs
    return {"details": () if details is None else details, "custom": custom}
