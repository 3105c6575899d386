"""The command ``tacknamn pseudonymize``: parse, run, tell.

Exit codes: 0 all is done; :mod:`tacknamn.cli.program` adds those of faults, and 2 also says that
some files could not be done.
"""

import typer

from tacknamn.cli.options import (
    AsJson,
    Changes,
    Columns,
    Data,
    Details,
    Explain,
    FailFast,
    Files,
    Force,
    Format,
    Fuzzy,
    Jobs,
    KeyFile,
    Language,
    NoHeader,
    Output,
    Patterns,
    ProfileName,
    Protect,
    Quiet,
    ReadAs,
    Seed,
    TopicAware,
    VaultFile,
)

__all__ = ["pseudonymize"]


def pseudonymize(
    files: Files = None,
    profile: ProfileName = "swell",
    format: Format = None,
    source: ReadAs = None,
    seed: Seed = None,
    key_file: KeyFile = None,
    change: Changes = None,
    language: Language = "",
    data: Data = None,
    output: Output = None,
    jobs: Jobs = None,
    column: Columns = None,
    no_header: NoHeader = False,
    vault: VaultFile = None,
    explain: Explain = False,
    topic_aware: TopicAware = False,
    fuzzy: Fuzzy = True,
    details: Details = None,
    pattern: Patterns = None,
    protect: Protect = "",
    force: Force = False,
    fail_fast: FailFast = False,
    quiet: Quiet = False,
    json: AsJson = False,
) -> None:
    """Replace what points at somebody in texts, and leave everything else as it is.

    One text goes to standard output. Several become <name>_pseudonymized.<ext> beside each, or
    in the folder of -o; what an earlier run with the same settings has done stays as it is.
    Without a seed or a key the replacements are other ones each time."""
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    from tacknamn.batch.request import (
        BatchOptions,
        BatchRequest,
        parse_changes,
        parse_numbers,
        parse_patterns,
    )
    from tacknamn.batch.session import run_pseudonymize

    request = BatchRequest(
        profile=profile,
        policies=parse_changes(change or ()),
        switched=parse_numbers(details),
        patterns=parse_patterns(pattern or ()),
        protect=protect,
        language=language,
        seed=seed,
        data=data,
        topic_aware=topic_aware or None,
        fuzzy=fuzzy,
        explain=explain,
    )
    options = BatchOptions(
        files=tuple(files or ()),
        format=format,
        source=source,
        columns=tuple(column or ()),
        header=not no_header,
        output=output,
        jobs=jobs,
        key_file=key_file,
        vault=vault,
        force=force,
        fail_fast=fail_fast,
        quiet=quiet,
        json=json,
    )
    raise typer.Exit(run_pseudonymize(request, options))
