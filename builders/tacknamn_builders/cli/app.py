"""The command ``tacknamn-build``: a table of its commands, each imported only when it is called.

Exit codes: 0 done; 1 a check failed, two bundles differ, or an optional source was left out; :mod:`tacknamn.cli.program` adds those
of errors.
"""

from tacknamn.cli.lazy_group import CommandTable, make_app

__all__ = ["COMMANDS", "app"]

COMMANDS: CommandTable = {
    "status": ("tacknamn_builders.cli.source_commands", "status"),
    "fetch": ("tacknamn_builders.cli.source_commands", "fetch"),
    "compile": ("tacknamn_builders.cli.bundle_commands", "compile_"),
    "fit": ("tacknamn_builders.cli.text_commands", "fit"),
    "check": ("tacknamn_builders.cli.bundle_commands", "check"),
    "trace": ("tacknamn_builders.cli.bundle_commands", "trace"),
    "diff": ("tacknamn_builders.cli.bundle_commands", "diff"),
    "wheel": ("tacknamn_builders.cli.release_commands", "wheel"),
    "release": ("tacknamn_builders.cli.release_commands", "release"),
    "export": ("tacknamn_builders.cli.export", "export"),
    "notice": ("tacknamn_builders.cli.source_commands", "notice"),
    "wikineural": ("tacknamn_builders.cli.text_commands", "wikineural"),
    "demo": ("tacknamn_builders.cli.bundle_commands", "demo"),
}
"""Each command with the module and the function that define it, in the order of the help."""

app = make_app(
    "tacknamn-build",
    COMMANDS,
    "Build Täcknamn's name lists: from open statistics to one bundle.\n\n"
    "Usually two commands are enough: `tacknamn-build fetch` downloads the sources of a profile "
    "into raw/, `tacknamn-build compile` builds a bundle from them in build/. In a checkout both "
    "folders are next to pyproject.toml, elsewhere in your cache and data folders.",
)
