"""The command ``tacknamn mask``: parse, mask, print.

Exit codes: 0 all is done; :mod:`tacknamn.commands` adds those of faults, and 2 also says that a
file could not be done, or that a backend was left out (``--keep-going``).
"""

import typer

from tacknamn.masking.arguments import (
    AsJson,
    AsText,
    AtLeast,
    Columns,
    Combination,
    Details,
    Expressions,
    KeepGoing,
    Language,
    Output,
    Packages,
    Placeholder,
    Seconds,
    Texts,
    Weights,
)
from tacknamn.running.arguments import Data, NoHeader, Quiet

__all__ = ["mask"]


def mask(
    texts: Texts = None,
    package: Packages = None,
    combine: Combination = "union",
    weights: Weights = None,
    at_least: AtLeast = None,
    details: Details = None,
    expression: Expressions = None,
    placeholder: Placeholder = "[Name]",
    column: Columns = None,
    no_header: NoHeader = False,
    text: AsText = False,
    output: Output = None,
    language: Language = "en",
    data: Data = None,
    seconds: Seconds = None,
    keep_going: KeepGoing = False,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Mask names in a text or in files: [Name] stands there instead.

    What names a file that is there is the file, and its result goes to <name>_anonymized.txt (or
    .csv) beside it. Anything else is a text, and its result is printed. What looks like a file
    (notes.txt, notes/today) and is none is an error, in case it was misspelt; --text says that it
    is a text.

    Examples:

      tacknamn mask "Anna Andersson's brother Erik lives in Malmö."
      tacknamn mask notes.csv --column note --details 1,5 -o masked"""
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    from tacknamn.masking.choosing import settings, weights_of
    from tacknamn.masking.custom import read_pair
    from tacknamn.masking.session import Asked, run_mask
    from tacknamn.running.options import numbers

    wanted = settings(
        ",".join(package or ["tacknamn"]),
        combine,
        keep_going,
        weights=weights_of(weights),
        at_least=at_least,
        details=numbers(details) or (),
        custom=[read_pair(one) for one in expression or ()],
        placeholder=placeholder,
        language=language,
        data=data,
        seconds=seconds,
    )
    asked = Asked(
        tuple(texts or ["-"]), text, tuple(column or ()), not no_header, output, json, quiet
    )
    raise typer.Exit(run_mask(wanted, asked))
