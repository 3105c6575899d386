"""The command ``tacknamn mask``.

Exit codes: 0 all texts are done, 2 a file failed or a package was left out (``--keep-going``).
"""

import typer

from tacknamn.cli.mask_options import (
    AsText,
    AtLeast,
    Combination,
    Expressions,
    LabelClasses,
    MaskLanguage,
    Packages,
    Placeholder,
    Seconds,
    SpansAsJson,
    Texts,
    Weights,
)
from tacknamn.cli.options import (
    Allow,
    Columns,
    Data,
    Details,
    Extra,
    Keep,
    KeepGoing,
    NoHeader,
    OutputFolder,
    Quiet,
)

__all__ = ["mask"]


def mask(
    texts: Texts = None,
    text: AsText = False,
    column: Columns = None,
    no_header: NoHeader = False,
    output: OutputFolder = None,
    json: SpansAsJson = False,
    placeholder: Placeholder = "[Name]",
    package: Packages = None,
    combine: Combination = "union",
    weights: Weights = None,
    at_least: AtLeast = None,
    label_classes: LabelClasses = None,
    details: Details = None,
    expression: Expressions = None,
    language: MaskLanguage = "en",
    data: Data = None,
    extra: Extra = None,
    allow: Allow = None,
    keep: Keep = None,
    seconds: Seconds = None,
    keep_going: KeepGoing = False,
    quiet: Quiet = False,
) -> None:
    """Replace the names in a text or in files with [Name].

    An argument that names an existing file is read as a file. Its result goes to
    NAME_anonymized.txt (or .csv) next to it. Any other argument is a text, and its result is
    printed. An argument that looks like a file name (notes.txt, notes/today) but does not exist
    is an error; --text reads it as a text.

    Examples:

      tacknamn mask "Anna Andersson's brother Erik lives in Malmö."
      tacknamn mask notes.csv --column note --details 1,5 -o masked
    """
    # Imported here, so that --help and shell completion stay fast.
    from tacknamn.batch.mask_session import MaskJob, run_mask
    from tacknamn.cli.option_values import parse_numbers
    from tacknamn.detection.patterns.custom_masks import parse_pair
    from tacknamn.ner.label_map import read_label_map
    from tacknamn.ner.mask_settings import make_mask_settings, read_weights

    settings = make_mask_settings(
        ",".join(package or ["tacknamn"]),
        combine,
        keep_going,
        weights=read_weights(weights),
        at_least=at_least,
        labels=read_label_map(label_classes or ()),
        details=parse_numbers(details) or (),
        custom=[parse_pair(pair) for pair in expression or ()],
        placeholder=placeholder,
        language=language,
        data=data,
        seconds=seconds,
        extra=extra or (),
        allow=allow or (),
        keep=keep or (),
    )
    job = MaskJob(
        tuple(texts or ["-"]), text, tuple(column or ()), not no_header, output, json, quiet
    )
    raise typer.Exit(run_mask(settings, job))
