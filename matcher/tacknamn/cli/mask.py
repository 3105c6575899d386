"""The command ``tacknamn mask``: parse, mask, print.

Exit codes: 0 all is done; :mod:`tacknamn.cli.program` adds those of faults, and 2 also says that a
file could not be done, or that a backend was left out (``--keep-going``).
"""

import typer

from tacknamn.cli.mask_options import (
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
from tacknamn.cli.options import Data, NoHeader, Quiet

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
    from tacknamn.batch.mask_session import MaskJob, run_mask
    from tacknamn.batch.request import parse_numbers
    from tacknamn.detection.patterns.custom_masks import parse_pair
    from tacknamn.ner.mask_settings import make_mask_settings, read_weights

    wanted = make_mask_settings(
        ",".join(package or ["tacknamn"]),
        combine,
        keep_going,
        weights=read_weights(weights),
        at_least=at_least,
        details=parse_numbers(details) or (),
        custom=[parse_pair(one) for one in expression or ()],
        placeholder=placeholder,
        language=language,
        data=data,
        seconds=seconds,
    )
    asked = MaskJob(
        tuple(texts or ["-"]), text, tuple(column or ()), not no_header, output, json, quiet
    )
    raise typer.Exit(run_mask(wanted, asked))
